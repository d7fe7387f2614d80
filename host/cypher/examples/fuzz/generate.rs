//! Trees that are made up, of every kind of node that the language has. They need not mean anything.

use othello_cypher::syntax::ast::*;

use crate::parts::{binary, comparison, maybe, name, quantifier, some, span, type_name};
use crate::rng::Rng;

/// A statement of a few clauses.
pub fn statement(chance: &mut Rng) -> Statement {
    Statement { dialect: Dialect::Cypher25, mode: Mode::Run, body: Body::Query(query(chance, 3)) }
}

fn query(chance: &mut Rng, depth: usize) -> Query {
    match chance.below(8) {
        0 => Query::Union {
            members: (0..2).map(|_| Query::Single(single(chance, depth))).collect(),
            all: chance.once_in(2),
            span: span(),
        },
        1 => Query::When {
            branches: some(chance, 1, |chance| {
                (expr(chance, depth), Query::Single(single(chance, depth)))
            }),
            otherwise: maybe(chance, |chance| Box::new(Query::Single(single(chance, depth)))),
            span: span(),
        },
        _ => Query::Single(single(chance, depth)),
    }
}

fn single(chance: &mut Rng, depth: usize) -> SingleQuery {
    let mut clauses =
        some(chance, 1, |chance| Clause { kind: clause(chance, depth), span: span() });
    if chance.once_in(2) {
        clauses.push(Clause {
            kind: ClauseKind::Return(projection(chance, depth, false)),
            span: span(),
        });
    }
    SingleQuery { clauses, span: span() }
}

fn clause(chance: &mut Rng, depth: usize) -> ClauseKind {
    match chance.below(15) {
        0..=2 => ClauseKind::Match(matching(chance, depth)),
        3 => ClauseKind::Unwind { list: expr(chance, depth), variable: name(chance) },
        4 | 5 => ClauseKind::With(projection(chance, depth, true)),
        6 => ClauseKind::Create(some(chance, 1, |chance| path(chance, depth, true))),
        7 => ClauseKind::Merge {
            pattern: path(chance, depth, true),
            on_create: some(chance, 0, |chance| set_item(chance, depth)),
            on_match: some(chance, 0, |chance| set_item(chance, depth)),
        },
        8 => ClauseKind::Set(some(chance, 1, |chance| set_item(chance, depth))),
        9 => ClauseKind::Remove(some(chance, 1, |chance| match set_item(chance, depth) {
            SetItem::Property { target, key, .. } => RemoveItem::Property { target, key },
            SetItem::Properties { target, .. } | SetItem::Labels { target, .. } => {
                RemoveItem::Labels {
                    target,
                    labels: some(chance, 1, |chance| settable(chance, depth)),
                }
            }
        })),
        10 => ClauseKind::Delete {
            detach: chance.once_in(2),
            targets: some(chance, 1, |chance| expr(chance, depth)),
        },
        11 if depth > 0 => ClauseKind::Foreach {
            variable: name(chance),
            list: expr(chance, depth - 1),
            body: some(chance, 1, |chance| Clause {
                kind: ClauseKind::Set(some(chance, 1, |chance| set_item(chance, depth - 1))),
                span: span(),
            }),
        },
        12 if depth > 0 => ClauseKind::Subquery(Subquery {
            optional: chance.once_in(3),
            scope: match chance.below(3) {
                0 => SubqueryScope::ImportingWith,
                1 => SubqueryScope::All,
                _ => SubqueryScope::Variables(some(chance, 0, name)),
            },
            query: Box::new(query(chance, depth - 1)),
            in_transactions: None,
        }),
        13 => ClauseKind::Let(some(chance, 1, |chance| (name(chance), expr(chance, depth)))),
        _ => ClauseKind::Procedure(ProcedureCall {
            optional: chance.once_in(3),
            name: Name { text: "db.some.procedure".to_owned(), span: span() },
            arguments: maybe(chance, |chance| some(chance, 0, |chance| expr(chance, depth))),
            yields: match chance.below(3) {
                0 => Yield::Absent,
                1 => Yield::All,
                _ => Yield::Items {
                    items: some(chance, 1, |chance| (name(chance), maybe(chance, name))),
                    predicate: maybe(chance, |chance| Box::new(expr(chance, depth))),
                },
            },
        }),
    }
}

