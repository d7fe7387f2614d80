//! Finds Oracle's weights: plays games between a native twin of the query, which makes the same moves far
//! faster, and five plies of Deep Heuristic's kind, and keeps each change of the weights that scores better.
//!
//!     cargo run --profile dist -p othello-oracle --example tune -- [STEPS [GAMES [SEED]]]

mod twin;
#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../../src/weights.rs"]
mod weights;

use othello_champion::board::{Board, CORNERS, squares};
use othello_open::Rng;
use weights::{TUNED, Weights};

const EDGES: u64 = 0x7e81_8181_8181_817e;

fn main() {
    let number = |at: usize, default: usize| {
        std::env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (steps, games, seed) = (number(1, 100), number(2, 200), number(3, 1));
    let mut rng = Rng::new(seed as u64);
    let mut best = TUNED;
    let mut best_score = score(&best, games, 0);
    println!("{best_score:.3} with {best:?}");
    for step in 1..=steps {
        let changed = change(&best, &mut rng);
        // The same openings for both, so that a better score is not just an easier set of games.
        let first = score(&changed, games, 0);
        if first <= best_score {
            continue;
        }
        // What won by luck loses again on openings that it was not chosen by.
        let (held, of_best) = (score(&changed, games, 1), score(&best, games, 1));
        if held > of_best {
            (best, best_score) = (changed, first);
            println!("step {step}: {first:.3}, {held:.3} against {of_best:.3}, with {best:?}");
        }
    }
}

/// Two or three weights, moved by a third of themselves or by a little.
fn change(weights: &Weights, rng: &mut Rng) -> Weights {
    let mut row = weights.to_row();
    for _ in 0..2 + rng.below(2) {
        let at = rng.below(row.len());
        let reach = row[at].abs() / 3 + 6;
        row[at] += rng.below(2 * reach as usize + 1) as i32 - reach;
    }
    Weights::from_row(row)
}

/// The mean score of the weights against five plies of Deep Heuristic, from openings of eight random plies.
fn score(weights: &Weights, games: usize, set: usize) -> f64 {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(2);
    let points: f64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let own = (thread..games).step_by(threads);
                    own.map(|game| play(weights, set * 1_000_000 + game / 2, game % 2 == 0))
                        .sum::<f64>()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or(0.0)).sum()
    });
    points / games as f64
}

fn play(weights: &Weights, opening: usize, oracle_is_black: bool) -> f64 {
    let mut rng = Rng::new(opening as u64 + 77);
    let mut board = Board::START;
    let (mut black, mut ply) = (true, 0);
    loop {
        let moves = board.moves();
        if moves == 0 {
            if board.pass().moves() == 0 {
                break;
            }
            board = board.pass();
        } else {
            let square = if ply < 8 {
                let skip = rng.below(moves.count_ones() as usize);
                squares(moves).nth(skip).unwrap_or_default()
            } else if black == oracle_is_black {
                twin::choose(board, weights, rng.below(1008) as u64 + 1).0
            } else {
                deep(board, &mut rng)
            };
            board = board.play(square);
            ply += 1;
        }
        black = !black;
    }
    let score = board.final_score() * if black == oracle_is_black { 1 } else { -1 };
    f64::from(score.signum()) / 2.0 + 0.5
}

/// Five plies for discs, corners and edges, as the player Deep Heuristic looks ahead.
fn deep(board: Board, rng: &mut Rng) -> u32 {
    let mut best = -1_000_000_000;
    let mut chosen = Vec::new();
    for square in squares(board.moves()) {
        let value = -look(board.play(square), 4, -1_000_000_000, -best + 1);
        if value > best {
            best = value;
            chosen.clear();
        }
        if value == best {
            chosen.push(square);
        }
    }
    chosen[rng.below(chosen.len())]
}

fn look(board: Board, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.moves();
    if moves == 0 && board.pass().moves() == 0 {
        return 100_000 * (board.own.count_ones() as i32 - board.other.count_ones() as i32);
    }
    if plies == 0 {
        let of = |discs: u64| {
            let extra = 3000 * (discs & CORNERS).count_ones() + 400 * (discs & EDGES).count_ones();
            100 * discs.count_ones() as i32
                + extra as i32 * board.empties().count_ones() as i32 / 64
        };
        return of(board.own) - of(board.other);
    }
    if moves == 0 {
        return -look(board.pass(), plies - 1, -beta, -alpha);
    }
    let mut best = -1_000_000_000;
    for part in [moves & CORNERS, moves & EDGES, moves & !(CORNERS | EDGES)] {
        for square in squares(part) {
            best = best.max(-look(board.play(square), plies - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                return best;
            }
        }
    }
    best
}
