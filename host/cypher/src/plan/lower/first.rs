//! Of a list that a search makes, the first elements, where no others are asked for: the search ends with the last of
//! them, if what it leaves out can't fail.
//!
//! ```text
//! > MATCH (a:A) RETURN [(a)-[:R]->(b) | b.x][0] AS x, head(COLLECT { MATCH (b:B) RETURN b }) AS b
//! NodeByLabelScan      a:A
//! Projection           [... | b.x][0] AS x, head(COLLECT { ... }) AS b
//! | Expand(All)          (a)-[anon_2:R]->(b)
//! | Limit                1
//! | NodeByLabelScan      b:B
//! | Limit                1
//! ```

use super::lowerer::Lowerer;
use crate::error::{Error, Span};
use crate::plan::{Expr, OperatorKind, Pipeline, Query};
use crate::signatures::FunctionSignature;
use crate::syntax::ast;
use crate::value::Value;

impl<'a> Lowerer<'a> {
    /// `head(list)`.
    pub(super) fn head(
        &mut self,
        function: &'static FunctionSignature,
        list: &'a ast::Expr,
        span: Span,
    ) -> Result<Expr, Error> {
        let mut list = self.first_of(list, Some(1), span)?;
        Ok(named(&mut list).unwrap_or_else(|| Expr::Call(function, vec![list], span)))
    }

    /// A list of which no more than so many elements are asked for, if that is known.
    pub(super) fn first_of(
        &mut self,
        list: &'a ast::Expr,
        most: Option<i64>,
        span: Span,
    ) -> Result<Expr, Error> {
        let before = self.fallible;
        let mut list = self.expr(list)?;
        if let Some(most) = most.filter(|_| self.fallible == before && !self.writes)
            && let Some(chain) = searched(&mut list)
        {
            let most = Expr::Constant(Value::Integer(most));
            self.push(&mut chain.operators, OperatorKind::Limit(most), span);
        }
        Ok(list)
    }

    /// `list[at]`.
    pub(super) fn index(
        &mut self,
        list: &'a ast::Expr,
        at: &'a ast::Expr,
        span: Span,
    ) -> Result<Expr, Error> {
        let at = self.boxed(at)?;
        let most = counted(&at).and_then(|at| at.checked_add(1));
        Ok(Expr::Index(Box::new(self.first_of(list, most, span)?), at, span))
    }

    /// `list[from..to]`.
    pub(super) fn slice(
        &mut self,
        list: &'a ast::Expr,
        (from, to): (Option<&'a ast::Expr>, Option<&'a ast::Expr>),
        span: Span,
    ) -> Result<Expr, Error> {
        let (from, to) = (self.option(from)?, self.option(to)?);
        let from_front = from.as_deref().is_none_or(|from| counted(from).is_some());
        let most = to.as_deref().and_then(counted).filter(|_| from_front);
        Ok(Expr::Slice(Box::new(self.first_of(list, most, span)?), from, to, span))
    }
}

/// What is made of the only value of a list: `head([x IN [value] | ...])` is how an expression gives a value a name.
fn named(list: &mut Expr) -> Option<Expr> {
    let Expr::ListComprehension { slot, list, predicate: None, map } = list else { return None };
    let Expr::List(values) = &mut **list else { return None };
    let ([_], Some(_)) = (values.as_slice(), &map) else { return None };
    Some(Expr::Let(*slot, Box::new(values.pop()?), map.take()?))
}

/// A number of elements, counted from the front.
fn counted(e: &Expr) -> Option<i64> {
    match e {
        Expr::Constant(Value::Integer(number)) => Some(*number).filter(|number| *number >= 0),
        _ => None,
    }
}

/// The chain of which a list has an element for each row.
fn searched(list: &mut Expr) -> Option<&mut Pipeline> {
    match list {
        Expr::PatternComprehension(chain, _) => Some(chain),
        Expr::Collect(query, _) => match &mut **query {
            Query::Single(chain) => Some(chain),
            _ => None,
        },
        _ => None,
    }
}
