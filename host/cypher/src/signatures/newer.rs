//! Functions that only Cypher 25 has. Most are the names that GQL gives to what Cypher 5 has as well.

use super::functions::{
    AggregateFunction, AggregateSignature, Function, FunctionSignature, GraphFunction,
    MathematicalFunction, NewerFunction, TemporalFunction,
};
use super::signature::{Count, Parameter};

/// `"name" (parameter "TYPE" count, ...) "RESULT" = function`, an entry a line.
macro_rules! newer {
    ($($name:literal ($($parameter:ident $of:literal $count:ident),*) $result:literal = $function:expr;)*) => {
        &[$(super::signature::Signature {
            name: $name,
            parameters: &[$(Parameter { of: $of, count: Count::$count }),*],
            result: $result,
            function: $function,
            is_newer: true,
        }),*]
    };
}

pub(super) const SIGNATURES: &[FunctionSignature] = newer! {
    "cardinality" (input "MAP | LIST<ANY> | PATH" One) "INTEGER" = Some(Function::Newer(NewerFunction::Cardinality));
    "ceiling" (input "FLOAT" One) "FLOAT" = Some(Function::Mathematical(MathematicalFunction::Ceil));
    "coll.distinct" (list "LIST<ANY>" One) "LIST<ANY>" = Some(Function::Newer(NewerFunction::CollDistinct));
    "coll.flatten" (list "LIST<ANY>" One, depth "INTEGER" Optional) "LIST<ANY>" = Some(Function::Newer(NewerFunction::CollFlatten));
    "coll.indexOf" (list "LIST<ANY>" One, value "ANY" One) "INTEGER" = Some(Function::Newer(NewerFunction::CollIndexOf));
    "coll.insert" (list "LIST<ANY>" One, index "INTEGER" One, value "ANY" One) "LIST<ANY>" = Some(Function::Newer(NewerFunction::CollInsert));
    "coll.max" (list "LIST<ANY>" One) "ANY" = Some(Function::Newer(NewerFunction::CollMax));
    "coll.min" (list "LIST<ANY>" One) "ANY" = Some(Function::Newer(NewerFunction::CollMin));
    "coll.remove" (list "LIST<ANY>" One, index "INTEGER" One) "LIST<ANY>" = Some(Function::Newer(NewerFunction::CollRemove));
    "coll.sort" (list "LIST<ANY>" One) "LIST<ANY>" = Some(Function::Newer(NewerFunction::CollSort));
    "duration_between" (from "ANY" One, to "ANY" One) "DURATION" = Some(Function::Temporal(TemporalFunction::DurationBetween));
    "format" (value "INSTANT | DURATION" One, pattern "STRING" Optional) "STRING" = Some(Function::Newer(NewerFunction::Format));
    "ln" (input "FLOAT" One) "FLOAT" = Some(Function::Mathematical(MathematicalFunction::Log));
    "local_datetime" (input "ANY" Optional, pattern "STRING" Newer) "LOCAL DATETIME" = Some(Function::Temporal(TemporalFunction::LocalDateTime));
    "local_time" (input "ANY" Optional, pattern "STRING" Newer) "LOCAL TIME" = Some(Function::Temporal(TemporalFunction::LocalTime));
    "path_length" (input "PATH" One) "INTEGER" = Some(Function::Graph(GraphFunction::Length));
    "property_exists" (element "NODE | RELATIONSHIP" One, propertyKeyName "WORD" One) "BOOLEAN" = Some(Function::Newer(NewerFunction::PropertyExists));
    "string.indexOf" (input "STRING" One, value "STRING" One) "INTEGER" = Some(Function::Newer(NewerFunction::StringIndexOf));
    "string.join" (input "LIST<STRING>" One, delimiter "STRING" One) "STRING" = Some(Function::Newer(NewerFunction::StringJoin));
    "string.regexReplace" (original "STRING" One, regex "STRING" One, replacement "STRING" One) "STRING" = Some(Function::Newer(NewerFunction::StringRegexReplace));
    "zoned_datetime" (input "ANY" Optional, pattern "STRING" Newer) "ZONED DATETIME" = Some(Function::Temporal(TemporalFunction::DateTime));
    "zoned_time" (input "ANY" Optional, pattern "STRING" Newer) "ZONED TIME" = Some(Function::Temporal(TemporalFunction::Time));
};

pub(super) const AGGREGATES: &[AggregateSignature] = newer! {
    "collect_list" (input "ANY" One) "LIST<ANY>" = AggregateFunction::Collect;
    "percentile_cont" (input "INTEGER | FLOAT" One, percentile "FLOAT" One) "INTEGER | FLOAT" = AggregateFunction::PercentileCont;
    "percentile_disc" (input "INTEGER | FLOAT" One, percentile "FLOAT" One) "INTEGER | FLOAT" = AggregateFunction::PercentileDisc;
    "stdev_pop" (input "FLOAT" One) "FLOAT" = AggregateFunction::StDevP;
    "stdev_samp" (input "FLOAT" One) "FLOAT" = AggregateFunction::StDev;
};
