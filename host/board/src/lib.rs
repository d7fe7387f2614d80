//! The board as a graph: one session seam over the embedded engine and a real Neo4j, the guard that
//! reads a stranger's query before anything runs it, the board's own queries, and the referees. It knows
//! nothing of players, clocks and matches.

#![forbid(unsafe_code)]

mod embedded;
pub mod game;
mod game_check;
pub mod graph;
pub mod neo4j;
pub mod referee;
pub mod secret;
pub mod session;

pub use embedded::Embedded;
pub use neo4j::Neo4j;
pub use othello_cypher::{Datum, NodeDatum, RelationshipDatum, Span};
pub use referee::{Both, Cypher, Native, Patient, Referee, RefereeFault, Ruling, Turn, View};
pub use secret::Secret;
pub use session::{Fault, Session};
