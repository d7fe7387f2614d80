//! Positions that nobody would play and a search sees, and what it finds there.

use std::time::Instant;

use othello_champion::board::{Board, squares};
use othello_champion::evaluate::DISC;
use othello_open::Rng;

use crate::judge::{Judge, LAST};
use crate::parts::each;
use crate::sample::{Sample, read_samples, write_samples};

/// How many moves at random are played on from a position, at the most.
const MOVES: usize = 3;

/// From so many empty squares on the value of a position is its exact score.
const SOLVED: u32 = 14;

/// So many positions are judged with one memory.
const PART: usize = 10_000;

/// Writes what the search finds, so many plies deep, some moves at random on from each of these files' positions.
pub fn stray(out: &str, depth: u8, seed: u32, files: &[&str]) -> Result<(), String> {
    let began = Instant::now();
    let from = read_samples(files)?;
    let parts: Vec<&[Sample]> = from.chunks(PART).collect();
    let judged = each(parts.len(), |at| {
        let (mut rng, mut judge) =
            (Rng::new(u64::from(seed) << 32 | at as u64), Judge::new(depth, SOLVED));
        let strayed = parts[at].iter().filter_map(|sample| strayed(sample.board, &mut rng));
        let judged = strayed.map(|board| {
            let value = judge.judge(board).1 * f64::from(DISC);
            Sample { board, value: value.round() as i16 }
        });
        judged.collect::<Vec<Sample>>()
    });
    let samples: Vec<Sample> = judged.into_iter().flatten().collect();
    write_samples(out, &samples)?;
    println!("{} positions in {:.0?}", samples.len(), began.elapsed());
    Ok(())
}

/// A position some moves on from there, if somebody can move in it and asks for its evaluation.
fn strayed(mut board: Board, rng: &mut Rng) -> Option<Board> {
    for _ in 0..rng.below(MOVES + 1) {
        let moves = board.moves();
        let Some(square) = squares(moves).nth(rng.below(moves.count_ones().max(1) as usize)) else {
            break;
        };
        board = board.play(square);
    }
    if board.moves() == 0 {
        board = board.pass();
    }
    (board.moves() != 0 && board.empties().count_ones() >= LAST).then_some(board)
}
