//! What people do: join, submit, let others see what they wrote.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use othello_ladder::{Ladder, LadderError, Moment, Submission, VersionId};

use super::shared::{LadderShared, refusal};
use super::visitor::Visitor;
use crate::api::Body;
use crate::protocol::{LadderAccount, LadderJoin, LadderReceipt, LadderReveal, LadderSubmission};
use crate::refusal::{Answer, Refusal};

/// Takes somebody in.
pub(super) async fn join(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(join): Body<LadderJoin>,
) -> Answer<(StatusCode, Json<LadderAccount>)> {
    shared.limits.act(&visitor.origin)?;
    shared.limits.may_try(&visitor.origin)?;
    shared.limits.may_join(&visitor.origin)?;
    let limits = shared.limits.clone();
    let account = shared.with(move |ladder| {
        let joined = ladder.join(&join.name, &join.code, Moment::now());
        if matches!(joined, Err(LadderError::Code)) {
            limits.missed(&visitor.origin);
        }
        let (person, key) = joined?;
        limits.joined(&visitor.origin);
        let name = ladder.person(person)?.name.to_string();
        Ok(LadderAccount { person: person.0, name, key: key.reveal().to_owned() })
    });
    Ok((StatusCode::CREATED, Json(account.await?)))
}

/// Takes a version in.
pub(super) async fn submit(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(submission): Body<LadderSubmission>,
) -> Answer<(StatusCode, Json<LadderReceipt>)> {
    let person = shared.person(visitor).await?;
    shared.limits.own_act(person)?;
    let submission = Submission::query(&submission.query).map_err(refusal)?;
    let receipt = shared.with(move |ladder| {
        let version = ladder.submit_upload(person, submission, Moment::now())?;
        Ok(receipt_of(ladder, version))
    });
    Ok((StatusCode::CREATED, Json(receipt.await?)))
}

/// Lets everybody see a version, or nobody again.
pub(super) async fn reveal(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Path(version): Path<i64>,
    Body(reveal): Body<LadderReveal>,
) -> Answer<Json<LadderReceipt>> {
    let person = shared.person(visitor).await?;
    shared.limits.own_act(person)?;
    let receipt = shared.with(move |ladder| {
        let version = VersionId(version);
        ladder.reveal(person, version, reveal.public)?;
        Ok(receipt_of(ladder, version))
    });
    Ok(Json(receipt.await?))
}

/// What somebody gets for a version.
pub(super) fn receipt_of(ladder: &Ladder, version: VersionId) -> LadderReceipt {
    let number = ladder.state().versions.get(&version).map_or(0, |version| version.number);
    LadderReceipt { version: version.0, number }
}

impl LadderShared {
    /// Whose key a visitor shows.
    pub(super) async fn person(
        &self,
        visitor: Visitor,
    ) -> Result<othello_ladder::PersonId, Refusal> {
        let Some(key) = visitor.key else {
            return Err(refusal(LadderError::Stranger));
        };
        let found = self.look(move |ladder| ladder.person_of(&key).map(|person| person.id)).await;
        if found.is_err() {
            self.limits.act(&visitor.origin)?;
        }
        found
    }
}
