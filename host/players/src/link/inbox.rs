//! Bytes that came in, cut into lines.

/// The longest line that a player may send; the text of a query is bounded more narrowly where it
/// is checked.
pub(crate) const LONGEST_LINE: usize = 16 << 20;

/// Bytes that came in and were not yet taken as a line.
#[derive(Default)]
pub(crate) struct Inbox {
    bytes: Vec<u8>,
    /// Up to here everything was taken. It is dropped when more comes, so that thousands of short lines are moved once.
    taken: usize,
    /// Up to here no line ends.
    searched: usize,
}

impl Inbox {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.taken);
        self.searched -= self.taken;
        self.taken = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// The first whole line, without its end.
    pub(crate) fn take_line(&mut self) -> Option<Vec<u8>> {
        let Some(at) = memchr::memchr(b'\n', &self.bytes[self.searched..]) else {
            self.searched = self.bytes.len();
            return None;
        };
        let end = self.searched + at;
        let is_all = end + 1 == self.bytes.len();
        let mut line = if self.taken == 0 && is_all {
            std::mem::take(&mut self.bytes)
        } else {
            self.bytes[self.taken..=end].to_vec()
        };
        self.taken = if self.bytes.is_empty() { 0 } else { end + 1 };
        self.searched = self.taken;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Some(line)
    }

    /// Whether what is there can't become a line any more.
    pub(crate) fn is_too_long(&self) -> bool {
        self.searched - self.taken > LONGEST_LINE
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len() - self.taken
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_as_they_went_in_however_they_are_cut() {
        let mut inbox = Inbox::default();
        let mut lines = Vec::new();
        for piece in ["one\ntw", "o", "\r\n\nthree"] {
            inbox.add(piece.as_bytes());
            while let Some(line) = inbox.take_line() {
                lines.push(String::from_utf8(line).unwrap());
            }
        }
        assert_eq!(lines, ["one", "two", ""]);
        assert!(!inbox.is_empty());
        inbox.add(b"\n");
        assert_eq!(inbox.take_line().unwrap(), b"three");
        assert!(inbox.is_empty());
        inbox.add(b"three\nfour");
        assert_eq!((inbox.take_line().unwrap(), inbox.len()), (b"three".to_vec(), 4));
        inbox.add(b"\r\n");
        assert_eq!((inbox.take_line().unwrap(), inbox.take_line()), (b"four".to_vec(), None));
    }
}
