//! Balanced openings: random beginnings after which our strongest player sees neither side ahead, no two of them alike
//! but for a turned or mirrored board.

use std::collections::HashSet;

use anyhow::{Context, bail};
use othello_arena::contest::{Openings, Source};
use othello_arena::evaluator::{Effort, Evaluator, EvaluatorError};
use othello_arena::{GameSetup, Seed};
use othello_board::View;
use othello_rules::{Colour, Game, Move, Position, Symmetry};

use crate::exit::usage;
use crate::players::Players;
use crate::report::counted;

/// Which openings are wanted.
pub struct BalancedOptions {
    /// On which board, from which start.
    pub setup: GameSetup,
    /// How many plies they have.
    pub plies: u32,
    /// How many of them there are to be.
    pub count: usize,
    /// By how many discs a side may be ahead.
    pub within: f64,
    /// How thoroughly each is looked at.
    pub effort: Effort,
    /// What they follow from.
    pub seed: Seed,
}

/// After so many beginnings in a row that were of no use there are no more to be found.
const HOPELESS: usize = 2_000;

/// Makes them; the moves of each are handed on as soon as it is found.
///
/// # Errors
/// Where this game is not evaluated, and where there are not so many.
pub fn balanced(
    options: &BalancedOptions,
    players: &Players,
    found: &mut dyn FnMut(&[Move]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let setup = &options.setup;
    let initial = setup.position().context("openings are made for Othello and Reversi alone")?;
    let mut random = Openings::new(&Source::Random(options.plies), setup, options.seed.get())?;
    let evaluator = Evaluator::start(&players.finder, &players.runner, setup, options.effort);
    let evaluator = evaluator.map_err(|error| match error {
        EvaluatorError::UnknownGame { .. } => usage(format!(
            "{error}, so that nobody says which openings are even; --openings random:6 or all:4 of a contest needs nobody"
        )),
        other => other.into(),
    })?;
    let mut evaluator = evaluator.however_long();
    let (mut classes, mut count, mut missed) = (HashSet::new(), 0, 0);
    for number in 0.. {
        if count == options.count {
            return Ok(());
        }
        let moves = random.get(number).moves;
        if missed == HOPELESS {
            break;
        }
        missed += 1;
        // Longer ones come where all positions of this length were taken.
        if moves.len() > options.plies as usize {
            continue;
        }
        let position = after(initial, &moves)?;
        if !classes.insert(class(position)) {
            continue;
        }
        let score = evaluator.score_for_black(&View::from(&position), &moves)?;
        if score.abs() <= options.within {
            found(&moves)?;
            count += 1;
            missed = 0;
        }
    }
    let (openings, plies) = (counted(count, "opening"), counted(options.plies as usize, "ply"));
    let are = if count == 1 { "is" } else { "are" };
    bail!(
        "only {openings} of {plies} {are} within {} discs; ask for fewer, more plies, or a wider --within",
        options.within
    )
}

fn after(initial: Position, moves: &[Move]) -> anyhow::Result<Position> {
    let mut game = Game::from_position(initial);
    for &ply in moves {
        game.play(ply)?;
    }
    Ok(*game.position())
}

/// What all turned and mirrored boards of a position have in common.
fn class(position: Position) -> (String, bool) {
    let turned = Symmetry::ALL.into_iter().map(|turn| turn.position(position).board());
    (turned.min().unwrap_or_default(), position.to_move() == Colour::Black)
}
