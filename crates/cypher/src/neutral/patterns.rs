//! Whole patterns of MATCH.

use graphlance_graph::Name;

use super::elements::{unfilter, unfilter_repetitions};
use super::{at_parts_of_clauses, is_whole, leaning};
use crate::ast::*;
use crate::edit::conjuncts::edit_conjuncts;
use crate::names::{Names, free_variables, pattern_variables};
use crate::walk::{Part, PartMut, any, walk_mut};

/// Patterns that bind nothing that is used later: dropped, with the conjuncts of the same MATCH that are about them.
pub(super) fn dropped(statement: &Statement) -> Vec<Statement> {
    without_each(statement).into_iter().flatten().collect()
}

/// Patterns whose variables are used later, without labels, types, maps and predicates of their own.
pub(super) fn emptied(statement: &Statement) -> Vec<Statement> {
    let emptied = at_parts_of_clauses(statement, &pattern_count, &|clauses, place, which| {
        let Some(Clause::Match(clause)) = clauses.get_mut(place) else { return false };
        clause.patterns.get_mut(which).map(empty).is_some()
    });
    let of_each = emptied.into_iter().zip(without_each(statement));
    let in_use = of_each.filter_map(|(emptied, without)| without.is_none().then_some(emptied));
    in_use.filter(|emptied| emptied != statement).collect()
}

/// Empties a pattern.
pub(super) fn empty(pattern: &mut Pattern) {
    walk_mut(PartMut::Pattern(pattern), &mut |part| match part {
        PartMut::Pattern(pattern) => {
            unfilter(pattern);
        }
        PartMut::Path(path) => {
            unfilter_repetitions(path);
        }
        PartMut::Node(node) => (node.labels, node.properties, node.predicate) = (None, None, None),
        PartMut::Relationship(hop) => (hop.types, hop.properties, hop.predicate) = (None, None, None),
        _ => {}
    });
}

/// The statement without each pattern of a MATCH in turn; none for one whose variables are used later.
fn without_each(statement: &Statement) -> Vec<Option<Statement>> {
    let star = returns_star(statement);
    let without = at_parts_of_clauses(&leaning(statement), &pattern_count, &drop_pattern);
    without.into_iter().map(|edited| (!star && is_whole(&edited)).then_some(edited)).collect()
}

fn pattern_count(clause: &Clause) -> usize {
    match clause {
        Clause::Match(clause) => clause.patterns.len(),
        _ => 0,
    }
}

/// Whether all variables are columns of an answer.
pub(super) fn returns_star(statement: &Statement) -> bool {
    let star = &mut |part: &Part<'_>| matches!(part, Part::Clause(Clause::Return(projection)) if projection.star);
    Part::of(statement).is_some_and(|root| any(root, star))
}

fn drop_pattern(clauses: &mut Vec<Clause>, place: usize, which: usize) -> bool {
    let before: Vec<Name> = Names::after([], &clauses[..place]).iter().map(Name::from).collect();
    let Some(Clause::Match(clause)) = clauses.get_mut(place) else { return false };
    let mut kept = before.clone();
    let mut lost = Vec::new();
    for (number, pattern) in clause.patterns.iter().enumerate() {
        let names = if number == which { &mut lost } else { &mut kept };
        pattern_variables(pattern, &mut |name| names.push(name.clone()));
    }
    lost.retain(|name| !kept.contains(name));
    clause.patterns.remove(which);
    let about_others = |part: &Expression| free_variables(part, &|name| !lost.iter().any(|own| own == name)).is_empty();
    edit_conjuncts(&mut clause.predicate, |parts| parts.retain(about_others));
    if clause.patterns.is_empty() {
        let rest = clause.predicate.take().filter(|_| !clause.optional && !before.is_empty());
        match rest {
            // What is left filters rows of before.
            Some(rest) => {
                let projection = Projection { star: true, ..Projection::default() };
                clauses[place] = Clause::With(With { projection, predicate: Some(rest) });
            }
            None => {
                clauses.remove(place);
            }
        }
    }
    true
}
