//! Live games: the list, a new one, the state of one, its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::history::{RecordForm, as_text};
use super::{Body, Shared, aside, brief};
use crate::client::Client;
use crate::protocol::{GameList, MadeGame, NewGame, NextGame, PlayAgain, ServerMessage};
use crate::refusal::{Answer, Refusal};
use crate::room::{Holder, Room};

/// All live games.
pub(crate) async fn list(State(shared): State<Shared>) -> Answer<Json<GameList>> {
    aside(move || Ok(Json(GameList { games: shared.lobby.list() }))).await
}

/// A new game.
pub(crate) async fn make(
    State(shared): State<Shared>,
    client: Client,
    Body(new_game): Body<NewGame>,
) -> Answer<(StatusCode, Json<MadeGame>)> {
    let lobby = Arc::clone(&shared.lobby);
    let room = brief(client.clone(), move |_| lobby.make(new_game, client)).await?;
    let made = MadeGame { id: room.id.clone(), links: room.links() };
    Ok((StatusCode::CREATED, Json(made)))
}

/// The same players once more.
pub(crate) async fn again(
    State(shared): State<Shared>,
    client: Client,
    Path(id): Path<String>,
    Body(request): Body<PlayAgain>,
) -> Answer<(StatusCode, Json<NextGame>)> {
    let (lobby, before) = (Arc::clone(&shared.lobby), room(&shared, &id)?);
    let room = brief(client.clone(), move |_| lobby.play_again(&before, &request, client)).await?;
    Ok((StatusCode::CREATED, Json(NextGame { id: room.id.clone() })))
}

/// The state of a game, as those see it who watch.
pub(crate) async fn state(
    State(shared): State<Shared>,
    client: Client,
    Path(id): Path<String>,
) -> Answer<Response> {
    let room = room(&shared, &id)?;
    let text = brief(client, move |_| {
        Ok(ServerMessage::State(Box::new(room.snapshot(Holder::default()))).to_text())
    });
    Ok(([(CONTENT_TYPE, "application/json")], text.await?).into_response())
}

fn room(shared: &Shared, id: &str) -> Result<Arc<Room>, Refusal> {
    shared.lobby.room(id).ok_or_else(|| Refusal::missing("there is no such game"))
}

/// The record of a game as a text.
pub(crate) async fn record(
    State(shared): State<Shared>,
    client: Client,
    Path(id): Path<String>,
    Query(form): Query<RecordForm>,
) -> Answer<Response> {
    let room = room(&shared, &id)?;
    Ok(as_text(brief(client, move |_| room.record(form.name())).await?))
}
