//! Runs queries that write. A chain is cut at each write: what reads before it runs over the graph as it stands,
//! into a buffer; then the write sees all of the buffer and changes the graph; then what follows reads again.
//! So each clause sees what the clauses before it have done, and nothing of what it does itself.

mod chain;
mod create;
mod delete;
mod merge;
mod set;
mod writer;

pub(super) use writer::Writer;
