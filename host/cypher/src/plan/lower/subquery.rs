//! Subqueries in expressions: `EXISTS`, `COUNT`, `COLLECT`, patterns as predicates and comprehensions.
//!
//! A pattern as a predicate is an `EXISTS` of it. What a subquery reads of the row around it is bound when it is
//! asked, so it begins there and not with a scan:
//!
//! ```text
//! > MATCH (a:A) WHERE (a)-->() RETURN COUNT { (a)-->(:B) } AS n
//! NodeByLabelScan      a:A WHERE EXISTS { ... }
//! | Expand(All)          (a)-[anon_2]->(anon_1)
//! Projection           COUNT { ... } AS n
//! | Expand(Count)        (a)-[anon_4]->(anon_3) WHERE anon_3:B AS anon_4
//!
//! > MATCH (a:A) RETURN [(a)-[:R]->(b) WHERE b.k = 1 | b.x] AS xs
//! NodeByLabelScan      a:A
//! Projection           [... | b.x] AS xs
//! | Expand(All)          (a)-[anon_2:R]->(b) WHERE b.k = 1
//!
//! > MATCH (a:A) WHERE size([(a)-[:R]->(b) | b.x]) > 0 RETURN isEmpty([(a)-[:R*2..]->(b) | b.x]) AS none
//! NodeByLabelScan      a:A WHERE EXISTS { ... }
//! | Expand(All)          (a)-[anon_2:R]->(b)
//! Projection           NOT EXISTS { ... } AS none
//! | VarLengthExpand(Pruning,All) (a)-[:R*2..]->(b)
//! ```

use std::rc::Rc;

use super::computed::Computed;
use super::lowerer::{Gathering, Lowerer};
use super::passed::Passed;
use super::pattern::variables;
use super::query::Ending;
use super::scope::{Kind, Scope};
use crate::error::{Error, Span};
use crate::plan::counted::count_rows;
use crate::plan::demand::Demand;
use crate::plan::slots::SlotSet;
use crate::plan::{Expr, Operator, OperatorKind, Pattern, Pipeline, Query, Slot, bare_hop, visit};
use crate::syntax::ast::{self, ComparisonOp, ExprKind, Literal, SubqueryBody};
use crate::value::Value;

/// What a subquery must not see of the projection around it, and the scopes to put back.
struct Around<'a> {
    scope: Rc<Scope<'a>>,
    base: Scope<'a>,
    computed: Computed<'a>,
    gathering: Option<Gathering<'a>>,
}

/// The same of a pattern.
struct AroundPattern<'a> {
    before: Vec<(&'a str, Option<Slot>)>,
    computed: Computed<'a>,
    gathering: Option<Gathering<'a>>,
}

