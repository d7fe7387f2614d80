//! The parameters of a run, by name.

use std::collections::BTreeMap;

use crate::value::Datum;

/// Parameters by name, without the dollar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params(BTreeMap<String, Datum>);

impl Params {
    /// None.
    #[must_use]
    pub fn new() -> Params {
        Params::default()
    }

    /// These and one more; an older value of the same name goes.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Datum>) -> Params {
        self.set(name, value);
        self
    }

    /// Adds one; an older value of the same name goes.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Datum>) {
        self.0.insert(name.into(), value.into());
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Datum> {
        self.0.get(name)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Datum)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl FromIterator<(String, Datum)> for Params {
    fn from_iter<I: IntoIterator<Item = (String, Datum)>>(entries: I) -> Params {
        Params(entries.into_iter().collect())
    }
}
