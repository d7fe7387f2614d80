//! The packs of players on a worker's machine. Each lies in a folder of its own, with what is unpacked of it. Those of a
//! contest stay until there is no room for others, also for the next worker; those of guests go a minute after they were
//! last needed: who is forgotten where they come from is soon forgotten here. All of them together take no more of the
//! disk than they may.

use std::collections::HashMap;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::message::LARGEST_ORDER;
use crate::names::Digest;
use crate::objects::Landing;
use crate::room::{BESIDE, Ledger, NoRoom, PackRoom, Taken};

/// How long a guest's pack lies there after it was last needed.
pub(crate) const KEPT: Duration = Duration::from_secs(60);
/// How the names of shelves begin, and what in each says that somebody uses it.
const SHELVES: &str = "shelf-";
const LOCK: &str = "lock";
/// What a pack is called in its folder.
const FILE: &str = "player.othello";

/// Packs on this machine, until this is dropped.
pub(crate) struct Shelf {
    folder: PathBuf,
    _lock: File,
    room: PackRoom,
    ledger: Arc<Ledger>,
    packs: Mutex<HashMap<Digest, (Arc<ShelvedPack>, Instant)>>,
    count: AtomicU64,
}

/// What is put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The plan of a contest.
    Plan,
    /// A player of a contest.
    Player,
    /// A file that an option of a player names.
    OptionFile,
    /// A player that came with a pair.
    Guest,
}

impl Kind {
    /// Whether it is unpacked here, so that what is in it counts as well.
    fn is_unpacked(self) -> bool {
        matches!(self, Kind::Player | Kind::Guest)
    }
}

/// A pack in a folder that goes with this, and with all that was unpacked into it.
pub(crate) struct ShelvedPack {
    folder: PathBuf,
    pub file: PathBuf,
    taken: Taken,
    /// Whether it was weighed as what is unpacked here.
    is_unpacked: bool,
    /// Whether it is to be there for the next worker.
    stays: AtomicBool,
    /// Whether it was compared with its hash.
    is_compared: AtomicBool,
}

impl PartialEq for Arriving {
    fn eq(&self, other: &Arriving) -> bool {
        self.path == other.path
    }
}

/// Something that lands on the shelf, and is gone where it is not put there.
pub(crate) struct Arriving {
    shelf: Arc<Shelf>,
    kind: Kind,
    path: PathBuf,
    file: Option<File>,
    taken: Option<Taken>,
}

impl ShelvedPack {
    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.taken.bytes
    }

    /// Whether it is what it is called, as it may not be where a worker before left it.
    fn is(&self, digest: &Digest) -> bool {
        if self.is_compared.load(Ordering::Relaxed) {
            return self.file.is_file();
        }
        let hash = File::open(&self.file).and_then(Digest::of_file);
        let is_it = hash.is_ok_and(|hash| hash == *digest);
        self.is_compared.store(is_it, Ordering::Relaxed);
        is_it
    }
}

impl Drop for ShelvedPack {
    fn drop(&mut self) {
        if !self.stays.load(Ordering::Relaxed) {
            // What stays goes with the shelf.
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        self.packs().clear();
        let all = self.folder.read_dir().into_iter().flatten().flatten();
        let mut stays = false;
        for entry in all.filter(|entry| entry.file_name() != LOCK) {
            match digest_of(&entry.path()) {
                Some(_) => stays = true,
                None => remove(&entry.path()),
            }
        }
        if !stays {
            remove(&self.folder);
        }
    }
}

impl Shelf {
    /// One among others. Of those of workers that have ended the packs of contests are taken over, and all else is taken
    /// away.
    pub(crate) fn open(shelves: &Path, room: PackRoom) -> io::Result<Arc<Shelf>> {
        static SHELVES_HERE: AtomicU64 = AtomicU64::new(0);
        let number = SHELVES_HERE.fetch_add(1, Ordering::Relaxed);
        let folder = shelves.join(format!("{SHELVES}{}-{number}", std::process::id()));
        fs::create_dir_all(shelves)?;
        // Another process may have had this number, and left what it had.
        let folder = (0..).map(|more| folder.with_extension(more.to_string()));
        let mut free = folder.filter(|folder| !folder.exists());
        let folder = free.next().ok_or_else(|| io::Error::from(io::ErrorKind::AlreadyExists))?;
        make_private(&folder)?;
        let lock = File::create(folder.join(LOCK))?;
        lock.lock()?;
        let (ledger, packs, count) = Default::default();
        let shelf = Shelf { folder, _lock: lock, room, ledger, packs, count };
        shelf.inherit(shelves);
        Ok(Arc::new(shelf))
    }

