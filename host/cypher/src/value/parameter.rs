//! From parameters to values.

use super::{Datum, Text, Value};
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::vector::Vector;

impl Value {
    /// The value of a parameter. Nodes, relationships and paths are of some graph, and can't be one.
    pub(crate) fn of_datum(datum: &Datum, meter: &Meter) -> Result<Value, Error> {
        meter.tick()?;
        Ok(match datum {
            Datum::Null => Value::Null,
            Datum::Bool(value) => Value::Bool(*value),
            Datum::Integer(value) => Value::Integer(*value),
            Datum::Float(value) => Value::Float(*value),
            Datum::Text(text) => Value::text(text.as_str(), meter)?,
            Datum::List(values) => {
                // Collected as a result it would not know how many come.
                let mut elements = Vec::with_capacity(values.len());
                for value in values {
                    // A number does not go through a result, into which it would be written in parts and read as a whole.
                    if let Datum::Integer(number) = value {
                        meter.tick()?;
                        elements.push(Value::Integer(*number));
                    } else {
                        elements.push(Value::of_datum(value, meter)?);
                    }
                }
                Value::list(elements, meter)?
            }
            Datum::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| {
                    Ok((Text::new(key.as_str(), meter)?, Value::of_datum(value, meter)?))
                });
                Value::map(entries.collect::<Result<_, _>>()?, meter)?
            }
            Datum::Node(_) | Datum::Relationship(_) | Datum::Path(_) => {
                return Err(Error::new(
                    ErrorKind::Type,
                    "a node, relationship or path can't be a parameter; give its elementId()",
                ));
            }
            Datum::Temporal(value) => Value::temporal(**value, meter)?,
            Datum::Point(point) => Value::point(**point, meter)?,
            Datum::Uuid(uuid) => Value::Uuid(*uuid),
            Datum::Vector(vector) => Value::vector(Vector::clone(vector), meter)?,
            Datum::Foreign(foreign) => {
                let kind = &foreign.kind;
                let message = format!("{kind} values are not supported by the embedded engine");
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
        })
    }
}
