//! Labels of a variable that stands in several patterns.

use graphlance_cypher::ast::{Clause, Direction, LabelExpression, Match, NodePattern, Segment, SingleQuery};
use graphlance_cypher::names::Names;
use graphlance_cypher::walk::{Part, PartMut, for_each_child_mut, walk};
use graphlance_graph::Name;

use super::trees::each_optional_behind;
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "labels-of-later-occurrence-ignored",
        "the labels of a variable are looked at where it stands first, and nowhere else",
        |part| {
            in_each_branch(part, |labels| {
                labels.iter_mut().skip(1).for_each(|later| *later = None);
            });
        },
    ),
    tree(
        "labels-of-later-occurrence-are-alternatives",
        "labels where a variable stands again are alternatives to those where it stands first",
        |part| {
            in_each_branch(part, |labels| match labels {
                [None, later @ ..] => later.iter_mut().for_each(|later| *later = None),
                _ => alternatives(labels),
            });
        },
    ),
    tree(
        "labels-of-all-occurrences-are-alternatives",
        "a variable has the labels of all patterns that it stands in, of which one will do",
        |part| in_each_branch(part, alternatives),
    ),
    tree(
        "loop-of-variable-length-first-label",
        "a variable at both ends of a variable length has the first of its labels alone",
        |part| each_segment(part, &mut |segment| first_label_of_loops(segment)),
    ),
    tree(
        "label-of-bound-node-of-optional-ignored",
        "an OPTIONAL MATCH takes no notice of the labels of a bound node that is a pattern beside others, or stands in its only one without a WHERE",
        |part| each_optional_behind(part, &mut forget_labels),
    ),
    tree(
        "optional-label-wanted-of-far-end",
        "a label of an OPTIONAL MATCH is wanted where a variable length in a MATCH before it leads to its variable",
        |part| each_segment(part, &mut |segment| label_far_ends(segment)),
    ),
];

/// Takes the labels of bound nodes away, where they are patterns beside others, or of the only pattern.
fn forget_labels(clause: &mut Match, bound: &Names<'_>) {
    let is_only = clause.patterns.len() == 1;
    if is_only && clause.predicate.is_some() {
        return;
    }
    for pattern in clause.patterns.iter_mut().filter(|it| is_only != it.path.segments.is_empty()) {
        let behind = pattern.path.segments.iter_mut().filter_map(|segment| match segment {
            Segment::Hop { node, .. } => Some(node),
            Segment::Quantified { .. } => None,
        });
        let nodes = std::iter::once(&mut pattern.path.start).chain(behind);
        let known = nodes.filter(|node| node.variable.as_ref().is_some_and(|name| bound.contains(name)));
        known.for_each(|node| node.labels = None);
    }
}

/// Calls for the clauses between one WITH and the next.
fn each_segment(part: &mut PartMut<'_>, change: &mut dyn FnMut(&mut [Clause])) {
    if let PartMut::Single(SingleQuery { clauses }) = part {
        clauses.split_mut(|clause| matches!(clause, Clause::With(_))).for_each(change);
    }
}

/// Leaves of the labels of a variable, wherever it is matched, the first where it is at both ends of a variable length.
fn first_label_of_loops(segment: &mut [Clause]) {
    let mut loops: Vec<Name> = Vec::new();
    let matched = segment.iter_mut().filter(|clause| !matches!(clause, Clause::Match(it) if it.optional));
    each_variable_length(matched, &mut |start, _, end| {
        loops.extend(start.variable.clone().filter(|name| end.variable.as_ref() == Some(name)));
    });
    for name in loops {
        let mut is_first = true;
        segment.iter_mut().for_each(|clause| {
            matched_nodes(PartMut::Clause(clause), &mut |node| {
                if node.variable.as_ref() == Some(&name)
                    && let Some(first) = node.labels.take().as_ref().and_then(first_name)
                    && std::mem::take(&mut is_first)
                {
                    node.labels = Some(LabelExpression::Name(first));
                }
            });
        });
    }
}

/// The first of labels that are all wanted.
fn first_name(labels: &LabelExpression) -> Option<Name> {
    match labels {
        LabelExpression::Name(name) => Some(name.clone()),
        LabelExpression::Colons(names) => names.first().cloned(),
        LabelExpression::And(left, _) => first_name(left),
        _ => None,
    }
}

