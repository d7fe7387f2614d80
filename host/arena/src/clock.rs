//! Time: the limit of a move, the clocks of a game, and the budget of one round that follows from both.
//! Only a player's own time is counted here; who measures it sees to that.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use othello_rules::{ByColour, Colour};
use serde::{Deserialize, Serialize};

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// For each move but a side's first.
    pub per_move: Option<Duration>,
    /// For a side's first move, where moves are limited at all and it is longer: a first query may have
    /// to warm up.
    pub first_move: Duration,
    /// For the whole game.
    pub game: Option<GameClock>,
    /// For the whole game, where a side has a clock of its own: a game has these, and a contest's players bring theirs.
    #[serde(skip)]
    pub own: ByColour<Option<GameClock>>,
    /// By how much a limit may be overrun without a loss, where somebody says it; else it follows from the limit.
    #[serde(default)]
    pub margin: Option<Duration>,
    /// For an answer and its query where nothing else limits them, so that nothing hangs for ever. People have none.
    #[serde(default = "usual_ceiling")]
    pub ceiling: Duration,
}

/// The ceiling where nobody says another one.
fn usual_ceiling() -> Duration {
    Duration::from_secs(60)
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl {
            per_move: None,
            first_move: Duration::from_secs(60),
            game: None,
            own: ByColour::default(),
            margin: None,
            ceiling: usual_ceiling(),
        }
    }
}

impl TimeControl {
    /// The clock that a side has for the game, where it has one.
    #[must_use]
    pub fn clock(&self, colour: Colour) -> Option<GameClock> {
        self.own[colour].or(self.game)
    }

    /// The same on a machine that takes so many times as long for everything, as far as it limits players.
    #[must_use]
    pub fn scaled(self, scale: f64) -> TimeControl {
        let scaled = |time| scaled(time, scale);
        if scale == 1.0 {
            return self;
        }
        TimeControl {
            per_move: self.per_move.map(scaled),
            first_move: scaled(self.first_move),
            game: self.game.map(|clock| clock.scaled(scale)),
            own: self.own.map(|own| own.map(|clock| clock.scaled(scale))),
            margin: self.margin.map(scaled),
            ceiling: scaled(self.ceiling),
        }
    }
}

/// A time on a machine that takes so many times as long, in whole milliseconds.
fn scaled(time: Duration, scale: f64) -> Duration {
    let seconds = time.as_secs_f64() * scale;
    Duration::try_from_secs_f64((seconds * 1000.0).round() / 1000.0).unwrap_or(time)
}

impl fmt::Display for TimeControl {
    /// `10 s a move, 60 s the first`, `600 s a game and 2 s a move`, `Black 60 s a game`, or `no limit`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_secs_f64();
        let per_move = self.per_move.map(|limit| {
            let first = self.first_move.max(limit);
            format!("{} s a move, {} s the first", seconds(limit), seconds(first))
        });
        let game = match self.own {
            ByColour { black: Some(_), white: Some(_) } => None,
            _ => self.game.map(|clock| clock.to_string()),
        };
        let own = Colour::ALL
            .into_iter()
            .filter_map(|colour| Some(format!("{colour} {}", self.own[colour]?)));
        let parts: Vec<_> = per_move.into_iter().chain(game).chain(own).collect();
        f.write_str(if parts.is_empty() { "no limit" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// A side's total for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameClock {
    /// What each side begins with.
    pub total: Duration,
    /// What each of its moves adds.
    pub increment: Duration,
}

impl GameClock {
    /// The same on a machine that takes so many times as long for everything.
    #[must_use]
    pub fn scaled(self, scale: f64) -> GameClock {
        let GameClock { total, increment } = self;
        GameClock { total: scaled(total, scale), increment: scaled(increment, scale) }
    }
}

impl fmt::Display for GameClock {
    /// `600 s a game and 2 s a move`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s a game", self.total.as_secs_f64())?;
        match self.increment.as_secs_f64() {
            none if none <= 0.0 => Ok(()),
            added => write!(f, " and {added} s a move"),
        }
    }
}

/// Why a round has the limit that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// The limit of a move.
    Move,
    /// The ceiling of a first move.
    FirstMove,
    /// What was left on the side's clock.
    Clock,
    /// What no answer may take where there is no limit.
    Ceiling,
    /// The time that a player has to begin a game, before any clock runs.
    Start,
}

/// The margin of a limit: this part of it, within these bounds.
const MARGIN_PART: u32 = 50;
const LEAST_MARGIN: Duration = Duration::from_millis(2);
const LARGEST_MARGIN: Duration = Duration::from_millis(250);

/// The time of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// How long it may take, and why no longer.
    pub limit: Option<(Duration, LimitKind)>,
    /// By how much it may be overrun without a loss, where somebody says it.
    own_margin: Option<Duration>,
}

impl Budget {
    /// A limit by whose kind it is told, with the usual margin.
    pub(crate) fn new(limit: Duration, kind: LimitKind) -> Budget {
        Budget { limit: Some((limit, kind)), own_margin: None }
    }

