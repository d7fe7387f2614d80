//! The syntax tree: what the parser makes of a text, before anybody asks whether it means something.
//! Every node that an error may want to point at carries its [`Span`]; nothing here is resolved.

mod clause;
mod expr;
mod operator;
mod pattern;
mod walk;

pub use clause::*;
pub use expr::*;
pub use operator::*;
pub use pattern::*;

use crate::error::Span;

/// A whole statement with its prefixes (`CYPHER 25`, `EXPLAIN`, `PROFILE`).
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The dialect asked for by a `CYPHER 5` or `CYPHER 25` prefix; 5 where there is none.
    pub dialect: Dialect,
    /// Whether to run, explain or profile the query.
    pub mode: Mode,
    /// What follows the prefixes.
    pub body: Body,
}

/// The version of the language that a statement is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Cypher 5, the default.
    #[default]
    Cypher5,
    /// Cypher 25.
    Cypher25,
}

/// What is to be done with the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Run it.
    #[default]
    Run,
    /// Print it only.
    Explain,
    /// Run it and count what each operator did.
    Profile,
}

/// A query, or a command that the front end recognises and nobody here runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A reading or writing query.
    Query(Query),
    /// Administration, schema commands, `SHOW`, `TERMINATE`: named, not parsed further.
    Command {
        /// Its leading words in capitals, such as `SHOW TRANSACTIONS` or `CREATE INDEX`.
        name: String,
        /// Those words.
        span: Span,
    },
}

/// Queries joined by `UNION`, or a conditional query of Cypher 25.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
    /// One chain of clauses.
    Single(SingleQuery),
    /// Two or more queries under each other. All unions of one query are of one kind.
    Union {
        /// The members, in order.
        members: Vec<Query>,
        /// `UNION ALL`, which keeps duplicates.
        all: bool,
        /// The place of the first `UNION`.
        span: Span,
    },
    /// `WHEN c THEN ... WHEN d THEN ... ELSE ...`.
    When {
        /// Tested in order; the first that is true is run.
        branches: Vec<(Expr, Query)>,
        /// What runs where none is true.
        otherwise: Option<Box<Query>>,
        /// The place of the first `WHEN`.
        span: Span,
    },
}

/// A chain of clauses.
#[derive(Clone, Debug, PartialEq)]
pub struct SingleQuery {
    /// The clauses, in order.
    pub clauses: Vec<Clause>,
    /// From the first to the last.
    pub span: Span,
}

/// A name and where it stands, without its back quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Its place.
    pub span: Span,
}
