//! Lists, maps and paths: made, indexed, sliced, gone through.

use smol_str::SmolStr;

use super::elements::Elements;
use super::properties::no_properties;
use crate::error::Span;
use crate::error::{Error, ErrorKind};
use crate::plan::{Expr, PathPart, ProjectionItem, Slot};
use crate::run::buffer::Charged;
use crate::run::context::Context;
use crate::run::describe::type_error;
use crate::value::{NodeId, Path, RelationshipId, Text, Value, room_for_values};

/// Where a slice begins or ends, by a number that is cut off behind its point.
fn slice_bound(bound: &Value) -> Result<i64, Error> {
    let at = match bound {
        Value::Integer(at) => *at,
        #[expect(clippy::cast_possible_truncation, reason = "cut off, as Neo4j does")]
        Value::Float(at) => *at as i64,
        other => return Err(type_error("an integer as bound of a slice", other)),
    };
    if i32::try_from(at).is_err() {
        let message = format!("the bound of a slice has 32 bits, which {at} has not");
        let error = Error::new(ErrorKind::Argument, message).because("NumberOutOfRange");
        return Err(error.newer());
    }
    Ok(at)
}

impl<'g> Context<'g> {
    /// `[a, b]`.
    pub(super) fn list(&self, items: &'g [Expr], row: &mut [Value]) -> Result<Value, Error> {
        self.meter.spend(items.len())?;
        let mut values = room_for_values(items.len(), self.meter)?;
        for item in items {
            values.push(self.eval(item, row)?);
        }
        Value::list(values, self.meter)
    }

