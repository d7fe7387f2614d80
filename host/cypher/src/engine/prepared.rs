//! A query that can be run: its text, what it would touch, its plan.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::check::{self, Checked, Facts, ParameterKind};
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
    /// The kinds of the parameters that it was found to take last, as one number.
    taken: AtomicU64,
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
        Ok(Prepared {
            text: text.to_owned(),
            mode: statement.mode,
            checked,
            plan,
            columns,
            taken: AtomicU64::default(),
        })
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

    /// Fails where it can't take parameters of these kinds, in the order of [`Prepared::parameters`]. That is looked at when
    /// they come, and not again for those that come with the next run and are of the same kinds.
    pub(super) fn check_kinds(
        &self,
        kinds: &[ParameterKind],
        procedures: &Procedures,
        meter: &Meter,
    ) -> Result<(), Error> {
        let base = ParameterKind::List as u64 + 1;
        let taken = kinds.iter().fold(1, |all: u64, kind| all.wrapping_mul(base) + *kind as u64);
        if self.taken.load(Ordering::Relaxed) == taken {
            return Ok(());
        }
        let tree = Tree::read(&self.text, meter)?;
        let names = self.parameters().iter().map(String::as_str);
        let given = names.zip(kinds.iter().copied()).collect();
        check::check_given(&tree.statement, &self.text, procedures, given, meter)?;
        self.taken.store(taken, Ordering::Relaxed);
        Ok(())
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
