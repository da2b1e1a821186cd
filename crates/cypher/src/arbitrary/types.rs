//! Types of values, and what stands behind IS.

use super::Trees;
use crate::ast::*;

impl Trees<'_> {
    pub(super) fn is_test(&mut self) -> IsTest {
        let negated = self.chance(0.3);
        if self.chance(0.3) {
            let forms = NormalForm::ALL;
            let form = self.random.pick(forms).map_or(NormalForm::Nfc, |(_, form)| *form);
            return IsTest { negated, wanted: Wanted::Normalized(form) };
        }
        IsTest { negated, wanted: Wanted::Type(self.value_type()) }
    }

    fn value_type(&mut self) -> ValueType {
        ValueType { alternatives: self.some(Self::single_type) }
    }

    fn single_type(&mut self) -> SingleType {
        let name = if self.fuel > 0 && self.chance(0.2) {
            self.choose(1);
            TypeName::List(Box::new(self.value_type()))
        } else {
            self.random.pick(TypeName::PLAIN).map_or(TypeName::Any, |(_, name)| name.clone())
        };
        SingleType { name, not_null: self.chance(0.3) }
    }

    pub(super) fn extended_case(&mut self) -> Expression {
        let branch = |trees: &mut Self| ExtendedBranch { tests: trees.some(Self::case_test), then: trees.expression() };
        let mut case = ExtendedCase {
            operand: self.expression(),
            branches: self.some(branch),
            otherwise: self.maybe(0.5, Self::expression),
        };
        // Plain values alone would be a CASE of the plain form.
        case.branches.push(ExtendedBranch { tests: vec![CaseTest::Null(self.chance(0.5))], then: self.expression() });
        Expression::ExtendedCase(Box::new(case))
    }

    fn case_test(&mut self) -> CaseTest {
        let predicates = [
            BinaryOperator::In,
            BinaryOperator::StartsWith,
            BinaryOperator::EndsWith,
            BinaryOperator::Contains,
            BinaryOperator::Matches,
        ];
        let comparisons = [ComparisonOperator::Equal, ComparisonOperator::NotEqual, ComparisonOperator::GreaterOrEqual];
        match self.choose(6) {
            0 => {
                let operator = self.random.pick(&comparisons).copied().unwrap_or(ComparisonOperator::Less);
                CaseTest::Comparison(operator, self.expression())
            }
            1 => {
                let operator = self.random.pick(&predicates).copied().unwrap_or(BinaryOperator::In);
                CaseTest::Predicate(operator, self.expression())
            }
            2 => CaseTest::Null(self.chance(0.5)),
            3 => CaseTest::Is(self.is_test()),
            _ => CaseTest::Value(self.expression()),
        }
    }
}
