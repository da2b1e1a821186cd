//! Reading what the statement itself wrote.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::element::{Element, State};
use super::writer::Writer;

impl Writer<'_, '_, '_> {
    /// A WITH, and most often a MATCH of what is there after the writing so far.
    pub fn read_again(&mut self) -> Option<Vec<Clause>> {
        if !self.skeleton.context.vocabulary.has(Feature::With) {
            return None;
        }
        let mut clauses = vec![self.carrying_on()?];
        if self.chance(0.8) {
            clauses.push(self.match_again()?);
        }
        Some(clauses)
    }

    /// `WITH a, b`, `WITH DISTINCT a`, or `WITH count(*) AS n`, behind which nothing else is left.
    fn carrying_on(&mut self) -> Option<Clause> {
        let there: Vec<Name> =
            self.elements.iter().filter(|element| element.is_there()).map(|element| element.name.clone()).collect();
        let counts = self.skeleton.context.vocabulary.has(Feature::Aggregation) && self.chance(0.3);
        if there.is_empty() || counts {
            let n = self.skeleton.fresh('a');
            let item = ProjectionItem { expression: Expression::CountStar, alias: Some(n.clone()) };
            self.forget();
            self.values.push(n);
            return Some(with(Projection { items: vec![item], ..Projection::default() }));
        }
        if self.chance(0.2)
            && let Some(all) = self.carrying_all()
        {
            return Some(all);
        }
        let count = self.skeleton.random.between(1, there.len().min(3));
        let kept = self.skeleton.random.sample(&there, count);
        let distinct = self.skeleton.chance(Feature::Distinct, 0.3);
        let elements = self.elements.clone();
        self.forget();
        self.elements = elements.into_iter().filter(|element| kept.contains(&element.name)).collect();
        let item = |name: &Name| ProjectionItem { expression: build::variable(name.clone()), alias: None };
        let items = kept.iter().map(item).collect();
        Some(with(Projection { distinct, items, ..Projection::default() }))
    }

    /// `WITH *`; none where nothing is in scope, or something that is deleted.
    pub fn carrying_all(&self) -> Option<Clause> {
        let usable = self.skeleton.context.vocabulary.has(Feature::With)
            && self.skeleton.context.vocabulary.has(Feature::Star)
            && !self.elements.is_empty()
            && self.elements.iter().all(Element::is_there);
        usable.then(|| with(Projection { star: true, ..Projection::default() }))
    }

    /// Nothing is in scope any more.
    fn forget(&mut self) {
        self.elements.clear();
        self.values.clear();
        self.returned.clear();
        self.reads_rows = false;
    }

    /// `MATCH (a)-[r:T]->(b) WHERE b.k = 1`
    fn match_again(&mut self) -> Option<Clause> {
        let optional = self.skeleton.chance(Feature::OptionalMatch, 0.25);
        let known = self.certain_node().filter(|_| self.chance(self.shares.reuse));
        let hops = usize::from(known.is_some() || self.chance(0.5));
        let mut introduced = Vec::new();
        let start = match known {
            Some(name) => NodePattern::variable(name),
            None => self.sought_node(&mut introduced),
        };
        let mut segments = Vec::new();
        for _ in 0..hops {
            let types = if self.chance(0.5) {
                self.skeleton.random.pick(&self.skeleton.context.graph.schema.types).cloned()
            } else {
                None
            };
            let direction = [Direction::Right, Direction::Left][self.skeleton.random.below(2)];
            let variable = self.skeleton.fresh('r');
            introduced.push((variable.clone(), false));
            let types = LabelExpression::any_of(types);
            let relationship =
                RelationshipPattern { variable: Some(variable), types, direction, ..RelationshipPattern::default() };
            segments.push(Segment::Hop { relationship, node: self.sought_node(&mut introduced) });
        }
        let predicate = if self.chance(0.3) { self.condition(&introduced) } else { None };
        self.elements.extend(introduced.into_iter().map(|(name, is_node)| Element {
            name,
            is_node,
            certain: !optional,
            state: State::Found,
        }));
        let patterns = vec![PathPattern { start, segments }.into()];
        Some(Clause::Match(Match { optional, patterns, predicate, ..Match::default() }))
    }

    fn sought_node(&mut self, introduced: &mut Vec<(Name, bool)>) -> NodePattern {
        let variable = self.skeleton.fresh('n');
        introduced.push((variable.clone(), true));
        let labels = if self.chance(0.5) { self.labels([1, 1]) } else { Vec::new() };
        NodePattern::variable(variable).with_labels(labels)
    }

    /// `b.k = 1`, of what a MATCH introduces.
    fn condition(&mut self, introduced: &[(Name, bool)]) -> Option<Expression> {
        let (name, _) = self.skeleton.random.pick(introduced)?.clone();
        let key = self.key();
        let property = build::property(name, key.clone());
        if self.chance(0.3) {
            return Some(Expression::Unary(UnaryOperator::IsNotNull, Box::new(property)));
        }
        let operator = [ComparisonOperator::Equal, ComparisonOperator::NotEqual][self.skeleton.random.below(2)];
        Some(build::compare(operator, property, self.constant(&key)))
    }
}

fn with(projection: Projection) -> Clause {
    Clause::With(With { projection, predicate: None })
}
