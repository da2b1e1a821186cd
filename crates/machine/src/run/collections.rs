//! Steps over what is in a collection.

use graphlance_gremlin::Name;

use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::program::{By, Joining, Op, OpId};
use crate::quirk::Quirk;
use crate::value::{Entries, Value, Values, relations};

impl Machine<'_> {
    /// What two collections become.
    pub fn joined(&mut self, op: &Op, joining: Joining, value: &Value, other: &Value) -> Run<Value> {
        if let (Joining::Merge, Value::Map(first)) = (joining, value) {
            let Value::Map(second) = other else { return Err(wrong_type("merge()", other).into()) };
            let mut entries = first.entries.clone();
            entries.extend(second.entries.iter().map(|(key, value)| (key.clone(), value.clone())));
            return Ok(Value::map(entries));
        }
        let first = iterable(op, value)?;
        let second = iterable(op, other)?;
        self.spend(first.len() + second.len())?;
        let as_set = |values: &[Value]| values.iter().cloned().collect::<Values>();
        let joined = match joining {
            Joining::Combine => Value::list(first.into_iter().chain(second).collect()),
            Joining::Merge => Value::set(first.into_iter().chain(second)),
            Joining::Difference => {
                let others = as_set(&second);
                Value::set(first.into_iter().filter(|value| !others.contains(value)))
            }
            Joining::Intersect => {
                let others = as_set(&second);
                Value::set(first.into_iter().filter(|value| others.contains(value)))
            }
            Joining::Disjunct => {
                let (a, b) = (as_set(&first), as_set(&second));
                let only =
                    |values: Vec<Value>, others: Values| values.into_iter().filter(move |it| !others.contains(it));
                Value::set(only(first, b).chain(only(second, a)))
            }
            Joining::Product => {
                self.spend(first.len().saturating_mul(second.len()))?;
                let pairs = first.iter().flat_map(|a| second.iter().map(|b| Value::list(vec![a.clone(), b.clone()])));
                Value::list(pairs.collect())
            }
        };
        let Value::Set(set) = joined else { return Ok(joined) };
        let mut values: Vec<Value> = set.values.iter().cloned().collect();
        self.chance.arrange(&mut values);
        Ok(Value::set(values))
    }

    /// The texts in a collection with something between them. Nulls are left off.
    pub fn conjoined(&mut self, id: OpId, delimiter: &Name, value: &Value) -> Run<Value> {
        let values = iterable(self.op(id), value)?;
        self.chosen_within(id, value);
        let texts = values.iter().filter(|value| !value.is_null()).map(|value| self.text_of(value));
        let texts = texts.collect::<Run<Vec<String>>>()?;
        Ok(Value::string(texts.join(delimiter)))
    }

    /// The part of a collection between two places; of what is none that itself.
    pub fn local_range(&mut self, id: OpId, value: &Value, low: i64, high: i64) -> Run<Option<Value>> {
        let from = usize::try_from(low).unwrap_or(0);
        let to = usize::try_from(high).unwrap_or(usize::MAX);
        let amount = to.saturating_sub(from);
        let items = value.iterated();
        if from > 0 || amount < items.len() {
            self.chosen_within(id, value);
        }
        let part: Vec<Value> = items.into_iter().skip(from).take(amount).collect();
        match value {
            Value::Map(mapping) => {
                let mut entries: Vec<(Value, Value)> =
                    mapping.entries.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
                entries = entries.into_iter().skip(from).take(amount).collect();
                Ok(Some(Value::map(entries.into_iter().collect())))
            }
            Value::List(_) | Value::Bag(_) | Value::Set(_) | Value::Path(_) => {
                if !self.rules.local_range_collects {
                    // Before 3.8 a range of one is that one, and of nothing nothing.
                    let single = high != -1 && high.saturating_sub(low) == 1;
                    let only = part.first().filter(|only| !only.is_null());
                    if single && only.is_none() && self.has_quirk(Quirk::EmptyRangeStops) {
                        let why = "whether anything goes on behind a local range that gives nothing";
                        return Err(Failure::Unspecified(why.to_owned()).into());
                    }
                    if single {
                        return Ok(part.into_iter().next());
                    }
                }
                let is_set = matches!(value, Value::Set(_) | Value::Bag(_));
                Ok(Some(if is_set { Value::set(part) } else { Value::list(part) }))
            }
            other => Ok(Some(other.clone())),
        }
    }

    /// So many of what is in a collection, drawn.
    pub fn local_sample(&mut self, value: &Value, amount: i64) -> Value {
        let amount = usize::try_from(amount).unwrap_or(0);
        if value.size().is_none_or(|size| size <= amount) {
            return value.clone();
        }
        if let Value::Map(mapping) = value {
            let mut entries: Vec<(Value, Value)> =
                mapping.entries.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            self.chance.shuffle(&mut entries);
            entries.truncate(amount);
            return Value::map(entries.into_iter().collect::<Entries>());
        }
        let mut items = value.iterated();
        self.chance.shuffle(&mut items);
        items.truncate(amount);
        match value {
            Value::Set(_) => Value::set(items),
            Value::Bag(_) => Value::bag(items),
            _ => Value::list(items),
        }
    }

    /// What is in a collection or a map, in order.
    pub fn ordered_within(&mut self, bys: &[By], value: &Value) -> Run<Value> {
        if !matches!(value, Value::List(_) | Value::Bag(_) | Value::Set(_) | Value::Map(_)) {
            return Ok(value.clone());
        }
        let shuffles = bys.last().is_some_and(|by| by.order == Some(graphlance_gremlin::token::Order::Shuffle));
        let counted: Vec<By> = bys
            .iter()
            .filter(|by| shuffles || by.order != Some(graphlance_gremlin::token::Order::Shuffle))
            .cloned()
            .collect();
        let mut keyed = Vec::new();
        for item in value.iterated() {
            let mut keys = Vec::new();
            for by in &counted {
                keys.extend(self.produce_of(&by.how, &item)?);
            }
            if counted.is_empty() {
                keys.push(item.clone());
            }
            if keys.len() == counted.len().max(1) {
                keyed.push((keys, item));
            }
        }
        let keys = || keyed.iter().flat_map(|(keys, _)| keys);
        let compared =
            |key: &Value| self.options.comparable_elements && matches!(key, Value::Vertex(_) | Value::Edge(_));
        if let Some(key) = keys().find(|key| !is_comparable(key) && !compared(key))
            && self.has_quirk(Quirk::LocalOrderCasts)
            && self.rules.total_order
        {
            // Their properties may have an order or not.
            if self.options.comparable_elements && matches!(key, Value::VertexProperty(_) | Value::Property(_)) {
                return Err(Failure::Unspecified("whether properties can be compared".to_owned()).into());
            }
            return Err(wrong_type("order(local)", key).into());
        }
        if keyed.len() > 1 && keys().any(|key| relations::has_open_order(key) || compared(key)) {
            self.chance.choose();
        }
        self.sort(&counted, &mut keyed)?;
        let items = keyed.into_iter().map(|(_, item)| item);
        if matches!(value, Value::Map(_)) {
            let entries = items.filter_map(|item| match item {
                Value::Entry(entry) => Some((entry.0.clone(), entry.1.clone())),
                _ => None,
            });
            return Ok(Value::map(entries.collect()));
        }
        Ok(Value::list(items.collect()))
    }
}

/// Whether values of this class have an order in Java.
fn is_comparable(value: &Value) -> bool {
    matches!(value, Value::Scalar(_) | Value::Token(_))
}

fn iterable(op: &Op, value: &Value) -> Run<Vec<Value>> {
    match value {
        Value::List(_) | Value::Bag(_) | Value::Set(_) | Value::Path(_) => Ok(value.iterated()),
        Value::Scalar(graphlance_gremlin::Scalar::Null) => {
            Err(raise(ErrorKind::Argument, format!("{}() does not take null", op.name.text())).into())
        }
        other => Err(wrong_type(op.name.text(), other).into()),
    }
}
