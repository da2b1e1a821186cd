//! Expressions.

use graphlance_graph::Random;

use super::{FLOATS, INTEGERS, Trees};
use crate::ast::*;

const BINARY: &[BinaryOperator] = &[
    BinaryOperator::Or,
    BinaryOperator::Xor,
    BinaryOperator::And,
    BinaryOperator::Add,
    BinaryOperator::Subtract,
    BinaryOperator::Multiply,
    BinaryOperator::Divide,
    BinaryOperator::Modulo,
    BinaryOperator::Power,
    BinaryOperator::Concatenate,
    BinaryOperator::In,
    BinaryOperator::StartsWith,
    BinaryOperator::EndsWith,
    BinaryOperator::Contains,
    BinaryOperator::Matches,
];

const UNARY: &[UnaryOperator] =
    &[UnaryOperator::Not, UnaryOperator::Minus, UnaryOperator::Plus, UnaryOperator::IsNull, UnaryOperator::IsNotNull];

const COMPARISONS: &[ComparisonOperator] = &[
    ComparisonOperator::Equal,
    ComparisonOperator::NotEqual,
    ComparisonOperator::Less,
    ComparisonOperator::LessOrEqual,
    ComparisonOperator::Greater,
    ComparisonOperator::GreaterOrEqual,
];

const QUANTIFIERS: &[ListQuantifier] =
    &[ListQuantifier::All, ListQuantifier::Any, ListQuantifier::None, ListQuantifier::Single];

const FUNCTIONS: &[&str] = &[
    "abs",
    "count",
    "collect",
    "exists",
    "toUpper",
    "duration.between",
    "all",
    "reduce",
    "not",
    "a..b",
    "é.ü",
    "f g",
    "",
];

fn pick<T: Copy>(random: &mut Random, items: &[T], otherwise: T) -> T {
    random.pick(items).copied().unwrap_or(otherwise)
}

impl Trees<'_> {
    pub(super) fn expression(&mut self) -> Expression {
        if self.fuel == 0 {
            return self.leaf();
        }
        match self.choose(34) {
            0..=5 => self.leaf(),
            6 => Expression::Property(self.boxed(), self.name()),
            7 => Expression::Index(self.boxed(), self.boxed()),
            8 => {
                let subject = self.boxed();
                let from = self.maybe(0.6, Self::boxed);
                Expression::Slice(subject, from, self.maybe(0.6, Self::boxed))
            }
            9 => Expression::List(self.any(Self::expression)),
            10 => Expression::Map(self.entries()),
            11 | 12 => Expression::Unary(pick(self.random, UNARY, UnaryOperator::Not), self.boxed()),
            13..=17 => {
                let operator = pick(self.random, BINARY, BinaryOperator::And);
                Expression::Binary(operator, self.boxed(), self.boxed())
            }
            18 | 19 => {
                let first = self.boxed();
                let links =
                    self.some(|trees| (pick(trees.random, COMPARISONS, ComparisonOperator::Equal), trees.expression()));
                Expression::Comparison(first, links)
            }
            20 => Expression::HasLabels(self.boxed(), self.labels()),
            21 => self.case(),
            22 | 23 => Expression::Function(FunctionCall {
                name: pick(self.random, FUNCTIONS, "abs").into(),
                distinct: self.chance(0.2),
                arguments: self.any(Self::expression),
            }),
            24 => self.comprehension(),
            25 => self.quantified(),
            26 => Expression::MapProjection(self.boxed(), self.any(Self::projection_item)),
            27 | 28 => Expression::Pattern(Box::new(self.pattern_expression())),
            29 => Expression::Exists(Box::new(self.subquery())),
            30 => Expression::Count(Box::new(self.subquery())),
            31 => Expression::Collect(Box::new(self.query())),
            32 => Expression::Is(self.boxed(), Box::new(self.is_test())),
            _ => self.extended_case(),
        }
    }

    fn boxed(&mut self) -> Box<Expression> {
        Box::new(self.expression())
    }

    /// The value of a parameter.
    pub(super) fn parameter(&mut self) -> Expression {
        match self.random.below(8) {
            0 => Expression::List(self.any(Self::parameter)),
            1 => Expression::Map(self.any(|trees| (trees.name(), trees.parameter()))),
            kind => Expression::Literal(self.literal(kind - 2)),
        }
    }

    fn literal(&mut self, kind: usize) -> Literal {
        match kind {
            0 => Literal::Null,
            1 => Literal::Boolean(self.chance(0.5)),
            2 | 3 => Literal::Integer(pick(self.random, INTEGERS, 0)),
            4 => Literal::Float(pick(self.random, FLOATS, 0.0)),
            _ => Literal::String(self.string()),
        }
    }

    fn leaf(&mut self) -> Expression {
        let literal = match self.random.below(10) {
            kind @ 0..=5 => self.literal(kind),
            6 if self.chance(0.3) => return Expression::Parameter(pick(self.random, &["1", "007"], "1").into()),
            6 => return Expression::Parameter(self.name()),
            7 if self.chance(0.3) => return Expression::CountStar,
            _ => return Expression::Variable(self.name()),
        };
        Expression::Literal(literal)
    }

    pub(super) fn entries(&mut self) -> Vec<(graphlance_graph::Name, Expression)> {
        self.any(|trees| (trees.name(), trees.expression()))
    }

    fn case(&mut self) -> Expression {
        Expression::Case(Box::new(CaseExpression {
            operand: self.maybe(0.5, Self::expression),
            branches: self.some(|trees| (trees.expression(), trees.expression())),
            otherwise: self.maybe(0.5, Self::expression),
        }))
    }

    fn comprehension(&mut self) -> Expression {
        if self.chance(0.5) {
            return Expression::PatternComprehension(Box::new(PatternComprehension {
                pattern: Pattern { variable: self.maybe(0.3, Self::name), ..self.path_with_segments().into() },
                predicate: self.maybe(0.4, Self::expression),
                projection: self.expression(),
            }));
        }
        Expression::ListComprehension(Box::new(ListComprehension {
            variable: self.name(),
            list: self.expression(),
            predicate: self.maybe(0.5, Self::expression),
            projection: self.maybe(0.5, Self::expression),
        }))
    }

    fn quantified(&mut self) -> Expression {
        if self.chance(0.4) {
            return Expression::Reduce(Box::new(Reduce {
                accumulator: self.name(),
                initial: self.expression(),
                variable: self.name(),
                list: self.expression(),
                expression: self.expression(),
            }));
        }
        Expression::Quantified(Box::new(QuantifiedPredicate {
            quantifier: pick(self.random, QUANTIFIERS, ListQuantifier::All),
            variable: self.name(),
            list: self.expression(),
            predicate: self.expression(),
        }))
    }

    fn projection_item(&mut self) -> MapProjectionItem {
        match self.choose(4) {
            0 => MapProjectionItem::Property(self.name()),
            1 => MapProjectionItem::All,
            2 => MapProjectionItem::Entry(self.name(), self.expression()),
            _ => MapProjectionItem::Variable(self.name()),
        }
    }

    fn subquery(&mut self) -> Subquery {
        if self.chance(0.6) {
            let patterns = self.some(Self::pattern);
            return Subquery::Pattern { patterns, predicate: self.maybe(0.5, Self::expression) };
        }
        let query = self.query();
        match query.first.clauses.as_slice() {
            [Clause::Match(Match { optional: false, mode: None, patterns, hints, predicate })]
                if query.unions.is_empty() && hints.is_empty() =>
            {
                Subquery::Pattern { patterns: patterns.clone(), predicate: predicate.clone() }
            }
            _ => Subquery::Query(query),
        }
    }
}
