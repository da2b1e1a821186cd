//! Conditions of what is joined to the rows in front of it.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{Clause, Expression, Match, Pattern, Query, Subquery, With};
use graphlance_cypher::facts::aggregating;
use graphlance_cypher::names::{column_name, free_variables, pattern_variables};
use graphlance_cypher::walk::{Part, any, walk};
use graphlance_graph::Name;

use super::{any_expression, any_match};
use crate::departures::clauses::conjuncts;

/// Whether a condition of an OPTIONAL MATCH, EXISTS { } or COUNT { } reads properties of its pattern and an aggregate that reads no
/// variable, and nothing else.
pub(super) fn compares_bare_aggregate(query: &Query) -> bool {
    let aggregates = bare_aggregates(query);
    let is_in = |patterns: &[Pattern], predicate: &Option<Expression>| {
        let mut own: BTreeSet<Name> = BTreeSet::new();
        patterns.iter().for_each(|it| pattern_variables(it, &mut |name| own.extend([name.clone()])));
        let conditions = predicate.clone().map(conjuncts).unwrap_or_default();
        conditions.iter().any(|condition| {
            let read = free_variables(condition, &|_| false);
            let of_pattern = |part: &Part<'_>| {
                matches!(part, Part::Expression(Expression::Property(subject, _))
                    if matches!(&**subject, Expression::Variable(name) if own.contains(name)))
            };
            read.iter().any(|name| aggregates.contains(name))
                && read.iter().all(|name| aggregates.contains(name) || own.contains(name))
                && any(Part::Expression(condition), &mut |part| of_pattern(part))
        })
    };
    let in_match = |it: &Match| is_in(&it.patterns, &it.predicate);
    let in_subquery = |it: &Subquery| match it {
        Subquery::Pattern { patterns, predicate } => is_in(patterns, predicate),
        Subquery::Query(query) => any_match(query, &mut |it, _| in_match(it)),
    };
    any_match(query, &mut |it, _| it.optional && in_match(it))
        || any_expression(query, &mut |it| match it {
            Expression::Exists(inner) | Expression::Count(inner) => in_subquery(inner),
            _ => false,
        })
}

/// The columns of WITHs that are aggregates and read no variable.
fn bare_aggregates(query: &Query) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    walk(Part::Query(query), &mut |part| {
        let Part::Clause(Clause::With(With { projection, .. })) = part else { return };
        for item in &projection.items {
            if aggregating(&item.expression) && free_variables(&item.expression, &|_| false).is_empty() {
                names.extend(column_name(item).cloned());
            }
        }
    });
    names
}
