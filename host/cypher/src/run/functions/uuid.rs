//! UUIDs: made, read, and taken apart.

use std::time::UNIX_EPOCH;

use super::argument::{argument, wrong};
use super::code::Native;
use crate::error::{Error, ErrorKind};
use crate::run::context::Context;
use crate::signatures::UuidFunction;
use crate::uuid::Uuid;
use crate::value::Value;

/// The code of a function.
pub(super) fn code(function: UuidFunction) -> Native {
    match function {
        UuidFunction::LeastSignificantBits => {
            |_, a| bits("uuid.leastSignificantBits", a, Uuid::least_significant)
        }
        UuidFunction::MostSignificantBits => {
            |_, a| bits("uuid.mostSignificantBits", a, Uuid::most_significant)
        }
        UuidFunction::New => make,
    }
}

fn make(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match arguments {
        [] => Ok(Value::Uuid(random(context))),
        [Value::Null] => Ok(Value::Null),
        [Value::Text(text)] => Uuid::parse(text.as_str()).map(Value::Uuid).ok_or_else(|| {
            let message = "uuid() takes 32 hexadecimal digits in five groups with hyphens between them, such as 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'";
            Error::new(ErrorKind::Argument, message)
        }),
        // The servers find no such function.
        [other] => {
            let error = wrong("uuid", "a String or two Integers", other);
            Err(Error::new(ErrorKind::Syntax, error.message()))
        }
        [most, least, ..] => match (integer(most)?, integer(least)?) {
            (Some(most), Some(least)) => Ok(Value::Uuid(Uuid::of_bits(most, least))),
            _ => Ok(Value::Null),
        },
    }
}

/// Of version 7, as Neo4j makes it: by the query's clock, its chance drawn from the run's seed.
fn random(context: &Context<'_>) -> Uuid {
    let since = context.meter.clock().duration_since(UNIX_EPOCH).unwrap_or_default();
    let milliseconds = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
    Uuid::of_time(milliseconds, context.random(), context.random())
}

fn integer(value: &Value) -> Result<Option<u64>, Error> {
    match value {
        Value::Null => Ok(None),
        Value::Integer(bits) => Ok(Some(bits.cast_unsigned())),
        other => Err(wrong("uuid", "two Integers", other)),
    }
}

fn bits(function: &str, arguments: &[Value], of: fn(Uuid) -> u64) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Uuid(uuid) => Ok(Value::Integer(of(*uuid).cast_signed())),
        other => Err(wrong(function, "a UUID", other)),
    }
}
