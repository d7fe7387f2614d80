//! Patterns of `CREATE` and `MERGE`: what may be made.

use hashbrown::HashSet;

use super::Checker;
use super::scope::Access;
use crate::error::Span;
use crate::stack::deeper;
use crate::syntax::ast::{
    Arrow, Dialect, Expr, ExprKind, LabelExpr, LabelExprKind, LabelName, Name, NodePattern,
    PathElement, PathPattern, PathShape, RelationshipLength, RelationshipPattern, Selector,
};

/// What a pattern is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is looked for.
    Match,
    /// It is made.
    Create,
    /// It is looked for, and made where it is not found.
    Merge,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Purpose::Match => "MATCH",
            Purpose::Create => "CREATE",
            Purpose::Merge => "MERGE",
        }
    }
}

impl<'a> Checker<'a> {
    /// What is made by a clause can't be read by the property maps of the same clause: in Cypher 5 of the
    /// same path of a `CREATE`, in Cypher 25 of any path.
    pub(super) fn made_references(
        &mut self,
        patterns: &'a [PathPattern],
        before: usize,
        purpose: Purpose,
    ) {
        let newest = self.dialect == Dialect::Cypher25;
        if purpose == Purpose::Match || (purpose == Purpose::Merge && !newest) {
            return;
        }
        let made: HashSet<&str> = self.scope.names(before).collect();
        if made.is_empty() {
            return;
        }
        for pattern in patterns {
            let own = pattern.variables();
            let hidden = |name: &str| made.contains(name) && (newest || own.contains(&name));
            let maps = pattern.expressions();
            if let Some((name, span)) = maps.into_iter().find_map(|map| first_named(map, &hidden)) {
                let word = purpose.word();
                let message = format!(
                    "`{name}` is made by this {word}, which can't read it yet; set the property behind it"
                );
                self.fail(span, "UndefinedVariable", message);
            }
        }
    }

    pub(super) fn created_shape(&mut self, pattern: &'a PathPattern, purpose: Purpose) {
        let word = purpose.word();
        if pattern.selector != Selector::All {
            let message = format!("a path selector can't stand in {word}");
            self.fail(pattern.span, "InvalidPathSelector", message);
        }
        if let PathShape::Shortest { .. } = pattern.shape {
            let message = format!("shortestPath and allShortestPaths can't stand in {word}");
            self.fail(pattern.span, "UnexpectedSyntax", message);
        }
        let chain = pattern.chain();
        let group = chain.iter().find_map(|element| match element {
            PathElement::Group(group) => Some(group.span),
            _ => None,
        });
        if let Some(span) = group {
            let message = format!("parenthesised and quantified parts can't stand in {word}");
            self.fail(span, "UnexpectedSyntax", message);
        }
        let nodes_touch = chain
            .windows(2)
            .any(|pair| matches!(pair, [PathElement::Node(_), PathElement::Node(_)]));
        if nodes_touch {
            self.fail(
                pattern.span,
                "InvalidJuxtaposition",
                "between two nodes a relationship or a comma is missing",
            );
        }
    }

    /// A node that is bound already can't be made; among relationships it may be named and nothing more.
    pub(super) fn check_created_node(
        &mut self,
        node: &'a NodePattern,
        variable: &'a Name,
        alone: bool,
    ) {
        let bound =
            self.scope.find(&variable.text).is_some_and(|known| known.access != Access::Gone);
        let described = node.labels.is_some() || node.properties.is_some();
        if bound && (alone || described) {
            let message = format!(
                "the variable `{0}` is already declared; inside of a path ({0}) names it, but can't give it labels or properties",
                variable.text
            );
            self.fail(variable.span, "VariableAlreadyBound", message);
        }
    }

    pub(super) fn created_labels(&mut self, labels: &'a LabelExpr) {
        self.one_sign(labels);
        if labels.mentions(&|kind| {
            matches!(kind, LabelExprKind::Or(_) | LabelExprKind::Not(_) | LabelExprKind::Any)
        }) {
            let message = "labels that are made are listed, as in :A:B or :A&B; \"|\", \"!\" and \"%\" are for MATCH";
            self.fail(labels.span, "InvalidLabelExpression", message);
        }
        if labels.mentions(&|kind| {
            matches!(kind, LabelExprKind::Name(LabelName::Dynamic { any: true, .. }))
        }) {
            let message = "$any(...) is for MATCH; $(...) gives all labels of a list";
            self.fail(labels.span, "InvalidLabelExpression", message);
        }
        self.label_names(labels);
    }

    pub(super) fn created_relationship(
        &mut self,
        relationship: &'a RelationshipPattern,
        purpose: Purpose,
    ) {
        let word = purpose.word();
        let one_type = match relationship.types.as_ref().map(|types| &types.kind) {
            Some(LabelExprKind::Name(LabelName::Static(_))) => true,
            Some(LabelExprKind::Name(LabelName::Dynamic { any, .. })) => !any,
            _ => false,
        };
        if relationship.length != RelationshipLength::One {
            let message =
                format!("{word} makes relationships one by one, so no length can stand here");
            self.fail(relationship.span, "CreatingVarLength", message);
        } else if !one_type {
            let message =
                format!("a relationship in {word} needs exactly one type, as in -[:TYPE]->");
            self.fail(relationship.span, "NoSingleRelationshipType", message);
        }
        if purpose == Purpose::Create && relationship.direction == Arrow::Either {
            let message = "a relationship in CREATE needs a direction, as in -[:TYPE]->";
            self.fail(relationship.span, "RequiresDirectedRelationship", message);
        }
        if let Some(types) = &relationship.types {
            self.label_names(types);
            if let LabelExprKind::Name(LabelName::Dynamic { expr, .. }) = &types.kind {
                self.written_type(expr);
            }
        }
    }
}

/// The first variable in an expression whose name is wanted.
fn first_named<'e>(expr: &'e Expr, wanted: &dyn Fn(&str) -> bool) -> Option<(&'e str, Span)> {
    deeper(|| match &expr.kind {
        ExprKind::Variable(name) if wanted(name) => Some((name.as_str(), expr.span)),
        _ => expr.children().into_iter().find_map(|child| first_named(child, wanted)),
    })
}
