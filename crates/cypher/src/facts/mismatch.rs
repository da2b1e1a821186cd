//! Values of a wrong type, as far as the text of a statement shows them, whether they are ever computed or not.
//!
//! The one answer here that is not on the safe side of soundness: it is asked where a refusal is to be forgiven.

mod shown;

use graphlance_graph::value::TemporalKind;

use self::shown::{is_element, is_null, is_number, may_be, shown, within};
use super::{Scope, infer, scopes};
use crate::Statement;
use crate::ast::*;
use crate::functions::{self, Callee, Function, Kind, Scalar};
use crate::walk::{Part, for_each_child};

/// Whether a statement's text shows that a value of a wrong type stands where an operator, a function or a clause takes
/// others. Such a part may raise an error only when it is computed, or never, if a null or a condition keeps it from that; an
/// implementation with static types refuses it all the same.
pub fn shows_wrong_type(statement: &Statement) -> bool {
    match statement {
        Statement::Query(query) => in_query(query, &Scope::default()),
        Statement::Schema(_) => false,
    }
}

fn in_query(query: &Query, outer: &Scope<'_>) -> bool {
    let all = scopes(query, outer);
    query.parts().zip(&all).any(|(part, scopes)| {
        part.clauses.iter().enumerate().any(|(place, clause)| {
            // What a MATCH binds is in scope in its own WHERE.
            let place = if matches!(clause, Clause::Match(_) | Clause::Merge(_)) { place + 1 } else { place };
            scopes.get(place).is_some_and(|scope| in_clause(clause, scope))
        })
    })
}

fn in_clause(clause: &Clause, scope: &Scope<'_>) -> bool {
    let predicate = match clause {
        Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) => predicate.as_ref(),
        _ => None,
    };
    let targets: Vec<&Expression> = match clause {
        Clause::Set(items) => items.iter().filter_map(target).collect(),
        Clause::Merge(merge) => merge.actions.iter().flat_map(|action| &action.items).filter_map(target).collect(),
        Clause::Remove(items) => items.iter().filter_map(removed_of).collect(),
        Clause::Delete(delete) => return deletes(&delete.expressions, scope),
        Clause::Foreach(foreach) => return each(foreach, scope),
        Clause::Unwind(Unwind { list, .. }) | Clause::For(Unwind { list, .. }) => {
            return !may_be(list, scope, &|kind| kind == Kind::List) || in_expression(list, scope);
        }
        _ => Vec::new(),
    };
    let given: Vec<&Expression> = match clause {
        Clause::Set(items) => items.iter().filter_map(given_whole).collect(),
        Clause::Merge(merge) => merge.actions.iter().flat_map(|action| &action.items).filter_map(given_whole).collect(),
        _ => Vec::new(),
    };
    given.into_iter().any(|map| !may_be(map, scope, &|kind| is_element(kind) || kind == Kind::Map))
        || predicate.is_some_and(|predicate| !may_be(predicate, scope, &|kind| kind == Kind::Boolean))
        || targets.into_iter().any(|target| is_null(target) || !may_be(target, scope, &is_element))
        || below(Part::Clause(clause), scope)
}

/// Whether what is deleted is no element and no path, or null as it stands.
fn deletes(expressions: &[Expression], scope: &Scope<'_>) -> bool {
    let of_graph = |kind| is_element(kind) || kind == Kind::Path;
    expressions.iter().any(|each| is_null(each) || !may_be(each, scope, &of_graph) || in_expression(each, scope))
}

/// What a property is set of.
fn target(item: &SetItem) -> Option<&Expression> {
    match item {
        SetItem::Property { target, .. } => Some(target),
        _ => None,
    }
}

/// What all properties are set to, or added.
fn given_whole(item: &SetItem) -> Option<&Expression> {
    match item {
        SetItem::Properties { value, .. } => Some(value),
        _ => None,
    }
}

/// What a property is removed from.
fn removed_of(item: &RemoveItem) -> Option<&Expression> {
    match item {
        RemoveItem::Property { target, .. } => Some(target),
        _ => None,
    }
}

fn each(foreach: &Foreach, scope: &Scope<'_>) -> bool {
    let element = infer(&foreach.list, scope).of_element();
    let inner = scope.and(&foreach.variable, element);
    !may_be(&foreach.list, scope, &|kind| kind == Kind::List)
        || in_expression(&foreach.list, scope)
        || foreach.clauses.iter().any(|clause| in_clause(clause, &inner))
}

