//! Ratings from standings: who is the anchor, and what goes into a table.

use super::standings::Standings;
use crate::ratings::{JointRatings, RatedPlayer, Repeats};

/// The player that ratings are counted from where it takes part and nobody says otherwise.
pub const USUAL_ANCHOR: &str = "Random";

/// What a rating is counted from: somebody's name, and its rating.
pub type AnchorWish<'a> = Option<&'a (String, f64)>;

/// Ratings of everybody who played.
#[derive(Clone, Debug)]
pub struct Rated {
    /// All players, the strongest first.
    pub table: Vec<RatedPlayer>,
    /// Which player the ratings are counted from, and its rating.
    pub anchor: (usize, f64),
    /// How many of all games are different.
    pub repeats: Repeats,
}

/// Rates the players of these names.
#[must_use]
pub fn rate(names: &[String], standings: &Standings, wish: AnchorWish<'_>) -> Rated {
    // Of several of one name, such as the versions of a player, the one that played most.
    let of = |wanted: &str| {
        let named = (0..names.len()).filter(|&player| names[player].eq_ignore_ascii_case(wanted));
        named.max_by_key(|&player| (standings.points(player).1, std::cmp::Reverse(player)))
    };
    let anchor = match wish {
        Some((name, rating)) => (of(name).unwrap_or(0), *rating),
        None => (of(USUAL_ANCHOR).unwrap_or(0), 0.0),
    };
    let results = standings.pair_results();
    let ratings = JointRatings::fit(names.len(), &results, anchor);
    Rated { table: ratings.table(), anchor, repeats: standings.repeats() }
}
