//! What the server is and offers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::{Shared, aside, evaluate};
use crate::protocol::{About, Database, OfferedDatabase};

/// What the server is and offers.
pub(crate) async fn about(State(shared): State<Shared>) -> Json<About> {
    let server_state = shared.lobby.server_state();
    let lobby = Arc::clone(&shared.lobby);
    let evaluator =
        aside(move || Ok(evaluate::about(lobby.server_state()))).await.unwrap_or_default();
    let databases = [Database::Embedded, Database::Server]
        .into_iter()
        .filter_map(|id| Some(OfferedDatabase { id, name: server_state.database_name(id).ok()? }));
    Json(About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: server_state.games.offers(),
        databases: databases.collect(),
        addresses: shared.addresses.to_vec(),
        open: shared.lobby.is_open(),
        hide_queries: server_state.hide_queries,
        evaluator,
    })
}
