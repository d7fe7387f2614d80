//! Dates, times and durations: the functions that make them. What time it is comes from the query's clock, which
//! stands still while it runs; the code that computes is in `temporal`.

use std::time::UNIX_EPOCH;

use super::argument::{argument, text, wrong};
use super::code::Native;
use super::duration;
use crate::error::{Error, ErrorKind};
use crate::run::context::Context;
use crate::signatures::TemporalFunction;
use crate::syntax::ast::Dialect;
use crate::temporal::{
    DateTime, Field, Fields, Temporal, TemporalKind, Unit, Zone, between, in_days, in_months,
    in_seconds,
};
use crate::value::{Map, Value};

/// The code of a function.
pub(super) fn code(function: TemporalFunction) -> Native {
    use TemporalFunction as F;
    match function {
        F::Date => |context, a| make(context, TemporalKind::Date, a),
        F::DateTime => |context, a| make(context, TemporalKind::DateTime, a),
        F::LocalDateTime => |context, a| make(context, TemporalKind::LocalDateTime, a),
        F::LocalTime => |context, a| make(context, TemporalKind::LocalTime, a),
        F::Time => |context, a| make(context, TemporalKind::Time, a),
        F::DateRealtime | F::DateStatement | F::DateTransaction => {
            |context, a| now(context, TemporalKind::Date, a)
        }
        F::DateTimeRealtime | F::DateTimeStatement | F::DateTimeTransaction => {
            |context, a| now(context, TemporalKind::DateTime, a)
        }
        F::LocalDateTimeRealtime | F::LocalDateTimeStatement | F::LocalDateTimeTransaction => {
            |context, a| now(context, TemporalKind::LocalDateTime, a)
        }
        F::LocalTimeRealtime | F::LocalTimeStatement | F::LocalTimeTransaction => {
            |context, a| now(context, TemporalKind::LocalTime, a)
        }
        F::TimeRealtime | F::TimeStatement | F::TimeTransaction => {
            |context, a| now(context, TemporalKind::Time, a)
        }
        F::DateTruncate => |context, a| truncate(context, TemporalKind::Date, a),
        F::DateTimeTruncate => |context, a| truncate(context, TemporalKind::DateTime, a),
        F::LocalDateTimeTruncate => |context, a| truncate(context, TemporalKind::LocalDateTime, a),
        F::LocalTimeTruncate => |context, a| truncate(context, TemporalKind::LocalTime, a),
        F::TimeTruncate => |context, a| truncate(context, TemporalKind::Time, a),
        F::DateTimeFromEpoch => from_epoch,
        F::DateTimeFromEpochMillis => from_epoch_millis,
        F::Duration => duration::make,
        F::DurationBetween => |context, a| span(context, "duration.between", a, between),
        F::DurationInDays => |context, a| span(context, "duration.inDays", a, in_days),
        F::DurationInMonths => |context, a| span(context, "duration.inMonths", a, in_months),
        F::DurationInSeconds => |context, a| span(context, "duration.inSeconds", a, in_seconds),
        F::Timestamp => timestamp,
    }
}

/// The moment at which the query began, in milliseconds.
fn moment(context: &Context<'_>, zone: Zone) -> Result<DateTime, Error> {
    let clock = context.meter.clock();
    let (seconds, millis) = match clock.duration_since(UNIX_EPOCH) {
        Ok(since) => (i64::try_from(since.as_secs()), i64::from(since.subsec_millis())),
        Err(before) => {
            let before = before.duration();
            let seconds = i64::try_from(before.as_secs()).map(|seconds| -seconds);
            (seconds, -i64::from(before.subsec_millis()))
        }
    };
    DateTime::of_seconds(seconds.unwrap_or(i64::MAX), millis * 1_000_000, zone)
}

/// Milliseconds since 1970, now or at what `datetime()` makes of the argument.
fn timestamp(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let made = make(context, TemporalKind::DateTime, arguments)?;
    let Value::Temporal(made) = &made else { return Ok(Value::Null) };
    let Temporal::DateTime(moment) = &**made else { return Ok(Value::Null) };
    Ok(Value::Integer(moment.seconds() * 1_000 + moment.local().nanos() / 1_000_000))
}

/// `date()`, `date('2015-07-21')`, `date({year: 2015})`, `date(other)`.
fn make(context: &Context<'_>, kind: TemporalKind, arguments: &[Value]) -> Result<Value, Error> {
    if let [input, pattern] = arguments {
        return read(context, kind, input, pattern);
    }
    let made = match arguments.first() {
        None => converted(&Temporal::DateTime(moment(context, Zone::UTC)?), kind)?,
        Some(Value::Null) => return Ok(Value::Null),
        Some(Value::Text(text)) => Temporal::parse(kind, text.as_str(), Zone::UTC)?,
        Some(Value::Temporal(value)) => converted(value, kind)?,
        Some(Value::Map(map)) => match alone_in(map, "timezone") {
            Some(zone) => {
                let zone = zone_of(kind, zone)?;
                converted(&Temporal::DateTime(moment(context, zone)?), kind)?
            }
            None => fields(context, kind, map)?.build(kind, Zone::UTC)?,
        },
        Some(other) => {
            return Err(misfit(kind.constructor(), "a String, a Map or a temporal value", other));
        }
    };
    Value::temporal(made, context.meter)
}

