//! Contests in the user's data folder.

use othello_arena::contest::InPlay;
use othello_arena::contest::schedule::Format;
use serde::Serialize;

use super::board::Stones;
use super::history::{GameSummary, Ratings};

/// All contests, the newest first.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ContestList {
    /// The contests.
    pub contests: Vec<ContestSummary>,
}

/// A contest in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ContestSummary {
    /// Its name.
    pub name: String,
    /// How it is played.
    pub format: ContestFormat,
    /// Who takes part.
    pub players: Vec<String>,
    /// How many games were played.
    pub played: u64,
    /// How many are to be played, where that is known.
    pub planned: Option<u64>,
    /// Whether somebody plays it at this moment.
    pub running: bool,
}

/// How a contest is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ContestFormat {
    /// Everybody against everybody.
    RoundRobin,
    /// Some against all the others.
    Gauntlet,
    /// In rounds between those who did about equally well.
    Swiss,
    /// Who loses is out.
    Knockout,
}

/// A contest. Ask again every two seconds while it is `running`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Contest {
    /// What a list shows of it.
    #[serde(flatten)]
    pub summary: ContestSummary,
    /// Everybody's rating.
    pub ratings: Ratings,
    /// Points of the row against the column, in the order of the ratings.
    pub crosstable: Vec<Vec<Option<f64>>>,
    /// The newest games.
    pub games: Vec<GameSummary>,
    /// How stones are drawn.
    pub disc: Stones,
    /// The games that are being played.
    pub boards: Vec<ContestBoard>,
}

/// A game of a contest that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ContestBoard {
    /// Its place in the contest.
    pub number: u64,
    /// Who plays Black.
    pub black: String,
    /// Who plays White.
    pub white: String,
    /// What lies there, by rows.
    pub board: String,
    /// The last move.
    pub last: Option<String>,
    /// How many moves and passes there were.
    pub plies: usize,
}

impl From<&Format> for ContestFormat {
    fn from(format: &Format) -> ContestFormat {
        match format {
            Format::RoundRobin => ContestFormat::RoundRobin,
            Format::Gauntlet { .. } => ContestFormat::Gauntlet,
            Format::Swiss { .. } => ContestFormat::Swiss,
            Format::Knockout => ContestFormat::Knockout,
        }
    }
}

impl From<InPlay> for ContestBoard {
    fn from(game: InPlay) -> ContestBoard {
        let InPlay { number, black, white, board, last, plies } = game;
        ContestBoard { number, black, white, board, last, plies }
    }
}
