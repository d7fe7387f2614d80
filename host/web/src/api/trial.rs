//! Whether a query is a player: what the engine says of it while it is written, and what it does on many positions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use othello_arena::question::{self, HostParams};
use othello_arena::trial::{TrialVerdict, visit_positions};
use othello_arena::{GameSetup, PlayedPosition, Seed};
use othello_board::session::{Meter, Policy, player_limits};
use othello_board::{Embedded, Session};
use othello_player_api::Query;

use super::positions::position_of;
use super::query::QUERY_TIMEOUT;
use super::query_result::{fault_shown, hundredths};
use super::visit::Visit;
use super::{Body, Shared, brief, heavy};
use crate::client::Client;
use crate::protocol::{CheckedText, TextToCheck, Trial, TrialRequest, TriedPosition};
use crate::refusal::Answer;

/// How long the engine may read a query that is being written.
const CHECK_TIMEOUT: Duration = Duration::from_secs(1);
/// On how many positions a query is tried, and how long all of them together may take.
const POSITIONS: usize = 50;
const TRIAL_TIMEOUT: Duration = Duration::from_secs(20);
/// Where the positions come from: the same for everybody, so that versions can be compared.
const SEED: u64 = 20_260_101;

/// What the engine says of a query without running it.
pub(crate) async fn check(
    client: Client,
    Body(written): Body<TextToCheck>,
) -> Answer<Json<CheckedText>> {
    brief(client, move |visit| {
        let limits = player_limits(Instant::now().checked_add(CHECK_TIMEOUT), 0);
        let meter = Meter::new(limits).stopped_by(visit.over());
        let fault = Embedded::new().prepare(&written.query, &Policy::default(), &meter).err();
        let fault = fault.map(|fault| fault_shown(&fault, &written.query, CHECK_TIMEOUT));
        Ok(Json(CheckedText { fault }))
    })
    .await
}

/// Tries a query on positions of all phases.
pub(crate) async fn trial(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<TrialRequest>,
) -> Answer<Json<Trial>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(client, move |visit| {
        let TrialRequest { query, game, size, start } = request;
        let setup = server_state.games.begin(&game, size, start.as_deref())?;
        try_query(&setup, &query, visit).map(Json)
    })
    .await
}

/// Tries a query on positions of all phases of a game.
pub(crate) fn try_query(setup: &GameSetup, query: &str, visit: &Visit) -> Answer<Trial> {
    let begun = Instant::now();
    let mut positions = Vec::new();
    let mut each = |played: &mut PlayedPosition| {
        if visit.is_over() || begun.elapsed() > TRIAL_TIMEOUT {
            return ControlFlow::Break(());
        }
        positions.push(tried(setup, query, played, visit));
        ControlFlow::Continue(())
    };
    visit_positions(setup, POSITIONS, Seed::new(SEED), &mut each)
        .map_err(crate::refusal::Refusal::broken)?;
    Ok(summed_up(positions))
}

fn tried(
    setup: &GameSetup,
    query: &str,
    played: &mut PlayedPosition,
    visit: &Visit,
) -> TriedPosition {
    let answer = question::Answer::new(Query::new(query), &HostParams::of(played.to_move()));
    let seed = Seed::new(SEED).of_query(played.plies.len());
    let begun = Instant::now();
    let limits = player_limits(begun.checked_add(QUERY_TIMEOUT), seed);
    let meter = Meter::new(limits).stopped_by(visit.over());
    let outcome = answer
        .check(&mut played.session, &Policy::default(), &meter)
        .and_then(|checked| checked.run(&mut played.session, &meter));
    let verdict = TrialVerdict::of(outcome.as_ref(), played.referee.as_ref());
    TriedPosition {
        position: position_of(setup, &played.moves()),
        good: verdict.is_good(),
        text: verdict.to_string(),
        took_ms: hundredths(begun.elapsed().as_secs_f64() * 1e3),
    }
}

fn summed_up(positions: Vec<TriedPosition>) -> Trial {
    let (tried, good) = (positions.len(), positions.iter().filter(|one| one.good).count());
    let slowest = positions.iter().map(|one| one.took_ms).fold(0.0, f64::max);
    let first = positions.iter().find(|one| !one.good);
    let text = match first {
        None if tried < POSITIONS => {
            format!("a player, but so slow that only {tried} of {POSITIONS} positions were tried")
        }
        None => format!("a player: legal on all {tried} positions, at most {slowest:.0} ms"),
        Some(one) if good == 0 => one.text.clone(),
        Some(_) => format!("legal on {good} of {tried} positions, and lost on the others"),
    };
    Trial { good: good == tried && tried == POSITIONS, text, positions }
}
