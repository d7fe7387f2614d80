//! From the tree of a path to the graph: elements, the conditions written in them, and the path variable.
//!
//! `-[r:R]->{1,3}` becomes a part of one hop between nodes without names, as `((anon_4)-[r:R]->(anon_5)){1,3}`
//! would. A path with a selector becomes one edge, whose graph is searched as a whole; conditions of its ends alone
//! go outside:
//!
//! ```text
//! > MATCH (a:A)-[r:R]->{1,3}(b) RETURN b
//! NodeByLabelScan      a:A
//! Repeat(Trail)        (a) ((anon_4)...(anon_5)){1, 3} (b)
//! | Argument             anon_4
//! | Expand(All)          (anon_4)-[r:R]->(anon_5)
//!
//! > MATCH p = shortestPath((a:A)-[:R*]->(b:B)) WHERE length(p) > 2 RETURN p
//! NodeByLabelScan      a:A
//! ShortestPath         SHORTEST 1 (a)...(b)
//! | Argument             a
//! | VarLengthExpand(All) (a)-[anon_3:R*1..]->(b) WHERE b:B
//! | Projection           (a)-[anon_3]-(b) AS p
//! | Filter               length(p) > 2
//! ```

use hashbrown::{HashMap, HashSet};

use super::graph::{Edge, EdgeKind, Graph, Hop, Part, Test, Whole};
use super::{add_written, chain_elements, inner_variables, unwrapped, whole_groups};
use crate::error::Error;
use crate::plan::lower::lowerer::Lowerer;
use crate::plan::lower::scope::Kind;
use crate::plan::{Expr, LabelRef, NameKind, NameRef, Slot, Step};
use crate::plan::{Keep, LabelTest, PathPart, RelationshipTest};
use crate::syntax::ast::{
    self, ExprKind, GroupPattern, LabelExpr, LabelExprKind, LabelName, NodePattern, PathElement,
    PathPattern, PathShape, Quantifier, RelationshipLength, RelationshipPattern, Selector,
};
use crate::value::Value;

/// A path that was added to a graph.
struct Built {
    first: usize,
    last: usize,
    parts: Vec<PathPart>,
}

/// What stands between the node before and the node behind.
enum Link<'a> {
    One(&'a RelationshipPattern),
    Repeated(&'a RelationshipPattern, &'a Quantifier),
    Group(&'a GroupPattern, &'a Quantifier),
}

impl<'a> Lowerer<'a> {
    /// Adds a path, with its selector and its variable.
    pub(super) fn build_path(
        &mut self,
        graph: &mut Graph,
        path: &'a PathPattern,
        variable: Option<Slot>,
    ) -> Result<(), Error> {
        let keep = self.keep(path)?;
        let elements = chain_elements(path);
        // What may come to no node twice is asked of the path as a value.
        let variable = match variable {
            None if path.acyclic => Some(self.anonymous(Kind::Other)),
            variable => variable,
        };
        // The functions refuse to look for a way from a node to itself.
        self.fallible += u32::from(keep.as_ref().is_some_and(|(_, function)| *function));
        let Some((keep, function)) = keep else {
            let built = self.chain(graph, elements, variable.is_some())?;
            return self.finish_path(graph, path, variable, built);
        };
        let mut inner = Graph::new(graph.first_new as usize);
        let built = self.chain(&mut inner, elements, variable.is_some())?;
        let ends = (built.first, built.last);
        self.finish_path(&mut inner, path, variable, built)?;
        let (left, right) = (inner.nodes[ends.0], inner.nodes[ends.1]);
        let (left_number, right_number) = (graph.node(left), graph.node(right));
        inner.binds.iter().for_each(|slot| graph.bind(slot));
        // What is asked of the ends alone can be asked before the search.
        let of_ends = |owner: Option<Slot>| owner == Some(left) || owner == Some(right);
        let (outside, inside) =
            inner.conditions.into_iter().partition(|condition| of_ends(condition.owner));
        inner.conditions = inside;
        graph.conditions.extend::<Vec<_>>(outside);
        let kind = EdgeKind::Whole(Box::new(Whole { inner, ends, keep, function }));
        graph.edges.push(Edge { left: left_number, right: right_number, kind, span: path.span });
        Ok(())
    }

