//! Weights, fitted to what positions are worth.

use std::time::Instant;

use othello_champion::evaluate::{
    DISC, ENTRIES, FEATURES, STAGES, canonical_entries, features, stage, weight,
};
use othello_open::Rng;

use crate::parts::each;
use crate::sample::{Sample, read, read_samples};

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

/// Writes the weights that say best what these positions are worth.
pub fn fit(out: &str, files: &[&str]) -> Result<(), String> {
    let samples = read_samples(files)?;
    let began = Instant::now();
    println!("stage: positions; discs of error on those kept aside, before, then after each epoch");
    let stages = each(STAGES, |stage| fit_stage(stage, &samples));
    let whole = |weight: &f32| weight.round().clamp(-32767.0, 32767.0) as i16;
    write(out, stages.iter().flatten().map(whole))?;
    println!("wrote {out} after {:.0?}", began.elapsed());
    Ok(())
}

/// Writes the mean of two files of weights.
pub fn mean(out: &str, one: &str, other: &str) -> Result<(), String> {
    let (one, other) = (read(one)?, read(other)?);
    if one.len() != other.len() {
        return Err(format!("weights of {} and of {} bytes have no mean", one.len(), other.len()));
    }
    let number = |two: &[u8; 2]| i32::from(i16::from_le_bytes(*two));
    let pairs = one.as_chunks::<2>().0.iter().zip(other.as_chunks::<2>().0);
    write(out, pairs.map(|(one, other)| ((number(one) + number(other)) / 2) as i16))
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
