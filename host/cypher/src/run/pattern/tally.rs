//! What is asked of how many nodes or relationships of a path satisfy something: counted while the path is walked, the
//! count belongs to the state of a search, so that one path is looked at for each end and not all of them until one
//! satisfies it.
//!
//! ```text
//! asked of a path                                counted               at least  at most
//! any(n IN nodes(p) WHERE n.k = 1)               those with n.k = 1    1
//! c IN nodes(p)                                  those that are c      1
//! NOT all(r IN rs WHERE r.w = 1)                 those without r.w = 1 1
//! single(n IN nodes(p) WHERE n.k = 1)            those with n.k = 1    1         1
//! size([r IN rs WHERE r.w = 1]) > 2              those with r.w = 1    3
//! ```
//!
//! A count goes no further than it makes a difference: up to what is wanted at least, or one beyond what there may be at
//! most. The predicate itself is asked of each path that is found; what can't be computed of an element leaves the rest
//! to it.

use crate::error::Error;
use crate::plan::visit::{self, Visitor};
use crate::plan::{Expr, Slot};
use crate::run::context::Context;
use crate::syntax::ast::{BinaryOp, ComparisonOp, ListQuantifier};
use crate::value::{NodeId, RelationshipId, Value};

/// So many counts fit into a state; what else is asked is asked of whole paths.
const MOST_TALLIES: usize = 4;
/// How many bits each has there.
const BITS: u32 = u64::BITS / MOST_TALLIES as u32;
/// The count of something that could not be computed.
const UNKNOWN: u64 = (1 << BITS) - 1;
/// To more than that nobody counts.
const MOST: u64 = 1_000;

/// How many elements satisfy what is counted, as far as that makes a difference.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Counts(u64);

/// What is counted on the way of an automaton.
#[derive(Default)]
pub(super) struct Tallies<'g>(Vec<Tally<'g>>);

/// How many elements satisfy something.
struct Tally<'g> {
    of: Elements,
    test: Test<'g>,
    least: u64,
    most: Option<u64>,
}

/// Which elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    Nodes,
    Relationships,
    /// The relationships of a part, of which this is the list.
    Listed(Slot),
}

/// What an element satisfies. Where it is `strict`, none may leave open whether it does.
#[derive(Clone, Copy)]
enum Test<'g> {
    /// The predicate is true, or false, with the element in the slot.
    Predicate { slot: Slot, predicate: &'g Expr, wanted: bool, strict: bool },
    /// It equals a value.
    Is(&'g Expr),
}

/// How many of the elements of a list must satisfy something.
struct Said<'g> {
    list: &'g Expr,
    test: Test<'g>,
    least: u64,
    most: Option<u64>,
}

impl<'g> Tallies<'g> {
    /// What can be counted of what is asked of a path; `own` are the slots that the path binds, and `elements` says what
    /// of the path a list has.
    pub fn of(
        asked: impl Iterator<Item = &'g Expr>,
        own: &[Slot],
        elements: impl Fn(&Expr) -> Option<Elements>,
    ) -> Tallies<'g> {
        let mut tallies = Vec::new();
        for predicate in asked {
            let parts = match predicate {
                Expr::And(parts, _) => parts.as_slice(),
                part => std::slice::from_ref(part),
            };
            for Said { list, test, least, most } in parts.iter().filter_map(said) {
                if let Some(of) = elements(list)
                    && test.is_apart_from(own)
                    && tallies.len() < MOST_TALLIES
                {
                    tallies.push(Tally { of, test, least, most });
                }
            }
        }
        Tallies(tallies)
    }

    /// The counts of a path that has its first node alone; `None` where that is too much already.
    pub fn begin(
        &self,
        node: NodeId,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<Counts>, Error> {
        let element = |of| (of == Elements::Nodes).then_some(Value::Node(node));
        self.count(Counts::default(), element, cx, row)
    }

    /// The counts of a path that goes on over a relationship, one of this list, to a node.
    pub fn walk(
        &self,
        counts: Counts,
        (list, relationship, node): (Option<Slot>, RelationshipId, NodeId),
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<Counts>, Error> {
        let element = |of| match of {
            Elements::Nodes => Some(Value::Node(node)),
            Elements::Relationships => Some(Value::Relationship(relationship)),
            Elements::Listed(slot) => {
                (list == Some(slot)).then_some(Value::Relationship(relationship))
            }
        };
        self.count(counts, element, cx, row)
    }

    fn count(
        &self,
        counts: Counts,
        element: impl Fn(Elements) -> Option<Value>,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<Counts>, Error> {
        let mut counts = counts.0;
        for (at, tally) in self.0.iter().enumerate() {
            let moved = at as u32 * BITS;
            let count = (counts >> moved) & UNKNOWN;
            let enough = count == UNKNOWN || (tally.most.is_none() && count >= tally.least);
            let Some(element) = (if enough { None } else { element(tally.of) }) else { continue };
            let more = match tally.test.holds(element, cx, row) {
                Ok(Some(holds)) => u64::from(holds),
                Ok(None) => return Ok(None),
                Err(error) if error.kind().is_of_limits() => return Err(error),
                Err(_) => UNKNOWN - count,
            };
            if more == 1 && tally.most.is_some_and(|most| count >= most) {
                return Ok(None);
            }
            counts += more << moved;
        }
        Ok(Some(Counts(counts)))
    }

    /// Whether a path may be complete with such counts.
    pub fn suffice(&self, counts: Counts) -> bool {
        self.0.iter().enumerate().all(|(at, tally)| {
            let count = (counts.0 >> (at as u32 * BITS)) & UNKNOWN;
            count >= tally.least
        })
    }
}

impl<'g> Test<'g> {
    /// Whether it says the same of an element whichever way leads there, and however often it is asked.
    fn is_apart_from(self, own: &[Slot]) -> bool {
        let (Test::Predicate { predicate: e, .. } | Test::Is(e)) = self;
        let mut reader = Reader { own, apart: true };
        visit::expr(e, &mut reader);
        reader.apart
    }

    /// Whether an element satisfies it; `None` where no path may have the element.
    fn holds(
        self,
        element: Value,
        cx: &Context<'g>,
        row: &mut [Value],
    ) -> Result<Option<bool>, Error> {
        cx.tick()?;
        match self {
            Test::Predicate { slot, predicate, wanted, strict } => {
                row[slot.0 as usize] = element;
                let truth = cx.truth(predicate, row)?;
                Ok((truth.is_some() || !strict).then_some(truth == Some(wanted)))
            }
            Test::Is(value) => {
                Ok(Some(cx.eval(value, row)?.equals(&element, cx.meter) == Some(true)))
            }
        }
    }
}

/// Finds out whether something reads what a path binds, or is another value each time.
struct Reader<'o> {
    own: &'o [Slot],
    apart: bool,
}

impl Visitor for Reader<'_> {
    fn slot(&mut self, slot: Slot) {
        self.apart &= !self.own.contains(&slot);
    }

    fn part(&mut self, e: &Expr) -> bool {
        if let Expr::Call(function, arguments, _) = e {
            self.apart &= !function.is_volatile(arguments.len());
        }
        self.apart
    }
}

