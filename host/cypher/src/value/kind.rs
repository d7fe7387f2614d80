//! The values themselves, and what holds values: lists, maps. They are shared, and charged to the query that made them.
//! How deep they nest is bounded when they are made, so that nothing that walks them can overflow the stack.

use std::fmt;
use std::sync::Arc;

use super::{Datum, NodeId, Path, RelationshipId, Text};
use crate::error::{Error, ErrorKind};
use crate::meter::{Charge, Meter};
use crate::size;
use crate::spatial::Point;
use crate::temporal::{Temporal, TemporalKind};
use crate::uuid::Uuid;
use crate::vector::{Number, Vector};

/// How deep lists and maps may nest.
pub const MAX_DEPTH: u16 = 500;

/// A value of a running query.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// Nothing, or unknown.
    #[default]
    Null,
    /// A truth value.
    Bool(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A 64-bit float.
    Float(f64),
    /// A text.
    Text(Text),
    /// A list.
    List(List),
    /// A map.
    Map(Map),
    /// A node.
    Node(NodeId),
    /// A relationship.
    Relationship(RelationshipId),
    /// A path.
    Path(Path),
    /// A date, a time or a duration.
    Temporal(Shared<Temporal>),
    /// A point.
    Point(Shared<Point>),
    /// A UUID.
    Uuid(Uuid),
    /// A vector.
    Vector(Shared<Vector>),
}

impl Value {
    /// A text. Fails where a long one is more than the run may hold.
    #[inline]
    pub fn text(text: impl AsRef<str> + Into<Box<str>>, meter: &Meter) -> Result<Value, Error> {
        Text::new(text, meter).map(Value::Text)
    }

    /// A list. Fails where it is more than the run may hold, or nests too deep.
    pub fn list(values: Vec<Value>, meter: &Meter) -> Result<Value, Error> {
        List::new(values, meter).map(Value::List)
    }

    /// A map. Fails where it is more than the run may hold, or nests too deep.
    pub fn map(entries: Vec<(Text, Value)>, meter: &Meter) -> Result<Value, Error> {
        Map::new(entries, meter).map(Value::Map)
    }

    /// A date, a time or a duration.
    pub fn temporal(value: Temporal, meter: &Meter) -> Result<Value, Error> {
        Shared::new(value, 0, meter).map(Value::Temporal)
    }

    /// A point.
    pub fn point(value: Point, meter: &Meter) -> Result<Value, Error> {
        Shared::new(value, 0, meter).map(Value::Point)
    }

    /// A vector.
    pub fn vector(value: Vector, meter: &Meter) -> Result<Value, Error> {
        let coordinates = value.bytes();
        Shared::new(value, coordinates, meter).map(Value::Vector)
    }

    /// Whether it is null.
    #[inline]
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// Takes the place of what was here. Most often that is a number after a number, of which no more than the digits
    /// are written: a processor waits where it copies as a whole what was just written in parts.
    #[inline]
    pub(crate) fn set(&mut self, value: Value) {
        if let (Value::Integer(new), Value::Integer(old)) = (&value, &mut *self) {
            *old = *new;
            // A number holds nothing that would have to be given back, which the compiler does not see here.
            std::mem::forget(value);
        } else {
            *self = value;
        }
    }

    /// The name of its type, as messages say it.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "Null",
            Value::Bool(_) => "Boolean",
            Value::Integer(_) => "Integer",
            Value::Float(_) => "Float",
            Value::Text(_) => "String",
            Value::List(_) => "List",
            Value::Map(_) => "Map",
            Value::Node(_) => "Node",
            Value::Relationship(_) => "Relationship",
            Value::Path(_) => "Path",
            Value::Temporal(value) => match value.kind() {
                TemporalKind::DateTime => "DateTime",
                TemporalKind::LocalDateTime => "LocalDateTime",
                TemporalKind::Date => "Date",
                TemporalKind::Time => "Time",
                TemporalKind::LocalTime => "LocalTime",
                TemporalKind::Duration => "Duration",
            },
            Value::Point(_) => "Point",
            Value::Uuid(_) => "UUID",
            Value::Vector(_) => "Vector",
        }
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Value {
        match number {
            Number::Integer(number) => Value::Integer(number),
            Number::Float(number) => Value::Float(number),
        }
    }
}

