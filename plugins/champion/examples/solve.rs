//! Solves endgame positions exactly and says how long each took:
//!
//!     cargo run --profile dist -p othello-champion --example solve -- FILE
//!
//! A line of the file holds a number, the board a1..h8 by rows (X, O and -), the side to move, the score for
//! it and the best moves; lines that begin with # are left out. Exits 1 if any score or move is wrong.

use std::time::Instant;

use othello_champion::board::{Board, square_name};
use othello_champion::search::{Limits, Searcher};

fn main() {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("usage: solve FILE");
        std::process::exit(2);
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("can't read {file}: {error}");
            std::process::exit(1);
        }
    };
    let began = Instant::now();
    let mut wrong = false;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        wrong |= !solve(line);
    }
    println!("all in {:.2?}", began.elapsed());
    std::process::exit(i32::from(wrong));
}

fn solve(line: &str) -> bool {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [number, discs, side, score, best] = fields[..] else {
        println!("not a position: {line}");
        return false;
    };
    let of = |symbol: char| {
        discs.chars().enumerate().fold(0, |bits, (at, disc)| bits | u64::from(disc == symbol) << at)
    };
    let (black, white) = (of('X'), of('O'));
    let board = if side == "X" {
        Board { own: black, other: white }
    } else {
        Board { own: white, other: black }
    };
    let began = Instant::now();
    let limits = Limits { solve_from: 64, ..Limits::default() };
    let Some(found) = Searcher::default().find(board, limits) else {
        println!("{number}: no move");
        return false;
    };
    let square = square_name(found.square);
    let right = score.parse() == Ok(found.value) && best.split(',').any(|name| name == square);
    println!(
        "{number}: {square} {:+} (wanted {best} {score}) in {:.2?}, {:.1} million positions{}",
        found.value,
        began.elapsed(),
        found.positions as f64 / 1e6,
        if right { "" } else { "  WRONG" },
    );
    right
}
