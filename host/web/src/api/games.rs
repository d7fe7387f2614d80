//! Live games: the list, a new one, the state of one, its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::history::{RecordForm, as_text};
use super::{Body, Shared, aside};
use crate::protocol::{GameList, MadeGame, NewGame, NextGame, PlayAgain, ServerMessage};
use crate::refusal::{Answer, Refusal};
use crate::room::{Holder, Room};

/// All live games.
pub(crate) async fn list(State(shared): State<Shared>) -> Json<GameList> {
    Json(GameList { games: shared.lobby.list() })
}

/// A new game.
pub(crate) async fn make(
    State(shared): State<Shared>,
    Body(new_game): Body<NewGame>,
) -> Answer<(StatusCode, Json<MadeGame>)> {
    let lobby = Arc::clone(&shared.lobby);
    let room = aside(move || lobby.make(new_game)).await?;
    let made = MadeGame { id: room.id.clone(), links: room.links() };
    Ok((StatusCode::CREATED, Json(made)))
}

/// The same players once more.
pub(crate) async fn again(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Body(request): Body<PlayAgain>,
) -> Answer<(StatusCode, Json<NextGame>)> {
    let (lobby, before) = (Arc::clone(&shared.lobby), room(&shared, &id)?);
    let room = aside(move || lobby.play_again(&before, &request)).await?;
    Ok((StatusCode::CREATED, Json(NextGame { id: room.id.clone() })))
}

/// The state of a game, as those see it who watch.
pub(crate) async fn state(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Answer<Json<ServerMessage>> {
    let state = room(&shared, &id)?.snapshot(Holder::default());
    Ok(Json(ServerMessage::State(Box::new(state))))
}

fn room(shared: &Shared, id: &str) -> Result<Arc<Room>, Refusal> {
    shared.lobby.room(id).ok_or_else(|| Refusal::missing("there is no such game"))
}

/// The record of a game as a text.
pub(crate) async fn record(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(form): Query<RecordForm>,
) -> Answer<Response> {
    let room = room(&shared, &id)?;
    Ok(as_text(aside(move || room.record(form.name())).await?))
}
