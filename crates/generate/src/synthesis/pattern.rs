//! Walks encoded as the patterns of a MATCH: variables, labels, types, properties, directions.

use std::collections::BTreeMap;

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Name, Node, NodeKey, Relationship, RelationshipKey, Value};

use super::history::Walk;
use super::query::Synthesis;
use crate::adaptation::Reliance;

/// A node pattern and the node it shall match.
#[derive(Clone, Debug)]
pub struct NodePlan {
    /// The node.
    pub key: NodeKey,
    /// The variable.
    pub variable: Name,
    /// What its labels must satisfy.
    pub labels: Option<LabelExpression>,
    /// Inline properties.
    pub properties: Vec<(Name, Value)>,
}

/// A relationship pattern and the relationship it shall match.
#[derive(Clone, Debug)]
pub struct RelationshipPlan {
    /// The relationship.
    pub key: RelationshipKey,
    /// The variable.
    pub variable: Name,
    /// What its type must satisfy.
    pub types: Option<LabelExpression>,
    /// Inline properties.
    pub properties: Vec<(Name, Value)>,
    /// The arrow, as written from left to right.
    pub direction: Direction,
}

/// A path pattern and the walk it shall match.
#[derive(Clone, Debug)]
pub struct PathPlan {
    /// The path variable.
    pub variable: Option<Name>,
    /// One more than relationships.
    pub nodes: Vec<NodePlan>,
    /// The relationships between them.
    pub relationships: Vec<RelationshipPlan>,
}

/// The variables of the elements of one MATCH.
#[derive(Clone, Debug, Default)]
pub struct ClauseNames {
    /// Nodes, with the variable that stands for each in this clause.
    pub nodes: BTreeMap<NodeKey, Name>,
    /// Relationships, likewise.
    pub relationships: BTreeMap<RelationshipKey, Name>,
    /// Those of both that the clause introduces, in order.
    pub introduced: Vec<(Name, Value)>,
}

impl NodePlan {
    /// Whether a node satisfies labels and inline properties.
    pub fn admits(&self, node: &Node) -> bool {
        self.labels
            .as_ref()
            .is_none_or(|labels| labels.matches(&|name| node.labels.contains(name), !node.labels.is_empty()))
            && self.properties.iter().all(|(key, value)| node.properties.get(key) == Some(value))
    }
}

impl RelationshipPlan {
    /// Whether a type satisfies the types.
    pub fn admits_type(&self, kind: &Name) -> bool {
        self.types.as_ref().is_none_or(|types| types.matches(&|name| kind == name, true))
    }

    /// Whether a relationship satisfies types and inline properties.
    pub fn admits(&self, relationship: &Relationship) -> bool {
        self.admits_type(&relationship.kind)
            && self.properties.iter().all(|(key, value)| relationship.properties.get(key) == Some(value))
    }
}

impl PathPlan {
    /// The syntax tree.
    pub fn to_pattern(&self) -> Pattern {
        let node = |plan: &NodePlan| NodePattern {
            variable: Some(plan.variable.clone()),
            labels: plan.labels.clone(),
            properties: property_map(&plan.properties),
            predicate: None,
        };
        let segments = self.relationships.iter().zip(&self.nodes[1..]).map(|(plan, next)| Segment::Hop {
            relationship: RelationshipPattern {
                variable: Some(plan.variable.clone()),
                types: plan.types.clone(),
                length: None,
                properties: property_map(&plan.properties),
                predicate: None,
                direction: plan.direction,
            },
            node: node(next),
        });
        Pattern {
            variable: self.variable.clone(),
            selector: PathSelector::All,
            mode: None,
            path: PathPattern { start: node(&self.nodes[0]), segments: segments.collect() },
            enclosed: None,
        }
    }
}

fn property_map(properties: &[(Name, Value)]) -> Option<Expression> {
    if properties.is_empty() {
        return None;
    }
    let entries = properties.iter().filter_map(|(key, value)| Some((key.clone(), build::constant(value)?)));
    Some(Expression::Map(entries.collect()))
}

