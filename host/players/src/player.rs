//! A player that was found: what it says of itself, and what it is.

use crate::file::Bytes;
use crate::program::{FileRequest, MANIFEST};
use crate::protocol::Protocol;
use crate::shipped::is_shipped;
use crate::tree::Tree;
use crate::visible::VisibleFiles;
use othello_player_api::About;
use std::fmt;
use std::path::{Path, PathBuf};

/// A player that was found, and can be started.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// What it says of itself.
    pub about: About,
    /// What it is.
    pub source: Source,
}

/// What a player is, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// One of the players of a library.
    Library {
        /// The library's file.
        file: PathBuf,
        /// The SHA-256 of the bytes that described themselves so, in hexadecimal.
        sha256: String,
    },
    /// A query in a file of its own, sent every round.
    CypherFile {
        /// The file.
        file: PathBuf,
    },
    /// An outside program.
    Program {
        /// The program and its arguments.
        command: Vec<String>,
        /// The folder in which it runs.
        folder: PathBuf,
        /// What it speaks.
        speaks: Protocol,
        /// The manifest that told of it; none where the command was given by the user.
        manifest: Option<PathBuf>,
        /// Which files it sees beside the installed system.
        files: VisibleFiles,
        /// What its manifest asks for beyond its own folder and the installed system.
        requests: Vec<FileRequest>,
    },
}

impl Source {
    /// The file that this player came from; none for a command.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Source::Library { file, .. } | Source::CypherFile { file } => Some(file),
            Source::Program { manifest, .. } => manifest.as_deref(),
        }
    }

    /// The SHA-256 of its file in hexadecimal, or of all in its folder; none for a command and for what can't be read.
    pub fn sha256(&self) -> Option<String> {
        match self {
            Source::Library { sha256, .. } => Some(sha256.clone()),
            source => content_hash(source.file()?).ok(),
        }
    }

    /// The SHA-256 of the file that it came from alone: a program's manifest says nothing of what lies beside it.
    pub fn file_sha256(&self) -> Option<String> {
        Some(Bytes::read(self.file()?).ok()?.sha256())
    }

    /// What its manifest asks for beyond its own folder and the installed system.
    pub fn requests(&self) -> &[FileRequest] {
        match self {
            Source::Program { requests, .. } => requests,
            Source::Library { .. } | Source::CypherFile { .. } => &[],
        }
    }

    /// Whether it may hold anything: a library or a program that did not come with the host.
    pub fn is_strangers_code(&self) -> bool {
        let is_code = !matches!(self, Source::CypherFile { .. });
        is_code && !self.file().is_some_and(is_shipped)
    }

    /// The kind in one word: `library`, `cypher` or `program`.
    pub fn kind(&self) -> &'static str {
        match self {
            Source::Library { .. } => "library",
            Source::CypherFile { .. } => "cypher",
            Source::Program { .. } => "program",
        }
    }
}

/// The SHA-256 of a player's content, in hexadecimal: of its file, and of its whole folder where it has one.
pub(crate) fn content_hash(file: &Path) -> Result<String, String> {
    match own_folder(file) {
        Some(folder) => Tree::of(folder)?.sha256(),
        None => Ok(Bytes::read(file)?.sha256()),
    }
}

/// The folder that is a player's own by the name of its manifest.
pub(crate) fn own_folder(file: &Path) -> Option<&Path> {
    let is_manifest = file.file_name().is_some_and(|name| name == MANIFEST);
    is_manifest.then(|| {
        file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    })
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Program { command, manifest: None, speaks, .. } => {
                write!(f, "{speaks}:{}", command.join(" "))
            }
            source => match source.file() {
                Some(file) => write!(f, "{}", file.display()),
                None => f.write_str(source.kind()),
            },
        }
    }
}
