//! Texts of every construct of the language: nested as deep and repeated as often as fits into a length.

mod names;
mod timing;

use std::cell::Cell;

#[allow(unused_imports, reason = "the bench asks for plans alone")]
pub use timing::{time_to_explain, time_to_prepare};

thread_local! {
    /// How long each text is.
    static LENGTH: Cell<usize> = const { Cell::new(0) };
}

/// As many pieces as fit between a beginning and an end; each is told its number.
fn repeated(begin: &str, end: &str, piece: impl Fn(usize) -> String) -> String {
    let mut text = begin.to_owned();
    for number in 0.. {
        let piece = piece(number);
        if text.len() + piece.len() + end.len() > LENGTH.get() {
            break;
        }
        text += &piece;
    }
    text + end
}

/// The same piece over and over.
fn chain(begin: &str, piece: &str, end: &str) -> String {
    repeated(begin, end, |_| piece.to_owned())
}

/// An opening and a closing piece, one inside of the other.
fn nested(begin: &str, open: &str, inside: &str, close: &str, end: &str) -> String {
    let room = LENGTH.get().saturating_sub(begin.len() + inside.len() + end.len());
    nested_by(begin, (open, room / (open.len() + close.len()), close), inside, end)
}

/// The same, so many deep, at most.
fn nested_by(
    begin: &str,
    (open, times, close): (&str, usize, &str),
    inside: &str,
    end: &str,
) -> String {
    [begin, &open.repeat(times), inside, &close.repeat(times), end].concat()
}

/// All of them, of up to so many bytes, each with what it is about.
pub fn texts(length: usize) -> Vec<(String, String)> {
    LENGTH.set(length);
    let mut all = Vec::new();
    brackets(&mut all);
    operators(&mut all);
    items(&mut all);
    labels(&mut all);
    words(&mut all);
    patterns(&mut all);
    clauses(&mut all);
    growing(&mut all);
    beside_many_variables(&mut all);
    all
}

type Texts = Vec<(String, String)>;

/// Every kind of bracket: without an end, closed, and as deep as is allowed, many times.
fn brackets(all: &mut Texts) {
    for (open, inside, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{a: ", "1", "}"),
        ("-", "1", ""),
        ("NOT ", "true", ""),
        ("[x IN ", "[1]", "]"),
        ("[x IN [1] | ", "1", "]"),
        ("[x IN [1] WHERE ", "true", "]"),
        ("all(x IN [1] WHERE ", "true", ")"),
        ("reduce(a = 0, x IN [1] | ", "1", ")"),
        ("CASE WHEN true THEN ", "1", " END"),
        ("CASE ", "1", " WHEN 1 THEN 2 END"),
        ("CASE 1 WHEN 1 THEN 2 ELSE ", "1", " END"),
        ("CASE ", "n.k", " WHEN 1 THEN 2 WHEN 3 THEN 4 WHEN 5 THEN 6 END"),
        ("1 < (n.k < ", "n.k", ") < 3"),
        ("head([x IN [", "n.k", "] | x + x])"),
        ("head([x IN [n.k] | x + ", "n.k", "])"),
        ("size(", "'a'", ")"),
        ("coalesce(1, ", "1", ")"),
        ("[1][", "0", "]"),
        ("[1][0..", "1", "]"),
        ("EXISTS { RETURN ", "1", " AS a }"),
        ("COUNT { RETURN ", "1", " AS a }"),
        ("COLLECT { RETURN ", "1", " AS a }"),
        ("EXISTS { MATCH (n) WHERE ", "true", " }"),
        ("COUNT { (n) WHERE ", "true", " }"),
        ("[(n)-->(m) WHERE ", "true", " | 1]"),
        ("[(n)-->(m) | ", "1", "]"),
        ("n {a: ", "1", "}"),
        ("n {.*, a: ", "1", "}"),
    ] {
        let begin = "MATCH (n) RETURN ";
        all.push((format!("{open} without an end"), chain(begin, open, "")));
        all.push((format!("{open} {close} nested"), nested(begin, open, inside, close, " AS b")));
        for deep in [10, 60] {
            let one = nested_by("", (open, deep, close), inside, ", ");
            let text = chain(&format!("{begin}["), &one, "1] AS b");
            all.push((format!("{open} {close} {deep} deep, many times"), text));
        }
    }
    for (open, close) in
        [("(", ")"), ("[", "]"), ("{", "}"), ("((", ")+)"), ("(:", ")"), ("-[", "]-")]
    {
        all.push((format!("MATCH {open}"), nested("MATCH ", open, "a", close, " RETURN 1")));
    }
    for (open, close) in [
        ("CALL { ", " } "),
        ("CALL (*) { MATCH (n) ", "RETURN 1 AS x } "),
        ("FOREACH (x IN [1] | ", ")"),
        ("CALL { WITH 1 AS a ", "RETURN a } "),
        ("WHEN true THEN { ", " }"),
    ] {
        all.push((open.to_owned(), nested("", open, "CREATE () ", close, " RETURN 1 AS y")));
        all.push((format!("{open} 40 deep"), nested_by("", (open, 40, close), "CREATE () ", "")));
    }
    let handed_on =
        nested("", "CALL { ", "RETURN 1 AS a", " RETURN * NEXT RETURN * }", " RETURN *");
    all.push(("RETURN * NEXT nested".to_owned(), handed_on));
}

