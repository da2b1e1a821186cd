//! What a term may read, and whether its evaluation may raise an error.

use graphlance_cypher::ast::{BinaryOperator, UnaryOperator};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::Value;

use super::{Slot, Term};

impl Term {
    /// Whether it may read one of these slots.
    pub fn may_read(&self, slots: &[Slot]) -> bool {
        let own = match self {
            Term::Slot(slot) | Term::PropertiesAgree(slot, _) => slots.contains(slot),
            other => other.has_plan() && !slots.is_empty(),
        };
        own || self.any_child(&|child| child.may_read(slots))
    }

    /// Whether it looks for patterns, runs a query or reads an element, which rows before may have written to.
    pub fn reads_graph(&self) -> bool {
        let own = match self {
            Term::Property(subject, _) | Term::EntryOf(subject, _) => !matches!(**subject, Term::Constant(_)),
            Term::Function(call) => matches!(
                call.scalar,
                Scalar::Labels | Scalar::Keys | Scalar::Properties | Scalar::StartNode | Scalar::EndNode
            ),
            Term::HasLabels(..)
            | Term::HasDynamicLabels(_)
            | Term::Index(..)
            | Term::MapProjection(..)
            | Term::PropertiesAgree(..) => true,
            other => other.has_plan(),
        };
        own || self.any_child(&Term::reads_graph)
    }

    fn has_plan(&self) -> bool {
        matches!(
            self,
            Term::Exists(_)
                | Term::Count(_)
                | Term::PatternComprehension(..)
                | Term::Paths(..)
                | Term::ExistsQuery(_)
                | Term::CountQuery(_)
                | Term::CollectQuery(_)
        )
    }

    /// Whether operands that decide nothing may raise an error, which an engine may come upon or not.
    pub fn may_hide_error(&self) -> bool {
        match self {
            Term::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                left.may_raise_as_condition() || right.may_raise_as_condition()
            }
            Term::Comparison(_, links) if links.len() > 1 => links.iter().any(|(_, right)| right.may_raise()),
            _ => false,
        }
    }

    /// Whether it may raise an error where a truth value is wanted.
    pub fn may_raise_as_condition(&self) -> bool {
        !self.is_truth() || self.may_raise()
    }

    fn is_truth(&self) -> bool {
        match self {
            Term::Constant(value) => matches!(value, Value::Boolean(_) | Value::Null),
            Term::Comparison(..)
            | Term::HasLabels(..)
            | Term::HasDynamicLabels(_)
            | Term::Is(..)
            | Term::Matches(..)
            | Term::Quantified(..)
            | Term::InItems(..)
            | Term::PropertiesAgree(..)
            | Term::Exists(_)
            | Term::ExistsQuery(_)
            | Term::Unary(UnaryOperator::Not | UnaryOperator::IsNull | UnaryOperator::IsNotNull, _) => true,
            Term::Binary(operator, ..) => is_truth_operator(*operator),
            _ => false,
        }
    }

    /// Whether its evaluation may raise an error. Variables are taken to be of the type that is asked of them.
    fn may_raise(&self) -> bool {
        let own = match self {
            Term::Constant(_)
            | Term::Slot(_)
            | Term::Property(..)
            | Term::HasLabels(..)
            | Term::Is(..)
            | Term::Comparison(..)
            | Term::List(_)
            | Term::Map(_)
            | Term::Matches(..)
            | Term::Pick(..)
            | Term::InItems(..)
            | Term::PropertiesAgree(..)
            | Term::Unary(UnaryOperator::IsNull | UnaryOperator::IsNotNull, _) => false,
            Term::Exists(plan) | Term::Count(plan) => !plan.filters.is_empty(),
            Term::Unary(UnaryOperator::Not, inner) => !inner.is_truth(),
            Term::Binary(BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor, left, right) => {
                !left.is_truth() || !right.is_truth()
            }
            Term::Binary(BinaryOperator::In, _, list) => !matches!(**list, Term::List(_) | Term::Constant(_)),
            Term::Binary(operator, ..) => *operator == BinaryOperator::Matches || !is_truth_operator(*operator),
            Term::Function(call) => call.scalar != Scalar::Coalesce,
            _ => true,
        };
        own || self.any_child(&Term::may_raise)
    }

    fn any_child(&self, holds: &dyn Fn(&Term) -> bool) -> bool {
        let mut found = false;
        self.for_each_child(&mut |child| found = found || holds(child));
        found
    }
}

fn is_truth_operator(operator: BinaryOperator) -> bool {
    use BinaryOperator as Op;
    matches!(operator, Op::And | Op::Or | Op::Xor | Op::In | Op::StartsWith | Op::EndsWith | Op::Contains | Op::Matches)
}
