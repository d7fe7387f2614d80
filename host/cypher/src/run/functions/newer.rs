//! Functions that only Cypher 25 has: what can be made of lists, and a few on texts and elements.

use super::argument::{any_null, argument, outside, text, wrong};
use super::code::Native;
use super::scalar::count;
use super::search::{Search, work};
use crate::error::Error;
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::distinct::DistinctRows;
use crate::run::growing_text::GrowingText;
use crate::run::merge_sort::merge_sort;
use crate::signatures::NewerFunction;
use crate::value::{List, Value, room_for_values};

/// The code of a function.
pub(super) fn code(function: NewerFunction) -> Native {
    match function {
        NewerFunction::Cardinality => cardinality,
        NewerFunction::CollDistinct => distinct,
        NewerFunction::CollFlatten => flatten,
        NewerFunction::CollIndexOf => index_of,
        NewerFunction::CollInsert => insert,
        NewerFunction::CollMax => |context, a| extreme(context, "coll.max", a, true),
        NewerFunction::CollMin => |context, a| extreme(context, "coll.min", a, false),
        NewerFunction::CollRemove => remove,
        NewerFunction::CollSort => sort,
        NewerFunction::Format => format,
        NewerFunction::PropertyExists => property_exists,
        NewerFunction::StringIndexOf => index_of_text,
        NewerFunction::StringJoin => join,
        NewerFunction::StringRegexReplace => regex_replace,
    }
}

fn list<'v>(function: &str, value: &'v Value) -> Result<Option<&'v List>, Error> {
    match value {
        Value::Null => Ok(None),
        Value::List(list) => Ok(Some(list)),
        other => Err(wrong(function, "a List", other)),
    }
}

fn number(function: &str, value: &Value) -> Result<Option<i64>, Error> {
    match value {
        Value::Null => Ok(None),
        Value::Integer(number) => Ok(Some(*number)),
        other => Err(wrong(function, "an Integer", other)),
    }
}

/// How many elements a list or a path has, or entries a map.
fn cardinality(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::List(list) => Ok(count(list.as_slice().len())),
        Value::Map(map) => Ok(count(map.as_slice().len())),
        Value::Path(path) => Ok(count(path.nodes().len() + path.relationships().len())),
        other => Err(wrong("cardinality", "a List, a Map or a Path", other)),
    }
}

fn distinct(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some(list) = list("coll.distinct", argument(arguments, 0))? else {
        return Ok(Value::Null);
    };
    let mut seen = DistinctRows::new(1);
    let mut values = room_for_values(list.as_slice().len(), context.meter)?;
    for value in list.as_slice() {
        context.tick()?;
        // NaN is not even itself.
        let is_nan = matches!(value, Value::Float(number) if number.is_nan());
        if is_nan || seen.insert(std::slice::from_ref(value), context.meter)?.1 {
            values.push(value.clone());
        }
    }
    Value::list(values, context.meter)
}

fn flatten(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let depth = match arguments.get(1) {
        Some(depth) => number("coll.flatten", depth)?,
        None => Some(1),
    };
    let list = list("coll.flatten", argument(arguments, 0))?;
    let (Some(list), Some(depth)) = (list, depth) else { return Ok(Value::Null) };
    if depth < 0 {
        return Err(outside("coll.flatten() takes no negative depth"));
    }
    let mut values = Charged::default();
    append(context, list, depth, &mut values)?;
    let (values, charge) = values.into_parts();
    drop(charge);
    Value::list(values.collect(), context.meter)
}

/// Lists nest no deeper than values may.
fn append(
    context: &Context<'_>,
    list: &List,
    depth: i64,
    values: &mut Charged<Value>,
) -> Result<(), Error> {
    for value in list.as_slice() {
        context.tick()?;
        if let Value::List(inner) = value
            && depth > 0
        {
            append(context, inner, depth - 1, values)?;
            continue;
        }
        values.push(value.clone(), context.meter)?;
    }
    Ok(())
}

fn index_of(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let (Some(list), wanted) =
        (list("coll.indexOf", argument(arguments, 0))?, argument(arguments, 1))
    else {
        return Ok(Value::Null);
    };
    for (at, value) in list.as_slice().iter().enumerate() {
        context.tick()?;
        if value.equals(wanted, context.meter) == Some(true) {
            return Ok(count(at));
        }
    }
    Ok(Value::Integer(-1))
}

/// A list and a place in it, which may be `beyond` its last element.
fn place<'v>(
    function: &str,
    arguments: &'v [Value],
    beyond: usize,
) -> Result<Option<(&'v List, usize)>, Error> {
    if any_null(&arguments[..2]) {
        return Ok(None);
    }
    let list = list(function, argument(arguments, 0))?;
    let at = number(function, argument(arguments, 1))?;
    let (Some(list), Some(at)) = (list, at) else { return Ok(None) };
    let length = list.as_slice().len() + beyond;
    match usize::try_from(at) {
        Ok(at) if at < length => Ok(Some((list, at))),
        _ => Err(outside(format!("{function}() takes an index within the list, not {at}"))),
    }
}

