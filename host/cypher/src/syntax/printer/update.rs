//! Clauses that write, as text.

use super::writer::Printer;
use crate::syntax::ast::{ClauseKind, Expr, LabelName, Name, PropertyName, RemoveItem, SetItem};

impl Printer<'_> {
    pub(super) fn update(&mut self, kind: &ClauseKind) {
        match kind {
            ClauseKind::Create(patterns) => {
                self.push("CREATE ");
                self.separated(patterns, Self::path_pattern);
            }
            ClauseKind::Merge { pattern, on_create, on_match } => {
                self.push("MERGE ");
                self.path_pattern(pattern);
                for (words, sets) in [(" ON CREATE SET ", on_create), (" ON MATCH SET ", on_match)]
                {
                    for items in sets {
                        self.push(words);
                        self.separated(items, Self::set_item);
                    }
                }
            }
            ClauseKind::Set(items) => {
                self.push("SET ");
                self.separated(items, Self::set_item);
            }
            ClauseKind::Remove(items) => {
                self.push("REMOVE ");
                self.separated(items, |printer, item| match item {
                    RemoveItem::Property { target, key } => printer.property(target, key),
                    RemoveItem::Labels { target, labels } => printer.labelled(target, labels),
                });
            }
            ClauseKind::Delete { detach, targets } => {
                self.push(if *detach { "DETACH DELETE " } else { "DELETE " });
                self.separated(targets, Self::expr);
            }
            ClauseKind::Foreach { variable, list, body } => {
                self.push("FOREACH (");
                self.variable(&variable.text);
                self.push(" IN ");
                self.expr(list);
                self.push(" | ");
                self.clauses(body);
                self.push(")");
            }
            _ => {}
        }
    }

    fn set_item(&mut self, item: &SetItem) {
        match item {
            SetItem::Property { target, key, value } => {
                self.property(target, key);
                self.push(" = ");
                self.expr(value);
            }
            SetItem::Properties { target, value, merge } => {
                self.variable(&target.text);
                self.push(if *merge { " += " } else { " = " });
                self.expr(value);
            }
            SetItem::Labels { target, labels } => self.labelled(target, labels),
        }
    }

    fn property(&mut self, target: &Expr, key: &PropertyName) {
        self.owner(target);
        match key {
            PropertyName::Static(key) => {
                self.push(".");
                self.name(&key.text);
            }
            PropertyName::Dynamic(key) => {
                self.push("[");
                self.expr(key);
                self.push("]");
            }
        }
    }

    fn labelled(&mut self, target: &Name, labels: &[LabelName]) {
        self.variable(&target.text);
        for label in labels {
            self.push(":");
            self.label_name(label);
        }
    }
}
