//! What modulators and nested traversals give of an object, and what stands under a label.

use graphlance_gremlin::Name;
use graphlance_gremlin::token::{Column, Pop, T};

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, wrong_type};
use crate::program::{By, ChainId, How, Kind, Operand};
use crate::quirk::Quirk;
use crate::rules::Unproductive;
use crate::value::Value;

impl Machine<'_> {
    /// Gives a chain one traverser with an object of the given one, and nothing else.
    pub fn prepare(&mut self, chain: ChainId, traverser: &Traverser) -> Run<()> {
        self.reset(chain);
        let mut split = traverser.clone();
        split.bulk = 1;
        self.give_chain(chain, split)
    }

    /// The first object that comes out of a chain for a traverser.
    pub fn first_of(&mut self, chain: ChainId, traverser: &Traverser) -> Run<Option<Value>> {
        self.prepare(chain, traverser)?;
        let Some(last) = self.program.last(chain) else { return Ok(None) };
        let first = self.next(last)?.map(|traverser| traverser.value);
        if first.is_some() {
            self.nothing_kept(chain)?;
            self.first_taken(chain)?;
        }
        Ok(first)
    }

    /// Whether anything comes out of a chain for a traverser.
    pub fn is_productive(&mut self, chain: ChainId, traverser: &Traverser) -> Run<bool> {
        self.prepare(chain, traverser)?;
        let Some(last) = self.program.last(chain) else { return Ok(false) };
        let found = self.has_next(last)?;
        if found {
            self.nothing_kept(chain)?;
            self.first_seen(chain);
        }
        Ok(found)
    }

    /// Fails where a step of a chain that is left has more to give, and gives it to the next object.
    fn nothing_kept(&self, chain: ChainId) -> Run<()> {
        if self.has_quirk(Quirk::MatchKeepsRest) && self.keeps_rest(chain) {
            let what = "what a match() of which only the first is taken gives next";
            return Err(Failure::Unspecified(what.to_owned()).into());
        }
        Ok(())
    }

    /// Whether a match() in a chain, however deep, has found more than was taken.
    fn keeps_rest(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().any(|id| {
            let op = self.op(*id);
            let has_more = matches!(op.kind, Kind::Match(_)) && !self.states[*id].pending.is_empty();
            has_more || op.children.iter().any(|child| self.keeps_rest(*child))
        })
    }

    /// What `by(..)` gives of a traverser, if anything.
    pub fn produce(&mut self, how: &How, traverser: &Traverser) -> Run<Option<Value>> {
        let found = match how {
            How::Chain(chain) => self.first_of(*chain, traverser)?,
            other => self.taken(other, &traverser.value)?,
        };
        self.productive(found)
    }

    /// What `by(..)` gives of a value that no traverser holds, if anything.
    pub fn produce_of(&mut self, how: &How, value: &Value) -> Run<Option<Value>> {
        let found = match how {
            How::Chain(chain) => {
                let traverser = self.generate(value.clone());
                self.first_of(*chain, &traverser)?
            }
            other => self.taken(other, value)?,
        };
        self.productive(found)
    }

    /// What a `by(..)` gives, where a version says what becomes of an object of which it gives nothing.
    pub fn productive<T>(&self, found: Option<T>) -> Run<Option<T>> {
        match (&found, self.rules.unproductive) {
            (None, Unproductive::Open) => {
                Err(Failure::Unspecified("what becomes of an object of which by() gives nothing".to_owned()).into())
            }
            _ => Ok(found),
        }
    }

    fn taken(&mut self, how: &How, value: &Value) -> Run<Option<Value>> {
        match how {
            How::Itself | How::Chain(_) => Ok(Some(value.clone())),
            How::Key(key) => self.property_of(value, key),
            How::Token(token) => self.token_of(value, *token).map(Some),
            How::Column(column) => Ok(Some(column_of(value, *column)?)),
        }
    }

    /// The one value under a key of an element or a map; a map gives null for a key that it does not have.
    pub fn property_of(&mut self, value: &Value, key: &Name) -> Run<Option<Value>> {
        if let Value::Map(mapping) = value {
            return Ok(Some(mapping.entries.get(&Value::string(key.clone())).cloned().unwrap_or(Value::NULL)));
        }
        if !value.is_element() {
            return Err(wrong_type(&format!("by(\"{key}\")"), value).into());
        }
        let mut found = self.graph.properties_where(value, |other| other == key).into_iter();
        let first = found.next().map(|(_, value, _)| value);
        if found.next().is_some() {
            let message = format!("there is more than one property {key}, where by() takes one");
            return Err(raise(ErrorKind::State, message).into());
        }
        Ok(first)
    }

    /// A part of an element or property that is no property.
    pub fn token_of(&self, value: &Value, token: T) -> Run<Value> {
        let part = match (token, value) {
            (T::Id, element) => self.graph.id(element).cloned().map(Value::Scalar),
            (T::Label, element) => self.graph.label(element).cloned().map(Value::string),
            (T::Key, Value::VertexProperty(key)) => Some(Value::string(self.graph.vertex_property(*key).key.clone())),
            (T::Key, Value::Property(property)) => Some(Value::string(property.key.clone())),
            (T::Value, Value::VertexProperty(key)) => Some(self.graph.vertex_property(*key).value.clone()),
            (T::Value, Value::Property(property)) => Some(property.value.clone()),
            _ => None,
        };
        part.ok_or_else(|| wrong_type(&format!("T.{}", token.text()), value).into())
    }

    /// The `by(..)` of a turn; the object itself where there is none.
    pub fn turn(bys: &[By], turn: usize) -> &How {
        match bys.get(turn % bys.len().max(1)) {
            Some(by) => &by.how,
            None => &How::Itself,
        }
    }

    /// The values of operands for a traverser. One that a traversal gives and that does not give anything is an error.
    pub fn operand(&mut self, operand: &Operand, traverser: &Traverser) -> Run<Value> {
        match operand {
            Operand::Value(value) => Ok(value.clone()),
            Operand::Chain(chain) => {
                let found = self.first_of(*chain, traverser)?;
                found.ok_or_else(|| raise(ErrorKind::Argument, "a nested traversal gives nothing").into())
            }
        }
    }

    /// What stands under a key: of the map that the object is, among what was noted aside, or in the path.
    pub fn scoped(&mut self, pop: Pop, key: &Name, traverser: &Traverser) -> Run<Option<Value>> {
        if let Value::Map(mapping) = &traverser.value
            && let Some(value) = mapping.entries.get(&Value::string(key.clone()))
        {
            return Ok(Some(value.clone()));
        }
        if let Some(value) = self.side_effect(key)? {
            return Ok(Some(value));
        }
        let mut found = self.labelled_places(key, traverser)?;
        if found.is_empty() {
            return Ok(None);
        }
        Ok(Some(match pop {
            Pop::First => found.swap_remove(0),
            Pop::Last => found.pop().unwrap_or(Value::NULL),
            Pop::Mixed if found.len() == 1 => found.swap_remove(0),
            Pop::All | Pop::Mixed => Value::list(found),
        }))
    }

    /// The objects under a label of the path of a traverser. In a long path it takes long to look for them.
    pub fn labelled_places(&mut self, label: &str, traverser: &Traverser) -> Run<Vec<Value>> {
        debug_assert!(self.program.readers.last(&label.into()).is_some(), "{label} is read");
        let (found, places) = traverser.labelled(label);
        self.spend(places / 8)?;
        Ok(found)
    }

    /// What stands under a key, which there must be.
    pub fn surely_scoped(&mut self, key: &Name, traverser: &Traverser) -> Run<Value> {
        let found = self.scoped(Pop::Last, key, traverser)?;
        found.ok_or_else(|| raise(ErrorKind::Argument, format!("nothing stands under {key}")).into())
    }
}

/// A half of a map, of an entry, or of a path.
pub(super) fn column_of(value: &Value, column: Column) -> Run<Value> {
    Ok(match (value, column) {
        (Value::Map(mapping), Column::Keys) => Value::set(mapping.entries.keys().cloned()),
        (Value::Map(mapping), Column::Values) => Value::list(mapping.entries.values().cloned().collect()),
        (Value::Entry(entry), Column::Keys) => entry.0.clone(),
        (Value::Entry(entry), Column::Values) => entry.1.clone(),
        (Value::Path(path), Column::Keys) => {
            let labels = path.labels.iter().map(|labels| Value::set(labels.iter().cloned().map(Value::string)));
            Value::list(labels.collect())
        }
        (Value::Path(path), Column::Values) => Value::list(path.objects.clone()),
        (other, column) => return Err(wrong_type(&format!("Column.{}", column.text()), other).into()),
    })
}
