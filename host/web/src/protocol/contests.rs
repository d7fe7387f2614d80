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
    /// Whether whoever asks has started it from the page, and can stop it there.
    pub stoppable: bool,
    /// What it said at its end, where it was started from the page.
    pub said: Option<String>,
    /// Everybody's rating.
    pub ratings: Ratings,
    /// Everybody's name, in the contest's own order, or else in that of the ratings.
    pub order: Vec<String>,
    /// Points of the row against the column, in that order.
    pub crosstable: Vec<Vec<Option<f64>>>,
    /// Everybody's place, where the contest has an order of its own.
    pub places: Vec<ContestPlace>,
    /// The rounds so far, where it has any.
    pub rounds: Vec<ContestRound>,
    /// The newest games.
    pub games: Vec<GameSummary>,
    /// How stones are drawn.
    pub disc: Stones,
    /// The games that are being played.
    pub boards: Vec<ContestBoard>,
}

/// Somebody's place in a contest that has an order of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContestPlace {
    /// The place, from 1; those whom nothing tells apart share one.
    pub place: usize,
    /// Whose it is.
    pub name: String,
    /// Points in a Swiss contest, those of rounds without an opponent among them.
    pub points: Option<f64>,
    /// The points of all opponents.
    pub buchholz: Option<f64>,
    /// How many rounds were without an opponent.
    pub byes: u32,
    /// In a knockout: the round in which it lost, from 1.
    pub lost_in: Option<usize>,
}

/// A round of a contest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContestRound {
    /// Who meets whom.
    pub meetings: Vec<ContestMeeting>,
    /// Who has no opponent.
    pub byes: Vec<String>,
}

/// A meeting of two in a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContestMeeting {
    /// The two.
    pub players: Vec<String>,
    /// The points of either so far.
    pub points: Vec<f64>,
    /// Whether nothing is left to play of it.
    pub over: bool,
    /// Who goes on, where somebody does.
    pub winner: Option<String>,
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
