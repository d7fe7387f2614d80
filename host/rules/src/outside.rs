//! Files that others may have written, or put where one is looked for: each is a regular file, which is opened without
//! waiting and read once, up to a bounded length. What a shell has opened and handed over, such as `/dev/stdin` and the
//! `/dev/fd/63` of a substitution, is the user's own doing and is waited for.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// What a game's manifest, a query or a lesson may have: they are written by hand.
pub const WRITTEN_BY_HAND: u64 = 1 << 20;

/// What a file of games or of openings may have.
pub const GAMES: u64 = 1 << 30;

/// What is there besides regular files where a shell has opened something and hands it over.
#[cfg(unix)]
const HANDED_OVER: [&str; 4] = ["/dev/stdin", "/dev/fd", "/proc/self/fd", "/dev/null"];

/// Not to wait for whoever writes to a pipe, and to take no terminal for one's own: what was a file a moment ago may have
/// been replaced.
#[cfg(any(target_os = "linux", target_os = "android"))]
const WITHOUT_WAITING: i32 = 0o4000 | 0o400;
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
const WITHOUT_WAITING: i32 = 0x4;

/// Opens a regular file for reading. What is something else, such as a pipe that nobody writes to or a device that does
/// something when it is opened, is not touched.
///
/// # Errors
/// Where it is no file, or can't be opened.
pub fn open(path: &Path) -> io::Result<(File, Metadata)> {
    regular(&path.metadata()?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, WITHOUT_WAITING);
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    regular(&metadata)?;
    Ok((file, metadata))
}

/// Reads a file, or what a shell hands over, of no more than so many bytes.
///
/// # Errors
/// Where it is neither, or longer, or can't be read.
pub fn read(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let file = if is_handed_over(path) { File::open(path)? } else { open(path)?.0 };
    let mut bytes = Vec::new();
    // A file that says how long it is may lie, and one that is sparse takes no room where it is.
    let is_known_to_be_long = file.metadata().is_ok_and(|file| file.len() > longest);
    if is_known_to_be_long
        || file.take(longest.saturating_add(1)).read_to_end(&mut bytes)? as u64 > longest
    {
        let words = format!("it is longer than {}", in_words(longest));
        return Err(io::Error::new(ErrorKind::FileTooLarge, words));
    }
    Ok(bytes)
}

fn regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let kind = if metadata.is_dir() { ErrorKind::IsADirectory } else { ErrorKind::InvalidInput };
    Err(io::Error::new(kind, "it is not a file"))
}

#[cfg(unix)]
fn is_handed_over(path: &Path) -> bool {
    HANDED_OVER
        .iter()
        .any(|place| path == Path::new(place) || path.parent() == Some(Path::new(place)))
}

#[cfg(not(unix))]
fn is_handed_over(_: &Path) -> bool {
    false
}

fn in_words(bytes: u64) -> String {
    match bytes {
        whole if whole % (1 << 20) == 0 => format!("{} MiB", whole >> 20),
        bytes => format!("{bytes} bytes"),
    }
}
