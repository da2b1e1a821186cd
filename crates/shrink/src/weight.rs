//! The order of cases: what it means to be smaller.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use graphlance_case::{Case, Load, Statement, language};
use graphlance_graph::{Graph, arrangement, simplicity};
use xxhash_rust::xxh3::Xxh3;

/// The weight of a case. Smaller cases are lighter: compared field by field, in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    /// Switches of plans.
    pub switches: usize,
    /// Statements of a loading script.
    pub script: usize,
    /// Steps.
    pub steps: usize,
    /// Databases beside that of the graph.
    pub databases: usize,
    /// Rewrites that made some of the statements of others. Only those others weigh anything themselves.
    pub rewrites: usize,
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
        Scales::default().weigh(case)
    }

    fn add(&mut self, statement: language::Weight) {
        let language::Weight { clauses, parts, values, disorder } = statement;
        self.clauses += clauses;
        self.parts += parts;
        self.values += values;
        self.disorder += disorder;
    }
}

/// Weighs cases, and remembers what the graph and the loading script weighed last: most edits leave them as they are.
#[derive(Default)]
pub(crate) struct Scales {
    graph: Option<(Arc<Graph>, OfGraph)>,
    script: Option<(Arc<Vec<Statement>>, language::Weight)>,
}

/// What a graph adds to a weight, and its hash.
#[derive(Clone, Copy)]
struct OfGraph {
    hash: u64,
    nodes: usize,
    relationships: usize,
    details: usize,
    values: usize,
    disorder: usize,
}

impl Scales {
    /// Weighs a case.
    pub(crate) fn weigh(&mut self, case: &Case) -> Weight {
        let graph = self.graph(&case.graph);
        let mut weight = Weight {
            switches: case.plan.len(),
            script: 0,
            steps: case.steps.len(),
            databases: case.databases().len(),
            rewrites: case.lineage.derivations.iter().map(|derivation| derivation.rewrites.len()).sum(),
            nodes: graph.nodes,
            clauses: 0,
            relationships: graph.relationships,
            parts: 0,
            details: graph.details,
            values: graph.values,
            disorder: graph.disorder,
        };
        if let Load::Script(script) = &case.load {
            weight.script = script.len();
            weight.disorder = 0;
            weight.add(self.script(script));
        }
        let own = (0..case.steps.len()).filter(|step| !case.lineage.derives(*step));
        own.filter_map(|step| case.statement(step)).for_each(|statement| weight.add(statement.weight()));
        weight
    }

    /// The hash of a graph.
    pub(crate) fn hash(&mut self, graph: &Arc<Graph>) -> u64 {
        self.graph(graph).hash
    }

    fn graph(&mut self, graph: &Arc<Graph>) -> OfGraph {
        match &self.graph {
            Some((known, of)) if Arc::ptr_eq(known, graph) => *of,
            _ => {
                let of = OfGraph {
                    hash: hash_of(graph),
                    nodes: graph.node_count(),
                    relationships: graph.relationship_count(),
                    details: details(graph),
                    values: stored_values(graph),
                    disorder: arrangement::disorder(graph),
                };
                self.graph = Some((Arc::clone(graph), of));
                of
            }
        }
    }

    fn script(&mut self, script: &Arc<Vec<Statement>>) -> language::Weight {
        match &self.script {
            Some((known, weight)) if Arc::ptr_eq(known, script) => *weight,
            _ => {
                let mut sum = language::Weight::default();
                for statement in script.iter() {
                    let language::Weight { clauses, parts, values, disorder: _ } = statement.weight();
                    sum.clauses += clauses;
                    sum.parts += parts;
                    sum.values += values;
                    // The order of clauses that write means something.
                }
                self.script = Some((Arc::clone(script), sum));
                sum
            }
        }
    }
}

/// A hash of what a thing is made of.
pub(crate) fn hash_of(of: &impl Hash) -> u64 {
    let mut hasher = Xxh3::new();
    of.hash(&mut hasher);
    hasher.finish()
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

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, Lineage, Step};
    use graphlance_graph::{Properties, Value};

    use super::*;

    fn case(nodes: usize, query: &str, script: Option<&str>) -> Case {
        let parse = |text| Cypher.parse(text).unwrap_or_else(|error| panic!("{error}"));
        let mut graph = Graph::new();
        for number in (0..).take(nodes) {
            graph.add_node(["A".into()], Properties::from([("k".into(), Value::Integer(number))]));
        }
        Case {
            load: script.map_or(Load::Create, |text| Load::Script(Arc::new(vec![parse(text)]))),
            steps: vec![Step::run(parse(query))],
            ..Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default())
        }
    }

    #[test]
    fn scales_that_were_used_before_weigh_the_same() {
        let long = "MATCH (a)-[r]->(b) WHERE a.k = 2 AND a.k = 1 RETURN b.k AS x, a AS y";
        let cases = [
            case(3, long, None),
            case(2, long, None),
            case(2, "RETURN 1 AS x", None),
            case(3, long, Some("CREATE (:A {k: 1})")),
            case(3, long, Some("CREATE (:A {k: 1}), (:B {k: 'ab'})")),
        ];
        let mut scales = Scales::default();
        for case in cases.iter().chain(cases.iter().rev()) {
            assert_eq!(scales.weigh(case), Weight::of(case));
            assert_eq!(scales.hash(&case.graph), hash_of(&case.graph));
        }
        let weights: Vec<Weight> = cases.iter().map(Weight::of).collect();
        assert!(
            weights[2] < weights[1] && weights[1] < weights[0] && weights[0] < weights[3] && weights[3] < weights[4]
        );
    }
}
