//! Steps over texts.

use graphlance_gremlin::Scalar;
use graphlance_gremlin::token::Pop;

use super::traverser::Traverser;
use super::{Machine, Run};
use crate::failure::{ErrorKind, Failure, raise, unknown, wrong_type};
use crate::number::text::is_settled;
use crate::program::{By, Operand, Piece, TextChange};
use crate::value::{Value, text};

impl Machine<'_> {
    /// A text changed, or each text in a collection.
    pub fn changed_text(&mut self, change: &TextChange, local: bool, value: &Value) -> Run<Value> {
        let collection = matches!(value, Value::List(_) | Value::Bag(_) | Value::Set(_) | Value::Path(_));
        if !local || !collection {
            return self.one_text(change, value);
        }
        let items = value.iterated();
        self.spend(items.len())?;
        let changed = items.iter().map(|item| self.one_text(change, item));
        Ok(Value::list(changed.collect::<Run<_>>()?))
    }

    fn one_text(&mut self, change: &TextChange, value: &Value) -> Run<Value> {
        if let TextChange::AsString = change {
            if value.is_null() {
                return if self.rules.strict_text {
                    Err(raise(ErrorKind::Argument, "null is no text").into())
                } else {
                    Ok(Value::NULL)
                };
            }
            return Ok(Value::string(self.text_of(value)?));
        }
        let text = match value {
            Value::Scalar(Scalar::Null) => return Ok(Value::NULL),
            Value::Scalar(Scalar::String(text)) => text.as_str(),
            other => return Err(wrong_type("a step over texts", other).into()),
        };
        self.spend(text.len() / 8)?;
        let blank = |it: char| it.is_whitespace() && !matches!(it, '\u{a0}' | '\u{2007}' | '\u{202f}');
        Ok(match change {
            TextChange::AsString => value.clone(),
            TextChange::Length => {
                let length = i32::try_from(text.encode_utf16().count()).unwrap_or(i32::MAX);
                Value::Scalar(Scalar::Integer(length))
            }
            TextChange::ToUpper => Value::string(text.to_uppercase()),
            TextChange::ToLower => Value::string(text.to_lowercase()),
            TextChange::Trim => Value::string(text.trim_matches(blank)),
            TextChange::TrimStart => Value::string(text.trim_start_matches(blank)),
            TextChange::TrimEnd => Value::string(text.trim_end_matches(blank)),
            TextChange::Replace(Some(from), Some(to)) => self.replaced(text, from, to)?,
            TextChange::Replace(..) => value.clone(),
            TextChange::Split(separator) => self.split(text, separator.as_deref()),
            TextChange::Substring(from, to) => substring(text, *from, *to)?,
        })
    }

    /// The text of a value. That of a date is not known before 3.8.
    pub fn text_of(&self, value: &Value) -> Run<String> {
        fn has(value: &Value, wanted: fn(&Scalar) -> bool) -> bool {
            match value {
                Value::Entry(entry) => has(&entry.0, wanted) || has(&entry.1, wanted),
                Value::Scalar(scalar) => wanted(scalar),
                other => other.size().is_some() && other.iterated().iter().any(|value| has(value, wanted)),
            }
        }
        if !self.rules.plain_dates && has(value, |scalar| matches!(scalar, Scalar::DateTime(_))) {
            return Err(unknown("the text of a date, which has the zone of the engine").into());
        }
        if has(value, |scalar| !is_settled(scalar)) {
            return Err(Failure::Unspecified("the digits of a float in a text".to_owned()).into());
        }
        Ok(text::text(self.graph, value))
    }

    fn replaced(&mut self, text: &str, from: &str, to: &str) -> Run<Value> {
        // Nothing is found of an empty text.
        if from.is_empty() {
            return Ok(Value::string(text));
        }
        let occurrences = text.matches(from).count();
        if occurrences.saturating_mul(to.len()) > self.options.budget.length {
            return Err(Failure::OutOfBudget("length of a value").into());
        }
        Ok(Value::string(text.replace(from, to)))
    }

    fn split(&self, text: &str, separator: Option<&str>) -> Value {
        let parts: Vec<Value> = match separator {
            None => text.split_whitespace().map(Value::string).collect(),
            Some("") if self.rules.strict_text && text.is_empty() => vec![Value::string("")],
            Some("") if self.rules.strict_text => text.chars().map(|it| Value::string(it.to_string())).collect(),
            Some("") => text.split_whitespace().map(Value::string).collect(),
            // Of the parts without a character only the last one stays.
            Some(_) if text.is_empty() => Vec::new(),
            Some(separator) => {
                let behind = text.rsplit_once(separator).map_or(text, |(_, behind)| behind);
                let front = text.strip_suffix(behind).unwrap_or_default();
                let front = front.split(separator).filter(|part| !part.is_empty());
                front.chain([behind]).map(Value::string).collect()
            }
        };
        Value::list(parts)
    }

    /// A text with others behind it. Of nulls alone null.
    pub fn concat(&mut self, parts: &[Operand], traverser: &Traverser) -> Run<Value> {
        let mut all: Option<String> = None;
        let mut add = |value: &Value| match value {
            Value::Scalar(Scalar::Null) => Ok(()),
            Value::Scalar(Scalar::String(text)) => {
                all.get_or_insert_with(String::new).push_str(text);
                Ok(())
            }
            other => Err(wrong_type("concat()", other)),
        };
        add(&traverser.value)?;
        for part in parts {
            add(&self.operand(part, traverser)?)?;
        }
        Ok(all.map_or(Value::NULL, Value::string))
    }

    pub fn format(&mut self, pieces: &[Piece], bys: &[By], traverser: &Traverser) -> Run<Option<Value>> {
        let mut text = String::new();
        let mut turn = 0;
        for piece in pieces {
            let value = match piece {
                Piece::Text(plain) => {
                    text.push_str(plain);
                    continue;
                }
                Piece::Turn => {
                    turn += 1;
                    self.produce(Self::turn(bys, turn - 1), traverser)?
                }
                Piece::Name(name) => {
                    let own = match traverser.value.is_element() {
                        true => self.property_of(&traverser.value, name)?,
                        false => None,
                    };
                    match own {
                        Some(value) => Some(value),
                        None => self.scoped(Pop::Last, name, traverser)?,
                    }
                }
            };
            let Some(value) = value.filter(|value| !value.is_null()) else { return Ok(None) };
            text.push_str(&self.text_of(&value)?);
            if text.len() > self.options.budget.length {
                return Err(Failure::OutOfBudget("length of a value").into());
            }
        }
        Ok(Some(Value::string(text)))
    }
}

/// A part of a text by places of UTF-16; those below zero are counted from the end.
fn substring(text: &str, from: i64, to: Option<i64>) -> Run<Value> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let length = i64::try_from(units.len()).unwrap_or(i64::MAX);
    let place = |index: i64| {
        if index < 0 {
            if length == 0 {
                return Err(raise(ErrorKind::Arithmetic, "a place counted from the end of an empty text"));
            }
            return Ok((length.saturating_add(index) % length).max(0));
        }
        Ok(index.min(length))
    };
    let from = place(from)?;
    let to = to.map_or(Ok(length), place)?;
    if to <= from {
        return Ok(Value::string(""));
    }
    let (from, to) = (usize::try_from(from).unwrap_or(0), usize::try_from(to).unwrap_or(0));
    let part = String::from_utf16(units.get(from..to).unwrap_or_default());
    let halves = |_| Failure::Unspecified("a part of a text that ends inside of a character".to_owned());
    Ok(Value::string(part.map_err(halves)?))
}
