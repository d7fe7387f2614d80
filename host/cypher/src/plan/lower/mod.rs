//! From the checked tree to the plan: variables become slots, clauses operators, patterns steps. What a
//! clause becomes is in a file of its own; what they share is the [`Lowerer`](lowerer::Lowerer).

mod aggregate;
mod call;
mod case;
mod clause;
mod computed;
mod consecutive;
mod expr;
mod failing;
mod first;
mod folded;
mod function;
mod in_place;
mod logic;
mod lowerer;
mod names;
mod passed;
mod pattern;
mod projection;
mod query;
mod scope;
mod set;
mod sort;
mod statement;
mod subquery;
mod write;

pub use statement::plan;