impl Synthesis<'_> {
    /// Encodes a walk, written from either end. New variables are entered in `names`.
    pub(super) fn encode(&mut self, walk: &Walk, names: &mut ClauseNames) -> Option<PathPlan> {
        let walk = if self.random.chance(0.5) {
            if !walk.hops.is_empty() {
                self.techniques.count("pattern.from_other_end");
            }
            walk.reversed()
        } else {
            walk.clone()
        };
        let nodes: Option<Vec<NodePlan>> = walk.nodes().map(|key| self.encode_node(key, names)).collect();
        let nodes = nodes?;
        let mut relationships = Vec::with_capacity(walk.hops.len());
        for (index, key) in walk.relationships().enumerate() {
            relationships.push(self.encode_relationship(key, nodes[index].key, names)?);
        }
        let variable = (!relationships.is_empty()
            && self.context.vocabulary.chance(self.random, Feature::PathVariable, 0.06))
        .then(|| self.fresh('p'));
        Some(PathPlan { variable, nodes, relationships })
    }

    fn encode_node(&mut self, key: NodeKey, names: &mut ClauseNames) -> Option<NodePlan> {
        let node = self.context.graph.node(key)?.clone();
        let introduced = names.introduced.len();
        let variable = match names.nodes.get(&key) {
            Some(name) => name.clone(),
            None => {
                let bound = self.bound_nodes(key);
                let name = match self.random.pick(&bound) {
                    Some(name) => name.clone(),
                    None => {
                        let name = self.fresh('n');
                        names.introduced.push((name.clone(), Value::Node(node.clone())));
                        name
                    }
                };
                names.nodes.insert(key, name.clone());
                name
            }
        };
        let fresh = names.introduced.len() > introduced;
        let may_show = fresh || self.context.vocabulary.has(Feature::BoundLabels);
        let labels = if may_show { self.shown_labels(&node) } else { None };
        let properties = self.inline_properties(&node.properties);
        Some(NodePlan { key, variable, labels, properties })
    }

    fn encode_relationship(
        &mut self,
        key: RelationshipKey,
        from: NodeKey,
        names: &mut ClauseNames,
    ) -> Option<RelationshipPlan> {
        let relationship = self.context.graph.relationship(key)?.clone();
        let bound = self.bound_relationships(key);
        let variable = match self.random.pick(&bound) {
            Some(name) if self.context.vocabulary.chance(self.random, Feature::BoundRelationship, 0.3) => name.clone(),
            _ => {
                let name = self.fresh('r');
                names.introduced.push((name.clone(), Value::Relationship(relationship.clone())));
                name
            }
        };
        names.relationships.insert(key, variable.clone());
        let once = relationship.start != relationship.end || self.context.vocabulary.relies_on(Reliance::SelfLoopOnce);
        let direction = if once && self.context.vocabulary.chance(self.random, Feature::Undirected, 0.25) {
            self.techniques.count("pattern.direction_dropped");
            Direction::Either
        } else if relationship.start == from {
            Direction::Right
        } else {
            Direction::Left
        };
        let types = self.shown_types(&relationship.kind);
        let properties = self.inline_properties(&relationship.properties);
        Some(RelationshipPlan { key, variable, types, properties, direction })
    }

    /// Labels to write: some of those the node has, now and then an alternative.
    fn shown_labels(&mut self, node: &Node) -> Option<LabelExpression> {
        if node.labels.is_empty() || !self.random.chance(0.55) {
            return None;
        }
        self.techniques.count("pattern.label");
        let own: Vec<Name> = node.labels.iter().cloned().collect();
        if self.context.vocabulary.chance(self.random, Feature::LabelExpression, 0.08) {
            let one = LabelExpression::Name(self.random.pick(&own)?.clone());
            let other = LabelExpression::Name(self.random.pick(&self.context.graph.schema.labels)?.clone());
            return Some(LabelExpression::Or(Box::new(one), Box::new(other)));
        }
        let several = self.context.vocabulary.has(Feature::MultipleLabels);
        let count = if several { self.random.between(1, own.len().min(3)) } else { 1 };
        let labels = self.random.sample(&own, count);
        let (vocabulary, expressions) = (&self.context.vocabulary, Feature::LabelExpression);
        if vocabulary.has(expressions) && !vocabulary.has(Feature::MixedLabelSymbols) {
            return LabelExpression::each_of(labels);
        }
        LabelExpression::all_of(labels)
    }

    fn shown_types(&mut self, own: &Name) -> Option<LabelExpression> {
        if !self.random.chance(0.7) {
            return None;
        }
        self.techniques.count("pattern.type");
        let mut types = vec![own.clone()];
        if self.context.vocabulary.chance(self.random, Feature::TypeAlternatives, 0.15) {
            let other = self.random.pick(&self.context.graph.schema.types)?.clone();
            if other != *own {
                types.push(other);
                self.random.shuffle(&mut types);
            }
        }
        LabelExpression::any_of(types)
    }

    /// At most one of the element's own properties, as an inline map.
    fn inline_properties(&mut self, properties: &graphlance_graph::Properties) -> Vec<(Name, Value)> {
        if properties.is_empty() || !self.context.vocabulary.chance(self.random, Feature::InlineProperties, 0.1) {
            return Vec::new();
        }
        let chosen = properties.iter().nth(self.random.below(properties.len()));
        let plain = |value: &Value| match value {
            Value::Boolean(_) | Value::Integer(_) | Value::String(_) => true,
            Value::Float(f) => f.is_finite() && *f != 0.0,
            _ => false,
        };
        chosen.filter(|(_, value)| plain(value)).map(|(key, value)| (key.clone(), value.clone())).into_iter().collect()
    }

    /// Variables in scope that are bound to a node on every row.
    pub(super) fn bound_nodes(&self, key: NodeKey) -> Vec<Name> {
        self.bound(|value| matches!(value, Value::Node(node) if node.key == key))
    }

    /// Variables in scope that are bound to a relationship on every row.
    pub(super) fn bound_relationships(&self, key: RelationshipKey) -> Vec<Name> {
        self.bound(|value| matches!(value, Value::Relationship(relationship) if relationship.key == key))
    }

    fn bound(&self, wanted: impl Fn(&Value) -> bool) -> Vec<Name> {
        let Some(first) = self.state.rows.first() else { return Vec::new() };
        (0..self.state.variables.len())
            .filter(|column| wanted(&first[*column]) && self.state.is_constant(*column))
            .map(|column| self.state.variables[column].name.clone())
            .collect()
    }
}
