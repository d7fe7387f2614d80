//! Files behind the end of a program's own, which it has with it wherever it is copied: each packed for itself, then an
//! index, the index's length and a mark. What starts a program reads no further than its own end. What the files are is
//! told elsewhere.

use crate::file::sha256_of;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Error, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a program ends with that has files behind it.
const MARK: &[u8; 16] = b"othello players\n";

/// The mark, and before it the index's length.
const TAIL: u64 = 8 + MARK.len() as u64;

/// A longer index is none of ours.
const LONGEST_INDEX: u64 = 1 << 20;

/// A file behind a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    name: String,
    size: u64,
    packed: u64,
    sha256: String,
}

/// The files behind a program.
#[derive(Debug)]
pub(crate) struct Inside {
    program: File,
    /// Where the program itself ends.
    start: u64,
    entries: Vec<Entry>,
    /// What tells these files from those of another version.
    sha256: String,
}

impl Inside {
    /// What this program has behind it, if anything.
    pub(crate) fn of(program: &Path) -> io::Result<Option<Inside>> {
        let mut program = File::open(program)?;
        let length = program.metadata()?.len();
        let Some(before_tail) = length.checked_sub(TAIL) else { return Ok(None) };
        program.seek(SeekFrom::Start(before_tail))?;
        let mut tail = [0; TAIL as usize];
        program.read_exact(&mut tail)?;
        let (index_length, mark) = tail.split_at(8);
        if mark != MARK {
            return Ok(None);
        }
        let index_length = u64::from_le_bytes(index_length.try_into().map_err(Error::other)?);
        let broken = || Error::other("the list of the players inside of it can't be read");
        let at = before_tail.checked_sub(index_length).filter(|_| index_length <= LONGEST_INDEX);
        let at = at.ok_or_else(broken)?;
        program.seek(SeekFrom::Start(at))?;
        let mut index = Vec::new();
        (&mut program).take(index_length).read_to_end(&mut index)?;
        let entries: Vec<Entry> = serde_json::from_slice(&index)?;
        let packed = entries.iter().map(|entry| entry.packed).fold(0, u64::saturating_add);
        let start = at.checked_sub(packed).ok_or_else(broken)?;
        Ok(Some(Inside { program, start, entries, sha256: sha256_of(&index) }))
    }

    /// The names of the files.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.name.as_str())
    }

    /// The folder within this one that holds these files and nothing else; they are unpacked into it where they are
    /// not there yet.
    pub(crate) fn unpacked_within(&mut self, above: &Path) -> io::Result<PathBuf> {
        make_private(above)?;
        let folder = above.join(&self.sha256[..16]);
        if !self.lies_in(&folder) {
            // Another host may do the same at this moment: each sees a whole folder, or its own.
            let whole = folder.with_extension(format!("{}.tmp", std::process::id()));
            self.unpack(&whole)?;
            let _ = fs::remove_dir_all(&folder);
            if fs::rename(&whole, &folder).is_err() {
                let _ = fs::remove_dir_all(&whole);
            }
        }
        match self.lies_in(&folder) {
            true => Ok(folder),
            false => Err(Error::other(format!("{} can't be written", folder.display()))),
        }
    }

    /// Whether the folder has them: what was once unpacked whole may since have been thinned out.
    fn lies_in(&self, folder: &Path) -> bool {
        let is_there = |entry: &Entry| {
            folder.join(&entry.name).metadata().is_ok_and(|found| found.len() == entry.size)
        };
        self.entries.iter().all(is_there)
    }

    fn unpack(&mut self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        self.program.seek(SeekFrom::Start(self.start))?;
        for entry in &self.entries {
            let mut bytes = Vec::new();
            let mut packed = (&mut self.program).take(entry.packed);
            GzDecoder::new(&mut packed).take(entry.size).read_to_end(&mut bytes)?;
            io::copy(&mut packed, &mut io::sink())?;
            if sha256_of(&bytes) != entry.sha256 {
                return Err(Error::other(format!("{} inside of it is damaged", entry.name)));
            }
            fs::write(folder.join(&entry.name), bytes)?;
        }
        Ok(())
    }
}

