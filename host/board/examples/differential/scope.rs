//! The variables of a made-up query and what they hold.

use crate::choices::Choices;

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Int,
    Text,
    Bool,
    Ints,
    Node,
    Rel,
    Path,
    Nodes,
    Rels,
}

/// The variables that can be seen.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub variables: Vec<(String, Kind)>,
    pub made: usize,
}

impl Scope {
    /// A new name, not yet to be seen.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.made += 1;
        format!("{stem}{}", self.made)
    }

    pub fn add(&mut self, name: &str, kind: Kind) {
        self.variables.push((name.to_owned(), kind));
    }

    pub fn of(&self, kind: Kind) -> Vec<&str> {
        let of = self.variables.iter().filter(|(_, is)| *is == kind);
        of.map(|(name, _)| name.as_str()).collect()
    }

    pub fn any(&self, c: &mut Choices, kind: Kind) -> Option<String> {
        let names = self.of(kind);
        if names.is_empty() { None } else { Some(names[c.pick(names.len())].to_owned()) }
    }
}
