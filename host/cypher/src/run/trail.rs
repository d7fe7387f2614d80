//! The relationships that a match has walked, for `MATCH`'s rule that each is walked at most once, unless it allows more.

use hashbrown::HashSet;

use super::buffer::Charged;
use crate::error::Error;
use crate::meter::Meter;
use crate::syntax::ast::MatchMode;
use crate::value::RelationshipId;

/// How many are compared one by one before a set pays.
const FEW: usize = 24;

/// Relationships in walking order, with a quick answer to whether one may be walked.
#[derive(Default)]
pub(super) struct Trail {
    walked: Charged<RelationshipId>,
    /// Those behind the first `FEW`.
    many: HashSet<RelationshipId>,
    mode: MatchMode,
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

    /// Those that may not be walked again.
    pub fn barred(&self) -> impl Iterator<Item = RelationshipId> + '_ {
        let bars = self.mode == MatchMode::DifferentRelationships;
        self.iter().take(if bars { self.len() } else { 0 })
    }

    /// Begins anew, at nothing.
    pub fn begin(&mut self, mode: MatchMode) {
        self.truncate(0);
        self.mode = mode;
    }

    /// Whether it may be walked twice.
    pub fn mode(&self) -> MatchMode {
        self.mode
    }

    /// Another one over the same relationships.
    pub fn copy(&self, meter: &Meter) -> Result<Trail, Error> {
        let mut copy = Trail { mode: self.mode, ..Trail::default() };
        self.walked.iter().try_for_each(|walked| copy.push(*walked, meter))?;
        Ok(copy)
    }

    /// The last one walked.
    pub fn last(&self) -> Option<RelationshipId> {
        self.walked.last().copied()
    }

    /// Whether a relationship may not be walked, since it was.
    #[inline]
    pub fn bars(&self, relationship: RelationshipId) -> bool {
        self.mode == MatchMode::DifferentRelationships
            && (self.walked.iter().take(FEW).any(|walked| *walked == relationship)
                || (self.walked.len() > FEW && self.many.contains(&relationship)))
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

    #[inline]
    fn cut(&mut self, length: usize) {
        if self.walked.len() > FEW {
            self.forget_many(length);
        }
        self.walked.truncate(length);
    }

    #[cold]
    fn forget_many(&mut self, length: usize) {
        for relationship in self.walked.get(length.max(FEW)..).unwrap_or_default() {
            self.many.remove(relationship);
        }
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
        assert!((0..100).all(|id| trail.bars(RelationshipId(id))));
        for length in [60, 24, 10] {
            trail.truncate(length);
            let known = (0..100).filter(|&id| trail.bars(RelationshipId(id))).count();
            assert_eq!(known, length);
        }
        trail.begin(MatchMode::RepeatableElements);
        trail.push(RelationshipId(1), &meter)?;
        assert!(!trail.bars(RelationshipId(1)) && trail.last() == Some(RelationshipId(1)));
        Ok(())
    }
}