/// Puts files behind the end of a program, in place of those that were there.
///
/// # Errors
///
/// Where the program can't be written, or a file can't be read.
pub fn enclose(program: &Path, files: &[PathBuf]) -> io::Result<()> {
    let end = match Inside::of(program)? {
        Some(inside) => inside.start,
        None => program.metadata()?.len(),
    };
    let mut out = OpenOptions::new().write(true).open(program)?;
    out.set_len(end)?;
    out.seek(SeekFrom::End(0))?;
    let mut entries = Vec::new();
    for file in files {
        let bytes = fs::read(file)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&bytes)?;
        let packed = packed.finish()?;
        out.write_all(&packed)?;
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| Error::other(format!("{} has no name", file.display())))?;
        entries.push(Entry {
            name: name.to_owned(),
            size: bytes.len() as u64,
            packed: packed.len() as u64,
            sha256: sha256_of(&bytes),
        });
    }
    let index = serde_json::to_vec(&entries)?;
    out.write_all(&index)?;
    out.write_all(&(index.len() as u64).to_le_bytes())?;
    out.write_all(MARK)
}

/// Makes a folder that nobody else can write to, or sees that it is one: what lies there is loaded.
fn make_private(folder: &Path) -> io::Result<()> {
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
            return Err(Error::new(io::ErrorKind::PermissionDenied, reason));
        }
        Ok(())
    }
    #[cfg(not(unix))]
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    fn program_with(folder: &Path, files: &[(&str, &[u8])]) -> PathBuf {
        let program = folder.join("program");
        if !program.exists() {
            fs::write(&program, "the program itself").unwrap();
        }
        let write = |(name, bytes): &(&str, &[u8])| {
            fs::write(folder.join(name), bytes).unwrap();
            folder.join(name)
        };
        enclose(&program, &files.iter().map(write).collect::<Vec<_>>()).unwrap();
        program
    }

    #[test]
    fn what_was_put_behind_a_program_is_unpacked_as_it_was_and_once_more_where_some_of_it_is_gone()
    {
        let folder = tempfile::tempdir().unwrap();
        let large = vec![7; 100_000];
        let program = program_with(folder.path(), &[("a.so", &large), ("b.cypher", b"RETURN 1")]);
        assert!(fs::read(&program).unwrap().starts_with(b"the program itself"));
        let mut inside = Inside::of(&program).unwrap().unwrap();
        assert_eq!(inside.names().collect::<Vec<_>>(), ["a.so", "b.cypher"]);
        let to = folder.path().join("cache");
        let unpacked = inside.unpacked_within(&to).unwrap();
        assert_eq!(fs::read(unpacked.join("a.so")).unwrap(), large);
        assert_eq!(fs::read(unpacked.join("b.cypher")).unwrap(), b"RETURN 1");
        fs::remove_file(unpacked.join("a.so")).unwrap();
        assert_eq!(inside.unpacked_within(&to).unwrap(), unpacked);
        assert_eq!(fs::read(unpacked.join("a.so")).unwrap(), large);
    }

    #[test]
    fn players_that_are_put_into_a_program_anew_take_the_place_of_the_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let program = program_with(folder.path(), &[("a.so", b"first")]);
        let length = program.metadata().unwrap().len();
        program_with(folder.path(), &[("a.so", b"other")]);
        assert_eq!(program.metadata().unwrap().len(), length);
        let mut inside = Inside::of(&program).unwrap().unwrap();
        let unpacked = inside.unpacked_within(&folder.path().join("cache")).unwrap();
        assert_eq!(fs::read(unpacked.join("a.so")).unwrap(), b"other");
    }

    #[test]
    fn a_program_without_a_mark_holds_nothing_and_a_damaged_one_gives_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("plain");
        fs::write(&plain, "short").unwrap();
        assert!(Inside::of(&plain).unwrap().is_none());
        let program = program_with(folder.path(), &[("a.so", b"the bytes")]);
        let mut bytes = fs::read(&program).unwrap();
        bytes["the program itself".len() + 12] ^= 1;
        fs::write(&program, bytes).unwrap();
        let to = folder.path().join("cache");
        assert!(Inside::of(&program).unwrap().unwrap().unpacked_within(&to).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_taken_from_a_folder_that_others_may_write_to() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = program_with(folder.path(), &[("a.so", b"the bytes")]);
        let to = folder.path().join("cache");
        fs::create_dir(&to).unwrap();
        fs::set_permissions(&to, fs::Permissions::from_mode(0o777)).unwrap();
        let refused = Inside::of(&program).unwrap().unwrap().unpacked_within(&to);
        assert_eq!(refused.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
