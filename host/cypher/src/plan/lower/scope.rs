//! Which variable is in which slot. A scope lies inside of another one, which it shares: going into a subquery copies nothing.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::Error;
use crate::meter::{Charge, Meter};
use crate::plan::Slot;

/// What the text says about the value in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A node of a pattern.
    Node,
    /// A relationship of a pattern.
    Relationship,
    /// Anything else.
    Other,
}

/// The variables that can be read at a place of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    around: Option<Rc<Scope<'a>>>,
    own: BTreeMap<&'a str, Slot>,
}

impl<'a> Scope<'a> {
    /// One inside of another, with nothing of its own yet.
    pub fn inside(around: &Rc<Scope<'a>>) -> Scope<'a> {
        Scope { around: Some(Rc::clone(around)), own: BTreeMap::new() }
    }

    /// The slot of a name.
    pub fn get(&self, name: &str) -> Option<Slot> {
        let own = self.own.get(name).copied();
        own.or_else(|| self.around.as_ref()?.get(name))
    }

    /// Adds a name, or gives it another slot; the one that it had is returned.
    pub fn insert(&mut self, name: &'a str, slot: Slot) -> Option<Slot> {
        let before = self.get(name);
        self.own.insert(name, slot);
        before
    }

    /// Undoes an [`Scope::insert`].
    pub fn restore(&mut self, name: &'a str, before: Option<Slot>) {
        let around = self.around.as_ref().and_then(|around| around.get(name));
        match before.filter(|_| before != around) {
            Some(slot) => self.own.insert(name, slot),
            None => self.own.remove(name),
        };
    }

    /// What it costs to go through so many times: the time, and the room for as long as the charge is held.
    pub fn copies(&self, copies: usize, meter: &Meter) -> Result<Charge, Error> {
        let all = copies * self.total();
        meter.spend(all)?;
        Charge::new(meter, all * 2 * size_of::<(&str, Slot)>())
    }

    fn total(&self) -> usize {
        self.own.len() + self.around.as_ref().map_or(0, |around| around.total())
    }

    /// Whether a slot of it is such a one.
    pub fn any(&self, wanted: &dyn Fn(Slot) -> bool) -> bool {
        self.own.values().any(|slot| wanted(*slot))
            || self.around.as_ref().is_some_and(|around| around.any(wanted))
    }

    /// All names and slots, in the order of the names, which is the order of `*`.
    pub fn all(&self) -> BTreeMap<&'a str, Slot> {
        let mut all = self.around.as_ref().map_or_else(BTreeMap::new, |around| around.all());
        all.extend(&self.own);
        all
    }

    /// Adds all of these.
    pub fn extend(&mut self, names: impl IntoIterator<Item = (&'a str, Slot)>) {
        self.own.extend(names);
    }
}
