//! The relationships that a match has walked, for `MATCH`'s rule that each is walked at most once.

use std::collections::HashSet;

use super::buffer::Charged;
use crate::error::Error;
use crate::meter::Meter;
use crate::value::RelationshipId;

/// How many are compared one by one before a set pays.
const FEW: usize = 24;

/// Relationships in walking order, with a quick answer to whether one is among them.
#[derive(Default)]
pub(super) struct Trail {
    walked: Charged<RelationshipId>,
    /// Those behind the first `FEW`.
    many: HashSet<RelationshipId>,
}

impl Trail {
    /// How long it is.
    #[inline]
    pub fn len(&self) -> usize {
        self.walked.len()
    }

    /// All of it.
    pub fn iter(&self) -> impl Iterator<Item = RelationshipId> + '_ {
        self.walked.iter().copied()
    }

    /// Itself, or one of nothing where relationships may be walked again.
    pub fn unless<'t>(&'t self, repeatable: bool, none: &'t mut Option<Trail>) -> &'t Trail {
        if repeatable { none.insert(Trail::default()) } else { self }
    }

    /// Another one over the same relationships.
    pub fn copy(&self, meter: &Meter) -> Result<Trail, Error> {
        let mut copy = Trail::default();
        self.walked.iter().try_for_each(|walked| copy.push(*walked, meter))?;
        Ok(copy)
    }

    /// The last one walked.
    pub fn last(&self) -> Option<RelationshipId> {
        self.walked.last().copied()
    }

    /// Whether a relationship was walked.
    #[inline]
    pub fn contains(&self, relationship: RelationshipId) -> bool {
        self.walked.iter().take(FEW).any(|walked| *walked == relationship)
            || (self.walked.len() > FEW && self.many.contains(&relationship))
    }

    /// Walks one.
    #[inline]
    pub fn push(&mut self, relationship: RelationshipId, meter: &Meter) -> Result<(), Error> {
        if self.walked.len() >= FEW {
            self.many.insert(relationship);
        }
        self.walked.push(relationship, meter)
    }

    /// Goes back to where it was this long.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        if self.walked.len() > length {
            self.cut(length);
        }
    }

    fn cut(&mut self, length: usize) {
        for relationship in self.walked.get(length.max(FEW)..).unwrap_or_default() {
            self.many.remove(relationship);
        }
        self.walked.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_trail_knows_its_relationships_and_forgets_those_it_went_back_over()
    -> Result<(), Error> {
        let meter = Meter::default();
        let mut trail = Trail::default();
        for id in 0..100 {
            trail.push(RelationshipId(id), &meter)?;
        }
        assert!((0..100).all(|id| trail.contains(RelationshipId(id))));
        for length in [60, 24, 10] {
            trail.truncate(length);
            let known = (0..100).filter(|&id| trail.contains(RelationshipId(id))).count();
            assert_eq!(known, length);
        }
        Ok(())
    }
}
