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
    let ends = |it: &Clause| matches!(it, Clause::Set(_) | Clause::Remove(_) | Clause::Delete(_) | Clause::Create(_));
    let last = query.parts().position(|part| part.clauses.iter().any(ends));
    query.unions.truncate(last.unwrap_or(usize::MAX));
    let reads = |it: &Clause| !ends(it) && !matches!(it, Clause::Foreach(_));
    query.first.clauses.retain(reads);
    query.unions.iter_mut().for_each(|union| union.query.clauses.retain(reads));
}
