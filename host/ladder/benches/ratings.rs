//! How long the ratings take of a ladder of 1,000 versions and 200,000 games: all anew, and after games more.

use std::time::{Duration, Instant};

use othello_arena::ratings::{LiveRatings, expected_score};
use othello_test_support::Rng;

const VERSIONS: usize = 1000;
const GAMES: usize = 200_000;
const MORE: usize = 100;

fn main() {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let mut ratings = LiveRatings::default();
    for _ in 0..VERSIONS {
        ratings.add_player();
    }
    for _ in 0..GAMES {
        play(&mut ratings, &mut rng);
    }
    let began = Instant::now();
    ratings.fit();
    println!("{VERSIONS} versions, {GAMES} games: {:.1} ms anew", ms(began.elapsed()));
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..20 {
        for _ in 0..MORE {
            play(&mut ratings, &mut rng);
        }
        let began = Instant::now();
        ratings.fit();
        times.push(began.elapsed());
    }
    times.sort();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "after {MORE} games more: {:.1} ms by median, {:.1} ms at worst",
        ms(median),
        ms(worst)
    );
}

/// A game between two that are not far apart, as a ladder pairs them.
fn play(ratings: &mut LiveRatings, rng: &mut Rng) {
    let one = rng.below(VERSIONS);
    let other = (one + 1 + rng.below(120)) % VERSIONS;
    let chance = expected_score(one as f64 - other as f64);
    let points = f64::from(u8::from((rng.below(1 << 20) as f64) < chance * f64::from(1 << 20)));
    ratings.add_games(one, other, 1, points);
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
