//! Statements that count or take the least of all elements of a label or type: engines answer them from what they keep beside the
//! elements.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Aggregate;
use graphlance_graph::Name;

use super::query::Skeleton;

/// Share of families that have such a statement.
const COUNTING: f64 = 0.08;

impl Skeleton<'_, '_> {
    /// `MATCH (n:L) RETURN count(*) AS c0, min(n.k) AS c1`, seldom; none where the target cannot say it.
    pub(super) fn counting(&mut self) -> Option<Query> {
        if !self.random.chance(COUNTING) || !self.context.vocabulary.has(Feature::Aggregation) {
            return None;
        }
        let schema = &self.context.graph.schema;
        let of_nodes = self.random.chance(0.6);
        let names = if of_nodes { &schema.labels } else { &schema.types };
        let name = self.random.pick(names).filter(|_| self.random.chance(0.85)).cloned();
        let names = name.map(LabelExpression::Name);
        let variable = self.fresh('n');
        let shapes = self.context.shapes;
        let (path, keys) = match of_nodes {
            true => {
                let start = NodePattern { variable: Some(variable.clone()), labels: names, ..NodePattern::default() };
                (PathPattern { start, segments: Vec::new() }, shapes.node_keys())
            }
            false => {
                let relationship = RelationshipPattern {
                    variable: Some(variable.clone()),
                    types: names,
                    ..RelationshipPattern::default()
                };
                let hop = Segment::Hop { relationship, node: NodePattern::default() };
                (PathPattern { start: NodePattern::default(), segments: vec![hop] }, shapes.relationship_keys())
            }
        };
        let count = |argument| build::call(Aggregate::Count.function().name, vec![argument]);
        let mut columns = vec![match self.random.below(3) {
            0 => Expression::CountStar,
            _ => count(build::variable(variable.clone())),
        }];
        let ordered: Vec<&Name> = keys.iter().filter(|(_, shape)| shape.is_ordered()).map(|(key, _)| key).collect();
        if let Some(key) = self.random.pick(&ordered)
            && self.random.chance(0.4)
        {
            let property = build::property(variable, (*key).clone());
            let least = [Aggregate::Least, Aggregate::Greatest][self.random.below(2)];
            columns = vec![build::call(least.function().name, vec![property.clone()])];
            columns.extend(self.random.chance(0.5).then(|| count(property)));
        }
        let item = |(place, expression)| ProjectionItem { expression, alias: Some(format!("c{place}").into()) };
        let items = columns.into_iter().enumerate().map(item).collect();
        let matched = Clause::Match(Match { patterns: vec![path.into()], ..Match::default() });
        let last = Clause::Return(Projection { items, ..Projection::default() });
        self.techniques.count("query.counting");
        Some(SingleQuery { clauses: vec![matched, last] }.into())
    }
}
