//! The three ways in which values are compared: `=` and `<` with their unknowns, the total order of `ORDER BY`,
//! and the equivalence of `DISTINCT` and grouping with a hash to match. Long walks end when the meter is over, with any answer.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::{Map, Text, Value};
use crate::meter::Meter;

/// What `<` and its like find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// A null took part, or the types have no order between them.
    Unknown,
    /// NaN against a number: every comparison is false.
    Unordered,
    /// Equal, of a type without an order: neither is less, and it is not known which would be.
    Equal,
    /// Less, equal or greater.
    Is(Ordering),
}

impl Compared {
    /// What a comparison says that is true of the orderings that `test` accepts.
    #[inline]
    #[must_use]
    pub fn holds(self, test: impl FnOnce(Ordering) -> bool) -> Option<bool> {
        match self {
            Compared::Unknown => None,
            Compared::Unordered => Some(false),
            Compared::Equal => test(Ordering::Equal).then_some(true),
            Compared::Is(ordering) => Some(test(ordering)),
        }
    }
}

impl Value {
    /// `=`: `None` is null. Values of different types are different; numbers compare by value.
    #[must_use]
    pub fn equals(&self, other: &Value, meter: &Meter) -> Option<bool> {
        match (self, other) {
            (Value::Null, _) | (_, Value::Null) => None,
            (Value::Integer(a), Value::Integer(b)) => Some(a == b),
            (Value::Text(a), Value::Text(b)) => equal_texts(a, b, meter),
            (Value::Bool(a), Value::Bool(b)) => Some(a == b),
            (Value::Node(a), Value::Node(b)) => Some(a == b),
            (Value::Relationship(a), Value::Relationship(b)) => Some(a == b),
            (Value::Float(a), Value::Float(b)) => Some(a == b),
            (Value::Integer(a), Value::Float(b)) | (Value::Float(b), Value::Integer(a)) => {
                Some(compare_mixed(*a, *b) == Some(Ordering::Equal))
            }
            (Value::List(a), Value::List(b)) => equal_lists(a.as_slice(), b.as_slice(), meter),
            (Value::Map(a), Value::Map(b)) => equal_maps(a, b, meter),
            (Value::Path(_), Value::Path(_)) => Some(self.order(other, meter).is_eq()),
            (Value::Temporal(a), Value::Temporal(b)) => Some(**a == **b),
            (Value::Point(a), Value::Point(b)) => Some(**a == **b),
            (Value::Uuid(a), Value::Uuid(b)) => Some(a == b),
            (Value::Vector(a), Value::Vector(b)) if meter.is_over_behind(a.bytes() + b.bytes()) => {
                None
            }
            (Value::Vector(a), Value::Vector(b)) => Some(**a == **b),
            _ => Some(false),
        }
    }

