//! An OPTIONAL MATCH that finds nothing.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::place::{fresh, with_clause};
use super::{Effect, Ground, Precondition, Rewrite, Site};

/// An OPTIONAL MATCH that finds nothing gives each row back once, with one variable more that is null: of a label that no
/// node has, or under a WHERE that is never true.
///
/// `MATCH (n) RETURN n.k AS x` has the rows of `OPTIONAL MATCH (z0) WHERE false MATCH (n) RETURN n.k AS x`.
///
/// It would be unsound where a later clause gives all variables.
pub const OPTIONAL_NOTHING: Rewrite = Rewrite {
    name: "optional_nothing",
    page: "An OPTIONAL MATCH that finds nothing gives each row back once.",
    effect: Effect::SameRows,
    needs: &[Precondition::StarUnseen],
    sites,
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 3;

fn sites(query: &Query) -> Vec<Site> {
    let places = 0..query.first.clauses.len();
    places.flat_map(|clause| (0..VARIANTS).map(move |item| Site { clause, item })).collect()
}

/// A label that no node of a graph has and no schema names.
fn unknown_label(ground: Ground<'_>) -> Name {
    let known = |name: &Name| {
        ground.graph.schema.labels.contains(name) || ground.graph.nodes().any(|node| node.labels.contains(name))
    };
    let names = (0..).map(|number| Name::from(format!("Unknown{number}")));
    names.into_iter().find(|name| !known(name)).unwrap_or_default()
}

fn apply(query: &Query, site: Site, ground: Ground<'_>) -> Option<Vec<Query>> {
    let mut node = NodePattern::variable(fresh(query));
    let mut predicate = None;
    match site.item {
        0 => predicate = Some(build::boolean(false)),
        1 => predicate = Some(build::null()),
        // An engine with typed tables refuses a label that it has no table of, and a statement may make one of any label.
        _ if ground.dialect.tables.is_some() || graphlance_cypher::facts::query_writes(query) => return None,
        _ => node = node.with_labels([unknown_label(ground)]),
    }
    let pattern = Pattern::from(PathPattern { start: node, segments: Vec::new() });
    let nothing = Match { optional: true, patterns: vec![pattern], predicate, ..Match::default() };
    Some(with_clause(query, site.clause, Clause::Match(nothing)))
}
