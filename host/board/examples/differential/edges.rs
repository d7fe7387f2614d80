//! Questions that ask a function or an operator about values of any kind, written out or only known as it runs, and what
//! is known of lists that are joined: most of them are errors, and it is the kind of the error that is compared.

use othello_board::session::Params;

use crate::answers::Question;
use crate::choices::Choices;

/// Values of all kinds that both versions of the language have.
const VALUES: &[&str] = &[
    "1",
    "0",
    "-1",
    "3",
    "1.5",
    "0.0",
    "-2.5",
    "NaN",
    "Infinity",
    "1e300",
    "2147483648",
    "9223372036854775807",
    "null",
    "true",
    "false",
    "''",
    "'a'",
    "'ab c'",
    "'Äé'",
    "'12'",
    "'-1.5'",
    "'2024-02-29'",
    "'P1Y2M3DT4H'",
    "'12:30:15.5+01:00'",
    "[]",
    "[1]",
    "[3, 1, 2]",
    "['b', 'a', null]",
    "[1, 'a', true]",
    "[[1], [2]]",
    "[1.5]",
    "{}",
    "{a: 1}",
    "{days: 1, hours: 25}",
    "{year: 2024, month: 2}",
    "date('2024-02-29')",
    "localtime('12:30')",
    "time('12:30:15.5+01:00')",
    "localdatetime('2024-02-29T23:59:59')",
    "datetime('2024-02-29T23:59:59[Europe/Berlin]')",
    "duration('P1Y2M3DT4H5.5S')",
    "point({x: 1, y: 2})",
    "point({longitude: 1, latitude: 2})",
];

/// Functions, each with the number of its arguments. Where the engine is known to answer otherwise, a function is missing.
const FUNCTIONS: &[(&str, usize)] = &[
    ("size", 1),
    ("head", 1),
    ("last", 1),
    ("tail", 1),
    ("reverse", 1),
    ("isEmpty", 1),
    ("nodes", 1),
    ("labels", 1),
    ("properties", 1),
    ("toString", 1),
    ("toStringOrNull", 1),
    ("toInteger", 1),
    ("toIntegerOrNull", 1),
    ("toFloat", 1),
    ("toFloatOrNull", 1),
    ("toBoolean", 1),
    ("toBooleanOrNull", 1),
    ("toIntegerList", 1),
    ("toFloatList", 1),
    ("toStringList", 1),
    ("toBooleanList", 1),
    ("toUpper", 1),
    ("toLower", 1),
    ("substring", 2),
    ("substring", 3),
    ("char_length", 1),
    ("normalize", 1),
    ("valueType", 1),
    ("coalesce", 2),
    ("nullIf", 2),
    ("ceil", 1),
    ("floor", 1),
    ("round", 1),
    ("round", 2),
    ("sign", 1),
    ("isNaN", 1),
    ("sqrt", 1),
    ("exp", 1),
    ("log", 1),
    ("sin", 1),
    ("atan2", 2),
    ("haversin", 1),
    ("date", 1),
    ("time", 1),
    ("localtime", 1),
    ("datetime", 1),
    ("localdatetime", 1),
    ("duration", 1),
    ("point", 1),
    ("point.distance", 2),
    ("duration.between", 2),
    ("duration.inDays", 2),
    ("duration.inMonths", 2),
    ("duration.inSeconds", 2),
    ("date.truncate", 3),
    ("datetime.truncate", 2),
    ("time.truncate", 3),
    ("datetime.fromEpoch", 2),
    ("count", 1),
    ("sum", 1),
    ("avg", 1),
    ("min", 1),
    ("max", 1),
    ("collect", 1),
    ("percentileDisc", 2),
    ("percentileCont", 2),
    ("abs", 1),
    ("left", 2),
    ("right", 2),
    ("range", 2),
    ("range", 3),
    ("stDev", 1),
    ("stDevP", 1),
    ("type", 1),
    ("keys", 1),
    ("id", 1),
    ("relationships", 1),
    ("length", 1),
    ("split", 2),
    ("replace", 3),
    ("trim", 1),
    ("ltrim", 1),
    ("cos", 1),
    ("tan", 1),
    ("asin", 1),
    ("acos", 1),
    ("atan", 1),
    ("cot", 1),
    ("log10", 1),
    ("degrees", 1),
    ("radians", 1),
];

