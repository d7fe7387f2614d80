//! Games: which are to be played, and what came of those that were.

use std::time::Duration;

use othello_arena::contest::{self, GameJob, Opening};
use othello_arena::notation::SourceRecord;
use othello_rules::{ByColour, Colour};
use othello_store::{Ending, GameRecord, Score};

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

impl PairId {
    /// Its number among the pairs of all purposes.
    fn place(self) -> u64 {
        2 * self.number + u64::from(self.purpose == Purpose::Final)
    }
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
    /// The game to be played, from this opening. Its players are numbered: first whoever has Black in the first game of
    /// the pair.
    pub(crate) fn job(&self, opening: Opening) -> GameJob {
        let (first, second) = (usize::from(self.second), usize::from(!self.second));
        let number = 2 * self.pair.place() + u64::from(self.second);
        GameJob { number, players: ByColour { black: first, white: second }, opening }
    }

    /// The same of both, in the order of the job's numbers.
    pub(crate) fn in_order<T>(&self, players: ByColour<T>) -> [T; 2] {
        let ByColour { black, white } = players;
        if self.second { [white, black] } else { [black, white] }
    }

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
    /// Who has played it, where it was not this machine.
    pub worker: Option<String>,
}

impl PlayedGame {
    /// What is kept of a game that was over so long after it was handed out; why it has no result, where it has none.
    /// Time that the machine took from it is forgiven but for the last try.
    pub(crate) fn of(
        pairing: Pairing,
        played: contest::PlayedGame,
        since: Duration,
        is_last_try: bool,
    ) -> Result<PlayedGame, String> {
        let contest::PlayedGame { record, void, .. } = played;
        let has_ended = |record: &GameRecord| !matches!(record.ending, Ending::Void { .. });
        let unknown = || "it was not recorded".to_owned();
        match (record.filter(has_ended), void) {
            (Some(record), void) if void.is_none() || is_last_try => {
                // Whoever plays elsewhere may say what they like of it.
                let took = record.took.min(since);
                let source = SourceRecord::kept(record.source.as_deref());
                Ok(PlayedGame {
                    pairing,
                    ending: record.ending,
                    discs: record.discs,
                    moves: record.moves,
                    began: Moment::now().minus(took),
                    took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
                    worker: source.map(|source| source.place),
                })
            }
            (_, void) => Err(void.unwrap_or_else(unknown)),
        }
    }

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
