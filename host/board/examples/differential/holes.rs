//! Queries of clauses whose holes are filled anyhow, so that most of them are errors: what may stand where, what is known of
//! which variable, and which of several errors is told.

use othello_board::session::Params;
use othello_cypher::Datum;

use crate::answers::Question;
use crate::choices::Choices;

/// What stands where a value may.
const VALUES: &[&str] = &[
    "1",
    "0",
    "-1",
    "1.5",
    "null",
    "'a'",
    "true",
    "[1, 2]",
    "[]",
    "{a: 1}",
    "n",
    "r",
    "m",
    "toInteger('2')",
    "size('ab')",
    "[n.x, 1]",
    "count(*)",
    "date('2024-01-01')",
    "rand() < 2",
    "n:A",
    "r:R",
    "EXISTS { (n)-->() }",
    "COUNT { (n)--() }",
    "COLLECT { MATCH (n)-->(z) RETURN z.x ORDER BY z.x }",
    "size([(n)-->(z) | z.x])",
    "labels(n)",
    "size(keys(n))",
    "properties(n)",
    "size(collect(n.x))",
    "n {.x}",
    "point({x: 1, y: 2})",
    "duration('P1D')",
    "reduce(s = 0, x IN [1, 2] | s + x)",
    "n.x = 1 OR null",
    "NOT n.x = 1",
    "n.x IN [1, null]",
    "type(r)",
    "nodes(p)",
    "length(p)",
    "all(i IN [1, 2] WHERE i > n.x)",
];

/// The same, of which nothing is known before a query runs. As a condition these would be errors or not by the order in
/// which a planner asks for conditions.
const OPEN: &[&str] = &[
    "n.x",
    "n.s",
    "m.x",
    "n.x + 1",
    "coalesce(n.x, 0)",
    "n['x']",
    "`n`.x",
    "$p",
    "CASE n.x WHEN 1 THEN 'one' END",
    "max(n.x)",
    "c0",
];

/// What stands where a number of rows does. Such as change nothing or are errors, since any other would choose among rows.
const AMOUNTS: &[&str] =
    &["10000000000", "1.0e3", "-1", "1.5", "null", "'a'", "n.x", "true", "[1]", "count(*)"];

const LABELS: &[&str] = &[
    "",
    "A",
    "B",
    "A&B",
    "A|B",
    "!A",
    "%",
    "!%",
    "A&!B",
    "(A|B)&!C",
    "A:B",
    "`A`",
    "$('A')",
    "$(['A', 'B'])",
    "$any(['A', 'B'])",
    "$all([])",
    "A|!B",
    "!(A&B)",
];

const TYPES: &[&str] = &[
    "",
    "R",
    "S",
    "R|S",
    "!R",
    "%",
    "R|!S",
    "$('R')",
    "R|:S",
    "R&S",
    "!(R|S)",
    "$any(['R', 'S'])",
];

const REPEATS: &[&str] = &[
    "", "", "", "", "", "", "*1", "*0", "*2", "*1..2", "*..2", "*0..1", "*2..1", "*0..0", "{1}",
    "{1,2}", "{,2}", "{0,1}", "{2,1}", "{0}", "*1..$p",
];

const SELECTORS: &[&str] =
    &["SHORTEST 1 ", "SHORTEST 2 ", "ALL SHORTEST ", "SHORTEST 1 GROUPS ", "SHORTEST 0 ", "ALL "];

/// A query of clauses, in the latest language that the server has.
pub fn holes(c: &mut Choices, newest: bool) -> Question {
    let mut parts = vec![
        c.one(&[
            "MATCH (n)",
            "MATCH (n)-[r]->(m)",
            "MATCH p = (n)-[r]->(m)",
            "",
            "MATCH (n:A)",
            "OPTIONAL MATCH (n:None)",
        ])
        .to_owned(),
    ];
    // What writes comes first, so that it does so for few rows.
    let writes = c.once_in(8);
    if writes {
        parts.push(writing(c));
    }
    for _ in 0..c.pick(3) {
        parts.push(clause(c));
    }
    parts.push(end(c));
    parts.retain(|part| !part.is_empty());
    let mut params = Params::default();
    let values = [
        Datum::Integer(1),
        Datum::Integer(2),
        Datum::from("a"),
        Datum::Null,
        Datum::List(vec![Datum::Integer(1)]),
    ];
    params.set("p", values[c.pick(values.len())].clone());
    let language = if newest { "CYPHER 25 " } else { "" };
    let text = format!("{language}{}", parts.join(" "));
    Question { text, params, ordered: false, loose_lists: true, writes }
}

fn value(c: &mut Choices) -> &'static str {
    if c.once_in(4) { c.one(OPEN) } else { c.one(VALUES) }
}

fn clause(c: &mut Choices) -> String {
    match c.pick(11) {
        0 | 1 => format!("MATCH {}", pattern(c)),
        2 => format!("OPTIONAL MATCH {}", pattern(c)),
        3 => format!("MATCH {} WHERE {}", pattern(c), c.one(VALUES)),
        4 | 5 => {
            let condition =
                if c.once_in(2) { format!(" WHERE {}", c.one(VALUES)) } else { String::new() };
            format!("WITH {}{}{condition}", projection(c), tail(c))
        }
        6 => format!("UNWIND {} AS {}", value(c), c.one(&["u", "n", "c0"])),
        7 => subquery(c),
        8 => format!("LET k = {}", value(c)),
        9 => format!("FILTER {}{}", c.one(&["", "WHERE "]), c.one(VALUES)),
        _ => format!("{}{}", c.one(&["ORDER BY n.x LIMIT ", "LIMIT ", "SKIP "]), c.one(AMOUNTS)),
    }
}

