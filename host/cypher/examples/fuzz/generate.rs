//! Trees that are made up, of every kind of node that the language has. They need not mean anything.

use othello_cypher::syntax::ast::*;

use crate::parts::{binary, comparison, maybe, name, quantifier, some, span, type_name};
use othello_test_support::Rng;

/// A statement of a few clauses.
pub fn statement(rng: &mut Rng) -> Statement {
    Statement {
        dialect: Dialect::Cypher25,
        settings: vec![],
        mode: Mode::Run,
        body: Body::Query(query(rng, 3)),
    }
}

fn query(rng: &mut Rng, depth: usize) -> Query {
    match rng.below(8) {
        0 => Query::Union {
            members: (0..2).map(|_| Query::Single(single(rng, depth))).collect(),
            all: rng.once_in(2),
            span: span(),
        },
        1 => Query::When {
            branches: some(rng, 1, |rng| (expr(rng, depth), Query::Single(single(rng, depth)))),
            otherwise: maybe(rng, |rng| Box::new(Query::Single(single(rng, depth)))),
            span: span(),
        },
        _ => Query::Single(single(rng, depth)),
    }
}

fn single(rng: &mut Rng, depth: usize) -> SingleQuery {
    let mut clauses = some(rng, 1, |rng| Clause { kind: clause(rng, depth), span: span() });
    if rng.once_in(2) {
        clauses
            .push(Clause { kind: ClauseKind::Return(projection(rng, depth, false)), span: span() });
    }
    SingleQuery { clauses, span: span() }
}

fn clause(rng: &mut Rng, depth: usize) -> ClauseKind {
    match rng.below(15) {
        0..=2 => ClauseKind::Match(matching(rng, depth)),
        3 => ClauseKind::Unwind { list: expr(rng, depth), variable: name(rng) },
        4 | 5 => ClauseKind::With(projection(rng, depth, true)),
        6 => ClauseKind::Create(some(rng, 1, |rng| path(rng, depth, true))),
        7 => ClauseKind::Merge {
            pattern: path(rng, depth, true),
            on_create: some(rng, 0, |rng| some(rng, 1, |rng| set_item(rng, depth))),
            on_match: some(rng, 0, |rng| some(rng, 1, |rng| set_item(rng, depth))),
        },
        8 => ClauseKind::Set(some(rng, 1, |rng| set_item(rng, depth))),
        9 => ClauseKind::Remove(some(rng, 1, |rng| match set_item(rng, depth) {
            SetItem::Property { target, key, .. } => RemoveItem::Property { target, key },
            SetItem::Properties { target, .. } | SetItem::Labels { target, .. } => {
                RemoveItem::Labels { target, labels: some(rng, 1, |rng| settable(rng, depth)) }
            }
        })),
        10 => ClauseKind::Delete {
            detach: rng.once_in(2),
            targets: some(rng, 1, |rng| expr(rng, depth)),
        },
        11 if depth > 0 => ClauseKind::Foreach {
            variable: name(rng),
            list: expr(rng, depth - 1),
            body: some(rng, 1, |rng| Clause {
                kind: ClauseKind::Set(some(rng, 1, |rng| set_item(rng, depth - 1))),
                span: span(),
            }),
        },
        12 if depth > 0 => ClauseKind::Subquery(Subquery {
            optional: rng.once_in(3),
            scope: match rng.below(3) {
                0 => SubqueryScope::ImportingWith,
                1 => SubqueryScope::All,
                _ => SubqueryScope::Variables(some(rng, 0, name)),
            },
            query: Box::new(query(rng, depth - 1)),
            in_transactions: None,
        }),
        13 => ClauseKind::Let(some(rng, 1, |rng| (name(rng), expr(rng, depth)))),
        _ => ClauseKind::Procedure(ProcedureCall {
            optional: rng.once_in(3),
            name: Name { text: "db.some.procedure".into(), span: span() },
            arguments: maybe(rng, |rng| some(rng, 0, |rng| expr(rng, depth))),
            yields: match rng.below(3) {
                0 => Yield::Absent,
                1 => Yield::All,
                _ => Yield::Items {
                    items: some(rng, 1, |rng| (name(rng), maybe(rng, name))),
                    predicate: maybe(rng, |rng| Box::new(expr(rng, depth))),
                },
            },
        }),
    }
}

fn matching(rng: &mut Rng, depth: usize) -> Match {
    Match {
        optional: rng.once_in(3),
        mode: if rng.once_in(5) { MatchMode::RepeatableElements } else { MatchMode::default() },
        patterns: some(rng, 1, |rng| path(rng, depth, true)),
        hints: vec![],
        predicate: maybe(rng, |rng| expr(rng, depth)),
    }
}

