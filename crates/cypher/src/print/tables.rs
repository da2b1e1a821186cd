//! Declarations of typed tables.

use graphlance_graph::schema::PropertyKind;
use graphlance_graph::value::TemporalKind;
use graphlance_graph::{Graph, Name, Properties, Value};

use super::literal::name_text;
use crate::dialect::Tables;

/// One declaration per label and per type of a graph's schema.
pub fn table_definitions(graph: &Graph, tables: &Tables) -> Vec<String> {
    let schema = &graph.schema;
    let columns: Vec<String> = schema
        .keys
        .iter()
        .map(|key| format!("{} {}", name_text(&key.name), column_type(graph, &key.name, key.kind)))
        .collect();
    let columns = columns.join(", ");
    let node = |label: &Name| format!("{} {}({columns}, PRIMARY KEY(id))", tables.node, name_text(label));
    let pair = |from: &Name, to: &Name| format!("FROM {} TO {}", name_text(from), name_text(to));
    let pairs: Vec<String> =
        schema.labels.iter().flat_map(|from| schema.labels.iter().map(move |to| pair(from, to))).collect();
    let pairs = pairs.join(", ");
    let words = if schema.labels.len() == 1 { &tables.relationship } else { &tables.relationship_group };
    let relationship = |kind: &Name| format!("{words} {}({pairs}, {columns})", name_text(kind));
    // Without a label there is no table to connect.
    let types = schema.types.iter().filter(|_| !schema.labels.is_empty());
    schema.labels.iter().map(node).chain(types.map(relationship)).collect()
}

fn column_type(graph: &Graph, key: &Name, kind: PropertyKind) -> String {
    match kind {
        PropertyKind::Boolean => "BOOL".to_owned(),
        PropertyKind::Integer => "INT64".to_owned(),
        PropertyKind::Float => "DOUBLE".to_owned(),
        PropertyKind::String => "STRING".to_owned(),
        PropertyKind::Temporal(TemporalKind::Date) => "DATE".to_owned(),
        PropertyKind::Temporal(TemporalKind::Duration) => "INTERVAL".to_owned(),
        // Other kinds have no type of a column: dialects with tables do not name them.
        PropertyKind::Temporal(TemporalKind::DateTime) => "TIMESTAMP_TZ".to_owned(),
        PropertyKind::Temporal(_) => "TIMESTAMP".to_owned(),
        PropertyKind::Point => "DOUBLE[]".to_owned(),
        PropertyKind::List => format!("{}[]", element_type(graph, key)),
    }
}

/// The type of a list's elements, by the first one there is.
fn element_type(graph: &Graph, key: &Name) -> &'static str {
    let of_nodes = graph.nodes().map(|node| &node.properties);
    let of_relationships = graph.relationships().map(|relationship| &relationship.properties);
    let first = |properties: &Properties| match properties.get(key) {
        Some(Value::List(items)) => items.iter().find(|item| !item.is_null()).cloned(),
        _ => None,
    };
    match of_nodes.chain(of_relationships).find_map(first) {
        Some(Value::Boolean(_)) => "BOOL",
        Some(Value::Float(_)) => "DOUBLE",
        Some(Value::String(_)) => "STRING",
        _ => "INT64",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use graphlance_graph::Schema;
    use graphlance_graph::schema::PropertyKey;

    #[test]
    fn tables_have_all_keys_and_connect_all_labels() {
        let key = |name: &str, kind| PropertyKey { name: name.into(), kind };
        let mut graph = Graph::new();
        graph.schema = Schema {
            labels: vec!["A".into(), "B".into()],
            types: vec!["T".into()],
            keys: vec![key("id", PropertyKind::Integer), key("l", PropertyKind::List)],
            indexes: Vec::new(),
        };
        let list = Value::list(vec![Value::Null, Value::string("x")]);
        graph.add_node(vec!["A".into()], Properties::from([("l".into(), list)]));
        let tables = Tables {
            node: "CREATE NODE TABLE".into(),
            relationship: "CREATE REL TABLE".into(),
            relationship_group: "CREATE REL TABLE GROUP".into(),
            copy: None,
        };
        let expected = [
            "CREATE NODE TABLE A(id INT64, l STRING[], PRIMARY KEY(id))",
            "CREATE NODE TABLE B(id INT64, l STRING[], PRIMARY KEY(id))",
            "CREATE REL TABLE GROUP T(FROM A TO A, FROM A TO B, FROM B TO A, FROM B TO B, id INT64, l STRING[])",
        ];
        assert_eq!(table_definitions(&graph, &tables), expected);
    }
}
