//! `MATCH` clauses one behind the other say the same in any order, and what the one asks of variables of the other may be
//! asked there. One that searches and has nowhere to begin waits for one that tells it where, and is told what else is
//! asked of what it binds:
//!
//! ```text
//! > MATCH (a:A)-[:R*1..4]-(b) MATCH (b)-[:S]->(c:C {k: 1}) RETURN a
//! NodeByLabelScan      c:C WHERE c.k = 1
//! Expand(All)          (c)<-[anon_2:S]-(b)
//! VarLengthExpand(All) (b)-[:R*1..4]-(a) WHERE a:A
//!
//! > MATCH (a:A)-[:R*1..4]-(b) MATCH (c:C) WHERE a.k = 1 AND b.k < c.k RETURN c
//! NodeByLabelScan      a:A WHERE a.k = 1
//! VarLengthExpand(All) (a)-[:R*1..4]-(b)
//! NodeByLabelScan      c:C WHERE b.k < c.k
//! ```

use hashbrown::{HashMap, HashSet};

use super::passed::{only_variable, reads_none};
use super::pattern::{chain_elements, variables};
use super::scope::Kind;
use crate::syntax::ast::{
    self, Clause, ClauseKind, ComparisonOp, ExprKind, LabelExprKind, LabelName, PathElement,
    PathPattern, PathShape, RelationshipLength, Selector,
};

/// Of more clauses in a row, the others stay where they are.
const MOST: usize = 6;

/// The pattern of a clause that says the same where another such clause stands before or behind it.
pub(super) fn movable(clause: &Clause) -> Option<&ast::Match> {
    match &clause.kind {
        ClauseKind::Match(matching) if !matching.optional => Some(matching),
        _ => None,
    }
}

/// Puts clauses that begin with movable ones in the order in which those are matched. `is_known` tells what is bound before.
pub(super) fn put_in_order(clauses: &mut [&Clause], is_known: impl Fn(&str) -> bool) {
    let run = clauses.iter().take(MOST).map_while(|clause| movable(clause));
    let mut left: Vec<&ast::Match> = run.collect();
    let mut bound: HashSet<&str> = HashSet::new();
    for at in 0..left.len() {
        let here = at + anchor(&left[at..], &|name| is_known(name) || bound.contains(name));
        left[at..=here].rotate_right(1);
        clauses[at..=here].rotate_right(1);
        bound.extend(names(left[at]).map(|(name, _)| name));
    }
}

/// What a clause tells of where to begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Start {
    Anywhere,
    /// Something is asked of a node that leaves some out.
    Fewer,
    /// A node is bound before, or something of it must equal something.
    Few,
}

/// Which of the clauses comes first: the first one, unless it would search from more nodes than another one tells to begin at.
fn anchor(left: &[&ast::Match], is_bound: &dyn Fn(&str) -> bool) -> usize {
    let Some((first, others)) = left.split_first() else { return 0 };
    let start = start(first, is_bound);
    if !first.patterns.iter().any(searches) || start == Start::Few {
        return 0;
    }
    let nodes: HashSet<&str> = nodes(first).collect();
    let found = others.iter().enumerate().find(|(number, other)| {
        self::start(other, is_bound) > start
            && self::nodes(other).any(|name| nodes.contains(name))
            && may_go_before(other, &left[..=*number], is_bound)
    });
    found.map_or(0, |(number, _)| number + 1)
}

/// Whether a pattern looks for more than a number of relationships.
fn searches(path: &PathPattern) -> bool {
    let is_long = |element: &PathElement| match element {
        PathElement::Node(_) => false,
        PathElement::Relationship(link) => link.length != RelationshipLength::One,
        PathElement::Group(_) => true,
    };
    matches!(path.shape, PathShape::Shortest { .. }) || chain_elements(path).iter().any(is_long)
}

/// What a clause tells of where to begin, given what is bound before.
fn start(matching: &ast::Match, is_bound: &dyn Fn(&str) -> bool) -> Start {
    let of_nodes = matching.patterns.iter().flat_map(chain_elements).any(|element| match element {
        PathElement::Node(node) => {
            let name = node.variable.as_ref().map(|name| name.text.as_str());
            node.properties.is_some() || name.is_some_and(is_bound)
        }
        _ => false,
    });
    if of_nodes {
        return Start::Few;
    }
    let nodes: HashSet<&str> = nodes(matching).collect();
    let parts = matching.predicate.iter().flat_map(ast::Expr::conjuncts);
    parts.map(|part| asked_by(part, &nodes)).max().unwrap_or(Start::Anywhere)
}

