//! Variables of paths and of variable lengths that are not known.

use graphlance_cypher::ast::{Clause, Expression, Pattern, Query, SingleQuery};
use graphlance_cypher::walk::{NameKind, Part, any, for_each_child, for_each_name};
use graphlance_graph::Name;

use super::projections::carried;
use super::{any_clause, elements, handed, refusal};
use crate::departures::WrongRule;

pub(in crate::departures) const RULES: &[WrongRule] = &[
    refusal(
        "path-behind-unwind-unknown",
        "the variable of a path, or of a variable length, is not known behind an UNWIND",
        |query| any_clause(query, &mut handed::reads_path_behind_unwind),
        &["UndefinedVariable", "function argument must be a path variable", "no such column: p", "no such column: r"],
    ),
    refusal(
        "with-of-variable-length-refused",
        "a WITH of the variable of a length, or WITH * behind a variable length, is refused",
        |query| any_clause(query, &mut handed::hands_on_length),
        &["no such column: _gql_default_alias_"],
    ),
    refusal(
        "path-of-node-is-unknown",
        "the variable of a path that is one node is not known",
        reads_path_of_node,
        &["Undefined variable"],
    ),
    refusal(
        "merge-of-path-variable-refused",
        "the variable of a path that a MATCH bound is not known in a MERGE",
        |query| any_clause(query, &mut elements::merges_path),
        &["Unable to resolve filtered alias '"],
    ),
    refusal(
        "path-over-handed-relationship-refused",
        "the variable of a path over a relationship that a WITH or UNWIND handed on is not known but in length()",
        reads_path_over_carried,
        &["no such column: _with_", "no such column: _unwind_"],
    ),
];

/// Whether the variable of a path of a MATCH is read behind it that goes over a relationship which a WITH or UNWIND handed on.
fn reads_path_over_carried(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| match part {
        Part::Single(SingleQuery { clauses }) => (0..clauses.len()).any(|at| {
            let Clause::Match(matched) = &clauses[at] else { return false };
            let carried = carried(&clauses[..at]);
            let goes_over = |pattern: &Pattern| {
                any(Part::Pattern(pattern), &mut |part| match part {
                    Part::Relationship(it) => it.variable.as_ref().is_some_and(|name| carried.contains(name)),
                    _ => false,
                })
            };
            let over = matched.patterns.iter().filter(|pattern| goes_over(pattern));
            let paths: Vec<&Name> = over.filter_map(|pattern| pattern.variable.as_ref()).collect();
            clauses[at..].iter().any(|clause| paths.iter().any(|path| reads_beyond_length(Part::Clause(clause), path)))
        }),
        _ => false,
    })
}

/// Whether a path is read but for its length.
fn reads_beyond_length(part: Part<'_>, path: &Name) -> bool {
    let is_it = |it: &Expression| matches!(it, Expression::Variable(name) if name == path);
    match part {
        Part::Expression(Expression::Function(call)) if call.name.eq_ignore_ascii_case("length") => {
            !call.arguments.iter().all(is_it)
                && call.arguments.iter().any(|it| reads_beyond_length(Part::Expression(it), path))
        }
        Part::Expression(it) if is_it(it) => true,
        part => {
            let mut reads = false;
            for_each_child(part, &mut |child| reads = reads || reads_beyond_length(child, path));
            reads
        }
    }
}

/// Whether the variable of a path that is one node is read.
fn reads_path_of_node(query: &Query) -> bool {
    let mut of_node: Vec<&Name> = Vec::new();
    any(Part::Query(query), &mut |part| {
        if let Part::Pattern(Pattern { variable: Some(name), path, .. }) = part {
            of_node.extend(path.segments.is_empty().then_some(name));
        }
        false
    });
    let times = |wanted: &Name| {
        let mut times = 0;
        for_each_name(Part::Query(query), &mut |name, kind| {
            times += usize::from(kind == NameKind::Variable && name == wanted);
        });
        times
    };
    of_node.into_iter().any(|name| times(name) > 1)
}
