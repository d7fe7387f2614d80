//! What of an expression stays as it is while a path grows. A list grows at its end, or, where a path is walked from its
//! right end, at its beginning: `rs[0]` and `head(rs)` of the one and `last(rs)` of the other are there for good once
//! they are there, as is whatever was bound before.

use crate::plan::visit::{self, Subquery, Visitor};
use crate::plan::{Expr, Slot};
use crate::syntax::ast::BinaryOp;
use crate::value::Value;

/// A list that grows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// The nodes of the path.
    Nodes,
    /// The relationships of the path.
    Relationships,
    /// What a variable has of a part that repeats.
    List(Slot),
}

/// What a quantifier goes through.
#[derive(Clone, Copy)]
pub(super) enum Grown {
    /// Elements of a list that grows.
    Elements,
    /// Places in it: from so many on, to so many before its end.
    Places { base: Base, first: i64, before_end: i64 },
}

/// A path or list while it grows.
pub(super) struct Growth<'w> {
    /// The lists of the part that is being walked.
    pub lists: &'w [Slot],
    /// The path that it belongs to.
    pub path: Option<Slot>,
    /// Whether it grows at its beginning.
    pub backwards: bool,
    /// Whether a slot has its value before.
    pub is_bound: &'w dyn Fn(Slot) -> bool,
    /// From how many iterations on what was found can be tested.
    pub from: u64,
    /// How many parts of expressions may still be looked at; where that is too few, nothing is settled.
    pub effort: u32,
    /// The variables of ranges of places.
    pub places: Vec<(Slot, Grown)>,
}

