//! A WHERE without one of its conjuncts.

use graphlance_cypher::Query;

use super::place::{all_conjuncts, with_conjunct};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A WHERE that demands less lets more rows pass.
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.k AS x` has rows that are all among those of `MATCH (n) RETURN n.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), and in an OPTIONAL MATCH,
/// which gives a row where nothing is found. On engines that match one of several relationships which nothing refers to, the
/// conjunct may be what refers to it.
pub const DROP_CONJUNCT: Rewrite = Rewrite {
    name: "drop_conjunct",
    page: "A WHERE without one of its conjuncts lets the same rows pass, and perhaps more.",
    effect: Effect::More,
    needs: &[Precondition::RowByRow, Precondition::NotOptional, Precondition::EachPathCounts],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    all_conjuncts(query, 1)
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    with_conjunct(query, site.clause, site.item, |_| Some(None)).map(|query| vec![query])
}
