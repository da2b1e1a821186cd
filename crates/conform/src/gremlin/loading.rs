//! The traversals that load a graph of the suite into an engine: the vertices first, then the edges between those that were made,
//! whatever identities the engine gave them.

use std::collections::BTreeMap;

use graphlance_gremlin::ast::{Argument, Statement, Step, Traversal};
use graphlance_gremlin::token::{Cardinality, T};
use graphlance_gremlin::{Name, Scalar, StepName, cell};
use graphlance_machine::value::{EdgeKey, VertexKey};
use graphlance_machine::{PropertyGraph, Value, export};

use super::binding::literal;

/// Elements that are made in one traversal.
const CHUNK: usize = 50;

/// The traversals that make all vertices. `with_ids`: whether they are given the identities that they have.
pub(super) fn vertices(graph: &PropertyGraph, with_ids: bool) -> Result<Vec<Statement>, String> {
    let lists = keys_of_lists(graph);
    let made = graph.vertices().map(|key| vertex(graph, key, with_ids, &lists)).collect::<Result<Vec<_>, _>>()?;
    Ok(chunks(made))
}

/// The traversals that make all edges between the vertices of a loaded graph. Errors: a vertex is not there.
pub(super) fn edges(graph: &PropertyGraph, loaded: &PropertyGraph, with_ids: bool) -> Result<Vec<Statement>, String> {
    let places = places(graph, loaded)?;
    let made = graph.edges().map(|key| edge(graph, key, loaded, &places, with_ids)).collect::<Result<Vec<_>, _>>()?;
    Ok(chunks(made))
}

/// The traversals that read all edges, each those that leave so many vertices of a loaded graph.
pub(super) fn edges_by_parts(loaded: &PropertyGraph, part: usize) -> Vec<Statement> {
    let ids: Vec<Argument> = loaded.vertices().map(|key| Argument::Scalar(loaded.vertex(key).id.clone())).collect();
    let leaving = |ids: &[Argument]| vec![Step::new(StepName::V, ids.to_vec()), Step::new(StepName::OutE, Vec::new())];
    ids.chunks(part).map(|ids| Statement::new(leaving(ids))).collect()
}

fn chunks(made: Vec<Vec<Step>>) -> Vec<Statement> {
    made.chunks(CHUNK).map(|chunk| Statement::new(chunk.concat())).collect()
}

/// The keys of which some vertex has several values, or one with properties of its own.
fn keys_of_lists(graph: &PropertyGraph) -> Vec<Name> {
    let mut keys = Vec::new();
    for vertex in graph.vertices() {
        let mut seen: Vec<&Name> = Vec::new();
        for place in &graph.vertex(vertex).properties {
            let property = graph.vertex_property(*place);
            if seen.contains(&&property.key) || !property.properties.is_empty() {
                keys.push(property.key.clone());
            }
            seen.push(&property.key);
        }
    }
    keys
}

fn vertex(graph: &PropertyGraph, key: VertexKey, with_ids: bool, lists: &[Name]) -> Result<Vec<Step>, String> {
    let vertex = graph.vertex(key);
    let mut steps = vec![Step::new(StepName::AddV, vec![Argument::string(vertex.label.clone())])];
    steps.extend(with_ids.then(|| identity(&vertex.id)));
    for place in &vertex.properties {
        let property = graph.vertex_property(*place);
        let mut arguments = Vec::new();
        if lists.contains(&property.key) {
            arguments.push(Cardinality::List.into());
        }
        arguments.extend(written(&property.key, &property.value)?);
        for (key, value) in &property.properties {
            arguments.extend(written(key, value)?);
        }
        if with_ids {
            arguments.extend([T::Id.into(), Argument::Scalar(property.id.clone())]);
        }
        steps.push(Step::new(StepName::Property, arguments));
    }
    Ok(steps)
}

fn edge(
    graph: &PropertyGraph,
    key: EdgeKey,
    loaded: &PropertyGraph,
    places: &BTreeMap<u32, VertexKey>,
    with_ids: bool,
) -> Result<Vec<Step>, String> {
    let edge = graph.edge(key);
    let end = |end: VertexKey| {
        let place = places.get(&end.0).ok_or("an edge ends nowhere")?;
        let id = Argument::Scalar(loaded.vertex(*place).id.clone());
        Ok::<_, String>(Argument::Traversal(Traversal::new(vec![Step::new(StepName::V, vec![id])])))
    };
    let made = Step::new(StepName::AddE, vec![Argument::string(edge.label.clone())])
        .with(StepName::From, vec![end(edge.out_vertex)?])
        .with(StepName::To, vec![end(edge.in_vertex)?]);
    let mut steps = vec![made];
    steps.extend(with_ids.then(|| identity(&edge.id)));
    for (key, value) in &edge.properties {
        steps.push(Step::new(StepName::Property, written(key, value)?.into()));
    }
    Ok(steps)
}

fn identity(id: &Scalar) -> Step {
    Step::new(StepName::Property, vec![T::Id.into(), Argument::Scalar(id.clone())])
}

fn written(key: &Name, value: &Value) -> Result<[Argument; 2], String> {
    let value = literal(value).ok_or_else(|| format!("a value of `{key}` has no literal"))?;
    Ok([Argument::string(key.clone()), value])
}

/// Which vertex of a loaded graph each vertex of a graph is. Those that are alike are each other's equals as long as there are no
/// edges.
fn places(graph: &PropertyGraph, loaded: &PropertyGraph) -> Result<BTreeMap<u32, VertexKey>, String> {
    let mut unclaimed: BTreeMap<String, Vec<VertexKey>> = BTreeMap::new();
    for key in loaded.vertices() {
        unclaimed.entry(likeness(loaded, key)).or_default().push(key);
    }
    let mut places = BTreeMap::new();
    for key in graph.vertices() {
        let like = likeness(graph, key);
        let place = unclaimed.get_mut(&like).and_then(Vec::pop);
        places.insert(key.0, place.ok_or_else(|| format!("no vertex was made like {like}"))?);
    }
    Ok(places)
}

/// What a vertex has, whatever type its numbers were given.
fn likeness(graph: &PropertyGraph, key: VertexKey) -> String {
    match export::result(&Value::Vertex(key), graph) {
        Some(vertex) => format!("{:?}", cell::cell(&vertex)),
        None => String::new(),
    }
}
