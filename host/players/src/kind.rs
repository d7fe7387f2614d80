//! What a file may be, by its name.

use crate::program::MANIFEST;
use std::path::Path;

/// The ending of an archive's name.
pub const ARCHIVE: &str = "othello";

/// The endings of files that can be named as players.
pub(crate) const ENDINGS: [&str; 6] = ["so", "dylib", "dll", "cypher", "toml", ARCHIVE];

/// What the name of a file has to be that is a player.
pub(crate) const NAMES: &str = "a library ends in .so, .dylib or .dll, a query in .cypher, an archive in .othello, a \
                                program has a player.toml or is named by \"cypher:COMMAND\"";

/// What a file may be that is a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Library,
    Cypher,
    Manifest,
}

impl Kind {
    /// What a file is by its ending. A manifest's name is `player.toml` or ends in `.player.toml`.
    pub(crate) fn of(file: &Path) -> Option<Kind> {
        match file.extension()?.to_str()? {
            "so" | "dylib" | "dll" => Some(Kind::Library),
            "cypher" => Some(Kind::Cypher),
            "toml" => {
                let name = file.file_name()?.to_str()?;
                (name == MANIFEST || name.ends_with(".player.toml")).then_some(Kind::Manifest)
            }
            _ => None,
        }
    }
}

/// Whether a file is an archive of players, by its name.
pub(crate) fn is_archive(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == ARCHIVE)
}
