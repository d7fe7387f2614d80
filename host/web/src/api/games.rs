//! Live games: the list, a new one, the state of one, its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Body, Shared, aside};
use crate::refusal::{Answer, Refusal};
use crate::room::Holder;
use crate::server_state::NewGame;

/// All live games.
pub async fn list(State(shared): State<Shared>) -> Json<Value> {
    Json(json!({ "games": shared.lobby.list() }))
}

/// A new game.
pub async fn make(
    State(shared): State<Shared>,
    Body(wanted): Body<NewGame>,
) -> Answer<(StatusCode, Json<Value>)> {
    let lobby = Arc::clone(&shared.lobby);
    let room = aside(move || lobby.make(wanted)).await?;
    let mut links = room.links();
    links["id"] = room.id.clone().into();
    Ok((StatusCode::CREATED, Json(links)))
}

/// The state of a game, as those see it who watch.
pub async fn state(State(shared): State<Shared>, Path(id): Path<String>) -> Answer {
    let room = shared.lobby.room(&id).ok_or_else(|| Refusal::missing("there is no such game"))?;
    Ok(Json(room.snapshot(Holder::default())))
}

/// In which form a record is wanted.
#[derive(Deserialize)]
pub struct Form {
    #[serde(default)]
    format: Option<String>,
}

/// The record of a game as a text.
pub async fn record(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(form): Query<Form>,
) -> Answer<Response> {
    let room = shared.lobby.room(&id).ok_or_else(|| Refusal::missing("there is no such game"))?;
    let text = aside(move || room.record(form.format.as_deref().unwrap_or("transcript"))).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
