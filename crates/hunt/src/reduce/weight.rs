//! The order of cases: what it means to be smaller.

use graphlance_case::{Case, Load, Step};
use graphlance_cypher::ast::*;
use graphlance_graph::{Graph, Value};

use super::arrange;
use super::order::Disorder;
use super::walk::{self, Visitor};

/// The weight of a case. Smaller cases are lighter: compared field by field, in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    /// Switches of plans.
    pub switches: usize,
    /// Statements of a loading script.
    pub script: usize,
    /// Nodes.
    pub nodes: usize,
    /// Clauses.
    pub clauses: usize,
    /// Relationships.
    pub relationships: usize,
    /// Parts of the statements' trees.
    pub parts: usize,
    /// Labels, properties and indexes of the graph, and names of its schema.
    pub details: usize,
    /// How far literals and stored values are from the simplest ones.
    pub values: usize,
    /// Pairs that stand in the wrong order, of things whose order means nothing.
    pub disorder: usize,
}

impl Weight {
    /// Weighs a case.
    pub fn of(case: &Case) -> Weight {
        let mut parts = Parts::default();
        let script = match &case.load {
            Load::Create => &[],
            Load::Script(script) => script.as_slice(),
        };
        for statement in script {
            walk::statement(&mut statement.clone(), &mut parts);
        }
        // The order of clauses that write means something.
        let mut disorder = if script.is_empty() { arrange::disorder(&case.graph) } else { 0 };
        for step in &case.steps {
            if let Step::Run(statement) = step {
                parts.order = Disorder::default();
                walk::statement(&mut statement.clone(), &mut parts);
                disorder += parts.order.pairs();
            }
        }
        Weight {
            switches: case.plan.len(),
            script: script.len(),
            nodes: case.graph.node_count(),
            clauses: parts.clauses,
            relationships: case.graph.relationship_count(),
            parts: parts.parts,
            details: details(&case.graph),
            values: parts.values + stored_values(&case.graph),
            disorder,
        }
    }
}

#[derive(Default)]
struct Parts {
    clauses: usize,
    parts: usize,
    values: usize,
    order: Disorder,
}

impl Visitor for Parts {
    fn query(&mut self, query: &mut Query) {
        self.order.query(query);
        self.clauses += query.unions.len();
        self.parts += query.unions.iter().filter(|union| !union.all).count();
    }

    fn clause(&mut self, clause: &mut Clause) {
        self.order.clause(clause);
        self.clauses += 1;
        self.parts += match clause {
            Clause::Match(part) => usize::from(part.optional),
            Clause::Subquery(_) | Clause::Call(_) => 3,
            Clause::Merge(part) => {
                1 + part.actions.len()
                    + part.actions.iter().flat_map(|action| &action.items).map(set_weight).sum::<usize>()
            }
            Clause::Set(items) => items.iter().map(set_weight).sum(),
            Clause::Remove(items) => items
                .iter()
                .map(|item| match item {
                    RemoveItem::Property { .. } => 1,
                    RemoveItem::Labels { labels, .. } => 1 + labels.len(),
                })
                .sum(),
            Clause::Delete(part) => usize::from(part.detach),
            Clause::Foreach(_) => 1,
            _ => 0,
        };
    }

    fn projection(&mut self, projection: &mut Projection) {
        self.order.projection(projection);
        self.parts += 2 * usize::from(projection.distinct)
            + 2 * projection.items.len()
            + projection.order.iter().map(|item| 2 + usize::from(item.descending)).sum::<usize>()
            + 2 * usize::from(projection.skip.is_some())
            + 2 * usize::from(projection.limit.is_some());
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        self.parts +=
            2 + usize::from(pattern.variable.is_some()) + 3 * usize::from(pattern.selector != PathSelector::All);
    }

    fn path(&mut self, path: &mut PathPattern) {
        let quantified = path.segments.iter().filter(|segment| matches!(segment, Segment::Quantified { .. })).count();
        self.parts += 2 * path.segments.len() + 4 * quantified;
    }

    fn node(&mut self, node: &mut NodePattern) {
        self.parts += 1
            + usize::from(node.variable.is_some())
            + node.labels.as_ref().map_or(0, label_weight)
            + usize::from(node.predicate.is_some());
    }

