//! What a file has of a game.

use std::time::{Duration, SystemTime};

use othello_rules::{ByColour, Colour};

/// Numbers a game within its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub i64);

/// Numbers a player within its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayerId(pub i64);

/// The place of a game in its contest. A contest gives each of its games another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContestPlace(pub i64);

/// Which games of a file say something together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameRange {
    /// All.
    #[default]
    All,
    /// Those with a place in the file's contest before this one.
    ContestBefore(ContestPlace),
}

impl GameRange {
    /// Whether a game is among them that has this place in a contest.
    #[must_use]
    pub fn has(self, place: Option<ContestPlace>) -> bool {
        match self {
            GameRange::All => true,
            GameRange::ContestBefore(end) => place.is_some_and(|place| place < end),
        }
    }

    /// The same for SQLite: before which place, nothing where any game will do.
    pub(crate) fn end(self) -> Option<i64> {
        match self {
            GameRange::All => None,
            GameRange::ContestBefore(end) => Some(end.0),
        }
    }
}

/// Who played: the same player with other options, or of another build, is another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayerRecord {
    /// The name that it gives itself.
    pub name: String,
    /// Its own version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// `blind`, `open` or `person`.
    pub class: String,
    /// Its options as JSON, empty where it has none.
    pub options: String,
    /// The SHA-256 of its file, empty where it has none.
    pub hash: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Played {
        /// Who won; nobody in a draw.
        winner: Option<Colour>,
    },
    /// A side lost it before.
    Forfeit {
        /// Which.
        by: Colour,
        /// The reason in one word, for counting.
        word: String,
        /// The reason in full.
        reason: String,
    },
    /// It has no result.
    Void {
        /// Why.
        reason: String,
    },
}

/// A game with all that happened in it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// When it began.
    pub began: SystemTime,
    /// How long it took.
    pub took: Duration,
    /// The game's name, such as `othello`.
    pub game: String,
    /// Rows of the board.
    pub size: u32,
    /// The name of its start.
    pub start: String,
    /// The position that it began from, where its start has no name: the board and the side to move.
    pub position: Option<String>,
    /// Everything random followed from it.
    pub seed: u64,
    /// Who played.
    pub players: ByColour<PlayerRecord>,
    /// Under which names.
    pub names: ByColour<String>,
    /// How the players were named where the game was asked for, without any key; empty where nobody knows.
    pub specs: ByColour<String>,
    /// How it ended.
    pub ending: Ending,
    /// The discs at the end.
    pub discs: ByColour<u32>,
    /// The moves and passes, as a transcript with every pass written (`f5d6--c3`).
    pub moves: String,
    /// Where it was played.
    pub database: String,
    /// How much time there was, in words.
    pub time: String,
    /// Whether the host kept a player waiting so long that its times say little.
    pub held_up: bool,
    /// What the players wrote to their standard output and error, as far as it was recorded.
    pub outputs: ByColour<String>,
    /// Its place in a contest.
    pub contest_place: Option<ContestPlace>,
    /// What the record of another program said of it beyond its moves, as JSON.
    pub source: Option<String>,
    /// Those who play again after a game play a series, which has a name.
    pub series: Option<String>,
    /// What was asked and answered.
    pub rounds: Vec<RoundRecord>,
}

/// A question to a player and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecord {
    /// How many moves and passes there were before.
    pub ply: u32,
    /// Who was asked.
    pub side: Colour,
    /// The query.
    pub query: Option<String>,
    /// Its parameters as JSON, without any key.
    pub params: Option<String>,
    /// How many records it gave.
    pub rows: Option<u64>,
    /// How long the player was asked.
    pub asked: Duration,
    /// How long the query ran.
    pub ran: Duration,
    /// The player's thinking as JSON.
    pub thinking: Option<String>,
    /// What the database warned of, a line each.
    pub warnings: Option<String>,
}

/// What a list shows of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// Its number.
    pub id: GameId,
    /// When it began.
    pub began: SystemTime,
    /// The game's name.
    pub game: String,
    /// Rows of the board.
    pub size: u32,
    /// The name of its start.
    pub start: String,
    /// The position that it began from, where its start has no name.
    pub position: Option<String>,
    /// Under which names.
    pub names: ByColour<String>,
    /// How it ended.
    pub ending: Ending,
    /// The discs at the end.
    pub discs: ByColour<u32>,
    /// The moves and passes.
    pub moves: String,
    /// Its place in a contest.
    pub contest_place: Option<ContestPlace>,
    /// What the record of another program said of it beyond its moves, as JSON.
    pub source: Option<String>,
    /// Those who play again after a game play a series, which has a name.
    pub series: Option<String>,
}

/// What a side made of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A whole point.
    Win,
    /// Half of one.
    Draw,
    /// Nothing.
    Loss,
}

impl Ending {
    /// Who won.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        match self {
            Ending::Played { winner } => *winner,
            Ending::Forfeit { by, .. } => Some(by.opponent()),
            Ending::Void { .. } => None,
        }
    }

    /// What a side made of it; nothing where there is no result.
    #[must_use]
    pub fn score(&self, side: Colour) -> Option<Score> {
        match (self, self.winner()) {
            (Ending::Void { .. }, _) => None,
            (_, None) => Some(Score::Draw),
            (_, Some(winner)) if winner == side => Some(Score::Win),
            _ => Some(Score::Loss),
        }
    }
}
