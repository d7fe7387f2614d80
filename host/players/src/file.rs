//! Files from outside and files of the user's. Each from outside is opened without waiting, as a regular file, up to a bounded length, and read once, so
//! that the bytes that were hashed are the bytes that are loaded.

use othello_rules::outside;
use othello_rules::text::decoded;
use sha2::{Digest, Sha256};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::UNIX_EPOCH;

/// The largest file that is read as a plugin.
pub(crate) const LARGEST: u64 = 128 << 20;

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

/// The SHA-256 of some bytes, in hexadecimal.
#[must_use]
pub fn sha256_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A file of the user's that lies whole beside the place that it is to take: whoever reads finds the old one or the new
/// one, both of them whole. Where writing fails, the power goes, or it is not wanted after all, the old one stays, and
/// nothing is left of this one.
pub(crate) struct Pending {
    beside: PathBuf,
    place: PathBuf,
}

impl Pending {
    /// One that is filled so.
    pub fn filled(
        place: &Path,
        fill: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<Pending> {
        Pending::opened(OpenOptions::new(), place, fill)
    }

    fn opened(
        mut options: OpenOptions,
        place: &Path,
        fill: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<Pending> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let beside = place.with_extension(format!("{}-{number}.new", std::process::id()));
        let mut file = options.write(true).create_new(true).open(&beside)?;
        let pending = Pending { beside, place: place.to_owned() };
        fill(&mut file).and_then(|()| file.sync_all())?;
        Ok(pending)
    }

    /// One with these bytes.
    pub fn of(place: &Path, bytes: &[u8]) -> io::Result<Pending> {
        Pending::filled(place, |file| file.write_all(bytes))
    }

    /// Puts it in its place.
    pub fn keep(self) -> io::Result<()> {
        fs::rename(&self.beside, &self.place)
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // Half a file is only in the way; one that was kept is here no more.
        let _ = fs::remove_file(&self.beside);
    }
}

/// Writes a file of the user's in the place of the one that is there, or leaves that one as it is.
///
/// # Errors
///
/// Where the disk has no room or the folder can't be written to.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Pending::of(path, bytes)?.keep()
}

/// The same for what nobody else on this machine is to read, such as a key.
///
/// # Errors
///
/// Where the disk has no room or the folder can't be written to.
pub fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let options = OpenOptions::new();
    #[cfg(unix)]
    let options = std::os::unix::fs::OpenOptionsExt::mode(&mut options.clone(), 0o600).clone();
    Pending::opened(options, path, |file| file.write_all(bytes))?.keep()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Bytes {
    /// Reads a file, and nothing else that may have a plugin's name.
    pub(crate) fn read(path: &Path) -> Result<Bytes, String> {
        let (file, metadata) = open(path)?;
        Bytes::of(file, metadata.len())
    }

    pub(crate) fn of(file: File, length: u64) -> Result<Bytes, String> {
        check_length(length)?;
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        Ok(Bytes(bytes))
    }

    /// Those of a text.
    pub(crate) fn of_text(text: String) -> Bytes {
        Bytes(text.into_bytes())
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

/// Makes a folder that nobody else can write to, or sees that it is one: what lies there is loaded.
///
/// # Errors
///
/// Where it can't be made, or is another's or open to others.
pub fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, MetadataExt};
        builder.mode(0o700).create(folder)?;
        let found = folder.symlink_metadata()?;
        let is_own = found.is_dir() && found.uid() == rustix::process::geteuid().as_raw();
        if !is_own || found.mode() & 0o022 != 0 {
            let reason = format!("{} is open to others", folder.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, reason));
        }
        Ok(())
    }
    #[cfg(not(unix))]
    builder.create(folder)
}

/// Opens a regular file for reading, in words where it can't.
pub(crate) fn open(path: &Path) -> Result<(File, Metadata), String> {
    outside::open(path).map_err(|error| error.to_string())
}

pub(crate) fn check_length(length: u64) -> Result<(), String> {
    if length > LARGEST { Err(format!("it is larger than {} MiB", LARGEST >> 20)) } else { Ok(()) }
}

impl Stamp {
    /// How long the file is.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The stamp of a file.
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        #[cfg(unix)]
        let (inode, changed) = {
            use std::os::unix::fs::MetadataExt;
            (metadata.ino(), (metadata.ctime(), metadata.ctime_nsec()))
        };
        // The file that takes another's place was made at another time.
        #[cfg(windows)]
        let (inode, changed) = (std::os::windows::fs::MetadataExt::creation_time(metadata), (0, 0));
        let modified = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        Stamp {
            length: metadata.len(),
            modified: modified.map_or(0, |since| since.as_nanos()),
            inode,
            changed,
        }
    }
}

/// A path as it is meant that a shell did not see: between quotes, or typed in the menu, `~` is left to us.
pub(crate) fn at_home(path: &Path) -> PathBuf {
    let within = path.strip_prefix("~").ok().filter(|_| !path.exists());
    within.and_then(|within| Some(dirs::home_dir()?.join(within))).unwrap_or_else(|| path.into())
}

/// Reads a text file of a bounded length.
///
/// # Errors
///
/// Where it is no file, or longer, or can't be read; in words.
pub fn read_text(path: &Path, longest: u64) -> Result<String, String> {
    let bytes = outside::read(path, longest).map_err(|error| error.to_string())?;
    decoded(&bytes).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_file_that_could_not_be_written_the_old_one_stays_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("mine.othello");
        write_whole(&place, b"old").unwrap();
        let failed = Pending::filled(&place, |file| {
            file.write_all(b"half of the new")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        drop(Pending::of(&place, b"not wanted after all").unwrap());
        let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|one| one.unwrap().path()).collect();
        assert_eq!((names, fs::read(&place).unwrap()), (vec![place.clone()], b"old".to_vec()));
        Pending::of(&place, b"new").unwrap().keep().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"new");
    }
}
