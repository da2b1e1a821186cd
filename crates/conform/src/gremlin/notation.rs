//! The values of the feature suite: `d[1].l`, `v[marko]`, `l[a,b]`, `m[{"a": "d[1].i"}]`.

use graphlance_gremlin::token::{Direction, Family};
use graphlance_gremlin::{Scalar, Token};
use graphlance_machine::value::{Entries, Property};
use graphlance_machine::{PropertyGraph, Value};
use serde_json::Value as Json;

/// The value of a text, with the elements of a graph.
pub(super) fn value(text: &str, graph: &PropertyGraph) -> Result<Value, String> {
    let inner = |open: &str, close: &str| text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    match text {
        "null" => return Ok(Value::NULL),
        "true" => return Ok(Value::from(true)),
        "false" => return Ok(Value::from(false)),
        "d[NaN]" => return Ok(Value::Scalar(Scalar::Double(f64::NAN))),
        "d[Infinity]" => return Ok(Value::Scalar(Scalar::Double(f64::INFINITY))),
        "d[-Infinity]" => return Ok(Value::Scalar(Scalar::Double(f64::NEG_INFINITY))),
        _ => {}
    }
    if let Some(number) = number(text) {
        return number.ok_or_else(|| format!("{text} is no number")).map(Value::Scalar);
    }
    if let Some(json) = inner("m[", "]") {
        let json: Json = serde_json::from_str(json).map_err(|error| format!("{text}: {error}"))?;
        return of_json(&json, graph);
    }
    let items = |list: &str| split(list).into_iter().map(|item| value(item, graph)).collect::<Result<Vec<_>, _>>();
    if let Some(list) = inner("l[", "]") {
        return items(list).map(Value::list);
    }
    if let Some(list) = inner("s[", "]") {
        return items(list).map(Value::set);
    }
    if let Some(list) = inner("p[", "]") {
        // In a path without edges `a->b` in brackets is a property.
        return items(list).map(|objects| {
            let labels = vec![Vec::new(); objects.len()];
            Value::path(objects, labels)
        });
    }
    if let Some(text) = inner("str[", "]") {
        return Ok(Value::string(text));
    }
    if let Some(date) = inner("dt[", "]") {
        return date.parse().map(|date| Value::Scalar(Scalar::DateTime(date))).map_err(|error| format!("{error}"));
    }
    if let Some(uuid) = inner("uuid[", "]") {
        return uuid.parse().map(|uuid| Value::Scalar(Scalar::Uuid(uuid))).map_err(|error| format!("{error}"));
    }
    element(text, graph).unwrap_or_else(|| Ok(Value::string(text)))
}

fn number(text: &str) -> Option<Option<Scalar>> {
    let (body, suffix) = text.strip_prefix("d[")?.rsplit_once("].")?;
    Some(match suffix {
        "b" => body.parse().ok().map(Scalar::Byte),
        "s" => body.parse().ok().map(Scalar::Short),
        "i" => body.parse().ok().map(Scalar::Integer),
        "l" => body.parse().ok().map(Scalar::Long),
        "f" => body.parse().ok().map(Scalar::Float),
        "d" => body.parse().ok().map(Scalar::Double),
        "n" => body.parse().ok().map(Scalar::BigInteger),
        "m" => body.parse().ok().map(Scalar::BigDecimal),
        _ => None,
    })
}

fn element(text: &str, graph: &PropertyGraph) -> Option<Result<Value, String>> {
    let (kind, rest) = text.split_once('[')?;
    let (body, part) = rest.rsplit_once(']')?;
    let id = |found: Option<Value>| {
        let found = found.ok_or_else(|| format!("{text} is not in the graph"))?;
        match part {
            "" => Ok(found),
            ".id" => graph.id(&found).cloned().map(Value::Scalar).ok_or_else(|| format!("{text} has no identity")),
            ".sid" => {
                let id = graph.id(&found).map(graphlance_machine::value::text::scalar);
                id.map(Value::string).ok_or_else(|| format!("{text} has no identity"))
            }
            _ => Err(format!("{text} is no value")),
        }
    };
    let token = |token: Option<Token>| token.map(Value::Token).ok_or_else(|| format!("{text} is no token"));
    Some(match kind {
        "v" => id(vertex(body, graph)),
        "e" => id(edge(body, graph)),
        "vp" => id(vertex_property(body, graph)),
        "t" => token(Family::T.find(body)),
        "D" => token(match body {
            "from" => Some(Direction::Out.into()),
            "to" => Some(Direction::In.into()),
            other => Family::Direction.find(other),
        }),
        "M" => token(Family::Merge.find(body)),
        _ => return None,
    })
}

fn vertex(name: &str, graph: &PropertyGraph) -> Option<Value> {
    let named = |vertex: &Value| has_name(vertex, name, graph);
    graph.vertices().map(Value::Vertex).find(named)
}