impl From<Option<bool>> for Value {
    #[inline]
    fn from(truth: Option<bool>) -> Value {
        truth.map_or(Value::Null, Value::Bool)
    }
}

/// What the smallest value takes that is written out.
const WRITTEN: usize = size_of::<Datum>();

/// Something that is too large to lie in a value.
#[derive(Clone)]
pub struct Shared<T>(Arc<(T, Charge)>);

impl<T> Shared<T> {
    /// What it points to takes so many bytes `behind` it.
    fn new(value: T, behind: usize, meter: &Meter) -> Result<Shared<T>, Error> {
        let charge = Charge::new(meter, size::shared::<(T, Charge)>() + behind)?;
        Ok(Shared(Arc::new((value, charge))))
    }
}

impl<T> std::ops::Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.fmt(f)
    }
}

impl Value {
    /// How deep lists and maps nest in it; 0 for what is neither.
    #[inline]
    #[must_use]
    pub fn depth(&self) -> u16 {
        match self {
            Value::List(list) => list.0.depth,
            Value::Map(map) => map.0.depth,
            _ => 0,
        }
    }

    /// How many bytes it would take, at the least, if each part of it were written out as often as it stands there:
    /// parts are shared, so it may be more than any memory holds.
    #[inline]
    #[must_use]
    pub(crate) fn written(&self) -> usize {
        match self {
            Value::List(list) => list.0.written,
            Value::Map(map) => map.0.written,
            Value::Text(text) => WRITTEN + text.as_str().len(),
            Value::Vector(vector) => WRITTEN + vector.bytes(),
            _ => WRITTEN,
        }
    }
}

/// A list.
#[derive(Clone)]
pub struct List(Arc<Elements<Value>>);

/// Up to how many entries are looked at one after the other, which takes less than to compare keys by halves.
const FEW_ENTRIES: usize = 16;

/// A map, sorted by key.
#[derive(Clone)]
pub struct Map(Arc<Elements<(Text, Value)>>);

struct Elements<T> {
    elements: Vec<T>,
    depth: u16,
    written: usize,
    charge: Charge,
}

impl<T> Elements<T> {
    /// What holds them takes so many bytes `outside`, where they are written out. Those of a plan outlive the query that it
    /// was planned for, and are charged to none.
    fn new(
        elements: Vec<T>,
        outside: usize,
        value: impl Fn(&T) -> &Value,
        key: impl Fn(&T) -> usize,
        meter: Option<&Meter>,
    ) -> Result<Arc<Elements<T>>, Error> {
        let (mut deepest, mut written) = (0, WRITTEN.saturating_add(outside));
        for element in &elements {
            deepest = value(element).depth().max(deepest);
            let behind = value(element).written() - WRITTEN;
            written = written.saturating_add(behind).saturating_add(key(element));
        }
        let depth = 1 + deepest;
        if depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let bytes = size::shared::<Elements<T>>() + size::vector::<T>(elements.capacity());
        let charge = meter.map(|meter| Charge::new(meter, bytes)).transpose()?.unwrap_or_default();
        Ok(Arc::new(Elements { elements, depth, written, charge }))
    }
}

#[cold]
fn too_deep() -> Error {
    Error::new(ErrorKind::TooLarge, format!("lists and maps may not nest deeper than {MAX_DEPTH}"))
}

impl List {
    /// A list of these values.
    pub fn new(values: Vec<Value>, meter: &Meter) -> Result<List, Error> {
        List::made(values, Some(meter))
    }

    /// A list of a plan, of such values.
    pub(crate) fn constant(values: Vec<Value>) -> Result<List, Error> {
        List::made(values, None)
    }

    fn made(values: Vec<Value>, meter: Option<&Meter>) -> Result<List, Error> {
        let outside = size::vector::<Datum>(values.len());
        Elements::new(values, outside, |value| value, |_| 0, meter).map(List)
    }

