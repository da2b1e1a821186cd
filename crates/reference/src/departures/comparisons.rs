//! Equality and order of values, and chains of comparisons.

use graphlance_cypher::ast::{ComparisonOperator, Expression, Literal, TypeName};
use graphlance_cypher::build;
use graphlance_cypher::walk::PartMut;
use graphlance_graph::Value;

use ComparisonOperator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};

use super::Computed::Compare;
use super::trees::{by_type, null};
use super::{WrongRule, compare, has_null, tree, value};
use crate::{operators, relations};

/// What a comparison gives beside a null, and of two types: a row of each.
macro_rules! per_operator {
    ($($operator:ident $text:literal $false_name:literal $true_name:literal;)*) => {
        &[$(
            value($false_name, concat!("`x ", $text, " null` is false"), Compare($operator), |it| {
                has_null(it).then_some(Value::Boolean(false))
            }),
            value($true_name, concat!("`x ", $text, " null` is true"), Compare($operator), |it| {
                has_null(it).then_some(Value::Boolean(true))
            }),
        )*]
    };
}

/// What an order of two types gives: a row of each operator.
macro_rules! of_two_types {
    ($($operator:ident $text:literal $name:literal;)*) => {
        &[$(value($name, concat!("`", $text, "` of values of two types is false"), Compare($operator), |it| {
            is_of_two_types(it).then_some(Value::Boolean(false))
        }),)*]
    };
}

/// An operator read as another.
macro_rules! read_as {
    ($($operator:ident $text:literal as $other:ident $other_text:literal $name:literal;)*) => {
        &[$(tree($name, concat!("`", $text, "` is read as `", $other_text, "`"), |part| {
            if let PartMut::Expression(Expression::Comparison(_, links)) = part {
                for (operator, _) in links.iter_mut().filter(|(operator, _)| *operator == $operator) {
                    *operator = $other;
                }
            }
        }),)*]
    };
}

pub(super) const NULLS: &[WrongRule] = per_operator! {
    Equal "=" "equal-null-is-false" "equal-null-is-true";
    NotEqual "<>" "unequal-null-is-false" "unequal-null-is-true";
    Less "<" "less-null-is-false" "less-null-is-true";
    LessOrEqual "<=" "less-or-equal-null-is-false" "less-or-equal-null-is-true";
    Greater ">" "greater-null-is-false" "greater-null-is-true";
    GreaterOrEqual ">=" "greater-or-equal-null-is-false" "greater-or-equal-null-is-true";
};

pub(super) const TYPES: &[WrongRule] = of_two_types! {
    Less "<" "less-of-two-types-is-false";
    LessOrEqual "<=" "less-or-equal-of-two-types-is-false";
    Greater ">" "greater-of-two-types-is-false";
    GreaterOrEqual ">=" "greater-or-equal-of-two-types-is-false";
};

pub(super) const READ_AS: &[WrongRule] = read_as! {
    GreaterOrEqual ">=" as Greater ">" "greater-or-equal-as-greater";
    LessOrEqual "<=" as Less "<" "less-or-equal-as-less";
    Greater ">" as GreaterOrEqual ">=" "greater-as-greater-or-equal";
    Less "<" as LessOrEqual "<=" "less-as-less-or-equal";
    NotEqual "<>" as Less "<" "unequal-as-less";
    NotEqual "<>" as Greater ">" "unequal-as-greater";
};

