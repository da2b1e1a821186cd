//! What it means for a statement to be smaller.

use graphlance_graph::simplicity;

use super::order::Disorder;
use super::values::literal_value;
use crate::ast::*;
use crate::walk::{Part, walk};

/// The weight of a statement. What is smaller in each is lighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// Clauses.
    pub clauses: usize,
    /// Parts of the tree, the less plain of them counted more than once.
    pub parts: usize,
    /// How far literals are from the simplest ones.
    pub values: usize,
    /// Pairs that stand in the wrong order, of things whose order means nothing where the statement reads.
    pub disorder: usize,
}

impl Weight {
    /// Weighs a statement. A schema command weighs nothing.
    pub fn of(statement: &Statement) -> Weight {
        let mut weight = Weight::default();
        let mut order = Disorder::default();
        let Some(root) = Part::of(statement) else { return weight };
        walk(root, &mut |part| {
            order.part(part);
            weight.part(part);
        });
        weight.disorder = order.pairs();
        weight
    }

    fn part(&mut self, part: &Part<'_>) {
        match part {
            Part::Query(query) => {
                self.parts += query.parameters.len();
                self.clauses += query.unions.len();
                self.parts += query.unions.iter().filter(|union| !union.all).count();
            }
            Part::Single(_) => {}
            Part::Clause(clause) => {
                self.clauses += 1;
                self.parts += clause_weight(clause);
            }
            Part::Pattern(pattern) => {
                let Pattern { variable, selector, mode, path: _, enclosed } = pattern;
                self.parts += 2
                    + usize::from(variable.is_some())
                    + usize::from(mode.is_some())
                    + 3 * usize::from(*selector != PathSelector::All)
                    + 2 * usize::from(enclosed.is_some());
            }
            Part::Path(path) => {
                let quantified = |segment: &&Segment| matches!(segment, Segment::Quantified { .. });
                self.parts += 2 * path.segments.len() + 4 * path.segments.iter().filter(quantified).count();
            }
            Part::Node(node) => self.parts += node_weight(node),
            Part::Relationship(relationship) => self.parts += relationship_weight(relationship),
            Part::Expression(expression) => {
                self.parts += expression_weight(expression);
                if let Expression::Literal(literal) = expression {
                    self.values += literal_weight(literal);
                }
            }
        }
    }
}

fn clause_weight(clause: &Clause) -> usize {
    match clause {
        Clause::Match(part) => usize::from(part.optional) + usize::from(part.mode.is_some()) + 2 * part.hints.len(),
        Clause::With(With { projection, .. }) | Clause::Return(projection) => projection_weight(projection),
        Clause::Subquery(part) => 3 + part.transactions.as_ref().map_or(0, transactions_weight),
        Clause::Call(_) => 3,
        Clause::Composed(_) => 4,
        Clause::Page(page) => {
            page.order.iter().map(|item| 2 + usize::from(item.descending)).sum::<usize>()
                + 2 * usize::from(page.skip.is_some())
                + 2 * usize::from(page.limit.is_some())
        }
        Clause::Let(variables) => 2 * variables.len(),
        Clause::Filter(_) | Clause::For(_) | Clause::Insert(_) | Clause::Finish => 1,
        Clause::Merge(part) => {
            let items = part.actions.iter().flat_map(|action| &action.items);
            1 + part.actions.len() + items.map(set_weight).sum::<usize>()
        }
        Clause::Set(items) => items.iter().map(set_weight).sum(),
        Clause::Remove(items) => items
            .iter()
            .map(|item| match item {
                RemoveItem::Property { .. } => 1,
                RemoveItem::Labels { labels, .. } => 1 + labels.len(),
                RemoveItem::DynamicProperty { .. } => 2,
                RemoveItem::DynamicLabels { labels, .. } => 1 + 2 * labels.len(),
            })
            .sum(),
        Clause::Delete(part) => usize::from(part.detach || part.nodetach),
        Clause::Foreach(_) => 1,
        Clause::Unwind(_) | Clause::Create(_) => 0,
    }
}

fn transactions_weight(part: &Transactions) -> usize {
    let Transactions { concurrency, rows, on_error, status } = part;
    2 + 2 * usize::from(concurrency.is_some())
        + usize::from(rows.is_some())
        + 2 * usize::from(on_error.is_some())
        + 2 * usize::from(status.is_some())
}

fn projection_weight(projection: &Projection) -> usize {
    2 * usize::from(projection.distinct)
        + 2 * projection.items.len()
        + match &projection.group {
            None => 0,
            Some(GroupBy::All) => 2,
            Some(GroupBy::Keys(keys)) => 3 + keys.len(),
        }
        + projection.order.iter().map(|item| 2 + usize::from(item.descending)).sum::<usize>()
        + 2 * usize::from(projection.skip.is_some())
        + 2 * usize::from(projection.limit.is_some())
}

fn node_weight(node: &NodePattern) -> usize {
    1 + usize::from(node.variable.is_some())
        + node.labels.as_ref().map_or(0, label_weight)
        + usize::from(node.predicate.is_some())
}

fn relationship_weight(relationship: &RelationshipPattern) -> usize {
    let direction = match relationship.direction {
        Direction::Right => 0,
        Direction::Left => 1,
        Direction::Either => 2,
    };
    1 + usize::from(relationship.variable.is_some())
        + relationship.types.as_ref().map_or(0, label_weight)
        + 2 * usize::from(relationship.length.is_some())
        + usize::from(relationship.predicate.is_some())
        + direction
}

fn expression_weight(expression: &Expression) -> usize {
    match expression {
        Expression::Literal(_) | Expression::Property(..) | Expression::List(_) => 1,
        Expression::Map(entries) if entries.is_empty() => 1,
        Expression::Map(entries) => 2 + entries.len(),
        Expression::Function(call) => 2 + usize::from(call.distinct),
        Expression::HasLabels(_, labels) => 1 + label_weight(labels),
        Expression::Exists(_) | Expression::Count(_) | Expression::Collect(_) => 4,
        _ => 2,
    }
}

fn set_weight(item: &SetItem) -> usize {
    match item {
        SetItem::Property { .. } => 1,
        SetItem::Properties { merge, .. } => 1 + usize::from(*merge),
        SetItem::Labels { labels, .. } => 1 + labels.len(),
        SetItem::DynamicProperty { .. } => 2,
        SetItem::DynamicLabels { labels, .. } => 1 + 2 * labels.len(),
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
        LabelExpression::Dynamic(dynamic) => 2 + usize::from(dynamic.any),
    }
}

/// 0 is the plainest literal of all, the integer 1.
fn literal_weight(literal: &Literal) -> usize {
    let of_kind = match literal {
        Literal::Null => return 4,
        Literal::Boolean(_) | Literal::Float(_) => 2,
        Literal::Integer(_) => 0,
        Literal::String(_) => 1,
    };
    of_kind + simplicity::weight(&literal_value(literal))
}
