//! Labels of a WHERE in the pattern.

use graphlance_cypher::ast::*;
use graphlance_graph::Name;

use super::place::{all_conjuncts, conjuncts, predicate_of, with_conjunct};
use super::{Effect, Ground, Rewrite, Site};

/// A conjunct that demands labels of a node may stand in the pattern of that node.
///
/// `MATCH (n) WHERE n:A RETURN n.k AS x` has the rows of `MATCH (n:A) RETURN n.k AS x`. The same in an OPTIONAL MATCH.
pub const FILTER_AS_LABELS: Rewrite = Rewrite {
    name: "filter_as_labels",
    page: "A conjunct that demands labels of a node may stand in the pattern of that node.",
    effect: Effect::SameRows,
    needs: &[],
    sites,
    apply,
};

fn demanded(conjunct: &Expression) -> Option<(&Name, &LabelExpression)> {
    match conjunct {
        Expression::HasLabels(subject, labels) if !labels.is_dynamic() => match &**subject {
            Expression::Variable(name) => Some((name, labels)),
            _ => None,
        },
        _ => None,
    }
}

/// The first node pattern of a name that says nothing of labels.
fn node_of<'a>(clause: &'a mut Match, name: &Name) -> Option<&'a mut NodePattern> {
    let patterns = clause.patterns.iter_mut().filter(|pattern| pattern.selector == PathSelector::All);
    let mut nodes = patterns.flat_map(super::map_as_filter::nodes);
    nodes.find(|node| node.variable.as_ref() == Some(name) && node.labels.is_none())
}

fn sites(query: &Query) -> Vec<Site> {
    let fits = |site: &Site| {
        let Some(Clause::Match(clause)) = query.first.clauses.get(site.clause) else { return false };
        let Some(predicate) = &clause.predicate else { return false };
        let found = conjuncts(predicate).get(site.item).and_then(|conjunct| demanded(conjunct));
        found.is_some_and(|(name, _)| node_of(&mut clause.clone(), name).is_some())
    };
    all_conjuncts(query, 1).into_iter().filter(fits).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let conjunct = conjuncts(predicate_of(query.first.clauses.get(site.clause)?)?).get(site.item).copied()?;
    let (name, labels) = demanded(conjunct)?;
    let mut changed = with_conjunct(query, site.clause, site.item, |_| Some(None))?;
    let Clause::Match(clause) = changed.first.clauses.get_mut(site.clause)? else { return None };
    node_of(clause, name)?.labels = Some(labels.clone());
    Some(vec![changed])
}
