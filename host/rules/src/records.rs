//! Games and positions as other programs keep them, one module a format: what a record holds
//! beside its moves, and how an error says where it is. Opening files is left to the caller.
//!
//! Readers are iterators: a game that is wrong comes out as an error, and the ones after it are
//! read all the same.

pub mod ggf;
pub mod obf;
mod record;
mod text;
pub mod transcripts;
pub mod wthor;

pub use record::{Ending, Fault, GameResult, Note, Record, RecordError, WthorFacts};
