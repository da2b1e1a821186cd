//! BOOLEANs that an engine takes for 1 and 0 where it forgets their type.

use graphlance_cypher::ast::{
    BinaryOperator, CaseExpression, Clause, ComparisonOperator, Expression, Literal, SetItem, UnaryOperator,
};
use graphlance_cypher::build;
use graphlance_cypher::functions::Scalar;
use graphlance_cypher::walk::{Part, PartMut};
use graphlance_graph::Value;

use super::Computed::{Call, Reduce};
use super::columns::is_pipeline;
use super::stored::{each_map, each_written, is_call, is_written_out, reads_property};
use super::trees::names_variable;
use super::{Computed, Effect, OfOperands, WrongRule};

pub(super) const RULE: WrongRule = WrongRule::new(
    "booleans-out-of-lists-are-numbers",
    "a BOOLEAN that head(), last(), reverse(), reduce(), nullIf() or isNaN() gives, and min() and max() of what is computed, is 1 or 0, and so is one that a function or CASE gives, or UNWIND computes, where it is stored or set, an item or in toString(); so is what coalesce() or CASE chooses beside `=`, `<>` or IN but for variables and properties, and as a column where a statement is executed clause by clause",
    Effect::ValuesAndTree(BOOLEANS, number_booleans),
);

/// What gives 1 or 0 in the place of a BOOLEAN.
const BOOLEANS: &[(Computed, OfOperands)] = &[
    (Call(Scalar::Head), |it| match it {
        [Value::List(items)] => number(items.first()?),
        _ => None,
    }),
    (Call(Scalar::Last), |it| match it {
        [Value::List(items)] => number(items.last()?),
        _ => None,
    }),
    (Call(Scalar::NullIf), |it| match it {
        [first, second] if first != second => number(first),
        _ => None,
    }),
    (Call(Scalar::Reverse), |it| match it {
        [Value::List(items)] => {
            let item = |item: &Value| number(item).unwrap_or_else(|| item.clone());
            Some(Value::list(items.iter().rev().map(item).collect()))
        }
        _ => None,
    }),
    (Reduce, |it| number(it.first()?)),
    (Call(Scalar::IsNaN), |it| match it {
        [Value::Float(float)] => Some(Value::Integer(i64::from(float.is_nan()))),
        [Value::Integer(_)] => Some(Value::Integer(0)),
        _ => None,
    }),
];

/// Takes 1 and 0 for a BOOLEAN that is computed of literals: by coalesce() or CASE where it is stored, by a function or CASE as
/// an item, an entry or in collect() and toString(), and by anything in UNWIND and in min() and max(); and for one of coalesce()
/// or CASE that is compared, and as a column where a statement is executed clause by clause.
fn number_booleans(part: &mut PartMut<'_>) {
    each_written(part, &mut |written, _| {
        each_map(written.created, &mut numbered);
        each_map(written.merged, &mut numbered);
    });
    match part {
        PartMut::Single(single) if sets_directly(&single.clauses) => single.clauses.iter_mut().for_each(number_called),
        PartMut::Clause(Clause::Foreach(foreach)) => foreach.clauses.iter_mut().for_each(number_called),
        PartMut::Single(single) if is_pipeline(&single.clauses) => {
            if let Some(Clause::Return(projection)) = single.clauses.last_mut() {
                projection
                    .items
                    .iter_mut()
                    .filter(|it| is_chosen(&it.expression))
                    .for_each(|it| as_number(&mut it.expression));
            }
        }
        PartMut::Clause(Clause::Set(items)) => items.iter_mut().for_each(number_set),
        PartMut::Clause(Clause::Merge(merge)) => {
            merge.actions.iter_mut().flat_map(|action| &mut action.items).for_each(number_set);
        }
        PartMut::Clause(Clause::Unwind(unwind)) => {
            if let Expression::List(items) = &mut unwind.list {
                items.iter_mut().filter(|item| !is_written_out(item)).for_each(as_number);
            }
        }
        PartMut::Expression(Expression::List(items)) => items.iter_mut().filter(|it| is_given(it)).for_each(as_number),
        PartMut::Expression(Expression::Map(entries)) => {
            entries.iter_mut().map(|(_, value)| value).filter(|it| is_given(it)).for_each(as_number);
        }
        PartMut::Expression(Expression::Function(call)) if call.name.eq_ignore_ascii_case("collect") => {
            let is_literal = |it: &Expression| matches!(it, Expression::Literal(Literal::Boolean(_)));
            call.arguments.iter_mut().filter(|it| is_literal(it) || is_given(it)).for_each(as_number);
        }
        PartMut::Expression(Expression::Function(call)) if call.name.eq_ignore_ascii_case("toString") => {
            call.arguments.iter_mut().filter(|it| is_given(it)).for_each(as_number);
        }
        PartMut::Expression(Expression::Function(call))
            if call.name.eq_ignore_ascii_case("min") || call.name.eq_ignore_ascii_case("max") =>
        {
            call.arguments.iter_mut().filter(|it| is_computed(it)).for_each(as_number);
        }
        PartMut::Expression(Expression::Comparison(left, links)) => {
            if let [(ComparisonOperator::Equal | ComparisonOperator::NotEqual, right)] = links.as_mut_slice() {
                number_beside(left, right);
            }
        }
        PartMut::Expression(Expression::Binary(BinaryOperator::In, left, _)) => number_choices(left),
        _ => {}
    }
}

