//! What is counted of a contest's games as they come: where it stands, where its test stands, and which games were played
//! before. What is held in memory does not grow with the games; where it would, a file holds it.

use othello_store::{GameResult, Occurrences, StoreError};

use super::plan::Plan;
use super::sequential::Sequential;
use super::standings::{GameDone, Standings};

/// What is counted of a contest's games.
#[derive(Debug)]
pub(super) struct Ledger {
    pub standings: Standings,
    pub test: Option<Sequential>,
    played: Occurrences,
}

impl Ledger {
    /// That of a contest with so many openings, where that is known, before its first game.
    pub fn new(plan: &Plan, openings: Option<usize>) -> Result<Ledger, StoreError> {
        Ok(Ledger {
            standings: Standings::of(plan),
            test: plan.sprt.map(|sprt| Sequential::new(sprt, openings)),
            played: Occurrences::new()?,
        })
    }

    /// Counts a game, and gives it with how often it was played before.
    pub fn add(&mut self, game: GameDone) -> Result<GameDone, StoreError> {
        let played_before = self.played.add(game.moves.between(game.players))?;
        let game = GameDone { played_before, ..game };
        self.standings.add(&game);
        if let Some(test) = &mut self.test {
            test.advance(self.standings.results(), &mut self.played)?;
        }
        self.standings.forget_pairs();
        Ok(game)
    }

    /// Counts a game of the contest's file.
    pub fn read(&mut self, plan: &Plan, result: GameResult) -> Result<(), StoreError> {
        match GameDone::of_plan(plan, result) {
            Some(game) => self.add(game).map(drop),
            None => Ok(()),
        }
    }

    /// Whether the test has decided, or never will.
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(Sequential::is_over)
    }
}
