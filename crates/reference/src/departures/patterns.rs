//! Nodes, relationships, directions, labels, types and lengths.

use graphlance_cypher::ast::{
    Clause, Direction, Expression, LabelExpression, Length, Match, NodePattern, PathPattern, RelationshipPattern,
    Segment,
};
use graphlance_cypher::walk::{Part, PartMut, walk, walk_mut};
use graphlance_graph::Name;

use super::clauses::replace;
use super::lengths::{length_of_one_as_none, variables_as_paths};
use super::pieces::goes_over_nameless;
use super::trees::{clauses, hops, matching, optional, variable_length};
use super::{WrongRule, pattern, tree};

pub(super) const RULES: &[WrongRule] = &[
    pattern("left-as-right", "a relationship that points to the left is read as pointing to the right", |part| {
        turn(part, &[Direction::Left], Direction::Right);
    }),
    pattern("direction-ignored", "the direction of a relationship is ignored", |part| {
        turn(part, &[Direction::Left, Direction::Right], Direction::Either);
    }),
    pattern("left-ignored", "the direction of a relationship that points to the left is ignored", |part| {
        turn(part, &[Direction::Left], Direction::Either);
    }),
    pattern("undirected-as-right", "a relationship without direction is read as pointing to the right", |part| {
        turn(part, &[Direction::Either], Direction::Right);
    }),
    pattern("undirected-as-left", "a relationship without direction is read as pointing to the left", |part| {
        turn(part, &[Direction::Either], Direction::Left);
    }),
    pattern(
        "optional-undirected-as-right",
        "OPTIONAL MATCH of a relationship without direction looks one way only",
        |part| {
            if let Some(clause) = optional(part) {
                in_clause(clause, |part| turn(part, &[Direction::Either], Direction::Right));
            }
        },
    ),
    pattern("direction-of-variable-length-ignored", "the direction of a variable length is ignored", |part| {
        variable_length(part).into_iter().for_each(|it| it.direction = Direction::Either);
    }),
    pattern("undirected-variable-length-as-right", "a variable length without direction looks one way only", |part| {
        if let Some(relationship) = variable_length(part)
            && relationship.direction == Direction::Either
        {
            relationship.direction = Direction::Right;
        }
    }),
    pattern("labels-ignored", "the labels of a node pattern are ignored", |part| {
        node(part).into_iter().for_each(|node| node.labels = None);
    }),
    pattern("label-of-first-node-ignored", "the label of the first node of a path is ignored", |part| {
        if let PartMut::Path(path) = part
            && !path.segments.is_empty()
        {
            path.start.labels = None;
        }
    }),
    pattern("label-of-last-node-ignored", "the label of the last node of a path is ignored", |part| {
        last_node(part).into_iter().for_each(|node| node.labels = None);
    }),
    pattern("label-of-inner-node-ignored", "the label of a node inside a path is ignored", |part| {
        if let PartMut::Path(path) = part {
            let last = path.segments.len().saturating_sub(1);
            nodes_behind(path).take(last).for_each(|node| node.labels = None);
        }
    }),
    pattern("map-of-inner-node-ignored", "the properties of a node inside a path are ignored", |part| {
        if let PartMut::Path(path) = part {
            let last = path.segments.len().saturating_sub(1);
            nodes_behind(path).take(last).for_each(|node| node.properties = None);
        }
    }),
    pattern("label-or-takes-first", "of a disjunction of labels the first alone is looked for", |part| {
        node(part).into_iter().for_each(|node| take_side(&mut node.labels, true));
    }),
    pattern("label-or-takes-last", "of a disjunction of labels the last alone is looked for", |part| {
        node(part).into_iter().for_each(|node| take_side(&mut node.labels, false));
    }),
    pattern("label-not-ignored", "the negation of a label is ignored", |part| {
        if let Some(node) = node(part)
            && matches!(node.labels, Some(LabelExpression::Not(_)))
        {
            node.labels = None;
        }
    }),
    pattern("first-label-ignored", "only the last of several labels is checked", |part| {
        if let Some(NodePattern { labels: Some(labels), .. }) = node(part)
            && let LabelExpression::Colons(names) = labels
            && let Some(last) = names.last()
        {
            *labels = LabelExpression::Name(last.clone());
        }
    }),
    pattern("types-ignored", "the type of a relationship is ignored", |part| {
        relationship(part).into_iter().for_each(|it| it.types = None);
    }),
    tree(
        "optional-match-over-nameless-loses-row",
        "an OPTIONAL MATCH of several relationships loses its row where it finds nothing: two with a variable, or, its first node not bound, \
         one with a variable or a node without one between them",
        |part| {
            let PartMut::Single(single) = part else { return };
            for at in 0..single.clauses.len() {
                let (before, behind) = single.clauses.split_at_mut(at);
                if let Some(Clause::Match(matched)) = behind.first_mut()
                    && matched.patterns.iter().any(|pattern| goes_over_nameless(pattern, before))
                {
                    matched.optional = false;
                }
            }
        },
    ),
    tree(
        "types-of-predicate-ignored",
        "several types of a relationship are ignored in a pattern as a condition and in a pattern comprehension",
        |part| {
            let pattern = match part {
                PartMut::Expression(Expression::Pattern(pattern)) => pattern,
                PartMut::Expression(Expression::PatternComprehension(it)) => &mut it.pattern,
                _ => return,
            };
            let is_several = |hop: &&mut RelationshipPattern| {
                hop.length.is_none() && matches!(hop.types, Some(LabelExpression::Or(..)))
            };
            hops(pattern).filter(is_several).for_each(|hop| hop.types = None);
        },
    ),
    pattern("type-or-takes-first", "of several types of a relationship the first alone is looked for", |part| {
        relationship(part).into_iter().for_each(|it| take_side(&mut it.types, true));
    }),
    pattern("type-or-takes-last", "of several types of a relationship the last alone is looked for", |part| {
        relationship(part).into_iter().for_each(|it| take_side(&mut it.types, false));
    }),
    pattern("properties-of-node-ignored", "the properties of a node pattern are ignored", |part| {
        node(part).into_iter().for_each(|node| node.properties = None);
    }),
    tree(
        "properties-of-optional-relationship-ignored",
        "the properties of a relationship pattern in an OPTIONAL MATCH are ignored",
        |part| {
            let patterns = optional(part).map(|clause| clause.patterns.iter_mut());
            patterns.into_iter().flatten().flat_map(hops).for_each(|it| it.properties = None);
        },
    ),
    pattern("properties-of-relationship-ignored", "the properties of a relationship pattern are ignored", |part| {
        relationship(part).into_iter().for_each(|it| it.properties = None);
    }),
    pattern("first-property-only", "of the properties of a pattern the first alone is checked", |part| {
        if let Some(Expression::Map(entries)) = properties(part) {
            entries.truncate(1);
        }
    }),
    pattern("where-in-node-ignored", "a WHERE inside a node pattern is ignored", |part| {
        node(part).into_iter().for_each(|node| node.predicate = None);
    }),
    pattern("where-in-relationship-ignored", "a WHERE inside a relationship pattern is ignored", |part| {
        relationship(part).into_iter().for_each(|it| it.predicate = None);
    }),
    pattern("variable-length-never-zero", "a variable length of 0 is left out", |part| {
        bounds(part, |length| length.min = length.min.map(|min| min.max(1)));
    }),
    pattern("variable-length-from-zero", "a variable length without a lower bound begins at 0", |part| {
        bounds(part, |length| length.min = Some(length.min.unwrap_or(0)));
    }),
    pattern("variable-length-one-short", "the upper bound of a variable length is left out", |part| {
        bounds(part, |length| length.max = length.max.map(|max| max.saturating_sub(1)));
    }),
    pattern("variable-length-one-further", "a variable length goes one beyond its upper bound", |part| {
        bounds(part, |length| length.max = length.max.map(|max| max.saturating_add(1)));
    }),
    pattern("variable-length-lower-bound-ignored", "the lower bound of a variable length is ignored", |part| {
        bounds(part, |length| length.min = length.min.map(|min| min.min(1)));
    }),
    pattern("variable-length-as-one", "a variable length without an upper bound is one relationship", |part| {
        bounds(part, |length| length.max = Some(length.max.unwrap_or(1)));
    }),
    pattern(
        "variable-length-is-what-it-matched",
        "the variable of a length of 1 is the relationship itself, and that of another length a path",
        |part| {
            variables_as_paths(part);
            length_of_one_as_none(part);
        },
    ),
    pattern("variable-length-is-path", "the variable of a variable length is a path", variables_as_paths),
    pattern(
        "length-of-one-is-relationship",
        "the variable of a length of 1 is the relationship itself",
        length_of_one_as_none,
    ),
    pattern("types-of-variable-length-ignored", "the type of a variable length is ignored", |part| {
        variable_length(part).into_iter().for_each(|it| it.types = None);
    }),
    pattern("properties-of-variable-length-ignored", "the properties of a variable length are ignored", |part| {
        variable_length(part).into_iter().for_each(|it| it.properties = None);
    }),
    pattern("quantified-path-never-zero", "a quantified path that goes no time is left out", |part| {
        quantifiers(part, |min, _| *min = (*min).max(1));
    }),
    pattern("quantified-path-one-short", "the upper bound of a quantified path is left out", |part| {
        quantifiers(part, |_, max| *max = max.map(|max| max.saturating_sub(1)));
    }),
    pattern("node-twice-in-path-not-joined", "a variable that stands twice in a path may be two nodes", |part| {
        if let PartMut::Path(path) = part {
            let mut seen = Vec::new();
            forget_known(&mut path.start, &mut seen);
            nodes_behind(path).for_each(|node| forget_known(node, &mut seen));
        }
    }),
    pattern("node-of-two-patterns-not-joined", "a variable of two patterns of a MATCH may be two nodes", |part| {
        let Some(clause) = matching(part) else { return };
        let mut seen: Vec<Name> = Vec::new();
        for pattern in &mut clause.patterns {
            let mut own = Vec::new();
            for node in std::iter::once(&mut pattern.path.start).chain(nodes_of(&mut pattern.path.segments)) {
                own.extend(node.variable.clone());
                if node.variable.as_ref().is_some_and(|name| seen.contains(name)) {
                    node.variable = None;
                }
            }
            seen.extend(own);
        }
    }),
    pattern(
        "bound-relationship-matches-any",
        "a relationship that is bound already matches every relationship",
        |part| {
            let Some(clauses) = clauses(part) else { return };
            let mut seen: Vec<Name> = Vec::new();
            for clause in clauses {
                let before = seen.clone();
                walk(Part::Clause(clause), &mut |part| {
                    if let Part::Relationship(RelationshipPattern { variable: Some(name), .. }) = part {
                        seen.push(name.clone());
                    }
                });
                if let Clause::Match(clause) = clause {
                    in_clause(clause, |part| forget_relationship(part, &before));
                }
            }
        },
    ),
    pattern(
        "ends-of-bound-relationship-not-compared",
        "the ends of a relationship that is bound already are not compared in an OPTIONAL MATCH",
        |part| {
            replace(part, |mut clause, before| {
                if let Clause::Match(Match { optional: true, patterns, .. }) = &mut clause {
                    patterns.iter_mut().for_each(|pattern| forget_ends(&mut pattern.path, before));
                }
                vec![clause]
            });
        },
    ),
];

