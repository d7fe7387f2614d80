//! Queries that are too long to be written out: pieces that are repeated or nested thousands of times.

use super::verdicts::{TIME, TIME_OR_TOO_BIG, TOO_BIG, WRONG};

/// Where the reason depends on how fast the machine is: the time may be over before the plan is too big.
const OR_TIME: &str = TIME_OR_TOO_BIG;

/// All of them.
pub fn made() -> Vec<(&'static str, String, &'static str)> {
    [nests(), chains(), patterns(), clauses(), texts()].concat()
}

fn times(count: usize, piece: &str) -> String {
    (0..count).map(|number| piece.replace('#', &number.to_string())).collect()
}

fn cell(value: &str) -> String {
    format!("RETURN {value} AS cell")
}

fn nests() -> Vec<(&'static str, String, &'static str)> {
    let nested = |open: &str, within: &str, close: &str| {
        open.repeat(10_000) + within + &close.repeat(10_000)
    };
    vec![
        ("nests 10,000 parentheses", cell(&nested("(", "1", ")")), TOO_BIG),
        ("nests 10,000 lists", cell(&nested("[", "1", "]")), TOO_BIG),
        ("nests 10,000 maps", cell(&nested("{a: ", "1", "}")), TOO_BIG),
        ("nests 10,000 cases", cell(&nested("CASE WHEN true THEN ", "1", " END")), TOO_BIG),
        ("nests 10,000 calls", cell(&nested("coalesce(", "1", ")")), TOO_BIG),
        ("nests 10,000 comprehensions", cell(&nested("[x IN [1] | ", "1", "]")), TOO_BIG),
        ("nests 10,000 existences", cell(&nested("EXISTS { RETURN ", "1", " AS x }")), TOO_BIG),
        ("negates 10,000 times", cell(&format!("{}true", "NOT ".repeat(10_000))), TOO_BIG),
        ("takes 10,000 negatives", cell(&nested("-(", "1", ")")), TOO_BIG),
        (
            "nests 10,000 subqueries",
            nested("CALL () { ", "RETURN 1 AS cell", " } RETURN cell"),
            TOO_BIG,
        ),
    ]
}

fn chains() -> Vec<(&'static str, String, &'static str)> {
    let chain =
        |start: &str, count: usize, piece: &str| cell(&(start.to_owned() + &times(count, piece)));
    vec![
        ("adds up 10,000 numbers", chain("1", 10_000, " + 1"), TOO_BIG),
        ("joins 10,000 texts", chain("'a'", 10_000, " + 'b#'"), TOO_BIG),
        ("multiplies 10,000 numbers", chain("1", 10_000, " * 1"), TOO_BIG),
        ("asks 10,000 times for or", chain("true", 10_000, " OR #"), "query error|query too big"),
        ("asks 10,000 times for and", chain("true", 10_000, " AND true"), "no cell|query too big"),
        ("indexes 10,000 times", chain("[1]", 10_000, "[0]"), TOO_BIG),
        ("projects 10,000 maps", chain("{a: 1}", 10_000, " {.*}"), WRONG),
        ("reads 10,000 properties", chain("{a: 1}", 10_000, ".a"), TOO_BIG),
        ("compares 10,000 numbers", chain("1", 10_000, " < #"), "no cell|query too big"),
        (
            "has a case with 5,000 branches for each of a billion rows",
            format!(
                "UNWIND range(1, 1000000000) AS x WITH CASE x{} END AS y WITH count(y) AS n \
                 MATCH (cell:Cell) RETURN cell LIMIT 1",
                times(5_000, " WHEN -# THEN #")
            ),
            TIME,
        ),
        (
            "looks a billion times into a list of 50,000",
            format!(
                "UNWIND range(1, 1000000000) AS x WITH x WHERE x IN [0{}] WITH count(x) AS n \
                 MATCH (cell:Cell) RETURN cell LIMIT 1",
                times(50_000, ", -#")
            ),
            TIME,
        ),
        (
            "asks a billion rows 900 things",
            format!(
                "UNWIND range(1, 1000000000) AS x WITH x WHERE x = 0{} WITH count(x) AS n \
                 MATCH (cell:Cell) RETURN cell LIMIT 1",
                times(900, " OR x = -#")
            ),
            TIME_OR_TOO_BIG,
        ),
    ]
}

