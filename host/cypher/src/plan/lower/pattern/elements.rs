//! What a predicate says of each element of a path, such as `all(n IN nodes(p) WHERE ...)`, asked of the elements
//! themselves: a path is then given up where the first one fails, instead of being walked to its end.
//!
//! ```text
//! > MATCH p = (a:A)-[:R*1..5]->(b) WHERE all(n IN nodes(p) WHERE n.k = 1) RETURN b
//! NodeByLabelScan      a:A WHERE a.k = 1
//! Repeat(Trail)        (a) ((anon_6)...(anon_7)){1, 5} (b) WHERE b.k = 1
//! | Argument             anon_6
//! | Expand(All)          (anon_6)-[anon_5:R]->(anon_7) WHERE anon_7.k = 1
//! ```
//!
//! `none` and `NOT any` are an `all` of the opposite; `tail(nodes(p))` leaves out the node that a path begins at,
//! `nodes(p)[..-1]` the one that it ends at. `nodes(p)[1..-1]` of a `shortestPath` leaves out both: of the nodes from which
//! it goes on, all but the first, to which none comes back that is shortest. What such a predicate reads beside the element must have its value before the
//! path is walked, else it stays where it was written. Paths of a selector are chosen before a `WHERE` behind them
//! is asked, so that only one inside of the selector's parentheses, or of `shortestPath`, is taken apart.

use super::graph::{Condition, Edge, EdgeKind, Graph, Hop, Part, Test};
use crate::error::{Error, Span};
use crate::plan::lower::lowerer::Lowerer;
use crate::plan::lower::scope::Kind;
use crate::plan::{Expr, PathPart, Slot, visit};
use crate::syntax::ast::{self, ComparisonOp, ExprKind, ListQuantifier, UnaryOp};
use crate::value::Value;

/// The elements that a predicate speaks of.
#[derive(Clone, Copy)]
enum Elements {
    /// The nodes of a path, or all but one of them.
    Nodes(Slot, Besides),
    /// The relationships of a path.
    Relationships(Slot),
    /// What a list of a repeated part holds.
    List(Slot),
}

/// Which node of a path is not spoken of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Besides {
    Nothing,
    First,
    Last,
    Both,
}

/// An element, or one that stands for all that a repeated part binds.
#[derive(Clone, Copy)]
enum Element {
    /// Of the graph itself.
    Outside(Slot),
    /// Of the part at this edge.
    Inside(usize, Slot),
}

impl<'a> Lowerer<'a> {
    /// Asks the elements themselves what a predicate says of each; whether that says all of it. `lowered` is the
    /// predicate as a whole.
    pub(super) fn require_of_each(
        &mut self,
        graph: &mut Graph,
        predicate: &'a ast::Expr,
        lowered: &Expr,
    ) -> Result<bool, Error> {
        let (quantifier, lowered, opposite) = match (&predicate.kind, lowered) {
            (ExprKind::Unary(UnaryOp::Not, inside), Expr::Not(lowered, _)) => {
                (&inside.kind, &**lowered, true)
            }
            (quantifier, lowered) => (quantifier, lowered, false),
        };
        let ExprKind::Quantifier { kind, variable, predicate: Some(predicate), .. } = quantifier
        else {
            return Ok(false);
        };
        let Expr::Quantifier { list, predicate: lowered, .. } = lowered else {
            return Ok(false);
        };
        let negated = match (kind, opposite) {
            (ListQuantifier::All, false) => false,
            (ListQuantifier::None, false) | (ListQuantifier::Any, true) => true,
            _ => return Ok(false),
        };
        let Some(of) = Elements::of(list) else { return Ok(false) };
        if graph.binds_any(lowered) {
            return Ok(false);
        }
        let each = Each { variable, predicate, negated, besides: None };
        let Some(at) = graph.edges.iter().position(|edge| edge.searches_for(of)) else {
            if matches!(of, Elements::Nodes(_, Besides::Both)) {
                return Ok(false);
            }
            return self.require_here(graph, None, of, &each);
        };
        let Edge { left, right, kind, span } = graph.edges.remove(at);
        let EdgeKind::Whole(mut whole) = kind else { return Ok(false) };
        let besides = of.spared(&whole.inner);
        let each = Each { besides, ..each };
        let done = self.require_here(&mut whole.inner, Some(graph), of, &each);
        graph.edges.insert(at, Edge { left, right, kind: EdgeKind::Whole(whole), span });
        done
    }

    /// The same for a graph that binds the elements; what concerns the ends of a search goes to the graph outside.
    fn require_here(
        &mut self,
        graph: &mut Graph,
        mut outside: Option<&mut Graph>,
        of: Elements,
        each: &Each<'a>,
    ) -> Result<bool, Error> {
        let Some(lists) = graph.lists(of) else { return Ok(false) };
        for edge in 0..graph.edges.len() {
            self.make_part(graph, edge, &lists);
        }
        for element in graph.elements(of, &lists) {
            match (element, &mut outside) {
                (Element::Outside(slot), Some(outside)) if outside.nodes.contains(&slot) => {
                    self.require_of(outside, slot, each)?;
                }
                (Element::Outside(slot), _) => self.require_of(graph, slot, each)?,
                (Element::Inside(edge, slot), _) => {
                    if let EdgeKind::Part(part) = &mut graph.edges[edge].kind {
                        self.require_of(&mut part.inner, slot, each)?;
                    }
                }
            }
        }
        Ok(true)
    }

