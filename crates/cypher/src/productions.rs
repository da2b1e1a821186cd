//! The productions of openCypher 9 that reading queries use, and which of them a statement uses.

mod expression;

use std::collections::BTreeSet;

use crate::ast::*;
use crate::walk::{Part, walk};

/// The list: name, rule and an example of each, one a line.
const LIST: &str = include_str!("productions.txt");

/// A production.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Production {
    /// Its name here.
    pub name: &'static str,
    /// The rule of the grammar of openCypher 9, as far as it is told from others.
    pub rule: &'static str,
    /// A statement that uses it.
    pub example: &'static str,
}

/// All of them.
pub fn productions() -> impl Iterator<Item = Production> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut parts = line.splitn(3, " | ");
        Some(Production { name: parts.next()?, rule: parts.next()?, example: parts.next()? })
    })
}

/// The names of those that a statement uses.
pub fn productions_of(statement: &Statement) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    if let Statement::Query(query) = statement {
        query.parameters.iter().for_each(|(_, value)| expression::literals_of(value, &mut found));
        for part in query.parts() {
            walk(Part::Single(part), &mut |part| of_part(part, &mut found));
        }
        of_part(&Part::Query(query), &mut found);
    }
    found
}

type Found = BTreeSet<&'static str>;

fn of_part(part: &Part<'_>, found: &mut Found) {
    match part {
        Part::Query(query) => {
            found.extend(query.unions.iter().map(|union| if union.all { "query.union_all" } else { "query.union" }));
        }
        Part::Single(single) => {
            let several = single.clauses.iter().any(|clause| matches!(clause, Clause::With(_)));
            found.insert(if several { "query.multi_part" } else { "query.single_part" });
        }
        Part::Clause(clause) => of_clause(clause, found),
        Part::Pattern(pattern) => {
            found.extend(pattern.variable.is_some().then_some("pattern.named"));
            found.insert(match pattern.path.segments.len() {
                0 => "pattern.node",
                1 => "pattern.chain",
                _ => "pattern.long_chain",
            });
        }
        Part::Node(node) => of_node(node, found),
        Part::Relationship(relationship) => of_relationship(relationship, found),
        Part::Expression(expression) => expression::of(expression, found),
        Part::Path(_) => {}
    }
}

fn of_clause(clause: &Clause, found: &mut Found) {
    match clause {
        Clause::Match(clause) => {
            found.insert(if clause.optional { "clause.optional_match" } else { "clause.match" });
            found.extend(clause.predicate.is_some().then_some("clause.match_where"));
            found.extend((clause.patterns.len() > 1).then_some("pattern.several"));
        }
        Clause::Unwind(_) => drop(found.insert("clause.unwind")),
        Clause::Call(call) => {
            if let Yield::Items(items) = &call.results {
                found.insert("clause.call");
                found.extend(items.iter().any(|item| item.variable.is_some()).then_some("call.yield_renamed"));
            }
            found.extend(call.predicate.is_some().then_some("call.yield_where"));
        }
        Clause::With(with) => {
            found.insert("clause.with");
            found.extend(with.predicate.is_some().then_some("clause.with_where"));
            of_projection(&with.projection, found);
        }
        Clause::Return(projection) => {
            found.insert("clause.return");
            of_projection(projection, found);
        }
        _ => {}
    }
}

fn of_projection(projection: &Projection, found: &mut Found) {
    let holds = [
        (projection.distinct, "projection.distinct"),
        (projection.star && projection.items.is_empty(), "projection.star"),
        (projection.star && !projection.items.is_empty(), "projection.star_and_items"),
        (projection.items.len() > 1, "projection.several"),
        (projection.items.iter().any(|item| item.alias.is_some()), "projection.alias"),
        (projection.items.iter().any(|item| item.alias.is_none()), "projection.bare"),
        (projection.order.iter().any(|item| !item.descending), "projection.order"),
        (projection.order.iter().any(|item| item.descending), "projection.descending"),
        (projection.order.len() > 1, "projection.several_keys"),
        (projection.skip.is_some(), "projection.skip"),
        (projection.limit.is_some(), "projection.limit"),
    ];
    found.extend(holds.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name));
}

fn of_node(node: &NodePattern, found: &mut Found) {
    let empty = *node == NodePattern::default();
    let several = |labels: &LabelExpression| matches!(labels, LabelExpression::Colons(_));
    let holds = [
        (empty, "node.empty"),
        (node.variable.is_some(), "node.variable"),
        (node.labels.is_some(), "node.labels"),
        (node.labels.as_ref().is_some_and(several), "node.several_labels"),
        (node.properties.is_some(), "node.properties"),
    ];
    found.extend(holds.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name));
}

fn of_relationship(relationship: &RelationshipPattern, found: &mut Found) {
    let RelationshipPattern { variable, types, length, properties, predicate, direction } = relationship;
    found.insert(match direction {
        Direction::Right => "relationship.right",
        Direction::Left => "relationship.left",
        Direction::Either => "relationship.undirected",
    });
    let details = [variable.is_some(), types.is_some(), length.is_some(), properties.is_some(), predicate.is_some()];
    let holds = [
        (!details.contains(&true), "relationship.bare"),
        (variable.is_some(), "relationship.variable"),
        (types.is_some(), "relationship.type"),
        (matches!(types, Some(LabelExpression::Or(..))), "relationship.several_types"),
        (properties.is_some(), "relationship.properties"),
    ];
    found.extend(holds.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name));
    found.extend(length.map(|length| match (length.min, length.max) {
        (None, None) => "range.any",
        (Some(least), Some(most)) if least == most => "range.exact",
        (Some(_), None) => "range.from",
        (None, Some(_)) => "range.to",
        (Some(_), Some(_)) => "range.both",
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn each_production_is_found_in_its_example_and_no_other_name_is() {
        let known: BTreeSet<&str> = productions().map(|production| production.name).collect();
        assert_eq!(known.len(), productions().count(), "each name stands once");
        let mut all = BTreeSet::new();
        for Production { name, rule, example } in productions() {
            assert!(rule.contains(" = "), "{name}");
            let found = productions_of(&parse(example).unwrap_or_else(|error| panic!("{name}: {error}")));
            assert!(found.contains(name), "{name}: {example} uses {found:?}");
            all.extend(found);
        }
        assert_eq!(all, known);
        assert_eq!(known.len(), 113);
    }
}
