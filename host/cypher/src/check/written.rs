//! Values that are written down where they can't be right, such as the label `$(null)` or the percentile 1.5: those show
//! before the query runs, as they do on the servers. What is computed is looked at as it comes.

use super::Checker;
use crate::error::Span;
use crate::syntax::ast::{Dialect, Expr, ExprKind, FunctionCall, Literal, Name};

impl<'a> Checker<'a> {
    /// A label, a type or a list of them between the parentheses of `$( )`.
    pub(super) fn written_label(&mut self, label: &Expr) {
        match &label.kind {
            ExprKind::List(labels) => labels.iter().for_each(|label| self.written_name(label)),
            _ => self.written_name(label),
        }
    }

    fn written_name(&mut self, name: &Expr) {
        let wrong = match &name.kind {
            ExprKind::Literal(Literal::Null) => "null",
            ExprKind::Literal(Literal::String(name)) if name.is_empty() => "an empty string",
            _ => return,
        };
        let message = format!("a label or type can't be {wrong}; it is a string with a name");
        self.fail(name.span, "InvalidArgumentValue", message);
    }

    /// The one type of a relationship that is made.
    pub(super) fn written_type(&mut self, types: &Expr) {
        if let ExprKind::List(names) = &types.kind
            && names.len() != 1
        {
            let message = format!(
                "a relationship that is made has one type, but this list has {}",
                names.len()
            );
            self.fail(types.span, "NoSingleRelationshipType", message);
        }
    }

    /// The key of a property that is set or removed.
    pub(super) fn written_key(&mut self, key: &Expr) {
        if let ExprKind::Literal(Literal::Null) = key.kind {
            let message = "the key of a property can't be null; it is a string with a name";
            self.fail(key.span, "InvalidPropertyKey", message);
        }
    }

    /// Arguments of functions.
    pub(super) fn written_arguments(&mut self, call: &FunctionCall, function: &str) {
        match (function, call.arguments.as_slice()) {
            (
                "percentileCont" | "percentileDisc" | "percentile_cont" | "percentile_disc",
                [_, percentile],
            ) => self.percentile(percentile),
            ("replace", [.., limit])
                if call.arguments.len() == 4 && self.dialect == Dialect::Cypher25 =>
            {
                self.limit(limit);
            }
            ("point", [Expr { kind: ExprKind::Map(entries), span }]) => {
                self.coordinates(entries, *span);
            }
            _ => {}
        }
    }

    /// A percentile lies between 0 and 1.
    fn percentile(&mut self, percentile: &Expr) {
        let is_null = matches!(percentile.kind, ExprKind::Literal(Literal::Null));
        if is_null || number(percentile).is_some_and(|number| !(0.0..=1.0).contains(&number)) {
            let message = "a percentile lies between 0.0 and 1.0";
            self.fail(percentile.span, "NumberOutOfRange", message);
        }
    }

    /// How often something is replaced.
    fn limit(&mut self, limit: &Expr) {
        if number(limit).is_some_and(|limit| limit < 0.0) {
            let message = "replace() replaces no negative number of times";
            self.fail(limit.span, "NegativeIntegerArgument", message);
        }
    }

    /// A point has two coordinates that belong together.
    fn coordinates(&mut self, entries: &[(Name, Expr)], span: Span) {
        let has = |key: &str| entries.iter().any(|(name, _)| name.text == key);
        let is_a_place = (has("x") && has("y")) || (has("longitude") && has("latitude"));
        if !is_a_place {
            let message = "point() takes x and y, or longitude and latitude";
            self.fail(span, "InvalidArgumentValue", message);
        }
    }
}

/// A number that is written down, with its sign.
fn number(expr: &Expr) -> Option<f64> {
    match &expr.kind {
        ExprKind::Literal(Literal::Float(value)) => Some(*value),
        #[expect(clippy::cast_precision_loss, reason = "only its size is asked for")]
        ExprKind::Literal(Literal::Integer(value)) => Some(*value as f64),
        _ => None,
    }
}
