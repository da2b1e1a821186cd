//! Passes over the graph.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::{Case, Load};
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Name, NodeKey, RelationshipKey};

use crate::reducer::Reducer;

/// Drops nodes with their relationships, then relationships: long runs first.
pub(crate) fn drop_elements(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    if reducer.case().load != Load::Create || reducer.is_by_formula() {
        return Ok(());
    }
    shrink(reducer, |case| case.graph.nodes().map(|node| node.key).collect(), remove_nodes)?;
    shrink(reducer, |case| case.graph.relationships().map(|each| each.key).collect(), remove_relationships)
}

fn remove_nodes(case: &mut Case, keys: &[NodeKey]) {
    let graph = Arc::make_mut(&mut case.graph);
    for key in keys {
        graph.remove_node(*key);
    }
}

fn remove_relationships(case: &mut Case, keys: &[RelationshipKey]) {
    let graph = Arc::make_mut(&mut case.graph);
    for key in keys {
        graph.remove_relationship(*key);
    }
}

/// Drops indexes, property keys, labels, and properties and labels of single elements.
pub(crate) fn drop_details(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    let index_places = |case: &Case| (0..case.graph.schema.indexes.len()).collect();
    shrink(reducer, index_places, |case, places: &[usize]| {
        let mut place = 0;
        Arc::make_mut(&mut case.graph).schema.indexes.retain(|_| {
            place += 1;
            !places.contains(&(place - 1))
        });
    })?;
    if reducer.case().load != Load::Create || reducer.is_by_formula() {
        // The rest follows from the script, or the formula.
        return Ok(());
    }
    shrink(
        reducer,
        |case| used_keys(&case.graph).into_iter().collect(),
        |case, keys: &[Name]| {
            let graph = Arc::make_mut(&mut case.graph);
            keys.iter().for_each(|key| drop_key_everywhere(graph, key));
        },
    )?;
    shrink(
        reducer,
        |case| used_labels(&case.graph).into_iter().collect(),
        |case, labels: &[Name]| {
            let graph = Arc::make_mut(&mut case.graph);
            labels.iter().for_each(|label| drop_label_everywhere(graph, label));
        },
    )?;
    shrink(
        reducer,
        |case| all_details(&case.graph),
        |case, details: &[Detail]| {
            let graph = Arc::make_mut(&mut case.graph);
            details.iter().for_each(|detail| drop_detail(graph, detail));
        },
    )?;
    shrink(reducer, unused_names, |case, names: &[Name]| {
        let schema = &mut Arc::make_mut(&mut case.graph).schema;
        schema.labels.retain(|name| !names.contains(name));
        schema.types.retain(|name| !names.contains(name));
        schema.keys.retain(|key| !names.contains(&key.name));
    })
}

/// Labels, types and keys that the schema declares and no element has.
fn unused_names(case: &Case) -> Vec<Name> {
    let graph = &case.graph;
    let labels = used_labels(graph);
    let types: BTreeSet<&Name> = graph.relationships().map(|relationship| &relationship.kind).collect();
    let keys = used_keys(graph);
    let schema = &graph.schema;
    let unused_labels = schema.labels.iter().filter(|name| !labels.contains(*name));
    let unused_types = schema.types.iter().filter(|name| !types.contains(name));
    let unused_keys = schema.keys.iter().map(|key| &key.name).filter(|name| !keys.contains(*name));
    unused_labels.chain(unused_types).chain(unused_keys).cloned().collect()
}

/// A property or label of one element.
#[derive(Clone, PartialEq)]
enum Detail {
    NodeProperty(NodeKey, Name),
    RelationshipProperty(RelationshipKey, Name),
    Label(NodeKey, Name),
}

fn all_details(graph: &Graph) -> Vec<Detail> {
    let mut details = Vec::new();
    for node in graph.nodes() {
        details.extend(node.properties.keys().map(|key| Detail::NodeProperty(node.key, key.clone())));
        details.extend(node.labels.iter().map(|label| Detail::Label(node.key, label.clone())));
    }
    for each in graph.relationships() {
        details.extend(each.properties.keys().map(|key| Detail::RelationshipProperty(each.key, key.clone())));
    }
    details
}

fn drop_detail(graph: &mut Graph, detail: &Detail) {
    match detail {
        Detail::NodeProperty(node, key) => graph.edit_node(*node, |node| {
            node.properties.remove(key);
        }),
        Detail::RelationshipProperty(relationship, key) => graph.edit_relationship(*relationship, |relationship| {
            relationship.properties.remove(key);
        }),
        Detail::Label(node, label) => graph.edit_node(*node, |node| {
            node.labels.remove(label);
        }),
    };
}

fn used_keys(graph: &Graph) -> BTreeSet<Name> {
    let nodes = graph.nodes().flat_map(|node| node.properties.keys());
    nodes.chain(graph.relationships().flat_map(|each| each.properties.keys())).cloned().collect()
}

fn used_labels(graph: &Graph) -> BTreeSet<Name> {
    graph.nodes().flat_map(|node| node.labels.iter()).cloned().collect()
}

fn drop_key_everywhere(graph: &mut Graph, key: &Name) {
    for detail in all_details(graph) {
        if matches!(&detail, Detail::NodeProperty(_, name) | Detail::RelationshipProperty(_, name) if name == key) {
            drop_detail(graph, &detail);
        }
    }
}

fn drop_label_everywhere(graph: &mut Graph, label: &Name) {
    for detail in all_details(graph) {
        if matches!(&detail, Detail::Label(_, name) if name == label) {
            drop_detail(graph, &detail);
        }
    }
}

/// Removes as many of a list's items as it can: halves, quarters, ... single items (Zeller and Hildebrandt's ddmin
/// without its complements, which the repeated passes make up for).
pub(crate) fn shrink<T: Clone>(
    reducer: &mut Reducer<'_>,
    items: impl Fn(&Case) -> Vec<T>,
    remove: impl Fn(&mut Case, &[T]),
) -> Result<(), TargetError> {
    let mut size = items(reducer.case()).len();
    while size > 0 {
        let mut start = 0;
        loop {
            let current = items(reducer.case());
            if start >= current.len() || reducer.is_over() {
                break;
            }
            let run = &current[start..(start + size).min(current.len())];
            let accepted = reducer.attempt(|case| {
                remove(case, run);
                true
            })?;
            if !accepted {
                start += size;
            }
        }
        size /= 2;
    }
    Ok(())
}