    /// Its elements.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Value] {
        &self.0.elements
    }

    /// An element, counted from the end where the number is negative.
    #[inline]
    pub(crate) fn element(&self, at: i64) -> Option<&Value> {
        let elements = self.as_slice();
        let at = if at < 0 { at.checked_add_unsigned(elements.len() as u64)? } else { at };
        elements.get(usize::try_from(at).ok()?)
    }

    /// Adds values behind its last. Does nothing, and says so, where others have the list as well.
    pub(crate) fn push_behind(&mut self, values: &[Value], meter: &Meter) -> Result<bool, Error> {
        let Some(own) = self.with_room(values, meter)? else { return Ok(false) };
        own.extend_from_slice(values);
        Ok(true)
    }

    /// Adds values before its first, likewise.
    pub(crate) fn push_before(&mut self, values: &[Value], meter: &Meter) -> Result<bool, Error> {
        let Some(own) = self.with_room(values, meter)? else { return Ok(false) };
        own.splice(0..0, values.iter().cloned());
        Ok(true)
    }

    /// The elements with room for these, which are counted already, if the list is nobody else's.
    fn with_room(
        &mut self,
        values: &[Value],
        meter: &Meter,
    ) -> Result<Option<&mut Vec<Value>>, Error> {
        let Some(own) = Arc::get_mut(&mut self.0) else { return Ok(None) };
        for value in values {
            meter.tick()?;
            own.depth = own.depth.max(1 + value.depth());
            own.written = own.written.saturating_add(value.written());
        }
        if own.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        if own.elements.capacity() - own.elements.len() < values.len() {
            // As much again, so that each element is moved twice at the most.
            let more = own.elements.capacity().max(values.len()).max(4);
            own.charge.grow(meter, size::vector::<Value>(more))?;
            own.elements.reserve_exact(more);
        }
        Ok(Some(&mut own.elements))
    }

    /// Whether both are one list in memory.
    pub(super) fn same(&self, other: &List) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Map {
    /// A map of these entries; of two with one key the later one stays.
    pub fn new(entries: Vec<(Text, Value)>, meter: &Meter) -> Result<Map, Error> {
        Map::made(entries, Some(meter))
    }

    /// A map of a plan, of such values.
    pub(crate) fn constant(entries: Vec<(Text, Value)>) -> Result<Map, Error> {
        Map::made(entries, None)
    }

    fn made(mut entries: Vec<(Text, Value)>, meter: Option<&Meter>) -> Result<Map, Error> {
        if !entries.is_sorted_by(|a, b| a.0 < b.0) {
            entries.reverse();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries.dedup_by(|a, b| a.0 == b.0);
        }
        let outside = size::tree_map::<String, Datum>(entries.len());
        let key = |entry: &(Text, Value)| entry.0.as_str().len();
        Elements::new(entries, outside, |entry| &entry.1, key, meter).map(Map)
    }

    /// Its entries, sorted by key.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[(Text, Value)] {
        &self.0.elements
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let entries = self.as_slice();
        let at = if entries.len() <= FEW_ENTRIES {
            entries.iter().position(|entry| is_same(entry.0.as_str(), key))?
        } else {
            entries.binary_search_by(|entry| entry.0.as_str().cmp(key)).ok()?
        };
        Some(&entries[at].1)
    }

    /// Whether both are one map in memory.
    pub(super) fn same(&self, other: &Map) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Whether two keys are the same. Most that are not differ in their length or first letter, and most that are take less
/// letter by letter than by a call.
#[inline]
fn is_same(a: &str, b: &str) -> bool {
    const SHORT: usize = 16;
    a.len() == b.len()
        && if a.len() <= SHORT { a.bytes().zip(b.bytes()).all(|(a, b)| a == b) } else { a == b }
}

/// Room for `count` values, checked against the meter before it is allocated.
pub(crate) fn room_for_values(count: usize, meter: &Meter) -> Result<Vec<Value>, Error> {
    meter.room_for(count.saturating_mul(size_of::<Value>()))?;
    Ok(Vec::with_capacity(count))
}

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.as_slice().iter().map(|(key, value)| (key, value))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_takes_three_words() {
        assert_eq!(size_of::<Value>(), 24);
        assert_eq!(size_of::<Option<Value>>(), 24);
    }
}
