//! What kinds of value there are to the checker, as sets, and what the values of two sets have in common.

use crate::value::Value;

/// The kind of a parameter that a run is given, as far as Neo4j asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    Any,
    Boolean,
    Integer,
    String,
    Map,
    List,
}

impl ParameterKind {
    pub(crate) fn of(value: &Value) -> ParameterKind {
        match value {
            Value::Bool(_) => ParameterKind::Boolean,
            Value::Integer(_) => ParameterKind::Integer,
            Value::Text(_) => ParameterKind::String,
            Value::Map(_) => ParameterKind::Map,
            Value::List(_) => ParameterKind::List,
            _ => ParameterKind::Any,
        }
    }
}

impl From<ParameterKind> for Kinds {
    fn from(kind: ParameterKind) -> Kinds {
        match kind {
            ParameterKind::Any => Kinds::ANY,
            ParameterKind::Boolean => Kinds::BOOLEAN,
            ParameterKind::Integer => Kinds::INTEGER,
            ParameterKind::String => Kinds::STRING,
            ParameterKind::Map => Kinds::MAP_LIKE,
            ParameterKind::List => Kinds::LIST,
        }
    }
}

/// A set of kinds of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u32);

impl Kinds {
    pub(super) const NONE: Kinds = Kinds(0);
    pub(super) const BOOLEAN: Kinds = Kinds(1);
    pub(super) const INTEGER: Kinds = Kinds(1 << 1);
    pub(super) const FLOAT: Kinds = Kinds(1 << 2);
    pub(super) const STRING: Kinds = Kinds(1 << 3);
    pub(super) const NODE: Kinds = Kinds(1 << 4);
    pub(super) const RELATIONSHIP: Kinds = Kinds(1 << 5);
    pub(super) const PATH: Kinds = Kinds(1 << 6);
    pub(super) const MAP: Kinds = Kinds(1 << 7);
    pub(super) const LIST: Kinds = Kinds(1 << 8);
    pub(super) const POINT: Kinds = Kinds(1 << 9);
    pub(super) const DURATION: Kinds = Kinds(1 << 10);
    pub(super) const DATE: Kinds = Kinds(1 << 11);
    pub(super) const UUID: Kinds = Kinds(1 << 12);
    pub(super) const VECTOR: Kinds = Kinds(1 << 13);
    /// What is none of the others, such as a graph.
    pub(super) const OTHER: Kinds = Kinds(1 << 14);
    pub(super) const LOCAL_TIME: Kinds = Kinds(1 << 15);
    pub(super) const ZONED_TIME: Kinds = Kinds(1 << 16);
    pub(super) const LOCAL_DATETIME: Kinds = Kinds(1 << 17);
    pub(super) const ZONED_DATETIME: Kinds = Kinds(1 << 18);
    /// What is known to be of kinds that differ, such as the elements of `[1] + ['a']`: it is nothing that can be asked for.
    pub(super) const MIXED: Kinds = Kinds(1 << 19);
    pub(super) const ANY: Kinds = Kinds((1 << 20) - 1);

    /// Dates and times of every kind.
    pub(super) const INSTANT: Kinds = Kinds::DATE
        .or(Kinds::LOCAL_TIME)
        .or(Kinds::ZONED_TIME)
        .or(Kinds::LOCAL_DATETIME)
        .or(Kinds::ZONED_DATETIME);

    pub(super) const NUMBER: Kinds = Kinds::INTEGER.or(Kinds::FLOAT);
    pub(super) const ENTITY: Kinds = Kinds::NODE.or(Kinds::RELATIONSHIP);
    /// What a map is in a list that is written down: to the servers, nodes and relationships are maps of a kind.
    pub(super) const MAP_LIKE: Kinds = Kinds::MAP.or(Kinds::ENTITY);
    /// What Cypher 25 alone has.
    pub(super) const NEWER: Kinds = Kinds::UUID.or(Kinds::VECTOR);
    /// What a property of a node or relationship can be.
    pub(super) const STORED: Kinds =
        Kinds::ANY.without(Kinds::MAP_LIKE.or(Kinds::PATH).or(Kinds::OTHER).or(Kinds::MIXED));
    /// What stands in a list that is a property.
    pub(super) const STORED_ONE: Kinds = Kinds::STORED.without(Kinds::LIST);
    /// What has properties or fields.
    pub(super) const KEYED: Kinds =
        Kinds::ENTITY.or(Kinds::MAP).or(Kinds::POINT).or(Kinds::DURATION).or(Kinds::INSTANT);

    pub(super) const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub(super) const fn without(self, others: Kinds) -> Kinds {
        Kinds(self.0 & !others.0)
    }

    pub(super) fn meets(self, other: Kinds) -> bool {
        self.and(other).0 != 0
    }

    pub(super) fn within(self, other: Kinds) -> bool {
        self.without(other).0 == 0
    }

    /// What two values can have in common, one of either set. An integer and a float have no more than that they are
    /// numbers, which nothing can be done with.
    pub(super) fn in_common(self, other: Kinds) -> Kinds {
        let either = self.or(other);
        let mut common = self.and(other);
        let two_maps = either.and(Kinds::MAP_LIKE).0.count_ones() > 1;
        if two_maps && self.meets(Kinds::MAP_LIKE) && other.meets(Kinds::MAP_LIKE) {
            common = common.or(Kinds::MAP);
        }
        // The servers have it that a list can be taken for a truth value.
        let (list, truth) = (Kinds::LIST, Kinds::BOOLEAN);
        if self.meets(list) && other.meets(truth) || self.meets(truth) && other.meets(list) {
            common = common.or(truth);
        }
        let alike = either.within(Kinds::MAP_LIKE) || either.0.count_ones() == 1;
        if alike { common } else { common.or(Kinds::MIXED) }
    }
}
