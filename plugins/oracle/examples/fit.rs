//! Finds what Oracle's patterns are worth, from positions whose values Champion's trainer found, some moves at random away
//! from those of its games: a search sees what nobody would play. Fits the patterns to these values and writes
//! `weights/oracle.bin`. The same positions make the same file. The error on positions that are kept aside is printed for
//! each stage, in discs.
//!
//!     plugins/champion/weights/make FOLDER
//!     cargo run --release -p othello-oracle --example fit -- WEIGHTS FOLDER/stray4 FOLDER/stray6

#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../src/patterns.rs"]
mod patterns;
#[allow(dead_code, reason = "the trainer writes them")]
#[path = "../../champion/examples/train/sample.rs"]
mod sample;
#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../src/weights.rs"]
mod weights;

use othello_champion::board::{Board, squares};
use othello_champion::evaluate::DISC as UNIT;
use othello_open::Rng;
use patterns::{KINDS, Pattern, discs, patterns, states};
use sample::{Sample, read_samples};
use weights::{DISC, STAGES};

const EPOCHS: usize = 12;

/// A stage learns from positions with so many discs more and less.
const OVERLAP: u32 = 5;

/// One position of so many is kept aside.
const HELD_OUT: u64 = 50;

/// How far a weight goes, in discs, the first time that it is met, and how little is thought of what it was before: as if
/// it had been met with errors of this sum of squares.
const STEP: f32 = 0.15;
const TRUST_IN_NOTHING: f32 = 1000.0;

/// What a position touches: entries of one table of all kinds.
type Touched = Vec<u32>;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [out, files @ ..] = words.as_slice() else {
        return Err("usage: fit WEIGHTS POSITIONS...".to_owned());
    };
    let (samples, reader) = (read_samples(files)?, Reader::new());
    let weights: Vec<u8> = (0..STAGES.len()).flat_map(|at| fit(at, &samples, &reader)).collect();
    std::fs::write(out, weights).map_err(|error| format!("can't write {out}: {error}"))
}

/// What reads patterns off a board.
struct Reader {
    patterns: Vec<(Pattern, Vec<u64>)>,
    /// For each kind and state the entry that stands for it and for its mirror image.
    entries: Vec<Vec<u32>>,
    /// How many entries there are.
    count: usize,
}

impl Reader {
    fn new() -> Reader {
        let (mut entries, mut count) = (Vec::new(), 0);
        for kind in 0..KINDS.len() {
            let orders = Pattern::orders(kind);
            let entry = |state| {
                let image = |order: &Vec<usize>| image(state, order);
                (count + orders.iter().map(image).min().unwrap_or(state)) as u32
            };
            entries.push((0..states(kind)).map(entry).collect());
            count += states(kind);
        }
        let with_discs = |one| {
            let discs = discs(std::slice::from_ref(&one), 8);
            (one, discs)
        };
        Reader { patterns: patterns().into_iter().map(with_discs).collect(), entries, count }
    }

    /// What a board touches, of which `own` are the discs of the side that has just moved.
    fn touched(&self, board: Board) -> Touched {
        let of = |(pattern, discs): &(Pattern, Vec<u64>)| {
            let sum = |board| squares(board).map(|at| discs[at as usize]).sum::<u64>();
            let state = discs.iter().sum::<u64>() + sum(board.own) - sum(board.other);
            self.entries[pattern.kind][state as usize]
        };
        self.patterns.iter().map(of).collect()
    }
}

/// The state with its squares in another order.
fn image(state: usize, order: &[usize]) -> usize {
    let digit = |at: usize| state / 3usize.pow(at as u32) % 3;
    order.iter().enumerate().map(|(at, &to)| digit(at) * 3usize.pow(to as u32)).sum()
}

/// Least squares by stochastic descent, each entry with a step of its own that shrinks as it is met.
fn fit(at: usize, samples: &[Sample], reader: &Reader) -> Vec<u8> {
    let (mut learnt, mut kept_aside) = (Vec::new(), Vec::new());
    for &Sample { board, value } in samples {
        let discs = 64 - board.empties().count_ones();
        if discs.abs_diff(STAGES[at]) <= OVERLAP {
            let is_kept = board.key().is_multiple_of(HELD_OUT);
            let lessons = if is_kept { &mut kept_aside } else { &mut learnt };
            lessons.push((reader.touched(board.pass()), -f32::from(value) / UNIT as f32));
        }
    }
    let (mut weights, mut squared) =
        (vec![0.0; reader.count], vec![TRUST_IN_NOTHING; reader.count]);
    let mut rng = Rng::new(at as u64);
    for epoch in 0..EPOCHS {
        let step = if 3 * epoch > 2 * EPOCHS { STEP / 3.0 } else { STEP };
        for last in (1..learnt.len()).rev() {
            learnt.swap(last, rng.below(last + 1));
        }
        for lesson in &learnt {
            let error = error(&weights, lesson);
            for &entry in &lesson.0 {
                let entry = entry as usize;
                squared[entry] += error * error;
                weights[entry] += step * error / squared[entry].sqrt();
            }
        }
    }
    let points = |weight: f32| (weight * DISC as f32).round().clamp(-127.0, 127.0);
    let whole: Vec<f32> = weights.iter().map(|&weight| points(weight) / DISC as f32).collect();
    println!(
        "{}: {}; {:.2}, {:.2} in points",
        STAGES[at],
        learnt.len(),
        rms(&weights, &kept_aside),
        rms(&whole, &kept_aside)
    );
    let spread = reader.entries.iter().flatten().map(|&entry| whole[entry as usize]);
    spread.map(|weight| (weight * DISC as f32) as i8 as u8).collect()
}

fn error(weights: &[f32], (touched, value): &(Touched, f32)) -> f32 {
    value - touched.iter().map(|&entry| weights[entry as usize]).sum::<f32>()
}

fn rms(weights: &[f32], lessons: &[(Touched, f32)]) -> f64 {
    let squares: f64 = lessons.iter().map(|lesson| f64::from(error(weights, lesson)).powi(2)).sum();
    (squares / lessons.len().max(1) as f64).sqrt()
}
