//! Expressions whose values are large, deep or shared, and what can be done with them. `x` and `c` may be there or
//! not: a query that is refused is quickly made.

use othello_cypher::function_names;
use othello_test_support::Rng;

use super::regex;

/// An expression of any type.
pub fn any(rng: &mut Rng, depth: usize) -> String {
    match rng.below(9) {
        0 | 1 => text(rng, depth),
        2 | 3 => list(rng, depth),
        4 => map(rng, depth),
        5 => number(rng, depth),
        6 => truth(rng, depth),
        _ => call(rng, depth),
    }
}

/// How often something is doubled.
fn doublings(rng: &mut Rng) -> usize {
    [3, 8, 12, 16, 19, 22, 30, 60, 400][rng.below(9)]
}

fn text(rng: &mut Rng, depth: usize) -> String {
    const SMALL: &[&str] =
        &["'a'", "''", "'ab'", "'x' + x", "'ΐİß'", "'\u{301}'", "'-0.5e3'", "$symbol", "'1'"];
    if depth == 0 {
        return rng.pick(SMALL).to_owned();
    }
    let times = doublings(rng);
    match rng.below(11) {
        0 => rng.pick(SMALL).to_owned(),
        1 | 2 => {
            let seed = rng.pick(SMALL);
            let joint =
                rng.pick(&["t + t", "t || t", "t + 'a' + t", "reverse(t + t)", "toUpper(t) + t"]);
            format!("reduce(t = {seed}, i IN range(1, {times}) | {joint})")
        }
        3 => format!("({} + {})", text(rng, depth - 1), any(rng, depth - 1)),
        4 => {
            let function = rng.pick(&[
                "toUpper",
                "toLower",
                "trim",
                "ltrim",
                "rtrim",
                "reverse",
                "toString",
                "normalize",
            ]);
            format!("{function}({})", text(rng, depth - 1))
        }
        5 => {
            format!("replace({}, {}, {})", text(rng, depth - 1), text(rng, 0), text(rng, depth - 1))
        }
        6 => format!("substring({}, {}, {})", text(rng, depth - 1), number(rng, 0), number(rng, 0)),
        8 => format!(
            "string.regexReplace({}, {}, {})",
            text(rng, depth - 1),
            regex::pattern(rng),
            if rng.once_in(2) { "'$0$0'".to_owned() } else { text(rng, depth - 1) }
        ),
        9 => format!("format({}, {})", any(rng, depth - 1), text(rng, depth - 1)),
        7 => format!("trim(BOTH {} FROM {})", text(rng, depth - 1), text(rng, depth - 1)),
        _ => format!("valueType({})", any(rng, depth - 1)),
    }
}

fn list(rng: &mut Rng, depth: usize) -> String {
    const SMALL: &[&str] = &[
        "[]",
        "[1, 2, 3]",
        "[null]",
        "range(1, 100000)",
        "range(1, 1000000000)",
        "range(1, 600000)",
        "['a', 'b']",
        "[x]",
    ];
    if depth == 0 {
        return rng.pick(SMALL).to_owned();
    }
    let times = doublings(rng);
    match rng.below(11) {
        0 => rng.pick(SMALL).to_owned(),
        1 | 2 => {
            let step = rng.pick(&[
                "[l, l]",
                "l + l",
                "[l]",
                "[l, [l]]",
                "[l, {a: l}]",
                "l + [l]",
                "[l, i]",
                "tail(l + l)",
                "[l, l, l, l]",
                "[y IN l | l]",
                "reverse(l) + l",
            ]);
            // What they hold is of no one type, so that what is made of them may be of any.
            let seed =
                rng.pick(&["[1, 'a']", "[]", "['abcdefghijklmnopqrstuvwxyz', 1]", "[null, 1.5]"]);
            format!("reduce(l = {seed}, i IN range(1, {times}) | {step})")
        }
        3 => format!("[{}, {}]", any(rng, depth - 1), any(rng, depth - 1)),
        4 => format!(
            "[y IN {} WHERE {} | {}]",
            list(rng, depth - 1),
            truth(rng, depth - 1),
            any(rng, depth - 1)
        ),
        5 => format!("({} + {})", list(rng, depth - 1), any(rng, depth - 1)),
        6 => format!(
            "split({}, {})",
            text(rng, depth - 1),
            rng.pick(&["'a'", "''", "['a', 'b']", "'zz'"])
        ),
        7 => format!("split({}, {})", text(rng, depth - 1), list(rng, depth - 1)),
        8 => format!("{}[{}..{}]", list(rng, depth - 1), number(rng, 0), number(rng, 0)),
        9 => {
            let function = rng.pick(&[
                "reverse",
                "tail",
                "toStringList",
                "toIntegerList",
                "toFloatList",
                "keys",
                "labels",
            ]);
            format!("{function}({})", list(rng, depth - 1))
        }
        _ => format!(
            "COLLECT {{ UNWIND {} AS y RETURN {} }}",
            list(rng, depth - 1),
            any(rng, depth - 1)
        ),
    }
}

