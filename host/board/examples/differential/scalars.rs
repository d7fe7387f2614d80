//! Questions about values alone, of the kinds that the clauses of the other questions make little of: floats and
//! their edges, dates and times, points, texts beyond the basic plane; written out, or as parameters.

use othello_board::session::Params;
use othello_cypher::Datum;

use crate::answers::Question;
use crate::choices::Choices;

/// A question about values.
pub fn scalars(c: &mut Choices) -> Question {
    let mut params = Params::default();
    let text = match c.pick(6) {
        0 => {
            let (a, b) = (number(c, "a", &mut params), number(c, "b", &mut params));
            numbers(c, &a, &b)
        }
        1 => statistics(c),
        2 | 3 => {
            let (a, b) = (instant(c), instant(c));
            temporal(c, &a, &b)
        }
        4 => spatial(c),
        _ => {
            let (a, b) = (text(c, "a", &mut params), text(c, "b", &mut params));
            texts(c, &a, &b)
        }
    };
    Question { params, text, ordered: true, loose_lists: false, writes: false }
}

const NUMBERS: [&str; 20] = [
    "1",
    "0",
    "-1",
    "2.5",
    "0.0",
    "-0.0",
    "NaN",
    "Infinity",
    "-Infinity",
    "9007199254740992",
    "9007199254740993",
    "9007199254740993.0",
    "1e308",
    "5e-324",
    "9223372036854775807",
    "-9223372036854775808",
    "0.1",
    "-1.5",
    "1e15",
    "null",
];

/// A number as it is written, or as a parameter.
fn number(c: &mut Choices, name: &str, params: &mut Params) -> String {
    let written = c.one(&NUMBERS);
    let datum = written.parse::<i64>().map(Datum::Integer);
    match datum.or_else(|_| written.parse::<f64>().map(Datum::Float)) {
        Ok(datum) if c.once_in(3) => parameter(params, name, datum),
        _ => written.to_owned(),
    }
}

fn parameter(params: &mut Params, name: &str, value: Datum) -> String {
    params.set(name, value);
    format!("${name}")
}

fn numbers(c: &mut Choices, a: &str, b: &str) -> String {
    let value = match c.pick(5) {
        0 => format!("{a} {} {b}", c.one(&["+", "-", "*", "/", "%", "^"])),
        1 => format!("{a} {} {b}", c.one(&["=", "<>", "<", "<=", ">", ">=", "IN ["])),
        2 => {
            let function = c.one(&[
                "abs",
                "ceil",
                "floor",
                "round",
                "sign",
                "sqrt",
                "exp",
                "log",
                "log10",
                "isNaN",
                "toInteger",
                "toFloat",
                "toString",
                "toBoolean",
                "degrees",
                "radians",
                "sin",
                "cos",
                "tan",
                "cot",
                "asin",
                "acos",
                "atan",
                "haversin",
                "sinh",
                "cosh",
                "tanh",
                "coth",
                "valueType",
                "toIntegerOrNull",
                "toStringOrNull",
            ]);
            format!("{function}({a})")
        }
        3 => format!("atan2({a}, {b})"),
        _ => format!(
            "round({a}, {}, '{}')",
            c.one(&["1", "0", "3", "15"]),
            c.one(&["HALF_UP", "UP", "DOWN", "CEILING", "FLOOR", "HALF_EVEN", "HALF_DOWN"])
        ),
    };
    let value = if value.contains("IN [") { format!("{value}]") } else { value };
    format!("RETURN {value} AS v")
}

fn statistics(c: &mut Choices) -> String {
    let list: Vec<_> = (0..1 + c.pick(5))
        .map(|_| c.one(&["1", "2", "3.5", "-1", "null", "0.0", "-0.0", "1e15", "7"]))
        .collect();
    let of = match c.pick(4) {
        0 => format!("percentileCont(x, {})", c.one(&["0.5", "0", "1", "0.3", "0.25"])),
        1 => format!("percentileDisc(x, {})", c.one(&["0.5", "0", "1", "0.3", "0.25"])),
        _ => format!("{}(x)", c.one(&["avg", "sum", "min", "max", "stDev", "stDevP", "count"])),
    };
    let distinct = if c.once_in(3) { "WITH DISTINCT x " } else { "" };
    format!("UNWIND [{}] AS x {distinct}RETURN {of} AS v", list.join(", "))
}

/// A date, a time or both, by its kind and its value.
struct Instant {
    kind: &'static str,
    value: String,
}

fn instant(c: &mut Choices) -> Instant {
    let days =
        ["2024-02-29", "1999-12-31", "2015-07-21", "2026-W53-7", "0000-01-01", "-0044-03-15"];
    let times = ["12:00", "00:00:00.000000001", "23:59:59.999", "07:30:15.5"];
    let zones = ["Z", "+01:00", "-09:30", "[Europe/Stockholm]", "[America/New_York]"];
    let (day, time) = (c.one(&days), c.one(&times));
    match c.pick(5) {
        0 => Instant { kind: "date", value: day.to_owned() },
        1 => Instant { kind: "localtime", value: time.to_owned() },
        2 => {
            Instant { kind: "time", value: format!("{time}{}", c.one(&["Z", "+02:00", "-09:30"])) }
        }
        3 => Instant { kind: "localdatetime", value: format!("{day}T{time}") },
        _ => Instant { kind: "datetime", value: format!("{day}T{time}{}", c.one(&zones)) },
    }
}

