//! A FOREACH as an UNWIND in a subquery.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_cypher::facts::{Scope, infer};
use graphlance_cypher::functions::Kind;
use graphlance_cypher::walk::{NameKind, Part, for_each_name};

use super::place::unwind;
use super::{Effect, Ground, Rewrite, Site};

/// A FOREACH of one clause does for each item what `CALL { UNWIND .. }` of that clause does, and leaves the rows as they are.
///
/// `MATCH (n) FOREACH (x IN [1, 2] | CREATE ({k: x}))` does what `MATCH (n) CALL (n) { UNWIND [1, 2] AS x CREATE ({k: x}) }` does.
///
/// It would be unsound for several clauses, of which UNWIND does one for all items before the next, and for what is no list, of
/// which UNWIND makes one item.
pub const FOREACH_IN_CALL: Rewrite = Rewrite {
    name: "foreach_in_call",
    page: "A FOREACH of one clause does for each item what CALL { UNWIND .. } of that clause does.",
    effect: Effect::SameState,
    needs: &[],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    let Some(before) = scopes.first() else { return Vec::new() };
    let clauses = query.first.clauses.iter().zip(before).enumerate();
    let fits = |(_, (clause, scope)): &(usize, (&Clause, &Scope<'_>))| match clause {
        Clause::Foreach(foreach) => foreach.clauses.len() == 1 && infer(&foreach.list, scope).kind == Kind::List,
        _ => false,
    };
    clauses.filter(fits).map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    if !ground.dialect.has(Feature::CallSubqueryScope) {
        return None;
    }
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    let known = scopes.first()?.get(site.clause)?;
    let mut query = query.clone();
    let clause = query.first.clauses.get_mut(site.clause)?;
    let mut used = Vec::new();
    for_each_name(Part::Clause(clause), &mut |name, kind| {
        if kind == NameKind::Variable && known.find(name).is_some() && !used.contains(name) {
            used.push(name.clone());
        }
    });
    let Clause::Foreach(foreach) = clause else { return None };
    // It hides a variable of the same name, which a subquery must not.
    if known.find(&foreach.variable).is_some() {
        return None;
    }
    let mut clauses = vec![unwind(foreach.list.clone(), foreach.variable.clone())];
    clauses.append(&mut foreach.clauses);
    let body = SingleQuery { clauses }.into();
    *clause = Clause::Subquery(CallSubquery {
        optional: false,
        imports: Imports::Names(used),
        query: body,
        transactions: None,
    });
    Some(vec![query])
}
