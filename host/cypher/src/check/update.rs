//! Clauses that write: what may be made, set, removed and deleted.

use super::create::Purpose;
use super::kinds::Kinds;
use super::query::{is_update, word};
use super::{Aggregation, Checker};
use crate::stack::deeper;
use crate::syntax::ast::{
    Clause, ClauseKind, Dialect, Expr, ExprKind, LabelName, Name, PropertyName, RemoveItem, SetItem,
};

impl<'a> Checker<'a> {
    pub(super) fn update(&mut self, clause: &'a Clause) {
        self.note_write(clause);
        self.with_aggregation(Aggregation::Forbidden("in a clause that writes"), |checker| {
            match &clause.kind {
                ClauseKind::Create(patterns) => checker.patterns(patterns, Purpose::Create),
                ClauseKind::Merge { pattern, on_create, on_match } => {
                    let outside = std::mem::replace(&mut checker.merging, true);
                    checker.patterns(std::slice::from_ref(pattern), Purpose::Merge);
                    let sets = on_create.iter().chain(on_match).flatten();
                    sets.for_each(|item| checker.set_item(item));
                    checker.merging = outside;
                }
                ClauseKind::Set(items) => items.iter().for_each(|item| checker.set_item(item)),
                ClauseKind::Remove(items) => {
                    items.iter().for_each(|item| checker.remove_item(item))
                }
                ClauseKind::Delete { targets, .. } => {
                    targets.iter().for_each(|target| checker.deleted(target))
                }
                ClauseKind::Foreach { variable, list, body } => {
                    checker.foreach(variable, list, body)
                }
                _ => {}
            }
        });
    }

    fn set_item(&mut self, item: &'a SetItem) {
        match item {
            SetItem::Property { target, key, value } => {
                self.property_target(target, key);
                self.expr(value);
            }
            SetItem::Properties { target, value, .. } => {
                self.target(target, Kinds::ENTITY, "a node or relationship");
                let of = self.expr(value);
                let entities = self.dialect == Dialect::Cypher5;
                if !of.may_be(if entities { Kinds::MAP.or(Kinds::ENTITY) } else { Kinds::MAP }) {
                    self.fail_type(value.span, "a map; properties(n) gives that of n", &of);
                }
            }
            SetItem::Labels { target, labels } => self.labelled(target, labels),
        }
    }

    fn remove_item(&mut self, item: &'a RemoveItem) {
        match item {
            RemoveItem::Property { target, key } => self.property_target(target, key),
            RemoveItem::Labels { target, labels } => self.labelled(target, labels),
        }
    }

    fn labelled(&mut self, target: &'a Name, labels: &'a [LabelName]) {
        self.target(target, Kinds::NODE, "a node");
        labels.iter().for_each(|label| self.label_name(label));
    }

    fn property_target(&mut self, target: &'a Expr, key: &'a PropertyName) {
        let of = self.expr(target);
        if !of.may_be(Kinds::ENTITY) {
            self.fail_type(target.span, "a node or relationship", &of);
        }
        match key {
            PropertyName::Static(key) => self.property_key(key),
            PropertyName::Dynamic(key) => {
                self.computed_key(key);
                self.written_key(key);
                let of = self.expr(key);
                if !of.may_be(Kinds::STRING) {
                    self.fail_type(key.span, "a string as the key of a property", &of);
                }
            }
        }
    }

    fn deleted(&mut self, target: &'a Expr) {
        if let ExprKind::HasLabels(..) = target.kind {
            let message = "DELETE takes nodes, relationships and paths; REMOVE takes labels away";
            return self.fail(target.span, "InvalidDelete", message);
        }
        let of = self.expr(target);
        if !of.may_be(Kinds::ENTITY.or(Kinds::PATH)) {
            self.fail_type(target.span, "a node, relationship or path", &of);
        }
    }

    fn foreach(&mut self, variable: &'a Name, list: &'a Expr, body: &'a [Clause]) {
        let of = self.expr(list);
        let element = of.as_elements();
        self.scoped(|checker| {
            // The loop's variable may hide one of the same name.
            checker.scope.add(&variable.text, element, variable.span);
            for clause in body {
                if is_update(&clause.kind) {
                    deeper(|| checker.update(clause));
                } else {
                    let message =
                        format!("{} can't stand in FOREACH, which only writes", word(&clause.kind));
                    checker.fail(clause.span, "InvalidClauseComposition", message);
                }
            }
        });
    }
}
