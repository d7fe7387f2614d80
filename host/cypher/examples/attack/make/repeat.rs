//! Texts that repeat one piece many times: long chains, deep nests, many variables.

use othello_test_support::Rng;

use super::expr;

/// How long a text may be: what the engine takes, and a little more.
const LONGEST: usize = 1_100_000;

/// What stands before a piece that is repeated, the piece, and what stands behind. `#` is the number of the piece.
const CHAINS: &[(&str, &str, &str)] = &[
    ("RETURN 1", " + 1", ""),
    ("RETURN 1", " + #.5 * #", ""),
    ("RETURN 'a'", " + 'abcdefghijklmnopqrstuvwxyz0123456789'", ""),
    ("RETURN true", " AND true", ""),
    ("RETURN true", " OR # = 1", ""),
    ("RETURN true", " XOR false", ""),
    ("RETURN 1", " < #", ""),
    ("RETURN 1 IN [0", ", #", "]"),
    ("UNWIND range(1, 1000000000) AS x WITH x WHERE x IN [0", ", -#", "] RETURN x"),
    ("UNWIND range(1, 1000000000) AS x WITH x WHERE x = 0", " OR x = -#", " RETURN x"),
    ("UNWIND range(1, 1000000000) AS x RETURN CASE x", " WHEN -# THEN #", " END"),
    ("RETURN CASE", " WHEN false THEN #", " ELSE 0 END"),
    ("RETURN {a: 1", ", k#: #", "}"),
    ("RETURN [", "[#], ", "1]"),
    ("RETURN [1", ", 'abcdefghijklmnopqrstuvwxyz#'", "]"),
    ("MATCH (a)", ", (b#)", " RETURN count(*)"),
    ("MATCH (a)", "-[r#]-(b#)", " RETURN count(*)"),
    ("MATCH (a)", "-[:X#*]-(b#:Y# {z: #})", " RETURN 1"),
    ("MATCH (a)", " MATCH (b#)", " RETURN 1"),
    ("MATCH (a)", " OPTIONAL MATCH (a)--(b#)", " RETURN 1"),
    ("MATCH (a:X", "|Y#", ") RETURN a"),
    ("MATCH (a:!X", "&!Y#", ") RETURN a"),
    ("MATCH ()-[a:X", "|Y#", "]-() RETURN a"),
    ("MATCH (a)", "((x#)--(y#))+(z#)", " RETURN 1"),
    ("MATCH (a)((x)", "-[r#]-(y#)", ")+(z) RETURN 1"),
    ("MATCH (a)((x)", "-[r#]-(y)", "){2}(z) RETURN 1"),
    ("MATCH SHORTEST 1 (a)", "-[r#]-(y#)", " RETURN 1"),
    ("MATCH (a) RETURN EXISTS { (a)", "--({x: #})", " }"),
    ("MATCH (a) WHERE a.x = 1", " AND a.x# = #", " RETURN a"),
    ("MATCH (a) WHERE true", " AND EXISTS { (a)--(:X# {y: a.z}) }", " RETURN a"),
    ("MATCH (a) RETURN 1", ", a.x# AS y#", ""),
    ("MATCH (a) RETURN count(*)", ", a.x#", ""),
    ("MATCH (a) RETURN a ORDER BY a.x", ", a.x#", ""),
    ("WITH 1 AS a ", "WITH * ", "RETURN a"),
    ("WITH 1 AS a ", "WITH *, # AS v# ", "RETURN *"),
    ("WITH 1 AS a ", "UNWIND [1, 2] AS v# ", "RETURN count(*)"),
    ("RETURN 1 AS a", " UNION RETURN # AS a", ""),
    ("RETURN 1 AS a", " UNION ALL RETURN # AS a", ""),
    ("", "CALL () { RETURN # AS v# } ", "RETURN 1"),
    ("WITH 1 AS a ", "CALL (*) { RETURN # AS v# } ", "RETURN 1"),
    ("RETURN 1", ", unknown#", ""),
    ("RETURN 1", ", unknown#()", ""),
    ("RETURN 1", ", $p#", ""),
    ("RETURN 1 /* ", "* /", " */"),
    ("RETURN '", "\\\\u0041", "'"),
    ("RETURN `a", "``", "`"),
    ("MATCH (a) RETURN a", ".b#", ""),
    ("MATCH (a) RETURN a", "[#]", ""),
    ("MATCH (a) RETURN a", " {.*, b: a}", ""),
    ("RETURN ", "-", "1"),
    ("RETURN ", "NOT ", "true"),
    ("CYPHER 25 RETURN 1 AS a", " NEXT RETURN a + # AS a", ""),
    ("CYPHER 25 WHEN false THEN RETURN 1 AS a", " WHEN # = 0 THEN RETURN # AS a", ""),
    ("CYPHER 25 LET a = 1", " LET a# = a + #", " RETURN a"),
    ("EXPLAIN MATCH (a)", "--(b#)", " RETURN 1"),
    ("EXPLAIN RETURN 1", " + #", ""),
];