/// `date('17.05.2024', 'dd.MM.yyyy')`.
fn read(
    context: &Context<'_>,
    kind: TemporalKind,
    input: &Value,
    pattern: &Value,
) -> Result<Value, Error> {
    let function = kind.constructor();
    let Some(pattern) = text(function, pattern)? else { return Ok(Value::Null) };
    if input.is_null() {
        return Ok(Value::Null);
    }
    let Value::Text(input) = input else {
        return Err(misfit(function, "a String before a pattern", input));
    };
    let made = Temporal::read(kind, input.as_str(), pattern.as_str())?;
    Value::temporal(made, context.meter)
}

/// The value of a key that is the only one.
fn alone_in<'m>(map: &'m Map, key: &str) -> Option<&'m Value> {
    match map.as_slice() {
        [(only, value)] if only.as_str() == key => Some(value),
        _ => None,
    }
}

/// `date.statement('Europe/Stockholm')` and its like: what time it is there.
fn now(context: &Context<'_>, kind: TemporalKind, arguments: &[Value]) -> Result<Value, Error> {
    let zone = match arguments.first() {
        None => Zone::UTC,
        Some(Value::Null) => return Ok(Value::Null),
        Some(zone) => zone_of(kind, zone)?,
    };
    let now = converted(&Temporal::DateTime(moment(context, zone)?), kind)?;
    Value::temporal(now, context.meter)
}

/// A value as one of another type. What that lacks is left out; what the value lacks is an error, but for the zone.
fn converted(value: &Temporal, kind: TemporalKind) -> Result<Temporal, Error> {
    if value.kind() == kind {
        return Ok(*value);
    }
    if let Temporal::Duration(_) = value {
        let message = format!("{}() makes nothing of a duration", kind.constructor());
        return Err(Error::new(ErrorKind::ProcedureCall, message).because("InvalidArgumentType"));
    }
    let mut fields = Fields::default();
    match kind {
        TemporalKind::Date => fields.date = Some(*value),
        TemporalKind::LocalTime | TemporalKind::Time => fields.time = Some(*value),
        _ => fields.datetime = Some(*value),
    }
    fields.build(kind, Zone::UTC)
}

/// The zone that a value names.
fn zone_of(kind: TemporalKind, value: &Value) -> Result<Zone, Error> {
    match value {
        Value::Text(text) => Zone::parse(text.as_str()),
        other => Err(misfit(kind.constructor(), "a String as timezone", other)),
    }
}

/// The error of an argument of a type from which the function makes nothing.
#[cold]
fn misfit(function: &str, expected: &str, got: &Value) -> Error {
    let error = wrong(function, expected, got);
    Error::new(ErrorKind::ProcedureCall, error.message()).because("InvalidArgumentType")
}

/// What a map gives. A null is the least value there is.
fn fields(context: &Context<'_>, kind: TemporalKind, map: &Map) -> Result<Fields, Error> {
    let mut fields = Fields::default();
    fields.ends_months = context.run.dialect == Dialect::Cypher5;
    let function = kind.constructor();
    for (key, value) in map.as_slice() {
        context.tick()?;
        let key = key.as_str();
        let is = |name: &str| key.eq_ignore_ascii_case(name);
        if is("timezone") {
            fields.zone = Some(zone_within(function, value).unwrap_or_else(|error| {
                fields.mistaken(error);
                Zone::UTC
            }));
        } else if let Some(at) = ["date", "time", "datetime"].into_iter().position(is) {
            let source = source(function, key, value).or_else(|error| {
                fields.mistaken(error);
                DateTime::of_seconds(0, 0, Zone::UTC).map(Temporal::DateTime)
            })?;
            *[&mut fields.date, &mut fields.time, &mut fields.datetime][at] = Some(source);
        } else {
            set(&mut fields, function, key, value);
        }
    }
    Ok(fields)
}

/// The zone beside other components.
fn zone_within(function: &str, value: &Value) -> Result<Zone, Error> {
    match value {
        Value::Text(text) => Zone::parse(text.as_str()),
        other => Err(wrong(function, "a String as timezone", other).newer()),
    }
}

/// What a date or a time is taken from.
fn source(function: &str, key: &str, value: &Value) -> Result<Temporal, Error> {
    match value {
        Value::Temporal(value) if value.kind() != TemporalKind::Duration => Ok(**value),
        other => Err(nothing_for(function, "a temporal value", key, other)),
    }
}

