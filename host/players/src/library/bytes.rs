//! A library's bytes as they were read. There are no files that are sealed here: the library is loaded from its path.

use crate::file::Bytes;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;

/// How much is read at once.
const PART: usize = 64 << 10;

/// A library's bytes.
pub(super) struct Content(Bytes);

impl Content {
    pub fn of(file: File, length: u64) -> io::Result<Content> {
        Bytes::of(file, length).map(Content).map_err(io::Error::other)
    }

    pub fn sealed_file(&self) -> io::Result<Option<OwnedFd>> {
        Ok(None)
    }

    /// Gives the bytes, one part after the other, for as long as they are wanted.
    pub fn for_each_part(&self, mut take: impl FnMut(&[u8]) -> bool) {
        for part in self.0.as_slice().chunks(PART) {
            if !take(part) {
                return;
            }
        }
    }
}