fn insert(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some((list, at)) = place("coll.insert", arguments, 1)? else { return Ok(Value::Null) };
    let (before, behind) = list.as_slice().split_at(at);
    let new = std::slice::from_ref(argument(arguments, 2));
    copied(context, [before, new, behind])
}

fn remove(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some((list, at)) = place("coll.remove", arguments, 0)? else { return Ok(Value::Null) };
    copied(context, [&list.as_slice()[..at], &[], &list.as_slice()[at + 1..]])
}

fn copied(context: &Context<'_>, parts: [&[Value]; 3]) -> Result<Value, Error> {
    let length = parts.iter().map(|part| part.len()).sum();
    let mut values = room_for_values(length, context.meter)?;
    for value in parts.into_iter().flatten() {
        context.tick()?;
        values.push(value.clone());
    }
    Value::list(values, context.meter)
}

/// The largest or smallest element in the order of `ORDER BY`, in which null is the largest.
fn extreme(
    context: &Context<'_>,
    function: &str,
    arguments: &[Value],
    largest: bool,
) -> Result<Value, Error> {
    let Some(list) = list(function, argument(arguments, 0))? else { return Ok(Value::Null) };
    let mut best: Option<&Value> = None;
    for value in list.as_slice() {
        context.tick()?;
        let better = best.is_none_or(|best| {
            let ordering = value.order_with_sign(best, context.meter);
            if largest { ordering.is_gt() } else { ordering.is_lt() }
        });
        if better {
            best = Some(value);
        }
    }
    Ok(best.cloned().unwrap_or_default())
}

fn sort(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let Some(list) = list("coll.sort", argument(arguments, 0))? else { return Ok(Value::Null) };
    let values = list.as_slice();
    context.meter.room_for(values.len().saturating_mul(4 * size_of::<usize>()))?;
    let mut order: Vec<usize> = (0..values.len()).collect();
    merge_sort(&mut order, |a, b| {
        context.tick()?;
        Ok(values[*a].order_with_sign(&values[*b], context.meter).is_le())
    })?;
    let mut sorted = room_for_values(values.len(), context.meter)?;
    for at in order {
        context.tick()?;
        sorted.push(values[at].clone());
    }
    Value::list(sorted, context.meter)
}

/// A temporal value as a pattern prints it, or without one as it prints itself.
fn format(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let value = match argument(arguments, 0) {
        Value::Null => return Ok(Value::Null),
        Value::Temporal(value) => value,
        other => return Err(wrong("format", "a temporal value", other)),
    };
    let Some(pattern) = arguments.get(1) else {
        return Value::text(value.to_string(), context.meter);
    };
    let Some(pattern) = text("format", pattern)? else { return Ok(Value::Null) };
    context.meter.read(pattern.as_str().len())?;
    Value::text(value.format(pattern.as_str())?, context.meter)
}

/// Whether an element has a property, whose name comes as a text.
fn property_exists(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let (element, key) = (argument(arguments, 0), argument(arguments, 1));
    let (false, Value::Text(key)) = (element.is_null(), key) else { return Ok(Value::Null) };
    let Some(properties) = context.properties(element) else {
        return Err(wrong("property_exists", "a Node or a Relationship", element));
    };
    let token = context.graph.token(key.as_str());
    Ok(Value::Bool(token.is_some_and(|token| properties.get(token).is_some())))
}

/// How many characters stand before the first place where a text has another one in it.
fn index_of_text(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let whole = text("string.indexOf", argument(arguments, 0))?;
    let wanted = text("string.indexOf", argument(arguments, 1))?;
    let (Some(whole), Some(wanted)) = (whole, wanted) else { return Ok(Value::Null) };
    let whole = whole.as_str();
    let Some(found) = Search::new(wanted.as_str()).find(context, whole, 0)? else {
        return Ok(Value::Integer(-1));
    };
    const CHUNK: usize = 64 << 10;
    let mut characters = 0;
    for chunk in whole.as_bytes()[..found].chunks(CHUNK) {
        work(context)?;
        // Every character has one byte that continues none.
        characters += chunk.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    }
    Ok(count(characters))
}

/// The texts of a list, with another text between them; nulls are left out.
fn join(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let list = list("string.join", argument(arguments, 0))?;
    let delimiter = text("string.join", argument(arguments, 1))?;
    let (Some(list), Some(delimiter)) = (list, delimiter) else { return Ok(Value::Null) };
    let mut joined = GrowingText::new(context.meter);
    let mut first = true;
    for value in list.as_slice() {
        context.tick()?;
        let Some(part) = text("string.join", value)? else { continue };
        joined.push_str(if first { "" } else { delimiter.as_str() })?;
        joined.push_str(part.as_str())?;
        first = false;
    }
    joined.finish()
}

/// A text with what matches a regular expression replaced, as Java replaces it.
fn regex_replace(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    if any_null(arguments) {
        return Ok(Value::Null);
    }
    let part = |at| text("string.regexReplace", argument(arguments, at));
    let (Some(original), Some(pattern), Some(by)) = (part(0)?, part(1)?, part(2)?) else {
        return Ok(Value::Null);
    };
    let regexes = &context.run.regexes;
    regexes.replace(context.meter, pattern.as_str(), original.as_str(), by.as_str())
}
