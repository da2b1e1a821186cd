//! What is deleted in one row and written to in the next.

use graphlance_cypher::ast::{
    BinaryOperator, CallSubquery, CaseExpression, Clause, ComparisonOperator, Expression, FunctionCall, Imports,
    Projection, ProjectionItem, SetItem, SingleQuery, Unwind, With,
};
use graphlance_cypher::build::{binary, call, compare, integer, variable};
use graphlance_cypher::walk::{Part, PartMut};
use graphlance_graph::Name;

use crate::departures::trees::names_variable;

/// Puts poison in front of what writes behind an UNWIND and then deletes something, where that stands in several rows.
pub(super) fn poison_deleted(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(SingleQuery { clauses }) = part else { return };
    let Some((at, deleted)) = written_and_deleted(clauses) else { return };
    let counted = |distinct| {
        let Expression::Function(call) = call("count", vec![variable(deleted.clone())]) else { return integer(0) };
        Expression::Function(FunctionCall { distinct, ..call })
    };
    let again = binary(BinaryOperator::Subtract, counted(false), counted(true));
    let name = Name::new_static("  again");
    let items = vec![ProjectionItem { expression: again, alias: Some(name.clone()) }];
    let mut body = clauses[..at].to_vec();
    body.push(Clause::Return(Projection { items, ..Projection::default() }));
    let body = SingleQuery { clauses: body };
    let is_again = compare(ComparisonOperator::Greater, variable(name), integer(0));
    let once = Expression::List(vec![integer(1)]);
    let case = CaseExpression { operand: None, branches: vec![(is_again, poison.clone())], otherwise: Some(once) };
    let list = Expression::Case(Box::new(case));
    clauses.splice(
        at..at,
        [
            Clause::Subquery(CallSubquery::new(Imports::Names(Vec::new()), body.into())),
            Clause::Unwind(Unwind { list, variable: Name::new_static("  once") }),
        ],
    );
}

/// Where clauses behind an UNWIND begin to write, and what they write to and then delete; none where they do not.
fn written_and_deleted(clauses: &[Clause]) -> Option<(usize, Name)> {
    let reads = |clause: &&Clause| matches!(clause, Clause::Match(_) | Clause::Unwind(_) | Clause::With(_));
    let at = clauses.iter().take_while(reads).count();
    let is_unwound = clauses[..at].iter().any(|clause| matches!(clause, Clause::Unwind(_)));
    let delete = clauses[at..].iter().position(|clause| matches!(clause, Clause::Delete(_)))?;
    let Clause::Delete(deleted) = &clauses[at + delete] else { return None };
    let writes = &clauses[at..at + delete];
    let passes = |clause: &Clause| match clause {
        Clause::Set(_) | Clause::Remove(_) | Clause::Create(_) | Clause::Foreach(_) => true,
        Clause::With(With { projection, .. }) => projection.order.is_empty() && projection.limit.is_none(),
        _ => false,
    };
    let is_written = |name: &Name| {
        let mut written = writes.iter().filter(|clause| !matches!(clause, Clause::With(_)));
        written.any(|clause| is_written_in(clause, name))
    };
    let name = deleted.expressions.iter().find_map(|it| match it {
        Expression::Variable(name) if is_written(name) => Some(name.clone()),
        _ => None,
    })?;
    (is_unwound && !writes.is_empty() && writes.iter().all(passes)).then_some((at, name))
}

/// Whether a clause writes to what a variable is; a CREATE does that names it.
fn is_written_in(clause: &Clause, name: &Name) -> bool {
    let is_it = |target: &Expression| matches!(target, Expression::Variable(it) if it == name);
    match clause {
        Clause::Set(items) => items.iter().any(|item| match item {
            SetItem::Property { target, .. } | SetItem::DynamicProperty { target, .. } => is_it(target),
            SetItem::Properties { variable, .. } | SetItem::Labels { variable, .. } => variable == name,
            _ => false,
        }),
        Clause::Foreach(foreach) => foreach.clauses.iter().any(|inner| is_written_in(inner, name)),
        other => names_variable(Part::Clause(other), &|it| it == name),
    }
}
