//! The items of a SET in clauses of their own.

use graphlance_cypher::ast::*;

use super::place::with_clause;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// The items of a SET may stand in two clauses, or those of two clauses in one, where no item sees or overwrites what
/// another writes.
///
/// `MATCH (n) SET n.k = 1, n.l = 2` does what `MATCH (n) SET n.k = 1 SET n.l = 2` does.
///
/// It would be unsound where two items write one key, for a clause is done with all rows before the next one: of
/// `MATCH (a)-->(b) SET a.k = 1, b.k = 2` the last row decides, of `MATCH (a)-->(b) SET a.k = 1 SET b.k = 2` the last clause.
pub const SPLIT_SET: Rewrite = Rewrite {
    name: "split_set",
    page: "The items of a SET may stand in clauses of their own, where no item sees or overwrites what another writes.",
    effect: Effect::SameState,
    needs: &[Precondition::ItemsIndependent],
    sites,
    apply,
};

/// Behind each item of a SET but the last; and, as item 0, each SET with another one behind it.
fn sites(query: &Query) -> Vec<Site> {
    let clauses = &query.first.clauses;
    let mut sites = Vec::new();
    for (clause, each) in clauses.iter().enumerate() {
        let Clause::Set(items) = each else { continue };
        let joins = matches!(clauses.get(clause + 1), Some(Clause::Set(_)));
        sites.extend((usize::from(!joins)..items.len()).map(|item| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut changed = query.clone();
    if site.item == 0 {
        let Clause::Set(second) = changed.first.clauses.remove(site.clause + 1) else { return None };
        let Clause::Set(items) = changed.first.clauses.get_mut(site.clause)? else { return None };
        items.extend(second);
        return Some(vec![changed]);
    }
    let Clause::Set(items) = changed.first.clauses.get_mut(site.clause)? else { return None };
    let second = Clause::Set(items.split_off(site.item));
    Some(with_clause(&changed, site.clause + 1, second))
}
