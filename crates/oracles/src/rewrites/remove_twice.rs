//! A REMOVE of what is removed.

use graphlance_cypher::ast::*;

use super::place::with_clause;
use super::{Effect, Ground, Rewrite, Site};

/// What is removed is removed: the same items once more do nothing.
///
/// `MATCH (n) REMOVE n.k` does what `MATCH (n) REMOVE n.k, n.k` does.
pub const REMOVE_TWICE: Rewrite = Rewrite {
    name: "remove_twice",
    page: "What is removed is removed: the same items once more do nothing.",
    effect: Effect::SameState,
    needs: &[],
    sites,
    apply,
};

/// Each REMOVE by names, in two forms.
fn sites(query: &Query) -> Vec<Site> {
    let by_name = |item: &RemoveItem| match item {
        RemoveItem::Property { target, .. } => matches!(target, Expression::Variable(_)),
        RemoveItem::Labels { .. } => true,
        RemoveItem::DynamicProperty { .. } | RemoveItem::DynamicLabels { .. } => false,
    };
    let clauses = query.first.clauses.iter().enumerate();
    let removes = clauses.filter(|(_, clause)| matches!(clause, Clause::Remove(items) if items.iter().all(by_name)));
    removes.flat_map(|(clause, _)| (0..2).map(move |item| Site { clause, item })).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut changed = query.clone();
    let Clause::Remove(items) = changed.first.clauses.get_mut(site.clause)? else { return None };
    if site.item == 0 {
        items.extend_from_within(..);
        return Some(vec![changed]);
    }
    let again = Clause::Remove(items.clone());
    Some(with_clause(query, site.clause + 1, again))
}