const OPERATORS: &[&str] = &[
    "+",
    "-",
    "*",
    "^",
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "IN",
    "STARTS WITH",
    "ENDS WITH",
    "CONTAINS",
    "||",
    "/",
    "%",
    "AND",
    "OR",
    "XOR",
    "=~",
];

/// What is asked of one value, or of each of a list.
const ASKED: &[&str] = &[
    "x",
    "NOT x",
    "-x",
    "x + 1",
    "1 + x",
    "x * 2",
    "x + 'a'",
    "[1] + x",
    "x + x",
    "x[0..1]",
    "x.a",
    "x.year",
    "x IS NULL",
    "x IS :: INTEGER",
    "x IS :: LIST<ANY>",
    "x IS :: STRING NOT NULL",
    "toUpper(x)",
    "abs(x)",
    "size(x)",
    "[y IN x | y]",
    "reduce(s = 0, y IN x | s + y)",
    "CASE x WHEN 1 THEN 'one' WHEN 'a' THEN 2 END",
    "1 IN x",
    "x < 2",
    "x / 2",
    "x % 2",
    "x / 0",
    "1 / x",
    "null / x",
    "x AND true",
    "false OR x",
    "x XOR false",
    "x OR x = 1",
    "x.a = 1 OR x = 2",
    "x AND 1 = 2",
    "NOT (x AND x)",
    "stDev(x)",
];

/// A question about values of any kind, in the latest language that the server has.
pub fn edges(c: &mut Choices, newest: bool) -> Question {
    let text = match c.pick(5) {
        0 | 1 => {
            let (function, arity) = FUNCTIONS[c.pick(FUNCTIONS.len())];
            let values: Vec<&str> = (0..arity).map(|_| c.one(VALUES)).collect();
            called(c, &values, |values| format!("{function}({})", values.join(", ")))
        }
        2 => {
            let operator = c.one(OPERATORS);
            let values = [c.one(VALUES), c.one(VALUES)];
            called(c, &values, |values| format!("{} {operator} {}", values[0], values[1]))
        }
        3 => {
            let (value, asked) = (c.one(VALUES), c.one(ASKED));
            format!("WITH {value} AS x RETURN {asked} AS v")
        }
        _ => joined(c),
    };
    let language = if newest { "CYPHER 25 " } else { "" };
    let text = format!("{language}{text}");
    Question { params: Params::default(), text, ordered: false, loose_lists: false, writes: false }
}

/// Something made of values, which are written out, or taken out of a list so that nothing is known of them.
fn called(c: &mut Choices, values: &[&str], of: impl Fn(&[String]) -> String) -> String {
    if c.once_in(2) {
        let written: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        return format!("RETURN {} AS v", of(&written));
    }
    let taken: Vec<String> = (0..values.len()).map(|at| format!("all[{at}]")).collect();
    format!("UNWIND [[{}, null]] AS all RETURN {} AS v", values.join(", "), of(&taken))
}

/// What is asked of the elements of lists that are joined.
fn joined(c: &mut Choices) -> String {
    const PARTS: &[&str] = &[
        "[1]",
        "1",
        "[1.5]",
        "2.5",
        "['a']",
        "'b'",
        "[true]",
        "[[1]]",
        "[]",
        "[null]",
        "null",
        "[n.x]",
        "[n.s]",
        "[1, 'a']",
        "collect(n.x)",
        "[n]",
        "[{a: 1}]",
        "[date('2024-02-29')]",
        "reduce(l = [], y IN [1] | l + y)",
    ];
    let (a, b) = (c.one(PARTS), c.one(PARTS));
    let (sign, asked) = (c.one(&["+", "+", "||"]), c.one(ASKED));
    match c.pick(3) {
        0 => format!("MATCH (n) WITH {a} {sign} {b} AS l RETURN [x IN l | {asked}] AS v"),
        1 => format!("MATCH (n:None) WITH {a} {sign} {b} AS l UNWIND l AS x RETURN {asked} AS v"),
        _ => format!("MATCH (n) WITH head({a} {sign} {b}) AS x RETURN {asked} AS v"),
    }
}