    /// What has this hash, if it is there and came as something of this kind.
    pub(crate) fn get(&self, digest: &Digest, kind: Kind) -> Option<Arc<ShelvedPack>> {
        let found = self.packs().get(digest).map(|(pack, _)| Arc::clone(pack))?;
        if found.is_unpacked != kind.is_unpacked() {
            return None;
        }
        let is_it = found.is(digest);
        let mut packs = self.packs();
        if is_it {
            packs.insert(digest.clone(), (Arc::clone(&found), Instant::now()));
            return Some(found);
        }
        found.stays.store(false, Ordering::Relaxed);
        packs.remove(digest);
        None
    }

    /// A place where something of this kind may land.
    pub(crate) fn landing(self: &Arc<Shelf>, kind: Kind) -> Arriving {
        let path = self.folder.join(format!("{}.part", self.number()));
        Arriving { shelf: Arc::clone(self), kind, path, file: None, taken: None }
    }

    /// Puts there what has landed and has this hash.
    pub(crate) fn put(
        &self,
        digest: &Digest,
        mut landed: Arriving,
    ) -> Result<Arc<ShelvedPack>, NoRoom> {
        landed.file = None;
        let unpacked = if landed.kind.is_unpacked() {
            (self.room.unpacked)(&landed.path, self.room.one).map_err(NoRoom::Unfit)?
        } else {
            0
        };
        let taken = self.take(unpacked.saturating_add(BESIDE))?;
        let taken = match landed.taken.take() {
            Some(before) => before.with(taken),
            None => taken,
        };
        let stays = landed.kind == Kind::Player;
        let name = if stays { format!("{}-{digest}", self.number()) } else { self.number() };
        let folder = self.folder.join(name);
        let pack = ShelvedPack {
            file: folder.join(FILE),
            folder,
            taken,
            is_unpacked: landed.kind.is_unpacked(),
            stays: AtomicBool::new(false),
            is_compared: AtomicBool::new(true),
        };
        fs::create_dir_all(&pack.folder)
            .and_then(|()| fs::rename(&landed.path, &pack.file))
            .map_err(|error| NoRoom::Disk(error.to_string()))?;
        pack.stays.store(stays, Ordering::Relaxed);
        let pack = Arc::new(pack);
        self.insert(digest.clone(), Arc::clone(&pack));
        Ok(pack)
    }

    /// Takes away the guests that nobody has needed for that long; what is being played with goes after its game.
    pub(crate) fn tidy(&self, kept: Duration) {
        let is_idle = |pack: &Arc<ShelvedPack>, used: Instant| {
            Arc::strong_count(pack) == 1
                && used.elapsed() > kept
                && !pack.stays.load(Ordering::Relaxed)
        };
        self.packs().retain(|_, (pack, used)| !is_idle(pack, *used));
    }

    /// How many bytes are taken that nobody gives up.
    pub(crate) fn taken(&self) -> u64 {
        self.ledger.taken()
    }

    /// Takes so many bytes; what was not needed for the longest time goes where there is no room.
    fn take(&self, bytes: u64) -> Result<Taken, NoRoom> {
        let mut packs = self.packs();
        loop {
            if let Some(taken) = self.ledger.take(bytes, self.room.all) {
                return Ok(taken);
            }
            let idle = packs.iter().filter(|(_, (pack, _))| Arc::strong_count(pack) == 1);
            let oldest = idle.min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(digest, _)| digest.clone()) else {
                return Err(NoRoom::Full { all: self.room.all });
            };
            if let Some((pack, _)) = packs.remove(&oldest) {
                pack.stays.store(false, Ordering::Relaxed);
            }
        }
    }

