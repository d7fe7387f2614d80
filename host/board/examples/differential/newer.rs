//! Questions about what only Cypher 25 has: UUIDs, vectors, replacing by regular expressions, dates by a pattern. What
//! the driver's protocol has no type for is asked as text or as numbers.

use othello_board::session::Params;

use crate::answers::Question;
use crate::choices::Choices;

/// A question about them.
pub fn newer(c: &mut Choices) -> Question {
    let value = match c.pick(4) {
        0 => replaced(c),
        1 => formatted(c),
        2 => uuids(c),
        _ => vectors(c),
    };
    let text = format!("CYPHER 25 RETURN {value} AS v");
    Question { text, params: Params::default(), ordered: true, loose_lists: false, writes: false }
}

fn replaced(c: &mut Choices) -> String {
    let text = c.one(&["''", "'abcabc'", "'aaa'", "'a1b22 c'", "'x\\ny\\r\\n'", "'äöü'", "null"]);
    let atom =
        c.one(&["a", "b", ".", "\\\\d", "[^a]", "\\\\w", "(a)", "(?<n>b)", "^", "$", "\\\\b"]);
    let quantifier = c.one(&["", "*", "+", "?", "*?", "+?", "{2}", "*+"]);
    let behind = c.one(&["", "c", "(c)?", "|c", "(?=c)", "(?!c)", "\\\\1"]);
    let flags = c.one(&["", "(?i)", "(?m)", "(?s)"]);
    let by = c.one(&["'-'", "''", "'<$0>'", "'$1'", "'${n}'", "'\\\\$'", "'$'", "'x$1y$2'"]);
    format!("string.regexReplace({text}, '{flags}{atom}{quantifier}{behind}', {by})")
}

fn formatted(c: &mut Choices) -> String {
    let value = c.one(&[
        "date('2020-01-02')",
        "date('-0044-03-15')",
        "date('2024-12-30')",
        "localtime('23:59:58.123456789')",
        "time('00:00:01+01:30')",
        "localdatetime('1999-12-31T12:00:00')",
        "datetime('2020-07-02T13:04:05-03:00')",
        "datetime('2020-07-02T00:04:05[Europe/Stockholm]')",
    ]);
    let letters = ["G", "u", "y", "Y", "Q", "M", "L", "w", "W", "d", "D", "F", "g", "E", "e", "a"];
    let more = ["H", "k", "K", "h", "m", "s", "S", "A", "n", "N", "V", "O", "X", "x", "Z"];
    let mut pattern = String::new();
    for _ in 0..=c.pick(3) {
        let letter = if c.once_in(2) { c.one(&letters) } else { c.one(&more) };
        let run = letter.repeat(1 + c.pick(5));
        pattern.push_str(&if c.once_in(4) { format!("[{run}]") } else { run });
        pattern.push_str(c.one(&["", " ", "-", "''", "'at'", ":"]));
    }
    format!("format({value}, \"{pattern}\")")
}

fn uuid(c: &mut Choices) -> &'static str {
    c.one(&[
        "uuid(1, 2)",
        "uuid(-1, 1)",
        "uuid(1, -1)",
        "uuid('f81d4fae-7dec-11d0-a765-00a0c91e6bf6')",
        "uuid('1-2-3-4-5')",
        "uuid('1-2-3-4')",
        "null",
    ])
}

fn uuids(c: &mut Choices) -> String {
    let (a, b) = (uuid(c), uuid(c));
    match c.pick(5) {
        0 => format!("toString({a})"),
        1 => format!("{a} {} {b}", c.one(&["=", "<>", "<", "<=", ">=", "+"])),
        2 => format!("[x IN coll.sort([{a}, {b}, 1, 'a']) | toStringOrNull(x)]"),
        3 => format!("uuid.{}SignificantBits({a})", c.one(&["least", "most"])),
        _ => format!("valueType([{a}, {b}])"),
    }
}

fn vector(c: &mut Choices) -> String {
    let list =
        c.one(&["[1, 2]", "[0, 0]", "[0.1, -2.5]", "[127, 128]", "'[1, 2e3]'", "[1]", "null"]);
    let of = c.one(&["INT8", "INTEGER16", "INT32", "INT", "FLOAT32", "FLOAT"]);
    format!("vector({list}, {}, {of})", c.one(&["2", "2", "2", "1"]))
}

fn vectors(c: &mut Choices) -> String {
    let (a, b) = (vector(c), vector(c));
    match c.pick(7) {
        0 => format!("toStringOrNull({a})"),
        1 => format!("{a} {} {b}", c.one(&["=", "<>", "<", "<=", "+"])),
        2 => {
            let metric =
                c.one(&["EUCLIDEAN", "EUCLIDEAN_SQUARED", "MANHATTAN", "COSINE", "DOT", "HAMMING"]);
            format!("vector_distance({a}, {b}, {metric})")
        }
        3 => format!("vector_norm({a}, {})", c.one(&["EUCLIDEAN", "MANHATTAN", "COSINE"])),
        4 => format!("vector.similarity.{}({a}, {b})", c.one(&["cosine", "euclidean"])),
        5 => format!("[toFloatList({a}), toIntegerList({b}), size({a})]"),
        _ => format!("valueType([{a}, {b}])"),
    }
}
