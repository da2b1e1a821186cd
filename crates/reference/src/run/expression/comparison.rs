//! Comparisons and chains of them.

use graphlance_cypher::ast::ComparisonOperator;
use graphlance_graph::Value;

use crate::run::Runner;
use crate::term::{Frame, Term};
use crate::{Failure, Fault, operators, relations};

impl Runner<'_> {
    /// A chain of comparisons is the conjunction of its links.
    ///
    /// Errors: [`Failure::Unspecified`], where an open answer is refused, for an error of one link beside another one that is
    /// false.
    pub(super) fn comparison(
        &self,
        first: &Term,
        links: &[(ComparisonOperator, Term)],
        frame: &mut Frame,
    ) -> Result<Option<bool>, Failure> {
        match self.chain(first, links, frame) {
            Err(Failure::Raised(_))
                if links.len() > 1 && self.refuses() && self.has_false_link(first, links, frame) =>
            {
                Err(Failure::Unspecified("an error behind what decides the value".into()))
            }
            result => result,
        }
    }

    fn has_false_link(&self, first: &Term, links: &[(ComparisonOperator, Term)], frame: &mut Frame) -> bool {
        let lefts = std::iter::once(first).chain(links.iter().map(|(_, right)| right));
        lefts.zip(links).any(|(left, (operator, right))| {
            let (left, right) = (self.evaluate(left, frame), self.evaluate(right, frame));
            matches!((left, right), (Ok(left), Ok(right)) if self.compared(*operator, &left, &right) == Ok(Some(false)))
        })
    }

    fn chain(
        &self,
        first: &Term,
        links: &[(ComparisonOperator, Term)],
        frame: &mut Frame,
    ) -> Result<Option<bool>, Failure> {
        let mut left = self.evaluate(first, frame)?;
        let mut result = Some(true);
        for (operator, right) in links {
            let right = match right {
                Term::Constant(right) if links.len() == 1 => {
                    return self.compared(*operator, &left, right);
                }
                right => self.evaluate(right, frame)?,
            };
            result = operators::and(result, self.compared(*operator, &left, &right)?);
            if result == Some(false) && !self.schedule.is_eager() {
                return Ok(result);
            }
            left = right;
        }
        Ok(result)
    }

    /// Errors: [`Failure::Unspecified`], where an open answer is refused, for an order that is an implementation's own.
    pub(super) fn compared(
        &self,
        operator: ComparisonOperator,
        left: &Value,
        right: &Value,
    ) -> Result<Option<bool>, Failure> {
        if let (Value::Integer(a), Value::Integer(b), true) =
            (left, right, self.departs(Fault::IntegersComparedByDifference))
        {
            let difference = Value::Integer(a.wrapping_sub(*b));
            return Ok(operators::comparison(operator, &difference, &Value::Integer(0)));
        }
        if let Some(wrong) = self.options.departures.comparison(operator, left, right) {
            return Ok(wrong);
        }
        let open = || self.options.deviations.comparability_is_order && !left.is_null() && !right.is_null();
        let by_order = || open().then(|| operators::by_order(operator, left, right));
        let result = operators::comparison(operator, left, right);
        let orders = !matches!(operator, ComparisonOperator::Equal | ComparisonOperator::NotEqual);
        if orders && result.is_none() && self.refuses() && relations::is_comparison_open(left, right) {
            return Err(Failure::Unspecified("whether an element is less than another".into()));
        }
        Ok(result.or_else(by_order))
    }
}
