//! Values as they come in as parameters and go out as results: complete in themselves, nodes with their
//! labels and properties. Every session, embedded or not, answers in these.

use std::collections::BTreeMap;

use crate::spatial::Point;
use crate::temporal::Temporal;
use crate::uuid::Uuid;
use crate::vector::Vector;

/// A value that needs no graph to be understood. What is large stands in a box, so that a long list of numbers is no
/// larger than its text.
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
    Node(Box<NodeDatum>),
    /// A relationship.
    Relationship(Box<RelationshipDatum>),
    /// A path.
    Path(Box<PathDatum>),
    /// A date, a time or a duration.
    Temporal(Box<Temporal>),
    /// A point.
    Point(Box<Point>),
    /// A UUID.
    Uuid(Uuid),
    /// A vector.
    Vector(Box<Vector>),
    /// A value of a type that only other databases have.
    Foreign(Box<ForeignDatum>),
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

/// A path that left its graph, in walking order: one node more than relationships.
#[derive(Clone, Debug, PartialEq)]
pub struct PathDatum {
    /// The nodes.
    pub nodes: Vec<NodeDatum>,
    /// The relationships between them.
    pub relationships: Vec<RelationshipDatum>,
}

/// A value of a type that only other databases have, as its text.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignDatum {
    /// The type's name.
    pub kind: String,
    /// The text.
    pub text: String,
}

impl Datum {
    /// A value of a type that only other databases have.
    pub fn foreign(kind: impl Into<String>, text: impl Into<String>) -> Datum {
        Datum::Foreign(Box::new(ForeignDatum { kind: kind.into(), text: text.into() }))
    }

    /// A path through these nodes.
    #[must_use]
    pub fn path(nodes: Vec<NodeDatum>, relationships: Vec<RelationshipDatum>) -> Datum {
        Datum::Path(Box::new(PathDatum { nodes, relationships }))
    }
}

impl From<NodeDatum> for Datum {
    fn from(node: NodeDatum) -> Datum {
        Datum::Node(Box::new(node))
    }
}

impl From<RelationshipDatum> for Datum {
    fn from(relationship: RelationshipDatum) -> Datum {
        Datum::Relationship(Box::new(relationship))
    }
}

impl From<Temporal> for Datum {
    fn from(value: Temporal) -> Datum {
        Datum::Temporal(Box::new(value))
    }
}

impl From<Point> for Datum {
    fn from(point: Point) -> Datum {
        Datum::Point(Box::new(point))
    }
}

impl From<Uuid> for Datum {
    fn from(uuid: Uuid) -> Datum {
        Datum::Uuid(uuid)
    }
}

impl From<Vector> for Datum {
    fn from(vector: Vector) -> Datum {
        Datum::Vector(Box::new(vector))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_a_list_takes_little_memory() {
        assert!(size_of::<Datum>() <= 32, "{}", size_of::<Datum>());
    }
}
