//! Why a contestant could not be found, each with the way out.

use crate::names::near_names;
use crate::player::Source;
use crate::protocol::Protocol;
use crate::shelf::not_accepted;
use std::fs;
use std::path::{Path, PathBuf};
use strsim::osa_distance;

/// Why a contestant could not be found. All of them are wrong usage.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FindError {
    /// No player has this name.
    #[error("no player {}{name:?}; {}\"othello-host players list\" shows all",
            or_file(.name), did_you_mean(.near))]
    Unknown {
        /// The name.
        name: String,
        /// The names that may have been meant.
        near: Vec<String>,
    },
    /// A file or a command where only names are taken.
    #[error("{text:?} is not a player's name; only players that are listed can be chosen here")]
    NoName {
        /// What was written.
        text: String,
    },
    /// Several players have this name.
    #[error("{} players are called {name:?}; choose one by its path or by FILE:NAME:{}",
            .sources.len(), source_lines(.sources))]
    Ambiguous {
        /// The name.
        name: String,
        /// Where they come from.
        sources: Vec<Source>,
    },
    /// A file holds several players and none was named.
    #[error("{} holds several players; choose one by {}:NAME: {}",
            .file.display(), .file.display(), .names.join(", "))]
    Several {
        /// The file.
        file: PathBuf,
        /// Their names.
        names: Vec<String>,
    },
    /// A file does not hold the player that was named.
    #[error("{} holds no player {name:?}; it holds {}", .file.display(), .names.join(", "))]
    NotInFile {
        /// The file.
        file: PathBuf,
        /// The name.
        name: String,
        /// The names that it holds.
        names: Vec<String>,
    },
    /// There is no such file.
    #[error("no file {}; {}{}a player is named by its name, FILE:NAME, a path, or cypher:, referee:, \
             nboard: or gtp:COMMAND",
            .file.display(), or_protocol(.file), did_you_mean(.near))]
    NoFile {
        /// The file.
        file: PathBuf,
        /// Files beside it whose names are near.
        near: Vec<String>,
    },
    /// A database's address where a player is wanted.
    #[error(
        "{text} is an address and no player; a database comes after the two players: \
             BLACK WHITE URI USER PASSWORD DATABASE"
    )]
    Address {
        /// The address.
        text: String,
    },
    /// A place in a network where a player is wanted.
    #[error(
        "{text} is an address, and nothing is fetched from one; download what is there, and name the file"
    )]
    Elsewhere {
        /// The address.
        text: String,
    },
    /// An installed file is not what was installed.
    #[error("{}", not_accepted(.file))]
    Changed {
        /// The file.
        file: PathBuf,
    },
    /// Two files of the plugins folders have this name.
    #[error("{} plugins are called {name:?}; give the path of one:{}", .files.len(), path_lines(.files))]
    TwoFiles {
        /// The name.
        name: String,
        /// The files.
        files: Vec<PathBuf>,
    },
    /// What was named can't be used.
    #[error("{} cannot be used: {reason}", .file.display())]
    Unusable {
        /// The file or command.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The program of a command is nowhere.
    #[error(
        "no program {program}, neither here nor on the PATH, and so nobody to play as \"{protocol}:{command}\""
    )]
    NoProgram {
        /// Its name or path.
        program: String,
        /// What it is to speak.
        protocol: Protocol,
        /// The command.
        command: String,
    },
    /// The command is empty or has an open quote.
    #[error("\"{protocol}:{command}\" names no program; write \"{protocol}:PROGRAM ARGUMENTS\"")]
    Command {
        /// What it speaks.
        protocol: Protocol,
        /// The command.
        command: String,
    },
    /// An option is unknown or has a bad value.
    #[error("{player}: {reason}")]
    Option {
        /// The player.
        player: String,
        /// What is wrong, and which options exist.
        reason: String,
    },
    /// The name means something else.
    #[error("{name:?} can't be the name of a contestant; give another as ALIAS=NAME")]
    Reserved {
        /// The name.
        name: String,
    },
}

impl FindError {
    /// There is no such file.
    pub(super) fn no_file(path: &Path) -> FindError {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let entries =
            fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let names: Vec<String> =
            entries.filter_map(|one| one.file_name().into_string().ok()).collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let near = near_names(&name, names.iter().map(String::as_str)).into_iter();
        let near = near.map(|near| path.with_file_name(near).display().to_string()).collect();
        FindError::NoFile { file: path.to_owned(), near }
    }
}

/// What has an ending may as well have been meant for a file.
fn or_file(name: &str) -> &'static str {
    if name.trim_end_matches('.').contains('.') { "or file " } else { "" }
}

/// What stands before a colon may as well have been meant for what a program speaks.
fn or_protocol(file: &Path) -> String {
    const PROTOCOLS: [&str; 4] = ["cypher", "referee", "nboard", "gtp"];
    let name = file.to_string_lossy();
    match PROTOCOLS.into_iter().find(|one| *one != name && osa_distance(one, &name) <= 2) {
        Some(near) => format!("did you mean {near}:COMMAND? "),
        None => String::new(),
    }
}

fn did_you_mean(near: &[String]) -> String {
    let quoted: Vec<_> = near.iter().map(|name| format!("{name:?}")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        names => format!("did you mean {}? ", names.join(" or ")),
    }
}

fn source_lines(sources: &[Source]) -> String {
    sources.iter().map(|source| format!("\n  {source}")).collect()
}

fn path_lines(files: &[PathBuf]) -> String {
    files.iter().map(|file| format!("\n  {}", file.display())).collect()
}
