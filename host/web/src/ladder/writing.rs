//! What helps somebody who writes a query: what the engine says of it meanwhile, and what it does on positions of all
//! phases. Neither is rated, and one query at a time is tried, so that the games keep their cores.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::shared::LadderShared;
use super::visitor::Visitor;
use crate::api::{Body, heavy, trial};
use crate::protocol::{CheckedText, TextToCheck, Trial};
use crate::refusal::{Answer, Refusal};

/// One query at a time is tried, and others wait so long for that: who came first goes first.
static TRIED: Semaphore = Semaphore::const_new(1);
const QUEUE_TIMEOUT: Duration = Duration::from_secs(25);

/// What the engine says of a query without running it.
pub(super) async fn check(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    written: Body<TextToCheck>,
) -> Answer<Json<CheckedText>> {
    let person = shared.person(visitor).await?;
    shared.limits.check(person)?;
    trial::check(written).await
}

/// Tries a query on positions of all phases.
pub(super) async fn try_out(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(TextToCheck { query }): Body<TextToCheck>,
) -> Answer<Json<Trial>> {
    let person = shared.person(visitor).await?;
    shared.limits.try_out(person)?;
    let setup = shared.look(|ladder| ladder.setup()).await?;
    let Ok(Ok(place)) = timeout(QUEUE_TIMEOUT, TRIED.acquire()).await else {
        let why = "others' queries are being tried; try again in a moment, or submit yours";
        return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, why));
    };
    heavy(move |visit| {
        let _place = place;
        trial::try_query(&setup, &query, visit).map(Json)
    })
    .await
}
