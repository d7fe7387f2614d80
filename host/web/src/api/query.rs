//! The query console: a query on a position, on the embedded engine, read-only and bounded; and the board's
//! graph to look at. How they are shown is in `query_result`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use othello_arena::question::{self, HostParams};
use othello_arena::trial::TrialVerdict;
use othello_arena::{PlayedPosition, Seed};
use othello_board::Fault;
use othello_board::session::{Meter, Outcome, Policy, player_limits};
use othello_player_api::Query;
use othello_rules::Colour;

use super::positions::position_of;
use super::query_result::{fault_shown, graph_shown, result_shown, verdict_shown};
use super::visit::Visit;
use super::{Body, Shared, brief, heavy};
use crate::client::Client;
use crate::games::Games;
use crate::protocol::{Graph, PositionRequest, QueryRequest, QueryResult};
use crate::refusal::{Answer, Refusal};

/// How long a query may run.
pub(super) const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

/// Runs a query. What is wrong with it is a result as well.
pub(crate) async fn query(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<QueryRequest>,
) -> Answer<Json<QueryResult>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(client, move |visit| run(&server_state.games, &request, visit).map(Json)).await
}

/// Runs a query on a position of one of these games.
pub(crate) fn run(games: &Games, request: &QueryRequest, visit: &Visit) -> Answer<QueryResult> {
    let setup = request.position.setup(games)?;
    let mut position = request.position.play(games)?;
    let query = Query::new(request.query.clone());
    let answer = question::Answer::new(query, &host(request, &position));
    let begun = Instant::now();
    let seed = Seed::new(request.seed).of_query(position.plies.len());
    let outcome = read(&answer, &mut position, seed, visit);
    let took = begun.elapsed();
    let verdict = TrialVerdict::of(outcome.as_ref(), position.referee.as_ref());
    let shown = match &outcome {
        Ok(outcome) => result_shown(outcome, position.referee.as_ref(), took),
        Err(fault) => QueryResult {
            error: Some(fault_shown(fault, &request.query, QUERY_TIMEOUT)),
            ..QueryResult::default()
        },
    };
    // A plan that was only explained is no answer of a player.
    let is_judged = outcome.as_ref().map_or(true, |outcome| !outcome.columns.is_empty());
    Ok(QueryResult {
        position: position_of(&setup, &position.moves()),
        verdict: is_judged.then(|| verdict_shown(&verdict)),
        ..shown
    })
}

/// What a query walks on its way, where it walks at all.
pub(crate) async fn walk(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<QueryRequest>,
) -> Answer<Json<QueryResult>> {
    let walk = brief(client.clone(), move |visit| walk_of(request, visit)).await?;
    query(State(shared), client, Body(walk)).await
}

/// A query that gives what this one walks on its way.
pub(crate) fn walk_of(request: QueryRequest, visit: &Visit) -> Result<QueryRequest, Refusal> {
    let limits = player_limits(Instant::now().checked_add(QUERY_TIMEOUT), 0);
    let meter = Meter::new(limits).stopped_by(visit.over());
    let walk = othello_learn::walk(&request.query, &meter);
    let query = walk.ok_or_else(|| Refusal::wrong("this query walks nowhere"))?;
    Ok(QueryRequest { query, ..request })
}

/// What the host gives the query: whoever writes one by hand has no key.
fn host(request: &QueryRequest, position: &PlayedPosition) -> HostParams {
    let colour = request.symbol.map_or_else(|| position.to_move(), Colour::from);
    HostParams { cell: request.cell.map(|cell| cell.0), ..HostParams::of(colour) }
}

fn read(
    answer: &question::Answer,
    position: &mut PlayedPosition,
    seed: u64,
    visit: &Visit,
) -> Result<Outcome, Fault> {
    let limits = player_limits(Instant::now().checked_add(QUERY_TIMEOUT), seed);
    let meter = Meter::new(limits).stopped_by(visit.over());
    answer
        .check(&mut position.session, &Policy::default(), &meter)?
        .run(&mut position.session, &meter)
}

/// The graph of a board.
pub(crate) async fn graph(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<Graph>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(client, move |visit| graph_of(&server_state.games, &request, visit).map(Json)).await
}

/// The graph of a position of one of these games.
pub(crate) fn graph_of(games: &Games, request: &PositionRequest, visit: &Visit) -> Answer<Graph> {
    let setup = request.setup(games)?;
    let mut position = request.play(games)?;
    let all = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN n, collect(r) AS out";
    let answer = question::Answer::new(Query::new(all), &HostParams::of(Colour::Black));
    let outcome = read(&answer, &mut position, 0, visit).map_err(Refusal::broken)?;
    let graph = graph_shown(&outcome, position.referee.as_ref());
    Ok(Graph { position: position_of(&setup, &position.moves()), ..graph })
}