    fn finish_path(
        &mut self,
        graph: &mut Graph,
        path: &'a PathPattern,
        variable: Option<Slot>,
        built: Built,
    ) -> Result<(), Error> {
        if let Some(slot) = variable {
            graph.bind(slot);
            let test = Test::Bind(slot, Expr::Path(built.parts));
            graph.conditions.push(super::graph::Condition { owner: None, test });
            if path.acyclic {
                graph.require_predicate(Expr::IsAcyclic(slot));
            }
        }
        for group in whole_groups(path) {
            if let Some(predicate) = &group.predicate {
                self.require(graph, predicate)?;
            }
        }
        Ok(())
    }

    /// What a selector keeps, and whether it is one of the two functions.
    fn keep(&mut self, path: &'a PathPattern) -> Result<Option<(Keep, bool)>, Error> {
        let one = || Expr::Constant(Value::Integer(1));
        let mut or_one = |count: &'a Option<ast::Expr>| match count {
            Some(count) => self.expr(count),
            None => Ok(one()),
        };
        Ok(match (&path.shape, &path.selector) {
            (PathShape::Shortest { all: true, .. }, _) => Some((Keep::Groups(one()), true)),
            (PathShape::Shortest { all: false, .. }, _) => Some((Keep::Shortest(one()), true)),
            (_, Selector::All) => None,
            (_, Selector::Any(count)) => Some((Keep::Any(or_one(count)?), false)),
            (_, Selector::AllShortest) => Some((Keep::Groups(one()), false)),
            (_, Selector::Shortest(count)) => Some((Keep::Shortest(or_one(count)?), false)),
            (_, Selector::ShortestGroups(count)) => Some((Keep::Groups(or_one(count)?), false)),
        })
    }

    /// Adds nodes, relationships and quantified parts in a row. With `path` the lists that a path variable
    /// needs are bound, also those of anonymous relationships.
    fn chain(
        &mut self,
        graph: &mut Graph,
        elements: &'a [PathElement],
        path: bool,
    ) -> Result<Built, Error> {
        let mut first = None;
        let mut last = None;
        let mut waiting: Option<Link<'a>> = None;
        let mut parts = Vec::new();
        for element in elements {
            let link = match element {
                PathElement::Node(node) => {
                    let number = self.node(graph, node)?;
                    self.close(graph, &mut waiting, (last, number), path, &mut parts)?;
                    first.get_or_insert(number);
                    last = Some(number);
                    continue;
                }
                PathElement::Relationship(link) => match &link.length {
                    RelationshipLength::Quantified(quantifier) => Link::Repeated(link, quantifier),
                    _ => Link::One(link),
                },
                PathElement::Group(group) => match &group.quantifier {
                    Some(quantifier) => Link::Group(group, quantifier),
                    None => {
                        let message = "parentheses without a quantifier must enclose a whole path";
                        return Err(Error::syntax(group.span, message));
                    }
                },
            };
            if last.is_none() || waiting.is_some() {
                // Where two parts touch, or a part stands at an end, a node is not written.
                let slot = self.anonymous(Kind::Node);
                let number = graph.node(slot);
                self.close(graph, &mut waiting, (last, number), path, &mut parts)?;
                first.get_or_insert(number);
                last = Some(number);
            }
            waiting = Some(link);
        }
        if waiting.is_some() || last.is_none() {
            let slot = self.anonymous(Kind::Node);
            let number = graph.node(slot);
            self.close(graph, &mut waiting, (last, number), path, &mut parts)?;
            last = Some(number);
        }
        let last = last.unwrap_or_default();
        Ok(Built { first: first.unwrap_or(last), last, parts })
    }

    /// Adds what waits between two nodes, now that both are known.
    fn close(
        &mut self,
        graph: &mut Graph,
        waiting: &mut Option<Link<'a>>,
        (left, right): (Option<usize>, usize),
        path: bool,
        parts: &mut Vec<PathPart>,
    ) -> Result<(), Error> {
        self.count_part(2 * size_of::<Step>())?;
        if let (Some(link), Some(left)) = (waiting.take(), left) {
            let (kind, span, part) = match link {
                Link::One(link) => {
                    let (kind, slot) = self.relationship(graph, link)?;
                    (kind, link.span, PathPart::Relationships(slot))
                }
                Link::Repeated(link, quantifier) => {
                    let (part, lists) = self.repeated(graph, link, quantifier, path)?;
                    (part, link.span, PathPart::Interleaved(lists))
                }
                Link::Group(group, quantifier) => {
                    let (part, lists) = self.group(graph, group, quantifier, path)?;
                    (part, group.span, PathPart::Interleaved(lists))
                }
            };
            graph.edges.push(Edge { left, right, kind, span });
            parts.push(part);
        }
        parts.push(PathPart::Node(graph.nodes[right]));
        Ok(())
    }

    fn node(&mut self, graph: &mut Graph, node: &'a NodePattern) -> Result<usize, Error> {
        let slot = match &node.variable {
            Some(name) => self.variable(&name.text, name.span)?,
            None => self.anonymous(Kind::Node),
        };
        let number = graph.node(slot);
        if let Some(labels) = &node.labels {
            let labels = self.labels(labels, NameKind::Label)?;
            graph.require(slot, Test::Labels(labels));
        }
        self.element(graph, slot, node.properties.as_ref(), node.predicate.as_deref())?;
        Ok(number)
    }

    /// The properties and the inline `WHERE` of an element.
    fn element(
        &mut self,
        graph: &mut Graph,
        slot: Slot,
        properties: Option<&'a ast::Expr>,
        predicate: Option<&'a ast::Expr>,
    ) -> Result<(), Error> {
        for (key, value) in self.properties(properties)? {
            graph.require(slot, Test::Property(key, value));
        }
        if let Some(predicate) = predicate {
            self.require(graph, predicate)?;
        }
        Ok(())
    }

    /// The entries of a map that an element must have.
    fn properties(
        &mut self,
        properties: Option<&'a ast::Expr>,
    ) -> Result<Vec<(NameRef, Expr)>, Error> {
        let Some(properties) = properties else { return Ok(Vec::new()) };
        let ExprKind::Map(entries) = &properties.kind else {
            return Err(Error::syntax(
                properties.span,
                "a pattern takes its properties one by one",
            ));
        };
        let entries = entries.iter().map(|(key, value)| {
            let name = self.name(&key.text)?;
            self.mention(NameKind::Key, name, key.span);
            Ok((name, self.value(value)?))
        });
        entries.collect()
    }

    /// One relationship, or the old variable length.
    fn relationship(
        &mut self,
        graph: &mut Graph,
        link: &'a RelationshipPattern,
    ) -> Result<(EdgeKind, Slot), Error> {
        let many = matches!(link.length, RelationshipLength::Variable { .. });
        let relationship = match &link.variable {
            Some(name) => self.variable(&name.text, name.span)?,
            None if many => self.anonymous(Kind::Other),
            None => self.anonymous(Kind::Relationship),
        };
        if let RelationshipLength::Variable { min, max } = link.length {
            graph.bind(relationship);
            let types = self.written_types(link.types.as_ref())?;
            let hop = Hop { relationship, direction: link.direction, types };
            let properties = self.properties(link.properties.as_ref())?;
            let test = RelationshipTest { properties, ..RelationshipTest::default() };
            let min = min.unwrap_or(1);
            return Ok((EdgeKind::Variable { hop, test, min, max }, relationship));
        }
        let (types, test) = self.types(link.types.as_ref())?;
        let hop = Hop { relationship, direction: link.direction, types };
        graph.relationship(relationship);
        if let Some(test) = test {
            graph.require(relationship, Test::Labels(test));
        }
        self.element(graph, relationship, link.properties.as_ref(), link.predicate.as_deref())?;
        Ok((EdgeKind::Hop(hop), relationship))
    }

    /// The types of an old `-[*]-` that are written down. Neo4j forgets computed ones, and takes relationships of any type
    /// where there are no others.
    fn written_types(
        &mut self,
        types: Option<&'a LabelExpr>,
    ) -> Result<Option<Vec<LabelRef>>, Error> {
        let mut names = Vec::new();
        types.into_iter().for_each(|types| add_written(types, &mut names));
        if names.is_empty() {
            return Ok(None);
        }
        names
            .into_iter()
            .map(|name| self.label(name, NameKind::Type))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// The types of a relationship: a list of names where that says it all, else a test.
    fn types(
        &mut self,
        types: Option<&'a LabelExpr>,
    ) -> Result<(Option<Vec<LabelRef>>, Option<LabelTest>), Error> {
        let Some(types) = types else { return Ok((None, None)) };
        let names: Option<Vec<&'a LabelName>> = match &types.kind {
            LabelExprKind::Name(name) => Some(vec![name]),
            LabelExprKind::Or(parts) => parts
                .iter()
                .map(|part| match &part.kind {
                    LabelExprKind::Name(name) => Some(name),
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        let is_static = |name: &&LabelName| matches!(name, LabelName::Static(_));
        match names.filter(|names| names.iter().all(is_static)) {
            Some(names) => {
                let names = names.into_iter().map(|name| self.label(name, NameKind::Type));
                Ok((Some(names.collect::<Result<_, _>>()?), None))
            }
            None => Ok((None, Some(self.labels(types, NameKind::Type)?))),
        }
    }

    /// `-[r:R]->{1,3}`: a quantified part of one relationship between anonymous nodes.
    fn repeated(
        &mut self,
        graph: &mut Graph,
        link: &'a RelationshipPattern,
        quantifier: &Quantifier,
        path: bool,
    ) -> Result<(EdgeKind, Vec<Slot>), Error> {
        let outer = match &link.variable {
            Some(name) => Some(self.variable(&name.text, name.span)?),
            None if path => Some(self.anonymous(Kind::Other)),
            None => None,
        };
        let mut inner = Graph::new(self.slots.len());
        let before = match &link.variable {
            Some(name) => {
                let slot = self.named(&name.text, Kind::Relationship);
                Some((name, self.scope.insert(&name.text, slot)))
            }
            None => None,
        };
        let (left, right) = (self.anonymous(Kind::Node), self.anonymous(Kind::Node));
        let ends = (inner.node(left), inner.node(right));
        let built = self.relationship(&mut inner, link);
        if let Some((name, before)) = before {
            self.scope.restore(&name.text, before);
        }
        let (kind, relationship) = built?;
        inner.edges.push(Edge { left: ends.0, right: ends.1, kind, span: link.span });
        let groups: Vec<_> = outer.map(|outer| (relationship, outer)).into_iter().collect();
        Ok(self.part(graph, inner, ends, quantifier, groups))
    }

    /// `((a)-[r]->(b) WHERE ...){1,3}`.
    fn group(
        &mut self,
        graph: &mut Graph,
        group: &'a GroupPattern,
        quantifier: &Quantifier,
        path: bool,
    ) -> Result<(EdgeKind, Vec<Slot>), Error> {
        let mut groups = Vec::new();
        let mut before = Vec::new();
        let mut inner = Graph::new(self.slots.len());
        for (name, kind) in inner_variables(group) {
            let outer = self.variable(&name.text, name.span)?;
            let slot = self.named(&name.text, kind);
            before.push((name, self.scope.insert(&name.text, slot)));
            groups.push((slot, outer));
        }
        let built = self.group_inside(&mut inner, group);
        for (name, outer) in before {
            self.scope.restore(&name.text, outer);
        }
        let built = built?;
        if path {
            let named: HashSet<Slot> = groups.iter().map(|(slot, _)| *slot).collect();
            for edge in &inner.edges {
                if let EdgeKind::Hop(hop) = &edge.kind
                    && !named.contains(&hop.relationship)
                {
                    groups.push((hop.relationship, self.anonymous(Kind::Other)));
                }
            }
        }
        Ok(self.part(graph, inner, (built.first, built.last), quantifier, groups))
    }

    fn group_inside(&mut self, inner: &mut Graph, group: &'a GroupPattern) -> Result<Built, Error> {
        let (elements, parentheses) = unwrapped(&group.chain);
        let built = self.chain(inner, elements, false)?;
        for group in parentheses.into_iter().chain([group]) {
            if let Some(predicate) = &group.predicate {
                self.require(inner, predicate)?;
            }
        }
        Ok(built)
    }

    /// The quantified part, and the lists of its relationships in their order.
    fn part(
        &mut self,
        graph: &mut Graph,
        inner: Graph,
        ends: (usize, usize),
        quantifier: &Quantifier,
        groups: Vec<(Slot, Slot)>,
    ) -> (EdgeKind, Vec<Slot>) {
        groups.iter().for_each(|(_, outer)| graph.bind(*outer));
        let outer: HashMap<Slot, Slot> = groups.iter().copied().collect();
        let lists = inner.edges.iter().filter_map(|edge| match &edge.kind {
            EdgeKind::Hop(hop) => outer.get(&hop.relationship).copied(),
            _ => None,
        });
        let lists = lists.collect();
        let (min, max) = (quantifier.min, quantifier.max);
        (EdgeKind::Part(Box::new(Part { inner, ends, min, max, groups })), lists)
    }
}
