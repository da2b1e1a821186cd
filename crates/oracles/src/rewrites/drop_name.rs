//! The name of a relationship that nobody asks for.

use graphlance_cypher::ast::*;
use graphlance_graph::Name;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A relationship whose name stands nowhere else needs none.
///
/// `MATCH (a)-[r]->(b) RETURN b.k AS x` has the rows of `MATCH (a)-[]->(b) RETURN b.k AS x`.
///
/// It would be unsound where a later clause gives all variables, and on engines that find a relationship which nothing refers to
/// only once, as some document.
pub const DROP_NAME: Rewrite = Rewrite {
    name: "drop_name",
    page: "A relationship whose name stands nowhere else needs none.",
    effect: Effect::SameRows,
    needs: &[Precondition::StarUnseen, Precondition::EachPathCounts],
    sites,
    apply,
};

fn once(query: &Query, name: &Name) -> bool {
    graphlance_cypher::names::occurrences(&graphlance_cypher::Statement::Query(query.clone()), name) == 1
}

fn unused<'a>(query: &Query, pattern: &'a mut Pattern) -> Option<&'a mut RelationshipPattern> {
    let relationships = pattern.path.segments.iter_mut().filter_map(|segment| match segment {
        Segment::Hop { relationship, .. } => Some(relationship),
        Segment::Quantified { .. } => None,
    });
    relationships.into_iter().find(|it| it.variable.as_ref().is_some_and(|name| once(query, name)))
}

fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        let found = patterns.iter().enumerate().filter(|(_, one)| unused(query, &mut (*one).clone()).is_some());
        sites.extend(found.map(|(item, _)| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut changed = query.clone();
    let Clause::Match(clause) = changed.first.clauses.get_mut(site.clause)? else { return None };
    unused(query, clause.patterns.get_mut(site.item)?)?.variable = None;
    Some(vec![changed])
}