impl<'w> Growth<'w> {
    /// Whether a number never becomes smaller while the path grows.
    pub fn only_grows(&mut self, e: &Expr) -> bool {
        if self.counted(e).is_some() {
            return true;
        }
        match sized(e) {
            Some(Expr::ListComprehension { list, predicate, .. }) => {
                let elements = matches!(self.grown(list), Some(Grown::Elements));
                elements && predicate.as_ref().is_none_or(|predicate| self.is_settled(predicate))
            }
            Some(Expr::Call(function, arguments, _)) if function.name == "coll.distinct" => {
                match arguments.as_slice() {
                    [Expr::ListComprehension { list, predicate, map, .. }] => {
                        let elements = matches!(self.grown(list), Some(Grown::Elements));
                        let mut parts = predicate.iter().chain(map);
                        elements && parts.all(|part| self.is_settled(part))
                    }
                    [list] => self.base(list).is_some(),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The list whose length a number is.
    pub fn counted(&mut self, e: &Expr) -> Option<Base> {
        match e {
            Expr::Call(function, arguments, _)
                if matches!(function.name, "length" | "path_length") =>
            {
                let [Expr::Slot(path)] = arguments.as_slice() else { return None };
                (Some(*path) == self.path).then_some(Base::Relationships)
            }
            _ => self.base(sized(e)?),
        }
    }

    /// The list that a list has an element for each element of, each of which stays as it is.
    pub fn base(&mut self, e: &Expr) -> Option<Base> {
        match e {
            Expr::ListComprehension { list, predicate: None, map, .. } => {
                let base = self.base(list)?;
                map.iter().all(|map| self.is_settled(map)).then_some(base)
            }
            Expr::Slot(slot) => self.lists.contains(slot).then_some(Base::List(*slot)),
            Expr::Call(function, arguments, _) => match (function.name, arguments.as_slice()) {
                ("nodes", [Expr::Slot(path)]) if Some(*path) == self.path => Some(Base::Nodes),
                ("relationships", [Expr::Slot(path)]) if Some(*path) == self.path => {
                    Some(Base::Relationships)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether what a list has now it has later as well.
    pub fn grown(&mut self, list: &Expr) -> Option<Grown> {
        if self.base(list).is_some() {
            return Some(Grown::Elements);
        }
        match list {
            Expr::ListComprehension { list, predicate, map, .. } => {
                let elements = matches!(self.grown(list)?, Grown::Elements);
                let mut parts = predicate.iter().chain(map);
                (elements && parts.all(|part| self.is_settled(part))).then_some(Grown::Elements)
            }
            Expr::Slice(list, from, to, _) => {
                let base = self.base(list)?;
                let from_start =
                    from.as_ref().is_none_or(|from| whole(from).is_some_and(|n| n >= 0));
                let to_end = to.as_ref().is_none_or(|to| match whole(to) {
                    Some(number) => number < 0 || !self.backwards,
                    None => self.before_end(to, base).is_some_and(|before| before >= 0),
                });
                (from_start && to_end).then_some(Grown::Elements)
            }
            Expr::Call(function, arguments, _) => match (function.name, arguments.as_slice()) {
                ("tail", [list]) => self.base(list).map(|_| Grown::Elements),
                ("range", [from, to]) => {
                    let first = whole(from).filter(|first| *first >= 0)?;
                    let (number, before) = match to {
                        Expr::Binary(BinaryOp::Subtract, number, before, _) => {
                            (&**number, whole(before)?)
                        }
                        number => (number, 0),
                    };
                    let base = self.counted(number)?;
                    Some(Grown::Places { base, first, before_end: before })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// How many elements of a list lie behind a place that is counted from its end.
    fn before_end(&mut self, e: &Expr, base: Base) -> Option<i64> {
        let (number, before) = match e {
            Expr::Binary(BinaryOp::Subtract, number, before, _) => (&**number, whole(before)?),
            number => (number, 0),
        };
        Some(before + longer(base, self.counted(number)?)?)
    }

    /// Whether the value of an expression stays as it is, from so many iterations on.
    pub fn is_settled(&mut self, e: &Expr) -> bool {
        if !self.is_open(e) {
            return self.effort > 0;
        }
        match e {
            Expr::Index(list, at, _) if self.base(list).is_some() => self.is_there(list, at),
            Expr::Call(function, arguments, _) => match (function.name, arguments.as_slice()) {
                ("head", [list]) if self.base(list).is_some() => self.is_anchor(0),
                ("last", [list]) if self.base(list).is_some() => self.is_anchor(-1),
                (_, arguments) => arguments.iter().all(|argument| self.is_settled(argument)),
            },
            Expr::Property(e, ..)
            | Expr::Not(e, _)
            | Expr::Negate(e, _)
            | Expr::IsNull(e, _)
            | Expr::IsTyped(e, ..) => self.is_settled(e),
            Expr::And(parts, _) | Expr::Or(parts, _) | Expr::List(parts) => {
                parts.iter().all(|part| self.is_settled(part))
            }
            Expr::Index(a, b, _) | Expr::Binary(_, a, b, _) | Expr::Compare(_, a, b, _) => {
                self.is_settled(a) && self.is_settled(b)
            }
            Expr::Case { alternatives, otherwise } => {
                let settled = alternatives
                    .iter()
                    .all(|(test, result)| self.is_settled(test) && self.is_settled(result));
                settled && self.is_settled(otherwise)
            }
            _ => false,
        }
    }

    /// Whether an element at a fixed place is there for good, from so many iterations on.
    fn is_anchor(&mut self, at: i64) -> bool {
        if (at < 0) != self.backwards {
            return false;
        }
        let needed = if at < 0 { at.unsigned_abs() } else { at.unsigned_abs() + 1 };
        self.from = self.from.max(needed);
        true
    }

    /// The same for any place, which may be counted from the variable of a range.
    fn is_there(&mut self, list: &Expr, at: &Expr) -> bool {
        if let Some(at) = whole(at) {
            return self.is_anchor(at);
        }
        let (variable, moved) = match at {
            Expr::Binary(BinaryOp::Add, variable, moved, _) => (&**variable, whole(moved)),
            Expr::Binary(BinaryOp::Subtract, variable, moved, _) => {
                (&**variable, whole(moved).and_then(i64::checked_neg))
            }
            variable => (variable, Some(0)),
        };
        let (Expr::Slot(variable), Some(moved), Some(of)) = (variable, moved, self.base(list))
        else {
            return false;
        };
        self.places.iter().any(|(slot, grown)| match grown {
            Grown::Places { base, first, before_end } if slot == variable => {
                let last =
                    longer(of, *base).and_then(|longer| (longer + before_end).checked_sub(1));
                let first = first.checked_add(moved);
                first.is_some_and(|first| first >= 0) && last.is_some_and(|last| moved <= last)
            }
            _ => false,
        })
    }

    /// Whether an expression reads what may still change, or asks the graph.
    fn is_open(&mut self, e: &Expr) -> bool {
        let mut reader = Reader { effort: self.effort, growth: self, open: false };
        visit::expr(e, &mut reader);
        let Reader { effort, open, .. } = reader;
        self.effort = effort;
        open
    }
}

/// Finds out whether anything is open.
struct Reader<'g, 'w> {
    growth: &'g Growth<'w>,
    effort: u32,
    open: bool,
}

impl Visitor for Reader<'_, '_> {
    fn part(&mut self, _: &Expr) -> bool {
        self.effort = self.effort.saturating_sub(1);
        self.effort > 0 && !self.open
    }

    fn slot(&mut self, slot: Slot) {
        let growth = self.growth;
        // A place counted from the beginning is another one where something comes before it.
        let moves = growth.backwards
            && growth.places.iter().any(|(variable, grown)| {
                *variable == slot && matches!(grown, Grown::Places { .. })
            });
        let grows = growth.lists.contains(&slot) || growth.path == Some(slot);
        self.open |= moves || grows || !(growth.is_bound)(slot);
    }

    fn subquery(&mut self, _: Subquery<'_>) -> bool {
        self.open = true;
        false
    }
}

/// By how many elements one list is longer than another, where that is always the same.
fn longer(list: Base, than: Base) -> Option<i64> {
    match (list, than) {
        (Base::Nodes, Base::Relationships) => Some(1),
        (Base::Relationships, Base::Nodes) => Some(-1),
        _ => (list == than).then_some(0),
    }
}

/// A number that is written down, of a size that can be reckoned with.
fn whole(e: &Expr) -> Option<i64> {
    match e {
        Expr::Constant(Value::Integer(number)) if number.unsigned_abs() < 1 << 32 => Some(*number),
        _ => None,
    }
}

/// The list whose size is asked for.
pub(super) fn sized(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::Call(function, arguments, _) if matches!(function.name, "size" | "cardinality") => {
            arguments.first()
        }
        _ => None,
    }
}
