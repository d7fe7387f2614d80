//! The packs of guests on a worker's machine. Each lies in a folder of its own for as long as its player plays, and a
//! minute more in case it plays again: who is forgotten where they come from is soon forgotten here.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::names::Digest;

/// How long a pack lies there after it was last needed.
pub(crate) const KEPT: Duration = Duration::from_secs(60);
/// How the names of shelves begin, and what in each says that somebody uses it.
const SHELVES: &str = "guests-";
const LOCK: &str = "lock";

/// Packs on this machine, until this is dropped.
pub(crate) struct Shelf {
    folder: PathBuf,
    _lock: File,
    packs: Mutex<HashMap<Digest, (Arc<ShelvedPack>, Instant)>>,
    count: AtomicU64,
}

/// A pack in a folder that goes with this, and with all that was unpacked into it.
pub(crate) struct ShelvedPack {
    folder: PathBuf,
    pub file: PathBuf,
}

impl Drop for ShelvedPack {
    fn drop(&mut self) {
        // What stays goes with the shelf.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Shelf {
    /// An empty one among others, of which those of workers that were killed are taken away.
    pub(crate) fn open(shelves: &Path) -> io::Result<Shelf> {
        static SHELVES_HERE: AtomicU64 = AtomicU64::new(0);
        clear_away(shelves);
        let number = SHELVES_HERE.fetch_add(1, Ordering::Relaxed);
        let folder = shelves.join(format!("{SHELVES}{}-{number}", std::process::id()));
        fs::create_dir_all(shelves)?;
        make_private(&folder)?;
        let lock = File::create(folder.join(LOCK))?;
        lock.lock()?;
        let (packs, count) = (Mutex::default(), AtomicU64::new(0));
        Ok(Shelf { folder, _lock: lock, packs, count })
    }

    /// The pack with this hash, if it is there.
    pub(crate) fn get(&self, digest: &Digest) -> Option<Arc<ShelvedPack>> {
        self.packs().get_mut(digest).map(|(pack, used)| {
            *used = Instant::now();
            Arc::clone(pack)
        })
    }

    /// Puts a pack there.
    pub(crate) fn put(&self, digest: &Digest, bytes: &[u8]) -> io::Result<Arc<ShelvedPack>> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let folder = self.folder.join(number.to_string());
        let pack = ShelvedPack { file: folder.join("player.othello"), folder };
        fs::create_dir_all(&pack.folder)?;
        fs::write(&pack.file, bytes)?;
        let pack = Arc::new(pack);
        self.packs().insert(digest.clone(), (Arc::clone(&pack), Instant::now()));
        Ok(pack)
    }

    /// Takes away what nobody has needed for that long; what is being played with goes after its game.
    pub(crate) fn tidy(&self, kept: Duration) {
        let is_idle = |pack: &Arc<ShelvedPack>, used: Instant| {
            Arc::strong_count(pack) == 1 && used.elapsed() > kept
        };
        self.packs().retain(|_, (pack, used)| !is_idle(pack, *used));
    }

    fn packs(&self) -> MutexGuard<'_, HashMap<Digest, (Arc<ShelvedPack>, Instant)>> {
        self.packs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a new folder that is nobody else's to look into.
fn make_private(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::DirBuilderExt::mode(&mut DirBuilder::new(), 0o700).create(folder);
    #[cfg(not(unix))]
    DirBuilder::new().create(folder)
}

/// Takes away the shelves of workers that have ended without doing so.
fn clear_away(shelves: &Path) {
    for entry in shelves.read_dir().into_iter().flatten().flatten() {
        let is_shelf = entry.file_name().to_string_lossy().starts_with(SHELVES);
        let lock = is_shelf.then(|| File::open(entry.path().join(LOCK)));
        if lock.is_some_and(|lock| lock.is_ok_and(|lock| lock.try_lock().is_ok())) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_lies_there_while_it_is_needed_and_goes_with_all_that_came_of_it() {
        let cache = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(cache.path()).unwrap();
        let digest = Digest::of(b"pack");
        assert!(shelf.get(&digest).is_none());
        let pack = shelf.put(&digest, b"pack").unwrap();
        let (file, folder) = (pack.file.clone(), pack.folder.clone());
        fs::write(folder.join("unpacked"), "RETURN 1").unwrap();
        shelf.tidy(Duration::ZERO);
        assert_eq!(fs::read(&file).unwrap(), b"pack", "it is being played with");
        drop(pack);
        shelf.tidy(KEPT);
        drop(shelf.get(&digest).unwrap());
        shelf.tidy(Duration::ZERO);
        assert!(!folder.exists() && shelf.get(&digest).is_none());
    }

    #[test]
    #[cfg(unix)]
    fn nobody_else_on_the_machine_looks_into_it() {
        use std::os::unix::fs::PermissionsExt;
        let cache = tempfile::tempdir().unwrap();
        let shelf = Shelf::open(&cache.path().join("guests")).unwrap();
        let mode = fs::metadata(&shelf.folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[test]
    fn what_a_killed_worker_left_is_taken_away_by_the_next_and_nothing_else() {
        let cache = tempfile::tempdir().unwrap();
        let left = cache.path().join("guests-1-0");
        fs::create_dir_all(left.join("0")).unwrap();
        fs::write(left.join(LOCK), "").unwrap();
        fs::write(cache.path().join("0123.othello"), "a contest's").unwrap();
        let (one, other) = (Shelf::open(cache.path()).unwrap(), Shelf::open(cache.path()).unwrap());
        assert!(!left.exists() && cache.path().join("0123.othello").exists());
        assert!(one.folder.exists() && other.folder.exists());
        drop((one, other));
        assert_eq!(cache.path().read_dir().unwrap().count(), 1);
    }
}
