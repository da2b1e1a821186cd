//! Results as cells of tables, and values of a graph as literals.
//!
//! Numbers are compared by their values where engines differ in their types with good reason: each integer of up to 64 bits is
//! an integer, each float a double. A vertex is a node with its label and properties, an edge a relationship; their identities
//! are no part of them. What tables have no kind of is a map with the keys [`TYPE`] and [`VALUE`], by the names of GraphSON: sets,
//! bags, maps whose keys are no strings, paths, trees, properties, tokens, decimals, UUIDs. A map of strings that has the key
//! [`TYPE`] itself is written so, too. What has no order is sorted, so that equal values are equal cells.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_graph::value::{Temporal, TemporalKind};
use graphlance_graph::{Name, Node, NodeKey, Properties, Relationship, RelationshipKey, Value as Cell};

use crate::ast::Argument;
use crate::scalar::{BigDecimal, BigInt, DateTime, Scalar, Uuid};
use crate::value::{Edge, Path, Property, Tree, Value, Vertex, VertexProperty};

/// The key of a cell's type.
pub const TYPE: &str = "@type";

/// The key of what a cell with a type is.
pub const VALUE: &str = "@value";

/// The type of all properties that a vertex has under a key, where that is not one property with nothing but a value.
pub const PROPERTIES: &str = "properties";

const BIG_INTEGER: &str = "gx:BigInteger";
const BIG_DECIMAL: &str = "gx:BigDecimal";
const UUID: &str = "g:UUID";

/// The cell of a value.
pub fn cell(value: &Value) -> Cell {
    Cells { known: &|_| None }.of(value)
}

/// The cell of a value in which some values, such as elements that were sent without their properties, have cells of their own.
pub fn cell_with(value: &Value, known: &dyn Fn(&Value) -> Option<Cell>) -> Cell {
    Cells { known }.of(value)
}

/// How many cells are in the cell of a value, those that count several times as often.
pub fn count(value: &Value) -> u64 {
    let all = |items: &mut dyn Iterator<Item = &Value>| items.map(count).fold(1, u64::saturating_add);
    let under = |properties: &[Property]| properties.iter().map(|it| count(&it.value)).fold(1, u64::saturating_add);
    let vertex_property =
        |property: &VertexProperty| count(&property.value).saturating_add(under(&property.properties));
    match value {
        Value::Scalar(_) | Value::Token(_) | Value::Foreign(..) => 1,
        Value::List(items) | Value::Set(items) => all(&mut items.iter()),
        Value::BulkSet(items) => {
            let times = |(value, bulk): &(Value, i64)| count(value).saturating_mul(u64::try_from(*bulk).unwrap_or(0));
            items.iter().map(times).fold(1, u64::saturating_add)
        }
        Value::Map(entries) => all(&mut entries.iter().flat_map(|(key, value)| [key, value])),
        Value::Vertex(vertex) => vertex.properties.iter().map(vertex_property).fold(1, u64::saturating_add),
        Value::Edge(edge) => under(&edge.properties),
        Value::VertexProperty(property) => vertex_property(property),
        Value::Property(property) => count(&property.value).saturating_add(1),
        Value::Path(path) => all(&mut path.objects.iter()),
        Value::Tree(tree) => count_below(tree),
        Value::Traverser(bulk, value) => count(value).saturating_mul(u64::try_from(*bulk).unwrap_or(0)),
    }
}

fn count_below(tree: &Tree) -> u64 {
    tree.0.iter().map(|(key, below)| count(key).saturating_add(count_below(below))).fold(1, u64::saturating_add)
}

/// Makes cells.
struct Cells<'k> {
    known: &'k dyn Fn(&Value) -> Option<Cell>,
}