fn projection(rng: &mut Rng, depth: usize, with: bool) -> Projection {
    let star = rng.once_in(5).then(span);
    Projection {
        distinct: rng.once_in(4),
        star,
        items: some(rng, usize::from(star.is_none()), |rng| ProjectionItem {
            expr: expr(rng, depth),
            alias: maybe(rng, name),
        }),
        group_by: maybe(rng, |rng| some(rng, 0, |rng| expr(rng, depth))),
        paging: Paging {
            order: some(rng, 0, |rng| SortItem {
                expr: expr(rng, depth),
                descending: rng.once_in(2),
            }),
            skip: maybe(rng, |rng| expr(rng, 0)),
            limit: maybe(rng, |rng| expr(rng, 0)),
        },
        predicate: if with { maybe(rng, |rng| expr(rng, depth)) } else { None },
    }
}

fn set_item(rng: &mut Rng, depth: usize) -> SetItem {
    match rng.below(3) {
        0 => SetItem::Property {
            target: Expr { kind: ExprKind::Variable(name(rng).text), span: span() },
            key: if rng.once_in(2) {
                PropertyName::Static(name(rng))
            } else {
                PropertyName::Dynamic(expr(rng, depth))
            },
            value: expr(rng, depth),
        },
        1 => SetItem::Properties {
            target: name(rng),
            value: expr(rng, depth),
            merge: rng.once_in(2),
        },
        _ => {
            SetItem::Labels { target: name(rng), labels: some(rng, 1, |rng| settable(rng, depth)) }
        }
    }
}

fn label_name(rng: &mut Rng, depth: usize) -> LabelName {
    if depth > 0 && rng.once_in(6) {
        return LabelName::Dynamic { expr: Box::new(expr(rng, depth - 1)), any: rng.once_in(2) };
    }
    LabelName::Static(name(rng))
}

/// A label that can be set: no `$any`.
fn settable(rng: &mut Rng, depth: usize) -> LabelName {
    match label_name(rng, depth) {
        LabelName::Dynamic { expr, .. } => LabelName::Dynamic { expr, any: false },
        label => label,
    }
}

fn labels(rng: &mut Rng, depth: usize) -> LabelExpr {
    let kind = match rng.below(if depth > 0 { 7 } else { 2 }) {
        0 | 1 => LabelExprKind::Name(label_name(rng, depth)),
        2 => LabelExprKind::Any,
        3 => LabelExprKind::Not(Box::new(labels(rng, depth - 1))),
        kind => {
            // Lists of one kind never stand directly inside of themselves: the parser makes one list of them.
            let members = (0..2).map(|_| LabelExpr {
                kind: LabelExprKind::Not(Box::new(labels(rng, depth - 1))),
                span: span(),
            });
            let members = members.collect();
            match kind {
                4 => LabelExprKind::And(members),
                5 => LabelExprKind::Or(members),
                _ => LabelExprKind::Colon(members),
            }
        }
    };
    LabelExpr { kind, span: span() }
}

fn path(rng: &mut Rng, depth: usize, quantifiers: bool) -> PathPattern {
    let count = Expr { kind: ExprKind::Literal(Literal::Integer(2)), span: span() };
    let selector = match rng.below(if quantifiers { 12 } else { 1 }) {
        1 => Selector::Any(maybe(rng, |_| count)),
        2 => Selector::AllShortest,
        3 => Selector::Shortest(maybe(rng, |_| count)),
        4 => Selector::ShortestGroups(maybe(rng, |_| count)),
        _ => Selector::All,
    };
    let mut chain = chain(rng, depth, quantifiers);
    let shape = if quantifiers && rng.once_in(8) {
        chain.iter_mut().for_each(make_walked);
        PathShape::Shortest { all: rng.once_in(2), chain }
    } else {
        PathShape::Chain(chain)
    };
    let variable = if quantifiers { maybe(rng, name) } else { None };
    PathPattern { variable, selector, acyclic: false, shape, span: span() }
}

/// One hop of a `shortestPath()` is a way of that length.
fn make_walked(element: &mut PathElement) {
    if let PathElement::Relationship(relationship) = element
        && relationship.length == RelationshipLength::One
    {
        relationship.length = RelationshipLength::Variable { min: Some(1), max: Some(1) };
    }
}

