//! A UNION whose parts write.

use graphlance_cypher::ast::{Clause, Query};
use graphlance_cypher::walk::PartMut;

use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[tree(
    "union-does-not-write",
    "a UNION writes nothing, and its parts behind one that sets, removes, deletes or creates are left out",
    |part| {
        if let PartMut::Query(query) = part
            && !query.unions.is_empty()
        {
            write_nothing(query);
        }
    },
)];

/// Leaves out what a UNION writes, and the parts behind the first that writes but by FOREACH alone.
fn write_nothing(query: &mut Query) {
    let ends = |clauses: &[Clause]| {
        clauses
            .iter()
            .any(|it| matches!(it, Clause::Set(_) | Clause::Remove(_) | Clause::Delete(_) | Clause::Create(_)))
    };
    let parts = query.parts().map(|part| ends(&part.clauses)).collect::<Vec<bool>>();
    if let Some(last) = parts.iter().position(|ends| *ends) {
        query.unions.truncate(last);
    }
    let is_read = |clause: &Clause| {
        !matches!(
            clause,
            Clause::Set(_) | Clause::Remove(_) | Clause::Delete(_) | Clause::Create(_) | Clause::Foreach(_)
        )
    };
    query.first.clauses.retain(is_read);
    query.unions.iter_mut().for_each(|union| union.query.clauses.retain(is_read));
}
