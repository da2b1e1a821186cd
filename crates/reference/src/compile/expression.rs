//! Expressions.

use graphlance_cypher::ast::{
    BinaryOperator, Expression, FunctionCall, ListQuantifier, Literal, MapProjectionItem, PathSelector, Pattern,
    PatternComprehension, Query, Subquery,
};
use graphlance_cypher::functions::{Aggregate, Scalar};
use graphlance_graph::{Name, Value};

use super::{Compiler, undefined};
use crate::departures::poisoned;
use crate::plan::{AggregatePlan, QueryPlan};
use crate::term::{FunctionTerm, LoopTerm, ProjectionTerm, ReduceTerm, Slot, Term};
use crate::{CypherError, ErrorKind, Failure, OpenAnswers, Phase, functions};

impl Compiler<'_> {
    pub(super) fn term(&mut self, expression: &Expression) -> Result<Term, Failure> {
        if let Some(slot) = self.projected(expression)? {
            self.used.push(slot);
            return Ok(Term::Slot(slot));
        }
        Ok(match expression {
            Expression::Literal(literal) => Term::Constant(value_of(literal)),
            Expression::Parameter(name) => self.parameter(name)?,
            Expression::Variable(name) => self.variable(name)?,
            Expression::Property(subject, key) => Term::Property(self.boxed(subject)?, key.clone()),
            Expression::Index(subject, index) => Term::Index(self.boxed(subject)?, self.boxed(index)?),
            Expression::Slice(subject, from, to) => {
                let subject = self.boxed(subject)?;
                let from = from.as_deref().map(|from| self.boxed(from)).transpose()?;
                Term::Slice(subject, from, to.as_deref().map(|to| self.boxed(to)).transpose()?)
            }
            Expression::List(items) => self.list(items)?,
            Expression::Map(entries) => Term::Map(self.entries(entries)?),
            Expression::Unary(operator, inner) => Term::Unary(*operator, self.boxed(inner)?),
            Expression::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Expression::Comparison(first, links) => {
                let first = self.boxed(first)?;
                let links = links.iter().map(|(operator, right)| Ok((*operator, self.expression(right)?)));
                Term::Comparison(first, links.collect::<Result<_, Failure>>()?)
            }
            Expression::HasLabels(subject, labels) if labels.is_dynamic() => {
                let subject = self.expression(subject)?;
                self.dynamic_labels(subject, labels)?
            }
            Expression::HasLabels(subject, labels) => Term::HasLabels(self.boxed(subject)?, labels.clone()),
            Expression::Case(case) => {
                let operand = case.operand.as_ref().map(|operand| self.boxed(operand)).transpose()?;
                let branches =
                    case.branches.iter().map(|(when, then)| Ok((self.expression(when)?, self.expression(then)?)));
                let branches = branches.collect::<Result<_, Failure>>()?;
                let otherwise = case.otherwise.as_ref().map(|otherwise| self.boxed(otherwise)).transpose()?;
                Term::Case { operand, branches, otherwise }
            }
            Expression::Is(subject, test) => self.is_test(subject, test)?,
            Expression::ExtendedCase(case) => self.switch(case)?,
            Expression::Function(call) => self.call(call)?,
            Expression::ListComprehension(it) => {
                let projection = it.projection.as_ref();
                Term::ListComprehension(self.over_list(&it.variable, &it.list, it.predicate.as_ref(), projection)?)
            }
            Expression::Quantified(it) => self.quantified(it.quantifier, &it.variable, &it.list, &it.predicate)?,
            Expression::Reduce(it) => {
                let (initial, list) = (self.expression(&it.initial)?, self.expression(&it.list)?);
                let mark = self.scope.len();
                let accumulator = self.declare(&it.accumulator);
                let slot = self.declare(&it.variable);
                let expression = self.expression(&it.expression);
                self.scope.truncate(mark);
                Term::Reduce(Box::new(ReduceTerm { accumulator, initial, slot, list, expression: expression? }))
            }
            Expression::MapProjection(subject, items) => self.map_projection(subject, items)?,
            Expression::CountStar => self.aggregate(Aggregate::Count, false, &[])?,
            Expression::PatternComprehension(it) => self.pattern_comprehension(it)?,
            Expression::Pattern(pattern) => self.pattern_value(pattern)?,
            Expression::Exists(body) => match &**body {
                Subquery::Pattern { patterns, predicate } => {
                    Term::Exists(Box::new(self.local_pattern(patterns, predicate.as_ref())?))
                }
                Subquery::Query(query) => Term::ExistsQuery(Box::new(self.local_query(query)?)),
            },
            Expression::Count(body) => match &**body {
                Subquery::Pattern { patterns, predicate } => {
                    Term::Count(Box::new(self.local_pattern(patterns, predicate.as_ref())?))
                }
                Subquery::Query(query) => Term::CountQuery(Box::new(self.local_query(query)?)),
            },
            Expression::Collect(query) => Term::CollectQuery(Box::new(self.local_query(query)?)),
        })
    }

    /// The slot of an expression that was projected, where what it is made of is out of scope.
    fn projected(&self, expression: &Expression) -> Result<Option<Slot>, Failure> {
        let Some((_, slot)) = self.substitutions.iter().find(|(known, _)| known == expression) else { return Ok(None) };
        if let Expression::Variable(name) = expression {
            if self.find(name).is_some() {
                return Ok(None);
            }
            if self.options.open == OpenAnswers::Refuse {
                // The manual: only projected names are in scope. Engines also know the variable that was renamed.
                return Err(Failure::Unspecified(format!("`{name}` after DISTINCT or aggregation, which renames it")));
            }
        }
        Ok(Some(*slot))
    }

    fn local_pattern(
        &mut self,
        patterns: &[Pattern],
        predicate: Option<&Expression>,
    ) -> Result<crate::plan::PatternPlan, Failure> {
        let mark = self.scope.len();
        let plan = self.patterns(patterns, predicate);
        self.scope.truncate(mark);
        plan
    }

    fn pattern_comprehension(&mut self, it: &PatternComprehension) -> Result<Term, Failure> {
        let mark = self.scope.len();
        let plan = self.patterns(std::slice::from_ref(&it.pattern), it.predicate.as_ref());
        let projection = plan.and_then(|plan| Ok((plan, self.expression(&it.projection)?)));
        self.scope.truncate(mark);
        let (plan, projection) = projection?;
        Ok(Term::PatternComprehension(Box::new(plan), Box::new(projection)))
    }

    fn pattern_value(&mut self, pattern: &Pattern) -> Result<Term, Failure> {
        if pattern.selector == PathSelector::All {
            return Ok(Term::Exists(Box::new(self.local_pattern(std::slice::from_ref(pattern), None)?)));
        }
        // The path needs a name to be read from; no variable can be called this.
        let name = Name::new_static("  path");
        let named = Pattern { variable: Some(name.clone()), ..pattern.clone() };
        let mark = self.scope.len();
        let plan = self.patterns(std::slice::from_ref(&named), None);
        let slot = self.find(&name);
        self.scope.truncate(mark);
        let all = matches!(pattern.selector, PathSelector::AllShortestPaths | PathSelector::AllShortest);
        Ok(Term::Paths(Box::new(plan?), slot.unwrap_or(0), all))
    }

    /// A query inside an expression: variables from outside are visible in all of it.
    fn local_query(&mut self, query: &Query) -> Result<QueryPlan, Failure> {
        let imported = std::mem::replace(&mut self.imported, self.scope.clone());
        let collecting = self.collecting.take();
        // Its own projections group for themselves.
        let (ungrouped, substitutions) = (self.ungrouped.take(), self.substitutions.clone());
        let plan = self.query(query);
        self.imported = imported;
        self.collecting = collecting;
        self.ungrouped = ungrouped;
        self.substitutions = substitutions;
        plan
    }

    /// An aggregate function: its result has a slot that grouping fills. `count(*)` is the one without arguments.
    fn aggregate(&mut self, kind: Aggregate, distinct: bool, arguments: &[Expression]) -> Result<Term, Failure> {
        let Some(collected) = self.collecting.take() else { return Err(misplaced_aggregate(kind.function().name)) };
        let outside = self.ungrouped.clone().map(|scope| std::mem::replace(&mut self.scope, scope));
        let mut terms = arguments.iter().map(|argument| self.expression(argument)).collect::<Result<Vec<_>, _>>();
        if let Some(scope) = outside {
            self.scope = scope;
        }
        let percentile = if arguments.len() == 2 { terms.as_mut().ok().and_then(Vec::pop) } else { None };
        let argument = terms.map(|mut terms| terms.pop());
        let slot = self.fresh();
        self.collecting = Some(collected);
        let aggregate = AggregatePlan { kind, distinct, argument: argument?, percentile, slot };
        self.note_aggregate_latitude(&aggregate);
        if let Some(collected) = &mut self.collecting {
            collected.push(aggregate);
        }
        Ok(Term::Slot(slot))
    }

    pub(super) fn boxed(&mut self, expression: &Expression) -> Result<Box<Term>, Failure> {
        self.expression(expression).map(Box::new)
    }

    fn list(&mut self, items: &[Expression]) -> Result<Term, Failure> {
        let terms = items.iter().map(|item| self.expression(item)).collect::<Result<Vec<_>, _>>()?;
        if !self.options.departures.is_empty() {
            return Ok(Term::List(terms));
        }
        let constants: Option<Vec<Value>> = terms.iter().map(constant).collect();
        Ok(constants.map_or_else(|| Term::List(terms), |values| Term::Constant(Value::list(values))))
    }

    pub(super) fn entries(&mut self, entries: &[(Name, Expression)]) -> Result<Vec<(Name, Term)>, Failure> {
        entries.iter().map(|(key, value)| Ok((key.clone(), self.expression(value)?))).collect()
    }

    fn parameter(&mut self, name: &Name) -> Result<Term, Failure> {
        if let Some(words) = poisoned(name) {
            return Ok(Term::Refused(words));
        }
        self.options.parameters.get(name).cloned().map(Term::Constant).ok_or_else(|| {
            let message = format!("the parameter `${name}` is missing");
            CypherError::new(ErrorKind::ParameterMissing, Phase::CompileTime, "MissingParameter", message).into()
        })
    }

    fn variable(&mut self, name: &Name) -> Result<Term, Failure> {
        match self.resolve(name) {
            Some(slot) => Ok(Term::Slot(slot)),
            None => float_of(name).map(|float| Term::Constant(Value::Float(float))).ok_or_else(|| undefined(name)),
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) -> Result<Term, Failure> {
        let (left, right) = (self.boxed(left)?, self.boxed(right)?);
        // A pattern that is none raises its error when it is evaluated.
        if self.options.departures.is_empty()
            && let (BinaryOperator::Matches, Term::Constant(Value::String(text))) = (operator, &*right)
            && let Ok(pattern) = crate::pattern::Pattern::new(text)
        {
            return Ok(Term::Matches(left, Box::new(pattern)));
        }
        Ok(Term::Binary(operator, left, right))
    }

    fn call(&mut self, call: &FunctionCall) -> Result<Term, Failure> {
        let Some((function, scalar)) = functions::find(&call.name) else {
            let Some(kind) = functions::find_aggregate(&call.name) else { return Err(functions::unknown(&call.name)) };
            functions::check_count(kind.function(), call.arguments.len())?;
            return self.aggregate(kind, call.distinct, &call.arguments);
        };
        functions::check_count(function, call.arguments.len())?;
        if let (Scalar::Exists, [Expression::Pattern(_)]) = (scalar, &call.arguments[..]) {
            // Whether the pattern has a match, which the pattern says by itself.
            return self.expression(&call.arguments[0]);
        }
        let arguments = call.arguments.iter().map(|argument| self.expression(argument)).collect::<Result<_, _>>()?;
        let body = functions::body(scalar);
        Ok(Term::Function(FunctionTerm { name: call.name.clone(), scalar, body, arguments }))
    }

    fn quantified(
        &mut self,
        quantifier: ListQuantifier,
        variable: &Name,
        list: &Expression,
        predicate: &Expression,
    ) -> Result<Term, Failure> {
        Ok(Term::Quantified(quantifier, self.over_list(variable, list, Some(predicate), None)?))
    }

    fn over_list(
        &mut self,
        variable: &Name,
        list: &Expression,
        predicate: Option<&Expression>,
        projection: Option<&Expression>,
    ) -> Result<Box<LoopTerm>, Failure> {
        let list = self.expression(list)?;
        let mark = self.scope.len();
        let slot = self.declare(variable);
        let predicate = predicate.map(|predicate| self.expression(predicate)).transpose();
        let projection = projection.map(|projection| self.expression(projection)).transpose();
        self.scope.truncate(mark);
        Ok(Box::new(LoopTerm { slot, list, predicate: predicate?, projection: projection? }))
    }

    fn map_projection(&mut self, subject: &Expression, items: &[MapProjectionItem]) -> Result<Term, Failure> {
        let subject = self.boxed(subject)?;
        let items = items.iter().map(|item| {
            Ok(match item {
                MapProjectionItem::Property(key) => ProjectionTerm::Property(key.clone()),
                MapProjectionItem::All => ProjectionTerm::All,
                MapProjectionItem::Entry(key, value) => ProjectionTerm::Entry(key.clone(), self.expression(value)?),
                MapProjectionItem::Variable(name) => ProjectionTerm::Entry(name.clone(), self.variable(name)?),
            })
        });
        Ok(Term::MapProjection(subject, items.collect::<Result<_, Failure>>()?))
    }
}

/// The float that a name stands for where no variable has it (Cypher manual, "Expressions, numbers").
pub(crate) fn float_of(name: &str) -> Option<f64> {
    match name.to_ascii_lowercase().as_str() {
        "nan" => Some(f64::NAN),
        "inf" | "infinity" => Some(f64::INFINITY),
        _ => None,
    }
}

fn constant(term: &Term) -> Option<Value> {
    match term {
        Term::Constant(value) => Some(value.clone()),
        _ => None,
    }
}

pub(crate) fn value_of(literal: &Literal) -> Value {
    match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(b) => Value::Boolean(*b),
        Literal::Integer(i) => Value::Integer(*i),
        Literal::Float(f) => Value::Float(*f),
        Literal::String(s) => Value::String(s.clone()),
    }
}

fn misplaced_aggregate(name: &str) -> Failure {
    let message = format!("`{name}` cannot be used here");
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "InvalidAggregation", message).into()
}
