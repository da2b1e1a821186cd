//! Which features a statement uses.

mod clauses;

use std::collections::BTreeSet;

use graphlance_graph::{IndexKind, Name};

use super::Feature;
use crate::ast::*;
use crate::facts::{Kind, Scope, infer};
use crate::functions;
use crate::names::Names;
use crate::walk::{Part, for_each_child};

/// The features that a statement uses.
pub fn features_of(statement: &Statement) -> BTreeSet<Feature> {
    let mut collector = Collector::default();
    match statement {
        Statement::Query(query) => return features_of_query(query),
        Statement::Schema(SchemaCommand::Create(index)) => collector.index(index),
        Statement::Schema(SchemaCommand::Drop(index)) => {
            collector.index(index);
            collector.add_if(index.kind != IndexKind::Unique, Feature::DropIndex);
        }
        Statement::Schema(SchemaCommand::DropNamed { constraint: true, .. }) => {
            collector.add(Feature::UniqueConstraint);
        }
        Statement::Schema(SchemaCommand::DropNamed { .. }) => {
            collector.add(Feature::RangeIndex);
            collector.add(Feature::DropIndex);
        }
    }
    collector.features()
}

/// The features that a query uses.
pub fn features_of_query(query: &Query) -> BTreeSet<Feature> {
    let mut collector = Collector::default();
    collector.query(query);
    collector.add_if(returns_elements(query), Feature::ReturnElement);
    collector.features()
}

/// Whether the outermost RETURN gives a whole node or relationship.
fn returns_elements(query: &Query) -> bool {
    query.parts().any(|part| {
        let mut scope = Scope::default();
        let (last, before) = match part.clauses.split_last() {
            Some((Clause::Composed(composed), _)) => {
                scope.pass(&Clause::Composed(composed.clone()));
                return scope
                    .bindings()
                    .iter()
                    .any(|binding| matches!(binding.of.kind, Kind::Node | Kind::Relationship));
            }
            Some(parts) => parts,
            None => return false,
        };
        let Clause::Return(projection) = last else { return false };
        before.iter().for_each(|clause| scope.pass(clause));
        let is_element = |kind| matches!(kind, Kind::Node | Kind::Relationship);
        (projection.star && scope.bindings().iter().any(|binding| is_element(binding.of.kind)))
            || projection.items.iter().any(|item| is_element(infer(&item.expression, &scope).kind))
    })
}

#[derive(Default)]
struct Collector<'a> {
    /// One bit per feature, by its place in the enumeration.
    bits: u128,
    scope: Names<'a>,
    /// Nodes that the clause names, so far.
    seen: Vec<&'a Name>,
    /// In CREATE, property maps are what is written, not what is matched.
    creating: bool,
}

const _: () = assert!(Feature::ALL.len() <= 128);

impl<'a> Collector<'a> {
    fn add(&mut self, feature: Feature) {
        self.bits |= 1 << feature as u32;
    }

    fn add_if(&mut self, condition: bool, feature: Feature) {
        if condition {
            self.add(feature);
        }
    }

    fn has(&self, feature: Feature) -> bool {
        self.bits & (1 << feature as u32) != 0
    }

    fn index(&mut self, index: &IndexDefinition) {
        self.add(match index.kind {
            IndexKind::Unique => Feature::UniqueConstraint,
            IndexKind::Text => Feature::TextIndex,
            IndexKind::Range if index.on_nodes => Feature::RangeIndex,
            IndexKind::Range => Feature::RelationshipIndex,
        });
        self.add_if(index.keys.len() > 1, Feature::CompositeIndex);
    }

    fn features(mut self) -> BTreeSet<Feature> {
        let mixed = self.has(Feature::MultipleLabels) && self.has(Feature::LabelExpression);
        self.add_if(mixed, Feature::MixedLabelSymbols);
        // In order, so that the set is built at once.
        Feature::ALL.iter().copied().filter(|feature| self.has(*feature)).collect()
    }

    fn query(&mut self, query: &'a Query) {
        for union in &query.unions {
            self.add(if union.all { Feature::UnionAll } else { Feature::Union });
        }
        for part in query.parts() {
            let outer = self.scope.clone();
            let mut after_optional = false;
            for clause in &part.clauses {
                if let Clause::Match(clause) = clause {
                    self.add_if(after_optional && !clause.optional, Feature::MatchAfterOptional);
                    after_optional = clause.optional;
                } else {
                    after_optional = false;
                }
                self.clause(clause);
            }
            self.scope = outer;
        }
    }

