//! What of a ladder lies in its file alone: what versions are made of, games, what was tried for lessons. It is read
//! over a connection of its own, so that whoever only reads keeps nobody from writing, and waits for nobody who writes.
//! Whatever the ladder knows of lies there.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use othello_players::share::Upload;

use crate::error::LadderError;
use crate::file::LadderFile;
use crate::game::{GameId, LadderGame};
use crate::person::PersonId;
use crate::version::VersionId;

/// What of a ladder lies in its file alone.
#[derive(Debug)]
pub struct Archive(Mutex<LadderFile>);

impl Archive {
    /// That of the ladder in this file.
    pub(crate) fn open(path: &Path) -> Result<Archive, LadderError> {
        LadderFile::read(path).map(|file| Archive(Mutex::new(file)))
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&LadderFile) -> Result<T, LadderError>,
    ) -> Result<T, LadderError> {
        read(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What a version is made of; nothing where it is no query, or its author was forgotten.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn text(&self, version: VersionId) -> Result<Option<String>, LadderError> {
        self.read(|file| file.text(version))
    }

    /// What was sent as a version; nothing for a player of this machine, code that was refused, or where its author was
    /// forgotten.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn upload(&self, version: VersionId) -> Result<Option<Upload>, LadderError> {
        self.read(|file| file.upload(version))
    }

    /// One game.
    ///
    /// # Errors
    /// Where there is none.
    pub fn game(&self, id: GameId) -> Result<LadderGame, LadderError> {
        let found = self.read(|file| file.game(id))?;
        found.ok_or_else(|| LadderError::Missing(format!("game {}", id.0)))
    }

    /// At most so many games behind this one.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn games_after(&self, after: GameId, most: u32) -> Result<Vec<LadderGame>, LadderError> {
        self.read(|file| file.games_after(after, most))
    }

    /// At most so many of the latest games of a version, the newest first.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn games_of(&self, version: VersionId, most: u32) -> Result<Vec<LadderGame>, LadderError> {
        self.read(|file| file.games_of(version, most))
    }

    /// The query that somebody tried last for a lesson, where it is kept.
    ///
    /// # Errors
    /// Where the file can't be read.
    pub fn tried_query(
        &self,
        person: PersonId,
        lesson: &str,
    ) -> Result<Option<String>, LadderError> {
        self.read(|file| file.tried_query(person, lesson))
    }
}
