//! A player in one file, to be handed on: a `.othello` archive, which is a gzipped tar with a manifest
//! first, then a library for each system or a query, and what goes with them. It comes from
//! strangers: nothing in it is believed that was not compared with the manifest, and nothing is
//! written but the one file that this system can use, or the folder of a program.

use crate::file::{Bytes, Pending, open, sha256_of};
use crate::kind::Kind;
use crate::names::SafeName;
use crate::platform::{here, platform_of};
use crate::program::MANIFEST as MANIFEST_OF_A_PROGRAM;
use crate::quote::one_line;
use crate::tree::{Tree, write_file};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

/// The version of the format. The first knew no programs.
pub(crate) const FORMAT: u32 = 2;

/// The folder that a program's own folder becomes.
pub(crate) const PROGRAM: &str = "program/";

/// The folder of what goes with a player and is none.
pub(crate) const TEXTS: &str = "texts";

const MANIFEST: &str = "manifest.json";

/// A query is for every system.
pub(crate) const ANY: &str = "any system";

/// What an archive may hold at most, unpacked.
pub(crate) const LARGEST: u64 = 256 << 20;
const LARGEST_MANIFEST: u64 = 1 << 20;
/// What stands between the files of an archive.
const MOST_BETWEEN: u64 = 4 << 20;
const MOST_FILES: usize = 32;
const MOST_PLAYERS: usize = 256;
const MOST_FILES_OF_A_PROGRAM: usize = 2000;

/// The longest line of its manifest.
const LONGEST_LINE: usize = 200;

/// What is no file on Windows, in whatever folder and with whatever ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Longer paths need extensions of the format, which are refused.
const LONGEST_PATH: usize = 100;

/// What an archive says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// The names of the players.
    pub players: Vec<String>,
    /// The version that the first of them gives.
    pub version: String,
    /// The author that the first of them gives.
    pub author: String,
    /// The licence, as an SPDX expression.
    pub license: String,
    /// Where the source is.
    pub source: String,
    /// The files that follow.
    pub files: Vec<Packed>,
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packed {
    /// Its place in the archive.
    pub path: String,
    /// The system that it is for, such as `linux on x86_64`; nothing for a text that goes with it.
    pub platform: Option<String>,
    /// Its length in bytes.
    pub size: u64,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// Whether it may be run.
    #[serde(default, skip_serializing_if = "is_false")]
    pub executable: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// An archive that was read and compared with its manifest.
#[derive(Debug)]
pub struct Archive {
    /// What it says of itself.
    pub manifest: Manifest,
    files: Vec<Vec<u8>>,
}

/// For which system a player's file is.
pub(crate) fn platform(file: &Path, bytes: &[u8]) -> Result<String, String> {
    match Kind::of(file) {
        Some(Kind::Cypher) => Ok(ANY.to_owned()),
        Some(Kind::Library) => {
            platform_of(bytes).ok_or_else(|| "it is not a library of a known kind".to_owned())
        }
        Some(Kind::Manifest) | None => {
            Err("only libraries, .cypher files and folders with a player.toml can be packed".into())
        }
    }
}

/// Writes an archive.
pub(crate) fn write(manifest: &Manifest, contents: &[Bytes], to: &Path) -> io::Result<()> {
    Pending::filled(to, |file| write_into(manifest, contents, file)?.flush())?.keep()
}

/// Writes an archive into whatever takes bytes, and gives that back.
pub(crate) fn write_into<W: Write>(
    manifest: &Manifest,
    contents: &[Bytes],
    out: W,
) -> io::Result<W> {
    let mut tar = tar::Builder::new(GzEncoder::new(out, Compression::default()));
    let mut append = |path: &str, bytes: &[u8], mode| {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode);
        tar.append_data(&mut header, path, bytes)
    };
    append(MANIFEST, &serde_json::to_vec_pretty(manifest)?, 0o644)?;
    for (file, bytes) in manifest.files.iter().zip(contents) {
        append(&file.path, bytes.as_slice(), if file.executable { 0o755 } else { 0o644 })?;
    }
    tar.into_inner()?.finish()
}

