//! Which slots a piece of a plan reads and which it writes. What subqueries inside of it bind for themselves
//! may be told too: slots are never used for two things, so that harms nobody.

pub(crate) use super::visitor::{Subquery, Visit, Visitor};
use super::{
    Aggregate, Creation, Expand, Expr, Keep, LabelRef, LabelTest, NameRef, NodeTest, Operator,
    OperatorKind, PathPart, Pipeline, ProjectionItem, PropertyKey, Quantified, Query,
    RelationshipTest, SetItem, Slot, Step, StepKind,
};
use crate::stack::deeper;

/// What an expression reads.
pub(crate) fn expr(e: &Expr, v: Visit<'_>) {
    if v.part(e) {
        deeper(|| visit_expr(e, v));
    }
}

fn visit_expr(e: &Expr, v: Visit<'_>) {
    match e {
        Expr::Constant(_) | Expr::Parameter(_) => {}
        Expr::Slot(slot) | Expr::IsAcyclic(slot) => v.slot(*slot),
        Expr::List(items) | Expr::And(items, _) | Expr::Or(items, _) | Expr::Call(_, items, _) => {
            exprs(items, v);
        }
        Expr::Map(entries) => entries.iter().for_each(|(_, value)| expr(value, v)),
        Expr::Property(e, ..)
        | Expr::Not(e, _)
        | Expr::Negate(e, _)
        | Expr::IsNull(e, _)
        | Expr::IsTyped(e, ..)
        | Expr::IsNormalized(e, ..) => expr(e, v),
        Expr::Index(a, b, _)
        | Expr::Binary(_, a, b, _)
        | Expr::Compare(_, a, b, _)
        | Expr::Let(_, a, b) => {
            expr(a, v);
            expr(b, v);
        }
        Expr::Slice(e, from, to, _) => {
            expr(e, v);
            option(from.as_deref(), v);
            option(to.as_deref(), v);
        }
        Expr::HasLabels(e, test) => {
            expr(e, v);
            labels(test, v);
        }
        Expr::Case { alternatives, otherwise } => {
            for (test, result) in alternatives {
                expr(test, v);
                expr(result, v);
            }
            expr(otherwise, v);
        }
        Expr::ListComprehension { list, predicate, map, .. } => {
            expr(list, v);
            option(predicate.as_deref(), v);
            option(map.as_deref(), v);
        }
        Expr::Quantifier { list, predicate, .. } => {
            expr(list, v);
            expr(predicate, v);
        }
        Expr::Reduce { init, list, step, every, .. } => {
            [init, list, step].into_iter().chain(every).for_each(|part| expr(part, v));
        }
        Expr::MapProjection { subject, items, .. } => {
            expr(subject, v);
            items.iter().for_each(|item| projection_item(item, v));
        }
        Expr::Exists(q) => inner_query(q, None, v),
        Expr::Count(q, times) => inner_query(q, *times, v),
        Expr::Collect(q, slot) => inner_query(q, Some(*slot), v),
        Expr::PatternComprehension(chain, e) => {
            if v.subquery(Subquery::Chain(chain)) {
                pipeline(chain, v);
                expr(e, v);
            }
        }
        Expr::Path(parts) => parts.iter().for_each(|part| path_part(part, v)),
    }
}

fn inner_query(q: &Query, result: Option<Slot>, v: Visit<'_>) {
    if v.subquery(Subquery::Query(q)) {
        query(q, v);
        result.into_iter().for_each(|slot| v.slot(slot));
    }
}

fn projection_item(item: &ProjectionItem, v: Visit<'_>) {
    if let ProjectionItem::Entry(_, value) = item {
        expr(value, v);
    }
}

fn path_part(part: &PathPart, v: Visit<'_>) {
    match part {
        PathPart::Node(slot) | PathPart::Relationships(slot) => v.slot(*slot),
        PathPart::Interleaved(slots) => slots.iter().for_each(|slot| v.slot(*slot)),
    }
}

fn exprs(es: &[Expr], v: Visit<'_>) {
    es.iter().for_each(|e| expr(e, v));
}

fn option(e: Option<&Expr>, v: Visit<'_>) {
    if let Some(e) = e {
        expr(e, v);
    }
}

