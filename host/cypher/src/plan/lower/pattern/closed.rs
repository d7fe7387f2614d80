//! What a predicate says of a path that is not complete yet: the part of it that, once it is not true, never becomes
//! true again, however the path goes on.
//!
//! A list grows at its end, or, where a path is walked from its right end, at its beginning. What is known of it
//! while it does is *settled* where it stays as it is: what is bound already, `rs[0]` and `head(rs)` of a list that
//! grows at its end, `last(rs)` of one that grows at its beginning. The others in this table are *closed*, or
//! become so by what they imply:
//!
//! | predicate | tested while the path grows |
//! |---|---|
//! | `all(x IN rs WHERE q)`, `none(x IN rs WHERE q)` | itself, where `q` is settled; of `AND` (of `OR` in `none`) whichever parts are |
//! | `all(x IN rs WHERE x.k = e)`, whatever `e` is that does not read `x` | `all(x IN rs WHERE x.k = head(rs).k)`: they equal each other |
//! | `all(d IN [x IN rs \| x.k] WHERE d = e)` | the same, of the list of what they have |
//! | `all(i IN range(1, size(rs) - 1) WHERE q)` | itself, where `q` reads `rs[i - 1]` and its like, no element that is not there yet |
//! | `reduce(ok = true, x IN rs \| ok AND q)` | `all(x IN rs WHERE q)` |
//! | `size([x IN rs WHERE q]) = size(rs)` | `all(x IN rs WHERE q)` |
//! | `size([x IN rs WHERE q]) = 2`, `length(p) = 5` | `<=`, since these only grow; `<`, `<=` as they are |
//! | `single(x IN rs WHERE q)` | `size([x IN rs WHERE q]) <= 1` |
//! | `NOT any(...)`, `NOT x IN nodes(p)` | itself |
//! | `ACYCLIC p`, the mode of a path | itself |
//! | `allReduce(...)` over a list that grows at its end | itself |
//! | `any(...)`, `NOT all(...)`, `size(rs) > 2` | nothing: they may still become true |
//!
//! The same holds of `nodes(p)`, `relationships(p)`, and of slices that leave something out at their ends, such as
//! `nodes(p)[1..-1]`.

use std::slice::from_ref;

use super::place::reads;
use super::settled::{Grown, Growth, sized};
use crate::error::Span;
use crate::plan::{Expr, Slot};
use crate::signatures::find_function;
use crate::syntax::ast::{BinaryOp, ComparisonOp, ListQuantifier};
use crate::value::Value;

