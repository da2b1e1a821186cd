//! CREATE, INSERT and MERGE.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Name, Value};

use super::element::Element;
use super::property::{Purpose, is_sought};
use super::writer::Writer;

impl Writer<'_, '_, '_> {
    /// `CREATE (a)-[r:T {k: 1}]->(b:B)`, of one pattern or two.
    pub fn create(&mut self) -> Option<Clause> {
        let mut patterns = vec![self.created_path()?];
        if self.chance(0.15) {
            patterns.extend(self.created_path());
        }
        let inserts = self.skeleton.chance(Feature::Insert, 0.1) && patterns.iter().all(is_directed);
        Some(if inserts { Clause::Insert(patterns) } else { Clause::Create(patterns) })
    }

    /// A path of new elements between new nodes and such as are there.
    fn created_path(&mut self) -> Option<Pattern> {
        let hops = self.skeleton.random.weighted(&[0.45, 0.42, 0.13])?;
        // What the clause makes cannot be referred to in the same pattern.
        let known = self.elements.clone();
        let start = self.end_of_created(hops > 0)?;
        let mut segments = Vec::new();
        for _ in 0..hops {
            let relationship = self.new_relationship()?;
            segments.push(Segment::Hop { relationship, node: self.end_of_created(true)? });
        }
        let pattern = Pattern::from(PathPattern { start, segments });
        self.declare_made(known, &pattern);
        Some(pattern)
    }

    /// A node that is there, or a new one.
    fn end_of_created(&mut self, may_be_known: bool) -> Option<NodePattern> {
        if may_be_known
            && self.chance(self.shares.reuse)
            && let Some(name) = self.certain_node()
        {
            return Some(NodePattern::variable(name));
        }
        self.new_node()
    }

    fn new_node(&mut self) -> Option<NodePattern> {
        let named = self.chance(0.7);
        let variable = named.then(|| self.skeleton.fresh('w'));
        let least = self.skeleton.context.dialect.values.node_labels[0];
        let labels = LabelExpression::all_of(self.labels([least, 2]));
        let properties = self.map([0, 3], Purpose::Written);
        Some(NodePattern { variable, labels, properties, predicate: None })
    }

    fn new_relationship(&mut self) -> Option<RelationshipPattern> {
        let kind = self.skeleton.random.pick(&self.skeleton.context.graph.schema.types)?.clone();
        let variable = self.chance(0.6).then(|| self.skeleton.fresh('q'));
        let properties = if self.chance(0.5) { self.map([1, 2], Purpose::Written) } else { None };
        let direction = if self.chance(0.7) { Direction::Right } else { Direction::Left };
        let types = LabelExpression::any_of([kind]);
        Some(RelationshipPattern { variable, types, properties, direction, ..RelationshipPattern::default() })
    }

    /// From here on the variables of a pattern stand for what it made.
    fn declare_made(&mut self, known: Vec<Element>, pattern: &Pattern) {
        self.elements = known;
        for (name, is_node) in variables_of(pattern) {
            if self.elements.iter().all(|element| element.name != name) {
                self.elements.push(Element::made(name, is_node));
            }
        }
    }

    /// `MERGE (a:A {k: 1}) ON CREATE SET a.l = 2 ON MATCH SET a.l = 3`, of a node, a relationship or a path.
    pub fn merge(&mut self) -> Option<Clause> {
        let known = self.elements.clone();
        let pattern = match self.skeleton.random.below(10) {
            0..=3 => PathPattern { start: self.merged_node()?, segments: Vec::new() }.into(),
            4..=7 => self.merged_relationship()?,
            _ => self.merged_path()?,
        };
        self.declare_made(known, &pattern);
        let actions = self.actions(&pattern);
        Some(Clause::Merge(Merge { pattern, actions }))
    }

    /// A node that may be there: labels and properties of one that is, or others.
    fn merged_node(&mut self) -> Option<NodePattern> {
        let variable = Some(self.skeleton.fresh('w'));
        let graph = self.skeleton.context.graph;
        let drawn = graph.nodes().nth(self.skeleton.random.below(graph.node_count().max(1)));
        if let Some(node) = drawn.filter(|_| self.chance(0.5)) {
            let own: Vec<Name> = node.labels.iter().cloned().collect();
            let labels = LabelExpression::all_of(self.skeleton.random.sample(&own, 1));
            let entries: Vec<(&Name, &Value)> =
                node.properties.iter().filter(|(_, value)| is_sought(Some((*value).clone()))).collect();
            let entry = self.skeleton.random.pick(&entries).map(|(key, value)| ((*key).clone(), (*value).clone()));
            let entry = entry.and_then(|(key, value)| Some((key, build::constant(&value)?)));
            let properties = entry.map(|entry| Expression::Map(vec![entry]));
            return Some(NodePattern { variable, labels, properties, predicate: None });
        }
        let least = self.skeleton.context.dialect.values.node_labels[0];
        let labels = LabelExpression::all_of(self.labels([least, 1]));
        let properties = self.map([1, 2], Purpose::Sought);
        Some(NodePattern { variable, labels, properties, predicate: None })
    }

    /// A relationship between two nodes that are there.
    fn merged_relationship(&mut self) -> Option<Pattern> {
        let (start, end) = (self.certain_node()?, self.certain_node()?);
        let relationship = self.merged_hop()?;
        let segments = vec![Segment::Hop { relationship, node: NodePattern::variable(end) }];
        Some(PathPattern { start: NodePattern::variable(start), segments }.into())
    }

    fn merged_hop(&mut self) -> Option<RelationshipPattern> {
        let relationship = self.new_relationship()?;
        let properties = if self.chance(0.35) { self.map([1, 1], Purpose::Sought) } else { None };
        let direction =
            if self.skeleton.chance(Feature::Undirected, 0.25) { Direction::Either } else { relationship.direction };
        let variable = Some(relationship.variable.unwrap_or_else(|| self.skeleton.fresh('q')));
        Some(RelationshipPattern { variable, properties, direction, ..relationship })
    }

    /// A path with an end, or none, that is there.
    fn merged_path(&mut self) -> Option<Pattern> {
        let start = match self.certain_node().filter(|_| self.chance(0.7)) {
            Some(name) => NodePattern::variable(name),
            None => self.merged_node()?,
        };
        let relationship = self.merged_hop()?;
        let node = self.merged_node()?;
        let mut segments = vec![Segment::Hop { relationship, node }];
        if self.chance(0.2) {
            segments.push(Segment::Hop { relationship: self.merged_hop()?, node: self.merged_node()? });
        }
        Some(PathPattern { start, segments }.into())
    }

    fn actions(&mut self, pattern: &Pattern) -> Vec<MergeAction> {
        let variables = variables_of(pattern);
        let mut actions = Vec::new();
        for on_create in [true, false] {
            if self.chance(0.4)
                && let Some((name, is_node)) = self.skeleton.random.pick(&variables).cloned()
            {
                let item = self.item_of(&name, is_node);
                actions.push(MergeAction { on_create, items: vec![item] });
            }
        }
        if self.chance(0.3) {
            actions.reverse();
        }
        actions
    }
}

/// The variables of the nodes and relationships of a path, and whether each is a node.
fn variables_of(pattern: &Pattern) -> Vec<(Name, bool)> {
    let mut found: Vec<(Name, bool)> = pattern.path.start.variable.iter().map(|name| (name.clone(), true)).collect();
    for segment in &pattern.path.segments {
        if let Segment::Hop { relationship, node } = segment {
            found.extend(relationship.variable.iter().map(|name| (name.clone(), false)));
            found.extend(node.variable.iter().map(|name| (name.clone(), true)));
        }
    }
    found
}

fn is_directed(pattern: &Pattern) -> bool {
    let directed = |segment: &Segment| match segment {
        Segment::Hop { relationship, .. } => relationship.direction != Direction::Either,
        Segment::Quantified { .. } => false,
    };
    pattern.path.segments.iter().all(directed)
}
