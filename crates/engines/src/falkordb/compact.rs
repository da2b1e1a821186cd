//! Compact result sets: typed cells, names by number.
//!
//! Source: FalkorDB documentation, "Client specification" (result set, value types); the encoding of temporal values
//! (types 13 to 16, seconds since 1970 in UTC) as server 4.18.3 sends it.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_graph::value::{Point, TemporalKind};
use graphlance_graph::{Name, Node, NodeKey, Path, Properties, Relationship, RelationshipKey, Table, Value};
use thiserror::Error;

use super::names::{NameKind, Names};
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
    names: &'a Names,
    meter: Meter,
}

/// The table in the answer to `GRAPH.QUERY .. --compact`. An answer without a header (a write) has no columns.
pub fn table(answer: &Frame, names: &Names) -> Decoded<Table> {
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
pub fn value(frame: &Frame, names: &Names) -> Decoded<Value> {
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
mod tests {
    use super::*;
    use crate::resp::{Decoder, Limits};

    fn names() -> Names {
        let mut names = Names::default();
        names.set(NameKind::Label, vec!["A".into(), "B".into()]);
        names.set(NameKind::Type, vec!["T".into()]);
        names.set(NameKind::Key, vec!["x".into(), "y".into()]);
        names
    }

    fn int(number: i64) -> Frame {
        Frame::Integer(number)
    }

    fn bulk(text: &str) -> Frame {
        Frame::Bulk(text.as_bytes().to_vec())
    }

    fn list(items: Vec<Frame>) -> Frame {
        Frame::Array(items)
    }

    fn cell(kind: i64, content: Frame) -> Frame {
        list(vec![int(kind), content])
    }

    fn a_node() -> Frame {
        list(vec![int(7), list(vec![int(0), int(1)]), list(vec![list(vec![int(0), int(3), int(42)])])])
    }

    #[track_caller]
    fn check(frame: Frame, expected: Value) {
        assert_eq!(value(&frame, &names()), Ok(expected));
    }

    #[track_caller]
    fn check_error(frame: Frame, part: &str) {
        let error = value(&frame, &names()).expect_err("garbage").to_string();
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn scalars_keep_their_types() {
        check(cell(1, Frame::Null), Value::Null);
        check(cell(2, bulk("é")), Value::string("é"));
        check(cell(3, int(-5)), Value::Integer(-5));
        check(cell(4, bulk("true")), Value::Boolean(true));
        check(cell(5, bulk("1")), Value::Float(1.0));
        check(cell(5, bulk("-0")), Value::Float(-0.0));
        check(cell(5, bulk("-nan")), Value::Float(f64::NAN));
        check(cell(5, bulk("-inf")), Value::Float(f64::NEG_INFINITY));
        check(cell(12, list(vec![bulk("1.5")])), Value::list(vec![Value::Float(1.5)]));
    }

    #[test]
    fn collections_and_elements_decode() {
        check(cell(6, list(vec![cell(3, int(1)), cell(1, Frame::Null)])), Value::list(vec![1.into(), Value::Null]));
        let entries = Properties::from([("k".into(), Value::Integer(1))]);
        check(cell(10, list(vec![bulk("k"), cell(3, int(1))])), Value::map(entries));
        let node = Node {
            key: NodeKey(7),
            labels: ["A".into(), "B".into()].into(),
            properties: [("x".into(), Value::Integer(42))].into(),
        };
        check(cell(8, a_node()), Value::Node(Arc::new(node.clone())));
        let path = Path { nodes: vec![Arc::new(node)], relationships: vec![] };
        let frame = cell(9, list(vec![cell(6, list(vec![cell(8, a_node())])), cell(6, list(vec![]))]));
        check(frame, Value::Path(Arc::new(path)));
    }

    #[test]
    fn columns_of_the_first_redisgraph_hold_bare_elements() {
        let header = list(vec![list(vec![int(2), bulk("a")]), list(vec![int(1), bulk("x")])]);
        let rows = list(vec![list(vec![a_node(), cell(3, int(1))])]);
        let decoded = table(&list(vec![header, rows, list(vec![])]), &names()).expect("a table");
        assert!(matches!(decoded.rows[0].as_slice(), [Value::Node(_), Value::Integer(1)]), "{decoded:?}");
        let header = list(vec![list(vec![int(4), bulk("a")])]);
        let error = table(&list(vec![header, list(vec![]), list(vec![])]), &names()).unwrap_err().to_string();
        assert!(error.contains("a column of type 4"), "{error}");
    }

    #[test]
    fn a_wrong_shape_is_an_error_that_says_which() {
        check_error(int(1), "a value is no array");
        check_error(cell(99, int(1)), "unknown type of value 99");
        check_error(cell(3, bulk("1")), "no integer");
        check_error(cell(4, bulk("maybe")), "maybe");
        check_error(cell(5, bulk("1,5")), "1,5");
        check_error(cell(2, Frame::Bulk(vec![0xff])), "not UTF-8");
        check_error(cell(10, list(vec![bulk("k")])), "without a value");
        check_error(cell(8, list(vec![int(1)])), "a node is not");
        check_error(cell(9, list(vec![cell(6, list(vec![])), cell(6, list(vec![]))])), "one node more");
        check_error(cell(8, list(vec![int(-1), list(vec![]), list(vec![])])), "element id of -1");
    }

    #[test]
    fn an_unknown_number_asks_for_fresh_names() {
        let frame = cell(8, list(vec![int(0), list(vec![int(5)]), list(vec![])]));
        assert_eq!(value(&frame, &names()), Err(CompactError::UnknownName(NameKind::Label, 5)));
    }

    #[test]
    fn an_error_between_rows_is_the_servers() {
        let rows = list(vec![Frame::Error("Division by zero".into())]);
        let answer = list(vec![list(vec![list(vec![int(1), bulk("x")])]), rows, list(vec![])]);
        assert_eq!(table(&answer, &names()), Err(CompactError::Server("Division by zero".into())));
    }

    #[test]
    fn any_message_decodes_or_fails_without_a_panic() {
        let mut random = graphlance_graph::Random::new(7);
        let words: &[&[u8]] =
            &[b"*2\r\n", b"*3\r\n", b":6\r\n", b":8\r\n", b":9\r\n", b":1\r\n", b"$1\r\nx\r\n", b"$-1\r\n", b"*0\r\n"];
        for _ in 0..20_000 {
            let mut decoder = Decoder::new(Limits::default());
            for _ in 0..12 {
                let word = words[random.below(words.len())];
                decoder.feed(word);
            }
            while let Ok(Some(frame)) = decoder.message() {
                let _ = table(&frame, &names());
                let _ = value(&frame, &names());
            }
        }
    }
}
