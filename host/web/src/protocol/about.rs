//! What the server is and offers.

use serde::{Deserialize, Serialize};

use super::board::Stones;

/// What the server is and offers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct About {
    /// The version of the program.
    pub version: String,
    /// The games that can be played.
    pub games: Vec<OfferedGame>,
    /// Where boards can live.
    pub databases: Vec<OfferedDatabase>,
    /// Where people find the server.
    pub addresses: Vec<String>,
    /// Whether new games can be made: not where the server serves one game of the command line.
    pub open: bool,
    /// Whether queries are hidden until the end of a game, where nobody says it.
    pub hide_queries: bool,
    /// Who evaluates positions, if anybody does.
    pub evaluator: Option<Evaluator>,
}

/// The address of a place on this server for somebody else.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Invitation {
    /// The whole address. Where visitors need a token, it is in it.
    pub address: String,
    /// Whether it leads here from this machine alone.
    pub only_here: bool,
}

/// A game that can be played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OfferedGame {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The usual numbers of rows.
    pub sizes: Vec<u8>,
    /// The names of its starts, the usual one first.
    pub starts: Vec<String>,
    /// How its stones are drawn.
    pub disc: Stones,
    /// What a cell is in the graph: `(:Cell {row, column})`.
    pub cell: String,
    /// Queries for somebody who writes a first one.
    pub examples: Vec<Example>,
}

/// A query for somebody who writes a first one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Example {
    /// What it is called.
    pub title: String,
    /// What it does.
    pub text: String,
    /// The query.
    pub query: String,
}

/// Where a board lives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Database {
    /// In the host.
    #[default]
    Embedded,
    /// On the Neo4j that the server was started with.
    Server,
}

/// A database that can be chosen.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OfferedDatabase {
    /// Which.
    pub id: Database,
    /// What people call it.
    pub name: String,
}

/// Who evaluates positions.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Evaluator {
    /// Its name.
    pub name: String,
    /// What it knows.
    pub games: Vec<EvaluatorGame>,
}

/// A game that the evaluator knows.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EvaluatorGame {
    /// Its name.
    pub game: String,
    /// On boards of so many rows.
    pub sizes: Vec<u32>,
}
