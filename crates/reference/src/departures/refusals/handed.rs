//! What a WITH or UNWIND hands on.

use graphlance_cypher::ast::{Clause, Expression, Match, Projection, ProjectionItem, With};
use graphlance_cypher::names::{Names, free_variables};
use graphlance_cypher::walk::{Part, PartMut, any, for_each_expression_mut, walk};
use graphlance_graph::Name;

use super::patterns::{Hop, hops, nodes};
use crate::departures::trees::null;

/// Whether the variable of a path or of a variable length is read behind an UNWIND, but for an ORDER BY of RETURN.
pub(super) fn reads_path_behind_unwind(clause: &Clause, before: &[Clause]) -> bool {
    let lost = lost_paths(before);
    let reads = |it: &Expression| !free_variables(it, &|name| !lost.iter().any(|lost| lost == name)).is_empty();
    match clause {
        Clause::Return(Projection { items, .. }) => items.iter().any(|item| reads(&item.expression)),
        // Within another expression it is null.
        Clause::Unwind(unwind) => match &unwind.list {
            Expression::Function(call) => call.arguments.iter().any(|it| is_one_of(it, &lost)),
            list => is_one_of(list, &lost),
        },
        Clause::Subquery(_) => false,
        _ => any(Part::Clause(clause), &mut |part| matches!(part, Part::Expression(it) if reads(it))),
    }
}

/// The variables of paths and variable lengths that an UNWIND stands behind.
fn lost_paths(clauses: &[Clause]) -> Vec<Name> {
    let (mut bound, mut lost): (Vec<Name>, Vec<Name>) = (Vec::new(), Vec::new());
    for clause in clauses {
        match clause {
            Clause::Match(clause) => bound.extend(paths(clause)),
            Clause::Unwind(_) => lost.append(&mut bound),
            Clause::With(With { projection, .. }) if !projection.star => {
                bound = renamed(projection, &bound);
                lost = renamed(projection, &lost);
            }
            _ => {}
        }
    }
    lost
}

/// The variables of the paths and the variable lengths of a MATCH.
fn paths(clause: &Match) -> Vec<Name> {
    let mut paths: Vec<Name> = clause.patterns.iter().filter_map(|it| it.variable.clone()).collect();
    paths.extend(lengths(clause).into_iter().flatten());
    paths
}

/// The variable lengths of a MATCH, with their variables.
fn lengths(clause: &Match) -> Vec<Option<Name>> {
    let mut lengths = Vec::new();
    clause.patterns.iter().for_each(|pattern| {
        walk(Part::Pattern(pattern), &mut |part| match part {
            Part::Relationship(it) if it.length.is_some() => lengths.push(it.variable.clone()),
            _ => {}
        });
    });
    lengths
}

/// The names that a projection gives to what is called so.
fn renamed(projection: &Projection, names: &[Name]) -> Vec<Name> {
    let new = |item: &ProjectionItem| match &item.expression {
        Expression::Variable(name) if names.contains(name) => Some(item.alias.as_ref().unwrap_or(name).clone()),
        _ => None,
    };
    projection.items.iter().filter_map(new).collect()
}

fn is_one_of(expression: &Expression, names: &[Name]) -> bool {
    matches!(expression, Expression::Variable(name) if names.contains(name))
}

/// The clauses behind the last WITH or UNWIND.
fn since_handed(clauses: &[Clause]) -> &[Clause] {
    let handed = clauses.iter().rposition(|it| matches!(it, Clause::With(_) | Clause::Unwind(_)));
    &clauses[handed.map_or(0, |at| at + 1)..]
}

/// Whether a WITH hands on the variable of a length that a MATCH behind the last WITH or UNWIND has, or an item of it, or all there
/// is, be it that the length has no variable.
pub(super) fn hands_on_length(clause: &Clause, before: &[Clause]) -> bool {
    let Clause::With(With { projection, .. }) = clause else { return false };
    let of = |clause: &Clause| match clause {
        Clause::Match(clause) => lengths(clause),
        _ => Vec::new(),
    };
    let lengths: Vec<Option<Name>> = since_handed(before).iter().flat_map(of).collect();
    let named: Vec<Name> = lengths.iter().flatten().cloned().collect();
    let is_handed = |item: &ProjectionItem| match &item.expression {
        Expression::Index(of, _) => is_one_of(of, &named),
        other => is_one_of(other, &named),
    };
    projection.star && !lengths.is_empty() || projection.items.iter().any(is_handed)
}

/// Whether a variable length leads to a node with labels that was handed on.
pub(super) fn leads_to_handed(clause: &Match, before: &[Clause]) -> bool {
    let handed = Names::after([], &before[..before.len() - since_handed(before).len()]);
    let is_handed = |hop: &Hop<'_>| hop.to.variable.as_ref().is_some_and(|name| handed.contains(name));
    let leads = |hop: Hop<'_>| hop.variable && hop.to.labels.is_some() && is_handed(&hop);
    clause.patterns.iter().any(|pattern| hops(&pattern.path).any(leads))
}

/// Whether an OPTIONAL MATCH has a path of several relationships of one length, without a variable of its own or of any of them, in
/// which stand a node that was handed on, and between two relationships one with a variable.
pub(super) fn goes_on_from_handed(clause: &Match, before: &[Clause]) -> bool {
    let handed = Names::after([], &before[..before.len() - since_handed(before).len()]);
    let is_handed = |name: &Option<Name>| name.as_ref().is_some_and(|name| handed.contains(name));
    let is_bare = |hop: &Hop<'_>| !hop.variable && !hop.named;
    clause.optional
        && clause.patterns.iter().any(|pattern| {
            let path = &pattern.path;
            let goes_on = hops(path).any(|hop| hop.place > 0 && hop.from.variable.is_some());
            let bare = pattern.variable.is_none() && hops(path).all(|hop| is_bare(&hop));
            goes_on && bare && nodes(path).any(|node| is_handed(&node.variable))
        })
}

/// Whether an UNWIND of what is computed stands behind an OPTIONAL MATCH that has a label, or a WHERE that reads a variable but for
/// its id(), no WITH or UNWIND in between.
pub(super) fn unwinds_behind_optional(clause: &Clause, before: &[Clause]) -> bool {
    let Clause::Unwind(unwind) = clause else { return false };
    let is_computed = matches!(
        unwind.list,
        Expression::Function(_)
            | Expression::Binary(..)
            | Expression::Property(..)
            | Expression::Index(..)
            | Expression::Slice(..)
            | Expression::Parameter(_)
    );
    let filters = |clause: &Match| {
        let mut labelled = clause.patterns.iter().flat_map(|it| nodes(&it.path)).filter(|node| node.labels.is_some());
        clause.optional && (clause.predicate.as_ref().is_some_and(reads_more_than_id) || labelled.next().is_some())
    };
    is_computed && since_handed(before).iter().any(|it| matches!(it, Clause::Match(it) if filters(it)))
}

/// Whether a condition reads a variable in another way than by id().
fn reads_more_than_id(condition: &Expression) -> bool {
    let mut condition = condition.clone();
    for_each_expression_mut(PartMut::Expression(&mut condition), &mut |expression| {
        if matches!(expression, Expression::Function(call) if call.name.eq_ignore_ascii_case("id")) {
            *expression = null();
        }
    });
    let reads = !free_variables(&condition, &|_| false).is_empty();
    reads || any(Part::Expression(&condition), &mut |part| matches!(part, Part::Pattern(_) | Part::Path(_)))
}
