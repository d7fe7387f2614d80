//! The clocks of a game in GGF, as NBoard writes it.

use std::time::Duration;

use othello_rules::records::Record;
use othello_rules::{ByColour, Colour};

use super::time::{Time, of_clock, of_seconds, unless_endless};

/// What is left on both clocks; nothing in a game without them.
#[derive(Clone, Copy, Default)]
pub struct Clocks {
    left: ByColour<Option<Duration>>,
    /// What each move adds.
    added: Duration,
}

impl Clocks {
    /// Those of a game: `TI[10:00/0:02]` less the times of the moves.
    pub fn of(record: &Record) -> Clocks {
        let text = record.tags.iter().find(|(key, _)| key == "TI").map(|(_, text)| text.as_str());
        let total = text.and_then(|text| of_clock(text.split('/').next()?));
        let added = text.and_then(|text| of_clock(text.split('/').nth(1)?)).unwrap_or_default();
        // Nobody plays a game for which there is no time at all: it is one without a clock.
        let total = total.filter(|total| !(*total + added).is_zero()).and_then(unless_endless);
        let mut clocks = Clocks { left: ByColour::from_fn(|_| total), added };
        let movers = record.game.positions().map(|position| position.to_move());
        for (mover, note) in movers.zip(&record.notes) {
            if let Some(took) = note.seconds.and_then(of_seconds) {
                clocks.moved(mover, took);
            }
        }
        clocks
    }

    /// A side has made a move that took so long.
    pub fn moved(&mut self, mover: Colour, took: Duration) {
        if let Some(left) = &mut self.left[mover] {
            *left = (*left + self.added).saturating_sub(took);
        }
    }

    /// What there is for the next move of this side.
    pub fn time(&self, mover: Colour) -> Time {
        let besides = self.added.min(QUICK);
        Time { limit: None, clock: self.left[mover], besides }
    }
}

/// What a move may take of that which it adds where nothing else is left.
const QUICK: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use othello_rules::records::ggf;

    use super::*;

    fn clocks(text: &str) -> Clocks {
        let game = format!("(;GM[Othello]TI[{text}]B[F5//10]W[D6/1/5.5]B[C3];)");
        Clocks::of(&ggf::read("", game.as_bytes()).next().unwrap().unwrap())
    }

    #[test]
    fn the_clocks_follow_from_the_games_own_times() {
        let mut clocks = clocks("01:40/0:02");
        assert_eq!(clocks.left.black, Some(Duration::from_secs(92)));
        assert_eq!(clocks.left.white, Some(Duration::from_millis(96_500)));
        clocks.moved(Colour::White, Duration::from_secs(10));
        assert_eq!(clocks.time(Colour::White).clock, Some(Duration::from_millis(88_500)));
    }

    #[test]
    fn a_game_of_no_time_has_no_clock_and_one_of_seconds_for_each_move_has_one() {
        assert_eq!(clocks("0").left, ByColour::default());
        assert_eq!(clocks("00:00").left.white, None);
        assert_eq!(clocks("0/0:02").left.white, Some(Duration::ZERO));
    }

    #[test]
    fn a_game_of_more_time_than_anybody_has_is_one_without_a_clock() {
        assert_eq!(clocks("5:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0").left, ByColour::default());
        assert!(clocks("1:00/5:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0").left.black.is_some());
    }
}
