//! A player in one file, to be handed on: a `.othello` archive, which is a gzipped tar with a manifest
//! first, then a library for each system or a query, and what goes with them. It comes from
//! strangers: nothing in it is believed that was not compared with the manifest, and nothing is
//! written but the one file that this system can use.

use super::error::{ShareError, at};
use crate::file::{Bytes, open, sha256_of};
use crate::find::{Kind, here, platform_of};
use crate::names::SafeName;
use crate::player::Player;
use crate::quote::one_line;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

/// The ending of an archive's name.
pub const ENDING: &str = "othello";

/// The version of the format.
const FORMAT: u32 = 1;

const MANIFEST: &str = "manifest.json";

/// A query is for every system.
const ANY: &str = "any system";

/// What an archive may hold at most, unpacked.
const LARGEST: u64 = 256 << 20;
const LARGEST_MANIFEST: u64 = 1 << 20;
const MOST_FILES: usize = 32;

/// The longest line of its manifest.
const LONGEST_LINE: usize = 200;

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
}

/// An archive that was read and compared with its manifest.
#[derive(Debug)]
pub struct Archive {
    /// What it says of itself.
    pub manifest: Manifest,
    files: Vec<Vec<u8>>,
}

/// Packs the files of some players, one for each system, with texts such as a licence.
///
/// # Errors
///
/// Where a file is not a player's or can't be read, two are for one system, or the archive can't be written.
pub fn pack(
    players: &[Player],
    files: &[PathBuf],
    texts: &[PathBuf],
    to: &Path,
) -> Result<Manifest, ShareError> {
    let about = players.first().map(|player| player.about.clone()).unwrap_or_default();
    let mut manifest = Manifest {
        format: FORMAT,
        players: players.iter().map(|player| player.about.name.clone()).collect(),
        version: about.version,
        author: about.author,
        license: about.license,
        source: about.source,
        files: Vec::new(),
    };
    let mut contents = Vec::new();
    for (file, is_player) in
        files.iter().map(|file| (file, true)).chain(texts.iter().map(|file| (file, false)))
    {
        let bytes = Bytes::read(file).map_err(|reason| unusable(file, &reason))?;
        let platform = is_player.then(|| platform(file, bytes.as_slice())).transpose()?;
        let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let folder = platform.as_deref().unwrap_or("texts").replace(' ', "-");
        let path = format!("{folder}/{name}");
        let known =
            |one: &Packed| one.path == path || (platform.is_some() && one.platform == platform);
        if manifest.files.iter().any(known) {
            return Err(unusable(file, "another file for the same system is packed already"));
        }
        let size = bytes.as_slice().len() as u64;
        manifest.files.push(Packed { path, platform, size, sha256: bytes.sha256() });
        contents.push(bytes);
    }
    check(&manifest).map_err(|reason| unusable(to, &reason))?;
    write(&manifest, &contents, to).map_err(at(to))?;
    Ok(manifest)
}

/// For which system a player's file is.
fn platform(file: &Path, bytes: &[u8]) -> Result<String, ShareError> {
    match Kind::of(file) {
        Some(Kind::Cypher) => Ok(ANY.to_owned()),
        Some(Kind::Library) => {
            platform_of(bytes).ok_or_else(|| unusable(file, "it is not a library of a known kind"))
        }
        Some(Kind::Manifest) | None => {
            Err(unusable(file, "only libraries and .cypher files can be packed"))
        }
    }
}

fn write(manifest: &Manifest, contents: &[Bytes], to: &Path) -> io::Result<()> {
    let part = to.with_extension("part");
    let mut tar = tar::Builder::new(GzEncoder::new(File::create(&part)?, Compression::default()));
    let mut append = |path: &str, bytes: &[u8]| {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, path, bytes)
    };
    append(MANIFEST, &serde_json::to_vec_pretty(manifest)?)?;
    for (file, bytes) in manifest.files.iter().zip(contents) {
        append(&file.path, bytes.as_slice())?;
    }
    tar.into_inner()?.finish()?.flush()?;
    fs::rename(&part, to)
}

impl Archive {
    /// Whether a file is an archive by its name.
    pub fn is_one(file: &Path) -> bool {
        file.extension().is_some_and(|ending| ending == ENDING)
    }

