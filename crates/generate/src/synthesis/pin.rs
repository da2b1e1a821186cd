//! Predicates that make patterns match exactly the planned elements (GQS, section 3.4).
//!
//! The patterns of a MATCH are walked from elements that are settled (bound before, or pinned already). At each step
//! the candidates of the next element are those the graph offers from there; where there is more than one, a
//! predicate is added that is true of the wanted candidate and not true of the others. By induction over the walk
//! exactly one binding satisfies all predicates.

use std::collections::BTreeSet;

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Name, NodeKey, RelationshipKey, Value};
use graphlance_reference::relations;

use super::pattern::{NodePlan, PathPlan, RelationshipPlan};
use super::plan::Element;
use super::query::Synthesis;
use crate::adaptation::Reliance;
use crate::expression::{Distinguish, Incident, Leaf, PropertyColumn, Shape, nested_access};

/// What is settled while the patterns of one MATCH are walked.
pub struct Settled {
    nodes: BTreeSet<NodeKey>,
    relationships: Vec<RelationshipKey>,
    names: std::collections::BTreeMap<RelationshipKey, Name>,
    /// Variables that predicates may refer to, with their values.
    pub leaves: Vec<Leaf>,
    /// The predicates so far.
    pub predicates: Vec<Expression>,
}

struct Hop<'p> {
    from: NodeKey,
    relationship: &'p RelationshipPlan,
    /// The arrow as seen from `from`.
    direction: Direction,
    to: &'p NodePlan,
}

impl Settled {
    /// Before the walk: what earlier clauses bound.
    pub fn new(nodes: BTreeSet<NodeKey>, leaves: Vec<Leaf>) -> Settled {
        Settled { nodes, relationships: Vec::new(), names: Default::default(), leaves, predicates: Vec::new() }
    }

    fn settle_node(&mut self, plan: &NodePlan, value: Value) {
        if self.nodes.insert(plan.key) {
            self.leaves.push(Leaf::new(plan.variable.clone(), value, Shape::Node));
        }
    }
}

