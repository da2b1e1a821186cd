//! Points (the Cypher manual, "Spatial values" and "Spatial functions").

use graphlance_graph::value::Point;
use graphlance_graph::{Properties, Value};

use super::{Context, bodies};
use crate::operators::wrong_type;
use crate::{Failure, OpenAnswers};

bodies! {
    Point: point,
    PointDistance: distance,
    Distance: distance,
    PointWithinBBox: within_box,
}

/// A coordinate reference system.
struct System {
    srid: u32,
    name: &'static str,
    geographic: bool,
    dimensions: usize,
}

const SYSTEMS: [System; 4] = [
    System { srid: 7203, name: "cartesian", geographic: false, dimensions: 2 },
    System { srid: 9157, name: "cartesian-3d", geographic: false, dimensions: 3 },
    System { srid: 4326, name: "wgs-84", geographic: true, dimensions: 2 },
    System { srid: 4979, name: "wgs-84-3d", geographic: true, dimensions: 3 },
];

/// A coordinate or the name of the reference system. Errors: [`Failure::Raised`] for one that the point does not have.
pub(super) fn coordinate(point: &Point, key: &str) -> Result<Value, Failure> {
    let system = SYSTEMS.iter().find(|system| system.srid == point.srid);
    let geographic = system.is_some_and(|system| system.geographic);
    let index = match key {
        "srid" => return Ok(Value::Integer(i64::from(point.srid))),
        "crs" => return Ok(system.map_or(Value::Null, |system| Value::from(system.name))),
        "x" => Some(0),
        "y" => Some(1),
        "z" => Some(2),
        "longitude" if geographic => Some(0),
        "latitude" if geographic => Some(1),
        "height" if geographic => Some(2),
        _ => None,
    };
    let found = index.and_then(|index: usize| point.coordinates.get(index));
    found.map(|c| Value::Float(*c)).ok_or_else(|| Failure::argument_value(format!("the point has no `{key}`")))
}

/// `point({x, y, ..})`.
fn point(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let entries = match arguments.first() {
        None | Some(Value::Null) => return Ok(Value::Null),
        Some(Value::Map(entries)) => entries,
        Some(_) => return Err(Failure::argument_type("point() takes a map")),
    };
    if entries.values().any(Value::is_null) {
        let describes = |names: [&str; 2]| names.iter().all(|name| entries.contains_key(*name));
        let point = describes(["x", "y"]) || describes(["longitude", "latitude"]);
        return match context.options.open {
            OpenAnswers::Refuse if !point => Err(Failure::Unspecified("point() of a null and no coordinates".into())),
            _ => Ok(Value::Null),
        };
    }
    let cartesian = entries.contains_key("x") && entries.contains_key("y");
    let names = if cartesian { ["x", "y", "z"] } else { ["longitude", "latitude", "height"] };
    let mut coordinates = Vec::with_capacity(3);
    for name in names {
        coordinates.extend(number(entries, name)?);
    }
    if !cartesian && coordinates.len() == 2 {
        // `z` is another word for the height.
        coordinates.extend(number(entries, "z")?);
    }
    if coordinates.len() < 2 || !(cartesian || entries.contains_key("longitude") && entries.contains_key("latitude")) {
        return Err(Failure::argument_value("point() needs x and y, or longitude and latitude"));
    }
    let system = system(entries, !cartesian, coordinates.len())?;
    if system.geographic {
        wrap(&mut coordinates)?;
    }
    Ok(Value::Point(Point { srid: system.srid, coordinates: coordinates.into_iter().collect() }))
}

fn number(entries: &Properties, name: &str) -> Result<Option<f64>, Failure> {
    match entries.get(name) {
        None => Ok(None),
        Some(Value::Integer(i)) => Ok(Some(*i as f64)),
        Some(Value::Float(f)) => Ok(Some(*f)),
        Some(other) => Err(wrong_type("a number", other)),
    }
}

/// The system that the map names, or that its coordinates imply.
fn system(entries: &Properties, geographic: bool, dimensions: usize) -> Result<&'static System, Failure> {
    let none = |what: &str| Failure::argument_value(format!("there is no coordinate reference system {what}"));
    let named = match (entries.get("crs"), entries.get("srid")) {
        (Some(_), Some(_)) => return Err(Failure::argument_value("point() takes a crs or an srid, not both")),
        (Some(Value::String(name)), None) => {
            let found = SYSTEMS.iter().find(|system| system.name.eq_ignore_ascii_case(name));
            Some(found.ok_or_else(|| none(name))?)
        }
        (None, Some(Value::Integer(srid))) => {
            let found = SYSTEMS.iter().find(|system| i64::from(system.srid) == *srid);
            Some(found.ok_or_else(|| none(&srid.to_string()))?)
        }
        (None, None) => None,
        (Some(other), None) => return Err(wrong_type("a string", other)),
        (None, Some(other)) => return Err(wrong_type("an integer", other)),
    };
    let implied = SYSTEMS.iter().find(|system| system.geographic == geographic && system.dimensions == dimensions);
    let system = named.or(implied).ok_or_else(|| none("of so many coordinates"))?;
    if system.dimensions != dimensions {
        return Err(Failure::argument_value(format!("{dimensions} coordinates in the system {}", system.name)));
    }
    if geographic && !system.geographic {
        return Err(Failure::argument_value(format!("longitude and latitude in the system {}", system.name)));
    }
    Ok(system)
}

/// Brings a longitude into -180..=180. Errors: [`Failure::Raised`] for a latitude beyond the poles.
fn wrap(coordinates: &mut [f64]) -> Result<(), Failure> {
    if let [longitude, latitude, ..] = coordinates {
        if !(-90.0..=90.0).contains(latitude) {
            return Err(Failure::argument_value(format!("{latitude} is no latitude")));
        }
        if !longitude.is_finite() {
            return Err(Failure::argument_value(format!("{longitude} is no longitude")));
        }
        if longitude.abs() > 180.0 {
            let turned = (*longitude + 180.0).rem_euclid(360.0) - 180.0;
            *longitude = if turned == -180.0 && *longitude > 0.0 { 180.0 } else { turned };
        }
    }
    Ok(())
}

/// The distance of two points in one reference system.
fn distance(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let (Some(Value::Point(a)), Some(Value::Point(b))) = (arguments.first(), arguments.get(1)) else {
        return Ok(Value::Null);
    };
    if a.srid != b.srid {
        return Ok(Value::Null);
    }
    if !matches!(a.srid, 7203 | 9157) {
        return Err(Failure::Unspecified("the distance of geographic points".into()));
    }
    let squares = a.coordinates.iter().zip(&b.coordinates).map(|(x, y)| (x - y) * (x - y));
    Ok(Value::Float(squares.sum::<f64>().sqrt()))
}

/// Whether a point lies in the box of a lower left and an upper right corner, its edges included; a box of longitudes may
/// go over the 180th meridian. Null for what are no points of one reference system (Cypher manual, "Functions: spatial").
fn within_box(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let [Value::Point(point), Value::Point(low), Value::Point(high)] = arguments else { return Ok(Value::Null) };
    if point.srid != low.srid || point.srid != high.srid {
        return Ok(Value::Null);
    }
    let geographic = SYSTEMS.iter().any(|system| system.srid == point.srid && system.geographic);
    let bounds = low.coordinates.iter().zip(&high.coordinates);
    let inside = point.coordinates.iter().zip(bounds).enumerate().all(|(axis, (at, (low, high)))| {
        if geographic && axis == 0 && low > high { at >= low || at <= high } else { at >= low && at <= high }
    });
    Ok(Value::Boolean(inside))
}
