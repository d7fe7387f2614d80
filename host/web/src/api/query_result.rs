//! What a query gave, as the page gets it: rows and what they hold of the graph, plans, faults, and the graph
//! itself.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use othello_arena::json::from_datum;
use othello_arena::question::ChosenSquare;
use othello_arena::trial::TrialVerdict;
use othello_board::session::{Outcome, QueryFault, QueryFaultKind};
use othello_board::{Datum, Fault, NodeDatum, Referee, RelationshipDatum};
use othello_rules::Square;
use serde_json::{Map, Value};

use crate::protocol::{
    self, ChosenMove, Graph, GraphEdge, GraphNode, Highlights, NodeValue, PathValue, PlanStep,
    QueryResult, QueryValue, QueryVerdict, RelationshipValue,
};

/// How many rows a page gets.
const MOST_ROWS: usize = 200;

/// What a query gave.
pub(crate) fn result_shown(
    outcome: &Outcome,
    referee: &dyn Referee,
    took: Duration,
) -> QueryResult {
    let mut parts = GraphParts::new(referee);
    let mut rows = Vec::new();
    for row in &outcome.rows {
        // Those that are not sent are lit on the board as well.
        let row: Vec<QueryValue> = row.iter().map(|datum| parts.value(datum)).collect();
        if rows.len() < MOST_ROWS {
            rows.push(row);
        }
    }
    let chosen = ChosenSquare::of(outcome, referee).ok();
    let warnings = outcome.notices.iter().map(|notice| notice.message.clone());
    QueryResult {
        columns: outcome.columns.clone(),
        more: outcome.rows.len() - rows.len(),
        rows,
        took_ms: hundredths(took.as_secs_f64() * 1e3),
        warnings: warnings.collect(),
        lit: parts.lit(),
        chosen: chosen.map(|chosen| ChosenMove {
            square: protocol::Square(chosen.square()),
            legal: chosen.is_legal(referee.view()),
        }),
        plan: plan_shown(outcome),
        error: None,
        ..QueryResult::default()
    }
}

pub(super) fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The operators of a plan, one a line, the last one first.
fn plan_shown(outcome: &Outcome) -> Option<Vec<PlanStep>> {
    let mut steps = Vec::new();
    let mut waiting = vec![(outcome.plan.as_ref()?, 0_u32)];
    while let Some((operator, depth)) = waiting.pop() {
        let counts = operator.counts;
        steps.push(PlanStep {
            operator: operator.operator.clone(),
            depth,
            details: operator.details.clone(),
            rows: counts.map(|counts| counts.rows),
            hits: counts.map(|counts| counts.hits),
            ms: counts.map(|counts| hundredths(counts.nanoseconds as f64 / 1e6)),
        });
        // The last one put here is the next one shown.
        waiting.extend(operator.input.as_deref().map(|input| (input, depth)));
        waiting.extend(operator.nested.iter().rev().map(|nested| (nested, depth + 1)));
    }
    Some(steps)
}

/// What a query is on the position that it ran on.
pub(crate) fn verdict_shown(verdict: &TrialVerdict) -> QueryVerdict {
    QueryVerdict { good: verdict.is_good(), text: verdict.to_string() }
}

/// A fault, with its place in units of JavaScript; of a query that may run so long.
pub(crate) fn fault_shown(fault: &Fault, query: &str, timeout: Duration) -> protocol::QueryFault {
    let time = QueryFault {
        kind: QueryFaultKind::TooBig,
        code: "time".to_owned(),
        message: format!("the query was stopped after {} s", timeout.as_secs()),
        span: None,
        hint: None,
    };
    let fault = match fault {
        Fault::Query(fault) => fault,
        Fault::Time { .. } => &time,
        Fault::Server(fault) => {
            let (message, code) = (fault.message.clone(), "server".to_owned());
            return protocol::QueryFault { message, code, ..protocol::QueryFault::default() };
        }
    };
    let units = |at: u32| {
        let at = at as usize;
        query.get(..at).map_or(at, |text| text.encode_utf16().count())
    };
    let before = fault.span.map(|span| query.get(..span.start as usize).unwrap_or_default());
    let column =
        |before: &str| before.rsplit('\n').next().map_or(0, |last| last.encode_utf16().count()) + 1;
    protocol::QueryFault {
        message: fault.message.clone(),
        code: fault.code.clone(),
        hint: fault.hint.clone(),
        span: fault.span.map(|span| (units(span.start), units(span.end))),
        line: before.map(|before| before.matches('\n').count() + 1),
        column: before.map(column),
        rendered: fault.excerpt(query),
    }
}

