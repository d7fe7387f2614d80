//! Files that were compiled into a program: the players of one that was installed as sources, which nothing brings them to
//! but itself. They are built where this crate is (`build.rs`).

use super::bundle::{Bundle, BundledFile};
use std::fs;
use std::io;
use std::path::Path;

/// Files by their names.
#[derive(Clone, Copy)]
pub(crate) struct CompiledIn {
    pub(crate) key: &'static str,
    pub(crate) files: &'static [(&'static str, &'static [u8])],
}

/// Those of this program; none where a build left them out.
const PLAYERS: CompiledIn = include!(concat!(env!("OUT_DIR"), "/players.rs"));

impl CompiledIn {
    /// What was compiled into this program, if anything.
    pub(crate) fn players() -> Option<CompiledIn> {
        (!PLAYERS.files.is_empty()).then_some(PLAYERS)
    }
}

impl Bundle for CompiledIn {
    fn key(&self) -> &str {
        self.key
    }

    fn files(&self) -> Vec<BundledFile> {
        let file = |(name, bytes): &(&str, &[u8])| BundledFile {
            name: (*name).to_owned(),
            size: bytes.len() as u64,
        };
        self.files.iter().map(file).collect()
    }

    fn unpack(&mut self, folder: &Path) -> io::Result<()> {
        self.files.iter().try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes))
    }
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;
    use crate::shipped::bundle::unpacked_within;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn nothing_is_taken_from_a_folder_that_others_may_write_to() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("cache");
        fs::create_dir(&to).unwrap();
        fs::set_permissions(&to, fs::Permissions::from_mode(0o777)).unwrap();
        let mut players = CompiledIn { key: "1", files: &[("a.so", b"the bytes")] };
        let refused = unpacked_within(&mut players, &to);
        assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        fs::set_permissions(&to, fs::Permissions::from_mode(0o700)).unwrap();
        let unpacked = unpacked_within(&mut players, &to).unwrap();
        assert_eq!(fs::read(unpacked.folder.join("a.so")).unwrap(), b"the bytes");
    }
}