/// Whether it is so somewhere below a part.
fn below(part: Part<'_>, scope: &Scope<'_>) -> bool {
    let mut found = false;
    for_each_child(part, &mut |child| {
        found = found
            || match child {
                Part::Expression(expression) => in_expression(expression, scope),
                Part::Query(query) => in_query(query, scope),
                Part::Clause(clause) => in_clause(clause, scope),
                other => below(other, scope),
            };
    });
    found
}

fn in_expression(expression: &Expression, scope: &Scope<'_>) -> bool {
    if is_wrong(expression, scope) {
        return true;
    }
    let element = |list: &Expression| infer(list, scope).of_element();
    let bound = match expression {
        Expression::ListComprehension(made) => scope.and(&made.variable, element(&made.list)),
        Expression::Quantified(made) => scope.and(&made.variable, element(&made.list)),
        Expression::Reduce(made) => {
            scope.and(&made.accumulator, infer(&made.initial, scope)).and(&made.variable, element(&made.list))
        }
        _ => return below(Part::Expression(expression), scope),
    };
    below(Part::Expression(expression), &bound)
}

fn is_wrong(expression: &Expression, scope: &Scope<'_>) -> bool {
    let never = |of: &Expression, accepts: &dyn Fn(Kind) -> bool| !may_be(of, scope, accepts);
    let truth = |kind| kind == Kind::Boolean;
    let list = |kind| kind == Kind::List;
    match expression {
        Expression::Unary(UnaryOperator::Not, operand) => never(operand, &truth),
        Expression::Unary(UnaryOperator::Minus | UnaryOperator::Plus, operand) => never(operand, &is_number),
        Expression::Binary(operator, left, right) => binary(*operator, left, right, scope),
        Expression::Property(subject, _) => never(subject, &has_keys),
        Expression::Index(subject, index) => {
            never(subject, &|kind| list(kind) || has_keys(kind))
                || never(index, &|kind| matches!(kind, Kind::Integer | Kind::Number | Kind::String))
        }
        Expression::Slice(subject, from, to) => {
            never(subject, &list) || [from, to].into_iter().flatten().any(|bound| never(bound, &is_number))
        }
        Expression::ListComprehension(made) => {
            let inner = scope.and(&made.variable, infer(&made.list, scope).of_element());
            let predicate = made.predicate.as_ref();
            never(&made.list, &list) || predicate.is_some_and(|predicate| !may_be(predicate, &inner, &truth))
        }
        Expression::Quantified(made) => {
            let inner = scope.and(&made.variable, infer(&made.list, scope).of_element());
            never(&made.list, &list) || !may_be(&made.predicate, &inner, &truth)
        }
        Expression::Reduce(made) => {
            let inner = within(made, scope);
            let (initial, next) = (infer(&made.initial, scope), infer(&made.expression, &inner));
            let (first, then) = (shown(&made.initial, scope), shown(&made.expression, &inner));
            let same = (first == Kind::Any || initial.element == next.element)
                && may_be(&made.initial, scope, &|kind| is_alike(kind, then));
            never(&made.list, &list) || then != Kind::Any && !same
        }
        Expression::Case(case) if case.operand.is_none() => case.branches.iter().any(|(when, _)| never(when, &truth)),
        Expression::HasLabels(subject, _) => never(subject, &is_element),
        Expression::Function(call) if describes_no_point(call) => true,
        Expression::Function(call) => functions::find(&call.name).is_some_and(|function| {
            let mut arguments = call.arguments.iter().enumerate();
            arguments.any(|(place, argument)| {
                wanted(function, place).is_some_and(|kind| never(argument, &|given| takes(function, kind, given)))
            })
        }),
        _ => false,
    }
}

/// Whether it is a point() of a map that is written out and has no coordinates.
fn describes_no_point(call: &FunctionCall) -> bool {
    let is_point = functions::find(&call.name).is_some_and(|it| it.callee == Callee::Scalar(Scalar::Point));
    let [Expression::Map(entries)] = call.arguments.as_slice() else { return false };
    let has = |key: &str| entries.iter().any(|(name, _)| name.as_str() == key);
    is_point && !(has("x") && has("y")) && !(has("longitude") && has("latitude"))
}

