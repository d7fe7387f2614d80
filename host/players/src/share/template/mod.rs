//! The folder of a new player: it builds and plays at once. What is in it, language by language, is in `languages`.
//!
//! Imports go one way: `readme`, then `languages`, then this file.

mod languages;
mod readme;

pub use languages::{Api, Language, ROUNDS};

use super::error::{ShareError, at};
use crate::names::SafeName;
use languages::{NewFile, NewPlayer, files};
use std::path::{Path, PathBuf};

/// Writes a folder with a player of this name, and says which files are in it.
///
/// # Errors
///
/// Where the name won't do, the folder is there already, or can't be written.
pub fn begin(
    name: &str,
    language: Language,
    folder: &Path,
    api: &Api,
) -> Result<Vec<PathBuf>, ShareError> {
    let allowed = |one: char| one.is_alphanumeric() || one == ' ' || one == '-';
    if !name.starts_with(char::is_alphabetic) || !name.chars().all(allowed) {
        return Err(ShareError::Name { name: name.to_owned() });
    }
    let safe = SafeName::parse(name).map_err(|why| ShareError::Lookalike { why })?;
    if safe.to_string() != name {
        return Err(ShareError::Name { name: name.to_owned() });
    }
    if folder.exists() {
        return Err(ShareError::There { path: folder.to_owned() });
    }
    let written = write(&files(&NewPlayer::of(name), language, api), folder);
    if written.is_err() {
        // It was not there before, and half of a player would only be in the way of the next try.
        let _ = std::fs::remove_dir_all(folder);
    }
    written
}

/// Writes files of a folder, and says where they are.
fn write(files: &[NewFile], folder: &Path) -> Result<Vec<PathBuf>, ShareError> {
    let mut paths = Vec::new();
    for (file, text) in files {
        let path = folder.join(file);
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above)
                .map_err(|source| ShareError::NoFolder { path: above.to_owned(), source })?;
        }
        std::fs::write(&path, text).map_err(at(&path))?;
        paths.push(path);
    }
    Ok(paths)
}
