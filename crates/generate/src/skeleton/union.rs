//! UNION of a statement with one that is looser.

use graphlance_cypher::Feature;
use graphlance_cypher::ast::*;
use graphlance_graph::Random;
use graphlance_reference::Growth;

use super::query::{CLAUSE_ATTEMPTS, Skeleton};

/// Share of statements that are a UNION.
const UNIONS: f64 = 0.16;

impl Skeleton<'_, '_> {
    /// Another part with the same columns: the first part with a predicate, a label or a cut less, so that rows of both are the
    /// same and others are not.
    pub(super) fn union(&mut self, query: &Query, rows: usize) -> Option<Union> {
        let all = self.random.chance(0.4);
        let feature = if all { Feature::UnionAll } else { Feature::Union };
        if !self.random.chance(UNIONS) || !self.context.vocabulary.has(feature) {
            return None;
        }
        let Some(Clause::Return(last)) = query.first.clauses.last() else { return None };
        if !last.order.is_empty() || last.star {
            return None;
        }
        for _ in 0..CLAUSE_ATTEMPTS {
            let mut other = query.first.clone();
            if !loosen(&mut other, self.random) {
                continue;
            }
            let begun = Growth::start(self.context.graph, self.context.attempts);
            if begun.after(&other.clauses).is_ok_and(|other| other.rows().len() != rows) {
                self.techniques.count(if all { "clause.union_all" } else { "clause.union" });
                return Some(Union { all, query: other });
            }
        }
        None
    }
}

/// Drops one restriction of a random clause; false where it has none.
fn loosen(query: &mut SingleQuery, random: &mut Random) -> bool {
    let place = random.below(query.clauses.len());
    match &mut query.clauses[place] {
        Clause::Match(this) if this.predicate.is_some() => {
            this.predicate = None;
            true
        }
        Clause::Match(this) => {
            let start = this.patterns.first_mut().map(|pattern| &mut pattern.path.start);
            start.is_some_and(|node| node.labels.take().is_some() || node.properties.take().is_some())
        }
        Clause::With(with) if with.predicate.is_some() => {
            with.predicate = None;
            true
        }
        Clause::With(With { projection, .. }) | Clause::Return(projection) if projection.limit.is_some() => {
            projection.limit = None;
            true
        }
        _ => false,
    }
}