/// What opens and closes.
const NESTS: &[(&str, &str, &str)] = &[
    ("(", "1", ")"),
    ("[", "1", "]"),
    ("{a: ", "1", "}"),
    ("CASE WHEN true THEN ", "1", " END"),
    ("[x IN [1] | ", "1", "]"),
    ("reduce(s = 0, x IN [1] | ", "1", ")"),
    ("all(x IN [1] WHERE ", "true", ")"),
    ("coalesce(null, ", "1", ")"),
    ("EXISTS { RETURN ", "1", " AS x }"),
    ("COLLECT { RETURN ", "1", " AS x }"),
    ("COUNT { UNWIND [1, 2] AS x WITH x WHERE 0 < ", "1", " RETURN x }"),
    ("[(a)--(b) | ", "1", "]"),
    ("range(1, size(", "[1]", "))"),
    ("-(", "1", ")"),
    ("toString(", "1", ")"),
    ("'a' + (", "'b'", ")"),
];

/// A text that repeats a piece, or nests it.
pub fn text(rng: &mut Rng) -> String {
    let times = [10, 60, 150, 450, 1_300, 5_000, 20_000, 100_000][rng.below(8)];
    if rng.once_in(4) {
        let start = if rng.once_in(2) { "RETURN " } else { "MATCH (a) RETURN " };
        return start.to_owned() + &nest(NESTS[rng.below(NESTS.len())], times, LONGEST);
    }
    let (start, piece, end) = CHAINS[rng.below(CHAINS.len())];
    let value = rng.once_in(6).then(|| expr::any(rng, 1));
    let mut text = chain(start, piece, times, LONGEST);
    if let Some(value) = value {
        text = text.replacen('1', &value, 1);
    }
    text + end
}

/// Each text that repeats or nests a piece as often as so many bytes allow.
#[allow(dead_code, reason = "not all who make queries ask for these")]
pub fn all(bytes: usize) -> impl Iterator<Item = String> {
    let chains = CHAINS.iter().map(move |(start, piece, end)| {
        chain(start, piece, bytes, bytes.saturating_sub(end.len())) + end
    });
    chains.chain(NESTS.iter().map(move |piece| format!("RETURN {}", nest(*piece, bytes, bytes))))
}

fn chain(start: &str, piece: &str, times: usize, longest: usize) -> String {
    let mut text = start.to_owned();
    for number in 0..times {
        if text.len() + piece.len() + 10 > longest {
            break;
        }
        text += &piece.replace('#', &number.to_string());
    }
    text
}

fn nest((open, inside, close): (&str, &str, &str), times: usize, longest: usize) -> String {
    let times = times.min(longest / (open.len() + close.len()));
    format!("{}{inside}{}", open.repeat(times), close.repeat(times))
}
