//! Values as the engine computes with them: cheap to clone, small, nodes and relationships by number.
//! What leaves the engine is a [`Datum`], which needs no graph to be understood.

pub mod budget;
mod collection;
mod convert;
mod datum;
mod order;
mod print;
mod text;

pub use collection::{List, MAX_DEPTH, Map, Path, room_for_values};
pub use datum::{Datum, ForeignDatum, NodeDatum, PathDatum, RelationshipDatum};
pub use order::{Compared, Key};
pub use print::{float_text, quote_name};
pub use text::Text;

use crate::error::Error;
use crate::store::{NodeId, RelationshipId};

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
}

impl Value {
    /// A text. Fails where a long one is more than the run may hold.
    #[inline]
    pub fn text(text: impl AsRef<str> + Into<Box<str>>) -> Result<Value, Error> {
        Text::new(text).map(Value::Text)
    }

    /// A list. Fails where it is more than the run may hold, or nests too deep.
    pub fn list(values: Vec<Value>) -> Result<Value, Error> {
        List::new(values).map(Value::List)
    }

    /// A map. Fails where it is more than the run may hold, or nests too deep.
    pub fn map(entries: Vec<(Text, Value)>) -> Result<Value, Error> {
        Map::new(entries).map(Value::Map)
    }

    /// Whether it is null.
    #[inline]
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
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
        }
    }
}

impl From<Option<bool>> for Value {
    #[inline]
    fn from(truth: Option<bool>) -> Value {
        truth.map_or(Value::Null, Value::Bool)
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
