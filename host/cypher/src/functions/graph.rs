//! Functions that look into nodes, relationships and paths, and `keys` and `properties`, which take maps too.

use super::argument::{argument, wrong};
use super::scalar::count;
use super::{Body, Function, Parameter, function, one};
use crate::error::{Error, ErrorKind};
use crate::run::Context;
use crate::store::{Entity, Node, Properties, Token};
use crate::value::{Path, Text, Value};

const ENTITY: &str = "NODE | RELATIONSHIP";
const KEYED: &str = "MAP | NODE | RELATIONSHIP";

pub(super) static FUNCTIONS: &[Function] = &[
    function("elementId", &[one("input", ENTITY)], "STRING", element_id),
    function("endNode", &[one("input", "RELATIONSHIP")], "NODE", |context, a| {
        end("endNode", context, a, |(_, end)| end)
    }),
    function("id", &[one("input", ENTITY)], "INTEGER", id),
    function("keys", &[one("input", KEYED)], "LIST<STRING>", keys),
    function("labels", &[one("input", "NODE")], "LIST<STRING>", labels),
    function("length", &[one("input", "PATH")], "INTEGER", length),
    function("nodes", &[one("input", "PATH")], "LIST<NODE>", nodes),
    function("properties", &[one("input", KEYED)], "MAP", properties),
    function("relationships", &[one("input", "PATH")], "LIST<RELATIONSHIP>", relationships),
    function("startNode", &[one("input", "RELATIONSHIP")], "NODE", |context, a| {
        end("startNode", context, a, |(start, _)| start)
    }),
    function("type", &[one("input", "RELATIONSHIP")], "STRING", type_of),
    unsupported("db.nameFromElementId", &[one("name", "STRING")], "STRING"),
    unsupported("graph.byElementId", &[one("elementId", "STRING")], "GRAPH"),
    unsupported("graph.byName", &[one("name", "STRING")], "GRAPH"),
    unsupported("graph.names", &[], "LIST<STRING>"),
    unsupported("graph.propertiesByName", &[one("name", "STRING")], "MAP"),
];

/// Functions about several databases: here is one graph.
const fn unsupported(
    name: &'static str,
    parameters: &'static [Parameter],
    result: &'static str,
) -> Function {
    Function { name, parameters, result, body: Body::Unsupported }
}

/// The error of asking for what is deleted.
#[cold]
fn gone(entity: Entity) -> Error {
    let what = match entity {
        Entity::Node(id) => format!("node {}", id.0),
        Entity::Relationship(id) => format!("relationship {}", id.0),
    };
    Error::new(ErrorKind::EntityNotFound, format!("{what} has been deleted in this transaction"))
        .because("DeletedEntityAccess")
}

/// The properties of a node or relationship, which may be deleted.
pub fn properties_of<'g>(context: &Context<'g>, entity: Entity) -> Result<&'g Properties, Error> {
    let properties = match entity {
        Entity::Node(id) => context.graph.node(id).map(Node::properties),
        Entity::Relationship(id) => context.graph.relationship(id).map(|found| found.properties()),
    };
    properties.ok_or_else(|| gone(entity))
}

fn entity(value: &Value) -> Option<Entity> {
    match value {
        Value::Node(id) => Some(Entity::Node(*id)),
        Value::Relationship(id) => Some(Entity::Relationship(*id)),
        _ => None,
    }
}

fn element_id(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        other => match entity(other) {
            Some(entity) => Value::text(entity.element_id()),
            None => Err(wrong("elementId", "a Node or a Relationship", other)),
        },
    }
}

fn id(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Node(id) => Ok(Value::Integer(i64::from(id.0))),
        Value::Relationship(id) => Ok(Value::Integer(i64::from(id.0))),
        other => Err(wrong("id", "a Node or a Relationship", other)),
    }
}

fn names<'g>(context: &Context<'g>, tokens: impl Iterator<Item = Token>) -> Result<Value, Error> {
    let names: Result<_, _> = tokens.map(|token| Value::text(context.graph.name(token))).collect();
    Value::list(names?)
}

fn labels(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Node(id) => match context.graph.node(*id) {
            Some(node) => names(context, node.labels().iter().copied()),
            None => Err(gone(Entity::Node(*id))),
        },
        other => Err(wrong("labels", "a Node", other)),
    }
}

fn type_of(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Relationship(id) => match context.graph.type_of(*id) {
            Some(kind) => Value::text(context.graph.name(kind)),
            None => Err(gone(Entity::Relationship(*id))),
        },
        other => Err(wrong("type", "a Relationship", other)),
    }
}

fn end(
    function: &str,
    context: &Context<'_>,
    arguments: &[Value],
    which: impl FnOnce((crate::store::NodeId, crate::store::NodeId)) -> crate::store::NodeId,
) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Relationship(id) => match context.graph.ends_of(*id) {
            Some(ends) => Ok(Value::Node(which(ends))),
            None => Err(gone(Entity::Relationship(*id))),
        },
        other => Err(wrong(function, "a Relationship", other)),
    }
}

fn keys(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Map(map) => {
            Value::list(map.as_slice().iter().map(|(key, _)| Value::Text(key.clone())).collect())
        }
        other => match entity(other) {
            Some(entity) => {
                names(context, properties_of(context, entity)?.iter().map(|(key, _)| key))
            }
            None => Err(wrong("keys", "a Map, a Node or a Relationship", other)),
        },
    }
}

fn properties(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null | Value::Map(_) => Ok(argument(arguments, 0).clone()),
        other => match entity(other) {
            Some(entity) => property_map(context, entity),
            None => Err(wrong("properties", "a Map, a Node or a Relationship", other)),
        },
    }
}

/// All properties of a node or relationship as a map.
pub fn property_map(context: &Context<'_>, entity: Entity) -> Result<Value, Error> {
    let properties = properties_of(context, entity)?;
    let entries: Result<_, _> = properties
        .iter()
        .map(|(key, value)| Ok((Text::new(context.graph.name(key))?, value.clone())))
        .collect();
    Value::map(entries?)
}

fn path<'v>(function: &str, arguments: &'v [Value]) -> Result<Option<&'v Path>, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(None),
        Value::Path(path) => Ok(Some(path)),
        other => Err(wrong(function, "a Path", other)),
    }
}

fn length(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let path = path("length", arguments)?;
    Ok(path.map_or(Value::Null, |path| count(path.relationships().len())))
}

fn nodes(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match path("nodes", arguments)? {
        Some(path) => Value::list(path.nodes().iter().copied().map(Value::Node).collect()),
        None => Ok(Value::Null),
    }
}

fn relationships(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match path("relationships", arguments)? {
        Some(path) => {
            Value::list(path.relationships().iter().copied().map(Value::Relationship).collect())
        }
        None => Ok(Value::Null),
    }
}
