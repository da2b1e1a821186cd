//! Planner hints. They change no answer, but Neo4j refuses those that nothing in their MATCH can fulfil (Cypher manual, "Index
//! hints for the Cypher planner").

use graphlance_cypher::ast::{
    BinaryOperator, ComparisonOperator, Expression, Hint, Hinted, LabelExpression, Match, NodePattern, PathSelector,
    Pattern, RelationshipPattern, Segment, UnaryOperator,
};
use graphlance_cypher::walk::{Part, any};
use graphlance_graph::Name;

use super::{Checker, Type, syntax, undefined, wrong_type};
use crate::CypherError;

/// Whether a hint asks for what its MATCH demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// The patterns or the WHERE demand the label and the properties, in a form that an index serves.
    Met,
    /// They do not mention one of them.
    Unmet,
    /// They mention all of them, but it is up to the planner whether that will do.
    Unclear,
}

impl Checker {
    /// The hints of a MATCH whose patterns are declared.
    pub(super) fn hints(&self, clause: &Match) -> Result<(), CypherError> {
        let mut joined: Vec<&Name> = Vec::new();
        for hint in &clause.hints {
            let joins = matches!(hint, Hint::Join(_));
            for variable in hint.variables() {
                match self.find(variable).ok_or_else(|| undefined(variable))? {
                    Type::Any | Type::Node => {}
                    Type::Relationship if !joins => {}
                    other => return Err(wrong_type(if joins { "a node" } else { "a node or relationship" }, other)),
                }
                if joins && joined.contains(&variable) {
                    return Err(unfulfilled("two join hints of one variable"));
                }
                joined.extend(joins.then_some(variable));
            }
            if joins && clause.patterns.iter().all(|pattern| pattern.path.segments.is_empty()) {
                return Err(unfulfilled("a join hint of patterns without relationships"));
            }
            if standing(hint, clause) == Standing::Unmet {
                return Err(unfulfilled("a hint of a label, type or property that its MATCH does not ask for"));
            }
        }
        Ok(())
    }
}

fn unfulfilled(message: &str) -> CypherError {
    syntax("UnexpectedSyntax", message)
}

/// Whether a MATCH demands what a hint of it asks for, in a form that a planner can follow.
pub fn is_met(hint: &Hint, clause: &Match) -> bool {
    standing(hint, clause) == Standing::Met
}

/// Whether it is up to the planner that a MATCH is refused for one of its hints.
pub(crate) fn is_unclear(clause: &Match) -> bool {
    clause.hints.iter().any(|hint| standing(hint, clause) == Standing::Unclear)
}

/// Whether a hint asks for what the clause demands.
fn standing(hint: &Hint, clause: &Match) -> Standing {
    let (of, keys): (&Hinted, &[Name]) = match hint {
        Hint::Index { of, keys, .. } => (of, keys),
        Hint::Scan(of) => (of, &[]),
        Hint::Join(_) => return Standing::Met,
    };
    let label = Demand::Label(&of.label);
    let demands = || std::iter::once(label).chain(keys.iter().map(Demand::Key));
    if !demands().all(|demand| is_mentioned(clause, &of.variable, demand)) {
        return Standing::Unmet;
    }
    // A selector takes its pattern from the planner, and of two hints for one element only one can be followed.
    let selects = clause.patterns.iter().any(|pattern| pattern.selector != PathSelector::All);
    let again = clause.hints.iter().any(|other| other != hint && other.variables() == [of.variable.clone()]);
    match demands().all(|demand| is_demanded(clause, &of.variable, demand)) && !selects && !again {
        true => Standing::Met,
        false => Standing::Unclear,
    }
}

/// What a hint needs of its element.
#[derive(Clone, Copy)]
enum Demand<'h> {
    /// A label or a type.
    Label(&'h Name),
    /// A property with a value.
    Key(&'h Name),
}

/// Whether something is said of it, whatever that comes to.
fn is_mentioned(clause: &Match, variable: &Name, demand: Demand<'_>) -> bool {
    let mut says = |part: &Part<'_>| match (part, demand) {
        (Part::Node(NodePattern { variable: Some(name), labels: Some(labels), .. }), Demand::Label(label))
        | (
            Part::Relationship(RelationshipPattern { variable: Some(name), types: Some(labels), .. }),
            Demand::Label(label),
        ) => name == variable && names(labels, label),
        (
            Part::Node(NodePattern { variable: Some(name), properties: Some(map), .. })
            | Part::Relationship(RelationshipPattern { variable: Some(name), properties: Some(map), .. }),
            Demand::Key(key),
        ) => name == variable && has_entry(map, key),
        (Part::Expression(Expression::HasLabels(subject, labels)), Demand::Label(label)) => {
            is_variable(subject, variable) && names(labels, label)
        }
        (Part::Expression(expression), Demand::Key(key)) => is_property(expression, variable, key),
        _ => false,
    };
    clause.patterns.iter().any(|pattern| any(Part::Pattern(pattern), &mut says))
        || clause.predicate.as_ref().is_some_and(|predicate| any(Part::Expression(predicate), &mut says))
}