/// Takes 1 and 0 for what coalesce() or CASE chooses, on either side of a comparison, unless that is with a property.
fn number_beside(left: &mut Expression, right: &mut Expression) {
    let is_property = |it: &Expression| matches!(it, Expression::Property(..));
    let [beside_left, beside_right] = [is_property(right), is_property(left)];
    if !beside_left {
        number_choices(left);
    }
    if !beside_right {
        number_choices(right);
    }
}

/// Takes 1 and 0 for what coalesce() or CASE chooses among, but for variables and properties.
fn number_choices(value: &mut Expression) {
    let is_kept = |it: &Expression| matches!(it, Expression::Variable(_) | Expression::Property(..));
    match value {
        Expression::Case(case) => {
            let results = case.branches.iter_mut().map(|(_, then)| then).chain(&mut case.otherwise);
            results.filter(|it| !is_kept(it)).for_each(as_number);
        }
        Expression::Function(call) if call.name.eq_ignore_ascii_case("coalesce") => {
            call.arguments.iter_mut().filter(|it| !is_kept(it)).for_each(as_number);
        }
        _ => {}
    }
}

/// Whether coalesce() or CASE gives a value that is neither a variable nor a property.
fn is_chosen_of_literals(value: &Expression) -> bool {
    let is_none_kept = |it: &Expression| !names_variable(Part::Expression(it), &|_| true);
    match value {
        Expression::Case(case) => case.branches.iter().map(|(_, then)| then).chain(&case.otherwise).all(is_none_kept),
        _ => is_chosen(value) && is_none_kept(value),
    }
}

/// Whether a BOOLEAN of it is none that is kept, but one that SQL computes.
fn is_computed(value: &Expression) -> bool {
    match value {
        Expression::Literal(Literal::Boolean(_)) | Expression::Comparison(..) | Expression::HasLabels(..) => true,
        Expression::Unary(operator, _) => !matches!(operator, UnaryOperator::Minus | UnaryOperator::Plus),
        Expression::Binary(BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor, ..) => true,
        _ => is_chosen_of_literals(value),
    }
}

/// Whether a function or CASE gives a value, of no property; what coalesce() and CASE choose of variables is kept, and so is what
/// min() and max() find.
fn is_given(value: &Expression) -> bool {
    let is_extreme = |name: &str| name.eq_ignore_ascii_case("min") || name.eq_ignore_ascii_case("max");
    match value {
        _ if is_chosen(value) => is_chosen_of_literals(value),
        Expression::Function(call) => is_call(value) && !is_extreme(&call.name) && !reads_property(value),
        _ => false,
    }
}

/// Whether clauses set something with nothing around it but a MATCH or CREATE in front, or end with a MERGE that is alone.
fn sets_directly(clauses: &[Clause]) -> bool {
    let is_plain = |clause: &Clause| {
        matches!(clause, Clause::Match(_) | Clause::Create(_) | Clause::Set(_) | Clause::Foreach(_) | Clause::Return(_))
    };
    match clauses {
        [Clause::Merge(_)] | [Clause::Unwind(_), Clause::Merge(_)] => true,
        all => all.iter().any(|clause| matches!(clause, Clause::Set(_))) && all.iter().all(is_plain),
    }
}

/// Takes 1 and 0 for a BOOLEAN of a function that a clause sets.
fn number_called(clause: &mut Clause) {
    let items: Vec<&mut SetItem> = match clause {
        Clause::Set(items) => items.iter_mut().collect(),
        Clause::Merge(merge) => merge.actions.iter_mut().flat_map(|action| &mut action.items).collect(),
        _ => return,
    };
    for item in items {
        if let SetItem::Property { value, .. } = item
            && is_call(value)
            && !is_chosen(value)
            && !reads_property(value)
        {
            as_number(value);
        }
    }
}

fn number_set(item: &mut SetItem) {
    if let SetItem::Property { value, .. } = item {
        numbered(value);
    }
}

fn numbered(value: &mut Expression) {
    if is_chosen(value) && !reads_property(value) {
        as_number(value);
    }
}

fn is_chosen(value: &Expression) -> bool {
    match value {
        Expression::Case(_) => true,
        Expression::Function(call) => call.name.eq_ignore_ascii_case("coalesce"),
        _ => false,
    }
}

/// Takes 1 and 0 for true and false.
pub(super) fn as_number(value: &mut Expression) {
    let [yes, no] = [true, false].map(build::boolean);
    let branches = vec![(yes, build::integer(1)), (no, build::integer(0))];
    let case = CaseExpression { operand: Some(value.clone()), branches, otherwise: Some(value.clone()) };
    *value = Expression::Case(Box::new(case));
}

/// 1 or 0 for a BOOLEAN.
fn number(value: &Value) -> Option<Value> {
    match value {
        Value::Boolean(holds) => Some(Value::Integer(i64::from(*holds))),
        _ => None,
    }
}
