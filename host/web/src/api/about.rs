//! What the server is and offers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::{Shared, aside, evaluate};
use crate::place::games;

/// Queries for somebody who writes a first one.
const EXAMPLES: [(&str, &str, &str); 3] = [
    (
        "Look around",
        "Every empty cell that has a disc of the other side beside it. The rows are marked on the board.",
        include_str!("../../queries/look.cypher"),
    ),
    (
        "Any legal cell",
        "A first player: all legal cells, one of them by chance. Only this one record is a move.",
        include_str!("../../queries/legal.cypher"),
    ),
    (
        "The greedy one",
        "The legal cell that turns over most discs. Change the order, and it is your own.",
        include_str!("../../queries/greedy.cypher"),
    ),
];

/// What the server is and offers.
pub async fn about(State(shared): State<Shared>) -> Json<Value> {
    let house = shared.hall.house();
    let hall = Arc::clone(&shared.hall);
    let evaluator = aside(move || Ok(evaluate::about(hall.house()))).await.unwrap_or_default();
    let mut databases = vec![json!({ "id": "embedded", "name": "the embedded engine" })];
    if let Some(server) = &house.server {
        databases.push(json!({ "id": "server", "name": server.name }));
    }
    let examples = EXAMPLES.iter().map(
        |(title, text, query)| json!({ "title": title, "text": text, "query": query.trim_end() }),
    );
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games(),
        "databases": databases,
        "addresses": *shared.addresses,
        "open": shared.hall.is_open(),
        "hide_queries": house.hide_queries,
        "evaluator": evaluator,
        "examples": examples.collect::<Vec<_>>(),
    }))
}
