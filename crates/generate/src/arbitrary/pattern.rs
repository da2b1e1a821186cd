//! Random patterns that share variables.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::schema::{PropertyKey, PropertyKind};
use graphlance_graph::{Graph, Name, Random};

use super::reading::ReadingSizes;

/// Makes patterns and remembers their variables.
pub(super) struct Patterns<'a> {
    pub random: &'a mut Random,
    pub graph: &'a Graph,
    pub sizes: ReadingSizes,
    /// Variables of nodes so far.
    pub nodes: Vec<Name>,
    /// Variables of single relationships so far.
    pub relationships: Vec<Name>,
    names: usize,
}

impl<'a> Patterns<'a> {
    pub fn new(random: &'a mut Random, graph: &'a Graph, sizes: ReadingSizes) -> Patterns<'a> {
        Patterns { random, graph, sizes, nodes: Vec::new(), relationships: Vec::new(), names: 0 }
    }

    /// The patterns of a MATCH.
    pub fn clause(&mut self) -> Vec<Pattern> {
        (0..self.random.between(1, self.sizes.patterns)).map(|_| self.pattern()).collect()
    }

    fn pattern(&mut self) -> Pattern {
        let hops = self.random.below(self.sizes.hops + 1);
        let start = self.node();
        let segments =
            (0..hops).map(|_| Segment::Hop { relationship: self.relationship(), node: self.node() }).collect();
        PathPattern { start, segments }.into()
    }

    /// A variable that no pattern has used.
    pub fn fresh(&mut self, kind: char) -> Name {
        self.names += 1;
        format!("{kind}{}", self.names).into()
    }

    fn node(&mut self) -> NodePattern {
        let known = self.random.pick(&self.nodes).cloned().filter(|_| self.random.chance(0.3));
        let variable = known.unwrap_or_else(|| {
            let name = self.fresh('n');
            self.nodes.push(name.clone());
            name
        });
        let labels = self.random.chance(0.35).then(|| self.label()).flatten();
        NodePattern { variable: Some(variable), labels, properties: self.properties(), predicate: None }
    }

    fn relationship(&mut self) -> RelationshipPattern {
        let direction = [Direction::Right, Direction::Left, Direction::Either][self.random.below(3)];
        let types = self.random.chance(0.4).then(|| self.types()).flatten();
        let length = (self.random.chance(self.sizes.variable_length)).then(|| {
            let min = self.random.below(3) as u32;
            Length { min: Some(min), max: Some(min + self.random.below(3) as u32) }
        });
        let variable = match length {
            Some(_) => None,
            None => {
                let name = self.fresh('r');
                self.relationships.push(name.clone());
                Some(name)
            }
        };
        RelationshipPattern { variable, types, length, properties: self.properties(), predicate: None, direction }
    }

    /// A label of the schema, or, now and then, one that no node has.
    pub fn label(&mut self) -> Option<LabelExpression> {
        if self.random.chance(0.05) {
            return LabelExpression::all_of(["Nowhere".into()]);
        }
        let count = self.random.between(1, 2);
        LabelExpression::all_of(self.random.sample(&self.graph.schema.labels, count))
    }

    fn types(&mut self) -> Option<LabelExpression> {
        let count = self.random.between(1, 2);
        LabelExpression::any_of(self.random.sample(&self.graph.schema.types, count))
    }

    fn properties(&mut self) -> Option<Expression> {
        if !self.random.chance(0.08) {
            return None;
        }
        let kind = self.kind();
        let key = self.key(kind)?;
        let value = self.value(kind);
        Some(Expression::Map(vec![(key, build::constant(&value)?)]))
    }

    /// A property key of the schema; of a kind, or of any.
    pub fn key(&mut self, kind: Option<PropertyKind>) -> Option<Name> {
        let keys: Vec<&PropertyKey> =
            self.graph.schema.keys.iter().filter(|key| kind.is_none_or(|kind| key.kind == kind)).collect();
        self.random.pick(&keys).map(|key| key.name.clone())
    }
}
