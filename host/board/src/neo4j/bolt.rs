//! Bolt's messages as they pass between the driver and a server: where one ends, and what kind it is. What they hold
//! is the driver's to read.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

/// How long the driver's first words are, which offer versions, and the server's, which choose one.
pub(super) const OFFER: usize = 20;
pub(super) const CHOICE: usize = 4;

/// The codes of a member that does not write, as a failure has them: a key, a length, and the code.
const NOT_WRITING: [&[u8]; 2] = [
    b"\x84code\xd0\x22Neo.ClientError.Cluster.NotALeader",
    b"\x84code\xd0\x33Neo.ClientError.General.ForbiddenOnReadOnlyDatabase",
];

/// A message with the sizes of its chunks, as it stands on the wire.
#[derive(Clone, Debug)]
pub(super) struct Message {
    bytes: Vec<u8>,
    kind: Kind,
    chunks: usize,
}

/// What has to be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Hello,
    Goodbye,
    Reset,
    Run,
    Pull,
    Discard,
    Success,
    Record,
    Ignored,
    Failure,
    /// A request that the driver does not make today.
    Other,
}

impl Kind {
    fn of(signature: u8) -> Kind {
        match signature {
            0x01 => Kind::Hello,
            0x02 => Kind::Goodbye,
            0x0f => Kind::Reset,
            0x10 => Kind::Run,
            0x3f => Kind::Pull,
            0x2f => Kind::Discard,
            0x70 => Kind::Success,
            0x71 => Kind::Record,
            0x7e => Kind::Ignored,
            0x7f => Kind::Failure,
            _ => Kind::Other,
        }
    }
}

impl Message {
    /// That a RESET was done: a structure of one field, which is an empty map.
    pub(super) fn success() -> Message {
        let bytes = vec![0, 3, 0xb1, 0x70, 0xa0, 0, 0];
        Message { bytes, kind: Kind::Success, chunks: 1 }
    }

    /// Reads the next message, of which no more may come than `may_pass` lets through.
    pub(super) async fn read(
        from: &mut (impl AsyncRead + Unpin),
        mut may_pass: impl FnMut(usize) -> bool,
    ) -> io::Result<Message> {
        let mut bytes = Vec::new();
        let mut first = Vec::with_capacity(2);
        let mut chunks = 0;
        loop {
            let size = from.read_u16().await?;
            if size == 0 && chunks == 0 {
                // Whoever is busy says so from time to time, so that nobody hangs up.
                continue;
            }
            if !may_pass(usize::from(size) + 2) {
                return Err(io::ErrorKind::QuotaExceeded.into());
            }
            bytes.extend(size.to_be_bytes());
            if size == 0 {
                break;
            }
            let start = bytes.len();
            bytes.resize(start + usize::from(size), 0);
            from.read_exact(&mut bytes[start..]).await?;
            first.extend(bytes[start..].iter().take(2 - first.len()));
            chunks += 1;
        }
        // A structure's marker stands first, its signature second.
        let kind = first.get(1).map_or(Kind::Other, |&signature| Kind::of(signature));
        Ok(Message { bytes, kind, chunks })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether a success may leave more records of its result on the server. A column of that name may look like it,
    /// which costs a RESET and no more.
    pub(super) fn may_have_more(&self) -> bool {
        const HAS_MORE: &[u8] = b"\x88has_more\xc3";
        self.chunks > 1 || self.has(HAS_MORE)
    }

    /// Whether a failure says that another member of the cluster writes the database. What a query makes a server say
    /// can't look like it: the length before the code is no UTF-8.
    pub(super) fn is_not_writing(&self) -> bool {
        self.kind == Kind::Failure && NOT_WRITING.into_iter().any(|code| self.has(code))
    }

    fn has(&self, part: &[u8]) -> bool {
        self.bytes.windows(part.len()).any(|bytes| bytes == part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mut bytes: &[u8], most: usize) -> io::Result<Message> {
        let mut left = most;
        let may_pass = |bytes: usize| {
            let fits = bytes <= left;
            left = left.saturating_sub(bytes);
            fits
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(Message::read(&mut bytes, may_pass))
    }

    #[test]
    fn a_message_is_read_as_it_stands_however_it_is_cut() {
        let whole = [0, 3, 0xb1, 0x70, 0xa0, 0, 0];
        let cut = [0, 1, 0xb1, 0, 1, 0x70, 0, 1, 0xa0, 0, 0];
        let late = [0, 0, 0, 0, 0, 3, 0xb1, 0x70, 0xa0, 0, 0];
        for (bytes, stands) in [(&whole[..], &whole[..]), (&cut, &cut), (&late, &whole)] {
            let message = read(bytes, 100).unwrap();
            assert_eq!((message.kind(), message.bytes()), (Kind::Success, stands));
        }
        assert_eq!(Message::success().bytes(), whole);
        assert_eq!(read(&[0, 2, 0xb0, 0x0f, 0, 0], 100).unwrap().kind(), Kind::Reset);
    }

    #[test]
    fn what_ends_too_soon_or_is_too_long_is_no_message() {
        assert_eq!(read(&[0, 3, 0xb1], 100).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        let long = read(&[0, 3, 0xb1, 0x70, 0xa0, 0, 0], 4).unwrap_err();
        assert_eq!(long.kind(), io::ErrorKind::QuotaExceeded);
    }

    #[test]
    fn a_member_that_does_not_write_is_known_by_its_code_alone() {
        for code in NOT_WRITING {
            assert_eq!(usize::from(code[6]), code.len() - 7);
            let failure = |fields: &[u8]| {
                let body = [b"\xb1\x7f\xa2", fields].concat();
                let size = u8::try_from(body.len()).unwrap();
                read(&[&[0, size], &body[..], &[0, 0]].concat(), 1_000).unwrap()
            };
            assert!(failure(&[code, b"\x87message\x81x"].concat()).is_not_writing());
            let said = [b"\x84code\x81x\x87message\xd0\x38", &code[7..]].concat();
            assert!(!failure(&said).is_not_writing());
        }
    }

    #[test]
    fn an_open_result_is_never_taken_for_a_closed_one() {
        let more = b"\0\x0d\xb1\x70\xa1\x88has_more\xc3\0\0";
        assert!(read(more, 100).unwrap().may_have_more());
        let cut = b"\0\x05\xb1\x70\xa1\x88h\0\x08as_more\xc3\0\0";
        assert!(read(cut, 100).unwrap().may_have_more());
        assert!(!Message::success().may_have_more());
    }
}
