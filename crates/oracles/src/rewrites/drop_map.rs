//! A node without its properties.

use graphlance_cypher::ast::*;

use super::parts::{node_sites, with_node};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A node of a pattern that need not have the properties of its map finds more.
///
/// `MATCH (n {k: 1}) RETURN n.j AS x` has rows that are all among those of `MATCH (n) RETURN n.j AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), and in an OPTIONAL MATCH,
/// which gives a row where nothing is found.
pub const DROP_MAP: Rewrite = Rewrite {
    name: "drop_map",
    page: "A node of a pattern that need not have the properties of its map finds what it finds with them, and perhaps more.",
    effect: Effect::More,
    needs: &[Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    node_sites(query, 1, |node| node.properties.is_some())
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    with_node(query, site.clause, site.item, |node| node.properties.take().map(drop))
}
