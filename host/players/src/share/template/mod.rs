//! The folder of a new player: it builds and plays at once. What is in it, language by language, is in `languages`.
//!
//! Imports go one way: `readme`, then `languages`, then this file.

mod languages;
mod readme;

pub use languages::{Api, Language, ROUNDS};

use super::error::{ShareError, at};
use crate::names::SafeName;
use languages::{NewPlayer, files};
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
    let mut paths = Vec::new();
    for (file, text) in files(&NewPlayer::of(name), language, api) {
        let path = folder.join(file);
        if let Some(above) = path.parent() {
            std::fs::create_dir_all(above).map_err(at(above))?;
        }
        std::fs::write(&path, text).map_err(at(&path))?;
        paths.push(path);
    }
    Ok(paths)
}
