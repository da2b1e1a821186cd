//! Evaluation of expressions.

mod comparison;
mod loops;

use graphlance_cypher::ast::{BinaryOperator, UnaryOperator};
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Name, Properties, Value};

use super::{Rows, Runner, departing, memory, parts};
use crate::departures::Computed;
use crate::functions;
use crate::operators::{self, boolean, truth};
use crate::plan::{PatternPlan, QueryPlan};
use crate::relations;
use crate::schedule::Schedule;
use crate::term::{Frame, FunctionTerm, Slot, SwitchTerm, Term};
use crate::{Failure, Fault, OpenAnswers};

impl Runner<'_> {
    /// The value of a term at a frame. Loop variables are written to the frame.
    pub fn evaluate(&self, term: &Term, frame: &mut Frame) -> Result<Value, Failure> {
        match self.value(term, frame) {
            Err(Failure::Raised(error)) if error.is_of_types() && self.departs(Fault::TypeErrorIsNull) => {
                Ok(Value::Null)
            }
            value => value,
        }
    }

    #[inline(always)]
    fn value(&self, term: &Term, frame: &mut Frame) -> Result<Value, Failure> {
        match term {
            Term::Refused(words) => Err(Failure::Refused(words)),
            Term::Constant(value) => Ok(value.clone()),
            Term::Slot(slot) => Ok(frame[*slot].clone()),
            Term::Property(subject, key) if self.departures_compute(Computed::Property) => {
                self.wrong_property(subject, key, frame)
            }
            Term::Property(subject, key) => match &**subject {
                Term::Slot(slot) => functions::property(&frame[*slot], key, self.context()),
                Term::Constant(value) => functions::property(value, key, self.context()),
                subject => functions::property(&self.evaluate(subject, frame)?, key, self.context()),
            },
            Term::Comparison(first, links) => self.comparison(first, links, frame).map(truth),
            Term::Binary(operator, left, right) => self.long(self.binary(*operator, left, right, frame)),
            Term::Unary(operator, inner) => self.unary(*operator, &self.evaluate(inner, frame)?),
            Term::Function(call) => self.long(self.call(call, frame)),
            Term::Matches(subject, pattern) => match self.evaluate(subject, frame)? {
                Value::String(text) => pattern.is_match(&text).map(Value::Boolean),
                _ => Ok(Value::Null),
            },
            Term::Case { operand, branches, otherwise } => {
                self.case(operand.as_deref(), branches, otherwise.as_deref(), frame)
            }
            Term::List(items) => self.list(items, frame),
            Term::Pick(items, at) => self.pick(items, *at, frame),
            Term::InItems(item, items) => self.in_items(item, items, frame),
            Term::EntryOf(subject, key) => match &**subject {
                Term::Slot(slot) => parts::entry_of(&frame[*slot], key, self.context()),
                subject => parts::entry_of(&self.evaluate(subject, frame)?, key, self.context()),
            },
            Term::Map(entries) => self.map(entries, frame),
            Term::Index(subject, index) => {
                let (subject, index) = (self.evaluate(subject, frame)?, self.evaluate(index, frame)?);
                match self.departing(Computed::Index, &[&subject, &index]) {
                    Some(wrong) => Ok(wrong),
                    None => parts::index(&subject, &index, self.context()),
                }
            }
            Term::Slice(subject, from, to) => self.slice(subject, from.as_deref(), to.as_deref(), frame),
            Term::HasLabels(subject, labels) => {
                parts::has_labels(&self.evaluate(subject, frame)?, labels, self.context()).map(truth)
            }
            Term::HasDynamicLabels(it) => self.has_dynamic_labels(it, frame).map(truth),
            Term::Is(subject, test) => parts::is_test(&self.evaluate(subject, frame)?, test, self.options).map(truth),
            Term::Switch(it) => self.switch(it, frame),
            Term::ListComprehension(it) => self.long(self.list_comprehension(it, frame)),
            Term::Quantified(quantifier, it) => self.quantified(*quantifier, it, frame),
            Term::Reduce(it) => self.reduce(it, frame),
            Term::MapProjection(subject, items) => self.map_projection(subject, items, frame),
            Term::PropertiesAgree(slot, map) => self.properties_agree(*slot, map, frame).map(Value::Boolean),
            Term::Exists(plan) => self.has_match(plan, frame).map(Value::Boolean),
            Term::Count(plan) => {
                let mut count = 0;
                self.matches(plan, frame, &mut |_| {
                    count += 1;
                    Ok(true)
                })?;
                Ok(Value::Integer(count))
            }
            Term::PatternComprehension(plan, projection) => {
                self.gather(plan, frame, &mut |frame| self.evaluate(projection, frame)).map(|it| self.gathered(it))
            }
            Term::Paths(plan, slot, all) => {
                let mut paths = self.gather(plan, frame, &mut |frame| Ok(frame[*slot].clone()))?;
                if *all {
                    return Ok(Value::list(paths));
                }
                paths.truncate(1);
                Ok(paths.pop().unwrap_or(Value::Null))
            }
            Term::ExistsQuery(plan) => Ok(Value::Boolean(!self.local(plan, frame)?.frames.is_empty())),
            Term::CountQuery(plan) => Ok(Value::Integer(self.local(plan, frame)?.frames.len() as i64)),
            Term::CollectQuery(plan) => self.collected(plan, frame).map(|it| self.gathered(it)),
            Term::Open(why) => match self.options.open {
                OpenAnswers::Refuse => Err(Failure::Unspecified((*why).into())),
                OpenAnswers::Choose => Ok(Value::Boolean(true)),
            },
        }
    }

    /// The rows of a query inside an expression. What it makes of lists in no order is settled inside.
    pub(super) fn local(&self, plan: &QueryPlan, frame: &Frame) -> Result<Rows, Failure> {
        let (unordered, held) = (self.unordered.replace(false), self.held());
        let rows = self.query(plan, &Rows::bag(vec![frame.clone()], Vec::new()), frame);
        self.unordered.set(unordered);
        self.release_to(held);
        rows
    }

    /// Counts a value where it is a long one.
    fn long(&self, value: Result<Value, Failure>) -> Result<Value, Failure> {
        let value = value?;
        self.hold_long(&value)?;
        Ok(value)
    }

    /// `subject.key` where a wrong rule may say what it is.
    fn wrong_property(&self, subject: &Term, key: &Name, frame: &mut Frame) -> Result<Value, Failure> {
        let subject = self.evaluate(subject, frame)?;
        match self.departing(Computed::Property, &[&subject, &Value::string(key.as_str())]) {
            Some(wrong) => Ok(wrong),
            None => functions::property(&subject, key, self.context()),
        }
    }

    fn unary(&self, operator: UnaryOperator, value: &Value) -> Result<Value, Failure> {
        match (operator, value) {
            (UnaryOperator::Not, Value::Null) if self.departs(Fault::NotOfNullIsTrue) => Ok(true.into()),
            _ => match self.departing(Computed::Unary(operator), &[value]) {
                Some(wrong) => Ok(wrong),
                None => operators::unary(operator, value, self.options),
            },
        }
    }

    fn slice(
        &self,
        subject: &Term,
        from: Option<&Term>,
        to: Option<&Term>,
        frame: &mut Frame,
    ) -> Result<Value, Failure> {
        let subject = self.evaluate(subject, frame)?;
        let from = from.map(|from| self.evaluate(from, frame)).transpose()?;
        let to = to.map(|to| self.evaluate(to, frame)).transpose()?;
        let null = |bound: &Option<Value>| bound.as_ref().is_some_and(Value::is_null);
        if self.departures_compute(Computed::Slice) && !null(&from) && !null(&to) {
            let bound = |bound: &Option<Value>| bound.clone().unwrap_or(Value::Null);
            if let Some(wrong) = self.departing(Computed::Slice, &[&subject, &bound(&from), &bound(&to)]) {
                return Ok(wrong);
            }
        }
        parts::slice(&subject, from.as_ref(), to.as_ref())
    }

    /// A term as a condition: true, false or null.
    pub fn condition(&self, term: &Term, frame: &mut Frame) -> Result<Option<bool>, Failure> {
        match term {
            Term::Comparison(first, links) => self.comparison(first, links, frame),
            Term::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), ..)
                if self.departures_compute(Computed::Binary(*operator)) =>
            {
                boolean(&self.evaluate(term, frame)?)
            }
            Term::Binary(BinaryOperator::And, left, right) => {
                let (first, second) = self.operands(left, right);
                match self.condition(first, frame)? {
                    Some(false) => Ok(Some(false)),
                    first => Ok(operators::and(first, self.condition(second, frame)?)),
                }
            }
            Term::Binary(BinaryOperator::Or, left, right) => {
                let (first, second) = self.operands(left, right);
                match self.condition(first, frame)? {
                    Some(true) => Ok(Some(true)),
                    first => Ok(operators::or(first, self.condition(second, frame)?)),
                }
            }
            term => boolean(&self.evaluate(term, frame)?),
        }
    }

    /// The operands of AND and OR in the order in which they are looked at.
    fn operands<'t>(&self, left: &'t Term, right: &'t Term) -> (&'t Term, &'t Term) {
        let turned = self.schedule != Schedule::Natural && self.schedule.looks_right_first(self.choice());
        if turned { (right, left) } else { (left, right) }
    }

    /// A value for each match of a pattern, in no order that the language knows.
    fn gather(
        &self,
        plan: &PatternPlan,
        frame: &mut Frame,
        of: &mut dyn FnMut(&mut Frame) -> Result<Value, Failure>,
    ) -> Result<Vec<Value>, Failure> {
        let (mut values, held) = (Vec::new(), self.held());
        self.matches(plan, frame, &mut |frame| {
            if values.len() >= self.options.budget.length {
                return Err(Failure::OutOfBudget("length"));
            }
            let value = of(frame)?;
            self.hold(memory::VALUE + memory::weight(&value))?;
            values.push(value);
            Ok(true)
        })?;
        self.release_to(held);
        if values.len() > 1 {
            self.arrange(&mut values);
            self.unordered.set(true);
        }
        Ok(values)
    }

    /// Whether the element in a slot has the properties of a map.
    pub(super) fn properties_agree(&self, slot: Slot, map: &Term, frame: &mut Frame) -> Result<bool, Failure> {
        let map = self.evaluate(map, frame)?;
        if map.is_null() {
            return Ok(false);
        }
        let wanted = functions::entries(&map, self.context())?;
        for (key, value) in wanted {
            let actual = functions::property(&frame[slot], key, self.context())?;
            if relations::equal(&actual, value) != Some(true) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn all(&self, terms: &[Term], frame: &mut Frame) -> Result<Vec<Value>, Failure> {
        terms.iter().map(|term| self.evaluate(term, frame)).collect()
    }

    fn pick(&self, items: &[Term], at: usize, frame: &mut Frame) -> Result<Value, Failure> {
        let mut picked = Value::Null;
        for (index, item) in items.iter().enumerate() {
            let value = self.evaluate(item, frame)?;
            if index == at {
                picked = value;
            }
        }
        Ok(picked)
    }

    fn in_items(&self, item: &Term, items: &[Term], frame: &mut Frame) -> Result<Value, Failure> {
        let item = self.evaluate(item, frame)?;
        let mut result = Some(false);
        for candidate in items {
            let candidate = self.evaluate(candidate, frame)?;
            result = operators::or(result, relations::equal(&item, &candidate));
        }
        Ok(truth(result))
    }

    fn map(&self, entries: &[(Name, Term)], frame: &mut Frame) -> Result<Value, Failure> {
        let entries = entries.iter().map(|(key, term)| Ok((key.clone(), self.evaluate(term, frame)?)));
        entries.collect::<Result<Properties, Failure>>().map(Value::map)
    }

    fn list(&self, items: &[Term], frame: &mut Frame) -> Result<Value, Failure> {
        let mut values = self.all(items, frame)?;
        if self.departs(Fault::NullsVanishFromLists) {
            values.retain(|value| !value.is_null());
        }
        if self.departs(Fault::ComputedNullsVanish) {
            let kept =
                |(value, term): (Value, &Term)| (!value.is_null() || !departing::is_computed(term)).then_some(value);
            values = values.into_iter().zip(items).filter_map(kept).collect();
        }
        Ok(self.departing_from(Computed::List, &values).unwrap_or_else(|| Value::list(values)))
    }

    fn binary(&self, operator: BinaryOperator, left: &Term, right: &Term, frame: &mut Frame) -> Result<Value, Failure> {
        let (left, right) = match operator {
            BinaryOperator::And | BinaryOperator::Or => self.operands(left, right),
            _ => (left, right),
        };
        let left = self.evaluate(left, frame)?;
        if self.departures_compute(Computed::Binary(operator)) {
            let right = self.evaluate(right, frame)?;
            return match self.departing(Computed::Binary(operator), &[&left, &right]) {
                Some(wrong) => Ok(wrong),
                None => operators::binary(operator, &left, &right, self.options),
            };
        }
        match (operator, &left) {
            (BinaryOperator::And, Value::Boolean(false)) | (BinaryOperator::Or, Value::Boolean(true)) => {
                return Ok(left);
            }
            _ => {}
        }
        match right {
            Term::Constant(right) => operators::binary(operator, &left, right, self.options),
            right => operators::binary(operator, &left, &self.evaluate(right, frame)?, self.options),
        }
    }

    fn call(&self, call: &FunctionTerm, frame: &mut Frame) -> Result<Value, Failure> {
        let run = call.body;
        if self.departures_compute(Computed::Call(call.scalar)) {
            let arguments = self.all(&call.arguments, frame)?;
            if let Some(wrong) = self.departing_from(Computed::Call(call.scalar), &arguments) {
                return Ok(wrong);
            }
        }
        if self.schedule != Schedule::Natural && call.scalar.function().unordered {
            return self.unordered_call(call, frame);
        }
        let value = match call.arguments.as_slice() {
            [] => run(&[], self.context()),
            arguments if call.scalar == Scalar::Coalesce => return self.coalesce(arguments, frame),
            [a] => run(&[self.evaluate(a, frame)?], self.context()),
            [a, b] => run(&[self.evaluate(a, frame)?, self.evaluate(b, frame)?], self.context()),
            arguments => run(&self.all(arguments, frame)?, self.context()),
        };
        value.map_err(|failure| failure.of_arguments(self.options))
    }

    /// A function whose list is in no order, in that of the schedule.
    fn unordered_call(&self, call: &FunctionTerm, frame: &mut Frame) -> Result<Value, Failure> {
        let mut value = (call.body)(&self.all(&call.arguments, frame)?, self.context())?;
        if let Value::List(items) = &mut value {
            self.arrange(std::sync::Arc::<Vec<Value>>::make_mut(items));
        }
        Ok(value)
    }

    fn coalesce(&self, arguments: &[Term], frame: &mut Frame) -> Result<Value, Failure> {
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.evaluate(argument, frame)?;
            if !value.is_null() {
                let mut rest = arguments[index + 1..].iter();
                self.behind_decision(|| rest.try_for_each(|argument| self.evaluate(argument, frame).map(drop)))?;
                return Ok(value);
            }
        }
        Ok(Value::Null)
    }

    /// Looks at what an engine may evaluate or not, because the value is certain without it. Errors:
    /// [`Failure::Unspecified`], where an open answer is refused, for what raises an error.
    fn behind_decision(&self, rest: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        if self.options.open == OpenAnswers::Choose {
            return Ok(());
        }
        let unordered = self.unordered.get();
        let result = rest();
        self.unordered.set(unordered);
        match result {
            Err(Failure::Raised(_)) => Err(Failure::Unspecified("an error behind what decides the value".into())),
            Err(failure @ Failure::OutOfBudget(_)) => Err(failure),
            _ => Ok(()),
        }
    }

    fn switch(&self, it: &SwitchTerm, frame: &mut Frame) -> Result<Value, Failure> {
        frame[it.slot] = self.evaluate(&it.operand, frame)?;
        for (tests, then) in &it.branches {
            for test in tests {
                if self.condition(test, frame)? == Some(true) {
                    return self.evaluate(then, frame);
                }
            }
        }
        it.otherwise.as_ref().map_or(Ok(Value::Null), |otherwise| self.evaluate(otherwise, frame))
    }

    fn case(
        &self,
        operand: Option<&Term>,
        branches: &[(Term, Term)],
        otherwise: Option<&Term>,
        frame: &mut Frame,
    ) -> Result<Value, Failure> {
        let operand = operand.map(|operand| self.evaluate(operand, frame)).transpose()?;
        for (when, then) in branches {
            let taken = match &operand {
                Some(operand) => self.is_case(operand, &self.evaluate(when, frame)?),
                None => self.when(self.condition(when, frame)?),
            };
            if taken == Some(true) {
                return self.evaluate(then, frame);
            }
        }
        otherwise.map_or(Ok(Value::Null), |otherwise| self.evaluate(otherwise, frame))
    }
}
