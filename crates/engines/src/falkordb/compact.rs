//! Compact result sets: typed cells, names by number.
//!
//! Source: FalkorDB documentation, "Client specification" (result set, value types); the encoding of temporal values
//! (types 13 to 16, seconds since 1970 in UTC) as server 4.18.3 sends it.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_graph::value::{Point, TemporalKind};
use graphlance_graph::{Name, Node, NodeKey, Path, Properties, Relationship, RelationshipKey, Table, Value};
use thiserror::Error;

use super::names::{Listed, NameKind};
use super::temporal;
use crate::limits::{self, Meter, TooLarge};
use crate::resp::Frame;

/// Why a result set cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompactError {
    /// A name with a number that is not known; the list of names has grown.
    #[error("unknown number {1} of a {0:?}")]
    UnknownName(NameKind, i64),
    /// The server's own error inside the result set.
    #[error("{0}")]
    Server(String),
    /// The table would be larger than is taken.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The answer has not the documented shape.
    #[error("the answer is no compact result set: {0}")]
    Shape(String),
}

type Decoded<T> = Result<T, CompactError>;

/// The names, and what the table takes so far: a label is four bytes in the answer and a set with a name in the table.
struct Reader<'a> {
    names: &'a Listed,
    meter: Meter,
}

/// The table in the answer to `GRAPH.QUERY .. --compact`. An answer without a header (a write) has no columns.
pub fn table(answer: &Frame, names: &Listed) -> Decoded<Table> {
    let reader = &mut Reader { names, meter: Meter::default() };
    let parts = array(answer, "an answer")?;
    if let Some(Frame::Error(message)) = parts.iter().find(|part| matches!(part, Frame::Error(_))) {
        return Err(CompactError::Server(message.clone()));
    }
    let [header, rows, _statistics] = parts else {
        return match parts {
            [_statistics] => Ok(Table::default()),
            other => Err(CompactError::Shape(format!("{} parts instead of 1 or 3", other.len()))),
        };
    };
    let header = array(header, "a header")?;
    limits::columns(header.len())?;
    let header = header.iter().map(column).collect::<Decoded<Vec<_>>>()?;
    let (kinds, columns): (Vec<Cells>, Vec<Name>) = header.into_iter().unzip();
    let mut table = Table { columns, rows: Vec::new() };
    for row in array(rows, "the rows")? {
        if let Frame::Error(message) = row {
            return Err(CompactError::Server(message.clone()));
        }
        let row = array(row, "a row")?;
        if row.len() != table.columns.len() {
            let (cells, columns) = (row.len(), table.columns.len());
            return Err(CompactError::Shape(format!("a row of {cells} cells under {columns} columns")));
        }
        reader.meter.row()?;
        reader.meter.items(row.len(), size_of::<Value>())?;
        let cells = row.iter().zip(&kinds).map(|(frame, kind)| cell(frame, *kind, reader));
        table.rows.push(cells.collect::<Decoded<Vec<_>>>()?);
    }
    Ok(table)
}

/// What the cells of a column are: FalkorDB, and RedisGraph since 2.0, have scalars alone, whose cells say their type;
/// RedisGraph 1 sends the bare element in columns of nodes and of relationships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    Scalars,
    Nodes,
    Relationships,
}

fn column(frame: &Frame) -> Decoded<(Cells, Name)> {
    let [kind, name] = array(frame, "a column")? else {
        return Err(CompactError::Shape("a column is not a pair of type and name".to_owned()));
    };
    let cells = match integer(kind)? {
        1 => Cells::Scalars,
        2 => Cells::Nodes,
        3 => Cells::Relationships,
        other => return Err(CompactError::Shape(format!("a column of type {other}"))),
    };
    Ok((cells, Name::from(text(name)?)))
}

fn cell(frame: &Frame, cells: Cells, reader: &mut Reader<'_>) -> Decoded<Value> {
    match cells {
        Cells::Scalars => one(frame, reader),
        Cells::Nodes => Ok(Value::Node(Arc::new(node(frame, reader)?))),
        Cells::Relationships => Ok(Value::Relationship(Arc::new(relationship(frame, reader)?))),
    }
}

