//! Functions that Neo4j has and the engine can't compute, since it has no values for them or only one graph:
//! temporal and spatial ones, those of `LOAD CSV` and of several databases.

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
        }),*]
    };
}

pub(super) const SIGNATURES: &[FunctionSignature] = known! {
    "date" (input "ANY" Optional) "DATE";
    "date.realtime" (timezone "STRING | MAP" Optional) "DATE";
    "date.statement" (timezone "STRING | MAP" Optional) "DATE";
    "date.transaction" (timezone "STRING | MAP" Optional) "DATE";
    "date.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "DATE";
    "datetime" (input "ANY" Optional) "ZONED DATETIME";
    "datetime.fromEpoch" (seconds "INTEGER | FLOAT" One, nanoseconds "INTEGER | FLOAT" One) "ZONED DATETIME";
    "datetime.fromEpochMillis" (milliseconds "INTEGER | FLOAT" One) "ZONED DATETIME";
    "datetime.realtime" (timezone "STRING | MAP" Optional) "ZONED DATETIME";
    "datetime.statement" (timezone "STRING | MAP" Optional) "ZONED DATETIME";
    "datetime.transaction" (timezone "STRING | MAP" Optional) "ZONED DATETIME";
    "datetime.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "ZONED DATETIME";
    "duration" (input "ANY" One) "DURATION";
    "duration.between" (from "ANY" One, to "ANY" One) "DURATION";
    "duration.inDays" (from "ANY" One, to "ANY" One) "DURATION";
    "duration.inMonths" (from "ANY" One, to "ANY" One) "DURATION";
    "duration.inSeconds" (from "ANY" One, to "ANY" One) "DURATION";
    "localdatetime" (input "ANY" Optional) "LOCAL DATETIME";
    "localdatetime.realtime" (timezone "STRING | MAP" Optional) "LOCAL DATETIME";
    "localdatetime.statement" (timezone "STRING | MAP" Optional) "LOCAL DATETIME";
    "localdatetime.transaction" (timezone "STRING | MAP" Optional) "LOCAL DATETIME";
    "localdatetime.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "LOCAL DATETIME";
    "localtime" (input "ANY" Optional) "LOCAL TIME";
    "localtime.realtime" (timezone "STRING | MAP" Optional) "LOCAL TIME";
    "localtime.statement" (timezone "STRING | MAP" Optional) "LOCAL TIME";
    "localtime.transaction" (timezone "STRING | MAP" Optional) "LOCAL TIME";
    "localtime.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "LOCAL TIME";
    "time" (input "ANY" Optional) "ZONED TIME";
    "time.realtime" (timezone "STRING | MAP" Optional) "ZONED TIME";
    "time.statement" (timezone "STRING | MAP" Optional) "ZONED TIME";
    "time.transaction" (timezone "STRING | MAP" Optional) "ZONED TIME";
    "time.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "ZONED TIME";
    "point" (input "MAP" One) "POINT";
    "point.distance" (from "POINT" One, to "POINT" One) "FLOAT";
    "point.withinBBox" (point "POINT" One, lowerLeft "POINT" One, upperRight "POINT" One) "BOOLEAN";
    "file" () "STRING";
    "linenumber" () "INTEGER";
    "db.nameFromElementId" (name "STRING" One) "STRING";
    "graph.byElementId" (elementId "STRING" One) "GRAPH";
    "graph.byName" (name "STRING" One) "GRAPH";
    "graph.names" () "LIST<STRING>";
    "graph.propertiesByName" (name "STRING" One) "MAP";
};