    /// What `<` and its like compare: numbers, texts, booleans, lists, maps, nodes, relationships, paths and each type of
    /// dates and times among themselves.
    #[must_use]
    pub fn compare(&self, other: &Value, meter: &Meter) -> Compared {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => Compared::Is(a.cmp(b)),
            (Value::Float(a), Value::Float(b)) => numbers(compare_floats(*a, *b)),
            (Value::Integer(0), Value::Float(b)) => numbers(compare_floats(0.0, *b)),
            (Value::Float(a), Value::Integer(0)) => numbers(compare_floats(*a, 0.0)),
            (Value::Integer(a), Value::Float(b)) => numbers(compare_mixed(*a, *b)),
            (Value::Float(a), Value::Integer(b)) => {
                numbers(compare_mixed(*b, *a).map(Ordering::reverse))
            }
            (Value::Text(a), Value::Text(b)) => Compared::Is(order_texts(a, b, meter)),
            (Value::Bool(a), Value::Bool(b)) => Compared::Is(a.cmp(b)),
            (Value::Node(a), Value::Node(b)) => Compared::Is(a.cmp(b)),
            (Value::Relationship(a), Value::Relationship(b)) => Compared::Is(a.cmp(b)),
            (Value::Path(_), Value::Path(_)) => Compared::Is(self.order(other, meter)),
            (Value::List(a), Value::List(b)) => compare_lists(a.as_slice(), b.as_slice(), meter),
            (Value::Map(a), Value::Map(b)) => compare_maps(a, b, meter),
            (Value::Temporal(a), Value::Temporal(b)) => match a.compare(b) {
                Some(ordering) => Compared::Is(ordering),
                None if **a == **b => Compared::Equal,
                None => Compared::Unknown,
            },
            (Value::Point(a), Value::Point(b)) if **a == **b => Compared::Equal,
            (Value::Uuid(a), Value::Uuid(b)) if a == b => Compared::Equal,
            (Value::Vector(_), Value::Vector(_)) if self.equals(other, meter) == Some(true) => {
                Compared::Equal
            }
            _ => Compared::Unknown,
        }
    }

    /// The order of `ORDER BY`, `min` and `max`: map, node, relationship, list, path, vector, point, temporal,
    /// text, boolean, UUID, number (NaN the largest), null. Total: what it finds equal is [equivalent](Value::equivalent).
    #[must_use]
    pub fn order(&self, other: &Value, meter: &Meter) -> Ordering {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) => order_texts(a, b, meter),
            (Value::Float(a), Value::Float(b)) => order_floats(*a, *b),
            (Value::Integer(a), Value::Float(b)) => compare_mixed(*a, *b).unwrap_or(Ordering::Less),
            (Value::Float(a), Value::Integer(b)) => {
                compare_mixed(*b, *a).map_or(Ordering::Greater, Ordering::reverse)
            }
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Node(a), Value::Node(b)) => a.cmp(b),
            (Value::Relationship(a), Value::Relationship(b)) => a.cmp(b),
            (Value::List(a), Value::List(b)) => order_lists(a.as_slice(), b.as_slice(), meter),
            (Value::Map(a), Value::Map(b)) => order_maps(a, b, meter),
            (Value::Path(a), Value::Path(b)) if meter.is_over_behind(size_of_val(a.nodes())) => {
                a.nodes().len().cmp(&b.nodes().len())
            }
            // Where two begin at one node, their relationships say all.
            (Value::Path(a), Value::Path(b)) => {
                let begins = a.nodes().first().cmp(&b.nodes().first());
                begins.then_with(|| a.relationships().cmp(b.relationships()))
            }
            (Value::Temporal(a), Value::Temporal(b)) => a.order(b),
            (Value::Point(a), Value::Point(b)) => a.order(b),
            (Value::Uuid(a), Value::Uuid(b)) => a.cmp(b),
            (Value::Vector(a), Value::Vector(b)) if meter.is_over_behind(a.bytes() + b.bytes()) => {
                Ordering::Equal
            }
            (Value::Vector(a), Value::Vector(b)) => a.order(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    /// The same for what is sorted or chosen from as it is: -0.0, which is equal to 0.0, comes before it.
    #[must_use]
    pub fn order_with_sign(&self, other: &Value, meter: &Meter) -> Ordering {
        self.order(other, meter).then_with(|| match (self, other) {
            (Value::Float(a), Value::Float(b)) => a.total_cmp(b),
            _ => Ordering::Equal,
        })
    }

    /// Whether `DISTINCT` and grouping see one value: null is null, NaN is NaN, 1 is 1.0.
    #[must_use]
    pub fn equivalent(&self, other: &Value, meter: &Meter) -> bool {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Node(a), Value::Node(b)) => a == b,
            (Value::List(a), Value::List(b)) if a.same(b) => true,
            (Value::List(a), Value::List(b)) if a.as_slice().len() != b.as_slice().len() => false,
            (Value::Map(a), Value::Map(b)) if a.same(b) => true,
            (Value::Map(a), Value::Map(b)) if a.as_slice().len() != b.as_slice().len() => false,
            (Value::Text(a), Value::Text(b)) => equal_texts(a, b, meter) == Some(true),
            _ => self.order(other, meter) == Ordering::Equal,
        }
    }

    /// The integer that it is, or that the same number as a float is.
    #[inline]
    pub(crate) fn as_whole(&self) -> Option<i64> {
        match self {
            Value::Integer(value) => Some(*value),
            Value::Float(value) => whole(*value),
            _ => None,
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Map(_) => 0,
            Value::Node(_) => 1,
            Value::Relationship(_) => 2,
            Value::List(_) => 3,
            Value::Path(_) => 4,
            Value::Vector(_) => 5,
            Value::Point(_) => 6,
            Value::Temporal(_) => 7,
            Value::Text(_) => 8,
            Value::Bool(_) => 9,
            Value::Uuid(_) => 10,
            Value::Integer(_) | Value::Float(_) => 11,
            Value::Null => 12,
        }
    }

    /// Feeds a hash that is the same for equivalent values.
    pub fn hash_into<H: Hasher>(&self, state: &mut H, meter: &Meter) {
        let over = match self {
            Value::Text(text) => meter.is_over_behind(text.as_str().len()),
            Value::Path(path) => meter.is_over_behind(size_of_val(path.nodes())),
            Value::Vector(vector) => meter.is_over_behind(vector.bytes()),
            Value::List(_) | Value::Map(_) => meter.is_over(),
            _ => false,
        };
        if over {
            return;
        }
        state.write_u8(self.rank());
        match self {
            Value::Null => {}
            Value::Bool(value) => value.hash(state),
            Value::Integer(value) => value.hash(state),
            Value::Float(value) => match whole(*value) {
                Some(integer) => integer.hash(state),
                None if value.is_nan() => f64::NAN.to_bits().hash(state),
                None => value.to_bits().hash(state),
            },
            Value::Text(value) => value.hash(state),
            Value::List(list) => {
                list.as_slice().len().hash(state);
                for value in list.as_slice() {
                    if meter.is_over() {
                        return;
                    }
                    value.hash_into(state, meter);
                }
            }
            Value::Map(map) => {
                map.as_slice().len().hash(state);
                for (key, value) in map.as_slice() {
                    if meter.is_over_behind(key.as_str().len()) {
                        return;
                    }
                    key.hash(state);
                    value.hash_into(state, meter);
                }
            }
            Value::Node(id) => id.hash(state),
            Value::Relationship(id) => id.hash(state),
            Value::Path(path) => {
                path.nodes().hash(state);
                path.relationships().hash(state);
            }
            Value::Temporal(value) => (**value).hash(state),
            Value::Point(point) => point.key().hash(state),
            Value::Uuid(uuid) => uuid.hash(state),
            Value::Vector(vector) => (**vector).hash(state),
        }
    }
}

