//! The traversals that load a graph, and those that read it back.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Graph, Name, Node, NodeKey, Properties, Relationship, Value};
use graphlance_gremlin::ast::{Argument, Statement, Step, Traversal};
use graphlance_gremlin::dialect::Identities;
use graphlance_gremlin::scalar::Scalar;
use graphlance_gremlin::table::StepName;
use graphlance_gremlin::token::T;
use graphlance_gremlin::{Dialect, cell, print};

use crate::language::{LoadTexts, ReadBack};

/// The texts that load a graph into an empty database: declarations and indexes, then all elements in one traversal, or in as many
/// as the dialect's limit asks for.
pub(super) fn texts(graph: &Graph, dialect: &Dialect) -> LoadTexts {
    let ends = Ends::of(graph, dialect);
    let limit = if ends == Ends::Labels { usize::MAX } else { dialect.limits.load_steps.max(1) };
    let data = statements(graph, &ends, limit).iter().map(|statement| dialect.print(statement)).collect();
    LoadTexts { schema: dialect.declarations.texts(graph), data }
}

/// The one traversal that makes all elements, without identities; none for a graph without elements.
pub(super) fn whole(graph: &Graph) -> Option<Statement> {
    statements(graph, &Ends::Labels, usize::MAX).pop()
}

/// How the ends of an edge are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// By the identities that vertices are given.
    Identities,
    /// By a property in which all vertices differ.
    Property,
    /// By labels of the steps that make them, in one traversal.
    Labels,
}

impl Ends {
    fn of(graph: &Graph, dialect: &Dialect) -> Ends {
        match dialect.deviations.identities {
            Identities::Longs => Ends::Identities,
            Identities::Own if graph.node_count() > FEW && has_ids(graph) => Ends::Property,
            Identities::Own => Ends::Labels,
        }
    }
}

/// As many vertices as are made in one traversal with the edges between them, which reads better.
const FEW: usize = 12;

/// Whether each vertex has an integer as `id` that no other has.
fn has_ids(graph: &Graph) -> bool {
    let mut seen = BTreeSet::new();
    graph.nodes().all(|node| matches!(node.properties.get(ID), Some(Value::Integer(id)) if seen.insert(*id)))
}

fn statements(graph: &Graph, ends: &Ends, limit: usize) -> Vec<Statement> {
    let vertices = graph.nodes().map(|node| vertex(node, *ends));
    let edges = graph.relationships().map(|edge| self::edge(edge, graph, *ends));
    let mut statements: Vec<Vec<Step>> = Vec::new();
    for steps in vertices.chain(edges) {
        match statements.last_mut() {
            Some(last) if last.len() + steps.len() <= limit => last.extend(steps),
            _ => statements.push(steps),
        }
    }
    statements.into_iter().map(Statement::new).collect()
}

fn vertex(node: &Node, ends: Ends) -> Vec<Step> {
    let label = node.labels.first().cloned();
    let arguments = label.map(Argument::string).into_iter().collect();
    let mut made = Step::new(StepName::AddV, arguments);
    if ends == Ends::Labels {
        made = made.with(StepName::As, vec![Argument::string(name(node.key))]);
    }
    let mut steps = vec![made];
    if ends == Ends::Identities {
        steps.push(identity(node.key.0));
    }
    steps.extend(properties(&node.properties));
    steps
}

fn edge(edge: &Relationship, graph: &Graph, ends: Ends) -> Vec<Step> {
    let end = |key: NodeKey| match ends {
        Ends::Labels => Argument::string(name(key)),
        Ends::Identities => found(StepName::V, vec![long(i64::from(key.0))], None),
        Ends::Property => {
            let id = cell::argument(&graph.node_property(key, ID)).unwrap_or(Argument::Scalar(Scalar::Null));
            found(StepName::V, Vec::new(), Some(Step::new(StepName::Has, vec![ID.into(), id])))
        }
    };
    let made = Step::new(StepName::AddE, vec![Argument::string(edge.kind.clone())])
        .with(StepName::From, vec![end(edge.start)])
        .with(StepName::To, vec![end(edge.end)]);
    let own = (ends == Ends::Identities).then(|| identity(edge.key.0));
    std::iter::once(made).chain(own).chain(properties(&edge.properties)).collect()
}

fn found(step: StepName, arguments: Vec<Argument>, filter: Option<Step>) -> Argument {
    Argument::Traversal(Traversal::new(std::iter::once(Step::new(step, arguments)).chain(filter).collect()))
}

fn identity(key: u32) -> Step {
    Step::new(StepName::Property, vec![T::Id.into(), long(i64::from(key))])
}

fn long(value: i64) -> Argument {
    Argument::Scalar(Scalar::Long(value))
}

/// What the step that makes a vertex is called.
fn name(key: NodeKey) -> Name {
    format!("v{}", key.0).into()
}

/// Values that have no literal cannot be loaded and are left out: reading back shows it.
fn properties(properties: &Properties) -> impl Iterator<Item = Step> {
    properties.iter().filter_map(|(key, value)| {
        Some(Step::new(StepName::Property, vec![key.as_str().into(), cell::argument(value)?]))
    })
}

/// Traversals that count the elements of each label, and give the values of each key, also of those that only `found` has.
pub(super) fn read_back(graph: &Graph, found: &Graph) -> Vec<ReadBack> {
    let labels = |names: Vec<Name>| {
        let mut counts: BTreeMap<Name, i64> = BTreeMap::new();
        names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        Value::map(counts.into_iter().map(|(name, count)| (name, Value::Integer(count))).collect())
    };
    let counted = |first: StepName, names: Vec<Name>| {
        let steps = vec![
            Step::new(first, Vec::new()),
            Step::new(StepName::GroupCount, Vec::new()).with(StepName::By, vec![T::Label.into()]),
        ];
        check(steps, vec![labels(names)])
    };
    let of_vertices = graph.nodes().filter_map(|node| node.labels.first().cloned()).collect();
    let of_edges = graph.relationships().map(|edge| edge.kind.clone()).collect();
    let values = |first: StepName, all: Vec<&Properties>, found: Vec<&Properties>| {
        let keys: BTreeSet<&Name> = all.iter().chain(&found).flat_map(|properties| properties.keys()).collect();
        let of_key = |key: &Name| {
            let steps = vec![Step::new(first, Vec::new()), Step::new(StepName::Values, vec![key.as_str().into()])];
            check(steps, all.iter().filter_map(|properties| properties.get(key).cloned()).collect())
        };
        keys.into_iter().map(of_key).collect::<Vec<_>>()
    };
    let mut checks = vec![counted(StepName::V, of_vertices), counted(StepName::E, of_edges)];
    let [of_vertices, found_vertices] =
        [graph, found].map(|graph| graph.nodes().map(|node| &node.properties).collect());
    checks.extend(values(StepName::V, of_vertices, found_vertices));
    let [of_edges, found_edges] =
        [graph, found].map(|graph| graph.relationships().map(|edge| &edge.properties).collect());
    checks.extend(values(StepName::E, of_edges, found_edges));
    checks
}

fn check(steps: Vec<Step>, values: Vec<Value>) -> ReadBack {
    ReadBack { query: print(&Statement::new(steps)), rows: values.into_iter().map(|value| vec![value]).collect() }
}
