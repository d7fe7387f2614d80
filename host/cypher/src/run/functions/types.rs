//! The types of values: what `valueType()` prints and what `IS :: T` asks.

use std::collections::BTreeSet;

use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::syntax::ast::{BaseType, TypeName};
use crate::temporal::TemporalKind;
use crate::value::Value;
use crate::vector::CoordinateType;

/// A type as found in a value, in the order in which a union lists its members.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ValueType {
    Boolean,
    Text,
    Uuid,
    Integer,
    Float,
    /// In the order of the types' names in a union.
    Temporal(u8, &'static str),
    Point,
    Vector(CoordinateType, usize),
    Node,
    Relationship,
    Map,
    /// The types of the elements, and whether there is a null among them.
    List(BTreeSet<ValueType>, bool),
    Path,
}

/// How many types one may be made of.
const LARGEST: usize = 1000;

/// The most precise type of a value as the manual writes it, such as `LIST<INTEGER NOT NULL> NOT NULL`.
pub(super) fn value_type(value: &Value, meter: &Meter) -> Result<String, Error> {
    Ok(match type_of(value, meter)? {
        None => "NULL".to_owned(),
        Some(of) => format!("{} NOT NULL", type_text(&of)),
    })
}

/// `None` for null. A list that holds one list many times is walked as often.
fn type_of(value: &Value, meter: &Meter) -> Result<Option<ValueType>, Error> {
    meter.tick()?;
    Ok(Some(match value {
        Value::Null => return Ok(None),
        Value::Bool(_) => ValueType::Boolean,
        Value::Text(_) => ValueType::Text,
        Value::Integer(_) => ValueType::Integer,
        Value::Float(_) => ValueType::Float,
        Value::Node(_) => ValueType::Node,
        Value::Relationship(_) => ValueType::Relationship,
        Value::Map(_) => ValueType::Map,
        Value::Path(_) => ValueType::Path,
        Value::Temporal(value) => {
            ValueType::Temporal(union_rank(value.kind()), value.kind().type_name())
        }
        Value::Point(_) => ValueType::Point,
        Value::Uuid(_) => ValueType::Uuid,
        Value::Vector(vector) => ValueType::Vector(vector.coordinate_type(), vector.dimension()),
        Value::List(list) => {
            let (mut members, mut size, mut nulls) = (BTreeSet::new(), 1, false);
            for element in list.as_slice() {
                let Some(of) = type_of(element, meter)? else {
                    nulls = true;
                    continue;
                };
                let more = of.size();
                meter.spend(more)?;
                if members.insert(of) {
                    size += more;
                }
                if size > LARGEST {
                    let message = "the type of a value that nests so differently is too long";
                    return Err(Error::new(ErrorKind::TooLarge, message));
                }
            }
            ValueType::List(members, nulls)
        }
    }))
}

impl ValueType {
    /// How many types it is made of.
    fn size(&self) -> usize {
        match self {
            ValueType::List(members, _) => 1 + members.iter().map(ValueType::size).sum::<usize>(),
            _ => 1,
        }
    }
}

fn union_rank(kind: TemporalKind) -> u8 {
    match kind {
        TemporalKind::Date => 0,
        TemporalKind::LocalTime => 1,
        TemporalKind::Time => 2,
        TemporalKind::LocalDateTime => 3,
        TemporalKind::DateTime => 4,
        TemporalKind::Duration => 5,
    }
}

