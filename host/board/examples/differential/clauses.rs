//! Clauses that the other questions don't make: projections that sort and cut on their way, subqueries that nest,
//! write and unite, map projections, comprehensions of patterns, dynamic names, and what only Cypher 25 has. Each is
//! made so that its answer is one alone.

use othello_board::session::Params;
use othello_cypher::Datum;

use crate::answers::Question;
use crate::choices::Choices;
use crate::expressions::{expression, truth};
use crate::patterns::patterns;
use crate::scope::{Kind, Scope};

fn read(text: String) -> Question {
    let params = Params::default();
    Question { params, text, ordered: false, loose_lists: true, writes: false }
}

/// A question that reads by such clauses.
pub fn reading(c: &mut Choices) -> Question {
    let mut scope = Scope::default();
    match c.pick(9) {
        0 | 1 => cut(c, &mut scope),
        2 => star(c, &mut scope),
        3 => united(c),
        4 => nested(c, &mut scope),
        5 => projected(c),
        6 => comprehended(c, &mut scope),
        7 => named_by_values(c),
        _ => shortest(c),
    }
}

/// Values that are sorted and cut before anything else is done with them: equal ones can't be told apart.
fn cut(c: &mut Choices, scope: &mut Scope) -> Question {
    let pattern = patterns(c, scope);
    let kind = [Kind::Int, Kind::Text, Kind::Bool][c.pick(3)];
    let value = expression(c, scope, kind, 2);
    let order = c.one(&["", " DESC", " ASC", " DESCENDING"]);
    let bounds =
        c.one(&[" SKIP 1", " LIMIT 2", " SKIP 1 LIMIT 3", "", " LIMIT 1", " OFFSET 1 LIMIT 2"]);
    let distinct = c.one(&["", "DISTINCT "]);
    let mut inner = Scope { made: scope.made, ..Scope::default() };
    inner.add("v", kind);
    let filter =
        if c.once_in(2) { format!(" WHERE {}", truth(c, &mut inner, 1)) } else { String::new() };
    let last = c.one(&["count(v), collect(v)", "v", "count(*)", "DISTINCT v", "min(v), max(v)"]);
    read(format!(
        "MATCH {pattern} WITH {distinct}{value} AS v ORDER BY v{order}{bounds}{filter} RETURN {last}"
    ))
}

/// `*`, and names that hide others.
fn star(c: &mut Choices, scope: &mut Scope) -> Question {
    let pattern = patterns(c, scope);
    let value = expression(c, scope, Kind::Int, 1);
    let word = c.one(&["WITH *", "WITH DISTINCT *"]);
    let last = c.one(&["RETURN *", "RETURN DISTINCT *", "RETURN *, 1 AS one", "RETURN count(*)"]);
    read(format!("MATCH {pattern} {word}, {value} AS extra {last}"))
}

fn united(c: &mut Choices) -> Question {
    let half = |c: &mut Choices| {
        let mut scope = Scope::default();
        scope.add("u", Kind::Int);
        let value = expression(c, &mut scope, Kind::Int, 2);
        format!("RETURN {value} AS w")
    };
    let (one, word, other) = (half(c), c.one(&["UNION", "UNION ALL"]), half(c));
    let list = c.one(&["[1, 2]", "[]", "[null, 3]", "range(0, 2)"]);
    let last = c.one(&["u, w", "count(*)", "DISTINCT w", "u, collect(w)"]);
    read(format!("UNWIND {list} AS u CALL (u) {{ {one} {word} {other} }} RETURN {last}"))
}

fn nested(c: &mut Choices, scope: &mut Scope) -> Question {
    let pattern = patterns(c, scope);
    let name = scope.of(Kind::Node).first().map_or("null".to_owned(), |name| (*name).to_owned());
    let inner = c.one(&[
        "MATCH (m)-[]->(k) WHERE m = o RETURN count(k) AS s",
        "OPTIONAL MATCH (o)--(k:A) RETURN count(DISTINCT k) AS s",
        "CALL (o) { OPTIONAL MATCH (o)-->(z) RETURN z.x AS x } RETURN sum(x) AS s",
        "WITH o RETURN o.x AS s",
        "UNWIND [1, 2] AS q WITH o, q WHERE q > o.x RETURN count(q) AS s",
    ]);
    let optional = c.one(&["", "OPTIONAL "]);
    let last = c.one(&["s", "count(*), sum(s)", "DISTINCT s", "s, count(*)"]);
    read(format!("MATCH {pattern} WITH {name} AS o {optional}CALL (o) {{ {inner} }} RETURN {last}"))
}

