//! A SET that adds nothing.

use graphlance_cypher::ast::*;
use graphlance_cypher::facts::Scope;

use super::place::{with_clause, writing_places};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// `SET n += {}` adds no property to an element and does nothing to null.
///
/// `MATCH (n) SET n.k = 1` does what `MATCH (n) SET n += {} SET n.k = 1` does.
///
/// It would be unsound behind a DELETE, for what is written to a deleted element is open.
pub const SET_NOTHING: Rewrite = Rewrite {
    name: "set_nothing",
    page: "SET n += {} adds no property to an element and does nothing to null.",
    effect: Effect::SameState,
    needs: &[Precondition::NothingDeleted],
    sites,
    apply,
};

/// The place of each variable of an element in the scope, wherever a clause that writes may stand.
fn sites(query: &Query) -> Vec<Site> {
    use graphlance_cypher::functions::Kind;
    let outer = Scope::default();
    let scopes = graphlance_cypher::facts::scopes(query, &outer);
    let Some(before) = scopes.first() else { return Vec::new() };
    let mut sites = Vec::new();
    for Site { clause, .. } in writing_places(query, 1) {
        let bindings = before.get(clause).map(Scope::bindings).unwrap_or_default().iter().enumerate();
        let elements = bindings.filter(|(_, it)| matches!(it.of.kind, Kind::Node | Kind::Relationship));
        sites.extend(elements.map(|(item, _)| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let variable = super::match_again::binding_at(query, site)?.name;
    let item = SetItem::Properties { variable, merge: true, value: Expression::Map(Vec::new()) };
    Some(with_clause(query, site.clause, Clause::Set(vec![item])))
}
