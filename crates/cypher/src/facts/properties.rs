//! Properties that hold of whole trees.

use super::infer::infer;
use super::order::totally_ordered;
use super::scope::Scope;
use super::types::Type;
use crate::ast::*;
use crate::functions::{self, Kind};
use crate::names::column_name;
use crate::walk::{Part, any, for_each_child};

/// Whether an expression always gives the same value for the same row: it calls no `rand()`, no clock, no function
/// that is unknown, and no subquery that is not deterministic itself.
pub(super) fn deterministic(expression: &Expression) -> bool {
    all_calls_deterministic(Part::Expression(expression)) && !takes_some_rows(Part::Expression(expression))
}

/// Whether a query gives the same bag of rows each time: its expressions are deterministic, SKIP and LIMIT cut rows
/// only where a total order says which, and `collect` gathers only what is ordered or comes to nothing more than a bag.
///
/// `collect` without an order makes lists whose order is unspecified: they are taken as not deterministic.
pub fn deterministic_query(query: &Query, outer: &Scope<'_>) -> bool {
    all_calls_deterministic(Part::Query(query))
        && !collects(Part::Query(query))
        && !any(Part::Query(query), &mut |part| match part {
            Part::Expression(expression) => takes_some_rows(Part::Expression(expression)),
            _ => false,
        })
        && cuts_are_ordered(query, outer)
}

fn cuts_are_ordered(query: &Query, outer: &Scope<'_>) -> bool {
    query.parts().zip(super::scope::scopes(query, outer)).all(|(part, scopes)| {
        part.clauses.iter().zip(&scopes).all(|(clause, before)| match clause {
            Clause::With(With { projection, .. }) | Clause::Return(projection) => {
                (projection.skip.is_none() && projection.limit.is_none()) || totally_ordered(projection, before)
            }
            Clause::Page(page) => {
                (page.skip.is_none() && page.limit.is_none()) || totally_ordered(&page.as_projection(), before)
            }
            Clause::Subquery(subquery) => cuts_are_ordered(&subquery.query, &before.inside(subquery)),
            // Nobody asks for more yet.
            Clause::Composed(_) => false,
            _ => true,
        })
    })
}

fn all_calls_deterministic(part: Part<'_>) -> bool {
    !any(part, &mut |part| match part {
        Part::Expression(Expression::Function(call)) => {
            functions::find(&call.name).is_none_or(|function| !function.is_deterministic(call.arguments.len()))
        }
        Part::Clause(Clause::Call(_)) => true,
        _ => false,
    })
}

/// Whether an expression has a subquery with SKIP, LIMIT or COLLECT, or takes one of several shortest paths.
fn takes_some_rows(part: Part<'_>) -> bool {
    any(part, &mut |part| match part {
        Part::Expression(Expression::Collect(_) | Expression::PatternComprehension(_)) => true,
        Part::Expression(Expression::Pattern(pattern)) => pattern.selector == PathSelector::ShortestPath,
        Part::Clause(Clause::With(With { projection, .. }) | Clause::Return(projection)) => {
            projection.skip.is_some() || projection.limit.is_some()
        }
        Part::Clause(Clause::Page(page)) => page.skip.is_some() || page.limit.is_some(),
        _ => false,
    })
}

/// Whether an expression calls an aggregate function outside of subqueries, so that its projection groups rows.
pub fn aggregating(expression: &Expression) -> bool {
    match expression {
        Expression::CountStar => true,
        Expression::Function(call) if functions::find(&call.name).is_some_and(functions::Function::is_aggregate) => {
            true
        }
        Expression::Exists(_) | Expression::Count(_) | Expression::Collect(_) => false,
        _ => {
            let mut found = false;
            for_each_child(Part::Expression(expression), &mut |child| {
                if let Part::Expression(child) = child {
                    found = found || aggregating(child);
                }
            });
            found
        }
    }
}

/// Whether a projection gives a row for each group of rows.
pub fn groups_rows(projection: &Projection) -> bool {
    projection.group.is_some() || projection.items.iter().any(|item| aggregating(&item.expression))
}

/// The expressions by which a GROUP BY with keys groups, a variable that names an item replaced by it; none without one.
pub fn grouping_keys(projection: &Projection) -> Option<Vec<&Expression>> {
    let Some(GroupBy::Keys(keys)) = &projection.group else { return None };
    let item_of = |key: &Expression| {
        let Expression::Variable(name) = key else { return None };
        projection.items.iter().find(|item| column_name(item) == Some(name))
    };
    Some(keys.iter().map(|key| item_of(key).map_or(key, |item| &item.expression)).collect())
}