/// The graph of a board, of which each node comes with the relationships that leave it.
pub(crate) fn graph_shown(outcome: &Outcome, referee: &dyn Referee) -> Graph {
    let mut graph = Graph::default();
    for row in &outcome.rows {
        let [Datum::Node(node), Datum::List(out)] = row.as_slice() else { continue };
        graph.nodes.push(GraphNode {
            id: node.id.clone(),
            labels: node.labels.clone(),
            properties: properties(&node.properties),
            square: referee.square(node).map(protocol::Square),
        });
        graph.relationships.extend(out.iter().filter_map(|one| match one {
            Datum::Relationship(one) => Some(GraphEdge {
                id: one.id.clone(),
                kind: one.kind.clone(),
                from: one.start.clone(),
                to: one.end.clone(),
                properties: properties(&one.properties),
            }),
            _ => None,
        }));
    }
    graph
}

fn properties(entries: &BTreeMap<String, Datum>) -> Map<String, Value> {
    entries.iter().map(|(key, value)| (key.clone(), from_datum(value))).collect()
}

/// What a result holds of the graph, gathered while its values are shown.
struct GraphParts<'r> {
    referee: &'r dyn Referee,
    nodes: BTreeSet<String>,
    relationships: BTreeSet<String>,
    squares: BTreeSet<Square>,
}

impl<'r> GraphParts<'r> {
    fn new(referee: &'r dyn Referee) -> GraphParts<'r> {
        let [nodes, relationships] = [BTreeSet::new(), BTreeSet::new()];
        GraphParts { referee, nodes, relationships, squares: BTreeSet::new() }
    }

    fn lit(self) -> Highlights {
        Highlights {
            nodes: self.nodes.into_iter().collect(),
            relationships: self.relationships.into_iter().collect(),
            squares: self.squares.into_iter().map(protocol::Square).collect(),
        }
    }

    fn value(&mut self, datum: &Datum) -> QueryValue {
        match datum {
            Datum::List(values) => {
                QueryValue::List(values.iter().map(|value| self.value(value)).collect())
            }
            Datum::Map(entries) => {
                let entries = entries.iter();
                QueryValue::Map(entries.map(|(key, one)| (key.clone(), self.value(one))).collect())
            }
            Datum::Node(node) => QueryValue::Node(self.node(node)),
            Datum::Relationship(one) => QueryValue::Relationship(self.relationship(one)),
            Datum::Path(path) => {
                let nodes = path.nodes.iter().map(|node| self.node(node)).collect();
                let relationships = path.relationships.iter();
                let relationships = relationships.map(|one| self.relationship(one)).collect();
                QueryValue::Path(PathValue { nodes, relationships })
            }
            plain => QueryValue::Plain(from_datum(plain)),
        }
    }

    fn node(&mut self, node: &NodeDatum) -> NodeValue {
        let square = self.referee.square(node);
        self.nodes.insert(node.id.clone());
        self.squares.extend(square);
        NodeValue {
            node: node.id.clone(),
            labels: node.labels.clone(),
            properties: properties(&node.properties),
            square: square.map(protocol::Square),
        }
    }

    fn relationship(&mut self, one: &RelationshipDatum) -> RelationshipValue {
        self.relationships.insert(one.id.clone());
        RelationshipValue {
            relationship: one.id.clone(),
            kind: one.kind.clone(),
            from: one.start.clone(),
            to: one.end.clone(),
            properties: properties(&one.properties),
        }
    }
}
