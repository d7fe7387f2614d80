//! Trains the evaluation in two steps. Games are played by the weights that are compiled in, and each of their positions
//! gets a value from what the search found there and later, up to the exact end; then weights are fitted to these values.
//! Neither depends on the threads. The mean of weights that were fitted to different games has less of the error of
//! either. `weights/make` goes through all of this, from empty tables to `weights/champion.bin`.
//!
//!     cargo run --release -p othello-champion --example train -- play POSITIONS GAMES [DEPTH [SEED [THREADS]]]
//!     cargo run --release -p othello-champion --example train -- fit WEIGHTS POSITIONS...
//!     cargo run --release -p othello-champion --example train -- mean WEIGHTS ONE OTHER

use std::io::{BufWriter, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use othello_champion::board::{Board, squares};
use othello_champion::clock::Clock;
use othello_champion::cuts::SURE;
use othello_champion::endgame::Endgame;
use othello_champion::evaluate::{
    DISC, ENTRIES, FEATURES, STAGES, canonical_entries, features, stage, weight,
};
use othello_champion::midgame::{INFINITE, Midgame};
use othello_champion::table::Table;
use othello_open::Rng;

/// From so many empty squares on the value of a position is its exact score.
const SOLVED: u32 = 13;

/// With so few empty squares nobody asks for an evaluation.
const LAST: u32 = 8;

/// How much of a value comes from the position after the next move, and from those behind it; the rest is what the search
/// found.
const TRUST_IN_LATER: f64 = 0.95;

const EPOCHS: usize = 20;

/// One position of so many is kept aside.
const HELD_OUT: u64 = 50;

/// A stage is also fitted to the positions that are so many discs before and behind it: fewer games are enough.
const OVERLAP: usize = 3;

/// How far a weight goes, in discs, the first time that it is met.
const STEP: f32 = 0.15;

/// How little is thought of the weights that are compiled in, from which a fit begins: as if they had been met with errors
/// of this sum of squares.
const TRUST_IN_FIRST: f32 = 1000.0;

/// A position and its value for the side to move, in units of the evaluation.
#[derive(Clone, Copy)]
struct Sample {
    board: Board,
    value: i16,
}

impl Sample {
    const BYTES: usize = 18;

    fn of(bytes: &[u8; Sample::BYTES]) -> Sample {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let board = Board { own: word(0), other: word(8) };
        Sample { board, value: i16::from_le_bytes([bytes[16], bytes[17]]) }
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        let Board { own, other } = self.board;
        own.to_le_bytes().into_iter().chain(other.to_le_bytes()).chain(self.value.to_le_bytes())
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((step, [out, numbers @ ..])) if step == "play" => play(out, numbers),
        Some((step, [out, files @ ..])) if step == "fit" && !files.is_empty() => fit(out, files),
        Some((step, [out, one, other])) if step == "mean" => mean(out, one, other),
        _ => {
            eprintln!("usage: train play POSITIONS GAMES [DEPTH [SEED [THREADS]]]");
            eprintln!("       train fit WEIGHTS POSITIONS...");
            eprintln!("       train mean WEIGHTS ONE OTHER");
            std::process::exit(2);
        }
    };
    if let Err(error) = done {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn play(out: &str, numbers: &[String]) -> Result<(), String> {
    let number = |at: usize, default: u64| -> u64 {
        numbers.get(at).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (games, depth, seed, threads) =
        (number(0, 100_000), number(1, 4), number(2, 1), number(3, 2));
    let began = Instant::now();
    let samples = play_games(games as usize, depth as u8, seed, threads as usize);
    let write = || {
        let mut file = BufWriter::new(std::fs::File::create(out)?);
        samples
            .iter()
            .try_for_each(|sample| file.write_all(&sample.bytes().collect::<Vec<_>>()))?;
        file.flush()
    };
    write().map_err(|error| format!("can't write {out}: {error}"))?;
    println!("{} positions of {games} games in {:.0?}", samples.len(), began.elapsed());
    Ok(())
}

fn play_games(games: usize, depth: u8, seed: u64, threads: usize) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let parts: Mutex<Vec<(usize, Vec<Sample>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        return;
                    }
                    let mut rng = Rng::new(seed << 32 | game as u64);
                    let samples = SelfPlay::new(depth).game(&mut rng);
                    if let Ok(mut parts) = parts.lock() {
                        parts.push((game, samples));
                    }
                }
            });
        }
    });
    let mut parts = parts.into_inner().unwrap_or_default();
    parts.sort_by_key(|(game, _)| *game);
    parts.into_iter().flat_map(|(_, samples)| samples).collect()
}

/// Who plays a game, with a memory of its own for each, so that no game depends on those before.
struct SelfPlay {
    midgame: Midgame,
    endgame: Endgame,
    depth: u8,
}

/// A position on the way, what the search found there, and whether Black was to move.
struct Step {
    board: Board,
    found: f64,
    black: bool,
}

impl SelfPlay {
    fn new(depth: u8) -> SelfPlay {
        let mut midgame = Midgame::new(SURE);
        midgame.table = Table::new(12);
        SelfPlay { midgame, endgame: Endgame::new(), depth }
    }

