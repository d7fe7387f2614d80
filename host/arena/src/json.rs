//! Values of queries as JSON, and JSON as parameters of queries.

use othello_board::{Datum, NodeDatum, RelationshipDatum};
use serde_json::{Map, Value, json};

/// How many characters of a value are shown to somebody who expected another one.
const LONGEST_DESCRIPTION: usize = 120;

/// A parameter from what a player wrote in its answer.
#[must_use]
pub fn to_datum(value: &Value) -> Datum {
    match value {
        Value::Null => Datum::Null,
        Value::Bool(truth) => Datum::Bool(*truth),
        // Whole numbers beyond 64 bits become floats, as they do in most readers of JSON.
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Datum::Integer(integer),
            None => Datum::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Datum::Text(text.clone()),
        Value::Array(values) => Datum::List(values.iter().map(to_datum).collect()),
        Value::Object(entries) => {
            Datum::Map(entries.iter().map(|(key, value)| (key.clone(), to_datum(value))).collect())
        }
    }
}

/// A value of a query for listings and records. Nodes and relationships tell what they are; floats that
/// JSON has no number for become texts.
#[must_use]
pub fn from_datum(datum: &Datum) -> Value {
    match datum {
        Datum::Null => Value::Null,
        Datum::Bool(truth) => (*truth).into(),
        Datum::Integer(integer) => (*integer).into(),
        Datum::Float(float) => match serde_json::Number::from_f64(*float) {
            Some(number) => Value::Number(number),
            None => float.to_string().into(),
        },
        Datum::Text(text) => text.clone().into(),
        Datum::List(values) => values.iter().map(from_datum).collect(),
        Datum::Map(entries) => properties(entries),
        Datum::Node(node) => from_node(node),
        Datum::Relationship(relationship) => from_relationship(relationship),
        Datum::Path(path) => json!({
            "nodes": path.nodes.iter().map(from_node).collect::<Value>(),
            "relationships": path.relationships.iter().map(from_relationship).collect::<Value>(),
        }),
        Datum::Foreign(foreign) => foreign.text.clone().into(),
    }
}

/// A value in a few words, for somebody who expected another one.
#[must_use]
pub fn describe(datum: &Datum) -> String {
    let what = match datum {
        Datum::Null => return "null".to_owned(),
        Datum::Bool(_) => "a boolean",
        Datum::Integer(_) => "an integer",
        Datum::Float(_) => "a float",
        Datum::Text(_) => "a text",
        Datum::List(_) => "a list",
        Datum::Map(_) => "a map",
        Datum::Node(_) => "a node",
        Datum::Relationship(_) => "a relationship",
        Datum::Path(_) => "a path",
        Datum::Foreign(foreign) => &foreign.kind,
    };
    let mut text = from_datum(datum).to_string();
    if text.chars().count() > LONGEST_DESCRIPTION {
        text = text.chars().take(LONGEST_DESCRIPTION).chain("...".chars()).collect();
    }
    format!("{what}: {text}")
}

fn from_node(node: &NodeDatum) -> Value {
    json!({ "labels": node.labels, "properties": properties(&node.properties) })
}

fn from_relationship(relationship: &RelationshipDatum) -> Value {
    json!({ "type": relationship.kind, "properties": properties(&relationship.properties) })
}

fn properties(entries: &std::collections::BTreeMap<String, Datum>) -> Value {
    let entries = entries.iter().map(|(key, value)| (key.clone(), from_datum(value)));
    Value::Object(entries.collect::<Map<_, _>>())
}