/// What a label test reads.
pub(super) fn labels(test: &LabelTest, v: Visit<'_>) {
    match test {
        LabelTest::Is(label) => label_ref(label, v),
        LabelTest::Any => {}
        LabelTest::Not(test) => deeper(|| labels(test, v)),
        LabelTest::And(tests) | LabelTest::Or(tests) => {
            deeper(|| tests.iter().for_each(|test| labels(test, v)));
        }
    }
}

fn label_ref(label: &LabelRef, v: Visit<'_>) {
    if let LabelRef::Dynamic { expr: e, .. } = label {
        expr(e, v);
    }
}

fn key(k: &PropertyKey, v: Visit<'_>) {
    if let PropertyKey::Dynamic(e) = k {
        expr(e, v);
    }
}

fn query(q: &Query, v: Visit<'_>) {
    deeper(|| match q {
        Query::Single(chain) => pipeline(chain, v),
        Query::Union { members, distinct, .. } => {
            members.iter().for_each(|member| query(member, v));
            distinct.iter().flatten().for_each(|slot| v.slot(*slot));
        }
        Query::When { branches, otherwise, .. } => {
            for (condition, branch) in branches {
                expr(condition, v);
                query(branch, v);
            }
            if let Some(otherwise) = otherwise {
                query(otherwise, v);
            }
        }
    });
}

fn pipeline(chain: &Pipeline, v: Visit<'_>) {
    chain.operators.iter().for_each(|operator| reads(operator, v));
}

/// Whether an expression asks the graph.
pub(crate) fn asks(e: &Expr) -> bool {
    struct Subqueries(bool);
    impl Visitor for Subqueries {
        fn slot(&mut self, _: Slot) {}

        fn subquery(&mut self, _: Subquery<'_>) -> bool {
            self.0 = true;
            false
        }
    }
    let mut subqueries = Subqueries(false);
    expr(e, &mut subqueries);
    subqueries.0
}

/// What an operator reads.
pub(super) fn reads(operator: &Operator, v: Visit<'_>) {
    match &operator.kind {
        OperatorKind::Match(p) => steps(&p.steps, v),
        OperatorKind::Optional { inner, .. } => pipeline(inner, v),
        OperatorKind::Unwind { list, .. } => expr(list, v),
        OperatorKind::Filter(e) | OperatorKind::Skip(e) | OperatorKind::Limit(e) => expr(e, v),
        OperatorKind::Project(items) => items.iter().for_each(|(_, e)| expr(e, v)),
        OperatorKind::Aggregate { keys, aggregates, first } => {
            keys.iter().for_each(|(_, e)| expr(e, v));
            aggregates.iter().for_each(|(_, Aggregate { arguments, .. })| exprs(arguments, v));
            first.iter().flat_map(|first| [&first.by, &first.limit]).for_each(|all| exprs(all, v));
        }
        OperatorKind::Distinct(slots) | OperatorKind::Early(slots) => {
            slots.iter().for_each(|slot| v.slot(*slot));
        }
        OperatorKind::Sort { keys, limit, .. } => {
            keys.iter().for_each(|key| expr(&key.expr, v));
            exprs(limit, v);
        }
        OperatorKind::SortEarly(keys) => keys.iter().for_each(|key| expr(&key.expr, v)),
        OperatorKind::Apply { query: q, .. } => query(q, v),
        OperatorKind::Procedure { arguments, .. } => exprs(arguments, v),
        OperatorKind::Create(creations) => creations.iter().for_each(|c| creation(c, v)),
        OperatorKind::Merge { pattern: p, create, on_create, on_match } => {
            steps(&p.steps, v);
            create.iter().for_each(|c| creation(c, v));
            on_create.iter().chain(on_match).flatten().for_each(|item| set_item(item, v));
        }
        OperatorKind::Set(items) => items.iter().for_each(|item| set_item(item, v)),
        OperatorKind::Delete { targets, .. } => exprs(targets, v),
        OperatorKind::Foreach { list, body, .. } => {
            expr(list, v);
            pipeline(body, v);
        }
        OperatorKind::Finish => {}
    }
}

