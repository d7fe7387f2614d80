//! Variables that are visible at a place of the text. A scope lies inside of another one, which it shares: going into a
//! subquery or behind a projection copies nothing.

use std::rc::Rc;

use hashbrown::HashMap;

use super::types::Type;
use crate::error::Span;

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Variable<'a> {
    name: &'a str,
    of: Type,
    span: Span,
    /// Whether nobody declared it: it was read, which was told.
    missing: bool,
}

/// A variable as it is seen from somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'s, 'a> {
    pub name: &'a str,
    pub of: &'s Type,
    /// Where it was declared.
    pub span: Span,
    /// How it may be used.
    pub access: Access,
    /// Whether it was only read and never declared.
    pub missing: bool,
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

/// From where a scope sees the one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    /// From behind a projection.
    Projection,
    /// From behind a projection that groups or removes duplicates.
    Grouped,
    /// From inside of an old `CALL { }` behind its `WITH *`.
    Imported,
    /// From inside of a subquery.
    Subquery,
    /// From inside of a subquery to which what is gone is gone too.
    Query,
}

impl View {
    fn of(self, access: Access) -> Access {
        match (self, access) {
            (View::Projection, access) => access,
            (View::Grouped, Access::Own) | (View::Query, Access::Gone) => Access::Gone,
            (View::Grouped, access) => access,
            (View::Imported, _) => Access::Own,
            (View::Subquery | View::Query, _) => Access::Outer,
        }
    }
}

/// From so many variables on, they are looked up by hash.
const MANY: usize = 24;

/// The variables that are visible, later ones before earlier ones of the same name.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    around: Option<(Rc<Scope<'a>>, View)>,
    variables: Vec<Variable<'a>>,
    /// Where the latest variable of each name is; filled where there are many.
    index: HashMap<&'a str, usize>,
    /// For each variable that is in the index the one that it hides.
    hides: Vec<Option<usize>>,
}

impl<'a> Scope<'a> {
    /// One inside of another, with nothing of its own yet.
    pub(super) fn inside(around: &Rc<Scope<'a>>, view: View) -> Scope<'a> {
        Scope { around: Some((Rc::clone(around), view)), ..Scope::default() }
    }

    /// The variable of a name.
    pub(super) fn find(&self, name: &str) -> Option<Known<'_, 'a>> {
        if let Some(own) = self.own(name) {
            return Some(own.known());
        }
        let (around, view) = self.around.as_ref()?;
        let known = around.find(name)?;
        Some(Known { access: view.of(known.access), ..known })
    }

    fn own(&self, name: &str) -> Option<&Variable<'a>> {
        if self.variables.len() >= MANY {
            return self.index.get(name).map(|at| &self.variables[*at]);
        }
        self.variables.iter().rev().find(|variable| variable.name == name)
    }

    pub(super) fn add(&mut self, name: &'a str, of: Type, span: Span) {
        self.push(Variable { name, of, span, missing: false });
    }

    /// What was read and is not there: it is taken for something from here on.
    pub(super) fn add_missing(&mut self, name: &'a str, span: Span) {
        self.push(Variable { name, of: Type::ANY, span, missing: true });
    }

    fn push(&mut self, variable: Variable<'a>) {
        self.variables.push(variable);
        if self.variables.len() >= MANY {
            for at in self.hides.len()..self.variables.len() {
                self.hides.push(self.index.insert(self.variables[at].name, at));
            }
        }
    }

    /// How many variables are its own.
    pub(super) fn len(&self) -> usize {
        self.variables.len()
    }

    /// How many there are with those around it.
    pub(super) fn total(&self) -> usize {
        self.len() + self.around.as_ref().map_or(0, |(around, _)| around.total())
    }

    /// Forgets all but the first `len` variables of its own.
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

    /// The names of its own variables, but for the first so many.
    pub(super) fn names(&self, skipped: usize) -> impl Iterator<Item = &'a str> {
        self.variables[skipped..].iter().map(|variable| variable.name)
    }

    /// All variables, those around it first.
    pub(super) fn all(&self) -> Vec<Known<'_, 'a>> {
        let mut all = Vec::new();
        if let Some((around, view)) = &self.around {
            all = around.all();
            all.iter_mut().for_each(|known| known.access = view.of(known.access));
        }
        all.extend(self.variables.iter().map(Variable::known));
        all
    }

    /// A scope with only those that come from outside of the subquery.
    pub(super) fn outer_only(&self) -> Scope<'a> {
        match &self.around {
            Some((around, view @ (View::Subquery | View::Query))) => Scope::inside(around, *view),
            Some((around, View::Projection | View::Grouped)) => around.outer_only(),
            Some((_, View::Imported)) | None => Scope::default(),
        }
    }

    /// The variables around it that are its own: those of a `WITH *` that imports.
    pub(super) fn imported(&self) -> Option<&Rc<Scope<'a>>> {
        match &self.around {
            Some((around, View::Imported)) => Some(around),
            _ => None,
        }
    }
}

impl<'a> Variable<'a> {
    fn known(&self) -> Known<'_, 'a> {
        let Variable { name, of, span, missing } = self;
        Known { name, of, span: *span, access: Access::Own, missing: *missing }
    }
}
