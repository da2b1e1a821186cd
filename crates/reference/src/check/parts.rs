//! What is read off an expression without its context: operands, aggregates, static types.

use graphlance_cypher::ast::{CaseTest, Expression, Literal, MapProjectionItem};
use graphlance_cypher::facts;
use graphlance_cypher::functions::{Callee, Function, Scalar};

use super::{Type, syntax, wrong_type};
use crate::CypherError;
use crate::functions;

pub(super) fn is_aggregate(name: &str) -> bool {
    functions::find_aggregate(name).is_some()
}

/// Whether an aggregate function stands anywhere in the expression, subqueries aside.
pub(crate) fn contains_aggregate(expression: &Expression) -> bool {
    match expression {
        Expression::CountStar => return true,
        Expression::Function(call) if is_aggregate(&call.name) => return true,
        _ => {}
    }
    let mut found = false;
    for_each_child(expression, &mut |child| found = found || contains_aggregate(child));
    found
}

/// Calls `visit` with each direct operand; patterns and subqueries are not entered.
pub(super) fn for_each_child<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression)) {
    match expression {
        Expression::Literal(_)
        | Expression::Parameter(_)
        | Expression::Variable(_)
        | Expression::CountStar
        | Expression::PatternComprehension(_)
        | Expression::Pattern(_)
        | Expression::Exists(_)
        | Expression::Count(_)
        | Expression::Collect(_) => {}
        Expression::Property(a, _) | Expression::Unary(_, a) | Expression::HasLabels(a, _) | Expression::Is(a, _) => {
            visit(a);
        }
        Expression::Index(a, b) | Expression::Binary(_, a, b) => {
            visit(a);
            visit(b);
        }
        Expression::Slice(a, from, to) => {
            visit(a);
            from.iter().chain(to).for_each(|bound| visit(bound));
        }
        Expression::List(items) => items.iter().for_each(visit),
        Expression::Map(entries) => entries.iter().for_each(|(_, value)| visit(value)),
        Expression::Comparison(first, links) => {
            visit(first);
            links.iter().for_each(|(_, right)| visit(right));
        }
        Expression::Case(case) => {
            case.operand.iter().for_each(&mut *visit);
            for (when, then) in &case.branches {
                visit(when);
                visit(then);
            }
            case.otherwise.iter().for_each(visit);
        }
        Expression::ExtendedCase(case) => {
            visit(&case.operand);
            for branch in &case.branches {
                branch.tests.iter().filter_map(CaseTest::value).for_each(&mut *visit);
                visit(&branch.then);
            }
            case.otherwise.iter().for_each(visit);
        }
        Expression::Function(call) => call.arguments.iter().for_each(visit),
        Expression::ListComprehension(it) => {
            visit(&it.list);
            it.predicate.iter().chain(&it.projection).for_each(visit);
        }
        Expression::Quantified(it) => {
            visit(&it.list);
            visit(&it.predicate);
        }
        Expression::Reduce(it) => {
            visit(&it.initial);
            visit(&it.list);
            visit(&it.expression);
        }
        Expression::MapProjection(subject, items) => {
            visit(subject);
            for item in items {
                if let MapProjectionItem::Entry(_, value) = item {
                    visit(value);
                }
            }
        }
    }
}

/// Whether a random number is drawn anywhere in the expression.
pub(super) fn mentions_rand(expression: &Expression) -> bool {
    let draws = |name: &str| functions::find(name).is_some_and(|(_, scalar)| scalar == Scalar::Rand);
    if matches!(expression, Expression::Function(call) if draws(&call.name)) {
        return true;
    }
    let mut found = false;
    for_each_child(expression, &mut |child| found = found || mentions_rand(child));
    found
}

/// The type of a literal.
pub(super) fn of_literal(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::Any,
        Literal::Boolean(_) => Type::Boolean,
        Literal::Integer(_) => Type::Integer,
        Literal::Float(_) => Type::Float,
        Literal::String(_) => Type::String,
    }
}

/// The type of an arithmetic operation.
pub(super) fn arithmetic(a: &Type, b: &Type) -> Result<Type, CypherError> {
    for kind in [a, b] {
        if !matches!(kind, Type::Any | Type::Integer | Type::Float) {
            return Err(wrong_type("a number", kind));
        }
    }
    Ok(match (a, b) {
        (Type::Integer, Type::Integer) => Type::Integer,
        (Type::Any, _) | (_, Type::Any) => Type::Any,
        _ => Type::Float,
    })
}

/// The type of a function's result. Errors where an argument's type is known to be wrong and the TCK wants it told
/// before execution.
pub(super) fn of_function(function: &Function, arguments: &[Type]) -> Result<Type, CypherError> {
    let known: Vec<facts::Type> = arguments.iter().map(Type::fact).collect();
    if let Some((argument, fact)) = arguments.first().zip(known.first())
        && function.refuses.contains(&fact.kind)
    {
        return Err(syntax("InvalidArgumentType", format!("`{}` does not take a {argument:?}", function.name)));
    }
    // It is there to give null.
    if function.callee == Callee::Scalar(Scalar::NullIf) {
        return Ok(Type::Any);
    }
    Ok(Type::of_fact(function.result_type(&known)))
}
