//! What a CREATE makes and something behind it reads.

use graphlance_cypher::ast::{Clause, Query, SingleQuery};
use graphlance_cypher::names::pattern_variables;
use graphlance_cypher::walk::{Part, any};
use graphlance_graph::Name;

use crate::departures::trees::names_variable;

/// Whether a query with a FOREACH or UNION reads behind a MATCH what a CREATE in front of that has made, or anywhere behind the
/// CREATE where an earlier part has a MATCH. A RETURN reads it in a UNION, or with a WITH in front of it.
pub(super) fn is_read_behind_match(query: &Query) -> bool {
    let is_united = !query.unions.is_empty();
    let has_foreach = any(Part::Query(query), &mut |part| matches!(part, Part::Clause(Clause::Foreach(_))));
    let mut is_matched = false;
    let is_read_in = |part: &SingleQuery| {
        let is_behind = is_matched && is_made_read(part);
        is_matched |= part.clauses.iter().any(|clause| matches!(clause, Clause::Match(_)));
        is_behind || is_read(part, is_united)
    };
    (is_united || has_foreach) && query.parts().any(is_read_in)
}

/// Whether a clause reads what a CREATE in front of it makes.
fn is_made_read(part: &SingleQuery) -> bool {
    let mut made: Vec<Name> = Vec::new();
    part.clauses.iter().any(|clause| {
        if let Clause::Create(patterns) = clause {
            patterns.iter().for_each(|pattern| pattern_variables(pattern, &mut |name| made.push(name.clone())));
            return false;
        }
        names_variable(Part::Clause(clause), &|name| made.contains(name))
    })
}

fn is_read(part: &SingleQuery, is_united: bool) -> bool {
    let clauses = &part.clauses;
    let mut made: Vec<Name> = Vec::new();
    for (at, clause) in clauses.iter().enumerate() {
        match clause {
            Clause::Create(patterns) => {
                patterns.iter().for_each(|pattern| pattern_variables(pattern, &mut |name| made.push(name.clone())));
            }
            Clause::Match(_) if !made.is_empty() => {
                let created = clauses.iter().position(|it| matches!(it, Clause::Create(_))).unwrap_or(at);
                let has_with = clauses.iter().any(|it| matches!(it, Clause::With(_)));
                let reads = |clause: &&Clause| match clause {
                    Clause::Create(_) => false,
                    Clause::Return(_) if !is_united && !has_with => false,
                    other => names_variable(Part::Clause(other), &|name| made.contains(name)),
                };
                if clauses[created..].iter().any(|clause| reads(&clause)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}
