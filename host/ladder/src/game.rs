//! Games: which are to be played, and what came of those that were.

use othello_rules::{ByColour, Colour};
use othello_store::{Ending, Score};

use crate::moment::Moment;
use crate::version::VersionId;

/// Numbers a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub i64);

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Purpose {
    /// The ratings.
    Rated,
    /// The final.
    Final,
}

/// Two games from one opening with the colours exchanged, numbered within their purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairId {
    /// What they are for.
    pub purpose: Purpose,
    /// Their number.
    pub number: u64,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The pair that it belongs to.
    pub pair: PairId,
    /// Whether it is the second of the two.
    pub second: bool,
    /// Who plays.
    pub players: ByColour<VersionId>,
}

impl Pairing {
    /// The other game of its pair, which comes after the first.
    #[must_use]
    pub(crate) fn other_half(&self) -> Pairing {
        Pairing { pair: self.pair, second: !self.second, players: self.players.swapped() }
    }
}

/// A game that was played and has a result.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Which one.
    pub pairing: Pairing,
    /// How it ended; never void.
    pub ending: Ending,
    /// The discs at the end.
    pub discs: ByColour<u32>,
    /// The moves and passes, those of the opening among them.
    pub moves: String,
    /// When it began.
    pub began: Moment,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

impl PlayedGame {
    /// What a side made of it in halves of a point.
    #[must_use]
    pub fn half_points(&self, side: Colour) -> u8 {
        match self.ending.score(side) {
            Some(Score::Win) => 2,
            Some(Score::Draw) => 1,
            Some(Score::Loss) | None => 0,
        }
    }

    /// The word of a side's fault, where it lost by one.
    #[must_use]
    pub fn fault(&self, side: Colour) -> Option<&str> {
        match &self.ending {
            Ending::Forfeit { by, word, .. } if *by == side => Some(word),
            _ => None,
        }
    }
}

/// A game in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderGame {
    /// Its number.
    pub id: GameId,
    /// What came of it.
    pub played: PlayedGame,
}
