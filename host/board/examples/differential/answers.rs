//! What an engine answered, in a form in which two answers can be compared: nodes by what they hold, rows
//! as a multiset unless their order was asked for, floats to twelve digits.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use othello_board::session::{HostQuery, Outcome, Params, QueryFaultKind};
use othello_board::{Fault, Session};
use othello_cypher::Datum;

/// How long a query may take. What takes longer is not compared: all others would wait for it.
const TIME: Duration = Duration::from_secs(3);

/// A query and how its answers are to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub text: String,
    pub params: Params,
    /// Whether the rows' order counts.
    pub ordered: bool,
    /// Whether the order within lists is anybody's choice.
    pub loose_lists: bool,
    /// Whether it may change the graph.
    pub writes: bool,
}

/// What came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The rows, and the graph afterwards where the query wrote.
    Rows { columns: Vec<String>, rows: Vec<String>, graph: Vec<String> },
    /// An error's code.
    Failed(String),
    /// Nothing that could be compared, and why.
    Nothing(String),
}

impl Answer {
    /// The same answer, with its rows in an order that says nothing.
    pub fn unordered(&self) -> Answer {
        let mut answer = self.clone();
        if let Answer::Rows { rows, .. } = &mut answer {
            rows.sort();
        }
        answer
    }
}

/// The answer, the message of an error, and how long the rows or the error took to come.
#[derive(Clone)]
pub struct Reply {
    pub answer: Answer,
    pub message: String,
    pub time: Duration,
}

/// Asks a session.
pub fn ask(session: &mut dyn Session, query: &Question) -> Reply {
    let mut asked = HostQuery::new(&query.text);
    asked.params = query.params.clone();
    let began = Instant::now();
    asked.limits.deadline = Some(began + TIME);
    let told = session.write(&asked);
    let time = began.elapsed();
    let message = told.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let answer = match told {
        Ok(outcome) => rows(session, query, &outcome),
        Err(Fault::Query(fault)) if fault.code.ends_with("UnsupportedOperationError") => {
            Answer::Nothing("not supported by the embedded engine".to_owned())
        }
        // What each may hold, or hand out, is its own matter.
        Err(Fault::Query(fault)) if fault.kind == QueryFaultKind::TooBig => {
            Answer::Nothing("it was too much for one of them".to_owned())
        }
        // Such as a SHORTEST 2 GROUPS in an OPTIONAL MATCH that nobody looks at, on 5.26.
        Err(Fault::Query(fault))
            if fault.code.starts_with("Neo.DatabaseError.")
                || fault.code.ends_with(".RuntimeUnsupportedError") =>
        {
            Answer::Nothing("the server stumbled".to_owned())
        }
        Err(Fault::Query(fault)) => Answer::Failed(fault.code),
        Err(Fault::Time { .. }) => Answer::Nothing("its time was over".to_owned()),
        Err(Fault::Server(fault)) => Answer::Nothing(fault.message),
    };
    Reply { answer, message, time }
}

fn rows(session: &mut dyn Session, query: &Question, outcome: &Outcome) -> Answer {
    let mut rows: Vec<String> = outcome
        .rows
        .iter()
        .map(|row| {
            let cells: Vec<_> = row.iter().map(|value| text_of(value, query.loose_lists)).collect();
            cells.join(" | ")
        })
        .collect();
    if !query.ordered {
        rows.sort();
    }
    let graph = if query.writes { dump(session) } else { Ok(Vec::new()) };
    // Such as of ten thousand nodes, which no query may read at once.
    let Ok(graph) = graph else {
        return Answer::Nothing("the graph afterwards can't be read".to_owned());
    };
    // Without rows a session that has no plan of its own can't always tell the columns.
    let columns = if rows.is_empty() { Vec::new() } else { outcome.columns.clone() };
    Answer::Rows { columns, rows, graph }
}

const DUMP: &str = "MATCH (n) RETURN n AS a, null AS r, null AS b \
                    UNION ALL MATCH (a)-[r]->(b) RETURN a, r, b";

/// The whole graph, by what its nodes and relationships hold.
pub fn dump(session: &mut dyn Session) -> Result<Vec<String>, Fault> {
    let rows = session.write(&HostQuery::new(DUMP))?.rows;
    let line = |row: &Vec<Datum>| {
        let cells: Vec<_> = row.iter().map(|value| text_of(value, false)).collect();
        cells.join(" ")
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    lines.sort();
    Ok(lines)
}

fn text_of(value: &Datum, loose: bool) -> String {
    let mut text = String::new();
    write_value(&mut text, value, loose);
    text
}

fn write_value(out: &mut String, value: &Datum, loose: bool) {
    let _ = match value {
        Datum::Null => write!(out, "null"),
        Datum::Bool(value) => write!(out, "{value}"),
        Datum::Integer(value) => write!(out, "{value}"),
        Datum::Float(value) => write!(out, "{value:.11e}"),
        Datum::Text(text) => write!(out, "{text:?}"),
        Datum::List(items) => {
            let mut items: Vec<_> = items.iter().map(|item| text_of(item, loose)).collect();
            if loose {
                items.sort();
            }
            write!(out, "[{}]", items.join(", "))
        }
        Datum::Map(map) => write!(out, "{{{}}}", entries(map)),
        Datum::Node(node) => {
            let mut labels = node.labels.clone();
            labels.sort();
            write!(out, "(:{} {{{}}})", labels.join(":"), entries(&node.properties))
        }
        Datum::Relationship(rel) => write!(out, "[:{} {{{}}}]", rel.kind, entries(&rel.properties)),
        Datum::Path(path) => {
            for (at, node) in path.nodes.iter().enumerate() {
                write_value(out, &node.clone().into(), loose);
                if let Some(rel) = path.relationships.get(at) {
                    let forward = rel.start == node.id;
                    out.push_str(if forward { "-" } else { "<-" });
                    write_value(out, &rel.clone().into(), loose);
                    out.push_str(if forward { "->" } else { "-" });
                }
            }
            Ok(())
        }
        Datum::Temporal(_) | Datum::Point(_) | Datum::Uuid(_) | Datum::Vector(_) => {
            write!(out, "{value}")
        }
        Datum::Foreign(foreign) => write!(out, "{} {}", foreign.kind, foreign.text),
    };
}

fn entries(map: &std::collections::BTreeMap<String, Datum>) -> String {
    let entries: Vec<_> =
        map.iter().map(|(key, value)| format!("{key}: {}", text_of(value, false))).collect();
    entries.join(", ")
}
