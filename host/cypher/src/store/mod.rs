//! The graph in memory: nodes, relationships, their properties, adjacency by type and direction, a label
//! index, and transactions that undo. It computes nothing and knows no query.

mod dump;
mod entity;
mod export;
mod graph;
mod sorted;
mod statistics;
mod storable;
mod transaction;

pub use entity::{Adjacency, Entity, Link, Node, Properties, Relationship, Token, TypeGroup};
pub(crate) use export::Export;
pub use graph::Graph;
pub use statistics::Statistics;
pub use transaction::Transaction;
