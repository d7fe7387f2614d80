//! Vectors: numbers of one type, at the least one and not many. What is measured on them is computed in floats of
//! 32 bits, as Neo4j computes it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::error::{Error, ErrorKind};
use crate::float::float_text;

/// How many coordinates a vector may have.
pub const MAX_DIMENSION: usize = 4096;

/// The type of a vector's coordinates, in the order in which vectors are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CoordinateType {
    /// 8 bits.
    Integer8,
    /// 16 bits.
    Integer16,
    /// 32 bits.
    Integer32,
    /// 64 bits, which is what an integer has.
    Integer64,
    /// 32 bits.
    Float32,
    /// 64 bits, which is what a float has.
    Float64,
}

impl CoordinateType {
    /// Its name as a vector prints it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CoordinateType::Integer8 => "INTEGER8",
            CoordinateType::Integer16 => "INTEGER16",
            CoordinateType::Integer32 => "INTEGER32",
            CoordinateType::Integer64 => "INTEGER64",
            CoordinateType::Float32 => "FLOAT32",
            CoordinateType::Float64 => "FLOAT64",
        }
    }

    /// Its name as a type of values.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        match self {
            CoordinateType::Integer64 => "INTEGER",
            CoordinateType::Float64 => "FLOAT",
            other => other.name(),
        }
    }

    /// The type of a name, whatever its case.
    #[must_use]
    pub fn named(name: &str) -> Option<CoordinateType> {
        Some(match name.to_ascii_uppercase().as_str() {
            "INTEGER8" | "INT8" => CoordinateType::Integer8,
            "INTEGER16" | "INT16" => CoordinateType::Integer16,
            "INTEGER32" | "INT32" => CoordinateType::Integer32,
            "INTEGER64" | "INT64" | "INTEGER" | "INT" => CoordinateType::Integer64,
            "FLOAT32" => CoordinateType::Float32,
            "FLOAT64" | "FLOAT" => CoordinateType::Float64,
            _ => return None,
        })
    }

    /// The whole numbers that it holds.
    fn range(self) -> std::ops::RangeInclusive<i64> {
        match self {
            CoordinateType::Integer8 => i8::MIN.into()..=i8::MAX.into(),
            CoordinateType::Integer16 => i16::MIN.into()..=i16::MAX.into(),
            CoordinateType::Integer32 => i32::MIN.into()..=i32::MAX.into(),
            _ => i64::MIN..=i64::MAX,
        }
    }
}

/// How far two vectors are from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metric {
    Euclidean,
    EuclideanSquared,
    Manhattan,
    Cosine,
    Dot,
    Hamming,
}

impl Metric {
    /// The metric of a name, whatever its case.
    pub fn named(name: &str) -> Option<Metric> {
        Some(match name.to_ascii_uppercase().as_str() {
            "EUCLIDEAN" => Metric::Euclidean,
            "EUCLIDEAN_SQUARED" => Metric::EuclideanSquared,
            "MANHATTAN" => Metric::Manhattan,
            "COSINE" => Metric::Cosine,
            "DOT" => Metric::Dot,
            "HAMMING" => Metric::Hamming,
            _ => return None,
        })
    }

    /// Whether a vector's length can be measured by it.
    pub fn is_norm(self) -> bool {
        matches!(self, Metric::Euclidean | Metric::Manhattan)
    }

    /// The distance of two that have one dimension.
    pub fn distance(self, a: &[f32], b: &[f32]) -> f32 {
        match self {
            Metric::Euclidean => squares(a, b).sqrt(),
            Metric::EuclideanSquared => squares(a, b),
            Metric::Manhattan => sum(a, b, |a, b| (a - b).abs()),
            Metric::Cosine => 1.0 - cosine(a, b),
            Metric::Dot => -dot(a, b),
            Metric::Hamming => sum(a, b, |a, b| if a == b { 0.0 } else { 1.0 }),
        }
    }
}

fn sum(a: &[f32], b: &[f32], of: impl Fn(f32, f32) -> f32) -> f32 {
    a.iter().zip(b).map(|(a, b)| of(*a, *b)).fold(0.0, |sum, one| sum + one)
}

