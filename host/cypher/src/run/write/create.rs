//! `CREATE`: nodes and relationships with their labels and properties.

use smallvec::SmallVec;

use super::writer::{Nulls, Writer};
use crate::error::{Error, ErrorKind};
use crate::plan::{Creation, LabelRef, NodeCreation, Properties, RelationshipCreation, Slot};
use crate::run::describe::describe;
use crate::store::Token;
use crate::value::{NodeId, Value};

impl<'w> Writer<'w, '_> {
    /// Makes what is to be made, one after the other.
    pub(super) fn create(
        &mut self,
        creations: &'w [Creation],
        nulls: Nulls,
        row: &mut [Value],
    ) -> Result<(), Error> {
        for creation in creations {
            match creation {
                Creation::Node(node) => {
                    self.create_node(node, nulls, row).map_err(|error| error.at(node.span))?;
                }
                Creation::Relationship(relationship) => self
                    .create_relationship(relationship, nulls, row)
                    .map_err(|error| error.at(relationship.span))?,
                Creation::Path(slot, path) => row[slot.0 as usize] = self.eval(path, row)?,
            }
        }
        Ok(())
    }

    fn create_node(
        &mut self,
        node: &'w NodeCreation,
        nulls: Nulls,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let mut labels = SmallVec::<[Token; 2]>::new();
        for label in &node.labels {
            self.tokens(label, row, |token| labels.push(token))?;
        }
        let properties = self.property_pairs(&node.properties, nulls, row)?;
        let id = self.transaction.create_node(&labels, properties)?;
        row[node.into.0 as usize] = Value::Node(id);
        Ok(())
    }

    fn create_relationship(
        &mut self,
        relationship: &'w RelationshipCreation,
        nulls: Nulls,
        row: &mut [Value],
    ) -> Result<(), Error> {
        let (start, end) = (end(relationship.start, row)?, end(relationship.end, row)?);
        let mut kinds = SmallVec::<[Token; 2]>::new();
        self.tokens(&relationship.kind, row, |token| kinds.push(token))?;
        let [kind] = kinds.as_slice() else {
            let message = format!("a relationship has exactly one type, not {}", kinds.len());
            return Err(Error::new(ErrorKind::Argument, message));
        };
        let properties = self.property_pairs(&relationship.properties, nulls, row)?;
        let id = self.transaction.create_relationship(start, *kind, end, properties)?;
        row[relationship.into.0 as usize] = Value::Relationship(id);
        Ok(())
    }

    /// The tokens of a label or type, made if need be.
    pub(super) fn tokens(
        &mut self,
        label: &'w LabelRef,
        row: &mut [Value],
        mut each: impl FnMut(Token),
    ) -> Result<(), Error> {
        match label {
            LabelRef::Static(name) => each(self.name(*name)?),
            LabelRef::Dynamic { .. } => {
                let names = self.context().dynamic_labels(label, row)?;
                for name in names {
                    each(self.intern(name.as_str())?);
                }
            }
        }
        Ok(())
    }

    fn property_pairs(
        &mut self,
        properties: &'w Properties,
        nulls: Nulls,
        row: &mut [Value],
    ) -> Result<Vec<(Token, Value)>, Error> {
        let entries = match properties {
            Properties::Entries(entries) => entries,
            Properties::Map(map) => {
                let map = self.eval(map, row)?;
                return self.pairs_of(&map, nulls);
            }
        };
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let value = self.eval(value, row)?;
            nulls.check(self.run.name(*key), &value)?;
            pairs.push((self.name(*key)?, value));
        }
        Ok(pairs)
    }

    fn pairs_of(&mut self, map: &Value, nulls: Nulls) -> Result<Vec<(Token, Value)>, Error> {
        let Value::Map(map) = map else {
            let message = format!("properties are a map, not {}", describe(map));
            return Err(Error::new(ErrorKind::Type, message).because("InvalidArgumentType"));
        };
        let mut pairs = Vec::with_capacity(map.as_slice().len());
        for (key, value) in map.as_slice() {
            self.meter.tick()?;
            nulls.check(key.as_str(), value)?;
            pairs.push((self.intern(key.as_str())?, value.clone()));
        }
        Ok(pairs)
    }
}

impl Nulls {
    fn check(self, key: &str, value: &Value) -> Result<(), Error> {
        let lost = match value {
            Value::Null => "null",
            Value::Float(number) if number.is_nan() => "NaN",
            _ => return Ok(()),
        };
        if self == Nulls::Dropped {
            return Ok(());
        }
        let message =
            format!("MERGE can't look for a {lost}: the value of property \"{key}\" is {lost}");
        Err(Error::new(ErrorKind::Semantic, message).because("MergeReadOwnWrites"))
    }
}

/// The node at an end of a relationship to be made.
fn end(slot: Slot, row: &[Value]) -> Result<NodeId, Error> {
    match &row[slot.0 as usize] {
        Value::Node(id) => Ok(*id),
        Value::Null => Err(Error::new(
            ErrorKind::Argument,
            "a relationship can't be made, because one of its nodes is null",
        )
        .newer()),
        other => Err(Error::new(
            ErrorKind::Type,
            format!("a relationship joins nodes, not {}", describe(other)),
        )),
    }
}
