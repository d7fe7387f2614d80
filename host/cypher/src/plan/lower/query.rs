//! Queries: chains of clauses, unions, conditional queries.

use hashbrown::HashMap;
use std::rc::Rc;

use super::consecutive::{introduced, movable, put_in_order};
use super::lowerer::{Columns, Lowerer};
use super::passed::{Passed, sorts_by};
use super::scope::Scope;
use crate::error::Error;
use crate::plan::{Expr, Operator, OperatorKind, Pipeline, Query, Slot};
use crate::stack::deeper;
use crate::syntax::ast::{self, Clause, ClauseKind, SubqueryScope};

/// What happens to the rows at the end of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// They are the result, or nothing is if there is no `RETURN`.
    Result,
    /// They are counted: a query without `RETURN` gives its rows too.
    Rows,
}

impl<'a> Lowerer<'a> {
    /// A query in the scope of now, which is put back afterwards.
    pub(super) fn query(
        &mut self,
        query: &'a ast::Query,
        ending: Ending,
    ) -> Result<(Query, Option<Columns<'a>>), Error> {
        self.importing_query(query, ending, None)
    }

    /// A query that may begin with a `WITH` which reads the scope `import`.
    pub(super) fn importing_query(
        &mut self,
        query: &'a ast::Query,
        ending: Ending,
        import: Option<&Rc<Scope<'a>>>,
    ) -> Result<(Query, Option<Columns<'a>>), Error> {
        deeper(|| match query {
            ast::Query::Single(single) => self.single(single, ending, import),
            ast::Query::Union { members, all, .. } => self.union(members, *all, ending, import),
            ast::Query::When { branches, otherwise, .. } => {
                self.when(branches, otherwise.as_deref(), ending, import)
            }
        })
    }

    fn single(
        &mut self,
        single: &'a ast::SingleQuery,
        ending: Ending,
        import: Option<&Rc<Scope<'a>>>,
    ) -> Result<(Query, Option<Columns<'a>>), Error> {
        // It has no names of its own yet, so that this copies nothing.
        let outer = self.scope.clone();
        let mut chain = Vec::new();
        let mut columns = None;
        let mut clauses = single.clauses.as_slice();
        if let (Some(import), Some((first, rest))) = (import, clauses.split_first())
            && let ClauseKind::With(projection) = &first.kind
            && imports(projection, import)
        {
            self.import(projection, import)?;
            clauses = rest;
        }
        let mut clauses: Vec<&Clause> = clauses.iter().collect();
        for at in 0..clauses.len() {
            if at == 0 || movable(clauses[at - 1]).is_none() {
                put_in_order(&mut clauses[at..], |name| self.scope.get(name).is_some());
            }
            let clause = clauses[at];
            let passed = self.told_by_next(clause, clauses.get(at + 1).copied());
            let asked = passed.all;
            self.passed = passed;
            columns = self.clause(clause, &mut chain)?;
            self.asked = asked;
        }
        if columns.is_none() && ending == Ending::Result {
            let finished =
                chain.last().is_some_and(|last| matches!(last.kind, OperatorKind::Finish));
            if !finished {
                self.push(&mut chain, OperatorKind::Finish, single.span);
            }
        }
        self.scope = outer;
        Ok((Query::Single(Pipeline { operators: chain }), columns))
    }