fn squares(a: &[f32], b: &[f32]) -> f32 {
    sum(a, b, |a, b| (a - b) * (a - b))
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    sum(a, b, |a, b| a * b)
}

/// The cosine of the angle between two.
#[expect(clippy::cast_possible_truncation, reason = "rounded to what is computed with")]
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let lengths = f64::from(dot(a, a)) * f64::from(dot(b, b));
    (f64::from(dot(a, b)) / lengths.sqrt()) as f32
}

/// From 0 to 1, by the angle between two, which are brought to the length 1 first; `None` where one has no length. Lengths
/// have twice as many digits as what is measured by them.
#[expect(clippy::cast_possible_truncation, reason = "rounded to what is computed with")]
pub(crate) fn similarity_by_cosine(a: &[f32], b: &[f32]) -> Option<f32> {
    let length = |of: &[f32]| of.iter().map(|one| f64::from(*one).powi(2)).sum::<f64>().sqrt();
    let (a_length, b_length) = (length(a), length(b));
    let unit = |one: f32, length: f64| (f64::from(one) / length) as f32;
    let cosine = sum(a, b, |a, b| unit(a, a_length) * unit(b, b_length));
    (a_length > 0.0 && b_length > 0.0).then(|| ((1.0 + cosine) / 2.0).max(0.0))
}

/// From 0 to 1, by the square of the distance of two. Of many coordinates every fourth goes into a sum of its own.
pub(crate) fn similarity_by_distance(a: &[f32], b: &[f32]) -> f32 {
    const FEW: usize = 32;
    let cut = if a.len() > FEW { a.len() / 4 * 4 } else { 0 };
    let mut sums = [0.0; 4];
    for (a, b) in a[..cut].chunks_exact(4).zip(b.chunks_exact(4)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += (a - b) * (a - b);
        }
    }
    let [first, second, third, fourth] = sums;
    let rest = a[cut..].iter().zip(&b[cut..]);
    let squares = rest.fold(first + second + third + fourth, |sum, (a, b)| sum + (a - b) * (a - b));
    1.0 / (1.0 + squares)
}

/// A vector.
#[derive(Clone, Debug)]
pub struct Vector {
    of: CoordinateType,
    coordinates: Coordinates,
}

#[derive(Clone, Debug)]
enum Coordinates {
    Integers(Box<[i64]>),
    Floats(Box<[f64]>),
}

/// A number before it is known which type of coordinate it becomes.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// A whole one.
    Integer(i64),
    /// Any.
    Float(f64),
}

impl Vector {
    /// A vector of these numbers, which are rounded or cut off to its type.
    pub fn new(of: CoordinateType, numbers: &[Number]) -> Result<Vector, Error> {
        check_dimension(numbers.len())?;
        let coordinates = match of {
            CoordinateType::Float32 | CoordinateType::Float64 => {
                let floats = numbers.iter().map(|number| float_coordinate(of, *number));
                Coordinates::Floats(floats.collect::<Result<_, _>>()?)
            }
            _ => {
                let integers = numbers.iter().map(|number| integer_coordinate(of, *number));
                Coordinates::Integers(integers.collect::<Result<_, _>>()?)
            }
        };
        Ok(Vector { of, coordinates })
    }

    /// The type of its coordinates.
    #[must_use]
    pub fn coordinate_type(&self) -> CoordinateType {
        self.of
    }

    /// How many coordinates it has.
    #[must_use]
    pub fn dimension(&self) -> usize {
        match &self.coordinates {
            Coordinates::Integers(integers) => integers.len(),
            Coordinates::Floats(floats) => floats.len(),
        }
    }

