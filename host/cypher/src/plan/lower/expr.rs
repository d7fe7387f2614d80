//! Expressions: variables become slots, chains of comparisons and simple `CASE`s keep what they compare in a
//! slot, `AND` and `OR` become flat.

use super::failing::may_fail;
use super::in_place::grows_in_place;
use super::logic::compared;
use super::lowerer::Lowerer;
use super::scope::Kind;
use super::subquery::count_and_number;
use crate::error::{Error, Span};
use crate::plan::{Expr, LabelRef, LabelTest, NameKind, ProjectionItem, Slot, measured};
use crate::stack::deeper;
use crate::syntax::ast::{
    self, ComparisonOp, ExprKind, LabelExpr, LabelExprKind, LabelName, Literal, MapProjectionItem,
};
use crate::value::{List, Map, Text, Value};

impl<'a> Lowerer<'a> {
    /// An expression in the scope of now.
    pub(super) fn expr(&mut self, e: &'a ast::Expr) -> Result<Expr, Error> {
        deeper(|| self.lower_expr(e))
    }

    fn lower_expr(&mut self, e: &'a ast::Expr) -> Result<Expr, Error> {
        self.count_part(size_of::<Expr>())?;
        if let Some(slot) = self.already_computed(e)? {
            return Ok(Expr::Slot(slot));
        }
        self.fallible += u32::from(may_fail(&e.kind));
        let span = e.span;
        Ok(match &e.kind {
            ExprKind::Literal(literal) => Expr::Constant(constant(literal)?),
            ExprKind::Variable(name) => self.read(name, span)?,
            ExprKind::Parameter(name) => self.parameter(name)?,
            ExprKind::List(items) => {
                let items = items.iter().map(|item| self.value(item)).collect::<Result<_, _>>()?;
                whole(Expr::List(items))
            }
            ExprKind::Map(entries) => whole(self.map(entries)?),
            ExprKind::MapProjection { subject, items } => {
                self.map_projection(subject, items, span)?
            }
            ExprKind::Property(subject, key) => {
                let subject = self.boxed(subject)?;
                self.property(subject, key, span)?
            }
            ExprKind::Index(list, at) => self.index(list, at, span)?,
            ExprKind::Slice(list, from, to) => {
                self.slice(list, (from.as_deref(), to.as_deref()), span)?
            }
            ExprKind::Unary(op, e) => self.unary(*op, e, span)?,
            ExprKind::Binary(op, a, b) => self.binary(*op, e, a, b)?,
            ExprKind::Comparison { first, rest } => self.comparison(first, rest, span)?,
            ExprKind::IsNull { expr, negated } => {
                Expr::IsNull(Box::new(self.value(expr)?), *negated)
            }
            ExprKind::IsTyped { expr, negated, of } => {
                Expr::IsTyped(self.boxed(expr)?, *negated, of.clone())
            }
            ExprKind::IsNormalized { expr, negated, form } => {
                Expr::IsNormalized(self.boxed(expr)?, *negated, *form)
            }
            ExprKind::HasLabels(subject, labels) => self.has_labels(subject, labels)?,
            ExprKind::Case { subject, alternatives, otherwise } => {
                self.case(subject.as_deref(), alternatives, otherwise.as_deref(), span)?
            }
            ExprKind::Function(call) => self.call(call, span)?,
            ExprKind::CountStar => self.count_star(span)?,
            ExprKind::ListComprehension { variable, list, predicate, map } => {
                self.list_comprehension(variable, list, predicate.as_deref(), map.as_deref())?
            }
            ExprKind::Quantifier { kind, variable, list, predicate } => {
                let list = self.boxed(list)?;
                let (slot, predicate) = self
                    .with_local(&variable.text, |lowerer| lowerer.option(predicate.as_deref()))?;
                let predicate = predicate.unwrap_or_else(|| Box::new(Expr::Slot(slot)));
                Expr::Quantifier { kind: *kind, slot, list, predicate }
            }
            ExprKind::Reduce { accumulator, init, variable, list, step, every } => {
                self.reduce((accumulator, init), (variable, list), (step, every.as_deref()))?
            }
            ExprKind::PatternComprehension { pattern, predicate, map } => {
                self.pattern_comprehension(pattern, predicate.as_deref(), map)?
            }
            ExprKind::Pattern(pattern) => self.pattern_predicate(pattern)?,
            ExprKind::ShortestPath(pattern) => self.shortest_path(pattern)?,
            ExprKind::Exists(body) => self.exists(body, span)?,
            ExprKind::Count(body) => self.count(body, span)?,
            ExprKind::Collect(query) => self.collect(query)?,
        })
    }

    fn has_labels(&mut self, subject: &'a ast::Expr, of: &'a LabelExpr) -> Result<Expr, Error> {
        let subject = self.value(subject)?;
        self.label_test(subject, of)
    }

