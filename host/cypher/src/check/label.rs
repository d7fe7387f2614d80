//! Label and type expressions: which signs may stand together, and where.

use super::Checker;
use super::types::Type;
use crate::stack::deeper;
use crate::syntax::ast::{ExprKind, LabelExpr, LabelExprKind, LabelName};

impl<'a> Checker<'a> {
    /// A label expression of a `MATCH`.
    pub(super) fn labels(&mut self, labels: &'a LabelExpr) {
        self.one_sign(labels);
        self.label_names(labels);
    }

    pub(super) fn label_names(&mut self, labels: &'a LabelExpr) {
        self.each_label_name(labels, Self::label_name);
    }

    /// A label expression of a predicate, whose computed names are looked at when it runs.
    pub(super) fn tested_labels(&mut self, labels: &'a LabelExpr) {
        self.one_sign(labels);
        self.each_label_name(labels, |checker, label| match label {
            LabelName::Static(_) => checker.label_name(label),
            LabelName::Dynamic { expr, .. } => {
                checker.expr(expr);
            }
        });
    }

    fn each_label_name(&mut self, labels: &'a LabelExpr, name: fn(&mut Self, &'a LabelName)) {
        deeper(|| match &labels.kind {
            LabelExprKind::Name(label) => name(self, label),
            LabelExprKind::Any => {}
            LabelExprKind::Not(inner) => self.each_label_name(inner, name),
            LabelExprKind::And(members)
            | LabelExprKind::Or(members)
            | LabelExprKind::Colon(members) => {
                members.iter().for_each(|member| self.each_label_name(member, name));
            }
        });
    }

    /// The old `:` between labels and the newer signs don't go together.
    pub(super) fn one_sign(&mut self, labels: &'a LabelExpr) {
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
    }

    pub(super) fn label_name(&mut self, label: &'a LabelName) {
        match label {
            LabelName::Static(name) => self.facts.label(&name.text, name.span),
            LabelName::Dynamic { expr, .. } => {
                let of = self.expr(expr);
                // What a parameter is shows as it runs.
                let is_late = matches!(expr.kind, ExprKind::Parameter(_));
                if !is_late && !of.fits(&Type::named("STRING | LIST<STRING>")) {
                    self.fail_type(expr.span, "a string or a list of strings", &of);
                }
                self.written_label(expr);
            }
        }
    }
}
