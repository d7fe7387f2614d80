//! A library's bytes in a file of the host's own, which it holds open so that nobody can write, rename or remove it: Windows
//! loads libraries from files alone, and a user's own file stays free to be replaced. A host that was killed leaves its
//! copies behind; the next one removes them.

use crate::file::LARGEST;
use std::fs::{self, DirEntry, File, OpenOptions};
use std::io::{self, Read};
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use windows_sys::Win32::Storage::FileSystem::FILE_SHARE_READ;

/// How much is read at once.
const PART: usize = 64 << 10;

/// A copy that is not older may be one that another host has written and does not hold yet.
const BEING_WRITTEN: Duration = Duration::from_secs(60);

/// A library's bytes.
pub(super) struct Content {
    path: PathBuf,
    /// Nothing once the copy is to go.
    held: Option<File>,
}

impl Content {
    pub fn of(file: File, _length: u64) -> io::Result<Content> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        static SWEEP: Once = Once::new();
        let folder = std::env::temp_dir().join("othello-host-held");
        fs::create_dir_all(&folder)?;
        SWEEP.call_once(|| sweep(&folder));
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}-{number}.dll", std::process::id()));
        // Until it is written it is nobody's but this process's.
        let mut copy =
            OpenOptions::new().write(true).create(true).truncate(true).share_mode(0).open(&path)?;
        io::copy(&mut file.take(LARGEST), &mut copy)?;
        drop(copy);
        // What is hashed is read from here on, and so is what is loaded.
        let held = OpenOptions::new().read(true).share_mode(FILE_SHARE_READ).open(&path)?;
        Ok(Content { path, held: Some(held) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the bytes, one part after the other, for as long as they are wanted.
    pub fn for_each_part(&self, mut take: impl FnMut(&[u8]) -> bool) {
        let Some(held) = &self.held else { return };
        let mut part = vec![0; PART];
        let mut at = 0;
        while let Ok(count @ 1..) = held.seek_read(&mut part, at) {
            at += count as u64;
            if !take(&part[..count]) {
                return;
            }
        }
    }
}

impl Drop for Content {
    fn drop(&mut self) {
        drop(self.held.take());
        // Where a player's process still has it, the next host removes it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Removes what nobody holds any more.
fn sweep(folder: &Path) {
    let is_old = |copy: &DirEntry| {
        let age = copy.metadata().and_then(|about| about.modified()).ok()?.elapsed().ok()?;
        Some(age > BEING_WRITTEN)
    };
    let copies = fs::read_dir(folder).into_iter().flatten().flatten();
    for copy in copies.filter(|copy| is_old(copy).unwrap_or(false)) {
        // What is held can't be removed.
        let _ = fs::remove_file(copy.path());
    }
}
