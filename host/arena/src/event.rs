//! What happens in a game, as it is told to whoever watches. An event is complete in itself and holds no
//! secret.

use std::time::Duration;

use othello_board::View;
use othello_player_api::About;
use othello_rules::{ByColour, Colour, Move, Square};

use crate::clock::TimeControl;
use crate::exhibit::{Excerpt, Exhibit};
use crate::seed::Seed;
use crate::verdict::{End, Forfeit};

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The game begins.
    Start(Box<Start>),
    /// A side is to move, and its time runs.
    Turn(Turn),
    /// A player was asked and, if its answer was a query, that was run.
    Round(Round),
    /// A disc was put down.
    Move(Moved),
    /// A side had to pass.
    Pass(Passed),
    /// The game goes on from another position.
    GoneTo(GoneTo),
    /// A side lost before the end.
    Forfeit(Forfeited),
    /// The game is over.
    End(Ended),
}

/// The game begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The game's name, such as `othello`.
    pub game: String,
    /// How the board begins, such as `standard`; or the board by rows and who is to move.
    pub start: String,
    /// Everything random follows from it.
    pub seed: Seed,
    /// The database, as people name it.
    pub database: String,
    /// Who decides what is legal.
    pub referee: String,
    /// How much time there is.
    pub time: TimeControl,
    /// Who plays.
    pub players: ByColour<Contestant>,
    /// The board.
    pub view: View,
}

/// Who plays.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name under which it takes part.
    pub name: String,
    /// What it says of itself.
    pub about: About,
}

/// A side is to move.
#[derive(Clone, Debug)]
pub struct Turn {
    /// How many moves and passes there were.
    pub ply: usize,
    /// Which side.
    pub colour: Colour,
    /// How long it has.
    pub limit: Option<Duration>,
    /// What is left on both clocks.
    pub clocks: ByColour<Option<Duration>>,
}

/// A player was asked.
#[derive(Clone, Debug)]
pub struct Round {
    /// How many moves and passes there were.
    pub ply: usize,
    /// Which side.
    pub colour: Colour,
    /// What may be shown of it.
    pub exhibit: Exhibit,
    /// How long the player was asked.
    pub asked: Duration,
    /// How long its query ran.
    pub ran: Duration,
    /// How much of both the machine kept from the player, which does not count.
    pub held_up: Duration,
}

/// A disc was put down.
#[derive(Clone, Debug)]
pub struct Moved {
    /// How many moves and passes there were before.
    pub ply: usize,
    /// By whom.
    pub colour: Colour,
    /// Where.
    pub square: Square,
    /// What it turned over.
    pub flips: Vec<Square>,
    /// The board afterwards.
    pub view: View,
    /// What is left on both clocks.
    pub clocks: ByColour<Option<Duration>>,
}

/// A side had to pass.
#[derive(Clone, Debug)]
pub struct Passed {
    /// How many moves and passes there were before.
    pub ply: usize,
    /// Which side.
    pub colour: Colour,
    /// The board.
    pub view: View,
}

/// The game goes on from another position.
#[derive(Clone, Debug)]
pub struct GoneTo {
    /// The moves that lead there.
    pub moves: Vec<Move>,
    /// The board.
    pub view: View,
}

/// A side lost before the end.
#[derive(Clone, Debug)]
pub struct Forfeited {
    /// How many moves and passes there were.
    pub ply: usize,
    /// Which side.
    pub colour: Colour,
    /// Why.
    pub why: Forfeit,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// The board.
    pub view: View,
}

/// The game is over.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How.
    pub end: End,
    /// The names of the players.
    pub names: ByColour<String>,
    /// All moves and passes.
    pub moves: Vec<Move>,
    /// The board.
    pub view: View,
    /// The end of what the players wrote to their standard output and error.
    pub outputs: ByColour<Excerpt>,
    /// What is to be said of the players beside the result, such as a wrong count at the end.
    pub remarks: ByColour<Option<Excerpt>>,
    /// How long the machine has kept the players from playing, which nobody was charged with.
    pub held_up: Duration,
}

/// A game that the machine has held up so long in all is marked.
const MUCH_HELD_UP: Duration = Duration::from_secs(1);

impl Ended {
    /// Whether the machine was so busy that the game's times say little.
    #[must_use]
    pub fn was_held_up(&self) -> bool {
        self.held_up >= MUCH_HELD_UP
    }
}
