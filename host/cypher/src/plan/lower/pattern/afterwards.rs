//! Two parts that repeat and read each other's lists: neither can be walked first with all that it asks. What one of
//! them asks is then asked behind the pattern, of its lists:
//!
//! ```text
//! > MATCH (a)((x)-[r]->(y) WHERE size(s) > 1)+(b)((u)-[s]->(v) WHERE size(r) > 1)+(c) RETURN c
//! AllNodesScan         b
//! AllNodesScan         a
//! AllNodesScan         c
//! Repeat(Trail)        (a) ((x)...(y)){1, *} (b) collecting x, r
//! | Argument             x
//! | Expand(All)          (x)-[r]->(y)
//! Repeat(Trail)        (b) ((u WHERE size(r) > 1)...(v)){1, *} (c) collecting s
//! | Argument             u
//! | Expand(All)          (u)-[s]->(v)
//! Filter               all(anon_15 IN range(0, size(x) - 1) WHERE size(s) > 1)
//! ```

use super::graph::{Condition, Part, Test};
use super::place::{self, Slots, distinct};
use crate::error::{Error, Span};
use crate::plan::lower::lowerer::Lowerer;
use crate::plan::lower::scope::Kind;
use crate::plan::{Expr, Slot, visit};
use crate::signatures::find_function;
use crate::syntax::ast::{BinaryOp, ListQuantifier};
use crate::value::Value;

impl Part {
    /// Takes out what it asks of slots that are open, as predicates on its lists.
    pub fn take_open(
        &mut self,
        lowerer: &mut Lowerer<'_>,
        is_open: impl Fn(Slot) -> bool,
    ) -> Result<Vec<Expr>, Error> {
        let reads_open = |reads: Slots| reads.into_iter().any(&is_open);
        let conditions = self.inner.conditions.extract_if(.., |condition| {
            let can_wait = !matches!(condition.test, Test::Bind(..));
            can_wait && reads_open(distinct(|visit| condition.reads(visit)))
        });
        let conditions: Vec<Condition> = conditions.collect();
        let late = self.inner.late.extract_if(.., |e| reads_open(distinct(|v| visit::expr(e, v))));
        let mut open: Vec<Expr> = late.collect();
        open.extend(
            conditions.into_iter().filter_map(|condition| place::predicate(condition).ok()),
        );
        open.into_iter().map(|predicate| self.of_lists(lowerer, predicate)).collect()
    }

    /// What is true where a predicate is true of each iteration.
    fn of_lists(&mut self, lowerer: &mut Lowerer<'_>, predicate: Expr) -> Result<Expr, Error> {
        let span = Span::default();
        let reads = distinct(|v| visit::expr(&predicate, v));
        let mut inside: Vec<Slot> =
            reads.into_iter().filter(|slot| self.inner.binds.contains(*slot)).collect();
        // There are as many iterations as the list of any of its elements is long.
        let first = self.inner.nodes[self.ends.0];
        let counted = inside.first().copied().unwrap_or(first);
        let counted = Expr::Slot(self.list_of(lowerer, counted));
        let at = lowerer.anonymous(Kind::Other);
        let mut asked = predicate;
        while let Some(slot) = inside.pop() {
            lowerer.meter.tick()?;
            let list = Box::new(Expr::Slot(self.list_of(lowerer, slot)));
            let element = Expr::Index(list, Box::new(Expr::Slot(at)), span);
            asked = Expr::Quantifier {
                kind: ListQuantifier::Any,
                slot,
                list: Box::new(Expr::List(vec![element])),
                predicate: Box::new(asked),
            };
        }
        let call = |name: &str, arguments| {
            let function = find_function(name).ok_or_else(|| Error::syntax(span, name))?;
            Ok::<_, Error>(Expr::Call(function, arguments, span))
        };
        let number = |number| Expr::Constant(Value::Integer(number));
        let length = Box::new(call("size", vec![counted])?);
        let last = Expr::Binary(BinaryOp::Subtract, length, Box::new(number(1)), span);
        Ok(Expr::Quantifier {
            kind: ListQuantifier::All,
            slot: at,
            list: Box::new(call("range", vec![number(0), last])?),
            predicate: Box::new(asked),
        })
    }

    /// Where the list of the values of an inner slot goes.
    fn list_of(&mut self, lowerer: &mut Lowerer<'_>, slot: Slot) -> Slot {
        if let Some((_, list)) = self.groups.iter().find(|(inner, _)| *inner == slot) {
            return *list;
        }
        let list = lowerer.anonymous(Kind::Other);
        self.groups.push((slot, list));
        list
    }
}
