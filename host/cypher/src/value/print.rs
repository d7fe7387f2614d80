//! Values as Cypher text: what a query could write to mean them. Of nodes and relationships, which no query
//! can write down, a value prints the number, and a datum its labels or type and its properties.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::{Datum, NodeDatum, RelationshipDatum, Value};
use crate::temporal::Temporal;

/// A name as a query must write it: in back quotes unless it is a plain identifier.
#[must_use]
pub(crate) fn quote_name(name: &str) -> Cow<'_, str> {
    let mut chars = name.chars();
    let plain = chars.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(|char| char.is_alphanumeric() || char == '_');
    if plain { Cow::Borrowed(name) } else { Cow::Owned(format!("`{}`", name.replace('`', "``"))) }
}

/// A text in single quotes, with escapes.
pub(super) fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('\'')?;
    for char in text.chars() {
        match char {
            '\'' => f.write_str("\\'")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            char if char.is_control() => write!(f, "\\u{:04x}", u32::from(char))?,
            char => f.write_char(char)?,
        }
    }
    f.write_char('\'')
}

/// A float so that it can't be taken for an integer, and reads back as the same number.
pub(super) fn write_float(f: &mut fmt::Formatter<'_>, value: f64) -> fmt::Result {
    if value.is_nan() {
        f.write_str("NaN")
    } else if value.is_infinite() {
        f.write_str(if value > 0.0 { "Infinity" } else { "-Infinity" })
    } else {
        write!(f, "{value:?}")
    }
}

/// `open`, the items with commas between them, `close`.
pub(super) fn write_all<T>(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: impl IntoIterator<Item = T>,
    close: &str,
    mut write: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    f.write_str(open)?;
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    f.write_str(close)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Integer(value) => write!(f, "{value}"),
            Value::Float(value) => write_float(f, *value),
            Value::Text(text) => write_text(f, text.as_str()),
            Value::List(list) => {
                write_all(f, "[", list.as_slice(), "]", |f, value| write!(f, "{value}"))
            }
            Value::Map(map) => write_all(f, "{", map.as_slice(), "}", |f, (key, value)| {
                write!(f, "{}: {value}", quote_name(key.as_str()))
            }),
            Value::Node(id) => write!(f, "({})", id.0),
            Value::Relationship(id) => write!(f, "[{}]", id.0),
            Value::Path(path) => {
                write!(f, "<({})", path.nodes()[0].0)?;
                for (relationship, node) in path.relationships().iter().zip(&path.nodes()[1..]) {
                    write!(f, "-[{}]-({})", relationship.0, node.0)?;
                }
                f.write_str(">")
            }
            Value::Temporal(value) => write_temporal(f, value),
            Value::Point(point) => write!(f, "{}", **point),
            Value::Uuid(uuid) => write!(f, "uuid('{uuid}')"),
            Value::Vector(vector) => write!(f, "{}", **vector),
        }
    }
}

/// `date('2015-07-21')`.
fn write_temporal(f: &mut fmt::Formatter<'_>, value: &Temporal) -> fmt::Result {
    write!(f, "{}('{value}')", value.kind().constructor())
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Null => f.write_str("null"),
            Datum::Bool(value) => write!(f, "{value}"),
            Datum::Integer(value) => write!(f, "{value}"),
            Datum::Float(value) => write_float(f, *value),
            Datum::Text(text) => write_text(f, text),
            Datum::Temporal(value) => write_temporal(f, value),
            Datum::Point(point) => write!(f, "{point}"),
            Datum::Uuid(uuid) => write!(f, "uuid('{uuid}')"),
            Datum::Vector(vector) => write!(f, "{vector}"),
            Datum::Foreign(foreign) => write_text(f, &foreign.text),
            Datum::List(values) => write_all(f, "[", values, "]", |f, value| write!(f, "{value}")),
            Datum::Map(entries) => write_entries(f, entries),
            Datum::Node(node) => write!(f, "{node}"),
            Datum::Relationship(relationship) => write!(f, "{relationship}"),
            Datum::Path(path) => write_path(f, &path.nodes, &path.relationships),
        }
    }
}

impl fmt::Display for NodeDatum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('(')?;
        for label in &self.labels {
            write!(f, ":{}", quote_name(label))?;
        }
        if !self.labels.is_empty() && !self.properties.is_empty() {
            f.write_char(' ')?;
        }
        if !self.properties.is_empty() {
            write_entries(f, &self.properties)?;
        }
        f.write_char(')')
    }
}

impl fmt::Display for RelationshipDatum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[:{}", quote_name(&self.kind))?;
        if !self.properties.is_empty() {
            f.write_char(' ')?;
            write_entries(f, &self.properties)?;
        }
        f.write_char(']')
    }
}

fn write_entries(f: &mut fmt::Formatter<'_>, entries: &BTreeMap<String, Datum>) -> fmt::Result {
    write_all(f, "{", entries, "}", |f, (key, value)| write!(f, "{}: {value}", quote_name(key)))
}

fn write_path(
    f: &mut fmt::Formatter<'_>,
    nodes: &[NodeDatum],
    relationships: &[RelationshipDatum],
) -> fmt::Result {
    f.write_char('<')?;
    for (at, node) in nodes.iter().enumerate() {
        write!(f, "{node}")?;
        if let Some(relationship) = relationships.get(at) {
            if relationship.start == node.id {
                write!(f, "-{relationship}->")?;
            } else {
                write!(f, "<-{relationship}-")?;
            }
        }
    }
    f.write_char('>')
}
