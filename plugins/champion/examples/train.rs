//! Trains the evaluation: plays games with the weights that are compiled in, from random openings, each to an
//! exact end, and fits new weights to what the positions led to. Repeated from empty weights it made
//! `weights/champion.bin`; the README of this folder names the runs.
//!
//!     cargo run --profile dist -p othello-champion --example train -- OUT [GAMES [DEPTH [SEED [THREADS]]]]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use othello_champion::board::{Board, squares};
use othello_champion::clock::Clock;
use othello_champion::cuts::SURE;
use othello_champion::endgame::Endgame;
use othello_champion::evaluate::{DISC, ENTRIES, STAGES, canonical_entries, features, stage};
use othello_champion::midgame::{INFINITE, Midgame};
use othello_open::Rng;

/// From so many empty squares on both sides play perfectly.
const SOLVED: u32 = 11;

const EPOCHS: usize = 12;

/// One position of so many is kept aside.
const HELD_OUT: usize = 50;

/// How far a weight goes, in discs, the first time that it is met.
const STEP: f32 = 0.15;

/// A position and the score that its side to move got in the end.
#[derive(Clone, Copy)]
struct Sample {
    board: Board,
    score: i8,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(out) = arguments.first() else {
        eprintln!("usage: train OUT [GAMES [DEPTH [SEED [THREADS]]]]");
        std::process::exit(2);
    };
    let number = |at: usize, default: u64| -> u64 {
        arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (games, depth, seed, threads) =
        (number(1, 100_000), number(2, 1), number(3, 1), number(4, 2));
    let began = Instant::now();
    let samples = play_games(games as usize, depth as u8, seed, threads as usize);
    println!("{} positions of {games} games in {:.0?}", samples.len(), began.elapsed());
    let weights = fit(&samples);
    let bytes: Vec<u8> = weights
        .iter()
        .flat_map(|weight| (weight.round().clamp(-32767.0, 32767.0) as i16).to_le_bytes())
        .collect();
    if let Err(error) = std::fs::write(out, bytes) {
        eprintln!("can't write {out}: {error}");
        std::process::exit(1);
    }
    println!("wrote {out} after {:.0?}", began.elapsed());
}

fn play_games(games: usize, depth: u8, seed: u64, threads: usize) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let mut parts: Vec<(usize, Vec<Sample>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut player =
                        SelfPlay { midgame: Midgame::new(SURE), endgame: Endgame::new(), depth };
                    let mut parts = Vec::new();
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= games {
                            return parts;
                        }
                        let mut rng = Rng::new(seed << 32 | game as u64);
                        parts.push((game, player.game(&mut rng)));
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    // The order of the games decides the order of the fit, and so the weights to the last bit.
    parts.sort_by_key(|(game, _)| *game);
    parts.into_iter().flat_map(|(_, samples)| samples).collect()
}

struct SelfPlay {
    midgame: Midgame,
    endgame: Endgame,
    depth: u8,
}

impl SelfPlay {
    /// One game: some random plies, then the search, then the perfect end. A slip now and then leads to
    /// positions that good play would never show.
    fn game(&mut self, rng: &mut Rng) -> Vec<Sample> {
        let mut board = Board::START;
        let mut positions: Vec<(Board, bool)> = Vec::new();
        let (mut black, mut ply) = (true, 0);
        let random_plies = 4 + rng.below(10);
        while board.empties().count_ones() > SOLVED {
            let moves = board.moves();
            if moves == 0 {
                if board.pass().moves() == 0 {
                    break;
                }
                board = board.pass();
                black = !black;
                continue;
            }
            let slip = ply < random_plies || rng.below(60) == 0;
            if slip {
                positions.clear();
            }
            let square = if slip { pick(moves, rng) } else { self.choose(board) };
            positions.push((board, black));
            board = board.play(square);
            black = !black;
            ply += 1;
        }
        positions.push((board, black));
        let mut clock = Clock::new(None, None);
        let score = self.endgame.solve(&mut self.midgame, &mut clock, board, 0).unwrap_or(0);
        positions
            .into_iter()
            .skip(1)
            .map(|(position, side)| Sample {
                board: position,
                score: if side == black { score as i8 } else { -score as i8 },
            })
            .collect()
    }

    fn choose(&mut self, board: Board) -> u32 {
        let mut clock = Clock::new(None, None);
        let (mut best, mut best_square) = (-INFINITE, board.moves().trailing_zeros());
        for square in squares(board.moves()) {
            let window = (-INFINITE, -best);
            let searched =
                self.midgame.search(&mut clock, board.play(square), self.depth - 1, window);
            let value = searched.map_or(-INFINITE, |value| -value);
            if value > best {
                (best, best_square) = (value, square);
            }
        }
        best_square
    }
}

fn pick(moves: u64, rng: &mut Rng) -> u32 {
    let skip = rng.below(moves.count_ones() as usize);
    squares(moves).nth(skip).unwrap_or(moves.trailing_zeros())
}

/// Least squares by stochastic descent, each entry with a step of its own that shrinks as it is met. One
/// position of [`HELD_OUT`] is not learnt from and tells how well the weights do on what they never saw.
fn fit(samples: &[Sample]) -> Vec<f32> {
    let canonical = canonical_entries();
    let mut weights = vec![0f32; STAGES * ENTRIES];
    let mut squared = vec![1f32; STAGES * ENTRIES];
    let mut rng = Rng::new(1);
    for epoch in 0..EPOCHS {
        let mut unseen = [(0f64, 0u32); STAGES];
        let first = rng.below(samples.len());
        // A stride that shares no factor with the number of samples visits each of them once.
        let stride = coprime(samples.len());
        for step in 0..samples.len() {
            let at = (first + step * stride) % samples.len();
            let sample = samples[at];
            let stage = stage(sample.board);
            let base = stage * ENTRIES;
            let entries =
                features(sample.board).map(|entry| base + canonical[entry as usize] as usize);
            let value: f32 = entries.iter().map(|&entry| weights[entry]).sum();
            let error = f32::from(sample.score) - value / DISC as f32;
            if at.is_multiple_of(HELD_OUT) {
                unseen[stage].0 += f64::from(error).powi(2);
                unseen[stage].1 += 1;
                continue;
            }
            for entry in entries {
                squared[entry] += error * error;
                weights[entry] += STEP * DISC as f32 * error / squared[entry].sqrt();
            }
        }
        let errors: Vec<String> = unseen
            .iter()
            .map(|(sum, count)| format!("{:.2}", (sum / f64::from(*count).max(1.0)).sqrt()))
            .collect();
        println!(
            "epoch {epoch}: discs of error on unseen positions, by stage: {}",
            errors.join(" ")
        );
    }
    let spread =
        |stage: usize| canonical.iter().map(move |&entry| stage * ENTRIES + entry as usize);
    (0..STAGES).flat_map(spread).map(|entry| weights[entry]).collect()
}

fn coprime(count: usize) -> usize {
    let divides = |a: usize, b: usize| {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    (count * 3 / 8 + 1..).find(|&stride| divides(stride, count)).unwrap_or(1)
}
