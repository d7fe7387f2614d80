//! Random patterns: hops, variable lengths, quantified parts, shortest paths, each with predicates inside.

use crate::choices::Choices;
use crate::scope::{Kind, Scope};

/// A label expression.
pub fn labels(c: &mut Choices) -> String {
    let one = |c: &mut Choices| c.one(&["A", "B", "C", "None"]).to_owned();
    match c.pick(6) {
        0..=2 => one(c),
        3 => format!("({}|{})", one(c), one(c)),
        4 => format!("({}&{})", one(c), one(c)),
        _ => c.one(&["!A", "%", "!%", "(A&!B)"]).to_owned(),
    }
}

/// How new variables come to be: with names that later clauses see, or without.
struct Making<'a> {
    scope: &'a mut Scope,
    /// What was named, to be added when the pattern is over.
    named: Vec<(String, Kind)>,
}

impl Making<'_> {
    fn name(&mut self, c: &mut Choices, stem: &str, kind: Kind) -> String {
        if c.pick(3) == 0 {
            return String::new();
        }
        let name = self.scope.fresh(stem);
        self.named.push((name.clone(), kind));
        name
    }
}

/// Patterns for a `MATCH`; its variables are in scope afterwards.
pub fn patterns(c: &mut Choices, scope: &mut Scope) -> String {
    let mut making = Making { scope, named: Vec::new() };
    let mut text = pattern(c, &mut making, 2);
    // A pattern with a selector must be the only one of its clause.
    if c.once_in(5) && !text.contains("SHORTEST") {
        text = format!("{text}, {}", plain(c, &mut making, 1));
    }
    let named = making.named;
    for (name, kind) in named {
        scope.add(&name, kind);
    }
    text
}

/// What stands in `EXISTS { }` and `COUNT { }`, with a predicate over all that can be seen inside.
pub fn subquery(
    c: &mut Choices,
    scope: &mut Scope,
    predicate: impl FnOnce(&mut Choices, &mut Scope) -> String,
) -> String {
    let seen = scope.variables.len();
    let mut making = Making { scope: &mut *scope, named: Vec::new() };
    let text = pattern(c, &mut making, 1);
    let named = making.named;
    for (name, kind) in named {
        scope.add(&name, kind);
    }
    let text = if c.once_in(2) {
        let word = if c.once_in(2) { "MATCH " } else { "" };
        format!("{word}{text} WHERE {}", predicate(c, scope))
    } else {
        text
    };
    scope.variables.truncate(seen);
    text
}

fn pattern(c: &mut Choices, making: &mut Making<'_>, hops: usize) -> String {
    match c.pick(10) {
        0..=4 => plain(c, making, hops),
        5 => legacy(c, making),
        6 | 7 => quantified(c, making),
        8 => with_path(c, making),
        _ => shortest(c, making),
    }
}

fn node(c: &mut Choices, making: &mut Making<'_>) -> String {
    let known = making.scope.of(Kind::Node);
    if !known.is_empty() && c.once_in(3) {
        return format!("({})", known[c.pick(known.len())]);
    }
    let name = making.name(c, "n", Kind::Node);
    let labels = if c.once_in(2) { format!(":{}", labels(c)) } else { String::new() };
    let rest = match c.pick(6) {
        4 => format!(" {{x: {}}}", c.one(&["1", "0", "null"])),
        5 if !name.is_empty() => {
            format!(" WHERE {name}.x {} {}", c.one(&["=", "<", ">"]), c.one(&["1", "0", "null"]))
        }
        _ => String::new(),
    };
    format!("({name}{labels}{rest})")
}

fn arrow(c: &mut Choices, inside: &str) -> String {
    match c.pick(3) {
        0 => format!("-[{inside}]->"),
        1 => format!("-[{inside}]-"),
        _ => format!("<-[{inside}]-"),
    }
}

fn types(c: &mut Choices) -> &'static str {
    c.one(&["", ":R", ":S", ":R|S", ":!R", ":None"])
}

