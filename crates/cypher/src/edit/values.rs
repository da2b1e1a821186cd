//! Values written in a statement: a literal is replaced by a simpler one.

use graphlance_graph::{Value, simplicity};

use super::Bench;
use super::scratch::Scratch;
use crate::ast::*;
use crate::build;
use crate::walk::{Part, PartMut, for_each_child, for_each_child_mut};

/// Replaces each literal by the first that will do: the simplest of all, or a simpler one of its kind.
pub(super) fn simplify_literals(bench: &mut dyn Bench) {
    simplify_from(bench, 0);
}

/// Replaces each literal by the first simpler one of its kind that will do.
pub(super) fn simplify_literals_of_their_kind(bench: &mut dyn Bench) {
    simplify_from(bench, 1);
}

fn simplify_from(bench: &mut dyn Bench, first: usize) {
    let mut index = 0;
    let mut scratch = Scratch::default();
    loop {
        let mut exists = false;
        for choice in first..=simplicity::CHOICES {
            let accepted = scratch.attempt(bench, |statement| {
                let edited = nth_literal(statement, index, |literal, value| simplify(literal, value, choice));
                exists |= edited.is_some();
                edited == Some(true)
            });
            if accepted {
                break;
            }
        }
        if !exists || bench.is_over() {
            break;
        }
        index += 1;
    }
}

/// The literals of a statement in the order of the walk, as values. The call that makes a temporal value or a point of
/// literals is a literal of its own.
pub fn literals(statement: &Statement) -> Vec<Value> {
    fn below(part: Part<'_>, found: &mut Vec<Value>) {
        if let Part::Expression(expression) = part
            && let Some(value) = value_of(expression)
        {
            found.push(value);
            return;
        }
        for_each_child(part, &mut |child| below(child, found));
    }
    let mut found = Vec::new();
    if let Some(root) = Part::of(statement) {
        below(root, &mut found);
    }
    found
}

/// Replaces a literal everywhere. False when it does not occur, or when the new value has no literal.
pub fn replace_literal(statement: &mut Statement, from: &Value, to: &Value) -> bool {
    let (Some(root), Some(to)) = (PartMut::of(statement), literal_of(to)) else { return false };
    let mut changed = false;
    each_literal(root, &mut |expression, value| {
        if value == *from {
            *expression = to.clone();
            changed = true;
        }
        false
    });
    changed
}

/// Calls `visit` with each literal at or below a part and its value until `visit` says that it is done; whether it did.
fn each_literal(part: PartMut<'_>, visit: &mut dyn FnMut(&mut Expression, Value) -> bool) -> bool {
    match part {
        PartMut::Expression(expression) => match value_of(expression) {
            Some(value) => visit(expression, value),
            None => below(PartMut::Expression(expression), visit),
        },
        other => below(other, visit),
    }
}

fn below(part: PartMut<'_>, visit: &mut dyn FnMut(&mut Expression, Value) -> bool) -> bool {
    let mut done = false;
    for_each_child_mut(part, &mut |child| done = done || each_literal(child, visit));
    done
}

/// Changes the literal of this number; none when there are fewer, false when `edit` does not apply.
fn nth_literal(
    statement: &mut Statement,
    index: usize,
    edit: impl Fn(&mut Expression, &Value) -> bool,
) -> Option<bool> {
    let (mut left, mut edited) = (index, None);
    each_literal(PartMut::of(statement)?, &mut |expression, value| {
        if left > 0 {
            left -= 1;
            return false;
        }
        edited = Some(edit(expression, &value));
        true
    });
    edited
}

/// Puts in place of a literal the simplest of all (0) or a simpler one of its kind, by number from 1 on.
fn simplify(expression: &mut Expression, value: &Value, choice: usize) -> bool {
    if choice == 0 && *value != Value::Integer(1) {
        *expression = build::integer(1);
        return true;
    }
    let simpler = simplicity::simpler(value).into_iter().nth(choice.saturating_sub(1));
    match simpler.as_ref().and_then(literal_of) {
        Some(simpler) => {
            *expression = simpler;
            true
        }
        None => false,
    }
}

/// The value of a literal, and of the call that makes a temporal value or a point of literals.
fn value_of(expression: &Expression) -> Option<Value> {
    match expression {
        Expression::Literal(literal) => Some(literal_value(literal)),
        Expression::Function(call) => build::made_by(call),
        _ => None,
    }
}

fn literal_of(value: &Value) -> Option<Expression> {
    match value {
        Value::List(_) | Value::Map(_) => None,
        value => build::constant(value),
    }
}

pub(super) fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(value) => Value::Boolean(*value),
        Literal::Integer(value) => Value::Integer(*value),
        Literal::Float(value) => Value::Float(*value),
        Literal::String(value) => Value::String(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use graphlance_graph::value::TemporalKind;

    use super::*;
    use crate::{Dialect, parse, print};

    const TEXT: &str =
        "MATCH (n) WHERE n.t > date('2021-03-04') AND n.p = point({x: -2.0, y: 1.0}) RETURN '2021-03-04' AS x";

    fn date(text: &str) -> Value {
        Value::temporal(TemporalKind::Date, text)
    }

    #[test]
    fn a_call_that_makes_a_value_is_one_literal() {
        let statement = parse(TEXT).unwrap();
        let expected = [date("2021-03-04"), Value::point(-2.0, 1.0), Value::string("2021-03-04")];
        assert_eq!(literals(&statement), expected);
    }

    #[test]
    fn the_text_in_a_call_is_left_alone() {
        let check = |from: Value, to: Value, expected: &str| {
            let mut statement = parse(TEXT).unwrap();
            assert!(replace_literal(&mut statement, &from, &to));
            assert_eq!(print(&statement, &Dialect::standard()), expected);
        };
        check(
            Value::string("2021-03-04"),
            Value::string("a"),
            "MATCH (n) WHERE n.t > date('2021-03-04') AND n.p = point({x: -2.0, y: 1.0}) RETURN 'a' AS x",
        );
        check(
            date("2021-03-04"),
            date("2000-01-01"),
            "MATCH (n) WHERE n.t > date('2000-01-01') AND n.p = point({x: -2.0, y: 1.0}) RETURN '2021-03-04' AS x",
        );
    }

    #[test]
    fn every_simpler_literal_is_a_whole_value() {
        for index in 0..4 {
            for choice in 0..=simplicity::CHOICES {
                let mut statement = parse(TEXT).unwrap();
                let edited = nth_literal(&mut statement, index, |literal, value| simplify(literal, value, choice));
                assert_eq!(edited.is_some(), index < 3, "{index}");
                let text = print(&statement, &Dialect::standard());
                let kept = text.contains("date('2021-03-04')") || text.contains("date('2000-01-01')");
                assert!(kept || !text.contains("date("), "{text}");
            }
        }
    }
}
