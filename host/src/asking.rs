//! Asks a player for the query that it would send on a position, outside of any game.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use othello_arena::table::cell;
use othello_arena::{GameSetup, Seed};
use othello_board::{Embedded, Native, Referee, Turn, View};
use othello_player_api as api;
use othello_players::{Contestant, Decision, Runner};
use othello_rules::{Colour, Game, Move, Position, Setup};

use crate::exit::usage;
use crate::players::can_play;

/// A place in a game, with the graph as it is there.
pub struct Place {
    setup: GameSetup,
    /// Who knows its squares.
    pub referee: Box<dyn Referee>,
    /// The graph.
    pub session: Embedded,
    /// The moves that lead there.
    pub moves: Vec<Move>,
    /// Whose query is wanted: the side to move, where the user names none.
    pub colour: Colour,
    /// The board with that side to move.
    pub view: View,
}

impl Place {
    /// The place after these moves, or on this board by rows in `X`, `O` and `-`.
    pub fn find(setup: GameSetup, text: &str, symbol: Option<Colour>) -> anyhow::Result<Place> {
        match setup.position() {
            Some(initial) => Place::by_the_rules(setup, initial, text, symbol),
            None => Place::by_queries(setup, text, symbol),
        }
    }

    /// The place after these moves of a game.
    pub fn after(setup: GameSetup, moves: &[Move]) -> anyhow::Result<Place> {
        let text: String = moves.iter().map(Move::to_string).collect();
        match setup.position() {
            Some(initial) => Place::by_the_rules(setup, initial, &text, None),
            None => Place::by_queries(setup, &text, None),
        }
    }

    fn by_the_rules(
        setup: GameSetup,
        initial: Position,
        text: &str,
        symbol: Option<Colour>,
    ) -> anyhow::Result<Place> {
        let game = game(initial, text, symbol)?;
        let colour = symbol.unwrap_or(game.position().to_move());
        let mut session = Embedded::new();
        let mut referee = Native::new(*game.initial());
        referee.begin(&mut session, game.moves())?;
        let (referee, moves) = (Box::new(referee), game.moves().to_vec());
        let view = view_for(&game, colour);
        Ok(Place { setup, referee, session, moves, colour, view })
    }

    /// In a game of which the host knows no rules, a position is the moves that lead to it.
    fn by_queries(setup: GameSetup, text: &str, symbol: Option<Colour>) -> anyhow::Result<Place> {
        let wrong = |why: String| usage(format!("--position: {why}"));
        let moves = Move::sequence(text).map_err(|error| wrong(error.to_string()))?;
        let mut session = Embedded::new();
        let mut referee = setup.referee(setup.usual_judge()).map_err(usage)?;
        referee.begin(&mut session, &moves).map_err(|fault| wrong(fault.to_string()))?;
        let view = referee.view().clone();
        let to_move = match view.turn {
            Turn::Move { colour, .. } | Turn::Pass(colour) => colour,
            Turn::Over(_) => Colour::Black,
        };
        let colour = symbol.unwrap_or(to_move);
        Ok(Place { setup, referee, session, moves, colour, view })
    }

    /// Sees to it that a player plays this game.
    pub fn can_ask(&self, contestant: &Contestant) -> anyhow::Result<()> {
        can_play(contestant, &self.setup, false)
    }
}

/// The game that leads to the position.
fn game(initial: Position, text: &str, symbol: Option<Colour>) -> anyhow::Result<Game> {
    let text = text.trim();
    let squares = text.chars().filter(|c| !c.is_whitespace()).count();
    let is_board = squares >= initial.size().area()
        && text.chars().all(|c| "XxOo-._*".contains(c) || c.is_whitespace());
    if !is_board {
        return Game::from_transcript(initial, text)
            .map_err(|error| usage(format!("--position: {error}")));
    }
    let mut setup: Setup = text.parse().map_err(|error| usage(format!("--position: {error}")))?;
    setup.variant = initial.variant();
    setup.to_move = symbol.unwrap_or(setup.to_move);
    let position =
        Position::try_from(setup).map_err(|error| usage(format!("--position: {error}")))?;
    Ok(Game::from_position(position))
}

/// The board with this side to move.
fn view_for(game: &Game, colour: Colour) -> View {
    let mut setup = Setup::from(*game.position());
    setup.to_move = colour;
    Position::try_from(setup).map_or_else(|_| View::from(game.position()), |at| View::from(&at))
}

/// What a player is asked.
pub struct Wanted<'a> {
    /// Where in which game, and for whom.
    pub place: &'a Place,
    /// The game's seed.
    pub seed: Seed,
    /// How long it may take.
    pub limit: Duration,
}

impl Wanted<'_> {
    /// Asks the player as in the middle of a game.
    pub fn of(
        &self,
        runner: &Runner,
        contestant: &Contestant,
    ) -> anyhow::Result<(api::Query, Option<api::Thinking>)> {
        let failed = |error| anyhow!("{}: {error}", contestant.name);
        let message = self.message();
        let round = self.round(&message);
        let started = runner.start(contestant, message).and_then(|starting| starting.ready());
        let mut session = started.map_err(failed)?;
        let deadline = Instant::now().checked_add(self.limit);
        let response = session.ask(round, deadline).map_err(failed)?;
        session.end();
        match response.decision {
            Decision::Query(query) => Ok((query, response.thinking)),
            Decision::Resigned(why) => Err(anyhow!("{} resigns: {why}", contestant.name)),
        }
    }

    fn message(&self) -> api::Game {
        let mut message = api::Game::default();
        let setup = &self.place.setup;
        message.game.clone_from(&setup.game);
        message.size = setup.size.into();
        message.start.clone_from(&setup.start);
        message.cell = cell(self.place.referee.cell());
        message.symbol = match self.place.colour {
            Colour::Black => api::Symbol::X,
            Colour::White => api::Symbol::O,
        };
        message.seed = self.seed.get();
        message.show_thinking = true;
        message
    }

    fn round(&self, message: &api::Game) -> api::Round {
        let mut round = api::Round::of(message);
        let ply = self.place.moves.len();
        round.ply = u32::try_from(ply).unwrap_or(u32::MAX);
        round.seed = self.seed.of_round(ply);
        round.position = Some(self.place.view.board());
        round.moves = Some(self.place.moves.iter().map(Move::to_string).collect());
        round
    }
}
