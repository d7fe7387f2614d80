//! What positions are worth: the evaluator's answers for the page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use othello_arena::GameSetup;
use othello_arena::evaluator::{self, Effort, Evaluator, EvaluatorError, POSITIONS_A_SECOND};

use super::positions::position_of;
use super::{Body, Shared, heavy};
use crate::protocol::{
    self, Curve, Evaluation, EvaluationRequest, EvaluatorGame, PositionRequest, Square, SquareScore,
};
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;

/// The longest that the evaluator may think, and what it does where nobody says it.
const LONGEST_SECONDS: f64 = 5.0;
const USUAL_SECONDS: f64 = 1.0;

/// How many positions it looks at for all of a game together, and for each place of it at the most and at least.
const CURVE_POSITIONS: u64 = 4 * POSITIONS_A_SECOND;
const CURVE_SHARE: (u64, u64) = (POSITIONS_A_SECOND / 50, POSITIONS_A_SECOND / 5);

/// After so long a busy machine gets a shorter curve rather than a longer wait.
const CURVE_TIMEOUT: Duration = Duration::from_secs(12);

/// What a position is worth.
pub(crate) async fn evaluate(
    State(shared): State<Shared>,
    Body(request): Body<EvaluationRequest>,
) -> Answer<Json<Evaluation>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move |_| {
        let seconds = request.seconds.unwrap_or(USUAL_SECONDS).clamp(0.05, LONGEST_SECONDS);
        let effort = Effort::about(Duration::from_secs_f64(seconds));
        let reached = request.position.play(&server_state.games)?;
        let setup = request.position.setup(&server_state.games)?;
        let mut evaluator = start(&server_state, &setup, effort)?;
        let found = evaluator.evaluate(reached.view(), &reached.moves()).map_err(refusal)?;
        let moves = found.moves.iter().filter(|_| request.squares);
        let best = found.moves.first().ok_or(EvaluatorError::Silent).map_err(refusal)?;
        Ok(Json(Evaluation {
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
    heavy(move |visit| {
        let reached = request.play(&server_state.games)?;
        let setup = request.setup(&server_state.games)?;
        let moves = reached.moves();
        let (least, most) = CURVE_SHARE;
        let share = (CURVE_POSITIONS / (1 + moves.len() as u64)).clamp(least, most);
        let mut evaluator = start(&server_state, &setup, Effort::Positions(share))?;
        let begun = Instant::now();
        let mut scores = Vec::new();
        for (plies, view) in reached.views().iter().enumerate() {
            let late = begun.elapsed() > CURVE_TIMEOUT || visit.is_over();
            let score = || evaluator.score_for_black(view, &moves[..plies]).map_err(refusal);
            scores.push((!late).then(score).transpose()?);
        }
        Ok(Json(Curve { position: position_of(&setup, &moves), scores }))
    })
    .await
}

/// Who evaluates, and what.
pub(crate) fn about(server_state: &ServerState) -> Option<protocol::Evaluator> {
    let contestant = evaluator::find(&server_state.finder)?;
    let plays = contestant.about().plays.iter().cloned();
    let games = plays.map(|plays| EvaluatorGame { game: plays.game, sizes: plays.sizes });
    Some(protocol::Evaluator { games: games.collect(), name: contestant.name })
}

fn start(
    server_state: &ServerState,
    setup: &GameSetup,
    effort: Effort,
) -> Result<Evaluator, Refusal> {
    Evaluator::start(&server_state.finder, &server_state.runner, setup, effort).map_err(refusal)
}

fn refusal(error: EvaluatorError) -> Refusal {
    match error {
        EvaluatorError::Missing
        | EvaluatorError::UnknownGame { .. }
        | EvaluatorError::NobodyToMove => Refusal::not_now(error),
        EvaluatorError::Silent | EvaluatorError::Failed(_) => Refusal::broken(error),
    }
}
