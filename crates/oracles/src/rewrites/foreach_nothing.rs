//! A FOREACH over nothing.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;

use super::place::{case, fresh_names, with_clause, writing_places};
use super::{Effect, Ground, Rewrite, Site};

/// FOREACH over the empty list or null does nothing, whatever stands in it.
///
/// `MATCH (n) SET n.k = 1` does what `MATCH (n) FOREACH (z0 IN [] | CREATE ()) SET n.k = 1` does.
///
/// It would be no statement before a clause that reads, which wants a WITH behind clauses that write; it is put nowhere else.
pub const FOREACH_NOTHING: Rewrite = Rewrite {
    name: "foreach_nothing",
    page: "FOREACH over the empty list or null does nothing, whatever stands in it.",
    effect: Effect::SameState,
    needs: &[],
    sites: |query| writing_places(query, VARIANTS),
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 4;

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let names = fresh_names(query, 2);
    let list = match site.item {
        0 => Expression::List(Vec::new()),
        1 => build::null(),
        2 => case(vec![(build::boolean(false), Expression::List(vec![build::integer(1)]))], None),
        _ => Expression::List(Vec::new()),
    };
    let node = Pattern::from(PathPattern { start: NodePattern::variable(names[1].clone()), segments: Vec::new() });
    let inner = match site.item {
        0 | 2 => Clause::Create(vec![node]),
        1 => Clause::Merge(Merge { pattern: node, actions: Vec::new() }),
        _ => {
            let inner = Clause::Create(vec![node]);
            let list = Expression::List(vec![build::integer(1)]);
            Clause::Foreach(Foreach { variable: names[1].clone(), list, clauses: vec![renamed(inner)] })
        }
    };
    let foreach = Foreach { variable: names[0].clone(), list, clauses: vec![inner] };
    Some(with_clause(query, site.clause, Clause::Foreach(foreach)))
}

/// A CREATE of a node without a name.
fn renamed(clause: Clause) -> Clause {
    match clause {
        Clause::Create(mut patterns) => {
            patterns.iter_mut().for_each(|pattern| pattern.path.start.variable = None);
            Clause::Create(patterns)
        }
        other => other,
    }
}
