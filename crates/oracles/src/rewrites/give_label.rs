//! A node with a label.

use graphlance_cypher::ast::*;

use super::parts::{node_sites, with_node};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A node of a pattern that must have a label finds less.
///
/// `MATCH (n:L) RETURN n.k AS x` has rows that are all among those of `MATCH (n) RETURN n.k AS x`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), and in an OPTIONAL MATCH,
/// which gives a row where nothing is found.
pub const GIVE_LABEL: Rewrite = Rewrite {
    name: "give_label",
    page: "A node of a pattern that must have a label finds part of what it finds without.",
    effect: Effect::Fewer,
    needs: &[Precondition::RowByRow, Precondition::NotOptional],
    sites,
    apply,
};

/// Labels of the schema that are given, the first ones.
const LABELS: usize = 3;

fn sites(query: &Query) -> Vec<Site> {
    node_sites(query, LABELS, |node| node.labels.is_none())
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let name = ground.graph.schema.labels.get(site.item % LABELS)?.clone();
    with_node(query, site.clause, site.item / LABELS, |node| {
        node.labels = Some(LabelExpression::Name(name));
        Some(())
    })
}
