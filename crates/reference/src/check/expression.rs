//! Expressions: scopes, static types, where aggregates and patterns may stand.

use graphlance_cypher::ast::{
    BinaryOperator, CaseExpression, CaseTest, Expression, ExtendedCase, FunctionCall, IsTest, Literal, PathSelector,
    Query, SingleQuery, Subquery, UnaryOperator, Wanted,
};
use graphlance_cypher::facts::query_writes;
use graphlance_cypher::functions::{Aggregate, Scalar};
use graphlance_graph::Name;

use super::parts::{arithmetic, mentions_rand, of_function, of_literal};
use super::{Aggregation, Checker, Scope, Type, composition, syntax, undefined, wrong_type};
use crate::compile::float_of;
use crate::{CypherError, ErrorKind, functions, value_types};

impl Checker {
    pub(super) fn with_aggregation<T>(&mut self, allowed: Aggregation, check: impl FnOnce(&mut Checker) -> T) -> T {
        let before = std::mem::replace(&mut self.aggregation, allowed);
        let result = check(self);
        self.aggregation = before;
        result
    }

    /// A condition: boolean or of unknown type; it may be a pattern, as may the operands of NOT, AND, OR and XOR.
    pub(super) fn predicate(&mut self, expression: &Expression) -> Result<(), CypherError> {
        match self.condition(expression)? {
            Type::Boolean | Type::Any => Ok(()),
            other => Err(wrong_type("a boolean", &other)),
        }
    }

    pub(super) fn condition(&mut self, expression: &Expression) -> Result<Type, CypherError> {
        match expression {
            Expression::Pattern(pattern) if pattern.selector == PathSelector::All => {
                self.pattern_predicate(pattern)?;
                Ok(Type::Boolean)
            }
            // As in `value`, with fewer frames for long chains.
            Expression::Binary(BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor, a, b) => {
                self.predicate(a)?;
                self.predicate(b)?;
                Ok(Type::Boolean)
            }
            other => self.value(other),
        }
    }

    /// The type of an expression that stands for a value.
    pub(super) fn value(&mut self, expression: &Expression) -> Result<Type, CypherError> {
        Ok(match expression {
            Expression::Literal(literal) => of_literal(literal),
            Expression::Parameter(_) => Type::Any,
            Expression::Variable(name) => match self.find(name) {
                Some(kind) => kind.clone(),
                None if float_of(name).is_some() => Type::Float,
                None => return Err(undefined(name)),
            },
            Expression::Property(subject, _) => match self.value(subject)? {
                kind @ (Type::Boolean | Type::Integer | Type::Float | Type::String | Type::List(_) | Type::Path) => {
                    // The TCK's later releases call this one a type error, but of a path.
                    let error = wrong_type("a map, node or relationship", &kind);
                    return Err(match kind {
                        Type::Path => error,
                        _ => CypherError { kind: ErrorKind::TypeError, ..error },
                    });
                }
                _ => Type::Any,
            },
            Expression::Index(subject, index) => {
                let subject = self.value(subject)?;
                self.value(index)?;
                match subject {
                    Type::List(element) => *element,
                    _ => Type::Any,
                }
            }
            Expression::Slice(subject, from, to) => {
                let kind = self.value(subject)?;
                from.iter().chain(to).try_for_each(|bound| self.value(bound).map(drop))?;
                kind
            }
            Expression::List(items) => {
                let kinds = items.iter().map(|item| self.value(item)).collect::<Result<Vec<_>, _>>()?;
                Type::List(Box::new(kinds.into_iter().reduce(Type::or).unwrap_or(Type::Any)))
            }
            Expression::Map(entries) => {
                entries.iter().try_for_each(|(_, value)| self.value(value).map(drop))?;
                Type::Map
            }
            Expression::Unary(operator, inner) => self.unary(*operator, inner)?,
            Expression::Binary(operator, a, b) => self.binary(*operator, a, b)?,
            Expression::Comparison(first, links) => {
                self.value(first)?;
                links.iter().try_for_each(|(_, right)| self.value(right).map(drop))?;
                Type::Boolean
            }
            Expression::HasLabels(subject, labels) => {
                self.value(subject)?;
                self.computed_labels(labels)?;
                Type::Boolean
            }
            Expression::Case(case) => self.case(case)?,
            Expression::Is(subject, test) => {
                self.value(subject)?;
                is_test(test)?;
                Type::Boolean
            }
            Expression::ExtendedCase(case) => self.extended_case(case)?,
            Expression::Function(call) => self.call(call)?,
            Expression::CountStar => {
                self.aggregate(Aggregate::Count.function().name)?;
                Type::Integer
            }
            Expression::ListComprehension(_)
            | Expression::Quantified(_)
            | Expression::Reduce(_)
            | Expression::MapProjection(..)
            | Expression::PatternComprehension(_)
            | Expression::Pattern(_)
            | Expression::Exists(_)
            | Expression::Count(_)
            | Expression::Collect(_) => self.scoped(expression)?,
        })
    }

