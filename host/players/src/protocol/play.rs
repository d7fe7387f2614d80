//! A game in one of the protocols: what a program is asked and what it answers. How it is asked in its own
//! words is in the files of the protocols.

use super::talk::Talk;
use crate::verdict::Verdict;
use othello_rules::{Colour, Move, Position, Square};
use std::time::{Duration, Instant};

/// What a game is, as far as the protocols can say it.
pub(super) struct Setting {
    pub initial: Position,
    pub colour: Colour,
    pub clock: Option<Duration>,
    pub increment: Option<Duration>,
}

/// What is asked of a program: the side to move, and how the game came there.
pub(super) struct Turn<'a> {
    pub moves: &'a [Move],
    /// How many moves the program has still to make, if both sides make as many.
    pub moves_left: u32,
    pub clock: Option<Duration>,
    pub opponent_clock: Option<Duration>,
    pub limit: Option<Duration>,
    pub until: Option<Instant>,
}

/// What a program is told of its time: the protocols know of a clock or of a time for each move, and not of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// So long for the rest of the game.
    Clock(Duration),
    /// So long for this move.
    Move(Duration),
}

/// Nobody who has a clock for many moves takes more than such a part of it for one.
const LARGEST_PART: u32 = 4;

impl Turn<'_> {
    /// What keeps the program within its clock as well as within the limit of the move.
    pub fn time(&self) -> Option<Told> {
        match (self.clock, self.limit) {
            (None, limit) => limit.map(Told::Move),
            (Some(clock), Some(limit)) if limit >= clock => Some(Told::Clock(clock)),
            (Some(clock), Some(limit)) if limit * self.moves_left <= clock => {
                Some(Told::Move(limit))
            }
            (Some(clock), Some(limit)) => Some(Told::Clock(clock.min(limit * LARGEST_PART))),
            (Some(clock), None) => Some(Told::Clock(clock)),
        }
    }
}

/// What it answered.
pub(super) struct EngineMove {
    /// The square; none where it gives up.
    pub square: Option<Square>,
    /// How it values the position, where it says so.
    pub value: Option<f64>,
}

/// What a program calls itself, as far as its protocol lets it say so.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Introduction {
    pub name: Option<String>,
    pub version: Option<String>,
}

/// A game in one of the protocols.
pub(super) trait Play: Send {
    /// Begins the game. No clock runs yet.
    fn begin(&mut self, talk: &mut Talk, until: Option<Instant>) -> Result<(), Verdict>;

    /// Asks for a move.
    fn ask(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<EngineMove, Verdict>;

    /// Tells how the game ended, and gives what there is to be said of the program. Here it is only asked to end:
    /// most programs know `quit` whatever they speak, the others ignore it, and no reply is waited for.
    fn over(&mut self, talk: &mut Talk, end: &GameEnd) -> Option<String> {
        talk.tell("quit", Some(end.until)).ok()?;
        None
    }
}

/// How a game ended.
pub(super) struct GameEnd {
    pub moves: Vec<Move>,
    /// How many discs Black has.
    pub black: u32,
    pub until: Instant,
}

/// A time in whole seconds, as most programs read it; less than one has its hundredths.
pub(super) fn seconds(time: Duration) -> String {
    match (time.as_secs(), time.subsec_millis() / 10) {
        (0, hundredths @ 1..) => format!("0.{hundredths:02}"),
        (whole, _) => whole.to_string(),
    }
}

/// The side that made, or makes, the move with this number from 0: passes count as moves.
pub(super) fn mover(ply: usize) -> Colour {
    if ply.is_multiple_of(2) { Colour::Black } else { Colour::White }
}

/// The verdict on a move that was passed though there was one.
pub(super) fn illegal_pass() -> Verdict {
    Verdict::BadAnswer("it passed with a move at hand".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_and_a_limit_are_told_as_what_keeps_within_both() {
        let told = |clock: Option<u64>, limit: Option<u64>, moves_left| {
            let [clock, limit] = [clock, limit].map(|time| time.map(Duration::from_secs));
            let (opponent_clock, until) = (None, None);
            Turn { moves: &[], moves_left, clock, opponent_clock, limit, until }.time()
        };
        let [clock, of_move] = [Told::Clock, Told::Move]
            .map(|told| move |seconds| Some(told(Duration::from_secs(seconds))));
        assert_eq!(told(None, None, 30), None);
        assert_eq!(told(Some(60), None, 30), clock(60));
        assert_eq!(told(None, Some(5), 30), of_move(5));
        assert_eq!(told(Some(60), Some(2), 30), of_move(2));
        assert_eq!(told(Some(60), Some(3), 30), clock(12));
        assert_eq!(told(Some(60), Some(20), 30), clock(60));
        assert_eq!(told(Some(9), Some(2), 1), of_move(2));
        assert_eq!(told(Some(9), Some(9), 1), clock(9));
    }
}
