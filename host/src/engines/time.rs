//! The time that a controller gives: how its numbers are read, and how long a player may think on it, so that a game is
//! over before its clock is.

use std::time::Duration;

/// More than anybody plays. Controllers write such times where they mean none, and sums of larger ones don't fit.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest thought, however much time there is, and what a player has where nobody says: a query that never ends
/// must not hang the program on the other side.
const CEILING: Duration = Duration::from_secs(60);

/// What is kept on a clock for each later move: enough for the quick players, on any machine.
const KEPT: Duration = Duration::from_millis(100);

/// With less than this nobody is asked: a player that is cut off costs more than its thought.
const LEAST: Duration = Duration::from_millis(30);

/// How much time there is for a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Time {
    /// For this move.
    pub limit: Option<Duration>,
    /// For the rest of the game.
    pub clock: Option<Duration>,
    /// For this move where the clock is used up, or nothing.
    pub besides: Duration,
}

impl Time {
    /// What of it there is after so long.
    pub fn after(self, took: Duration) -> Time {
        let less = |time: Duration| time.saturating_sub(took);
        Time {
            limit: self.limit.map(less),
            clock: self.clock.map(less),
            besides: less(self.besides),
        }
    }

    /// How long the player may think if it has so many moves to make, this one included: less than what there is, for
    /// the way there and back. Nothing where there is no time for a thought.
    pub fn allowance(self, moves: u32) -> Option<Duration> {
        let of_clock = |clock| share(clock, moves.max(1)).max(self.besides);
        let thought = self.given(of_clock).map_or(CEILING, |given| given.min(CEILING));
        Some(thought).filter(|&thought| thought >= LEAST)
    }

    /// How long the player may take to begin its game before it is asked; nothing where nobody gives a time. A start is a
    /// gift for all moves, so that it may take half of a clock.
    pub fn to_begin(self) -> Option<Duration> {
        self.given(|clock| (clock / 2).max(self.besides))
    }

    /// The least of what there is, for so much of a clock, less what the way there and back takes.
    fn given(self, of_clock: impl FnOnce(Duration) -> Duration) -> Option<Duration> {
        let least = self.limit.into_iter().chain(self.clock.map(of_clock)).min();
        least.map(|given| given * 9 / 10)
    }
}

/// What one of so many moves may take of a clock: a quarter at the most, and nothing of what is kept for the others.
fn share(clock: Duration, moves: u32) -> Duration {
    let free = clock.saturating_sub(KEPT * moves);
    free.min(clock / 4).max(clock / moves)
}

/// Reads seconds as controllers write them; nothing where that is no time.
pub fn seconds(text: &str) -> Option<Duration> {
    of_seconds(text.trim().parse().ok()?)
}

/// So many seconds, as far as anybody can mean them.
pub fn of_seconds(seconds: f64) -> Option<Duration> {
    let longest = LONGEST.as_secs_f64();
    (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(longest)))
}

/// Reads `10:00`, `1:00:00` or `0:00.90`.
pub fn of_clock(text: &str) -> Option<Duration> {
    let number = |part: &str| part.parse::<f64>().ok().filter(|number| *number >= 0.0);
    let mut parts = text.trim().split(':').map(number);
    let seconds = parts.try_fold(0.0, |total, part| Some(total * 60.0 + part?))?;
    of_seconds(seconds).filter(|_| !text.trim().is_empty())
}

/// A clock, unless it has so much on it that it is none.
pub fn unless_endless(clock: Duration) -> Option<Duration> {
    Some(clock).filter(|&clock| clock < LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn on_clock(clock: Duration, moves: u32) -> Option<Duration> {
        Time { clock: Some(clock), ..Time::default() }.allowance(moves)
    }

    #[test]
    fn a_time_of_any_size_is_read_and_is_none_from_a_day_on() {
        for text in ["86400", "3e18", "2100000000000000000", "9223372036854775807", "1e400"] {
            assert_eq!(seconds(text), Some(LONGEST), "{text}");
        }
        assert_eq!(seconds("1.5"), Some(ms(1500)));
        for text in ["-1", "NaN", "soon", ""] {
            assert_eq!(seconds(text), None, "{text}");
        }
        let endless = format!("5{}", ":0".repeat(300));
        assert_eq!(of_clock(&endless), Some(LONGEST));
        assert_eq!(of_clock("1:00:05"), Some(ms(3_605_000)));
        assert_eq!(of_clock("0:00.90"), Some(ms(900)));
        for text in ["", "1:-5", "nan:1", "0:x"] {
            assert_eq!(of_clock(text), None, "{text}");
        }
        assert_eq!(unless_endless(LONGEST), None);
        assert_eq!(unless_endless(ms(5)), Some(ms(5)));
    }

    #[test]
    fn no_thought_is_longer_than_the_longest_one() {
        assert_eq!(Time::default().allowance(30), Some(CEILING));
        assert_eq!(on_clock(LONGEST, 30), Some(CEILING));
        let limit = Time { limit: Some(LONGEST), ..Time::default() };
        assert_eq!(limit.allowance(30), Some(CEILING));
    }

    #[test]
    fn a_player_that_takes_all_it_may_ends_its_game_within_the_clock() {
        for clock in [0, 150, 1200, 3000, 10_000, 600_000].map(ms) {
            let mut left = clock;
            let mut asked = 0;
            for moves in (1..=30).rev() {
                // The way there and back takes a moment too.
                let took = on_clock(left, moves).map(|thought| thought + ms(3));
                asked += u32::from(took.is_some());
                left = left.checked_sub(took.unwrap_or_default()).unwrap();
            }
            assert!(asked == 30 || clock < ms(1200), "{asked} moves of {clock:?}");
        }
    }

    #[test]
    fn a_player_begins_in_what_its_move_has_or_in_half_of_its_clock() {
        let (limit, clock, besides) = (Some(ms(1000)), Some(ms(3000)), Duration::ZERO);
        assert_eq!(Time::default().to_begin(), None);
        assert_eq!(Time { limit, clock: None, besides }.to_begin(), Some(ms(900)));
        assert_eq!(Time { limit: None, clock, besides }.to_begin(), Some(ms(1350)));
        assert_eq!(Time { limit, clock, besides }.to_begin(), Some(ms(900)));
        assert_eq!(Time { limit: None, clock, besides: ms(2000) }.to_begin(), Some(ms(1800)));
    }

    #[test]
    fn a_clock_that_is_used_up_leaves_what_each_move_has_besides() {
        let with = |besides| Time { clock: Some(Duration::ZERO), besides, ..Time::default() };
        assert_eq!(with(Duration::ZERO).allowance(10), None);
        assert_eq!(with(ms(2000)).allowance(10), Some(ms(1800)));
    }
}
