//! Computed labels, types and keys.

use graphlance_cypher::ast::LabelExpression;
use graphlance_graph::{Name, Value};

use super::{Runner, parts};
use crate::operators::wrong_type;
use crate::term::{DynamicTerm, Frame, Term};
use crate::{ErrorKind, Failure};

impl Runner<'_> {
    /// Whether an element has labels of which some are computed; `None` for null.
    pub(super) fn has_dynamic_labels(&self, term: &DynamicTerm, frame: &mut Frame) -> Result<Option<bool>, Failure> {
        let subject = self.evaluate(&term.subject, frame)?;
        if subject.is_null() {
            return Ok(None);
        }
        let mut computed = Vec::with_capacity(term.names.len());
        for names in &term.names {
            computed.push(match self.evaluate(names, frame)? {
                Value::Null => return Err(Failure::Unspecified("whether something has the label null".into())),
                names => names_in(&names)?,
            });
        }
        let mut computed = computed.into_iter();
        let labels = term.labels.resolved(&mut |dynamic| {
            let names = computed.next().unwrap_or_default();
            let all = if dynamic.any { LabelExpression::any_of(names) } else { LabelExpression::each_of(names) };
            // All of no labels are there, any of none is not.
            all.unwrap_or_else(|| LabelExpression::constant(!dynamic.any))
        });
        parts::has_labels(&subject, &labels, self.context())
    }

    /// The names that a term computes, to be written.
    pub(super) fn computed_names(&self, term: &Term, frame: &mut Frame) -> Result<Vec<Name>, Failure> {
        let unordered = self.unordered.get();
        let names = self.evaluate(term, frame)?;
        // Labels are a set: the order of the list does not matter.
        self.unordered.set(unordered);
        names_in(&names)
    }

    /// The one type that a term computes.
    pub(super) fn computed_type(&self, term: &Term, frame: &mut Frame) -> Result<Name, Failure> {
        let mut names = self.computed_names(term, frame)?;
        names.dedup();
        match (names.pop(), names.is_empty()) {
            (Some(name), true) => Ok(name),
            _ => {
                let message = "a relationship is created with exactly one type";
                Err(Failure::runtime(ErrorKind::ArgumentError, "NoSingleRelationshipType", message))
            }
        }
    }

    /// The key of a property that a term computes.
    pub(super) fn computed_key(&self, term: &Term, frame: &mut Frame) -> Result<Name, Failure> {
        name_of(&self.evaluate(term, frame)?)
    }
}

fn names_in(value: &Value) -> Result<Vec<Name>, Failure> {
    match value {
        Value::List(items) => items.iter().map(name_of).collect(),
        single => Ok(vec![name_of(single)?]),
    }
}

/// Errors: [`Failure::Raised`] for what is no name.
fn name_of(value: &Value) -> Result<Name, Failure> {
    match value {
        Value::String(name) if name.is_empty() || name.contains('\0') => {
            Err(Failure::runtime(ErrorKind::ArgumentError, "InvalidTokenName", format!("{name:?} is no name")))
        }
        Value::String(name) => Ok(name.as_str().into()),
        other => Err(wrong_type("a string", other)),
    }
}