/// Every operator, in chains.
fn operators(all: &mut Texts) {
    for operator in [
        "+",
        "-",
        "*",
        "/",
        "%",
        "^",
        "||",
        "=",
        "<>",
        "<",
        "<=",
        ">",
        ">=",
        "AND",
        "OR",
        "XOR",
        "IN",
        "STARTS WITH",
        "ENDS WITH",
        "CONTAINS",
        "=~",
        "AND NOT",
        "OR NOT",
        "+ -",
        "= NOT",
    ] {
        for operand in ["1", "a", "'a'", "true", "[1]", "a.b", "$p", "null"] {
            let text = chain("WITH 1 AS a RETURN 1", &format!(" {operator} {operand}"), " AS b");
            all.push((format!("{operator} {operand}"), text));
        }
    }
    for behind in [
        ".a",
        "[0]",
        "[0..]",
        "[..1]",
        " IS NULL",
        " IS NOT NULL",
        " IS :: INTEGER",
        ":A",
        " IS NORMALIZED",
        "[0].a",
        " IS TYPED LIST<INTEGER>",
    ] {
        all.push((format!("a{behind}"), chain("MATCH (a) RETURN a", behind, " AS b")));
    }
}

/// Every kind of expression, in lists, columns, conditions and orders.
fn items(all: &mut Texts) {
    for item in [
        "1",
        "a",
        "'a'",
        "[1]",
        "{a: 1}",
        "a {.*}",
        "a {.b, c: 1}",
        "$p",
        "count(*)",
        "size([1])",
        "a.b.c",
        "CASE WHEN a.b THEN 1 ELSE 2 END",
        "(a)-->()",
        "EXISTS { (a)-->() }",
        "COUNT { (a)--() }",
        "[(a)-->(b) | b]",
        "[x IN [1] | x]",
        "all(x IN [1] WHERE x > 0)",
        "a:A|B",
        "-1",
        "1.5e300",
        "0x7f",
        "foo()",
        "date()",
        "point({x: 1, y: 2})",
        "shortestPath((a)-[*]->(a))",
        "a IS :: LIST<INTEGER | STRING>",
    ] {
        let text = chain("MATCH (a) RETURN [", &format!("{item}, "), "1] AS b");
        all.push((format!("a list of {item}"), text));
        let text =
            chain("MATCH (a) RETURN CASE", &format!(" WHEN {item} = 1 THEN {item}"), " END AS b");
        all.push((format!("CASE of {item}"), text));
        let text = repeated("MATCH (a) RETURN 1 AS z", "", |i| format!(", {item} AS c{i}"));
        all.push((format!("columns of {item}"), text));
        let text = chain("MATCH (a) WHERE a.b", &format!(" AND {item} = 1"), " RETURN 1 AS b");
        all.push((format!("conditions of {item}"), text));
        let text = chain("MATCH (a) RETURN 1 AS b ORDER BY 1", &format!(", {item}"), "");
        all.push((format!("sort keys of {item}"), text));
    }
}

/// Label expressions.
fn labels(all: &mut Texts) {
    for label in ["A", "!A", "%", "A&B", "A|B", "(A)", "!(A|B)", "$('A')", "$any(['A'])"] {
        for between in ["|", "&", ":"] {
            let text = chain("MATCH (n:A", &format!("{between}{label}"), ") RETURN n");
            all.push((format!("labels {between}{label}"), text));
            let text = chain("MATCH (n) WHERE n:A", &format!("{between}{label}"), " RETURN n");
            all.push((format!("n:{between}{label}"), text));
        }
        let text = chain("MATCH ()-[r:A", &format!("|{label}"), "]->() RETURN r");
        all.push((format!("types |{label}"), text));
    }
    for (open, close) in [("!", ""), ("(", ")"), ("!(", ")"), ("(A|", ")"), ("(A&!", ")")] {
        all.push((format!("labels {open}"), nested("MATCH (n:", open, "A", close, ") RETURN n")));
    }
}