    fn case(&mut self, case: &CaseExpression) -> Result<Type, CypherError> {
        case.operand.iter().try_for_each(|operand| self.value(operand).map(drop))?;
        let mut kinds = Vec::with_capacity(case.branches.len() + 1);
        for (when, then) in &case.branches {
            if case.operand.is_some() {
                self.value(when).map(drop)?
            } else {
                self.condition(when).map(drop)?
            }
            kinds.push(self.value(then)?);
        }
        kinds.push(case.otherwise.as_ref().map_or(Ok(Type::Any), |otherwise| self.value(otherwise))?);
        Ok(kinds.into_iter().reduce(Type::or).unwrap_or(Type::Any))
    }

    fn extended_case(&mut self, case: &ExtendedCase) -> Result<Type, CypherError> {
        self.value(&case.operand)?;
        let mut kinds = Vec::with_capacity(case.branches.len() + 1);
        for branch in &case.branches {
            for test in &branch.tests {
                test.value().map_or(Ok(Type::Any), |value| self.value(value))?;
                if let CaseTest::Is(test) = test {
                    is_test(test)?;
                }
            }
            kinds.push(self.value(&branch.then)?);
        }
        kinds.push(case.otherwise.as_ref().map_or(Ok(Type::Any), |otherwise| self.value(otherwise))?);
        Ok(kinds.into_iter().reduce(Type::or).unwrap_or(Type::Any))
    }

    /// The Cypher manual, "COLLECT subqueries, rules".
    pub(super) fn collect(&mut self, query: &Query) -> Result<Type, CypherError> {
        let columns = self.local_query(query)?;
        let returns = query.parts().all(SingleQuery::returns);
        if columns.len() != 1 || !returns {
            return Err(syntax("InvalidClauseComposition", "COLLECT { } ends in RETURN of one column"));
        }
        Ok(Type::list_of_any())
    }

    pub(super) fn over<T>(
        &mut self,
        variable: &Name,
        list: &Expression,
        check: impl FnOnce(&mut Checker) -> Result<T, CypherError>,
    ) -> Result<T, CypherError> {
        let element = match self.value(list)? {
            Type::List(element) => *element,
            Type::Any => Type::Any,
            other => return Err(wrong_type("a list", &other)),
        };
        let mark = self.scope.len();
        self.declare(variable, element);
        let result = match self.aggregation {
            Aggregation::Nested => check(self),
            _ => self.with_aggregation(Aggregation::Forbidden, check),
        };
        self.scope.truncate(mark);
        result
    }

    pub(super) fn subquery(&mut self, body: &Subquery) -> Result<(), CypherError> {
        match body {
            Subquery::Pattern { patterns, predicate } => {
                let mark = self.scope.len();
                let result = self.with_aggregation(Aggregation::Forbidden, |checker| {
                    checker.patterns(patterns)?;
                    predicate.iter().try_for_each(|predicate| checker.predicate(predicate))
                });
                self.scope.truncate(mark);
                result
            }
            Subquery::Query(query) => self.local_query(query).map(drop),
        }
    }

    fn local_query(&mut self, query: &Query) -> Result<Scope, CypherError> {
        if query_writes(query) {
            return Err(syntax("InvalidClauseComposition", "a subquery in an expression cannot write"));
        }
        composition::check_rows(query)?;
        let imported = std::mem::replace(&mut self.imported, self.scope.clone());
        let result = self.with_aggregation(Aggregation::Forbidden, |checker| checker.query(query));
        self.imported = imported;
        result
    }

    fn unary(&mut self, operator: UnaryOperator, inner: &Expression) -> Result<Type, CypherError> {
        match operator {
            UnaryOperator::IsNull | UnaryOperator::IsNotNull => {
                self.value(inner)?;
                Ok(Type::Boolean)
            }
            UnaryOperator::Not => self.predicate(inner).map(|()| Type::Boolean),
            UnaryOperator::Minus | UnaryOperator::Plus => match self.value(inner)? {
                kind @ (Type::Any | Type::Integer | Type::Float) => Ok(kind),
                other => Err(wrong_type("a number", &other)),
            },
        }
    }