/// What an operator writes for those behind it.
pub(super) fn writes(operator: &Operator, v: Visit<'_>) {
    match &operator.kind {
        OperatorKind::Match(p) => bound_by(&p.steps, v),
        OperatorKind::Optional { inner, nulls } => {
            inner.operators.iter().for_each(|operator| writes(operator, v));
            nulls.iter().for_each(|slot| v.slot(*slot));
        }
        OperatorKind::Unwind { into, .. } => v.slot(*into),
        OperatorKind::Project(items) => items.iter().for_each(|(slot, _)| v.slot(*slot)),
        OperatorKind::Aggregate { keys, aggregates, .. } => {
            keys.iter().for_each(|(slot, _)| v.slot(*slot));
            aggregates.iter().for_each(|(slot, _)| v.slot(*slot));
        }
        OperatorKind::Apply { query, returns: true, .. } => results(query, v),
        OperatorKind::Procedure { yields, .. } => yields.iter().for_each(|(_, slot)| v.slot(*slot)),
        OperatorKind::Create(creations) => creations.iter().for_each(|c| created(c, v)),
        OperatorKind::Merge { pattern, create, .. } => {
            bound_by(&pattern.steps, v);
            create.iter().for_each(|c| created(c, v));
        }
        OperatorKind::Filter(_)
        | OperatorKind::Distinct(_)
        | OperatorKind::Early(_)
        | OperatorKind::Sort { .. }
        | OperatorKind::SortEarly(_)
        | OperatorKind::Skip(_)
        | OperatorKind::Limit(_)
        | OperatorKind::Apply { .. }
        | OperatorKind::Set(_)
        | OperatorKind::Delete { .. }
        | OperatorKind::Foreach { .. }
        | OperatorKind::Finish => {}
    }
}

/// Everything that a subquery writes.
fn results(query: &Query, v: Visit<'_>) {
    deeper(|| match query {
        Query::Single(chain) => chain.operators.iter().for_each(|operator| writes(operator, v)),
        Query::Union { members, .. } => members.iter().for_each(|member| results(member, v)),
        Query::When { branches, otherwise, .. } => {
            branches.iter().for_each(|(_, branch)| results(branch, v));
            otherwise.iter().for_each(|branch| results(branch, v));
        }
    });
}

/// What steps read, elements that they have bound themselves included.
pub(crate) fn steps(all: &[Step], v: Visit<'_>) {
    for step in all {
        match &step.kind {
            StepKind::Scan { test, label, .. } => {
                label.iter().for_each(|label| label_ref(label, v));
                node_test(test, v);
            }
            StepKind::HashJoin(join) => {
                expr(&join.key, v);
                expr(&join.value, v);
                join.label.iter().for_each(|label| label_ref(label, v));
                node_test(&join.test, v);
            }
            StepKind::PatternJoin(join) => {
                steps(&join.steps, v);
                exprs(&join.keys, v);
                exprs(&join.values, v);
            }
            StepKind::Seek { id, test, .. } => {
                expr(id, v);
                node_test(test, v);
            }
            StepKind::Check { node, test } => {
                v.slot(*node);
                node_test(test, v);
            }
            StepKind::Expand(hop) | StepKind::Count(hop) => expand(hop, v),
            StepKind::Endpoints(ends) => {
                v.slot(ends.relationship);
                v.slot(ends.from);
                v.slot(ends.to);
                types(ends.types.as_deref(), v);
                relationship_test(&ends.test, v);
                node_test(&ends.from_test, v);
                node_test(&ends.to_test, v);
            }
            StepKind::VariableLength(chain) => {
                expand(&chain.hop, v);
                if chain.bound {
                    v.slot(chain.hop.relationship);
                }
            }
            StepKind::Quantified(part) => {
                v.slot(part.from);
                v.slot(part.to);
                node_test(&part.entry_test, v);
                steps(&part.steps, v);
                node_test(&part.to_test, v);
            }
            StepKind::Shortest(shortest) => {
                steps(&shortest.steps, v);
                v.slot(shortest.ends.0);
                v.slot(shortest.ends.1);
                match &shortest.keep {
                    Keep::Any(e) | Keep::Shortest(e) | Keep::Groups(e) => expr(e, v),
                }
            }
            StepKind::Filter(e) | StepKind::Bind(_, e) => expr(e, v),
        }
    }
}