    /// Puts something in the place of what had this hash before.
    fn insert(&self, digest: Digest, pack: Arc<ShelvedPack>) {
        let before = self.packs().insert(digest, (pack, Instant::now()));
        if let Some((before, _)) = before {
            before.stays.store(false, Ordering::Relaxed);
        }
    }

    fn number(&self) -> String {
        self.count.fetch_add(1, Ordering::Relaxed).to_string()
    }

    fn packs(&self) -> MutexGuard<'_, HashMap<Digest, (Arc<ShelvedPack>, Instant)>> {
        self.packs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over what workers have left that have ended.
    fn inherit(&self, shelves: &Path) {
        let mut left = Vec::new();
        for entry in shelves.read_dir().into_iter().flatten().flatten() {
            let is_shelf = entry.file_name().to_string_lossy().starts_with(SHELVES);
            let lock = is_shelf.then(|| File::open(entry.path().join(LOCK)));
            // Whoever has it alone is the only one that takes over.
            let Some(Ok(lock)) = lock else { continue };
            if lock.try_lock().is_err() {
                continue;
            }
            for pack in entry.path().read_dir().into_iter().flatten().flatten() {
                let Some(digest) = digest_of(&pack.path()) else { continue };
                let folder = self.folder.join(format!("{}-{digest}", self.number()));
                let when = pack.metadata().and_then(|it| it.modified()).ok();
                if fs::rename(pack.path(), &folder).is_ok() {
                    left.push((when, digest, folder));
                }
            }
            remove(&entry.path());
        }
        left.sort();
        for (_, digest, folder) in left {
            let Ok(taken) = self.take(BESIDE.saturating_add(size_of(&folder))) else {
                remove(&folder);
                continue;
            };
            let (file, stays) = (folder.join(FILE), AtomicBool::new(true));
            let is_compared = AtomicBool::default();
            let pack = ShelvedPack { folder, file, taken, is_unpacked: true, stays, is_compared };
            self.insert(digest, Arc::new(pack));
        }
    }
}

impl Landing for Arriving {
    fn begin(&mut self, size: u64) -> Result<(), NoRoom> {
        match (self.kind, self.shelf.room.one) {
            (Kind::Plan, _) if size > LARGEST_ORDER => return Err(NoRoom::LargePlan),
            (Kind::Player | Kind::OptionFile | Kind::Guest, most) if size > most => {
                return Err(NoRoom::Large { size, most });
            }
            _ if size > self.shelf.room.all => {
                return Err(NoRoom::Many { all: self.shelf.room.all });
            }
            _ => {}
        }
        self.taken = Some(self.shelf.take(size)?);
        let file = File::create_new(&self.path);
        self.file = Some(file.map_err(|error| NoRoom::Disk(error.to_string()))?);
        Ok(())
    }

    fn add(&mut self, bytes: &[u8]) -> Result<(), NoRoom> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.write_all(bytes).map_err(|error| NoRoom::Disk(error.to_string()))
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.file = None;
        let _ = fs::remove_file(&self.path);
    }
}

/// Makes a new folder that is nobody else's to look into.
fn make_private(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::DirBuilderExt::mode(&mut DirBuilder::new(), 0o700).create(folder);
    #[cfg(not(unix))]
    DirBuilder::new().create(folder)
}

/// The hash of the pack in a folder that stays.
fn digest_of(folder: &Path) -> Option<Digest> {
    let name = folder.file_name()?.to_str()?;
    let (_, digest) = name.split_once('-')?;
    Digest::try_from(digest.to_owned()).ok()
}

/// How many bytes lie in a folder.
fn size_of(folder: &Path) -> u64 {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(it) if it.is_dir() => size_of(&entry.path()),
        it => it.map_or(0, |it| it.len()),
    });
    sizes.sum()
}

/// Takes away a file or a folder with all that is in it. What can't be taken away is the next time.
fn remove(path: &Path) {
    let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
}

#[cfg(test)]
mod tests;