fn map(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return rng.pick(&["{}", "{a: 1}", "{a: 1, b: [2]}", "c {.*}"]).to_owned();
    }
    let times = doublings(rng);
    match rng.below(4) {
        0 => format!("{{a: {}, b: {}}}", any(rng, depth - 1), any(rng, depth - 1)),
        1 => {
            let step = rng.pick(&[
                "{a: m, b: m}",
                "{m: m}",
                "{a: [m, m], b: {c: m}}",
                "m {.*, c: m}",
                "{a: m, b: i}",
            ]);
            format!("reduce(m = {{}}, i IN range(1, {times}) | {step})")
        }
        2 => format!("{} {{.*, z: {}}}", rng.pick(&["c", "{a: 1}"]), any(rng, depth - 1)),
        _ => format!("properties({})", map(rng, depth - 1)),
    }
}

fn number(rng: &mut Rng, depth: usize) -> String {
    const SMALL: &[&str] = &[
        "0",
        "1",
        "-1",
        "3",
        "x",
        "1.5",
        "100000",
        "9223372036854775807",
        "c.row",
        "1e308",
        "rand()",
    ];
    if depth == 0 {
        return rng.pick(SMALL).to_owned();
    }
    match rng.below(7) {
        0 => rng.pick(SMALL).to_owned(),
        1 => format!(
            "size({})",
            if rng.once_in(2) { text(rng, depth - 1) } else { list(rng, depth - 1) }
        ),
        2 => {
            let op = rng.pick(&["+", "-", "*", "/", "%", "^"]);
            format!("({} {op} {})", number(rng, depth - 1), number(rng, depth - 1))
        }
        3 => format!("toInteger({})", text(rng, depth - 1)),
        4 => format!("toFloat({})", text(rng, depth - 1)),
        5 => format!("reduce(s = 0, y IN {} | {})", list(rng, depth - 1), any(rng, depth - 1)),
        6 if rng.once_in(2) => {
            let vector = format!("vector({}, {}, FLOAT)", list(rng, depth - 1), number(rng, 0));
            format!("vector_distance({vector}, {vector}, COSINE)")
        }
        _ => format!("vector.similarity.cosine({0}, {0})", list(rng, depth - 1)),
    }
}

fn truth(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 {
        return rng.pick(&["true", "null", "x > 3", "c IS NOT NULL"]).to_owned();
    }
    let (a, b) = (any(rng, depth - 1), any(rng, depth - 1));
    match rng.below(12) {
        0 => format!("{a} = {b}"),
        1 => format!("{a} <> {a}"),
        2 => format!("{a} < {b}"),
        3 => format!("{a} IN {}", list(rng, depth - 1)),
        4 | 5 => format!("{} =~ {}", text(rng, depth - 1), regex::pattern(rng)),
        6 => {
            let op = rng.pick(&["CONTAINS", "STARTS WITH", "ENDS WITH"]);
            format!("{} {op} {}", text(rng, depth - 1), text(rng, depth - 1))
        }
        7 => {
            let of = rng.pick(&[
                "LIST<LIST<ANY>>",
                "LIST<INTEGER>",
                "PROPERTY VALUE",
                "LIST<LIST<LIST<INTEGER> | MAP>>",
                "STRING",
            ]);
            format!("{a} IS :: {of}")
        }
        8 => format!(
            "{} IS {} NORMALIZED",
            text(rng, depth - 1),
            rng.pick(&["", "NFD", "NFKC", "NFKD"])
        ),
        9 => {
            let quantifier = rng.pick(&["all", "any", "none", "single"]);
            format!("{quantifier}(y IN {} WHERE {})", list(rng, depth - 1), truth(rng, depth - 1))
        }
        10 => format!(
            "({} {} {})",
            truth(rng, depth - 1),
            rng.pick(&["AND", "OR", "XOR"]),
            truth(rng, depth - 1)
        ),
        _ => format!(
            "EXISTS {{ UNWIND {} AS y WITH y WHERE {} RETURN y }}",
            list(rng, depth - 1),
            truth(rng, depth - 1)
        ),
    }
}

/// Any function, on whatever.
fn call(rng: &mut Rng, depth: usize) -> String {
    let names: Vec<&str> = function_names().collect();
    let name = rng.pick(&names).to_owned();
    let arguments: Vec<String> =
        (0..1 + rng.below(3)).map(|_| any(rng, depth.saturating_sub(1))).collect();
    format!("{name}({})", arguments.join(", "))
}
