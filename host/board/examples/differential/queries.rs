//! Random queries: clauses in a row that see each other's variables, and writes whose effect does not depend
//! on the order of rows.

use othello_board::session::Params;

use crate::answers::Question;
use crate::choices::Choices;
use crate::clauses;
use crate::edges::edges;
use crate::expressions::{expression, truth};
use crate::holes::holes;
use crate::newer::newer;
use crate::patterns::patterns;
use crate::scalars::scalars;
use crate::scope::{Kind, Scope};

/// Which questions are asked.
#[derive(Clone, Copy, Default)]
pub struct Wanted {
    /// Whether the server has Cypher 25.
    pub newest: bool,
    /// About what they are.
    pub topic: Topic,
}

/// What may be asked of alone.
#[derive(Clone, Copy, Default)]
#[allow(dead_code, reason = "the tests ask about anything")]
pub enum Topic {
    /// Anything but clauses filled anyhow, which keep a server from others who test it at the same time.
    #[default]
    Anything,
    /// Values of any kind in functions and operators.
    Edges,
    /// Clauses filled anyhow.
    Holes,
}

/// A random query.
pub fn query(c: &mut Choices, wanted: Wanted) -> Question {
    match wanted.topic {
        Topic::Anything => any(c, wanted.newest),
        Topic::Edges => edges(c, wanted.newest),
        Topic::Holes => holes(c, wanted.newest),
    }
}

fn any(c: &mut Choices, newest: bool) -> Question {
    let question = match c.pick(14) {
        0..=3 => reading(c),
        4 => wild(c),
        5 => union(c),
        6 | 7 => clauses::reading(c),
        8 if newest && c.once_in(2) => newer(c),
        8 | 9 => scalars(c),
        10 => edges(c, newest),
        11 => clauses::writing(c),
        12 if newest => clauses::newest(c),
        _ => writing(c),
    };
    disguised(c, question)
}

/// The same question with comments, other white space and other letters of keywords.
fn disguised(c: &mut Choices, question: Question) -> Question {
    if !c.once_in(8) {
        return question;
    }
    let (from, to) = [
        (" RETURN ", " /* RETURN 1 */ return "),
        (" RETURN ", " // '\n RETURN "),
        ("MATCH ", "match\t"),
        (" WHERE ", "\u{00a0}\r\nWhere "),
        (" AS ", " as/**/"),
        ("(n)", "(`n`)"),
    ][c.pick(6)];
    Question { text: question.text.replace(from, to), ..question }
}

fn reading(c: &mut Choices) -> Question {
    let mut scope = Scope::default();
    let mut text = String::new();
    for _ in 0..=c.pick(3) {
        text += &clause(c, &mut scope);
        text.push(' ');
    }
    let (last, ordered, loose_lists) = returning(c, &mut scope);
    Question { params: Params::default(), text: text + &last, ordered, loose_lists, writes: false }
}

fn union(c: &mut Choices) -> Question {
    let half = |c: &mut Choices| {
        let mut scope = Scope::default();
        let first = clause(c, &mut scope);
        let value = expression(c, &mut scope, Kind::Int, 2);
        format!("{first} RETURN {value} AS v")
    };
    let (a, word, b) = (half(c), c.one(&["UNION ALL", "UNION", "UNION DISTINCT"]), half(c));
    Question {
        params: Params::default(),
        text: format!("{a} {word} {b}"),
        ordered: false,
        loose_lists: false,
        writes: false,
    }
}

fn clause(c: &mut Choices, scope: &mut Scope) -> String {
    match c.pick(9) {
        0..=3 => matching(c, scope, "MATCH"),
        4 => matching(c, scope, "OPTIONAL MATCH"),
        5 => {
            let list = expression(c, scope, Kind::Ints, 2);
            let name = scope.fresh("u");
            scope.add(&name, Kind::Int);
            format!("UNWIND {list} AS {name}")
        }
        6 | 7 => with(c, scope),
        _ => call(c, scope),
    }
}

fn matching(c: &mut Choices, scope: &mut Scope, word: &str) -> String {
    let text = patterns(c, scope);
    if c.once_in(2) {
        return format!("{word} {text} WHERE {}", truth(c, scope, 2));
    }
    format!("{word} {text}")
}

const SCALARS: [Kind; 3] = [Kind::Int, Kind::Text, Kind::Bool];

fn with(c: &mut Choices, scope: &mut Scope) -> String {
    if c.once_in(3) {
        return grouping(c, scope);
    }
    let mut items: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for (name, kind) in scope.variables.clone() {
        if c.pick(4) != 3 {
            items.push(name.clone());
            kept.push((name, kind));
        }
    }
    let kind = SCALARS[c.pick(3)];
    let value = expression(c, scope, kind, 2);
    let name = scope.fresh("v");
    items.push(format!("{value} AS {name}"));
    kept.push((name, kind));
    let distinct = if c.once_in(4) { "DISTINCT " } else { "" };
    scope.variables = kept;
    let filter =
        if c.once_in(3) { format!(" WHERE {}", truth(c, scope, 1)) } else { String::new() };
    format!("WITH {distinct}{}{filter}", items.join(", "))
}

