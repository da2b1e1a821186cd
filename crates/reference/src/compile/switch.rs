//! The extended CASE, and what stands behind IS.

use graphlance_cypher::ast::{CaseTest, ComparisonOperator, Expression, ExtendedCase, IsTest, UnaryOperator, Wanted};

use super::Compiler;
use crate::term::{Slot, SwitchTerm, Term};
use crate::{Failure, value_types};

impl Compiler<'_> {
    pub(super) fn is_test(&mut self, subject: &Expression, test: &IsTest) -> Result<Term, Failure> {
        let subject = self.boxed(subject)?;
        of_subject(*subject, test)
    }

    pub(super) fn switch(&mut self, case: &ExtendedCase) -> Result<Term, Failure> {
        let operand = self.expression(&case.operand)?;
        let slot = self.fresh();
        self.note_latitude(slot, &operand);
        let mut branches = Vec::with_capacity(case.branches.len());
        for branch in &case.branches {
            let tests = branch.tests.iter().map(|test| self.case_test(slot, test)).collect::<Result<_, _>>()?;
            branches.push((tests, self.expression(&branch.then)?));
        }
        let otherwise = case.otherwise.as_ref().map(|otherwise| self.expression(otherwise)).transpose()?;
        Ok(Term::Switch(Box::new(SwitchTerm { slot, operand, branches, otherwise })))
    }

    /// The condition of a test on the operand in the slot.
    fn case_test(&mut self, slot: Slot, test: &CaseTest) -> Result<Term, Failure> {
        let operand = Box::new(Term::Slot(slot));
        Ok(match test {
            CaseTest::Value(value) => {
                Term::Comparison(operand, vec![(ComparisonOperator::Equal, self.expression(value)?)])
            }
            CaseTest::Comparison(operator, value) => {
                Term::Comparison(operand, vec![(*operator, self.expression(value)?)])
            }
            CaseTest::Predicate(operator, value) => Term::Binary(*operator, operand, self.boxed(value)?),
            CaseTest::Null(negated) => {
                Term::Unary(if *negated { UnaryOperator::IsNotNull } else { UnaryOperator::IsNull }, operand)
            }
            CaseTest::Is(test) => of_subject(Term::Slot(slot), test)?,
        })
    }
}

fn of_subject(subject: Term, test: &IsTest) -> Result<Term, Failure> {
    if let Wanted::Type(wanted) = &test.wanted {
        value_types::check(wanted)?;
    }
    Ok(Term::Is(Box::new(subject), Box::new(test.clone())))
}
