//! The child's end of the conversation.

use crate::link::Inbox;
use std::fs::File;
use std::io::{self, Read, Write};

/// How much is read at once: more than most lines, and few pages of memory in each of a contest's processes.
const PART: usize = 8 << 10;

/// The child's end of the conversation: two pipes.
pub(super) struct Wire {
    from: File,
    to: File,
    inbox: Inbox,
    scratch: Box<[u8; PART]>,
}

impl Wire {
    pub(super) fn new(from: File, to: File) -> Wire {
        Wire { from, to, inbox: Inbox::default(), scratch: Box::new([0; PART]) }
    }

    /// The next line, or nothing at the end of the conversation.
    pub(super) fn receive(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.inbox.take_line() {
                return String::from_utf8(line).map(Some).map_err(io::Error::other);
            }
            match self.from.read(&mut self.scratch[..]) {
                Ok(0) => return Ok(None),
                Ok(count) => self.inbox.add(&self.scratch[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends text as it is; a line ends with its line end.
    pub(super) fn send(&mut self, text: &[u8]) -> io::Result<()> {
        self.to.write_all(text)
    }

    /// Copies of both ends, to read from and to write to.
    pub(super) fn ends(&self) -> io::Result<(File, File)> {
        Ok((self.from.try_clone()?, self.to.try_clone()?))
    }
}
