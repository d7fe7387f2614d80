//! Points: the functions that make and compare them.

use super::argument::{argument, float, text, wrong};
use super::code::Native;
use super::graph;
use crate::error::{Error, ErrorKind};
use crate::run::context::Context;
use crate::signatures::SpatialFunction;
use crate::spatial::{Point, ReferenceSystem};
use crate::value::{Map, Value};

/// The code of a function.
pub(super) fn code(function: SpatialFunction) -> Native {
    match function {
        SpatialFunction::Point => make,
        SpatialFunction::Distance => distance,
        SpatialFunction::WithinBBox => within,
    }
}

#[cold]
fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue")
}

/// `point({x: 1, y: 2})`, `point({longitude: 12.5, latitude: 45})`.
fn make(context: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let map = match argument(arguments, 0) {
        Value::Null => return Ok(Value::Null),
        Value::Map(map) => map,
        Value::Node(_) | Value::Relationship(_) => {
            return make(context, &[graph::properties(context, arguments)?]);
        }
        Value::Point(point) => return Ok(Value::Point(point.clone())),
        other => return Err(wrong("point", "a Map", other)),
    };
    let one_is_null = ["x", "y", "z", "longitude", "latitude", "height", "crs", "srid"]
        .iter()
        .any(|key| map.get(key).is_some_and(Value::is_null));
    if one_is_null {
        return Ok(Value::Null);
    }
    let (coordinates, geographic, has_height) = coordinates(map)?;
    let system = system(map, geographic, has_height)?;
    if system.has_height() != has_height {
        let count = if system.has_height() { "three" } else { "two" };
        return Err(invalid(format!("a point of {} has {count} coordinates", system.name())));
    }
    Value::point(Point::new(system, coordinates)?, context.meter)
}

fn number(map: &Map, key: &str) -> Result<Option<f64>, Error> {
    let Some(value) = map.get(key) else { return Ok(None) };
    float("point", value).map_err(|error| invalid(error.message()))
}

/// Three coordinates, whether they are given as a place on the earth, and whether the third was given.
fn coordinates(map: &Map) -> Result<([f64; 3], bool, bool), Error> {
    let plane = (number(map, "x")?, number(map, "y")?);
    let earth = (number(map, "longitude")?, number(map, "latitude")?);
    let third = |name| number(map, name);
    let ((x, y), z, geographic) = match (plane, earth) {
        ((Some(x), Some(y)), _) => ((x, y), third("z")?, false),
        (_, (Some(longitude), Some(latitude))) => {
            let height = third("height")?;
            let height = if height.is_some() { height } else { third("z")? };
            ((longitude, latitude), height, true)
        }
        _ => {
            return Err(invalid("point() takes x and y, or longitude and latitude"));
        }
    };
    Ok(([x, y, z.unwrap_or(0.0)], geographic, z.is_some()))
}

fn system(map: &Map, geographic: bool, height: bool) -> Result<ReferenceSystem, Error> {
    let named = match (map.get("crs"), map.get("srid")) {
        (Some(_), Some(_)) => return Err(invalid("point() takes crs or srid, but not both")),
        (Some(crs), None) => {
            let name = text("point", crs)?.map(|name| name.as_str()).unwrap_or_default();
            let known = ReferenceSystem::named(name);
            let known = known.ok_or_else(|| {
                let name: String = name.chars().take(40).collect();
                invalid(format!("there is no reference system '{name}'; there are wgs-84, wgs-84-3d, cartesian and cartesian-3d"))
            });
            Some(known?)
        }
        (None, Some(Value::Integer(srid))) => {
            let known = ReferenceSystem::of_srid(*srid);
            Some(known.ok_or_else(|| invalid(format!("there is no reference system {srid}")))?)
        }
        (None, Some(other)) => return Err(wrong("point", "an Integer as srid", other)),
        (None, None) => None,
    };
    match named {
        Some(system) if geographic && !system.is_geographic() => {
            Err(invalid(format!("{} has neither longitude nor latitude", system.name())))
        }
        Some(system) => Ok(system),
        None => Ok(match (geographic, height) {
            (true, false) => ReferenceSystem::Wgs84,
            (true, true) => ReferenceSystem::Wgs84In3D,
            (false, false) => ReferenceSystem::Cartesian,
            (false, true) => ReferenceSystem::CartesianIn3D,
        }),
    }
}

/// How far it is from one point to another; null where one is none, or they mean different things.
fn distance(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    match (argument(arguments, 0), argument(arguments, 1)) {
        (Value::Point(a), Value::Point(b)) => Ok(a.distance(b).map_or(Value::Null, Value::Float)),
        _ => Ok(Value::Null),
    }
}

/// Whether a point lies in a box.
fn within(_: &Context<'_>, arguments: &[Value]) -> Result<Value, Error> {
    let points = [0, 1, 2].map(|at| argument(arguments, at));
    match points {
        [Value::Point(point), Value::Point(lower), Value::Point(upper)] => {
            Ok(point.is_within(lower, upper).into())
        }
        _ => Ok(Value::Null),
    }
}