/// Comments, spaces, names, numbers and strings.
fn words(all: &mut Texts) {
    let pieces = [
        ("comments", "RETURN 1 ", "/**/", ""),
        ("a comment", "RETURN 1 /*", "*", "*/"),
        ("a comment without an end", "RETURN 1 /*", "/*", ""),
        ("lines of comments", "RETURN 1 ", "// x\n", ""),
        ("comments between everything", "RETURN [", "/**/1/**/,/**/", "1]"),
        ("spaces", "RETURN", " \t\r\n", "1"),
        ("other spaces", "RETURN", "\u{2003}\u{a0}\u{2028}", "1"),
        ("a name", "MATCH (", "n", ") RETURN 1"),
        ("a name in backticks", "MATCH (`", "a``b", "`) RETURN 1"),
        ("backticks", "MATCH (", "`", ") RETURN 1"),
        ("a name of other letters", "MATCH (", "é𝄞", ") RETURN 1"),
        ("an escaped name", "MATCH (", "\\u0061", ") RETURN 1"),
        ("escaped words", "", "\\u0052ETURN ", "1"),
        ("escapes in a string", "RETURN '", "\\u0041", "'"),
        ("long escapes in a string", "RETURN '", "\\U0001D11E", "'"),
        ("short escapes in a string", "RETURN '", "\\n\\'", "'"),
        ("wrong escapes", "RETURN '", "\\q", "'"),
        ("halves of characters", "RETURN '", "\\uD834", "'"),
        ("a string", "RETURN '", "ab", "'"),
        ("a string without an end", "RETURN '", "ab", ""),
        ("quotes", "RETURN ", "'", ""),
        ("strings", "RETURN ", "'' + ", "''"),
        ("all that is handed on", "RETURN 1 AS a", " NEXT RETURN *", ""),
        ("settings", "", "planner=cost ", "RETURN 1"),
        ("all of unions that is handed on", "RETURN 1 AS a", " NEXT RETURN * UNION RETURN *", ""),
        ("a number", "RETURN ", "1", ""),
        ("digits and underscores", "RETURN 1", "_1", ""),
        ("a hexadecimal number", "RETURN 0x", "f", ""),
        ("a fraction", "RETURN 1.", "1", ""),
        ("an exponent", "RETURN 1e", "1", ""),
        ("dots", "RETURN 1", ".", ""),
        ("numbers and dots", "RETURN ", "1..1", ""),
        ("a parameter", "RETURN $", "p", ""),
        ("dollars", "RETURN ", "$", ""),
        ("semicolons", "RETURN 1", ";", ""),
        ("what is no token", "RETURN ", "~", ""),
        ("zeros", "RETURN ", "\0", ""),
        ("a property of a long name", "MATCH (n) RETURN n.", "k", ""),
        ("a function of a long name", "RETURN ", "f", "()"),
        ("a function of many parts", "RETURN a", ".b", "()"),
        ("a procedure of many parts", "CALL a", ".b", "()"),
        ("a hint", "MATCH (n:A) ", "USING INDEX n:A(k) ", "RETURN 1"),
        ("a type", "RETURN 1 IS :: INTEGER", " | STRING", ""),
        ("NOT NULL", "RETURN 1 IS :: INTEGER", " NOT NULL", ""),
        ("versions", "", "CYPHER 25 ", "RETURN 1"),
        ("EXPLAIN", "", "EXPLAIN ", "RETURN 1"),
    ];
    for (about, begin, piece, end) in pieces.into_iter().chain(names::NAMES) {
        all.push((about.to_owned(), chain(begin, piece, end)));
    }
    all.push((
        "lists of lists as a type".to_owned(),
        nested("RETURN 1 IS :: ", "LIST<", "INTEGER", ">", ""),
    ));
    let names = repeated("MATCH (a) RETURN 1", "", |i| format!(", `a{i}` + b{i}"));
    all.push(("unknown variables".to_owned(), names));
    let names = repeated("RETURN [", "1]", |i| format!("$p{i}, "));
    all.push(("parameters".to_owned(), names));
}

