//! Files behind the end of a program's own, which it has with it wherever it is copied: each packed for itself, then an
//! index, the index's length and a mark. What starts a program reads no further than its own end. What the files are is
//! told elsewhere, and where they are unpacked.

use super::bundle::{Bundle, BundledFile};
use crate::file::sha256_of;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
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
    key: String,
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
        Ok(Some(Inside { program, start, entries, key: key_of(&index) }))
    }
}

impl Bundle for Inside {
    fn key(&self) -> &str {
        &self.key
    }

    fn files(&self) -> Vec<BundledFile> {
        let file = |entry: &Entry| BundledFile { name: entry.name.clone(), size: entry.size };
        self.entries.iter().map(file).collect()
    }

    fn unpack(&mut self, folder: &Path) -> io::Result<()> {
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

/// Puts files behind the end of a program, in place of those that were there, and gives back what tells them from those of
/// another version.
///
/// # Errors
///
/// Where the program can't be written, or a file can't be read.
pub fn enclose(program: &Path, files: &[PathBuf]) -> io::Result<String> {
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
    out.write_all(MARK)?;
    Ok(key_of(&index))
}

/// What tells files from those of another version, of their index.
fn key_of(index: &[u8]) -> String {
    sha256_of(index)[..16].to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;
    use crate::shipped::bundle::unpacked_within;

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
        let names: Vec<_> = inside.files().into_iter().map(|file| file.name).collect();
        assert_eq!(names, ["a.so", "b.cypher"]);
        let to = folder.path().join("cache");
        let unpacked = unpacked_within(&mut inside, &to).unwrap();
        let file = |name| fs::read(unpacked.folder.join(name)).unwrap();
        assert_eq!((file("a.so"), file("b.cypher")), (large.clone(), b"RETURN 1".to_vec()));
        fs::remove_file(unpacked.folder.join("a.so")).unwrap();
        assert_eq!(unpacked_within(&mut inside, &to).unwrap().folder, unpacked.folder);
        assert_eq!(file("a.so"), large);
    }

    #[test]
    fn players_that_are_put_into_a_program_anew_take_the_place_of_the_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let program = program_with(folder.path(), &[("a.so", b"first")]);
        let length = program.metadata().unwrap().len();
        program_with(folder.path(), &[("a.so", b"other")]);
        assert_eq!(program.metadata().unwrap().len(), length);
        let mut inside = Inside::of(&program).unwrap().unwrap();
        let unpacked = unpacked_within(&mut inside, &folder.path().join("cache")).unwrap();
        assert_eq!(fs::read(unpacked.folder.join("a.so")).unwrap(), b"other");
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
        let mut damaged = Inside::of(&program).unwrap().unwrap();
        assert!(unpacked_within(&mut damaged, &to).is_err());
    }
}
