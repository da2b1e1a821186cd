//! What stands in a WHERE.

use graphlance_cypher::ast::{Clause, Expression, Match, Query};
use graphlance_cypher::names::{Names, free_variables};
use graphlance_cypher::walk::{Part, PartMut, any};

use super::{any_clause, is_null};

/// Whether an expression has a pattern comprehension in it.
pub(super) fn has_comprehension(expression: &Expression) -> bool {
    any(Part::Expression(expression), &mut |part| matches!(part, Part::Expression(Expression::PatternComprehension(_))))
}

/// Puts poison in the place of each condition of a WITH that has a pattern comprehension in it.
pub(super) fn poison_comprehensions(part: &mut PartMut<'_>, poison: &Expression) {
    if let PartMut::Clause(Clause::With(with)) = part
        && let Some(predicate) = with.predicate.as_mut().filter(|it| has_comprehension(it))
    {
        *predicate = poison.clone();
    }
}

/// Puts poison in the place of the WHERE of each MATCH that reads what a CALL { } in front of it gave.
pub(super) fn poison_called(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    for at in 0..single.clauses.len() {
        let (before, behind) = single.clauses.split_at_mut(at);
        let Some(call) = before.iter().rposition(|it| matches!(it, Clause::Subquery(_))) else { continue };
        let called = Names::after([], &before[..=call]);
        if let Some(Clause::Match(Match { predicate: Some(predicate), .. })) = behind.first_mut()
            && free_variables(predicate, &|_| false).iter().any(|name| called.contains(name))
        {
            *predicate = poison.clone();
        }
    }
}

/// Whether the condition of a WITH has a pattern a relationship of which has properties.
pub(super) fn has_pattern_with_map(query: &Query) -> bool {
    let with_map = |part: &Part<'_>| matches!(part, Part::Relationship(it) if it.properties.is_some());
    any_clause(query, &mut |clause, _| match clause {
        Clause::With(with) => with.predicate.as_ref().is_some_and(|predicate| {
            any(Part::Expression(predicate), &mut |part| match part {
                Part::Expression(Expression::Pattern(pattern)) => {
                    any(Part::Pattern(pattern), &mut |part| with_map(part))
                }
                _ => false,
            })
        }),
        _ => false,
    })
}

/// Whether a quantifier in a WHERE is over a list with a pattern comprehension in it.
pub(super) fn quantifies_comprehension(query: &Query) -> bool {
    any_clause(query, &mut |clause, _| {
        let predicate = match clause {
            Clause::Match(it) => &it.predicate,
            Clause::With(it) => &it.predicate,
            _ => return false,
        };
        predicate.as_ref().is_some_and(|predicate| {
            any(
                Part::Expression(predicate),
                &mut |part| matches!(part, Part::Expression(Expression::Quantified(it)) if has_comprehension(&it.list)),
            )
        })
    })
}

pub(super) fn quantifies_nothing(expression: &Expression) -> bool {
    let Expression::Quantified(it) = expression else { return false };
    matches!(&it.list, Expression::List(items) if items.is_empty()) && is_null(&it.predicate)
}
