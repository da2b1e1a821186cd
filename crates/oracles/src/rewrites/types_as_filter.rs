//! The types of a relationship as a WHERE.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::{Effect, Ground, Rewrite, Site};

/// The types in a relationship pattern demand what `type(r) IN [..]` in the WHERE demands.
///
/// `MATCH (a)-[r:T]->(b) RETURN b.k AS x` has the rows of `MATCH (a)-[r]->(b) WHERE type(r) IN ['T'] RETURN b.k AS x`. The
/// same in an OPTIONAL MATCH, whose WHERE is part of what is optional.
///
/// It would be unsound for a relationship of variable length, each of whose relationships has a type; those are left alone, and so
/// are label expressions other than a list of names.
pub const TYPES_AS_FILTER: Rewrite = Rewrite {
    name: "types_as_filter",
    page: "The types in a relationship pattern demand what type(r) IN [..] in the WHERE demands.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// The names of `A|B`.
pub(super) fn names(types: &LabelExpression) -> Option<Vec<Name>> {
    match types {
        LabelExpression::Name(name) => Some(vec![name.clone()]),
        LabelExpression::Or(left, right) => Some([names(left)?, names(right)?].concat()),
        _ => None,
    }
}

fn has_types(relationship: &RelationshipPattern) -> bool {
    relationship.length.is_none()
        && relationship.variable.is_some()
        && relationship.types.as_ref().and_then(names).is_some()
}

fn typed(pattern: &mut Pattern) -> Option<&mut RelationshipPattern> {
    if pattern.selector != PathSelector::All {
        return None;
    }
    let relationships = pattern.path.segments.iter_mut().filter_map(|segment| match segment {
        Segment::Hop { relationship, .. } => Some(relationship),
        Segment::Quantified { .. } => None,
    });
    relationships.into_iter().find(|relationship| has_types(relationship))
}

fn sites(query: &Query) -> Vec<Site> {
    let mut sites = Vec::new();
    for (clause, each) in query.first.clauses.iter().enumerate() {
        let Clause::Match(Match { patterns, .. }) = each else { continue };
        let found = patterns.iter().enumerate().filter(|(_, pattern)| typed(&mut (*pattern).clone()).is_some());
        sites.extend(found.map(|(item, _)| Site { clause, item }));
    }
    sites
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let mut query = query.clone();
    let Clause::Match(clause) = query.first.clauses.get_mut(site.clause)? else { return None };
    let relationship = typed(clause.patterns.get_mut(site.item)?)?;
    let (variable, types) = (relationship.variable.clone()?, relationship.types.take()?);
    let kind = build::call(graphlance_cypher::functions::Scalar::Type.name(), vec![build::variable(variable)]);
    let list = Expression::List(names(&types)?.iter().map(|name| build::string(name)).collect());
    let kept = build::binary(BinaryOperator::In, kind, list);
    clause.predicate = build::all([kept].into_iter().chain(clause.predicate.take()));
    Some(vec![query])
}
