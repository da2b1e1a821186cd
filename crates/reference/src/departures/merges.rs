//! MERGE.

use graphlance_cypher::ast::{
    BinaryOperator, Clause, Expression, Literal, Merge, MergeAction, NodePattern, PathPattern, Pattern,
    RelationshipPattern, Segment, SetItem, UnaryOperator,
};
use graphlance_cypher::build;
use graphlance_cypher::names::free_variables;
use graphlance_cypher::walk::{PartMut, for_each_expression_mut, walk_mut};
use graphlance_graph::Name;

use super::stored::{drop_entries, reads_property};
use super::trees::{clauses, hops, null, turn_round};
use super::{WrongRule, tree};

pub(super) const RULES: &[WrongRule] = &[
    tree("merge-left-as-right", "MERGE turns a relationship round that points to the left", |part| {
        if let Some(merge) = merge(part) {
            turn_round(&mut merge.pattern);
        }
    }),
    tree("merge-nodes-first", "the nodes of a path are merged each by itself before MERGE merges the path", |part| {
        let Some(clauses) = clauses(part) else { return };
        let merged = |clause: Clause| match clause {
            Clause::Merge(merge) => by_itself(merge),
            other => vec![other],
        };
        *clauses = std::mem::take(clauses).into_iter().flat_map(merged).collect();
    }),
    tree(
        "merge-behind-first-unwind",
        "of several UNWINDs in front of a MERGE the first counts, and the variables of the others have no value",
        |part| clauses(part).into_iter().for_each(|clauses| first_unwind(clauses)),
    ),
    tree("merge-first-hop-only", "MERGE of a path takes its first relationship alone", |part| {
        if let Some(merge) = merge(part) {
            merge.pattern.path.segments.truncate(1);
        }
    }),
    // Before what is ignored altogether: of departures that foretell the same, the first is taken, and the narrower is safer.
    tree("label-of-merge-action-dropped", "a label of ON CREATE SET or ON MATCH SET is dropped", |part| {
        let is_label = |item: &SetItem| matches!(item, SetItem::Labels { .. } | SetItem::DynamicLabels { .. });
        actions(part).for_each(|action| action.items.retain(|item| !is_label(item)));
    }),
    tree(
        "merge-action-reads-null",
        "in ON CREATE SET and ON MATCH SET the properties of what is merged are null",
        |part| merge(part).into_iter().for_each(forget_properties),
    ),
    tree(
        "merge-action-sets-null",
        "ON CREATE SET and ON MATCH SET of a MERGE of a node, of whose items none is computed, take the properties of that node for null",
        |part| merge(part).into_iter().for_each(forget_set),
    ),
    tree(
        "merge-of-null-allowed",
        "MERGE looks for what has no property where its map has null for one, which is an error",
        |part| merge(part).into_iter().for_each(|merge| look_for_lack(&mut merge.pattern)),
    ),
    tree("on-create-ignored", "ON CREATE SET is ignored", |part| {
        merge(part).into_iter().for_each(|merge| merge.actions.retain(|action| !action.on_create));
    }),
    tree("on-match-ignored", "ON MATCH SET is ignored", |part| {
        merge(part).into_iter().for_each(|merge| merge.actions.retain(|action| action.on_create));
    }),
    tree("on-create-also-on-match", "ON CREATE SET is done on a match as well", |part| also(part, true)),
    tree("on-match-also-on-create", "ON MATCH SET is done on a creation as well", |part| also(part, false)),
    tree(
        "merge-action-on-relationship",
        "ON CREATE SET and ON MATCH SET of a node set the relationship that is merged with it",
        |part| merge(part).into_iter().for_each(set_relationship),
    ),
    tree(
        "merge-action-first-item-only",
        "of several items of ON CREATE SET or ON MATCH SET the first alone is done",
        |part| {
            actions(part).for_each(|action| action.items.truncate(1));
        },
    ),
];