fn matching(chance: &mut Rng, depth: usize) -> Match {
    Match {
        optional: chance.once_in(3),
        mode: if chance.once_in(5) { MatchMode::RepeatableElements } else { MatchMode::default() },
        patterns: some(chance, 1, |chance| path(chance, depth, true)),
        hints: vec![],
        predicate: maybe(chance, |chance| expr(chance, depth)),
    }
}

fn projection(chance: &mut Rng, depth: usize, with: bool) -> Projection {
    let star = chance.once_in(5).then(span);
    Projection {
        distinct: chance.once_in(4),
        star,
        items: some(chance, usize::from(star.is_none()), |chance| ProjectionItem {
            expr: expr(chance, depth),
            alias: maybe(chance, name),
        }),
        paging: Paging {
            order: some(chance, 0, |chance| SortItem {
                expr: expr(chance, depth),
                descending: chance.once_in(2),
            }),
            skip: maybe(chance, |chance| expr(chance, 0)),
            limit: maybe(chance, |chance| expr(chance, 0)),
        },
        predicate: if with { maybe(chance, |chance| expr(chance, depth)) } else { None },
    }
}

fn set_item(chance: &mut Rng, depth: usize) -> SetItem {
    match chance.below(3) {
        0 => SetItem::Property {
            target: Expr { kind: ExprKind::Variable(name(chance).text), span: span() },
            key: if chance.once_in(2) {
                PropertyName::Static(name(chance))
            } else {
                PropertyName::Dynamic(expr(chance, depth))
            },
            value: expr(chance, depth),
        },
        1 => SetItem::Properties {
            target: name(chance),
            value: expr(chance, depth),
            merge: chance.once_in(2),
        },
        _ => SetItem::Labels {
            target: name(chance),
            labels: some(chance, 1, |chance| settable(chance, depth)),
        },
    }
}

fn label_name(chance: &mut Rng, depth: usize) -> LabelName {
    if depth > 0 && chance.once_in(6) {
        return LabelName::Dynamic {
            expr: Box::new(expr(chance, depth - 1)),
            any: chance.once_in(2),
        };
    }
    LabelName::Static(name(chance))
}

/// A label that can be set: no `$any`.
fn settable(chance: &mut Rng, depth: usize) -> LabelName {
    match label_name(chance, depth) {
        LabelName::Dynamic { expr, .. } => LabelName::Dynamic { expr, any: false },
        label => label,
    }
}

