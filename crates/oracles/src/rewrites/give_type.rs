//! A relationship of a type.

use graphlance_cypher::ast::*;

use super::parts::{hop_sites, with_hop};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A relationship of a pattern that must be of a type finds less.
///
/// `MATCH (a)-[r:T]->(b) RETURN b.k AS x` has rows that are all among those of `MATCH (a)-[r]->(b) RETURN b.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), and in an OPTIONAL MATCH,
/// which gives a row where nothing is found.
pub const GIVE_TYPE: Rewrite = Rewrite {
    name: "give_type",
    page: "A relationship of a pattern that must be of a type finds part of what it finds of any.",
    effect: Effect::Fewer,
    needs: &[Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

/// Types of the schema that are given, the first ones.
const TYPES: usize = 3;

fn sites(query: &Query) -> Vec<Site> {
    hop_sites(query, TYPES, |hop| hop.types.is_none())
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let name = ground.graph.schema.types.get(site.item % TYPES)?.clone();
    with_hop(query, site.clause, site.item / TYPES, |hop| {
        hop.types = Some(LabelExpression::Name(name));
        Some(())
    })
}
