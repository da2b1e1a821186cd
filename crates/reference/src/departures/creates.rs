//! How often a CREATE behind MATCH is done, and when.

use graphlance_cypher::ast::{Clause, Expression, Literal, Pattern, Projection, ProjectionItem, With};
use graphlance_cypher::names::{Names, free_variables, pattern_variables};
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Name;

use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "create-once-before-match",
        "a CREATE between MATCH and RETURN is done once and before the MATCH, where it reads nothing of that, and the RETURN nothing of it",
        |part| alone(part).into_iter().for_each(create_first),
    ),
    tree(
        "create-once-behind-matches",
        "a CREATE at the end of a query of several MATCHes, of which it reads nothing, is done once, whatever they find",
        |part| alone(part).into_iter().for_each(create_once),
    ),
];

/// The clauses of a query without UNION; one with it does other things.
fn alone<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Vec<Clause>> {
    match part {
        PartMut::Query(query) if query.unions.is_empty() => Some(&mut query.first.clauses),
        _ => None,
    }
}

/// Puts the CREATEs between the MATCHes and the RETURN that a query is in front.
fn create_first(clauses: &mut Vec<Clause>) {
    let Some((matches, creates)) = matched_and_created(clauses) else { return };
    let [Clause::Return(projection)] = &clauses[matches + creates..] else { return };
    let created = created(&clauses[matches..matches + creates]);
    let reads =
        |item: &ProjectionItem| free_variables(&item.expression, &|_| false).iter().any(|it| created.contains(it));
    if projection.star || projection.items.iter().any(reads) {
        return;
    }
    // No variable can be called this.
    let one = Expression::Literal(Literal::Integer(1));
    let item = ProjectionItem { expression: one, alias: Some(Name::new_static("  created")) };
    let projection = Projection { items: vec![item], ..Projection::default() };
    clauses[..matches + creates].rotate_left(matches);
    clauses.insert(creates, Clause::With(With { projection, predicate: None }));
}

/// Leaves the MATCHes out in front of the CREATEs that a query ends with.
fn create_once(clauses: &mut Vec<Clause>) {
    if let Some((matches, creates)) = matched_and_created(clauses)
        && matches > 1
        && matches + creates == clauses.len()
    {
        clauses.drain(..matches);
    }
}

/// With how many MATCHes a query begins, and how many CREATEs stand behind them that read nothing of what they match; none where
/// there are none.
fn matched_and_created(clauses: &[Clause]) -> Option<(usize, usize)> {
    let matches = clauses.iter().take_while(|it| matches!(it, Clause::Match(_))).count();
    let creates = clauses[matches..].iter().take_while(|it| matches!(it, Clause::Create(_))).count();
    let matched = Names::after([], &clauses[..matches]);
    let names = |pattern: &Pattern| {
        let mut names = false;
        pattern_variables(pattern, &mut |name| names = names || matched.contains(name));
        names
            || any(Part::Pattern(pattern), &mut |part| match part {
                Part::Expression(it) => free_variables(it, &|_| false).iter().any(|name| matched.contains(name)),
                _ => false,
            })
    };
    let reads = |clause: &Clause| matches!(clause, Clause::Create(patterns) if patterns.iter().any(names));
    let apart = !clauses[matches..matches + creates].iter().any(reads);
    (matches > 0 && creates > 0 && apart).then_some((matches, creates))
}

/// The variables of what clauses create.
fn created(clauses: &[Clause]) -> Vec<Name> {
    let mut created = Vec::new();
    for clause in clauses {
        if let Clause::Create(patterns) = clause {
            patterns.iter().for_each(|it| pattern_variables(it, &mut |name| created.push(name.clone())));
        }
    }
    created
}
