//! What a lesson can ask for, in the words that stand at the head of its file.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What a learner's query is to give on every position.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// A row for each of these cells, as `cell`, and no others.
    Cells(CellSet),
    /// A row for each legal cell, as `cell`, with a number that is called as it is here.
    Numbers(CellNumber),
    /// One row with numbers, by the names of their columns.
    Row(BTreeMap<String, Count>),
    /// One row with a `cell` that is among these.
    Choice(CellSet),
    /// A player: it gets so many points in games against this one.
    Beat {
        /// Whom.
        boss: String,
        /// In so many games, an even number.
        games: u32,
        /// A won game counts one, a draw half.
        points: f64,
    },
}

/// Cells of a board, as the side to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellSet {
    /// All with one's own discs.
    Own,
    /// All with discs of the other side.
    Other,
    /// All without a disc.
    Empty,
    /// The empty ones with a disc of the other side beside them.
    Frontier,
    /// All that lie directly to the right of one of one's own.
    RightOfOwn,
    /// The empty ones from which a line of the other side's discs leads to the right to a disc of one's own.
    LineToTheRight,
    /// All to which one may go.
    Legal,
    /// The legal ones that turn over most.
    MostFlips,
    /// The legal ones that turn over most, less the most that the other side can turn over in reply.
    BestExchange,
    /// The legal ones by which the game is won at once.
    Winning,
    /// The same, or where there are none all legal ones.
    WinningElseLegal,
    /// What the lesson's own solution gives.
    Solution,
}

/// A number of each legal cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellNumber {
    /// How many discs a move there turns over.
    Flips,
    /// The most that the other side can turn over in reply.
    Lost,
}

impl CellNumber {
    /// The column in which it is expected.
    #[must_use]
    pub fn column(self) -> &'static str {
        match self {
            CellNumber::Flips => "flips",
            CellNumber::Lost => "lost",
        }
    }
}

/// A number of the whole board, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// One's own discs.
    Own,
    /// Those of the other side.
    Other,
    /// Cells without a disc.
    Empty,
    /// The cells to which one may go.
    OwnMoves,
    /// The cells to which the other side might go if it were its turn.
    OtherMoves,
}
