//! The ways to say that a path goes through no node twice. Said by its mode or by any of these, it is asked at once of
//! all nodes, and while the path grows:
//!
//! ```text
//! > MATCH p = (a:A)-[:R*]->(b) WHERE all(n IN nodes(p) WHERE single(m IN nodes(p) WHERE m = n)) RETURN b
//! NodeByLabelScan      a:A
//! VarLengthExpand(All) (a)-[anon_3:R*1..]->(b) WHILE ACYCLIC p
//! Projection           (a)-[anon_3]-(b) AS p
//! Filter               ACYCLIC p
//! ```
//!
//! The others are `size([m IN nodes(p) WHERE m = n]) = 1` in the place of `single`, `none` with `> 1` there, and
//! `size(coll.distinct(nodes(p))) = size(nodes(p))`.

use super::graph::{Graph, Test};
use crate::plan::{Expr, Slot};
use crate::syntax::ast::{ComparisonOp, ListQuantifier};
use crate::value::Value;

impl Graph {
    /// The predicate, or that a path is acyclic, where that is what it says.
    pub(super) fn shortened(&self, predicate: Expr) -> Expr {
        match says_acyclic(&predicate) {
            Some(path) if self.binds_path(path) => Expr::IsAcyclic(path),
            _ => predicate,
        }
    }

    fn binds_path(&self, path: Slot) -> bool {
        self.conditions
            .iter()
            .any(|it| matches!(&it.test, Test::Bind(slot, Expr::Path(_)) if *slot == path))
    }
}

fn says_acyclic(predicate: &Expr) -> Option<Slot> {
    match predicate {
        Expr::Quantifier { kind, slot, list, predicate } => {
            let path = nodes_of(list)?;
            let other = match kind {
                ListQuantifier::All => once(predicate, *slot)?,
                ListQuantifier::None => counted(predicate, ComparisonOp::Greater, *slot)?,
                _ => return None,
            };
            (other == path).then_some(path)
        }
        Expr::Compare(ComparisonOp::Equal, left, right, _) => {
            different(left, right).or_else(|| different(right, left))
        }
        _ => None,
    }
}

/// The path of whose nodes one alone is this element, where a predicate says so.
fn once(predicate: &Expr, element: Slot) -> Option<Slot> {
    match predicate {
        Expr::Quantifier { kind: ListQuantifier::Single, slot, list, predicate } => {
            same(predicate, *slot, element).then(|| nodes_of(list))?
        }
        _ => counted(predicate, ComparisonOp::Equal, element),
    }
}

/// `size([m IN nodes(p) WHERE m = element])` compared with one.
fn counted(predicate: &Expr, wanted: ComparisonOp, element: Slot) -> Option<Slot> {
    let Expr::Compare(op, size, one, _) = predicate else { return None };
    let Expr::ListComprehension { slot, list, predicate: Some(predicate), .. } =
        argument(size, "size")?
    else {
        return None;
    };
    let is_one = matches!(**one, Expr::Constant(Value::Integer(1)));
    (*op == wanted && is_one && same(predicate, *slot, element)).then(|| nodes_of(list))?
}

/// `size(coll.distinct(nodes(p)))` and `size(nodes(p))`.
fn different(some: &Expr, all: &Expr) -> Option<Slot> {
    let path = nodes_of(argument(argument(some, "size")?, "coll.distinct")?)?;
    (nodes_of(argument(all, "size")?)? == path).then_some(path)
}

/// `m = n`.
fn same(predicate: &Expr, m: Slot, n: Slot) -> bool {
    match predicate {
        Expr::Compare(ComparisonOp::Equal, left, right, _) => match (&**left, &**right) {
            (Expr::Slot(left), Expr::Slot(right)) => {
                (*left == m && *right == n) || (*left == n && *right == m)
            }
            _ => false,
        },
        _ => false,
    }
}

fn nodes_of(e: &Expr) -> Option<Slot> {
    match argument(e, "nodes")? {
        Expr::Slot(path) => Some(*path),
        _ => None,
    }
}

/// The argument of a call of a function.
fn argument<'e>(e: &'e Expr, function: &str) -> Option<&'e Expr> {
    match e {
        Expr::Call(called, arguments, _) if called.name == function => arguments.first(),
        _ => None,
    }
}