const DURATIONS: [&str; 8] =
    ["P1D", "P1M", "PT1H30M", "P1Y2M3DT4H5M6.789S", "-P1M", "PT-0.5S", "P0.5M", "P1W"];

const COMPONENTS: [&str; 16] = [
    "year",
    "month",
    "day",
    "week",
    "weekYear",
    "quarter",
    "dayOfWeek",
    "dayOfQuarter",
    "ordinalDay",
    "hour",
    "minute",
    "second",
    "millisecond",
    "nanosecond",
    "offset",
    "epochMillis",
];

fn temporal(c: &mut Choices, a: &Instant, b: &Instant) -> String {
    let written = |of: &Instant| format!("{}('{}')", of.kind, of.value);
    let (one, other) = (written(a), written(b));
    let duration = |c: &mut Choices| format!("duration('{}')", c.one(&DURATIONS));
    let value = match c.pick(10) {
        0 => format!("{one}.{}", c.one(&COMPONENTS)),
        1 => format!("{one} {} {}", c.one(&["+", "-"]), duration(c)),
        2 => format!("{one} {} {other}", c.one(&["=", "<", "<>", ">="])),
        3 => {
            let function = c.one(&["between", "inMonths", "inDays", "inSeconds"]);
            format!("duration.{function}({one}, {other})")
        }
        4 => {
            let units =
                ["day", "month", "year", "week", "quarter", "hour", "decade", "millisecond"];
            format!("{}.truncate('{}', {other})", a.kind, c.one(&units))
        }
        5 => format!("toString({one})"),
        6 => format!("{}({other})", a.kind),
        7 => format!("{} {} {}", duration(c), c.one(&["+", "-", "=", "<"]), duration(c)),
        8 => format!("{} {} {}", duration(c), c.one(&["*", "/"]), c.one(&["2", "0.5", "-3"])),
        _ => format!(
            "{}.{}",
            duration(c),
            c.one(&[
                "months",
                "days",
                "seconds",
                "minutesOfHour",
                "monthsOfYear",
                "nanosecondsOfSecond"
            ])
        ),
    };
    format!("RETURN {value} AS v")
}

fn spatial(c: &mut Choices) -> String {
    let point = |c: &mut Choices| {
        let (x, y) = (c.one(&["1", "0.0", "-3.5", "2"]), c.one(&["0", "1.5", "-2"]));
        match c.pick(4) {
            0 => format!("point({{x: {x}, y: {y}}})"),
            1 => format!("point({{longitude: {x}, latitude: {y}}})"),
            2 => format!("point({{x: {x}, y: {y}, z: 1}})"),
            _ => format!("point({{longitude: {x}, latitude: {y}, height: 10}})"),
        }
    };
    let (a, b) = (point(c), point(c));
    let value = match c.pick(5) {
        0 => format!("point.distance({a}, {b})"),
        1 => format!("point.withinBBox({a}, {b}, {})", point(c)),
        2 => format!("{a} {} {b}", c.one(&["=", "<>", "<"])),
        3 => format!("{a}.{}", c.one(&["x", "y", "z", "longitude", "height", "crs", "srid"])),
        _ => format!("toString({a})"),
    };
    format!("RETURN {value} AS v")
}

const TEXTS: [&str; 14] = [
    "'abc'",
    "''",
    "'a b  c'",
    "'ÅÉß'",
    "'e\\u0301'",
    "'\\u00e9'",
    "'ﬁ'",
    "'\\'quoted\\''",
    "\"tab\\there\"",
    "' \\u2003x '",
    "'😀'",
    "'𝒳y'",
    "'İ'",
    "null",
];

fn text(c: &mut Choices, name: &str, params: &mut Params) -> String {
    if c.once_in(3) {
        let value = c.one(&["abc", "", "ÅÉß", "a\nb", "😀", "%_", "\\"]);
        return parameter(params, name, Datum::Text(value.to_owned()));
    }
    c.one(&TEXTS).to_owned()
}

/// What takes no text apart between the halves of a character beyond the basic plane.
fn texts(c: &mut Choices, a: &str, b: &str) -> String {
    let value = match c.pick(7) {
        0 => {
            let function = c.one(&[
                "size",
                "toUpper",
                "toLower",
                "trim",
                "ltrim",
                "rtrim",
                "normalize",
                "toInteger",
                "toFloat",
                "toBoolean",
                "isEmpty",
                "char_length",
            ]);
            format!("{function}({a})")
        }
        1 => format!("{a} {} {b}", c.one(&["+", "=", "<", ">=", "||"])),
        2 => format!("{a} {} {b}", c.one(&["STARTS WITH", "ENDS WITH", "CONTAINS"])),
        3 => format!("split({a}, {})", c.one(&["'b'", "' '", "'é'", "['a', 'b']"])),
        4 => format!("replace({a}, {}, {b})", c.one(&["'b'", "' '", "'zz'"])),
        5 => {
            format!("{a} =~ {}", c.one(&["'a.*'", "'.'", "'(?i)ABC'", "'\\\\w+'", "'[^b]*'", "''"]))
        }
        _ => format!("{a} IS {}NORMALIZED", c.one(&["", "NFD ", "NOT NFC ", "NFKC "])),
    };
    format!("RETURN {value} AS v")
}
