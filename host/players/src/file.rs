//! Files from outside and files of the user's. Each from outside is opened without waiting, as a regular file, up to a bounded length, and read once, so
//! that the bytes that were hashed are the bytes that are loaded.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::UNIX_EPOCH;

/// The largest file that is read as a plugin.
const LARGEST: u64 = 128 << 20;

/// How much of a library is looked at to see for which system it is.
const HEAD: usize = 64 << 10;

/// How much memory the libraries may take that are kept for the next game.
const MOST_KEPT: u64 = 256 << 20;

/// The bytes of a plugin's file.
pub(crate) struct Bytes(Vec<u8>);

/// What tells one state of a file from another without reading it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Stamp {
    length: u64,
    modified: u128,
    inode: u64,
    /// When the system last saw it change, in seconds and nanoseconds: nobody can set that back.
    changed: (i64, i64),
}

/// A library as its players' processes get it.
pub(crate) struct Library {
    head: Vec<u8>,
    content: Content,
    sha256: OnceLock<String>,
}

/// A file in memory with the library's bytes, which nobody can change any more.
#[cfg(target_os = "linux")]
type Content = OwnedFd;

/// There are no such files here: the library is loaded from its path.
#[cfg(not(target_os = "linux"))]
type Content = Vec<u8>;

/// The SHA-256 of some bytes, in hexadecimal.
#[must_use]
pub fn sha256_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Writes a file of the user's beside the one that is there and then in its place: whoever reads finds the old one or
/// the new one, both of them whole, and where writing fails or the power goes, the old one stays.
///
/// # Errors
///
/// Where the disk has no room or the folder can't be written to.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_extension(format!("{}-{number}.new", std::process::id()));
    let written = File::create_new(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // Half a file is only in the way.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Bytes {
    /// Reads a file, and nothing else that may have a plugin's name.
    pub(crate) fn read(path: &Path) -> Result<Bytes, String> {
        let (file, metadata) = open(path)?;
        Bytes::of(file, metadata.len())
    }

    fn of(file: File, length: u64) -> Result<Bytes, String> {
        check_length(length)?;
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        Ok(Bytes(bytes))
    }

    /// The bytes themselves.
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// Their hash, in hexadecimal.
    pub(crate) fn sha256(&self) -> String {
        sha256_of(&self.0)
    }
}

