//! `SET` and `REMOVE` clauses one behind the other. Where the later one asks nothing of what the one before it writes, Neo4j
//! does both of one row before any of the next, so that of a node which several rows write, the last row counts and not the
//! last clause:
//!
//! ```text
//! > MATCH (a:A), (b:B) SET a.x = 1 SET b.x = a.k RETURN count(*) AS n
//! NodeByLabelScan      a:A
//! NodeByLabelScan      b:B
//! Set                  a.x = 1, b.x = a.k
//! EagerAggregation     count(*) AS n
//!
//! > MATCH (a:A), (b:B) SET a.x = 1 SET b.x = a.x RETURN count(*) AS n
//! NodeByLabelScan      a:A
//! NodeByLabelScan      b:B
//! SetProperty          a.x = 1
//! SetProperty          b.x = a.x
//! EagerAggregation     count(*) AS n
//! ```

use super::lowerer::Lowerer;
use crate::error::Span;
use crate::plan::visit::{self, Subquery, Visitor};
use crate::plan::{Expr, NameRef, Operator, OperatorKind, PropertyKey, SetItem, Slot};

impl<'a> Lowerer<'a> {
    /// Sets what a clause sets, together with the clause before it where that is the same to Neo4j.
    pub(super) fn push_set(&mut self, items: Vec<SetItem>, span: Span, chain: &mut Vec<Operator>) {
        if let Some(Operator { kind: OperatorKind::Set(before), .. }) = chain.last_mut()
            && asks_nothing_of(before, &items)
        {
            before.extend(items);
        } else {
            self.push_write(chain, OperatorKind::Set(items), span);
        }
    }
}

/// Marks properties of one variable that a clause sets one behind the other.
pub(super) fn set_together(items: &mut [SetItem]) {
    let owner = |item: &SetItem| match item {
        SetItem::Property { target: Expr::Slot(slot), .. } => Some(*slot),
        _ => None,
    };
    for next in 1..items.len() {
        let following = owner(&items[next]);
        if let SetItem::Property { target: Expr::Slot(slot), with_next, .. } = &mut items[next - 1]
        {
            *with_next = following == Some(*slot);
        }
    }
}

/// What Neo4j takes for asking, by how it answers: what replaces all properties is apart from what came before, and so is a
/// map that reads any property, while `keys(n)` reads none.
fn asks_nothing_of(before: &[SetItem], items: &[SetItem]) -> bool {
    items.iter().all(|item| {
        let (replaces, is_map) = match item {
            SetItem::Properties { merge, value, .. } => (!merge || is_entity(value), true),
            _ => (false, false),
        };
        let mut asked = Asked { before, is_map, anything: replaces };
        visit::set_item(item, &mut asked);
        !asked.anything
    })
}

fn is_entity(value: &Expr) -> bool {
    matches!(value, Expr::Slot(_))
}

/// Whether anything is asked that was written before.
struct Asked<'s> {
    before: &'s [SetItem],
    is_map: bool,
    anything: bool,
}

impl Asked<'_> {
    fn is_written(&self, name: NameRef) -> bool {
        self.before.iter().any(|item| match item {
            SetItem::Property { key: PropertyKey::Static(key), .. } => *key == name,
            SetItem::Property { .. } | SetItem::Properties { .. } => true,
            SetItem::AddLabels { .. } | SetItem::RemoveLabels { .. } => false,
        })
    }

    fn labels_are_written(&self) -> bool {
        let is_of_labels = |item: &SetItem| {
            matches!(item, SetItem::AddLabels { .. } | SetItem::RemoveLabels { .. })
        };
        self.before.iter().any(is_of_labels)
    }
}

impl Visitor for Asked<'_> {
    fn slot(&mut self, _: Slot) {}

    fn part(&mut self, part: &Expr) -> bool {
        self.anything |= match part {
            Expr::Property(_, name, _) => self.is_map || self.is_written(*name),
            Expr::Call(function, ..) if function.name == "labels" => self.labels_are_written(),
            Expr::Call(function, ..) => function.name == "properties",
            Expr::HasLabels(..) => self.labels_are_written(),
            Expr::MapProjection { .. } => true,
            _ => false,
        };
        !self.anything
    }

    fn subquery(&mut self, _: Subquery<'_>) -> bool {
        self.anything = true;
        false
    }
}
