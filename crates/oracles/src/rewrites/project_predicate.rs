//! A predicate as a column in place of a WHERE.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{all_conjuncts, conjuncts, fresh, item, predicate_of, scopes_of, with_conjunct};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// What a WHERE lets pass are the rows on which its predicate is true, whether the engine filters by it or gives its value back
/// (Rigger and Su, *Detecting Optimization Bugs in Database Engines via Non-Optimizing Reference Engine Construction*, FSE 2020).
///
/// `MATCH (n) WHERE n.k > 1 RETURN n.j AS x` has the rows of `MATCH (n) RETURN n.j AS x, n.k > 1 AS z0` in which z0 is true. Where
/// clauses come between, the value is carried on: `MATCH (n) WITH *, n.k > 1 AS z0 MATCH ..`.
///
/// It would be unsound where later clauses look at several rows at once (aggregation, DISTINCT, LIMIT), in an OPTIONAL MATCH, which
/// gives a row where nothing is found, in a query with UNION, where all variables are returned, and for a pattern as a predicate,
/// which is no value.
pub const PROJECT_PREDICATE: Rewrite = Rewrite {
    name: "project_predicate",
    page: "A WHERE lets those rows pass on which its predicate, given back as a value, is true.",
    effect: Effect::Held,
    needs: &[
        Precondition::OnePart,
        Precondition::RowByRow,
        Precondition::NotOptional,
        Precondition::StarUnseen,
        Precondition::NoPatternPredicate,
    ],
    sites,
    apply,
};

fn sites(query: &Query) -> Vec<Site> {
    all_conjuncts(query, 1)
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let predicate = predicate_of(query.first.clauses.get(site.clause)?)?;
    let taken = (*conjuncts(predicate).get(site.item)?).clone();
    let held = fresh(query);
    let mut made = with_conjunct(query, site.clause, site.item, |_| Some(None))?;
    let clauses = &mut made.first.clauses;
    let is_next = |clause: &Clause| matches!(clause, Clause::Return(_));
    if clauses.get(site.clause + 1).is_some_and(is_next) {
        let Some(Clause::Return(projection)) = clauses.last_mut() else { return None };
        projection.items.push(item(taken, &held));
        return Some(vec![made]);
    }
    // A star needs something to carry on.
    if scopes_of(query, ground.graph).get(site.clause + 1)?.bindings().is_empty() {
        return None;
    }
    for clause in clauses.iter_mut().skip(site.clause + 1) {
        if let Clause::With(With { projection, .. }) | Clause::Return(projection) = clause
            && !projection.star
        {
            projection.items.push(item(build::variable(held.clone()), &held));
        }
    }
    let projection = Projection { star: true, items: vec![item(taken, &held)], ..Projection::default() };
    clauses.insert(site.clause + 1, Clause::With(With { projection, predicate: None }));
    Some(vec![made])
}
