//! Labels of a variable that stands in several patterns.

use graphlance_cypher::ast::{Clause, LabelExpression, NodePattern, SingleQuery};
use graphlance_cypher::walk::{PartMut, for_each_child_mut};
use graphlance_graph::Name;

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
];

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
