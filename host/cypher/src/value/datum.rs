//! Values as they come in as parameters and go out as results: complete in themselves, nodes with their
//! labels and properties. Every session, embedded or not, answers in these.

use std::collections::BTreeMap;

/// A value that needs no graph to be understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// Nothing.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// A float.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Datum>),
    /// A map.
    Map(BTreeMap<String, Datum>),
    /// A node.
    Node(NodeDatum),
    /// A relationship.
    Relationship(RelationshipDatum),
    /// A path: nodes and relationships in walking order, one node more than relationships.
    Path(Vec<NodeDatum>, Vec<RelationshipDatum>),
    /// A temporal or spatial value of a database that has them, as its text (`type name`, `text`).
    Foreign(String, String),
}

/// A node that left its graph.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeDatum {
    /// Its `elementId`, where the database tells it.
    pub id: String,
    /// Its labels.
    pub labels: Vec<String>,
    /// Its properties.
    pub properties: BTreeMap<String, Datum>,
}

/// A relationship that left its graph.
#[derive(Clone, Debug, PartialEq)]
pub struct RelationshipDatum {
    /// Its `elementId`, where the database tells it.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// The `elementId` of the node that it leaves.
    pub start: String,
    /// The `elementId` of the node that it enters.
    pub end: String,
    /// Its properties.
    pub properties: BTreeMap<String, Datum>,
}

impl From<bool> for Datum {
    fn from(value: bool) -> Datum {
        Datum::Bool(value)
    }
}

impl From<i64> for Datum {
    fn from(value: i64) -> Datum {
        Datum::Integer(value)
    }
}

impl From<f64> for Datum {
    fn from(value: f64) -> Datum {
        Datum::Float(value)
    }
}

impl From<&str> for Datum {
    fn from(value: &str) -> Datum {
        Datum::Text(value.to_owned())
    }
}

impl From<String> for Datum {
    fn from(value: String) -> Datum {
        Datum::Text(value)
    }
}

impl<T: Into<Datum>> From<Vec<T>> for Datum {
    fn from(values: Vec<T>) -> Datum {
        Datum::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Datum>> From<Option<T>> for Datum {
    fn from(value: Option<T>) -> Datum {
        value.map_or(Datum::Null, Into::into)
    }
}