/// Joins a path of a relationship that is bound with neither end: where it stands twice, or both are bound.
fn forget_ends(path: &mut PathPattern, known: &[Name]) {
    let [Segment::Hop { relationship, node }] = path.segments.as_mut_slice() else { return };
    let is_known = |name: &Option<Name>| name.as_ref().is_some_and(|name| known.contains(name));
    if relationship.length.is_some() || !is_known(&relationship.variable) {
        return;
    }
    if node.variable.is_some() && node.variable == path.start.variable {
        path.start.variable = None;
    } else if is_known(&node.variable) && is_known(&path.start.variable) {
        relationship.direction = Direction::Either;
    }
}

fn node<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut NodePattern> {
    match part {
        PartMut::Node(node) => Some(node),
        _ => None,
    }
}

fn relationship<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut RelationshipPattern> {
    match part {
        PartMut::Relationship(relationship) => Some(relationship),
        _ => None,
    }
}

fn properties<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Expression> {
    match part {
        PartMut::Node(node) => node.properties.as_mut(),
        PartMut::Relationship(relationship) => relationship.properties.as_mut(),
        _ => None,
    }
}

fn turn(part: &mut PartMut<'_>, from: &[Direction], to: Direction) {
    if let Some(relationship) = relationship(part)
        && from.contains(&relationship.direction)
    {
        relationship.direction = to;
    }
}

