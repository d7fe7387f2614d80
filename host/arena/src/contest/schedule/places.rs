//! Places in a contest that has an order of its own, whatever ratings say: by points in a Swiss contest, by the round
//! that was reached in a knockout.

use std::cmp::Reverse;

use super::pair::Contestant;

/// Somebody's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The place, from 1; those whom nothing tells apart share one.
    pub rank: usize,
    /// Whose it is.
    pub contestant: Contestant,
    /// What it follows from.
    pub score: Score,
}

/// What a place follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Points.
    Swiss {
        /// Twice the points, those of rounds without an opponent among them.
        half_points: u64,
        /// Twice the points of all opponents.
        buchholz: u64,
        /// How many rounds were without an opponent.
        byes: u32,
    },
    /// How far somebody came.
    Knockout {
        /// In which round, from 0, it lost; none where it has not lost.
        lost_in: Option<usize>,
        /// How many rounds the bracket has.
        rounds: usize,
    },
}

/// Contestants from the greatest key to the smallest, each with its rank; equal keys share one.
pub(super) fn rank<K: Ord>(
    contestants: usize,
    key: impl Fn(Contestant) -> K,
) -> Vec<(usize, Contestant)> {
    let mut order: Vec<Contestant> = (0..contestants).collect();
    order.sort_by_key(|&who| Reverse(key(who)));
    let mut ranked: Vec<(usize, Contestant)> = Vec::with_capacity(contestants);
    for (at, &who) in order.iter().enumerate() {
        let shared = ranked.last().filter(|&&(_, before)| key(before) == key(who));
        ranked.push((shared.map_or(at + 1, |&(rank, _)| rank), who));
    }
    ranked
}
