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
    added: ByColour<Duration>,
}

impl Clocks {
    /// Those of a game: `TI[10:00/0:02]`, or `TB[..]` and `TW[..]` where they differ, less the times of the moves.
    pub fn of(record: &Record) -> Clocks {
        let tag = |wanted: &str| {
            record.tags.iter().find(|(key, _)| key == wanted).map(|(_, text)| text.as_str())
        };
        let text = ByColour { black: tag("TB"), white: tag("TW") };
        let part = |colour, part| of_clock(text[colour].or(tag("TI"))?.split('/').nth(part)?);
        let added = ByColour::from_fn(|colour| part(colour, 1).unwrap_or_default());
        // Nobody plays a game for which there is no time at all: it is one without a clock.
        let is_some = |colour, total: &Duration| !(*total + added[colour]).is_zero();
        let left = ByColour::from_fn(|colour| {
            part(colour, 0).filter(|total| is_some(colour, total)).and_then(unless_endless)
        });
        let mut clocks = Clocks { left, added };
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
            *left = (*left + self.added[mover]).saturating_sub(took);
        }
    }

    /// What there is for the next move of this side.
    pub fn time(&self, mover: Colour) -> Time {
        let besides = self.added[mover].min(QUICK);
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
    fn the_sides_may_have_clocks_of_their_own() {
        let clocks = |tags: &str| {
            let game = format!("(;GM[Othello]{tags}B[F5//1]W[D6//1];)");
            let clocks = Clocks::of(&ggf::read("", game.as_bytes()).next().unwrap().unwrap());
            [Colour::Black, Colour::White].map(|colour| clocks.left[colour].map(|it| it.as_secs()))
        };
        assert_eq!(clocks("TB[0:05]TW[0:09/0:02]"), [Some(4), Some(10)]);
        assert_eq!(clocks("TI[1:00]TW[0:09]"), [Some(59), Some(8)]);
        assert_eq!(clocks("TW[0:09]"), [None, Some(8)]);
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
