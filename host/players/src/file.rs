//! A plugin's file: read once, so that the bytes that were hashed are the bytes that are loaded.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::time::UNIX_EPOCH;

/// The largest file that is read as a plugin.
const LARGEST: u64 = 512 << 20;

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
    bytes: Bytes,
    sealed: OnceLock<Option<OwnedFd>>,
    sha256: OnceLock<String>,
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn sha256_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Bytes {
    /// Reads a file, and nothing else that may have a plugin's name.
    pub(crate) fn read(path: &Path) -> Result<Bytes, String> {
        let (file, metadata) = open(path)?;
        Bytes::of(file, metadata.len())
    }

    fn of(file: File, length: u64) -> Result<Bytes, String> {
        if length > LARGEST {
            return Err(format!("it is larger than {} MiB", LARGEST >> 20));
        }
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

    /// A file in memory with these bytes that nobody can change any more, where the system has
    /// such files.
    #[cfg(target_os = "linux")]
    fn sealed_copy(&self) -> io::Result<Option<OwnedFd>> {
        use rustix::fs::{MemfdFlags, SealFlags};
        use std::io::Write;
        let memory =
            rustix::fs::memfd_create("player", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        let mut file = File::from(memory);
        file.write_all(&self.0)?;
        let memory = OwnedFd::from(file);
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        rustix::fs::fcntl_add_seals(&memory, seals)?;
        Ok(Some(memory))
    }

    /// There are no such files here: the library is loaded from its path.
    #[cfg(not(target_os = "linux"))]
    fn sealed_copy(&self) -> io::Result<Option<OwnedFd>> {
        Ok(None)
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
        let bytes = Bytes::of(file, stamp.length)?;
        let library = Arc::new(Library { bytes, sealed: OnceLock::new(), sha256: OnceLock::new() });
        loaded().insert(path.to_owned(), (stamp, Arc::clone(&library)));
        Ok(library)
    }

    /// What a process loads it from, where it is not the path.
    pub(crate) fn sealed_file(&self) -> io::Result<Option<BorrowedFd<'_>>> {
        if self.sealed.get().is_none() {
            // If another thread was first, its file serves as well.
            let _ = self.sealed.set(self.bytes.sealed_copy()?);
        }
        Ok(self.sealed.get().and_then(Option::as_ref).map(AsFd::as_fd))
    }

    /// The bytes themselves.
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// Their hash, in hexadecimal.
    pub(crate) fn sha256(&self) -> &str {
        self.sha256.get_or_init(|| self.bytes.sha256())
    }
}

/// Opens a file for reading, without waiting where it is a pipe that nobody writes to.
fn open(path: &Path) -> Result<(File, Metadata), String> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path).map_err(|error| error.to_string())?;
    let metadata = file.metadata().map_err(|error| error.to_string())?;
    if metadata.is_file() { Ok((file, metadata)) } else { Err("it is not a file".into()) }
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