/// Calls `change` with each part of the patterns of a MATCH.
fn in_clause(clause: &mut Match, change: impl Fn(&mut PartMut<'_>)) {
    for pattern in &mut clause.patterns {
        walk_mut(PartMut::Path(&mut pattern.path), &mut |part| change(part));
    }
}

fn nodes_of(segments: &mut [Segment]) -> impl Iterator<Item = &mut NodePattern> {
    segments.iter_mut().map(|segment| match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    })
}

/// The nodes of a path but for the first.
fn nodes_behind(path: &mut PathPattern) -> impl Iterator<Item = &mut NodePattern> {
    nodes_of(&mut path.segments)
}

fn last_node<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut NodePattern> {
    match part {
        PartMut::Path(path) => nodes_of(&mut path.segments).last(),
        _ => None,
    }
}

/// Keeps one side of a disjunction.
fn take_side(labels: &mut Option<LabelExpression>, first: bool) {
    while let Some(LabelExpression::Or(left, right)) = labels {
        let side = if first { left } else { right };
        *labels = Some((**side).clone());
    }
}

fn bounds(part: &mut PartMut<'_>, change: impl Fn(&mut Length)) {
    if let Some(RelationshipPattern { length: Some(length), .. }) = variable_length(part) {
        change(length);
    }
}

fn quantifiers(part: &mut PartMut<'_>, change: impl Fn(&mut u32, &mut Option<u32>)) {
    let PartMut::Path(path) = part else { return };
    for segment in &mut path.segments {
        if let Segment::Quantified { quantifier, .. } = segment {
            change(&mut quantifier.min, &mut quantifier.max);
        }
    }
}

fn forget_known(node: &mut NodePattern, seen: &mut Vec<Name>) {
    let Some(name) = node.variable.clone() else { return };
    if seen.contains(&name) {
        node.variable = None;
    } else {
        seen.push(name);
    }
}

fn forget_relationship(part: &mut PartMut<'_>, known: &[Name]) {
    if let Some(relationship) = relationship(part)
        && relationship.length.is_none()
        && relationship.variable.as_ref().is_some_and(|name| known.contains(name))
    {
        relationship.variable = None;
    }
}
