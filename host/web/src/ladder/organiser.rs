//! What the organiser sees and does, by a key of its own.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use othello_ladder::{Desk, Key, Ladder, LadderError, Moment, PersonId};

use super::shared::{LadderShared, refusal};
use super::shown::{learners_shown, person_shown};
use super::visitor::Visitor;
use crate::api::qr::picture;
use crate::api::{Body, aside};
use crate::protocol::{LadderAct, LadderElsewhere, LadderNews, LadderOffice};
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
    let desk = Arc::clone(&shared.desk);
    let key = aside(move || perform(&desk, act).map_err(refusal)).await?;
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

fn perform(desk: &Desk, act: LadderAct) -> Result<Option<Key>, LadderError> {
    let with = |act: &dyn Fn(&mut Ladder) -> Result<(), LadderError>| desk.with(act);
    match act {
        LadderAct::Reset { person } => {
            return desk.with(|ladder| ladder.reset_key(PersonId(person))).map(Some);
        }
        LadderAct::Rename { person, name } => with(&|it| it.rename(PersonId(person), &name)),
        LadderAct::Remove { person, removed } => with(&|it| it.remove(PersonId(person), removed)),
        LadderAct::RemoveAll { people, removed } => {
            let people: Vec<PersonId> = people.into_iter().map(PersonId).collect();
            with(&|it| it.remove_all(&people, removed))
        }
        LadderAct::Mute { person, muted } => with(&|it| it.mute(PersonId(person), muted)),
        LadderAct::Forget { person } => desk.forget(PersonId(person)),
        LadderAct::Close => with(&|it| it.close(Moment::now())),
        LadderAct::End => with(&Ladder::end),
        LadderAct::Time { minutes } => {
            let left = minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
            with(&|it| it.set_time_left(left, Moment::now()))
        }
        LadderAct::Code => with(&|it| it.new_code().map(drop)),
    }?;
    Ok(None)
}

impl LadderShared {
    async fn organiser(&self, visitor: Visitor) -> Result<(), Refusal> {
        let Some(key) = visitor.key else {
            return Err(strange());
        };
        let is_it = self.look(move |ladder| Ok(ladder.is_organiser(&key))).await?;
        if is_it {
            return Ok(());
        }
        self.limits.act(&visitor.origin)?;
        Err(strange())
    }

    async fn office(&self, key: Option<Key>) -> Result<LadderOffice, Refusal> {
        let address = self.addresses.first().cloned().unwrap_or_default();
        let elsewhere = elsewhere(&self.desk);
        self.look(move |ladder| {
            let state = ladder.state();
            let guests =
                state.people.values().filter(|person| !person.boss && !person.is_forgotten());
            Ok(LadderOffice {
                code: state.code.clone(),
                address,
                people: guests.map(|person| person_shown(state, person, false)).collect(),
                learners: learners_shown(state),
                elsewhere,
                key: key.map(|key| key.reveal().to_owned()),
            })
        })
        .await
    }
}

fn elsewhere(desk: &Desk) -> Option<LadderElsewhere> {
    let state = desk.elsewhere();
    let said = state.said.iter().rev();
    let said = said.map(|(at, text)| LadderNews { at: at.0, text: text.clone() });
    state.is_asked.then(|| LadderElsewhere {
        at_once: state.at_once,
        out: state.out,
        said: said.collect(),
    })
}

fn strange() -> Refusal {
    let why = "this is for the organiser; open the link that the host printed when it began";
    Refusal::new(StatusCode::UNAUTHORIZED, why)
}