    /// Asks one element.
    fn require_of(&mut self, graph: &mut Graph, slot: Slot, each: &Each<'a>) -> Result<(), Error> {
        let Each { variable, predicate, negated, besides } = each;
        let mentioning = std::mem::replace(&mut self.mentioning, false);
        let before = self.scope.insert(&variable.text, slot);
        let done = if *negated || besides.is_some() {
            self.expr(predicate).map(|e| {
                let asked = if *negated { Expr::Not(Box::new(e), predicate.span) } else { e };
                graph.require_predicate(match besides {
                    Some(spared) => is_or(slot, *spared, asked, predicate.span),
                    None => asked,
                });
            })
        } else {
            self.require(graph, predicate)
        };
        self.scope.restore(&variable.text, before);
        self.mentioning = mentioning;
        done
    }

    /// Makes the old `-[*]-` whose list is among these a part of one hop, whose elements have slots.
    fn make_part(&mut self, graph: &mut Graph, edge: usize, lists: &[Slot]) {
        let Edge { kind, span, .. } = &mut graph.edges[edge];
        let EdgeKind::Variable { hop, test, min, max } = kind else { return };
        if !lists.contains(&hop.relationship) {
            return;
        }
        let mut inner = Graph::new(self.slots.len());
        let relationship = self.anonymous(Kind::Relationship);
        let (left, right) = (self.anonymous(Kind::Node), self.anonymous(Kind::Node));
        let ends = (inner.node(left), inner.node(right));
        inner.relationship(relationship);
        let test = std::mem::take(test);
        test.types.into_iter().for_each(|types| inner.require(relationship, Test::Labels(types)));
        for (key, value) in test.properties {
            inner.require(relationship, Test::Property(key, value));
        }
        let groups = vec![(relationship, hop.relationship)];
        let hop = Hop { relationship, direction: hop.direction, types: hop.types.take() };
        let kind_of_hop = EdgeKind::Hop(hop);
        inner.edges.push(Edge { left: ends.0, right: ends.1, kind: kind_of_hop, span: *span });
        let (min, max) = (*min, *max);
        *kind = EdgeKind::Part(Box::new(Part { inner, ends, min, max, groups }));
    }
}

/// What is asked of each element.
struct Each<'a> {
    variable: &'a ast::Name,
    predicate: &'a ast::Expr,
    negated: bool,
    /// The node of which it is not asked.
    besides: Option<Slot>,
}

/// Whether an element is this one, or else something holds.
fn is_or(element: Slot, this: Slot, holds: Expr, span: Span) -> Expr {
    let (element, this) = (Box::new(Expr::Slot(element)), Box::new(Expr::Slot(this)));
    Expr::Or(vec![Expr::Compare(ComparisonOp::Equal, element, this, span), holds], span)
}

impl Elements {
    /// The elements of a list.
    fn of(list: &Expr) -> Option<Elements> {
        match list {
            Expr::Slot(slot) => Some(Elements::List(*slot)),
            Expr::Slice(list, from, to, _) => {
                let number = |e: &Option<Box<Expr>>| match e.as_deref() {
                    None => Some(0),
                    Some(Expr::Constant(Value::Integer(number))) => Some(*number),
                    Some(_) => None,
                };
                let list = Elements::of(list)?;
                match (number(from)?, number(to)?) {
                    (1, 0) if to.is_none() => list.without(Besides::First),
                    (0, -1) => list.without(Besides::Last),
                    (1, -1) => list.without(Besides::First)?.without(Besides::Last),
                    _ => None,
                }
            }
            Expr::Call(function, arguments, _) => match (function.name, arguments.as_slice()) {
                ("nodes", [Expr::Slot(path)]) => Some(Elements::Nodes(*path, Besides::Nothing)),
                ("tail", [list]) => Elements::of(list)?.without(Besides::First),
                ("relationships", [Expr::Slot(path)]) => Some(Elements::Relationships(*path)),
                _ => None,
            },
            _ => None,
        }
    }

    /// All of them but the first or the last one.
    fn without(self, besides: Besides) -> Option<Elements> {
        match (self, besides) {
            (Elements::Nodes(path, Besides::Nothing), _) => Some(Elements::Nodes(path, besides)),
            (Elements::Nodes(path, Besides::First), Besides::Last)
            | (Elements::Nodes(path, Besides::Last), Besides::First) => {
                Some(Elements::Nodes(path, Besides::Both))
            }
            _ => None,
        }
    }

    /// The node where the path begins, where it is left out of those from which it goes on.
    fn spared(self, graph: &Graph) -> Option<Slot> {
        match (self, graph.path(self.slot())?.first()?) {
            (Elements::Nodes(_, Besides::Both), PathPart::Node(first)) => Some(*first),
            _ => None,
        }
    }

