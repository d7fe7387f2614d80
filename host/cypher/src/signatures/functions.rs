//! The functions that the engine computes, in the manual's categories: their names, what they take and what
//! they give. The code that computes them is the runner's.

use super::signature::{Count, Parameter, Signature};

/// A function as a query calls it; `None` is computed by no function of the engine.
pub(crate) type FunctionSignature = Signature<Option<Function>>;

/// An aggregating function as a query calls it.
pub(crate) type AggregateSignature = Signature<AggregateFunction>;

/// What only Cypher 25 has, beside names for what there was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewerFunction {
    /// `cardinality()`.
    Cardinality,
    /// `coll.distinct()`.
    CollDistinct,
    /// `coll.flatten()`.
    CollFlatten,
    /// `coll.indexOf()`.
    CollIndexOf,
    /// `coll.insert()`.
    CollInsert,
    /// `coll.max()`.
    CollMax,
    /// `coll.min()`.
    CollMin,
    /// `coll.remove()`.
    CollRemove,
    /// `coll.sort()`.
    CollSort,
    /// `format()`.
    Format,
    /// `property_exists()`.
    PropertyExists,
    /// `string.indexOf()`.
    StringIndexOf,
    /// `string.join()`.
    StringJoin,
    /// `string.regexReplace()`.
    StringRegexReplace,
}

/// A function, by its category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// Conversions between booleans, numbers and texts.
    Conversion(ConversionFunction),
    /// What looks into nodes, relationships and paths.
    Graph(GraphFunction),
    /// What makes lists out of numbers and other lists.
    List(ListFunction),
    /// Numbers, logarithms and chance.
    Mathematical(MathematicalFunction),
    /// Conversions to numbers of what Cypher 25 writes in texts.
    Number(NumberFunction),
    /// Predicates that are no syntax of their own.
    Predicate(PredicateFunction),
    /// Scalar functions that belong nowhere else.
    Scalar(ScalarFunction),
    /// Points.
    Spatial(SpatialFunction),
    /// Dates, times and durations.
    Temporal(TemporalFunction),
    /// Texts.
    Text(TextFunction),
    /// Angles.
    Trigonometric(TrigonometricFunction),
    /// UUIDs.
    Uuid(UuidFunction),
    /// Vectors.
    Vector(VectorFunction),
    /// What only Cypher 25 has.
    Newer(NewerFunction),
}

/// The signatures of all functions that the engine computes.
pub(super) fn all() -> impl Iterator<Item = &'static FunctionSignature> {
    let categories = [
        ConversionFunction::SIGNATURES,
        GraphFunction::SIGNATURES,
        ListFunction::SIGNATURES,
        MathematicalFunction::SIGNATURES,
        PredicateFunction::SIGNATURES,
        ScalarFunction::SIGNATURES,
        SpatialFunction::SIGNATURES,
        TemporalFunction::SIGNATURES,
        TextFunction::SIGNATURES,
        TrigonometricFunction::SIGNATURES,
        UuidFunction::SIGNATURES,
        VectorFunction::SIGNATURES,
    ];
    categories.into_iter().flatten()
}

/// The signatures of what Cypher 25 has instead of functions of the same names.
pub(super) const INSTEAD: &[FunctionSignature] = NumberFunction::SIGNATURES;

/// `Variant "name" (parameter "TYPE" count, ...) "RESULT"`, a function a line; `newer` behind it where Cypher 25 alone
/// has it.
macro_rules! category {
    (@) => { false };
    (@ newer) => { true };
    ($category:ident $function:ident: $($variant:ident $name:literal ($($parameter:ident $of:literal $count:ident),*) $result:literal $($newer:ident)?;)*) => {
        /// The functions of a category.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $function {
            $(
                #[doc = concat!("`", $name, "()`.")]
                $variant,
            )*
        }

        impl $function {
            const SIGNATURES: &'static [FunctionSignature] = &[$(FunctionSignature {
                name: $name,
                parameters: &[$(Parameter { of: $of, count: Count::$count }),*],
                result: $result,
                function: Some(Function::$category($function::$variant)),
                is_newer: category!(@ $($newer)?),
            }),*];
        }
    };
}

