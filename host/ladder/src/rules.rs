//! What an event plays by: the game, the time, who may take part, and what comes at its end.

use std::path::PathBuf;
use std::time::Duration;

use othello_arena::{GameClock, GameSetup, TimeControl};
use othello_players::check::Board;
use serde::{Deserialize, Serialize};

use crate::error::LadderError;
use crate::moment::Moment;

/// The longest title, in letters.
const LONGEST_TITLE: usize = 60;

/// What an event plays by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// What it is called.
    pub title: String,
    /// The game, such as `othello`.
    pub game: String,
    /// The folder that the game comes from, where it is the organiser's own.
    pub folder: Option<PathBuf>,
    /// Rows of the board.
    pub size: u8,
    /// How the board begins.
    pub start: String,
    /// How long a player may take for a move.
    pub per_move: Duration,
    /// How long a player may take for a whole game.
    pub per_game: Duration,
    /// Whether players that are told the position are kept out, also among those to be beaten.
    pub blind_only: bool,
    /// Whether compiled players and programs take part beside queries, in the whole jail.
    #[serde(default)]
    pub allows_code: bool,
    /// What somebody stands in the table with.
    pub stands_with: StandsWith,
    /// What comes at the end.
    pub final_format: FinalFormat,
}

/// What somebody stands in the table with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandsWith {
    /// The version with the highest rating.
    Best,
    /// The last one that was accepted.
    Last,
}

/// What comes at the end of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FinalFormat {
    /// Nothing: the table stands.
    None,
    /// Rounds between those who did about equally well.
    Swiss,
    /// Everybody against everybody, with both colours.
    RoundRobin,
}

/// Where an event is in its course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// People may join; nobody may submit before it begins.
    Before,
    /// Submissions are taken and rated games played.
    Open,
    /// The final is played.
    Final,
    /// All is played, and the queries can be seen.
    Over,
}

/// When an event begins and ends; one without an end goes on until the organiser ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// When submissions are taken.
    pub starts: Option<Moment>,
    /// Until when.
    pub ends: Option<Moment>,
}

impl Rules {
    /// The rules of a game as it is usually played here: a second a move, ten a game.
    ///
    /// # Errors
    /// Where there is no title.
    pub fn new(title: &str, setup: &GameSetup) -> Result<Rules, LadderError> {
        let title = title.trim();
        if title.is_empty() || title.chars().count() > LONGEST_TITLE {
            let why = format!("--title takes 1 to {LONGEST_TITLE} letters");
            return Err(LadderError::Rules(why));
        }
        if title.chars().any(char::is_control) {
            return Err(LadderError::Rules("--title takes one line of text".to_owned()));
        }
        Ok(Rules {
            title: title.to_owned(),
            game: setup.game.clone(),
            folder: setup.folder.clone(),
            size: setup.size,
            start: setup.start.clone(),
            per_move: Duration::from_secs(1),
            per_game: Duration::from_secs(10),
            blind_only: false,
            allows_code: false,
            stands_with: StandsWith::Last,
            final_format: FinalFormat::Swiss,
        })
    }

    /// What games begin with.
    ///
    /// # Errors
    /// Where the game is not there any more.
    pub fn setup(&self) -> Result<GameSetup, LadderError> {
        let folder = self.folder.as_ref().map(|folder| folder.display().to_string());
        let game = folder.as_ref().unwrap_or(&self.game);
        GameSetup::find(game, Some(self.size), Some(&self.start)).map_err(LadderError::Rules)
    }

    /// The time that players have.
    #[must_use]
    pub fn time(&self) -> TimeControl {
        TimeControl {
            per_move: Some(self.per_move),
            first_move: self.per_move,
            game: Some(GameClock { total: self.per_game, increment: Duration::ZERO }),
            ..TimeControl::default()
        }
    }

    /// The board for whoever checks players.
    #[must_use]
    pub(crate) fn board(&self) -> Board {
        let (game, start) = (self.game.clone(), self.start.clone());
        Board { game, size: self.size.into(), start }
    }
}
