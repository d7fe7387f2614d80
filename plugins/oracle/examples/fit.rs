//! Finds what Oracle's patterns are worth, from positions that Champion's trainer made: plays up to three moves at random
//! on from each, since a search sees what nobody would play, asks Champion what the result is worth, fits the patterns to that,
//! and writes `weights/oracle.bin`. The same positions make the same file. The error on positions that are kept aside is
//! printed for each stage, in discs.
//!
//!     cargo run --release -p othello-champion --example train -- play POSITIONS GAMES DEPTH SEED
//!     cargo run --release -p othello-oracle --example fit -- WEIGHTS POSITIONS...

#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../src/patterns.rs"]
mod patterns;
#[allow(dead_code, reason = "the player uses the rest")]
#[path = "../src/weights.rs"]
mod weights;

use othello_champion::board::{Board, squares};
use othello_champion::clock::Clock;
use othello_champion::cuts::SURE;
use othello_champion::endgame::Endgame;
use othello_champion::evaluate::DISC as UNIT;
use othello_champion::midgame::{INFINITE, Midgame};
use othello_champion::table::Table;
use othello_open::Rng;
use patterns::{KINDS, Pattern, discs, patterns};
use weights::{DISC, STAGES, half};

/// How many moves at random are played on from a position, at the most.
const ASTRAY: usize = 3;

/// How far Champion looks ahead, and from how many empty squares on to the end.
const PLIES: u8 = 4;
const SOLVED: u32 = 10;

/// With fewer empty squares Oracle asks for no value.
const LAST: u32 = 8;

const EPOCHS: usize = 12;

/// A stage learns from positions with so many discs more and less.
const OVERLAP: u32 = 7;

/// One position of so many is kept aside.
const HELD_OUT: u64 = 50;

/// How far a weight goes, in discs, the first time that it is met, and how little is thought of what it was before: as if
/// it had been met with errors of this sum of squares.
const STEP: f32 = 0.15;
const TRUST_IN_NOTHING: f32 = 1000.0;

/// A position and its value for the side to move, in discs.
type Sample = (Board, f32);

/// What a position touches: entries of one table of all kinds, each with the sign by which it counts, and the last entry,
/// which is the move's.
type Touched = Vec<(usize, f32)>;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, files @ ..] = arguments.as_slice() else {
        return Err("usage: fit WEIGHTS POSITIONS...".to_owned());
    };
    let mut boards = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| format!("can't read {file}: {error}"))?;
        boards.extend(bytes.as_chunks::<18>().0.iter().map(board));
    }
    let (samples, reader) = (judged(astray(boards)), Reader::new());
    let weights: Vec<u8> = (0..STAGES.len()).flat_map(|at| fit(at, &samples, &reader)).collect();
    std::fs::write(out, weights).map_err(|error| format!("can't write {out}: {error}"))
}

/// The board of a position, whose last two bytes say what it is worth.
fn board(bytes: &[u8; 18]) -> Board {
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
    Board { own: word(0), other: word(8) }
}

/// What some moves at random make of each, where that is asked for.
fn astray(boards: Vec<Board>) -> Vec<Board> {
    let mut rng = Rng::new(1);
    let mut strayed = |mut board: Board| {
        for _ in 0..rng.below(ASTRAY + 1) {
            let moves = board.moves();
            let Some(square) = squares(moves).nth(rng.below(moves.count_ones().max(1) as usize))
            else {
                break;
            };
            board = board.play(square);
        }
        if board.moves() == 0 { board.pass() } else { board }
    };
    let is_asked_for = |board: &Board| board.moves() != 0 && board.empties().count_ones() >= LAST;
    boards.into_iter().map(&mut strayed).filter(is_asked_for).collect()
}

/// What Champion thinks of each, by all processors: parts of one size, so that what it remembers doesn't depend on how
/// many these are.
fn judged(boards: Vec<Board>) -> Vec<Sample> {
    let parts: Vec<&[Board]> = boards.chunks(10_000).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let each = parts.chunks(parts.len().div_ceil(threads).max(1));
        let working: Vec<_> = each
            .map(|some| scope.spawn(|| some.iter().flat_map(|part| judged_part(part)).collect()))
            .collect();
        working
            .into_iter()
            .flat_map(|one| -> Vec<Sample> { one.join().unwrap_or_default() })
            .collect()
    })
}

fn judged_part(boards: &[Board]) -> Vec<Sample> {
    let (mut midgame, mut endgame) = (Midgame::new(SURE), Endgame::new());
    midgame.table = Table::new(14);
    let judged = |&board| {
        let (mut clock, all) = (Clock::new(None, None), (-INFINITE, INFINITE));
        let found = midgame.search(&mut clock, board, PLIES, all).ok()?;
        let value = if board.empties().count_ones() > SOLVED {
            found as f32 / UNIT as f32
        } else {
            endgame.solve(&mut midgame, &mut clock, board, found / UNIT).ok()? as f32
        };
        Some((board, value.clamp(-64.0, 64.0)))
    };
    boards.iter().filter_map(judged).collect()
}