/// A pattern in parentheses. Those that say nothing else are not kept beside a quantified one.
fn group(rng: &mut Rng, depth: usize) -> GroupPattern {
    let variable = rng.once_in(5).then(|| name(rng));
    let chain = chain(rng, depth - 1, true);
    let quantifier = maybe(rng, quantifier);
    let says_nothing = variable.is_none() && quantifier.is_none();
    let predicate = (says_nothing || rng.once_in(2)).then(|| Box::new(expr(rng, depth - 1)));
    GroupPattern { variable, chain, predicate, quantifier, span: span() }
}

fn chain(rng: &mut Rng, depth: usize, quantifiers: bool) -> Vec<PathElement> {
    let mut chain = vec![PathElement::Node(node(rng, depth))];
    for index in 0..1 + rng.below(3) {
        if quantifiers && depth > 0 && rng.once_in(4) {
            chain.push(PathElement::Group(group(rng, depth)));
        } else if !quantifiers || index == 0 || rng.once_in(2) {
            if let Some(PathElement::Group(_)) = chain.last() {
                chain.push(PathElement::Node(node(rng, depth)));
            }
            chain.push(PathElement::Relationship(relationship(rng, depth, quantifiers)));
            chain.push(PathElement::Node(node(rng, depth)));
        }
    }
    chain
}

fn node(rng: &mut Rng, depth: usize) -> NodePattern {
    NodePattern {
        variable: maybe(rng, name),
        labels: maybe(rng, |rng| labels(rng, depth.min(2))),
        properties: rng.once_in(3).then(|| properties(rng, depth)),
        predicate: (depth > 0 && rng.once_in(4)).then(|| Box::new(expr(rng, depth - 1))),
        span: span(),
    }
}

fn properties(rng: &mut Rng, depth: usize) -> Expr {
    let kind = if rng.once_in(4) {
        ExprKind::Parameter(name(rng).text)
    } else {
        ExprKind::Map(some(rng, 0, |rng| (name(rng), expr(rng, depth.saturating_sub(1)))))
    };
    Expr { kind, span: span() }
}

fn relationship(rng: &mut Rng, depth: usize, quantifiers: bool) -> RelationshipPattern {
    RelationshipPattern {
        variable: maybe(rng, name),
        types: maybe(rng, |rng| labels(rng, depth.min(1))),
        properties: rng.once_in(4).then(|| properties(rng, depth)),
        predicate: (depth > 0 && rng.once_in(5)).then(|| Box::new(expr(rng, depth - 1))),
        direction: match rng.below(3) {
            0 => Arrow::Left,
            1 => Arrow::Right,
            _ => Arrow::Either,
        },
        length: match rng.below(6) {
            0 => RelationshipLength::Variable {
                min: maybe(rng, |rng| rng.below(3) as u64),
                max: maybe(rng, |rng| rng.below(3) as u64),
            },
            1 if quantifiers => RelationshipLength::Quantified(quantifier(rng)),
            _ => RelationshipLength::One,
        },
        span: span(),
    }
}

fn boxed(rng: &mut Rng, depth: usize) -> Box<Expr> {
    Box::new(expr(rng, depth))
}

fn expr(rng: &mut Rng, depth: usize) -> Expr {
    let kind = if depth == 0 { leaf(rng) } else { inner(rng, depth - 1) };
    Expr { kind, span: span() }
}

fn leaf(rng: &mut Rng) -> ExprKind {
    ExprKind::Literal(match rng.below(14) {
        0 => Literal::Null,
        1 => Literal::Bool(rng.once_in(2)),
        2 => Literal::Integer(rng.below(100) as i64 - 50),
        3 => Literal::Integer(if rng.once_in(2) { i64::MIN } else { i64::MAX }),
        4 => Literal::Float(rng.below(1000) as f64 / 8.0 - 50.0),
        5 => Literal::Float(1e300 * rng.below(10) as f64),
        6 => Literal::String(
            rng.pick(&["", "it's", "a\\b", "\n\t\r\u{8}", "😀 ünï", "\\u0041"]).to_owned(),
        ),
        7 => return ExprKind::Parameter(rng.pick(&["p", "1", "x y", "match"]).into()),
        8 => return ExprKind::CountStar,
        _ => return ExprKind::Variable(name(rng).text),
    })
}