fn has_name(vertex: &Value, name: &str, graph: &PropertyGraph) -> bool {
    graph.properties(vertex).iter().any(|(key, value, _)| key == "name" && value.as_str() == Some(name))
}

fn edge(triplet: &str, graph: &PropertyGraph) -> Option<Value> {
    let (rest, to) = triplet.rsplit_once("->")?;
    let (from, label) = rest.rsplit_once('-')?;
    let fits = |key: &graphlance_machine::value::EdgeKey| {
        let edge = graph.edge(*key);
        edge.label == label
            && has_name(&Value::Vertex(edge.out_vertex), from, graph)
            && has_name(&Value::Vertex(edge.in_vertex), to, graph)
    };
    graph.edges().find(fits).map(Value::Edge)
}

fn vertex_property(triplet: &str, graph: &PropertyGraph) -> Option<Value> {
    let (rest, wanted) = triplet.rsplit_once("->")?;
    let (name, key) = rest.rsplit_once('-')?;
    let wanted = value(wanted, graph).ok()?;
    let owner = match name.strip_prefix("v[").and_then(|name| name.strip_suffix(']')) {
        Some(name) => vertex(name, graph)?,
        None => vertex(name, graph)?,
    };
    let mut properties = graph.properties(&owner).into_iter();
    properties.find(|(other, value, _)| other == key && *value == wanted).map(|(_, _, property)| property)
}

fn of_json(json: &Json, graph: &PropertyGraph) -> Result<Value, String> {
    Ok(match json {
        Json::Null => Value::NULL,
        Json::Bool(truth) => Value::from(*truth),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => {
                i32::try_from(integer).map_or(Value::long(integer), |it| Value::Scalar(Scalar::Integer(it)))
            }
            None => Value::Scalar(Scalar::Double(number.as_f64().unwrap_or(f64::NAN))),
        },
        Json::String(text) => value(text, graph)?,
        Json::Array(items) => Value::list(items.iter().map(|item| of_json(item, graph)).collect::<Result<_, _>>()?),
        Json::Object(members) => {
            let mut entries = Entries::default();
            for (key, member) in members {
                entries.insert(value(key, graph)?, of_json(member, graph)?);
            }
            Value::map(entries)
        }
    })
}

/// The items of a list, divided by commas outside of brackets.
fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut items) = (0_usize, 0, Vec::new());
    if list.trim().is_empty() {
        return items;
    }
    for (place, character) in list.char_indices() {
        match character {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push(list[from..place].trim());
                from = place + 1;
            }
            _ => {}
        }
    }
    items.push(list[from..].trim());
    items
}

/// Whether a value is what a scenario demands: numbers with their types, paths without their labels, a bag like a list in any
/// order.
pub(super) fn is(expected: &Value, actual: &Value) -> bool {
    let all = |expected: &[Value], actual: &[Value]| {
        expected.len() == actual.len() && expected.iter().zip(actual).all(|(expected, actual)| is(expected, actual))
    };
    match (expected, actual) {
        (Value::List(a), Value::List(b)) => all(&a.values, &b.values),
        (Value::List(a), Value::Bag(b)) => is_bag(&a.values, &b.values),
        (Value::Set(a), Value::Set(b)) => {
            let (a, b): (Vec<Value>, Vec<Value>) =
                (a.values.iter().cloned().collect(), b.values.iter().cloned().collect());
            is_bag(&a, &b)
        }
        (Value::Path(a), Value::Path(b)) => all(&a.objects, &b.objects),
        (Value::Map(a), Value::Map(b)) => {
            let entries = |map: &Entries| {
                map.iter().map(|(key, value)| Value::entry(key.clone(), value.clone())).collect::<Vec<_>>()
            };
            is_bag(&entries(&a.entries), &entries(&b.entries))
        }
        (Value::Map(_), Value::Entry(b)) => {
            let mut entries = Entries::default();
            entries.insert(b.0.clone(), b.1.clone());
            is(expected, &Value::map(entries))
        }
        (Value::Entry(a), Value::Entry(b)) => is(&a.0, &b.0) && is(&a.1, &b.1),
        (Value::Property(a), Value::Property(b)) => {
            let Property { key, value, .. } = &**a;
            *key == b.key && is(value, &b.value)
        }
        (a, b) => a == b,
    }
}

/// Whether values are those that are demanded, in any order.
pub(super) fn is_bag(expected: &[Value], actual: &[Value]) -> bool {
    let mut left: Vec<&Value> = actual.iter().collect();
    expected.len() == actual.len()
        && expected.iter().all(|expected| match left.iter().position(|actual| is(expected, actual)) {
            Some(place) => {
                left.swap_remove(place);
                true
            }
            None => false,
        })
}
