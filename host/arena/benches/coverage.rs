//! Whether bars of 95 % hold what they promise: games are imagined between players whose difference is known, and it
//! is counted how often the bars hold it: `cargo bench -p othello-arena --bench coverage [MATCHES]`. Always the same
//! games, from one seed.

use std::time::Instant;

use othello_arena::ratings::{
    Figures, JointRatings, MatchTally, PairResult, Pentanomial, elo_of_score, expected_score,
};

/// How many matches are imagined for each figure where nobody says it.
const MATCHES: usize = 4000;
const SEED: u64 = 1;
/// How many games each two play.
const GAMES: [usize; 5] = [10, 20, 50, 100, 200];
/// True differences are drawn evenly from bands of this width up to the last.
const BAND: f64 = 100.0;
const BANDS: usize = 12;
/// Where a match is won without loss so often, no bars of a sweep give the right coverage: either they hold the
/// truth nearly always, or nearly never.
const SWEPT: f64 = 0.9;

fn main() {
    let matches = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(MATCHES);
    let kinds = [
        ("4 % draws", Kind { draws: 0.04, favour: 0.0 }),
        ("40 % draws", Kind { draws: 0.4, favour: 0.0 }),
        ("openings that favour a colour by 200 Elo", Kind { draws: 0.04, favour: 200.0 }),
    ];
    let heads = GAMES.map(|games| format!("{games:>6} "));
    for (name, kind) in kinds {
        println!("two players, {name}: % of {matches} matches whose bars hold the difference");
        println!("difference, games {}", heads.concat());
        let (mut all, mut swept_all) = ([0.0; GAMES.len()], false);
        for band in 0..BANDS {
            let low = band as f64 * BAND;
            let cells = GAMES.map(|games| duel(kind, low, games, matches));
            for (sum, cell) in all.iter_mut().zip(&cells) {
                *sum += cell.held / BANDS as f64;
                swept_all |= cell.swept > SWEPT;
            }
            println!("{low:>6} to {:>5}    {}", low + BAND, cells.map(Cell::describe).concat());
        }
        println!("   0 to  1200    {}", all.map(|held| format!("{:>6.1} ", 100.0 * held)).concat());
        if swept_all {
            println!("* so many are won without loss that a match says no more than that");
        }
    }
    println!(
        "four players with gaps of 0 to 400: % of ratings whose bars hold the difference from the first"
    );
    let tables = GAMES.map(|games| table(games, matches / 4));
    println!("   0 to  1200    {}", tables.map(|held| format!("{:>6.1} ", 100.0 * held)).concat());
    println!("what 20 games with somebody 800 below read: {}", eight_hundred(matches));
}

/// What games are like.
#[derive(Clone, Copy)]
struct Kind {
    /// The share of draws between equals.
    draws: f64,
    /// By how much an opening favours one colour or the other.
    favour: f64,
}

impl Kind {
    /// The difference that the mean score of a pair shows.
    fn true_difference(self, difference: f64) -> f64 {
        let [one, other] = [1.0, -1.0].map(|side| expected_score(difference + side * self.favour));
        elo_of_score(f64::midpoint(one, other)).expect("a score between 0 and 1")
    }

    /// The half points of a pair's two games.
    fn pair(self, difference: f64, chance: &mut Chance) -> [u8; 2] {
        let side = if chance.unit() < 0.5 { 1.0 } else { -1.0 };
        [side, -side].map(|side| {
            let score = expected_score(difference + side * self.favour);
            let draw = self.draws * 4.0 * score * (1.0 - score);
            match chance.unit() {
                drawn if drawn < 1.0 - score - draw / 2.0 => 0,
                drawn if drawn < 1.0 - score + draw / 2.0 => 1,
                _ => 2,
            }
        })
    }

    fn play(self, difference: f64, games: usize, chance: &mut Chance) -> MatchTally {
        let mut tally = MatchTally { pairs: Pentanomial::default(), ..MatchTally::default() };
        for _ in 0..games / 2 {
            let [one, other] = self.pair(difference, chance);
            tally.pairs.add(one, other);
            for half_points in [one, other] {
                *[&mut tally.losses, &mut tally.draws, &mut tally.wins]
                    [usize::from(half_points)] += 1;
            }
        }
        tally
    }
}

struct Cell {
    held: f64,
    swept: f64,
}

impl Cell {
    fn describe(self) -> String {
        format!("{:>6.1}{}", 100.0 * self.held, if self.swept > SWEPT { '*' } else { ' ' })
    }
}

fn duel(kind: Kind, low: f64, games: usize, matches: usize) -> Cell {
    let mut chance = Chance(SEED);
    let (mut held, mut swept) = (0, 0);
    for _ in 0..matches {
        let difference = low + BAND * chance.unit();
        let tally = kind.play(difference, games, &mut chance);
        let figures = Figures::of(&tally).expect("games were played");
        held += usize::from(figures.interval.contains(kind.true_difference(difference)));
        swept += usize::from(figures.interval.high.is_none());
    }
    Cell { held: held as f64 / matches as f64, swept: swept as f64 / matches as f64 }
}

fn table(games: usize, tables: usize) -> f64 {
    let kind = Kind { draws: 0.04, favour: 0.0 };
    let mut chance = Chance(SEED);
    let mut held = 0;
    for _ in 0..tables {
        let mut strengths = [0.0; 4];
        for player in 1..4 {
            strengths[player] = strengths[player - 1] + 400.0 * chance.unit();
        }
        let mut results: Vec<PairResult> = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let difference = strengths[first] - strengths[second];
                results.extend(kind.play(difference, games, &mut chance).results(first, second));
            }
        }
        let ratings = JointRatings::fit(4, &results, (0, 0.0));
        held +=
            (1..4).filter(|&player| ratings.interval(player).contains(strengths[player])).count();
    }
    held as f64 / (3 * tables) as f64
}

/// What the matches of a player that is stronger by 800 read.
fn eight_hundred(matches: usize) -> String {
    let kind = Kind { draws: 0.04, favour: 0.0 };
    let mut chance = Chance(SEED);
    let begun = Instant::now();
    let mut counts: Vec<(String, usize)> = Vec::new();
    for _ in 0..matches {
        let figures = Figures::of(&kind.play(800.0, 20, &mut chance)).expect("games were played");
        let shown = match figures.elo {
            Some(elo) => format!("{elo:.0} ({:.0})", figures.interval),
            None => format!("{:.0}", figures.interval),
        };
        match counts.iter_mut().find(|(known, _)| *known == shown) {
            Some((_, count)) => *count += 1,
            None => counts.push((shown, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| usize::MAX - count);
    let shares = counts.iter().take(3).map(|(shown, count)| {
        format!("{shown} in {:.0} %", 100.0 * *count as f64 / matches as f64)
    });
    let took = begun.elapsed() / u32::try_from(matches).unwrap_or(u32::MAX);
    format!("{}; {took:.1?} a match", shares.collect::<Vec<_>>().join(", "))
}

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix64).
struct Chance(u64);

impl Chance {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