impl Cells<'_> {
    fn of(&self, value: &Value) -> Cell {
        if let Some(known) = (self.known)(value) {
            return known;
        }
        match value {
            Value::Scalar(scalar) => of_scalar(scalar),
            Value::Token(token) => tagged(&format!("g:{}", token.family().class()), Cell::string(token.text())),
            Value::List(items) => Cell::list(self.all(items)),
            Value::Set(items) => {
                let mut items = sorted(self.all(items));
                items.dedup();
                tagged("g:Set", Cell::list(items))
            }
            Value::BulkSet(items) => {
                let times = |(value, bulk): &(Value, i64)| {
                    std::iter::repeat_n(self.of(value), usize::try_from(*bulk).unwrap_or(0))
                };
                tagged("g:BulkSet", Cell::list(sorted(items.iter().flat_map(times).collect())))
            }
            Value::Map(entries) => self.map(entries),
            Value::Vertex(vertex) => node(vertex),
            Value::Edge(edge) => relationship(edge),
            Value::VertexProperty(property) => tagged("g:VertexProperty", vertex_property(property)),
            Value::Property(property) => tagged("g:Property", of_property(property)),
            Value::Path(path) => self.path(path),
            Value::Tree(tree) => tagged("g:Tree", self.branches(tree)),
            Value::Traverser(bulk, value) => {
                tagged("g:Traverser", Cell::list(vec![Cell::Integer(*bulk), self.of(value)]))
            }
            Value::Foreign(name, json) => tagged(name, Cell::string(json.to_string())),
        }
    }

    fn all(&self, items: &[Value]) -> Vec<Cell> {
        items.iter().map(|item| self.of(item)).collect()
    }

    fn map(&self, entries: &[(Value, Value)]) -> Cell {
        let named = |(key, value): &(Value, Value)| match key {
            Value::Scalar(Scalar::String(key)) if key != TYPE => Some((key.clone(), self.of(value))),
            _ => None,
        };
        match entries.iter().map(named).collect::<Option<Properties>>() {
            Some(map) if map.len() == entries.len() => Cell::map(map),
            _ => {
                let pairs = entries.iter().map(|(key, value)| Cell::list(vec![self.of(key), self.of(value)]));
                tagged("g:Map", Cell::list(sorted(pairs.collect())))
            }
        }
    }

    fn path(&self, path: &Path) -> Cell {
        let labels = |labels: &Vec<Name>| {
            let mut labels = labels.clone();
            labels.sort_unstable();
            Cell::list(labels.into_iter().map(Cell::String).collect())
        };
        let labels = Cell::list(path.labels.iter().map(labels).collect());
        let objects = Cell::list(self.all(&path.objects));
        tagged("g:Path", Cell::map(Properties::from([("labels".into(), labels), ("objects".into(), objects)])))
    }

    fn branches(&self, tree: &Tree) -> Cell {
        let branch = |(key, below): &(Value, Tree)| Cell::list(vec![self.of(key), self.branches(below)]);
        Cell::list(sorted(tree.0.iter().map(branch).collect()))
    }
}

/// The cell of a scalar.
pub fn of_scalar(scalar: &Scalar) -> Cell {
    match scalar {
        Scalar::Null => Cell::Null,
        Scalar::Boolean(value) => Cell::Boolean(*value),
        Scalar::Byte(value) => Cell::Integer(i64::from(*value)),
        Scalar::Short(value) => Cell::Integer(i64::from(*value)),
        Scalar::Integer(value) => Cell::Integer(i64::from(*value)),
        Scalar::Long(value) => Cell::Integer(*value),
        Scalar::BigInteger(value) => tagged(BIG_INTEGER, Cell::string(value.to_string())),
        Scalar::Float(value) => Cell::Float(f64::from(*value)),
        Scalar::Double(value) => Cell::Float(*value),
        Scalar::BigDecimal(value) => tagged(BIG_DECIMAL, Cell::string(value.normal().to_string())),
        Scalar::String(text) => Cell::String(text.clone()),
        Scalar::Character(character) => Cell::string(character.to_string()),
        Scalar::Uuid(uuid) => tagged(UUID, Cell::string(uuid.to_string())),
        Scalar::DateTime(moment) => {
            Cell::Temporal(Temporal { kind: TemporalKind::DateTime, text: moment.to_string().into() })
        }
    }
}

/// The literal of a cell that is a value of a property; none where it is none that Gremlin has. An integer is a long, a float a
/// double.
pub fn argument(cell: &Cell) -> Option<Argument> {
    Some(match cell {
        Cell::List(items) => Argument::List(items.iter().map(argument).collect::<Option<_>>()?),
        Cell::Map(entries) if !entries.contains_key(TYPE) => {
            let entry = |(key, value): (&Name, &Cell)| Some((Argument::string(key.clone()), argument(value)?));
            Argument::Map(entries.iter().map(entry).collect::<Option<_>>()?)
        }
        Cell::Map(entries) if entries.get(TYPE) == Some(&Cell::string("g:Set")) => match entries.get(VALUE) {
            Some(Cell::List(items)) => Argument::Set(items.iter().map(argument).collect::<Option<_>>()?),
            _ => return None,
        },
        other => Argument::Scalar(scalar(other)?),
    })
}

