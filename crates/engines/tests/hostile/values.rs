//! Random tables of what every protocol can say, and when two of them are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use graphlance_graph::{Name, Node, NodeKey, Path, Properties, Random, Relationship, RelationshipKey, Table, Value};

/// Labels, types and property keys, by number where a protocol has numbers.
pub const LABELS: [&str; 3] = ["A", "B", "Größe"];
pub const TYPES: [&str; 2] = ["T", "LIKES_IT_VERY_MUCH_INDEED"];
pub const KEYS: [&str; 4] = ["x", "y", "id", "a key of more than 23 bytes"];

/// A table of at least a column and a row, with columns `c0`, `c1`, ..
pub fn table(random: &mut Random) -> Table {
    let width = random.between(1, 4);
    let columns = (0..width).map(|number| Name::from(format!("c{number}"))).collect();
    let rows = (0..random.between(1, 4)).map(|_| (0..width).map(|_| value(random, 3)).collect()).collect();
    Table { columns, rows }
}

/// A value, nested at most so deep.
pub fn value(random: &mut Random, depth: usize) -> Value {
    let kinds = if depth == 0 { 5 } else { 10 };
    match random.below(kinds) {
        0 => Value::Null,
        1 => Value::Boolean(random.chance(0.5)),
        2 => integer(random),
        3 => float(random),
        4 => Value::string(text(random)),
        5 => Value::list((0..random.below(4)).map(|_| value(random, depth - 1)).collect()),
        6 => {
            let count = random.below(4);
            let keys = random.sample(&KEYS, count);
            Value::map(keys.into_iter().map(|key| (Name::from(key), value(random, depth - 1))).collect())
        }
        7 => Value::Node(Arc::new(node(random))),
        8 => {
            let (start, end) = (NodeKey(random.below(9) as u32), NodeKey(random.below(9) as u32));
            Value::Relationship(Arc::new(relationship(random, start, end)))
        }
        _ => path(random),
    }
}

fn integer(random: &mut Random) -> Value {
    // Widths in bits of what an encoding may shorten to, and one more.
    let width = [0, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 53, 62, 63][random.below(15)];
    let edge = (1_i128 << width) - i128::from(random.chance(0.5));
    let number = if random.chance(0.5) { -edge } else { edge };
    Value::Integer(number.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
}

fn float(random: &mut Random) -> Value {
    let edges = [0.5, -1.25, 1e300, -2.5e-7, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX];
    Value::Float(edges[random.below(edges.len())])
}

fn text(random: &mut Random) -> String {
    const PARTS: [&str; 9] = ["a", "é", "\"", "\\", "'", "\r\n", "::vertex", "{[,]}", "more than twenty-three bytes"];
    (0..random.below(4)).map(|_| PARTS[random.below(PARTS.len())]).collect()
}

fn properties(random: &mut Random) -> Properties {
    let count = random.below(4);
    let keys = random.sample(&KEYS, count);
    let entries = keys.into_iter().map(|key| (Name::from(key), value(random, 0)));
    // A property that is null is none.
    entries.filter(|(_, value)| !value.is_null()).collect()
}

/// A node; there is one label at most where a protocol has no more.
pub fn node(random: &mut Random) -> Node {
    let labels: BTreeSet<Name> = (0..random.below(2)).map(|_| LABELS[random.below(LABELS.len())].into()).collect();
    Node { key: NodeKey(random.below(9) as u32), labels, properties: properties(random) }
}

fn relationship(random: &mut Random, start: NodeKey, end: NodeKey) -> Relationship {
    let kind = TYPES[random.below(TYPES.len())].into();
    let key = RelationshipKey(random.below(9) as u32);
    Relationship { key, start, end, kind, properties: properties(random) }
}

fn path(random: &mut Random) -> Value {
    let mut path = Path { nodes: vec![Arc::new(node(random))], relationships: Vec::new() };
    for step in 0..random.below(3) {
        let next = node(random);
        let here = path.nodes[step].key;
        let (start, end) = if random.chance(0.5) { (here, next.key) } else { (next.key, here) };
        path.relationships.push(Arc::new(relationship(random, start, end)));
        path.nodes.push(Arc::new(next));
    }
    Value::Path(Arc::new(path))
}

/// Whether two tables are the same but for the numbers of elements, which a driver may choose.
pub fn same(expected: &Table, actual: &Table) -> bool {
    let mut numbers = Numbers::default();
    let expected = (expected.columns.clone(), numbers.rows(&expected.rows));
    let mut numbers = Numbers::default();
    expected == (actual.columns.clone(), numbers.rows(&actual.rows))
}

/// Numbers in the order in which elements appear.
#[derive(Default)]
struct Numbers {
    nodes: BTreeMap<u32, u32>,
    relationships: BTreeMap<u32, u32>,
}

impl Numbers {
    fn rows(&mut self, rows: &[Vec<Value>]) -> Vec<Vec<Value>> {
        rows.iter().map(|row| row.iter().map(|value| self.value(value)).collect()).collect()
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::List(items) => Value::list(items.iter().map(|item| self.value(item)).collect()),
            Value::Map(entries) => Value::map(self.properties(entries)),
            Value::Node(node) => Value::Node(Arc::new(self.node(node))),
            Value::Relationship(relationship) => Value::Relationship(Arc::new(self.relationship(relationship))),
            Value::Path(path) => Value::Path(Arc::new(Path {
                nodes: path.nodes.iter().map(|node| Arc::new(self.node(node))).collect(),
                relationships: path.relationships.iter().map(|one| Arc::new(self.relationship(one))).collect(),
            })),
            other => other.clone(),
        }
    }

    fn properties(&mut self, properties: &Properties) -> Properties {
        properties.iter().map(|(key, value)| (key.clone(), self.value(value))).collect()
    }

    fn key(&mut self, key: NodeKey) -> NodeKey {
        let next = self.nodes.len() as u32;
        NodeKey(*self.nodes.entry(key.0).or_insert(next))
    }

    fn node(&mut self, node: &Node) -> Node {
        let (key, labels) = (self.key(node.key), node.labels.clone());
        Node { key, labels, properties: self.properties(&node.properties) }
    }

    fn relationship(&mut self, one: &Relationship) -> Relationship {
        let next = self.relationships.len() as u32;
        let key = RelationshipKey(*self.relationships.entry(one.key.0).or_insert(next));
        let (start, end, kind) = (self.key(one.start), self.key(one.end), one.kind.clone());
        Relationship { key, start, end, kind, properties: self.properties(&one.properties) }
    }
}
