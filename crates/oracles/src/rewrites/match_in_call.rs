//! A MATCH or UNWIND in a subquery.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::facts::Scope;
use graphlance_cypher::walk::{NameKind, Part, for_each_name};
use graphlance_graph::Name;

use super::{Effect, Ground, Rewrite, Site};

/// A reading clause may stand in a `CALL { }` that returns what it binds: it is run for each row, and gives each row as many
/// rows as the clause did.
///
/// `MATCH (n) OPTIONAL MATCH (n)-->(m) RETURN m.k AS x` has the rows of
/// `MATCH (n) CALL { WITH n OPTIONAL MATCH (n)-->(m) RETURN m } RETURN m.k AS x`.
///
/// It would be unsound for a clause that binds nothing, of which a subquery has no column to return; those are left alone.
pub const MATCH_IN_CALL: Rewrite = Rewrite {
    name: "match_in_call",
    page: "A reading clause may stand in a CALL { } that returns what it binds.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// What a clause binds and what it uses of what is bound before it.
fn bound_and_used(query: &Query, place: usize) -> Option<[Vec<Name>; 2]> {
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    let scopes = scopes.first()?;
    let (before, after) = (scopes.get(place)?, scopes.get(place + 1)?);
    let clause = query.first.clauses.get(place)?;
    let names = |scope: &Scope<'_>| scope.bindings().iter().map(|binding| binding.name.clone()).collect::<Vec<_>>();
    let known = names(before);
    let bound = names(after).into_iter().filter(|name| !known.contains(name)).collect();
    let mut used = Vec::new();
    for_each_name(Part::Clause(clause), &mut |name, kind| {
        if kind == NameKind::Variable && known.contains(name) && !used.contains(name) {
            used.push(name.clone());
        }
    });
    Some([bound, used])
}

fn sites(query: &Query) -> Vec<Site> {
    let reads = |clause: &Clause| matches!(clause, Clause::Match(_) | Clause::Unwind(_));
    let clauses = query.first.clauses.iter().enumerate().filter(|(_, clause)| reads(clause));
    let binds = |place: usize| bound_and_used(query, place).is_some_and(|[bound, _]| !bound.is_empty());
    clauses.filter(|(place, _)| binds(*place)).map(|(clause, _)| Site { clause, item: 0 }).collect()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let [bound, used] = bound_and_used(query, site.clause)?;
    let mut query = query.clone();
    let clause = query.first.clauses.get_mut(site.clause)?;
    let project = |names: &[Name]| Projection {
        items: names
            .iter()
            .map(|name| ProjectionItem { expression: build::variable(name.clone()), alias: None })
            .collect(),
        ..Projection::default()
    };
    let mut clauses = vec![clause.clone(), Clause::Return(project(&bound))];
    let imports = match ground.dialect.has(graphlance_cypher::Feature::CallSubqueryScope) {
        true => Imports::Names(used),
        false => {
            if !used.is_empty() {
                clauses.insert(0, Clause::With(With { projection: project(&used), predicate: None }));
            }
            Imports::Body
        }
    };
    let body = SingleQuery { clauses }.into();
    *clause = Clause::Subquery(CallSubquery::new(imports, body));
    Some(vec![query])
}