    fn relationship(&mut self, relationship: &mut RelationshipPattern) {
        self.parts += 1
            + usize::from(relationship.variable.is_some())
            + relationship.types.as_ref().map_or(0, label_weight)
            + 2 * usize::from(relationship.length.is_some())
            + usize::from(relationship.predicate.is_some())
            + match relationship.direction {
                Direction::Right => 0,
                Direction::Left => 1,
                Direction::Either => 2,
            };
    }

    fn expression(&mut self, expression: &mut Expression) {
        self.order.expression(expression);
        self.parts += match expression {
            Expression::Literal(literal) => {
                self.values += literal_weight(literal);
                1
            }
            Expression::Variable(_) | Expression::CountStar => 2,
            Expression::Property(..) | Expression::List(_) => 1,
            Expression::Map(entries) => 2 + entries.len(),
            Expression::Function(call) => 2 + usize::from(call.distinct),
            Expression::HasLabels(_, labels) => 1 + label_weight(labels),
            Expression::Exists(_) | Expression::Count(_) | Expression::Collect(_) => 4,
            _ => 2,
        };
    }
}

fn set_weight(item: &SetItem) -> usize {
    match item {
        SetItem::Property { .. } => 1,
        SetItem::Properties { merge, .. } => 1 + usize::from(*merge),
        SetItem::Labels { labels, .. } => 1 + labels.len(),
    }
}

fn label_weight(labels: &LabelExpression) -> usize {
    match labels {
        LabelExpression::Name(_) | LabelExpression::Wildcard => 1,
        LabelExpression::Not(inner) => 1 + label_weight(inner),
        LabelExpression::And(left, right) | LabelExpression::Or(left, right) => {
            1 + label_weight(left) + label_weight(right)
        }
        LabelExpression::Colons(names) => names.len(),
    }
}

/// 1 is the plainest literal of all.
fn literal_weight(literal: &Literal) -> usize {
    match literal {
        Literal::Null => 4,
        Literal::Boolean(value) => 2 + usize::from(!value),
        Literal::Integer(value) => integer_weight(*value),
        Literal::Float(value) => 2 + float_weight(*value),
        Literal::String(value) => 1 + string_weight(value),
    }
}

fn details(graph: &Graph) -> usize {
    let nodes: usize = graph.nodes().map(|node| node.labels.len() + node.properties.len()).sum();
    let relationships: usize = graph.relationships().map(|relationship| relationship.properties.len()).sum();
    let schema = &graph.schema;
    let indexes: usize = schema.indexes.iter().map(|index| 1 + index.keys.len()).sum();
    nodes + relationships + indexes + schema.labels.len() + schema.types.len() + schema.keys.len()
}

fn stored_values(graph: &Graph) -> usize {
    let nodes: usize = graph.nodes().flat_map(|node| node.properties.values()).map(value_weight).sum();
    let relationships: usize =
        graph.relationships().flat_map(|relationship| relationship.properties.values()).map(value_weight).sum();
    nodes + relationships
}

/// How far a value is from the simplest of its kind.
pub(super) fn value_weight(value: &Value) -> usize {
    match value {
        Value::Boolean(value) => usize::from(!value),
        Value::Integer(value) => integer_weight(*value),
        Value::Float(value) => float_weight(*value),
        Value::String(value) => string_weight(value),
        Value::List(items) => 2 + items.iter().map(value_weight).sum::<usize>() + items.len(),
        _ => 1,
    }
}

/// 1 is the simplest integer: 0 equals too much that is missing or empty.
fn integer_weight(value: i64) -> usize {
    match value {
        1 => 0,
        0 => 1,
        2..=9 => 1 + value as usize,
        _ => 10 + value.to_string().len(),
    }
}

fn float_weight(value: f64) -> usize {
    if value == 1.5 { 1 } else { 4 + format!("{value:?}").len() }
}

fn string_weight(value: &str) -> usize {
    match value {
        "a" => 0,
        "b" | "c" => 1,
        "" => 2,
        _ => 3 + value.chars().map(|character| if character.is_ascii_alphanumeric() { 1 } else { 3 }).sum::<usize>(),
    }
}
