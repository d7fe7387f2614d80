//! A player's file that somebody sent: what it is by its content, and why it can't be used here. Nothing of it is run
//! to know that. Its name says only what its content leaves open, and nothing is written under it.

use crate::archive::Archive;
use crate::find::named_outside;
use crate::kind::{ARCHIVE, Kind, NAMES};
use crate::platform::{here, other_platform, platform_of};
use crate::program::{self, MANIFEST, interpreter_words};
use crate::tree::write_file;
use othello_rules::text::decoded;
use std::fs;
use std::path::{Path, PathBuf};

/// What a gzipped file begins with.
pub(super) const GZIP: &[u8] = &[0x1f, 0x8b];
/// What a script begins with.
const SHEBANG: &[u8] = b"#!";
/// The longest line that names an interpreter.
const LONGEST_LINE: usize = 256;
/// The endings of files that are queries.
const QUERIES: [&str; 3] = ["cypher", "cql", "txt"];
/// Under this name a program lies in the folder that is made for it.
const PROGRAM: &str = "program";

/// What somebody sent, in which there is a player for this system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upload {
    /// A query, which came alone or in an archive.
    Query(String),
    /// What is run as a process of its own.
    Code {
        /// In which form it came.
        form: CodeForm,
        /// All of it.
        bytes: Vec<u8>,
    },
}

/// In which form a player came that is run as a process of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeForm {
    /// An archive with a library or with the folder of a program.
    Pack,
    /// A library.
    Library,
    /// A program of one file, which speaks the host's messages.
    Program,
}

impl Upload {
    /// What a file is that was sent under this name, and whose files, where it is an archive, may have so many bytes
    /// together.
    ///
    /// # Errors
    ///
    /// Where it is no player, or none for this system; what to do about it.
    pub fn of(name: &str, bytes: Vec<u8>, largest: u64) -> Result<Upload, String> {
        let name = Path::new(name);
        if bytes.starts_with(GZIP) {
            let unusable = |why: String| format!("this pack can't be used here: {why}");
            return of_archive(bytes, largest).map_err(unusable);
        }
        if bytes.starts_with(SHEBANG) {
            check_interpreter(&bytes)?;
            return Ok(Upload::Code { form: CodeForm::Program, bytes });
        }
        if platform_of(&bytes).is_some() {
            let form = match Kind::of(name) {
                Some(Kind::Library) => CodeForm::Library,
                _ => CodeForm::Program,
            };
            return match other_platform(&bytes) {
                Some(which) => Err(format!(
                    "it is for {which}, and this host plays on {}; build it for that",
                    here()
                )),
                None => Ok(Upload::Code { form, bytes }),
            };
        }
        of_text(name, bytes)
    }

    /// How many bytes lie on the disk beside what was sent once it is unpacked: none where it is no archive. Whose files
    /// are larger than so many is none that [`Upload::of`] gave.
    ///
    /// # Errors
    ///
    /// Where it can't be unpacked.
    pub fn unpacked(&self, largest: u64) -> Result<u64, String> {
        match self {
            Upload::Code { form: CodeForm::Pack, bytes } => {
                let archive = Archive::of(bytes.as_slice(), largest)?;
                Ok(archive.contents().map(|file| file.len() as u64).sum())
            }
            Upload::Code { .. } | Upload::Query(_) => Ok(0),
        }
    }
}

/// An archive is what this system can use of it.
fn of_archive(bytes: Vec<u8>, largest: u64) -> Result<Upload, String> {
    let archive = Archive::of(bytes.as_slice(), largest)?;
    match archive.player()? {
        (Kind::Cypher, query) => text(query.to_vec()).map(Upload::Query),
        (Kind::Library, _) => Ok(Upload::Code { form: CodeForm::Pack, bytes }),
        (Kind::Manifest, manifest) => {
            let unreadable = |why: String| format!("its {MANIFEST} can't be read: {why}");
            let manifest = text(manifest.to_vec()).map_err(unreadable)?;
            if let Some(path) = named_outside(&manifest).map_err(unreadable)? {
                return Err(format!(
                    "its {MANIFEST} names {path:?}, which is not in the program's own folder; put what it needs into \
                     the folder and name it from there"
                ));
            }
            archive.contents().try_for_each(check_interpreter)?;
            Ok(Upload::Code { form: CodeForm::Pack, bytes })
        }
    }
}