/// What reads patterns off a board.
struct Reader {
    patterns: Vec<(Pattern, Vec<u64>)>,
    /// For each kind and state the entry that stands for it, its mirror image and both with the colours exchanged.
    entries: Vec<Vec<(usize, f32)>>,
    starts: Vec<usize>,
}

impl Reader {
    fn new() -> Reader {
        let (mut entries, mut starts) = (Vec::new(), vec![0]);
        for (kind, one) in KINDS.iter().enumerate() {
            let start = starts[kind];
            entries.push((0..one.states()).map(|state| entry(kind, state, start)).collect());
            starts.push(start + half(kind));
        }
        let with_discs = |one| {
            let discs = discs(std::slice::from_ref(&one), 8);
            (one, discs)
        };
        Reader { patterns: patterns().into_iter().map(with_discs).collect(), entries, starts }
    }

    fn touched(&self, board: Board) -> Touched {
        let of = |(pattern, discs): &(Pattern, Vec<u64>)| {
            let sum = |board| squares(board).map(|at| discs[at as usize]).sum::<u64>();
            let state = discs.iter().sum::<u64>() + sum(board.own) - sum(board.other);
            self.entries[pattern.kind][state as usize]
        };
        let tempo = (self.starts[KINDS.len()], 1.0);
        std::iter::once(tempo).chain(self.patterns.iter().map(of)).collect()
    }
}

/// The first of the states that are worth the same but for the sign.
fn entry(kind: usize, state: usize, start: usize) -> (usize, f32) {
    let (one, states) = (&KINDS[kind], KINDS[kind].states());
    let image = if one.is_its_own_mirror_image() { reversed(state, one.squares()) } else { state };
    let exchanged = |state: usize| states - 1 - state;
    let all = [state, image, exchanged(state), exchanged(image)];
    let most = all.into_iter().max().unwrap_or(state);
    let sign = match (all[..2].contains(&most), all[2..].contains(&most)) {
        (true, true) => 0.0,
        (true, false) => 1.0,
        (false, _) => -1.0,
    };
    (start + most - states / 2, sign)
}

/// The state read from the other end.
fn reversed(state: usize, squares: usize) -> usize {
    (0..squares).fold(0, |image, at| 3 * image + state / 3usize.pow(at as u32) % 3)
}

/// Least squares by stochastic descent, each entry with a step of its own that shrinks as it is met.
fn fit(at: usize, samples: &[Sample], reader: &Reader) -> Vec<u8> {
    let (mut learnt, mut kept_aside) = (Vec::new(), Vec::new());
    for &(board, value) in samples {
        let discs = 64 - board.empties().count_ones();
        if discs.abs_diff(STAGES[at]) <= OVERLAP {
            let is_kept = board.key().is_multiple_of(HELD_OUT);
            let lessons = if is_kept { &mut kept_aside } else { &mut learnt };
            lessons.push((reader.touched(board), value));
        }
    }
    let entries = reader.starts[KINDS.len()];
    let (mut weights, mut squared) = (vec![0.0; entries + 1], vec![TRUST_IN_NOTHING; entries + 1]);
    let mut rng = Rng::new(at as u64);
    for epoch in 0..EPOCHS {
        let step = if 3 * epoch > 2 * EPOCHS { STEP / 3.0 } else { STEP };
        for last in (1..learnt.len()).rev() {
            learnt.swap(last, rng.below(last + 1));
        }
        for lesson in &learnt {
            let error = error(&weights, lesson);
            for &(entry, sign) in &lesson.0 {
                squared[entry] += error * error;
                weights[entry] += sign * step * error / squared[entry].sqrt();
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
    let tempo = std::iter::once(whole[entries]);
    let spread = (0..KINDS.len()).flat_map(|kind| {
        let states = KINDS[kind].states();
        let whole = &whole;
        reader.entries[kind][states / 2..].iter().map(move |&(entry, sign)| sign * whole[entry])
    });
    tempo.chain(spread).map(|weight| (weight * DISC as f32) as i8 as u8).collect()
}

fn error(weights: &[f32], (touched, value): &(Touched, f32)) -> f32 {
    value - touched.iter().map(|&(entry, sign)| sign * weights[entry]).sum::<f32>()
}

fn rms(weights: &[f32], lessons: &[(Touched, f32)]) -> f64 {
    let squares: f64 = lessons.iter().map(|lesson| f64::from(error(weights, lesson)).powi(2)).sum();
    (squares / lessons.len().max(1) as f64).sqrt()
}