/// Gives what a variable length of a MATCH leads to, where it has no label, those that later OPTIONAL MATCHes have for it.
fn label_far_ends(segment: &mut [Clause]) {
    for at in 0..segment.len() {
        let (before, later) = segment.split_at_mut(at + 1);
        let wanted = |name: &Name| {
            let mut labels: Vec<LabelExpression> = Vec::new();
            let optional = later.iter().filter(|clause| matches!(clause, Clause::Match(it) if it.optional));
            optional.for_each(|clause| {
                walk(Part::Clause(clause), &mut |part| match part {
                    Part::Node(node) if node.variable.as_ref() == Some(name) => labels.extend(node.labels.clone()),
                    _ => {}
                });
            });
            labels.into_iter().reduce(|a, b| LabelExpression::And(Box::new(a), Box::new(b)))
        };
        each_variable_length(&mut before[at..], &mut |start, direction, end| {
            let far = if direction == Direction::Left { &mut *start } else { &mut *end };
            if let Some(name) = &far.variable
                && far.labels.is_none()
            {
                far.labels = wanted(name);
            }
        });
    }
}

/// Calls for each variable length of the MATCHes of clauses, but for a length of 1, with the nodes at its ends.
fn each_variable_length<'a>(
    segment: impl IntoIterator<Item = &'a mut Clause>,
    visit: &mut dyn FnMut(&mut NodePattern, Direction, &mut NodePattern),
) {
    for clause in segment {
        let Clause::Match(clause) = clause else { continue };
        for pattern in &mut clause.patterns {
            let mut start = &mut pattern.path.start;
            for part in &mut pattern.path.segments {
                match part {
                    Segment::Hop { relationship, node } => {
                        if !relationship.is_one() {
                            visit(start, relationship.direction, node);
                        }
                        start = node;
                    }
                    Segment::Quantified { node, .. } => start = node,
                }
            }
        }
    }
}

/// Any of the labels that a variable has in some pattern, in each of them.
fn alternatives(labels: &mut [Option<LabelExpression>]) {
    let mut different: Vec<LabelExpression> = Vec::new();
    for label in labels.iter().flatten() {
        if !different.contains(label) {
            different.push(label.clone());
        }
    }
    let either = different.into_iter().reduce(|a, b| LabelExpression::Or(Box::new(a), Box::new(b)));
    labels.iter_mut().for_each(|label| *label = either.clone());
}

/// Changes the labels that each variable of several patterns has in these, in each branch of a query. Subqueries belong to the
/// branch that they stand in.
fn in_each_branch(part: &mut PartMut<'_>, change: impl Fn(&mut [Option<LabelExpression>])) {
    let PartMut::Query(query) = part else { return };
    let others = query.unions.iter_mut().map(|union| &mut union.query);
    std::iter::once(&mut query.first).chain(others).for_each(|branch| in_branch(branch, &change));
}

fn in_branch(branch: &mut SingleQuery, change: &dyn Fn(&mut [Option<LabelExpression>])) {
    let mut occurrences: Vec<(Name, Vec<Option<LabelExpression>>)> = Vec::new();
    matched_nodes(PartMut::Single(branch), &mut |node| {
        let Some(name) = node.variable.clone() else { return };
        match occurrences.iter_mut().find(|(known, _)| *known == name) {
            Some((_, labels)) => labels.push(node.labels.clone()),
            None => occurrences.push((name, vec![node.labels.clone()])),
        }
    });
    occurrences.retain(|(_, labels)| labels.len() > 1);
    occurrences.iter_mut().for_each(|(_, labels)| {
        change(labels);
        labels.reverse();
    });
    matched_nodes(PartMut::Single(branch), &mut |node| {
        let of_node = occurrences.iter_mut().find(|(name, _)| node.variable.as_ref() == Some(name));
        if let Some(labels) = of_node.and_then(|(_, left)| left.pop()) {
            node.labels = labels;
        }
    });
}

/// Calls `visit` with each node pattern that is matched, in the order of the text.
fn matched_nodes(part: PartMut<'_>, visit: &mut dyn FnMut(&mut NodePattern)) {
    match part {
        PartMut::Clause(Clause::Create(_) | Clause::Insert(_) | Clause::Merge(_)) => {}
        PartMut::Node(node) => {
            visit(node);
            for_each_child_mut(PartMut::Node(node), &mut |child| matched_nodes(child, visit));
        }
        part => for_each_child_mut(part, &mut |child| matched_nodes(child, visit)),
    }
}