/// Whether a statement changes the graph or the schema.
pub fn writes(statement: &Statement) -> bool {
    match statement {
        Statement::Query(query) => query_writes(query),
        Statement::Schema(_) => true,
    }
}

/// Whether a query has a writing clause anywhere.
pub fn query_writes(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| matches!(part, Part::Clause(clause) if updates(clause)))
}

/// Whether a clause itself changes the graph; a call may do so by what stands in it.
pub fn updates(clause: &Clause) -> bool {
    matches!(
        clause,
        Clause::Create(_)
            | Clause::Insert(_)
            | Clause::Merge(_)
            | Clause::Set(_)
            | Clause::Remove(_)
            | Clause::Delete(_)
            | Clause::Foreach(_)
    )
}

/// Whether a `collect`, whose list shows the order of rows, stands anywhere in a part.
pub fn collects(part: Part<'_>) -> bool {
    any(part, &mut |part| match part {
        Part::Expression(Expression::Function(call)) => functions::find(&call.name)
            .is_some_and(|function| function.callee == functions::Callee::Aggregate(functions::Aggregate::Collect)),
        _ => false,
    })
}

/// Whether evaluating an expression may raise an error for some row: overflow, division by zero, an operand of the wrong
/// type, a malformed regular expression, a function outside its domain.
pub fn may_raise(expression: &Expression, scope: &Scope<'_>) -> bool {
    raises_itself(expression, scope) || raises_inside(expression, scope)
}

fn raises_inside(expression: &Expression, scope: &Scope<'_>) -> bool {
    let element = |list| infer(list, scope).of_element();
    let predicate_raises = |predicate: &Expression, inner: &Scope<'_>| {
        may_raise(predicate, inner) || !infer(predicate, inner).is(Kind::Boolean)
    };
    let where_raises = |predicate: &Option<Expression>, inner: &Scope<'_>| {
        predicate.as_ref().is_some_and(|predicate| predicate_raises(predicate, inner))
    };
    match expression {
        Expression::ListComprehension(c) => {
            let inner = scope.and(&c.variable, element(&c.list));
            may_raise(&c.list, scope)
                || where_raises(&c.predicate, &inner)
                || c.projection.as_ref().is_some_and(|projection| may_raise(projection, &inner))
        }
        Expression::Quantified(q) => {
            may_raise(&q.list, scope) || predicate_raises(&q.predicate, &scope.and(&q.variable, element(&q.list)))
        }
        Expression::Reduce(r) => {
            let inner = scope.and(&r.accumulator, infer(expression, scope)).and(&r.variable, element(&r.list));
            may_raise(&r.initial, scope) || may_raise(&r.list, scope) || may_raise(&r.expression, &inner)
        }
        Expression::PatternComprehension(c) => {
            let inner = scope.and_patterns(std::slice::from_ref(&c.pattern));
            pattern_raises(&c.pattern, &inner) || where_raises(&c.predicate, &inner) || may_raise(&c.projection, &inner)
        }
        Expression::Pattern(pattern) => pattern_raises(pattern, &scope.and_patterns(std::slice::from_ref(pattern))),
        Expression::Exists(subquery) | Expression::Count(subquery) => match &**subquery {
            Subquery::Pattern { patterns, predicate } => {
                let inner = scope.and_patterns(patterns);
                patterns.iter().any(|pattern| pattern_raises(pattern, &inner)) || where_raises(predicate, &inner)
            }
            Subquery::Query(_) => true,
        },
        Expression::Collect(_) => true,
        _ => {
            let mut found = false;
            for_each_child(Part::Expression(expression), &mut |child| {
                if let Part::Expression(child) = child {
                    found = found || may_raise(child, scope);
                }
            });
            found
        }
    }
}

fn pattern_raises(pattern: &Pattern, scope: &Scope<'_>) -> bool {
    let mut found = false;
    crate::walk::walk(Part::Pattern(pattern), &mut |part| {
        let direct = match part {
            Part::Node(node) => [&node.properties, &node.predicate],
            Part::Relationship(relationship) => [&relationship.properties, &relationship.predicate],
            _ => return,
        };
        found = found || direct.into_iter().flatten().any(|expression| may_raise(expression, scope));
    });
    found
}