impl Library {
    /// The library in this file. While nobody changes the file, it is read once and all processes
    /// share its memory, so that a contest's games need not each copy it.
    pub(crate) fn at(path: &Path) -> Result<Arc<Library>, String> {
        type LoadedLibraries = HashMap<PathBuf, (Stamp, Arc<Library>)>;
        static LOADED: LazyLock<Mutex<LoadedLibraries>> = LazyLock::new(Mutex::default);
        let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, metadata) = open(path)?;
        let stamp = Stamp::of(&metadata);
        if let Some((known, library)) = loaded().get(path)
            && *known == stamp
        {
            return Ok(Arc::clone(library));
        }
        let library = Arc::new(Library::copy_of(file, metadata.len())?);
        let mut loaded = loaded();
        loaded.remove(path);
        let kept: u64 = loaded.values().map(|(stamp, _)| stamp.length).sum();
        if kept + stamp.length > MOST_KEPT {
            loaded.clear();
        }
        loaded.insert(path.to_owned(), (stamp, Arc::clone(&library)));
        Ok(library)
    }

    /// The library in this file, which is not kept, with the file's stamp.
    pub(crate) fn read(path: &Path) -> Result<(Stamp, Library), String> {
        let (file, metadata) = open(path)?;
        Ok((Stamp::of(&metadata), Library::copy_of(file, metadata.len())?))
    }

    #[cfg(target_os = "linux")]
    fn copy_of(file: File, length: u64) -> Result<Library, String> {
        use rustix::fs::{MemfdFlags, SealFlags};
        check_length(length)?;
        let copy = || -> io::Result<OwnedFd> {
            let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
            let mut memory = File::from(rustix::fs::memfd_create("player", flags)?);
            io::copy(&mut file.take(LARGEST), &mut memory)?;
            let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
            rustix::fs::fcntl_add_seals(&memory, seals)?;
            Ok(memory.into())
        };
        let content = copy().map_err(|error| error.to_string())?;
        let mut head = Vec::new();
        for_each_part(&content, |part| {
            head.extend_from_slice(part);
            head.len() < HEAD
        });
        Ok(Library { head, content, sha256: OnceLock::new() })
    }

    #[cfg(not(target_os = "linux"))]
    fn copy_of(file: File, length: u64) -> Result<Library, String> {
        let Bytes(content) = Bytes::of(file, length)?;
        let head = content[..content.len().min(HEAD)].to_vec();
        Ok(Library { head, content, sha256: OnceLock::new() })
    }

    /// What a process loads it from, where it is not the path: opened for it alone, since processes that read one open
    /// file move each other's place in it.
    pub(crate) fn sealed_file(&self) -> io::Result<Option<OwnedFd>> {
        #[cfg(target_os = "linux")]
        {
            use std::os::fd::AsRawFd;
            let file = File::open(format!("/proc/self/fd/{}", self.content.as_raw_fd()))?;
            Ok(Some(file.into()))
        }
        #[cfg(not(target_os = "linux"))]
        Ok(None)
    }

    /// Its first bytes.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    /// The hash of its bytes, in hexadecimal.
    pub(crate) fn sha256(&self) -> &str {
        #[cfg(target_os = "linux")]
        return self.sha256.get_or_init(|| {
            let mut hash = Sha256::new();
            for_each_part(&self.content, |part| {
                hash.update(part);
                true
            });
            hex(&hash.finalize())
        });
        #[cfg(not(target_os = "linux"))]
        return self.sha256.get_or_init(|| sha256_of(&self.content));
    }
}

/// Gives the bytes of a file in memory, one part after the other, for as long as they are wanted.
#[cfg(target_os = "linux")]
fn for_each_part(file: &OwnedFd, mut take: impl FnMut(&[u8]) -> bool) {
    let mut part = vec![0; HEAD];
    let mut at = 0;
    while let Ok(count @ 1..) = rustix::io::pread(file, &mut part, at) {
        at += count as u64;
        if !take(&part[..count]) {
            return;
        }
    }
}

/// Opens a regular file for reading. What is something else, such as a pipe that nobody writes to or a device that
/// does something when it is opened, is not touched.
pub(crate) fn open(path: &Path) -> Result<(File, Metadata), String> {
    let is_file = |metadata: &Metadata| {
        if metadata.is_file() { Ok(()) } else { Err("it is not a file".to_owned()) }
    };
    is_file(&path.metadata().map_err(|error| error.to_string())?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        // It may have been replaced since: then the opening does not wait, and what was opened is looked at.
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| error.to_string())?;
    let metadata = file.metadata().map_err(|error| error.to_string())?;
    is_file(&metadata)?;
    Ok((file, metadata))
}

fn check_length(length: u64) -> Result<(), String> {
    if length > LARGEST { Err(format!("it is larger than {} MiB", LARGEST >> 20)) } else { Ok(()) }
}

impl Stamp {
    /// The stamp of a file.
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        #[cfg(unix)]
        let (inode, changed) = {
            use std::os::unix::fs::MetadataExt;
            (metadata.ino(), (metadata.ctime(), metadata.ctime_nsec()))
        };
        #[cfg(not(unix))]
        let (inode, changed) = (0, (0, 0));
        let modified = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        Stamp {
            length: metadata.len(),
            modified: modified.map_or(0, |since| since.as_nanos()),
            inode,
            changed,
        }
    }
}

/// Reads a text file of a bounded length.
pub(crate) fn read_text(path: &Path, longest: u64) -> Result<String, String> {
    let mut text = String::new();
    let read = open(path)?.0.take(longest + 1).read_to_string(&mut text);
    match read {
        Err(error) => Err(error.to_string()),
        Ok(count) if count as u64 > longest => Err(format!("it is longer than {longest} bytes")),
        Ok(_) => Ok(text),
    }
}
