//! What stands in what in a statement of Cypher: finer than its features, for telling where an engine fails.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::ast::{
    Direction, Expression, Literal, NodePattern, PathPattern, RelationshipPattern, Segment, SingleQuery,
};
use graphlance_cypher::walk::{Part, for_each_child};
use graphlance_cypher::{Clause, Statement};
use graphlance_graph::Name;

use super::statement::clause_name;

/// Each expression, clause and part of a pattern, what it stands in directly, in which clause, and whether it comes more than once:
/// `a null`, `a null in size()`, `size() within RETURN`, `MATCH more than once`; and which clause follows which.
pub(super) fn of(statement: &Statement) -> BTreeSet<String> {
    let mut collector = Collector::default();
    if let Some(part) = Part::of(statement) {
        collector.collect(part, &Place::default());
    }
    let several = collector.counts.iter().filter(|(_, count)| **count > 1);
    let several: Vec<String> = several.map(|(name, _)| format!("{name} more than once")).collect();
    collector.found.extend(several);
    collector.found
}

/// What a part stands in.
#[derive(Clone, Default)]
struct Place {
    directly: Option<String>,
    clause: Option<&'static str>,
}

#[derive(Default)]
struct Collector {
    found: BTreeSet<String>,
    counts: BTreeMap<String, usize>,
    /// Variables of elements so far.
    named: BTreeSet<Name>,
}

impl Collector {
    fn collect(&mut self, part: Part<'_>, place: &Place) {
        let inside = match &part {
            Part::Expression(expression) => {
                let name = name(expression);
                if is_literal(expression) {
                    self.add("a literal", place);
                }
                self.add(&name, place);
                Place { directly: Some(name), clause: place.clause }
            }
            Part::Clause(clause) => {
                let name = clause_name(clause);
                self.add(name, place);
                Place { directly: Some(name.to_owned()), clause: Some(name) }
            }
            Part::Single(single) => {
                self.sequence(single);
                place.clone()
            }
            Part::Node(node) => {
                self.node(node, place);
                Place { directly: Some("a node pattern".to_owned()), clause: place.clause }
            }
            Part::Relationship(relationship) => {
                self.relationship(relationship, place);
                Place { directly: Some("a relationship pattern".to_owned()), clause: place.clause }
            }
            Part::Path(path) => {
                self.path(path, place);
                place.clone()
            }
            Part::Query(_) | Part::Pattern(_) => place.clone(),
        };
        for_each_child(part, &mut |child| self.collect(child, &inside));
    }

    fn add(&mut self, name: &str, place: &Place) {
        *self.counts.entry(name.to_owned()).or_default() += 1;
        self.found.insert(name.to_owned());
        if let Some(outer) = &place.directly {
            self.found.insert(format!("{name} in {outer}"));
        }
        if let Some(clause) = place.clause {
            self.found.insert(format!("{name} within {clause}"));
        }
    }

    fn sequence(&mut self, single: &SingleQuery) {
        let names: Vec<&str> = single.clauses.iter().map(clause_name).collect();
        if let Some(first) = names.first() {
            self.found.insert(format!("{first} first"));
        }
        for pair in names.windows(2) {
            self.found.insert(format!("{} before {}", pair[0], pair[1]));
        }
        if single.clauses.iter().any(|clause| matches!(clause, Clause::Match(clause) if clause.predicate.is_some())) {
            self.found.insert("WHERE of a MATCH".to_owned());
        }
    }

    /// Adds an element without a variable, with a new one, or with one that has come before.
    fn variable(&mut self, variable: Option<&Name>, [none, new, known]: [&str; 3], place: &Place) {
        let name = match variable {
            None => none,
            Some(name) if self.named.insert(name.clone()) => new,
            Some(_) => known,
        };
        self.add(name, place);
    }

    fn path(&mut self, path: &PathPattern, place: &Place) {
        let behind = path.segments.iter().map(|segment| match segment {
            Segment::Hop { node, .. } | Segment::Quantified { node, .. } => node,
        });
        let nodes: Vec<&NodePattern> = std::iter::once(&path.start).chain(behind).collect();
        let [_, between @ .., _] = nodes.as_slice() else { return self.add("a node alone", place) };
        self.add("a path", place);
        if between.iter().any(|node| node.variable.is_none()) {
            self.add("an unnamed node in the middle", place);
        }
        let mut names: Vec<&Name> = nodes.iter().filter_map(|node| node.variable.as_ref()).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            self.add("a node twice in one path", place);
        }
    }

    fn node(&mut self, node: &NodePattern, place: &Place) {
        let names = ["an unnamed node", "a named node", "a node that has come before"];
        self.variable(node.variable.as_ref(), names, place);
        self.add(if node.labels.is_some() { "a node with labels" } else { "a node without labels" }, place);
    }

    fn relationship(&mut self, relationship: &RelationshipPattern, place: &Place) {
        let names = ["an unnamed relationship", "a named relationship", "a relationship that has come before"];
        self.variable(relationship.variable.as_ref(), names, place);
        let direction = match relationship.direction {
            Direction::Left => "a relationship to the left",
            Direction::Right => "a relationship to the right",
            Direction::Either => "a relationship of either direction",
        };
        self.add(direction, place);
        let length = if relationship.length.is_some() { "a variable length" } else { "a single relationship" };
        self.add(length, place);
        if relationship.types.is_some() {
            self.add("a relationship with types", place);
        }
    }
}