pub(super) const RULES: &[WrongRule] = &[
    compare("null-equals-null", "null equals null", |operator, a, b| match operator {
        Equal => (a.is_null() && b.is_null()).then_some(Some(true)),
        NotEqual => (a.is_null() && b.is_null()).then_some(Some(false)),
        _ => None,
    }),
    compare("equality-with-null-is-identity", "`=` and `<>` take null for a value like others", |operator, a, b| {
        let nulls = a.is_null() || b.is_null();
        match operator {
            Equal if nulls => Some(Some(a.is_null() && b.is_null())),
            NotEqual if nulls => Some(Some(a.is_null() != b.is_null())),
            _ => None,
        }
    }),
    compare("order-with-null-is-false", "comparisons with null are false, not null", |_, a, b| {
        (a.is_null() || b.is_null()).then_some(Some(false))
    }),
    compare(
        "order-of-two-types-is-false",
        "comparisons of values of two types are false, not null",
        |operator, a, b| {
            let orders = !matches!(operator, Equal | NotEqual);
            (orders && is_of_two_types(&[a.clone(), b.clone()])).then_some(Some(false))
        },
    ),
    compare("equality-of-two-types-is-null", "`=` and `<>` of values of two types are null", |operator, a, b| {
        let equality = matches!(operator, Equal | NotEqual);
        (equality && is_of_two_types(&[a.clone(), b.clone()])).then_some(None)
    }),
    compare("unequal-of-two-types-is-false", "`<>` of values of two types is false", |operator, a, b| {
        (operator == NotEqual && is_of_two_types(&[a.clone(), b.clone()])).then_some(Some(false))
    }),
    compare(
        "text-of-number-compares-as-number",
        "a string that is the text of a number compares with numbers as that number",
        |operator, a, b| {
            let [a_read, b_read] = [read_as_number(operator, a, b)?, read_as_number(operator, b, a)?];
            let is_nan = |read: &Value| matches!(read, Value::Float(number) if number.is_nan());
            if (a_read != *a && is_nan(&a_read) || b_read != *b && is_nan(&b_read))
                && !matches!(operator, Equal | NotEqual)
            {
                return Some(None);
            }
            (a_read != *a || b_read != *b).then(|| operators::comparison(operator, &a_read, &b_read))
        },
    ),
    compare(
        "text-of-boolean-is-ordered-as-number",
        "'true' is ordered as 1 and 'false' as 0 beside a number, by `<` and the like",
        |operator, a, b| {
            let is_number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
            let read = |value: &Value, other: &Value| match value {
                Value::String(text) if is_number(other) => match text.as_str() {
                    "true" => Some(Value::Integer(1)),
                    "false" => Some(Value::Integer(0)),
                    _ => None,
                },
                _ => None,
            };
            let (one, other) = match (read(a, b), read(b, a)) {
                (Some(one), _) => (one, b.clone()),
                (_, Some(other)) => (a.clone(), other),
                _ => return None,
            };
            (!matches!(operator, Equal | NotEqual)).then(|| operators::comparison(operator, &one, &other))
        },
    ),
    compare(
        "items-of-two-types-ordered",
        "lists are compared by `<` and the like as ORDER BY has them where the first items that differ are of two types",
        |operator, a, b| {
            let (Value::List(items), Value::List(others)) = (a, b) else { return None };
            let mut pairs = items.iter().zip(others.iter());
            let (item, other) = pairs.find(|(item, other)| relations::equal(item, other) != Some(true))?;
            let order = is_of_two_types(&[item.clone(), other.clone()]).then(|| relations::order(item, other))?;
            match operator {
                Less | LessOrEqual => Some(Some(order.is_lt())),
                Greater | GreaterOrEqual => Some(Some(order.is_gt())),
                Equal | NotEqual => None,
            }
        },
    ),
    compare("order-of-booleans-is-null", "BOOLEANs are not ordered", |operator, a, b| {
        let booleans = matches!((a, b), (Value::Boolean(_), Value::Boolean(_)));
        (booleans && !matches!(operator, Equal | NotEqual)).then_some(None)
    }),
    compare("strings-compared-without-case", "strings are compared without the case of letters", |operator, a, b| {
        let (Value::String(a), Value::String(b)) = (a, b) else { return None };
        let lower = |text: &str| Value::String(text.to_lowercase().into());
        Some(operators::comparison(operator, &lower(a), &lower(b)))
    }),
    compare("strings-compared-by-length", "strings are ordered by their length", |operator, a, b| {
        let (Value::String(a), Value::String(b)) = (a, b) else { return None };
        let length = |text: &str| Value::Integer(text.chars().count() as i64);
        let orders = !matches!(operator, Equal | NotEqual) && a.chars().count() != b.chars().count();
        orders.then(|| operators::comparison(operator, &length(a), &length(b)))
    }),
    compare("strings-compared-without-space", "strings are compared without spaces at their end", |operator, a, b| {
        let (Value::String(a), Value::String(b)) = (a, b) else { return None };
        let trimmed = |text: &str| Value::String(text.trim_end().into());
        Some(operators::comparison(operator, &trimmed(a), &trimmed(b)))
    }),
    compare("integers-compared-as-32-bits", "integers are compared by their lower 32 bits", |operator, a, b| {
        let (Value::Integer(a), Value::Integer(b)) = (a, b) else { return None };
        let low = |number: i64| Value::Integer(i64::from(number as i32));
        Some(operators::comparison(operator, &low(*a), &low(*b)))
    }),
    compare("integers-compared-as-floats", "integers are compared as floats", |operator, a, b| {
        let (Value::Integer(a), Value::Integer(b)) = (a, b) else { return None };
        Some(operators::comparison(operator, &Value::Float(*a as f64), &Value::Float(*b as f64)))
    }),
    tree(
        "integers-ordered-as-floats",
        "integers are compared as floats by `<` and the like, but for a property and a number as it is written",
        |part| {
            let PartMut::Expression(Expression::Comparison(left, links)) = part else { return };
            if let [(Less | LessOrEqual | Greater | GreaterOrEqual, right)] = links.as_mut_slice()
                && !is_property_beside_number(left, right)
                && !is_property_beside_number(right, left)
            {
                [&mut **left, right].into_iter().for_each(as_float);
            }
        },
    ),
    compare("integer-never-equals-float", "an INTEGER never equals a FLOAT", |operator, a, b| {
        let mixed = matches!((a, b), (Value::Integer(_), Value::Float(_)) | (Value::Float(_), Value::Integer(_)));
        match operator {
            Equal if mixed => Some(Some(false)),
            NotEqual if mixed => Some(Some(true)),
            _ => None,
        }
    }),
    compare("nan-equals-nan", "NaN equals NaN", |operator, a, b| {
        let nan = |value: &Value| matches!(value, Value::Float(float) if float.is_nan());
        match operator {
            Equal if nan(a) && nan(b) => Some(Some(true)),
            NotEqual if nan(a) && nan(b) => Some(Some(false)),
            _ => None,
        }
    }),
    compare("zeros-ordered-by-sign", "-0.0 is less than 0.0", |operator, a, b| {
        let (Value::Float(a), Value::Float(b)) = (a, b) else { return None };
        let zeros = *a == 0.0 && *b == 0.0 && a.is_sign_negative() != b.is_sign_negative();
        let ordering = a.total_cmp(b);
        match operator {
            Less | LessOrEqual if zeros => Some(Some(ordering.is_lt())),
            Greater | GreaterOrEqual if zeros => Some(Some(ordering.is_gt())),
            _ => None,
        }
    }),
    compare("lists-with-null-are-unequal", "lists with a null are unequal to lists without", |operator, a, b| {
        let lists = matches!((a, b), (Value::List(_), Value::List(_)));
        let unknown = lists && operators::comparison(Equal, a, b).is_none();
        match operator {
            Equal if unknown => Some(Some(false)),
            NotEqual if unknown => Some(Some(true)),
            _ => None,
        }
    }),
    compare("nulls-in-lists-are-equal", "nulls in the same places of two lists are equal", |operator, a, b| {
        let lists = matches!((a, b), (Value::List(_), Value::List(_)));
        let same = lists && operators::comparison(Equal, a, b).is_none() && relations::equivalent(a, b);
        match operator {
            Equal if same => Some(Some(true)),
            NotEqual if same => Some(Some(false)),
            _ => None,
        }
    }),
    compare("order-of-lists-is-null", "lists are not ordered", |operator, a, b| {
        let lists = matches!((a, b), (Value::List(_), Value::List(_)));
        (lists && !matches!(operator, Equal | NotEqual)).then_some(None)
    }),
    tree("chain-is-null", "a chain of comparisons is null", |part| {
        if is_chain(part)
            && let PartMut::Expression(expression) = part
        {
            **expression = null();
        }
    }),
    tree("chain-takes-first-link", "of a chain of comparisons the first alone is looked at", |part| {
        if let PartMut::Expression(Expression::Comparison(_, links)) = part {
            links.truncate(1);
        }
    }),
    tree("chain-from-left", "a chain of comparisons compares what the one before came to", |part| {
        if !is_chain(part) {
            return;
        }
        let PartMut::Expression(expression) = part else { return };
        let Expression::Comparison(first, links) = std::mem::replace(&mut **expression, null()) else { return };
        let join = |left, link| Expression::Comparison(Box::new(left), vec![link]);
        **expression = links.into_iter().fold(*first, join);
    }),
];