/// A cell: a pair of type and content.
pub fn value(frame: &Frame, names: &Listed) -> Decoded<Value> {
    one(frame, &mut Reader { names, meter: Meter::default() })
}

fn one(frame: &Frame, reader: &mut Reader<'_>) -> Decoded<Value> {
    let [kind, content] = array(frame, "a value")? else {
        return Err(CompactError::Shape("a value is not a pair of type and content".to_owned()));
    };
    typed(integer(kind)?, content, reader)
}

fn typed(kind: i64, content: &Frame, reader: &mut Reader<'_>) -> Decoded<Value> {
    Ok(match kind {
        1 => Value::Null,
        2 => Value::String(counted(content, reader)?.into()),
        3 => Value::Integer(integer(content)?),
        4 => Value::Boolean(boolean(content)?),
        5 => Value::Float(float(content)?),
        6 => Value::list(values(content, reader)?),
        7 => Value::Relationship(Arc::new(relationship(content, reader)?)),
        8 => Value::Node(Arc::new(node(content, reader)?)),
        9 => Value::Path(Arc::new(path(content, reader)?)),
        10 => Value::map(map(content, reader)?),
        11 => Value::Point(point(content)?),
        12 => {
            let numbers = array(content, "a vector")?;
            reader.meter.items(numbers.len(), size_of::<Value>())?;
            Value::list(numbers.iter().map(|item| float(item).map(Value::Float)).collect::<Decoded<_>>()?)
        }
        13 => crate::temporal::temporal(TemporalKind::LocalDateTime, &temporal::local_date_time(integer(content)?)),
        14 => crate::temporal::temporal(TemporalKind::Date, &temporal::date(integer(content)?)),
        15 => crate::temporal::temporal(TemporalKind::LocalTime, &temporal::local_time(integer(content)?)),
        16 => crate::temporal::temporal(TemporalKind::Duration, &temporal::duration(integer(content)?)),
        other => return Err(CompactError::Shape(format!("unknown type of value {other}"))),
    })
}

fn values(frame: &Frame, reader: &mut Reader<'_>) -> Decoded<Vec<Value>> {
    let items = array(frame, "a list")?;
    reader.meter.items(items.len(), size_of::<Value>())?;
    items.iter().map(|item| one(item, reader)).collect()
}

fn map(frame: &Frame, reader: &mut Reader<'_>) -> Decoded<Properties> {
    let items = array(frame, "a map")?;
    if items.len() % 2 != 0 {
        return Err(CompactError::Shape("a map with a key without a value".to_owned()));
    }
    reader.meter.tree(items.len() / 2)?;
    items.chunks_exact(2).map(|pair| Ok((counted(&pair[0], reader)?.into(), one(&pair[1], reader)?))).collect()
}

fn node(frame: &Frame, reader: &mut Reader<'_>) -> Decoded<Node> {
    let [id, labels, properties_frame] = array(frame, "a node")? else {
        return Err(CompactError::Shape("a node is not id, labels and properties".to_owned()));
    };
    let labels = array(labels, "labels")?;
    reader.meter.element()?;
    reader.meter.tree(labels.len())?;
    let labels = labels.iter().map(|label| named(NameKind::Label, integer(label)?, reader));
    Ok(Node {
        key: NodeKey(key(id)?),
        labels: labels.collect::<Decoded<BTreeSet<Name>>>()?,
        properties: properties(properties_frame, reader)?,
    })
}

fn relationship(frame: &Frame, reader: &mut Reader<'_>) -> Decoded<Relationship> {
    let [id, kind, start, end, properties_frame] = array(frame, "a relationship")? else {
        return Err(CompactError::Shape("a relationship is not id, type, start, end and properties".to_owned()));
    };
    reader.meter.element()?;
    Ok(Relationship {
        key: RelationshipKey(key(id)?),
        start: NodeKey(key(start)?),
        end: NodeKey(key(end)?),
        kind: named(NameKind::Type, integer(kind)?, reader)?,
        properties: properties(properties_frame, reader)?,
    })
}

