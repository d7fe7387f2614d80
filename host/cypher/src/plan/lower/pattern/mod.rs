//! Patterns: first every variable gets its slot, then the tree becomes a graph of nodes and what joins
//! them, then the graph is put in an order in which it can be walked.
//!
//! The pattern of
//!
//! ```text
//! > MATCH (a)-[:R]->+(b)-[:S]->(c:C {k: 1}) RETURN a
//! NodeByLabelScan      c:C WHERE c.k = 1
//! Expand(All)          (c)<-[anon_6:S]-(b)
//! Repeat(Trail)        (b) ((anon_4)...(anon_3)){1, *} (a)
//! | Argument             anon_4
//! | Expand(All)          (anon_4)<-[anon_5:R]-(anon_3)
//! ```
//!
//! is this graph in between:
//!
//! ```text
//! nodes       a, b, c
//! edges       a to b: the part ((anon_3)-[anon_5:R]->(anon_4)){1, *}, a graph of its own
//!             b to c: the hop -[anon_6:S]->
//! conditions  c has the label C; the property k of c is 1
//! ```
//!
//! It is not walked as it is written. A label with a property promises fewest nodes, so it begins at `c`, goes to
//! the left over the one relationship, and comes to the repeated part last and from its right end. More of it:
//!
//! ```text
//! > MATCH (a:A)-->(b:B) WHERE elementId(b) = $id RETURN a
//! NodeByElementIdSeek  b WHERE b:B AND elementId(b) = $id
//! Expand(All)          (b)<-[anon_2]-(a) WHERE a:A
//!
//! > MATCH (a:A)-[:R]->(b:B) WHERE b.k > 1 RETURN a
//! NodeByLabelScan      b:B WHERE b.k > 1
//! Expand(All)          (b)<-[anon_2:R]-(a) WHERE a:A
//!
//! > MATCH (a:A)-[:R*1..4]->(b {k: 1}) RETURN a
//! AllNodesScan         b WHERE b.k = 1
//! VarLengthExpand(All) (b)<-[:R*1..4]-(a) WHERE a:A
//!
//! > MATCH (a:A)-[:R]->(b)-[:S]->(a) RETURN b
//! NodeByLabelScan      a:A
//! Expand(All)          (a)-[anon_2:R]->(b)
//! Expand(Into)         (b)-[anon_3:S]->(a)
//!
//! > MATCH (a:A), (b:B)-[:R]->(c) WHERE a.x = c.x RETURN a
//! NodeByLabelScan      a:A
//! ValueHashJoin        c WHERE a.x = c.x
//! Expand(All)          (c)<-[anon_3:R]-(b) WHERE b:B
//!
//! > MATCH (a:A), (b:B) WHERE b.k = a.x RETURN b
//! NodeByLabelScan      a:A
//! ValueHashJoin        b:B WHERE b.k = a.x
//!
//! > MATCH (a:A)((x)-[s]->(y) WHERE s.w = d.w){0,5}(c), (d) RETURN c
//! AllNodesScan         d
//! NodeByLabelScan      a:A
//! Repeat(Trail)        (a) ((x)...(y)){0, 5} (c)
//! | Argument             x
//! | Expand(All)          (x)-[s]->(y) WHERE s.w = d.w
//! ```
//!
//! An id goes before every label, and of two labels one goes first of whose node something else is asked. A property
//! goes before a label where the pattern goes far, and of nodes that are as good one goes first by which a limit behind
//! the pattern sorts. A node that is bound already is only compared with (`Into`). What is joined by
//! nothing is gone through for each row of what came before; where it must have something equal to what that row has, it
//! is looked up. And what a part reads of its surroundings, here `d`, is bound before it, wherever it is written.

mod acyclic;
mod afterwards;
mod begin;
mod build;
mod closed;
mod elements;
mod graph;
mod growing;
mod join;
mod lengths;
mod order;
mod place;
mod settled;
mod start;
mod walk;

use hashbrown::HashSet;

use super::logic::truth;
use super::lowerer::{Lowerer, SlotInfo};
use super::passed::{Passed, StandsFor};
use super::scope::Kind;
use crate::error::Error;
use crate::plan::{Pattern, Slot};
use crate::stack::deeper;
use crate::syntax::ast::{
    self, GroupPattern, LabelExpr, LabelExprKind, LabelName, MatchMode, PathElement, PathPattern,
    PathShape, RelationshipLength,
};
use graph::Graph;
pub(super) use place::reads;