/// Whether a reduction may go on from one kind to the other. Of some numbers the text does not show whether they are integers.
fn is_alike(one: Kind, other: Kind) -> bool {
    one == other || is_number(one) && is_number(other) && [one, other].contains(&Kind::Number)
}

fn binary(operator: BinaryOperator, left: &Expression, right: &Expression, scope: &Scope<'_>) -> bool {
    use BinaryOperator as Op;
    let never = |of: &Expression, accepts: &dyn Fn(Kind) -> bool| !may_be(of, scope, accepts);
    let both = |accepts: &dyn Fn(Kind) -> bool| never(left, accepts) || never(right, accepts);
    match operator {
        Op::And | Op::Or | Op::Xor => both(&|kind| kind == Kind::Boolean),
        Op::Subtract => {
            let (a, b) = (shown(left, scope), shown(right, scope));
            let subtracted = |kind| kind == Kind::Any || kind != Kind::String && b != Kind::String && added(kind, b);
            both(&computes)
                || b != Kind::Any && never(left, &subtracted)
                || ![a, b].contains(&Kind::Any) && (b == Kind::String || !added(a, b))
        }
        Op::Multiply | Op::Divide => both(&|kind| is_number(kind) || kind == Kind::Temporal(TemporalKind::Duration)),
        Op::Modulo | Op::Power => both(&is_number),
        Op::In => never(right, &|kind| kind == Kind::List),
        Op::StartsWith | Op::EndsWith | Op::Contains | Op::Matches => both(&|kind| kind == Kind::String),
        Op::Add | Op::Concatenate => {
            let (a, b) = (shown(left, scope), shown(right, scope));
            let known = ![a, b].contains(&Kind::Any) && ![a, b].contains(&Kind::List);
            let adds = |kind| computes(kind) || matches!(kind, Kind::String | Kind::List | Kind::Any);
            let beside_null = [left, right].into_iter().any(is_null) && !(adds(a) && adds(b));
            beside_null || known && !(added(a, b) || added(b, a))
        }
    }
}

/// Whether values of these kinds have a sum.
fn added(a: Kind, b: Kind) -> bool {
    match a {
        Kind::String => b == Kind::String || is_number(b),
        Kind::Temporal(_) => b == Kind::Temporal(TemporalKind::Duration),
        _ => is_number(a) && is_number(b),
    }
}

/// The kind of a parameter. What `lTrim` and its like take beyond their text is another text.
fn wanted(function: &Function, place: usize) -> Option<Kind> {
    match (function.parameters.get(place), function.parameters) {
        (Some((kind, _)), _) => Some(*kind),
        (None, [(Kind::String, _)]) => Some(Kind::String),
        _ => None,
    }
}

fn takes(function: &Function, wanted: Kind, given: Kind) -> bool {
    let sized = matches!(function.callee, Callee::Scalar(Scalar::Size | Scalar::IsEmpty | Scalar::Reverse));
    match function.callee {
        Callee::Scalar(Scalar::Id | Scalar::ElementId) => return is_element(given),
        Callee::Scalar(Scalar::Keys | Scalar::Properties) => return is_element(given) || given == Kind::Map,
        Callee::Scalar(Scalar::ToFloat) => return is_number(given) || given == Kind::String,
        Callee::Scalar(Scalar::ToInteger | Scalar::ToBoolean) => {
            return is_number(given) || matches!(given, Kind::String | Kind::Boolean);
        }
        Callee::Scalar(Scalar::ToString) => {
            return !matches!(given, Kind::List | Kind::Map | Kind::Path) && !is_element(given);
        }
        _ => {}
    }
    wanted == Kind::Any
        || wanted == given
        || is_number(wanted) && is_number(given) && (wanted, given) != (Kind::Integer, Kind::Float)
        || sized && matches!(given, Kind::List | Kind::String | Kind::Map)
}

fn computes(kind: Kind) -> bool {
    is_number(kind) || matches!(kind, Kind::Temporal(_))
}

fn has_keys(kind: Kind) -> bool {
    is_element(kind) || matches!(kind, Kind::Map | Kind::Temporal(_) | Kind::Point)
}

#[cfg(test)]
mod tests;
