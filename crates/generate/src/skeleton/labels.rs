//! Labels and types in patterns, in every notation.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Name, Node, NodeKey};

use super::pattern::IDLE;
use super::query::Skeleton;
use crate::expression::Incident;

impl Skeleton<'_, '_> {
    /// Labels that the node satisfies, in the notation that the target has.
    pub(super) fn labels(&mut self, node: &Node) -> Option<LabelExpression> {
        if !self.context.shares.facts {
            return self.random.pick(&self.context.graph.schema.labels).cloned().map(LabelExpression::Name);
        }
        let own: Vec<Name> = node.labels.iter().cloned().collect();
        if !own.is_empty() && self.chance(Feature::DynamicLabels, 0.012) {
            return Some(self.dynamic(&own));
        }
        let other = || LabelExpression::Name("Nowhere".into());
        if self.chance(Feature::LabelExpression, 0.25) {
            let all = &self.context.graph.schema.labels;
            let drawn = self.random.pick(all).cloned().map_or_else(other, LabelExpression::Name);
            let not = |inner| LabelExpression::Not(Box::new(inner));
            let lacks = !drawn.matches(&|name| node.labels.contains(name), !own.is_empty());
            return Some(match (self.random.pick(&own).cloned().map(LabelExpression::Name), self.random.below(4)) {
                (_, 0) if lacks => not(drawn),
                (Some(_), 1) => LabelExpression::Wildcard,
                (Some(one), 2) if lacks => LabelExpression::And(Box::new(one), Box::new(not(drawn))),
                (Some(one), _) if one != drawn => LabelExpression::Or(Box::new(one), Box::new(drawn)),
                (Some(one), _) => one,
                (None, _) => not(LabelExpression::Wildcard),
            });
        }
        let several = self.context.vocabulary.has(Feature::MultipleLabels) && self.random.chance(0.25);
        let count = if several { own.len().min(2) } else { 1 };
        let labels = self.random.sample(&own, count);
        let expressions = self.context.vocabulary.has(Feature::LabelExpression);
        if expressions && !self.context.vocabulary.has(Feature::MixedLabelSymbols) {
            return LabelExpression::each_of(labels);
        }
        LabelExpression::all_of(labels)
    }

    /// `$('A')`, `$any(['A', 'B'])`: names of some that the element has.
    fn dynamic(&mut self, own: &[Name]) -> LabelExpression {
        let count = self.random.between(1, own.len().min(2));
        let names: Vec<Expression> = self.random.sample(own, count).iter().map(|name| build::string(name)).collect();
        let any = self.random.chance(0.4);
        let names = match &names[..] {
            [only] if !any => only.clone(),
            _ => Expression::List(names),
        };
        LabelExpression::Dynamic(Box::new(DynamicLabels { any, names }))
    }

    /// Types among which is the own one, and another of those at hand is not, where that can be had.
    pub(super) fn types(&mut self, own: &Name, at_hand: &[Incident]) -> Option<LabelExpression> {
        let all = &self.context.shapes.adjacency().types;
        let idle = at_hand.iter().all(|incident| all[incident.kind as usize] == *own);
        if !self.random.chance(if idle { IDLE } else { 0.7 }) {
            return None;
        }
        let mut types = vec![own.clone()];
        if self.chance(Feature::TypeAlternatives, 0.2)
            && let Some(other) = self.random.pick(&self.context.graph.schema.types)
            && other != own
        {
            types.push(other.clone());
        }
        LabelExpression::any_of(types)
    }
    /// Whether labels leave out one of some nodes.
    pub(super) fn leaves_out(&self, labels: &LabelExpression, nodes: &[NodeKey]) -> bool {
        let fits = |node: &Node| labels.matches(&|name| node.labels.contains(name), !node.labels.is_empty());
        nodes.iter().filter_map(|key| self.context.graph.node(*key)).any(|node| !fits(node))
    }
}
