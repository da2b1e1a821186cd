//! The type of an expression.

use super::scope::Scope;
use super::types::Type;
use crate::ast::*;
use crate::functions::{self, Component, Kind};

/// The type of an expression in a scope.
pub fn infer(expression: &Expression, scope: &Scope<'_>) -> Type {
    match expression {
        Expression::Literal(literal) => literal_type(literal),
        Expression::Parameter(_) => Type::UNKNOWN,
        Expression::Variable(name) => scope.find(name).unwrap_or(Type::UNKNOWN),
        Expression::Property(subject, key) => property(infer(subject, scope), key, scope),
        Expression::Index(subject, index) => {
            let of = infer(subject, scope);
            if of.kind == Kind::List && infer(index, scope).is(Kind::Integer) {
                of.of_element().or_null(true)
            } else {
                Type::UNKNOWN
            }
        }
        Expression::Slice(subject, ..) => infer(subject, scope).or_null(true),
        Expression::List(items) => Type::list_of(union(items.iter(), scope)),
        Expression::Map(_) => Type::of(Kind::Map),
        Expression::Unary(operator, operand) => unary(*operator, infer(operand, scope)),
        Expression::Binary(operator, left, right) => binary(*operator, infer(left, scope), infer(right, scope)),
        Expression::Comparison(first, links) => comparison(first, links, scope),
        Expression::HasLabels(subject, _) => Type::of(Kind::Boolean).or_null(infer(subject, scope).nullable),
        Expression::Case(case) => {
            let results = case.branches.iter().map(|(_, then)| then).chain(&case.otherwise);
            union(results, scope).or_null(case.otherwise.is_none())
        }
        Expression::Is(subject, test) => {
            let nullable = matches!(test.wanted, Wanted::Normalized(_)) && !infer(subject, scope).is(Kind::String);
            Type::of(Kind::Boolean).or_null(nullable || infer(subject, scope).nullable)
        }
        Expression::ExtendedCase(case) => {
            let results = case.branches.iter().map(|branch| &branch.then).chain(&case.otherwise);
            union(results, scope).or_null(case.otherwise.is_none())
        }
        Expression::Function(call) => function(call, scope),
        Expression::CountStar | Expression::Count(_) => Type::of(Kind::Integer),
        Expression::ListComprehension(comprehension) => list_comprehension(comprehension, scope),
        Expression::PatternComprehension(comprehension) => {
            let inner = scope.and_patterns(std::slice::from_ref(&comprehension.pattern));
            Type::list_of(infer(&comprehension.projection, &inner))
        }
        Expression::Quantified(_) => Type::of(Kind::Boolean).or_null(true),
        Expression::Reduce(reduce) => self::reduce(reduce, scope),
        Expression::MapProjection(subject, _) => Type::of(Kind::Map).or_null(infer(subject, scope).nullable),
        Expression::Pattern(pattern) => match pattern.selector {
            PathSelector::ShortestPath => Type::of(Kind::Path).or_null(true),
            PathSelector::AllShortestPaths => Type::list_of(Type::of(Kind::Path)),
            _ => Type::of(Kind::Boolean),
        },
        Expression::Exists(_) => Type::of(Kind::Boolean),
        Expression::Collect(_) => Type::list_of(Type::UNKNOWN),
    }
}

fn union<'e>(expressions: impl Iterator<Item = &'e Expression>, scope: &Scope<'_>) -> Type {
    // Null is of every kind, so a null among others only makes them nullable.
    let mut nullable = false;
    let mut joined: Option<Type> = None;
    for expression in expressions {
        if matches!(expression, Expression::Literal(Literal::Null)) {
            nullable = true;
        } else {
            let of = infer(expression, scope);
            joined = Some(joined.map_or(of, |before| before.union(of)));
        }
    }
    joined.unwrap_or(Type { nullable: false, ..Type::UNKNOWN }).or_null(nullable)
}

fn literal_type(literal: &Literal) -> Type {
    match literal {
        Literal::Null => Type::UNKNOWN,
        Literal::Boolean(_) => Type::of(Kind::Boolean),
        Literal::Integer(_) => Type::of(Kind::Integer),
        Literal::Float(_) => Type::of(Kind::Float),
        Literal::String(_) => Type::of(Kind::String),
    }
}

