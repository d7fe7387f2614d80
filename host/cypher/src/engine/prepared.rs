//! A query that can be run: its text, what it would touch, its plan.

use crate::check::{self, Checked, Facts};
use crate::error::{Error, Notice};
use crate::meter::Meter;
use crate::plan::{self, Plan};
use crate::procedures::Procedures;
use crate::syntax::Tree;
use crate::syntax::ast::{Dialect, Mode};

/// A query that was parsed, checked and planned.
#[derive(Debug)]
pub struct Prepared {
    text: String,
    mode: Mode,
    checked: Checked,
    plan: Plan,
    columns: Vec<String>,
}

impl Prepared {
    /// Parses, checks and plans.
    pub(super) fn new(
        text: &str,
        procedures: &Procedures,
        meter: &Meter,
    ) -> Result<Prepared, Error> {
        let tree = Tree::read(text, meter)?;
        let statement = &tree.statement;
        let checked = check::check(statement, text, procedures, meter)?;
        let plan = plan::plan(statement, text, procedures, meter)?;
        let columns = plan.columns.iter().map(|(name, _)| name.clone()).collect();
        Ok(Prepared { text: text.to_owned(), mode: statement.mode, checked, plan, columns })
    }

    /// The text as it was given, which is what spans of errors and notices count in.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is to be run, explained or profiled.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// What it would touch.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.checked.facts
    }

    /// What is likely not meant, whatever the graph.
    #[must_use]
    pub fn notices(&self) -> &[Notice] {
        &self.checked.notices
    }

    /// The names of the result's columns; empty where the query returns nothing.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Whether running it can change the graph.
    #[must_use]
    pub fn writes(&self) -> bool {
        self.plan.writes
    }

    /// The parameters that a run must be given.
    #[must_use]
    pub fn parameters(&self) -> &[String] {
        &self.plan.parameters
    }

    /// An error of running it, as the version of the language has it.
    pub(super) fn as_its_version_has(&self, error: Error) -> Error {
        match self.facts().dialect {
            Dialect::Cypher5 => error.in_cypher_5(),
            Dialect::Cypher25 => error,
        }
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many bytes it takes, about.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Prepared>() + self.plan.bytes
    }
}
