//! Temporal and spatial functions and those of `LOAD CSV`: their names and shapes, for the front end. The
//! embedded engine has no values for them.

use super::{Body, Count, Function, Parameter};

/// `name (parameter "TYPE" count, ...) result`, an entry a line.
macro_rules! known {
    ($($name:literal ($($parameter:ident $of:literal $count:ident),*) $result:literal;)*) => {
        &[$(Function {
            name: $name,
            parameters: &[$(Parameter { name: stringify!($parameter), of: $of, count: Count::$count }),*],
            result: $result,
            body: Body::Unsupported,
        }),*]
    };
}

pub(super) static FUNCTIONS: &[Function] = known! {
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
};
