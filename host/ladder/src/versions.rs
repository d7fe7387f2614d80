//! Everything that was submitted, by its number and by its author, who may be one of hundreds.

use std::collections::{BTreeMap, HashMap};
use std::ops::Deref;

use crate::person::PersonId;
use crate::version::{Version, VersionId};

/// Everything that was submitted, by its number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Versions {
    all: BTreeMap<VersionId, Version>,
    /// The numbers of everybody's versions, the first first.
    by_author: HashMap<PersonId, Vec<VersionId>>,
}

impl Versions {
    /// Takes one in, which comes after all that its author has sent before.
    pub(crate) fn add(&mut self, version: Version) {
        self.by_author.entry(version.person).or_default().push(version.id);
        self.all.insert(version.id, version);
    }

    /// One of them, to be changed.
    pub(crate) fn get_mut(&mut self, version: VersionId) -> Option<&mut Version> {
        self.all.get_mut(&version)
    }

    /// Those of a person, to be changed.
    pub(crate) fn of_mut(&mut self, person: PersonId) -> impl Iterator<Item = &mut Version> {
        self.all.values_mut().filter(move |version| version.person == person)
    }

    /// Those of a person, the first first.
    pub fn of(&self, person: PersonId) -> impl DoubleEndedIterator<Item = &Version> {
        let numbers = self.by_author.get(&person).map(Vec::as_slice).unwrap_or_default();
        numbers.iter().filter_map(|number| self.all.get(number))
    }

    /// The one with which a person plays: the last that was accepted.
    pub(crate) fn playing(&self, person: PersonId) -> Option<&Version> {
        self.of(person).rev().find(|version| version.is_accepted())
    }
}

impl Deref for Versions {
    type Target = BTreeMap<VersionId, Version>;

    fn deref(&self) -> &BTreeMap<VersionId, Version> {
        &self.all
    }
}
