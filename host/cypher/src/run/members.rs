//! What long lists hold, for `IN`: one that was gone through often enough is looked up from then on.

use std::cell::RefCell;

use super::distinct::DistinctRows;
use crate::error::Error;
use crate::meter::Meter;
use crate::value::{List, Value};

/// Shorter lists are gone through.
const LONG: usize = 32;
/// So often a list is gone through before it is worth to sort it in, which takes as long as this.
const LOOKS: u32 = 32;
/// Of so many lists is kept how often they were looked through.
const LISTS: usize = 8;

/// The long lists of a run that something was looked for in, the last of them.
#[derive(Default)]
pub(super) struct Members(RefCell<Looked>);

#[derive(Default)]
struct Looked {
    lists: Vec<LookedAt>,
    /// Which one makes room for the next.
    oldest: usize,
}

struct LookedAt {
    /// Where it is, and how long: it may be gone, and then another one is in its place.
    place: (*const Value, usize),
    known: Known,
}

enum Known {
    /// How often it was gone through.
    Looks(u32),
    Held(Held),
    /// It holds what is compared part by part, such as lists.
    Parts,
}

struct Held {
    values: DistinctRows,
    has_null: bool,
    /// As long as it is kept, no other list is in its place, and it does not grow.
    _list: List,
}

impl Members {
    /// Whether a list has a value, as `IN` says it: the second `None` is null. The first: it has to be gone through.
    pub fn find(
        &self,
        value: &Value,
        list: &List,
        meter: &Meter,
    ) -> Result<Option<Option<bool>>, Error> {
        if list.as_slice().len() < LONG {
            return Ok(None);
        }
        let mut looked = self.0.borrow_mut();
        let known = looked.at(list);
        match known {
            Known::Looks(looks) if *looks < LOOKS => *looks += 1,
            Known::Looks(_) => *known = Known::of(list, meter)?,
            Known::Parts => {}
            Known::Held(held) => return Ok(held.find(value, meter)),
        }
        Ok(None)
    }
}

impl Looked {
    fn at(&mut self, list: &List) -> &mut Known {
        let place = (list.as_slice().as_ptr(), list.as_slice().len());
        let at = self.lists.iter().position(|looked| looked.place == place).unwrap_or_else(|| {
            let new = LookedAt { place, known: Known::Looks(0) };
            if self.lists.len() < LISTS {
                self.lists.push(new);
                return self.lists.len() - 1;
            }
            let at = self.oldest;
            self.oldest = (at + 1) % LISTS;
            self.lists[at] = new;
            at
        });
        &mut self.lists[at].known
    }
}

impl Known {
    fn of(list: &List, meter: &Meter) -> Result<Known, Error> {
        let (mut values, mut has_null) = (DistinctRows::new(1), false);
        for value in list.as_slice() {
            meter.tick()?;
            if value.is_null() {
                has_null = true;
            } else if is_whole(value) {
                values.insert(std::slice::from_ref(value), meter)?;
            } else {
                return Ok(Known::Parts);
            }
        }
        Ok(Known::Held(Held { values, has_null, _list: list.clone() }))
    }
}

impl Held {
    fn find(&self, value: &Value, meter: &Meter) -> Option<Option<bool>> {
        if value.is_null() {
            return Some(None);
        }
        let found = is_whole(value)
            .then(|| self.values.find(std::slice::from_ref(value), meter).is_some())?;
        Some(if !found && self.has_null { None } else { Some(found) })
    }
}

/// Whether a value is equal to another one or not, and to itself, without a null among its parts.
fn is_whole(value: &Value) -> bool {
    match value {
        Value::Float(number) => !number.is_nan(),
        Value::Bool(_)
        | Value::Integer(_)
        | Value::Text(_)
        | Value::Node(_)
        | Value::Relationship(_) => true,
        _ => false,
    }
}
