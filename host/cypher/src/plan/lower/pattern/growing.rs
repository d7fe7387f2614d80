//! What is asked of a list or path as a whole, and shows before it is complete: it is asked of every part of it while it
//! is walked, too.
//!
//! A line on a board is a chain of relationships of one direction. From a cell there are millions of ways of up to seven
//! relationships, and one line in each direction:
//!
//! ```text
//! > MATCH (a:A)-[rs:R*2..7]-(b) WHERE all(r IN rs WHERE r.k = head(rs).k) RETURN b
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[rs:R*2..7]-(b) WHILE all(r IN rs WHERE r.k = head(rs).k)
//! Filter               all(r IN rs WHERE r.k = head(rs).k)
//!
//! > MATCH p = (a)-[:R*2..7]-(b:A) WHERE none(n IN nodes(p)[1..-1] WHERE n.k <> a.k) RETURN a
//! NodeByLabelScan      b:A
//! VarLengthExpand(All) (b)-[anon_3:R*2..7]-(a) WHILE none(n IN nodes(p)[1..-1] WHERE n.k <> head(nodes(p)[1..-1]).k)
//! Projection           (a)-[anon_3]-(b) AS p
//! Filter               none(n IN nodes(p)[1..-1] WHERE n.k <> a.k)
//! ```
//!
//! The second one is walked from its right end, where `a` is not known: that all nodes have what `a` has means that
//! they have the same, and that shows. What is asked while a path grows is what the predicate implies, and the predicate
//! itself is asked at the end. `closed` says which do.

use super::graph::{Condition, Test};
use super::order::Walker;
use super::place::reads;
use super::settled::Growth;
use crate::plan::lower::scope::Kind;
use crate::plan::{Expr, Growing, PathPart, Slot};

/// How many parts of expressions are looked at for one predicate.
const EFFORT: u32 = 600;
/// Paths of more parts are left alone.
const MOST_PARTS: usize = 64;

/// A path as far as it is walked.
struct Partial {
    path: Slot,
    parts: Vec<PathPart>,
}

impl Walker<'_, '_> {
    /// What can be asked while the part with these lists is walked, which is about to be bound.
    pub(super) fn growing(&mut self, lists: &[Slot], backwards: bool) -> Vec<Growing> {
        let partial = self.partial_path(lists, backwards);
        let path = partial.as_ref().map(|partial| partial.path);
        let mut items: Vec<usize> = Vec::new();
        for slot in lists.iter().copied().chain(path) {
            items.extend(self.waiting.of(slot));
        }
        items.sort_unstable();
        items.dedup();
        let mut found = Vec::new();
        for item in items {
            let Some(Some(Condition { test: Test::Predicate(predicate), .. })) =
                self.conditions.get(item)
            else {
                continue;
            };
            let effort = self.effort.min(EFFORT);
            let is_bound = |slot| self.is_bound(slot);
            let is_bound = &is_bound;
            let places = Vec::new();
            let mut growth = Growth { lists, path, backwards, is_bound, from: 1, effort, places };
            let closed = growth.closed(predicate).filter(|_| growth.effort > 0);
            let (from, used) = (growth.from, effort - growth.effort);
            self.effort -= used;
            let Some(predicate) = closed else { continue };
            let partial = partial.as_ref().filter(|partial| reads(&predicate, partial.path));
            // A path that is walked from its right end begins where the walk stands.
            let here = partial.filter(|_| backwards).map(|_| self.lowerer.anonymous(Kind::Node));
            let path = partial.map(|Partial { path, parts }| {
                let begin = here.into_iter().map(PathPart::Node);
                (*path, Expr::Path(begin.chain(parts.iter().cloned()).collect()))
            });
            found.push(Growing { predicate, from, path, here });
        }
        found
    }

    /// The path that has these lists, where all of it is bound that lies on the side from which they are walked.
    fn partial_path(&self, lists: &[Slot], backwards: bool) -> Option<Partial> {
        let has = |part: &PathPart| match part {
            PathPart::Node(_) => false,
            PathPart::Relationships(slot) => lists.contains(slot),
            PathPart::Interleaved(slots) => slots.iter().any(|slot| lists.contains(slot)),
        };
        let waiting = lists.iter().flat_map(|list| self.waiting.of(*list));
        let mut paths = waiting.filter_map(|item| match self.conditions.get(item) {
            Some(Some(Condition { test: Test::Bind(path, Expr::Path(parts)), .. })) => {
                Some((*path, parts))
            }
            _ => None,
        });
        let (path, parts) = paths.next().filter(|(_, parts)| parts.len() <= MOST_PARTS)?;
        let at = parts.iter().position(has)?;
        let (behind, walked) = match backwards {
            false => (&parts[..at], &parts[..=at]),
            true => (&parts[at + 1..], &parts[at..]),
        };
        let bound = behind.iter().all(|part| match part {
            PathPart::Node(slot) | PathPart::Relationships(slot) => self.is_bound(*slot),
            PathPart::Interleaved(slots) => slots.iter().all(|slot| self.is_bound(*slot)),
        });
        bound.then(|| Partial { path, parts: walked.to_vec() })
    }
}