    /// Its coordinates.
    pub fn numbers(&self) -> impl Iterator<Item = Number> + '_ {
        let (integers, floats): (&[i64], &[f64]) = match &self.coordinates {
            Coordinates::Integers(integers) => (integers, &[]),
            Coordinates::Floats(floats) => (&[], floats),
        };
        let integers = integers.iter().copied().map(Number::Integer);
        integers.chain(floats.iter().copied().map(Number::Float))
    }

    /// Its coordinates as what is measured on them takes them.
    pub(crate) fn floats(&self) -> Vec<f32> {
        self.numbers().map(Number::to_f32).collect()
    }

    /// What its coordinates take.
    pub(crate) fn bytes(&self) -> usize {
        self.dimension() * size_of::<i64>()
    }

    /// By type, dimension and coordinates.
    #[must_use]
    pub fn order(&self, other: &Vector) -> Ordering {
        let kind = self.of.cmp(&other.of).then(self.dimension().cmp(&other.dimension()));
        kind.then_with(|| match (&self.coordinates, &other.coordinates) {
            (Coordinates::Integers(a), Coordinates::Integers(b)) => a.cmp(b),
            (Coordinates::Floats(a), Coordinates::Floats(b)) => {
                let orders = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
                orders.fold(Ordering::Equal, Ordering::then)
            }
            _ => Ordering::Equal,
        })
    }
}

impl Number {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "what is measured is measured in 32 bits"
    )]
    pub(crate) fn to_f32(self) -> f32 {
        match self {
            Number::Integer(number) => number as f32,
            Number::Float(number) => number as f32,
        }
    }
}

/// Refuses a dimension that no vector has.
pub(crate) fn check_dimension(dimension: usize) -> Result<(), Error> {
    if (1..=MAX_DIMENSION).contains(&dimension) {
        return Ok(());
    }
    let message = format!("a vector has from 1 to {MAX_DIMENSION} coordinates, not {dimension}");
    Err(Error::new(ErrorKind::Argument, message).because("NumberOutOfRange"))
}

fn float_coordinate(of: CoordinateType, number: Number) -> Result<f64, Error> {
    #[expect(clippy::cast_precision_loss, reason = "rounded to the nearest float")]
    let float = match number {
        _ if of == CoordinateType::Float32 => f64::from(number.to_f32()),
        Number::Integer(number) => number as f64,
        Number::Float(number) => number,
    };
    if float.is_finite() {
        return Ok(float);
    }
    Err(Error::new(ErrorKind::Argument, "the coordinates of a vector are finite numbers"))
}

fn integer_coordinate(of: CoordinateType, number: Number) -> Result<i64, Error> {
    const BOUND: f64 = 9_223_372_036_854_775_808.0;
    let integer = match number {
        Number::Integer(integer) => Some(integer),
        #[expect(
            clippy::cast_possible_truncation,
            reason = "cut off and within the bounds; NaN is zero"
        )]
        Number::Float(float) => {
            (float.is_nan() || (-BOUND..BOUND).contains(&float)).then_some(float as i64)
        }
    };
    integer.filter(|integer| of.range().contains(integer)).ok_or_else(|| {
        let message = format!("a coordinate is outside of what {} holds", of.name());
        Error::new(ErrorKind::Arithmetic, message).because("NumberOutOfRange")
    })
}

impl PartialEq for Vector {
    fn eq(&self, other: &Vector) -> bool {
        self.order(other).is_eq()
    }
}

impl Eq for Vector {}

impl Hash for Vector {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.of.hash(state);
        match &self.coordinates {
            Coordinates::Integers(integers) => integers.hash(state),
            Coordinates::Floats(floats) => floats.iter().for_each(|it| it.to_bits().hash(state)),
        }
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("vector([")?;
        for (at, number) in self.numbers().enumerate() {
            f.write_str(if at > 0 { ", " } else { "" })?;
            match number {
                Number::Integer(number) => write!(f, "{number}")?,
                #[expect(clippy::cast_possible_truncation, reason = "it has no more bits")]
                Number::Float(number) if self.of == CoordinateType::Float32 => {
                    f.write_str(&float_text(number as f32))?;
                }
                Number::Float(number) => f.write_str(&float_text(number))?,
            }
        }
        write!(f, "], {}, {})", self.dimension(), self.of.name())
    }
}