/// Leaves of the UNWINDs that a part begins with, where a MERGE follows them, the first.
fn first_unwind(clauses: &mut [Clause]) {
    let count = clauses.iter().take_while(|clause| matches!(clause, Clause::Unwind(_))).count();
    let (unwinds, [Clause::Merge(merge), ..]) = clauses.split_at_mut(count) else { return };
    let mut unknown = Vec::new();
    for clause in unwinds.iter_mut().skip(1) {
        if let Clause::Unwind(unwind) = clause {
            unwind.list = Expression::List(vec![null()]);
            unknown.push(unwind.variable.clone());
        }
    }
    // A null in its map would be an error.
    let is_known = |value: &Expression| free_variables(value, &|_| false).iter().all(|name| !unknown.contains(name));
    drop_entries(std::slice::from_mut(&mut merge.pattern), &is_known);
}

fn merge<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Merge> {
    match part {
        PartMut::Clause(Clause::Merge(merge)) => Some(merge),
        _ => None,
    }
}

fn actions<'a>(part: &'a mut PartMut<'_>) -> impl Iterator<Item = &'a mut MergeAction> {
    merge(part).into_iter().flat_map(|merge| &mut merge.actions)
}

/// The variables of the elements of a pattern.
fn merged(merge: &mut Merge) -> Vec<Name> {
    let mut variables: Vec<Name> = node_variables(&merge.pattern.path).into_iter().collect();
    variables.extend(hops(&mut merge.pattern).filter_map(|hop| hop.variable.clone()));
    variables
}

/// Puts null in the place of each property of a node that is merged alone to which something is set, where an action computes
/// nothing.
fn forget_set(merge: &mut Merge) {
    if !merge.pattern.path.segments.is_empty() {
        return;
    }
    let variables = merged(merge);
    let of_merged = |value: &Expression| match value {
        Expression::Property(subject, _) => {
            matches!(&**subject, Expression::Variable(name) if variables.contains(name))
        }
        _ => false,
    };
    for action in &mut merge.actions {
        if !action.items.iter().filter_map(value_of_item).all(is_read_alone) {
            continue;
        }
        for item in &mut action.items {
            match item {
                SetItem::Property { value, .. } if of_merged(value) => *value = null(),
                SetItem::Properties { value: Expression::Map(entries), .. } => {
                    entries.iter_mut().filter(|(_, value)| of_merged(value)).for_each(|(_, value)| *value = null());
                }
                _ => {}
            }
        }
    }
}

fn value_of_item(item: &SetItem) -> Option<&Expression> {
    match item {
        SetItem::Property { value, .. } | SetItem::Properties { value, .. } => Some(value),
        _ => None,
    }
}

/// Whether nothing is computed: a literal, a list of these, a variable, a property of one, or a map of such.
fn is_read_alone(value: &Expression) -> bool {
    match value {
        Expression::Variable(_) | Expression::Literal(_) | Expression::Parameter(_) => true,
        Expression::Property(subject, _) => matches!(**subject, Expression::Variable(_)),
        Expression::Unary(UnaryOperator::Minus, operand) => matches!(**operand, Expression::Literal(_)),
        Expression::List(items) => items.iter().all(|item| is_read_alone(item) && !reads_property(item)),
        Expression::Map(entries) => entries.iter().all(|(_, value)| is_read_alone(value)),
        _ => false,
    }
}

/// Leaves null out of the maps of a pattern, and looks for what lacks these properties.
fn look_for_lack(pattern: &mut Pattern) {
    let mut nameless = 0;
    walk_mut(PartMut::Pattern(pattern), &mut |part| {
        let (variable, properties, predicate) = match part {
            PartMut::Node(NodePattern { variable, properties, predicate, .. }) => (variable, properties, predicate),
            PartMut::Relationship(RelationshipPattern { variable, properties, predicate, .. }) => {
                (variable, properties, predicate)
            }
            _ => return,
        };
        let Some(Expression::Map(entries)) = properties else { return };
        let (lacking, kept): (Vec<_>, Vec<_>) = std::mem::take(entries)
            .into_iter()
            .partition(|(_, value)| matches!(value, Expression::Literal(Literal::Null)));
        *entries = kept;
        for (key, _) in lacking {
            // No variable can be called this.
            nameless += 1;
            let name = variable.get_or_insert_with(|| Name::new(format!("  merged{nameless}"))).clone();
            let lacks = Expression::Unary(UnaryOperator::IsNull, Box::new(build::property(name, key)));
            *predicate = Some(match predicate.take() {
                Some(before) => build::binary(BinaryOperator::And, before, lacks),
                None => lacks,
            });
        }
    });
}

