//! Games that the compiled weights play against themselves, and what their positions are worth.

use std::time::Instant;

use othello_champion::board::{Board, squares};
use othello_champion::evaluate::DISC;
use othello_open::Rng;

use crate::judge::{Judge, LAST};
use crate::parts::each;
use crate::sample::{Sample, write_samples};

/// From so many empty squares on the value of a position is its exact score.
const SOLVED: u32 = 13;

/// How much of a value comes from the position after the next move, and from those behind it; the rest is what the search
/// found.
const TRUST_IN_LATER: f64 = 0.95;

/// Writes the positions of so many games, in which the search looks so many plies ahead.
pub fn play(out: &str, games: usize, depth: u8, seed: u32) -> Result<(), String> {
    let began = Instant::now();
    // Each with a memory of its own, so that no game depends on those before.
    let played = each(games, |at| {
        game(&mut Judge::new(depth, SOLVED), &mut Rng::new(u64::from(seed) << 32 | at as u64))
    });
    let samples: Vec<Sample> = played.into_iter().flatten().collect();
    write_samples(out, &samples)?;
    println!("{} positions of {games} games in {:.0?}", samples.len(), began.elapsed());
    Ok(())
}

/// A position on the way, what the search found there, and whether Black was to move.
struct Step {
    board: Board,
    found: f64,
    black: bool,
}

/// One game: some random plies, then the search. A slip now and then leads to positions that good play would never
/// show; what came before it says nothing about it.
fn game(judge: &mut Judge, rng: &mut Rng) -> Vec<Sample> {
    let mut board = Board::START;
    let mut steps: Vec<Step> = Vec::new();
    let (mut black, mut ply) = (true, 0);
    let random_plies = 4 + rng.below(10);
    while board.empties().count_ones() >= LAST {
        let moves = board.moves();
        if moves == 0 {
            if board.pass().moves() == 0 {
                break;
            }
            (board, black) = (board.pass(), !black);
            continue;
        }
        let slip = ply < random_plies || rng.below(60) == 0;
        let square = if slip {
            steps.clear();
            squares(moves).nth(rng.below(moves.count_ones() as usize))
        } else {
            let (square, found) = judge.judge(board);
            steps.push(Step { board, found, black });
            square
        };
        board = board.play(square.unwrap_or(moves.trailing_zeros()));
        (black, ply) = (!black, ply + 1);
    }
    let is_over = board.moves() == 0 && board.pass().moves() == 0;
    let end = f64::from(board.final_score());
    samples(&steps, is_over.then_some(if black { end } else { -end }))
}

/// The positions with their values; `end` is what Black got, where the game was over so early.
fn samples(steps: &[Step], end: Option<f64>) -> Vec<Sample> {
    let mut later = end;
    let valued = steps.iter().rev().map(|step| {
        let sign = if step.black { 1.0 } else { -1.0 };
        let found = sign * step.found;
        let value = match later.filter(|_| step.board.empties().count_ones() > SOLVED) {
            Some(later) => found + TRUST_IN_LATER * (later - found),
            None => found,
        };
        later = Some(value);
        Sample { board: step.board, value: (sign * value * f64::from(DISC)).round() as i16 }
    });
    valued.collect()
}
