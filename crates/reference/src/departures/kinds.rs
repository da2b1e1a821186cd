//! Functions that an engine computes in one place, and so gets wrong together.

use graphlance_cypher::ast::{
    BinaryOperator, CaseExpression, ComparisonOperator, Expression, Literal, SingleType, TypeName, UnaryOperator,
    ValueType,
};
use graphlance_cypher::build;
use graphlance_cypher::functions::Scalar;
use graphlance_cypher::walk::PartMut;
use graphlance_graph::{Graph, Value};

use super::Computed::{Call, CallOf};
use super::trees::{by_type, null};
use super::{WrongRule, booleans, has_null, tree, value, values};
use crate::{Options, functions, text};

const ROUNDING: &[Scalar] = &[Scalar::Ceil, Scalar::Floor, Scalar::Round];
const CASES: &[Scalar] = &[Scalar::ToUpper, Scalar::ToLower];

pub(super) const RULES: &[WrongRule] = &[
    value(
        "rounding-of-integer-is-integer",
        "ceil(), floor() and round() of an INTEGER are INTEGERs",
        CallOf(ROUNDING),
        |it| match it {
            [Value::Integer(integer)] => Some(Value::Integer(*integer)),
            _ => None,
        },
    ),
    value("case-of-null-is-empty", "toUpper() and toLower() of null are ''", CallOf(CASES), |it| match it {
        [Value::Null] => Some(Value::string("")),
        _ => None,
    }),
    values(
        "function-of-other-type-takes-text",
        "toUpper(), toLower(), trim(), lTrim(), rTrim(), reverse(), size(), left(), substring(), split() and replace() of a number or BOOLEAN are of its \
         text, head() and last() null, and tail() itself",
        &[
            (Call(Scalar::ToUpper), |it| text_of_other(it).map(|text| Value::string(text.to_uppercase()))),
            (CallOf(&[Scalar::ToLower, Scalar::Trim, Scalar::LTrim, Scalar::RTrim]), |it| {
                text_of_other(it).map(Value::string)
            }),
            (Call(Scalar::Reverse), |it| {
                text_of_other(it).map(|text| Value::string(text.chars().rev().collect::<String>()))
            }),
            (Call(Scalar::Size), |it| text_of_other(it).map(|text| Value::Integer(text.len() as i64))),
            (Call(Scalar::Left), |it| of_texts(Scalar::Left, it)),
            (Call(Scalar::Right), |it| of_texts(Scalar::Right, it)),
            (Call(Scalar::Substring), |it| of_texts(Scalar::Substring, it)),
            (Call(Scalar::Split), |it| of_texts(Scalar::Split, it)),
            (Call(Scalar::Replace), |it| of_texts(Scalar::Replace, it)),
            (CallOf(&[Scalar::Head, Scalar::Last]), |it| text_of_other(it).map(|_| Value::Null)),
            (Call(Scalar::Tail), |it| text_of_other(it).and(it.first().cloned())),
        ],
    ),
    tree(
        "property-of-computed-value-is-null",
        "a property of what is no variable is null where that is a number, BOOLEAN, text or list",
        |part| {
            if let PartMut::Expression(Expression::Property(subject, _)) = part
                && !matches!(**subject, Expression::Variable(_))
            {
                let list = TypeName::List(Box::new(ValueType {
                    alternatives: vec![SingleType { name: TypeName::Any, not_null: false }],
                }));
                let names = [TypeName::Integer, TypeName::Float, TypeName::Boolean, TypeName::String, list];
                **subject = by_type(subject, names.map(|name| (name, null())).to_vec());
            }
        },
    ),
    values(
        "text-of-float-has-six-decimals",
        "toString() and toStringList() write a FLOAT with six decimals",
        &[
            (CallOf(&[Scalar::ToString, Scalar::ToStringOrNull]), |it| six_decimals(it.first()?)),
            (Call(Scalar::ToStringList), |it| match it {
                [Value::List(items)] if items.iter().all(|item| six_decimals(item).is_some()) => {
                    Some(Value::list(items.iter().filter_map(six_decimals).collect()))
                }
                _ => None,
            }),
        ],
    ),
    values(
        "number-or-null-reads-beginning",
        "toIntegerOrNull() and toFloatOrNull() read the number that a text begins with",
        &[
            (Call(Scalar::ToIntegerOrNull), |it| match it {
                [Value::String(text)] => {
                    let digits = beginning(text, |letter| letter.is_ascii_digit());
                    Some(digits.and_then(|digits| digits.parse().ok()).map_or(Value::Null, Value::Integer))
                }
                _ => None,
            }),
            (Call(Scalar::ToFloatOrNull), |it| match it {
                [Value::String(text)] => {
                    let digits = beginning(text, |letter| letter.is_ascii_digit() || letter == '.');
                    Some(digits.and_then(|digits| digits.parse().ok()).map_or(Value::Null, Value::Float))
                }
                _ => None,
            }),
        ],
    ),
    values(
        "negative-length-is-zero",
        "substring(), left() and right() take a number below 0 for 0, and are null of null",
        &[
            (Call(Scalar::Substring), |it| match it {
                [Value::String(_), rest @ ..] if has_null(rest) => Some(Value::Null),
                [Value::String(text), Value::Integer(from)] if is_odd(*from) => part_of(text, *from, i64::MAX),
                [Value::String(text), Value::Integer(from), Value::Integer(length)]
                    if is_odd(*from) || is_odd(*length) =>
                {
                    part_of(text, *from, *length)
                }
                _ => None,
            }),
            (CallOf(&[Scalar::Left, Scalar::Right]), |it| match it {
                [Value::String(_), Value::Null] => Some(Value::Null),
                [Value::String(text), Value::Integer(length)] if is_odd(*length) => part_of(text, 0, *length),
                _ => None,
            }),
        ],
    ),
    booleans::RULE,
    tree(
        "nullif-of-computed-null-is-null",
        "nullIf() whose second argument has no value, as a property that is not there, is null",
        |part| {
            let PartMut::Expression(expression) = part else { return };
            let Expression::Function(call) = &**expression else { return };
            if let (Some((_, Scalar::NullIf)), [first, second]) =
                (functions::find(&call.name), call.arguments.as_slice())
                && is_missing_where_null(second)
            {
                let is_null = Expression::Unary(UnaryOperator::IsNull, Box::new(second.clone()));
                let equal = build::compare(ComparisonOperator::Equal, first.clone(), second.clone());
                let branches = vec![(is_null, null()), (equal, null())];
                let otherwise = Some(first.clone());
                **expression = Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise }));
            }
        },
    ),
    value("range-of-step-zero-is-null", "range() in steps of 0, and of null, is null", Call(Scalar::Range), |it| {
        (matches!(it, [_, _, Value::Integer(0)]) || has_null(it)).then_some(Value::Null)
    }),
    value("range-of-step-zero-is-empty", "range() in steps of 0 is empty", Call(Scalar::Range), |it| {
        matches!(it, [_, _, Value::Integer(0)]).then(|| Value::list(Vec::new()))
    }),
];

