//! Solves endgame positions exactly and says how long each took, of a file or of games from random openings:
//!
//!     cargo run --profile dist -p othello-champion --example solve -- FILE [DEPTH [sure]]
//!     cargo run --profile dist -p othello-champion --example solve -- EMPTIES COUNT [SEED [DEPTH]]
//!     cargo run --profile dist -p othello-champion --example solve -- within MS EMPTIES COUNT [SEED]
//!
//! A line of the file holds a number, the board a1..h8 by rows (X, O and -), the side to move, the score for
//! it and the best moves; lines that begin with # are left out. Exits 1 if any score or move is wrong. What is printed for
//! games is such a file. With a depth positions are not solved but searched so deep; where they come from a file, nothing is
//! right or wrong then, and "sure" has nothing cut off, so that every version has to find the same values. Within a time
//! positions of games are searched as in a game, and it is counted of how many the score is found, and of how many the winner.

use std::time::{Duration, Instant};

use othello_champion::board::{Board, square_name, squares};
use othello_champion::cuts::{PLAYING, SURE};
use othello_champion::search::{Limits, SearchResult, Searcher};
use othello_open::Rng;

/// What is solved without a limit of time.
const UNLIMITED: Limits =
    Limits { time: None, positions: None, depth: None, solve_from: 64, threads: 1 };

/// With so many empty squares Champion solves in a game.
const IN_GAMES: u32 = 24;

/// How many plies of a game are random.
const RANDOM: u32 = 8;

/// How deep each side looks in the rest of it.
const EQUALS: u8 = 8;

/// By how many discs at the most a side is thought to be ahead where a position is kept.
const EVEN: f64 = 12.0;

/// What was solved so far.
#[derive(Default)]
struct Total {
    positions: u64,
    spent: Duration,
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_within = arguments.first().is_some_and(|first| first == "within");
    if is_within {
        arguments.remove(0);
    }
    let numbers: Option<Vec<u32>> = arguments.iter().map(|text| text.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[ms, empties, count]) if is_within => return within(ms, empties, count, 1),
        Some(&[ms, empties, count, seed]) if is_within => return within(ms, empties, count, seed),
        Some(&[empties, count]) => return of_games(empties, count, 1, UNLIMITED),
        Some(&[empties, count, seed]) => return of_games(empties, count, seed, UNLIMITED),
        Some(&[empties, count, seed, depth]) => {
            let depth = Some(u8::try_from(depth).unwrap_or(60));
            return of_games(empties, count, seed, Limits { depth, ..Limits::default() });
        }
        _ => {}
    }
    let depth = arguments.get(1).map(|depth| depth.parse().ok());
    let ([file] | [file, _] | [file, _, _], true) = (&arguments[..], depth != Some(None)) else {
        eprintln!(
            "usage: solve FILE [DEPTH [sure]], or solve EMPTIES COUNT [SEED [DEPTH]], or solve within MS EMPTIES COUNT [SEED]"
        );
        std::process::exit(2);
    };
    let sureness = if arguments.len() > 2 { SURE } else { PLAYING };
    let search = depth.flatten().map(|depth| (depth, sureness));
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("can't read {file}: {error}");
            std::process::exit(1);
        }
    };
    let (mut total, mut wrong) = (Total::default(), false);
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        wrong |= !solve(line, search, &mut total);
    }
    total.print();
    std::process::exit(i32::from(wrong));
}

impl Total {
    /// Searches a position and says what it took.
    fn find(&mut self, board: Board, limits: Limits) -> Option<(SearchResult, String)> {
        self.find_as_surely(board, limits, PLAYING)
    }

    /// The same where so much is cut off.
    fn find_as_surely(
        &mut self,
        board: Board,
        limits: Limits,
        sureness: u8,
    ) -> Option<(SearchResult, String)> {
        let mut searcher = Searcher::new(sureness);
        let began = Instant::now();
        let found = searcher.find(board, limits)?;
        let took = began.elapsed();
        (self.positions, self.spent) = (self.positions + found.positions, self.spent + took);
        let million = found.positions as f64 / 1e6;
        Some((found, format!("{took:.2?}, {million:.1} million positions")))
    }

    fn print(&self) {
        println!(
            "# all in {:.2?}, {:.1} million positions",
            self.spent,
            self.positions as f64 / 1e6
        );
    }
}

/// Positions with so many empty squares, of games between equals in which neither is far ahead.
fn even_boards(empties: u32, seed: u32) -> impl Iterator<Item = Board> {
    (0..).filter_map(move |game| even(u64::from(seed) << 32 | game, empties))
}

/// Searches such positions as in a game with so long for a move, and counts what is known then.
fn within(ms: u32, empties: u32, count: u32, seed: u32) {
    let mut total = Total::default();
    let (mut solved, mut decided) = (0, 0);
    let time = Some(Duration::from_millis(u64::from(ms)));
    let limits = Limits { time, solve_from: IN_GAMES, ..Limits::default() };
    for (board, _) in even_boards(empties, seed).zip(0..count) {
        let Some((found, _)) = total.find(board, limits) else { continue };
        solved += u32::from(found.solved);
        decided += u32::from(found.decided);
    }
    println!(
        "of {count} positions with {empties} empty squares {solved} were solved, {decided} decided"
    );
    total.print();
}

/// Searches such positions, and prints them as a file of them.
fn of_games(empties: u32, count: u32, seed: u32, limits: Limits) {
    let mut total = Total::default();
    for (board, number) in even_boards(empties, seed).zip(0..count) {
        let Some((found, took)) = total.find(board, limits) else { continue };
        let square = square_name(found.square);
        println!("{number} {} X {:+} {square}\n# {took}", text(board), found.value);
    }
    total.print();
}

fn even(seed: u64, empties: u32) -> Option<Board> {
    let mut rng = Rng::new(seed);
    let mut searcher = Searcher::default();
    let limits = Limits { depth: Some(EQUALS), ..Limits::default() };
    let board = Board::START.walk(empties, |board| {
        if board.empties().count_ones() > 60 - RANDOM {
            let moves = board.moves();
            return squares(moves).nth(rng.below(moves.count_ones() as usize));
        }
        Some(searcher.find(board, limits)?.square)
    })?;
    let value = searcher.find(board, limits)?.value;
    (value.abs() <= EVEN).then_some(board)
}

/// The board with X to move.
fn text(board: Board) -> String {
    let symbol = |square: u32| match (board.own >> square & 1, board.other >> square & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    (0..64).map(symbol).collect()
}

/// Solves the position of a line, or searches it so deep and so surely; false where what is found is wrong.
fn solve(line: &str, search: Option<(u8, u8)>, total: &mut Total) -> bool {
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
    if let Some((depth, sureness)) = search {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        if let Some((found, took)) = total.find_as_surely(board, limits, sureness) {
            println!("{number}: {} {:+.2} in {took}", square_name(found.square), found.value);
        }
        return true;
    }
    let Some((found, took)) = total.find(board, UNLIMITED) else {
        println!("{number}: no move");
        return false;
    };
    let square = square_name(found.square);
    let right = score.parse() == Ok(found.value) && best.split(',').any(|name| name == square);
    println!(
        "{number}: {square} {:+} (wanted {best} {score}) in {took}{}",
        found.value,
        if right { "" } else { "  WRONG" },
    );
    right
}
