//! How fast the rules are on one core: perft on several boards in lines of play a second, and
//! games of a WTHOR file read and replayed.
//! `cargo bench -p othello-rules` prints the figures.

use std::hint::black_box;
use std::time::{Duration, Instant};

use othello_rules::records::{Record, wthor};
use othello_rules::{Game, Move, Position, Size, Start, Variant, bitboard};

fn main() {
    let start = Position::default();
    let (own, other) = start.bitboards().unwrap_or_default();
    rate("perft 8x8 depth 11, bitboards", "lines", 212_258_800, || {
        bitboard::perft(black_box(own), black_box(other), 11)
    });
    rate("perft 8x8 depth 9, positions", "lines", 3_005_288, || black_box(start).perft(9));
    for (width, depth, lines) in [(4, 12, 57_436), (6, 10, 14_976_792), (10, 8, 392_268)] {
        if let Ok(size) = Size::new(width) {
            let start = Position::new(Variant::Othello, size, Start::Standard);
            let what = format!("perft {size} depth {depth}, positions");
            rate(&what, "lines", lines, || black_box(start).perft(depth));
        }
    }
    let file = wthor_file();
    rate("WTHOR games read and replayed", "games", GAMES, || {
        let games = wthor::read("generated.wtb", black_box(&file));
        games.map_or(0, |(_, games)| games.filter(|game| game.is_ok()).count() as u64)
    });
}

const GAMES: u64 = 100_000;

/// A file of games played at random.
fn wthor_file() -> Vec<u8> {
    let mut chance = 1_u64;
    let records: Vec<Record> = (0..GAMES).map(|_| Record::new(random_game(&mut chance))).collect();
    wthor::write(&records, (2026, 1, 1), 2026).map_or_else(|_| Vec::new(), |files| files.games)
}

fn random_game(chance: &mut u64) -> Game {
    let mut game = Game::default();
    loop {
        // Marsaglia's "xorshift".
        *chance ^= *chance << 13;
        *chance ^= *chance >> 7;
        *chance ^= *chance << 17;
        let legal = game.position().legal_moves();
        let chosen = *chance as usize % legal.len().max(1);
        let ply = legal.iter().nth(chosen).map_or(Move::Pass, Move::Place);
        if game.play(ply).is_err() {
            return game;
        }
    }
}

/// Does the work a few times, checks that it comes out as `expected`, and prints the best rate.
fn rate(what: &str, unit: &str, expected: u64, work: impl Fn() -> u64) {
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let begin = Instant::now();
        assert_eq!(work(), expected, "{what}");
        best = best.min(begin.elapsed());
    }
    let million_a_second = expected as f64 / best.as_secs_f64() / 1e6;
    println!("{what:<34} {million_a_second:>8.1} million {unit}/s  ({best:.3?})");
}
