//! Label and type expressions: which signs may stand together, and where.

use super::Checker;
use super::types::Kinds;
use crate::stack::deeper;
use crate::syntax::ast::{LabelExpr, LabelExprKind, LabelName};

impl<'a> Checker<'a> {
    /// A label expression of a `MATCH` or a predicate.
    pub(super) fn labels(&mut self, labels: &'a LabelExpr) {
        if labels.mentions(&|kind| matches!(kind, LabelExprKind::Colon(_)))
            && labels.mentions(&|kind| {
                matches!(
                    kind,
                    LabelExprKind::Or(_)
                        | LabelExprKind::And(_)
                        | LabelExprKind::Not(_)
                        | LabelExprKind::Any
                )
            })
        {
            let message = "the old \":A:B\" can't be mixed with \"|\", \"&\", \"!\" and \"%\"; write \"&\" instead of \":\"";
            self.fail(labels.span, "InvalidLabelExpression", message);
        }
        self.label_names(labels);
    }

    pub(super) fn label_names(&mut self, labels: &'a LabelExpr) {
        deeper(|| match &labels.kind {
            LabelExprKind::Name(name) => self.label_name(name),
            LabelExprKind::Any => {}
            LabelExprKind::Not(inner) => self.label_names(inner),
            LabelExprKind::And(members)
            | LabelExprKind::Or(members)
            | LabelExprKind::Colon(members) => {
                members.iter().for_each(|member| self.label_names(member));
            }
        });
    }

    pub(super) fn label_name(&mut self, label: &'a LabelName) {
        match label {
            LabelName::Static(name) => self.facts.label(&name.text, name.span),
            LabelName::Dynamic { expr, .. } => {
                let of = self.expr(expr);
                if !of.may_be(Kinds::STRING.or(Kinds::LIST)) {
                    self.fail_type(expr.span, "a string or a list of strings", &of);
                }
                self.written_label(expr);
            }
        }
    }
}
