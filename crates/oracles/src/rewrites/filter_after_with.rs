//! A WHERE moved behind a WITH.

use graphlance_cypher::ast::*;

use super::{Effect, Ground, Precondition, Rewrite, Site};

/// The WHERE of a MATCH filters the rows that the patterns give, and so does the WHERE of a `WITH *` after it.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has the rows of `MATCH (n) WITH * WHERE n.k > 1 RETURN n.k AS x`.
///
/// It would be unsound in an OPTIONAL MATCH, whose WHERE is part of what is optional.
pub const FILTER_AFTER_WITH: Rewrite = Rewrite {
    name: "filter_after_with",
    page: "The WHERE of a MATCH filters the same rows as the WHERE of a WITH * after it.",
    effect: Effect::SameRows,
    needs: &[Precondition::NotOptional],
    sites,
    apply,
};

/// MATCH clauses with a WHERE and something to carry on.
fn sites(query: &Query) -> Vec<Site> {
    let has_name = |patterns: &[Pattern]| {
        let mut found = false;
        for pattern in patterns {
            graphlance_cypher::names::pattern_variables(pattern, &mut |_| found = true);
        }
        found
    };
    let clauses = query.first.clauses.iter().enumerate();
    let filters = clauses.filter(
        |(_, clause)| matches!(clause, Clause::Match(Match { predicate: Some(_), patterns, .. }) if has_name(patterns)),
    );
    filters.map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let predicate = clause.predicate.take();
    let projection = Projection { star: true, ..Projection::default() };
    query.first.clauses.insert(site.clause + 1, Clause::With(With { projection, predicate }));
    Some(vec![query])
}
