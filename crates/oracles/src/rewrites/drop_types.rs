//! A relationship without its types.

use graphlance_cypher::ast::*;

use super::parts::{hop_sites, with_hop};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A relationship of a pattern that may be of any type finds more.
///
/// `MATCH (a)-[r:T]->(b) RETURN b.k AS x` has rows that are all among those of `MATCH (a)-[r]->(b) RETURN b.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), and in an OPTIONAL MATCH,
/// which gives a row where nothing is found.
pub const DROP_TYPES: Rewrite = Rewrite {
    name: "drop_types",
    page: "A relationship of a pattern that may be of any type finds what it finds of one, and perhaps more.",
    effect: Effect::More,
    needs: &[Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    hop_sites(query, 1, |hop| hop.types.is_some())
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    with_hop(query, site.clause, site.item, |hop| hop.types.take().map(drop))
}