/// What a predicate tells of some node.
fn asked_by(part: &ast::Expr, nodes: &HashSet<&str>) -> Start {
    let is_of_node = |e: &ast::Expr| owner(e).is_some_and(|name| nodes.contains(name));
    if let ExprKind::Comparison { first, rest } = &part.kind
        && let [(ComparisonOp::Equal, other)] = rest.as_slice()
        && (is_of_node(first) && is_given(other) || is_of_node(other) && is_given(first))
    {
        return Start::Few;
    }
    match only_variable(part) {
        Some(name) if nodes.contains(name) => Start::Fewer,
        _ => Start::Anywhere,
    }
}

/// The variable of which an expression is a property or the id.
fn owner(e: &ast::Expr) -> Option<&str> {
    let of = match &e.kind {
        ExprKind::Property(of, _) => of,
        ExprKind::Function(call) if call.name.text.to_ascii_lowercase().ends_with("id") => {
            call.arguments.first()?
        }
        _ => return None,
    };
    match &of.kind {
        ExprKind::Variable(name) => Some(name),
        _ => None,
    }
}

fn is_given(e: &ast::Expr) -> bool {
    matches!(e.kind, ExprKind::Literal(_) | ExprKind::Parameter(_))
}

/// Whether a clause of nodes and single relationships means the same before others that stand before it.
fn may_go_before(
    matching: &ast::Match,
    others: &[&ast::Match],
    is_bound: &dyn Fn(&str) -> bool,
) -> bool {
    let own: HashMap<&str, Kind> = names(matching).collect();
    let theirs: Vec<(&str, Kind)> = others.iter().flat_map(|other| names(other)).collect();
    let shares_nodes_alone = theirs.iter().all(|(name, kind)| {
        own.get(name).is_none_or(|own| [*own, *kind] == [Kind::Node, Kind::Node])
    });
    let only_theirs: Vec<&str> = theirs
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !own.contains_key(name) && !is_bound(name))
        .collect();
    let asked = matching.patterns.iter().flat_map(|path| path.expressions());
    shares_nodes_alone
        && matching.patterns.iter().all(is_plain)
        && asked.chain(&matching.predicate).all(|e| reads_none(e, &only_theirs))
}

/// Whether it is made of nodes and single relationships, with labels and types that are written down.
fn is_plain(path: &PathPattern) -> bool {
    let is_computed =
        |kind: &LabelExprKind| matches!(kind, LabelExprKind::Name(LabelName::Dynamic { .. }));
    let is_plain = |element: &PathElement| {
        let (labels, is_single) = match element {
            PathElement::Node(node) => (&node.labels, true),
            PathElement::Relationship(link) => {
                (&link.types, link.length == RelationshipLength::One)
            }
            PathElement::Group(_) => return false,
        };
        is_single && !labels.as_ref().is_some_and(|labels| labels.mentions(&is_computed))
    };
    path.selector == Selector::All && !searches(path) && path.chain().iter().all(is_plain)
}

fn names(matching: &ast::Match) -> impl Iterator<Item = (&str, Kind)> {
    let all = matching.patterns.iter().flat_map(variables);
    all.map(|(name, kind)| (name.text.as_str(), kind))
}

/// The variables of nodes that are no part of something that repeats.
fn nodes(matching: &ast::Match) -> impl Iterator<Item = &str> {
    names(matching).filter(|(_, kind)| *kind == Kind::Node).map(|(name, _)| name)
}

/// The variables of a clause that stand for nothing before it.
pub(super) fn introduced<'a>(
    matching: &'a ast::Match,
    before: &ast::Match,
    is_known: impl Fn(&str) -> bool,
) -> Vec<&'a str> {
    let there: HashSet<&str> = names(before).map(|(name, _)| name).collect();
    names(matching)
        .map(|(name, _)| name)
        .filter(|name| !there.contains(name) && !is_known(name))
        .collect()
}
