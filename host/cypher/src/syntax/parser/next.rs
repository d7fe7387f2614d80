//! `NEXT`, which hands the rows of one query to another. The tree has no word for it: the two become one chain of
//! clauses that means the same.

use smol_str::format_smolstr;

use super::{Keyword, Parsed, Parser};
use crate::error::{Error, Span};
use crate::syntax::ast::{
    Clause, ClauseKind, Dialect, Expr, ExprKind, FunctionCall, Literal, Name, Paging, Projection,
    ProjectionItem, Query, SingleQuery, Subquery, SubqueryScope,
};

impl Parser<'_> {
    /// Queries joined by `NEXT`.
    pub(super) fn queries(&mut self) -> Parsed<Query> {
        let mut query = self.query()?;
        let mut handed_on = None;
        while self.keyword(0) == Some(Keyword::Next) && self.dialect == Dialect::Cypher25 {
            let place = self.advance().span;
            handed_on = Some(place);
            columns_are_named(&query)?;
            let next = self.query()?;
            self.count_part(8 * size_of::<Clause>())?;
            query = self.next(query, next, place)?;
        }
        self.handed_on = handed_on;
        Ok(query)
    }

    fn next(&mut self, first: Query, second: Query, place: Span) -> Parsed<Query> {
        let at = |kind| Clause { kind, span: place };
        let mut clauses = Vec::new();
        match second {
            Query::Single(mut second) => {
                self.hand_on(first, place, &mut clauses);
                clauses.append(&mut second.clauses);
            }
            // Each row chooses its branch.
            Query::When { .. } => {
                self.hand_on(first, place, &mut clauses);
                self.run_behind(second, place, &mut clauses)?;
            }
            // All members get all rows.
            Query::Union { members, all, span } => {
                let columns = self.columns(&first, place)?;
                self.hand_on(first, place, &mut clauses);
                let mut again = Vec::new();
                if !columns.is_empty() {
                    let name = |what| Name {
                        text: format_smolstr!("{what} {}", place.start),
                        span: place,
                    };
                    let (rows, row) = (name("rows"), name("row"));
                    clauses.push(at(ClauseKind::With(gathered(&columns, &rows))));
                    again.push(at(ClauseKind::Unwind {
                        list: variable(&rows),
                        variable: row.clone(),
                    }));
                    again.push(at(ClauseKind::With(taken_apart(&columns, &row))));
                }
                let mut behind = Vec::with_capacity(members.len());
                for member in members {
                    self.count_part((again.len() + columns.len()) * size_of::<Clause>())?;
                    let mut clauses = again.clone();
                    match member {
                        Query::Single(mut member) => clauses.append(&mut member.clauses),
                        member => self.run_behind(member, place, &mut clauses)?,
                    }
                    behind.push(Query::Single(SingleQuery { clauses, span: place }));
                }
                self.run_behind(Query::Union { members: behind, all, span }, place, &mut clauses)?;
            }
        }
        let span = clauses.first().map_or(place, |clause| clause.span);
        let span = clauses.last().map_or(span, |clause| span.to(clause.span));
        Ok(Query::Single(SingleQuery { clauses, span }))
    }

    /// A query whose rows, or none but its effects, are there for the clauses behind it.
    fn hand_on(&self, query: Query, place: Span, clauses: &mut Vec<Clause>) {
        match query {
            Query::Single(SingleQuery { clauses: mut first, .. })
                if matches!(first.last(), Some(Clause { kind: ClauseKind::Return(_), .. })) =>
            {
                if let Some(Clause { kind: ClauseKind::Return(mut projection), span }) = first.pop()
                {
                    for item in &mut projection.items {
                        if !matches!(item.expr.kind, ExprKind::Variable(_)) {
                            item.alias = Some(self.column(item));
                        }
                    }
                    first.push(Clause { kind: ClauseKind::With(projection), span });
                }
                // A long row of them is not copied once for each.
                match clauses.is_empty() {
                    true => *clauses = first,
                    false => clauses.append(&mut first),
                }
            }
            query => clauses.push(Clause { kind: subquery(query), span: place }),
        }
    }

    /// A query as a `CALL`, and what it gives as the result.
    fn run_behind(&self, query: Query, place: Span, clauses: &mut Vec<Clause>) -> Parsed<()> {
        let columns = self.columns(&query, place)?;
        clauses.push(Clause { kind: subquery(query), span: place });
        if !columns.is_empty() {
            let items = columns.iter().map(|name| item(variable(name), name)).collect();
            clauses.push(Clause { kind: ClauseKind::Return(projection(items)), span: place });
        }
        Ok(())
    }
}

/// What is handed on has names.
fn columns_are_named(query: &Query) -> Parsed<()> {
    match query {
        Query::Union { members, .. } => members.iter().try_for_each(columns_are_named),
        Query::When { branches, otherwise, .. } => {
            let branches = branches.iter().map(|(_, branch)| branch);
            branches.chain(otherwise.as_deref()).try_for_each(columns_are_named)
        }
        Query::Single(single) => {
            let Some(Clause { kind: ClauseKind::Return(Projection { items, .. }), .. }) =
                single.clauses.last()
            else {
                return Ok(());
            };
            let is_named = |item: &&ProjectionItem| {
                item.alias.is_some() || matches!(item.expr.kind, ExprKind::Variable(_))
            };
            match items.iter().find(|item| !is_named(item)) {
                Some(item) => {
                    let message = "what goes on behind NEXT needs a name; write ... AS name";
                    Err(Error::syntax(item.expr.span, message))
                }
                None => Ok(()),
            }
        }
    }
}

fn subquery(query: Query) -> ClauseKind {
    ClauseKind::Subquery(Subquery {
        optional: false,
        scope: SubqueryScope::All,
        query: Box::new(query),
        in_transactions: None,
    })
}

/// `WITH collect([a, b]) AS rows`.
fn gathered(columns: &[Name], rows: &Name) -> Projection {
    let row = ExprKind::List(columns.iter().map(variable).collect());
    let name = Name { text: "collect".into(), span: rows.span };
    let arguments = vec![Expr { kind: row, span: rows.span }];
    let call = FunctionCall { name, distinct: false, arguments };
    projection(vec![item(Expr { kind: ExprKind::Function(call), span: rows.span }, rows)])
}

/// `WITH row[0] AS a, row[1] AS b`.
fn taken_apart(columns: &[Name], row: &Name) -> Projection {
    let items = (0..).zip(columns).map(|(at, column)| {
        let at = Expr { kind: ExprKind::Literal(Literal::Integer(at)), span: row.span };
        let kind = ExprKind::Index(Box::new(variable(row)), Box::new(at));
        item(Expr { kind, span: row.span }, column)
    });
    projection(items.collect())
}

fn projection(items: Vec<ProjectionItem>) -> Projection {
    Projection {
        distinct: false,
        star: None,
        items,
        group_by: None,
        paging: Paging::default(),
        predicate: None,
    }
}

fn item(expr: Expr, name: &Name) -> ProjectionItem {
    ProjectionItem { expr, alias: Some(name.clone()) }
}

fn variable(name: &Name) -> Expr {
    Expr { kind: ExprKind::Variable(name.text.clone()), span: name.span }
}