/// Sees to it that a script, where it is one, is run by what is installed for everybody.
fn check_interpreter(file: &[u8]) -> Result<(), String> {
    let line = &file[..file.len().min(LONGEST_LINE)];
    match program::named_outside(interpreter_words(line)) {
        Some(path) => Err(format!(
            "a script in it is run by {path:?}, which is not installed for everybody; begin it with \
             \"#!/usr/bin/env NAME\""
        )),
        None => Ok(()),
    }
}

/// A text is a query where its name does not say that it is something else.
fn of_text(name: &Path, bytes: Vec<u8>) -> Result<Upload, String> {
    let ending = name.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        None => {}
        Some(ending) if QUERIES.contains(&ending) => {}
        Some(ARCHIVE) => {
            return Err("it is not a pack; \"othello-host players pack\" makes one".to_owned());
        }
        Some("toml") => {
            let why =
                "a program is sent with its folder, in a pack: othello-host players pack FOLDER";
            return Err(why.to_owned());
        }
        Some(_) if Kind::of(name) == Some(Kind::Library) => {
            return Err("it is not a library of a known kind".to_owned());
        }
        Some(_) => {
            return Err(format!(
                "it is no player: {NAMES}; a program of one file is compiled or begins with #!"
            ));
        }
    }
    text(bytes).map(Upload::Query)
}

fn text(bytes: Vec<u8>) -> Result<String, String> {
    decoded(&bytes).map_err(|_| "a query is text in UTF-8, and this is something else".into())
}

impl CodeForm {
    /// All of them.
    pub const ALL: [CodeForm; 3] = [CodeForm::Pack, CodeForm::Library, CodeForm::Program];

