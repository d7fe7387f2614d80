//! Variables that are visible at a place of the text.

use hashbrown::HashMap;

use super::types::Type;
use crate::error::Span;

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Variable<'a> {
    pub name: &'a str,
    pub of: Type,
    /// Where it was declared.
    pub span: Span,
    /// How it may be used.
    pub access: Access,
}

/// How a variable may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Freely.
    Own,
    /// It comes from outside of a subquery: it stays visible to its end and can't be declared again.
    Outer,
    /// It stood before a `WITH` or `RETURN` that groups or removes duplicates, and is gone behind it.
    Gone,
}

/// From so many variables on, they are looked up by hash.
const MANY: usize = 24;

/// The variables that are visible, later ones before earlier ones of the same name.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    variables: Vec<Variable<'a>>,
    /// Where the latest variable of each name is; filled where there are many.
    index: HashMap<&'a str, usize>,
    /// For each variable that is in the index the one that it hides.
    hides: Vec<Option<usize>>,
}

impl<'a> Scope<'a> {
    pub(super) fn find(&self, name: &str) -> Option<&Variable<'a>> {
        if self.variables.len() >= MANY {
            return self.index.get(name).map(|at| &self.variables[*at]);
        }
        self.variables.iter().rev().find(|variable| variable.name == name)
    }

    pub(super) fn push(&mut self, variable: Variable<'a>) {
        self.variables.push(variable);
        if self.variables.len() >= MANY {
            for at in self.hides.len()..self.variables.len() {
                self.hides.push(self.index.insert(self.variables[at].name, at));
            }
        }
    }

    pub(super) fn add(&mut self, name: &'a str, of: Type, span: Span) {
        self.push(Variable { name, of, span, access: Access::Own });
    }

    pub(super) fn len(&self) -> usize {
        self.variables.len()
    }

    /// Forgets all but the first `len` variables.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.variables.len() > len {
            let Some(gone) = self.variables.pop() else { return };
            match self.hides.pop() {
                Some(Some(hidden)) => self.index.insert(gone.name, hidden),
                Some(None) => self.index.remove(gone.name),
                None => None,
            };
        }
        if self.variables.len() < MANY {
            self.index.clear();
            self.hides.clear();
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Variable<'a>> {
        self.variables.iter()
    }

    /// The same variables with another access.
    pub(super) fn with_access(&self, access: Access) -> Scope<'a> {
        let mut scope = self.clone();
        scope.variables.iter_mut().for_each(|variable| variable.access = access);
        scope
    }

    /// Only those that come from outside of the subquery.
    pub(super) fn outer_only(&self) -> Scope<'a> {
        let mut scope = Scope::default();
        for variable in self.variables.iter().filter(|variable| variable.access == Access::Outer) {
            scope.push(variable.clone());
        }
        scope
    }
}
