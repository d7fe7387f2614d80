//! A rating in words and in cells of tables: as a number where one is known, and else by the bound that is.

use othello_arena::ratings::{Interval, RatedPlayer};

/// A rating in whole points, of which none is less than nothing by its sign alone; nothing where only a bound of it is
/// known, which stands beside it.
pub fn rating_cell(rating: Option<f64>) -> String {
    rating.map_or_else(String::new, |rating| format!("{:>6.0}", whole(rating)))
}

/// An interval in whole points.
pub fn interval_cell(interval: Interval) -> String {
    let Interval { low, high } = interval;
    format!("{:.0}", Interval { low: low.map(whole), high: high.map(whole) })
}

/// Somebody's rating and where it lies.
pub fn rating_words(row: &RatedPlayer) -> String {
    let interval = interval_cell(row.interval);
    match row.rating {
        Some(rating) => format!("{:.0} (95 %: {interval})", whole(rating)),
        None => interval,
    }
}

/// Rounded, and zero without a sign.
fn whole(value: f64) -> f64 {
    value.round() + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_of_which_only_a_bound_is_known_is_told_by_that() {
        let row = |rating, low, high| RatedPlayer {
            player: 0,
            rating,
            drawn_at: 0.0,
            interval: Interval { low, high },
            games: 2,
            points: 1.0,
            superiority: None,
        };
        assert_eq!(rating_words(&row(Some(12.4), Some(-30.2), Some(55.0))), "12 (95 %: -30 to 55)");
        assert_eq!(rating_words(&row(None, None, Some(-0.3))), "0 or less");
        assert_eq!(rating_words(&row(None, None, None)), "unknown");
        assert_eq!(
            (rating_cell(Some(-0.2)), rating_cell(None)),
            ("     0".to_owned(), String::new())
        );
    }
}
