//! Texts that may or may not be queries: bytes, tokens in any order, queries with pieces taken from others,
//! trees that were made up.

use std::path::PathBuf;

use crate::generate;
use othello_test_support::Rng;

const TOKENS: &[&str] = &[
    "MATCH",
    "OPTIONAL",
    "WHERE",
    "RETURN",
    "WITH",
    "UNWIND",
    "CALL",
    "YIELD",
    "CREATE",
    "MERGE",
    "SET",
    "REMOVE",
    "DELETE",
    "DETACH",
    "FOREACH",
    "ORDER",
    "BY",
    "SKIP",
    "LIMIT",
    "DISTINCT",
    "UNION",
    "ALL",
    "ANY",
    "SHORTEST",
    "EXISTS",
    "COUNT",
    "COLLECT",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "AND",
    "OR",
    "XOR",
    "NOT",
    "IN",
    "IS",
    "NULL",
    "TYPED",
    "STARTS",
    "ENDS",
    "CONTAINS",
    "AS",
    "ON",
    "LOAD",
    "CSV",
    "USE",
    "FINISH",
    "LET",
    "FILTER",
    "CYPHER",
    "25",
    "EXPLAIN",
    "reduce",
    "shortestPath",
    "trim",
    "normalize",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "..",
    ":",
    "::",
    ";",
    "|",
    "||",
    "&",
    "!",
    "%",
    "$",
    "+",
    "+=",
    "-",
    "->",
    "<-",
    "--",
    "*",
    "/",
    "^",
    "=",
    "=~",
    "<>",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "x",
    "n",
    "`q r`",
    "1",
    "0",
    "1.5",
    "0x1f",
    "'s'",
    "\"t\"",
    "true",
    "null",
    "LIST<",
    "INTEGER",
    "$p",
    "count(*)",
    "(n)",
    "-[r]->",
    "{1,3}",
    "/*",
    "*/",
    "//",
    "\n",
    "—",
    "\\",
    "'",
    "`",
];

/// Queries to begin with: a few of every kind, and those of the conformance data where it stands beside the
/// checkout.
pub fn corpus() -> Vec<String> {
    let mut corpus: Vec<String> = include_str!("queries.cypher")
        .split(";\n")
        .map(|query| query.trim().to_owned())
        .filter(|query| !query.is_empty())
        .collect();
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folder = here
        .ancestors()
        .map(|folder| folder.join("shared/conformance"))
        .find(|folder| folder.is_dir());
    for file in ["tck_public.jsonl", "neo4j_manual_public.jsonl", "othello_public.jsonl"] {
        let Some(path) = folder.as_ref().map(|folder| folder.join(file)) else { continue };
        for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
            let Ok(record) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let runs =
                record["runs"].as_array().into_iter().flatten().chain(std::iter::once(&record));
            corpus.extend(runs.filter_map(|run| run["query"].as_str()).map(str::to_owned));
        }
    }
    corpus
}

/// The next text.
pub fn text(rng: &mut Rng, corpus: &[String]) -> String {
    match rng.below(10) {
        0 => bytes(rng),
        1 | 2 => tokens(rng),
        3 | 4 => generate::statement(rng).to_string(),
        _ => mutated(rng, corpus),
    }
}

fn bytes(rng: &mut Rng) -> String {
    let bytes: Vec<u8> = (0..rng.below(60)).map(|_| rng.below(256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn tokens(rng: &mut Rng) -> String {
    let words: Vec<&str> = (0..1 + rng.below(25)).map(|_| rng.pick(TOKENS)).collect();
    let space = if rng.once_in(4) { "" } else { " " };
    words.join(space)
}

fn mutated(rng: &mut Rng, corpus: &[String]) -> String {
    let mut text = corpus[rng.below(corpus.len())].clone();
    for _ in 0..1 + rng.below(3) {
        let (start, end) = (boundary(rng, &text), boundary(rng, &text));
        let (start, end) = (start.min(end), start.max(end));
        match rng.below(6) {
            0 => text.replace_range(start..near(&text, start, 12, end), ""),
            1 => text.insert_str(start, &format!(" {} ", rng.pick(TOKENS))),
            2 => text.replace_range(start..near(&text, start, 3, end), rng.pick(TOKENS)),
            3 => {
                let other = &corpus[rng.below(corpus.len())];
                let from = boundary(rng, other);
                let piece: String = other[from..].chars().take(rng.below(40)).collect();
                text.insert_str(start, &piece);
            }
            4 => {
                let piece = text[start..end].to_owned();
                text.insert_str(end, &piece);
            }
            _ => text.truncate(start),
        }
        if text.len() > 4000 {
            break;
        }
    }
    text
}

/// A place in the text between two characters, mostly one between two words.
fn boundary(rng: &mut Rng, text: &str) -> usize {
    let mut at = rng.below(text.len() + 1);
    if !rng.once_in(4) {
        at = text
            .get(at..)
            .and_then(|rest| rest.find([' ', '(', ')', ',', '\n']))
            .map_or(at, |found| at + found);
    }
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A place at most so many bytes behind `start`, and not behind `end`.
fn near(text: &str, start: usize, bytes: usize, end: usize) -> usize {
    let mut at = (start + bytes).min(end);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at.max(start)
}
