//! The kind of value that the text of an expression shows.

use graphlance_graph::Name;
use graphlance_graph::value::TemporalKind;

use crate::ast::*;
use crate::facts::{Scope, infer};
use crate::functions::{self, Callee, Kind, Scalar};

/// Whether a value may be of a kind that is taken, or null.
pub(super) fn may_be(expression: &Expression, scope: &Scope<'_>, accepts: &dyn Fn(Kind) -> bool) -> bool {
    match expression {
        Expression::Literal(Literal::Null) => true,
        // The elements of a list that can be stored are no lists.
        Expression::Function(call)
            if matches!(callee(call), Some(Scalar::Head | Scalar::Last))
                && call.arguments.iter().any(|list| is_property(list, scope)) =>
        {
            is_stored(&|kind| kind != Kind::List && accepts(kind))
        }
        // Over an empty list it is what it begins with, over others what it goes on with.
        Expression::Reduce(made) => {
            may_be(&made.initial, scope, accepts) && may_be(&made.expression, &within(made, scope), accepts)
        }
        // A property is a value that can be stored.
        Expression::Property(..) if is_property(expression, scope) => {
            let kind = infer(expression, scope).kind;
            if kind == Kind::Any { is_stored(accepts) } else { accepts(kind) }
        }
        Expression::Case(case) => {
            let mut results = case.branches.iter().map(|(_, then)| then).chain(&case.otherwise);
            results.any(|result| may_be(result, scope, accepts))
        }
        Expression::Function(call) if callee(call) == Some(Scalar::Coalesce) => {
            call.arguments.iter().any(|argument| may_be(argument, scope, accepts))
        }
        Expression::Index(list, index) if infer(index, scope).is(Kind::Integer) => match &**list {
            Expression::List(items) => items.is_empty() || items.iter().any(|item| may_be(item, scope, accepts)),
            _ => {
                let kind = shown(expression, scope);
                kind == Kind::Any || accepts(kind)
            }
        },
        // Whatever null stands for, the difference is of the kind of the other operand.
        Expression::Binary(BinaryOperator::Subtract, left, right) if is_null(right) => may_be(left, scope, accepts),
        // Whatever is multiplied, the product is a number or a duration.
        Expression::Binary(BinaryOperator::Multiply | BinaryOperator::Divide, ..)
            if shown(expression, scope) == Kind::Any =>
        {
            accepts(Kind::Number) || accepts(Kind::Temporal(TemporalKind::Duration))
        }
        // Whatever null stands for, what a number is added to is a number, a text or a list.
        Expression::Binary(BinaryOperator::Add, left, right)
            if is_null(left) && is_number(shown(right, scope)) || is_null(right) && is_number(shown(left, scope)) =>
        {
            let number = shown(if is_null(left) { right } else { left }, scope);
            [number, Kind::Float, Kind::String, Kind::List].into_iter().any(accepts)
        }
        // Whatever null stands for, what a list is added to is a list, and what an instant or a duration is, no text or number.
        Expression::Binary(BinaryOperator::Add, left, right) if shown(expression, scope) == Kind::Any => {
            let kinds = [shown(left, scope), shown(right, scope)];
            let is_list = kinds.contains(&Kind::List);
            let is_text = |text: Kind, other: &Expression| {
                text == Kind::String && !may_be(other, scope, &|kind| !is_number(kind) && kind != Kind::String)
            };
            if is_text(kinds[0], right) || is_text(kinds[1], left) {
                return accepts(Kind::String);
            }
            let is_of_time =
                kinds.iter().any(|kind| matches!(kind, Kind::Temporal(_))) && (is_null(left) || is_null(right));
            !(is_list || is_of_time) || accepts(Kind::List) || is_of_time && is_time(accepts)
        }
        _ => {
            let kind = shown(expression, scope);
            kind == Kind::Any || accepts(kind)
        }
    }
}

fn is_property(expression: &Expression, scope: &Scope<'_>) -> bool {
    matches!(expression, Expression::Property(subject, _) if is_element(infer(subject, scope).kind))
}

/// Whether some of the kinds of values that properties hold are taken.
fn is_stored(accepts: &dyn Fn(Kind) -> bool) -> bool {
    [Kind::Boolean, Kind::Number, Kind::String, Kind::List, Kind::Point].into_iter().any(accepts) || is_time(accepts)
}

/// Whether some of the kinds of instants and durations are taken.
fn is_time(accepts: &dyn Fn(Kind) -> bool) -> bool {
    TemporalKind::ALL.iter().any(|kind| accepts(Kind::Temporal(*kind)))
}

