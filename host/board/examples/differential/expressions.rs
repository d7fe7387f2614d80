//! Random expressions by type, over whatever variables are in scope. Null is everywhere; what a server may
//! answer in more than one way (orders that nobody asked for, errors in rows that are filtered out) is not.

use crate::choices::Choices;
use crate::patterns;
use crate::scope::{Kind, Scope};

/// An expression of that kind, so many levels deep at most.
pub fn expression(c: &mut Choices, scope: &mut Scope, kind: Kind, depth: usize) -> String {
    match kind {
        Kind::Int => int(c, scope, depth),
        Kind::Text => text(c, scope, depth),
        Kind::Bool => truth(c, scope, depth),
        Kind::Ints => ints(c, scope, depth),
        Kind::Node | Kind::Rel | Kind::Path | Kind::Nodes | Kind::Rels => {
            scope.any(c, kind).unwrap_or_else(|| "null".to_owned())
        }
    }
}

fn leaf_int(c: &mut Choices, scope: &mut Scope) -> String {
    match c.pick(8) {
        0 | 1 => c.one(&["1", "0", "2", "-1", "3", "7", "null"]).to_owned(),
        2 => scope.any(c, Kind::Int).unwrap_or_else(|| "1".to_owned()),
        3 | 4 => match scope.any(c, Kind::Node) {
            Some(node) => format!("{node}.{}", c.one(&["x", "id", "missing"])),
            None => "2".to_owned(),
        },
        5 => match scope.any(c, Kind::Rel) {
            Some(rel) => format!("{rel}.{}", c.one(&["w", "id"])),
            None => "null".to_owned(),
        },
        6 => match scope.any(c, Kind::Path) {
            Some(path) => format!("length({path})"),
            None => "0".to_owned(),
        },
        _ => {
            let lists = [Kind::Nodes, Kind::Rels];
            let kind = lists[c.pick(2)];
            match scope.any(c, kind) {
                Some(list) => format!("size({list})"),
                None => "3".to_owned(),
            }
        }
    }
}

fn int(c: &mut Choices, scope: &mut Scope, depth: usize) -> String {
    if depth == 0 {
        return leaf_int(c, scope);
    }
    let d = depth - 1;
    match c.pick(18) {
        0..=3 => leaf_int(c, scope),
        4 => {
            let operator = c.one(&["+", "-", "*"]);
            format!("({} {operator} {})", int(c, scope, d), int(c, scope, d))
        }
        5 => format!("({} {} {})", int(c, scope, d), c.one(&["%", "/"]), c.one(&["2", "3", "-2"])),
        6 => format!("{}({})", c.one(&["abs", "sign", "-"]), int(c, scope, d)),
        7 => format!("size({})", ints(c, scope, d)),
        8 => format!("size({})", text(c, scope, d)),
        // Behind an OPTIONAL MATCH without rows 5.26 takes coalesce(7, n.x) for null; so n.x comes first.
        9 => format!("coalesce({}, {})", int(c, scope, d), c.one(&["1", "null", "-2"])),
        10 => format!(
            "CASE WHEN {} THEN {} ELSE {} END",
            truth(c, scope, d),
            int(c, scope, d),
            int(c, scope, d)
        ),
        11 => {
            let (subject, when) = (int(c, scope, d), int(c, scope, d));
            let then = int(c, scope, d);
            format!("CASE {subject} WHEN {when}, {} THEN {then} END", int(c, scope, 0))
        }
        12 => format!("{}({})", c.one(&["head", "last"]), ints(c, scope, d)),
        13 => format!("{}[{}]", ints(c, scope, d), c.one(&["0", "1", "-1", "5", "null"])),
        14 => {
            let (list, variable) = (ints(c, scope, d), scope.fresh("i"));
            format!("reduce(a = {}, {variable} IN {list} | a + {variable})", int(c, scope, 0))
        }
        15 => format!("toInteger({})", text(c, scope, d)),
        16 => format!(
            "COUNT {{ {} }}",
            patterns::subquery(c, scope, |c, scope| truth(c, scope, d.min(1)))
        ),
        _ => {
            let (key, value) = (c.one(&["k", "j"]), int(c, scope, d));
            format!("{{k: {value}, l: null}}.{key}")
        }
    }
}

fn text(c: &mut Choices, scope: &mut Scope, depth: usize) -> String {
    if depth == 0 || c.pick(2) == 0 {
        return match c.pick(5) {
            0 | 1 => c.one(&["'a'", "''", "'b'", "'Ab c'", "'12'", "null"]).to_owned(),
            2 => scope.any(c, Kind::Text).unwrap_or_else(|| "'x'".to_owned()),
            3 => match scope.any(c, Kind::Node) {
                Some(node) => format!("{node}.s"),
                None => "'y'".to_owned(),
            },
            _ => match scope.any(c, Kind::Rel) {
                Some(rel) => format!("type({rel})"),
                None => "'z'".to_owned(),
            },
        };
    }
    let d = depth - 1;
    match c.pick(9) {
        0 => format!("({} + {})", text(c, scope, d), text(c, scope, d)),
        1 => format!("({} || {})", text(c, scope, d), text(c, scope, d)),
        2 => format!("toString({})", int(c, scope, d)),
        3 => format!("toString({})", truth(c, scope, d)),
        4 => {
            let function = c.one(&["toUpper", "toLower", "trim", "reverse", "ltrim"]);
            format!("{function}({})", text(c, scope, d))
        }
        5 => format!("left({}, {})", text(c, scope, d), c.one(&["1", "0", "9"])),
        6 => format!("substring({}, {})", text(c, scope, d), c.one(&["1", "0", "5"])),
        7 => format!("replace({}, {}, 'q')", text(c, scope, d), c.one(&["'a'", "'b'", "null"])),
        _ => format!("split({}, {})[0]", text(c, scope, d), c.one(&["'a'", "' '", "''"])),
    }
}