/// Whether the node itself may raise when its parts do not.
fn raises_itself(expression: &Expression, scope: &Scope<'_>) -> bool {
    let of = |expression| infer(expression, scope);
    match expression {
        Expression::Parameter(_) => false,
        Expression::Property(subject, key) => match of(subject).kind {
            Kind::Node | Kind::Relationship | Kind::Map => false,
            kind => !functions::Component::of(kind).any(|component| component.name == key),
        },
        Expression::MapProjection(subject, _) => {
            !matches!(of(subject).kind, Kind::Node | Kind::Relationship | Kind::Map)
        }
        Expression::Index(subject, index) => {
            let index = of(index);
            match of(subject).kind {
                Kind::List => !index.is(Kind::Integer),
                Kind::Map => !index.is(Kind::String),
                _ => true,
            }
        }
        Expression::Slice(subject, from, to) => {
            let bounds = [from, to].into_iter().flatten();
            !of(subject).is(Kind::List) || bounds.into_iter().any(|bound| !of(bound).is(Kind::Integer))
        }
        Expression::Unary(operator, operand) => match operator {
            UnaryOperator::Not => !of(operand).is(Kind::Boolean),
            // The negation of the least integer overflows.
            UnaryOperator::Minus => !of(operand).is(Kind::Float),
            UnaryOperator::Plus => !of(operand).is(Kind::Number),
            UnaryOperator::IsNull | UnaryOperator::IsNotNull => false,
        },
        Expression::Binary(operator, left, right) => binary_raises(*operator, of(left), of(right), right),
        Expression::HasLabels(subject, _) => !matches!(of(subject).kind, Kind::Node | Kind::Relationship),
        Expression::Function(call) => function_raises(call, scope),
        Expression::Quantified(quantified) => !of(&quantified.list).is(Kind::List),
        Expression::ListComprehension(comprehension) => !of(&comprehension.list).is(Kind::List),
        Expression::Reduce(reduce) => !of(&reduce.list).is(Kind::List),
        // Mixed nullability is refused; `IN` and `=~` may refuse their operand.
        Expression::Is(..) => false,
        Expression::ExtendedCase(case) => {
            case.branches.iter().flat_map(|branch| &branch.tests).any(|test| matches!(test, CaseTest::Predicate(..)))
        }
        _ => false,
    }
}

fn binary_raises(operator: BinaryOperator, left: Type, right: Type, divisor: &Expression) -> bool {
    let both = |kind| left.is(kind) && right.is(kind);
    let float = both(Kind::Number) && (left.kind == Kind::Float || right.kind == Kind::Float);
    match operator {
        BinaryOperator::Or | BinaryOperator::Xor | BinaryOperator::And => !both(Kind::Boolean),
        BinaryOperator::In => !right.is(Kind::List),
        BinaryOperator::StartsWith | BinaryOperator::EndsWith | BinaryOperator::Contains => !both(Kind::String),
        BinaryOperator::Matches => true,
        BinaryOperator::Power => !both(Kind::Number),
        BinaryOperator::Concatenate => !(both(Kind::String) || both(Kind::List)),
        BinaryOperator::Add => !(float || both(Kind::String) || both(Kind::List)),
        BinaryOperator::Subtract | BinaryOperator::Multiply => !float,
        BinaryOperator::Divide | BinaryOperator::Modulo => {
            !(float || (both(Kind::Integer) && is_safe_divisor(divisor)))
        }
    }
}

/// Neither 0 nor -1: the quotient of the least integer and -1 overflows.
fn is_safe_divisor(divisor: &Expression) -> bool {
    matches!(divisor, Expression::Literal(Literal::Integer(value)) if !matches!(value, 0 | -1))
}

fn function_raises(call: &FunctionCall, scope: &Scope<'_>) -> bool {
    let Some(function) = functions::find(&call.name) else { return true };
    let count = call.arguments.len();
    // Of arguments beyond those that the table declares, nothing is known, unless there may be any number of them.
    let known = count <= function.parameters.len() || function.most == usize::MAX;
    let accepts = |(argument, (kind, domain)): (&Expression, &(Kind, functions::Domain))| {
        let all = matches!(domain, functions::Domain::All | functions::Domain::Ascii | functions::Domain::Moderate);
        all && (*kind == Kind::Any || infer(argument, scope).is(*kind))
    };
    function.may_raise
        || !function.takes(count)
        || !known
        || !call.arguments.iter().zip(function.parameters).all(accepts)
}
