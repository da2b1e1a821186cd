//! Computed labels, types and keys.

use std::borrow::Cow;

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{DynamicLabels, LabelExpression, WrittenLabel};
use graphlance_cypher::walk::{NameKind, Part, for_each_name};
use graphlance_graph::{Name, Value};

use super::Engine;
use super::table::{Record, Scope};
use crate::{ErrorKind, Failure};

impl Engine<'_> {
    /// The labels with what their computed parts come to.
    ///
    /// Errors: [`Failure::Unknown`] for a part that mentions what the pattern binds later, and [`Failure::Unspecified`] for null.
    pub(super) fn computed<'l>(
        &self,
        labels: &'l LabelExpression,
        record: &Record,
    ) -> Result<Cow<'l, LabelExpression>, Failure> {
        if !labels.is_dynamic() {
            return Ok(Cow::Borrowed(labels));
        }
        let mut parts: Vec<&DynamicLabels> = Vec::new();
        labels.dynamic_parts(&mut parts);
        let mut computed = Vec::new();
        for part in parts {
            let mut unbound = false;
            for_each_name(Part::Expression(&part.names), &mut |name, kind| {
                unbound |= kind == NameKind::Variable && !record.contains_key(name);
            });
            if unbound {
                return Err(Failure::Unknown("labels computed of what the pattern binds later".into()));
            }
            let value = self.evaluate(&part.names, Scope::of(record))?;
            if value.is_null() {
                return Err(Failure::Unspecified("whether something has the label null".into()));
            }
            computed.push(names(&value)?);
        }
        let mut computed = computed.into_iter();
        Ok(Cow::Owned(labels.resolved(&mut |part| {
            let names = computed.next().unwrap_or_default().into_iter().map(LabelExpression::Name);
            let both = |a, b| match part.any {
                true => LabelExpression::Or(Box::new(a), Box::new(b)),
                false => LabelExpression::And(Box::new(a), Box::new(b)),
            };
            // Every node has all of no labels, and none has one of them.
            names.reduce(both).unwrap_or_else(|| LabelExpression::constant(!part.any))
        })))
    }

    /// The labels of SET and REMOVE.
    pub(super) fn written_labels(&self, labels: &[WrittenLabel], record: &Record) -> Result<Vec<Name>, Failure> {
        let mut written = Vec::new();
        for label in labels {
            match label {
                WrittenLabel::Name(name) => written.push(name.clone()),
                WrittenLabel::Dynamic(expression) => {
                    written.extend(names(&self.evaluate(expression, Scope::of(record))?)?);
                }
            }
        }
        Ok(written)
    }

    /// The names that an expression computes for something that is created.
    pub(super) fn created_names(&self, part: &DynamicLabels, record: &Record) -> Result<Vec<Name>, Failure> {
        names(&self.evaluate(&part.names, Scope::of(record))?)
    }

    /// The key of a property that is computed.
    pub(super) fn computed_key(&self, key: &Expression, record: &Record) -> Result<Name, Failure> {
        name(&self.evaluate(key, Scope::of(record))?)
    }
}

fn names(value: &Value) -> Result<Vec<Name>, Failure> {
    match value {
        Value::List(items) => items.iter().map(name).collect(),
        one => name(one).map(|name| vec![name]),
    }
}

fn name(value: &Value) -> Result<Name, Failure> {
    let Value::String(text) = value else {
        return Err(Failure::argument_type(format!("a {} is no name", value.type_name())));
    };
    if text.is_empty() || text.contains('\0') {
        return Err(Failure::runtime(ErrorKind::ArgumentError, "InvalidTokenName", "an empty name"));
    }
    Ok(text.as_str().into())
}
