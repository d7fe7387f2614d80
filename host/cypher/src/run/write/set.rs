//! `SET` and `REMOVE`: properties and labels of what is there.

use smallvec::SmallVec;

use super::writer::Writer;
use crate::error::{Error, ErrorKind};
use crate::plan::{Expr, LabelRef, PropertyKey, SetItem};
use crate::run::describe::describe;
use crate::store::{Entity, Token};
use crate::value::{NodeId, Value};

impl<'w> Writer<'w, '_> {
    /// Does the assignments in order; each sees those before it, but for properties that are set together: all of them
    /// are computed before the first is set.
    pub(super) fn set(&mut self, items: &'w [SetItem], row: &mut [Value]) -> Result<(), Error> {
        for together in items.chunk_by(|item, _| is_set_with_next(item)) {
            if let [item] = together {
                if let Some((entity, key, value)) = self.set_item(item, row)? {
                    self.transaction.set_property(entity, key, value)?;
                }
                continue;
            }
            let mut properties = SmallVec::<[_; 4]>::new();
            let mut owner = None;
            for item in together {
                if let Some((entity, key, value)) = self.set_item(item, row)? {
                    owner = Some(entity);
                    properties.push((key, value));
                }
            }
            if let Some(entity) = owner {
                self.transaction.set_properties(entity, properties)?;
            }
        }
        Ok(())
    }

    /// Does an assignment, or computes what property is to be set.
    fn set_item(
        &mut self,
        item: &'w SetItem,
        row: &mut [Value],
    ) -> Result<Option<(Entity, Token, Value)>, Error> {
        match item {
            SetItem::Property { target, key, value, span, .. } => {
                return self.new_property(target, key, value, row).map_err(|error| error.at(*span));
            }
            SetItem::Properties { target, value, merge, span } => {
                self.set_properties(target, value, *merge, row).map_err(|error| error.at(*span))?;
            }
            SetItem::AddLabels { target, labels } => {
                for (node, label) in self.labels_of(target, labels, row)? {
                    self.transaction.add_label(node, label)?;
                }
            }
            SetItem::RemoveLabels { target, labels } => {
                for (node, label) in self.labels_of(target, labels, row)? {
                    self.transaction.remove_label(node, label)?;
                }
            }
        }
        Ok(None)
    }

    fn new_property(
        &mut self,
        target: &'w Expr,
        key: &'w PropertyKey,
        value: &'w Expr,
        row: &mut [Value],
    ) -> Result<Option<(Entity, Token, Value)>, Error> {
        let target = self.eval(target, row)?;
        let Some(entity) = self.entity(&target)? else { return Ok(None) };
        match key {
            PropertyKey::Static(name) => {
                let value = self.eval(value, row)?;
                let key = match self.run.token(*name) {
                    None if !value.is_null() => Some(self.name(*name)?),
                    known => known,
                };
                Ok(key.map(|key| (entity, key, value)))
            }
            PropertyKey::Dynamic(key) => match self.eval(key, row)? {
                // What nothing can be called can be removed.
                Value::Text(name)
                    if name.as_str().is_empty() && matches!(value, Expr::Constant(Value::Null)) =>
                {
                    Ok(None)
                }
                Value::Text(name) => {
                    let value = self.eval(value, row)?;
                    let key = self.key_for(name.as_str(), &value)?;
                    Ok(key.map(|key| (entity, key, value)))
                }
                other => Err(wrong("a property key is a string", &other)),
            },
        }
    }

    /// The token of a key that is to have this value; none where null is to be removed that can't be there.
    fn key_for(&mut self, name: &str, value: &Value) -> Result<Option<Token>, Error> {
        match self.transaction.token(name) {
            None if !value.is_null() || name.is_empty() => self.intern(name).map(Some),
            known => Ok(known),
        }
    }

    /// `n = map` and `n += map`.
    fn set_properties(
        &mut self,
        target: &'w Expr,
        value: &'w Expr,
        merge: bool,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let target = self.eval(target, row)?;
        let Some(entity) = self.entity(&target)? else { return Ok(()) };
        let new = match self.eval(value, row)? {
            Value::Map(map) => {
                let mut new = Vec::with_capacity(map.as_slice().len());
                for (key, value) in map.as_slice() {
                    self.meter.tick()?;
                    if let Some(key) = self.key_for(key.as_str(), value)? {
                        new.push((key, value.clone()));
                    }
                }
                new
            }
            source @ (Value::Node(_) | Value::Relationship(_)) => self.properties_of(&source)?,
            other => {
                return Err(wrong("properties are set from a map, node or relationship", &other));
            }
        };
        if !merge {
            for (key, _) in self.properties_of(&target)? {
                if !new.iter().any(|(other, _)| *other == key) {
                    self.transaction.set_property(entity, key, Value::Null)?;
                }
            }
        }
        self.transaction.set_properties(entity, new)
    }

    /// What owns the properties; `None` for null and for what is deleted.
    fn entity(&self, target: &Value) -> Result<Option<Entity>, Error> {
        let entity = match target {
            Value::Node(id) => Entity::Node(*id),
            Value::Relationship(id) => Entity::Relationship(*id),
            Value::Null => return Ok(None),
            other => {
                let rule = "only nodes and relationships have properties that can be set";
                let error = wrong(rule, other);
                let error = Error::new(ErrorKind::Argument, error.message());
                return Err(error.because("InvalidArgumentType"));
            }
        };
        Ok(self.context().properties(target).map(|_| entity))
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

fn is_set_with_next(item: &SetItem) -> bool {
    matches!(item, SetItem::Property { with_next: true, .. })
}

#[cold]
fn wrong(rule: &str, found: &Value) -> Error {
    Error::new(ErrorKind::Type, format!("{rule}; here it is {}", describe(found)))
        .because("InvalidArgumentType")
}