/// A file for this system: its place in the player's folder, what the manifest says of it, and its bytes.
type FileForUs<'a> = (&'a str, &'a Packed, &'a [u8]);

impl Packed {
    /// Whether it lies in the folder of a program.
    fn is_of_program(&self) -> bool {
        self.path.starts_with(PROGRAM)
    }
}

impl Archive {
    /// Reads an archive and compares it with its manifest.
    ///
    /// # Errors
    ///
    /// Where anything in it is not as its manifest says, or larger than an archive may be.
    pub fn read(file: &Path) -> Result<Archive, String> {
        let named = |reason| format!("{}: {reason}", file.display());
        let (opened, _) = open(file).map_err(named)?;
        Archive::of(opened, LARGEST).map_err(named)
    }

    /// The same of an archive's bytes, whose files may have so many bytes together.
    ///
    /// # Errors
    ///
    /// Where anything in it is not as its manifest says, or larger.
    pub(crate) fn of(packed: impl Read, largest: u64) -> Result<Archive, String> {
        // A bomb goes off within these bounds: the decoder gives no more than may be there.
        let most = largest + LARGEST_MANIFEST + MOST_BETWEEN;
        read(GzDecoder::new(packed).take(most), largest)
    }

    /// How many bytes an archive's files have unpacked, as its manifest says; those of one that is read have.
    ///
    /// # Errors
    ///
    /// Where it is none, or they have more bytes than they may.
    pub(crate) fn unpacked_size(file: &Path, most: u64) -> Result<u64, String> {
        let (opened, _) = open(file)?;
        let bytes = GzDecoder::new(opened).take(LARGEST_MANIFEST + MOST_BETWEEN);
        let mut tar = tar::Archive::new(bytes);
        let manifest = first(&mut tar.entries().map_err(broken)?.raw(true), most.min(LARGEST))?;
        Ok(manifest.files.iter().map(|file| file.size).sum())
    }

    /// Writes what this system can use into a folder that is the player's own, and says which file is the player.
    ///
    /// # Errors
    ///
    /// Where there is nothing for this system, or it can't be written.
    pub fn unpack(&self, folder: &Path) -> Result<PathBuf, String> {
        for (place, packed, bytes) in self.files_for_us()? {
            write_file(&folder.join(place), bytes, packed.executable)?;
        }
        self.player_in(folder)
    }

    /// The player in a folder that this was unpacked into.
    pub(crate) fn player_in(&self, folder: &Path) -> Result<PathBuf, String> {
        self.player_file().map(|(place, ..)| folder.join(place))
    }

    /// What the player is that this system can use, with the bytes of its file: of a program the manifest.
    ///
    /// # Errors
    ///
    /// Where there is none.
    pub(crate) fn player(&self) -> Result<(Kind, &[u8]), String> {
        let (place, _, bytes) = self.player_file()?;
        let kind = Kind::of(Path::new(place));
        Ok((kind.ok_or_else(|| format!("{place:?} in it is no player"))?, bytes))
    }