/// Whether it is a literal with a value.
fn is_literal(expression: &Expression) -> bool {
    matches!(expression, Expression::Literal(literal) if !matches!(literal, Literal::Null))
}

/// What an expression is, without what is in it.
fn name(expression: &Expression) -> String {
    let name = match expression {
        Expression::Literal(Literal::Null) => "a null",
        Expression::Literal(Literal::Boolean(_)) => "a boolean",
        Expression::Literal(Literal::Integer(number)) if *number < 0 => "a negative integer",
        Expression::Literal(Literal::Integer(_)) => "an integer",
        Expression::Literal(Literal::Float(_)) => "a float",
        Expression::Literal(Literal::String(text)) if text.is_empty() => "an empty string",
        Expression::Literal(Literal::String(_)) => "a string",
        Expression::Parameter(_) => "a parameter",
        Expression::Variable(_) => "a variable",
        Expression::Property(..) => "a property",
        Expression::Index(..) => "a subscript",
        Expression::Slice(..) => "a slice",
        Expression::List(items) if items.is_empty() => "an empty list",
        Expression::List(_) => "a list",
        Expression::Map(entries) if entries.is_empty() => "an empty map",
        Expression::Map(_) => "a map",
        Expression::Unary(operator, _) => return format!("operator {operator:?}"),
        Expression::Binary(operator, ..) => return format!("operator {operator:?}"),
        Expression::Comparison(_, links) => match links.as_slice() {
            [(operator, _)] => return format!("operator {operator:?}"),
            _ => "a chain of comparisons",
        },
        Expression::HasLabels(..) => "a test of labels",
        Expression::Is(..) => "a test of types",
        Expression::Case(case) if case.operand.is_some() => "CASE of an operand",
        Expression::Case(_) | Expression::ExtendedCase(_) => "CASE",
        Expression::Function(call) => return format!("{}()", call.name.to_ascii_lowercase()),
        Expression::CountStar => "count(*)",
        Expression::ListComprehension(_) => "a list comprehension",
        Expression::PatternComprehension(_) => "a pattern comprehension",
        Expression::Quantified(_) => "a quantifier",
        Expression::Reduce(_) => "reduce()",
        Expression::MapProjection(..) => "a map projection",
        Expression::Pattern(_) => "a pattern as a value",
        Expression::Exists(_) => "EXISTS",
        Expression::Count(_) => "COUNT",
        Expression::Collect(_) => "COLLECT",
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse;

    use super::*;

    #[track_caller]
    fn check(text: &str, has: &[&str], lacks: &[&str]) {
        let found = of(&parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        has.iter().for_each(|name| assert!(found.contains(*name), "{text}: no {name} in {found:?}"));
        lacks.iter().for_each(|name| assert!(!found.contains(*name), "{text}: {name}"));
    }

    #[test]
    fn what_stands_in_what_is_told() {
        check(
            "OPTIONAL MATCH (n {k: 1}) WHERE size([null]) = 1 RETURN n.k",
            &["a null in a list", "a list in size()", "size() within OPTIONAL MATCH", "a property within RETURN"],
            &[
                "a null in size()",
                "size() within RETURN",
                "a property within OPTIONAL MATCH",
                "OPTIONAL MATCH more than once",
            ],
        );
        check("MATCH (n {k: 1}) RETURN 1", &["a map in a node pattern", "an integer in a map"], &["a property"]);
        check(
            "CALL { UNWIND [1] AS x RETURN x } RETURN x",
            &["UNWIND within CALL", "RETURN more than once"],
            &["MATCH"],
        );
        check(
            "MATCH (a)-->(b)-->(a) RETURN 1",
            &["a node twice in one path within MATCH", "a path"],
            &["an unnamed node in the middle", "a node alone"],
        );
        check("MATCH (a)-->()-->(b) RETURN 1", &["an unnamed node in the middle"], &["a node twice in one path"]);
        check(
            "UNWIND null AS x UNWIND 1 AS y RETURN 1",
            &["a literal in UNWIND", "UNWIND more than once"],
            &["a list in UNWIND"],
        );
        check(
            "MATCH (a)<-[r*2]-(:A) MATCH (a) RETURN 1",
            &[
                "a node that has come before within MATCH",
                "a relationship to the left",
                "MATCH first",
                "MATCH before RETURN",
            ],
            &["a named relationship that has come before", "a single relationship"],
        );
    }
}
