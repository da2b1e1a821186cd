//! Aggregates and subqueries in expressions.

use super::at_each;
use crate::ast::*;
use crate::build;
use crate::edit::nth::nth_expression;
use crate::functions::{self, Aggregate, Callee};

fn at_expressions(statement: &Statement, edit: &dyn Fn(&mut Expression) -> bool) -> Vec<Statement> {
    at_each(statement, &|statement, index| nth_expression(statement, index, edit))
}

pub(super) fn without_distinct(statement: &Statement) -> Vec<Statement> {
    at_expressions(statement, &|expression| match expression {
        Expression::Function(call) => std::mem::take(&mut call.distinct),
        _ => false,
    })
}

/// Aggregates as if their argument had its least value in each row in which it has one; counts as if it had one in each, and
/// lists as if it had one in a single row.
pub(super) fn with_least_argument(statement: &Statement) -> Vec<Statement> {
    at_expressions(statement, &|expression| {
        let Expression::Function(call) = expression else { return false };
        let least = least(call);
        let exists = least.is_some();
        least.into_iter().for_each(|least| *expression = least);
        exists
    })
}

/// What an aggregate comes to when its argument does not vary; none for what is no aggregate.
fn least(call: &FunctionCall) -> Option<Expression> {
    let Callee::Aggregate(aggregate) = functions::find(&call.name)?.callee else { return None };
    let argument = call.arguments.first()?;
    let of = |name: &str| build::call(name, vec![argument.clone()]);
    let float = |value: Expression| build::call("toFloat", vec![value]);
    Some(match aggregate {
        Aggregate::Count if call.distinct => return None,
        Aggregate::Count => Expression::CountStar,
        Aggregate::Least => of("max"),
        Aggregate::Greatest | Aggregate::PercentileDiscrete => of("min"),
        Aggregate::Average | Aggregate::PercentileContinuous => float(of("min")),
        Aggregate::Sum => {
            let count = FunctionCall { name: "count".into(), ..call.clone() };
            let product = build::binary(BinaryOperator::Multiply, of("min"), Expression::Function(count));
            build::call("coalesce", vec![product, build::integer(0)])
        }
        Aggregate::SampleDeviation | Aggregate::Deviation => {
            build::binary(BinaryOperator::Multiply, float(of("count")), Expression::Literal(Literal::Float(0.0)))
        }
        // A list of so many least values would take a loop, in which no aggregate may stand.
        Aggregate::Collect => {
            let none = build::compare(ComparisonOperator::Equal, of("count"), build::integer(0));
            Expression::Case(Box::new(CaseExpression {
                operand: None,
                branches: vec![(none, Expression::List(Vec::new()))],
                otherwise: Some(Expression::List(vec![of("min")])),
            }))
        }
    })
}

pub(super) fn with_true(statement: &Statement) -> Vec<Statement> {
    with_constant(statement, &is_existence, build::boolean(true))
}

pub(super) fn with_false(statement: &Statement) -> Vec<Statement> {
    with_constant(statement, &is_existence, build::boolean(false))
}

pub(super) fn with_zero(statement: &Statement) -> Vec<Statement> {
    with_constant(statement, &|expression| matches!(expression, Expression::Count(_)), build::integer(0))
}

pub(super) fn with_empty_list(statement: &Statement) -> Vec<Statement> {
    let collects =
        |expression: &Expression| matches!(expression, Expression::Collect(_) | Expression::PatternComprehension(_));
    with_constant(statement, &collects, Expression::List(Vec::new()))
}

/// `EXISTS { }`, or a pattern as a predicate.
fn is_existence(expression: &Expression) -> bool {
    match expression {
        Expression::Exists(_) => true,
        Expression::Pattern(pattern) => pattern.selector == PathSelector::All,
        _ => false,
    }
}

fn with_constant(statement: &Statement, is_one: &dyn Fn(&Expression) -> bool, constant: Expression) -> Vec<Statement> {
    at_expressions(statement, &|expression| {
        let replaces = is_one(expression);
        if replaces {
            *expression = constant.clone();
        }
        replaces
    })
}
