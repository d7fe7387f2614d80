//! What helps somebody who writes a query: what the engine says of it meanwhile, and what it does on positions of all
//! phases. Neither is rated.

use axum::Json;
use axum::extract::State;

use super::shared::LadderShared;
use super::visitor::Visitor;
use crate::api::{Body, heavy, trial};
use crate::protocol::{CheckedText, TextToCheck, Trial};
use crate::refusal::Answer;

/// What the engine says of a query without running it.
pub(super) async fn check(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    written: Body<TextToCheck>,
) -> Answer<Json<CheckedText>> {
    let asker = shared.participant(visitor).await?;
    shared.limits.check(&asker)?;
    trial::check(asker.client(), written).await
}

/// Tries a query on positions of all phases.
pub(super) async fn try_out(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(TextToCheck { query }): Body<TextToCheck>,
) -> Answer<Json<Trial>> {
    let asker = shared.participant(visitor).await?;
    shared.limits.try_out(&asker)?;
    let setup = shared.look(|ladder| ladder.setup()).await?;
    let place = shared.tries.take(asker.client()).await?;
    heavy(asker.client(), move |visit| {
        let _place = place;
        trial::try_query(&setup, &query, visit).map(Json)
    })
    .await
}
