//! Patterns and label expressions.

use super::Trees;
use crate::ast::*;

impl Trees<'_> {
    /// A pattern of MATCH, CREATE or MERGE.
    pub(super) fn pattern(&mut self) -> Pattern {
        let selector = match self.choose(12) {
            0 => PathSelector::ShortestPath,
            1 => PathSelector::AllShortestPaths,
            2 => PathSelector::Shortest(self.count()),
            3 => PathSelector::AllShortest,
            4 => PathSelector::Any,
            5 => PathSelector::AnyPaths(self.count()),
            6 => PathSelector::ShortestGroups(self.count()),
            _ => PathSelector::All,
        };
        let legacy = matches!(selector, PathSelector::ShortestPath | PathSelector::AllShortestPaths);
        let (variable, path) = (self.maybe(0.2, Self::name), self.path(0));
        let enclosed = self.maybe(0.1, |trees| Enclosed {
            variable: if selector.is_selective() { trees.maybe(0.3, Self::name) } else { None },
            predicate: Some(trees.expression()),
        });
        let modes = [PathMode::Walk, PathMode::Trail, PathMode::Acyclic];
        let mode = if legacy || self.chance(0.8) { None } else { self.random.pick(&modes).copied() };
        Pattern { variable, selector, mode, path, enclosed: enclosed.filter(|_| !legacy).map(Box::new) }
    }

    /// A pattern as an expression.
    pub(super) fn pattern_expression(&mut self) -> Pattern {
        let selector = match self.choose(6) {
            0 => PathSelector::ShortestPath,
            1 => PathSelector::AllShortestPaths,
            _ => PathSelector::All,
        };
        Pattern { selector, ..self.path_with_segments().into() }
    }

    pub(super) fn path_with_segments(&mut self) -> PathPattern {
        self.path(1)
    }

    fn path(&mut self, least: usize) -> PathPattern {
        let start = self.node();
        let mut segments = Vec::new();
        while segments.len() < least || (segments.len() < 3 && self.fuel > 0 && self.chance(0.5)) {
            segments.push(self.segment());
        }
        PathPattern { start, segments }
    }

    fn segment(&mut self) -> Segment {
        if self.fuel > 0 && self.chance(0.15) {
            self.choose(1);
            return Segment::Quantified {
                path: Box::new(self.path(0)),
                predicate: self.maybe(0.3, Self::expression),
                quantifier: Quantifier {
                    min: self.count(),
                    max: if self.chance(0.5) { Some(self.count()) } else { None },
                },
                node: self.node(),
            };
        }
        Segment::Hop { relationship: self.relationship(), node: self.node() }
    }

    fn count(&mut self) -> u32 {
        let counts = [0, 1, 2, 7, u32::MAX];
        self.random.pick(&counts).copied().unwrap_or(0)
    }

    fn node(&mut self) -> NodePattern {
        self.choose(1);
        NodePattern {
            variable: self.maybe(0.5, Self::name),
            labels: self.maybe(0.3, Self::labels),
            properties: self.maybe(0.2, Self::properties),
            predicate: self.maybe(0.1, Self::expression),
        }
    }

    fn relationship(&mut self) -> RelationshipPattern {
        let length = self.maybe(0.2, |trees| {
            let min = if trees.chance(0.5) { Some(trees.count()) } else { None };
            let max = if trees.chance(0.5) { Some(trees.count()) } else { None };
            Length { min, max }
        });
        RelationshipPattern {
            variable: self.maybe(0.5, Self::name),
            types: self.maybe(0.4, Self::labels),
            length,
            properties: self.maybe(0.2, Self::properties),
            predicate: self.maybe(0.1, Self::expression),
            direction: match self.choose(3) {
                0 => Direction::Left,
                1 => Direction::Right,
                _ => Direction::Either,
            },
        }
    }

    fn properties(&mut self) -> Expression {
        if self.chance(0.2) { Expression::Parameter(self.name()) } else { Expression::Map(self.entries()) }
    }

    /// A label expression; several names joined by colons only at its top.
    pub(super) fn labels(&mut self) -> LabelExpression {
        if self.chance(0.2) {
            let mut names = self.some(Self::name);
            names.push(self.name());
            return LabelExpression::Colons(names);
        }
        self.label_expression()
    }

    fn label_expression(&mut self) -> LabelExpression {
        let choice = if self.fuel == 0 { 0 } else { self.choose(9) };
        match choice {
            5 => LabelExpression::Not(Box::new(self.label_expression())),
            6 => LabelExpression::And(Box::new(self.label_expression()), Box::new(self.label_expression())),
            7 => LabelExpression::Or(Box::new(self.label_expression()), Box::new(self.label_expression())),
            4 => LabelExpression::Wildcard,
            8 => LabelExpression::Dynamic(Box::new(DynamicLabels { any: self.chance(0.5), names: self.expression() })),
            _ => LabelExpression::Name(self.name()),
        }
    }
}