/// A category with the conversions to numbers, which Cypher 25 has in another form under the same names.
macro_rules! with_numbers {
    ($category:ident $function:ident: $($others:tt)*) => {
        category! { $category $function:
            Float "toFloat" (input "STRING | INTEGER | FLOAT" One) "FLOAT";
            FloatList "toFloatList" (input "VECTOR | LIST<ANY>" One) "LIST<FLOAT>";
            FloatOrNull "toFloatOrNull" (input "ANY" One) "FLOAT";
            Integer "toInteger" (input "BOOLEAN | STRING | INTEGER | FLOAT | LIST<ANY>" One) "INTEGER";
            IntegerList "toIntegerList" (input "VECTOR | LIST<ANY>" One) "LIST<INTEGER>";
            IntegerOrNull "toIntegerOrNull" (input "ANY" One) "INTEGER";
            $($others)*
        }
    };
}

with_numbers! { Conversion ConversionFunction:
    Boolean "toBoolean" (input "BOOLEAN | STRING | INTEGER" One) "BOOLEAN";
    BooleanList "toBooleanList" (input "LIST<ANY>" One) "LIST<BOOLEAN>";
    BooleanOrNull "toBooleanOrNull" (input "ANY" One) "BOOLEAN";
    String "toString" (input "BOOLEAN | FLOAT | INTEGER | STRING | POINT | DURATION | INSTANT | UUID" One) "STRING";
    StringList "toStringList" (input "LIST<ANY>" One) "LIST<STRING>";
    StringOrNull "toStringOrNull" (input "ANY" One) "STRING";
}

with_numbers! { Number NumberFunction: }

category! { Graph GraphFunction:
    ElementId "elementId" (input "NODE | RELATIONSHIP" One) "STRING";
    EndNode "endNode" (input "RELATIONSHIP" One) "NODE";
    Id "id" (input "NODE | RELATIONSHIP" One) "INTEGER";
    Keys "keys" (input "MAP | NODE | RELATIONSHIP" One) "LIST<STRING>";
    Labels "labels" (input "NODE" One) "LIST<STRING>";
    Length "length" (input "PATH" One) "INTEGER";
    Nodes "nodes" (input "PATH" One) "LIST<NODE>";
    Properties "properties" (input "MAP | NODE | RELATIONSHIP" One) "MAP";
    Relationships "relationships" (input "PATH" One) "LIST<RELATIONSHIP>";
    StartNode "startNode" (input "RELATIONSHIP" One) "NODE";
    Type "type" (input "RELATIONSHIP" One) "STRING";
}

category! { List ListFunction:
    Range "range" (start "INTEGER" One, end "INTEGER" One, step "INTEGER" Optional) "LIST<INTEGER>";
    Reverse "reverse" (input "STRING | LIST<ANY>" One) "STRING | LIST<ANY>";
    Tail "tail" (input "LIST<ANY>" One) "LIST<ANY>";
}

category! { Mathematical MathematicalFunction:
    Abs "abs" (input "INTEGER | FLOAT" One) "INTEGER | FLOAT";
    Ceil "ceil" (input "FLOAT" One) "FLOAT";
    Floor "floor" (input "FLOAT" One) "FLOAT";
    IsNan "isNaN" (input "INTEGER | FLOAT" One) "BOOLEAN";
    Rand "rand" () "FLOAT";
    Round "round" (value "FLOAT" One, precision "INTEGER | FLOAT" Optional, mode "STRING" Optional) "FLOAT";
    Sign "sign" (input "INTEGER | FLOAT" One) "INTEGER";
    E "e" () "FLOAT";
    Exp "exp" (input "FLOAT" One) "FLOAT";
    Log "log" (input "FLOAT" One) "FLOAT";
    Log10 "log10" (input "FLOAT" One) "FLOAT";
    Sqrt "sqrt" (input "FLOAT" One) "FLOAT";
}

category! { Predicate PredicateFunction:
    Exists "exists" (pattern "BOOLEAN" One) "BOOLEAN";
    IsEmpty "isEmpty" (input "LIST<ANY> | MAP | STRING" One) "BOOLEAN";
}

category! { Scalar ScalarFunction:
    CharLength "char_length" (input "STRING" One) "INTEGER";
    CharacterLength "character_length" (input "STRING" One) "INTEGER";
    Coalesce "coalesce" (input "ANY" Many) "ANY";
    Head "head" (list "LIST<ANY>" One) "ANY";
    Last "last" (list "LIST<ANY>" One) "ANY";
    NullIf "nullIf" (v1 "ANY" One, v2 "ANY" One) "ANY";
    RandomUuid "randomUUID" () "STRING";
    Size "size" (input "STRING | VECTOR | LIST<ANY>" One) "INTEGER";
    ValueType "valueType" (input "ANY" One) "STRING";
}

category! { Spatial SpatialFunction:
    Point "point" (input "MAP | NODE | RELATIONSHIP" One) "POINT";
    Distance "point.distance" (from "ANY" One, to "ANY" One) "FLOAT";
    WithinBBox "point.withinBBox" (point "ANY" One, lowerLeft "ANY" One, upperRight "ANY" One) "BOOLEAN";
}

