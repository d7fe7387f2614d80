//! What positions are worth: the evaluator's answers for the page.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use othello_arena::GameSetup;
use othello_arena::evaluator::{self, Effort, Evaluator, EvaluatorError};

use super::positions::position_of;
use super::visit::Visit;
use super::{Body, Shared};
use crate::client::Client;
use crate::protocol::{self, Evaluation, EvaluationRequest, EvaluatorGame, Square, SquareScore};
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;

/// The longest that the evaluator may think, and what it does where nobody says it.
const LONGEST_SECONDS: f64 = 5.0;
const USUAL_SECONDS: f64 = 1.0;

/// What a position is worth.
pub(crate) async fn evaluate(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<EvaluationRequest>,
) -> Answer<Json<Evaluation>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let name = format!("{request:?}");
    let evaluated = move |visit: &Visit| {
        let seconds = request.seconds.unwrap_or(USUAL_SECONDS).clamp(0.05, LONGEST_SECONDS);
        let effort = Effort::about(Duration::from_secs_f64(seconds));
        let reached = request.position.play(&server_state.games)?;
        let setup = request.position.setup(&server_state.games)?;
        let mut evaluator = start(&server_state, &setup, effort, visit)?;
        let found = evaluator.evaluate(reached.view(), &reached.moves());
        visit.used(evaluator.thought());
        let found = found.map_err(refusal)?;
        let moves = found.moves.iter().filter(|_| request.squares);
        let best = found.moves.first().ok_or(EvaluatorError::Silent).map_err(refusal)?;
        Ok(Evaluation {
            position: position_of(&setup, &reached.moves()),
            score: found.score,
            colour: found.colour.into(),
            best: best.0.to_string(),
            depth: found.depth,
            exact: found.exact,
            squares: moves
                .map(|&(square, score)| SquareScore { square: Square(square), score })
                .collect(),
            line: found.line,
        })
    };
    shared.evaluations.get(name, client, evaluated).await.map(Json)
}

/// Who evaluates, and what.
pub(crate) fn about(server_state: &ServerState) -> Option<protocol::Evaluator> {
    let contestant = evaluator::find(&server_state.finder)?;
    let plays = contestant.about().plays.iter().cloned();
    let games = plays.map(|plays| EvaluatorGame { game: plays.game, sizes: plays.sizes });
    Some(protocol::Evaluator { games: games.collect(), name: contestant.name })
}

/// Starts the evaluator, which ends with the visit.
pub(super) fn start(
    server_state: &ServerState,
    setup: &GameSetup,
    effort: Effort,
    visit: &Visit,
) -> Result<Evaluator, Refusal> {
    if visit.is_over() {
        return Err(Refusal::not_now("nobody waits for it any more"));
    }
    let ServerState { finder, runner, .. } = server_state;
    let evaluator = Evaluator::start(finder, runner, setup, effort).map_err(refusal)?;
    if let Some(ender) = evaluator.ender() {
        visit.at_the_end(move || ender.end());
    }
    Ok(evaluator)
}

pub(super) fn refusal(error: EvaluatorError) -> Refusal {
    match error {
        EvaluatorError::Missing
        | EvaluatorError::UnknownGame { .. }
        | EvaluatorError::NobodyToMove
        | EvaluatorError::Silent => Refusal::not_now(error),
        EvaluatorError::Failed(_) => Refusal::broken(error),
    }
}
