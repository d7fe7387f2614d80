//! What the server is and offers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::{Shared, aside, evaluate};

/// What the server is and offers.
pub async fn about(State(shared): State<Shared>) -> Json<Value> {
    let house = shared.hall.house();
    let hall = Arc::clone(&shared.hall);
    let evaluator = aside(move || Ok(evaluate::about(hall.house()))).await.unwrap_or_default();
    let mut databases = vec![json!({ "id": "embedded", "name": "the embedded engine" })];
    if let Some(server) = &house.server {
        databases.push(json!({ "id": "server", "name": server.name }));
    }
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": house.games.to_json(),
        "databases": databases,
        "addresses": *shared.addresses,
        "open": shared.hall.is_open(),
        "hide_queries": house.hide_queries,
        "evaluator": evaluator,
    }))
}
