//! Variable lengths whose variable is no list of relationships.

use graphlance_cypher::ast::{
    BinaryOperator, Clause, Expression, NodePattern, PathPattern, Pattern, RelationshipPattern, Segment,
};
use graphlance_cypher::names::free_variables;
use graphlance_cypher::walk::{PartMut, for_each_expression_mut};
use graphlance_graph::Name;

use super::trees::{is_null, is_one_of, matching, null, variable_length, when};

/// Gives the variable of each variable length of a MATCH to the path that it goes, where no condition of the clause reads it.
pub(super) fn variables_as_paths(part: &mut PartMut<'_>) {
    let Some(clause) = matching(part) else { return };
    let read = clause.predicate.as_ref().map(|predicate| free_variables(predicate, &|_| false)).unwrap_or_default();
    let is_path = |relationship: &RelationshipPattern| {
        relationship.length.as_ref().is_some_and(|length| (length.min, length.max) != (Some(1), Some(1)))
            && relationship.variable.as_ref().is_some_and(|name| !read.contains(name))
    };
    let patterns = std::mem::take(&mut clause.patterns).into_iter().enumerate();
    clause.patterns = patterns.flat_map(|(at, pattern)| apart(pattern, at, &is_path)).collect();
}

/// Takes a length of one for none.
pub(super) fn length_of_one_as_none(part: &mut PartMut<'_>) {
    if let Some(relationship) = variable_length(part).filter(|relationship| relationship.is_one()) {
        relationship.length = None;
    }
}

/// Functions of lists.
const OF_LISTS: &[&str] = &["size", "head", "last", "tail", "reverse", "isEmpty"];

/// Puts poison in the place of the variables of variable lengths where a list is wanted, unless they are null, and in that of
/// properties of what UNWIND makes of them.
pub(super) fn poison_lists(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Single(single) = part else { return };
    let (mut lists, mut items): (Vec<Name>, Vec<Name>) = Default::default();
    for clause in &mut single.clauses {
        match &*clause {
            Clause::Match(matched) => lists.extend(matched.patterns.iter().flat_map(|it| lengths_of(&it.path))),
            Clause::Unwind(unwind) if is_one_of(&unwind.list, &lists) => items.push(unwind.variable.clone()),
            _ => {}
        }
        for_each_expression_mut(PartMut::Clause(clause), &mut |expression| {
            if matches!(expression, Expression::Property(subject, _) if is_one_of(subject, &items)) {
                *expression = unless_null(expression.clone(), poison);
            } else if let Some(list) = list_of(expression).filter(|list| is_one_of(list, &lists)) {
                *list = unless_null(list.clone(), poison);
            }
        });
    }
}

/// The variables of a path's variable lengths.
fn lengths_of(path: &PathPattern) -> impl Iterator<Item = Name> {
    path.segments.iter().filter_map(|segment| match segment {
        Segment::Hop { relationship, .. } if relationship.length.is_some() => relationship.variable.clone(),
        _ => None,
    })
}

/// What must be a list for an expression.
fn list_of(expression: &mut Expression) -> Option<&mut Expression> {
    match expression {
        Expression::Function(call) if OF_LISTS.iter().any(|name| call.name.eq_ignore_ascii_case(name)) => {
            call.arguments.first_mut()
        }
        Expression::ListComprehension(it) => Some(&mut it.list),
        Expression::Quantified(it) => Some(&mut it.list),
        Expression::Reduce(it) => Some(&mut it.list),
        Expression::Index(list, _) | Expression::Slice(list, ..) => Some(list),
        Expression::Binary(BinaryOperator::In, _, list) => Some(list),
        _ => None,
    }
}

/// `CASE WHEN subject IS NULL THEN null ELSE poison END`, of the variable that an expression is or is a property of.
fn unless_null(expression: Expression, poison: &Expression) -> Expression {
    let subject = match expression {
        Expression::Property(subject, _) => *subject,
        other => other,
    };
    when(is_null(subject), null(), poison.clone())
}

/// A pattern with each such length in one of its own, whose variable is the path.
fn apart(pattern: Pattern, at: usize, is_path: &impl Fn(&RelationshipPattern) -> bool) -> Vec<Pattern> {
    let lengths = |segment: &Segment| matches!(segment, Segment::Hop { relationship, .. } if is_path(relationship));
    let is_plain = pattern == Pattern::from(pattern.path.clone());
    let hops = pattern.path.segments.iter().all(|segment| matches!(segment, Segment::Hop { .. }));
    if !is_plain || !hops || !pattern.path.segments.iter().any(lengths) {
        return vec![pattern];
    }
    let mut made: Vec<Pattern> = Vec::new();
    let mut open = PathPattern { start: pattern.path.start, segments: Vec::new() };
    let last = pattern.path.segments.len() - 1;
    for (place, segment) in pattern.path.segments.into_iter().enumerate() {
        match segment {
            Segment::Hop { mut relationship, mut node } if is_path(&relationship) => {
                let start = if open.segments.is_empty() {
                    open.start
                } else {
                    let end = end_of(&mut open, &format!("  length {at} {place}"));
                    made.push(open.into());
                    end
                };
                if place < last {
                    node.variable.get_or_insert_with(|| Name::new(format!("  end {at} {place}")));
                }
                let next = node.variable.clone().map(NodePattern::variable).unwrap_or_default();
                let variable = relationship.variable.take();
                let path = PathPattern { start, segments: vec![Segment::Hop { relationship, node }] };
                made.push(Pattern { variable, ..path.into() });
                open = PathPattern { start: next, segments: Vec::new() };
            }
            segment => open.segments.push(segment),
        }
    }
    if !open.segments.is_empty() {
        made.push(open.into());
    }
    made
}

/// The node that a path ends at, by a name that it is given where it has none.
fn end_of(path: &mut PathPattern, name: &str) -> NodePattern {
    let node = match path.segments.last_mut() {
        Some(Segment::Hop { node, .. }) => node,
        _ => &mut path.start,
    };
    NodePattern::variable(node.variable.get_or_insert_with(|| Name::new(name)).clone())
}
