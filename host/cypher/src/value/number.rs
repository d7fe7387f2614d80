//! A number apart from all other values: it fits into registers, where a value goes by way of memory.

use super::Value;

/// An integer or a float.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    Integer(i64),
    Float(Bits),
}

/// A float by its bits: what holds an integer or a float as it is comes back from a function by way of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bits(u64);

impl Number {
    /// The number that a value is.
    #[inline]
    pub fn of(value: &Value) -> Option<Number> {
        match value {
            Value::Integer(value) => Some(Number::Integer(*value)),
            Value::Float(value) => Some(Number::of_float(*value)),
            _ => None,
        }
    }

    /// A float.
    #[inline]
    pub const fn of_float(value: f64) -> Number {
        Number::Float(Bits(value.to_bits()))
    }

    /// The float next to it.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "as Neo4j computes with both kinds")]
    pub fn float(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Float(Bits(bits)) => f64::from_bits(bits),
        }
    }

    /// Cut to an integer of 64 bits.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "saturating, as Neo4j converts it")]
    pub fn integer(self) -> i64 {
        match self {
            Number::Integer(value) => value,
            Number::Float(_) => self.float() as i64,
        }
    }
}

impl From<Number> for Value {
    #[inline]
    fn from(number: Number) -> Value {
        match number {
            Number::Integer(value) => Value::Integer(value),
            Number::Float(_) => Value::Float(number.float()),
        }
    }
}

impl Value {
    /// Takes the place of what was here, as [`Value::set`] does, and is no value on its way.
    #[inline]
    pub(crate) fn set_number(&mut self, number: Number) {
        match (number, &mut *self) {
            (Number::Integer(new), Value::Integer(old)) => *old = new,
            (number, place) => *place = number.into(),
        }
    }
}
