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

/// What is said of a file whose name is not that of a player, with what its ending tells of a way out.
pub(crate) fn not_a_player(file: &Path) -> String {
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let interpreter = match &*ending {
        "py" => "python3",
        "js" | "mjs" | "cjs" => "node",
        "jar" => "java -jar",
        "rb" => "ruby",
        "sh" => "sh",
        "c" | "cc" | "cpp" | "rs" | "zig" | "go" | "java" => {
            return "it is a program's text; build it, and name what comes of it".to_owned();
        }
        "cql" | "cyp" | "txt" | "cypher" => {
            return "the name of a query's file ends in .cypher, in small letters".to_owned();
        }
        _ => return format!("its name is not that of a player: {NAMES}"),
    };
    let name = file.to_string_lossy();
    let quoted = shlex::try_quote(&name).unwrap_or_default();
    format!("a program is named by its command: \"cypher:{interpreter} {quoted}\"")
}

/// Whether a file is an archive of players, by its name.
pub(crate) fn is_archive(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == ARCHIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_player_is_told_how_it_may_become_one() {
        let says = |name: &str| not_a_player(Path::new(name));
        assert!(says("./my bot.py").ends_with("\"cypher:python3 './my bot.py'\""));
        assert!(says("src/lib.rs").contains("build it"));
        assert!(says("MINE.CYPHER").contains("ends in .cypher"));
        assert!(says("strange.exe").contains("\"cypher:COMMAND\""));
    }
}