    /// What the clause behind a `MATCH` asks that it can ask itself.
    fn told_by_next(&self, clause: &'a Clause, next: Option<&'a Clause>) -> Passed<'a> {
        let Some(matching) = movable(clause) else { return Passed::default() };
        let Some(other) = next.and_then(movable) else {
            return Passed { first: next.and_then(sorts_by), ..Passed::of(next) };
        };
        let is_known = |name: &str| self.scope.get(name).is_some();
        let predicate = other.predicate.as_ref();
        predicate.map_or_else(Passed::default, |predicate| {
            Passed::of_match(predicate, &introduced(other, matching, is_known))
        })
    }

    /// The leading `WITH` of an old `CALL { }`, which names what it takes from around it.
    fn import(
        &mut self,
        projection: &'a ast::Projection,
        from: &Rc<Scope<'a>>,
    ) -> Result<(), Error> {
        if projection.star.is_some() {
            self.scope = Scope::inside(from);
        }
        for item in &projection.items {
            if let ast::ExprKind::Variable(name) = &item.expr.kind
                && let Some(slot) = from.get(name)
            {
                self.scope.insert(name, slot);
            }
        }
        Ok(())
    }

    fn union(
        &mut self,
        members: &'a [ast::Query],
        all: bool,
        ending: Ending,
        import: Option<&Rc<Scope<'a>>>,
    ) -> Result<(Query, Option<Columns<'a>>), Error> {
        let id = self.operator_id();
        let mut common: Option<Columns<'a>> = None;
        let mut lowered = Vec::with_capacity(members.len());
        for member in members {
            let (query, columns) = self.importing_query(member, ending, import)?;
            lowered.push(self.common_result(query, columns, &mut common)?);
        }
        let distinct = match &common {
            Some(columns) if !all => Some(columns.iter().map(|(_, slot)| *slot).collect()),
            _ => None,
        };
        Ok((Query::Union { id, members: lowered, distinct }, common))
    }

    fn when(
        &mut self,
        branches: &'a [(ast::Expr, ast::Query)],
        otherwise: Option<&'a ast::Query>,
        ending: Ending,
        import: Option<&Rc<Scope<'a>>>,
    ) -> Result<(Query, Option<Columns<'a>>), Error> {
        let id = self.operator_id();
        let mut common: Option<Columns<'a>> = None;
        let mut lowered = Vec::with_capacity(branches.len());
        for (condition, branch) in branches {
            let condition = self.expr(condition)?;
            let (query, columns) = self.importing_query(branch, ending, import)?;
            lowered.push((condition, self.common_result(query, columns, &mut common)?));
        }
        let otherwise = match otherwise {
            Some(branch) => {
                let (query, columns) = self.importing_query(branch, ending, import)?;
                Some(Box::new(self.common_result(query, columns, &mut common)?))
            }
            None => None,
        };
        Ok((Query::When { id, branches: lowered, otherwise }, common))
    }

    /// Has a member write its result into the slots that all members share. The first one with columns says
    /// what they are called; the others are matched to them by name.
    fn common_result(
        &mut self,
        query: Query,
        columns: Option<Columns<'a>>,
        common: &mut Option<Columns<'a>>,
    ) -> Result<Query, Error> {
        let Some(columns) = columns else { return Ok(query) };
        if common.is_none() {
            let shared = columns.iter().map(|(name, slot)| {
                let kind = self.kind(*slot);
                (*name, self.named(name, kind))
            });
            *common = Some(shared.collect());
        }
        let slots: HashMap<_, _> = columns.into_iter().collect();
        let targets = common.iter().flatten();
        let items =
            targets.filter_map(|(name, target)| Some((*target, Expr::Slot(*slots.get(name)?))));
        let items = items.collect();
        Ok(self.then_project(query, items))
    }

    /// The query with a projection at its end.
    pub(super) fn then_project(&mut self, query: Query, items: Vec<(Slot, Expr)>) -> Query {
        let mut operators = match query {
            Query::Single(chain) => chain.operators,
            query => {
                let query = Box::new(query);
                let kind = OperatorKind::Apply {
                    query,
                    returns: true,
                    optional: None,
                    writes: self.writes,
                };
                let id = self.operator_id();
                vec![Operator { id, kind, live: Vec::new(), span: Default::default() }]
            }
        };
        let span = operators.last().map(|last| last.span).unwrap_or_default();
        self.push(&mut operators, OperatorKind::Project(items), span);
        Query::Single(Pipeline { operators })
    }
}

/// Whether a leading `WITH` takes anything from around it; else it is an ordinary one.
fn imports(projection: &ast::Projection, from: &Rc<Scope<'_>>) -> bool {
    let is_outside = |item: &ast::ProjectionItem| matches!(&item.expr.kind, ast::ExprKind::Variable(name) if from.get(name).is_some());
    projection.star.is_some() || projection.items.iter().any(is_outside)
}

/// Whether a query is nothing but the call of a procedure, whose columns are then its result.
pub(super) fn is_standalone_call(query: &ast::Query) -> bool {
    let ast::Query::Single(single) = query else { return false };
    matches!(single.clauses.as_slice(), [clause] if matches!(clause.kind, ClauseKind::Procedure(_)))
}

/// Whether a `CALL { }` is of the old form.
pub(super) fn imports_by_with(scope: &SubqueryScope) -> bool {
    matches!(scope, SubqueryScope::ImportingWith)
}
