//! The patterns of a MATCH, written anew in several.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Name, Random};

use super::emission::Said;
use super::emit_patterns::{most, sites};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// The patterns of a MATCH may stand in several, in any order and from any end, when each relationship is told from those of the
/// other clauses: within one MATCH that need not be said (openCypher 9, "Uniqueness").
///
/// `MATCH (a:A)-[r]->(b)-[s]->(c) RETURN c.k AS x` has the rows of
/// `MATCH (c)<-[s]-(b) MATCH (b)<-[r]-(a:A) WHERE s <> r RETURN c.k AS x`.
///
/// It would be unsound in an OPTIONAL MATCH, which finds all its patterns or none, where a map in one pattern reads what another
/// one binds, where all variables are returned, and on engines that match a relationship twice in one MATCH on purpose.
pub const EMIT_MATCHES: Rewrite = Rewrite {
    name: "emit_matches",
    page: "The patterns of one MATCH may stand in several, in any order and from any end, when their relationships are told from each \
           other.",
    effect: Effect::SameRows,
    needs: &[
        Precondition::NotOptional,
        Precondition::PatternsStandAlone,
        Precondition::StarUnseen,
        Precondition::UniqueRelationships,
    ],
    sites,
    apply,
};

/// Clauses at most.
const MOST_CLAUSES: usize = 4;

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let mut made = query.clone();
    let Clause::Match(clause) = made.first.clauses.get(site.clause)?.clone() else { return None };
    let mut random = Random::derive(site.item as u64, &[site.clause as u64, 1]);
    let count = random.between(2, MOST_CLAUSES);
    let groups = Said::by(&clause, query)?.emitted(count, most(&clause, ground), &mut random)?;
    let last = groups.len().checked_sub(1)?;
    let mut before: Vec<Name> = Vec::new();
    let mut matches = Vec::new();
    for (place, group) in groups.into_iter().enumerate() {
        let unequal = group.relationships.iter().flat_map(|one| {
            let sides = before.iter().map(move |other| [one, other].map(|name| build::variable(name.clone())));
            sides.map(|[one, other]| build::compare(ComparisonOperator::NotEqual, one, other))
        });
        let predicate = build::all(unequal.chain(clause.predicate.clone().filter(|_| place == last)));
        matches.push(Clause::Match(Match { patterns: group.patterns, predicate, ..clause.clone() }));
        before.extend(group.relationships);
    }
    made.first.clauses.splice(site.clause..=site.clause, matches);
    Some(vec![made])
}