fn inner(rng: &mut Rng, depth: usize) -> ExprKind {
    match rng.below(26) {
        0 => ExprKind::List(some(rng, 0, |rng| expr(rng, depth))),
        1 => ExprKind::Map(some(rng, 0, |rng| (name(rng), expr(rng, depth)))),
        2 => ExprKind::MapProjection {
            subject: Box::new(Expr { kind: ExprKind::Variable(name(rng).text), span: span() }),
            items: some(rng, 0, |rng| match rng.below(4) {
                0 => MapProjectionItem::All,
                1 => MapProjectionItem::Property(name(rng)),
                2 => MapProjectionItem::Entry(name(rng), expr(rng, depth)),
                _ => MapProjectionItem::Variable(name(rng)),
            }),
        },
        3 => ExprKind::Property(boxed(rng, depth), name(rng)),
        4 => ExprKind::Index(boxed(rng, depth), boxed(rng, depth)),
        5 => {
            let bounds = [maybe(rng, |rng| boxed(rng, depth)), maybe(rng, |rng| boxed(rng, depth))];
            // One of them must be there.
            let (from, to) = match bounds {
                [None, None] => (Some(boxed(rng, depth)), None),
                [from, to] => (from, to),
            };
            ExprKind::Slice(boxed(rng, depth), from, to)
        }
        6 | 7 => {
            let op = [UnaryOp::Not, UnaryOp::Minus, UnaryOp::Plus][rng.below(3)];
            ExprKind::Unary(op, boxed(rng, depth))
        }
        8..=12 => ExprKind::Binary(binary(rng), boxed(rng, depth), boxed(rng, depth)),
        13 => ExprKind::Comparison {
            first: boxed(rng, depth),
            rest: some(rng, 1, |rng| (comparison(rng), expr(rng, depth))),
        },
        14 => ExprKind::IsNull { expr: boxed(rng, depth), negated: rng.once_in(2) },
        15 => ExprKind::IsTyped {
            expr: boxed(rng, depth),
            negated: rng.once_in(2),
            of: type_name(rng, 2),
        },
        16 => ExprKind::IsNormalized {
            expr: boxed(rng, depth),
            negated: rng.once_in(2),
            form: NormalForm::Nfkd,
        },
        17 => ExprKind::HasLabels(boxed(rng, depth), labels(rng, 2)),
        18 => case(rng, depth),
        19 => ExprKind::Function(FunctionCall {
            name: Name {
                text: rng.pick(&["size", "apoc.text.join", "count", "all", "exists"]).into(),
                span: span(),
            },
            distinct: rng.once_in(5),
            arguments: some(rng, 1, |rng| expr(rng, depth)),
        }),
        _ => binding(rng, depth),
    }
}

fn case(rng: &mut Rng, depth: usize) -> ExprKind {
    let subject = maybe(rng, |rng| boxed(rng, depth));
    let simple = subject.is_some();
    let test = |rng: &mut Rng| match rng.below(if simple { 6 } else { 1 }) {
        1 => CaseTest::Comparison(comparison(rng), expr(rng, depth)),
        2 => CaseTest::Binary(BinaryOp::StartsWith, expr(rng, depth)),
        3 => CaseTest::IsNull { negated: rng.once_in(2) },
        4 => CaseTest::IsTyped { negated: rng.once_in(2), of: type_name(rng, 1) },
        5 => CaseTest::HasLabels(labels(rng, 2)),
        _ => CaseTest::Expr(expr(rng, depth)),
    };
    ExprKind::Case {
        subject,
        alternatives: some(rng, 1, |rng| CaseAlternative {
            tests: if simple { some(rng, 1, test) } else { vec![test(rng)] },
            result: expr(rng, depth),
        }),
        otherwise: maybe(rng, |rng| boxed(rng, depth)),
    }
}

fn binding(rng: &mut Rng, depth: usize) -> ExprKind {
    let predicate = maybe(rng, |rng| boxed(rng, depth));
    match rng.below(7) {
        0 => ExprKind::ListComprehension {
            variable: name(rng),
            list: boxed(rng, depth),
            predicate,
            map: maybe(rng, |rng| boxed(rng, depth)),
        },
        1 => ExprKind::Quantifier {
            kind: [
                ListQuantifier::All,
                ListQuantifier::Any,
                ListQuantifier::None,
                ListQuantifier::Single,
            ][rng.below(4)],
            variable: name(rng),
            list: boxed(rng, depth),
            predicate,
        },
        2 => ExprKind::Reduce {
            accumulator: name(rng),
            init: boxed(rng, depth),
            variable: name(rng),
            list: boxed(rng, depth),
            step: boxed(rng, depth),
            every: None,
        },
        3 => ExprKind::PatternComprehension {
            pattern: Box::new(PathPattern {
                variable: maybe(rng, name),
                ..path(rng, depth, false)
            }),
            predicate,
            map: boxed(rng, depth),
        },
        4 => ExprKind::Pattern(Box::new(path(rng, depth, false))),
        5 => ExprKind::Exists(SubqueryBody::Pattern(Box::new(Match {
            optional: false,
            ..matching(rng, depth)
        }))),
        _ => ExprKind::Collect(Box::new(query(rng, depth.saturating_sub(1)))),
    }
}