fn numbers(ordering: Option<Ordering>) -> Compared {
    ordering.map_or(Compared::Unordered, Compared::Is)
}

/// As the servers compare: the negative zero, though equal to the other one, is less.
fn compare_floats(a: f64, b: f64) -> Option<Ordering> {
    let zeros = || b.is_sign_negative().cmp(&a.is_sign_negative());
    a.partial_cmp(&b).map(|ordering| ordering.then_with(zeros))
}

fn order_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// 2^63: every integer is below it, and not below its negative.
const BOUND: f64 = 9_223_372_036_854_775_808.0;

/// The integer that a float is, exactly; `None` where it is none.
fn whole(value: f64) -> Option<i64> {
    if value.fract() != 0.0 || !(-BOUND..BOUND).contains(&value) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and within the bounds")]
    Some(value as i64)
}

/// An integer against a float, exactly: neither is rounded to the other's type. `None` for NaN.
fn compare_mixed(integer: i64, float: f64) -> Option<Ordering> {
    if float.is_nan() {
        None
    } else if float >= BOUND {
        Some(Ordering::Less)
    } else if float < -BOUND {
        Some(Ordering::Greater)
    } else {
        let floor = whole(float.floor())?;
        Some(integer.cmp(&floor).then(if float.fract() == 0.0 {
            Ordering::Equal
        } else {
            Ordering::Less
        }))
    }
}

