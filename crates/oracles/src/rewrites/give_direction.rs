//! A relationship in one direction.

use graphlance_cypher::ast::*;

use super::parts::{hop_sites, with_hop};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A relationship of a pattern that must lead one way finds less.
///
/// `MATCH (a)-[r]->(b) RETURN b.k AS x` has rows that are all among those of `MATCH (a)-[r]-(b) RETURN b.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), and in an OPTIONAL MATCH,
/// which gives a row where nothing is found.
pub const GIVE_DIRECTION: Rewrite = Rewrite {
    name: "give_direction",
    page: "A relationship of a pattern that must lead one way finds part of what it finds either way.",
    effect: Effect::Fewer,
    needs: &[Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    hop_sites(query, 2, |hop| hop.direction == Direction::Either)
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    with_hop(query, site.clause, site.item / 2, |hop| {
        hop.direction = if site.item.is_multiple_of(2) { Direction::Right } else { Direction::Left };
        Some(())
    })
}
