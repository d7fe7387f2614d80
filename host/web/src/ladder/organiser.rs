//! What the organiser sees and does, by a key of its own.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use othello_ladder::{Key, Ladder, LadderError, Moment, PersonId};

use super::shared::LadderShared;
use super::shown::person_shown;
use super::visitor::Visitor;
use crate::api::Body;
use crate::api::qr::picture;
use crate::protocol::{LadderAct, LadderOffice};
use crate::refusal::{Answer, Refusal};

/// What only the organiser sees.
pub(super) async fn office(
    State(shared): State<LadderShared>,
    visitor: Visitor,
) -> Answer<Json<LadderOffice>> {
    shared.organiser(visitor).await?;
    shared.office(None).await.map(Json)
}

/// Does what the organiser wants.
pub(super) async fn act(
    State(shared): State<LadderShared>,
    visitor: Visitor,
    Body(act): Body<LadderAct>,
) -> Answer<Json<LadderOffice>> {
    shared.organiser(visitor).await?;
    let key = shared.with(move |ladder| perform(ladder, act)).await?;
    shared.office(key).await.map(Json)
}

/// The address with the room's code, as a picture.
pub(super) async fn qr(
    State(shared): State<LadderShared>,
    visitor: Visitor,
) -> Answer<impl IntoResponse> {
    shared.organiser(visitor).await?;
    let code = shared.look(|ladder| Ok(ladder.state().code.clone())).await?;
    let address = shared.addresses.first().map(String::as_str).unwrap_or_default();
    let shown = picture(&format!("{address}#code={code}"))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], shown))
}

fn perform(ladder: &mut Ladder, act: LadderAct) -> Result<Option<Key>, LadderError> {
    match act {
        LadderAct::Rename { person, name } => ladder.rename(PersonId(person), &name)?,
        LadderAct::Remove { person, removed } => ladder.remove(PersonId(person), removed)?,
        LadderAct::Mute { person, muted } => ladder.mute(PersonId(person), muted)?,
        LadderAct::Reset { person } => return ladder.reset_key(PersonId(person)).map(Some),
        LadderAct::Forget { person } => ladder.forget(PersonId(person))?,
        LadderAct::Close => ladder.close()?,
        LadderAct::End => ladder.end()?,
        LadderAct::Time { minutes } => {
            let left = minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
            ladder.set_time_left(left, Moment::now())?;
        }
        LadderAct::Code => drop(ladder.new_code()?),
    }
    Ok(None)
}

impl LadderShared {
    async fn organiser(&self, visitor: Visitor) -> Result<(), Refusal> {
        self.limits.may_try(visitor.address)?;
        let Some(key) = visitor.key else {
            return Err(strange());
        };
        let is_it = self.look(move |ladder| Ok(ladder.is_organiser(&key))).await?;
        if is_it {
            return Ok(());
        }
        self.limits.missed(visitor.address);
        Err(strange())
    }

    async fn office(&self, key: Option<Key>) -> Result<LadderOffice, Refusal> {
        let address = self.addresses.first().cloned().unwrap_or_default();
        self.look(move |ladder| {
            let state = ladder.state();
            let guests = state.people.values().filter(|person| !person.boss);
            Ok(LadderOffice {
                code: state.code.clone(),
                address,
                people: guests.map(|person| person_shown(state, person, false)).collect(),
                key: key.map(|key| key.reveal().to_owned()),
            })
        })
        .await
    }
}

fn strange() -> Refusal {
    let why = "this is for the organiser; open the link that the host printed when it began";
    Refusal::new(StatusCode::UNAUTHORIZED, why)
}