fn grouping(c: &mut Choices, scope: &mut Scope) -> String {
    let key = expression(c, scope, Kind::Int, 1);
    let (aggregate, kind) = aggregate(c, scope, false);
    let (key_name, name) = (scope.fresh("k"), scope.fresh("g"));
    scope.variables.clear();
    scope.add(&key_name, Kind::Int);
    scope.add(&name, kind);
    format!("WITH {key} AS {key_name}, {aggregate} AS {name}")
}

fn aggregate(c: &mut Choices, scope: &mut Scope, last: bool) -> (String, Kind) {
    let distinct = if c.once_in(3) { "DISTINCT " } else { "" };
    let value = expression(c, scope, Kind::Int, 1);
    match c.pick(if last { 7 } else { 5 }) {
        0 => ("count(*)".to_owned(), Kind::Int),
        1 => (format!("count({distinct}{value})"), Kind::Int),
        2 => (format!("sum({distinct}{value})"), Kind::Int),
        3 => (format!("min({value})"), Kind::Int),
        4 => (format!("max({value})"), Kind::Int),
        5 => (format!("avg({distinct}{value})"), Kind::Int),
        _ => (format!("collect({distinct}{value})"), Kind::Ints),
    }
}

fn call(c: &mut Choices, scope: &mut Scope) -> String {
    let mut inner = scope.clone();
    let word = c.one(&["MATCH", "OPTIONAL MATCH"]);
    let text = matching(c, &mut inner, word);
    let (value, kind) = if c.once_in(2) {
        aggregate(c, &mut inner, false)
    } else {
        (expression(c, &mut inner, Kind::Int, 1), Kind::Int)
    };
    let name = inner.fresh("s");
    *scope = Scope { variables: std::mem::take(&mut scope.variables), ..inner };
    scope.add(&name, kind);
    let optional = if c.once_in(4) { "OPTIONAL " } else { "" };
    format!("{optional}CALL (*) {{ {text} RETURN {value} AS {name} }}")
}

/// The last clause, whether its order counts, and whether orders within lists don't.
fn returning(c: &mut Choices, scope: &mut Scope) -> (String, bool, bool) {
    let mut items = Vec::new();
    let mut loose = false;
    let aggregates = c.once_in(3);
    for at in 0..=c.pick(3) {
        let value = if aggregates && at == 0 {
            let (text, kind) = aggregate(c, scope, true);
            loose |= kind == Kind::Ints;
            text
        } else if !aggregates && !scope.variables.is_empty() && c.once_in(3) {
            scope.variables[c.pick(scope.variables.len())].0.clone()
        } else {
            let kinds = [Kind::Int, Kind::Bool, Kind::Text, Kind::Ints];
            let kind = kinds[c.pick(4)];
            expression(c, scope, kind, 3)
        };
        items.push(format!("{value} AS c{at}"));
    }
    let distinct = if !aggregates && c.once_in(4) { "DISTINCT " } else { "" };
    let mut text = format!("RETURN {distinct}{}", items.join(", "));
    // Rows that are equal in all columns may stand in any order; so sorting by all columns leaves no choice.
    let sortable = !loose && !items.iter().any(|item| holds_graph(item, scope));
    let ordered = sortable && c.once_in(2);
    if ordered {
        let keys: Vec<_> =
            (0..items.len()).map(|at| format!("c{at}{}", c.one(&["", " DESC"]))).collect();
        text += &format!(" ORDER BY {}", keys.join(", "));
        if c.once_in(2) {
            text += c.one(&[" LIMIT 2", " SKIP 1", " SKIP 1 LIMIT 3", " LIMIT 0"]);
        }
    }
    (text, ordered, loose)
}

/// Whether an item is a node, relationship or path, which sort by ids that differ between databases.
fn holds_graph(item: &str, scope: &Scope) -> bool {
    let value = item.split(" AS ").next().unwrap_or_default();
    let graph = [Kind::Node, Kind::Rel, Kind::Path, Kind::Nodes, Kind::Rels];
    scope.variables.iter().any(|(name, kind)| name == value && graph.contains(kind))
}

const VALUES: [&str; 22] = [
    "1",
    "null",
    "'a'",
    "true",
    "[1, 2]",
    "{k: 1}",
    "0",
    "-3",
    "2.5",
    "''",
    "[]",
    "false",
    "[null]",
    "'1'",
    "1.0",
    "{}",
    "0.0",
    "[1, 'a']",
    "9223372036854775807",
    "-0.5",
    "[[1], null]",
    "{k: null}",
];

const OPERATORS: [&str; 18] = [
    "AND",
    "OR",
    "XOR",
    "+",
    "=",
    "<",
    "-",
    "*",
    "/",
    "%",
    "^",
    "<>",
    ">=",
    "IN",
    "STARTS WITH",
    "CONTAINS",
    "||",
    "=~",
];

