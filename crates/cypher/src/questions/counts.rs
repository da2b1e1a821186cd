//! Numbers of rows before and after clauses.

use graphlance_graph::Name;

use super::{count, named, places, projection, returning, with_items};
use crate::ast::*;
use crate::build;

/// The rows after each clause but the last ones, which make the answer.
pub(super) fn after_clauses(statement: &Statement) -> Vec<Statement> {
    let between = places(statement, &|_| true).into_iter().filter(|(before, _)| !before.is_empty());
    between.map(|(before, _)| returning(before.to_vec(), vec![named(Expression::CountStar, "rows")])).collect()
}

/// The rows before and after each MATCH that is not the first of its part.
pub(super) fn around_matches(statement: &Statement) -> Vec<Statement> {
    let later = |before: &[Clause]| before.iter().any(|clause| matches!(clause, Clause::Match(_)));
    let is_match = |clause: &Clause| matches!(clause, Clause::Match(Match { optional: false, .. }));
    let matches = places(statement, &is_match).into_iter().filter(|(before, _)| later(before));
    matches.map(|(before, clause)| around(before, clause.clone())).collect()
}

/// The rows before and after each OPTIONAL MATCH.
pub(super) fn around_optional_matches(statement: &Statement) -> Vec<Statement> {
    places(statement, &is_optional).into_iter().map(|(before, clause)| around(before, clause.clone())).collect()
}

fn is_optional(clause: &Clause) -> bool {
    matches!(clause, Clause::Match(Match { optional: true, .. }))
}

/// The rows before and after each DISTINCT.
pub(super) fn around_distinct(statement: &Statement) -> Vec<Statement> {
    // With GROUP BY, what DISTINCT drops are groups.
    let distinct = |clause: &Clause| {
        projection(clause).is_some_and(|projection| projection.distinct && projection.group.is_none())
    };
    let projections = places(statement, &distinct).into_iter();
    let asked = projections.filter_map(|(before, clause)| {
        let projection = projection(clause)?;
        let all = |distinct| Clause::With(with_items(distinct, projection.star, &projection.items));
        let mut projected = before.to_vec();
        projected.push(all(false));
        let mut merged = before.to_vec();
        merged.push(all(true));
        Some(counted(projected, merged))
    });
    asked.collect()
}

/// The rows after each OPTIONAL MATCH, and those of them for which it found something.
pub(super) fn of_optional_matches(statement: &Statement) -> Vec<Statement> {
    let optional = places(statement, &is_optional).into_iter();
    let asked = optional.filter_map(|(before, clause)| {
        let Clause::Match(clause) = clause else { return None };
        let mut clause = clause.clone();
        // A path is found where all of it is, and each pattern may have one.
        let path = clause.patterns.first_mut()?.variable.get_or_insert_with(|| Name::from("found path")).clone();
        let mut clauses = before.to_vec();
        clauses.push(Clause::Match(clause));
        let found = count(build::variable(path), false);
        Some(returning(clauses, vec![named(Expression::CountStar, "rows"), named(found, "found")]))
    });
    asked.collect()
}

/// The rows before a clause and after it.
fn around(before: &[Clause], clause: Clause) -> Statement {
    let mut after = before.to_vec();
    after.push(clause);
    counted(before.to_vec(), after)
}

/// The numbers of rows that two runs of clauses leave.
fn counted(before: Vec<Clause>, after: Vec<Clause>) -> Statement {
    let numbers = [(before, "before"), (after, "after")].map(|(mut clauses, name)| {
        let items = vec![named(Expression::CountStar, name)];
        clauses.push(Clause::Return(Projection { items, ..Projection::default() }));
        // A first WITH would import from outside in a subquery that says nothing of its imports.
        let imports = Imports::Names(Vec::new());
        Clause::Subquery(CallSubquery::new(imports, SingleQuery { clauses }.into()))
    });
    let names = ["before", "after"].map(|name| named(build::variable(name), name));
    returning(numbers.to_vec(), names.to_vec())
}