    /// One game: some random plies, then the search. A slip now and then leads to positions that good play would never
    /// show; what came before it says nothing about it.
    fn game(&mut self, rng: &mut Rng) -> Vec<Sample> {
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
                let (square, found) = self.search(board);
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

    /// A good move, and what the position is worth in discs.
    fn search(&mut self, board: Board) -> (Option<u32>, f64) {
        let mut clock = Clock::new(None, None);
        let all = (-INFINITE, INFINITE);
        let found = self.midgame.search(&mut clock, board, self.depth, all).unwrap_or(0);
        let square = self.midgame.table.best_move(board);
        if board.empties().count_ones() > SOLVED {
            return (square, f64::from(found) / f64::from(DISC));
        }
        let score = self.endgame.solve(&mut self.midgame, &mut clock, board, found / DISC);
        (square, f64::from(score.unwrap_or(0)))
    }
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

fn fit(out: &str, files: &[String]) -> Result<(), String> {
    let mut samples = Vec::new();
    for file in files {
        let bytes = read(file)?;
        samples.extend(bytes.as_chunks::<{ Sample::BYTES }>().0.iter().map(Sample::of));
    }
    let began = Instant::now();
    println!("stage: positions; discs of error on those kept aside, before, then after each epoch");
    let weights: Vec<f32> = (0..STAGES).flat_map(|stage| fit_stage(stage, &samples)).collect();
    let whole = |weight: &f32| weight.round().clamp(-32767.0, 32767.0) as i16;
    write(out, weights.iter().map(whole))?;
    println!("wrote {out} after {:.0?}", began.elapsed());
    Ok(())
}

fn mean(out: &str, one: &str, other: &str) -> Result<(), String> {
    let (one, other) = (read(one)?, read(other)?);
    if one.len() != other.len() {
        return Err(format!("weights of {} and of {} bytes have no mean", one.len(), other.len()));
    }
    let number = |two: &[u8; 2]| i32::from(i16::from_le_bytes(*two));
    let pairs = one.as_chunks::<2>().0.iter().zip(other.as_chunks::<2>().0);
    write(out, pairs.map(|(one, other)| ((number(one) + number(other)) / 2) as i16))
}

fn read(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("can't read {file}: {error}"))
}

fn write(file: &str, weights: impl Iterator<Item = i16>) -> Result<(), String> {
    let bytes: Vec<u8> = weights.flat_map(i16::to_le_bytes).collect();
    std::fs::write(file, bytes).map_err(|error| format!("can't write {file}: {error}"))
}

/// What a fit learns from, and what tells how well the weights do on what they never saw.
struct Lessons {
    learnt: Vec<([u32; FEATURES], f32)>,
    kept_aside: Vec<([u32; FEATURES], f32)>,
}

impl Lessons {
    fn of(at: usize, samples: &[Sample], canonical: &[u32]) -> Lessons {
        let mut lessons = Lessons { learnt: Vec::new(), kept_aside: Vec::new() };
        for sample in samples {
            let discs = 64 - sample.board.empties().count_ones() as usize;
            let is_near =
                stage(discs + OVERLAP) >= at && stage(discs.saturating_sub(OVERLAP)) <= at;
            if !is_near {
                continue;
            }
            let entries = features(sample.board).map(|entry| canonical[entry as usize]);
            let lesson = (entries, f32::from(sample.value) / DISC as f32);
            if !sample.board.key().is_multiple_of(HELD_OUT) {
                lessons.learnt.push(lesson);
            } else if stage(discs) == at {
                lessons.kept_aside.push(lesson);
            }
        }
        lessons
    }

    /// The root of the mean square of the errors on what was kept aside, in discs.
    fn error(&self, weights: &[f32]) -> f64 {
        let squares = |lesson| f64::from(error(weights, lesson)).powi(2);
        let sum: f64 = self.kept_aside.iter().map(squares).sum();
        (sum / self.kept_aside.len().max(1) as f64).sqrt()
    }
}

/// By how many discs a position is worth more than the weights say.
fn error(weights: &[f32], (entries, value): &([u32; FEATURES], f32)) -> f32 {
    let sum: f32 = entries.iter().map(|&entry| weights[entry as usize]).sum();
    value - sum / DISC as f32
}

/// Least squares by stochastic descent, from the weights that are compiled in, each entry with a step of its own that
/// shrinks as it is met.
fn fit_stage(at: usize, samples: &[Sample]) -> Vec<f32> {
    let canonical = canonical_entries();
    let mut lessons = Lessons::of(at, samples, &canonical);
    let mut weights: Vec<f32> = (0..ENTRIES).map(|entry| weight(at, entry) as f32).collect();
    let mut squared = vec![TRUST_IN_FIRST; ENTRIES];
    let mut errors = vec![lessons.error(&weights)];
    let mut rng = Rng::new(at as u64);
    for _ in 0..EPOCHS {
        for last in (1..lessons.learnt.len()).rev() {
            lessons.learnt.swap(last, rng.below(last + 1));
        }
        for lesson in &lessons.learnt {
            let error = error(&weights, lesson);
            for &entry in &lesson.0 {
                let entry = entry as usize;
                squared[entry] += error * error;
                weights[entry] += STEP * DISC as f32 * error / squared[entry].sqrt();
            }
        }
        errors.push(lessons.error(&weights));
    }
    let errors: Vec<String> = errors.iter().map(|error| format!("{error:.2}")).collect();
    println!("{at}: {}; {}", lessons.learnt.len(), errors.join(" "));
    canonical.iter().map(|&entry| weights[entry as usize]).collect()
}
