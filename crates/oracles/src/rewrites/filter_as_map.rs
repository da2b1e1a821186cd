//! An equality of a WHERE as a property map.

use graphlance_cypher::ast::*;
use graphlance_graph::Name;

use super::place::{all_conjuncts, conjuncts, predicate_of, with_conjunct};
use super::{Effect, Ground, Rewrite, Site};

/// A conjunct that demands that a property of a node equals a literal may stand as a map in the pattern of that node.
///
/// `MATCH (n) WHERE n.k = 1 RETURN n.j AS x` has the rows of `MATCH (n {k: 1}) RETURN n.j AS x`. The same in an OPTIONAL MATCH.
///
/// It would be unsound for another value than a literal, which might read what the pattern binds; those are left alone.
pub const FILTER_AS_MAP: Rewrite = Rewrite {
    name: "filter_as_map",
    page: "A conjunct that demands that a property of a node equals a literal may stand as a map in its pattern.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

/// Variable, key and literal of `n.k = literal`.
fn equality(conjunct: &Expression) -> Option<(&Name, &Name, &Expression)> {
    let Expression::Comparison(one, links) = conjunct else { return None };
    let [(ComparisonOperator::Equal, other)] = links.as_slice() else { return None };
    match (&**one, other) {
        (Expression::Property(subject, key), literal @ Expression::Literal(_))
        | (literal @ Expression::Literal(_), Expression::Property(subject, key)) => match &**subject {
            Expression::Variable(name) => Some((name, key, literal)),
            _ => None,
        },
        _ => None,
    }
}

/// The first node pattern of a name that says nothing of properties.
fn node_of<'a>(clause: &'a mut Match, name: &Name) -> Option<&'a mut NodePattern> {
    let patterns = clause.patterns.iter_mut().filter(|pattern| pattern.selector == PathSelector::All);
    let mut nodes = patterns.flat_map(super::map_as_filter::nodes);
    nodes.find(|node| node.variable.as_ref() == Some(name) && node.properties.is_none())
}

fn sites(query: &Query) -> Vec<Site> {
    let fits = |site: &Site| {
        let Some(Clause::Match(clause)) = query.first.clauses.get(site.clause) else { return false };
        let Some(predicate) = &clause.predicate else { return false };
        let found = conjuncts(predicate).get(site.item).and_then(|conjunct| equality(conjunct));
        found.is_some_and(|(name, ..)| node_of(&mut clause.clone(), name).is_some())
    };
    all_conjuncts(query, 1).into_iter().filter(fits).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let conjunct = conjuncts(predicate_of(query.first.clauses.get(site.clause)?)?).get(site.item).copied()?;
    let (name, key, literal) = equality(conjunct)?;
    let mut changed = with_conjunct(query, site.clause, site.item, |_| Some(None))?;
    let Clause::Match(clause) = changed.first.clauses.get_mut(site.clause)? else { return None };
    node_of(clause, name)?.properties = Some(Expression::Map(vec![(key.clone(), literal.clone())]));
    Some(vec![changed])
}
