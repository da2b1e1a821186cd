//! What must hold of a match beside its structure: properties in patterns, inline predicates, WHERE.
//!
//! All of it together is one conjunction. A part is looked at as soon as its variables are bound, so that what cannot become
//! a match is given up early; since false AND anything is false, that changes no answer. An error counts only where the rest
//! of the match is complete and every other part is true.

use std::rc::Rc;

use graphlance_cypher::Expression;
use graphlance_cypher::ast::BinaryOperator;
use graphlance_cypher::walk::{NameKind, Part, for_each_name};
use graphlance_graph::{Name, Value};

use super::table::{Record, Scope, over};
use super::{Engine, Slip};
use crate::operators::boolean;
use crate::{Failure, functions, relations};

/// A condition as a pattern or WHERE writes it, with every name in it.
#[derive(Clone)]
pub(super) struct Wanted<'q> {
    expression: &'q Expression,
    names: Rc<Vec<Name>>,
}

/// A condition on one match.
#[derive(Clone)]
pub(super) struct Condition<'q> {
    wanted: Wanted<'q>,
    /// The element that must have these properties; none where the expression itself must be true.
    element: Option<Value>,
    /// Variables that only this condition sees: those of one repetition of a path.
    locals: Record,
    /// Set once it was evaluated and raised this.
    raised: Option<Failure>,
}

impl<'q> Wanted<'q> {
    pub fn new(expression: &'q Expression) -> Wanted<'q> {
        let mut names = Vec::new();
        for_each_name(Part::Expression(expression), &mut |name, kind| {
            if kind == NameKind::Variable {
                names.push(name.clone());
            }
        });
        names.sort();
        names.dedup();
        Wanted { expression, names: Rc::new(names) }
    }

    /// The parts of a conjunction.
    pub fn conjuncts(expression: &'q Expression) -> Vec<Wanted<'q>> {
        match expression {
            Expression::Binary(BinaryOperator::And, left, right) => {
                [Wanted::conjuncts(left), Wanted::conjuncts(right)].concat()
            }
            other => vec![Wanted::new(other)],
        }
    }

    /// The expression must be true.
    pub fn holds(&self) -> Condition<'q> {
        Condition { wanted: self.clone(), element: None, locals: Record::new(), raised: None }
    }

    /// The element must have the properties of the map.
    pub fn has(&self, element: &Value) -> Condition<'q> {
        Condition { element: Some(element.clone()), ..self.holds() }
    }
}

impl Condition<'_> {
    /// Whether it mentions one of these names.
    pub fn mentions(&self, names: &[&Name]) -> bool {
        names.iter().any(|name| self.wanted.names.contains(name))
    }

    /// Lets it see variables that go out of scope.
    pub fn keep(&mut self, locals: &Record) {
        let own = std::mem::take(&mut self.locals);
        self.locals = over(locals, &own);
    }
}

/// Whether a match can still become one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prospect {
    Open,
    Lost,
}

impl<'q> Engine<'_> {
    /// Looks at every condition whose variables are bound, at all of them when the match is `complete`. What is true is
    /// taken off the list.
    pub(super) fn settle(
        &self,
        conditions: &mut Vec<Condition<'q>>,
        record: &Record,
        complete: bool,
    ) -> Result<Prospect, Failure> {
        let mut left = Vec::new();
        for mut condition in std::mem::take(conditions) {
            let bound = |name: &Name| record.contains_key(name) || condition.locals.contains_key(name);
            if condition.raised.is_some() || !(complete || condition.wanted.names.iter().all(bound)) {
                left.push(condition);
                continue;
            }
            match self.test(&condition, record) {
                Ok(true) => {}
                Ok(false) => return Ok(Prospect::Lost),
                Err(raised @ Failure::Raised(_)) => {
                    condition.raised = Some(raised);
                    left.push(condition);
                }
                Err(other) => return Err(other),
            }
        }
        if complete && let Some(raised) = left.iter_mut().find_map(|condition| condition.raised.take()) {
            return Err(raised);
        }
        *conditions = left;
        Ok(Prospect::Open)
    }

    fn test(&self, condition: &Condition<'_>, record: &Record) -> Result<bool, Failure> {
        let visible = if condition.locals.is_empty() { None } else { Some(over(record, &condition.locals)) };
        let scope = Scope::of(visible.as_ref().unwrap_or(record));
        match &condition.element {
            None => self.holds(Some(condition.wanted.expression), scope),
            Some(_) if self.slips(Slip::InlinePropertiesIgnored) => Ok(true),
            Some(element) => {
                let wanted = match self.evaluate(condition.wanted.expression, scope)? {
                    Value::Map(wanted) => wanted,
                    Value::Null => return Ok(false),
                    _ => return Err(Failure::argument_type("the properties of a pattern are no map")),
                };
                let found = self.with_context(|context| functions::entries(element, context).cloned())?;
                let equal = |(key, value)| {
                    found.get(key).is_some_and(|property| relations::equal(property, value) == Some(true))
                };
                Ok(wanted.iter().all(equal))
            }
        }
    }

    /// Whether a predicate is true; without one it is.
    pub(super) fn holds(&self, predicate: Option<&Expression>, scope: Scope<'_>) -> Result<bool, Failure> {
        let Some(predicate) = predicate else { return Ok(true) };
        let truth = boolean(&self.evaluate(predicate, scope)?)?;
        Ok(truth.unwrap_or(self.slips(Slip::UnknownIsTrue)))
    }
}