/// Texts of one length are compared to their end, which counts.
fn equal_texts(a: &Text, b: &Text, meter: &Meter) -> Option<bool> {
    let (a, b) = (a.as_str(), b.as_str());
    if a.len() != b.len() {
        return Some(false);
    }
    (!meter.is_over_behind(a.len())).then(|| a == b)
}

fn order_texts(a: &Text, b: &Text, meter: &Meter) -> Ordering {
    let (a, b) = (a.as_str(), b.as_str());
    if meter.is_over_behind(a.len().min(b.len())) { Ordering::Equal } else { a.cmp(b) }
}

fn equal_lists(a: &[Value], b: &[Value], meter: &Meter) -> Option<bool> {
    if a.len() != b.len() {
        return Some(false);
    }
    all_equal(a.iter().zip(b), meter)
}

fn equal_maps(a: &Map, b: &Map, meter: &Meter) -> Option<bool> {
    let (a, b) = (a.as_slice(), b.as_slice());
    if a.len() != b.len() {
        return Some(false);
    }
    for (a, b) in a.iter().zip(b) {
        match equal_texts(&a.0, &b.0, meter) {
            Some(true) if !meter.is_over() => {}
            different => return different.filter(|_| !meter.is_over()),
        }
    }
    all_equal(a.iter().zip(b).map(|(a, b)| (&a.1, &b.1)), meter)
}

fn all_equal<'v>(
    pairs: impl Iterator<Item = (&'v Value, &'v Value)>,
    meter: &Meter,
) -> Option<bool> {
    let mut result = Some(true);
    for (a, b) in pairs {
        if meter.is_over() {
            return None;
        }
        match a.equals(b, meter) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

fn compare_lists(a: &[Value], b: &[Value], meter: &Meter) -> Compared {
    for (a, b) in a.iter().zip(b) {
        if meter.is_over() {
            return Compared::Unknown;
        }
        match a.compare(b, meter) {
            Compared::Is(Ordering::Equal) | Compared::Equal => {}
            // What is no number makes a number neither greater nor less, but of lists it is not known.
            Compared::Unordered => return Compared::Unknown,
            other => return other,
        }
    }
    Compared::Is(a.len().cmp(&b.len()))
}

/// The one with fewer keys is less; then that with the smaller keys; then that with the smaller values.
fn compare_maps(a: &Map, b: &Map, meter: &Meter) -> Compared {
    let (a, b) = (a.as_slice(), b.as_slice());
    let keys = |map: &[_]| map.len();
    let by_keys =
        keys(a).cmp(&keys(b)).then_with(|| a.iter().map(|e| &e.0).cmp(b.iter().map(|e| &e.0)));
    if by_keys.is_ne() {
        return Compared::Is(by_keys);
    }
    for (a, b) in a.iter().zip(b) {
        if meter.is_over() {
            return Compared::Unknown;
        }
        match a.1.compare(&b.1, meter) {
            Compared::Is(Ordering::Equal) | Compared::Equal => {}
            Compared::Unordered => return Compared::Unknown,
            other => return other,
        }
    }
    Compared::Is(Ordering::Equal)
}

fn order_lists(a: &[Value], b: &[Value], meter: &Meter) -> Ordering {
    for (a, b) in a.iter().zip(b) {
        if meter.is_over() {
            return Ordering::Equal;
        }
        match a.order(b, meter) {
            Ordering::Equal => {}
            other => return other,
        }
    }
    a.len().cmp(&b.len())
}

fn order_maps(a: &Map, b: &Map, meter: &Meter) -> Ordering {
    let (a, b) = (a.as_slice(), b.as_slice());
    let keys = |map: &[_]| map.len();
    keys(a)
        .cmp(&keys(b))
        .then_with(|| {
            let keys = a.iter().zip(b).map(|(a, b)| order_texts(&a.0, &b.0, meter));
            keys.take_while(|_| !meter.is_over())
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
        .then_with(|| {
            for (a, b) in a.iter().zip(b) {
                if meter.is_over() {
                    return Ordering::Equal;
                }
                match a.1.order(&b.1, meter) {
                    Ordering::Equal => {}
                    other => return other,
                }
            }
            Ordering::Equal
        })
}
