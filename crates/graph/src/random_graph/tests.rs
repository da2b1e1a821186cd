use std::collections::BTreeSet;

use xxhash_rust::xxh3::xxh3_64;

use super::*;
use crate::value::TemporalKind;

fn graphs(count: u64, sizes: &GraphSizes, domain: &ValueDomain) -> Vec<Graph> {
    let indexes = IndexSupport::default();
    (0..count).map(|seed| random_graph(&mut Random::new(seed), sizes, domain, &indexes)).collect()
}

/// Checks that some of 200 graphs has the property.
fn check_some(holds: impl Fn(&Graph) -> bool) {
    assert!(graphs(200, &GraphSizes::default(), &ValueDomain::default()).iter().any(holds));
}

/// Checks that all of 200 graphs have the property.
fn check_all(domain: &ValueDomain, holds: impl Fn(&Graph) -> bool) {
    assert!(graphs(200, &GraphSizes::default(), domain).iter().all(holds));
}

fn values(graph: &Graph) -> impl Iterator<Item = (&Name, &Value)> {
    let nodes = graph.nodes().flat_map(|node| &node.properties);
    nodes.chain(graph.relationships().flat_map(|relationship| &relationship.properties))
}

#[test]
fn the_graph_of_a_seed_never_changes() {
    let hashes: Vec<u64> = graphs(3, &GraphSizes::default(), &ValueDomain::default())
        .iter()
        .map(|graph| xxh3_64(&serde_json::to_vec(graph).expect("a graph has a JSON form")))
        .collect();
    assert_eq!(hashes, [0x97d2_7f76_831b_9c50, 0x4c2d_f798_e5dc_91b0, 0x8bc1_38d5_206d_659f]);
}

#[test]
fn ids_are_unique_over_all_elements() {
    check_all(&ValueDomain::default(), |graph| {
        let ids: BTreeSet<i64> = values(graph)
            .filter_map(|(key, value)| match value {
                Value::Integer(id) if key == ID => Some(*id),
                _ => None,
            })
            .collect();
        ids.len() == graph.node_count() + graph.relationship_count()
    });
}

#[test]
fn relationships_stand_where_the_target_can_store_them() {
    let place = |graph: &Graph, edge: &crate::Relationship| {
        let label = |key| graph.node(key).and_then(|node| node.labels.first()).cloned();
        ((edge.start, edge.kind.clone(), edge.end), (edge.kind.clone(), label(edge.start), label(edge.end)))
    };
    let one_label = ValueDomain { node_labels: [1, 1], ..ValueDomain::default() };
    let restricted = ValueDomain { parallel: false, one_pair_per_type: true, ..one_label.clone() };
    let (mut all, mut stored) = (0, 0);
    for graph in graphs(200, &GraphSizes::default(), &restricted) {
        let places: Vec<_> = graph.relationships().map(|edge| place(&graph, edge)).collect();
        let ends: BTreeSet<_> = places.iter().map(|(ends, _)| ends).collect();
        let pairs: BTreeSet<_> = places.iter().map(|(_, pair)| pair).collect();
        let types: BTreeSet<_> = pairs.iter().map(|pair| &pair.0).collect();
        assert_eq!((ends.len(), pairs.len()), (places.len(), types.len()));
        stored += places.len();
    }
    for graph in graphs(200, &GraphSizes::default(), &one_label) {
        all += graph.relationship_count();
    }
    assert!(stored * 2 > all, "{stored} of {all} relationships are left");
}

#[test]
fn each_key_holds_values_of_its_kind() {
    check_all(&ValueDomain::default(), |graph| {
        values(graph).all(|(name, value)| {
            let kind = graph.schema.keys.iter().find(|key| key.name == *name).map(|key| key.kind);
            matches!(
                (kind, value),
                (Some(PropertyKind::Boolean), Value::Boolean(_))
                    | (Some(PropertyKind::Integer), Value::Integer(_))
                    | (Some(PropertyKind::Float), Value::Float(_))
                    | (Some(PropertyKind::String), Value::String(_))
                    | (Some(PropertyKind::List), Value::List(_))
                    | (Some(PropertyKind::Point), Value::Point(_))
            ) || matches!(
                (kind, value),
                (Some(PropertyKind::Temporal(kind)), Value::Temporal(temporal)) if temporal.kind == kind
            )
        })
    });
}

#[test]
fn a_graph_survives_its_json_form() {
    check_all(&ValueDomain::default(), |graph| {
        let text = serde_json::to_string(graph).expect("a graph has a JSON form");
        serde_json::from_str::<Graph>(&text).is_ok_and(|again| again == *graph)
    });
}

#[test]
fn values_that_the_target_lacks_are_never_drawn() {
    let domain = ValueDomain {
        nan: false,
        infinity: false,
        negative_zero: false,
        least_integer_literal: false,
        list_properties: false,
        unicode: false,
        ..ValueDomain::default()
    };
    check_all(&domain, |graph| {
        values(graph).all(|(_, value)| match value {
            Value::Float(f) => f.is_finite() && !(*f == 0.0 && f.is_sign_negative()),
            Value::Integer(i) => *i != i64::MIN,
            Value::List(_) => false,
            _ => true,
        })
    });
}

