//! The writing clauses.

use std::rc::Rc;

use super::lowerer::Lowerer;
use super::pattern::chain_elements;
use super::scope::{Kind, Scope};
use super::set::set_together;
use crate::error::{Error, Span};
use crate::plan::slots::SlotSet;
use crate::plan::{
    Creation, Expr, LabelRef, NameKind, NodeCreation, Operator, OperatorKind, PathPart, Pipeline,
    Properties, PropertyKey, RelationshipCreation, SetItem, Slot, visit,
};
use crate::stack::deeper;
use crate::syntax::ast::{
    self, Arrow, LabelExpr, LabelExprKind, LabelName, PathElement, PropertyName, RemoveItem,
};
use crate::value::Value;

impl<'a> Lowerer<'a> {
    /// `CREATE` and `INSERT`.
    pub(super) fn create(
        &mut self,
        paths: &'a [ast::PathPattern],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let bound = self.slots.len() as u32;
        paths.iter().for_each(|path| self.declare_path(path));
        let mut creations = self.creations(paths, bound)?;
        let asked = self.ask_before(&mut creations);
        if !asked.is_empty() {
            self.push(chain, OperatorKind::Project(asked), span);
        }
        self.push_write(chain, OperatorKind::Create(creations), span);
        Ok(())
    }

    /// What is to be asked of the graph for properties, before anything is made for any row.
    fn ask_before(&mut self, creations: &mut [Creation]) -> Vec<(Slot, Expr)> {
        let mut made = SlotSet::default();
        creations.iter().for_each(|creation| {
            visit::created(creation, &mut |slot: Slot| {
                made.insert(slot);
            });
        });
        let mut asked = Vec::new();
        for creation in creations {
            let properties = match creation {
                Creation::Node(node) => &mut node.properties,
                Creation::Relationship(relationship) => &mut relationship.properties,
                Creation::Path(..) => continue,
            };
            if properties.parts().any(|part| reads_any(part, &made)) {
                continue;
            }
            for part in properties.parts_mut().filter(|part| visit::asks(part)) {
                let slot = self.anonymous(Kind::Other);
                asked.push((slot, std::mem::replace(part, Expr::Slot(slot))));
            }
        }
        asked
    }

