//! Positions valued by our strongest player, several at once, each by a process of its own. The values come back in the
//! order of the positions, whoever is done first, so that a book does not depend on how many there are.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use othello_arena::GameSetup;
use othello_arena::evaluator::{Effort, Evaluation, Evaluator, EvaluatorError};
use othello_board::View;
use othello_rules::{Position, Square};

use super::recipe::Recipe;
use crate::players::Players;

/// How often it is asked whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// What hears of each position and the values of its moves.
type Found<'f> = &'f mut dyn FnMut(&Position, &[(Square, f64)]) -> anyhow::Result<()>;

/// Those who value positions.
pub struct Searchers<'p> {
    players: &'p Players,
    setup: GameSetup,
    effort: Effort,
    at_once: NonZero<usize>,
    evaluators: Vec<Evaluator>,
}

impl Searchers<'_> {
    /// Those for positions of a book, of whom none is started before there is something to do.
    pub fn new<'p>(
        players: &'p Players,
        recipe: &Recipe,
        at_once: NonZero<usize>,
    ) -> Searchers<'p> {
        let setup = GameSetup::at(recipe.start);
        Searchers { players, setup, effort: recipe.effort, at_once, evaluators: Vec::new() }
    }

    /// Starts as many as have something to do where there are so many positions.
    fn start(&mut self, positions: usize) -> Result<(), EvaluatorError> {
        let Players { finder, runner } = self.players;
        while self.evaluators.len() < self.at_once.get().min(positions) {
            let one = Evaluator::start(finder, runner, &self.setup, self.effort)?;
            self.evaluators.push(one.however_long());
        }
        Ok(())
    }

    /// Values positions until all are done or there is a reason to stop; what is being looked at then is not waited for,
    /// and nobody can be asked again.
    pub fn value(
        &mut self,
        positions: &[Position],
        stops: &dyn Fn() -> bool,
        found: Found<'_>,
    ) -> anyhow::Result<()> {
        self.start(positions.len())?;
        let next = AtomicUsize::new(0);
        let (results, valued) = mpsc::channel();
        let enders: Vec<_> = self.evaluators.iter().filter_map(Evaluator::ender).collect();
        thread::scope(|scope| {
            for evaluator in &mut self.evaluators {
                let (results, next) = (results.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(position) = positions.get(at) else { break };
                        let value = evaluator.evaluate(&View::from(position), &[]);
                        if results.send((at, value)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(results);
            let done = in_order(positions, &valued, stops, found);
            if done.is_err() || stops() {
                next.store(positions.len(), Ordering::Relaxed);
                enders.iter().for_each(othello_players::Ender::end);
            }
            done
        })
    }
}

/// Hands on what comes back, in the order of the positions.
fn in_order(
    positions: &[Position],
    valued: &mpsc::Receiver<(usize, Result<Evaluation, EvaluatorError>)>,
    stops: &dyn Fn() -> bool,
    found: Found<'_>,
) -> anyhow::Result<()> {
    let mut early = BTreeMap::new();
    let mut handed_on = 0;
    while handed_on < positions.len() && !stops() {
        let (at, value) = match valued.recv_timeout(LOOK) {
            Ok(one) => one,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        early.insert(at, value?.moves);
        while let Some(moves) = early.remove(&handed_on) {
            found(&positions[handed_on], &moves)?;
            handed_on += 1;
        }
    }
    Ok(())
}