    /// How long the round may take.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.limit.map(|(time, _)| time)
    }

    /// The same, or this ceiling from now on where there is no limit; `spent` is what a person took before.
    #[must_use]
    pub(crate) fn or_ceiling(self, spent: Duration, ceiling: Duration) -> Budget {
        let limit = || (spent.saturating_add(ceiling), LimitKind::Ceiling);
        Budget { limit: Some(self.limit.unwrap_or_else(limit)), ..self }
    }

    /// How long the player is told that it has: a ceiling is for what hangs, and not to be used up.
    #[must_use]
    pub(crate) fn told(&self) -> Option<Duration> {
        self.limit.filter(|(_, kind)| *kind != LimitKind::Ceiling).map(|(time, _)| time)
    }

    /// By how much it may be overrun without a loss: clocks and the messages between two processes are no more exact
    /// than that on a machine that has other things to do.
    #[must_use]
    pub(crate) fn margin(&self) -> Duration {
        self.own_margin.unwrap_or_else(|| {
            let part = self.time().unwrap_or_default() / MARGIN_PART;
            part.clamp(LEAST_MARGIN, LARGEST_MARGIN)
        })
    }
}

/// Both sides' clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    left: ByColour<Option<Duration>>,
    moved: ByColour<bool>,
}

impl Clocks {
    /// The clocks at the beginning of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Clocks {
        let left = ByColour::from_fn(|colour| control.clock(colour).map(|clock| clock.total));
        Clocks { control, left, moved: ByColour::default() }
    }

    /// The clocks of a game that was broken off with so much left; a side without has its whole time.
    #[must_use]
    pub(crate) fn with_left(control: TimeControl, left: ByColour<Option<Duration>>) -> Clocks {
        let whole = Clocks::new(control);
        let left =
            whole.left.zip(left).map(|(whole, left)| whole.map(|whole| left.unwrap_or(whole)));
        Clocks { left, ..whole }
    }

    /// What is left on a side's clock, where there is one.
    #[must_use]
    pub fn time_left(&self, colour: Colour) -> Option<Duration> {
        self.left[colour]
    }

    /// The time for a side's next move. A person has the game's clock alone.
    #[must_use]
    pub fn budget(&self, colour: Colour, person: bool) -> Budget {
        let per_move = self.control.per_move.filter(|_| !person).map(|limit| {
            if self.moved[colour] || limit >= self.control.first_move {
                (limit, LimitKind::Move)
            } else {
                (self.control.first_move, LimitKind::FirstMove)
            }
        });
        let clock = self.left[colour].map(|left| (left, LimitKind::Clock));
        Budget {
            limit: [per_move, clock].into_iter().flatten().min_by_key(|(time, _)| *time),
            own_margin: self.control.margin,
        }
    }

    /// Takes what a side's move took off its clock.
    pub fn moved(&mut self, colour: Colour, took: Duration) {
        self.moved[colour] = true;
        let increment = self.control.clock(colour);
        let increment = increment.map_or(Duration::ZERO, |clock| clock.increment);
        if let Some(left) = &mut self.left[colour] {
            *left = left.saturating_sub(took).saturating_add(increment);
        }
    }
}

/// A text that is no game clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseClockError(String);

impl fmt::Display for ParseClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no clock {:?}; write a time for each side such as 10m, 90s or 1m30s, and if you like what \
             each move adds: 10m+2s",
            self.0
        )
    }
}

impl std::error::Error for ParseClockError {}

impl FromStr for GameClock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<GameClock, ParseClockError> {
        let (total, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let parse = |part| parse_duration(part).ok_or_else(|| ParseClockError(text.to_owned()));
        let (total, increment) = (parse(total)?, parse(increment)?);
        if total.is_zero() {
            return Err(ParseClockError(text.to_owned()));
        }
        Ok(GameClock { total, increment })
    }
}

/// The longest time that anybody means; machines can't add longer ones to what their clocks show.
pub const LONGEST_TIME: Duration = Duration::from_secs(10 * 366 * 24 * 60 * 60);

/// Reads `10m`, `1m30s`, `2.5s`, `500ms`; a bare number counts seconds. Ten years are the most.
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    sum_of_parts(text).filter(|time| *time <= LONGEST_TIME)
}

