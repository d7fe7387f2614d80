//! A library's bytes in a file in memory, which nobody can change any more.

use crate::file::LARGEST;
use rustix::fs::{MemfdFlags, SealFlags};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};

/// How much is read at once.
const PART: usize = 64 << 10;

/// A library's bytes.
pub(super) struct Content(OwnedFd);

impl Content {
    pub fn of(file: File, _length: u64) -> io::Result<Content> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let mut memory = File::from(rustix::fs::memfd_create("player", flags)?);
        io::copy(&mut file.take(LARGEST), &mut memory)?;
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        rustix::fs::fcntl_add_seals(&memory, seals)?;
        Ok(Content(memory.into()))
    }

    pub fn sealed_file(&self) -> io::Result<Option<OwnedFd>> {
        let file = File::open(format!("/proc/self/fd/{}", self.0.as_raw_fd()))?;
        Ok(Some(file.into()))
    }

    /// Gives the bytes, one part after the other, for as long as they are wanted.
    pub fn for_each_part(&self, mut take: impl FnMut(&[u8]) -> bool) {
        let mut part = vec![0; PART];
        let mut at = 0;
        while let Ok(count @ 1..) = rustix::io::pread(&self.0, &mut part, at) {
            at += count as u64;
            if !take(&part[..count]) {
                return;
            }
        }
    }
}
