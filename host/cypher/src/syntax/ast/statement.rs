//! A statement: a query and what stands before it.

use super::Query;
use crate::error::Span;

/// A whole statement with its prefixes (`CYPHER 25`, `EXPLAIN`, `PROFILE`).
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The dialect asked for by a `CYPHER 5` or `CYPHER 25` prefix; 5 where there is none.
    pub dialect: Dialect,
    /// What a `CYPHER` prefix asks of a server's planner and runtime. It changes no result.
    pub settings: Vec<Setting>,
    /// Whether to run, explain or profile the query.
    pub mode: Mode,
    /// What follows the prefixes.
    pub body: Body,
}

/// `name=value` behind `CYPHER`, both of them plain words or numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
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
