//! An embedded property graph that speaks Neo4j's Cypher: one graph in memory, many readers, one writer,
//! transactions that undo, queries that end within their limits. It knows nothing of Othello.
//!
//! The modules, each of which imports only those before it:
//!
//! | module | what it is |
//! |---|---|
//! | `error`, `near`, `stack`, `moment`, `size` | errors that point at their place; the nearest name; stack for deep trees; when a thread ran; how much containers take |
//! | `meter` | [`Limits`] and the [`Meter`] that holds a query to them, from its text to its last row |
//! | `precise`, `float`, `temporal`, `spatial`, `uuid`, `vector` | functions of floats; floats as text; dates, times, durations; points; UUIDs; vectors |
//! | `value`, `literal` | values, the numbers of nodes and relationships, and values read from text |
//! | `store` | the graph, and transactions that undo |
//! | `syntax` | from text to tree and back |
//! | `signatures`, `procedures` | what can be called: functions and procedures, by their signatures |
//! | `check` | does the tree mean something, and what does it use? |
//! | `plan` | from the tree to operators over a row of slots |
//! | `run` | runs a plan; the code of the functions is here |
//! | `engine` | prepared queries and their cache, databases, outcomes |
//!
//! Text, tree, plan and graph print themselves, which is what the golden tests read.
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
mod engine;
pub mod error;
mod float;
mod literal;
mod meter;
mod near;
pub mod plan;
mod precise;
mod procedures;
mod run;
mod signatures;
mod size;
pub mod spatial;
mod stack;
pub mod store;
pub mod syntax;
pub mod temporal;
pub mod uuid;
pub mod value;
pub mod vector;

pub use check::{Facts, ParameterUse};
pub use engine::{Database, Engine, Outcome, Params, Prepared};
pub use error::{Error, ErrorKind, Notice, Span};
pub use meter::{Limits, Meter};
pub use plan::{Counts, PlanDescription};
pub use procedures::{Procedure, Procedures};
pub use signatures::{Catalog, Column, ProcedureSignature, function_names, nearest_function};
pub use store::Statistics;
pub use value::{Datum, ForeignDatum, NodeDatum, PathDatum, RelationshipDatum};
