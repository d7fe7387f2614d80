//! Points, in the plane or in space, on paper or on the earth: how they are made, printed, and how far they are from
//! each other.

use std::cmp::Ordering;
use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::float::float_text;
use crate::precise;

/// The radius of the earth at the equator, in metres.
const EARTH: f64 = 6_378_140.0;

/// What the coordinates of a point mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReferenceSystem {
    /// Longitude and latitude in degrees.
    Wgs84,
    /// Longitude and latitude in degrees, and metres of height.
    Wgs84In3D,
    /// A plane.
    Cartesian,
    /// Space.
    CartesianIn3D,
}

impl ReferenceSystem {
    const ALL: [ReferenceSystem; 4] = [
        ReferenceSystem::Wgs84,
        ReferenceSystem::Wgs84In3D,
        ReferenceSystem::Cartesian,
        ReferenceSystem::CartesianIn3D,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ReferenceSystem::Wgs84 => "wgs-84",
            ReferenceSystem::Wgs84In3D => "wgs-84-3d",
            ReferenceSystem::Cartesian => "cartesian",
            ReferenceSystem::CartesianIn3D => "cartesian-3d",
        }
    }

    /// Its number among the reference systems of the world.
    #[must_use]
    pub fn srid(self) -> i64 {
        match self {
            ReferenceSystem::Wgs84 => 4326,
            ReferenceSystem::Wgs84In3D => 4979,
            ReferenceSystem::Cartesian => 7203,
            ReferenceSystem::CartesianIn3D => 9157,
        }
    }

    /// The system of a name, whatever its case.
    #[must_use]
    pub fn named(name: &str) -> Option<ReferenceSystem> {
        Self::ALL.into_iter().find(|system| system.name().eq_ignore_ascii_case(name))
    }

    /// The system of a number.
    #[must_use]
    pub fn of_srid(srid: i64) -> Option<ReferenceSystem> {
        Self::ALL.into_iter().find(|system| system.srid() == srid)
    }

    /// Whether it has a third coordinate.
    #[must_use]
    pub fn has_height(self) -> bool {
        matches!(self, ReferenceSystem::Wgs84In3D | ReferenceSystem::CartesianIn3D)
    }

    /// Whether its coordinates are places on the earth.
    #[must_use]
    pub fn is_geographic(self) -> bool {
        matches!(self, ReferenceSystem::Wgs84 | ReferenceSystem::Wgs84In3D)
    }
}

/// A point.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    system: ReferenceSystem,
    /// The third one is zero in the plane.
    coordinates: [f64; 3],
}

impl Point {
    /// A point of these coordinates; of the third one only where the system has one. Longitudes go once around the
    /// earth; there are no latitudes beyond the poles.
    pub fn new(system: ReferenceSystem, [x, y, z]: [f64; 3]) -> Result<Point, Error> {
        if !(x.is_finite() && y.is_finite() && z.is_finite()) {
            return Err(invalid("the coordinates of a point are finite numbers"));
        }
        let (mut x, z) = (x, if system.has_height() { z } else { 0.0 });
        if system.is_geographic() {
            if !(-90.0..=90.0).contains(&y) {
                let message = format!("a latitude goes from -90 to 90, and can't be {y:?}");
                return Err(invalid(message));
            }
            if !(-180.0..=180.0).contains(&x) {
                x %= 360.0;
                x = if x > 180.0 {
                    x - 360.0
                } else if x < -180.0 {
                    x + 360.0
                } else {
                    x
                };
            }
        }
        Ok(Point { system, coordinates: [x, y, z] })
    }

    /// What its coordinates mean.
    #[must_use]
    pub fn system(&self) -> ReferenceSystem {
        self.system
    }

    /// Its coordinates: two or three.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        &self.coordinates[..if self.system.has_height() { 3 } else { 2 }]
    }

    /// How far it is to another point of the same system; `None` where that is of another.
    pub(crate) fn distance(&self, other: &Point) -> Option<f64> {
        if self.system != other.system {
            return None;
        }
        let ([x1, y1, z1], [x2, y2, z2]) = (self.coordinates, other.coordinates);
        if !self.system.is_geographic() {
            let squares = [x2 - x1, y2 - y1, z2 - z1].map(|side| side * side);
            return Some(squares.iter().sum::<f64>().sqrt());
        }
        let radius = EARTH + f64::midpoint(z1, z2);
        let along = radius * angle((x1, y1), (x2, y2));
        let up = z2 - z1;
        Some(if self.system.has_height() { (along * along + up * up).sqrt() } else { along })
    }

    /// Whether it lies within the box between two corners; `None` where one is of another system. A box whose western
    /// side lies east of its eastern one goes around the earth.
    pub(crate) fn is_within(&self, lower: &Point, upper: &Point) -> Option<bool> {
        if self.system != lower.system || self.system != upper.system {
            return None;
        }
        let inside = |at: usize| {
            (lower.coordinates[at]..=upper.coordinates[at]).contains(&self.coordinates[at])
        };
        let around = self.system.is_geographic() && lower.coordinates[0] > upper.coordinates[0];
        let x = self.coordinates[0];
        let first =
            if around { x >= lower.coordinates[0] || x <= upper.coordinates[0] } else { inside(0) };
        Some(first && inside(1) && inside(2))
    }

    /// The order of `ORDER BY`: by system, and then by coordinates.
    pub(crate) fn order(&self, other: &Point) -> Ordering {
        let coordinates = || {
            let pairs = self.coordinates.iter().zip(&other.coordinates);
            pairs
                .map(|(a, b)| a.partial_cmp(b))
                .fold(Ordering::Equal, |sum, next| sum.then(next.unwrap_or(Ordering::Equal)))
        };
        self.system.srid().cmp(&other.system.srid()).then_with(coordinates)
    }

    /// What a hash of equal points agrees on.
    pub(crate) fn key(&self) -> (ReferenceSystem, [u64; 3]) {
        // Zero is zero, whatever its sign.
        (self.system, self.coordinates.map(|coordinate| (coordinate + 0.0).to_bits()))
    }

    /// The component of a name; `None` where such a point has none of that name.
    pub(crate) fn coordinate(&self, name: &str) -> Option<f64> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let (geographic, height) = (self.system.is_geographic(), self.system.has_height());
        let at = if is("x") || geographic && is("longitude") {
            0
        } else if is("y") || geographic && is("latitude") {
            1
        } else if height && (is("z") || geographic && is("height")) {
            2
        } else {
            return None;
        };
        Some(self.coordinates[at])
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Point) -> bool {
        self.order(other) == Ordering::Equal
    }
}

impl Eq for Point {}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("point({")?;
        for (name, coordinate) in ["x", "y", "z"].iter().zip(self.coordinates()) {
            write!(f, "{name}: {}, ", float_text(*coordinate))?;
        }
        write!(f, "crs: '{}'}})", self.system.name())
    }
}

/// The angle between two places as seen from the centre of the earth.
fn angle((longitude1, latitude1): (f64, f64), (longitude2, latitude2): (f64, f64)) -> f64 {
    let half = |a: f64, b: f64| precise::sin((b.to_radians() - a.to_radians()) / 2.0).powi(2);
    let circles = precise::cos(latitude1.to_radians()) * precise::cos(latitude2.to_radians());
    let haversine = half(latitude1, latitude2) + half(longitude1, longitude2) * circles;
    2.0 * libm::atan2(haversine.sqrt(), (1.0 - haversine).max(0.0).sqrt())
}

#[cold]
fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue")
}
