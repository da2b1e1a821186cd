//! A path that may be longer.

use graphlance_cypher::ast::*;

use super::parts::{hop_sites, with_hop};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A relationship of variable length that may be longer by one finds more.
///
/// `MATCH (a)-[:T*1..2]->(b) RETURN b.k AS x` has rows that are all among those of `MATCH (a)-[:T*1..3]->(b) RETURN b.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), and in an OPTIONAL MATCH,
/// which gives a row where nothing is found.
pub const WIDEN_LENGTH: Rewrite = Rewrite {
    name: "widen_length",
    page: "A relationship of variable length that may be longer by one finds what it finds without, and perhaps more.",
    effect: Effect::More,
    needs: &[Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

/// Greatest lengths that are made longer; the number of paths grows with the power of the length.
const LONGEST: u32 = 3;

fn sites(query: &Query) -> Vec<Site> {
    hop_sites(query, 1, |hop| matches!(hop.length, Some(Length { max: Some(max), .. }) if max <= LONGEST))
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    with_hop(query, site.clause, site.item, |hop| {
        let Length { min, max } = hop.length?;
        hop.length = Some(Length { min: min.or(Some(1)), max: Some(max? + 1) });
        Some(())
    })
}
