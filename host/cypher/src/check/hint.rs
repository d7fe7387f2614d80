//! `USING`: what a hint speaks of has to stand in its `MATCH`. Hints change no result and are not followed.

use hashbrown::HashSet;

use super::Checker;
use crate::stack::deeper;
use crate::syntax::ast::{
    BinaryOp, ComparisonOp, Expr, ExprKind, Hint, HintKind, LabelExpr, LabelExprKind, LabelName,
    Match, PathElement, UnaryOp,
};

impl<'a> Checker<'a> {
    pub(super) fn planner_hint(&mut self, hint: &'a Hint, inner: &'a Match) {
        for name in &hint.variables {
            self.variable(&name.text, name.span);
        }
        match (&hint.kind, &hint.variables[..]) {
            (HintKind::Join, _) if inner.patterns.iter().all(|path| path.chain().len() == 1) => {
                let message = "a single node is joined with nothing";
                self.fail(hint.span, "UnexpectedSyntax", message);
            }
            (HintKind::Scan { label } | HintKind::Index { label, .. }, [variable])
                if !speaks_of(inner, &variable.text, &label.text) =>
            {
                let message = format!(
                    "this MATCH asks `{}` for no `{}`, which the hint speaks of",
                    variable.text, label.text
                );
                self.fail(hint.span, "UnexpectedSyntax", message);
            }
            (HintKind::Index { keys, .. }, [variable]) => {
                let looked_for = keys_of(inner, &variable.text);
                if let Some(key) = keys.iter().find(|key| !looked_for.contains(key.text.as_str())) {
                    let message = format!(
                        "this MATCH does not compare `{}.{}`, which the hint speaks of",
                        variable.text, key.text
                    );
                    self.fail(hint.span, "UnexpectedSyntax", message);
                }
            }
            _ => {}
        }
    }
}

/// The properties of a variable by which an index might find it: those in its braces, and those that a condition compares.
fn keys_of<'m>(inner: &'m Match, variable: &str) -> HashSet<&'m str> {
    let mut keys = HashSet::new();
    let mut conditions: Vec<&Expr> = inner.predicate.iter().collect();
    for element in inner.patterns.iter().flat_map(|path| path.chain()) {
        let (name, properties, predicate) = match element {
            PathElement::Node(node) => (&node.variable, &node.properties, &node.predicate),
            PathElement::Relationship(link) => (&link.variable, &link.properties, &link.predicate),
            PathElement::Group(_) => continue,
        };
        conditions.extend(predicate.as_deref());
        if let Some(Expr { kind: ExprKind::Map(entries), .. }) = properties
            && name.as_ref().is_some_and(|name| name.text == variable)
        {
            keys.extend(entries.iter().map(|(key, _)| key.text.as_str()));
        }
    }
    while let Some(condition) = conditions.pop() {
        match &condition.kind {
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                conditions.extend([&**left, &**right]);
            }
            ExprKind::Unary(UnaryOp::Not, inner) => conditions.push(inner),
            _ => keys.extend(compared(condition).iter().filter_map(|side| key_of(side, variable))),
        }
    }
    keys
}

/// What an index might look for of a condition.
fn compared(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Comparison { rest, .. } if matches!(rest[..], [(ComparisonOp::NotEqual, _)]) => {
            Vec::new()
        }
        ExprKind::Comparison { first, rest } => {
            let sides = std::iter::once(&**first).chain(rest.iter().map(|(_, right)| right));
            sides
                .flat_map(|side| arguments_of(side, "point.distance").unwrap_or_else(|| vec![side]))
                .collect()
        }
        ExprKind::Binary(
            BinaryOp::In | BinaryOp::StartsWith | BinaryOp::EndsWith | BinaryOp::Contains,
            left,
            _,
        ) => vec![left],
        ExprKind::IsNull { expr, negated: true } => vec![expr],
        ExprKind::IsTyped { expr, negated: false, of }
            if of.alternatives.iter().all(|of| of.not_null) =>
        {
            vec![expr]
        }
        _ => arguments_of(condition, "point.withinBBox").into_iter().flatten().take(1).collect(),
    }
}

/// The arguments, where it is a call of this function.
fn arguments_of<'e>(expr: &'e Expr, function: &str) -> Option<Vec<&'e Expr>> {
    match &expr.kind {
        ExprKind::Function(call) if call.name.text.eq_ignore_ascii_case(function) => {
            Some(call.arguments.iter().collect())
        }
        _ => None,
    }
}

/// The property, where it is one of this variable.
fn key_of<'e>(side: &'e Expr, variable: &str) -> Option<&'e str> {
    match &side.kind {
        ExprKind::Property(owner, key) => {
            let of_it = matches!(&owner.kind, ExprKind::Variable(name) if name == variable);
            of_it.then_some(key.text.as_str())
        }
        _ => None,
    }
}

/// Whether a variable has a label or type in the pattern or in its `WHERE`.
fn speaks_of(inner: &Match, variable: &str, label: &str) -> bool {
    let elements = inner.patterns.iter().flat_map(|path| path.chain());
    let mut described = elements.filter_map(|element| match element {
        PathElement::Node(node) => Some((node.variable.as_ref()?, node.labels.as_ref()?)),
        PathElement::Relationship(link) => Some((link.variable.as_ref()?, link.types.as_ref()?)),
        PathElement::Group(_) => None,
    });
    let tests = |part: &Expr| match &part.kind {
        ExprKind::HasLabels(owner, labels) => {
            matches!(&owner.kind, ExprKind::Variable(name) if name == variable)
                && names(labels, label)
        }
        _ => false,
    };
    described.any(|(name, labels)| name.text == variable && names(labels, label))
        || inner.predicate.iter().flat_map(Expr::conjuncts).any(tests)
}

fn names(labels: &LabelExpr, label: &str) -> bool {
    deeper(|| match &labels.kind {
        LabelExprKind::Name(LabelName::Static(name)) => name.text == label,
        LabelExprKind::Name(LabelName::Dynamic { .. }) | LabelExprKind::Any => false,
        LabelExprKind::Not(_) => false,
        LabelExprKind::And(members)
        | LabelExprKind::Or(members)
        | LabelExprKind::Colon(members) => members.iter().any(|member| names(member, label)),
    })
}
