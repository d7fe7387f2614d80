//! What may happen to a running game from outside: it may have to wait for a key, go back, go elsewhere,
//! or stop.

use othello_board::View;
use othello_rules::{Colour, Move};

/// Is asked before every round and every pass, and may take as long as it likes: the clocks stand still.
pub trait Conductor: Send {
    /// What is to happen next.
    fn next(&mut self, view: &View, moves: &[Move]) -> GameCommand;
}

/// What is to happen to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameCommand {
    /// It goes on.
    GoOn,
    /// It goes on from the position after these moves, with new instances of the players.
    GoTo(Vec<Move>),
    /// A side gives up, or is taken to by what it says itself; with the reason, where there is one.
    Resign {
        /// Which.
        side: Colour,
        /// Why.
        why: String,
    },
    /// It ends as it will in any case, which somebody has found out: this side wins, or nobody.
    Decide(Option<Colour>),
    /// It stops without a result, for this reason.
    Stop(String),
}

/// Lets a game run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

impl Conductor for Unattended {
    fn next(&mut self, _: &View, _: &[Move]) -> GameCommand {
        GameCommand::GoOn
    }
}
