//! What a player writes to its standard output and error: kept at its end, counted as a whole.

/// How much of a player's output is kept.
const KEPT: usize = 64 << 10;

/// How much a player may write in one game before it counts as a flood.
pub(crate) const FLOOD: u64 = 16 << 20;

/// The end of a player's output.
#[derive(Default)]
pub(crate) struct Output {
    tail: Vec<u8>,
    total: u64,
}

impl Output {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        self.tail.extend_from_slice(bytes);
        // Twice the space, so that the moving of bytes is rare.
        if self.tail.len() > 2 * KEPT {
            self.tail.drain(..self.tail.len() - KEPT);
        }
    }

    pub(crate) fn is_flood(&self) -> bool {
        self.total > FLOOD
    }

    /// The kept end as text, with a note of what was dropped before it.
    pub(crate) fn text(&self) -> String {
        let kept = &self.tail[self.tail.len().saturating_sub(KEPT)..];
        let text = String::from_utf8_lossy(kept);
        match self.total - kept.len() as u64 {
            0 => text.into_owned(),
            dropped => format!("[{dropped} bytes before this were dropped]\n{text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_output_keeps_its_end_and_says_what_is_missing() {
        let mut output = Output::default();
        for _ in 0..100 {
            output.add(&[b'x'; 4096]);
        }
        output.add(b"the end");
        let text = output.text();
        assert!(text.starts_with("[344071 bytes before"), "{}", &text[..40]);
        assert!(text.ends_with("the end") && !output.is_flood());
        assert!(text.len() < KEPT + 100);
    }
}
