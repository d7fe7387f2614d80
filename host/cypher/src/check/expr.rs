//! Expressions: the variables they read, the scopes they open, the types that show in the text.

use super::facts::hands_on;
use super::kinds::Kinds;
use super::types::Type;
use super::{Aggregation, Checker, shortened};
use crate::error::Span;
use crate::stack::deeper;
use crate::syntax::ast::{
    BaseType, CaseAlternative, CaseTest, Dialect, Expr, ExprKind, LabelExpr, LabelExprKind,
    LabelName, Literal, MapProjectionItem, Name, PathPattern, TypeName,
};

impl<'a> Checker<'a> {
    /// Checks an expression and gives what is known of its type.
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Type {
        if let Some(of) = self.projected(expr) {
            return of;
        }
        if !self.effort.go_on() {
            return Type::ANY;
        }
        let call = self.facts.argument_of.clone();
        if call.is_some() && !hands_on(expr) {
            self.facts.argument_of = None;
        }
        let of = deeper(|| self.kind(expr));
        self.facts.argument_of = call;
        of
    }

    /// Checks what a variable stands for. Of a parameter nothing is known by another name: that it is of the wrong kind is an
    /// error of the run then, to the TCK as well.
    pub(super) fn value(&mut self, expr: &'a Expr) -> Type {
        let of = self.expr(expr);
        if matches!(expr.kind, ExprKind::Parameter(_)) { Type::ANY } else { of }
    }

    /// Checks something that must be true, false or null; a bare pattern may stand here.
    pub(super) fn condition(&mut self, expr: &'a Expr) {
        if let ExprKind::Pattern(pattern) = &expr.kind {
            return self.pattern_predicate(pattern);
        }
        let of = self.expr(expr);
        // A parameter that is a list is true or false as it runs.
        if of.is(Kinds::LIST) && !matches!(expr.kind, ExprKind::Parameter(_)) {
            let message = "a list is not true or false; write NOT isEmpty(...) instead";
            self.fail(expr.span, "InvalidArgumentType", message);
        } else if !of.may_be(Kinds::BOOLEAN.or(Kinds::LIST)) {
            self.fail_type(expr.span, "a boolean", &of);
        }
    }

