//! Patterns of a MATCH as an UNWIND of the rows that they have alone.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::handed::{Form, Handed};
use super::parts::{hops, is_plain};
use super::place::fresh_names;
use super::types_as_filter::names;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A MATCH may be taken apart at a comma: some of its patterns alone have rows, which are handed to the others, each element by its
/// identity. Two relationships that stand on both sides are told apart, unless they are of different types: within one MATCH that
/// need not be said (openCypher 9, "Uniqueness"). The reference says which rows they are.
///
/// `MATCH (a:A)-[r]->(b), (b)-[s]->(c) RETURN c.k AS x` has the rows of
/// `UNWIND [[1, 5], [1, 6]] AS z0 MATCH (b {id: z0[0]}) MATCH ()-[r {id: z0[1]}]->() WITH b AS b, r AS r MATCH (b)-[s]->(c)
/// WHERE r <> s RETURN c.k AS x`, where the first pattern alone has these rows.
///
/// It would be unsound where `front_by_ids` would, in an OPTIONAL MATCH, which finds all its patterns or none, and where all
/// variables are returned, since a relationship may need a name.
pub const PATTERN_BY_IDS: Rewrite = Rewrite {
    name: "pattern_by_ids",
    page: "The rows of some patterns of a MATCH may be handed to its other ones, each element by its identity.",
    effect: Effect::SameRows,
    needs: &[
        Precondition::GraphUnchanged,
        Precondition::OrderUnseen,
        Precondition::ToldApartByIds,
        Precondition::RefersToAll,
        Precondition::NotOptional,
        Precondition::StarUnseen,
    ],
    sites,
    apply,
};

/// Which patterns are evaluated: those in front of the comma, or those behind it.
const SIDES: usize = 2;

/// Each comma of each MATCH, for each side and each form.
fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        if patterns.iter().all(is_plain) {
            let count = patterns.len().saturating_sub(1) * SIDES * Form::COUNT;
            sites.extend((0..count).map(|item| Site { clause, item }));
        }
    }
    sites
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let (form, place) = (Form::of(site.item % Form::COUNT), site.item / Form::COUNT);
    let apart = Precondition::UniqueRelationships.holds(query, site, ground);
    let two = in_two(query, site.clause, place, apart)?;
    let place = site.clause + 1;
    Some(vec![Handed::in_front(&two, place, ground)?.unwound(&two, place, form, ground)?])
}

/// The query with a MATCH in two. `apart`: whether a relationship of one must not be one of the other. None where that cannot be
/// said.
fn in_two(query: &Query, place: usize, item: usize, apart: bool) -> Option<Query> {
    let mut made = query.clone();
    let Clause::Match(clause) = made.first.clauses.get_mut(place)? else { return None };
    let mut front = std::mem::take(&mut clause.patterns);
    let mut behind = front.split_off(item / SIDES + 1);
    if item % SIDES == 1 {
        std::mem::swap(&mut front, &mut behind);
    }
    if behind.is_empty() || front.is_empty() {
        return None;
    }
    let unequal = if apart { told_apart(&mut front, &mut behind, query)? } else { Vec::new() };
    let predicate = build::all(unequal.into_iter().chain(clause.predicate.take()));
    let first = Match { patterns: front, ..clause.clone() };
    *clause = Match { patterns: behind, predicate, ..clause.clone() };
    made.first.clauses.insert(place, Clause::Match(first));
    Some(made)
}

/// The conditions that no relationship of some patterns is one of the others. Those that need a name get one.
fn told_apart(front: &mut [Pattern], behind: &mut [Pattern], query: &Query) -> Option<Vec<Expression>> {
    let count = |patterns: &[Pattern]| patterns.iter().map(|pattern| pattern.path.segments.len()).sum::<usize>();
    let mut fresh = fresh_names(query, count(front) + count(behind)).into_iter();
    let only_hops =
        |pattern: &Pattern| pattern.path.segments.iter().all(|segment| matches!(segment, Segment::Hop { .. }));
    // A quantified path has relationships of its own.
    if count(front) > 0 && count(behind) > 0 && !front.iter().chain(behind.iter()).all(only_hops) {
        return None;
    }
    let mut unequal = Vec::new();
    for one in front.iter_mut().flat_map(hops) {
        for other in behind.iter_mut().flat_map(hops) {
            if are_of_different_types(one, other) {
                continue;
            }
            let [one, other] = [name_of(one, &mut fresh)?, name_of(other, &mut fresh)?];
            if one == other {
                return None;
            }
            let [one, other] = [one, other].map(build::variable);
            unequal.push(build::compare(ComparisonOperator::NotEqual, one, other));
        }
    }
    Some(unequal)
}

/// Whether no type is one of both.
fn are_of_different_types(one: &RelationshipPattern, other: &RelationshipPattern) -> bool {
    let types = |relationship: &RelationshipPattern| relationship.types.as_ref().and_then(names);
    match (types(one), types(other)) {
        (Some(one), Some(other)) => !one.iter().any(|name| other.contains(name)),
        _ => false,
    }
}

/// The name of a single relationship, a new one where it has none.
fn name_of(relationship: &mut RelationshipPattern, fresh: &mut impl Iterator<Item = Name>) -> Option<Name> {
    if relationship.length.is_some() {
        return None;
    }
    if relationship.variable.is_none() {
        relationship.variable = fresh.next();
    }
    relationship.variable.clone()
}
