//! Functions that look into nodes, relationships and paths, and `keys` and `properties`, which take maps too.

use super::argument::{argument, wrong};
use super::code::Native;
use super::scalar::count;
use crate::error::{Error, ErrorKind};
use crate::run::context::Context;
use crate::signatures::GraphFunction;
use crate::store::{Entity, Node, Properties, Token};
use crate::value::{NodeId, Path, Text, Value};

/// The code of a function.
pub(super) fn code(function: GraphFunction) -> Native {
    match function {
        GraphFunction::ElementId => element_id,
        GraphFunction::EndNode => |context, a| end("endNode", context, a, |(_, end)| end),
        GraphFunction::Id => id,
        GraphFunction::Keys => keys,
        GraphFunction::Labels => labels,
        GraphFunction::Length => length,
        GraphFunction::Nodes => nodes,
        GraphFunction::Properties => properties,
        GraphFunction::Relationships => relationships,
        GraphFunction::StartNode => |context, a| end("startNode", context, a, |(start, _)| start),
        GraphFunction::Type => type_of,
    }
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

/// The properties of what is there. A node that is deleted has none, of a relationship nobody may ask.
fn properties_of<'g>(
    context: &Context<'g>,
    entity: Entity,
) -> Result<impl Iterator<Item = (Token, &'g Value)>, Error> {
    let properties = match entity {
        Entity::Node(id) => context.graph.node(id).map(Node::properties),
        Entity::Relationship(id) => {
            let there = context.graph.relationship(id).ok_or_else(|| gone(entity))?;
            Some(there.properties())
        }
    };
    Ok(properties.into_iter().flat_map(Properties::iter))
}

fn entity(value: &Value) -> Option<Entity> {
    match value {
        Value::Node(id) => Some(Entity::Node(*id)),
        Value::Relationship(id) => Some(Entity::Relationship(*id)),
        _ => None,
    }
}

fn element_id(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        other => match entity(other) {
            Some(entity) => Value::text(entity.element_id(), context.meter),
            None => Err(wrong("elementId", "a Node or a Relationship", other)),
        },
    }
}

fn id(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Node(NodeId::NOBODY) => Ok(Value::Integer(-1)),
        Value::Node(id) => Ok(Value::Integer(i64::from(id.0))),
        Value::Relationship(id) => Ok(Value::Integer(i64::from(id.0))),
        other => Err(wrong("id", "a Node or a Relationship", other)),
    }
}

fn names<'g>(context: &Context<'g>, tokens: impl Iterator<Item = Token>) -> Result<Value, Error> {
    let names: Result<_, _> =
        tokens.map(|token| Value::text(context.graph.name(token), context.meter)).collect();
    Value::list(names?, context.meter)
}

fn labels(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Node(id) => match context.graph.node(*id) {
            Some(node) => names(context, node.labels().iter().copied()),
            None if *id == NodeId::NOBODY => names(context, std::iter::empty()),
            None => Err(gone(Entity::Node(*id))),
        },
        other => Err(wrong("labels", "a Node", other)),
    }
}

fn type_of(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Relationship(id) => match context.graph.type_of(*id) {
            Some(kind) => Value::text(context.graph.name(kind), context.meter),
            None => Err(gone(Entity::Relationship(*id))),
        },
        other => Err(wrong("type", "a Relationship", other)),
    }
}

fn end(
    function: &str,
    context: &Context<'_>,
    arguments: &[Value],
    which: impl FnOnce((NodeId, NodeId)) -> NodeId,
) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Relationship(id) => {
            let there = context.graph.relationship(*id);
            let ends = there.map_or((NodeId::NOBODY, NodeId::NOBODY), |it| (it.start, it.end));
            Ok(Value::Node(which(ends)))
        }
        other => Err(wrong(function, "a Relationship", other)),
    }
}

fn keys(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null => Ok(Value::Null),
        Value::Map(map) => Value::list(
            map.as_slice().iter().map(|(key, _)| Value::Text(key.clone())).collect(),
            context.meter,
        ),
        other => match entity(other) {
            Some(entity) => names(context, properties_of(context, entity)?.map(|(key, _)| key)),
            None => Err(wrong("keys", "a Map, a Node or a Relationship", other)),
        },
    }
}

pub(super) fn properties(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match argument(arguments, 0) {
        Value::Null | Value::Map(_) => Ok(argument(arguments, 0).clone()),
        other => match entity(other) {
            Some(entity) => property_map(context, entity),
            None => Err(wrong("properties", "a Map, a Node or a Relationship", other)),
        },
    }
}

/// All properties of a node or relationship as a map.
fn property_map(context: &Context<'_>, entity: Entity) -> Result<Value, Error> {
    let properties = properties_of(context, entity)?;
    let entries: Result<_, _> = properties
        .map(|(key, value)| Ok((Text::new(context.graph.name(key), context.meter)?, value.clone())))
        .collect();
    Value::map(entries?, context.meter)
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

fn nodes(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match path("nodes", arguments)? {
        Some(path) => {
            Value::list(path.nodes().iter().copied().map(Value::Node).collect(), context.meter)
        }
        None => Ok(Value::Null),
    }
}

fn relationships(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match path("relationships", arguments)? {
        Some(path) => Value::list(
            path.relationships().iter().copied().map(Value::Relationship).collect(),
            context.meter,
        ),
        None => Ok(Value::Null),
    }
}