/// What a variable of a pattern takes in the scopes and graphs that it is in.
const VARIABLE: usize = 3 * size_of::<SlotInfo>();

impl<'a> Lowerer<'a> {
    /// The pattern and predicate of a `MATCH`; its variables are in scope behind it.
    pub(super) fn match_pattern(
        &mut self,
        matching: &'a ast::Match,
        passed: Passed<'a>,
    ) -> Result<Pattern, Error> {
        let mut graph = Graph::new(self.slots.len());
        self.build(&mut graph, &matching.patterns, matching.predicate.as_ref())?;
        // Where some of it is asked behind the `WITH` again, its names are mentioned there.
        let mentioning = self.mentioning;
        self.mentioning &= !passed.again || passed.predicates.is_empty();
        self.stands_for = passed.names;
        self.asked_parts.clear();
        let mut predicates = passed.predicates.iter();
        let asked = predicates.try_for_each(|e| self.require(&mut graph, e));
        self.asked_parts = passed.predicates;
        self.stands_for = StandsFor::default();
        self.mentioning = mentioning;
        asked?;
        graph.first = passed.first.and_then(|name| self.scope.get(name));
        let steps = order::steps(self, graph)?;
        Ok(Pattern { mode: matching.mode, steps })
    }

    /// One path on its own.
    pub(super) fn path_pattern(
        &mut self,
        path: &'a PathPattern,
        predicate: Option<&'a ast::Expr>,
    ) -> Result<Pattern, Error> {
        let first_new = self.slots.len();
        let mode = MatchMode::default();
        self.pattern(std::slice::from_ref(path), mode, predicate, Graph::new(first_new))
    }

    /// What a `MERGE` looks for. Its variables have slots already, from `first_new` on.
    pub(super) fn merge_pattern(
        &mut self,
        path: &'a PathPattern,
        first_new: u32,
    ) -> Result<Pattern, Error> {
        let paths = std::slice::from_ref(path);
        let mut graph = Graph::new(first_new as usize);
        graph.changing = true;
        self.pattern(paths, MatchMode::default(), None, graph)
    }

    /// One path, and a slot for the path itself.
    pub(super) fn path_as_value(
        &mut self,
        path: &'a PathPattern,
    ) -> Result<(Pattern, Slot), Error> {
        let mut graph = Graph::new(self.slots.len());
        self.declare_pattern(path)?;
        let whole = self.anonymous(Kind::Other);
        self.build_path(&mut graph, path, Some(whole))?;
        let steps = order::steps(self, graph)?;
        Ok((Pattern { mode: MatchMode::default(), steps }, whole))
    }

    fn pattern(
        &mut self,
        paths: &'a [PathPattern],
        mode: MatchMode,
        predicate: Option<&'a ast::Expr>,
        mut graph: Graph,
    ) -> Result<Pattern, Error> {
        self.build(&mut graph, paths, predicate)?;
        let steps = order::steps(self, graph)?;
        Ok(Pattern { mode, steps })
    }

    /// The graph of paths and of what they must satisfy.
    fn build(
        &mut self,
        graph: &mut Graph,
        paths: &'a [PathPattern],
        predicate: Option<&'a ast::Expr>,
    ) -> Result<(), Error> {
        paths.iter().try_for_each(|path| self.declare_pattern(path))?;
        for path in paths {
            let variable = path_variable(path);
            let slot = variable.map(|name| self.variable(&name.text, name.span)).transpose()?;
            self.build_path(graph, path, slot)?;
        }
        predicate.map_or(Ok(()), |predicate| self.require(graph, predicate))
    }

    /// Adds a predicate to the graph. What may give another value each time is not moved.
    fn require(&mut self, graph: &mut Graph, predicate: &'a ast::Expr) -> Result<(), Error> {
        let mut lowered = Vec::new();
        for predicate in predicate.conjuncts() {
            if self.asked_parts.iter().any(|asked| std::ptr::eq(*asked, predicate)) {
                continue;
            }
            let volatile_before = self.volatile_calls;
            let e = graph.shortened(self.expr(predicate)?);
            lowered.push((predicate, e, self.volatile_calls > volatile_before));
        }
        // What is false leaves nothing to ask.
        if let Some(no) = lowered.iter().position(|(_, e, _)| truth(e) == Some(false)) {
            lowered.swap(0, no);
            lowered.truncate(1);
        }
        for (predicate, lowered, is_volatile) in lowered {
            if is_volatile {
                graph.late.push(lowered);
            } else if !self.require_of_each(graph, predicate, &lowered)? {
                graph.require_predicate(lowered);
            }
        }
        Ok(())
    }

