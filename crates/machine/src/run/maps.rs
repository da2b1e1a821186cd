//! Steps that make one object of one.

use graphlance_gremlin::token::Pop;
use graphlance_gremlin::{Name, Version};

use super::produce::column_of;
use super::traverser::{Round, Traverser};
use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise};
use crate::program::{By, Kind, Op, OpId, Reduction};
use crate::value::{Entries, Value};

impl<'a> Machine<'a> {
    /// What a step makes of an object, if anything.
    pub fn map(&mut self, id: OpId, op: &'a Op, traverser: &Traverser) -> Run<Option<Value>> {
        let value = &traverser.value;
        Ok(Some(match &op.kind {
            Kind::WhereStart(label) => return self.where_start(op, label.as_ref(), traverser),
            Kind::MapTo(chain) => return self.first_of(*chain, traverser),
            Kind::MapBy(how) => return self.produce(how, traverser),
            Kind::Select { pop, keys, bys } => return self.select(*pop, keys, bys, traverser),
            Kind::SelectColumn(column) => column_of(value, *column)?,
            Kind::SelectBy { pop, key, by } => return self.select_by(*pop, *key, by.as_ref(), traverser),
            Kind::Project { keys, bys } => {
                let mut entries = Entries::default();
                for (turn, key) in keys.iter().enumerate() {
                    if let Some(value) = self.produce(Self::turn(bys, turn), traverser)? {
                        entries.insert(Value::string(key.clone()), value);
                    }
                }
                Value::map(entries)
            }
            Kind::Path { from, to, bys } => {
                let Some((objects, labels)) = self.path_of(traverser, from.as_ref(), to.as_ref(), bys)? else {
                    return Ok(None);
                };
                if objects.iter().any(Value::is_null) {
                    self.allow_null_in_path()?;
                }
                Value::path(objects, labels)
            }
            Kind::Sack => traverser.sack.clone().unwrap_or(Value::NULL),
            // TinkerPop's traversers have no rounds at all then.
            Kind::Loops(None) if !self.program.ops.iter().any(|op| matches!(op.kind, Kind::Repeat(_))) => {
                let why = "how often an object went around where there is no repeat()";
                return Err(Failure::Unspecified(why.to_owned()).into());
            }
            Kind::Loops(None) => small(traverser.rounds()),
            Kind::Loops(Some(name)) => {
                let round = traverser.loops.iter().rev().find(|round| round.name.as_ref() == Some(name));
                let is_lost = |round: &Round| matches!(&self.op(round.op).kind, Kind::Repeat(repeat) if round.name != repeat.name);
                let missing = || match traverser.loops.iter().any(is_lost) {
                    true => Failure::Unspecified("the name of a round that a step began anew".to_owned()),
                    false => raise(ErrorKind::Argument, format!("no repeat() is called {name}")),
                };
                small(round.ok_or_else(missing)?.count)
            }
            Kind::Constant(value) => value.clone(),
            Kind::ReduceLocal(reduction) => return self.reduced_within(*reduction, value),
            Kind::Math { expression, bys } => return self.math(expression, bys, traverser),
            Kind::Text { change, local } => self.changed_text(change, *local, value)?,
            Kind::Concat(parts) => self.concat(parts, traverser)?,
            Kind::Format { pieces, bys } => return self.format(pieces, bys, traverser),
            Kind::AsDate | Kind::DateAdd(..) | Kind::DateDiff(_) => self.dated(op, traverser)?,
            Kind::AsNumber(kind) => self.as_number(*kind, value)?,
            Kind::AsBool => self.as_bool(value)?,
            Kind::Reverse => reversed(value),
            Kind::Join(joining, operand) => {
                let other = self.operand(operand, traverser)?;
                self.joined(op, *joining, value, &other)?
            }
            Kind::Conjoin(delimiter) => self.conjoined(id, delimiter, value)?,
            Kind::DedupLocal if self.options.version <= Version::V36 && value.size().is_none() => {
                let what = "what dedup(local) makes of what is no collection, up to 3.6";
                return Err(Failure::Unspecified(what.to_owned()).into());
            }
            Kind::DedupLocal => Value::set(value.iterated()),
            Kind::RangeLocal { low, high } => return self.local_range(id, value, *low, *high),
            Kind::TailLocal(amount) => {
                let size = i64::try_from(value.size().unwrap_or(1)).unwrap_or(i64::MAX);
                return self.local_range(id, value, size.saturating_sub(*amount), size);
            }
            Kind::SampleLocal(amount) => self.local_sample(value, *amount),
            Kind::OrderLocal(bys) => self.ordered_within(bys, value)?,
            Kind::Index { map } => indexed(value, *map),
            Kind::Fail(message) => return Err(raise(ErrorKind::Fail, message.clone()).into()),
            _ => {
                let _ = id;
                return self.map_element(op, traverser);
            }
        }))
    }

