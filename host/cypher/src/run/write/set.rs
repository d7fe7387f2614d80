//! `SET` and `REMOVE`: properties and labels of what is there.

use super::writer::Writer;
use crate::error::{Error, ErrorKind};
use crate::plan::{Expr, LabelRef, PropertyKey, SetItem};
use crate::run::describe::describe;
use crate::store::{Entity, Token};
use crate::value::{NodeId, Value};

impl<'w> Writer<'w, '_> {
    /// Does the assignments in order; each sees those before it.
    pub(super) fn set(&mut self, items: &'w [SetItem], row: &mut [Value]) -> Result<(), Error> {
        items.iter().try_for_each(|item| self.set_item(item, row))
    }

    fn set_item(&mut self, item: &'w SetItem, row: &mut [Value]) -> Result<(), Error> {
        match item {
            SetItem::Property { target, key, value, span } => {
                self.set_property(target, key, value, row).map_err(|error| error.at(*span))
            }
            SetItem::Properties { target, value, merge, span } => {
                self.set_properties(target, value, *merge, row).map_err(|error| error.at(*span))
            }
            SetItem::AddLabels { target, labels } => {
                for (node, label) in self.labels_of(target, labels, row)? {
                    self.transaction.add_label(node, label)?;
                }
                Ok(())
            }
            SetItem::RemoveLabels { target, labels } => {
                for (node, label) in self.labels_of(target, labels, row)? {
                    self.transaction.remove_label(node, label)?;
                }
                Ok(())
            }
        }
    }

    fn set_property(
        &mut self,
        target: &'w Expr,
        key: &'w PropertyKey,
        value: &'w Expr,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let Some(entity) = entity(&self.eval(target, row)?)? else { return Ok(()) };
        let key = match key {
            PropertyKey::Static(name) => self.name(*name)?,
            PropertyKey::Dynamic(key) => match self.eval(key, row)? {
                Value::Text(name) => self.intern(name.as_str())?,
                other => return Err(wrong("a property key is a string", &other)),
            },
        };
        let value = self.eval(value, row)?;
        self.transaction.set_property(entity, key, value)
    }

    /// `n = map` and `n += map`.
    fn set_properties(
        &mut self,
        target: &'w Expr,
        value: &'w Expr,
        merge: bool,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let Some(entity) = entity(&self.eval(target, row)?)? else { return Ok(()) };
        let new = match self.eval(value, row)? {
            Value::Map(map) => {
                let mut new = Vec::with_capacity(map.as_slice().len());
                for (key, value) in map.as_slice() {
                    self.meter.tick()?;
                    new.push((self.intern(key.as_str())?, value.clone()));
                }
                new
            }
            source @ (Value::Node(_) | Value::Relationship(_)) => self.properties_of(&source)?,
            Value::Null if merge => return Ok(()),
            other => {
                return Err(wrong("properties are set from a map, node or relationship", &other));
            }
        };
        if !merge {
            let there = match entity {
                Entity::Node(id) => Value::Node(id),
                Entity::Relationship(id) => Value::Relationship(id),
            };
            for (key, _) in self.properties_of(&there)? {
                if !new.iter().any(|(other, _)| *other == key) {
                    self.transaction.set_property(entity, key, Value::Null)?;
                }
            }
        }
        for (key, value) in new {
            self.transaction.set_property(entity, key, value)?;
        }
        Ok(())
    }

    fn properties_of(&self, subject: &Value) -> Result<Vec<(Token, Value)>, Error> {
        let context = self.context();
        let properties = context.properties(subject);
        let properties = properties.ok_or_else(|| crate::run::eval::deleted(subject))?;
        Ok(properties.iter().map(|(key, value)| (key, value.clone())).collect())
    }

    fn labels_of(
        &mut self,
        target: &'w Expr,
        labels: &'w [LabelRef],
        row: &mut [Value],
    ) -> Result<Vec<(NodeId, Token)>, Error> {
        let node = match self.eval(target, row)? {
            Value::Node(id) => id,
            Value::Null => return Ok(Vec::new()),
            other => return Err(wrong("only nodes have labels that can be changed", &other)),
        };
        let mut pairs = Vec::with_capacity(labels.len());
        for label in labels {
            self.tokens(label, row, |token| pairs.push((node, token)))?;
        }
        Ok(pairs)
    }
}

/// What owns the properties; `None` for null.
fn entity(target: &Value) -> Result<Option<Entity>, Error> {
    match target {
        Value::Node(id) => Ok(Some(Entity::Node(*id))),
        Value::Relationship(id) => Ok(Some(Entity::Relationship(*id))),
        Value::Null => Ok(None),
        other => Err(wrong("only nodes and relationships have properties that can be set", other)),
    }
}

#[cold]
fn wrong(rule: &str, found: &Value) -> Error {
    Error::new(ErrorKind::Type, format!("{rule}; here it is {}", describe(found)))
        .because("InvalidArgumentType")
}