    /// Gives the variables of a path that are not bound yet their slots.
    fn declare_pattern(&mut self, path: &'a PathPattern) -> Result<(), Error> {
        let mut variables = variables(path).into_iter();
        variables.try_for_each(|(name, kind)| self.declare_new(name, kind))
    }

    fn declare_new(&mut self, name: &'a ast::Name, kind: Kind) -> Result<(), Error> {
        match self.scope.get(&name.text) {
            Some(slot) => self.fallible += u32::from(self.kind(slot) == Kind::Other),
            None => {
                self.count_part(VARIABLE + name.text.len())?;
                self.declare(&name.text, kind);
            }
        }
        Ok(())
    }
}

/// Adds the names of an alternative that are written down.
fn add_written<'a>(types: &'a LabelExpr, names: &mut Vec<&'a LabelName>) {
    match &types.kind {
        LabelExprKind::Name(name @ LabelName::Static(_)) => names.push(name),
        LabelExprKind::Or(parts) => {
            parts.iter().for_each(|part| deeper(|| add_written(part, names)));
        }
        _ => {}
    }
}

/// The variables of a path.
pub(super) fn variables(path: &PathPattern) -> Vec<(&ast::Name, Kind)> {
    let mut found: Vec<_> =
        path_variable(path).map(|name| (name, Kind::Other)).into_iter().collect();
    for element in chain_elements(path) {
        match element {
            PathElement::Node(node) => {
                found.extend(node.variable.iter().map(|name| (name, Kind::Node)));
            }
            PathElement::Relationship(link) => {
                let kind = match link.length {
                    RelationshipLength::One => Kind::Relationship,
                    _ => Kind::Other,
                };
                found.extend(link.variable.iter().map(|name| (name, kind)));
            }
            PathElement::Group(group) => {
                let inside = inner_variables(group).into_iter();
                found.extend(inside.map(|(name, _)| (name, Kind::Other)));
            }
        }
    }
    found
}

/// The elements of a path; parentheses without a quantifier around all of it are looked through.
pub(super) fn chain_elements(path: &PathPattern) -> &[PathElement] {
    match &path.shape {
        PathShape::Chain(elements) => unwrapped(elements).0,
        PathShape::Shortest { chain, .. } => chain,
    }
}

/// What is inside of parentheses without a quantifier that enclose everything, and those parentheses.
fn unwrapped(elements: &[PathElement]) -> (&[PathElement], Vec<&GroupPattern>) {
    let mut inside = elements;
    let mut groups = Vec::new();
    while let [PathElement::Group(group)] = inside
        && group.quantifier.is_none()
    {
        groups.push(group);
        inside = &group.chain;
    }
    (inside, groups)
}

/// The parentheses around a whole path, which may hold predicates and a variable.
fn whole_groups(path: &PathPattern) -> Vec<&GroupPattern> {
    match &path.shape {
        PathShape::Chain(elements) => unwrapped(elements).1,
        PathShape::Shortest { .. } => Vec::new(),
    }
}

/// The variable of a path, which may stand inside of its parentheses.
fn path_variable(path: &PathPattern) -> Option<&ast::Name> {
    let inside = || whole_groups(path).into_iter().find_map(|group| group.variable.as_ref());
    path.variable.as_ref().or_else(inside)
}

/// The variables of a quantified part, each once.
fn inner_variables(group: &GroupPattern) -> Vec<(&ast::Name, Kind)> {
    let (mut found, mut names) = (Vec::new(), HashSet::new());
    for element in unwrapped(&group.chain).0 {
        let (variable, kind) = match element {
            PathElement::Node(node) => (&node.variable, Kind::Node),
            PathElement::Relationship(link) => (&link.variable, Kind::Relationship),
            PathElement::Group(_) => continue,
        };
        if let Some(name) = variable
            && names.insert(&*name.text)
        {
            found.push((name, kind));
        }
    }
    found
}
