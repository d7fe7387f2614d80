//! Who decides what is legal and what a move changes: the [`Referee`] of a game, and the [`View`] of the
//! board that everybody else works with. Clocks and forfeits are the arena's.

mod both;
mod cypher;
mod native;
mod patient;
mod view;

use std::fmt;

use othello_cypher::NodeDatum;
use othello_rules::{Move, Square};

pub use both::Both;
pub use cypher::Cypher;
pub use native::Native;
pub use patient::Patient;
pub use view::{Turn, View};

use crate::game::CellShape;
use crate::session::{Fault, Session};

/// Decides by the rules of one game, and keeps the graph as the game has it.
pub trait Referee: Send {
    /// Sets up the graph in an empty database, or in one that this referee has set up before, as it is after
    /// these moves and passes from the start.
    ///
    /// # Errors
    /// The database's, or a move that the game does not allow.
    fn begin(&mut self, session: &mut dyn Session, moves: &[Move]) -> Result<(), RefereeFault>;

    /// The board as it is.
    fn view(&self) -> &View;

    /// How the nodes of this board are recognised as its squares.
    fn cell(&self) -> CellShape;

    /// The game's query of the cells to which `$symbol` may go, where the rules are its queries.
    fn legal_query(&self) -> Option<&str> {
        None
    }

    /// The square that a node stands for, if it is one of this board's.
    fn square(&self, node: &NodeDatum) -> Option<Square>;

    /// Plays for the side whose turn it is, and writes what the move changes, if it is legal.
    ///
    /// # Errors
    /// The database's, or a disagreement between two referees.
    fn play(&mut self, session: &mut dyn Session, square: Square) -> Result<Ruling, RefereeFault>;

    /// Looks whether a move whose ruling was lost with the connection was written: then it counts as played, and
    /// its ruling is given.
    ///
    /// # Errors
    /// As [`Referee::play`], and where the board shows neither what was before the move nor what follows from it.
    fn recall(
        &mut self,
        session: &mut dyn Session,
        square: Square,
    ) -> Result<Option<Ruling>, RefereeFault>;

    /// Passes for the side whose turn it is and that can't move.
    ///
    /// # Errors
    /// As [`Referee::play`].
    fn pass(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault>;

    /// Reads the graph back and compares it with the view.
    ///
    /// # Errors
    /// The database's, and what differs.
    fn verify(&mut self, session: &mut dyn Session) -> Result<(), RefereeFault>;
}

/// What a referee says of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is legal and was played.
    Played {
        /// What it turned over.
        flips: Vec<Square>,
    },
    /// It is not, and nothing was changed.
    Illegal(String),
}

/// Why a referee could not decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeFault {
    /// The database.
    Database(Fault),
    /// Two referees of one game don't agree, or the graph is not what the rules say.
    Disagreement(String),
    /// The game's own queries are at fault.
    Game(String),
}

impl From<Fault> for RefereeFault {
    fn from(fault: Fault) -> RefereeFault {
        RefereeFault::Database(fault)
    }
}

impl fmt::Display for RefereeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefereeFault::Database(fault) => fault.fmt(f),
            RefereeFault::Disagreement(what) => write!(f, "the referees disagree: {what}"),
            RefereeFault::Game(what) => write!(f, "the game's own query failed: {what}"),
        }
    }
}

impl std::error::Error for RefereeFault {}