/// Without `reverse`: where its argument is no text and no list, 5.26 refuses the query and 2026.08 its value.
const FUNCTIONS: [&str; 30] = [
    "size",
    "toString",
    "toInteger",
    "toFloat",
    "toBoolean",
    "abs",
    "head",
    "last",
    "tail",
    "toFloatOrNull",
    "keys",
    "isEmpty",
    "toUpper",
    "sqrt",
    "sign",
    "round",
    "floor",
    "valueType",
    "toStringOrNull",
    "toIntegerOrNull",
    "toBooleanList",
    "char_length",
    "trim",
    "not",
    "-",
    "ceil",
    "exp",
    "isNaN",
    "properties",
    "toFloatList",
];

/// Any operator or function on any values, which shows the errors too.
fn wild(c: &mut Choices) -> Question {
    let mut values = Vec::new();
    for at in 0..3 {
        values.push(format!("{} AS v{at}", c.one(&VALUES)));
    }
    // Through a list and back, so that only the run knows the types.
    let hidden = c.once_in(2);
    let v = |c: &mut Choices| if hidden { c.one(&["v0", "v1", "v2"]) } else { c.one(&VALUES) };
    let expression = match c.pick(4) {
        0 | 1 => {
            let (left, right) = if hidden { ("v0", "v1") } else { (v(c), v(c)) };
            // Only the text shows a server that AND wants truth values; as it runs it takes lists for some, and
            // looks at no more terms than it needs, in an order of its own. `v AND v` it makes into `v`.
            let known = if hidden { &OPERATORS[3..] } else { &OPERATORS[..] };
            format!("{left} {} {right}", c.one(known))
        }
        2 => {
            format!("{}({})", c.one(&FUNCTIONS), v(c))
        }
        _ => match c.pick(6) {
            0 => format!("{}[{}]", v(c), v(c)),
            1 => format!("{}[{}..{}]", v(c), v(c), v(c)),
            2 => format!("coalesce({}, {}, {})", v(c), v(c), v(c)),
            3 => format!("CASE {} WHEN {} THEN 'yes' ELSE 'no' END", v(c), v(c)),
            4 => format!("[x IN {} WHERE x > {}]", v(c), v(c)),
            _ => format!(
                "{} IS :: {}",
                v(c),
                c.one(&["INTEGER", "LIST<ANY>", "FLOAT NOT NULL", "MAP"])
            ),
        },
    };
    let text = if hidden {
        let list: Vec<_> =
            values.iter().map(|v| v.split(" AS ").next().unwrap_or("null")).collect();
        format!(
            "UNWIND [[{}]] AS all WITH all[0] AS v0, all[1] AS v1, all[2] AS v2 RETURN {expression} AS c",
            list.join(", ")
        )
    } else {
        format!("RETURN {expression} AS c")
    };
    Question { params: Params::default(), text, ordered: true, loose_lists: false, writes: false }
}

fn writing(c: &mut Choices) -> Question {
    let mut scope = Scope::default();
    let mut text = String::new();
    if c.pick(4) != 3 {
        text = matching(c, &mut scope, "MATCH") + " ";
    }
    for _ in 0..=c.pick(2) {
        text += &write_clause(c, &mut scope);
        text.push(' ');
    }
    text += "RETURN count(*) AS c";
    Question { params: Params::default(), text, ordered: false, loose_lists: false, writes: true }
}

/// A write that gives the same graph whatever the order of its rows.
fn write_clause(c: &mut Choices, scope: &mut Scope) -> String {
    let nodes: Vec<_> = scope.of(Kind::Node).iter().map(|name| (*name).to_owned()).collect();
    let node = |c: &mut Choices| nodes.get(c.pick(nodes.len())).cloned();
    match (c.pick(9), node(c)) {
        (0 | 1, _) | (_, None) => {
            let (label, x) = (c.one(&["A", "D"]), expression(c, scope, Kind::Int, 1));
            format!("CREATE (:{label} {{x: {x}}})")
        }
        (2, Some(node)) => {
            let value = c.one(&["1", "null", "'t'", "[1, 2]", "true"]);
            format!("SET {node}.{} = {value}", c.one(&["x", "y"]))
        }
        (3, Some(node)) => format!("SET {node}{}", c.one(&[":D", ":A:D", " += {y: 1, s: null}"])),
        (4, Some(node)) => format!("REMOVE {node}{}", c.one(&[":A", ".x", ":None"])),
        (5, Some(node)) => {
            format!("MERGE ({node})-[:{}]->(:M {{k: {}}})", c.one(&["R", "T"]), c.one(&["1", "2"]))
        }
        (6, Some(node)) => {
            let on = c.one(&["", " ON CREATE SET m.y = 1", " ON MATCH SET m.z = 1"]);
            let label = c.one(&["M", "A"]);
            scope.variables = vec![(node.clone(), Kind::Node)];
            format!(
                "MERGE (m:{label} {{k: 1}}){on} FOREACH (i IN [1, 2] | CREATE (:F {{i: i}})) WITH {node}"
            )
        }
        (7, Some(node)) => {
            scope.variables.clear();
            format!("DETACH DELETE {node} WITH 1 AS one")
        }
        (_, Some(node)) => {
            format!("CREATE ({node})-[:T {{w: {}}}]->(:D)", c.one(&["1", "2", "null"]))
        }
    }
}