fn type_text(of: &ValueType) -> String {
    match of {
        ValueType::Boolean => "BOOLEAN".to_owned(),
        ValueType::Text => "STRING".to_owned(),
        ValueType::Integer => "INTEGER".to_owned(),
        ValueType::Float => "FLOAT".to_owned(),
        ValueType::Node => "NODE".to_owned(),
        ValueType::Relationship => "RELATIONSHIP".to_owned(),
        ValueType::Map => "MAP".to_owned(),
        ValueType::Path => "PATH".to_owned(),
        ValueType::Temporal(_, name) => (*name).to_owned(),
        ValueType::Point => "POINT".to_owned(),
        ValueType::Uuid => "UUID".to_owned(),
        ValueType::Vector(of, dimension) => {
            format!("VECTOR<{} NOT NULL>({dimension})", of.type_name())
        }
        ValueType::List(members, nulls) => {
            let suffix = if *nulls { "" } else { " NOT NULL" };
            let members: Vec<_> = members.iter().map(|member| type_text(member) + suffix).collect();
            match (members.as_slice(), nulls) {
                ([], true) => "LIST<NULL>".to_owned(),
                ([], false) => "LIST<NOTHING>".to_owned(),
                (members, _) => format!("LIST<{}>", members.join(" | ")),
            }
        }
    }
}

/// Whether a value is of a type: `IS :: T`. Null is of every type that does not say `NOT NULL`.
pub(in crate::run) fn is_of_type(value: &Value, of: &TypeName, meter: &Meter) -> bool {
    !meter.is_over()
        && of.alternatives.iter().any(|alternative| match value {
            Value::Null => !alternative.not_null && alternative.base != BaseType::Nothing,
            value => is_of_base(value, &alternative.base, meter),
        })
}

fn is_of_base(value: &Value, base: &BaseType, meter: &Meter) -> bool {
    match base {
        BaseType::Any => true,
        BaseType::Property => is_property(value, meter),
        BaseType::Boolean => matches!(value, Value::Bool(_)),
        BaseType::String => matches!(value, Value::Text(_)),
        BaseType::Integer => matches!(value, Value::Integer(_)),
        BaseType::Float => matches!(value, Value::Float(_)),
        BaseType::Node => matches!(value, Value::Node(_)),
        BaseType::Relationship => matches!(value, Value::Relationship(_)),
        BaseType::Map => matches!(value, Value::Map(_)),
        BaseType::Path => matches!(value, Value::Path(_)),
        BaseType::List(of) => match value {
            Value::List(list) => {
                list.as_slice().iter().all(|element| is_of_type(element, of, meter))
            }
            _ => false,
        },
        BaseType::Nothing | BaseType::Null => false,
        BaseType::Date => is_temporal(value, TemporalKind::Date),
        BaseType::LocalTime => is_temporal(value, TemporalKind::LocalTime),
        BaseType::ZonedTime => is_temporal(value, TemporalKind::Time),
        BaseType::LocalDateTime => is_temporal(value, TemporalKind::LocalDateTime),
        BaseType::ZonedDateTime => is_temporal(value, TemporalKind::DateTime),
        BaseType::Duration => is_temporal(value, TemporalKind::Duration),
        BaseType::Point => matches!(value, Value::Point(_)),
        BaseType::Uuid => matches!(value, Value::Uuid(_)),
        BaseType::Vector { of, dimension } => match value {
            Value::Vector(vector) => {
                of.is_none_or(|of| of == vector.coordinate_type())
                    && dimension.is_none_or(|dimension| dimension == vector.dimension() as u64)
            }
            _ => false,
        },
    }
}

fn is_temporal(value: &Value, kind: TemporalKind) -> bool {
    matches!(value, Value::Temporal(value) if value.kind() == kind)
}

/// What can be stored in a property: scalars, and lists of scalars of one type.
fn is_property(value: &Value, meter: &Meter) -> bool {
    let scalar = |value: &Value| {
        matches!(
            value,
            Value::Bool(_)
                | Value::Text(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Temporal(_)
                | Value::Point(_)
                | Value::Uuid(_)
        )
    };
    match value {
        Value::List(list) => match list.as_slice() {
            [] => true,
            [first, rest @ ..] => {
                scalar(first)
                    && rest
                        .iter()
                        .all(|value| !meter.is_over() && value.type_name() == first.type_name())
            }
        },
        Value::Vector(_) => true,
        other => scalar(other),
    }
}