fn sum_of_parts(text: &str) -> Option<Duration> {
    let mut rest = text.trim();
    if let Ok(seconds) = rest.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, tail) = rest.split_at(digits);
        let unit = tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len());
        let seconds = match &tail[..unit] {
            "h" => 3600.0,
            "m" | "min" => 60.0,
            "s" => 1.0,
            "ms" => 0.001,
            _ => return None,
        };
        let part = Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()?;
        total = total.checked_add(part)?;
        rest = &tail[unit..];
    }
    (!text.trim().is_empty()).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_first_move_is_exempt_from_the_move_limit_but_not_from_the_clock() {
        let control = TimeControl { per_move: Some(2 * SECOND), ..TimeControl::default() };
        let mut clocks = Clocks::new(control);
        let budget = |clocks: &Clocks| clocks.budget(Colour::Black, false).limit;
        assert_eq!(budget(&clocks), Some((60 * SECOND, LimitKind::FirstMove)));
        clocks.moved(Colour::Black, SECOND);
        assert_eq!(budget(&clocks), Some((2 * SECOND, LimitKind::Move)));

        let game = Some("30s+1s".parse().unwrap());
        let mut clocks = Clocks::new(TimeControl { game, ..control });
        assert_eq!(budget(&clocks), Some((30 * SECOND, LimitKind::Clock)));
        clocks.moved(Colour::Black, 20 * SECOND);
        assert_eq!(clocks.time_left(Colour::Black), Some(11 * SECOND));
        assert_eq!(clocks.time_left(Colour::White), Some(30 * SECOND));
    }

    #[test]
    fn a_person_has_the_clock_of_the_game_only() {
        let control = TimeControl { per_move: Some(SECOND), ..TimeControl::default() };
        assert_eq!(Clocks::new(control).budget(Colour::White, true).limit, None);
    }

    #[test]
    fn a_first_move_is_never_shorter_than_the_others() {
        let control = TimeControl { per_move: Some(100 * SECOND), ..TimeControl::default() };
        let budget = Clocks::new(control).budget(Colour::Black, false);
        assert_eq!(budget.limit, Some((100 * SECOND, LimitKind::Move)));
    }

    #[test]
    fn the_time_is_told_in_words() {
        let control = TimeControl { per_move: Some(10 * SECOND), ..TimeControl::default() };
        assert_eq!(control.to_string(), "10 s a move, 60 s the first");
        let game = Some("10m+2s".parse().unwrap());
        let both = TimeControl { game, ..control };
        assert_eq!(both.to_string(), "10 s a move, 60 s the first, 600 s a game and 2 s a move");
        assert_eq!(TimeControl::default().to_string(), "no limit");
        let own = ByColour { black: Some("30s+1s".parse().unwrap()), white: None };
        let odds = TimeControl { own, ..both };
        assert!(odds.to_string().ends_with("2 s a move, Black 30 s a game and 1 s a move"));
        let own = own.map(|_| Some("30s".parse().unwrap()));
        let apart = TimeControl { per_move: None, own, ..both };
        assert_eq!(apart.to_string(), "Black 30 s a game, White 30 s a game");
    }

    #[test]
    fn a_side_may_have_a_clock_of_its_own() {
        let own = ByColour { black: Some("10s+1s".parse().unwrap()), white: None };
        let control =
            TimeControl { game: Some("1m+3s".parse().unwrap()), own, ..TimeControl::default() };
        let mut clocks = Clocks::new(control);
        assert_eq!(
            clocks.left.map(Option::unwrap),
            ByColour { black: 10, white: 60 }.map(|n| n * SECOND)
        );
        Colour::ALL.into_iter().for_each(|colour| clocks.moved(colour, 2 * SECOND));
        assert_eq!(
            clocks.left.map(Option::unwrap),
            ByColour { black: 9, white: 61 }.map(|n| n * SECOND)
        );
        let kept: TimeControl =
            serde_json::from_str(&serde_json::to_string(&control).unwrap()).unwrap();
        assert_eq!(kept, TimeControl { own: ByColour::default(), ..control });
    }

    #[test]
    fn a_margin_that_somebody_sets_holds_for_every_limit() {
        let per_move = Some(10 * SECOND);
        let usual = TimeControl { per_move, ..TimeControl::default() };
        let margin = |control| Clocks::new(control).budget(Colour::Black, false).margin();
        assert_eq!(margin(usual), LARGEST_MARGIN);
        for own in [Duration::ZERO, 3 * SECOND] {
            assert_eq!(margin(TimeControl { margin: Some(own), ..usual }), own);
        }
    }

    #[test]
    fn a_clock_from_elsewhere_that_no_machine_can_add_to_stays_at_its_most() {
        let endless = GameClock { total: Duration::MAX, increment: Duration::MAX };
        let control = TimeControl { game: Some(endless), ..TimeControl::default() };
        let mut clocks = Clocks::new(control);
        clocks.moved(Colour::Black, SECOND);
        assert_eq!(clocks.time_left(Colour::Black), Some(Duration::MAX));
    }

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let clock: GameClock = "10m+2s".parse().unwrap();
        assert_eq!((clock.total, clock.increment), (600 * SECOND, 2 * SECOND));
        assert_eq!(parse_duration("1m30s"), Some(90 * SECOND));
        assert_eq!(parse_duration("2.5"), Some(Duration::from_millis(2500)));
        assert_eq!(parse_duration("500ms"), Some(Duration::from_millis(500)));
        for wrong in ["", "m", "10x", "0s", "5m+", "-1s", "1e400s", "1e19", "1m+1e19", "nan", "inf"]
        {
            assert!(wrong.parse::<GameClock>().is_err(), "{wrong}");
        }
    }
}
