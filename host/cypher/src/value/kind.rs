//! The values themselves.

use std::fmt;
use std::sync::Arc;

use super::{Datum, List, Map, NodeId, Path, RelationshipId, Text};
use crate::error::Error;
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
pub(super) const WRITTEN: usize = size_of::<Datum>();

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
            Value::List(list) => list.depth(),
            Value::Map(map) => map.depth(),
            _ => 0,
        }
    }

    /// How many bytes it would take, at the least, if each part of it were written out as often as it stands there:
    /// parts are shared, so it may be more than any memory holds.
    #[inline]
    #[must_use]
    pub(crate) fn written(&self) -> usize {
        match self {
            Value::List(list) => list.written(),
            Value::Map(map) => map.written(),
            Value::Text(text) => WRITTEN + text.as_str().len(),
            Value::Vector(vector) => WRITTEN + vector.bytes(),
            _ => WRITTEN,
        }
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