    /// `MERGE`.
    pub(super) fn merge(
        &mut self,
        path: &'a ast::PathPattern,
        on_create: &'a [Vec<ast::SetItem>],
        on_match: &'a [Vec<ast::SetItem>],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let bound = self.slots.len() as u32;
        self.declare_path(path);
        let create = self.creations(std::slice::from_ref(path), bound)?;
        let mentioning = std::mem::replace(&mut self.mentioning, false);
        let pattern = self.merge_pattern(path, bound);
        self.mentioning = mentioning;
        let pattern = Box::new(pattern?);
        let mut sets = |sets: &'a [Vec<ast::SetItem>]| -> Result<Vec<_>, Error> {
            sets.iter().map(|items| self.set_items(items)).collect()
        };
        let (on_create, on_match) = (sets(on_create)?, sets(on_match)?);
        self.push_write(chain, OperatorKind::Merge { pattern, create, on_create, on_match }, span);
        Ok(())
    }

    pub(super) fn push_write(&mut self, chain: &mut Vec<Operator>, kind: OperatorKind, span: Span) {
        self.writes = true;
        self.push(chain, kind, span);
    }

    /// Gives the new variables of a path that is made their slots.
    fn declare_path(&mut self, path: &'a ast::PathPattern) {
        for element in chain_elements(path) {
            let (variable, kind) = match element {
                PathElement::Node(node) => (&node.variable, Kind::Node),
                PathElement::Relationship(link) => (&link.variable, Kind::Relationship),
                PathElement::Group(_) => continue,
            };
            if let Some(name) = variable
                && self.scope.get(&name.text).is_none()
            {
                self.declare(&name.text, kind);
            }
        }
        if let Some(name) = &path.variable {
            self.declare(&name.text, Kind::Other);
        }
    }

    /// What has to be made for these paths, in an order in which each finds what it reads. Slots from
    /// `bound` on are new.
    fn creations(
        &mut self,
        paths: &'a [ast::PathPattern],
        bound: u32,
    ) -> Result<Vec<Creation>, Error> {
        let mut made = SlotSet::default();
        let mut creations = Vec::new();
        for path in paths {
            self.path_creations(path, bound, &mut made, &mut creations)?;
        }
        Ok(in_order_of_need(creations))
    }

    fn path_creations(
        &mut self,
        path: &'a ast::PathPattern,
        bound: u32,
        made: &mut SlotSet,
        creations: &mut Vec<Creation>,
    ) -> Result<(), Error> {
        let mut nodes = Vec::new();
        let mut links = Vec::new();
        for element in chain_elements(path) {
            self.count_part(size_of::<Creation>())?;
            match element {
                PathElement::Node(node) => {
                    let slot = self.element_slot(node.variable.as_ref(), Kind::Node)?;
                    nodes.push(slot);
                    if slot.0 >= bound && made.insert(slot) {
                        creations.push(Creation::Node(NodeCreation {
                            into: slot,
                            labels: self.written_labels(node.labels.as_ref())?,
                            properties: self.written_properties(node.properties.as_ref())?,
                            span: node.span,
                        }));
                    }
                }
                PathElement::Relationship(link) => links.push(link),
                PathElement::Group(group) => {
                    return Err(Error::syntax(group.span, "a quantified part can't be made"));
                }
            }
        }
        let mut parts: Vec<PathPart> =
            nodes.first().map(|node| PathPart::Node(*node)).into_iter().collect();
        for (link, ends) in links.into_iter().zip(nodes.windows(2)) {
            let into = self.element_slot(link.variable.as_ref(), Kind::Relationship)?;
            let (start, end) = match link.direction {
                Arrow::Left => (ends[1], ends[0]),
                Arrow::Right | Arrow::Either => (ends[0], ends[1]),
            };
            let labels = self.written_labels(link.types.as_ref())?;
            let kind = labels.into_iter().next();
            let kind =
                kind.ok_or_else(|| Error::syntax(link.span, "a relationship needs a type"))?;
            let properties = self.written_properties(link.properties.as_ref())?;
            parts.extend([PathPart::Relationships(into), PathPart::Node(ends[1])]);
            let span = link.span;
            creations.push(Creation::Relationship(RelationshipCreation {
                into,
                start,
                end,
                kind,
                properties,
                span,
            }));
        }
        if let Some(name) = &path.variable {
            let slot = self.variable(&name.text, name.span)?;
            creations.push(Creation::Path(slot, Expr::Path(parts)));
        }
        Ok(())
    }

    fn element_slot(&mut self, variable: Option<&ast::Name>, kind: Kind) -> Result<Slot, Error> {
        match variable {
            Some(name) => self.variable(&name.text, name.span),
            None => Ok(self.anonymous(kind)),
        }
    }

    fn written_properties(&mut self, map: Option<&'a ast::Expr>) -> Result<Properties, Error> {
        let Some(map) = map else { return Ok(Properties::Entries(Vec::new())) };
        match self.written_map(map)? {
            Expr::Map(entries) => {
                let named = entries.into_iter().map(|(key, value)| Ok((self.name(&key)?, value)));
                named.collect::<Result<_, _>>().map(Properties::Entries)
            }
            map => Ok(Properties::Map(map)),
        }
    }

    fn written_map(&mut self, map: &'a ast::Expr) -> Result<Expr, Error> {
        if let ast::ExprKind::Map(entries) = &map.kind {
            self.written.extend(entries.iter().map(|(key, _)| key.text.as_str()));
            return self.map(entries);
        }
        self.expr(map)
    }

    /// The labels of something that is made: a conjunction of names.
    fn written_labels(&mut self, labels: Option<&'a LabelExpr>) -> Result<Vec<LabelRef>, Error> {
        let mut names = Vec::new();
        let mut pending: Vec<&'a LabelExpr> = labels.into_iter().collect();
        while let Some(labels) = pending.pop() {
            match &labels.kind {
                LabelExprKind::Name(name) => names.push(self.written_label(name)?),
                LabelExprKind::And(parts) | LabelExprKind::Colon(parts) => {
                    pending.extend(parts.iter().rev());
                }
                _ => return Err(Error::syntax(labels.span, "only names of labels can be written")),
            }
        }
        Ok(names)
    }

    fn written_label(&mut self, label: &'a LabelName) -> Result<LabelRef, Error> {
        if let LabelName::Static(name) = label {
            self.written.insert(&name.text);
        }
        let mentioning = std::mem::replace(&mut self.mentioning, false);
        let label = self.label(label, NameKind::Label);
        self.mentioning = mentioning;
        label
    }

    /// `SET`.
    pub(super) fn set(
        &mut self,
        items: &'a [ast::SetItem],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let items = self.set_items(items)?;
        self.push_set(items, span, chain);
        Ok(())
    }

    fn set_items(&mut self, items: &'a [ast::SetItem]) -> Result<Vec<SetItem>, Error> {
        let mut items =
            items.iter().map(|item| self.set_item(item)).collect::<Result<Vec<_>, _>>()?;
        set_together(&mut items);
        Ok(items)
    }

    fn set_item(&mut self, item: &'a ast::SetItem) -> Result<SetItem, Error> {
        Ok(match item {
            ast::SetItem::Property { target, key, value } => SetItem::Property {
                target: self.expr(target)?,
                key: self.property_key(key)?,
                value: self.expr(value)?,
                with_next: false,
                span: target.span,
            },
            ast::SetItem::Properties { target, value, merge } => SetItem::Properties {
                target: Expr::Slot(self.variable(&target.text, target.span)?),
                value: self.written_map(value)?,
                merge: *merge,
                span: target.span,
            },
            ast::SetItem::Labels { target, labels } => SetItem::AddLabels {
                target: Expr::Slot(self.variable(&target.text, target.span)?),
                labels: self.label_list(labels)?,
            },
        })
    }

    fn label_list(&mut self, labels: &'a [LabelName]) -> Result<Vec<LabelRef>, Error> {
        labels.iter().map(|label| self.written_label(label)).collect()
    }

    fn property_key(&mut self, key: &'a PropertyName) -> Result<PropertyKey, Error> {
        Ok(match key {
            PropertyName::Static(name) => {
                self.written.insert(&name.text);
                PropertyKey::Static(self.name(&name.text)?)
            }
            PropertyName::Dynamic(e) => PropertyKey::Dynamic(self.expr(e)?),
        })
    }

    /// `REMOVE`.
    pub(super) fn remove(
        &mut self,
        items: &'a [RemoveItem],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let items = items
            .iter()
            .map(|item| {
                Ok(match item {
                    RemoveItem::Property { target, key } => SetItem::Property {
                        target: self.expr(target)?,
                        key: self.property_key(key)?,
                        value: Expr::Constant(Value::Null),
                        with_next: false,
                        span: target.span,
                    },
                    RemoveItem::Labels { target, labels } => SetItem::RemoveLabels {
                        target: Expr::Slot(self.variable(&target.text, target.span)?),
                        labels: self.label_list(labels)?,
                    },
                })
            })
            .collect::<Result<_, Error>>()?;
        self.push_set(items, span, chain);
        Ok(())
    }

    /// `DELETE`.
    pub(super) fn delete(
        &mut self,
        detach: bool,
        targets: &'a [ast::Expr],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let targets = self.exprs(targets)?;
        self.push_write(chain, OperatorKind::Delete { targets, detach }, span);
        Ok(())
    }

    /// `FOREACH`.
    pub(super) fn foreach(
        &mut self,
        variable: &'a ast::Name,
        list: &'a ast::Expr,
        body: &'a [ast::Clause],
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        let list = self.expr(list)?;
        let outer = Rc::new(std::mem::take(&mut self.scope));
        self.scope = Scope::inside(&outer);
        let into = self.declare(&variable.text, Kind::Other);
        let mut inner = Vec::new();
        deeper(|| body.iter().try_for_each(|clause| self.clause(clause, &mut inner).map(|_| ())))?;
        self.scope = Scope::default();
        self.scope = Rc::unwrap_or_clone(outer);
        let body = Pipeline { operators: inner };
        self.push_write(chain, OperatorKind::Foreach { list, into, body }, span);
        Ok(())
    }
}

fn reads_any(e: &Expr, slots: &SlotSet) -> bool {
    let mut found = false;
    visit::expr(e, &mut |slot: Slot| found |= slots.contains(slot));
    found
}

/// The same creations, each behind those that it reads. What waits for each other stays where it stood: a
/// variable that is read before it is made is null then.
fn in_order_of_need(creations: Vec<Creation>) -> Vec<Creation> {
    let mut missing = SlotSet::default();
    for creation in &creations {
        visit::created(creation, &mut |slot: Slot| {
            missing.insert(slot);
        });
    }
    let mut ordered = Vec::with_capacity(creations.len());
    let mut waiting = creations;
    loop {
        let before = waiting.len();
        let mut still = Vec::new();
        for creation in waiting {
            let mut ready = true;
            visit::creation(&creation, &mut |slot: Slot| ready &= !missing.contains(slot));
            if ready {
                visit::created(&creation, &mut |slot: Slot| missing.remove(slot));
                ordered.push(creation);
            } else {
                still.push(creation);
            }
        }
        if still.is_empty() || still.len() == before {
            ordered.extend(still);
            return ordered;
        }
        waiting = still;
    }
}