    /// Reads an archive and compares it with its manifest.
    ///
    /// # Errors
    ///
    /// Where anything in it is not as its manifest says, or larger than an archive may be.
    pub fn read(file: &Path) -> Result<Archive, ShareError> {
        let (opened, _) = open(file).map_err(|reason| unusable(file, &reason))?;
        // A bomb goes off within these bounds: the decoder gives no more than may be there.
        let bytes = GzDecoder::new(opened).take(LARGEST + LARGEST_MANIFEST);
        read(bytes).map_err(|reason| unusable(file, &reason))
    }

    /// Writes the file that this system can use into a folder, and says where it is.
    ///
    /// # Errors
    ///
    /// Where there is none for this system, or it can't be written.
    pub fn unpack(&self, folder: &Path) -> Result<PathBuf, ShareError> {
        let for_us = |packed: &Packed| {
            packed.platform.as_deref().is_some_and(|one| one == ANY || one == here())
        };
        let Some(place) = self.manifest.files.iter().position(for_us) else {
            let others = self.manifest.files.iter().filter_map(|one| one.platform.as_deref());
            return Err(ShareError::Unusable {
                reason: format!(
                    "the archive is for {}, and holds nothing for {}",
                    others.collect::<Vec<_>>().join(", "),
                    here()
                ),
            });
        };
        let name = Path::new(&self.manifest.files[place].path).file_name().unwrap_or_default();
        let target = folder.join(name);
        fs::write(&target, &self.files[place]).map_err(at(&target))?;
        Ok(target)
    }
}

/// Reads the manifest, then the files in its order. Extensions of the format, by which names and
/// sizes can be made to lie, are entries of a kind that is refused.
fn read(bytes: impl Read) -> Result<Archive, String> {
    let mut tar = tar::Archive::new(bytes);
    let mut entries = tar.entries().map_err(broken)?.raw(true);
    let manifest = match next(&mut entries)? {
        Some((path, entry)) if path == MANIFEST && entry.size() <= LARGEST_MANIFEST => {
            manifest(entry).map_err(|error| format!("its manifest cannot be read: {error}"))?
        }
        _ => return Err(format!("it does not begin with a {MANIFEST}")),
    };
    check(&manifest)?;
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
            && platform(name, &bytes).map_err(|error| error.to_string())? != *claimed
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
    for line in
        [&mut manifest.version, &mut manifest.author, &mut manifest.license, &mut manifest.source]
    {
        *line = one_line(line, LONGEST_LINE);
    }
    Ok(manifest)
}

/// What a manifest must not say.
fn check(manifest: &Manifest) -> Result<(), String> {
    if manifest.format != FORMAT {
        return Err(format!("it has format {}, and this host knows {FORMAT}", manifest.format));
    }
    if manifest.files.len() > MOST_FILES {
        return Err(format!("it holds more than {MOST_FILES} files"));
    }
    let sizes = manifest.files.iter().map(|file| file.size);
    if sizes.fold(0u64, u64::saturating_add) > LARGEST {
        return Err(format!("it holds more than {} MiB", LARGEST >> 20));
    }
    for name in &manifest.players {
        SafeName::parse(name).map_err(|error| error.to_string())?;
    }
    match manifest.files.iter().find(|file| !is_plain(&file.path)) {
        Some(file) => Err(format!("{:?} in it is not a plain path", file.path)),
        None => Ok(()),
    }
}

/// A folder and a name, neither of which means anything but itself on any system.
fn is_plain(path: &str) -> bool {
    let parts: Vec<_> = Path::new(path).components().collect();
    let plain = |one: char| one.is_ascii_alphanumeric() || "._- /".contains(one);
    path.len() <= LONGEST_PATH
        && parts.len() == 2
        && parts.iter().all(|part| matches!(part, Component::Normal(_)))
        && path.chars().all(plain)
        && !path.contains("..")
        && path.split('/').all(|part| !part.starts_with('.'))
}

fn unusable(file: &Path, reason: &str) -> ShareError {
    ShareError::Unusable { reason: format!("{}: {reason}", file.display()) }
}
