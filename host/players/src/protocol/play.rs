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
    pub clock: Option<Duration>,
    pub opponent_clock: Option<Duration>,
    pub limit: Option<Duration>,
    pub until: Option<Instant>,
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

/// A time in whole seconds, as most programs read it; less than one has its hundredths, and is 0 to who reads no fractions.
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