#[test]
fn temporal_values_and_points_are_drawn_where_profile_and_target_have_them() {
    let sizes = GraphSizes { temporal: 0.5, points: 0.5, ..GraphSizes::default() };
    let kinds = |sizes: &GraphSizes, domain: &ValueDomain| -> BTreeSet<PropertyKind> {
        let special = |kind: &PropertyKind| matches!(kind, PropertyKind::Temporal(_) | PropertyKind::Point);
        let all = graphs(100, sizes, domain);
        all.iter().flat_map(|graph| graph.schema.keys.iter().map(|key| key.kind)).filter(special).collect()
    };
    assert_eq!(kinds(&sizes, &ValueDomain::full()).len(), TemporalKind::ALL.len() + 1);
    assert!(kinds(&GraphSizes::default(), &ValueDomain::full()).is_empty());
    assert!(kinds(&sizes, &ValueDomain::default()).is_empty());
    let dates = ValueDomain { temporal: [TemporalKind::Date].into(), ..ValueDomain::default() };
    assert_eq!(kinds(&sizes, &dates), [PropertyKind::Temporal(TemporalKind::Date)].into());
    for graph in graphs(50, &sizes, &ValueDomain::full()) {
        let text = serde_json::to_string(&graph).expect("a graph has a JSON form");
        assert_eq!(serde_json::from_str::<Graph>(&text).expect("a graph"), graph);
    }
}

#[test]
fn boundary_values_are_drawn() {
    let is = |wanted: Value| check_some(|graph| values(graph).any(|(_, value)| *value == wanted));
    for wanted in [i64::MIN, i64::MAX, -1, 0, 1] {
        is(Value::Integer(wanted));
    }
    for wanted in [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        is(Value::Float(wanted));
    }
    for wanted in ["", "😀", "\\'", "\n"] {
        is(Value::string(wanted));
    }
    is(Value::list(Vec::new()));
    check_some(|graph| values(graph).any(|(_, value)| matches!(value, Value::String(s) if s.len() > 100)));
}

#[test]
fn shapes_that_engines_trip_over_are_drawn() {
    check_some(|graph| graph.relationships().any(|r| r.start == r.end));
    check_some(|graph| {
        let ends: Vec<_> = graph.relationships().map(|r| (r.start, &r.kind, r.end)).collect();
        ends.iter().enumerate().any(|(index, ends_of)| ends[..index].contains(ends_of))
    });
    check_some(|graph| {
        let isolated = |key| graph.outgoing(key).is_empty() && graph.incoming(key).is_empty();
        graph.relationship_count() > 20 && graph.nodes().any(|node| isolated(node.key))
    });
    check_some(|graph| graph.nodes().any(|node| node.labels.len() == 3));
    check_some(|graph| graph.nodes().any(|node| node.labels.is_empty()));
    check_some(|graph| graph.node_count() == 1 && graph.relationship_count() > 0);
}

#[test]
fn each_kind_of_index_is_drawn_where_it_is_offered() {
    let has = |holds: fn(&Index) -> bool| check_some(|graph| graph.schema.indexes.iter().any(holds));
    has(|index| index.kind == IndexKind::Range && index.on_nodes && index.keys.len() == 1);
    has(|index| index.kind == IndexKind::Range && index.on_nodes && index.keys.len() == 2);
    has(|index| index.kind == IndexKind::Range && !index.on_nodes);
    has(|index| index.kind == IndexKind::Text);
    has(|index| index.kind == IndexKind::Unique && index.keys == [ID]);
    let none = IndexSupport { range: false, relationship: false, composite: false, text: false, unique: false };
    let sizes = GraphSizes { indexes: 1.0, ..GraphSizes::default() };
    let graph = random_graph(&mut Random::new(1), &sizes, &ValueDomain::default(), &none);
    assert!(graph.schema.indexes.is_empty());
}

#[test]
fn the_papers_sizes_are_reached() {
    let sizes = GraphSizes { nodes: [13, 13], relationships: [500, 500], most_per_node: 40, ..GraphSizes::default() };
    for graph in graphs(5, &sizes, &ValueDomain::default()) {
        assert_eq!((graph.node_count(), graph.relationship_count()), (13, 500));
    }
}

#[test]
fn labels_and_names_keep_within_what_the_target_can_have() {
    let domain = ValueDomain { node_labels: [1, 1], most_names: 2, ..ValueDomain::default() };
    for graph in graphs(200, &GraphSizes::default(), &domain) {
        assert!(graph.nodes().all(|node| node.labels.len() == 1));
        assert!((1..=2).contains(&graph.schema.labels.len()) && graph.schema.types.len() <= 2);
    }
}