    /// The contents of all files in it.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &[u8]> {
        self.files.iter().map(Vec::as_slice)
    }

    /// The texts that go with the player, each with its name.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.manifest.files.iter().zip(&self.files).filter_map(|(packed, bytes)| {
            let name = packed.path.strip_prefix(TEXTS)?.strip_prefix('/')?;
            packed.platform.is_none().then_some((name, bytes.as_slice()))
        })
    }

    fn player_file(&self) -> Result<FileForUs<'_>, String> {
        let files = self.files_for_us()?;
        let is_player =
            |(place, ..): &&FileForUs<'_>| *place == MANIFEST_OF_A_PROGRAM || files.len() == 1;
        files.iter().find(is_player).copied().ok_or_else(|| "it holds no player.toml".to_owned())
    }

    /// Whether a folder holds exactly what this system can use.
    pub(crate) fn is_unpacked_in(&self, folder: &Path) -> bool {
        let (Ok(files), Ok(tree)) = (self.files_for_us(), Tree::of(folder)) else { return false };
        let is_same = |(place, packed, _): &FileForUs<'_>| {
            let file = tree.files().iter().find(|file| file.path == *place);
            let bytes = file.and_then(|file| tree.read(file).ok());
            bytes.is_some_and(|bytes| bytes.sha256() == packed.sha256)
        };
        tree.files().len() == files.len() && files.iter().all(is_same)
    }

    /// The files that this system can use, each with its place in the player's folder.
    fn files_for_us(&self) -> Result<Vec<FileForUs<'_>>, String> {
        let all = self.manifest.files.iter().zip(&self.files);
        let program: Vec<_> = all
            .clone()
            .filter_map(|(packed, bytes)| {
                Some((packed.path.strip_prefix(PROGRAM)?, packed, bytes.as_slice()))
            })
            .collect();
        if !program.is_empty() {
            return Ok(program);
        }
        let for_us = |packed: &Packed| {
            packed.platform.as_deref().is_some_and(|one| one == ANY || one == here())
        };
        let mut single = all.filter(|(packed, _)| for_us(packed));
        if let Some((packed, bytes)) = single.next() {
            let name = packed.path.rsplit('/').next().unwrap_or_default();
            return Ok(vec![(name, packed, bytes)]);
        }
        let others = self.manifest.files.iter().filter_map(|one| one.platform.as_deref());
        Err(format!(
            "the archive is for {}, and holds nothing for {}",
            others.collect::<Vec<_>>().join(", "),
            here()
        ))
    }
}

/// Reads the manifest, then the files in its order. Extensions of the format, by which names and
/// sizes can be made to lie, are entries of a kind that is refused.
fn read(bytes: impl Read, largest: u64) -> Result<Archive, String> {
    let mut tar = tar::Archive::new(bytes);
    let mut entries = tar.entries().map_err(broken)?.raw(true);
    let manifest = first(&mut entries, largest)?;
    let mut files = Vec::new();
    for packed in &manifest.files {
        let Some((path, entry)) = next(&mut entries)? else {
            return Err(format!("{:?} is missing", packed.path));
        };
        let size = entry.size();
        if path != packed.path || size != packed.size {
            return Err(format!("{path:?} in it is not what its manifest says"));
        }
        let mut bytes = Vec::new();
        entry.take(size).read_to_end(&mut bytes).map_err(broken)?;
        if bytes.len() as u64 != size || sha256_of(&bytes) != packed.sha256 {
            return Err(format!("{path:?} in it has another checksum than its manifest says"));
        }
        let name = Path::new(&path);
        if let Some(claimed) = &packed.platform
            && !packed.is_of_program()
            && platform(name, &bytes)? != *claimed
        {
            return Err(format!("{path:?} in it is not for {claimed}"));
        }
        files.push(bytes);
    }
    match next(&mut entries)? {
        None => Ok(Archive { manifest, files }),
        Some((path, ..)) => Err(format!("{path:?} in it is not in its manifest")),
    }
}

/// The manifest, which comes first, of files that may have so many bytes together.
fn first<R: Read>(entries: &mut tar::Entries<'_, R>, largest: u64) -> Result<Manifest, String> {
    let manifest = match next(entries)? {
        Some((path, entry)) if path == MANIFEST && entry.size() <= LARGEST_MANIFEST => {
            manifest(entry).map_err(|error| format!("its manifest cannot be read: {error}"))?
        }
        _ => return Err(format!("it does not begin with a {MANIFEST}")),
    };
    check(&manifest, largest)?;
    Ok(manifest)
}

fn broken(error: io::Error) -> String {
    format!("it is not a whole archive: {error}")
}

/// The next entry with its path.
fn next<'a, R: Read>(
    entries: &mut tar::Entries<'a, R>,
) -> Result<Option<(String, tar::Entry<'a, R>)>, String> {
    let Some(entry) = entries.next().transpose().map_err(broken)? else { return Ok(None) };
    let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    if !entry.header().entry_type().is_file() {
        return Err(format!("{path:?} in it is not a plain file"));
    }
    Ok(Some((path, entry)))
}