fn six_decimals(value: &Value) -> Option<Value> {
    match value {
        Value::Float(float) if float.is_finite() => Some(Value::string(format!("{float:.6}"))),
        _ => None,
    }
}

/// What a text begins with, of such letters, where it begins with a digit or with `-` and a digit.
fn beginning(text: &str, is_part: impl Fn(char) -> bool) -> Option<&str> {
    let number = text.strip_prefix('-').unwrap_or(text);
    let end = number.find(|letter| !is_part(letter)).unwrap_or(number.len());
    number.starts_with(|letter: char| letter.is_ascii_digit()).then(|| &text[..text.len() - number.len() + end])
}

/// The text of the one argument of a function where it is a number or BOOLEAN.
fn text_of_other(arguments: &[Value]) -> Option<String> {
    let [value @ (Value::Integer(_) | Value::Float(_) | Value::Boolean(_))] = arguments else { return None };
    let mut written = String::new();
    text::write(value, &mut written);
    Some(written)
}

/// Whether a place in a string is below 0, or so far beyond that the language leaves open what comes of it.
fn is_odd(place: i64) -> bool {
    !(0..=i64::from(i32::MAX)).contains(&place)
}

/// So many characters of a text from a place on, a number below 0 taken for 0.
fn part_of(text: &str, from: i64, length: i64) -> Option<Value> {
    let [from, length] = [from, length].map(|number| usize::try_from(number.max(0)).ok());
    Some(Value::string(text.chars().skip(from?).take(length?).collect::<String>()))
}

/// What a function of strings gives of the texts of numbers and BOOLEANs in their place; none where there are none.
fn of_texts(scalar: Scalar, arguments: &[Value]) -> Option<Value> {
    let is_text = |at: usize| at == 0 || matches!(scalar, Scalar::Split | Scalar::Replace);
    let mut read = arguments.to_vec();
    let others = read.iter_mut().enumerate().filter(|(at, _)| is_text(*at));
    let changed = others.filter_map(|(_, value)| {
        *value = Value::string(text_of_other(std::slice::from_ref(value))?);
        Some(())
    });
    (changed.count() > 0).then(|| functions::call(scalar, &read, &Graph::new(), &Options::default()).ok())?
}

/// Whether an expression that is null has no value: a property that is not there, what CASE and nullIf() choose of such, and what
/// is computed of null but by coalesce(), an aggregate, AND, OR, XOR and the like, which give a null.
fn is_missing_where_null(expression: &Expression) -> bool {
    match expression {
        Expression::Function(call) => match functions::find(&call.name) {
            Some((_, Scalar::Coalesce)) | None => false,
            Some((_, Scalar::NullIf)) => call.arguments.iter().any(is_missing_where_null),
            Some((_, Scalar::ToString)) => call.arguments.iter().any(is_missing_where_null),
            Some((_, Scalar::Head | Scalar::Last)) => !call.arguments.iter().any(holds_null),
            Some(_) => true,
        },
        Expression::Index(list, _) => !holds_null(list),
        Expression::Binary(BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor, ..) => false,
        Expression::Binary(BinaryOperator::In, item, list) => {
            is_missing_where_null(item) || is_missing_where_null(list)
        }
        Expression::Comparison(left, links) => links.iter().any(|(operator, right)| match operator {
            ComparisonOperator::Equal | ComparisonOperator::NotEqual => {
                is_missing_where_null(left) || is_missing_where_null(right)
            }
            _ => true,
        }),
        Expression::Case(case) => {
            let mut results = case.branches.iter().map(|(_, then)| then).chain(&case.otherwise);
            results.any(is_missing_where_null)
        }
        Expression::Quantified(it) => is_missing_where_null(&it.list) || is_null(&it.list),
        Expression::Reduce(it) => {
            is_missing_where_null(&it.list) || is_null(&it.list) || is_missing_where_null(&it.expression)
        }
        Expression::Property(..)
        | Expression::Unary(..)
        | Expression::Binary(..)
        | Expression::ListComprehension(_) => true,
        _ => false,
    }
}

fn is_null(expression: &Expression) -> bool {
    matches!(expression, Expression::Literal(Literal::Null))
}

/// Whether it is a list that is written with a null in it.
fn holds_null(list: &Expression) -> bool {
    matches!(list, Expression::List(items) if items.iter().any(is_null))
}
