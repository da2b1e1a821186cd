//! Where the evaluator looks for departures.

use graphlance_cypher::ast::{BinaryOperator, ComparisonOperator};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::Value;

use super::Runner;
use super::aggregate::Accumulator;
use crate::departures::Computed;
use crate::plan::ProjectPlan;
use crate::term::{Frame, Term};
use crate::{Failure, Fault, relations};

impl Runner<'_> {
    /// Whether it follows a wrong rule of execution.
    pub(super) fn departs(&self, fault: Fault) -> bool {
        self.options.departures.has(fault)
    }

    /// Whether it computes something by a wrong rule, for some operands.
    pub(super) fn departures_compute(&self, what: Computed) -> bool {
        !self.options.departures.is_empty() && self.options.departures.compute(what)
    }

    /// What wrong rules make of operands; none where the right rule holds.
    pub(super) fn departing(&self, what: Computed, operands: &[&Value]) -> Option<Value> {
        if !self.departures_compute(what) {
            return None;
        }
        let operands: Vec<Value> = operands.iter().map(|operand| (*operand).clone()).collect();
        self.options.departures.value(what, &operands)
    }

    /// The same of operands that stand together.
    pub(super) fn departing_from(&self, what: Computed, operands: &[Value]) -> Option<Value> {
        if self.options.departures.is_empty() { None } else { self.options.departures.value(what, operands) }
    }

    /// Whether the operand of CASE is what stands behind WHEN.
    pub(super) fn is_case(&self, operand: &Value, when: &Value) -> Option<bool> {
        match self.departing(Computed::Switch, &[operand, when]) {
            Some(wrong) => holds(&wrong),
            None => relations::equal(operand, when),
        }
    }

    /// A condition behind WHEN.
    pub(super) fn when(&self, condition: Option<bool>) -> Option<bool> {
        self.otherwise(Computed::When, condition)
    }

    /// A condition of WHERE.
    pub(super) fn lets_through(&self, condition: Option<bool>) -> bool {
        self.otherwise(Computed::Where, condition) == Some(true)
    }

    fn otherwise(&self, what: Computed, condition: Option<bool>) -> Option<bool> {
        if self.options.departures.is_empty() {
            return condition;
        }
        let value = condition.map_or(Value::Null, Value::Boolean);
        self.departing(what, &[&value]).map_or(condition, |wrong| holds(&wrong))
    }

    /// The fault that reads a property from another element: the next node or relationship that has it.
    pub(super) fn evaluate_on_other(&self, term: &Term, frame: &mut Frame) -> Result<Value, Failure> {
        if let Term::Property(subject, key) = term
            && let Term::Slot(slot) = &**subject
        {
            let other = match &frame[*slot] {
                Value::Node(node) => {
                    let mut others = self.graph.nodes().filter(|other| other.key != node.key);
                    others.find_map(|other| other.properties.get(key).cloned())
                }
                Value::Relationship(relationship) => {
                    let mut others = self.graph.relationships().filter(|other| other.key != relationship.key);
                    others.find_map(|other| other.properties.get(key).cloned())
                }
                _ => None,
            };
            if let Some(value) = other {
                return Ok(value);
            }
        }
        self.evaluate(term, frame)
    }

    /// Whether a wrong rule takes rows with this key for different ones.
    pub(super) fn are_apart(&self, key: &[&Value]) -> bool {
        let nan = |value: &&Value| matches!(value, Value::Float(float) if float.is_nan());
        self.departs(Fault::NullGroupsApart) && key.iter().any(|value| value.is_null())
            || self.departs(Fault::NansApart) && key.iter().any(nan)
    }

    /// Takes groups with a null among their keys away, where a wrong rule does.
    pub(super) fn lose_groups(
        &self,
        plan: &ProjectPlan,
        frames: &mut Vec<Frame>,
        accumulators: &mut Vec<Vec<Accumulator>>,
    ) {
        if !self.departs(Fault::NullGroupLost) {
            return;
        }
        let keeps: Vec<bool> =
            frames.iter().map(|frame| !plan.keys.iter().any(|slot| frame[*slot].is_null())).collect();
        let mut kept = keeps.iter();
        frames.retain(|_| kept.next() == Some(&true));
        let mut kept = keeps.iter();
        accumulators.retain(|_| kept.next() == Some(&true));
    }

    /// What is gathered into a list.
    pub(super) fn gathered(&self, values: Vec<Value>) -> Value {
        self.departing_from(Computed::Gathered, &values).unwrap_or_else(|| Value::list(values))
    }
}

fn holds(value: &Value) -> Option<bool> {
    match value {
        Value::Boolean(holds) => Some(*holds),
        _ => None,
    }
}

/// Whether an operator on values or a function gives a value: neither a condition nor a choice among values that are written. Of
/// comparisons those that ask which value is smaller: values that are not comparable have no order, but are equal or not.
pub(super) fn is_computed(term: &Term) -> bool {
    match term {
        Term::Function(call) => !matches!(call.scalar, Scalar::Coalesce | Scalar::NullIf),
        Term::Binary(operator, ..) => {
            !matches!(operator, BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor)
        }
        Term::Comparison(_, links) => links
            .iter()
            .any(|(operator, _)| !matches!(operator, ComparisonOperator::Equal | ComparisonOperator::NotEqual)),
        Term::Property(..) | Term::Index(..) | Term::Slice(..) | Term::Unary(..) => true,
        Term::Case { branches, otherwise, .. } => {
            branches.iter().any(|(_, then)| is_computed(then)) || otherwise.as_deref().is_some_and(is_computed)
        }
        _ => false,
    }
}
