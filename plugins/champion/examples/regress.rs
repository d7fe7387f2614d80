//! Measures what `src/cuts.rs` rests on: how much a shallow search differs from a deep one, and from the exact result, in
//! positions of games from random openings. It prints the standard deviations in discs and the constants that fit them.
//!
//!     cargo run --profile dist -p othello-champion --example regress -- [POSITIONS [DEPTH [SEED]]]

use othello_champion::board::{Board, squares};
use othello_champion::clock::Clock;
use othello_champion::cuts::{CUT_FROM, SURE, probe_depth};
use othello_champion::endgame::Endgame;
use othello_champion::evaluate::DISC;
use othello_champion::midgame::{INFINITE, Midgame};
use othello_open::Rng;

/// With how many empty squares positions are solved.
const SOLVED: [u32; 3] = [15, 17, 19];

/// One kind of difference: what it depends on, and how large it was.
struct Measure {
    causes: Vec<f64>,
    squares: f64,
    count: f64,
}

impl Measure {
    fn deviation(&self) -> f64 {
        (self.squares / self.count.max(1.0)).sqrt()
    }
}

fn main() {
    let arguments: Vec<u64> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let number = |at: usize, default: u64| arguments.get(at).copied().unwrap_or(default);
    let (positions, depth, seed) = (number(0, 200), number(1, 8) as u8, number(2, 1));
    println!("midgame: empties, depth, probe, deviation");
    let measures = midgame(positions, depth, seed);
    println!("MIDGAME: {:.4?}", fit(&measures));
    println!("solving: empties, probe, deviation");
    let measures = solving(positions, seed);
    println!("SOLVING: {:.4?}", fit(&measures));
}

fn midgame(positions: u64, deepest: u8, seed: u64) -> Vec<Measure> {
    let mut measures = Vec::new();
    for empties in [48, 40, 32, 24, 18] {
        let mut at_depth: Vec<Measure> = (CUT_FROM..=deepest)
            .map(|depth| {
                let causes =
                    vec![f64::from(empties), f64::from(depth), f64::from(probe_depth(depth))];
                Measure { causes, squares: 0.0, count: 0.0 }
            })
            .collect();
        for board in (0..positions).filter_map(|game| position(seed << 32 | game, empties)) {
            let mut midgame = Midgame::new(SURE);
            let values: Vec<f64> =
                (0..=deepest).map(|depth| value(&mut midgame, board, depth)).collect();
            for (measure, depth) in at_depth.iter_mut().zip(CUT_FROM..) {
                let probe = usize::from(probe_depth(depth));
                measure.squares += (values[usize::from(depth)] - values[probe]).powi(2);
                measure.count += 1.0;
            }
        }
        print(&at_depth);
        measures.extend(at_depth);
    }
    measures
}

fn solving(positions: u64, seed: u64) -> Vec<Measure> {
    const PROBES: [u8; 4] = [2, 4, 6, 8];
    let mut measures = Vec::new();
    for empties in SOLVED {
        let mut at_depth: Vec<Measure> = PROBES
            .iter()
            .map(|&probe| {
                let causes = vec![f64::from(empties), f64::from(probe)];
                Measure { causes, squares: 0.0, count: 0.0 }
            })
            .collect();
        for board in (0..positions).filter_map(|game| position(seed << 32 | game, empties)) {
            let (mut midgame, mut clock) = (Midgame::new(SURE), Clock::new(None, None));
            let values = PROBES.map(|probe| value(&mut midgame, board, probe));
            let solved = Endgame::new().solve(&mut midgame, &mut clock, board, 0);
            let Ok(solved) = solved else { continue };
            for (measure, value) in at_depth.iter_mut().zip(values) {
                measure.squares += (f64::from(solved) - value).powi(2);
                measure.count += 1.0;
            }
        }
        print(&at_depth);
        measures.extend(at_depth);
    }
    measures
}

fn print(measures: &[Measure]) {
    for measure in measures {
        println!("{:?} {:.2}", measure.causes, measure.deviation());
    }
}

/// The value in discs so many plies deep.
fn value(midgame: &mut Midgame, board: Board, depth: u8) -> f64 {
    let mut clock = Clock::new(None, None);
    let value = midgame.search(&mut clock, board, depth, (-INFINITE, INFINITE)).unwrap_or(0);
    f64::from(value) / f64::from(DISC)
}

/// A position of a game that begins with twelve random moves and goes on by a shallow search; none where it is one-sided,
/// since no cut is near there.
fn position(seed: u64, empties: u32) -> Option<Board> {
    let (mut rng, mut plies) = (Rng::new(seed), 0);
    let mut midgame = Midgame::new(SURE);
    let board = Board::START.walk(empties, |board| {
        let moves = board.moves();
        let random = plies < 12 || rng.below(20) == 0;
        plies += 1;
        if random {
            return squares(moves).nth(rng.below(moves.count_ones() as usize));
        }
        let worst = |&square: &u32| (value(&mut midgame, board.play(square), 2) * 128.0) as i64;
        squares(moves).min_by_key(worst)
    })?;
    let quiet = value(&mut midgame, board, 2).abs() < 30.0;
    quiet.then_some(board)
}

/// The least squares of the logarithms of the deviations: a constant, and a factor for each cause.
fn fit(measures: &[Measure]) -> Vec<f64> {
    let wide = measures.first().map_or(0, |measure| measure.causes.len() + 1);
    let mut equations = vec![vec![0.0; wide + 1]; wide];
    for measure in measures {
        let mut row = vec![1.0];
        row.extend(&measure.causes);
        row.push(measure.deviation().max(0.01).ln());
        for (at, equation) in equations.iter_mut().enumerate() {
            for (to, sum) in equation.iter_mut().enumerate() {
                *sum += row[at] * row[to];
            }
        }
    }
    for pivot in 0..wide {
        let lead = equations[pivot].clone();
        for (at, equation) in equations.iter_mut().enumerate() {
            let factor = if at == pivot { 0.0 } else { equation[pivot] / lead[pivot] };
            equation.iter_mut().zip(&lead).for_each(|(value, lead)| *value -= factor * lead);
        }
    }
    equations.iter().enumerate().map(|(at, equation)| equation[wide] / equation[at]).collect()
}
