//! The messages to a player: what it is told when it is started, and what it is asked. Players that are blind are
//! not told here what lies on the board; that no blind one ever hears it is also seen to where they are run.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use othello_board::game::CellShape;
use othello_board::session::{Limits, player_limits};
use othello_player_api as api;
use othello_players::{AskError, Response};
use othello_rules::{ByColour, Colour, Move};

use crate::clock::TimeControl;
use crate::game_setup::{start_board, start_word};
use crate::seat::Instance;
use crate::seed::Seed;

/// What every message of a game says of it.
#[derive(Clone, Debug)]
pub struct GameTerms {
    /// The game's name, such as `othello`.
    pub game: String,
    /// How the board begins, such as `standard`; or the board by rows and who is to move.
    pub start: String,
    /// Rows and columns of the board.
    pub width: u8,
    /// How a node is recognised as a square.
    pub cell: CellShape,
    /// The query of the legal cells, where the rules are the game's queries.
    pub legal: Option<String>,
    /// Everything random follows from it.
    pub seed: Seed,
    /// How much time there is.
    pub time: TimeControl,
    /// Whether somebody wants to see the players' thinking.
    pub show_thinking: bool,
}

/// Where a game stands when somebody is asked.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The board by rows.
    pub board: &'a str,
    /// The moves and passes so far.
    pub moves: &'a [Move],
    /// What is left on both clocks.
    pub clocks: ByColour<Option<Duration>>,
}

/// One question to one player.
#[derive(Clone, Debug)]
pub struct Question {
    colour: Colour,
    ply: usize,
    seed: Seed,
    message: api::Round,
}

impl GameTerms {
    /// What a player is told when it is started.
    #[must_use]
    pub fn message(&self, colour: Colour, about: &api::About) -> api::Game {
        let mut game = api::Game::default();
        game.player.clone_from(&about.name);
        game.game.clone_from(&self.game);
        game.size = self.width.into();
        game.start = start_word(&self.start).to_owned();
        game.position = start_board(&self.start).filter(|_| is_open(about));
        game.symbol = symbol(colour);
        game.seed = self.seed.get();
        game.move_ms = self.time.per_move.map(milliseconds);
        let clock = self.time.clock(colour);
        game.clock_ms = clock.map(|clock| milliseconds(clock.total));
        game.increment_ms = clock.map(|clock| milliseconds(clock.increment));
        game.show_thinking = self.show_thinking;
        game.cell = cell(&self.cell);
        game.legal.clone_from(&self.legal);
        game
    }

    /// What a player is asked.
    #[must_use]
    pub fn question(&self, colour: Colour, about: &api::About, standing: Standing<'_>) -> Question {
        let ply = standing.moves.len();
        let mut round = api::Round::of(&self.message(colour, about));
        round.ply = u32::try_from(ply).unwrap_or(u32::MAX);
        round.seed = self.seed.of_round(ply);
        round.clock_ms = standing.clocks[colour].map(milliseconds);
        round.opponent_clock_ms = standing.clocks[colour.opponent()].map(milliseconds);
        if is_open(about) {
            round.position = Some(standing.board.to_owned());
            round.moves = Some(standing.moves.iter().map(ToString::to_string).collect());
        }
        Question { colour, ply, seed: self.seed, message: round }
    }
}

impl Question {
    /// The side that is asked.
    #[must_use]
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// How many moves and passes came before.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// What the player is asked, and that it has so long.
    #[must_use]
    pub fn message(&self, time: Option<Duration>) -> api::Round {
        let mut message = self.message.clone();
        message.time_ms = time.map(milliseconds);
        message
    }

    /// Puts the question to a player that is told that it has so long, and is waited for no longer than `patience`.
    ///
    /// # Errors
    /// The player's doing, or what the host could not do.
    pub fn put(
        &self,
        player: &mut dyn Instance,
        time: Option<Duration>,
        patience: Option<Duration>,
    ) -> Result<Response, AskError> {
        let deadline = patience.and_then(|time| Instant::now().checked_add(time));
        player.ask(self.message(time), deadline)
    }

    /// What the query of the answer may use.
    #[must_use]
    pub fn limits(&self, deadline: Option<Instant>) -> Limits {
        Limits {
            clock: Some(clock(self.ply)),
            ..player_limits(deadline, self.seed.of_query(self.ply))
        }
    }
}

/// What time it is for queries of a game: every game begins with the year 2000, and a ply takes a second, so that a
/// game whose players look at the clock repeats as well.
fn clock(ply: usize) -> SystemTime {
    const BEGINNING: u64 = 946_684_800;
    UNIX_EPOCH + Duration::from_secs(BEGINNING + ply as u64)
}

fn is_open(about: &api::About) -> bool {
    about.class == api::Class::Open
}

/// A side as the messages name it.
fn symbol(colour: Colour) -> api::Symbol {
    match colour {
        Colour::Black => api::Symbol::X,
        Colour::White => api::Symbol::O,
    }
}

/// How cells are recognised, as the messages say it.
fn cell(shape: &CellShape) -> api::Cell {
    let mut cell = api::Cell::default();
    cell.label.clone_from(&shape.label);
    cell.row.clone_from(&shape.row);
    cell.column.clone_from(&shape.column);
    cell.first = shape.first;
    cell
}

/// Whole milliseconds, never more than there are.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