fn leaf_truth(c: &mut Choices, scope: &mut Scope) -> String {
    match c.pick(5) {
        0 => c.one(&["true", "false", "null"]).to_owned(),
        1 => scope.any(c, Kind::Bool).unwrap_or_else(|| "false".to_owned()),
        2 => match scope.any(c, Kind::Node) {
            Some(node) => format!("{node}:{}", patterns::labels(c)),
            None => "true".to_owned(),
        },
        3 => match scope.any(c, Kind::Node) {
            Some(node) => format!("{node}.b"),
            None => "null".to_owned(),
        },
        _ => format!("{} IS {}NULL", leaf_int(c, scope), c.one(&["", "NOT "])),
    }
}

/// A truth value, or null.
pub fn truth(c: &mut Choices, scope: &mut Scope, depth: usize) -> String {
    if depth == 0 {
        return leaf_truth(c, scope);
    }
    let d = depth - 1;
    match c.pick(17) {
        0 | 1 => leaf_truth(c, scope),
        2..=4 => {
            let operator = c.one(&["=", "<", "<>", "<=", ">", ">="]);
            format!("{} {operator} {}", int(c, scope, d), int(c, scope, d))
        }
        5 => {
            let operator = c.one(&["AND", "OR", "XOR"]);
            format!("({} {operator} {})", truth(c, scope, d), truth(c, scope, d))
        }
        6 => format!("NOT ({})", truth(c, scope, d)),
        7 => format!("({} IN {})", int(c, scope, d), ints(c, scope, d)),
        8 => {
            let operator = c.one(&["STARTS WITH", "ENDS WITH", "CONTAINS", "=", "<", ">="]);
            format!("{} {operator} {}", text(c, scope, d), text(c, scope, d))
        }
        9 | 10 => format!(
            "EXISTS {{ {} }}",
            patterns::subquery(c, scope, |c, scope| truth(c, scope, d.min(1)))
        ),
        11 => {
            let quantifier = c.one(&["any", "all", "none", "single"]);
            let (list, variable) = (ints(c, scope, d), scope.fresh("i"));
            let inner = format!("{variable} {} {}", c.one(&["=", "<", ">"]), int(c, scope, 0));
            format!("{quantifier}({variable} IN {list} WHERE {inner})")
        }
        12 => {
            let (a, b) = (expression(c, scope, Kind::Node, d), expression(c, scope, Kind::Node, d));
            format!("{a} {} {b}", c.one(&["=", "<>"]))
        }
        13 => format!("{} = {}", ints(c, scope, d), ints(c, scope, d)),
        14 => format!("({} < {} <= {})", int(c, scope, 0), int(c, scope, 0), int(c, scope, 0)),
        15 => {
            format!("{} IS :: {}", int(c, scope, d), c.one(&["INTEGER", "STRING", "ANY NOT NULL"]))
        }
        _ => format!("isEmpty({})", ints(c, scope, d)),
    }
}

fn ints(c: &mut Choices, scope: &mut Scope, depth: usize) -> String {
    if depth == 0 || c.pick(3) == 0 {
        return match c.pick(4) {
            0 | 1 => c
                .one(&["[]", "[1]", "[1, 2, 3]", "[null, 1]", "[2, -1, 2]", "range(0, 3)", "null"])
                .to_owned(),
            2 => scope.any(c, Kind::Ints).unwrap_or_else(|| "[3]".to_owned()),
            _ => {
                let kind = [Kind::Nodes, Kind::Rels][c.pick(2)];
                match scope.any(c, kind) {
                    Some(list) => {
                        let variable = scope.fresh("i");
                        let key = if kind == Kind::Nodes { c.one(&["x", "id"]) } else { "w" };
                        format!("[{variable} IN {list} | {variable}.{key}]")
                    }
                    None => "[0, 1]".to_owned(),
                }
            }
        };
    }
    let d = depth - 1;
    match c.pick(7) {
        0 => format!("({} + {})", ints(c, scope, d), ints(c, scope, d)),
        1 => format!("[{}, {}]", int(c, scope, d), int(c, scope, d)),
        2 => {
            let bounds = ["0..1", "1..", "..-1", "-2..", "..", "0..9"];
            format!("{}[{}]", ints(c, scope, d), c.one(&bounds))
        }
        3 => format!("{}({})", c.one(&["tail", "reverse"]), ints(c, scope, d)),
        4 | 5 => {
            let (list, variable) = (ints(c, scope, d), scope.fresh("i"));
            let filter = if c.once_in(2) {
                format!(" WHERE {variable} {} {}", c.one(&["<", "<>", "="]), int(c, scope, 0))
            } else {
                String::new()
            };
            let map = if c.once_in(2) {
                format!(" | {variable} {} {}", c.one(&["+", "*"]), int(c, scope, 0))
            } else {
                String::new()
            };
            format!("[{variable} IN {list}{filter}{map}]")
        }
        _ => {
            let variable = scope.fresh("q");
            let label = c.one(&["A", "B", "C"]);
            // Neo4j 5.26 gives null for COLLECT { }[-1], whatever was collected; so it is not indexed at once.
            format!(
                "(COLLECT {{ MATCH ({variable}:{label}) RETURN {variable}.x AS v ORDER BY v }} + [])"
            )
        }
    }
}