/// Puts null in the place of each property that is read of an element of the pattern.
fn forget_properties(merge: &mut Merge) {
    let variables = merged(merge);
    let of_pattern = |subject: &Expression| matches!(subject, Expression::Variable(name) if variables.contains(name));
    for item in merge.actions.iter_mut().flat_map(|action| &mut action.items) {
        let value = match item {
            SetItem::Property { value, .. } | SetItem::Properties { value, .. } => value,
            _ => continue,
        };
        for_each_expression_mut(PartMut::Expression(value), &mut |expression| {
            if matches!(expression, Expression::Property(subject, _) if of_pattern(subject)) {
                *expression = null();
            }
        });
    }
}

/// What is done on a creation is done on a match as well, or the other way round.
fn also(part: &mut PartMut<'_>, on_create: bool) {
    let Some(merge) = merge(part) else { return };
    let mut also = merge.actions.clone();
    also.retain(|action| action.on_create == on_create);
    also.iter_mut().for_each(|action| action.on_create = !on_create);
    merge.actions.extend(also);
}

/// A MERGE of a path behind one of each of its nodes that says more than a variable. What is bound already says no more.
fn by_itself(mut merge: Merge) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let PathPattern { start, segments } = &mut merge.pattern.path;
    let further = segments.iter_mut().map(|segment| match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    });
    let nodes: Vec<&mut NodePattern> = std::iter::once(start).chain(further).collect();
    if nodes.len() == 1 {
        return vec![Clause::Merge(merge)];
    }
    for (at, node) in
        nodes.into_iter().enumerate().filter(|(_, node)| node.labels.is_some() || node.properties.is_some())
    {
        // No variable can be called this.
        let variable = node.variable.clone().unwrap_or_else(|| format!("  node{at}").into());
        let alone = NodePattern { variable: Some(variable.clone()), ..std::mem::take(node) };
        *node = NodePattern { variable: Some(variable), ..NodePattern::default() };
        let path = PathPattern { start: alone, segments: Vec::new() };
        let pattern = Pattern::from(path);
        clauses.push(Clause::Merge(Merge { pattern, actions: Vec::new() }));
    }
    clauses.push(Clause::Merge(merge));
    clauses
}

/// Sets the first relationship in place of each node of the path.
fn set_relationship(merge: &mut Merge) {
    let nodes: Vec<Name> = node_variables(&merge.pattern.path);
    let Some(relationship) = hops(&mut merge.pattern).next() else { return };
    let named = relationship.variable.get_or_insert_with(|| Name::new_static("  relationship")).clone();
    // A relationship has no labels.
    let is_label = |item: &SetItem| matches!(item, SetItem::Labels { variable, .. } if nodes.contains(variable));
    merge.actions.iter_mut().for_each(|action| action.items.retain(|item| !is_label(item)));
    for item in merge.actions.iter_mut().flat_map(|action| &mut action.items) {
        match item {
            SetItem::Property { target: Expression::Variable(name), .. }
            | SetItem::Properties { variable: name, .. }
                if nodes.contains(name) =>
            {
                *name = named.clone();
            }
            _ => {}
        }
    }
}

fn node_variables(path: &PathPattern) -> Vec<Name> {
    let further = path.segments.iter().map(|segment| match segment {
        Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
    });
    std::iter::once(&path.start).chain(further).filter_map(|node| node.variable.clone()).collect()
}
