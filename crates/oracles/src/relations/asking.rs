//! What relations ask for: nodes, walks, types and predicates of a graph.

use std::fmt;
use std::sync::Arc;

use graphlance_cypher::features::Feature;
use graphlance_cypher::{Dialect, print_expression};
use graphlance_generate::arbitrary::{ReadingSizes, Variables, arbitrary_predicate};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::schema::PropertyKind;
use graphlance_graph::{Graph, Name, Node, NodeKey, Properties, Random, Relationship, Value};

/// The chance that two nodes are asked for between which there is a path.
const CONNECTED: f64 = 0.85;
/// The chance that only relationships of one type, or of two, count.
const TYPED: f64 = 0.5;
/// Relationships of a path at most: their number grows with the power of it.
pub(crate) const LONGEST: usize = 3;
/// Lengths within which the shortest of all paths is looked for where the target cannot look for it otherwise.
const BOUND: usize = 4;
/// The chance that one of several shortest paths is looked for, and not all.
const ANY_SHORTEST: f64 = 0.4;
/// The chance that a node of a large graph is one of the first ones, which smaller graphs of the same formula have, too.
const EARLY: f64 = 0.5;
/// Depth of a predicate at most.
const DEPTH: usize = 2;

/// What a relation is made of.
pub struct Asking<'a, D = Dialect> {
    /// The graph.
    pub graph: &'a Graph,
    /// The dialect in which it is asked.
    pub dialect: &'a D,
    /// Where choices come from.
    pub random: &'a mut Random,
}

/// Types of which a relationship has one; any where there is none.
#[derive(Clone, Default)]
pub(crate) struct Types(pub(crate) Vec<Name>);

impl fmt::Display for Types {
    /// `:T0|T1`, or nothing.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, name) in self.0.iter().enumerate() {
            formatter.write_str(if place == 0 { ":" } else { "|" })?;
            formatter.write_str(name)?;
        }
        Ok(())
    }
}

/// Two nodes by their `id`.
pub(crate) struct Ends {
    pub(crate) start: i64,
    pub(crate) end: i64,
}

impl<'a, D> Asking<'a, D> {
    /// The `id` of a node.
    pub(crate) fn node(&mut self) -> Option<i64> {
        let node = self.any_node()?;
        id_of(&node.properties)
    }

    fn any_node(&mut self) -> Option<Arc<Node>> {
        let count = self.graph.node_count();
        if self.graph.formula().is_some() {
            let place = if self.random.chance(EARLY) { self.early(count) } else { self.random.below(count) };
            return self.graph.node(NodeKey(place as u32)).cloned();
        }
        let place = self.random.below(count.max(1));
        self.graph.nodes().nth(place).cloned()
    }

    /// A place that is as often below ten as between ten and a hundred, and so on.
    fn early(&mut self, count: usize) -> usize {
        let digits = self.random.between(0, count.ilog2() as usize);
        self.random.below(1 << digits)
    }

