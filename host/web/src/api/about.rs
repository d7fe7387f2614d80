//! What the server is and offers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::{Shared, aside, evaluate};

/// What the server is and offers.
pub async fn about(State(shared): State<Shared>) -> Json<Value> {
    let server_state = shared.lobby.server_state();
    let lobby = Arc::clone(&shared.lobby);
    let evaluator =
        aside(move || Ok(evaluate::about(lobby.server_state()))).await.unwrap_or_default();
    let mut databases = vec![json!({ "id": "embedded", "name": "the embedded engine" })];
    if let Some(server) = &server_state.server {
        databases.push(json!({ "id": "server", "name": server.name }));
    }
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": server_state.games.to_json(),
        "databases": databases,
        "addresses": *shared.addresses,
        "open": shared.lobby.is_open(),
        "hide_queries": server_state.hide_queries,
        "evaluator": evaluator,
    }))
}