    /// `{a: b}`.
    pub(super) fn map(
        &self,
        entries: &'g [(SmolStr, Expr)],
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let mut values = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            self.tick()?;
            self.meter.read(key.len())?;
            values.push((Text::named(key, self.meter)?, self.eval(value, row)?));
        }
        Value::map(values, self.meter)
    }

    /// `n {.a, .*, b: 1}`.
    pub(super) fn map_projection(
        &self,
        subject: &'g Expr,
        items: &'g [ProjectionItem],
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let subject = self.eval(subject, row)?;
        if subject.is_null() {
            return Ok(Value::Null);
        }
        let mut entries = Vec::new();
        for item in items {
            match item {
                ProjectionItem::Entry(key, value) => {
                    entries.push((Text::named(key, self.meter)?, self.eval(value, row)?));
                }
                ProjectionItem::Property(key, name) => {
                    let value = self.owned_property(&subject, *name, Span::default())?;
                    entries.push((Text::named(key, self.meter)?, value));
                }
                ProjectionItem::All => match &subject {
                    Value::Map(map) => {
                        for entry in map.as_slice() {
                            self.tick()?;
                            entries.push(entry.clone());
                        }
                    }
                    // A node that is deleted has none.
                    Value::Node(id) if self.graph.node(*id).is_none() => {}
                    subject => {
                        let properties = self.properties(subject);
                        for (key, value) in properties.ok_or_else(|| no_properties(subject))?.iter()
                        {
                            entries.push((
                                Text::new(self.graph.name(key), self.meter)?,
                                value.clone(),
                            ));
                        }
                    }
                },
            }
        }
        Value::map(entries, self.meter)
    }

    /// `x[i]`.
    pub(super) fn index(&self, subject: &Value, index: &Value) -> Result<Value, Error> {
        match (subject, index) {
            (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
            (Value::List(list), Value::Integer(at)) => {
                Ok(list.element(*at).cloned().unwrap_or_default())
            }
            (Value::List(_), other) => Err(type_error("an integer as index of a list", other)
                .because("ListElementAccessByNonInteger")),
            (
                Value::Map(_)
                | Value::Node(_)
                | Value::Relationship(_)
                | Value::Temporal(_)
                | Value::Point(_),
                Value::Text(key),
            ) => {
                self.meter.read(key.as_str().len())?;
                self.property_called(subject, key.as_str())
            }
            (Value::Map(_) | Value::Node(_) | Value::Relationship(_), other) => {
                Err(type_error("a string as key", other).because("MapElementAccessByNonString"))
            }
            (other, _) => Err(type_error("a list, map, node or relationship before [ ]", other)),
        }
    }

    /// `x[a..b]`.
    pub(super) fn slice(
        &self,
        subject: &'g Expr,
        from: Option<&'g Expr>,
        to: Option<&'g Expr>,
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let subject = self.eval(subject, row)?;
        let mut bound = |expr: Option<&'g Expr>| expr.map(|expr| self.eval(expr, row)).transpose();
        let (from, to) = (bound(from)?, bound(to)?);
        // Where one of them is null, nobody asks what the others are.
        if subject.is_null() || [&from, &to].into_iter().flatten().any(Value::is_null) {
            return Ok(Value::Null);
        }
        let place = |bound: Option<Value>| bound.map(|bound| slice_bound(&bound)).transpose();
        let (from, to) = (place(from)?, place(to)?);
        let list = match &subject {
            Value::List(list) => list.as_slice(),
            // As Neo4j has it, a single value is a list of one.
            other => std::slice::from_ref(other),
        };
        let (from, to) = (clamp(from.unwrap_or(0), list.len()), to.map(|to| clamp(to, list.len())));
        let part = list.get(from..to.unwrap_or(list.len())).unwrap_or_default();
        let mut values = room_for_values(part.len(), self.meter)?;
        for value in part {
            self.tick()?;
            values.push(value.clone());
        }
        Value::list(values, self.meter)
    }

    /// `[x IN list WHERE p | e]`.
    pub(super) fn comprehension(
        &self,
        slot: Slot,
        list: &'g Expr,
        predicate: Option<&'g Expr>,
        map: Option<&'g Expr>,
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let Some(mut elements) = self.elements(list, row)? else { return Ok(Value::Null) };
        let mut values = Charged::default();
        while elements.put_next(&mut row[slot.0 as usize]) {
            self.tick()?;
            if let Some(predicate) = predicate
                && !self.test(predicate, row)?
            {
                continue;
            }
            let value = match map {
                Some(map) => self.eval(map, row)?,
                None => row[slot.0 as usize].clone(),
            };
            values.push(value, self.meter)?;
        }
        values.into_list(self.meter)
    }

    /// `reduce(a = init, x IN list | step)`; with a predicate `allReduce`, which looks no further than to where that
    /// is false.
    pub(super) fn reduce(
        &self,
        (accumulator, init): (Slot, &'g Expr),
        (slot, list): (Slot, &'g Expr),
        (step, in_place): (&'g Expr, bool),
        every: Option<&'g Expr>,
        row: &mut [Value],
    ) -> Result<Value, Error> {
        let init = self.eval(init, row)?;
        let Some(mut elements): Option<Elements> = self.elements(list, row)? else {
            return Ok(Value::Null);
        };
        row[accumulator.0 as usize] = init;
        let mut always = Some(true);
        while elements.put_next(&mut row[slot.0 as usize]) {
            self.tick()?;
            match row[accumulator.0 as usize] {
                Value::List(_) if in_place => {
                    row[accumulator.0 as usize] = self.grow(step, accumulator, row)?;
                }
                _ => self.assign(accumulator, step, row)?,
            }
            let Some(every) = every else { continue };
            match self.truth(every, row)? {
                Some(false) => return Ok(Value::Bool(false)),
                truth => always = always.and(truth),
            }
        }
        if every.is_some() {
            return Ok(always.into());
        }
        Ok(std::mem::take(&mut row[accumulator.0 as usize]))
    }

    /// The path through what a pattern has bound; null where any of it is.
    pub(super) fn path(&self, parts: &[PathPart], row: &[Value]) -> Result<Value, Error> {
        let mut walk = Walk::default();
        for part in parts {
            match part {
                PathPart::Node(slot) => match &row[slot.0 as usize] {
                    Value::Node(id) => walk.arrive(*id),
                    _ => return Ok(Value::Null),
                },
                PathPart::Relationships(slot) => match &row[slot.0 as usize] {
                    Value::List(list) => {
                        for link in list.as_slice() {
                            walk.follow(self, link)?;
                        }
                    }
                    Value::Relationship(_) => walk.follow(self, &row[slot.0 as usize])?,
                    _ => return Ok(Value::Null),
                },
                PathPart::Interleaved(slots) => {
                    let mut lists = Vec::with_capacity(slots.len());
                    for slot in slots {
                        let Value::List(list) = &row[slot.0 as usize] else {
                            return Ok(Value::Null);
                        };
                        lists.push(list.as_slice());
                    }
                    let iterations = lists.first().map_or(0, |list| list.len());
                    for at in 0..iterations {
                        for link in lists.iter().filter_map(|list| list.get(at)) {
                            walk.follow(self, link)?;
                        }
                    }
                }
            }
        }
        Path::new(walk.nodes, walk.relationships, self.meter).map(Value::Path)
    }
}

/// A path under way.
#[derive(Default)]
struct Walk {
    nodes: Vec<NodeId>,
    relationships: Vec<RelationshipId>,
}

impl Walk {
    /// Comes to a node that the pattern names; the walk is there already unless it only begins.
    fn arrive(&mut self, node: NodeId) {
        if self.nodes.is_empty() {
            self.nodes.push(node);
        }
    }

    /// Goes over a relationship to its other end.
    fn follow(&mut self, cx: &Context<'_>, link: &Value) -> Result<(), Error> {
        cx.tick()?;
        let (Value::Relationship(id), Some(&from)) = (link, self.nodes.last()) else {
            return Err(type_error("a relationship in a path", link));
        };
        let Some((start, end)) = cx.graph.ends_of(*id) else {
            return Err(Error::new(
                ErrorKind::EntityNotFound,
                "a relationship of the path is gone",
            ));
        };
        self.relationships.push(*id);
        self.nodes.push(if start == from { end } else { start });
        Ok(())
    }
}

/// A bound of a slice as a place in the list; negative ones count from the end.
fn clamp(at: i64, length: usize) -> usize {
    let from_end = usize::try_from(at.unsigned_abs()).unwrap_or(usize::MAX);
    if at < 0 { length.saturating_sub(from_end) } else { from_end.min(length) }
}