fn patterns() -> Vec<(&'static str, String, &'static str)> {
    let of = |pattern: String| format!("MATCH (a){pattern} RETURN a AS cell LIMIT 1");
    vec![
        ("walks a path of 40,000 hops", of(times(40_000, "-[r#]-(n#)")), OR_TIME),
        ("walks 30,000 repeated parts", of(times(30_000, "((x#)--(y#))+(z#)")), OR_TIME),
        ("matches 80,000 nodes", of(times(80_000, ",(b#)")), OR_TIME),
        ("has 30,000 clauses", of(times(30_000, " MATCH (a#)--(b#)")), OR_TIME),
        (
            "counts the product of 1,000 boards",
            format!(
                "MATCH (a){} WITH count(*) AS n MATCH (cell:Cell) RETURN cell LIMIT 1",
                times(1_000, ",(b#)")
            ),
            TIME,
        ),
        (
            "repeats a part of 3,000 hops",
            of(format!("((x){}){{2}}(z)", times(3_000, "-[r#]-(y#)"))),
            "no record|time-out|query too big",
        ),
        (
            "has a label of 50,000 alternatives",
            format!("MATCH (cell:X{}) RETURN cell", times(50_000, "|Y#")),
            "no record|time-out|query too big",
        ),
        (
            "asks for 20,000 existences",
            format!(
                "MATCH (cell) WHERE false{} RETURN cell",
                times(20_000, " OR EXISTS { (cell)--(:X#) }")
            ),
            OR_TIME,
        ),
    ]
}

fn clauses() -> Vec<(&'static str, String, &'static str)> {
    let carried = |pieces: String| format!("WITH 1 AS a {pieces}RETURN a AS cell");
    vec![
        (
            "carries 700 variables through 1,300 stars",
            format!(
                "WITH {}1 AS z {}RETURN z AS cell",
                times(700, "# AS v#, "),
                "WITH * ".repeat(1_300)
            ),
            "no cell|time-out|query too big",
        ),
        ("carries 35,000 variables along", carried(times(35_000, "WITH *, # AS v# ")), OR_TIME),
        ("unwinds 2,000 times", carried(times(2_000, "UNWIND [1, 2] AS v# ")), OR_TIME),
        (
            "unites 35,000 queries",
            "RETURN 1 AS cell".to_owned() + &times(35_000, " UNION RETURN # AS cell"),
            OR_TIME,
        ),
        ("calls 20,000 subqueries", carried(times(20_000, "CALL () { RETURN # AS v# } ")), OR_TIME),
        (
            "orders by 20,000 columns",
            format!("MATCH (a) RETURN a AS cell ORDER BY a.x{}", times(20_000, ", a.x#")),
            "64 records|time-out|query too big",
        ),
        (
            "reads 20,000 names that are not there",
            format!("MATCH (cell) RETURN cell{}", times(20_000, ", b#")),
            "query error|time-out|query too big",
        ),
        (
            "calls 20,000 functions that are not there",
            format!("MATCH (cell) RETURN cell{}", times(20_000, ", f#()")),
            "refused query|query error|time-out|query too big",
        ),
        (
            "explains a plan of 20,000 steps",
            format!("EXPLAIN {}", carried(times(20_000, "MATCH (v#) "))),
            "no record|time-out|query too big",
        ),
        (
            "asks for 20,000 parameters",
            format!("RETURN 1 AS cell{}", times(20_000, ", $p#")),
            "query error|time-out|query too big",
        ),
    ]
}

fn texts() -> Vec<(&'static str, String, &'static str)> {
    vec![
        ("is nothing but comment", "/*".to_owned() + &"x".repeat(900_000), WRONG),
        ("is nothing but quotes", format!("RETURN `{}`", "``".repeat(400_000)), WRONG),
        ("has a text without an end", format!("RETURN '{}", "x".repeat(900_000)), WRONG),
        ("has a name of 900 kB", format!("RETURN {} AS cell", "x".repeat(900_000)), WRONG),
        (
            "calls a function with a name of 900 kB",
            format!("RETURN {}() AS cell", "x".repeat(900_000)),
            "refused query|query error",
        ),
        ("has a class of 900 kB", cell(&format!("'a' =~ '[{}]'", "a-z".repeat(300_000))), TOO_BIG),
        (
            "has 3,000 words in its pattern",
            cell(&format!("'a' =~ '(?i){}'", "[^b]é".repeat(700))),
            TOO_BIG,
        ),
        (
            "has a list of 300,000 numbers",
            cell(&format!("[{}1]", "1, ".repeat(300_000))),
            "no cell|query too big|time-out",
        ),
        ("is a megabyte of brackets", "[".repeat(1_000_000), "query error|query too big"),
        ("is a megabyte of nothing", " ".repeat(1_000_000), "query error|query too big"),
    ]
}