    /// The path or list.
    fn slot(self) -> Slot {
        match self {
            Elements::Nodes(slot, _) | Elements::Relationships(slot) | Elements::List(slot) => slot,
        }
    }
}

impl Edge {
    /// Whether it is a `shortestPath` that binds such elements.
    fn searches_for(&self, of: Elements) -> bool {
        matches!(&self.kind, EdgeKind::Whole(whole) if whole.function && whole.inner.binds.contains(of.slot()))
    }
}

impl Graph {
    /// Whether an expression reads what matching this binds.
    fn binds_any(&self, e: &Expr) -> bool {
        let mut found = false;
        visit::expr(e, &mut |slot: Slot| found |= self.binds.contains(slot));
        found
    }

    /// The parts of a path that it binds.
    fn path(&self, path: Slot) -> Option<&[PathPart]> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition { test: Test::Bind(slot, Expr::Path(parts)), .. } if *slot == path => {
                Some(parts.as_slice())
            }
            _ => None,
        })
    }

    /// The relationships and lists that hold such elements; `None` where it does not bind all of them itself.
    fn lists(&self, of: Elements) -> Option<Vec<Slot>> {
        let lists: Vec<Slot> = match of {
            Elements::List(list) => vec![list],
            Elements::Nodes(path, _) | Elements::Relationships(path) => {
                let parts = self.path(path)?.iter();
                let lists = parts.flat_map(|part| match part {
                    PathPart::Node(_) => &[][..],
                    PathPart::Relationships(slot) => std::slice::from_ref(slot),
                    PathPart::Interleaved(lists) => lists,
                });
                lists.copied().collect()
            }
        };
        let bound = lists.iter().all(|list| {
            self.binds.contains(*list) && self.edges.iter().any(|edge| edge.binds_list(*list, of))
        });
        bound.then_some(lists)
    }

    /// The elements; the lists are those of its parts.
    fn elements(&self, of: Elements, lists: &[Slot]) -> Vec<Element> {
        let mut found = Vec::new();
        if let Elements::Nodes(path, besides) = of {
            let nodes = self.nodes_besides(path, besides);
            found.extend(nodes.into_iter().map(Element::Outside));
        }
        for (number, edge) in self.edges.iter().enumerate() {
            match (&edge.kind, of) {
                (EdgeKind::Part(part), Elements::Nodes(_, besides)) if part.collects_any(lists) => {
                    // Each iteration begins where the one before has ended, the first one at a node outside; the last
                    // one ends at one.
                    let goes_on = matches!(besides, Besides::Last | Besides::Both);
                    let outside = if goes_on { part.ends.1 } else { part.ends.0 };
                    let inside = part.inner.nodes.iter().enumerate();
                    let inside = inside.filter(|(node, _)| *node != outside);
                    found.extend(inside.map(|(_, slot)| Element::Inside(number, *slot)));
                }
                (EdgeKind::Part(part), _) => {
                    let inside = part.groups.iter().filter(|(_, outer)| lists.contains(outer));
                    found.extend(inside.map(|(inner, _)| Element::Inside(number, *inner)));
                }
                (EdgeKind::Hop(hop), Elements::Relationships(_))
                    if lists.contains(&hop.relationship) =>
                {
                    found.push(Element::Outside(hop.relationship));
                }
                _ => {}
            }
        }
        found
    }

    /// The nodes of a path between its parts. Behind parts that may be empty stands the node that the path begins, or ends
    /// at, and that is left out; any other one there is one of a part as well.
    fn nodes_besides(&self, path: Slot, besides: Besides) -> Vec<Slot> {
        if besides == Besides::Both {
            return Vec::new();
        }
        let mut parts: Vec<&PathPart> = self.path(path).into_iter().flatten().collect();
        if besides == Besides::Last {
            parts.reverse();
        }
        let may_be_empty = |part: &PathPart| {
            let lists = match part {
                PathPart::Node(_) => return false,
                PathPart::Relationships(list) => std::slice::from_ref(list),
                PathPart::Interleaved(lists) => lists,
            };
            self.edges.iter().any(|edge| match &edge.kind {
                EdgeKind::Part(part) => part.min == 0 && part.collects_any(lists),
                _ => false,
            })
        };
        let mut left_out = besides != Besides::Nothing;
        let mut nodes = Vec::new();
        for part in parts {
            match part {
                PathPart::Node(slot) if !left_out => nodes.push(*slot),
                PathPart::Node(_) => {}
                part => left_out &= may_be_empty(part),
            }
        }
        nodes
    }
}

impl Edge {
    /// Whether walking it binds a relationship of a path, or a list.
    fn binds_list(&self, list: Slot, of: Elements) -> bool {
        match &self.kind {
            EdgeKind::Hop(hop) => hop.relationship == list && !matches!(of, Elements::List(_)),
            EdgeKind::Variable { hop, .. } => hop.relationship == list,
            EdgeKind::Part(part) => part.collects_any(&[list]),
            EdgeKind::Whole(_) => false,
        }
    }
}

impl Part {
    fn collects_any(&self, lists: &[Slot]) -> bool {
        self.groups.iter().any(|(_, outer)| lists.contains(outer))
    }
}
