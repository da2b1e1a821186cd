//! Conditions of what is joined to the rows in front of it.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{Clause, Expression, Match, PathPattern, Pattern, Query, Segment, Subquery, With};
use graphlance_cypher::facts::aggregating;
use graphlance_cypher::names::{Names, column_name, free_variables, pattern_variables};
use graphlance_cypher::walk::{Part, any, walk};
use graphlance_graph::Name;

use super::patterns::{self, nodes};
use super::{any_clause, any_expression, any_match, handed, refusal};
use crate::departures::WrongRule;
use crate::departures::clauses::conjuncts;

/// Refusals of OPTIONAL MATCH, and of what is joined like it.
pub(in crate::departures) const RULES: &[WrongRule] = &[
    refusal(
        "computed-unwind-behind-optional-refused",
        "UNWIND of what is computed is refused behind an OPTIONAL MATCH that has a label, or a WHERE that reads more of a variable than its id",
        |query| any_clause(query, &mut handed::unwinds_behind_optional),
        &["no such column: json_each.value", "ambiguous column name: "],
    ),
    refusal(
        "optional-match-of-handed-node-refused",
        "OPTIONAL MATCH of several relationships, none with a variable, is refused where a node of them comes from a WITH or UNWIND and one \
         between two of them has a variable",
        |query| any_match(query, &mut handed::goes_on_from_handed),
        &["near \".\": syntax error"],
    ),
    refusal(
        "optional-match-to-the-left-refused",
        "OPTIONAL MATCH of a relationship that points to the left is refused, unless its first node or its last is bound, and in front of a SET \
         or CREATE with that as well",
        |query| any_match(query, &mut patterns::is_lost_to_the_left) || patterns::is_lost_before_write(query),
        &["no such column: _gql_default_alias_", "ON clause references tables to its right"],
    ),
    refusal(
        "optional-match-read-across-joins-refused",
        "the WHERE of an OPTIONAL MATCH behind another clause is refused where it reads two nodes that a path of several relationships binds, or \
         one of them and a relationship or pattern behind another with a variable",
        |query| any_match(query, &mut reads_across_joins),
        &["ON clause references tables to its right", "near \"AND\": syntax error"],
    ),
    refusal(
        "optional-variable-length-refused",
        "OPTIONAL MATCH of a variable length is refused where no node is bound and the far one has neither labels nor properties",
        |query| any_match(query, &mut patterns::has_unknown_far_end),
        &["near \"AND\": syntax error"],
    ),
    refusal(
        "optional-match-of-bound-node-refused",
        "OPTIONAL MATCH of what is bound is refused with a WHERE, unless the last that the MATCHes in front of it add is a node with \
         labels or properties",
        |query| any_match(query, &mut patterns::is_bound_with_filter),
        &["near \"AND\": syntax error"],
    ),
    refusal(
        "aggregate-in-condition-refused",
        "a condition of an OPTIONAL MATCH, EXISTS { } or COUNT { } on properties of its pattern is refused where it reads an aggregate that reads \
         no variable, and nothing else from in front",
        compares_bare_aggregate,
        &[
            "Cannot evaluate expression with type AGGREGATE_FUNCTION",
            "Unable to construct a hash join without any join condition",
        ],
    ),
];

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

/// Whether the WHERE of an OPTIONAL MATCH behind another clause reads what is joined in several steps: two nodes that a path of
/// several relationships binds, one and a later relationship with a variable where the first has one, too, or one of a path of a
/// relationship with a variable to what is bound and one of a pattern behind it.
pub(super) fn reads_across_joins(clause: &Match, before: &[Clause]) -> bool {
    let Some(predicate) = clause.predicate.as_ref().filter(|_| clause.optional && !before.is_empty()) else {
        return false;
    };
    let bound = Names::after([], before);
    let read = free_variables(predicate, &|_| false);
    let is_read = |name: &Option<Name>| name.as_ref().is_some_and(|it| !bound.contains(it) && read.contains(it));
    let read_nodes = |path: &PathPattern| nodes(path).filter(|node| is_read(&node.variable)).count();
    let relationships = |path: &PathPattern| -> Vec<Option<Name>> {
        path.segments
            .iter()
            .map(|segment| match segment {
                Segment::Hop { relationship, .. } => relationship.variable.clone(),
                Segment::Quantified { .. } => None,
            })
            .collect()
    };
    let in_path = |path: &PathPattern| {
        let named = relationships(path);
        let later = |place: usize| named.iter().skip(place.max(1)).any(is_read);
        let beside = nodes(path).enumerate().any(|(place, node)| is_read(&node.variable) && later(place));
        named.len() > 1 && (read_nodes(path) > 1 || named[0].is_some() && beside)
    };
    let paths = || clause.patterns.iter().map(|pattern| &pattern.path);
    let leads_on = |(at, path): (usize, &PathPattern)| {
        let ends = nodes(path).any(|node| node.variable.as_ref().is_some_and(|name| bound.contains(name)));
        let named = relationships(path).iter().any(Option::is_some);
        ends && named && read_nodes(path) > 0 && paths().skip(at + 1).any(|path| read_nodes(path) > 0)
    };
    paths().any(in_path) || paths().enumerate().any(leads_on)
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