    pub(super) fn label_test(&mut self, subject: Expr, of: &'a LabelExpr) -> Result<Expr, Error> {
        let kind = match subject {
            Expr::Slot(slot) => self.kind(slot),
            _ => Kind::Other,
        };
        self.fallible += u32::from(kind == Kind::Other);
        Ok(Expr::HasLabels(Box::new(subject), self.labels(of, label_kind(kind))?))
    }

    fn property(&mut self, subject: Box<Expr>, key: &ast::Name, span: Span) -> Result<Expr, Error> {
        let name = self.name(&key.text)?;
        if let Expr::Slot(slot) = *subject
            && self.kind(slot) != Kind::Other
        {
            self.mention(NameKind::Key, name, key.span);
        }
        Ok(Expr::Property(subject, name, span))
    }

    fn list_comprehension(
        &mut self,
        variable: &'a ast::Name,
        list: &'a ast::Expr,
        predicate: Option<&'a ast::Expr>,
        map: Option<&'a ast::Expr>,
    ) -> Result<Expr, Error> {
        let list = self.boxed(list)?;
        let (slot, (predicate, map)) = self.with_local(&variable.text, |lowerer| {
            Ok((lowerer.option(predicate)?, lowerer.option(map)?))
        })?;
        Ok(Expr::ListComprehension { slot, list, predicate, map })
    }

    fn reduce(
        &mut self,
        (accumulator, init): (&'a ast::Name, &'a ast::Expr),
        (variable, list): (&'a ast::Name, &'a ast::Expr),
        (step, every): (&'a ast::Expr, Option<&'a ast::Expr>),
    ) -> Result<Expr, Error> {
        let (init, list) = (self.boxed(init)?, self.boxed(list)?);
        // Of one name, the accumulator hides the element.
        let (slot, (accumulator, (step, every))) = self.with_local(&variable.text, |lowerer| {
            lowerer.with_local(&accumulator.text, |lowerer| {
                Ok((lowerer.boxed(step)?, lowerer.option(every)?))
            })
        })?;
        let in_place = grows_in_place(&step, accumulator);
        Ok(Expr::Reduce { accumulator, init, slot, list, step, in_place, every })
    }

    /// The slot of an expression that a projection has computed already. A variable is looked up as one.
    fn already_computed(&mut self, e: &ast::Expr) -> Result<Option<Slot>, Error> {
        if self.computed.is_empty() || matches!(e.kind, ExprKind::Variable(_)) {
            return Ok(None);
        }
        // It is compared or printed, which goes through all of it.
        self.meter.spend(e.span.of(self.text).len() / 8)?;
        Ok(self.computed.find(e))
    }

    pub(super) fn exprs(&mut self, es: &'a [ast::Expr]) -> Result<Vec<Expr>, Error> {
        es.iter().map(|e| self.expr(e)).collect()
    }

    pub(super) fn boxed(&mut self, e: &'a ast::Expr) -> Result<Box<Expr>, Error> {
        self.expr(e).map(Box::new)
    }

    pub(super) fn option(&mut self, e: Option<&'a ast::Expr>) -> Result<Option<Box<Expr>>, Error> {
        e.map(|e| self.boxed(e)).transpose()
    }

    /// Runs `f` where a new variable of an expression is visible.
    fn with_local<T>(
        &mut self,
        name: &'a str,
        f: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<(Slot, T), Error> {
        let slot = self.named(name, Kind::Other);
        let before = self.scope.insert(name, slot);
        let result = f(self);
        self.scope.restore(name, before);
        Ok((slot, result?))
    }

    pub(super) fn map(&mut self, entries: &'a [(ast::Name, ast::Expr)]) -> Result<Expr, Error> {
        let mut sorted = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            sorted.push((key.text.clone(), self.expr(value)?));
        }
        sorted.reverse();
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        sorted.dedup_by(|a, b| a.0 == b.0);
        Ok(Expr::Map(sorted))
    }

    fn map_projection(
        &mut self,
        subject: &'a ast::Expr,
        items: &'a [MapProjectionItem],
        span: Span,
    ) -> Result<Expr, Error> {
        let subject = self.boxed(subject)?;
        let of_entity = matches!(*subject, Expr::Slot(slot) if self.kind(slot) != Kind::Other);
        let mut items = items
            .iter()
            .map(|item| {
                Ok(match item {
                    MapProjectionItem::All => ProjectionItem::All,
                    MapProjectionItem::Property(key) => {
                        let name = self.name(&key.text)?;
                        if of_entity {
                            self.mention(NameKind::Key, name, key.span);
                        }
                        ProjectionItem::Property(key.text.clone(), name)
                    }
                    MapProjectionItem::Entry(key, value) => {
                        ProjectionItem::Entry(key.text.clone(), self.expr(value)?)
                    }
                    MapProjectionItem::Variable(name) => {
                        let slot = self.variable(&name.text, name.span)?;
                        ProjectionItem::Entry(name.text.clone(), Expr::Slot(slot))
                    }
                })
            })
            .collect::<Result<Vec<_>, Error>>()?;
        // Where all keys are known, nobody has to sort them for each map. Of two that are the same the later one still wins.
        if items.iter().all(|item| item.key().is_some()) {
            items.sort_by(|a, b| a.key().cmp(&b.key()));
        }
        Ok(Expr::MapProjection { subject, items, span })
    }