    /// Where a condition begins: the step that compares at its end is told with what.
    fn where_start(&mut self, op: &'a Op, label: Option<&Name>, traverser: &Traverser) -> Run<Option<Value>> {
        if let Some(last) = self.program.last(op.chain)
            && let Kind::WhereEnd(end) = &self.op(last).kind
        {
            self.states[last].held = Some(self.surely_scoped(end, traverser)?);
        }
        match label {
            Some(label) => self.surely_scoped(label, traverser).map(Some),
            None => Ok(Some(traverser.value.clone())),
        }
    }

    fn select(&mut self, pop: Pop, keys: &[Name], bys: &[By], traverser: &Traverser) -> Run<Option<Value>> {
        if let [key] = keys {
            let Some(found) = self.scoped(pop, key, traverser)? else { return Ok(None) };
            if found.is_null() {
                return Ok(Some(found));
            }
            return match bys.last() {
                Some(by) => self.produce_of(&by.how, &found),
                None => Ok(Some(found)),
            };
        }
        let mut entries = Entries::default();
        for (turn, key) in keys.iter().enumerate() {
            let Some(found) = self.scoped(pop, key, traverser)? else { return Ok(None) };
            let Some(value) = self.produce_of(Self::turn(bys, turn), &found)? else { return Ok(None) };
            entries.insert(Value::string(key.clone()), value);
        }
        Ok(Some(Value::map(entries)))
    }

    fn select_by(
        &mut self,
        pop: Pop,
        key: crate::program::ChainId,
        by: Option<&By>,
        traverser: &Traverser,
    ) -> Run<Option<Value>> {
        let Some(key) = self.first_of(key, traverser)? else { return Ok(None) };
        let found = match (&traverser.value, &key) {
            (Value::Map(mapping), key) if mapping.entries.contains_key(key) => mapping.entries.get(key).cloned(),
            (_, Value::Scalar(graphlance_gremlin::Scalar::String(name))) => self.scoped(pop, name, traverser)?,
            _ => None,
        };
        match (found, by) {
            (Some(found), Some(by)) if !found.is_null() => self.produce_of(&by.how, &found),
            (found, _) => Ok(found),
        }
    }

    /// What the numbers or values in a collection become; nothing where there are none, unless they are counted.
    fn reduced_within(&mut self, reduction: Reduction, value: &Value) -> Run<Option<Value>> {
        if reduction == Reduction::Count {
            let size = i64::try_from(value.iterated().len()).unwrap_or(i64::MAX);
            return Ok(Some(Value::long(size)));
        }
        // Of an empty one the first releases end the whole traversal, and refuse what is none (TINKERPOP-3089, TINKERPOP-2890).
        let is_collection = matches!(value, Value::List(_) | Value::Set(_) | Value::Bag(_)) && value.size() != Some(0);
        if self.options.version <= Version::V36 && !is_collection {
            let what = "what max(local) and its like make of what is no collection, or an empty one, up to 3.6";
            return Err(Failure::Unspecified(what.to_owned()).into());
        }
        let mut reduced = None;
        for item in value.iterated() {
            reduced = Some(self.reduce_one(reduction, reduced, &item, None)?);
        }
        reduced.map(|reduced| self.reduced(reduction, reduced)).transpose()
    }
}

fn small(number: i64) -> Value {
    let narrow = i32::try_from(number).map(graphlance_gremlin::Scalar::Integer);
    narrow.map_or(Value::long(number), Value::Scalar)
}

fn reversed(value: &Value) -> Value {
    if let Some(text) = value.as_str() {
        return Value::string(text.chars().rev().collect::<String>());
    }
    match value {
        Value::List(_) | Value::Bag(_) | Value::Set(_) | Value::Path(_) => {
            let mut values = value.iterated();
            values.reverse();
            Value::list(values)
        }
        other => other.clone(),
    }
}

fn indexed(value: &Value, map: bool) -> Value {
    let number = |place: usize| small(i64::try_from(place).unwrap_or(i64::MAX));
    let items = value.iterated().into_iter().enumerate();
    if map {
        return Value::map(items.map(|(place, item)| (number(place), item)).collect());
    }
    Value::list(items.map(|(place, item)| Value::list(vec![item, number(place)])).collect())
}