    /// In one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            CodeForm::Pack => "pack",
            CodeForm::Library => "library",
            CodeForm::Program => "program",
        }
    }

    /// What a file of such bytes is called, under a name without an ending.
    #[must_use]
    pub fn file_name(self, stem: &str) -> String {
        match self {
            CodeForm::Pack => format!("{stem}.{ARCHIVE}"),
            CodeForm::Library => format!("{stem}{}", std::env::consts::DLL_SUFFIX),
            CodeForm::Program => stem.to_owned(),
        }
    }

    /// Writes such bytes into a folder of their own, and says by which file the player is found.
    ///
    /// # Errors
    ///
    /// Where it can't be written.
    pub fn write(self, bytes: &[u8], folder: &Path) -> Result<PathBuf, String> {
        let file = folder.join(self.file_name(PROGRAM));
        write_file(&file, bytes, self == CodeForm::Program)?;
        if self != CodeForm::Program {
            return Ok(file);
        }
        let manifest = folder.join(MANIFEST);
        let written = fs::write(&manifest, format!("command = [\"./{PROGRAM}\"]\n"));
        written.map_err(|error| format!("{}: {error}", manifest.display()))?;
        Ok(manifest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Manifest, Packed, write};
    use crate::file::{Bytes, sha256_of};

    const MOST: u64 = 1 << 20;

    fn refused(name: &str, bytes: &[u8]) -> String {
        Upload::of(name, bytes.to_vec(), MOST).expect_err("it can't be used")
    }

    /// An archive of these files, whatever they are.
    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut contents = Vec::new();
        let mut manifest = Manifest {
            format: 2,
            players: vec!["Mine".into()],
            version: String::new(),
            author: String::new(),
            license: String::new(),
            source: String::new(),
            files: Vec::new(),
        };
        for (number, (path, bytes)) in files.iter().enumerate() {
            let file = folder.path().join(number.to_string());
            fs::write(&file, bytes).expect("it can be written");
            contents.push(Bytes::read(&file).expect("it is there"));
            manifest.files.push(Packed {
                path: (*path).into(),
                platform: path.ends_with(".cypher").then(|| crate::archive::ANY.to_owned()),
                size: bytes.len() as u64,
                sha256: sha256_of(bytes),
                executable: false,
            });
        }
        let to = folder.path().join("x.othello");
        write(&manifest, &contents, &to).expect("it can be written");
        fs::read(to).expect("it is there")
    }

    #[test]
    fn a_query_is_one_whether_it_comes_alone_or_in_a_pack() {
        let query = "MATCH (cell:Cell) RETURN cell";
        for name in ["x.cypher", "X.CQL", "", "notes.txt", "../../etc/x.cypher", "a\0b"] {
            let upload = Upload::of(name, query.into(), MOST).expect("a query");
            assert_eq!(upload, Upload::Query(query.to_owned()), "{name}");
        }
        let pack = packed(&[("any-system/x.cypher", query.as_bytes()), ("texts/README", b"hello")]);
        let upload = Upload::of("whatever it is called.png", pack, MOST).expect("a pack");
        assert_eq!(upload, Upload::Query(query.to_owned()));
    }

    #[test]
    fn what_is_no_player_is_refused_with_what_would_be_one() {
        let elf_for_arm =
            [b"\x7fELF\x02\x01\x01".as_slice(), &[0; 11], &183u16.to_le_bytes(), &[0; 40]].concat();
        for (name, bytes, words) in [
            ("x.othello", b"hello".as_slice(), "players pack"),
            ("x.othello", b"\x1f\x8bnonsense", "this pack can't be used here"),
            ("x.so", b"hello", "not a library"),
            ("player.toml", b"command = [\"x\"]", "players pack FOLDER"),
            ("x.py", b"print(1)", "begins with #!"),
            ("x.png", b"\x89PNG", "a query in .cypher"),
            ("x.cypher", b"\xff\xfe\xff", "UTF-8"),
            ("x.so", &elf_for_arm, "linux on aarch64, and this host plays on "),
        ] {
            let why = refused(name, bytes);
            assert!(why.contains(words), "{name}: {why}");
        }
    }

    #[test]
    fn a_program_that_names_what_is_not_its_own_is_refused_whether_that_is_there_or_not() {
        let with = |manifest: &str| {
            packed(&[("program/player.toml", manifest.as_bytes()), ("program/bot.py", b"#!")])
        };
        for (manifest, named) in [
            ("command = [\"./bot.py\", \"/etc/passwd\"]", "/etc/passwd"),
            ("command = [\"./bot.py\", \"/nobody/has/this\"]", "/nobody/has/this"),
            ("command = [\"../../x\"]", "../../x"),
            ("command = [\"./bot.py\", \"--path=.:/root\"]", "/root"),
            ("command = [\"./bot.py\"]\nreads = [\"../more\"]", "../more"),
        ] {
            let why = refused("x.othello", &with(manifest));
            assert!(why.contains(&format!("names {named:?}")), "{manifest}: {why}");
        }
        let unknown = refused("x.othello", &with("command = [\"./bot.py\"]\nroot = true"));
        assert!(unknown.contains("player.toml can't be read"), "{unknown}");
        let own = "command = [\"python3\", \"bot.py\"]\nreads = [\"book.txt\"]";
        let good = Upload::of("x", with(own), MOST);
        assert!(matches!(good, Ok(Upload::Code { form: CodeForm::Pack, .. })), "{good:?}");
        let script = refused("bot", b"#!/home/ann/bin/python3 -I\nprint()");
        assert!(script.contains("run by \"/home/ann/bin/python3\""), "{script}");
    }

    #[test]
    fn a_pack_with_a_file_in_the_place_of_a_folder_is_refused_before_it_is_written() {
        let manifest = b"command = [\"./a\"]".as_slice();
        let files = [("program/player.toml", manifest), ("program/a", b"x"), ("program/a/b", b"x")];
        let why = refused("x.othello", &packed(&files));
        assert!(why.contains("a folder of \"program/a/b\" in it is a file as well"), "{why}");
    }

    #[test]
    fn a_pack_that_grows_beyond_what_it_may_hold_is_refused_unread() {
        let zeros = vec![0; 2 * MOST as usize];
        let bomb = packed(&[("program/player.toml", b"command = [\"x\"]"), ("program/x", &zeros)]);
        assert!(bomb.len() < 20_000, "{}", bomb.len());
        let why = refused("x.othello", &bomb);
        assert!(why.contains("more than 1 MiB"), "{why}");
    }
}
