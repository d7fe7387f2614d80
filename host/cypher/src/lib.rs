//! An embedded property graph that speaks Neo4j's Cypher: one graph in memory, many readers, one writer,
//! transactions that undo, queries that end within their limits. It knows nothing of Othello.
//!
//! The stages, each of which imports only those above it and prints itself: [`store`] and [`value`],
//! [`syntax`] (text to tree), [`check`] (does it mean something?), [`plan`] (tree to operators), [`run`].
//! Whoever only wants answers begins at [`Engine`] and [`Database`].
//!
//! ```
//! use othello_cypher::{Database, Engine, Meter, Params};
//!
//! # fn main() -> Result<(), othello_cypher::Error> {
//! let engine = Engine::shared();
//! let database = Database::new(&engine);
//! let meter = Meter::default();
//! let query = engine.prepare("UNWIND [1, 2] AS x RETURN x * $factor AS y", &meter)?;
//! let outcome = database.read(&query, &Params::new().with("factor", 2), &meter)?;
//! assert_eq!(outcome.columns, ["y"]);
//! assert_eq!(outcome.rows, [[2.into()], [4.into()]]);
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

pub mod check;
pub mod engine;
pub mod error;
pub mod functions;
mod literal;
pub mod meter;
mod near;
pub mod plan;
pub mod procedures;
pub mod run;
pub mod store;
pub mod syntax;
pub mod value;

pub use check::{Column, Facts, ParameterUse, ProcedureSignature};
pub use engine::{Database, Engine, Outcome, Params, Prepared};
pub use error::{Error, ErrorKind, Notice, Span};
pub use meter::{Limits, Meter};
pub use plan::{Counts, PlanDescription};
pub use procedures::{Procedure, Procedures};
pub use store::Statistics;
pub use value::{Datum, ForeignDatum, NodeDatum, PathDatum, RelationshipDatum};