fn expand(hop: &Expand, v: Visit<'_>) {
    v.slot(hop.from);
    v.slot(hop.to);
    types(hop.types.as_deref(), v);
    relationship_test(&hop.test, v);
    node_test(&hop.to_test, v);
}

fn types(types: Option<&[LabelRef]>, v: Visit<'_>) {
    types.into_iter().flatten().for_each(|label| label_ref(label, v));
}

/// What a node's test reads.
pub(crate) fn node_test(test: &NodeTest, v: Visit<'_>) {
    let NodeTest { labels, properties, predicates } = test;
    element_test(labels.as_ref(), properties, predicates, v);
}

/// What a relationship's test reads.
pub(crate) fn relationship_test(test: &RelationshipTest, v: Visit<'_>) {
    let RelationshipTest { types, properties, predicates } = test;
    element_test(types.as_ref(), properties, predicates, v);
}

fn element_test(
    label_test: Option<&LabelTest>,
    properties: &[(NameRef, Expr)],
    predicates: &[Expr],
    v: Visit<'_>,
) {
    if let Some(test) = label_test {
        labels(test, v);
    }
    properties.iter().for_each(|(_, value)| expr(value, v));
    exprs(predicates, v);
}

/// What steps bind for those behind them.
pub(crate) fn bound_by(steps: &[Step], v: Visit<'_>) {
    for step in steps {
        match &step.kind {
            StepKind::Scan { into, .. } | StepKind::Seek { into, .. } => v.slot(*into),
            StepKind::HashJoin(join) => v.slot(join.into),
            StepKind::PatternJoin(join) => join.binds.iter().for_each(|slot| v.slot(*slot)),
            StepKind::Expand(hop) => {
                v.slot(hop.relationship);
                unless(hop.to_bound, hop.to, v);
            }
            StepKind::Count(hop) => v.slot(hop.relationship),
            StepKind::VariableLength(chain) => {
                unless(chain.bound, chain.hop.relationship, v);
                unless(chain.hop.to_bound, chain.hop.to, v);
            }
            StepKind::Endpoints(ends) => {
                unless(ends.from_bound, ends.from, v);
                unless(ends.to_bound, ends.to, v);
            }
            StepKind::Quantified(part) => bound_by_part(part, v),
            StepKind::Shortest(shortest) => shortest.binds.iter().for_each(|slot| v.slot(*slot)),
            StepKind::Bind(slot, _) => v.slot(*slot),
            StepKind::Check { .. } | StepKind::Filter(_) => {}
        }
    }
}

fn bound_by_part(part: &Quantified, v: Visit<'_>) {
    part.groups.iter().for_each(|(_, outer)| v.slot(*outer));
    part.counted.iter().for_each(|slot| v.slot(*slot));
    unless(part.to_bound, part.to, v);
}

fn unless(bound: bool, slot: Slot, v: Visit<'_>) {
    if !bound {
        v.slot(slot);
    }
}

/// What making something reads.
pub(super) fn creation(c: &Creation, v: Visit<'_>) {
    match c {
        Creation::Node(node) => {
            node.labels.iter().for_each(|label| label_ref(label, v));
            node.properties.parts().for_each(|part| expr(part, v));
        }
        Creation::Relationship(relationship) => {
            v.slot(relationship.start);
            v.slot(relationship.end);
            label_ref(&relationship.kind, v);
            relationship.properties.parts().for_each(|part| expr(part, v));
        }
        Creation::Path(_, path) => expr(path, v),
    }
}

/// Where what is made goes.
pub(super) fn created(c: &Creation, v: Visit<'_>) {
    match c {
        Creation::Node(node) => v.slot(node.into),
        Creation::Relationship(relationship) => v.slot(relationship.into),
        Creation::Path(slot, _) => v.slot(*slot),
    }
}

pub(super) fn set_item(item: &SetItem, v: Visit<'_>) {
    match item {
        SetItem::Property { target, key: k, value, .. } => {
            expr(target, v);
            key(k, v);
            expr(value, v);
        }
        SetItem::Properties { target, value, .. } => {
            expr(target, v);
            expr(value, v);
        }
        SetItem::AddLabels { target, labels } | SetItem::RemoveLabels { target, labels } => {
            expr(target, v);
            labels.iter().for_each(|label| label_ref(label, v));
        }
    }
}
