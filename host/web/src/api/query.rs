//! The query console: a query on a position, on the embedded engine, read-only and bounded; and the board's
//! graph to look at.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use othello_arena::json::from_datum;
use othello_arena::question::{self, ChosenSquare, HostParams};
use othello_arena::{PlayedPosition, Seed};
use othello_board::session::{Meter, Outcome, Policy, QueryFault, player_limits};
use othello_board::{Datum, Fault, NodeDatum, Referee, RelationshipDatum};
use othello_player_api::Query;
use othello_rules::{Colour, Square};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Body, Shared, heavy};
use crate::place::Place;
use crate::refusal::{Answer, Refusal};

/// How long a query may run.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// How many rows a page gets.
const ROWS: usize = 200;

/// A query on a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: Place,
    query: String,
    #[serde(default)]
    symbol: Option<String>,
    #[serde(default)]
    cell: Option<String>,
    #[serde(default)]
    seed: u64,
}

/// Runs a query. What is wrong with it is a result as well.
pub async fn query(State(shared): State<Shared>, Body(asked): Body<Asked>) -> Answer {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move || {
        let mut position = asked.position.play(&server_state.games)?;
        let answer =
            question::Answer::new(Query::new(asked.query.clone()), &host(&asked, &position)?);
        let begun = Instant::now();
        let seed = Seed::new(asked.seed).of_query(position.plies.len());
        let outcome = read(&answer, &mut position, seed);
        let took = begun.elapsed();
        Ok(Json(match outcome {
            Ok(outcome) => found(&outcome, position.referee.as_ref(), took),
            Err(fault) => json!({ "error": fault_json(&fault, &asked.query) }),
        }))
    })
    .await
}

/// What the host gives the query: whoever writes one by hand has no key.
fn host(asked: &Asked, position: &PlayedPosition) -> Result<HostParams, Refusal> {
    let colour = match asked.symbol.as_deref() {
        Some(text) => text.parse::<Colour>().map_err(Refusal::wrong)?,
        None => position.to_move(),
    };
    let cell = asked.cell.as_deref().map(str::parse::<Square>).transpose();
    Ok(HostParams { cell: cell.map_err(Refusal::wrong)?, ..HostParams::of(colour) })
}

fn read(
    answer: &question::Answer,
    position: &mut PlayedPosition,
    seed: u64,
) -> Result<Outcome, Fault> {
    let meter = Meter::new(player_limits(Instant::now().checked_add(PATIENCE), seed));
    answer
        .check(&mut position.session, &Policy::default(), &meter)?
        .run(&mut position.session, &meter)
}

fn found(outcome: &Outcome, referee: &dyn Referee, took: Duration) -> Value {
    let mut lit = Lit::new(referee);
    let mut rows = Vec::new();
    for row in &outcome.rows {
        let row: Vec<Value> = row.iter().map(|datum| lit.shown(datum)).collect();
        if rows.len() < ROWS {
            rows.push(Value::Array(row));
        }
    }
    let chosen = ChosenSquare::of(outcome, referee).ok();
    json!({
        "columns": outcome.columns,
        "more": outcome.rows.len() - rows.len(),
        "rows": rows,
        "took_ms": (took.as_secs_f64() * 1e5).round() / 100.0,
        "warnings": outcome.notices.iter().map(|notice| &notice.message).collect::<Vec<_>>(),
        "lit": { "nodes": lit.nodes, "relationships": lit.relationships, "squares": lit.squares },
        "move": chosen.map(|chosen| json!({
            "square": chosen.square().to_string(),
            "legal": chosen.is_legal(referee.view()),
        })),
        "plan": plan(outcome),
        "error": null,
    })
}

/// The operators of a plan, one a line, the last one first.
fn plan(outcome: &Outcome) -> Value {
    let Some(plan) = &outcome.plan else { return Value::Null };
    let mut lines = Vec::new();
    let mut waiting = vec![(plan, 0_u32)];
    while let Some((operator, depth)) = waiting.pop() {
        let counts = operator.counts;
        lines.push(json!({
            "operator": operator.operator,
            "depth": depth,
            "details": operator.details,
            "rows": counts.map(|counts| counts.rows),
            "hits": counts.map(|counts| counts.hits),
            "ms": counts.map(|counts| (counts.nanoseconds as f64 / 1e4).round() / 100.0),
        }));
        // The last one put here is the next one shown.
        waiting.extend(operator.input.as_deref().map(|input| (input, depth)));
        waiting.extend(operator.nested.iter().rev().map(|nested| (nested, depth + 1)));
    }
    lines.into()
}