impl Growth<'_> {
    /// What of a predicate can be tested while the path grows.
    pub fn closed(&mut self, e: &Expr) -> Option<Expr> {
        if self.is_settled(e) {
            return Some(e.clone());
        }
        match e {
            Expr::And(parts, span) => {
                let closed: Vec<Expr> = parts.iter().filter_map(|part| self.closed(part)).collect();
                join(closed, |parts| Expr::And(parts, *span))
            }
            Expr::Or(parts, span) => {
                let closed = parts.iter().map(|part| self.closed(part));
                Some(Expr::Or(closed.collect::<Option<_>>()?, *span))
            }
            Expr::Quantifier { kind, slot, list, predicate } => {
                self.quantifier(*kind, *slot, list, predicate)
            }
            Expr::Not(inside, span) => self.not(inside, *span),
            Expr::Reduce { .. } => self.reduce(e),
            Expr::Compare(op, left, right, span) => self.comparison(*op, left, right, *span),
            Expr::IsAcyclic(path) => (Some(*path) == self.path).then(|| e.clone()),
            _ => None,
        }
    }

    fn quantifier(
        &mut self,
        kind: ListQuantifier,
        slot: Slot,
        list: &Expr,
        predicate: &Expr,
    ) -> Option<Expr> {
        if kind == ListQuantifier::Any {
            return None;
        }
        let grown = if self.is_settled(list) { None } else { Some(self.grown(list)?) };
        let places = self.places.len();
        self.places.extend(grown.map(|grown| (slot, grown)));
        let kept = match kind {
            ListQuantifier::All => self.of_each(slot, list, predicate),
            ListQuantifier::None => self.of_none(slot, list, predicate),
            _ => self.is_settled(predicate).then(|| predicate.clone()),
        };
        self.places.truncate(places);
        let (list, predicate) = (Box::new(list.clone()), Box::new(kept?));
        if kind != ListQuantifier::Single {
            return Some(Expr::Quantifier { kind, slot, list, predicate });
        }
        let found = Expr::ListComprehension { slot, list, predicate: Some(predicate), map: None };
        let one = Box::new(Expr::Constant(Value::Integer(1)));
        let count = Box::new(call("size", found)?);
        Some(Expr::Compare(ComparisonOp::LessOrEqual, count, one, Span::default()))
    }

    /// What must be true of each element.
    fn of_each(&mut self, slot: Slot, list: &Expr, predicate: &Expr) -> Option<Expr> {
        let (parts, span) = match predicate {
            Expr::And(parts, span) => (parts.as_slice(), *span),
            part => (from_ref(part), Span::default()),
        };
        let kept = parts.iter().filter_map(|part| {
            let closed = self.closed(part);
            closed.or_else(|| self.alike(ComparisonOp::Equal, slot, list, part))
        });
        join(kept.collect(), |parts| Expr::And(parts, span))
    }

    /// What must be false of each element.
    fn of_none(&mut self, slot: Slot, list: &Expr, predicate: &Expr) -> Option<Expr> {
        let (parts, span) = match predicate {
            Expr::Or(parts, span) => (parts.as_slice(), *span),
            part => (from_ref(part), Span::default()),
        };
        let kept = parts.iter().filter_map(|part| {
            let settled = self.is_settled(part).then(|| part.clone());
            settled.or_else(|| self.alike(ComparisonOp::NotEqual, slot, list, part))
        });
        join(kept.collect(), |parts| Expr::Or(parts, span))
    }

    /// Elements all of which equal something equal each other, whatever that is.
    fn alike(
        &mut self,
        wanted: ComparisonOp,
        slot: Slot,
        list: &Expr,
        part: &Expr,
    ) -> Option<Expr> {
        let Expr::Compare(op, left, right, span) = part else { return None };
        let (of_element, other) = if reads(left, slot) { (left, right) } else { (right, left) };
        if *op != wanted || reads(other, slot) || !self.is_settled(of_element) {
            return None;
        }
        let first = instead(of_element, slot, &call("head", list.clone())?)?;
        Some(Expr::Compare(*op, of_element.clone(), Box::new(first), *span))
    }

    fn not(&mut self, inside: &Expr, span: Span) -> Option<Expr> {
        let kept = match inside {
            Expr::Quantifier { kind: ListQuantifier::Any, slot, list, predicate } => {
                return self.quantifier(ListQuantifier::None, *slot, list, predicate);
            }
            Expr::Binary(BinaryOp::In, element, list, _) => {
                self.is_settled(element) && matches!(self.grown(list)?, Grown::Elements)
            }
            _ => false,
        };
        kept.then(|| Expr::Not(Box::new(inside.clone()), span))
    }

    fn reduce(&mut self, e: &Expr) -> Option<Expr> {
        let Expr::Reduce { accumulator, init, slot, list, step, every, .. } = e else {
            return None;
        };
        if let Some(every) = every {
            // What is accumulated on the way to an element stays as it is only where nothing comes before it.
            let in_order = !self.backwards && matches!(self.grown(list)?, Grown::Elements);
            let settled = [init, step, every].into_iter().all(|part| self.is_settled(part));
            return (in_order && settled).then(|| e.clone());
        }
        if !matches!(**init, Expr::Constant(Value::Bool(true))) {
            return None;
        }
        let is_accumulated = |e: &Expr| matches!(e, Expr::Slot(slot) if slot == accumulator);
        let each = match &**step {
            Expr::And(parts, span) if parts.iter().any(is_accumulated) => {
                let rest = parts.iter().filter(|part| !is_accumulated(part)).cloned();
                join(rest.collect(), |parts| Expr::And(parts, *span))?
            }
            Expr::Case { alternatives, otherwise } => match (alternatives.as_slice(), &**otherwise)
            {
                ([(test, kept)], Expr::Constant(Value::Bool(false))) if is_accumulated(kept) => {
                    test.clone()
                }
                _ => return None,
            },
            _ => return None,
        };
        if reads(&each, *accumulator) {
            return None;
        }
        self.quantifier(ListQuantifier::All, *slot, list, &each)
    }

    /// Numbers that only grow must not be too large already.
    fn comparison(
        &mut self,
        op: ComparisonOp,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Expr> {
        use ComparisonOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
        if op == Equal {
            let all = self.all_of_them(left, right);
            if let Some(all) = all.or_else(|| self.all_of_them(right, left)) {
                return Some(all);
            }
        }
        let (op, left, right) = match op {
            Less | LessOrEqual => (op, left, right),
            Equal if self.only_grows(left) => (LessOrEqual, left, right),
            Greater => (Less, right, left),
            Equal | GreaterOrEqual => (LessOrEqual, right, left),
            _ => return None,
        };
        let closed = self.only_grows(left) && self.is_settled(right);
        closed.then(|| Expr::Compare(op, Box::new(left.clone()), Box::new(right.clone()), span))
    }

    /// `size([x IN rs WHERE q]) = size(rs)`.
    fn all_of_them(&mut self, some: &Expr, all: &Expr) -> Option<Expr> {
        let Expr::ListComprehension { slot, list, predicate: Some(predicate), .. } = sized(some)?
        else {
            return None;
        };
        let same = self.base(list)? == self.counted(all)?;
        same.then(|| self.quantifier(ListQuantifier::All, *slot, list, predicate))?
    }
}

fn call(function: &str, argument: Expr) -> Option<Expr> {
    Some(Expr::Call(find_function(function)?, vec![argument], Span::default()))
}

/// One of them, or all of them together.
fn join(mut parts: Vec<Expr>, together: impl FnOnce(Vec<Expr>) -> Expr) -> Option<Expr> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(together(parts)),
    }
}

/// The expression with something else in the place of a variable.
fn instead(e: &Expr, slot: Slot, by: &Expr) -> Option<Expr> {
    let inside = |e: &Expr| instead(e, slot, by).map(Box::new);
    Some(match e {
        Expr::Slot(read) if *read == slot => by.clone(),
        Expr::Slot(_) | Expr::Constant(_) | Expr::Parameter(_) => e.clone(),
        Expr::Property(e, key, span) => Expr::Property(inside(e)?, *key, *span),
        Expr::Index(a, b, span) => Expr::Index(inside(a)?, inside(b)?, *span),
        Expr::Binary(op, a, b, span) => Expr::Binary(*op, inside(a)?, inside(b)?, *span),
        Expr::Call(function, arguments, span) => {
            let arguments = arguments.iter().map(|argument| instead(argument, slot, by));
            Expr::Call(function, arguments.collect::<Option<_>>()?, *span)
        }
        _ => return None,
    })
}
