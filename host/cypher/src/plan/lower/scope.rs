//! Which variable is in which slot.

use std::collections::BTreeMap;

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
pub(super) struct Scope<'a>(BTreeMap<&'a str, Slot>);

impl<'a> Scope<'a> {
    /// The slot of a name.
    pub fn get(&self, name: &str) -> Option<Slot> {
        self.0.get(name).copied()
    }

    /// Adds a name, or gives it another slot; the one that it had is returned.
    pub fn insert(&mut self, name: &'a str, slot: Slot) -> Option<Slot> {
        self.0.insert(name, slot)
    }

    /// Undoes an [`Scope::insert`].
    pub fn restore(&mut self, name: &'a str, before: Option<Slot>) {
        match before {
            Some(slot) => self.0.insert(name, slot),
            None => self.0.remove(name),
        };
    }

    /// What it costs to copy it so many times: the time, and the room for as long as the charge is held.
    pub fn copies(&self, copies: usize, meter: &Meter) -> Result<Charge, Error> {
        meter.spend(copies * self.0.len())?;
        Charge::new(meter, copies * self.0.len() * 2 * size_of::<(&str, Slot)>())
    }

    /// All names and slots, in the order of the names, which is the order of `*`.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, Slot)> {
        self.0.iter().map(|(name, slot)| (*name, *slot))
    }

    /// Adds all of these.
    pub fn extend(&mut self, names: impl IntoIterator<Item = (&'a str, Slot)>) {
        self.0.extend(names);
    }
}
