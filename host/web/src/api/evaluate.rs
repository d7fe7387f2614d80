//! What a position is worth, by our strongest player: it is asked as in a game, in its jail, and its thinking
//! is read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use othello_arena::GameSetup;
use othello_board::{Turn, View};
use othello_player_api as api;
use othello_players::{Contestant, Session};
use othello_rules::{Colour, Move};

use super::{Body, Shared, heavy};
use crate::position::play;
use crate::protocol::{
    self, Curve, Evaluation, EvaluationRequest, EvaluatorGame, PositionRequest, Square, SquareScore,
};
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;

/// The player that is request.
const EVALUATOR: &str = "Champion";
/// The longest that it may think, and what it does where nobody says it.
const LONGEST_SECONDS: f64 = 5.0;
const USUAL_SECONDS: f64 = 1.0;
/// How long it may think about all positions of a game together.
const CURVE_TIME: Duration = Duration::from_secs(4);
/// What it needs for anything at all.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// What a position is worth.
pub(crate) async fn evaluate(
    State(shared): State<Shared>,
    Body(request): Body<EvaluationRequest>,
) -> Answer<Json<Evaluation>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move || {
        let seconds = request.seconds.unwrap_or(USUAL_SECONDS).clamp(0.05, LONGEST_SECONDS);
        let time = Duration::from_secs_f64(seconds);
        let reached = request.position.play(&server_state.games)?;
        let setup = request.position.setup(&server_state.games)?;
        let Turn::Move { colour, legal } = reached.view().turn.clone() else {
            return Err(Refusal::not_now("nobody is to move there"));
        };
        let mut evaluator = Evaluator::start(&server_state, &setup)?;
        let share = if request.squares { time / (1 + legal.len() as u32) } else { time };
        let moves = reached.moves();
        let thinking = evaluator.ask(reached.view(), &moves, colour, share)?;
        let mut squares = Vec::new();
        for &square in legal.iter().filter(|_| request.squares) {
            let mut after = moves.clone();
            after.push(Move::Place(square));
            let score = evaluator.score(&setup, &after, share)?;
            let score = score.map(|score| if colour == Colour::Black { score } else { -score });
            squares.extend(score.map(|score| SquareScore { square: Square(square), score }));
        }
        let (Some(score), Some(best)) = (thinking.value, thinking.line.first().cloned()) else {
            return Err(Refusal::broken(format!("{EVALUATOR} says nothing of this position")));
        };
        let exact = thinking.text.as_deref().is_some_and(|text| text.contains("solved"));
        Ok(Json(Evaluation {
            score,
            colour: colour.into(),
            best,
            depth: thinking.depth.unwrap_or_default(),
            exact,
            line: thinking.line,
            squares,
        }))
    })
    .await
}

/// What every position of a game was worth.
pub(crate) async fn curve(
    State(shared): State<Shared>,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<Curve>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move || {
        let reached = request.play(&server_state.games)?;
        let setup = request.setup(&server_state.games)?;
        let mut evaluator = Evaluator::start(&server_state, &setup)?;
        let moves = reached.moves();
        let share =
            (CURVE_TIME / (1 + moves.len() as u32)).clamp(LEAST_TIME, Duration::from_millis(200));
        let begun = Instant::now();
        let mut scores = Vec::new();
        let views =
            std::iter::once(&reached.initial).chain(reached.plies.iter().map(|one| &one.view));
        for (plies, view) in views.enumerate() {
            // A busy machine gets a shorter curve rather than a longer wait.
            let late = begun.elapsed() > 3 * CURVE_TIME;
            let score = if late { None } else { evaluator.of(view, &moves[..plies], share)? };
            scores.push(score);
        }
        Ok(Json(Curve { scores }))
    })
    .await
}

/// Who evaluates, and what.
pub(crate) fn about(server_state: &ServerState) -> Option<protocol::Evaluator> {
    let contestant = server_state.finder.contestant(EVALUATOR).ok()?;
    let plays = contestant.about().plays.iter().cloned();
    let games = plays.map(|plays| EvaluatorGame { game: plays.game, sizes: plays.sizes });
    Some(protocol::Evaluator { games: games.collect(), name: contestant.name })
}

/// The player, in a game of its own.
struct Evaluator {
    session: Session,
    game: api::Game,
}

impl Evaluator {
    fn start(server_state: &ServerState, setup: &GameSetup) -> Result<Evaluator, Refusal> {
        let contestant: Contestant = server_state
            .finder
            .contestant(EVALUATOR)
            .map_err(|_| Refusal::not_now(format!("{EVALUATOR} is not on this machine")))?;
        let GameSetup { game: name, size, .. } = setup;
        if !setup.is_played_by(contestant.about()) {
            let why = format!("{EVALUATOR} does not know {name} on {size}x{size}");
            return Err(Refusal::not_now(why));
        }
        let mut game = api::Game::default();
        game.player = contestant.about().name.clone();
        game.game.clone_from(name);
        game.size = (*size).into();
        game.start = setup.start_word().to_owned();
        game.show_thinking = true;
        let starting = server_state.runner.start(&contestant, game.clone());
        let session = starting.and_then(|starting| starting.ready()).map_err(Refusal::broken)?;
        Ok(Evaluator { session, game })
    }

    /// What the player thinks of a position in which this side is to move.
    fn ask(
        &mut self,
        view: &View,
        moves: &[Move],
        colour: Colour,
        time: Duration,
    ) -> Result<api::Thinking, Refusal> {
        let mut round = api::Round::of(&self.game);
        round.symbol = match colour {
            Colour::Black => api::Symbol::X,
            Colour::White => api::Symbol::O,
        };
        round.ply = u32::try_from(moves.len()).unwrap_or(u32::MAX);
        round.position = Some(view.board());
        round.moves = Some(moves.iter().map(ToString::to_string).collect());
        round.time_ms = u64::try_from(time.as_millis()).ok();
        // It keeps its time; the deadline is for one that hangs.
        let deadline = Instant::now().checked_add(time + Duration::from_secs(5));
        let response = self.session.ask(round, deadline).map_err(Refusal::broken)?;
        Ok(response.thinking.unwrap_or_default())
    }

    /// What the position after these moves is worth to Black.
    fn score(
        &mut self,
        setup: &GameSetup,
        moves: &[Move],
        time: Duration,
    ) -> Result<Option<f64>, Refusal> {
        let reached = play(setup, moves)?;
        self.of(reached.view(), &reached.moves(), time)
    }

    /// What a position is worth to Black.
    fn of(&mut self, view: &View, moves: &[Move], time: Duration) -> Result<Option<f64>, Refusal> {
        let colour = match &view.turn {
            Turn::Over(winner) => return Ok(Some(counted(view, *winner))),
            Turn::Move { colour, .. } => *colour,
            Turn::Pass(colour) => colour.opponent(),
        };
        let value = self.ask(view, moves, colour, time)?.value;
        Ok(value.map(|value| if colour == Colour::Black { value } else { -value }))
    }
}

/// The result in discs for Black; empty squares are the winner's.
fn counted(view: &View, winner: Option<Colour>) -> f64 {
    let counts = view.counts();
    let (black, white) = (f64::from(counts.black), f64::from(counts.white));
    let empty = f64::from(view.width()).powi(2) - black - white;
    match winner {
        Some(Colour::Black) => black + empty - white,
        Some(Colour::White) => black - white - empty,
        None => 0.0,
    }
}