impl<'a> Lowerer<'a> {
    /// Enters a subquery of an expression: all that is visible stays visible throughout.
    fn enter(&mut self) -> Around<'a> {
        self.subqueries += 1;
        let scope = Rc::new(std::mem::take(&mut self.scope));
        self.scope = Scope::inside(&scope);
        Around {
            base: std::mem::replace(&mut self.base, Scope::inside(&scope)),
            scope,
            computed: std::mem::take(&mut self.computed),
            gathering: self.gathering.take(),
        }
    }

    /// Enters a pattern of an expression, in which nothing is projected: what it declares is all that has to be put
    /// back, which takes no copy of the scope.
    fn enter_pattern(&mut self, path: &'a ast::PathPattern) -> AroundPattern<'a> {
        self.subqueries += 1;
        let before = variables(path).into_iter().map(|(name, _)| name.text.as_str());
        let before = before.map(|name| (name, self.scope.get(name))).collect();
        let computed = std::mem::take(&mut self.computed);
        AroundPattern { before, computed, gathering: self.gathering.take() }
    }

    fn exit_pattern(&mut self, around: AroundPattern<'a>) {
        for (name, slot) in around.before {
            self.scope.restore(name, slot);
        }
        self.computed = around.computed;
        self.gathering = around.gathering;
    }

    fn exit(&mut self, around: Around<'a>) {
        self.base = around.base;
        self.scope = Scope::default();
        self.scope = Rc::unwrap_or_clone(around.scope);
        self.computed = around.computed;
        self.gathering = around.gathering;
    }

    /// `EXISTS { }`.
    pub(super) fn exists(&mut self, body: &'a SubqueryBody, span: Span) -> Result<Expr, Error> {
        Ok(Expr::Exists(Box::new(self.rows(body, Demand::any(), span)?)))
    }

    /// `COUNT { }`.
    pub(super) fn count(&mut self, body: &'a SubqueryBody, span: Span) -> Result<Expr, Error> {
        let query = self.rows(body, Demand::Each, span)?;
        Ok(self.number_of(query))
    }

    /// A comparison of `COUNT { }` with a number, for which nobody need count much further.
    pub(super) fn compared_count(
        &mut self,
        (counted, op, number): (Counted<'a>, ComparisonOp, i64),
        span: Span,
    ) -> Result<Expr, Error> {
        let before = self.fallible;
        let mut query = self.counted(counted, span)?;
        let fallible = self.fallible - before;
        let exists = exists_instead(op, number, fallible == 0)
            .filter(|_| fallible == 0 || matches!(counted, Counted::Body(_)));
        if let (None, Query::Single(chain)) = (exists, &mut query)
            && self.may_stop_early(fallible)
        {
            self.limit_to_compare(number, span, &mut chain.operators);
        }
        let demand = if exists.is_some() { Demand::any() } else { Demand::Each };
        self.finish_rows(&mut query, demand)?;
        self.tell_degree(&query);
        Ok(match exists {
            Some(true) => Expr::Exists(Box::new(query)),
            Some(false) => Expr::Not(Box::new(Expr::Exists(Box::new(query))), span),
            None => {
                let number = Expr::Constant(Value::Integer(number));
                Expr::Compare(op, Box::new(self.number_of(query)), Box::new(number), span)
            }
        })
    }

    /// How many elements a pattern has in a comprehension, whatever they are.
    pub(super) fn count_of_pattern(
        &mut self,
        counted: Counted<'a>,
        span: Span,
    ) -> Result<Expr, Error> {
        let mut query = self.counted(counted, span)?;
        self.finish_rows(&mut query, Demand::Each)?;
        Ok(self.number_of(query))
    }

    /// How many rows a query has, the last step of which need not find each of them.
    fn number_of(&self, mut query: Query) -> Expr {
        let times = if self.volatile_calls > 0 { None } else { count_rows(&mut query) };
        Expr::Count(Box::new(query), times)
    }

    fn counted(&mut self, counted: Counted<'a>, span: Span) -> Result<Query, Error> {
        match counted {
            Counted::Body(body) => {
                let around = self.enter();
                let query = self.body(body, span)?;
                self.exit(around);
                Ok(query)
            }
            Counted::Pattern(path, predicate) => {
                let around = self.enter_pattern(path);
                let pattern = self.path_pattern(path, predicate)?;
                self.exit_pattern(around);
                Ok(self.matched(pattern, span))
            }
        }
    }

    /// The rows of a subquery.
    fn rows(&mut self, body: &'a SubqueryBody, demand: Demand, span: Span) -> Result<Query, Error> {
        let mut query = self.counted(Counted::Body(body), span)?;
        self.finish_rows(&mut query, demand)?;
        self.tell_degree(&query);
        Ok(query)
    }

    /// What asks a node for its degree counts as no subquery.
    fn tell_degree(&mut self, query: &Query) {
        let is_degree = u32::from(bare_hop(query).is_some());
        self.subqueries -= is_degree;
        self.degrees += is_degree;
    }

    /// A subquery without what is computed for its result, which nobody reads.
    fn body(&mut self, body: &'a SubqueryBody, span: Span) -> Result<Query, Error> {
        let mut query = match body {
            SubqueryBody::Pattern(matching) => {
                let pattern = self.match_pattern(matching, Passed::default())?;
                self.matched(pattern, span)
            }
            SubqueryBody::Query(query) => self.query(query, Ending::Rows)?.0,
        };
        if let Query::Single(chain) = &mut query {
            chain.operators.pop_if(|last| matches!(last.kind, OperatorKind::Project(_)));
        }
        Ok(query)
    }

    /// A subquery whose rows alone are wanted.
    fn finish_rows(&mut self, query: &mut Query, demand: Demand) -> Result<(), Error> {
        self.finish(|finisher| finisher.query(query, &SlotSet::default(), demand))
    }

    /// Lets no more rows through than tell how their count compares with a number: one more than that.
    pub(super) fn limit_to_compare(&mut self, number: i64, span: Span, chain: &mut Vec<Operator>) {
        let most = Expr::Constant(Value::Integer(number.saturating_add(1).max(1)));
        self.push(chain, OperatorKind::Limit(most), span);
    }

    /// `COLLECT { }`.
    pub(super) fn collect(&mut self, query: &'a ast::Query) -> Result<Expr, Error> {
        let around = self.enter();
        let (mut query, columns) = self.query(query, Ending::Rows)?;
        let column = columns.and_then(|columns| columns.first().map(|(_, slot)| *slot));
        let slot = match column {
            Some(slot) => slot,
            None => self.anonymous(Kind::Other),
        };
        let wanted = SlotSet::from_iter([slot]);
        self.finish(|finisher| finisher.query(&mut query, &wanted, Demand::Each))?;
        self.exit(around);
        Ok(Expr::Collect(Box::new(query), slot))
    }

    fn matched(&mut self, pattern: Pattern, span: Span) -> Query {
        let mut chain = Pipeline::default();
        self.push(&mut chain.operators, OperatorKind::Match(Box::new(pattern)), span);
        Query::Single(chain)
    }

    /// A bare pattern where a truth value is wanted.
    pub(super) fn pattern_predicate(&mut self, path: &'a ast::PathPattern) -> Result<Expr, Error> {
        let around = self.enter_pattern(path);
        let pattern = self.path_pattern(path, None)?;
        let mut query = self.matched(pattern, path.span);
        self.finish_rows(&mut query, Demand::any())?;
        self.tell_degree(&query);
        self.exit_pattern(around);
        Ok(Expr::Exists(Box::new(query)))
    }

    /// `[p = (a)-->(b) WHERE q | e]`.
    pub(super) fn pattern_comprehension(
        &mut self,
        path: &'a ast::PathPattern,
        predicate: Option<&'a ast::Expr>,
        map: &'a ast::Expr,
    ) -> Result<Expr, Error> {
        let around = self.enter_pattern(path);
        let pattern = self.path_pattern(path, predicate)?;
        let map = self.value(map)?;
        let result = self.comprehension(pattern, map, path.span)?;
        self.exit_pattern(around);
        Ok(result)
    }

    fn comprehension(&mut self, pattern: Pattern, map: Expr, span: Span) -> Result<Expr, Error> {
        let mut chain = Pipeline::default();
        self.push(&mut chain.operators, OperatorKind::Match(Box::new(pattern)), span);
        let mut reads = SlotSet::default();
        visit::expr(&map, &mut |slot: Slot| {
            reads.insert(slot);
        });
        self.finish(|finisher| finisher.chain(&mut chain, &reads, Demand::Each))?;
        Ok(Expr::PatternComprehension(Box::new(chain), Box::new(map)))
    }

    /// `shortestPath(...)` as an expression: the first of the paths, or null; `allShortestPaths`: all of them.
    pub(super) fn shortest_path(&mut self, path: &'a ast::PathPattern) -> Result<Expr, Error> {
        let all = matches!(path.shape, ast::PathShape::Shortest { all: true, .. });
        let around = self.enter_pattern(path);
        let (pattern, whole) = self.path_as_value(path)?;
        let paths = self.comprehension(pattern, Expr::Slot(whole), path.span)?;
        self.exit_pattern(around);
        if all {
            return Ok(paths);
        }
        let first = Box::new(Expr::Constant(Value::Integer(0)));
        Ok(Expr::Index(Box::new(paths), first, path.span))
    }
}

/// Whether a comparison of a count with a number asks whether there is a row, or whether there is none. Of rows that may
/// fail Neo4j takes only `> 0` and `= 0` for that question.
fn exists_instead(op: ComparisonOp, number: i64, safe: bool) -> Option<bool> {
    match (op, number) {
        (ComparisonOp::Greater, 0) => Some(true),
        (ComparisonOp::Equal, 0) => Some(false),
        (ComparisonOp::NotEqual, 0) | (ComparisonOp::GreaterOrEqual, 1) => safe.then_some(true),
        (ComparisonOp::LessOrEqual, 0) | (ComparisonOp::Less, 1) => safe.then_some(false),
        _ => None,
    }
}

/// What is counted.
#[derive(Clone, Copy)]
pub(super) enum Counted<'a> {
    /// The rows of a `COUNT { }`.
    Body(&'a SubqueryBody),
    /// The matches of a comprehension's pattern.
    Pattern(&'a ast::PathPattern, Option<&'a ast::Expr>),
}

impl<'a> Counted<'a> {
    /// What an expression counts.
    fn of(e: &'a ast::Expr) -> Option<Counted<'a>> {
        match &e.kind {
            ExprKind::Count(body) => Some(Counted::Body(body)),
            ExprKind::Function(call) if call.name.text.eq_ignore_ascii_case("size") => {
                Counted::elements(&call.arguments)
            }
            _ => None,
        }
    }

    /// The elements of a comprehension of which nobody asks what they are, where making them can't fail.
    pub fn elements(arguments: &'a [ast::Expr]) -> Option<Counted<'a>> {
        let [argument] = arguments else { return None };
        let ExprKind::PatternComprehension { pattern, predicate, map } = &argument.kind else {
            return None;
        };
        let there = match &map.kind {
            ExprKind::Literal(_) | ExprKind::Variable(_) => true,
            ExprKind::Property(owner, _) => matches!(
                &owner.kind,
                ExprKind::Variable(name) if pattern.variables().contains(&name.as_str())
            ),
            _ => false,
        };
        there.then_some(Counted::Pattern(pattern, predicate.as_deref()))
    }
}

/// A comparison of a count with a number, the count on its left.
pub(super) fn count_and_number<'a>(
    left: &'a ast::Expr,
    op: ComparisonOp,
    right: &'a ast::Expr,
) -> Option<(Counted<'a>, ComparisonOp, i64)> {
    match (&left.kind, &right.kind) {
        (_, ExprKind::Literal(Literal::Integer(number))) => Some((Counted::of(left)?, op, *number)),
        (ExprKind::Literal(Literal::Integer(number)), _) => {
            Some((Counted::of(right)?, op.turned(), *number))
        }
        _ => None,
    }
}