    /// Different nodes, one more than there are legs. As a rule each is led to from the one before it by relationships of such
    /// types, so many at most.
    pub(crate) fn stations<'t>(&mut self, legs: impl IntoIterator<Item = (&'t Types, usize)>) -> Option<Vec<i64>> {
        self.stations_with(CONNECTED, legs)
    }

    /// The same with the chance that a path leads from each to the next.
    fn stations_with<'t>(
        &mut self,
        chance: f64,
        legs: impl IntoIterator<Item = (&'t Types, usize)>,
    ) -> Option<Vec<i64>> {
        let mut at = self.any_node()?.key;
        let mut stations = vec![at];
        for (types, most) in legs {
            let connected = self.random.chance(chance);
            let steps = self.random.between(1, most);
            let walked = connected.then(|| self.walk(at, types, steps)).flatten();
            at = match walked {
                Some(end) => end,
                None if connected => return None,
                None => self.any_node()?.key,
            };
            if stations.contains(&at) {
                return None;
            }
            stations.push(at);
        }
        stations.into_iter().map(|key| id_of(&self.graph.node(key)?.properties)).collect()
    }

    /// Two different nodes.
    pub(crate) fn ends(&mut self, types: &Types, longest: usize) -> Option<Ends> {
        match self.stations([(types, longest)])?.as_slice() {
            [start, end] => Some(Ends { start: *start, end: *end }),
            _ => None,
        }
    }

    /// Two different nodes of which the first leads to the second.
    pub(crate) fn connected_ends(&mut self, types: &Types, longest: usize) -> Option<Ends> {
        match self.stations_with(1.0, [(types, longest)])?.as_slice() {
            [start, end] => Some(Ends { start: *start, end: *end }),
            _ => None,
        }
    }

    fn walk(&mut self, from: NodeKey, types: &Types, steps: usize) -> Option<NodeKey> {
        let mut at = from;
        for _ in 0..steps {
            at = self.step(at, types)?.end;
        }
        Some(at)
    }

    /// A relationship of such types that leaves a node.
    fn step(&mut self, from: NodeKey, types: &Types) -> Option<&'a Relationship> {
        let graph = self.graph;
        let outgoing = graph.outgoing(from).iter().filter_map(|key| graph.relationship(*key).map(Arc::as_ref));
        let counts = outgoing.filter(|relationship| types.0.is_empty() || types.0.contains(&relationship.kind));
        self.random.pick(&counts.collect::<Vec<_>>()).copied()
    }

    /// A path of two relationships of such types: the node where it begins, and the properties of both.
    pub(crate) fn two_steps(&mut self, types: [&Types; 2]) -> Option<(i64, [&'a Properties; 2])> {
        let start = self.any_node()?;
        let first = self.step(start.key, types[0])?;
        let second = self.step(first.end, types[1])?;
        Some((id_of(&start.properties)?, [&first.properties, &second.properties]))
    }

    /// The greatest length of a path.
    pub(crate) fn longest(&mut self) -> usize {
        self.random.between(1, LONGEST)
    }

    /// One type, two or all.
    pub(crate) fn types(&mut self) -> Types {
        let count = if self.random.chance(TYPED) { self.random.between(1, 2) } else { 0 };
        Types(self.random.sample(&self.graph.schema.types, count))
    }

    /// A type; none where the graph has none.
    pub(crate) fn kind(&mut self) -> Option<Name> {
        self.random.pick(&self.graph.schema.types).cloned()
    }

    /// A type that new relationships get, and the types that count: that one, or all.
    pub(crate) fn new_and_counted(&mut self) -> Option<(Name, Types)> {
        let kind = self.kind()?;
        let types = if self.random.chance(TYPED) { vec![kind.clone()] } else { Vec::new() };
        Some((kind, Types(types)))
    }

    /// A key of integers with a value that it has in one of some elements.
    pub(crate) fn integer_of(&mut self, of: &[&Properties]) -> Option<(Name, i64)> {
        let integers = self.graph.schema.keys.iter().filter(|key| key.kind == PropertyKind::Integer && key.name != *ID);
        let keys: Vec<Name> = integers.map(|key| key.name.clone()).collect();
        let key = self.random.pick(&keys)?.clone();
        let values = of.iter().filter_map(|properties| match properties.get(&key) {
            Some(Value::Integer(value)) => Some(*value),
            _ => None,
        });
        let value = *self.random.pick(&values.collect::<Vec<_>>())?;
        Some((key, value))
    }

    /// The properties of all nodes.
    pub(crate) fn of_nodes(&self) -> Vec<&'a Properties> {
        self.graph.nodes().map(|node| &node.properties).collect()
    }

    /// An `id` that no element has.
    pub(crate) fn fresh_id(&self) -> i64 {
        let nodes = self.graph.nodes().map(|node| &node.properties);
        let relationships = self.graph.relationships().map(|relationship| &relationship.properties);
        let greatest = nodes.chain(relationships).filter_map(id_of).max();
        greatest.map_or(0, |id| id.saturating_add(1))
    }
}

impl Asking<'_> {
    /// `:L0` or nothing.
    pub(crate) fn label(&mut self) -> String {
        let label = if self.random.chance(TYPED) { self.random.pick(&self.graph.schema.labels) } else { None };
        label.map(|label| format!(":{label}")).unwrap_or_default()
    }

    /// A predicate over one node.
    pub(crate) fn predicate(&mut self, node: &str) -> String {
        let typed = self.dialect.tables.is_some();
        let sizes = ReadingSizes { depth: self.random.below(DEPTH + 1), typed, ..ReadingSizes::default() };
        let variables = Variables { nodes: vec![node.into()], relationships: Vec::new() };
        let predicate = arbitrary_predicate(self.random, self.graph, variables, sizes);
        print_expression(&predicate, &Dialect::standard())
    }

    /// A condition on a property of one element that some elements meet: `r.k0 >= 3`.
    pub(crate) fn condition(&mut self, element: &str, of: &[&Properties]) -> Option<String> {
        let (key, value) = self.integer_of(of)?;
        let operator = *self.random.pick(&["=", "<=", ">=", "<>"])?;
        Some(format!("{element}.{key} {operator} {value}"))
    }

    /// A statement that returns the length of the shortest path, or null or no row where there is none. `longer`: by how much the
    /// path may be longer than another one that is asked for, where lengths are bounded.
    pub(crate) fn shortest(&mut self, start: i64, end: i64, types: &Types, longer: usize) -> String {
        let ends = format!("MATCH (a {{id: {start}}}), (b {{id: {end}}})");
        if !self.dialect.has(Feature::ShortestPath) {
            let bound = BOUND + longer;
            return format!("{ends} MATCH p = (a)-[rs{types}*1..{bound}]->(b) RETURN min(length(p)) AS d");
        }
        let (which, distinct) =
            if self.random.chance(ANY_SHORTEST) { ("shortestPath", "") } else { ("allShortestPaths", "DISTINCT ") };
        format!("{ends} MATCH p = {which}((a)-[rs{types}*]->(b)) RETURN {distinct}length(p) AS d")
    }
}

/// The `id` of an element.
pub(crate) fn id_of(properties: &Properties) -> Option<i64> {
    match properties.get(ID) {
        Some(Value::Integer(id)) => Some(*id),
        _ => None,
    }
}
