//! Nulls that have no type, as they are written, where an engine wants one.

use graphlance_cypher::ast::{CaseExpression, Expression};
use graphlance_cypher::walk::Part;

use super::{any_expression, is_null, refusal};
use crate::departures::WrongRule;
use crate::departures::trees::names_variable;
use crate::functions::find_aggregate;

/// The words of a null that came to be executed without a type.
const WITHOUT_TYPE: &str = "Trying to a create a vector with ANY type";
/// The words of a null whose type was settled before it was known.
const SETTLED: &str = "should not be modified";

pub(in crate::departures) const RULES: &[WrongRule] = &[
    refusal(
        "quantifier-with-null-refused",
        "a quantifier whose condition is null as it is written is refused",
        |query| any_expression(query, &mut |it| matches!(it, Expression::Quantified(it) if is_null(&it.predicate))),
        &[WITHOUT_TYPE],
    ),
    refusal(
        "aggregate-of-null-refused",
        "an aggregate of null as it is written is refused",
        |query| {
            any_expression(query, &mut |it| match it {
                Expression::Function(call) => {
                    find_aggregate(&call.name).is_some() && call.arguments.first().is_some_and(is_null)
                }
                _ => false,
            })
        },
        &[WITHOUT_TYPE],
    ),
    refusal(
        "case-of-nulls-refused",
        "a CASE all of whose results are null as it is written is refused",
        |query| any_expression(query, &mut |it| matches!(it, Expression::Case(case) if is_of_nulls(case))),
        &[WITHOUT_TYPE, SETTLED],
    ),
    refusal(
        "case-of-nulls-with-variable-refused",
        "a CASE all of whose results are null as it is written is refused where it reads a variable",
        |query| {
            any_expression(query, &mut |it| match it {
                Expression::Case(case) => is_of_nulls(case) && names_variable(Part::Expression(it), &|_| true),
                _ => false,
            })
        },
        &[WITHOUT_TYPE, SETTLED],
    ),
];

/// Whether all results are null, or a CASE of such.
fn is_of_nulls(case: &CaseExpression) -> bool {
    let mut results = case.branches.iter().map(|(_, then)| then).chain(&case.otherwise);
    results.all(|result| is_null(result) || matches!(result, Expression::Case(inner) if is_of_nulls(inner)))
}
