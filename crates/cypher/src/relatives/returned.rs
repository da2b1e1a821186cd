//! A condition as what is returned: whether a wrong answer is a matter of its value, or of the rows that it keeps.

use graphlance_graph::Name;

use crate::ast::{Clause, Projection, ProjectionItem, Query};

/// Returns the condition of the clause before the RETURN instead of asking for it. Leaves alone what has no such condition.
pub(super) fn condition(query: &mut Query) -> bool {
    let [.., before, Clause::Return(returned)] = query.first.clauses.as_mut_slice() else { return true };
    let predicate = match before {
        Clause::Match(clause) if query.unions.is_empty() => clause.predicate.take(),
        Clause::With(with) if query.unions.is_empty() => with.predicate.take(),
        _ => None,
    };
    if let Some(expression) = predicate {
        let alias = returned.items.first().and_then(|item| item.alias.clone()).unwrap_or_else(|| Name::new("x"));
        *returned =
            Projection { items: vec![ProjectionItem { expression, alias: Some(alias) }], ..Projection::default() };
    }
    true
}
