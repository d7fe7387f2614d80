//! What a property can hold: a scalar, or a list of scalars of one type. UUIDs and vectors it can't, as in the store
//! format of Neo4j's Community Edition.

use super::entity::Token;
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::value::Value;

/// Makes a value one that can be stored, if it can be; what is null is left to whoever stores it.
pub(super) fn make_storable(value: &mut Value, meter: &Meter) -> Result<(), Error> {
    match value {
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Temporal(_)
        | Value::Point(_) => {}
        Value::List(list) => {
            if let Some(floats) = storable_list(list.as_slice(), meter)? {
                *value = floats;
            }
        }
        Value::Map(_)
        | Value::Node(_)
        | Value::Relationship(_)
        | Value::Path(_)
        | Value::Uuid(_)
        | Value::Vector(_) => return Err(not_storable(value)),
    }
    Ok(())
}

/// A list can be stored where its elements are of one type. Integers among floats become floats, and then
/// the list is another one.
fn storable_list(values: &[Value], meter: &Meter) -> Result<Option<Value>, Error> {
    let mut mixed = false;
    if let Some(first) = values.first() {
        for value in values {
            meter.tick()?;
            match (first, value) {
                (Value::Bool(_), Value::Bool(_))
                | (Value::Text(_), Value::Text(_))
                | (Value::Integer(_), Value::Integer(_))
                | (Value::Float(_), Value::Float(_)) => {}
                (Value::Temporal(a), Value::Temporal(b)) if a.kind() == b.kind() => {}
                (Value::Point(a), Value::Point(b)) if a.system() == b.system() => {}
                (Value::Integer(_), Value::Float(_)) | (Value::Float(_), Value::Integer(_)) => {
                    mixed = true
                }
                _ => return Err(not_storable(value)),
            }
        }
    }
    if !mixed {
        return Ok(None);
    }
    let floats = values.iter().map(|value| match value {
        #[expect(clippy::cast_precision_loss, reason = "as Neo4j stores it")]
        Value::Integer(integer) => Value::Float(*integer as f64),
        other => other.clone(),
    });
    Value::list(floats.collect(), meter).map(Some)
}

#[cold]
fn not_storable(value: &Value) -> Error {
    let message = format!(
        "{} values can't be stored as a property: a property is a boolean, a number, a string, a date or time, a duration, a point, or a list of one kind of these",
        value.type_name()
    );
    Error::new(ErrorKind::Type, message).because("InvalidPropertyType")
}

/// The properties as they are stored, without those that are null.
pub(super) fn storable_all(
    mut properties: Vec<(Token, Value)>,
    meter: &Meter,
) -> Result<Vec<(Token, Value)>, Error> {
    let mut nulls = 0;
    for (_, value) in &mut properties {
        make_storable(value, meter)?;
        nulls += usize::from(value.is_null());
    }
    if nulls > 0 {
        properties.retain(|(_, value)| !value.is_null());
    }
    Ok(properties)
}
