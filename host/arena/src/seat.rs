//! Who sits at the board: a player's factory and its instance for one unbroken game, and the person before
//! it where a person chooses the cell.

use std::time::Instant;

use othello_board::{Secret, View};
use othello_player_api::{About, Game, Round};
use othello_players::{AskError, Ender, Response};
use othello_rules::{Colour, Move, Square};

use crate::conductor::GameCommand;

/// A player that can be started for a game.
pub trait Player: Send {
    /// What it says of itself.
    fn about(&self) -> &About;

    /// Starts an instance without waiting for it, so that both players of a game start at once.
    ///
    /// # Errors
    /// The player's doing, or what the host could not do.
    fn start(&mut self, game: Game) -> Result<Box<dyn Instance>, AskError>;
}

/// A player in one unbroken game. Dropped without an end, it is killed.
pub trait Instance: Send {
    /// Waits until it has begun its game.
    ///
    /// # Errors
    /// As [`Player::start`].
    fn ready(&mut self) -> Result<(), AskError>;

    /// Asks a round. It has returned by the deadline, or soon after.
    ///
    /// # Errors
    /// As [`Player::start`].
    fn ask(&mut self, round: Round, deadline: Option<Instant>) -> Result<Response, AskError>;

    /// Tells it how a game ended that was played to its end; `last` has the last position and all moves.
    /// What is to be said of the player then comes back.
    fn over(&mut self, _last: Round) -> Option<String> {
        None
    }

    /// What ends it from elsewhere while it begins its game or is asked, where that can be.
    fn ender(&self) -> Option<Ender> {
        None
    }

    /// Lets it end without waiting for that: those of a game end together.
    fn let_end(&mut self) {}

    /// Ends the game, and gives the end of what the player wrote to its standard output and error.
    fn end(self: Box<Self>) -> String;
}

/// A person who chooses cells.
pub trait Person: Send {
    /// Asks for a cell. It has returned by the deadline, or soon after.
    fn choose(&mut self, request: &CellRequest<'_>) -> Choice;
}

/// What a person is asked.
#[derive(Clone, Copy, Debug)]
pub struct CellRequest<'a> {
    /// The side that is to move.
    pub colour: Colour,
    /// The board.
    pub view: &'a View,
    /// The moves so far.
    pub moves: &'a [Move],
    /// Until when.
    pub deadline: Option<Instant>,
}

/// What a person chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A cell.
    Cell(Square),
    /// Gives up.
    Resign,
    /// Something else is to happen to the game than a move.
    GameCommand(GameCommand),
    /// The deadline passed.
    TimedOut,
    /// The person is gone, for this reason, and the game can't be finished.
    Gone(String),
}

/// One side of the board.
pub struct Seat {
    /// The name under which the player takes part.
    pub name: String,
    /// The player.
    pub player: Box<dyn Player>,
    /// Who chooses the cell, where the player says that a person does.
    pub person: Option<Box<dyn Person>>,
    /// The key that its queries get as `$apiKey`.
    pub key: Secret,
}
