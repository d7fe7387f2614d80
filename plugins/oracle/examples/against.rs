//! What the numbers are worth by which Oracle looks ahead: its native twin, with any of them changed, plays Champion from
//! eight random plies, each opening with both colours. Champion visits so many positions a move, so that the same games
//! come out everywhere.
//!
//!     cargo run --release -p othello-oracle --example against -- GAMES POSITIONS [effort=N] [doubt=N] [sure=N] [more=N]...

#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../src/patterns.rs"]
mod patterns;
#[path = "../tests/twin/search.rs"]
mod search;
#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../src/weights.rs"]
mod weights;

use othello_champion::board::{Board, squares};
use othello_champion::search::{Limits, Searcher};
use othello_open::Rng;
use search::Twin;
use weights::{SEARCH, Search, luck, stage};

const RANDOM_PLIES: usize = 8;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = || "usage: against GAMES POSITIONS [NAME=NUMBER]...".to_owned();
    let [games, positions, changes @ ..] = arguments.as_slice() else { return Err(usage()) };
    let games: u64 = games.parse().map_err(|_| usage())?;
    let positions: u64 = positions.parse().map_err(|_| usage())?;
    let search = changes.iter().try_fold(SEARCH, |search, change| changed(search, change))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let points: f64 = std::thread::scope(|scope| {
        let play = |thread| {
            let each = (thread as u64..games).step_by(threads);
            scope.spawn(move || each.map(|game| points(game, search, positions)).sum::<f64>())
        };
        let playing: Vec<_> = (0..threads).map(play).collect();
        playing.into_iter().map(|thread| thread.join().unwrap_or(f64::NAN)).sum()
    });
    println!("{:.1} % of {games} games; {search:?}", 100.0 * points / games as f64);
    Ok(())
}

/// The search with one of its numbers changed.
fn changed(mut search: Search, change: &str) -> Result<Search, String> {
    let Some((name, Ok(number))) =
        change.split_once('=').map(|(name, number)| (name, number.parse::<u32>()))
    else {
        return Err(format!("{change:?} is no NAME=NUMBER"));
    };
    let points = i32::try_from(number).map_err(|_| format!("{number} points are too many"))?;
    match name {
        "plies" => search.plies = number,
        "effort" => search.effort = number,
        "ending" => search.ending = number,
        "doubt" => search.doubt = points,
        "sure" => search.sure = points,
        "more" => search.more = points,
        _ => return Err(format!("{name:?} is no number of the search")),
    }
    Ok(search)
}

/// What the twin gets of a game, whose opening two games share.
fn points(game: u64, search: Search, positions: u64) -> f64 {
    let mut rng = Rng::new(game / 2);
    let mut champion = Searcher::default();
    let limits =
        Limits { positions: Some(positions), solve_from: 24, threads: 1, ..Limits::default() };
    let (mut ply, mut is_twins) = (0, game.is_multiple_of(2));
    let mut board = Board::START;
    loop {
        let moves = board.moves();
        let square = if ply < RANDOM_PLIES {
            squares(moves).nth(rng.below(moves.count_ones().max(1) as usize))
        } else if is_twins {
            let (stage, luck) = (stage(8, 60 - board.empties().count_ones()), luck(game));
            Twin::new(board, search, stage, luck).choose(board).map(|found| found.square)
        } else {
            champion.find(board, limits).map(|found| found.square)
        };
        board = match square {
            Some(square) => board.play(square),
            None if board.pass().moves() == 0 => break,
            None => board.pass(),
        };
        (ply, is_twins) = (ply + 1, !is_twins);
    }
    let score = board.final_score() * if is_twins { 1 } else { -1 };
    f64::from(score.signum()) / 2.0 + 0.5
}
