//! Properties of nodes, relationships and maps and components of other values, by fixed and by computed keys.

use std::sync::LazyLock;

use crate::error::{Error, ErrorKind, Span};
use crate::plan::NameRef;
use crate::run::context::Context;
use crate::run::describe::type_error;
use crate::store::Properties;
use crate::temporal::Component;
use crate::value::{NodeId, Value};

/// What stands for a property that is not there.
static NULL: Value = Value::Null;

/// What nobody has.
static NO_PROPERTIES: LazyLock<Properties> = LazyLock::new(Properties::default);

impl<'g> Context<'g> {
    /// The property of a value where it lies; null where it has none of that name. `None` where the value is of
    /// a type without properties, or was deleted.
    #[inline]
    pub(super) fn property<'v>(&'v self, subject: &'v Value, name: NameRef) -> Option<&'v Value> {
        self.hit(1);
        match subject {
            Value::Map(map) => Some(map.get(self.run.name(name)).unwrap_or(&NULL)),
            Value::Null => Some(&NULL),
            subject => self.stored_property(subject, name),
        }
    }

    /// The property of a node or a relationship that is there, where it lies in the graph. Whoever has it counts it.
    #[inline]
    pub(in crate::run) fn stored_property(
        &self,
        subject: &Value,
        name: NameRef,
    ) -> Option<&'g Value> {
        let properties = self.properties(subject)?;
        let value = self.token(name).and_then(|token| properties.get(token));
        Some(value.unwrap_or(&NULL))
    }

    /// A copy of the property of a value.
    pub(super) fn owned_property(
        &self,
        subject: &Value,
        name: NameRef,
        span: Span,
    ) -> Result<Value, Error> {
        if let Some(value) = self.property(subject, name) {
            return Ok(value.clone());
        }
        self.component(subject, self.run.name(name)).map_err(|error| error.at(span))
    }

    /// The component of a date, a time, a duration or a point.
    fn component(&self, subject: &Value, name: &str) -> Result<Value, Error> {
        let component = match subject {
            Value::Temporal(value) => match value.component(name)? {
                Some(Component::Number(number)) => Some(Value::Integer(number)),
                Some(Component::Text(text)) => Some(Value::text(text, self.meter)?),
                None => None,
            },
            Value::Point(point) => match name {
                "crs" => Some(Value::text(point.system().name(), self.meter)?),
                "srid" => Some(Value::Integer(point.system().srid())),
                name => point.coordinate(name).map(Value::Float),
            },
            _ => return Err(no_properties(subject)),
        };
        component.ok_or_else(|| {
            let kind = match subject {
                Value::Point(_) => ErrorKind::Argument,
                _ => ErrorKind::Type,
            };
            let message = format!("a {} has no component {name}", subject.type_name());
            Error::new(kind, message).because("InvalidArgumentValue")
        })
    }

    /// The property of a computed name.
    pub(super) fn property_called(&self, subject: &Value, name: &str) -> Result<Value, Error> {
        if let Value::Map(map) = subject {
            return Ok(map.get(name).cloned().unwrap_or_default());
        }
        let Some(properties) = self.properties(subject) else {
            return self.component(subject, name);
        };
        self.hit(1);
        let token = self.graph.token(name);
        Ok(token.and_then(|token| properties.get(token)).cloned().unwrap_or_default())
    }

    /// The properties of a node or relationship that is there; nobody has none.
    #[inline]
    pub(in crate::run) fn properties(&self, subject: &Value) -> Option<&'g Properties> {
        match subject {
            Value::Node(id) => match self.graph.node(*id) {
                Some(node) => Some(node.properties()),
                None => (*id == NodeId::NOBODY).then(|| &*NO_PROPERTIES),
            },
            Value::Relationship(id) => Some(self.graph.relationship(*id)?.properties()),
            _ => None,
        }
    }
}

/// The error of asking a property of something that has none.
#[cold]
pub(in crate::run) fn no_properties(subject: &Value) -> Error {
    match subject {
        Value::Node(_) | Value::Relationship(_) => deleted(subject),
        _ => type_error("a node, relationship, map, date, time, duration or point", subject),
    }
}

/// The error of touching what this query has deleted.
#[cold]
pub(in crate::run) fn deleted(entity: &Value) -> Error {
    let message =
        format!("this {} has been deleted in this query", entity.type_name().to_lowercase());
    Error::new(ErrorKind::EntityNotFound, message).because("DeletedEntityAccess")
}
