//! A subquery that writes nothing.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::Name;

use super::place::{fresh, unwind, with_clause};
use super::{Effect, Ground, Rewrite, Site};

/// A `CALL { }` without RETURN keeps each row once, and one whose rows are none writes nothing.
///
/// `MATCH (n) SET n.k = 1` does what `CALL { UNWIND [] AS z0 CREATE () } MATCH (n) SET n.k = 1` does.
///
/// It would be no statement behind a clause that writes, which wants a WITH before a call; it is put nowhere else.
pub const CALL_NOTHING: Rewrite = Rewrite {
    name: "call_nothing",
    page: "A CALL { } without RETURN keeps each row once, and one without rows writes nothing.",
    effect: Effect::SameState,
    needs: &[],
    sites,
    apply,
};

/// How many forms there are.
const VARIANTS: usize = 3;

/// The beginning, and behind each clause that reads.
fn sites(query: &Query) -> Vec<Site> {
    let reads = |clause: &Clause| matches!(clause, Clause::Match(_) | Clause::Unwind(_) | Clause::With(_));
    let clauses = &query.first.clauses;
    let places = (0..clauses.len()).filter(|place| *place == 0 || reads(&clauses[*place - 1]));
    places.flat_map(|clause| (0..VARIANTS).map(move |item| Site { clause, item })).collect()
}

fn apply(query: &Query, site: Site, _: Ground<'_>) -> Option<Vec<Query>> {
    let name = fresh(query);
    let node = |variable: Option<Name>| {
        let start = NodePattern { variable, ..NodePattern::default() };
        Pattern::from(PathPattern { start, segments: Vec::new() })
    };
    let nothing = |list| unwind(list, name.clone());
    let clauses = match site.item {
        0 => vec![nothing(Expression::List(Vec::new())), Clause::Create(vec![node(None)])],
        1 => {
            let merge = Merge { pattern: node(None), actions: Vec::new() };
            vec![nothing(build::null()), Clause::Merge(merge)]
        }
        _ => {
            let predicate = Some(build::boolean(false));
            let found = Match { patterns: vec![node(Some(name.clone()))], predicate, ..Match::default() };
            let expressions = vec![build::variable(name.clone())];
            vec![Clause::Match(found), Clause::Delete(Delete { detach: true, nodetach: false, expressions })]
        }
    };
    let query_within = SingleQuery { clauses }.into();
    let call = CallSubquery::new(Imports::Body, query_within);
    Some(with_clause(query, site.clause, Clause::Subquery(call)))
}
