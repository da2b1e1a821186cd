//! A MATCH of several patterns as several.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// The patterns of one MATCH may stand in two, when the relationships of the one are told from those of the other: a
/// relationship is matched once within a MATCH and not across several (openCypher 9, "Uniqueness").
///
/// `MATCH (a)-[r]->(b), (b)-[s]->(c) RETURN c.k AS x` has the rows of
/// `MATCH (a)-[r]->(b) MATCH (b)-[s]->(c) WHERE r <> s RETURN c.k AS x`.
///
/// It would be unsound in an OPTIONAL MATCH, which finds all its patterns or none, where a map in one pattern reads what a later
/// one binds, and on engines that match a relationship
/// in several patterns of one MATCH on purpose. Only relationships that are single and
/// named can be told apart; other clauses are left alone.
pub const SPLIT_MATCH: Rewrite = Rewrite {
    name: "split_match",
    page: "The patterns of one MATCH may stand in two, when their relationships are told from each other.",
    effect: Effect::SameRows,
    needs: &[Precondition::NotOptional, Precondition::PatternsStandAlone, Precondition::UniqueRelationships],
    sites,
    apply,
};

/// The names of a pattern's relationships; none when one is not single or has no name.
fn relationships(pattern: &Pattern) -> Option<Vec<Name>> {
    let name = |segment: &Segment| match segment {
        Segment::Hop { relationship, .. } if relationship.length.is_none() => relationship.variable.clone(),
        _ => None,
    };
    pattern.path.segments.iter().map(name).collect()
}

/// Each pattern but the first of a MATCH: the second MATCH begins there.
fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        let single = |pattern: &Pattern| pattern.selector == PathSelector::All && relationships(pattern).is_some();
        if patterns.iter().all(single) {
            sites.extend((1..patterns.len()).map(|item| Site { clause, item }));
        }
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(first) = query.first.clauses.get_mut(site.clause)? else { return None };
    if site.item >= first.patterns.len() {
        return None;
    }
    let rest = first.patterns.split_off(site.item);
    let names = |patterns: &[Pattern]| -> Option<Vec<Name>> {
        Some(patterns.iter().map(relationships).collect::<Option<Vec<_>>>()?.concat())
    };
    let (here, there) = (names(&first.patterns)?, names(&rest)?);
    let mut unequal = Vec::new();
    for one in &here {
        for other in &there {
            let sides = [one, other].map(|name| build::variable(name.clone()));
            let [one, other] = sides;
            unequal.push(build::compare(ComparisonOperator::NotEqual, one, other));
        }
    }
    let predicate = build::all(unequal.into_iter().chain(first.predicate.take()));
    let second = Match { optional: first.optional, mode: first.mode, patterns: rest, hints: Vec::new(), predicate };
    query.first.clauses.insert(site.clause + 1, Clause::Match(second));
    Some(vec![query])
}