/// Patterns of many and of long parts.
fn patterns(all: &mut Texts) {
    for part in [
        "-->()",
        "-->(b#)",
        "<--(:A {k: 1})",
        "-[r#]-()",
        "-[:R*]-()",
        "-[r#:R*2..7]-(b#)",
        "-->+()",
        "-[r#]->{1,3}(b#)",
        "((x#)-[r#]->(y#))+()",
        "((x#)-[r#]->(y#) WHERE x#.k = y#.k)+(b#)",
        "((x#)-->(y#)-->(z#)){2}(b# WHERE b#.k = a.k)",
        "((x#)-[{w: a.w}]-(y#))*(b#)",
    ] {
        let part = |i: usize| part.replace('#', &i.to_string());
        for (about, begin, end) in [
            ("parts", "MATCH (a)", " RETURN a"),
            ("parts of a path", "MATCH p = (a)", " RETURN p"),
            ("parts behind SHORTEST", "MATCH p = ANY SHORTEST (a)", " RETURN p"),
            ("parts in EXISTS", "MATCH (a) WHERE EXISTS { (a)", " } RETURN a"),
            ("parts of which ends are wanted", "MATCH (a)", " RETURN DISTINCT a"),
            ("made parts", "CREATE (a)", ""),
            ("merged parts", "MERGE (a)", ""),
        ] {
            all.push((format!("{about} {}", part(1)), repeated(begin, end, part)));
        }
        let text = repeated("MATCH (a)", " RETURN a", |i| {
            format!(", (c#){}", part(i)).replace("c#", &format!("c{i}"))
        });
        all.push((format!("patterns {}", part(1)), text));
        let text = repeated("MATCH (a)", " RETURN a", |i| format!(", (a){}", part(i)));
        all.push((format!("patterns from one node {}", part(1)), text));
    }
    for condition in
        ["a#.k = a@.k", "a# = a@", "a#.k > 1", "a#.k + a@.k = 2", "(a#)--(a@)", "a#.k IN [1, 2]"]
    {
        let condition = |i: usize| {
            condition.replace('#', &(i % 400).to_string()).replace('@', &(i * 7 % 400).to_string())
        };
        let nodes: String = (0..400).map(|i| format!(", (a{i})")).collect();
        let begin = format!("MATCH (z){nodes} WHERE true");
        let text = repeated(&begin, " RETURN 1", |i| format!(" AND {}", condition(i)));
        all.push((format!("conditions {}", condition(1)), text));
    }
}

/// Clauses, one behind the other.
fn clauses(all: &mut Texts) {
    for (about, begin, clause, end) in [
        ("MATCH", "", "MATCH (a#)-->(b#) ", "RETURN 1"),
        ("MATCH of one node", "MATCH (a) ", "MATCH (a)-->() ", "RETURN 1"),
        ("OPTIONAL MATCH", "MATCH (a) ", "OPTIONAL MATCH (a)-->(b#) ", "RETURN 1"),
        ("WITH", "WITH 1 AS a0 ", "WITH *, a# + 1 AS a@ ", "RETURN 1"),
        ("WITH *", "MATCH (a) ", "WITH * ", "RETURN 1"),
        ("WITH and WHERE", "MATCH (a) ", "WITH a WHERE a.k = # ", "RETURN 1"),
        ("WITH DISTINCT", "MATCH (a) ", "WITH DISTINCT a ", "RETURN 1"),
        ("WITH and count", "MATCH (a) ", "WITH a, count(*) AS c# ", "RETURN 1"),
        ("UNWIND", "", "UNWIND [1] AS a# ", "RETURN 1"),
        ("UNION", "RETURN 1 AS a", " UNION RETURN # AS a", ""),
        ("UNION ALL", "MATCH (n) RETURN n AS a", " UNION ALL MATCH (n) RETURN n AS a", ""),
        ("UNION of other columns", "RETURN 1 AS a", " UNION RETURN 1 AS a#", ""),
        ("CALL", "MATCH (a) ", "CALL (a) { RETURN # AS b# } ", "RETURN 1"),
        ("CALL (*)", "MATCH (a) ", "CALL (*) { RETURN # AS b# } ", "RETURN 1"),
        ("CREATE", "", "CREATE (a#)-[:R]->(:A) ", ""),
        ("CREATE of one node", "CREATE (a) ", "CREATE (a)-[:R]->(:A {k: #}) ", ""),
        ("MERGE", "", "MERGE (a# {k: 1}) ON CREATE SET a#.l = 1 ", ""),
        ("SET", "MATCH (a) SET a.k = 1", ", a.k# = #", ""),
        ("SET behind SET", "MATCH (a) ", "SET a.k = # ", ""),
        ("REMOVE", "MATCH (a) REMOVE a.k", ", a.k#", ""),
        ("DELETE", "MATCH (a) DELETE a", ", a", ""),
        ("FOREACH", "MATCH (a) ", "FOREACH (x IN [1] | SET a.k = x) ", ""),
        ("LET", "LET a = 1 ", "LET a# = a ", "RETURN 1"),
        ("FILTER", "MATCH (a) ", "FILTER a.k = # ", "RETURN 1"),
        ("NEXT", "RETURN 1 AS a", " NEXT RETURN a", ""),
        ("NEXT of UNION", "RETURN 1 AS a", " NEXT RETURN a UNION RETURN 2 AS a", ""),
        ("WHEN", "", "WHEN false THEN RETURN 1 AS a ", "ELSE RETURN 2 AS a"),
        ("ORDER BY", "MATCH (a) ", "ORDER BY a.k# LIMIT 1 ", "RETURN 1"),
        ("GROUP BY", "MATCH (a) RETURN count(*) AS c GROUP BY a.k", ", a.k#", ""),
        (
            "GROUP BY of columns",
            "MATCH (a) RETURN 1 AS c GROUP BY a.k",
            ", a.k + #",
            " ORDER BY a.k",
        ),
    ] {
        let clause =
            |i: usize| clause.replace('#', &i.to_string()).replace('@', &(i + 1).to_string());
        all.push((about.to_owned(), repeated(begin, end, clause)));
    }
}

