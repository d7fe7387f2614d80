//! The types of values: what `valueType()` prints and what `IS :: T` asks.

use std::collections::BTreeSet;

use crate::syntax::ast::{BaseType, TypeName};
use crate::value::{Value, budget};

/// A type as found in a value, in the order in which a union lists its members.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Boolean,
    Text,
    Integer,
    Float,
    Node,
    Relationship,
    Map,
    /// The types of the elements, and whether there is a null among them.
    List(BTreeSet<Found>, bool),
    Path,
}

/// The most precise type of a value as the manual writes it, such as `LIST<INTEGER NOT NULL> NOT NULL`.
#[must_use]
pub fn value_type(value: &Value) -> String {
    match found(value) {
        None => "NULL".to_owned(),
        Some(found) => format!("{} NOT NULL", written(&found)),
    }
}

/// `None` for null. A list that holds one list many times is walked as often; past the deadline any answer
/// will do.
fn found(value: &Value) -> Option<Found> {
    if budget::interrupted() {
        return None;
    }
    Some(match value {
        Value::Null => return None,
        Value::Bool(_) => Found::Boolean,
        Value::Text(_) => Found::Text,
        Value::Integer(_) => Found::Integer,
        Value::Float(_) => Found::Float,
        Value::Node(_) => Found::Node,
        Value::Relationship(_) => Found::Relationship,
        Value::Map(_) => Found::Map,
        Value::Path(_) => Found::Path,
        Value::List(list) => {
            let elements = list.as_slice();
            let nulls = elements.iter().any(Value::is_null);
            Found::List(elements.iter().filter_map(found).collect(), nulls)
        }
    })
}

fn written(found: &Found) -> String {
    match found {
        Found::Boolean => "BOOLEAN".to_owned(),
        Found::Text => "STRING".to_owned(),
        Found::Integer => "INTEGER".to_owned(),
        Found::Float => "FLOAT".to_owned(),
        Found::Node => "NODE".to_owned(),
        Found::Relationship => "RELATIONSHIP".to_owned(),
        Found::Map => "MAP".to_owned(),
        Found::Path => "PATH".to_owned(),
        Found::List(members, nulls) => {
            let suffix = if *nulls { "" } else { " NOT NULL" };
            let members: Vec<_> = members.iter().map(|member| written(member) + suffix).collect();
            match (members.as_slice(), nulls) {
                ([], true) => "LIST<NULL>".to_owned(),
                ([], false) => "LIST<NOTHING>".to_owned(),
                (members, _) => format!("LIST<{}>", members.join(" | ")),
            }
        }
    }
}

/// Whether a value is of a type: `IS :: T`. Null is of every type that does not say `NOT NULL`.
#[must_use]
pub fn is_of_type(value: &Value, of: &TypeName) -> bool {
    !budget::interrupted()
        && of.alternatives.iter().any(|alternative| match value {
            Value::Null => !alternative.not_null && alternative.base != BaseType::Nothing,
            value => is_of_base(value, &alternative.base),
        })
}

fn is_of_base(value: &Value, base: &BaseType) -> bool {
    match base {
        BaseType::Any => true,
        BaseType::Property => is_property(value),
        BaseType::Boolean => matches!(value, Value::Bool(_)),
        BaseType::String => matches!(value, Value::Text(_)),
        BaseType::Integer => matches!(value, Value::Integer(_)),
        BaseType::Float => matches!(value, Value::Float(_)),
        BaseType::Node => matches!(value, Value::Node(_)),
        BaseType::Relationship => matches!(value, Value::Relationship(_)),
        BaseType::Map => matches!(value, Value::Map(_)),
        BaseType::Path => matches!(value, Value::Path(_)),
        BaseType::List(of) => match value {
            Value::List(list) => list.as_slice().iter().all(|element| is_of_type(element, of)),
            _ => false,
        },
        BaseType::Nothing
        | BaseType::Null
        | BaseType::Date
        | BaseType::LocalTime
        | BaseType::ZonedTime
        | BaseType::LocalDateTime
        | BaseType::ZonedDateTime
        | BaseType::Duration
        | BaseType::Point => false,
    }
}

/// What can be stored in a property: scalars, and lists of scalars of one type.
fn is_property(value: &Value) -> bool {
    let scalar = |value: &Value| {
        matches!(value, Value::Bool(_) | Value::Text(_) | Value::Integer(_) | Value::Float(_))
    };
    match value {
        Value::List(list) => match list.as_slice() {
            [] => true,
            [first, rest @ ..] => {
                scalar(first) && rest.iter().all(|value| value.type_name() == first.type_name())
            }
        },
        other => scalar(other),
    }
}
