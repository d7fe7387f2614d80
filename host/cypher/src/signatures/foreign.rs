//! Functions that Neo4j has and the engine can't compute, since it reads no files and has only one graph: those of
//! `LOAD CSV` and of several databases.

use super::functions::FunctionSignature;
use super::signature::{Count, Parameter};

/// `name (parameter "TYPE" count, ...) result`, an entry a line.
macro_rules! known {
    ($($name:literal ($($parameter:ident $of:literal $count:ident),*) $result:literal;)*) => {
        &[$(FunctionSignature {
            name: $name,
            parameters: &[$(Parameter { of: $of, count: Count::$count }),*],
            result: $result,
            function: None,
            is_newer: false,
        }),*]
    };
}

pub(super) const SIGNATURES: &[FunctionSignature] = known! {
    "file" () "STRING";
    "linenumber" () "INTEGER";
    "db.nameFromElementId" (name "STRING" One) "STRING";
    "graph.byElementId" (elementId "STRING" One) "GRAPH";
    "graph.byName" (name "STRING" One) "GRAPH";
    "graph.names" () "LIST<STRING>";
    "graph.propertiesByName" (name "STRING" One) "MAP";
};
