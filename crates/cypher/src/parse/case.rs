//! CASE, also with several values or with comparisons behind a WHEN, which the tree has as the plain forms.

use super::cursor::{Cursor, Parsed};
use super::error::Obstacle;
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;
use crate::walk::{Part, for_each_child};

/// What stands behind a WHEN.
enum Test {
    /// A value to be equal to, or a condition.
    Value(Expression),
    /// The rest of a comparison with the operand.
    Comparison(Vec<(ComparisonOperator, Expression)>),
    /// `IS NULL`, `IS NOT NULL`
    Null(UnaryOperator),
}

impl Cursor<'_> {
    pub(super) fn case(&mut self) -> Parsed<Expression> {
        self.advance();
        let operand = if self.at_word(Keyword::When) { None } else { Some(self.expression()?) };
        let mut branches: Vec<(Test, Expression)> = Vec::new();
        while self.accept_word(Keyword::When) {
            let mut tests = vec![self.case_test(operand.is_some())?];
            while operand.is_some() && self.accept(Kind::Comma) {
                tests.push(self.case_test(true)?);
            }
            self.expect_word(Keyword::Then)?;
            let then = self.expression()?;
            if tests.len() > 1 && !is_small(&then) {
                return Err(self.unexpected("a shorter THEN").obstacle(Obstacle::Unsupported));
            }
            branches.extend(tests.into_iter().map(|test| (test, then.clone())));
        }
        if branches.is_empty() {
            return Err(self.unexpected("WHEN"));
        }
        let otherwise = if self.accept_word(Keyword::Else) { Some(self.expression()?) } else { None };
        self.expect_word(Keyword::End)?;
        let plain = branches.iter().all(|(test, _)| matches!(test, Test::Value(_)));
        if !plain {
            self.taller()?;
            if operand.as_ref().is_some_and(|operand| !is_small(operand)) {
                return Err(self.unexpected("a shorter operand of CASE").obstacle(Obstacle::Unsupported));
            }
        }
        let condition = |test: Test| match (test, &operand) {
            (Test::Value(value), Some(operand)) if !plain => {
                Expression::Comparison(Box::new(operand.clone()), vec![(ComparisonOperator::Equal, value)])
            }
            (Test::Value(value), _) => value,
            (Test::Comparison(links), Some(operand)) => Expression::Comparison(Box::new(operand.clone()), links),
            (Test::Null(operator), Some(operand)) => Expression::Unary(operator, Box::new(operand.clone())),
            // Without an operand these tests are not read.
            (Test::Comparison(_) | Test::Null(_), None) => Expression::Literal(Literal::Null),
        };
        let branches = branches.into_iter().map(|(test, then)| (condition(test), then)).collect();
        let operand = if plain { operand } else { None };
        Ok(Expression::Case(Box::new(CaseExpression { operand, branches, otherwise })))
    }

    fn case_test(&mut self, with_operand: bool) -> Parsed<Test> {
        let operator = match self.kind() {
            Kind::Equal => ComparisonOperator::Equal,
            Kind::NotEqual => ComparisonOperator::NotEqual,
            Kind::Less => ComparisonOperator::Less,
            Kind::LessOrEqual => ComparisonOperator::LessOrEqual,
            Kind::Greater => ComparisonOperator::Greater,
            Kind::GreaterOrEqual => ComparisonOperator::GreaterOrEqual,
            Kind::Word(Keyword::Is) if with_operand => return self.null_test().map(Test::Null),
            // Other predicates may follow in later Cypher.
            Kind::Matches
            | Kind::Word(Keyword::Is | Keyword::Starts | Keyword::Ends | Keyword::Contains | Keyword::In) => {
                return Err(self.unexpected("an expression").obstacle(Obstacle::Unsupported));
            }
            _ => return self.expression().map(Test::Value),
        };
        if !with_operand {
            return Err(self.unexpected("an expression"));
        }
        self.advance();
        Ok(Test::Comparison(vec![(operator, self.expression()?)]))
    }

    fn null_test(&mut self) -> Parsed<UnaryOperator> {
        self.advance();
        let negated = self.accept_word(Keyword::Not);
        if !self.accept_word(Keyword::Null) {
            return Err(self.unexpected("NULL").obstacle(Obstacle::Unsupported));
        }
        Ok(if negated { UnaryOperator::IsNotNull } else { UnaryOperator::IsNull })
    }
}

/// Whether an expression may stand in the tree several times: copies of copies would grow without bounds.
fn is_small(expression: &Expression) -> bool {
    fn count(part: Part<'_>, left: &mut u32) {
        *left = left.saturating_sub(1);
        if *left > 0 {
            for_each_child(part, &mut |child| count(child, left));
        }
    }
    let mut left = 50;
    count(Part::Expression(expression), &mut left);
    left > 0
}
