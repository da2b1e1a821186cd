//! The order of cases: what it means to be smaller.

use graphlance_case::{Case, Load, Step};
use graphlance_cypher::edit;
use graphlance_graph::{Graph, arrangement, simplicity};

/// The weight of a case. Smaller cases are lighter: compared field by field, in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    /// Switches of plans.
    pub switches: usize,
    /// Statements of a loading script.
    pub script: usize,
    /// Nodes.
    pub nodes: usize,
    /// Clauses.
    pub clauses: usize,
    /// Relationships.
    pub relationships: usize,
    /// Parts of the statements' trees.
    pub parts: usize,
    /// Labels, properties and indexes of the graph, and names of its schema.
    pub details: usize,
    /// How far literals and stored values are from the simplest ones.
    pub values: usize,
    /// Pairs that stand in the wrong order, of things whose order means nothing.
    pub disorder: usize,
}

impl Weight {
    /// Weighs a case.
    pub fn of(case: &Case) -> Weight {
        let script = match &case.load {
            Load::Create => &[],
            Load::Script(script) => script.as_slice(),
        };
        let mut weight = Weight {
            switches: case.plan.len(),
            script: script.len(),
            nodes: case.graph.node_count(),
            clauses: 0,
            relationships: case.graph.relationship_count(),
            parts: 0,
            details: details(&case.graph),
            values: stored_values(&case.graph),
            disorder: if script.is_empty() { arrangement::disorder(&case.graph) } else { 0 },
        };
        for statement in script {
            // The order of clauses that write means something.
            weight.add(edit::Weight { disorder: 0, ..edit::Weight::of(statement) });
        }
        for step in &case.steps {
            if let Step::Run(statement) = step {
                weight.add(edit::Weight::of(statement));
            }
        }
        weight
    }

    fn add(&mut self, statement: edit::Weight) {
        let edit::Weight { clauses, parts, values, disorder } = statement;
        self.clauses += clauses;
        self.parts += parts;
        self.values += values;
        self.disorder += disorder;
    }
}

fn details(graph: &Graph) -> usize {
    let nodes: usize = graph.nodes().map(|node| node.labels.len() + node.properties.len()).sum();
    let relationships: usize = graph.relationships().map(|relationship| relationship.properties.len()).sum();
    let schema = &graph.schema;
    let indexes: usize = schema.indexes.iter().map(|index| 1 + index.keys.len()).sum();
    nodes + relationships + indexes + schema.labels.len() + schema.types.len() + schema.keys.len()
}

fn stored_values(graph: &Graph) -> usize {
    let nodes: usize = graph.nodes().flat_map(|node| node.properties.values()).map(simplicity::weight).sum();
    let relationships: usize =
        graph.relationships().flat_map(|relationship| relationship.properties.values()).map(simplicity::weight).sum();
    nodes + relationships
}
