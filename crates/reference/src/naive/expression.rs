//! Expressions over a record.

use graphlance_cypher::ast::*;
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Name, Properties, Value};

use super::aggregates::is_aggregate;
use super::order::order;
use super::table::Scope;
use super::{Engine, Slip};
use crate::operators::{self, boolean, truth};
use crate::{CypherError, ErrorKind, Failure, Phase, functions, relations};

impl Engine<'_> {
    /// The value of an expression.
    ///
    /// Errors: those of the language; [`Failure::Unspecified`] where it depends on whether a part is evaluated that need not
    /// be.
    pub(super) fn evaluate(&self, expression: &Expression, scope: Scope<'_>) -> Result<Value, Failure> {
        self.spend()?;
        if let Some((_, value)) = scope.known.iter().find(|(known, _)| *known == expression) {
            return Ok(value.clone());
        }
        match expression {
            Expression::Literal(literal) => Ok(of_literal(literal)),
            Expression::Parameter(name) => self.parameter(name),
            Expression::Variable(name) => scope.record.get(name).cloned().ok_or_else(|| undefined(name)),
            Expression::Property(subject, key) => {
                let subject = self.evaluate(subject, scope)?;
                self.with_context(|context| functions::property(&subject, key, context))
            }
            Expression::Index(subject, index) => {
                let (subject, index) = (self.evaluate(subject, scope)?, self.evaluate(index, scope)?);
                self.item(&subject, &index)
            }
            Expression::Slice(subject, from, to) => self.slice(subject, from.as_deref(), to.as_deref(), scope),
            Expression::List(items) => self.all(items, scope).map(Value::list),
            Expression::Map(entries) => {
                let value = |(key, value): &(Name, Expression)| Ok((key.clone(), self.evaluate(value, scope)?));
                entries.iter().map(value).collect::<Result<Properties, Failure>>().map(Value::map)
            }
            Expression::Unary(operator, operand) => {
                let operand = self.evaluate(operand, scope)?;
                if *operator == UnaryOperator::Not && operand.is_null() && self.slips(Slip::NotOfNullIsTrue) {
                    return Ok(Value::Boolean(true));
                }
                operators::unary(*operator, &operand, self.options)
            }
            Expression::Binary(BinaryOperator::And, left, right) => self.connected(left, right, scope, false),
            Expression::Binary(BinaryOperator::Or, left, right) => self.connected(left, right, scope, true),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.evaluate(left, scope)?, self.evaluate(right, scope)?);
                match right {
                    Value::List(items) if *operator == BinaryOperator::In => Ok(truth(self.is_in(&left, &items))),
                    right => operators::binary(*operator, &left, &right, self.options),
                }
            }
            Expression::Comparison(first, links) => self.comparison(first, links, scope),
            Expression::HasLabels(subject, labels) => {
                self.has_labels(&self.evaluate(subject, scope)?, labels, scope.record).map(truth)
            }
            Expression::Case(case) => self.case(case, scope),
            Expression::ExtendedCase(case) => self.extended_case(case, scope),
            Expression::Is(subject, test) => self.is_test(&self.evaluate(subject, scope)?, test).map(truth),
            Expression::Function(call) => match self.call(call, scope) {
                Err(failure) if self.slip.is_some_and(|slip| slip.hides(&failure)) => Ok(Value::Null),
                called => called,
            },
            Expression::CountStar => self.aggregated(scope, |group| Ok(Value::Integer(group.len() as i64))),
            Expression::ListComprehension(it) => self.list_comprehension(it, scope),
            Expression::PatternComprehension(it) => self.pattern_comprehension(it, scope),
            Expression::Quantified(it) => self.quantified(it, scope),
            Expression::Reduce(it) => self.reduce(it, scope),
            Expression::MapProjection(subject, items) => self.map_projection(subject, items, scope),
            Expression::Pattern(pattern) => self.pattern_value(pattern, scope),
            Expression::Exists(body) => self.rows_of(body, scope, true).map(|rows| Value::Boolean(!rows.is_empty())),
            Expression::Count(body) => self.count_of(body, scope),
            Expression::Collect(query) => self.collect_of(query, scope),
        }
    }

    /// The values of expressions.
    pub(super) fn all(&self, expressions: &[Expression], scope: Scope<'_>) -> Result<Vec<Value>, Failure> {
        expressions.iter().map(|expression| self.evaluate(expression, scope)).collect()
    }

    pub(super) fn parameter(&self, name: &Name) -> Result<Value, Failure> {
        self.options.parameters.get(name).cloned().ok_or_else(|| {
            let message = format!("the parameter `${name}` is missing");
            CypherError::new(ErrorKind::ParameterMissing, Phase::CompileTime, "MissingParameter", message).into()
        })
    }

    /// AND, which false decides, or OR, which true decides. An engine may evaluate both operands or stop at what decides.
    fn connected(
        &self,
        left: &Expression,
        right: &Expression,
        scope: Scope<'_>,
        decides: bool,
    ) -> Result<Value, Failure> {
        let operand = |operand| self.evaluate(operand, scope).and_then(|value| boolean(&value));
        match (operand(left), operand(right)) {
            (Ok(Some(truth)), Err(Failure::Raised(_))) | (Err(Failure::Raised(_)), Ok(Some(truth)))
                if truth == decides =>
            {
                self.leave_open("an error beside what decides AND or OR")?;
                Ok(Value::Boolean(decides))
            }
            (left, right) => {
                let (left, right) = (left?, right?);
                if !decides && self.slips(Slip::AndOfNullIsFalse) && (left.is_none() || right.is_none()) {
                    return Ok(Value::Boolean(false));
                }
                Ok(truth(match (left, right) {
                    (Some(a), _) if a == decides => Some(decides),
                    (_, Some(b)) if b == decides => Some(decides),
                    (Some(_), Some(_)) => Some(!decides),
                    _ => None,
                }))
            }
        }
    }

    /// `a < b <= c` is `a < b AND b <= c`.
    fn comparison(
        &self,
        first: &Expression,
        links: &[(ComparisonOperator, Expression)],
        scope: Scope<'_>,
    ) -> Result<Value, Failure> {
        let mut left = self.evaluate(first, scope)?;
        let mut result = Some(true);
        for (operator, right) in links {
            let right = self.evaluate(right, scope)?;
            let link = self.compared(*operator, &left, &right);
            result = match (result, link) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            left = right;
        }
        Ok(truth(result))
    }

    pub(super) fn compared(&self, operator: ComparisonOperator, left: &Value, right: &Value) -> Option<bool> {
        let found = operators::comparison(operator, left, right);
        if found.is_some() || !self.options.deviations.comparability_is_order || left.is_null() || right.is_null() {
            return found;
        }
        let ordering = order(left, right);
        Some(match operator {
            ComparisonOperator::Equal => ordering.is_eq(),
            ComparisonOperator::NotEqual => ordering.is_ne(),
            ComparisonOperator::Less => ordering.is_lt(),
            ComparisonOperator::LessOrEqual => ordering.is_le(),
            ComparisonOperator::Greater => ordering.is_gt(),
            ComparisonOperator::GreaterOrEqual => ordering.is_ge(),
        })
    }

    /// True where some item equals it, else null where some comparison is null.
    fn is_in(&self, wanted: &Value, items: &[Value]) -> Option<bool> {
        let found: Vec<Option<bool>> = items.iter().map(|item| relations::equal(wanted, item)).collect();
        if found.contains(&Some(true)) {
            Some(true)
        } else if found.contains(&None) && !self.slips(Slip::InIgnoresNulls) {
            None
        } else {
            Some(false)
        }
    }

    fn case(&self, case: &CaseExpression, scope: Scope<'_>) -> Result<Value, Failure> {
        let operand = case.operand.as_ref().map(|operand| self.evaluate(operand, scope)).transpose()?;
        let mut taken = None;
        for (when, then) in &case.branches {
            let when = self.evaluate(when, scope)?;
            let holds = match &operand {
                Some(operand) => relations::equal(operand, &when),
                None => boolean(&when)?,
            };
            if holds == Some(true) {
                taken = Some(self.evaluate(then, scope)?);
                if !self.slips(Slip::CaseFallsThrough) {
                    break;
                }
            }
        }
        match (taken, &case.otherwise) {
            (Some(taken), _) => Ok(taken),
            (None, Some(otherwise)) => self.evaluate(otherwise, scope),
            (None, None) => Ok(Value::Null),
        }
    }

    fn call(&self, call: &FunctionCall, scope: Scope<'_>) -> Result<Value, Failure> {
        if is_aggregate(&call.name) {
            return self.aggregated(scope, |group| self.aggregate(call, group));
        }
        let (function, scalar) = functions::find(&call.name).ok_or_else(|| functions::unknown(&call.name))?;
        match (scalar, call.arguments.as_slice()) {
            (Scalar::Coalesce, arguments) => self.coalesce(arguments, scope),
            // The pattern itself is the test.
            (Scalar::Exists, [pattern @ Expression::Pattern(_)]) => self.evaluate(pattern, scope),
            (_, arguments) => {
                let arguments = self.all(arguments, scope)?;
                let value = self.with_context(|context| functions::body(scalar)(&arguments, context))?;
                match value {
                    // Labels and keys come in no order.
                    Value::List(items) if function.unordered => {
                        let mut items = items.to_vec();
                        self.arrange(&mut items);
                        Ok(Value::list(items))
                    }
                    other => Ok(other),
                }
            }
        }
    }

    /// The first value that is not null. An engine may evaluate the others or not.
    fn coalesce(&self, arguments: &[Expression], scope: Scope<'_>) -> Result<Value, Failure> {
        let mut found = None;
        for argument in arguments {
            match (self.evaluate(argument, scope), &found) {
                (Ok(value), None) if !value.is_null() => found = Some(value),
                (Ok(_), _) => {}
                (Err(Failure::Raised(_)), Some(_)) => self.leave_open("an error behind the value of coalesce()")?,
                (Err(other), _) => return Err(other),
            }
        }
        Ok(found.unwrap_or(Value::Null))
    }
}

fn of_literal(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(value) => Value::Boolean(*value),
        Literal::Integer(value) => Value::Integer(*value),
        Literal::Float(value) => Value::Float(*value),
        Literal::String(value) => Value::String(value.clone()),
    }
}

fn undefined(name: &Name) -> Failure {
    let message = format!("the variable `{name}` is not defined");
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "UndefinedVariable", message).into()
}