#[cold]
fn nothing_for(function: &str, expected: &str, key: &str, value: &Value) -> Error {
    let message = wrong(function, &format!("{expected} as {key}"), value);
    Error::new(ErrorKind::Argument, message.message()).because("InvalidArgumentValue")
}

fn set(fields: &mut Fields, function: &str, key: &str, value: &Value) {
    let Some(field) = Field::named(key) else {
        let key: String = key.chars().take(40).collect();
        let message = format!("{function}() takes no component {key}");
        let error = Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue");
        return fields.not_known(error);
    };
    if fields.has(field) {
        let message = format!("{function}() is given {key} twice");
        let error = Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue");
        return fields.not_known(error);
    }
    match value {
        Value::Integer(number) => return fields.set(field, *number),
        other if field.is_of_epoch() => {
            fields.mistaken(nothing_for(function, "an Integer", key, other));
        }
        Value::Null => {}
        other => fields.mistaken(wrong(function, &format!("an Integer as {key}"), other).newer()),
    }
    fields.set(field, field.least());
}

/// `date.truncate('month', value, {day: 2})`.
fn truncate(
    context: &Context<'_>,
    kind: TemporalKind,
    arguments: &[Value],
) -> Result<Value, Error> {
    let function = format!("{}.truncate", kind.constructor());
    // As all arguments are taken before any of them is looked at.
    let changes = match argument(arguments, 2) {
        Value::Null => None,
        Value::Map(map) => Some(map),
        other => return Err(wrong(&function, "a Map", other)),
    };
    let unit = match argument(arguments, 0) {
        Value::Text(unit) => unit,
        Value::Null => return Err(misfit(&function, "a String as unit", &Value::Null)),
        other => return Err(wrong(&function, "a String as unit", other)),
    };
    let value = match arguments.get(1) {
        None => Temporal::DateTime(moment(context, Zone::UTC)?),
        Some(Value::Temporal(value)) if value.kind() != TemporalKind::Duration => **value,
        Some(other) => return Err(misfit(&function, "a date or a time", other)),
    };
    let unit = Unit::named(unit.as_str())?;
    let fields = match changes {
        None => Fields::default(),
        Some(map) => {
            // What can't be cut down is refused whatever is to be set.
            unit.truncate(kind, &value, Fields::default(), Zone::UTC)?;
            fields(context, kind, map)?
        }
    };
    Value::temporal(unit.truncate(kind, &value, fields, Zone::UTC)?, context.meter)
}

fn is_number_or_null(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Integer(_) | Value::Float(_))
}

/// A whole number.
fn whole(function: &str, value: &Value) -> Result<i64, Error> {
    match value {
        Value::Integer(number) => Ok(*number),
        other if is_number_or_null(other) => Err(misfit(function, "an Integer", other)),
        other => Err(wrong(function, "an Integer", other)),
    }
}

fn from_epoch(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let function = "datetime.fromEpoch";
    let given = [argument(arguments, 0), argument(arguments, 1)];
    if let Some(other) = given.into_iter().find(|value| !is_number_or_null(value)) {
        return Err(wrong(function, "an Integer", other));
    }
    let (seconds, nanos) = (whole(function, given[0])?, whole(function, given[1])?);
    if !(0..1_000_000_000).contains(&nanos) {
        let message = format!("nanosecond goes from 0 to 999999999, and can't be {nanos}");
        return Err(Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue"));
    }
    let made = DateTime::of_seconds(seconds, nanos, Zone::UTC).map_err(|error| {
        Error::new(ErrorKind::Argument, error.message()).because("InvalidArgumentValue")
    })?;
    Value::temporal(Temporal::DateTime(made), context.meter)
}

fn from_epoch_millis(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let millis = whole("datetime.fromEpochMillis", argument(arguments, 0))?;
    let nanos = millis.rem_euclid(1_000) * 1_000_000;
    let made = DateTime::of_seconds(millis.div_euclid(1_000), nanos, Zone::UTC)?;
    Value::temporal(Temporal::DateTime(made), context.meter)
}

/// How long it is from one time to another, counted in one of the ways.
fn span(
    context: &Context<'_>,
    function: &str,
    arguments: &[Value],
    count: fn(&Temporal, &Temporal) -> Result<crate::temporal::Duration, Error>,
) -> Result<Value, Error> {
    let (from, to) = match (argument(arguments, 0), argument(arguments, 1)) {
        (Value::Null, _) | (_, Value::Null) => return Ok(Value::Null),
        (Value::Temporal(from), Value::Temporal(to)) => (from, to),
        (Value::Temporal(_), other) | (other, _) => {
            return Err(misfit(function, "two temporal values", other));
        }
    };
    Value::temporal(Temporal::Duration(count(from, to)?), context.meter)
}
