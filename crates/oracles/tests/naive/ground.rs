//! The small random graphs of the statements.

use graphlance_graph::{Graph, Index, IndexKind, NodeKey, Properties, Random, Value};

/// A graph of two to five nodes of labels A and B and two to eight relationships of types R and S, loops and parallel ones
/// among them. `k` is a small integer or missing, `v` is of any kind, `id` tells all elements apart. In some of those graphs where
/// that holds, `k` is to be unique among nodes of a label.
pub fn graph(random: &mut Random) -> Graph {
    let mut graph = Graph::new();
    let count = random.between(2, 5);
    for id in 0..count {
        let labels = [&[][..], &["A"], &["B"], &["A", "B"], &["A"], &["B", "A"]][random.below(6)];
        let properties = properties(random, id);
        graph.add_node(labels.iter().map(|label| (*label).into()), properties);
    }
    for id in 0..random.between(2, 8) {
        let [start, end] = [0; 2].map(|_| NodeKey(random.below(count) as u32));
        let kind = ["R", "S"][random.below(2)];
        let properties = properties(random, 100 + id);
        graph.add_relationship(start, kind.into(), end, properties).expect("both ends exist");
    }
    if random.chance(0.3) {
        let label = if random.chance(0.5) { "A" } else { "B" };
        let unique = Index { kind: IndexKind::Unique, on_nodes: true, name: label.into(), keys: vec!["k".into()] };
        let having = graph.nodes().filter(|node| node.labels.contains(label));
        let values: Vec<&Value> = having.filter_map(|node| node.properties.get("k")).collect();
        if values.iter().enumerate().all(|(place, value)| !values[..place].contains(value)) {
            graph.schema.indexes.push(unique);
        }
    }
    graph
}

fn properties(random: &mut Random, id: usize) -> Properties {
    let mut properties = Properties::from([("id".into(), Value::Integer(id as i64))]);
    if random.chance(0.85) {
        properties.insert("k".into(), Value::Integer(random.integer(0, 2)));
    }
    let kinds = [
        Value::Integer(2),
        Value::Float(1.5),
        "ab".into(),
        "b".into(),
        true.into(),
        Value::list(vec![1.into(), 2.into()]),
    ];
    if let Some(value) = random.pick(&kinds).filter(|_| !id.is_multiple_of(3)) {
        properties.insert("v".into(), value.clone());
    }
    properties
}
