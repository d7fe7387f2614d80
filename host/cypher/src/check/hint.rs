//! `USING`: what a hint speaks of has to stand in its `MATCH`. Hints change no result and are not followed.

use super::Checker;
use crate::stack::deeper;
use crate::syntax::ast::{
    Expr, ExprKind, Hint, HintKind, LabelExpr, LabelExprKind, LabelName, Match, PathElement,
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
            _ => {}
        }
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