    fn clause(&mut self, clause: &'a Clause) {
        self.clause_itself(clause);
        match clause {
            Clause::Subquery(subquery) => {
                let inside = self.scope.inside(subquery);
                let outer = std::mem::replace(&mut self.scope, inside);
                self.query(&subquery.query);
                self.scope = outer;
                let transactions = subquery.transactions.iter();
                transactions.flat_map(|it| it.parts().0).for_each(|expression| self.expression(expression));
            }
            Clause::Composed(composed) => self.composed(composed),
            Clause::Create(_) | Clause::Insert(_) => {
                self.creating = true;
                self.children(Part::Clause(clause));
                self.creating = false;
            }
            _ => self.children(Part::Clause(clause)),
        }
        self.scope.pass(clause);
    }

    fn children(&mut self, part: Part<'a>) {
        for_each_child(part, &mut |child| self.part(child));
    }

    fn part(&mut self, part: Part<'a>) {
        match &part {
            Part::Query(query) => return self.query(query),
            Part::Clause(clause) => return self.clause(clause),
            Part::Expression(expression) => return self.expression(expression),
            Part::Pattern(pattern) => self.pattern(pattern),
            Part::Path(path) => {
                let quantified = |segment: &Segment| matches!(segment, Segment::Quantified { .. });
                self.add_if(path.segments.iter().any(quantified), Feature::QuantifiedPath);
            }
            Part::Node(node) => {
                if let Some(labels) = &node.labels {
                    self.labels(labels);
                    self.computed(labels);
                }
                if let Some(name) = &node.variable {
                    let bound = self.scope.contains(name) || self.seen.contains(&name);
                    self.add_if(bound && node.labels.is_some() && !self.creating, Feature::BoundLabels);
                    self.seen.push(name);
                }
                return self.inline(node.properties.as_ref(), node.predicate.as_ref());
            }
            Part::Relationship(relationship) => return self.relationship(relationship),
            Part::Single(_) => {}
        }
        self.children(part);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.add_if(pattern.variable.is_some(), Feature::PathVariable);
        self.add_if(pattern.enclosed.is_some(), Feature::ParenthesisedPath);
        self.add_if(pattern.mode.is_some(), Feature::PathMode);
        match pattern.selector {
            PathSelector::All => {}
            PathSelector::ShortestPath | PathSelector::AllShortestPaths => self.add(Feature::ShortestPath),
            PathSelector::Shortest(_) | PathSelector::AllShortest | PathSelector::Any => {
                self.add(Feature::PathSelector);
            }
            PathSelector::AnyPaths(_) => self.add(Feature::AnyPaths),
            PathSelector::ShortestGroups(_) => self.add(Feature::ShortestGroups),
        }
    }

    fn inline(&mut self, properties: Option<&'a Expression>, predicate: Option<&'a Expression>) {
        self.add_if(properties.is_some() && !self.creating, Feature::InlineProperties);
        self.add_if(predicate.is_some(), Feature::InlineWhere);
        match properties {
            // A map in the tree, but no map as a value.
            Some(map @ Expression::Map(_)) => self.children(Part::Expression(map)),
            Some(other) => self.expression(other),
            None => {}
        }
        if let Some(predicate) = predicate {
            self.expression(predicate);
        }
    }

    fn relationship(&mut self, relationship: &'a RelationshipPattern) {
        relationship.types.iter().for_each(|types| self.computed(types));
        self.inline(relationship.properties.as_ref(), relationship.predicate.as_ref());
        self.add_if(relationship.direction == Direction::Either, Feature::Undirected);
        self.add_if(relationship.length.is_some(), Feature::VariableLength);
        let bound = relationship.variable.as_ref().is_some_and(|name| self.scope.contains(name));
        self.add_if(bound, Feature::BoundRelationship);
        match &relationship.types {
            Some(types) if types.is_dynamic() => self.labels(types),
            Some(LabelExpression::Or(left, right)) => {
                self.add(Feature::TypeAlternatives);
                self.add_if(!(is_names(left) && is_names(right)), Feature::LabelExpression);
            }
            Some(types) => self.labels(types),
            None => {}
        }
    }

