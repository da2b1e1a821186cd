//! CASE, also with several values or with other tests behind a WHEN.

use super::cursor::{Cursor, Parsed};
use super::lexer::Kind;
use crate::ast::*;
use crate::keywords::Keyword;
use crate::precedence;

impl Cursor<'_> {
    pub(super) fn case(&mut self) -> Parsed<Expression> {
        self.advance();
        let operand = if self.at_word(Keyword::When) { None } else { Some(self.expression()?) };
        let mut branches: Vec<ExtendedBranch> = Vec::new();
        while self.accept_word(Keyword::When) {
            let tests = match &operand {
                Some(_) => self.list(Cursor::case_test)?,
                None => vec![CaseTest::Value(self.expression()?)],
            };
            self.expect_word(Keyword::Then)?;
            branches.push(ExtendedBranch { tests, then: self.expression()? });
        }
        if branches.is_empty() {
            return Err(self.unexpected("WHEN"));
        }
        let otherwise = if self.accept_word(Keyword::Else) { Some(self.expression()?) } else { None };
        self.expect_word(Keyword::End)?;
        Ok(match (operand, plain(&mut branches)) {
            (operand, Some(branches)) => Expression::Case(Box::new(CaseExpression { operand, branches, otherwise })),
            (Some(operand), None) => Expression::ExtendedCase(Box::new(ExtendedCase { operand, branches, otherwise })),
            (None, None) => return Err(self.unexpected("a condition")),
        })
    }

    /// What stands behind a WHEN: the right operand of a predicate, or a value.
    fn case_test(&mut self) -> Parsed<CaseTest> {
        let comparison = match self.kind() {
            Kind::Equal => ComparisonOperator::Equal,
            Kind::NotEqual => ComparisonOperator::NotEqual,
            Kind::Less => ComparisonOperator::Less,
            Kind::LessOrEqual => ComparisonOperator::LessOrEqual,
            Kind::Greater => ComparisonOperator::Greater,
            Kind::GreaterOrEqual => ComparisonOperator::GreaterOrEqual,
            _ => return self.other_case_test(),
        };
        self.advance();
        Ok(CaseTest::Comparison(comparison, self.frame(precedence::PREDICATE)?))
    }

    fn other_case_test(&mut self) -> Parsed<CaseTest> {
        let with = Kind::Word(Keyword::With);
        let (predicate, length) = match (self.kind(), self.peek(1)) {
            (Kind::Matches, _) => (BinaryOperator::Matches, 1),
            (Kind::Word(Keyword::Starts), next) if next == with => (BinaryOperator::StartsWith, 2),
            (Kind::Word(Keyword::Ends), next) if next == with => (BinaryOperator::EndsWith, 2),
            (Kind::Word(Keyword::Contains), _) => (BinaryOperator::Contains, 1),
            (Kind::Word(Keyword::In), _) => (BinaryOperator::In, 1),
            _ if self.is_test_at(self.position()) => return self.is_test().map(CaseTest::Is),
            (Kind::Word(Keyword::Is), _) => return self.null_test(),
            _ => return self.expression().map(CaseTest::Value),
        };
        (0..length).for_each(|_| self.advance());
        Ok(CaseTest::Predicate(predicate, self.frame(precedence::ADDITION)?))
    }

    fn null_test(&mut self) -> Parsed<CaseTest> {
        self.advance();
        let negated = self.accept_word(Keyword::Not);
        self.expect_word(Keyword::Null)?;
        Ok(CaseTest::Null(negated))
    }
}

/// The branches of a plain CASE, if each has one value.
fn plain(branches: &mut Vec<ExtendedBranch>) -> Option<Vec<(Expression, Expression)>> {
    let single = |branch: &ExtendedBranch| matches!(branch.tests[..], [CaseTest::Value(_)]);
    if !branches.iter().all(single) {
        return None;
    }
    let values = branches.drain(..).filter_map(|branch| match branch.tests.into_iter().next() {
        Some(CaseTest::Value(value)) => Some((value, branch.then)),
        _ => None,
    });
    Some(values.collect())
}