fn projected(c: &mut Choices) -> Question {
    let items: Vec<_> = (0..1 + c.pick(3))
        .map(|at| match c.pick(5) {
            0 => ".x".to_owned(),
            1 => ".*".to_owned(),
            2 => format!("k{at}: n.s"),
            3 => ".missing".to_owned(),
            _ => format!("k{at}: COUNT {{ (n)-->() }}"),
        })
        .collect();
    let word = c.one(&["MATCH (n)", "OPTIONAL MATCH (n:None)", "MATCH ()-[n]->()"]);
    let of = c.one(&["", "keys", "properties"]);
    let value = format!("n {{{}}}", items.join(", "));
    let value = if of.is_empty() { value } else { format!("{of}({value})") };
    if word.contains('[') && value.contains("COUNT") {
        return read("MATCH (n) RETURN n {.x} AS m".to_owned());
    }
    read(format!("{word} RETURN {value} AS m"))
}

fn comprehended(c: &mut Choices, scope: &mut Scope) -> Question {
    let link = c.one(&["-->", "--", "<-[:R]-", "-[:R|S*1..2]->", "-[e:S]-", "-[*0..1]-"]);
    let label = c.one(&["", ":A", ":!B", ":None"]);
    scope.add("m", Kind::Node);
    scope.add("n", Kind::Node);
    let filter =
        if c.once_in(2) { format!(" WHERE {}", truth(c, scope, 1)) } else { String::new() };
    let value = expression(c, scope, Kind::Int, 1);
    let list = format!("[(n){link}(m{label}){filter} | {value}]");
    let whole = match c.pick(4) {
        0 => format!("size({list})"),
        1 => format!("reduce(t = 0, i IN {list} | t + coalesce(i, 0))"),
        2 => format!("any(i IN {list} WHERE i > 0)"),
        _ => list,
    };
    read(format!("MATCH (n) RETURN n.id AS id, {whole} AS v"))
}

/// Labels, types and keys that are only known as the query runs.
fn named_by_values(c: &mut Choices) -> Question {
    let label = c.one(&["A", "B", "None", "C"]);
    let text = match c.pick(5) {
        0 => "MATCH (n:$($label)) RETURN n.id AS v",
        1 => "MATCH (n:$any([$label, 'B'])) RETURN n.id AS v",
        2 => "MATCH ()-[r:$('R')]->() RETURN r.id AS v",
        3 => "MATCH (n) RETURN n[$key] AS v",
        _ => "MATCH (n) WHERE n:$($label) OR n[$key] = 1 RETURN count(n) AS v",
    };
    let mut params = Params::default();
    params.set("label", Datum::Text(label.to_owned()));
    params.set("key", Datum::Text(c.one(&["x", "s", "missing"]).to_owned()));
    Question { params, ..read(text.to_owned()) }
}

/// How long shortest paths are; which of them comes is anybody's choice.
fn shortest(c: &mut Choices) -> Question {
    let (from, to) = (c.one(&[":A", ":B", ""]), c.one(&[":B", ":C", ":A"]));
    let kinds = c.one(&["", ":R", ":R|S"]);
    let text = match c.pick(5) {
        0 => format!(
            "MATCH (a{from}), (b{to}) WHERE a <> b MATCH p = shortestPath((a)-[{kinds}*]-(b)) \
             RETURN a.id AS a, b.id AS b, length(p) AS l"
        ),
        1 => format!(
            "MATCH (a{from}), (b{to}) WHERE a <> b MATCH p = allShortestPaths((a)-[{kinds}*..4]->(b)) \
             RETURN a.id AS a, b.id AS b, length(p) AS l, count(*) AS n"
        ),
        2 => format!(
            "MATCH p = SHORTEST {} (a{from})-[{kinds}]-{{1,4}}(b{to}) \
             RETURN a.id AS a, b.id AS b, length(p) AS l, count(*) AS n",
            c.one(&["1", "2", "3"])
        ),
        3 => format!(
            "MATCH p = SHORTEST {} GROUPS (a{from})((x)-[r{kinds}]->(y) WHERE y.x >= 0){{1,3}}(b{to}) \
             RETURN a.id AS a, b.id AS b, [i IN x | i.id] AS x, length(p) AS l",
            c.one(&["1", "2"])
        ),
        _ => format!(
            "MATCH p = ANY (a{from})-[{kinds}]->{{1,3}}(b{to}) RETURN a.id AS a, b.id AS b, count(*) AS n"
        ),
    };
    read(text)
}

