//! Packing players into an archive.

use super::error::{ShareError, at};
use crate::archive::{
    ANY, FORMAT, LARGEST, Manifest, PROGRAM, Packed, TEXTS, check, platform, write, write_into,
};
use crate::file::Bytes;
use crate::player::{Player, own_folder};
use crate::tree::Tree;
use std::path::{Path, PathBuf};

/// Packs the files of some players, one for each system, or the folder of a program, with texts such as a licence.
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
    let mut packing = Packing::of(players);
    for file in files {
        match own_folder(file) {
            Some(folder) => packing.add_program(folder)?,
            None => packing.add(file, true)?,
        }
    }
    for text in texts {
        packing.add(text, false)?;
    }
    let Packing { manifest, contents } = packing;
    check(&manifest, LARGEST).map_err(|reason| unusable(to, &reason))?;
    write(&manifest, &contents, to).map_err(at(to))?;
    Ok(manifest)
}

/// The archive of a player that is a query, under this name of its file, with texts by their names.
///
/// # Errors
///
/// Where what it says of itself is too long, or there are too many texts.
pub fn pack_query(
    player: &Player,
    file: &str,
    text: String,
    texts: Vec<(String, String)>,
) -> Result<Vec<u8>, ShareError> {
    let mut packing = Packing::of(std::slice::from_ref(player));
    let bytes = Bytes::of_text(text);
    packing.push(format!("{}/{file}", folder(ANY)), Some(ANY.into()), false, bytes);
    for (name, text) in texts {
        packing.push(format!("{TEXTS}/{name}"), None, false, Bytes::of_text(text));
    }
    let Packing { manifest, contents } = packing;
    check(&manifest, LARGEST).map_err(|reason| unusable(Path::new(file), &reason))?;
    write_into(&manifest, &contents, Vec::new()).map_err(at(Path::new(file)))
}

/// The folder of files for a system.
fn folder(platform: &str) -> String {
    platform.replace(' ', "-")
}

/// An archive that is being put together.
struct Packing {
    manifest: Manifest,
    contents: Vec<Bytes>,
}

impl Packing {
    /// One with nothing but what players say of themselves.
    fn of(players: &[Player]) -> Packing {
        let about = players.first().map(|player| player.about.clone()).unwrap_or_default();
        Packing {
            manifest: Manifest {
                format: 1,
                players: players.iter().map(|player| player.about.name.clone()).collect(),
                version: about.version,
                author: about.author,
                license: about.license,
                source: about.source,
                files: Vec::new(),
            },
            contents: Vec::new(),
        }
    }

    fn add(&mut self, file: &Path, is_player: bool) -> Result<(), ShareError> {
        let bytes = Bytes::read(file).map_err(|reason| unusable(file, &reason))?;
        let platform = is_player.then(|| platform(file, bytes.as_slice())).transpose();
        let platform = platform.map_err(|reason| unusable(file, &reason))?;
        let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let path = format!("{}/{name}", folder(platform.as_deref().unwrap_or(TEXTS)));
        let known =
            |one: &Packed| one.path == path || (platform.is_some() && one.platform == platform);
        if self.manifest.files.iter().any(known) {
            return Err(unusable(file, "another file for the same system is packed already"));
        }
        self.push(path, platform, false, bytes);
        Ok(())
    }

    /// Adds all that is in the folder of a program.
    fn add_program(&mut self, folder: &Path) -> Result<(), ShareError> {
        self.manifest.format = FORMAT;
        let failed = |reason| ShareError::Unusable { reason };
        let tree = Tree::of(folder).map_err(failed)?;
        for file in tree.files() {
            let bytes = tree.read(file).map_err(failed)?;
            self.push(format!("{PROGRAM}{}", file.path), Some(ANY.into()), file.executable, bytes);
        }
        Ok(())
    }

    fn push(&mut self, path: String, platform: Option<String>, executable: bool, bytes: Bytes) {
        let (size, sha256) = (bytes.as_slice().len() as u64, bytes.sha256());
        self.manifest.files.push(Packed { path, platform, size, sha256, executable });
        self.contents.push(bytes);
    }
}

fn unusable(file: &Path, reason: &str) -> ShareError {
    ShareError::Unusable { reason: format!("{}: {reason}", file.display()) }
}
