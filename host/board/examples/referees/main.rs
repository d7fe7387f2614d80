//! Plays random games of Othello and Reversi before both referees, the host's rules and the games' Cypher,
//! until one of them disagrees: `referees [GAMES [SIZE...]]`, by default 1000 games on 4, 6, 8 and 10.

#![allow(clippy::unwrap_used, reason = "a disagreement is to stop it where it is")]

mod trial;

use std::time::Instant;

use othello_board::Embedded;
use othello_rules::{Size, Start, Variant};
use trial::{Rng, both, play};

fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<usize>().unwrap());
    let games = args.next().unwrap_or(1000);
    let sizes: Vec<usize> = args.collect();
    let sizes = if sizes.is_empty() { vec![4, 6, 8, 10] } else { sizes };
    for size in sizes.into_iter().map(|size| Size::new(size).unwrap()) {
        let began = Instant::now();
        let mut rng = Rng(0x0DD5_EED5 + u64::from(size.get()));
        for game in 0..games {
            let (variant, start) = match game % 3 {
                0 => (Variant::Othello, Start::Standard),
                1 => (Variant::Othello, Start::Mirrored),
                _ => (Variant::Reversi, Start::Standard),
            };
            play(&mut both(variant, size, start), &mut Embedded::new(), &mut rng);
        }
        let seconds = began.elapsed().as_secs_f64();
        println!("{size}: {games} games and no difference, {seconds:.1} s");
    }
}