fn property(subject: Type, key: &str, scope: &Scope<'_>) -> Type {
    let kind = match subject.kind {
        Kind::Node | Kind::Relationship => {
            let known = scope.schema().and_then(|schema| schema.keys.iter().find(|known| known.name == key));
            known.map_or(Kind::Any, |known| known.kind.into())
        }
        kind => match Component::of(kind).find(|component| component.name == key) {
            Some(component) => return Type::of(component.kind).or_null(subject.nullable),
            None => return Type::UNKNOWN,
        },
    };
    Type::of(kind).or_null(true)
}

fn unary(operator: UnaryOperator, operand: Type) -> Type {
    match operator {
        UnaryOperator::Not => Type::of(Kind::Boolean).or_null(operand.nullable),
        UnaryOperator::Minus | UnaryOperator::Plus => operand,
        UnaryOperator::IsNull | UnaryOperator::IsNotNull => Type::of(Kind::Boolean),
    }
}

fn binary(operator: BinaryOperator, left: Type, right: Type) -> Type {
    let nullable = left.nullable || right.nullable;
    let both = |kind| left.is(kind) && right.is(kind);
    let of = match operator {
        BinaryOperator::Or | BinaryOperator::Xor | BinaryOperator::And => Type::of(Kind::Boolean),
        BinaryOperator::Power if both(Kind::Number) => Type::of(Kind::Float),
        BinaryOperator::In => Type::of(Kind::Boolean).or_null(right.element_nullable || left.kind == Kind::List),
        BinaryOperator::StartsWith | BinaryOperator::EndsWith | BinaryOperator::Contains | BinaryOperator::Matches => {
            // Null when an operand is no string.
            Type::of(Kind::Boolean).or_null(!both(Kind::String))
        }
        BinaryOperator::Add | BinaryOperator::Concatenate if both(Kind::List) => left.union(right),
        BinaryOperator::Add | BinaryOperator::Concatenate if both(Kind::String) => Type::of(Kind::String),
        BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply if both(Kind::Integer) => {
            Type::of(Kind::Integer)
        }
        // By zero, some give null.
        BinaryOperator::Divide | BinaryOperator::Modulo if both(Kind::Integer) => Type::of(Kind::Integer).or_null(true),
        _ if both(Kind::Number) && (left.kind == Kind::Float || right.kind == Kind::Float) => Type::of(Kind::Float),
        _ if both(Kind::Number) => Type::of(Kind::Number).or_null(true),
        _ => Type::UNKNOWN,
    };
    of.or_null(nullable)
}

fn comparison(first: &Expression, links: &[(ComparisonOperator, Expression)], scope: &Scope<'_>) -> Type {
    let mut left = infer(first, scope);
    let mut nullable = left.nullable;
    for (_, operand) in links {
        let right = infer(operand, scope);
        // Values of different types may be incomparable; lists and maps may hold nulls.
        let plain = [Kind::Boolean, Kind::Number, Kind::String].iter().any(|kind| left.is(*kind) && right.is(*kind));
        nullable = nullable || right.nullable || !plain;
        left = right;
    }
    Type::of(Kind::Boolean).or_null(nullable)
}

fn list_comprehension(comprehension: &ListComprehension, scope: &Scope<'_>) -> Type {
    let list = infer(&comprehension.list, scope);
    let element = match &comprehension.projection {
        Some(projection) => infer(projection, &scope.and(&comprehension.variable, list.of_element())),
        None => list.of_element(),
    };
    Type::list_of(element).or_null(list.nullable)
}

/// The type of the accumulator if its initial value and its steps agree on one.
fn reduce(reduce: &Reduce, scope: &Scope<'_>) -> Type {
    let initial = infer(&reduce.initial, scope).or_null(true);
    let element = infer(&reduce.list, scope).of_element();
    let inner = scope.and(&reduce.accumulator, initial).and(&reduce.variable, element);
    let step = infer(&reduce.expression, &inner);
    if step.kind == initial.kind { initial.union(step) } else { Type::UNKNOWN }
}

fn function(call: &FunctionCall, scope: &Scope<'_>) -> Type {
    let Some(known) = functions::find(&call.name) else { return Type::UNKNOWN };
    // Each argument once: calls nest deeply.
    let arguments: Vec<Type> = call.arguments.iter().map(|argument| infer(argument, scope)).collect();
    known.result_type(&arguments)
}
