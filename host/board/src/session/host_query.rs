//! A query of the host's own, and what a query gives.

use othello_cypher::Limits;
use othello_cypher::PlanDescription;
use othello_cypher::error::Notice;
use othello_cypher::value::Datum;

use super::limits::host_limits;
use super::params::Params;

/// A query that the host trusts: its own, or one of the game's.
#[derive(Clone, Debug)]
pub struct HostQuery<'a> {
    /// The text.
    pub text: &'a str,
    /// Its parameters.
    pub params: Params,
    /// What it may use.
    pub limits: Limits,
}

impl<'a> HostQuery<'a> {
    /// A query without parameters and with the host's usual limits.
    #[must_use]
    pub fn new(text: &'a str) -> HostQuery<'a> {
        HostQuery { text, params: Params::default(), limits: host_limits() }
    }

    /// The same query with one more parameter.
    #[must_use]
    pub fn param(mut self, name: &str, value: Datum) -> HostQuery<'a> {
        self.params.set(name, value);
        self
    }
}

/// What a query gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The columns' names.
    pub columns: Vec<String>,
    /// The rows, each as wide as there are columns.
    pub rows: Vec<Vec<Datum>>,
    /// Warnings: likely mistakes that are no errors.
    pub notices: Vec<Notice>,
    /// The plan, where the query began with `EXPLAIN` or `PROFILE` and the database tells it.
    pub plan: Option<PlanDescription>,
}

impl Outcome {
    /// The value in the first row's column of this name.
    #[must_use]
    pub fn first(&self, column: &str) -> Option<&Datum> {
        let at = self.columns.iter().position(|name| name == column)?;
        self.rows.first()?.get(at)
    }
}
