//! Loops over lists, and projections of maps.

use std::sync::Arc;

use graphlance_cypher::ast::{BinaryOperator, ComparisonOperator, ListQuantifier, UnaryOperator};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Properties, Value};

use crate::departures::Computed;
use crate::functions;
use crate::operators::{truth, wrong_type};
use crate::run::Runner;
use crate::term::{Frame, LoopTerm, ProjectionTerm, ReduceTerm, Term};
use crate::{Failure, Fault, shared};

impl Runner<'_> {
    /// The elements of a list term; none for null.
    fn elements(&self, list: &Term, frame: &mut Frame) -> Result<Option<Arc<Vec<Value>>>, Failure> {
        match self.evaluate(list, frame)? {
            Value::Null => Ok(None),
            Value::List(items) => {
                self.spend(items.len() as u64)?;
                Ok(Some(items))
            }
            other => Err(wrong_type("a list", &other)),
        }
    }

    pub(super) fn list_comprehension(&self, it: &LoopTerm, frame: &mut Frame) -> Result<Value, Failure> {
        let Some(items) = self.elements(&it.list, frame)? else { return Ok(Value::Null) };
        let mut results = Vec::with_capacity(items.len());
        for item in items.iter() {
            frame[it.slot] = item.clone();
            if let Some(predicate) = &it.predicate
                && self.condition(predicate, frame)? != Some(true)
            {
                continue;
            }
            results.push(match &it.projection {
                Some(projection) => self.evaluate(projection, frame)?,
                None => item.clone(),
            });
        }
        Ok(Value::list(results))
    }

    pub(super) fn quantified(
        &self,
        quantifier: ListQuantifier,
        it: &LoopTerm,
        frame: &mut Frame,
    ) -> Result<Value, Failure> {
        let (Some(items), Some(predicate)) = (self.elements(&it.list, frame)?, &it.predicate) else {
            return Ok(Value::Null);
        };
        if self.departures_compute(Computed::Quantified(quantifier)) {
            let mut conditions = Vec::with_capacity(items.len());
            for item in items.iter() {
                frame[it.slot] = item.clone();
                conditions.push(truth(self.condition(predicate, frame)?));
            }
            if let Some(wrong) = self.departing_from(Computed::Quantified(quantifier), &conditions) {
                return Ok(wrong);
            }
        }
        let (mut trues, mut falses, mut nulls) = (0, 0, 0);
        for (index, item) in items.iter().enumerate() {
            frame[it.slot] = item.clone();
            match self.condition(predicate, frame)? {
                Some(true) => trues += 1,
                Some(false) => falses += 1,
                None if self.departs(Fault::QuantifierNullIsTrue) => trues += 1,
                None if self.departs(Fault::QuantifierNullIsFalse) => falses += 1,
                None => nulls += 1,
            }
            let decided = match quantifier {
                ListQuantifier::All => falses > 0,
                ListQuantifier::Any | ListQuantifier::None => trues > 0,
                ListQuantifier::Single => trues > 1,
            };
            if decided {
                self.behind_decision(|| {
                    items[index + 1..].iter().try_for_each(|item| {
                        frame[it.slot] = item.clone();
                        self.condition(predicate, frame).map(drop)
                    })
                })?;
                break;
            }
        }
        let unknown = nulls > 0;
        Ok(truth(match quantifier {
            ListQuantifier::All if falses > 0 => Some(false),
            ListQuantifier::Any if trues > 0 => Some(true),
            ListQuantifier::None if trues > 0 => Some(false),
            ListQuantifier::Single if trues > 1 => Some(false),
            _ if unknown => None,
            ListQuantifier::All | ListQuantifier::None => Some(true),
            ListQuantifier::Any => Some(false),
            ListQuantifier::Single => Some(trues == 1),
        }))
    }

    pub(super) fn reduce(&self, it: &ReduceTerm, frame: &mut Frame) -> Result<Value, Failure> {
        let mut accumulator = self.evaluate(&it.initial, frame)?;
        let Some(items) = self.elements(&it.list, frame)? else { return Ok(Value::Null) };
        let mut depth = 0;
        for item in items.iter() {
            frame[it.accumulator] = accumulator;
            frame[it.slot] = item.clone();
            accumulator = self.evaluate(&it.expression, frame)?;
            if accumulator.is_null() && self.departs(Fault::ReduceEndsAtNull) && computes_of_operands(&it.expression) {
                return Ok(Value::Null);
            }
            self.let_go(&frame[it.accumulator]);
            depth = self.nesting(&accumulator, &frame[it.accumulator], depth)?;
        }
        Ok(self.departing(Computed::Reduce, &[&accumulator]).unwrap_or(accumulator))
    }

    /// How deep the value of a loop is, given how deep the one before was; 0 when nothing in it could be deep.
    fn nesting(&self, value: &Value, before: &Value, depth: usize) -> Result<usize, Failure> {
        let nested = |value: &Value| matches!(value, Value::List(_) | Value::Map(_));
        let nests = match value {
            Value::List(items) => items.iter().any(nested),
            Value::Map(entries) => entries.values().any(nested),
            _ => false,
        };
        if !nests {
            return Ok(usize::from(nested(value)));
        }
        let known = shared::address(before).filter(|_| depth > 0).map(|address| (address, depth));
        shared::nesting(value, known, &|| self.spend(1))
    }

    pub(super) fn map_projection(
        &self,
        subject: &Term,
        items: &[ProjectionTerm],
        frame: &mut Frame,
    ) -> Result<Value, Failure> {
        let subject = self.evaluate(subject, frame)?;
        if subject.is_null() && !self.departs(Fault::MapProjectionOfNullIsMap) {
            return Ok(Value::Null);
        }
        let mut projected = Properties::new();
        for item in items {
            match item {
                ProjectionTerm::Property(key) => {
                    projected.insert(key.clone(), functions::property(&subject, key, self.context())?);
                }
                ProjectionTerm::All if subject.is_null() => {}
                ProjectionTerm::All => {
                    let entries = functions::entries(&subject, self.context())?;
                    projected.extend(entries.iter().map(|(key, value)| (key.clone(), value.clone())));
                }
                ProjectionTerm::Entry(key, term) => {
                    projected.insert(key.clone(), self.evaluate(term, frame)?);
                }
            }
        }
        Ok(Value::map(projected))
    }
}

/// Whether a term is computed of its operands alone, and null where one of them is.
fn computes_of_operands(term: &Term) -> bool {
    match term {
        Term::Unary(operator, _) => matches!(operator, UnaryOperator::Not | UnaryOperator::Minus | UnaryOperator::Plus),
        Term::Binary(operator, ..) => {
            use BinaryOperator::{And, In, Or, Xor};
            !matches!(operator, And | In | Or | Xor)
        }
        Term::Comparison(_, links) => links.iter().all(|(operator, _)| *operator != ComparisonOperator::Equal),
        Term::Function(call) => call.scalar != Scalar::Coalesce,
        Term::Index(..) | Term::Property(..) | Term::EntryOf(..) | Term::Matches(..) => true,
        _ => false,
    }
}