fn properties(frame: &Frame, reader: &mut Reader<'_>) -> Decoded<Properties> {
    let properties = array(frame, "properties")?;
    reader.meter.tree(properties.len())?;
    let property = |frame: &Frame| {
        let [key, kind, content] = array(frame, "a property")? else {
            return Err(CompactError::Shape("a property is not key, type and content".to_owned()));
        };
        Ok((named(NameKind::Key, integer(key)?, reader)?, typed(integer(kind)?, content, reader)?))
    };
    properties.iter().map(property).collect()
}

fn path(frame: &Frame, reader: &mut Reader<'_>) -> Decoded<Path> {
    let [nodes, relationships] = array(frame, "a path")? else {
        return Err(CompactError::Shape("a path is not nodes and relationships".to_owned()));
    };
    let mut path = Path { nodes: Vec::new(), relationships: Vec::new() };
    let (Value::List(nodes), Value::List(relationships)) = (one(nodes, reader)?, one(relationships, reader)?) else {
        return Err(CompactError::Shape("the parts of a path are no lists".to_owned()));
    };
    for item in nodes.iter() {
        let Value::Node(node) = item else {
            return Err(CompactError::Shape("a path visits something that is no node".to_owned()));
        };
        path.nodes.push(node.clone());
    }
    for item in relationships.iter() {
        let Value::Relationship(relationship) = item else {
            return Err(CompactError::Shape("a path goes along something that is no relationship".to_owned()));
        };
        path.relationships.push(relationship.clone());
    }
    if path.nodes.len() != path.relationships.len() + 1 {
        return Err(CompactError::Shape("a path does not have one node more than relationships".to_owned()));
    }
    Ok(path)
}

fn point(frame: &Frame) -> Decoded<Point> {
    let [latitude, longitude] = array(frame, "a point")? else {
        return Err(CompactError::Shape("a point is not latitude and longitude".to_owned()));
    };
    // WGS 84 in the order of the standard: longitude first.
    Ok(Point { srid: 4326, coordinates: vec![float(longitude)?, float(latitude)?] })
}

fn named(kind: NameKind, number: i64, reader: &mut Reader<'_>) -> Decoded<Name> {
    reader.names.get(kind, number).cloned().ok_or(CompactError::UnknownName(kind, number))
}

fn key(frame: &Frame) -> Decoded<u32> {
    let id = integer(frame)?;
    u32::try_from(id).map_err(|_| CompactError::Shape(format!("an element id of {id}")))
}

fn array<'a>(frame: &'a Frame, what: &str) -> Decoded<&'a [Frame]> {
    match frame {
        Frame::Array(items) => Ok(items),
        Frame::Error(message) => Err(CompactError::Server(message.clone())),
        _ => Err(CompactError::Shape(format!("{what} is no array"))),
    }
}

fn integer(frame: &Frame) -> Decoded<i64> {
    match frame {
        Frame::Integer(number) => Ok(*number),
        _ => Err(CompactError::Shape("a number is no integer".to_owned())),
    }
}

fn text(frame: &Frame) -> Decoded<&str> {
    match frame {
        Frame::Simple(text) => Ok(text),
        Frame::Bulk(bytes) => std::str::from_utf8(bytes).map_err(|_| {
            CompactError::Shape(format!(
                "a string that is not UTF-8: \"{}\"",
                bytes[..bytes.len().min(60)].escape_ascii()
            ))
        }),
        _ => Err(CompactError::Shape("a string is no string".to_owned())),
    }
}

/// A text that becomes part of the table.
fn counted<'a>(frame: &'a Frame, reader: &mut Reader<'_>) -> Decoded<&'a str> {
    let text = text(frame)?;
    reader.meter.text(text.len())?;
    Ok(text)
}

fn boolean(frame: &Frame) -> Decoded<bool> {
    match text(frame)? {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(CompactError::Shape(format!("a boolean `{}`", shown(other)))),
    }
}

fn float(frame: &Frame) -> Decoded<f64> {
    let text = text(frame)?;
    match text {
        "nan" | "-nan" => Ok(f64::NAN),
        _ => text.parse().map_err(|_| CompactError::Shape(format!("a float `{}`", shown(text)))),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(60).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests;
