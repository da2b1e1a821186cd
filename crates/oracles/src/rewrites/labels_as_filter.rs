//! Labels of a node pattern as a WHERE.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::map_as_filter::nodes;
use super::{Effect, Ground, Rewrite, Site};

/// The labels in a node pattern demand what the same labels as a predicate in the WHERE demand.
///
/// `MATCH (n:A:B) RETURN n.k AS x` has the rows of `MATCH (n) WHERE n:A:B RETURN n.k AS x`. The same in an OPTIONAL MATCH, whose
/// WHERE is part of what is optional.
///
/// It would be unsound for a node inside a quantified path, which stands for many; those are left alone.
pub const LABELS_AS_FILTER: Rewrite = Rewrite {
    name: "labels_as_filter",
    page: "The labels in a node pattern demand what the same labels in the WHERE demand.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

fn has_labels(node: &NodePattern) -> bool {
    node.variable.is_some() && node.labels.is_some()
}

fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        for (item, pattern) in patterns.iter().enumerate() {
            if pattern.selector == PathSelector::All && nodes(&mut pattern.clone()).any(|node| has_labels(node)) {
                sites.push(Site { clause, item });
            }
        }
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let node = nodes(clause.patterns.get_mut(site.item)?).find(|node| has_labels(node))?;
    let (variable, labels) = (node.variable.clone()?, node.labels.take()?);
    let predicate = Expression::HasLabels(Box::new(build::variable(variable)), labels);
    clause.predicate = build::all([predicate].into_iter().chain(clause.predicate.take()));
    Some(vec![query])
}
