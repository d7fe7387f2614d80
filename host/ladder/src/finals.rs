//! The final: the last versions of all who are there, by the schedules that contests have.

use othello_arena::contest::schedule::{Format, Next, PairNumber, Place, Schedule, Score};
use othello_arena::contest::{GameDone, MovesHash, Standings};
use othello_rules::ByColour;
use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::error::LadderError;
use crate::game::{PairId, Pairing, PlayedGame, Purpose};
use crate::rules::FinalFormat;
use crate::version::VersionId;

/// So many rounds more than would tell the best one has a Swiss final, for the order behind.
const MORE_ROUNDS: u32 = 2;

/// Who is in the final, and how it is played: what the file keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// How it is played.
    pub format: Format,
    /// Who takes part, the strongest first.
    pub entrants: Vec<VersionId>,
}

/// A final that was begun.
#[derive(Clone, Debug)]
pub struct Finals {
    /// Who is in it.
    pub field: Field,
    schedule: Schedule,
    standings: Standings,
}

/// Somebody's place in a final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalPlace {
    /// The place, from 1; those whom nothing tells apart share one.
    pub rank: usize,
    /// Whose it is.
    pub version: VersionId,
    /// Twice the points, those of rounds without an opponent among them.
    pub half_points: u64,
    /// How many rounds were without an opponent.
    pub byes: u32,
}

impl PartialEq for Finals {
    fn eq(&self, other: &Finals) -> bool {
        self.field == other.field && self.standings == other.standings
    }
}

impl Finals {
    /// A final between these, the strongest first.
    ///
    /// # Errors
    /// Where there are too few.
    pub fn new(format: FinalFormat, entrants: Vec<VersionId>) -> Result<Finals, LadderError> {
        let count = u32::try_from(entrants.len()).unwrap_or(u32::MAX).max(2);
        let enough = count.next_power_of_two().ilog2() + MORE_ROUNDS;
        // Of a few everybody can meet everybody, and of an odd number somebody has no opponent.
        let most = if count % 2 == 0 { count - 1 } else { count };
        let format = match format {
            FinalFormat::Swiss => Format::Swiss { rounds: enough.min(most) },
            FinalFormat::RoundRobin | FinalFormat::None => Format::RoundRobin,
        };
        Finals::of(Field { format, entrants })
    }

    /// The final that a file tells of.
    ///
    /// # Errors
    /// Where that can't be played.
    pub(crate) fn of(field: Field) -> Result<Finals, LadderError> {
        let schedule = Schedule::new(field.format.clone(), field.entrants.len(), 1);
        let schedule =
            schedule.map_err(|error| LadderError::NotNow(format!("no final yet: {error}")))?;
        Ok(Finals { field, schedule, standings: Standings::default() })
    }

    /// Counts a game.
    pub(crate) fn count(&mut self, game: &PlayedGame) {
        let of = |version| self.field.entrants.iter().position(|&one| one == version);
        let ByColour { black, white } = game.pairing.players.map(of);
        let (Some(black), Some(white)) = (black, white) else { return };
        let number = 2 * game.pairing.pair.number + u64::from(game.pairing.second);
        self.standings.add(&GameDone {
            number: Some(number),
            players: ByColour { black, white },
            ending: game.ending.clone(),
            took: Duration::from_millis(game.took_ms),
            held_up: false,
            moves: MovesHash::of(&game.moves),
            played_before: 0,
        });
    }

    /// The first games of pairs that may be begun, and are not `begun`; none where others have to end first.
    pub(crate) fn playable(&self, begun: &dyn Fn(PairNumber) -> bool) -> Vec<Pairing> {
        let pairs = match self.schedule.next(self.standings.results(), begun, usize::MAX) {
            Next::Play(pairs) => pairs,
            Next::Wait | Next::Over => Vec::new(),
        };
        let pairings = pairs.into_iter().map(|pair| Pairing {
            pair: PairId { purpose: Purpose::Final, number: pair.place },
            second: false,
            players: ByColour {
                black: self.field.entrants[pair.first],
                white: self.field.entrants[pair.second],
            },
        });
        pairings.collect()
    }

