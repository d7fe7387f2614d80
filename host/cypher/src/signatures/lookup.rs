//! Finds a function by its name, whatever its case.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::functions::{self, AGGREGATES, AggregateSignature, FunctionSignature, INSTEAD};
use super::{foreign, newer};
use crate::near;

/// The function of a name.
pub(crate) fn find_function(name: &str) -> Option<&'static FunctionSignature> {
    TABLE.functions.get(name.to_ascii_lowercase().as_str()).copied()
}

/// What Cypher 25 has instead of a function.
pub(crate) fn newest(function: &'static FunctionSignature) -> &'static FunctionSignature {
    INSTEAD.iter().find(|newest| newest.name == function.name).unwrap_or(function)
}

/// The aggregating function of a name.
pub(crate) fn find_aggregate(name: &str) -> Option<&'static AggregateSignature> {
    TABLE.aggregates.get(name.to_ascii_lowercase().as_str()).copied()
}

/// The names of all functions, as the manual writes them.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    let aggregates = aggregates().map(|function| function.name);
    all().map(|function| function.name).chain(aggregates)
}

/// The function whose name is nearest to one that no function has, if one is near enough to be what was meant.
#[must_use]
pub fn nearest_function(name: &str) -> Option<&'static str> {
    let is_known = find_function(name).is_some() || find_aggregate(name).is_some();
    if is_known { None } else { near::nearest(name, function_names()) }
}

struct Table {
    functions: HashMap<String, &'static FunctionSignature>,
    aggregates: HashMap<String, &'static AggregateSignature>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    functions: all().map(|function| (function.name.to_ascii_lowercase(), function)).collect(),
    aggregates: aggregates()
        .map(|function| (function.name.to_ascii_lowercase(), function))
        .collect(),
});

fn all() -> impl Iterator<Item = &'static FunctionSignature> {
    functions::all().chain(newer::SIGNATURES).chain(foreign::SIGNATURES)
}

fn aggregates() -> impl Iterator<Item = &'static AggregateSignature> {
    AGGREGATES.iter().chain(newer::AGGREGATES)
}
