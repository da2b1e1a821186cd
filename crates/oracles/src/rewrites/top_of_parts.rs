//! The first rows of the first rows of parts.

use graphlance_cypher::ast::*;
use graphlance_cypher::{Feature, build};
use graphlance_graph::Name;

use super::place::{is_not_null, is_null, named_nodes};
use super::return_in_two::by_name;
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// A property of a node is null or it is not: the first k rows of an order are the first k of the first k rows with it and the
/// first k rows without it (Rigger and Su, OOPSLA 2020; Kamm et al., ISSTA 2023, section 3, where rows are merged outside of the
/// database). It is the database that merges them here, so that its own order holds on both sides.
///
/// `MATCH (n) RETURN n.k AS x ORDER BY x LIMIT 2` has the rows of
/// `CALL () { MATCH (n) WHERE n.j IS NULL RETURN n.k AS x ORDER BY x LIMIT 2 UNION ALL
/// MATCH (n) WHERE n.j IS NOT NULL RETURN n.k AS x ORDER BY x LIMIT 2 } RETURN x AS x ORDER BY x LIMIT 2`.
///
/// It would be unsound where the order leaves open which rows come first, where rows between the MATCH and the RETURN are looked at
/// together, in an OPTIONAL MATCH, which gives a row in each part, and in a query that writes, which would write twice.
pub const TOP_OF_PARTS: Rewrite = Rewrite {
    name: "top_of_parts",
    page: "A property is null or it is not: the first k rows of an order are the first k of the first k with it and the first k \
           without it.",
    effect: Effect::SameRows,
    needs: &[Precondition::ReadsOnly, Precondition::NotOptional, Precondition::TopMerges],
    sites,
    apply,
};

/// A MATCH that names a node, before a last RETURN that cuts by an order of its columns: once for each end of the list of keys.
fn sites(query: &Query) -> Vec<Site> {
    let Some(Clause::Return(top)) = query.first.clauses.last() else { return Vec::new() };
    let by_column = |key: &SortItem| {
        matches!(&key.expression, Expression::Variable(name)
            if top.items.iter().any(|item| item.alias.as_ref() == Some(name)))
    };
    let named = !top.star && top.items.iter().all(|item| item.alias.is_some());
    let cuts = top.skip.is_none() && matches!(top.limit, Some(Expression::Literal(_)));
    if !(named && cuts && !top.order.is_empty() && top.order.iter().all(by_column)) {
        return Vec::new();
    }
    let clauses = query.first.clauses.iter().enumerate();
    let places =
        clauses.filter(|(_, clause)| matches!(clause, Clause::Match(clause) if !named_nodes(clause).is_empty()));
    places.flat_map(|(clause, _)| (0..2).map(move |item| Site { clause, item })).collect()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let keys = &ground.graph.schema.keys;
    let key: Name = match site.item {
        0 => keys.first(),
        _ => keys.last(),
    }
    .map_or_else(|| "id".into(), |key| key.name.clone());
    let part = |test: fn(Expression) -> Expression| {
        let mut part = query.first.clone();
        let Clause::Match(clause) = part.clauses.get_mut(site.clause)? else { return None };
        let node = named_nodes(clause).into_iter().next()?;
        let divides = test(build::property(node, key.clone()));
        clause.predicate = build::all(clause.predicate.take().into_iter().chain([divides]));
        Some(part)
    };
    let Some(Clause::Return(top)) = query.first.clauses.last() else { return None };
    let merged = Projection { items: by_name(top), ..top.clone() };
    let (without, with) = (part(is_null)?, part(is_not_null)?);
    let unions = vec![Union { all: true, query: with }];
    let body = Query { parameters: Vec::new(), first: without, unions };
    let imports = match ground.dialect.has(Feature::CallSubqueryScope) {
        true => Imports::Names(Vec::new()),
        false => Imports::Body,
    };
    let mut merging = query.clone();
    merging.first.clauses = vec![Clause::Subquery(CallSubquery::new(imports, body)), Clause::Return(merged)];
    Some(vec![merging])
}