    /// Whether a game has its result.
    pub(crate) fn has(&self, pairing: &Pairing) -> bool {
        self.standings.has(2 * pairing.pair.number + u64::from(pairing.second))
    }

    /// Whether all is played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.schedule.next(self.standings.results(), &|_| false, 1), Next::Over)
    }

    /// How many games were played, and how many there will be.
    #[must_use]
    pub fn progress(&self) -> (u64, u64) {
        (self.standings.games, 2 * self.schedule.total().unwrap_or_default())
    }

    /// Everybody, the best first. While it is played, what counts is what the order follows from: pairs of which both
    /// games are over, and rounds without an opponent.
    #[must_use]
    pub fn places(&self) -> Vec<FinalPlace> {
        let version = |contestant: usize| self.field.entrants[contestant];
        if let Some(places) = self.schedule.places(self.standings.results()) {
            let of = |Place { rank, contestant, score }: Place| {
                let (half_points, byes) = match score {
                    Score::Swiss { half_points, byes, .. } => (half_points, byes),
                    Score::Knockout { .. } => (self.half_points(contestant), 0),
                };
                FinalPlace { rank, version: version(contestant), half_points, byes }
            };
            return places.into_iter().map(of).collect();
        }
        let mut all: Vec<_> =
            (0..self.field.entrants.len()).map(|one| (self.half_points(one), one)).collect();
        all.sort_by_key(|&(points, one)| (std::cmp::Reverse(points), one));
        let rank = |half: u64| 1 + all.iter().filter(|(points, _)| *points > half).count();
        let of = |&(half_points, one): &(u64, usize)| FinalPlace {
            rank: rank(half_points),
            version: version(one),
            half_points,
            byes: 0,
        };
        all.iter().map(of).collect()
    }

    fn half_points(&self, contestant: usize) -> u64 {
        let of = |other: usize| {
            let tally = self.standings.meeting(contestant, other)?;
            Some(2 * tally.wins + tally.draws)
        };
        (0..self.field.entrants.len()).filter(|&other| other != contestant).filter_map(of).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::Moment;
    use othello_rules::Colour;
    use othello_store::Ending;

    fn entrants(count: i64) -> Vec<VersionId> {
        (1..=count).map(VersionId).collect()
    }

    /// Plays a final in which the lower number always wins.
    fn play(mut finals: Finals) -> Finals {
        let mut games = 0;
        while let Some(&pairing) = finals.playable(&|_| false).first() {
            for pairing in [pairing, pairing.other_half()] {
                let ByColour { black, white } = pairing.players;
                let winner = if black < white { Colour::Black } else { Colour::White };
                finals.count(&PlayedGame {
                    pairing,
                    ending: Ending::Played { winner: Some(winner) },
                    discs: ByColour { black: 40, white: 24 },
                    moves: format!("{games}"),
                    began: Moment(0),
                    took_ms: 1,
                    worker: None,
                });
                games += 1;
            }
        }
        assert!(finals.is_over());
        assert_eq!(finals.progress(), (games, games));
        finals
    }

    #[test]
    fn both_kinds_of_finals_put_the_strongest_first_whatever_their_number() {
        for format in [FinalFormat::Swiss, FinalFormat::RoundRobin] {
            for count in [2, 3, 4, 5, 7, 12] {
                let finals = play(Finals::new(format, entrants(count)).unwrap());
                let places = finals.places();
                assert_eq!(places.len(), entrants(count).len());
                let FinalPlace { rank, version, .. } = places[0];
                assert_eq!((rank, version), (1, VersionId(1)), "{format:?} {count}");
            }
        }
    }

    #[test]
    fn one_alone_has_no_final() {
        let error = Finals::new(FinalFormat::Swiss, entrants(1)).unwrap_err().to_string();
        assert!(error.contains("two players or more"), "{error}");
    }
}
