//! Runs plans. What one run shares (graph, parameters, meter, chance) is its [`Context`](context::Context); reading
//! needs no more and can change nothing. Queries that write go through a writer of their own, which cuts them at
//! each write.
//!
//! Expressions hold subqueries, whose chains hold expressions: they call each other as methods of the context, and
//! each file imports only what lies below it.

mod aggregate;
mod buffer;
mod context;
mod describe;
mod distinct;
mod eval;
mod execute;
mod flow;
mod functions;
mod growing_text;
mod join;
mod known;
mod machine;
mod members;
mod merge_sort;
mod order;
mod pattern;
mod procedure;
mod profile;
mod reads;
mod regex;
mod seen_nodes;
mod sort;
mod state;
mod stream;
mod trail;
mod trees;
mod write;

pub(crate) use execute::{Rows, run_read, run_write};
pub(crate) use profile::Counter;