/// The scalar of a cell; none where it is none.
pub fn scalar(cell: &Cell) -> Option<Scalar> {
    Some(match cell {
        Cell::Null => Scalar::Null,
        Cell::Boolean(value) => Scalar::Boolean(*value),
        Cell::Integer(value) => Scalar::Long(*value),
        Cell::Float(value) => Scalar::Double(*value),
        Cell::String(text) => Scalar::String(text.clone()),
        Cell::Temporal(Temporal { kind: TemporalKind::DateTime, text }) => {
            Scalar::DateTime(text.parse::<DateTime>().ok()?)
        }
        Cell::Map(entries) => {
            let (Some(Cell::String(kind)), Some(Cell::String(text))) = (entries.get(TYPE), entries.get(VALUE)) else {
                return None;
            };
            match kind.as_str() {
                BIG_INTEGER => Scalar::BigInteger(text.parse::<BigInt>().ok()?),
                BIG_DECIMAL => Scalar::BigDecimal(text.parse::<BigDecimal>().ok()?),
                UUID => Scalar::Uuid(text.parse::<Uuid>().ok()?),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// A cell with a type of Gremlin's.
pub fn tagged(kind: &str, value: Cell) -> Cell {
    Cell::map(Properties::from([(TYPE.into(), Cell::string(kind)), (VALUE.into(), value)]))
}

/// The type and the value of a cell with a type of Gremlin's.
pub fn untagged(cell: &Cell) -> Option<(&str, &Cell)> {
    match cell {
        Cell::Map(entries) if entries.len() == 2 => match (entries.get(TYPE), entries.get(VALUE)) {
            (Some(Cell::String(kind)), Some(value)) => Some((kind, value)),
            _ => None,
        },
        _ => None,
    }
}

/// The properties of a vertex by their keys: one with nothing but a value is that value, several of a key, or one with properties
/// of its own, are all of them in a cell of the type [`PROPERTIES`].
pub fn of_vertex_properties<'p>(properties: impl IntoIterator<Item = &'p VertexProperty>) -> Properties {
    let mut by_key: std::collections::BTreeMap<Name, Vec<&VertexProperty>> = Default::default();
    for property in properties {
        by_key.entry(property.key.clone()).or_default().push(property);
    }
    let under = |properties: Vec<&VertexProperty>| match properties.as_slice() {
        [one] if one.properties.is_empty() => cell(&one.value),
        all => tagged(PROPERTIES, Cell::list(sorted(all.iter().map(|property| vertex_property(property)).collect()))),
    };
    by_key.into_iter().map(|(key, properties)| (key, under(properties))).collect()
}

/// In an order that equal bags of cells have in common.
fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_cached_key(|cell| format!("{cell:?}"));
    cells
}

fn node(vertex: &Vertex) -> Cell {
    Cell::Node(Arc::new(Node {
        key: NodeKey(0),
        labels: BTreeSet::from([vertex.label.clone()]),
        properties: of_vertex_properties(&vertex.properties),
    }))
}

fn relationship(edge: &Edge) -> Cell {
    Cell::Relationship(Arc::new(Relationship {
        key: RelationshipKey(0),
        start: NodeKey(0),
        end: NodeKey(0),
        kind: edge.label.clone(),
        properties: own(&edge.properties),
    }))
}

fn own(properties: &[Property]) -> Properties {
    properties.iter().map(|property| (property.key.clone(), cell(&property.value))).collect()
}

fn vertex_property(property: &VertexProperty) -> Cell {
    let mut entries =
        Properties::from([("key".into(), Cell::String(property.key.clone())), ("value".into(), cell(&property.value))]);
    if !property.properties.is_empty() {
        entries.insert("properties".into(), Cell::map(own(&property.properties)));
    }
    Cell::map(entries)
}

fn of_property(property: &Property) -> Cell {
    Cell::map(Properties::from([
        ("key".into(), Cell::String(property.key.clone())),
        ("value".into(), cell(&property.value)),
    ]))
}

#[cfg(test)]
mod tests;
