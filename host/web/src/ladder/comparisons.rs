//! Comparisons of somebody's own versions: asked for and stopped.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use othello_ladder::{ComparisonId, Ladder, LadderError, Moment, VersionId};

use super::shared::LadderShared;
use super::shown::comparison_shown;
use super::visitor::Visitor;
use crate::api::Body;
use crate::protocol::{LadderCompare, LadderComparison};
use crate::refusal::Answer;

/// Has two versions of somebody's play each other.
pub(super) async fn compare(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(LadderCompare { tried, against }): Body<LadderCompare>,
) -> Answer<(StatusCode, Json<LadderComparison>)> {
    let person = shared.person(visitor).await?;
    shared.limits.own_act(person)?;
    let begun = shared.with(move |ladder| {
        let id = ladder.compare(person, VersionId(tried), VersionId(against), Moment::now())?;
        shown(ladder, id)
    });
    Ok((StatusCode::CREATED, Json(begun.await?)))
}

/// Stops it; what was played of it stays.
pub(super) async fn stop(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(id): Path<i64>,
) -> Answer<Json<LadderComparison>> {
    let person = shared.person(visitor).await?;
    shared.limits.own_act(person)?;
    let stopped = shared.with(move |ladder| {
        ladder.stop_comparison(person, ComparisonId(id))?;
        shown(ladder, ComparisonId(id))
    });
    Ok(Json(stopped.await?))
}

fn shown(ladder: &Ladder, id: ComparisonId) -> Result<LadderComparison, LadderError> {
    let missing = || LadderError::Missing(format!("comparison {}", id.0));
    let known = ladder.state().comparisons.get(&id).ok_or_else(missing)?;
    Ok(comparison_shown(ladder.state(), known))
}