fn labels(chance: &mut Rng, depth: usize) -> LabelExpr {
    let kind = match chance.below(if depth > 0 { 7 } else { 2 }) {
        0 | 1 => LabelExprKind::Name(label_name(chance, depth)),
        2 => LabelExprKind::Any,
        3 => LabelExprKind::Not(Box::new(labels(chance, depth - 1))),
        kind => {
            // Lists of one kind never stand directly inside of themselves: the parser makes one list of them.
            let members = (0..2).map(|_| LabelExpr {
                kind: LabelExprKind::Not(Box::new(labels(chance, depth - 1))),
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

fn path(chance: &mut Rng, depth: usize, quantifiers: bool) -> PathPattern {
    let count = Expr { kind: ExprKind::Literal(Literal::Integer(2)), span: span() };
    let selector = match chance.below(if quantifiers { 12 } else { 1 }) {
        1 => Selector::Any(maybe(chance, |_| count)),
        2 => Selector::AllShortest,
        3 => Selector::Shortest(maybe(chance, |_| count)),
        4 => Selector::ShortestGroups(maybe(chance, |_| count)),
        _ => Selector::All,
    };
    let chain = chain(chance, depth, quantifiers);
    let shape = if quantifiers && chance.once_in(8) {
        PathShape::Shortest { all: chance.once_in(2), chain }
    } else {
        PathShape::Chain(chain)
    };
    let variable = if quantifiers { maybe(chance, name) } else { None };
    PathPattern { variable, selector, shape, span: span() }
}

fn chain(chance: &mut Rng, depth: usize, quantifiers: bool) -> Vec<PathElement> {
    let mut chain = vec![PathElement::Node(node(chance, depth))];
    for index in 0..1 + chance.below(3) {
        if quantifiers && depth > 0 && chance.once_in(4) {
            chain.push(PathElement::Group(GroupPattern {
                variable: chance.once_in(5).then(|| name(chance)),
                chain: self::chain(chance, depth - 1, true),
                predicate: maybe(chance, |chance| Box::new(expr(chance, depth - 1))),
                quantifier: maybe(chance, quantifier),
                span: span(),
            }));
        } else if !quantifiers || index == 0 || chance.once_in(2) {
            if let Some(PathElement::Group(_)) = chain.last() {
                chain.push(PathElement::Node(node(chance, depth)));
            }
            chain.push(PathElement::Relationship(relationship(chance, depth, quantifiers)));
            chain.push(PathElement::Node(node(chance, depth)));
        }
    }
    chain
}

fn node(chance: &mut Rng, depth: usize) -> NodePattern {
    NodePattern {
        variable: maybe(chance, name),
        labels: maybe(chance, |chance| labels(chance, depth.min(2))),
        properties: chance.once_in(3).then(|| properties(chance, depth)),
        predicate: (depth > 0 && chance.once_in(4)).then(|| Box::new(expr(chance, depth - 1))),
        span: span(),
    }
}

fn properties(chance: &mut Rng, depth: usize) -> Expr {
    let kind = if chance.once_in(4) {
        ExprKind::Parameter(name(chance).text)
    } else {
        ExprKind::Map(some(chance, 0, |chance| {
            (name(chance), expr(chance, depth.saturating_sub(1)))
        }))
    };
    Expr { kind, span: span() }
}

fn relationship(chance: &mut Rng, depth: usize, quantifiers: bool) -> RelationshipPattern {
    RelationshipPattern {
        variable: maybe(chance, name),
        types: maybe(chance, |chance| labels(chance, depth.min(1))),
        properties: chance.once_in(4).then(|| properties(chance, depth)),
        predicate: (depth > 0 && chance.once_in(5)).then(|| Box::new(expr(chance, depth - 1))),
        direction: match chance.below(3) {
            0 => Arrow::Left,
            1 => Arrow::Right,
            _ => Arrow::Either,
        },
        length: match chance.below(6) {
            0 => RelationshipLength::Variable {
                min: maybe(chance, |chance| chance.below(3) as u64),
                max: maybe(chance, |chance| chance.below(3) as u64),
            },
            1 if quantifiers => RelationshipLength::Quantified(quantifier(chance)),
            _ => RelationshipLength::One,
        },
        span: span(),
    }
}

fn boxed(chance: &mut Rng, depth: usize) -> Box<Expr> {
    Box::new(expr(chance, depth))
}

fn expr(chance: &mut Rng, depth: usize) -> Expr {
    let kind = if depth == 0 { leaf(chance) } else { inner(chance, depth - 1) };
    Expr { kind, span: span() }
}

fn leaf(chance: &mut Rng) -> ExprKind {
    ExprKind::Literal(match chance.below(14) {
        0 => Literal::Null,
        1 => Literal::Bool(chance.once_in(2)),
        2 => Literal::Integer(chance.below(100) as i64 - 50),
        3 => Literal::Integer(if chance.once_in(2) { i64::MIN } else { i64::MAX }),
        4 => Literal::Float(chance.below(1000) as f64 / 8.0 - 50.0),
        5 => Literal::Float(1e300 * chance.below(10) as f64),
        6 => Literal::String(
            chance.pick(&["", "it's", "a\\b", "\n\t\r\u{8}", "😀 ünï", "\\u0041"]).to_owned(),
        ),
        7 => return ExprKind::Parameter(chance.pick(&["p", "1", "x y", "match"]).to_owned()),
        8 => return ExprKind::CountStar,
        _ => return ExprKind::Variable(name(chance).text),
    })
}

fn inner(chance: &mut Rng, depth: usize) -> ExprKind {
    match chance.below(26) {
        0 => ExprKind::List(some(chance, 0, |chance| expr(chance, depth))),
        1 => ExprKind::Map(some(chance, 0, |chance| (name(chance), expr(chance, depth)))),
        2 => ExprKind::MapProjection {
            subject: Box::new(Expr { kind: ExprKind::Variable(name(chance).text), span: span() }),
            items: some(chance, 0, |chance| match chance.below(4) {
                0 => MapProjectionItem::All,
                1 => MapProjectionItem::Property(name(chance)),
                2 => MapProjectionItem::Entry(name(chance), expr(chance, depth)),
                _ => MapProjectionItem::Variable(name(chance)),
            }),
        },
        3 => ExprKind::Property(boxed(chance, depth), name(chance)),
        4 => ExprKind::Index(boxed(chance, depth), boxed(chance, depth)),
        5 => {
            let bounds = [
                maybe(chance, |chance| boxed(chance, depth)),
                maybe(chance, |chance| boxed(chance, depth)),
            ];
            // One of them must be there.
            let (from, to) = match bounds {
                [None, None] => (Some(boxed(chance, depth)), None),
                [from, to] => (from, to),
            };
            ExprKind::Slice(boxed(chance, depth), from, to)
        }
        6 | 7 => {
            let op = [UnaryOp::Not, UnaryOp::Minus, UnaryOp::Plus][chance.below(3)];
            ExprKind::Unary(op, boxed(chance, depth))
        }
        8..=12 => ExprKind::Binary(binary(chance), boxed(chance, depth), boxed(chance, depth)),
        13 => ExprKind::Comparison {
            first: boxed(chance, depth),
            rest: some(chance, 1, |chance| (comparison(chance), expr(chance, depth))),
        },
        14 => ExprKind::IsNull { expr: boxed(chance, depth), negated: chance.once_in(2) },
        15 => ExprKind::IsTyped {
            expr: boxed(chance, depth),
            negated: chance.once_in(2),
            of: type_name(chance, 2),
        },
        16 => ExprKind::IsNormalized {
            expr: boxed(chance, depth),
            negated: chance.once_in(2),
            form: NormalForm::Nfkd,
        },
        17 => ExprKind::HasLabels(boxed(chance, depth), labels(chance, 2)),
        18 => case(chance, depth),
        19 => ExprKind::Function(FunctionCall {
            name: Name {
                text: chance.pick(&["size", "apoc.text.join", "count", "all", "exists"]).to_owned(),
                span: span(),
            },
            distinct: chance.once_in(5),
            arguments: some(chance, 1, |chance| expr(chance, depth)),
        }),
        _ => binding(chance, depth),
    }
}

fn case(chance: &mut Rng, depth: usize) -> ExprKind {
    let subject = maybe(chance, |chance| boxed(chance, depth));
    let simple = subject.is_some();
    let test = |chance: &mut Rng| match chance.below(if simple { 5 } else { 1 }) {
        1 => CaseTest::Comparison(comparison(chance), expr(chance, depth)),
        2 => CaseTest::Binary(BinaryOp::StartsWith, expr(chance, depth)),
        3 => CaseTest::IsNull { negated: chance.once_in(2) },
        4 => CaseTest::IsTyped { negated: chance.once_in(2), of: type_name(chance, 1) },
        _ => CaseTest::Expr(expr(chance, depth)),
    };
    ExprKind::Case {
        subject,
        alternatives: some(chance, 1, |chance| CaseAlternative {
            tests: if simple { some(chance, 1, test) } else { vec![test(chance)] },
            result: expr(chance, depth),
        }),
        otherwise: maybe(chance, |chance| boxed(chance, depth)),
    }
}

fn binding(chance: &mut Rng, depth: usize) -> ExprKind {
    let predicate = maybe(chance, |chance| boxed(chance, depth));
    match chance.below(7) {
        0 => ExprKind::ListComprehension {
            variable: name(chance),
            list: boxed(chance, depth),
            predicate,
            map: maybe(chance, |chance| boxed(chance, depth)),
        },
        1 => ExprKind::Quantifier {
            kind: [
                ListQuantifier::All,
                ListQuantifier::Any,
                ListQuantifier::None,
                ListQuantifier::Single,
            ][chance.below(4)],
            variable: name(chance),
            list: boxed(chance, depth),
            predicate,
        },
        2 => ExprKind::Reduce {
            accumulator: name(chance),
            init: boxed(chance, depth),
            variable: name(chance),
            list: boxed(chance, depth),
            step: boxed(chance, depth),
        },
        3 => ExprKind::PatternComprehension {
            pattern: Box::new(PathPattern {
                variable: maybe(chance, name),
                ..path(chance, depth, false)
            }),
            predicate,
            map: boxed(chance, depth),
        },
        4 => ExprKind::Pattern(Box::new(path(chance, depth, false))),
        5 => ExprKind::Exists(SubqueryBody::Pattern(Box::new(Match {
            optional: false,
            ..matching(chance, depth)
        }))),
        _ => ExprKind::Collect(Box::new(query(chance, depth.saturating_sub(1)))),
    }
}
