//! A query that can be run: its text, what it would touch, its plan.

use std::sync::atomic::{AtomicU64, Ordering};

use smol_str::SmolStr;

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
            taken: AtomicU64::new(NOTHING_KNOWN),
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
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.plan.parameters.iter().map(SmolStr::as_str)
    }

    /// Whether the last parameters that it was found to take were of these kinds.
    pub(super) fn has_taken(&self, kinds: impl Iterator<Item = ParameterKind>) -> bool {
        self.taken.load(Ordering::Relaxed) == as_one_number(kinds)
    }

    /// Fails where it can't take parameters of these kinds, in the order of [`Prepared::parameters`].
    pub(super) fn check_kinds(
        &self,
        kinds: impl Iterator<Item = ParameterKind> + Clone,
        procedures: &Procedures,
        meter: &Meter,
    ) -> Result<(), Error> {
        let tree = Tree::read(&self.text, meter)?;
        let names = self.parameters();
        let given = names.zip(kinds.clone()).collect();
        check::check_given(&tree.statement, &self.text, procedures, given, meter)?;
        self.taken.store(as_one_number(kinds), Ordering::Relaxed);
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

/// What stands for parameters of which nothing is known, however many: a query that was checked takes them.
const NOTHING_KNOWN: u64 = 0;

/// Kinds of parameters as one number; of two dozen and less it tells all of them apart.
fn as_one_number(kinds: impl Iterator<Item = ParameterKind>) -> u64 {
    let base = ParameterKind::List as u64 + 1;
    kinds.fold(NOTHING_KNOWN, |all, kind| all.wrapping_mul(base).wrapping_add(kind as u64))
}
