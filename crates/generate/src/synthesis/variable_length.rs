//! Bounded variable-length patterns whose match is unique (beyond the paper, which leaves them out).

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_graph::{Graph, Name, NodeKey, RelationshipKey, Value};

use super::pin::Settled;
use super::plan::Element;
use super::query::Synthesis;
use super::state::Variable;
use crate::adaptation::Reliance;
use crate::expression::Shape;

/// Trails looked at before giving up.
const MOST_TRAILS: usize = 300;

struct Search<'g> {
    graph: &'g Graph,
    kind: Option<Name>,
    direction: Direction,
    min: usize,
    max: usize,
    trails: Vec<(Vec<RelationshipKey>, NodeKey)>,
}

impl Synthesis<'_> {
    /// `MATCH (u)-[rs:T*1..2]->(v) WHERE ..` from a bound node, where exactly one trail leads to the chosen end.
    pub(super) fn variable_length_match(&mut self) -> Option<()> {
        let vocabulary = self.context.vocabulary;
        // Trails rely on relationships that differ, and on loops that are walked once.
        let uniqueness = match self.context.dialect.deviations.relationship_uniqueness {
            RelationshipUniqueness::Clause => vocabulary.relies_on(Reliance::RelationshipUniqueness),
            RelationshipUniqueness::Path | RelationshipUniqueness::VariableLengthOnly => true,
            RelationshipUniqueness::Off => false,
        };
        if !vocabulary.has(Feature::VariableLength) || !uniqueness || !vocabulary.relies_on(Reliance::SelfLoopOnce) {
            return None;
        }
        let leaves = self.state.leaves();
        let nodes: Vec<(Name, NodeKey)> =
            leaves.iter().filter_map(|leaf| Some((leaf.name.clone(), leaf.node()?.key))).collect();
        let (from, start) = self.random.pick(&nodes)?.clone();
        let min = self.random.between(1, 2);
        let max = self.random.between(min, 3);
        let kind =
            if self.random.chance(0.7) { self.random.pick(&self.context.graph.schema.types).cloned() } else { None };
        let direction = [Direction::Right, Direction::Left, Direction::Either][self.random.below(3)];
        let direction = if self.context.vocabulary.has(Feature::Undirected) { direction } else { Direction::Right };
        let mut search = Search { graph: self.context.graph, kind, direction, min, max, trails: Vec::new() };
        search.extend(start, &mut Vec::new())?;
        let ends_once = |trail: &&(Vec<RelationshipKey>, NodeKey)| {
            search.trails.iter().filter(|other| other.1 == trail.1).count() == 1
        };
        let unique: Vec<_> = search.trails.iter().filter(ends_once).cloned().collect();
        let (trail, end) = self.random.pick(&unique)?.clone();
        let (relationships, to) = (self.fresh('s'), self.fresh('n'));
        let mut rivals: Vec<Element> =
            search.trails.iter().map(|other| other.1).filter(|node| *node != end).map(Element::Node).collect();
        rivals.sort();
        rivals.dedup();
        let mut settled = Settled::new(Default::default(), leaves);
        if !rivals.is_empty() {
            self.pin(&to, Element::Node(end), &rivals, &mut settled)?;
        }
        let pattern = Pattern::from(PathPattern {
            start: NodePattern::variable(from),
            segments: vec![Segment::Hop {
                relationship: RelationshipPattern {
                    variable: Some(relationships.clone()),
                    types: search.kind.map(LabelExpression::Name),
                    length: Some(Length { min: Some(min as u32), max: Some(max as u32) }),
                    direction,
                    ..RelationshipPattern::default()
                },
                node: NodePattern::variable(to.clone()),
            }],
        });
        self.keep_after_optional();
        self.techniques.count("beyond.variable_length");
        self.clauses.push(Clause::Match(Match {
            patterns: vec![pattern],
            predicate: build::all(settled.predicates),
            ..Match::default()
        }));
        let node = self.context.graph.node(end)?.clone();
        self.state.bind(Variable::new(to, Shape::Node), &Value::Node(node));
        let list = trail.iter().filter_map(|key| self.context.graph.relationship(*key)).cloned();
        let list = Value::list(list.map(Value::Relationship).collect());
        self.state.bind(
            Variable::new(relationships, Shape::List { longest: max, item: Box::new(Shape::Relationship) }),
            &list,
        );
        Some(())
    }
}

impl Search<'_> {
    /// Enumerates the trails; none when there are too many.
    fn extend(&mut self, at: NodeKey, trail: &mut Vec<RelationshipKey>) -> Option<()> {
        if trail.len() >= self.min {
            if self.trails.len() >= MOST_TRAILS {
                return None;
            }
            self.trails.push((trail.clone(), at));
        }
        if trail.len() == self.max {
            return Some(());
        }
        let graph = self.graph;
        let outgoing = graph.outgoing(at).iter().filter(|_| self.direction != Direction::Left).map(|key| (*key, true));
        let incoming =
            graph.incoming(at).iter().filter(|_| self.direction != Direction::Right).map(|key| (*key, false));
        let hops: Vec<_> = outgoing.chain(incoming).collect();
        for (key, out) in hops {
            let relationship = graph.relationship(key)?;
            let loop_again = !out && self.direction == Direction::Either && relationship.start == relationship.end;
            let fits = self.kind.as_ref().is_none_or(|kind| relationship.kind == *kind);
            if trail.contains(&key) || loop_again || !fits {
                continue;
            }
            trail.push(key);
            self.extend(if out { relationship.end } else { relationship.start }, trail)?;
            trail.pop();
        }
        Some(())
    }
}