    fn comparison(
        &mut self,
        first: &'a ast::Expr,
        rest: &'a [(ComparisonOp, ast::Expr)],
        span: Span,
    ) -> Result<Expr, Error> {
        if let [(op, right)] = rest
            && let Some(compared) = count_and_number(first, *op, right)
        {
            return self.compared_count(compared, span);
        }
        let mut left = self.value(first)?;
        if let [(op, right)] = rest {
            let right = self.value(right)?;
            return Ok(match compared(*op, &left, &right) {
                Some(value) => Expr::Constant(Value::Bool(value)),
                None => Expr::Compare(*op, Box::new(left), Box::new(right), span),
            });
        }
        let mut comparisons = Vec::with_capacity(rest.len());
        let mut kept = Vec::new();
        for (number, (op, right)) in rest.iter().enumerate() {
            let mut right = self.value(right)?;
            // A middle term is compared twice and computed once.
            if number + 1 < rest.len() && !is_free(&right) {
                let slot = self.anonymous(Kind::Other);
                kept.push((slot, right));
                right = Expr::Slot(slot);
            }
            let next = right.clone();
            comparisons.push(Expr::Compare(*op, Box::new(left), Box::new(right), span));
            left = next;
        }
        let chain = Expr::And(comparisons, span);
        Ok(kept.into_iter().rev().fold(chain, |behind, (slot, value)| {
            Expr::Let(slot, Box::new(value), Box::new(behind))
        }))
    }

    /// A label expression with its names resolved.
    pub(super) fn labels(
        &mut self,
        labels: &'a LabelExpr,
        kind: NameKind,
    ) -> Result<LabelTest, Error> {
        let all = |lowerer: &mut Self, parts: &'a [LabelExpr]| {
            parts.iter().map(|part| lowerer.labels(part, kind)).collect::<Result<Vec<_>, Error>>()
        };
        self.count_part(size_of::<LabelTest>())?;
        deeper(|| {
            Ok(match &labels.kind {
                LabelExprKind::Name(name) => LabelTest::Is(self.label(name, kind)?),
                LabelExprKind::Any => LabelTest::Any,
                LabelExprKind::Not(inner) => LabelTest::Not(Box::new(self.labels(inner, kind)?)),
                LabelExprKind::And(parts) | LabelExprKind::Colon(parts) => {
                    LabelTest::And(all(self, parts)?)
                }
                LabelExprKind::Or(parts) => LabelTest::Or(all(self, parts)?),
            })
        })
    }

    /// One label or type.
    pub(super) fn label(
        &mut self,
        label: &'a LabelName,
        kind: NameKind,
    ) -> Result<LabelRef, Error> {
        Ok(match label {
            LabelName::Static(name) => {
                let number = self.name(&name.text)?;
                self.mention(kind, number, name.span);
                LabelRef::Static(number)
            }
            LabelName::Dynamic { expr, any } => {
                LabelRef::Dynamic { expr: self.boxed(expr)?, any: *any }
            }
        })
    }
}

fn constant(literal: &Literal) -> Result<Value, Error> {
    Ok(match literal {
        Literal::Null => Value::Null,
        Literal::Bool(value) => Value::Bool(*value),
        Literal::Integer(value) => Value::Integer(*value),
        Literal::Float(value) => Value::Float(*value),
        Literal::String(value) => Value::Text(Text::constant(value)),
    })
}

fn label_kind(kind: Kind) -> NameKind {
    match kind {
        Kind::Node => NameKind::Label,
        Kind::Relationship => NameKind::Type,
        Kind::Other => NameKind::LabelOrType,
    }
}

/// A list or a map of nothing but what is known from the text is such a value itself, made once and not by each row. What
/// nests too deep stays as it is, and says so where a row comes to it.
fn whole(e: Expr) -> Expr {
    match whole_value(&e) {
        Some(value) => Expr::Constant(value),
        None => e,
    }
}

fn whole_value(e: &Expr) -> Option<Value> {
    let known = |e: &Expr| match e {
        Expr::Constant(value) => Some(value.clone()),
        _ => None,
    };
    match e {
        Expr::List(items) => {
            let values = items.iter().map(known).collect::<Option<_>>()?;
            List::constant(values).ok().map(Value::List)
        }
        Expr::Map(entries) => {
            let entries = entries.iter().map(|(key, e)| Some((Text::constant(key), known(e)?)));
            Map::constant(entries.collect::<Option<_>>()?).ok().map(Value::Map)
        }
        _ => None,
    }
}

/// Whether computing it twice costs nothing, or next to nothing.
pub(super) fn is_free(e: &Expr) -> bool {
    matches!(e, Expr::Constant(_) | Expr::Slot(_) | Expr::Parameter(_)) || measured(e).is_some()
}
