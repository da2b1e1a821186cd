//! Subscripts, slices, loops over lists, projections of maps.

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{ListComprehension, ListQuantifier, MapProjectionItem, QuantifiedPredicate, Reduce};
use graphlance_graph::{Name, Properties, Value};

use super::table::{Record, Scope};
use super::{Engine, Slip};
use crate::operators::{boolean, truth};
use crate::{ErrorKind, Failure, functions};

impl Engine<'_> {
    /// `subject[index]`: an item of a list, counted from the end when negative; an entry of a map or a property.
    pub(super) fn item(&self, subject: &Value, index: &Value) -> Result<Value, Failure> {
        match (subject, index) {
            (Value::Null, _) | (_, Value::Null) => Ok(Value::Null),
            (Value::List(items), Value::Integer(index)) => {
                let length = items.len() as i64;
                let place = if *index < 0 { length.saturating_add(*index) } else { *index };
                let place = usize::try_from(place).ok();
                Ok(place.and_then(|place| items.get(place)).cloned().unwrap_or(Value::Null))
            }
            (Value::Map(_) | Value::Node(_) | Value::Relationship(_), Value::String(key)) => {
                self.with_context(|context| functions::property(subject, key, context))
            }
            (Value::Map(_), _) => Err(Failure::runtime(
                ErrorKind::TypeError,
                "MapElementAccessByNonString",
                format!("a map has no entry of a {}", index.type_name()),
            )),
            _ => {
                let message = format!("a {} has no item of a {}", subject.type_name(), index.type_name());
                Err(Failure::argument_type(message))
            }
        }
    }

    /// `subject[from..to]`: the items from one bound to before the other.
    pub(super) fn slice(
        &self,
        subject: &Expression,
        from: Option<&Expression>,
        to: Option<&Expression>,
        scope: Scope<'_>,
    ) -> Result<Value, Failure> {
        let subject = self.evaluate(subject, scope)?;
        let from = from.map_or(Ok(Value::Integer(0)), |from| self.evaluate(from, scope))?;
        let to = to.map_or(Ok(Value::Integer(i64::MAX)), |to| self.evaluate(to, scope))?;
        let items = match &subject {
            Value::Null => return Ok(Value::Null),
            Value::List(items) => items,
            other => return Err(Failure::argument_type(format!("a {} has no slice", other.type_name()))),
        };
        let (from, to) = match (&from, &to) {
            (Value::Null, _) | (_, Value::Null) => return Ok(Value::Null),
            (Value::Integer(from), Value::Integer(to)) => (*from, *to),
            _ => return Err(Failure::argument_type("the bounds of a slice are integers")),
        };
        let length = items.len() as i64;
        let place = |bound: i64| if bound < 0 { length.saturating_add(bound) } else { bound };
        let end = place(to).saturating_add(i64::from(self.slips(Slip::SliceIncludesEnd)));
        let inside = |index: &i64| place(from) <= *index && *index < end;
        let taken = (0..length).filter(inside).filter_map(|index| items.get(index as usize).cloned());
        Ok(Value::list(taken.collect()))
    }

    /// The items of a list; none for null.
    fn items(&self, list: &Expression, scope: Scope<'_>) -> Result<Option<Vec<Value>>, Failure> {
        match self.evaluate(list, scope)? {
            Value::Null => Ok(None),
            Value::List(items) => Ok(Some(items.to_vec())),
            other => Err(Failure::argument_type(format!("a {} is no list", other.type_name()))),
        }
    }

    pub(super) fn list_comprehension(&self, it: &ListComprehension, scope: Scope<'_>) -> Result<Value, Failure> {
        let Some(items) = self.items(&it.list, scope)? else { return Ok(Value::Null) };
        let mut kept = Vec::new();
        for item in items {
            let record = bind(scope.record, &it.variable, &item);
            if self.holds(it.predicate.as_ref(), scope.with(&record))? {
                kept.push(match &it.projection {
                    Some(projection) => self.evaluate(projection, scope.with(&record))?,
                    None => item,
                });
            }
        }
        Ok(Value::list(kept))
    }

    /// all, any, none, single: over three truth values. An engine may stop at the item that decides.
    pub(super) fn quantified(&self, it: &QuantifiedPredicate, scope: Scope<'_>) -> Result<Value, Failure> {
        let Some(items) = self.items(&it.list, scope)? else { return Ok(Value::Null) };
        let (mut trues, mut falses, mut unknown) = (0, 0, 0);
        let mut raised = None;
        for item in &items {
            let record = bind(scope.record, &it.variable, item);
            let value = self.evaluate(&it.predicate, scope.with(&record)).and_then(|value| boolean(&value));
            match value {
                Ok(Some(true)) => trues += 1,
                Ok(Some(false)) => falses += 1,
                Ok(None) => unknown += 1,
                Err(failure @ Failure::Raised(_)) => raised = Some(failure),
                Err(other) => return Err(other),
            }
        }
        let decided = match it.quantifier {
            ListQuantifier::All => (falses > 0).then_some(false),
            ListQuantifier::Any => (trues > 0).then_some(true),
            ListQuantifier::None => (trues > 0).then_some(false),
            ListQuantifier::Single if self.slips(Slip::SingleIsAny) => (trues > 0).then_some(true),
            ListQuantifier::Single => (trues > 1).then_some(false),
        };
        match (decided, raised) {
            (Some(decided), None) => Ok(Value::Boolean(decided)),
            (Some(decided), Some(_)) => {
                self.leave_open("an error beside the item that decides")?;
                Ok(Value::Boolean(decided))
            }
            (None, Some(raised)) => Err(raised),
            (None, None) if unknown > 0 => Ok(Value::Null),
            (None, None) => Ok(truth(Some(match it.quantifier {
                ListQuantifier::All => !(items.is_empty() && self.slips(Slip::AllOfNothingIsFalse)),
                ListQuantifier::None => true,
                ListQuantifier::Any => false,
                ListQuantifier::Single => trues == 1,
            }))),
        }
    }

    pub(super) fn reduce(&self, it: &Reduce, scope: Scope<'_>) -> Result<Value, Failure> {
        let mut accumulator = self.evaluate(&it.initial, scope)?;
        let Some(items) = self.items(&it.list, scope)? else { return Ok(Value::Null) };
        for item in items.iter().skip(usize::from(self.slips(Slip::ReduceSkipsFirst))) {
            let mut record = bind(scope.record, &it.variable, item);
            record.insert(it.accumulator.clone(), accumulator);
            accumulator = self.evaluate(&it.expression, scope.with(&record))?;
        }
        Ok(accumulator)
    }

    pub(super) fn map_projection(
        &self,
        subject: &Expression,
        items: &[MapProjectionItem],
        scope: Scope<'_>,
    ) -> Result<Value, Failure> {
        let value = self.evaluate(subject, scope)?;
        if value.is_null() {
            return Ok(Value::Null);
        }
        let mut projected = Properties::new();
        for item in items {
            match item {
                MapProjectionItem::Property(key) => {
                    let property = self.with_context(|context| functions::property(&value, key, context))?;
                    projected.insert(key.clone(), property);
                }
                MapProjectionItem::All => {
                    projected.extend(self.with_context(|context| functions::entries(&value, context).cloned())?);
                }
                MapProjectionItem::Entry(key, entry) => {
                    projected.insert(key.clone(), self.evaluate(entry, scope)?);
                }
                MapProjectionItem::Variable(name) => {
                    let variable = Expression::Variable(name.clone());
                    projected.insert(name.clone(), self.evaluate(&variable, Scope::of(scope.record))?);
                }
            }
        }
        Ok(Value::map(projected))
    }
}

fn bind(record: &Record, name: &Name, value: &Value) -> Record {
    let mut bound = record.clone();
    bound.insert(name.clone(), value.clone());
    bound
}