category! { Temporal TemporalFunction:
    Date "date" (input "ANY" Optional, pattern "STRING" Newer) "DATE";
    DateRealtime "date.realtime" (timezone "ANY" Optional) "DATE";
    DateStatement "date.statement" (timezone "ANY" Optional) "DATE";
    DateTransaction "date.transaction" (timezone "ANY" Optional) "DATE";
    DateTruncate "date.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "DATE";
    DateTime "datetime" (input "ANY" Optional, pattern "STRING" Newer) "ZONED DATETIME";
    DateTimeFromEpoch "datetime.fromEpoch" (seconds "INTEGER | FLOAT" One, nanoseconds "INTEGER | FLOAT" One) "ZONED DATETIME";
    DateTimeFromEpochMillis "datetime.fromEpochMillis" (milliseconds "INTEGER | FLOAT" One) "ZONED DATETIME";
    DateTimeRealtime "datetime.realtime" (timezone "ANY" Optional) "ZONED DATETIME";
    DateTimeStatement "datetime.statement" (timezone "ANY" Optional) "ZONED DATETIME";
    DateTimeTransaction "datetime.transaction" (timezone "ANY" Optional) "ZONED DATETIME";
    DateTimeTruncate "datetime.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "ZONED DATETIME";
    Duration "duration" (input "ANY" One, pattern "STRING" Newer) "DURATION";
    DurationBetween "duration.between" (from "ANY" One, to "ANY" One) "DURATION";
    DurationInDays "duration.inDays" (from "ANY" One, to "ANY" One) "DURATION";
    DurationInMonths "duration.inMonths" (from "ANY" One, to "ANY" One) "DURATION";
    DurationInSeconds "duration.inSeconds" (from "ANY" One, to "ANY" One) "DURATION";
    LocalDateTime "localdatetime" (input "ANY" Optional, pattern "STRING" Newer) "LOCAL DATETIME";
    LocalDateTimeRealtime "localdatetime.realtime" (timezone "ANY" Optional) "LOCAL DATETIME";
    LocalDateTimeStatement "localdatetime.statement" (timezone "ANY" Optional) "LOCAL DATETIME";
    LocalDateTimeTransaction "localdatetime.transaction" (timezone "ANY" Optional) "LOCAL DATETIME";
    LocalDateTimeTruncate "localdatetime.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "LOCAL DATETIME";
    LocalTime "localtime" (input "ANY" Optional, pattern "STRING" Newer) "LOCAL TIME";
    LocalTimeRealtime "localtime.realtime" (timezone "ANY" Optional) "LOCAL TIME";
    LocalTimeStatement "localtime.statement" (timezone "ANY" Optional) "LOCAL TIME";
    LocalTimeTransaction "localtime.transaction" (timezone "ANY" Optional) "LOCAL TIME";
    LocalTimeTruncate "localtime.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "LOCAL TIME";
    Time "time" (input "ANY" Optional, pattern "STRING" Newer) "ZONED TIME";
    TimeRealtime "time.realtime" (timezone "ANY" Optional) "ZONED TIME";
    TimeStatement "time.statement" (timezone "ANY" Optional) "ZONED TIME";
    TimeTransaction "time.transaction" (timezone "ANY" Optional) "ZONED TIME";
    TimeTruncate "time.truncate" (unit "STRING" One, input "ANY" Optional, fields "MAP" Optional) "ZONED TIME";
    Timestamp "timestamp" (input "ANY" Optional) "INTEGER";
}

category! { Text TextFunction:
    Btrim "btrim" (input "STRING" One, trimCharacterString "STRING" Optional) "STRING";
    Left "left" (original "STRING" One, length "INTEGER" One) "STRING";
    Lower "lower" (input "STRING" One) "STRING";
    Ltrim "ltrim" (input "STRING" One, trimCharacterString "STRING" Optional) "STRING";
    Normalize "normalize" (input "STRING" One, normalForm "STRING" Optional) "STRING";
    Replace "replace" (original "STRING" One, search "STRING" One, replace "STRING" One, limit "INTEGER" Newer) "STRING";
    Right "right" (original "STRING" One, length "INTEGER" One) "STRING";
    Rtrim "rtrim" (input "STRING" One, trimCharacterString "STRING" Optional) "STRING";
    Split "split" (original "STRING" One, splitDelimiters "STRING | LIST<STRING>" One) "LIST<STRING>";
    Substring "substring" (original "STRING" One, start "INTEGER" One, length "INTEGER" Optional) "STRING";
    ToLower "toLower" (input "STRING" One) "STRING";
    ToUpper "toUpper" (input "STRING" One) "STRING";
    Trim "trim" (trimSpecification "STRING" One, trimCharacterString "STRING" Optional, input "STRING" Optional) "STRING";
    Upper "upper" (input "STRING" One) "STRING";
}