/// A value as it is compared with another one: a string beside a number is read as a number, for equality as one of that type. None
/// where it cannot be.
fn read_as_number(operator: ComparisonOperator, value: &Value, other: &Value) -> Option<Value> {
    match (value, other, operator) {
        (Value::String(text), Value::Integer(_), Equal | NotEqual) => text.parse().ok().map(Value::Integer),
        (Value::String(text), Value::Integer(_) | Value::Float(_), _) => text.parse().ok().map(Value::Float),
        _ => Some(value.clone()),
    }
}

fn is_property_beside_number(property: &Expression, number: &Expression) -> bool {
    matches!((property, number), (Expression::Property(..), Expression::Literal(Literal::Integer(_))))
}

/// Takes a FLOAT for an INTEGER.
fn as_float(value: &mut Expression) {
    let float = build::call("toFloat", vec![value.clone()]);
    *value = by_type(value, vec![(TypeName::Integer, float)]);
}

fn is_chain(part: &PartMut<'_>) -> bool {
    matches!(part, PartMut::Expression(Expression::Comparison(_, links)) if links.len() > 1)
}

/// Whether two values are of types that have no order between them. Null is of none.
fn is_of_two_types(operands: &[Value]) -> bool {
    let kind = |value: &Value| match value {
        Value::Null => None,
        Value::Boolean(_) => Some(0),
        Value::Integer(_) | Value::Float(_) => Some(1),
        Value::String(_) => Some(2),
        Value::List(_) => Some(3),
        Value::Map(_) => Some(4),
        Value::Node(_) => Some(5),
        Value::Relationship(_) => Some(6),
        Value::Path(_) => Some(7),
        Value::Temporal(temporal) => Some(8 + temporal.kind as u32),
        Value::Point(_) => Some(20),
    };
    matches!(operands, [a, b] if kind(a).zip(kind(b)).is_some_and(|(a, b)| a != b))
}