fn manifest(entry: impl Read) -> Result<Manifest, serde_json::Error> {
    let mut manifest: Manifest = serde_json::from_reader(entry.take(LARGEST_MANIFEST))?;
    let Manifest { version, author, license, source, files, .. } = &mut manifest;
    let platforms = files.iter_mut().filter_map(|file| file.platform.as_mut());
    for line in [version, author, license, source].into_iter().chain(platforms) {
        *line = one_line(line, LONGEST_LINE);
    }
    Ok(manifest)
}

/// What a manifest must not say of an archive whose files may have so many bytes together.
pub(crate) fn check(manifest: &Manifest, largest: u64) -> Result<(), String> {
    if !(1..=FORMAT).contains(&manifest.format) {
        return Err(format!("it has format {}, and this host knows {FORMAT}", manifest.format));
    }
    let (program, others): (Vec<_>, Vec<_>) =
        manifest.files.iter().partition(|file| file.is_of_program());
    if program.len() > MOST_FILES_OF_A_PROGRAM {
        return Err(format!("its program has more than {MOST_FILES_OF_A_PROGRAM} files"));
    }
    if others.len() > MOST_FILES {
        return Err(format!("it holds more than {MOST_FILES} files beside a program"));
    }
    if !program.is_empty() && others.iter().any(|file| file.platform.is_some()) {
        return Err("it holds a program and other players beside it".into());
    }
    // Some systems don't tell the case of letters apart.
    let place = |file: &Packed| file.path.to_ascii_lowercase();
    let mut places = HashSet::new();
    if let Some(twice) = manifest.files.iter().find(|file| !places.insert(place(file))) {
        return Err(format!("{:?} is in it twice", twice.path));
    }
    let is_file = |path: &Path| path.to_str().is_some_and(|path| places.contains(path));
    let is_within_a_file =
        |file: &&Packed| Path::new(&place(file)).ancestors().skip(1).any(is_file);
    if let Some(file) = manifest.files.iter().find(is_within_a_file) {
        return Err(format!("a folder of {:?} in it is a file as well", file.path));
    }
    let sizes = manifest.files.iter().map(|file| file.size);
    if sizes.fold(0u64, u64::saturating_add) > largest {
        return Err(format!("it holds more than {} MiB", largest >> 20));
    }
    if manifest.players.len() > MOST_PLAYERS {
        return Err(format!("it has more than {MOST_PLAYERS} players"));
    }
    for name in &manifest.players {
        SafeName::parse(name).map_err(|error| error.to_string())?;
    }
    match manifest.files.iter().find(|file| !is_plain(&file.path)) {
        Some(file) => Err(format!("{:?} in it is not a plain path", file.path)),
        None => Ok(()),
    }
}

/// A folder and a name, or for a program a path within its folder, none of which mean anything but themselves on any
/// system.
fn is_plain(path: &str) -> bool {
    let parts: Vec<_> = Path::new(path).components().collect();
    let plain = |one: char| one.is_ascii_alphanumeric() || "._- /".contains(one);
    path.len() <= LONGEST_PATH
        && (parts.len() == 2 || (parts.len() > 2 && path.starts_with(PROGRAM)))
        && parts.iter().all(|part| matches!(part, Component::Normal(_)))
        && path.chars().all(plain)
        && !path.contains("..")
        && path.split('/').all(is_plain_part)
}

/// A name that is a file's of its own on every system: Windows drops blanks and dots at its end, and takes some for devices
/// whatever their ending.
fn is_plain_part(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end();
    let is_device = DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device))
        || matches!(stem.as_bytes(), [letters @ .., b'0'..=b'9']
            if letters.eq_ignore_ascii_case(b"com") || letters.eq_ignore_ascii_case(b"lpt"));
    !part.is_empty()
        && !part.starts_with(['.', ' ', '-'])
        && !part.ends_with(['.', ' '])
        && !is_device
}