    fn binary(&mut self, operator: BinaryOperator, a: &Expression, b: &Expression) -> Result<Type, CypherError> {
        use BinaryOperator as Op;
        match operator {
            Op::And | Op::Or | Op::Xor => {
                self.predicate(a)?;
                self.predicate(b)?;
                return Ok(Type::Boolean);
            }
            _ => {}
        }
        let is_null = |operand: &Expression| matches!(operand, Expression::Literal(Literal::Null));
        let null = is_null(a) || is_null(b);
        let (a, b) = (self.value(a)?, self.value(b)?);
        match (operator, &a, &b) {
            // Null whatever the other one is, though an implementation may refuse it by its type.
            (Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo | Op::Power, ..) if null => Ok(Type::Any),
            (Op::In, _, Type::List(_) | Type::Any)
            | (Op::StartsWith | Op::EndsWith | Op::Contains | Op::Matches, _, _) => Ok(Type::Boolean),
            (Op::In, _, other) => Err(wrong_type("a list", other)),
            (Op::Concatenate, ..) => Ok(a.or(b)),
            (Op::Add, Type::List(_), _) | (Op::Add, _, Type::List(_)) => Ok(Type::list_of_any()),
            // What is not known may be a list, which takes anything, or null.
            (Op::Add, Type::Any, _) | (Op::Add, _, Type::Any) => Ok(Type::Any),
            (_, Type::Any, Type::Any) => Ok(Type::Any),
            (Op::Add, Type::String, Type::Map | Type::Node | Type::Relationship | Type::Path) => {
                Err(wrong_type("a string or a number", &b))
            }
            (Op::Add, Type::String, _) | (Op::Add, _, Type::String) => Ok(Type::Any),
            (Op::Power, ..) => arithmetic(&a, &b).map(|_| Type::Float),
            _ => arithmetic(&a, &b),
        }
    }

    fn aggregate(&self, name: &str) -> Result<(), CypherError> {
        match self.aggregation {
            Aggregation::Allowed => Ok(()),
            Aggregation::Forbidden => Err(syntax("InvalidAggregation", format!("`{name}` cannot be used here"))),
            Aggregation::Nested => Err(syntax("NestedAggregation", format!("`{name}` inside an aggregate function"))),
        }
    }

    fn call(&mut self, call: &FunctionCall) -> Result<Type, CypherError> {
        if let Some(aggregate) = functions::find_aggregate(&call.name) {
            self.aggregate(&call.name)?;
            let arguments = &call.arguments;
            let kinds = self.with_aggregation(Aggregation::Nested, |checker| {
                let kind = |argument| {
                    if mentions_rand(argument) {
                        return Err(syntax("NonConstantExpression", "rand() inside an aggregate function"));
                    }
                    checker.value(argument)
                };
                arguments.iter().map(kind).collect::<Result<Vec<_>, _>>()
            })?;
            return of_function(aggregate.function(), &kinds);
        }
        let Some((function, scalar)) = functions::find(&call.name) else {
            if functions::is_foreign(&call.name) {
                call.arguments.iter().try_for_each(|argument| self.value(argument).map(drop))?;
                return Ok(Type::Any);
            }
            return Err(syntax("UnknownFunction", format!("there is no function `{}`", call.name)));
        };
        functions::check_count(function, call.arguments.len())?;
        let mut kinds = Vec::with_capacity(call.arguments.len());
        if scalar == Scalar::Exists && !call.arguments.iter().all(may_be_absent) {
            return Err(syntax("InvalidArgumentExpression", "exists() takes a property or a pattern"));
        }
        for argument in &call.arguments {
            kinds.push(if scalar == Scalar::Exists { self.condition(argument)? } else { self.value(argument)? });
        }
        of_function(function, &kinds)
    }
}

/// What `exists()` may be asked about (openCypher 9, "Functions": predicate functions).
fn may_be_absent(argument: &Expression) -> bool {
    matches!(argument, Expression::Property(..) | Expression::Index(..) | Expression::Pattern(_))
}

fn is_test(test: &IsTest) -> Result<(), CypherError> {
    match &test.wanted {
        Wanted::Type(wanted) => value_types::check(wanted),
        Wanted::Normalized(_) => Ok(()),
    }
}
