//! The reading clauses, each of which adds operators to the chain.

use super::lowerer::{Columns, Lowerer, unsupported};
use super::pattern::variables;
use super::scope::Kind;
use crate::error::{Error, Span};
use crate::plan::{Expr, Operator, OperatorKind, Pipeline};
use crate::syntax::ast::{self, Clause, ClauseKind};

impl<'a> Lowerer<'a> {
    /// Adds what a clause becomes to the chain; one that ends the query with a result gives its columns.
    pub(super) fn clause(
        &mut self,
        clause: &'a Clause,
        chain: &mut Vec<Operator>,
    ) -> Result<Option<Columns<'a>>, Error> {
        self.count_part(size_of::<Operator>())?;
        let span = clause.span;
        match &clause.kind {
            ClauseKind::Match(matching) => self.matching(matching, span, chain)?,
            ClauseKind::Unwind { list, variable } => {
                let list = self.value(list)?;
                let into = self.declare(&variable.text, Kind::Other);
                self.push(chain, OperatorKind::Unwind { list, into }, span);
            }
            ClauseKind::With(projection) => {
                self.projection(projection, span, chain, false)?;
            }
            ClauseKind::Return(projection) => {
                return self.projection(projection, span, chain, true).map(Some);
            }
            ClauseKind::Finish => self.push(chain, OperatorKind::Finish, span),
            ClauseKind::Let(items) => self.bind_values(items, span, chain)?,
            ClauseKind::Filter(predicate) => self.filter(predicate, span, chain)?,
            ClauseKind::OrderBy(paging) => self.paging(paging, span, chain)?,
            ClauseKind::Create(paths) => self.create(paths, span, chain)?,
            ClauseKind::Merge { pattern, on_create, on_match } => {
                self.merge(pattern, on_create, on_match, span, chain)?;
            }
            ClauseKind::Set(items) => self.set(items, span, chain)?,
            ClauseKind::Remove(items) => self.remove(items, span, chain)?,
            ClauseKind::Delete { detach, targets } => self.delete(*detach, targets, span, chain)?,
            ClauseKind::Foreach { variable, list, body } => {
                self.foreach(variable, list, body, span, chain)?;
            }
            ClauseKind::Subquery(subquery) => self.subquery(subquery, span, chain)?,
            ClauseKind::Procedure(call) => return self.procedure(call, span, chain),
            ClauseKind::LoadCsv { .. } => return Err(unsupported(span, "`LOAD CSV`")),
            ClauseKind::Use(_) => return Err(unsupported(span, "`USE`")),
        }
        Ok(None)
    }

    fn matching(
        &mut self,
        matching: &'a ast::Match,
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let passed = std::mem::take(&mut self.passed);
        let before = self.slots.len();
        let pattern = self.match_pattern(matching, passed)?;
        let kind = OperatorKind::Match(Box::new(pattern));
        if !matching.optional {
            self.push(chain, kind, span);
            return Ok(());
        }
        let mut inner = Pipeline::default();
        self.push(&mut inner.operators, kind, span);
        let names = matching.patterns.iter().flat_map(variables);
        let slots = names.filter_map(|(name, _)| self.scope.get(&name.text));
        let mut nulls: Vec<_> = slots.filter(|slot| slot.0 as usize >= before).collect();
        nulls.sort();
        nulls.dedup();
        self.push(chain, OperatorKind::Optional { inner, nulls }, span);
        Ok(())
    }

    fn bind_values(
        &mut self,
        items: &'a [(ast::Name, ast::Expr)],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        for (name, value) in items {
            let value = self.value(value)?;
            let slot = self.declare(&name.text, Kind::Other);
            self.push(chain, OperatorKind::Project(vec![(slot, value)]), span);
        }
        Ok(())
    }

    /// `WHERE` and `FILTER` after rows are made.
    pub(super) fn filter(
        &mut self,
        predicate: &'a ast::Expr,
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let predicate = self.expr(predicate)?;
        self.push(chain, OperatorKind::Filter(predicate), span);
        Ok(())
    }

    /// `ORDER BY`, `SKIP` and `LIMIT`.
    pub(super) fn paging(
        &mut self,
        paging: &'a ast::Paging,
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let keys = self.sort_keys(&paging.order)?;
        self.page(keys, paging, span, chain)
    }

    /// The same with keys that are lowered already.
    pub(super) fn page(
        &mut self,
        keys: Vec<crate::plan::SortKey>,
        paging: &'a ast::Paging,
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let skip = self.bound(paging.skip.as_ref())?;
        let limit = self.bound(paging.limit.as_ref())?;
        if !keys.is_empty() {
            // Rows beyond skip and limit together need not even be kept while sorting.
            let most = limit
                .as_ref()
                .map_or(Vec::new(), |limit| skip.iter().chain([limit]).cloned().collect());
            self.sort(keys, most, span, chain);
        }
        if let Some(skip) = skip {
            self.push(chain, OperatorKind::Skip(skip), span);
        }
        if let Some(limit) = limit {
            self.push(chain, OperatorKind::Limit(limit), span);
        }
        Ok(())
    }

    /// A number of rows. It is looked at before there are rows, so what a row has computed already does not
    /// count: the 3 of `RETURN 3 ORDER BY 3 LIMIT 3` is no column.
    fn bound(&mut self, expr: Option<&'a ast::Expr>) -> Result<Option<Expr>, Error> {
        let computed = std::mem::take(&mut self.computed);
        let bound = expr.map(|expr| self.expr(expr)).transpose();
        self.computed = computed;
        bound
    }

    /// The keys of an `ORDER BY`.
    pub(super) fn sort_keys(
        &mut self,
        items: &'a [ast::SortItem],
    ) -> Result<Vec<crate::plan::SortKey>, Error> {
        items
            .iter()
            .map(|item| {
                let expr = self.value(&item.expr)?;
                Ok(crate::plan::SortKey { expr, descending: item.descending })
            })
            .collect()
    }
}