/// Writes in an order that has one outcome alone.
pub fn writing(c: &mut Choices) -> Question {
    let text = match c.pick(9) {
        0 => "MATCH (n:A) SET n = {}",
        1 => "MATCH (n:A) SET n = {x: n.id, y: n.s}",
        2 => "MATCH (n) SET n += {x: null, z: n.id}",
        3 => "MATCH (n:B) REMOVE n.x, n:B SET n:E",
        4 => {
            "MATCH (n) FOREACH (i IN CASE WHEN n.x > 0 THEN [1, 2] ELSE [] END | CREATE (:F {i: i, of: n.id}))"
        }
        5 => "MATCH (n:A) OPTIONAL MATCH (n)-[r]->() DELETE r WITH DISTINCT n DETACH DELETE n",
        6 => {
            "MERGE (m:M {k: 1}) ON CREATE SET m.new = true ON MATCH SET m.new = false MERGE (m)-[:R]->(:N {k: 2})"
        }
        7 => "MATCH (n:A) CALL (n) { CREATE (:G {of: n.id}) }",
        _ => {
            "UNWIND [1, 2, 2, null] AS k WITH k WHERE k IS NOT NULL MERGE (m:M {k: k}) ON MATCH SET m.again = true"
        }
    };
    let last = c.one(&["", " RETURN count(*) AS c", " FINISH"]);
    let finished = if text.contains("DETACH DELETE n") || last.is_empty() || !last.contains("count")
    {
        format!("{text}{last}")
    } else {
        format!("{text} WITH 1 AS one RETURN count(*) AS c")
    };
    Question { writes: true, ..read(finished) }
}

/// What only Cypher 25 has.
pub fn newest(c: &mut Choices) -> Question {
    let mut scope = Scope::default();
    let text = match c.pick(8) {
        0 => {
            let value = expression(c, &mut scope, Kind::Int, 2);
            format!("LET a = {value}, b = 2 RETURN a, b")
        }
        1 => {
            let pattern = patterns(c, &mut scope);
            let filter = truth(c, &mut scope, 2);
            format!("MATCH {pattern} FILTER {filter} RETURN count(*) AS n")
        }
        2 => {
            let value = expression(c, &mut scope, Kind::Int, 1);
            format!(
                "UNWIND [1, 2, 3] AS x RETURN x, {value} AS v NEXT RETURN sum(x) AS s, min(v) AS m"
            )
        }
        3 => {
            let condition = truth(c, &mut scope, 1);
            format!("WHEN {condition} THEN RETURN 1 AS x ELSE RETURN 2 AS x")
        }
        4 => {
            let list = expression(c, &mut scope, Kind::Ints, 2);
            let function = c.one(&["distinct", "sort", "max", "min", "flatten"]);
            format!("RETURN coll.{function}({list}) AS v")
        }
        5 => {
            let list = expression(c, &mut scope, Kind::Ints, 2);
            let limit = c.one(&["3", "0", "1", "null"]);
            format!("RETURN allReduce(s = 0, i IN {list} | s + i, s < {limit}) AS v")
        }
        6 => format!(
            "MATCH REPEATABLE ELEMENTS (a)-[:R]->{{1,{}}}(b) RETURN count(*) AS n",
            c.one(&["2", "3"])
        ),
        _ => format!(
            "RETURN replace('a-b-c', '-', {}, {}) AS v",
            c.one(&["'+'", "''", "null"]),
            c.one(&["1", "0", "9", "null"])
        ),
    };
    read(format!("CYPHER 25 {text}"))
}