/// A fault as the page shows it, with its place in units of JavaScript.
pub fn fault_json(fault: &Fault, query: &str) -> Value {
    let time = QueryFault {
        kind: othello_board::session::QueryFaultKind::TooBig,
        code: "time".to_owned(),
        message: format!("the query was stopped after {} s", PATIENCE.as_secs()),
        span: None,
        hint: None,
    };
    let fault = match fault {
        Fault::Query(fault) => fault,
        Fault::Time { .. } => &time,
        Fault::Server(fault) => return json!({ "message": fault.message, "code": "server" }),
    };
    let units = |at: u32| {
        let at = at as usize;
        query.get(..at).map_or(at, |text| text.encode_utf16().count())
    };
    let place = fault.span.map(|span| {
        let before = query.get(..span.start as usize).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.encode_utf16().count()) + 1;
        (json!([units(span.start), units(span.end)]), line, column)
    });
    json!({
        "message": fault.message,
        "code": fault.code,
        "hint": fault.hint,
        "span": place.as_ref().map(|(span, ..)| span),
        "line": place.as_ref().map(|(_, line, _)| line),
        "column": place.as_ref().map(|(_, _, column)| column),
        "rendered": fault.span.map(|span| span.excerpt(&fault.code, query)),
    })
}

/// The graph of a board.
pub async fn graph(State(shared): State<Shared>, Body(place): Body<Place>) -> Answer {
    let server_state = Arc::clone(shared.lobby.server_state());
    heavy(move || {
        let mut reached = place.play(&server_state.games)?;
        let all = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN n, collect(r) AS out";
        let answer = question::Answer::new(Query::new(all), &HostParams::of(Colour::Black));
        let outcome = read(&answer, &mut reached, 0).map_err(Refusal::broken)?;
        let (mut nodes, mut relationships) = (Vec::new(), Vec::new());
        for row in &outcome.rows {
            if let [Datum::Node(node), Datum::List(out)] = row.as_slice() {
                nodes.push(json!({
                    "id": node.id,
                    "labels": node.labels,
                    "properties": properties(&node.properties),
                    "square": square(node, reached.referee.as_ref()),
                }));
                relationships.extend(out.iter().filter_map(|one| match one {
                    Datum::Relationship(one) => Some(json!({
                        "id": one.id,
                        "type": one.kind,
                        "from": one.start,
                        "to": one.end,
                        "properties": properties(&one.properties),
                    })),
                    _ => None,
                }));
            }
        }
        Ok(Json(json!({ "nodes": nodes, "relationships": relationships })))
    })
    .await
}

fn square(node: &NodeDatum, referee: &dyn Referee) -> Option<String> {
    referee.square(node).map(|square| square.to_string())
}

fn properties(entries: &std::collections::BTreeMap<String, Datum>) -> Value {
    let entries = entries.iter().map(|(key, value)| (key.clone(), from_datum(value)));
    Value::Object(entries.collect::<Map<_, _>>())
}

/// What a result holds of the graph, gathered while it is shown.
struct Lit<'r> {
    referee: &'r dyn Referee,
    nodes: BTreeSet<String>,
    relationships: BTreeSet<String>,
    squares: BTreeSet<String>,
}

impl<'r> Lit<'r> {
    fn new(referee: &'r dyn Referee) -> Lit<'r> {
        let [nodes, relationships, squares] = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
        Lit { referee, nodes, relationships, squares }
    }

    fn shown(&mut self, datum: &Datum) -> Value {
        match datum {
            Datum::List(values) => values.iter().map(|value| self.shown(value)).collect(),
            Datum::Map(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|(key, value)| (key.clone(), self.shown(value)));
                Value::Object(entries.collect())
            }
            Datum::Node(node) => self.node(node),
            Datum::Relationship(relationship) => self.relationship(relationship),
            Datum::Path(path) => {
                let nodes: Vec<_> = path.nodes.iter().map(|node| self.node(node)).collect();
                let relationships: Vec<_> =
                    path.relationships.iter().map(|one| self.relationship(one)).collect();
                json!({ "nodes": nodes, "relationships": relationships })
            }
            plain => from_datum(plain),
        }
    }

    fn node(&mut self, node: &NodeDatum) -> Value {
        let square = square(node, self.referee);
        self.nodes.insert(node.id.clone());
        self.squares.extend(square.clone());
        json!({
            "node": node.id,
            "labels": node.labels,
            "properties": properties(&node.properties),
            "square": square,
        })
    }

    fn relationship(&mut self, one: &RelationshipDatum) -> Value {
        self.relationships.insert(one.id.clone());
        json!({
            "relationship": one.id,
            "type": one.kind,
            "from": one.start,
            "to": one.end,
            "properties": properties(&one.properties),
        })
    }
}
