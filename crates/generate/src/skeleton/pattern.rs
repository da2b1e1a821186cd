//! Patterns around walks that are in the graph, so that they match something, and loose, so that they match more.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_graph::{Name, NodeKey, Properties, RelationshipKey, Value};

use super::query::Skeleton;
use super::table::{Table, Variable};
use crate::adaptation::Reliance;
use crate::expression::{Incident, Shape};

/// Share of labels, types and directions that are written where they leave nothing out around the walk.
pub(super) const IDLE: f64 = 0.15;

/// Relationships of a graph on which they may be repeated without a bound.
const MOST_RELATIONSHIPS: usize = 10;

/// What a MATCH is made of, and the walk in the graph that it follows.
pub(super) struct Walking {
    /// Nodes of the walk with their variables: those in scope, then those of the clause.
    nodes: Vec<(NodeKey, Name)>,
    /// Relationships that a pattern of the clause passes already.
    passed: Vec<RelationshipKey>,
    /// Relationships in scope with their variables.
    bound_relationships: Vec<(RelationshipKey, Name)>,
    /// Variables that the clause introduces.
    pub introduced: Vec<Variable>,
    bound: usize,
}

impl<'a> Skeleton<'a, '_> {
    /// The walk from what is bound on a row.
    pub(super) fn walking(&self, table: &Table<'a>, row: usize) -> Walking {
        let node = |name: Name| match table.value(row, &name) {
            Value::Node(node) => Some((node.key, name)),
            _ => None,
        };
        let nodes: Vec<_> = table.with_shape(|shape| *shape == Shape::Node).into_iter().filter_map(node).collect();
        let relationship = |name: Name| match table.value(row, &name) {
            Value::Relationship(relationship) => Some((relationship.key, name)),
            _ => None,
        };
        let bound_relationships = table.with_shape(|shape| *shape == Shape::Relationship);
        let bound_relationships = bound_relationships.into_iter().filter_map(relationship).collect();
        Walking { bound: nodes.len(), nodes, passed: Vec::new(), bound_relationships, introduced: Vec::new() }
    }

    /// A pattern that begins at a node in scope with some probability, and else anywhere.
    pub(super) fn pattern(&mut self, walking: &mut Walking, from_bound: f64) -> Option<Pattern> {
        let bound = walking.nodes.len();
        let begins =
            (bound > 0 && self.random.chance(from_bound)).then(|| walking.nodes[self.random.below(bound)].clone());
        let (mut at, start) = match begins {
            Some((key, name)) => (key, self.node_again(key, name, walking)?),
            None => {
                let key = self.any_node()?;
                let all: Vec<NodeKey> = self.context.graph.nodes().map(|node| node.key).collect();
                (key, self.node(key, &all, walking)?)
            }
        };
        let bare = start.variable.is_some() && begins_alone(&start);
        let hops = self.random.weighted(&[if bare { 0.0 } else { 0.2 }, 0.5, 0.25, 0.08])?;
        let mut segments = Vec::new();
        let first = at;
        for _ in 0..hops {
            let again = self.hop_again(&mut at, walking);
            let Some(segment) = again.or_else(|| self.hop(&mut at, walking)) else { break };
            segments.push(segment);
        }
        if bare
            && segments.is_empty()
            && walking.bound > 0
            && !walking.introduced.iter().any(|v| Some(&v.name) == start.variable.as_ref())
        {
            return None;
        }
        let long: usize = segments.len();
        let path = PathPattern { start, segments };
        let named = long > 0 && self.chance(Feature::PathVariable, 0.12);
        let variable = named.then(|| self.fresh('p'));
        if let Some(name) = &variable {
            walking.introduced.push(Variable { name: name.clone(), shape: Shape::Path(4 * long) });
        }
        let selector = self.selector(&path);
        // What stands in a function of shortest paths has no parentheses of its own.
        let function = matches!(selector, PathSelector::ShortestPath | PathSelector::AllShortestPaths);
        let enclosed = if function { None } else { self.enclosed(&path, first, walking) };
        Some(Pattern { variable, selector, mode: None, path, enclosed })
    }

    /// A condition in parentheses around a path, on its first node.
    fn enclosed(&mut self, path: &PathPattern, first: NodeKey, walking: &Walking) -> Option<Box<Enclosed>> {
        let variable = path.start.variable.as_ref()?;
        let is_new = walking.introduced.iter().any(|introduced| introduced.name == *variable);
        if !is_new || path.segments.is_empty() || !self.chance(Feature::ParenthesisedPath, 0.02) {
            return None;
        }
        let properties = self.context.graph.node(first)?.properties.clone();
        let predicate = self.condition(variable, &properties)?;
        Some(Box::new(Enclosed { variable: None, predicate: Some(predicate) }))
    }

    /// A step over a relationship that is bound already.
    fn hop_again(&mut self, at: &mut NodeKey, walking: &mut Walking) -> Option<Segment> {
        if walking.bound_relationships.is_empty() || !self.chance(Feature::BoundRelationship, 0.3) {
            return None;
        }
        let graph = self.context.graph;
        let ends = |key: RelationshipKey| graph.relationship(key).map(|found| (found.start, found.end));
        let fits = |(key, _): &&(RelationshipKey, Name)| {
            !walking.passed.contains(key) && ends(*key).is_some_and(|(start, end)| start == *at || end == *at)
        };
        let near: Vec<_> = walking.bound_relationships.iter().filter(fits).cloned().collect();
        let (key, name) = self.random.pick(&near)?.clone();
        let (start, end) = ends(key)?;
        walking.passed.push(key);
        let (direction, far) = if start == *at { (Direction::Right, end) } else { (Direction::Left, start) };
        *at = far;
        let relationship = RelationshipPattern { variable: Some(name), direction, ..RelationshipPattern::default() };
        Some(Segment::Hop { relationship, node: self.node(far, &[], walking)? })
    }

    /// Which paths of a quantified pattern are taken.
    fn quantified_selector(&mut self) -> PathSelector {
        let count = 1 + self.random.below(2) as u32;
        if self.chance(Feature::ShortestGroups, 0.2) {
            return PathSelector::ShortestGroups(count);
        }
        if self.chance(Feature::AnyPaths, 0.6) {
            return PathSelector::AnyPaths(count);
        }
        if !self.chance(Feature::PathSelector, 0.7) {
            return PathSelector::All;
        }
        [PathSelector::AllShortest, PathSelector::Shortest(count), PathSelector::Any][self.random.below(3)]
    }

    /// All shortest paths of a pattern of one relationship of variable length.
    fn selector(&mut self, path: &PathPattern) -> PathSelector {
        if let [Segment::Quantified { .. }] = &path.segments[..] {
            return self.quantified_selector();
        }
        let [Segment::Hop { relationship: RelationshipPattern { length: Some(length), .. }, .. }] = &path.segments[..]
        else {
            return PathSelector::All;
        };
        if length.min.unwrap_or(1) > 1 {
            return PathSelector::All;
        }
        if self.chance(Feature::ShortestPath, 0.5) {
            return [PathSelector::AllShortestPaths, PathSelector::ShortestPath]
                [self.random.weighted(&[3.0, 1.0]).unwrap_or(0)];
        }
        PathSelector::All
    }

    fn any_node(&mut self) -> Option<NodeKey> {
        let count = self.context.graph.node_count();
        self.context.graph.nodes().nth(self.random.below(count)).map(|node| node.key)
    }

    /// A pattern of a node that has a variable already.
    fn node_again(&mut self, key: NodeKey, name: Name, walking: &Walking) -> Option<NodePattern> {
        let node = self.context.graph.node(key)?.clone();
        let in_scope = walking.nodes[..walking.bound].iter().any(|(_, bound)| *bound == name);
        let labels = (in_scope && self.chance(Feature::BoundLabels, 0.12)).then(|| self.labels(&node)).flatten();
        Some(NodePattern { variable: Some(name), labels, properties: None, predicate: None })
    }

    /// A pattern of a node: one that has a variable, or a new one. Its labels leave out one of `rivals`, the nodes that could
    /// stand in its place, where that can be had.
    fn node(&mut self, key: NodeKey, rivals: &[NodeKey], walking: &mut Walking) -> Option<NodePattern> {
        if let Some((_, name)) = walking.nodes.iter().find(|(known, _)| *known == key).cloned()
            && self.random.chance(0.4)
        {
            return self.node_again(key, name, walking);
        }
        let node = self.context.graph.node(key)?.clone();
        let variable = self.random.chance(0.88).then(|| self.fresh('n'));
        if let Some(name) = &variable {
            walking.nodes.push((key, name.clone()));
            walking.introduced.push(Variable { name: name.clone(), shape: Shape::Node });
        }
        let labels = self.random.chance(0.6).then(|| self.labels(&node)).flatten();
        let labels = labels.filter(|labels| self.leaves_out(labels, rivals) || self.random.chance(IDLE));
        let properties = self.inline_map(&node.properties);
        let predicate = self.inline_predicate(variable.as_ref(), &node.properties);
        Some(NodePattern { variable, labels, properties, predicate })
    }

    /// One of the element's own properties, where engines agree on its equality.
    fn inline_map(&mut self, properties: &Properties) -> Option<Expression> {
        if !self.chance(Feature::InlineProperties, 0.07) {
            return None;
        }
        let (key, value) = properties.iter().nth(self.random.below(properties.len()))?;
        let plain = match value {
            Value::Boolean(_) | Value::Integer(_) | Value::String(_) => true,
            Value::Float(float) => float.is_finite() && *float != 0.0,
            _ => false,
        };
        Some(Expression::Map(vec![(key.clone(), build::constant(value).filter(|_| plain)?)]))
    }

    /// `WHERE variable.key >= value` inside a pattern.
    fn inline_predicate(&mut self, variable: Option<&Name>, properties: &Properties) -> Option<Expression> {
        let variable = variable.filter(|_| self.chance(Feature::InlineWhere, 0.06))?;
        self.condition(variable, properties)
    }

    /// `variable.key >= value`, true of the element with these properties.
    fn condition(&mut self, variable: &Name, properties: &Properties) -> Option<Expression> {
        let numbers: Vec<_> =
            properties.iter().filter(|(_, value)| matches!(value, Value::Integer(_) | Value::Boolean(_))).collect();
        let (key, value) = *self.random.pick(&numbers)?;
        let operator = match value {
            Value::Integer(_) => {
                [ComparisonOperator::GreaterOrEqual, ComparisonOperator::LessOrEqual][self.random.below(2)]
            }
            _ => ComparisonOperator::Equal,
        };
        Some(build::compare(operator, build::property(variable.clone(), key.clone()), build::constant(value)?))
    }

    /// A step along the graph; none where there is no relationship to pass.
    pub(super) fn hop(&mut self, at: &mut NodeKey, walking: &mut Walking) -> Option<Segment> {
        let shapes = self.context.shapes;
        let free: Vec<_> = shapes
            .adjacency()
            .at(*at)
            .iter()
            .filter(|incident| !walking.passed.contains(&incident.key))
            .copied()
            .collect();
        let incident = *self.random.pick(&free)?;
        let relationship = self.context.graph.relationship(incident.key)?.clone();
        walking.passed.push(incident.key);
        let loops = relationship.start == relationship.end;
        let once = !loops || self.context.vocabulary.relies_on(Reliance::SelfLoopOnce);
        let types = self.types(&relationship.kind, &free);
        if !self.context.shares.facts {
            return self.hop_anywhere(at, walking);
        }
        let all = &shapes.adjacency().types;
        let fits = |other: &&Incident| {
            types.as_ref().is_none_or(|types| types.matches(&|name| all[other.kind as usize] == *name, true))
        };
        let turns = free.iter().filter(fits).any(|other| other.out != incident.out);
        let undirected = if turns { 0.25 } else { 1.0 - IDLE };
        let direction = match (once && self.chance(Feature::Undirected, undirected), incident.out) {
            (true, _) => Direction::Either,
            (false, true) => Direction::Right,
            (false, false) => Direction::Left,
        };
        let reached = |other: &&Incident| direction == Direction::Either || other.out == incident.out;
        let rivals: Vec<NodeKey> = free.iter().filter(fits).filter(reached).map(|other| other.far).collect();
        *at = incident.far;
        if self.chance(Feature::QuantifiedPath, 0.1) {
            return self.repeated(*at, &rivals, (types, direction), walking);
        }
        if self.chance(Feature::VariableLength, 0.14) {
            let min = *self.random.pick(&[None, Some(0), Some(1), Some(1)])?;
            let max = Some(min.unwrap_or(1).max(1) + self.random.below(3) as u32);
            let max = max.filter(|_| !self.may_be_unbounded() || self.random.chance(0.5));
            let variable = self.random.chance(0.35).then(|| self.fresh('r'));
            if let Some(name) = &variable {
                let shape = Shape::List { longest: 4, item: Box::new(Shape::Relationship) };
                walking.introduced.push(Variable { name: name.clone(), shape });
            }
            let length = Some(Length { min, max });
            let relationship =
                RelationshipPattern { variable, types, length, direction, ..RelationshipPattern::default() };
            return Some(Segment::Hop { relationship, node: self.node(*at, &rivals, walking)? });
        }
        let variable = self.random.chance(0.72).then(|| self.fresh('r'));
        if let Some(name) = &variable {
            walking.introduced.push(Variable { name: name.clone(), shape: Shape::Relationship });
        }
        let properties = self.inline_map(&relationship.properties);
        let predicate = self.inline_predicate(variable.as_ref(), &relationship.properties);
        let relationship = RelationshipPattern { variable, types, length: None, properties, predicate, direction };
        Some(Segment::Hop { relationship, node: self.node(*at, &rivals, walking)? })
    }

    /// Whether a relationship of any length has few matches wherever an engine begins to look for them.
    fn may_be_unbounded(&self) -> bool {
        let dialect = self.context.dialect;
        dialect.tables.is_none()
            && dialect.deviations.relationship_uniqueness == RelationshipUniqueness::default()
            && self.context.graph.relationship_count() <= MOST_RELATIONSHIPS
    }

    /// A step that need not be in the graph.
    fn hop_anywhere(&mut self, at: &mut NodeKey, walking: &mut Walking) -> Option<Segment> {
        let types =
            self.random.chance(0.7).then(|| self.random.pick(&self.context.graph.schema.types).cloned()).flatten();
        let variable = self.random.chance(0.7).then(|| self.fresh('r'));
        if let Some(name) = &variable {
            walking.introduced.push(Variable { name: name.clone(), shape: Shape::Relationship });
        }
        let relationship = RelationshipPattern {
            variable,
            types: LabelExpression::any_of(types),
            direction: [Direction::Right, Direction::Left][self.random.below(2)],
            ..RelationshipPattern::default()
        };
        *at = self.any_node()?;
        let node = self.node(*at, &[], walking)?;
        Some(Segment::Hop { relationship, node })
    }

    /// `(()-[r:T]->(n)){1,2} (node)`: each variable inside is a list, an item for each repetition.
    fn repeated(
        &mut self,
        at: NodeKey,
        rivals: &[NodeKey],
        (types, direction): (Option<LabelExpression>, Direction),
        walking: &mut Walking,
    ) -> Option<Segment> {
        let min = self.random.below(2) as u32;
        let max = min.max(1) + self.random.below(2) as u32;
        let mut group = |letter: char, item: Shape, share: f64| {
            let variable = self.random.chance(share).then(|| self.fresh(letter));
            let shape = Shape::List { longest: max as usize, item: Box::new(item) };
            walking.introduced.extend(variable.clone().map(|name| Variable { name, shape }));
            variable
        };
        let (start, variable, end) =
            (group('n', Shape::Node, 0.15), group('r', Shape::Relationship, 0.35), group('n', Shape::Node, 0.15));
        let relationship = RelationshipPattern { variable, types, direction, ..RelationshipPattern::default() };
        let node = NodePattern { variable: end, ..NodePattern::default() };
        let start = NodePattern { variable: start, ..NodePattern::default() };
        let path = PathPattern { start, segments: vec![Segment::Hop { relationship, node }] };
        let quantifier = Quantifier { min, max: Some(max) };
        let node = self.node(at, rivals, walking)?;
        Some(Segment::Quantified { path: Box::new(path), predicate: None, quantifier, node })
    }
}

/// Whether a node pattern says nothing but its variable.
fn begins_alone(node: &NodePattern) -> bool {
    node.labels.is_none() && node.properties.is_none() && node.predicate.is_none()
}
