//! Nulls that UNWIND takes out of lists, where they are values of their own.

use graphlance_cypher::ast::{
    BinaryOperator, Clause, ComparisonOperator, Expression, SingleQuery, TypeName, UnaryOperator, With,
};
use graphlance_cypher::build;
use graphlance_cypher::names::column_name;
use graphlance_cypher::walk::{PartMut, for_each_expression_mut};
use graphlance_graph::Name;

use super::trees::{is_null, is_of_type, is_one_of, null, when};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[tree(
    "unwound-null-is-value",
    "a null that UNWIND takes out of a list is no null: it is counted, greater than all else, and `+` makes a list of it",
    |part| {
        let PartMut::Single(single) = part else { return };
        in_reach(single, |expression, names| {
            if let Some(value) = as_value(expression, names) {
                *expression = value;
            }
        });
    },
)];

/// Puts poison in the place of such nulls where something else is wanted.
pub(super) fn poison_unwound(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    in_reach(single, |expression, names| {
        for operand in wanted(expression).into_iter().filter(|it| is_one_of(it, names)) {
            *operand = if_null(operand, poison.clone(), operand.clone());
        }
    });
    // A condition is such a null by itself.
    let mut names = Vec::new();
    for clause in &mut single.clauses {
        hand_on(clause, &mut names);
        let condition = match clause {
            Clause::Match(it) => it.predicate.as_mut(),
            Clause::With(it) => it.predicate.as_mut(),
            _ => None,
        };
        if let Some(condition) = condition.filter(|it| is_one_of(it, &names)) {
            *condition = if_null(condition, poison.clone(), condition.clone());
        }
    }
}

/// Calls `change` with each expression and the variables that UNWIND has bound in front of it, under whatever names.
fn in_reach(single: &mut SingleQuery, mut change: impl FnMut(&mut Expression, &[Name])) {
    let mut names: Vec<Name> = Vec::new();
    for clause in &mut single.clauses {
        let before = names.clone();
        hand_on(clause, &mut names);
        // What a WITH computes it computes of what is in front of it; its conditions know both.
        let known: Vec<Name> = before.into_iter().chain(names.iter().cloned()).collect();
        for_each_expression_mut(PartMut::Clause(clause), &mut |expression| change(expression, &known));
    }
}

/// The names that are known behind a clause.
fn hand_on(clause: &Clause, names: &mut Vec<Name>) {
    match clause {
        Clause::Unwind(unwind) => names.push(unwind.variable.clone()),
        Clause::With(With { projection, .. }) if !projection.star => {
            let handed = projection.items.iter().filter(|item| is_one_of(&item.expression, names));
            *names = handed.filter_map(|item| column_name(item).cloned()).collect();
        }
        _ => {}
    }
}

/// What an expression is where one of its operands is such a null that is a value.
fn as_value(expression: &Expression, names: &[Name]) -> Option<Expression> {
    let is_own = |it: &Expression| is_one_of(it, names);
    match expression {
        Expression::Unary(UnaryOperator::IsNull, it) if is_own(it) => Some(build::boolean(false)),
        Expression::Unary(UnaryOperator::IsNotNull, it) if is_own(it) => Some(build::boolean(true)),
        Expression::Binary(BinaryOperator::Add, left, right) if is_own(left) != is_own(right) => {
            let hide = |it: &Expression| if is_own(it) { hidden(it) } else { it.clone() };
            let (own, other) = if is_own(left) { (left, right) } else { (right, left) };
            let list = Expression::List(vec![hide(left), hide(right)]);
            let made = when(is_of_type((**other).clone(), TypeName::String), (**other).clone(), list);
            Some(if_null(own, made, build::binary(BinaryOperator::Add, hide(left), hide(right))))
        }
        Expression::Comparison(left, links) => match links.as_slice() {
            [(operator, right)] if is_own(left) && !is_own(right) => Some(compared(left, *operator, right)),
            [(operator, right)] if is_own(right) && !is_own(left) => Some(compared(right, operator.turned(), left)),
            _ => None,
        },
        Expression::Function(call) => match call.arguments.as_slice() {
            [it] if call.name.eq_ignore_ascii_case("count") && !call.distinct && is_own(it) => {
                Some(Expression::CountStar)
            }
            [it, ..] if call.name.eq_ignore_ascii_case("coalesce") && is_own(it) => Some(it.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// `own operator other`, where a null is greater than all else.
fn compared(own: &Expression, operator: ComparisonOperator, other: &Expression) -> Expression {
    use ComparisonOperator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let holds = match operator {
        Greater | GreaterOrEqual | NotEqual => true,
        Less | LessOrEqual | Equal => false,
    };
    let told = when(is_null(other.clone()), null(), build::boolean(holds));
    if_null(own, told, build::compare(operator, hidden(own), other.clone()))
}

/// The operands of which an expression wants something else than null, where none is written as null.
fn wanted(expression: &mut Expression) -> Vec<&mut Expression> {
    use BinaryOperator::{And, Contains, Divide, EndsWith, In, Modulo, Multiply, Or, Power, StartsWith, Subtract, Xor};
    let is_none_of = |value: bool, sides: [&Expression; 2]| sides.iter().all(|side| **side != build::boolean(value));
    match expression {
        Expression::Unary(UnaryOperator::Minus | UnaryOperator::Not, it) => vec![it],
        Expression::Property(it, _) | Expression::Index(it, _) => vec![it],
        Expression::Binary(operator, left, right) => {
            let both = match operator {
                And => is_none_of(false, [left, right]),
                Or => is_none_of(true, [left, right]),
                Subtract | Multiply | Divide | Modulo | Power | Contains | StartsWith | EndsWith | Xor => {
                    **left != null() && **right != null()
                }
                _ => false,
            };
            match operator {
                In => vec![right],
                _ if both => vec![left, right],
                _ => Vec::new(),
            }
        }
        Expression::Case(case) if case.operand.is_none() => case.branches.iter_mut().map(|(when, _)| when).collect(),
        Expression::Function(call) if TYPED.iter().any(|name| call.name.eq_ignore_ascii_case(name)) => {
            call.arguments.iter_mut().take(1).collect()
        }
        _ => Vec::new(),
    }
}

/// Functions that take no other value than those of their type.
const TYPED: &[&str] = &["size", "head", "last", "toInteger", "avg"];

/// The value of a variable, in words that are not read as the variable.
fn hidden(variable: &Expression) -> Expression {
    build::call("head", vec![Expression::List(vec![variable.clone()])])
}

/// `CASE WHEN variable IS NULL THEN .. ELSE .. END`
fn if_null(variable: &Expression, then: Expression, otherwise: Expression) -> Expression {
    when(is_null(hidden(variable)), then, otherwise)
}
