//! Solves endgame positions exactly and says how long each took, of a file or of games from random openings:
//!
//!     cargo run --profile dist -p othello-champion --example solve -- FILE
//!     cargo run --profile dist -p othello-champion --example solve -- EMPTIES COUNT [DEPTH]
//!
//! A line of the file holds a number, the board a1..h8 by rows (X, O and -), the side to move, the score for
//! it and the best moves; lines that begin with # are left out. Exits 1 if any score or move is wrong. With a depth the positions of games are
//! not solved but searched so deep.

use std::time::{Duration, Instant};

use othello_champion::board::{Board, square_name, squares};
use othello_champion::search::{Limits, Searcher};
use othello_open::Rng;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<Vec<u32>> = arguments.iter().map(|text| text.parse().ok()).collect();
    let unlimited = Limits { solve_from: 64, ..Limits::default() };
    match numbers.as_deref() {
        Some([empties, count]) => return time_games(*empties, *count, unlimited),
        Some([empties, count, depth]) => {
            let depth = Some(u8::try_from(*depth).unwrap_or(60));
            return time_games(*empties, *count, Limits { depth, ..Limits::default() });
        }
        _ => {}
    }
    let [file] = &arguments[..] else {
        eprintln!("usage: solve FILE, or solve EMPTIES COUNT [DEPTH]");
        std::process::exit(2);
    };
    let text = match std::fs::read_to_string(file) {
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

/// Searches positions with so many empty squares, of games that a shallow search plays after random openings.
fn time_games(empties: u32, count: u32, limits: Limits) {
    let (mut positions, mut spent) = (0, Duration::ZERO);
    for game in (0..).filter_map(|seed| game(seed, empties)).take(count as usize) {
        let began = Instant::now();
        let Some(found) = Searcher::default().find(game, limits) else { continue };
        let took = began.elapsed();
        (positions, spent) = (positions + found.positions, spent + took);
        let million = found.positions as f64 / 1e6;
        println!("{:+} {took:.2?}, {million:.1} million positions", found.value);
    }
    println!("all in {spent:.2?}, {:.1} million positions", positions as f64 / 1e6);
}

fn game(seed: u64, empties: u32) -> Option<Board> {
    let mut rng = Rng::new(seed);
    let mut searcher = Searcher::default();
    Board::START.walk(empties, |board| {
        if board.empties().count_ones() > 50 {
            let moves = board.moves();
            return squares(moves).nth(rng.below(moves.count_ones() as usize));
        }
        Some(searcher.find(board, Limits { depth: Some(4), ..Limits::default() })?.square)
    })
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
