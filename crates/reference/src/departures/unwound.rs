//! What UNWIND gives of items that are computed.

use graphlance_cypher::ast::{
    CaseExpression, Clause, ComparisonOperator, Expression, Projection, SingleQuery, TypeName, Unwind, With,
};
use graphlance_cypher::build::{boolean, call, compare, string, variable};
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Name;

use super::stored::is_written_out;
use super::trees::{by_type, null};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "unwound-text-comes-back-as-value",
        "a text that UNWIND computes comes back, where RETURN gives the variable itself, as the whole number or BOOLEAN that it is the text of",
        |part| {
            if let PartMut::Single(SingleQuery { clauses }) = part {
                read_returned(clauses);
            }
        },
    ),
    tree(
        "computed-within-unwound-is-null",
        "what is computed within a list or map that is an item of UNWIND is null, and so is a property of what a function gives as an item",
        |part| {
            if let PartMut::Clause(Clause::Unwind(Unwind { list: Expression::List(items), .. })) = part {
                items.iter_mut().for_each(lose_computed);
            }
        },
    ),
];

/// Takes what is computed within an item for null.
fn lose_computed(item: &mut Expression) {
    match item {
        Expression::List(items) => items.iter_mut().for_each(lose_unless_written),
        Expression::Map(entries) => entries.iter_mut().for_each(|(_, value)| lose_unless_written(value)),
        item if reads_property_of_call(item) => *item = null(),
        _ => {}
    }
}

/// Whether a property of what a function gives is anywhere in it.
fn reads_property_of_call(item: &Expression) -> bool {
    any(
        Part::Expression(item),
        &mut |part| matches!(part, Part::Expression(Expression::Property(of, _)) if matches!(**of, Expression::Function(_))),
    )
}

fn lose_unless_written(value: &mut Expression) {
    match value {
        Expression::List(_) | Expression::Map(_) => lose_computed(value),
        value if !is_written_out(value) => *value = null(),
        _ => {}
    }
}

fn read_returned(clauses: &mut [Clause]) {
    let mut unwound: Vec<Name> = Vec::new();
    for clause in clauses {
        match clause {
            Clause::Unwind(unwind) => {
                let is_computed = |list: &Expression| match list {
                    Expression::List(items) => items.iter().all(|item| !is_written_out(item)),
                    _ => false,
                };
                unwound.extend(is_computed(&unwind.list).then(|| unwind.variable.clone()));
            }
            Clause::With(With { projection, .. }) => unwound = handed_on(projection, &unwound),
            Clause::Return(projection) => {
                for item in &mut projection.items {
                    if let Expression::Variable(name) = &item.expression
                        && unwound.contains(name)
                    {
                        item.alias = item.alias.take().or_else(|| Some(name.clone()));
                        item.expression = read(name);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The names under which a WITH hands some variables on.
fn handed_on(projection: &Projection, names: &[Name]) -> Vec<Name> {
    let kept = names.iter().filter(|_| projection.star).cloned();
    let renamed = projection.items.iter().filter_map(|item| match &item.expression {
        Expression::Variable(name) if names.contains(name) => Some(item.alias.as_ref().unwrap_or(name).clone()),
        _ => None,
    });
    kept.chain(renamed).collect()
}

/// A whole number or BOOLEAN where a variable is the text of one.
fn read(name: &Name) -> Expression {
    let text = || variable(name.clone());
    let number = || call("toIntegerOrNull", vec![text()]);
    // The text of a number is its shortest.
    let is_number = compare(ComparisonOperator::Equal, call("toString", vec![number()]), text());
    let is_one_of = |word: &str| compare(ComparisonOperator::Equal, text(), string(word));
    let branches =
        vec![(is_number, number()), (is_one_of("true"), boolean(true)), (is_one_of("false"), boolean(false))];
    let case = CaseExpression { operand: None, branches, otherwise: Some(text()) };
    by_type(&text(), vec![(TypeName::String, Expression::Case(Box::new(case)))])
}
