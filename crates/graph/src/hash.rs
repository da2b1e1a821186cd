//! Hashes of values that agree with their `==`: a NaN is equal to itself, -0.0 is not 0.0. What has no floats below it
//! derives its hash.

use std::hash::{Hash, Hasher};

use crate::Value;
use crate::value::Point;

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Null => {}
            Value::Boolean(value) => value.hash(state),
            Value::Integer(value) => value.hash(state),
            Value::Float(value) => bits(*value).hash(state),
            Value::String(value) => value.hash(state),
            Value::List(items) => items.hash(state),
            Value::Map(entries) => entries.hash(state),
            Value::Node(node) => node.hash(state),
            Value::Relationship(relationship) => relationship.hash(state),
            Value::Path(path) => path.hash(state),
            Value::Temporal(temporal) => temporal.hash(state),
            Value::Point(point) => point.hash(state),
        }
    }
}

impl Hash for Point {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Point { srid, coordinates } = self;
        srid.hash(state);
        coordinates.len().hash(state);
        coordinates.iter().for_each(|coordinate| coordinate_bits(*coordinate).hash(state));
    }
}

/// The bits of a float, one pattern for all NaNs.
fn bits(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
}

/// Points are compared by the numbers themselves: 0.0 equals -0.0.
fn coordinate_bits(value: f64) -> u64 {
    bits(if value == 0.0 { 0.0 } else { value })
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;
    use crate::{Graph, NodeKey, Properties, RelationshipKey};

    fn hash(of: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn a_hash_tells_values_apart_as_equality_does() {
        let other_nan = f64::from_bits(f64::NAN.to_bits() | 1);
        assert_eq!(hash(&Value::Float(f64::NAN)), hash(&Value::Float(other_nan)));
        let point = |x: f64| Value::Point(Point { srid: 7203, coordinates: vec![x, 1.0] });
        assert_eq!(point(0.0), point(-0.0));
        assert_eq!(hash(&point(0.0)), hash(&point(-0.0)));
        assert_eq!(point(f64::NAN), point(other_nan));
        assert_eq!(hash(&point(f64::NAN)), hash(&point(other_nan)));
        assert_ne!(point(f64::NAN), point(0.0));
        let different = [
            Value::Null,
            Value::Float(0.0),
            Value::Float(-0.0),
            Value::Integer(0),
            Value::Boolean(false),
            Value::string(""),
            Value::list(vec![]),
            Value::list(vec![Value::list(vec![])]),
            Value::map(Properties::new()),
        ];
        for (place, one) in different.iter().enumerate() {
            assert!(different[..place].iter().all(|other| hash(other) != hash(one) && other != one), "{one:?}");
        }
    }

    #[test]
    fn a_hash_of_a_graph_changes_with_each_part_of_it() {
        let mut graph = Graph::new();
        let [a, b] = [0; 2].map(|_| graph.add_node(["A".into()], Properties::from([("k".into(), 1.into())])));
        graph.add_relationship(a, "T".into(), b, Properties::new()).expect("both ends exist");
        let before = hash(&graph);
        assert_eq!(before, hash(&graph.clone()));
        let changes: [fn(&mut Graph); 5] = [
            |graph| {
                graph.edit_node(NodeKey(0), |node| node.properties.clear());
            },
            |graph| {
                graph.edit_node(NodeKey(1), |node| node.labels.clear());
            },
            |graph| {
                graph.remove_relationship(RelationshipKey(0));
            },
            |graph| graph.schema.labels.push("A".into()),
            |graph| {
                graph.add_node([], Properties::new());
            },
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut changed = graph.clone();
            change(&mut changed);
            assert_ne!(hash(&changed), before, "change {number}");
        }
    }
}