    fn kind(&mut self, expr: &'a Expr) -> Type {
        match &expr.kind {
            ExprKind::Literal(literal) => Type::of_literal(literal),
            ExprKind::Variable(name) => self.variable(name, expr.span),
            ExprKind::Parameter(name) => {
                self.facts.parameter(name, expr.span);
                self.given.get(&**name).map_or(Type::ANY, |kind| Type::of((*kind).into()))
            }
            ExprKind::List(items) => {
                let types: Vec<Type> =
                    items.iter().map(|item| self.expr(item).in_a_list()).collect();
                Type::list(types.into_iter().reduce(Type::common).unwrap_or(Type::ANY))
            }
            ExprKind::Map(entries) => self.map(entries),
            ExprKind::MapProjection { subject, items } => self.map_projection(subject, items),
            ExprKind::Property(owner, key) => self.property(owner, key),
            ExprKind::Index(owner, index) => self.index(owner, index),
            ExprKind::Slice(owner, from, to) => {
                let of = self.expr(owner);
                if !of.may_be(Kinds::LIST) {
                    self.fail_type(owner.span, "a list", &of);
                }
                for bound in from.iter().chain(to) {
                    self.integer(bound);
                }
                Type::list(of.element())
            }
            ExprKind::HasLabels(owner, labels) => self.has_labels(owner, labels),
            ExprKind::IsNull { expr, .. } | ExprKind::IsNormalized { expr, .. } => {
                self.expr(expr);
                Type::BOOLEAN
            }
            ExprKind::IsTyped { expr, of, .. } => {
                self.expr(expr);
                self.type_name(of);
                Type::BOOLEAN
            }
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.span),
            ExprKind::Comparison { first, rest } => self.comparison(first, rest),
            ExprKind::Case { subject, alternatives, otherwise } => {
                self.case(subject.as_deref(), alternatives, otherwise.as_deref())
            }
            ExprKind::Function(call) => self.function(call, expr.span),
            ExprKind::CountStar => {
                self.facts.facts.functions.push(super::Mention::new("count", expr.span));
                self.aggregate(expr.span, "count");
                Type::INTEGER
            }
            _ => self.with_locals(expr),
        }
    }

    /// `owner:Label` where a truth value is wanted.
    fn has_labels(&mut self, owner: &'a Expr, labels: &'a LabelExpr) -> Type {
        let of = self.expr(owner);
        self.labels_of(owner.span, &of, labels);
        Type::BOOLEAN
    }

    fn labels_of(&mut self, span: Span, of: &Type, labels: &'a LabelExpr) {
        if !of.may_be(Kinds::ENTITY) {
            self.fail_type(span, "a node or relationship", of);
        }
        let is_dynamic = |kind: &_| matches!(kind, LabelExprKind::Name(LabelName::Dynamic { .. }));
        if self.dialect == Dialect::Cypher5 && labels.mentions(&is_dynamic) {
            let message =
                "in Cypher 5 dynamic labels and types can stand in patterns, SET and REMOVE only";
            self.fail(labels.span, "InvalidLabelExpression", message);
        }
        self.tested_labels(labels);
    }

    /// `reduce` and `allReduce`.
    fn reduce(&mut self, expr: &'a Expr) -> Type {
        let ExprKind::Reduce { accumulator, init, variable, list, step, every } = &expr.kind else {
            return Type::ANY;
        };
        let initial = self.expr(init);
        if self.dialect == Dialect::Cypher5 && accumulator.text == variable.text {
            let message = format!("the variable `{}` is already declared", variable.text);
            self.fail(variable.span, "VariableAlreadyBound", message);
        }
        let element = self.list(list);
        let stepped = self.local(variable, element, |checker| {
            checker.local(accumulator, initial.clone(), |checker| {
                let stepped = checker.expr(step);
                every.iter().for_each(|every| checker.condition(every));
                stepped
            })
        });
        let stays = match every {
            None => {
                stepped.is(Kinds::MIXED)
                    || stepped.fits(&initial.of_mixed())
                    || (initial.is(Kinds::NUMBER) && stepped.is(Kinds::NUMBER))
                    || (initial.may_be(Kinds::FLOAT) && stepped.may_be(Kinds::INTEGER))
            }
            Some(_) => {
                initial.shares_a_kind(&stepped)
                    || (initial.may_be(Kinds::FLOAT) && stepped.may_be(Kinds::INTEGER))
            }
        };
        if !stays {
            self.fail_type(step.span, &format!("{initial}, as the accumulator is"), &stepped);
        }
        if every.is_none() { initial.taking(&stepped) } else { Type::BOOLEAN }
    }

    /// Expressions with variables or clauses of their own.
    fn with_locals(&mut self, expr: &'a Expr) -> Type {
        match &expr.kind {
            ExprKind::ListComprehension { variable, list, predicate, map } => {
                let element = self.list(list);
                self.local(variable, element.clone(), |checker| {
                    predicate.iter().for_each(|predicate| checker.condition(predicate));
                    let mapped = map.as_ref().map(|map| checker.expr(map));
                    Type::list(mapped.unwrap_or(element))
                })
            }
            ExprKind::Quantifier { variable, list, predicate, .. } => {
                let element = self.list(list);
                self.local(variable, element, |checker| match predicate {
                    Some(predicate) => checker.condition(predicate),
                    None => {
                        let message = format!(
                            "all, any, none and single need a WHERE behind `{} IN ...`",
                            variable.text
                        );
                        checker.fail(variable.span, "UnexpectedSyntax", message);
                    }
                });
                Type::BOOLEAN
            }
            ExprKind::Reduce { .. } => self.reduce(expr),
            ExprKind::PatternComprehension { pattern, predicate, map } => {
                let mapped = self.inside_comprehension(|checker| {
                    checker.scoped(|checker| {
                        checker.comprehension_pattern(pattern);
                        predicate.iter().for_each(|predicate| checker.condition(predicate));
                        checker.expr(map)
                    })
                });
                Type::list(mapped)
            }
            ExprKind::Pattern(pattern) => {
                self.misplaced_pattern(pattern);
                Type::BOOLEAN
            }
            ExprKind::ShortestPath(pattern) => {
                let all = self.shortest_expression(pattern);
                if all { Type::list(Type::PATH) } else { Type::PATH }
            }
            ExprKind::Exists(_) | ExprKind::Count(_) | ExprKind::Collect(_) if self.merging => {
                let message =
                    "a subquery can't stand in MERGE; compute its value in a WITH before it";
                self.fail(expr.span, "InvalidSubqueryExpression", message);
                Type::ANY
            }
            ExprKind::Exists(body) => {
                self.test(body, "EXISTS");
                Type::BOOLEAN
            }
            ExprKind::Count(body) => {
                self.test(body, "COUNT");
                Type::INTEGER
            }
            ExprKind::Collect(query) => {
                self.collect(query, expr.span);
                Type::of(Kinds::LIST)
            }
            _ => Type::ANY,
        }
    }

    fn misplaced_pattern(&mut self, pattern: &'a PathPattern) {
        let message = "a pattern is no value: use EXISTS { } to ask whether it matches, COUNT { } to count its matches";
        self.fail(pattern.span, "UnexpectedSyntax", message);
    }

    /// A list whose elements are gone through; gives their type.
    fn list(&mut self, list: &'a Expr) -> Type {
        let of = self.expr(list);
        if !of.may_be(Kinds::LIST) {
            self.fail_type(list.span, "a list", &of);
        }
        of.element()
    }

    /// Checks what sees a variable of a comprehension, which may hide one of the same name.
    fn local<T>(&mut self, variable: &'a Name, of: Type, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.inside_comprehension(|checker| {
            checker.scoped(|checker| {
                checker.scope.add(&variable.text, of, variable.span);
                inner(checker)
            })
        })
    }

    fn inside_comprehension<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        match self.aggregation {
            Aggregation::Allowed => {
                self.with_aggregation(Aggregation::Forbidden("in a comprehension"), inner)
            }
            _ => inner(self),
        }
    }

    /// Cypher 25 knows what the fields are of a map that is written down.
    fn map(&mut self, entries: &'a [(Name, Expr)]) -> Type {
        let dialect = self.dialect;
        let fields = entries.iter().map(|(key, value)| {
            self.facts.key(&key.text, key.span);
            (&*key.text, self.expr(value))
        });
        match dialect {
            Dialect::Cypher5 => fields.fold(Type::MAP, |map, _| map),
            Dialect::Cypher25 => Type::map(fields),
        }
    }

    fn map_projection(&mut self, subject: &'a Expr, items: &'a [MapProjectionItem]) -> Type {
        let of = self.expr(subject);
        if !of.may_be(self.with_keys()) {
            self.fail_type(subject.span, "a map, node or relationship", &of);
        }
        for item in items {
            match item {
                MapProjectionItem::All => {}
                MapProjectionItem::Property(key) => self.property_key(key),
                MapProjectionItem::Entry(_, value) => {
                    self.expr(value);
                }
                MapProjectionItem::Variable(name) => {
                    self.variable(&name.text, name.span);
                }
            }
        }
        Type::MAP
    }

    /// The key of a property that is read or written.
    pub(super) fn property_key(&mut self, key: &'a Name) {
        self.named(&key.text, key.span);
        self.facts.key(&key.text, key.span);
    }

    /// A key in brackets; one that is written down has a name too.
    pub(super) fn computed_key(&mut self, key: &Expr) {
        if let ExprKind::Literal(Literal::String(name)) = &key.kind {
            self.named(name, key.span);
        }
    }

    pub(super) fn named(&mut self, key: &str, span: Span) {
        if key.is_empty() {
            self.fail(span, "InvalidPropertyKey", "the key of a property can't be empty");
        }
    }

    fn property(&mut self, owner: &'a Expr, key: &'a Name) -> Type {
        let of = self.expr(owner);
        self.property_key(key);
        if !of.may_be(Kinds::KEYED) {
            let mut message = format!("`{}` is no property of this, which is {of}", key.text);
            if of.is(Kinds::LIST) && of.element().may_be(Kinds::KEYED) {
                let text = shortened(owner.span.of(self.text));
                message.push_str(&format!(
                    "; for that of each element write [x IN {text} | x.{}]",
                    key.text
                ));
            }
            self.fail(owner.span, "InvalidArgumentType", message);
        }
        if of.is(Kinds::ENTITY) { Type::of(Kinds::STORED) } else { of.field(&key.text) }
    }

    /// What `[key]` and `{.key}` go with.
    fn with_keys(&self) -> Kinds {
        match self.dialect {
            Dialect::Cypher5 => Kinds::MAP_LIKE.or(Kinds::DURATION).or(Kinds::INSTANT),
            Dialect::Cypher25 => Kinds::MAP_LIKE,
        }
    }

    fn index(&mut self, owner: &'a Expr, index: &'a Expr) -> Type {
        let of = self.expr(owner);
        let index_type = self.expr(index);
        self.computed_key(index);
        let keyed = self.with_keys();
        let is_place = index_type.is(Kinds::INTEGER);
        if of.is(Kinds::ENTITY) && !index_type.may_be(Kinds::STRING) {
            self.fail_type(index.span, "a string as the key of a property", &index_type);
        } else if of.is(Kinds::MAP_LIKE) && !index_type.may_be(Kinds::STRING) {
            self.fail_type(index.span, "a string as the key of a map", &index_type);
        } else if of.is(Kinds::LIST) && !index_type.may_be(Kinds::INTEGER) {
            self.fail_type(index.span, "an integer as the index of a list", &index_type);
        } else {
            let holders = if is_place { Kinds::LIST } else { Kinds::LIST.or(keyed) };
            let holders = holders.or(Kinds::MIXED);
            if !of.may_be(holders) {
                let message = format!(
                    "[ ] takes an element of a list or a property of a map, node or relationship, not of {of}"
                );
                self.fail(owner.span, "InvalidArgumentType", message);
                return Type::ANY;
            }
        }
        match &index.kind {
            ExprKind::Literal(Literal::String(_)) if of.is(Kinds::ENTITY) => {
                Type::of(Kinds::STORED)
            }
            ExprKind::Literal(Literal::String(key)) => of.field(key),
            _ if is_place || of.is(Kinds::LIST) => of.element(),
            _ => Type::ANY,
        }
    }

    /// The alternatives of a type may all be null, or none of them.
    fn type_name(&mut self, of: &TypeName) {
        let some = of.alternatives.iter().any(|alternative| alternative.not_null);
        if some && !of.alternatives.iter().all(|alternative| alternative.not_null) {
            let message = "either all alternatives of a type are NOT NULL, or none of them";
            self.fail(of.span, "UnexpectedSyntax", message);
        }
        for alternative in &of.alternatives {
            if let BaseType::List(inner) = &alternative.base {
                deeper(|| self.type_name(inner));
            }
        }
    }

    fn integer(&mut self, expr: &'a Expr) {
        let of = self.expr(expr);
        if !of.may_be(Kinds::INTEGER) {
            self.fail_type(expr.span, "an integer", &of);
        }
    }

    fn case(
        &mut self,
        subject: Option<&'a Expr>,
        alternatives: &'a [CaseAlternative],
        otherwise: Option<&'a Expr>,
    ) -> Type {
        let of = subject.map(|subject| (subject.span, self.expr(subject)));
        let mut result: Option<Type> = None;
        let mut also = |of: Type| {
            result = Some(match result.take() {
                Some(known) => known.either(of),
                None => of,
            });
        };
        for alternative in alternatives {
            for test in &alternative.tests {
                match (&of, test) {
                    (None, CaseTest::Expr(condition)) => self.condition(condition),
                    (Some((span, of)), CaseTest::HasLabels(labels)) => {
                        self.labels_of(*span, of, labels);
                    }
                    (_, test) => {
                        test.expr().map(|expr| self.expr(expr));
                    }
                }
            }
            also(self.expr(&alternative.result));
        }
        otherwise.into_iter().for_each(|otherwise| also(self.expr(otherwise)));
        result.unwrap_or(Type::ANY)
    }

    /// Notes an aggregating call.
    pub(super) fn aggregate(&mut self, span: Span, name: &str) {
        self.aggregates += 1;
        match self.aggregation {
            Aggregation::Allowed => {}
            Aggregation::Inside => {
                let message = format!("{name} can't stand inside of another aggregating function");
                self.fail(span, "NestedAggregation", message);
            }
            Aggregation::Forbidden(place) => {
                let place = if place.starts_with("in ") || place == "here" {
                    place.to_owned()
                } else {
                    format!("in {place}")
                };
                let message = format!(
                    "the aggregating function {name} can't stand {place}; use it in a WITH before"
                );
                self.fail(span, "InvalidAggregation", message);
            }
        }
    }
}
