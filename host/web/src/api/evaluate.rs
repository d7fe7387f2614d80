//! What positions are worth: the evaluator's answers for the page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use othello_arena::GameSetup;
use othello_arena::analysis::{self, AnalysedGame};
use othello_arena::evaluator::{self, Effort, Evaluator, EvaluatorError, POSITIONS_A_SECOND};

use super::positions::position_of;
use super::query_result::hundredths;
use super::{Body, Shared, heavy};
use crate::client::Client;
use crate::protocol::{
    self, Evaluation, EvaluationRequest, EvaluatorGame, PositionRequest, Review, Square,
    SquareScore, TurningPoint,
};
use crate::refusal::{Answer, Refusal};
use crate::server_state::ServerState;

/// The longest that the evaluator may think, and what it does where nobody says it.
const LONGEST_SECONDS: f64 = 5.0;
const USUAL_SECONDS: f64 = 1.0;

/// How many positions it looks at for all of a game together, and for each place of it at the most and at least.
const REVIEW_POSITIONS: u64 = 4 * POSITIONS_A_SECOND;
const REVIEW_SHARE: (u64, u64) = (POSITIONS_A_SECOND / 50, POSITIONS_A_SECOND / 5);

/// After so long a busy machine gets the review of a part rather than a longer wait.
const REVIEW_TIMEOUT: Duration = Duration::from_secs(40);

/// What a position is worth.
pub(crate) async fn evaluate(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<EvaluationRequest>,
) -> Answer<Json<Evaluation>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let name = format!("{request:?}");
    let evaluated = move || {
        let seconds = request.seconds.unwrap_or(USUAL_SECONDS).clamp(0.05, LONGEST_SECONDS);
        let effort = Effort::about(Duration::from_secs_f64(seconds));
        let reached = request.position.play(&server_state.games)?;
        let setup = request.position.setup(&server_state.games)?;
        let mut evaluator = start(&server_state, &setup, effort)?;
        let found = evaluator.evaluate(reached.view(), &reached.moves()).map_err(refusal)?;
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

/// A game looked at afterwards: what every position was worth, and which moves decided it.
pub(crate) async fn review(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<Review>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(client, move |visit| {
        let reached = request.play(&server_state.games)?;
        let setup = request.setup(&server_state.games)?;
        let positions = 1 + reached.plies.len();
        let (least, most) = REVIEW_SHARE;
        let share = (REVIEW_POSITIONS / positions as u64).clamp(least, most);
        let mut evaluator = start(&server_state, &setup, Effort::Positions(share))?;
        let begun = Instant::now();
        let goes_on = |_| begun.elapsed() < REVIEW_TIMEOUT && !visit.is_over();
        let game = AnalysedGame::of(&reached, &mut evaluator, &goes_on).map_err(refusal)?;
        let mut scores: Vec<_> = game.scores.iter().map(|&score| Some(hundredths(score))).collect();
        scores.resize(positions, None);
        Ok(Json(Review {
            position: position_of(&setup, &reached.moves()),
            scores,
            lost: game.losses().map(|(lost, _)| hundredths(lost)).into(),
            turning_points: game.turning_points().iter().filter_map(turning_point).collect(),
        }))
    })
    .await
}

fn turning_point(point: &analysis::TurningPoint<'_>) -> Option<TurningPoint> {
    let analysis::TurningPoint { number, colour, played, choice } = *point;
    Some(TurningPoint {
        number,
        colour: colour.into(),
        played: Square(played),
        lost: hundredths(choice.loss()),
        best: Square(choice.best()?),
        score: hundredths(choice.evaluation.score),
        line: choice.evaluation.line.clone(),
        reversal: choice.reversal().map(Into::into),
    })
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
