//! The query console: a query on a position, and the graph of a board.

use std::collections::BTreeMap;

use othello_rules as rules;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::board::{Position, PositionRequest, Square};

/// A query on a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueryRequest {
    /// The position.
    pub position: PositionRequest,
    /// The query.
    pub query: String,
    /// Whose query it is; that of the side to move by default.
    #[serde(default)]
    pub symbol: Option<Symbol>,
    /// Where a person would click, as `$x` and `$y`.
    #[serde(default)]
    pub cell: Option<Square>,
    /// Where everything random comes from.
    #[serde(default)]
    pub seed: u64,
}

/// How a side's discs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Symbol {
    /// Black's.
    X,
    /// White's.
    O,
}

/// What a query gave.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct QueryResult {
    /// The position that it ran on.
    pub position: Position,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// At most 200 rows.
    pub rows: Vec<Vec<QueryValue>>,
    /// How many more rows there are.
    pub more: usize,
    /// How long the query ran, in milliseconds.
    pub took_ms: f64,
    /// What the database warned of.
    pub warnings: Vec<String>,
    /// What is anywhere in the result.
    pub lit: Highlights,
    /// What the query is on this position, after which it need not be asked.
    pub verdict: Option<QueryVerdict>,
    /// The move that the result is.
    #[serde(rename = "move")]
    pub chosen: Option<ChosenMove>,
    /// The operators, the last one first, after `EXPLAIN` or `PROFILE`.
    pub plan: Option<Vec<PlanStep>>,
    /// What is wrong with the query; then there is nothing else.
    pub error: Option<QueryFault>,
}

/// A value that a query gave.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum QueryValue {
    /// Null, a boolean, a number or a text.
    Plain(Value),
    /// A list.
    List(Vec<QueryValue>),
    /// A map.
    Map(BTreeMap<String, QueryValue>),
    /// A node.
    Node(NodeValue),
    /// A relationship.
    Relationship(RelationshipValue),
    /// A path.
    Path(PathValue),
}

/// A node in a result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NodeValue {
    /// Its id.
    pub node: String,
    /// Its labels.
    pub labels: Vec<String>,
    /// Its properties.
    pub properties: Map<String, Value>,
    /// The square that it stands for.
    pub square: Option<Square>,
}

/// A relationship in a result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RelationshipValue {
    /// Its id.
    pub relationship: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The node that it leaves.
    pub from: String,
    /// The node that it leads to.
    pub to: String,
    /// Its properties.
    pub properties: Map<String, Value>,
}

/// A path in a result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PathValue {
    /// Its nodes, from the first to the last.
    pub nodes: Vec<NodeValue>,
    /// The relationships between them.
    pub relationships: Vec<RelationshipValue>,
}

/// What is anywhere in a result, by the ids of the graph.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Highlights {
    /// The nodes.
    pub nodes: Vec<String>,
    /// The relationships.
    pub relationships: Vec<String>,
    /// The squares of the nodes.
    pub squares: Vec<Square>,
}

/// What a query is on one position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct QueryVerdict {
    /// Whether it is a player that goes to a legal square there.
    pub good: bool,
    /// The same as a sentence: `a player: returned c4, legal`.
    pub text: String,
}

/// The move that a result is.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ChosenMove {
    /// Where.
    pub square: Square,
    /// Whether the side to move may go there.
    pub legal: bool,
}

/// An operator of a plan. Without `PROFILE` nothing is counted.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlanStep {
    /// Its name.
    pub operator: String,
    /// How deep it is nested.
    pub depth: u32,
    /// What it works on.
    pub details: String,
    /// How many rows it gave.
    pub rows: Option<u64>,
    /// How often it looked into the graph.
    pub hits: Option<u64>,
    /// How long it took.
    pub ms: Option<f64>,
}

/// What is wrong with a query.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct QueryFault {
    /// A sentence.
    pub message: String,
    /// The code that Neo4j gives it.
    pub code: String,
    /// The way out.
    pub hint: Option<String>,
    /// Where it is, in UTF-16 units, as JavaScript counts.
    pub span: Option<(usize, usize)>,
    /// In which line, from 1.
    pub line: Option<usize>,
    /// In which column, from 1.
    pub column: Option<usize>,
    /// The lines around it, with a caret.
    pub rendered: Option<String>,
}

/// Why a request is refused; the status of the answer says of which kind that is.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ErrorBody {
    /// What is wrong, and the way out.
    pub error: String,
    /// What is wrong with the query that was to be saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Box<QueryFault>>,
    /// Which field of the request it is about, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// The graph of a board.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Graph {
    /// Of which position it is.
    pub position: Position,
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The relationships.
    pub relationships: Vec<GraphEdge>,
}

/// A node of the graph.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GraphNode {
    /// Its id.
    pub id: String,
    /// Its labels.
    pub labels: Vec<String>,
    /// Its properties.
    pub properties: Map<String, Value>,
    /// The square that it stands for.
    pub square: Option<Square>,
}

/// A relationship of the graph.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GraphEdge {
    /// Its id.
    pub id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The node that it leaves.
    pub from: String,
    /// The node that it leads to.
    pub to: String,
    /// Its properties.
    pub properties: Map<String, Value>,
}

impl From<Symbol> for rules::Colour {
    fn from(symbol: Symbol) -> rules::Colour {
        match symbol {
            Symbol::X => rules::Colour::Black,
            Symbol::O => rules::Colour::White,
        }
    }
}
