//! Finds a function by its name, whatever its case.

use std::sync::LazyLock;

use hashbrown::HashMap;

use super::foreign;
use super::functions::{self, AGGREGATES, AggregateSignature, FunctionSignature};

/// The function of a name.
pub(crate) fn find_function(name: &str) -> Option<&'static FunctionSignature> {
    TABLE.functions.get(name.to_ascii_lowercase().as_str()).copied()
}

/// The aggregating function of a name.
pub(crate) fn find_aggregate(name: &str) -> Option<&'static AggregateSignature> {
    TABLE.aggregates.get(name.to_ascii_lowercase().as_str()).copied()
}

/// The names of all functions, as the manual writes them.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    let aggregates = AGGREGATES.iter().map(|function| function.name);
    all().map(|function| function.name).chain(aggregates)
}

struct Table {
    functions: HashMap<String, &'static FunctionSignature>,
    aggregates: HashMap<String, &'static AggregateSignature>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    functions: all().map(|function| (function.name.to_ascii_lowercase(), function)).collect(),
    aggregates: AGGREGATES
        .iter()
        .map(|function| (function.name.to_ascii_lowercase(), function))
        .collect(),
});

fn all() -> impl Iterator<Item = &'static FunctionSignature> {
    functions::all().chain(foreign::SIGNATURES)
}
