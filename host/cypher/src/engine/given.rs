//! The parameters that a run is given: their values, and whether the query can take them.

use super::{Engine, Params, Prepared};
use crate::error::{Error, ErrorKind};
use crate::meter::Meter;
use crate::near;
use crate::value::Value;

/// The values of a query's parameters. Fails where one is missing, or is of a kind that the query can't take.
pub(super) fn given(
    engine: &Engine,
    query: &Prepared,
    params: &Params,
    meter: &Meter,
) -> Result<Vec<Value>, Error> {
    let value = |name: &str| match params.get(name) {
        Some(datum) => Value::of_datum(datum, meter),
        None => Err(missing(name, params)),
    };
    let values = query.parameters().map(value).collect::<Result<Vec<_>, _>>()?;
    engine.check_kinds(query, &values, meter)?;
    Ok(values)
}

fn missing(name: &str, params: &Params) -> Error {
    let near = near::nearest(name, params.iter().map(|(name, _)| name));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean ${near}?"));
    let message = format!("the query reads ${name}, and no such parameter was given{hint}");
    Error::new(ErrorKind::ParameterMissing, message).because("MissingParameter")
}