fn plain(c: &mut Choices, making: &mut Making<'_>, hops: usize) -> String {
    let mut text = node(c, making);
    for _ in 0..c.pick(hops + 1) {
        let name = making.name(c, "r", Kind::Rel);
        let rest = match c.pick(6) {
            4 => format!(" {{w: {}}}", c.one(&["1", "0", "null"])),
            5 if !name.is_empty() => format!(" WHERE {name}.w {} 1", c.one(&["=", "<"])),
            _ => String::new(),
        };
        let inside = format!("{name}{}{rest}", types(c));
        text += &arrow(c, &inside);
        text += &node(c, making);
    }
    text
}

fn legacy(c: &mut Choices, making: &mut Making<'_>) -> String {
    let from = node(c, making);
    let name = making.name(c, "r", Kind::Rels);
    let length = c.one(&["*1..2", "*", "*0..1", "*2", "*..3", "*0..", "*0"]);
    let kinds = c.one(&["", ":R", ":S", ":R|S"]);
    let map = if c.once_in(4) { " {w: 1}" } else { "" };
    let arrow = arrow(c, &format!("{name}{kinds}{length}{map}"));
    format!("{from}{arrow}{}", node(c, making))
}

const QUANTIFIERS: [&str; 8] = ["{1,2}", "+", "*", "{0,1}", "{2}", "{,2}", "{1}", "{0,}"];

fn quantified(c: &mut Choices, making: &mut Making<'_>) -> String {
    let from = node(c, making);
    if c.once_in(3) {
        let name = making.name(c, "r", Kind::Rels);
        let inside = format!("{name}{}", types(c));
        let arrow = arrow(c, &inside);
        return format!("{from}{arrow}{}{}", c.one(&QUANTIFIERS), node(c, making));
    }
    let (a, b) = (making.name(c, "a", Kind::Nodes), making.name(c, "b", Kind::Nodes));
    let r = making.name(c, "r", Kind::Rels);
    let (left, right) = (c.one(&["", ":A", ":!C"]), c.one(&["", ":B", ":A|C"]));
    let inside = format!("{r}{}", types(c));
    let arrow = arrow(c, &inside);
    let mut filter = String::new();
    if c.once_in(2) {
        filter = match (a.is_empty(), b.is_empty(), r.is_empty()) {
            (false, false, _) => format!(" WHERE {a}.x {} {b}.x", c.one(&["<", "<>", "="])),
            (_, false, _) => format!(" WHERE {b}.x IS NOT NULL"),
            (_, _, false) => format!(" WHERE {r}.w = 1"),
            _ => String::new(),
        };
    }
    let quantifier = c.one(&QUANTIFIERS);
    format!("{from} (({a}{left}){arrow}({b}{right}){filter}){quantifier} {}", node(c, making))
}

fn with_path(c: &mut Choices, making: &mut Making<'_>) -> String {
    let inner = match c.pick(3) {
        0 => plain(c, making, 2),
        1 => legacy(c, making),
        _ => quantified(c, making),
    };
    let name = making.scope.fresh("p");
    making.named.push((name.clone(), Kind::Path));
    format!("{name} = {inner}")
}

/// Which of several shortest paths comes is anybody's choice, so all of them are asked for.
fn shortest(c: &mut Choices, making: &mut Making<'_>) -> String {
    let (from, to) = (c.one(&["A", "B"]), c.one(&["B", "C"]));
    let arrow = c.one(&["-[:R|S]->+", "-[]-+", "<-[:R]-{1,3}", "-[]->*"]);
    let selector = c.one(&["ALL SHORTEST", "SHORTEST 1 GROUPS", "SHORTEST 2 GROUPS"]);
    let name = making.scope.fresh("p");
    making.named.push((name.clone(), Kind::Path));
    format!("{name} = {selector} (:{from}){arrow}(:{to})")
}