category! { Trigonometric TrigonometricFunction:
    Acos "acos" (input "FLOAT" One) "FLOAT";
    Asin "asin" (input "FLOAT" One) "FLOAT";
    Atan "atan" (input "FLOAT" One) "FLOAT";
    Atan2 "atan2" (y "FLOAT" One, x "FLOAT" One) "FLOAT";
    Cos "cos" (input "FLOAT" One) "FLOAT";
    Cosh "cosh" (input "FLOAT" One) "FLOAT" newer;
    Cot "cot" (input "FLOAT" One) "FLOAT";
    Coth "coth" (input "FLOAT" One) "FLOAT" newer;
    Degrees "degrees" (input "FLOAT" One) "FLOAT";
    Haversin "haversin" (input "FLOAT" One) "FLOAT";
    Pi "pi" () "FLOAT";
    Radians "radians" (input "FLOAT" One) "FLOAT";
    Sin "sin" (input "FLOAT" One) "FLOAT";
    Sinh "sinh" (input "FLOAT" One) "FLOAT" newer;
    Tan "tan" (input "FLOAT" One) "FLOAT";
    Tanh "tanh" (input "FLOAT" One) "FLOAT" newer;
}

category! { Uuid UuidFunction:
    LeastSignificantBits "uuid.leastSignificantBits" (uuid "UUID" One) "INTEGER" newer;
    MostSignificantBits "uuid.mostSignificantBits" (uuid "UUID" One) "INTEGER" newer;
    New "uuid" (input "STRING | INTEGER" Optional, leastSigBits "INTEGER" Optional) "UUID" newer;
}

category! { Vector VectorFunction:
    Cosine "vector.similarity.cosine" (a "VECTOR | LIST<INTEGER | FLOAT>" One, b "VECTOR | LIST<INTEGER | FLOAT>" One) "FLOAT";
    DimensionCount "vector_dimension_count" (input "VECTOR" One) "INTEGER" newer;
    Distance "vector_distance" (vector1 "VECTOR" One, vector2 "VECTOR" One, vectorDistanceMetric "WORD" One) "FLOAT" newer;
    Euclidean "vector.similarity.euclidean" (a "VECTOR | LIST<INTEGER | FLOAT>" One, b "VECTOR | LIST<INTEGER | FLOAT>" One) "FLOAT";
    New "vector" (vectorValue "STRING | LIST<INTEGER | FLOAT>" One, dimension "INTEGER" One, coordinateType "WORD" One) "VECTOR" newer;
    Norm "vector_norm" (vector "VECTOR" One, vectorDistanceMetric "WORD" One) "FLOAT" newer;
}

/// As [`category`].
macro_rules! aggregates {
    ($($variant:ident $name:literal ($($parameter:ident $of:literal $count:ident),*) $result:literal;)*) => {
        /// A function that gathers a value from many rows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum AggregateFunction {
            $(
                #[doc = concat!("`", $name, "()`.")]
                $variant,
            )*
        }

        /// The signatures of all of them.
        pub(super) const AGGREGATES: &[AggregateSignature] = &[$(AggregateSignature {
            name: $name,
            parameters: &[$(Parameter { of: $of, count: Count::$count }),*],
            result: $result,
            function: AggregateFunction::$variant,
            is_newer: false,
        }),*];
    };
}

aggregates! {
    Avg "avg" (input "INTEGER | FLOAT | DURATION" One) "INTEGER | FLOAT | DURATION";
    Collect "collect" (input "ANY" One) "LIST<ANY>";
    Count "count" (input "ANY" One) "INTEGER";
    Max "max" (input "ANY" One) "ANY";
    Min "min" (input "ANY" One) "ANY";
    PercentileCont "percentileCont" (input "INTEGER | FLOAT" One, percentile "FLOAT" One) "INTEGER | FLOAT";
    PercentileDisc "percentileDisc" (input "INTEGER | FLOAT" One, percentile "FLOAT" One) "INTEGER | FLOAT";
    StDev "stDev" (input "FLOAT" One) "FLOAT";
    StDevP "stDevP" (input "FLOAT" One) "FLOAT";
    Sum "sum" (input "INTEGER | FLOAT | DURATION" One) "INTEGER | FLOAT | DURATION";
}