    /// The expressions of computed labels.
    fn computed(&mut self, labels: &'a LabelExpression) {
        if labels.is_dynamic() {
            let mut parts = Vec::new();
            labels.dynamic_parts(&mut parts);
            parts.into_iter().for_each(|part| self.expression(&part.names));
        }
    }

    fn labels(&mut self, labels: &LabelExpression) {
        match labels {
            LabelExpression::Name(_) => {}
            LabelExpression::Colons(_) => self.add(Feature::MultipleLabels),
            LabelExpression::Dynamic(_) => self.add(Feature::DynamicLabels),
            other => {
                self.add(Feature::LabelExpression);
                self.add_if(other.is_dynamic(), Feature::DynamicLabels);
            }
        }
    }

    fn expression(&mut self, expression: &'a Expression) {
        let feature = match expression {
            Expression::Parameter(_) => Some(Feature::Parameter),
            Expression::Index(..) => Some(Feature::ListIndex),
            Expression::Slice(..) => Some(Feature::ListSlice),
            Expression::Map(_) => Some(Feature::MapLiteral),
            Expression::Binary(operator, ..) => operator_feature(*operator),
            Expression::Comparison(_, links) if links.len() > 1 => Some(Feature::ComparisonChain),
            Expression::HasLabels(_, labels) => {
                self.labels(labels);
                Some(Feature::LabelPredicate)
            }
            Expression::Case(_) => Some(Feature::Case),
            Expression::ExtendedCase(case) => {
                for test in case.branches.iter().flat_map(|branch| &branch.tests) {
                    self.add_if(matches!(test, CaseTest::Is(test) if is_typed(test)), Feature::TypePredicate);
                    self.add_if(matches!(test, CaseTest::Is(test) if !is_typed(test)), Feature::Normalized);
                    self.add_if(matches!(test, CaseTest::Predicate(BinaryOperator::Matches, _)), Feature::Regex);
                }
                Some(Feature::ExtendedCase)
            }
            Expression::Is(_, test) if is_typed(test) => Some(Feature::TypePredicate),
            Expression::Is(..) => Some(Feature::Normalized),
            Expression::Function(call) => functions::find(&call.name)
                .is_some_and(functions::Function::is_aggregate)
                .then_some(Feature::Aggregation),
            Expression::CountStar => Some(Feature::Aggregation),
            Expression::ListComprehension(_) => Some(Feature::ListComprehension),
            Expression::PatternComprehension(_) => Some(Feature::PatternComprehension),
            Expression::Quantified(_) => Some(Feature::Quantifier),
            Expression::Reduce(_) => Some(Feature::Reduce),
            Expression::MapProjection(..) => Some(Feature::MapProjection),
            Expression::Pattern(pattern) => {
                (pattern.selector == PathSelector::All).then_some(Feature::PatternPredicate)
            }
            Expression::Exists(subquery) => Some(self.subquery(subquery, Feature::ExistsSubquery)),
            Expression::Count(subquery) => Some(self.subquery(subquery, Feature::CountSubquery)),
            Expression::Collect(_) => Some(Feature::CollectSubquery),
            _ => None,
        };
        if let Some(feature) = feature {
            self.add(feature);
        }
        let creating = std::mem::replace(&mut self.creating, false);
        self.children(Part::Expression(expression));
        self.creating = creating;
    }

    fn subquery(&mut self, subquery: &Subquery, feature: Feature) -> Feature {
        if let Subquery::Pattern { patterns, predicate } = subquery {
            self.add(Feature::Match);
            self.matched(patterns, predicate.as_ref());
        }
        feature
    }
}

fn is_names(labels: &LabelExpression) -> bool {
    match labels {
        LabelExpression::Name(_) => true,
        LabelExpression::Or(left, right) => is_names(left) && is_names(right),
        _ => false,
    }
}

fn is_typed(test: &IsTest) -> bool {
    matches!(test.wanted, Wanted::Type(_))
}

fn operator_feature(operator: BinaryOperator) -> Option<Feature> {
    match operator {
        BinaryOperator::Xor => Some(Feature::Xor),
        BinaryOperator::Modulo => Some(Feature::Modulo),
        BinaryOperator::Power => Some(Feature::Power),
        BinaryOperator::Concatenate => Some(Feature::ConcatenateBars),
        BinaryOperator::Matches => Some(Feature::Regex),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