fn writing(c: &mut Choices) -> String {
    /// What does not depend on which row comes last.
    const OWN: &[&str] =
        &["1", "n.x", "null", "'a'", "[1, 2]", "{a: 1}", "[]", "n", "n.x + 1", "$p"];
    match c.pick(6) {
        0 => format!("CREATE {}", path(c)),
        1 => format!("MERGE {}", path(c)),
        2 => format!("{} {}", c.one(&["SET n.y =", "SET n +=", "SET n ="]), c.one(OWN)),
        3 => c.one(&["SET n:X", "SET n:$('X')", "SET n IS X", "SET n['y'] = 1"]).to_owned(),
        4 => {
            let what = c.one(&["n.x", "n:A", "n:$('A')", "n['x']", "r.w", "n:A:B", "m.x"]);
            format!("REMOVE {what}")
        }
        _ => {
            // No relationship that is gone: the servers forget its type.
            let how = c.one(&["DELETE", "NODETACH DELETE"]);
            format!("{how} {}", c.one(&["n", "m", "null", "n.x", "[n][0]"]))
        }
    }
}

fn end(c: &mut Choices) -> String {
    match c.pick(10) {
        0 => {
            let how = c.one(&["", "ALL ", "DISTINCT "]);
            format!("RETURN {} UNION {how}RETURN {}", projection(c), projection(c))
        }
        1 => c.one(&["FINISH", "", "RETURN *"]).to_owned(),
        _ => format!("RETURN {}{}", projection(c), tail(c)),
    }
}

fn projection(c: &mut Choices) -> String {
    let items: Vec<String> = (0..=c.pick(2))
        .map(|at| match c.pick(3) {
            0 | 1 => format!("{} AS c{at}", value(c)),
            _ => c.one(&["n", "*", "n.x", "n.x AS n", "n AS n", "m"]).to_owned(),
        })
        .collect();
    format!("{}{}", c.one(&["", "", "DISTINCT ", "ALL "]), items.join(", "))
}

fn tail(c: &mut Choices) -> String {
    let mut tail = String::new();
    if c.once_in(3) {
        let keys = ["n.x", "c0", "c0 DESC", "n.x ASC, c0", "n", "1", "m.x", "count(*)", "max(n.x)"];
        tail += &format!(" ORDER BY {}", c.one(&keys));
    }
    if c.once_in(5) {
        tail += &format!("{}{}", c.one(&[" SKIP ", " OFFSET "]), c.one(AMOUNTS));
    }
    if c.once_in(4) {
        tail += &format!(" LIMIT {}", c.one(AMOUNTS));
    }
    tail
}

fn subquery(c: &mut Choices) -> String {
    let value = value(c);
    match c.pick(10) {
        0 => format!("CALL {{ RETURN {value} AS y }}"),
        1 => format!("CALL (n) {{ RETURN {value} AS y }}"),
        2 => format!("CALL (*) {{ RETURN {value} AS y }}"),
        3 => format!("CALL {{ WITH n RETURN {value} AS y }}"),
        4 => "CALL (n) { MATCH (n)-->(k) RETURN count(k) AS y }".to_owned(),
        5 => "CALL (n) { WITH n MATCH (n) RETURN 1 AS y }".to_owned(),
        6 => "OPTIONAL CALL (n) { MATCH (n)-->(k) RETURN k.x AS y }".to_owned(),
        7 => format!("CALL (q) {{ RETURN {value} AS y }}"),
        8 => format!("CALL (n) {{ RETURN {value} AS y UNION RETURN 2 AS y }}"),
        _ => format!("CALL (n) {{ RETURN {value} AS n }}"),
    }
}

fn pattern(c: &mut Choices) -> String {
    match c.pick(9) {
        0..=3 => path(c),
        4 => format!("p = {}", path(c)),
        5 => format!("{}{}", c.one(SELECTORS), path(c)),
        6 => format!("p = shortestPath({})", path(c)),
        7 => {
            let (first, inner, last) = (node(c), path(c), node(c));
            let condition = c.one(&["", " WHERE n.x > 0"]);
            format!("{first}({inner}{condition}){}{last}", c.one(&["{1,2}", "{0,1}", "{1}"]))
        }
        _ => format!("{}, {}", node(c), path(c)),
    }
}

fn path(c: &mut Choices) -> String {
    let mut path = node(c);
    for _ in 0..c.pick(3) {
        path += &relationship(c);
        path += &node(c);
    }
    path
}

fn node(c: &mut Choices) -> String {
    let (name, label) = (c.one(&["", "n", "m", "z", "a"]), c.one(LABELS));
    let colon = if label.is_empty() { "" } else { ":" };
    let rest = c.one(&[
        "",
        "",
        "",
        " {x: 1}",
        " {x: null}",
        " {id: 1, x: 2}",
        " {x: n.x}",
        " $p",
        " WHERE n.x = 1",
        " {x: [1]}",
        " WHERE z.x > 0",
    ]);
    format!("({name}{colon}{label}{rest})")
}

fn relationship(c: &mut Choices) -> String {
    let (name, kind) = (c.one(&["", "r", "q", "r2"]), c.one(TYPES));
    let colon = if kind.is_empty() { "" } else { ":" };
    let repeat = c.one(REPEATS);
    let rest = c.one(&["", "", "", " {w: 1}", " {w: null}", " WHERE r.w > 0"]);
    let (left, right) = [("-", "->"), ("<-", "-"), ("-", "-"), ("<-", "->")][c.pick(4)];
    let (within, behind) = if repeat.starts_with('*') { (repeat, "") } else { ("", repeat) };
    format!("{left}[{name}{colon}{kind}{within}{rest}]{right}{behind}")
}