/// What a predicate says of how many.
fn said(e: &Expr) -> Option<Said<'_>> {
    match e {
        Expr::Quantifier { kind, slot, list, predicate } => {
            Some(quantified(*kind, *slot, list, predicate))
        }
        Expr::Binary(BinaryOp::In, element, list, _) => {
            Some(Said { list, test: Test::Is(element), least: 1, most: None })
        }
        Expr::Not(inside, _) => match &**inside {
            Expr::Quantifier { kind: ListQuantifier::Any, slot, list, predicate } => {
                Some(quantified(ListQuantifier::None, *slot, list, predicate))
            }
            Expr::Quantifier { kind: ListQuantifier::None, slot, list, predicate } => {
                Some(quantified(ListQuantifier::Any, *slot, list, predicate))
            }
            Expr::Quantifier { kind: ListQuantifier::All, slot, list, predicate } => {
                let test = Test::Predicate { slot: *slot, predicate, wanted: false, strict: false };
                Some(Said { list, test, least: 1, most: None })
            }
            Expr::Binary(BinaryOp::In, element, list, _) => {
                Some(Said { list, test: Test::Is(element), least: 0, most: Some(0) })
            }
            _ => None,
        },
        Expr::Compare(op, left, right, _) => match (&**left, &**right) {
            (some, Expr::Constant(Value::Integer(number))) => counted(some, *op, *number),
            (Expr::Constant(Value::Integer(number)), some) => counted(some, op.turned(), *number),
            _ => None,
        },
        _ => None,
    }
}

fn quantified<'g>(
    kind: ListQuantifier,
    slot: Slot,
    list: &'g Expr,
    predicate: &'g Expr,
) -> Said<'g> {
    let (wanted, least, most) = match kind {
        ListQuantifier::All => (false, 0, Some(0)),
        ListQuantifier::Any => (true, 1, None),
        ListQuantifier::None => (true, 0, Some(0)),
        ListQuantifier::Single => (true, 1, Some(1)),
    };
    // One that is true is enough, whatever the others are.
    let strict = kind != ListQuantifier::Any;
    Said { list, test: Test::Predicate { slot, predicate, wanted, strict }, least, most }
}

/// `size([x IN list WHERE predicate])`, compared with a number.
fn counted(some: &Expr, op: ComparisonOp, number: i64) -> Option<Said<'_>> {
    let Expr::Call(function, arguments, _) = some else { return None };
    let [Expr::ListComprehension { slot, list, predicate: Some(predicate), .. }] =
        arguments.as_slice()
    else {
        return None;
    };
    let number = u64::try_from(number).ok().filter(|number| *number < MOST)?;
    let (least, most) = match op {
        ComparisonOp::Equal => (number, Some(number)),
        ComparisonOp::Less => (0, Some(number.checked_sub(1)?)),
        ComparisonOp::LessOrEqual => (0, Some(number)),
        ComparisonOp::Greater => (number + 1, None),
        ComparisonOp::GreaterOrEqual => (number, None),
        ComparisonOp::NotEqual => return None,
    };
    let test = Test::Predicate { slot: *slot, predicate, wanted: true, strict: false };
    matches!(function.name, "size" | "cardinality").then_some(Said { list, test, least, most })
}