/// Predicates that may be tested while paths grow.
fn growing(all: &mut Texts) {
    for predicate in [
        "all(x IN r# WHERE x.d = head(r#).d)",
        "all(x IN r0 WHERE x.d = r#[0].d)",
        "all(i IN range(1, size(r#) - 1) WHERE r#[i].d = r#[i - 1].d)",
        "size(r#) < 5",
        "NOT a IN nodes(p)",
        "all(n IN nodes(p)[1..-1] WHERE n.s = 'O')",
    ] {
        let predicate = |i: usize| predicate.replace('#', &(i % 300).to_string());
        let parts: String = (0..300).map(|i| format!("-[r{i}*2..7]-()")).collect();
        let short: String = (0..10).map(|i| format!("-[r{i}*2..7]-()")).collect();
        for (parts, number) in [(parts, 300), (short, 10)] {
            let begin = format!("MATCH p = (a){parts} WHERE true");
            let text = repeated(&begin, " RETURN a", |i| format!(" AND {}", predicate(i % number)));
            all.push((format!("{} of {number} parts", predicate(1)), text));
        }
    }
    let lists: String = (1..300).map(|i| format!(" AND size(r{i}) > x.k")).collect();
    let parts: String = (0..300).map(|i| format!("-[r{i}*2..7]-()")).collect();
    let one = format!(" AND all(x IN r0 WHERE true{lists})");
    let text = chain(&format!("MATCH (a){parts} WHERE true"), &one, " RETURN a");
    all.push(("predicates that read every list".to_owned(), text));
    let numbers =
        chain("MATCH (a)-[r*2..7]-() WHERE all(x IN r WHERE x.d IN [", "1, ", "1]) RETURN a");
    all.push(("a long predicate of a list".to_owned(), numbers));
}

/// Patterns in expressions, where many variables can be seen.
fn beside_many_variables(all: &mut Texts) {
    let nodes: String = (0..600).map(|i| format!(", (a{i})")).collect();
    for pattern in [
        "[(n)-->() | 1]",
        "size([(n)-->(m) | m])",
        "isEmpty([(a0)--(m) | m.k])",
        "shortestPath((a0)-[*]->(a1))",
    ] {
        let text = repeated(&format!("MATCH (z){nodes} RETURN 1 AS o"), "", |i| {
            format!(", {pattern} AS e{i}")
        });
        all.push((format!("{pattern} beside many variables"), text));
    }
    let text = chain(&format!("MATCH (z){nodes} WHERE true"), " AND (a0)-->()", " RETURN 1");
    all.push(("predicates of patterns beside many variables".to_owned(), text));
}