impl Synthesis<'_> {
    /// Walks the patterns and adds the predicates that make them match exactly their walks. None when an element
    /// cannot be told from its rivals.
    pub(super) fn pin_patterns(&mut self, paths: &[PathPlan], settled: &mut Settled) -> Option<()> {
        let mut rest: Vec<&PathPlan> = paths.iter().collect();
        while !rest.is_empty() {
            let connected =
                rest.iter().position(|path| path.nodes.iter().any(|node| settled.nodes.contains(&node.key)));
            let path = rest.remove(connected.unwrap_or(0));
            self.pin_path(path, settled)?;
        }
        Some(())
    }

    fn pin_path(&mut self, path: &PathPlan, settled: &mut Settled) -> Option<()> {
        let places: Vec<usize> =
            (0..path.nodes.len()).filter(|place| settled.nodes.contains(&path.nodes[*place].key)).collect();
        let start = match self.random.pick(&places) {
            Some(place) => *place,
            None => {
                let place = self.random.below(path.nodes.len());
                self.pin_start(&path.nodes[place], settled)?;
                place
            }
        };
        for place in start..path.relationships.len() {
            let relationship = &path.relationships[place];
            let (from, to) = (path.nodes[place].key, &path.nodes[place + 1]);
            self.pin_hop(Hop { from, relationship, direction: relationship.direction, to }, settled)?;
        }
        for place in (0..start).rev() {
            let relationship = &path.relationships[place];
            let (from, to) = (path.nodes[place + 1].key, &path.nodes[place]);
            self.pin_hop(Hop { from, relationship, direction: relationship.direction.reversed(), to }, settled)?;
        }
        Some(())
    }

    fn pin_start(&mut self, plan: &NodePlan, settled: &mut Settled) -> Option<()> {
        let graph = self.context.graph;
        let rivals: Vec<Element> = graph
            .nodes()
            .filter(|node| node.key != plan.key && plan.admits(node))
            .map(|node| Element::Node(node.key))
            .collect();
        if !rivals.is_empty() {
            self.pin(&plan.variable, Element::Node(plan.key), &rivals, settled)?;
        }
        settled.settle_node(plan, Value::Node(graph.node(plan.key)?.clone()));
        Some(())
    }

    fn pin_hop(&mut self, hop: Hop<'_>, settled: &mut Settled) -> Option<()> {
        let graph = self.context.graph;
        let wanted = hop.relationship.key;
        let mut rivals = self.rivals(&hop, settled);
        self.exclude_used(&hop, &mut rivals, settled);
        if !settled.nodes.contains(&hop.to.key) {
            let mut others: Vec<Element> =
                rivals.iter().map(|(_, node)| *node).filter(|node| *node != hop.to.key).map(Element::Node).collect();
            others.sort();
            others.dedup();
            if !others.is_empty() && self.random.chance(0.5) {
                self.pin(&hop.to.variable, Element::Node(hop.to.key), &others, settled)?;
                rivals.retain(|(_, node)| *node == hop.to.key);
            }
        }
        if !rivals.is_empty() {
            let others: Vec<Element> = rivals.iter().map(|(key, _)| Element::Relationship(*key)).collect();
            self.pin(&hop.relationship.variable, Element::Relationship(wanted), &others, settled)?;
        }
        settled.relationships.push(wanted);
        settled.names.insert(wanted, hop.relationship.variable.clone());
        let value = Value::Relationship(graph.relationship(wanted)?.clone());
        settled.leaves.push(Leaf::new(hop.relationship.variable.clone(), value, Shape::Relationship));
        settled.settle_node(hop.to, Value::Node(graph.node(hop.to.key)?.clone()));
        Some(())
    }

    /// The other relationships, with the node at their far end, that the pattern could match from the settled node.
    fn rivals(&self, hop: &Hop<'_>, settled: &Settled) -> Vec<(RelationshipKey, NodeKey)> {
        let graph = self.context.graph;
        let wanted = hop.relationship.key;
        if self.state.column(&hop.relationship.variable).is_some() {
            return Vec::new();
        }
        let adjacency = self.context.shapes.adjacency();
        let far_known = settled.nodes.contains(&hop.to.key);
        // Many relationships lead to few nodes: what was said of the last one often holds of the next.
        let mut last: Option<(NodeKey, bool)> = None;
        let mut node_fits = |far: NodeKey| match last {
            _ if far == hop.to.key => true,
            _ if far_known => false,
            Some((node, fits)) if node == far => fits,
            _ => {
                let fits = graph.node(far).is_some_and(|node| hop.to.admits(node));
                last = Some((far, fits));
                fits
            }
        };
        let plan = hop.relationship;
        let types: Vec<bool> = adjacency.types.iter().map(|kind| plan.admits_type(kind)).collect();
        let fits = |incident: &&Incident| {
            let direction_fits = match hop.direction {
                Direction::Right => incident.out,
                Direction::Left => !incident.out,
                // A self-loop stands there twice; it is one match.
                Direction::Either => incident.out || incident.far != hop.from,
            };
            incident.key != wanted
                && direction_fits
                && types[incident.kind as usize]
                && node_fits(incident.far)
                && (plan.properties.is_empty()
                    || graph.relationship(incident.key).is_some_and(|relationship| plan.admits(relationship)))
        };
        adjacency.at(hop.from).iter().filter(fits).map(|incident| (incident.key, incident.far)).collect()
    }

    /// Relationships matched elsewhere in this MATCH are no rivals: by the language, or by an inequality that says so.
    fn exclude_used(&mut self, hop: &Hop<'_>, rivals: &mut Vec<(RelationshipKey, NodeKey)>, settled: &mut Settled) {
        if self.context.vocabulary.relies_on(Reliance::RelationshipUniqueness) {
            rivals.retain(|(key, _)| !settled.relationships.contains(key));
            return;
        }
        let used: Vec<RelationshipKey> =
            rivals.iter().map(|(key, _)| *key).filter(|key| settled.relationships.contains(key)).collect();
        if used.is_empty() || !self.random.chance(0.5) {
            return;
        }
        for key in used {
            let Some(other) = settled.names.get(&key).cloned() else { continue };
            let unequal = build::compare(
                ComparisonOperator::NotEqual,
                build::property(hop.relationship.variable.clone(), "id"),
                build::property(other, "id"),
            );
            if self.differ_in_id(hop.relationship.key, key) {
                settled.predicates.push(unequal);
                rivals.retain(|(rival, _)| *rival != key);
            }
        }
    }

    fn differ_in_id(&self, a: RelationshipKey, b: RelationshipKey) -> bool {
        let id = |key| self.context.graph.relationship_property(key, "id");
        relations::equal(&id(a), &id(b)) == Some(false)
    }

    /// Adds a predicate that is true of `wanted` and not true of any rival.
    pub(super) fn pin(
        &mut self,
        variable: &Name,
        wanted: Element,
        rivals: &[Element],
        settled: &mut Settled,
    ) -> Option<()> {
        let start = self.distinguishing(variable, wanted, rivals)?;
        let depth = self.depth();
        let nesting = if self.context.profile.techniques.nested_access { depth.saturating_sub(1) } else { 0 };
        let mut made = nested_access(&mut self.expressions(&settled.leaves), start.clone(), nesting);
        for nesting in [nesting / 2, 1, 0] {
            if self.affordable(&made.0) {
                break;
            }
            made = nested_access(&mut self.expressions(&settled.leaves), start.clone(), nesting);
        }
        let (mut predicate, accepted) = made;
        if accepted > 0 {
            self.techniques.count(NESTING[accepted.min(NESTING.len()) - 1]);
        }
        if self.random.chance(0.12) {
            predicate = self.beside_false(predicate, settled);
        }
        settled.predicates.push(predicate);
        Some(())
    }

    /// `p OR false`, `p XOR false`, `NOT NOT p`: the same truth in another shape.
    fn beside_false(&mut self, predicate: Expression, settled: &Settled) -> Expression {
        if self.random.chance(0.2) {
            return build::not(build::not(predicate));
        }
        let other = self.false_predicate(&settled.leaves);
        if self.random.chance(0.5) {
            build::binary(BinaryOperator::Or, predicate, other)
        } else {
            build::binary(BinaryOperator::Or, other, predicate)
        }
    }

    fn distinguishing(&mut self, variable: &Name, wanted: Element, rivals: &[Element]) -> Option<Distinguish> {
        let shapes = self.context.shapes;
        let (columns, wanted) = match wanted {
            Element::Node(key) => (shapes.node_columns(), key.0),
            Element::Relationship(key) => (shapes.relationship_columns(), key.0),
        };
        let by_id = self.random.chance(0.3);
        let mut order: Vec<&PropertyColumn> = columns.iter().collect();
        self.random.shuffle(&mut order);
        order.sort_by_key(|column| (column.key == "id") != by_id);
        order.into_iter().find_map(|column| distinguish(variable, wanted, rivals, column))
    }
}

/// How a property tells an element from its rivals; none when it does not.
fn distinguish(variable: &Name, wanted: u32, rivals: &[Element], column: &PropertyColumn) -> Option<Distinguish> {
    if matches!(column.shape, Shape::Any | Shape::Null | Shape::List { .. }) {
        return None;
    }
    let wanted = column.value(wanted);
    if wanted.is_null() {
        return None;
    }
    let rivals = rivals.iter().map(|rival| match rival {
        Element::Node(key) => key.0,
        Element::Relationship(key) => key.0,
    });
    let rejected = column.distinct(rivals, |value| relations::equal(wanted, value) == Some(true))?;
    let access = build::property(variable.clone(), column.key.clone());
    Some(Distinguish { access, wanted: wanted.clone(), rejected, shape: column.shape.clone() })
}

/// Names of the accepted depths of Algorithm 2 in techniques.
pub const NESTING: [&str; 8] = [
    "nested_access.depth_1",
    "nested_access.depth_2",
    "nested_access.depth_3",
    "nested_access.depth_4",
    "nested_access.depth_5",
    "nested_access.depth_6",
    "nested_access.depth_7",
    "nested_access.depth_8",
];