/// Whether it is demanded of every match, in a form that an index serves.
fn is_demanded(clause: &Match, variable: &Name, demand: Demand<'_>) -> bool {
    clause.patterns.iter().any(|pattern| element_demands(pattern, variable, demand))
        || clause.predicate.as_ref().is_some_and(|predicate| condition_demands(predicate, variable, demand))
}

fn element_demands(pattern: &Pattern, variable: &Name, demand: Demand<'_>) -> bool {
    let demands = |name: &Option<Name>,
                   labels: &Option<LabelExpression>,
                   map: &Option<Expression>,
                   condition: &Option<Expression>| {
        let written = match demand {
            Demand::Label(label) => labels.as_ref().is_some_and(|labels| requires(labels, label)),
            Demand::Key(key) => map.as_ref().is_some_and(|map| has_entry(map, key)),
        };
        let inline = || condition.as_ref().is_some_and(|condition| condition_demands(condition, variable, demand));
        name.as_ref() == Some(variable) && (written || inline())
    };
    let of_node = |node: &NodePattern| demands(&node.variable, &node.labels, &node.properties, &node.predicate);
    of_node(&pattern.path.start)
        || pattern.path.segments.iter().any(|segment| match segment {
            Segment::Hop { relationship, node } => {
                let RelationshipPattern { variable, types, properties, predicate, .. } = relationship;
                demands(variable, types, properties, predicate) || of_node(node)
            }
            Segment::Quantified { node, .. } => of_node(node),
        })
}

fn condition_demands(condition: &Expression, variable: &Name, demand: Demand<'_>) -> bool {
    match (condition, demand) {
        (Expression::Binary(BinaryOperator::And, left, right), _) => {
            condition_demands(left, variable, demand) || condition_demands(right, variable, demand)
        }
        (Expression::HasLabels(subject, labels), Demand::Label(label)) => {
            is_variable(subject, variable) && requires(labels, label)
        }
        (Expression::Comparison(left, links), Demand::Key(key)) => match links.as_slice() {
            [(ComparisonOperator::NotEqual, _)] => false,
            [(_, right)] => is_property(left, variable, key) != is_property(right, variable, key),
            _ => false,
        },
        (Expression::Binary(BinaryOperator::In | BinaryOperator::StartsWith, left, _), Demand::Key(key))
        | (Expression::Unary(UnaryOperator::IsNotNull, left), Demand::Key(key)) => is_property(left, variable, key),
        _ => false,
    }
}

fn is_variable(expression: &Expression, variable: &Name) -> bool {
    matches!(expression, Expression::Variable(name) if name == variable)
}

fn is_property(expression: &Expression, variable: &Name, key: &Name) -> bool {
    matches!(expression, Expression::Property(subject, name) if name == key && is_variable(subject, variable))
}

fn has_entry(map: &Expression, key: &Name) -> bool {
    matches!(map, Expression::Map(entries) if entries.iter().any(|(name, _)| name == key))
}

/// Whether a label stands anywhere in an expression.
fn names(labels: &LabelExpression, label: &Name) -> bool {
    match labels {
        LabelExpression::Not(inner) => names(inner, label),
        LabelExpression::Or(a, b) => names(a, label) || names(b, label),
        other => requires(other, label),
    }
}

/// Whether all that an expression holds for has the label.
fn requires(labels: &LabelExpression, label: &Name) -> bool {
    match labels {
        LabelExpression::Name(name) => name == label,
        LabelExpression::Colons(names) => names.contains(label),
        LabelExpression::And(a, b) => requires(a, label) || requires(b, label),
        LabelExpression::Not(_) | LabelExpression::Or(..) | LabelExpression::Wildcard | LabelExpression::Dynamic(_) => {
            false
        }
    }
}