/// The kind that the text of an expression shows: a reduction is of the kind that it begins with, when it goes on with the same
/// or with null.
pub(super) fn shown(expression: &Expression, scope: &Scope<'_>) -> Kind {
    match expression {
        Expression::Reduce(made) => {
            let (initial, next) = (shown(&made.initial, scope), shown(&made.expression, &within(made, scope)));
            if is_null(&made.expression) || initial == next { initial } else { infer(expression, scope).kind }
        }
        Expression::Index(subject, key) => match (&**subject, &**key) {
            (Expression::Map(entries), Expression::Literal(Literal::String(key))) => {
                entry(entries, key).map_or(Kind::Any, |value| shown(value, scope))
            }
            (list, index) if infer(index, scope).is(Kind::Integer) => element_of(list, scope),
            _ => infer(expression, scope).kind,
        },
        Expression::Function(call) => match (callee(call), call.arguments.as_slice()) {
            (Some(Scalar::Head | Scalar::Last), [list]) => element_of(list, scope),
            _ => infer(expression, scope).kind,
        },
        Expression::Property(subject, key) => match &**subject {
            Expression::Map(entries) => entry(entries, key).map_or(Kind::Any, |value| shown(value, scope)),
            _ => infer(expression, scope).kind,
        },
        Expression::Binary(BinaryOperator::Power, ..) => Kind::Float,
        Expression::Binary(BinaryOperator::Modulo, ..) => Kind::Number,
        Expression::Binary(
            BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide,
            left,
            right,
        ) => match (shown(left, scope), shown(right, scope)) {
            (a, b) if is_number(a) && is_number(b) => match [a, b].contains(&Kind::Float) {
                true => Kind::Float,
                false => Kind::Number,
            },
            (a, _) if is_null(right) => a,
            (_, b) if is_null(left) => b,
            _ => infer(expression, scope).kind,
        },
        Expression::Binary(BinaryOperator::Add, left, right) => match (shown(left, scope), shown(right, scope)) {
            (Kind::String, other) if is_number(other) || is_null(right) => Kind::String,
            (other, Kind::String) if is_number(other) || is_null(left) => Kind::String,
            _ => infer(expression, scope).kind,
        },
        Expression::Case(case) => {
            let results = case.branches.iter().map(|(_, then)| then).chain(case.otherwise.as_ref());
            let kinds: Vec<Kind> =
                results.filter(|result| !is_null(result)).map(|result| shown(result, scope)).collect();
            kinds.first().copied().filter(|first| kinds.iter().all(|kind| kind == first)).unwrap_or(Kind::Any)
        }
        _ => infer(expression, scope).kind,
    }
}

/// The kind of the elements of a list.
fn element_of(list: &Expression, scope: &Scope<'_>) -> Kind {
    let made = match list {
        Expression::Function(call) => callee(call),
        Expression::Property(subject, key) => match &**subject {
            Expression::Map(entries) => return entry(entries, key).map_or(Kind::Any, |list| element_of(list, scope)),
            _ => None,
        },
        _ => None,
    };
    match made {
        Some(Scalar::ToBooleanList) => Kind::Boolean,
        Some(Scalar::ToIntegerList) => Kind::Integer,
        Some(Scalar::ToFloatList) => Kind::Float,
        Some(Scalar::ToStringList) => Kind::String,
        _ => infer(list, scope).of_element().kind,
    }
}

fn callee(call: &FunctionCall) -> Option<Scalar> {
    match functions::find(&call.name)?.callee {
        Callee::Scalar(scalar) => Some(scalar),
        _ => None,
    }
}

/// An entry of a map that is written out.
fn entry<'e>(entries: &'e [(Name, Expression)], key: &str) -> Option<&'e Expression> {
    entries.iter().find(|(name, _)| name.as_str() == key).map(|(_, value)| value)
}

pub(super) fn is_null(expression: &Expression) -> bool {
    matches!(expression, Expression::Literal(Literal::Null))
}

/// The scope of the expression of a reduce().
pub(super) fn within<'a>(made: &Reduce, scope: &Scope<'a>) -> Scope<'a> {
    let element = infer(&made.list, scope).of_element();
    scope.and(&made.accumulator, infer(&made.initial, scope)).and(&made.variable, element)
}

pub(super) fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Integer | Kind::Float | Kind::Number)
}

pub(super) fn is_element(kind: Kind) -> bool {
    matches!(kind, Kind::Node | Kind::Relationship)
}
