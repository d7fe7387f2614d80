//! The elements of a list, one after the other. `range()` is counted through and never made.

use smallvec::SmallVec;

use crate::error::Error;
use crate::meter::Meter;
use crate::plan::Expr;
use crate::run::context::Context;
use crate::run::functions::Range;
use crate::signatures::{Function, ListFunction};
use crate::value::{List, Number, Path, Value, room_for_values};

/// What is gone through.
pub(in crate::run) enum Elements {
    /// A list.
    List {
        /// The list.
        list: List,
        /// The next element.
        next: usize,
    },
    /// `range()`.
    Range(Range),
    /// A value that stands for itself.
    One(Option<Value>),
}

impl Elements {
    /// Puts the next element in this place. Says whether there is one.
    #[inline]
    pub fn put_next(&mut self, place: &mut Value) -> bool {
        match self {
            Elements::List { list, next } => {
                let Some(element) = list.as_slice().get(*next) else { return false };
                *next += 1;
                match Number::of(element) {
                    Some(number) => place.set_number(number),
                    None => place.clone_from(element),
                }
            }
            Elements::Range(range) => {
                let Some(number) = range.next() else { return false };
                place.set_number(Number::Integer(number));
            }
            Elements::One(value) => {
                let Some(value) = value.take() else { return false };
                *place = value;
            }
        }
        true
    }
}

impl<'g> Context<'g> {
    /// The elements of a list; `None` for null. A path is the list of what it goes through; any other value
    /// stands for itself.
    pub(in crate::run) fn elements(
        &self,
        list: &'g Expr,
        row: &mut [Value],
    ) -> Result<Option<Elements>, Error> {
        Ok(match self.unwound(list, row)? {
            Some(Elements::One(Some(Value::Path(path)))) => {
                Some(Elements::List { list: stations(&path, self.meter)?, next: 0 })
            }
            elements => elements,
        })
    }

    /// What `UNWIND` and `FOREACH` go through, to which a path is a value like any other.
    pub(in crate::run) fn unwound(
        &self,
        list: &'g Expr,
        row: &mut [Value],
    ) -> Result<Option<Elements>, Error> {
        if let Some(range) = self.range(list, row)? {
            return Ok(Some(range));
        }
        Ok(match self.eval(list, row)? {
            Value::List(list) => Some(Elements::List { list, next: 0 }),
            Value::Null => None,
            other => Some(Elements::One(Some(other))),
        })
    }

    /// A call of `range()`, which need not be made.
    pub(super) fn range(
        &self,
        list: &'g Expr,
        row: &mut [Value],
    ) -> Result<Option<Elements>, Error> {
        let Expr::Call(function, arguments, span) = list else { return Ok(None) };
        if function.function != Some(Function::List(ListFunction::Range)) {
            return Ok(None);
        }
        let mut values = SmallVec::<[Value; 3]>::new();
        for argument in arguments {
            values.push(self.eval(argument, row)?);
        }
        Range::new(&values, self.run.dialect)
            .map(|range| Some(Elements::Range(range)))
            .map_err(|error| error.at(*span))
    }
}

/// Nodes and relationships of a path by turns.
fn stations(path: &Path, meter: &Meter) -> Result<List, Error> {
    let mut stations = room_for_values(2 * path.nodes().len(), meter)?;
    let mut relationships = path.relationships().iter();
    for node in path.nodes() {
        stations.push(Value::Node(*node));
        stations.extend(relationships.next().map(|id| Value::Relationship(*id)));
    }
    List::new(stations, meter)
}
