//! Statements that differ from another one in one place: another operator or function of the family, another direction, a clause
//! that says more or less, a condition that stands elsewhere. They are asked to see how far a wrong answer reaches.

mod returned;
mod written;

use graphlance_graph::Name;

use crate::ast::{
    BinaryOperator, CallSubquery, Clause, ComparisonOperator, Direction, Expression, FunctionCall, Imports,
    ListQuantifier, Literal, Match, Projection, ProjectionItem, Query, RelationshipPattern, SingleQuery, Statement,
    UnaryOperator, Union, Unwind, With,
};
use crate::functions::{self, Function, Kind, TABLE};
use crate::walk::{Part, PartMut, any, any_mut, for_each_child, for_each_name, walk};

/// Functions that take the place of another one at most.
const MOST_FUNCTIONS: usize = 4;

/// The relatives of a statement, in the order of the places in its text.
pub fn relatives(statement: &Statement) -> Vec<Statement> {
    let mut found = in_place(statement, alter);
    for unwrapped in in_place(statement, unwrap) {
        if !found.contains(&unwrapped) {
            found.push(unwrapped);
        }
    }
    found
}

/// What `alter` makes of each part of a statement, choice by choice.
fn in_place(statement: &Statement, alter: fn(&mut PartMut<'_>, usize) -> bool) -> Vec<Statement> {
    let mut found = Vec::new();
    for place in 0.. {
        let mut exists = false;
        for choice in 0.. {
            let mut copy = statement.clone();
            let (mut at, mut altered) = (0, false);
            if let Some(root) = PartMut::of(&mut copy) {
                any_mut(root, &mut |part| {
                    if at < place {
                        at += 1;
                        return false;
                    }
                    exists = true;
                    altered = alter(part, choice);
                    true
                });
            }
            if !altered {
                break;
            }
            if copy != *statement && !found.contains(&copy) {
                found.push(copy);
            }
        }
        if !exists {
            break;
        }
    }
    found
}

/// Expressions inside another one that take its place at most.
const MOST_UNWRAPPED: usize = 6;

/// Puts the expression of this number inside another one into its place; false where there are not so many.
fn unwrap(part: &mut PartMut<'_>, choice: usize) -> bool {
    let PartMut::Expression(expression) = part else { return false };
    let mut inside = Vec::new();
    for_each_child(Part::Expression(expression), &mut |child| {
        walk(child, &mut |part| {
            if let Part::Expression(inner) = part {
                inside.push((*inner).clone());
            }
        });
    });
    match inside.into_iter().take(MOST_UNWRAPPED).nth(choice) {
        Some(inner) => {
            **expression = inner;
            true
        }
        None => false,
    }
}

/// Makes the relative of this number of a part; false where there are not so many.
fn alter(part: &mut PartMut<'_>, choice: usize) -> bool {
    match part {
        PartMut::Query(query) => of_query(query, choice),
        PartMut::Single(single) => of_single(single, choice),
        PartMut::Clause(clause) => of_clause(clause, choice),
        PartMut::Relationship(relationship) => of_relationship(relationship, choice),
        PartMut::Node(node) => written::of_node(node, choice),
        PartMut::Expression(expression) => of_expression(expression, choice),
        PartMut::Pattern(_) | PartMut::Path(_) => false,
    }
}

fn of_query(query: &mut Query, choice: usize) -> bool {
    match choice {
        0 if !query.unions.is_empty() => {
            query.unions.iter_mut().for_each(|union| union.all = !union.all);
            true
        }
        1 if !query.unions.is_empty() => query.unions.pop().is_some(),
        0 | 1 => true,
        2..=5 => behind_rows(query, choice - 2),
        6 | 7 => {
            query.unions.push(Union { all: choice == 6, query: query.first.clone() });
            true
        }
        8 => in_call(query),
        9 => returned::condition(query),
        _ => false,
    }
}

/// Puts an UNWIND before all clauses, so that each is executed for several rows, or for none.
fn behind_rows(query: &mut Query, choice: usize) -> bool {
    let mut known = Vec::new();
    for_each_name(Part::Query(query), &mut |name, _| known.push(name.clone()));
    let Some(variable) = (0..).map(|number| Name::new(format!("v{number}"))).find(|name| !known.contains(name)) else {
        return false;
    };
    let integer = |number| Expression::Literal(Literal::Integer(number));
    let lists = [
        vec![integer(1), integer(2), integer(3)],
        vec![integer(5), integer(5)],
        vec![Expression::Literal(Literal::Null)],
        Vec::new(),
    ];
    let list = Expression::List(lists[choice % lists.len()].clone());
    query.first.clauses.insert(0, Clause::Unwind(Unwind { list, variable }));
    true
}

/// The whole query inside of `CALL { }`, where all its columns have names.
fn in_call(query: &mut Query) -> bool {
    let Some(Clause::Return(projection)) = query.first.clauses.last() else { return true };
    let in_transactions =
        |part: &Part<'_>| matches!(part, Part::Clause(Clause::Subquery(call)) if call.transactions.is_some());
    if projection.star
        || projection.items.iter().any(|item| item.alias.is_none())
        || !query.parameters.is_empty()
        || any(Part::Query(query), &mut |part| in_transactions(part))
    {
        return true;
    }
    let named = |item: &ProjectionItem| {
        item.alias.clone().map(|name| ProjectionItem { expression: Expression::Variable(name), alias: None })
    };
    let items = projection.items.iter().filter_map(named).collect();
    let inner = std::mem::replace(query, SingleQuery::default().into());
    let call = CallSubquery::new(Imports::Body, inner);
    let returned = Projection { items, ..Projection::default() };
    query.first = SingleQuery { clauses: vec![Clause::Subquery(call), Clause::Return(returned)] };
    true
}

/// A condition of a MATCH, or what a RETURN computes, in a clause of its own.
fn of_single(single: &mut SingleQuery, choice: usize) -> bool {
    let movable = |clause: &Clause| match clause {
        Clause::Match(clause) => !clause.optional && clause.predicate.is_some(),
        Clause::Return(projection) => is_computed(projection),
        _ => false,
    };
    let places: Vec<usize> = (0..single.clauses.len()).filter(|at| movable(&single.clauses[*at])).collect();
    let Some(at) = places.get(choice) else { return false };
    let clause = single.clauses.remove(*at);
    let parts = match clause {
        Clause::Match(mut clause) => {
            let predicate = clause.predicate.take();
            let all = Projection { star: true, ..Projection::default() };
            vec![Clause::Match(clause), Clause::With(With { projection: all, predicate })]
        }
        Clause::Return(projection) => with_names(projection),
        other => vec![other],
    };
    single.clauses.splice(*at..*at, parts);
    true
}

/// Whether a projection computes things that all have a name, and does nothing else with them.
fn is_computed(projection: &Projection) -> bool {
    let plain = !projection.star && projection.order.is_empty() && !projection.distinct;
    plain && !projection.items.is_empty() && projection.items.iter().all(|item| item.alias.is_some())
}

fn with_names(projection: Projection) -> Vec<Clause> {
    let named = |item: &ProjectionItem| {
        let name = item.alias.clone()?;
        Some(ProjectionItem { expression: Expression::Variable(name), alias: None })
    };
    let items = projection.items.iter().filter_map(named).collect();
    let last = Projection { items, ..Projection::default() };
    vec![Clause::With(With { projection, predicate: None }), Clause::Return(last)]
}

fn of_clause(clause: &mut Clause, choice: usize) -> bool {
    match clause {
        Clause::Match(clause) => of_match(clause, choice),
        Clause::With(With { projection, predicate }) => {
            choice == 0 && predicate.take().is_some() || of_projection(projection, choice)
        }
        Clause::Return(projection) => of_projection(projection, choice),
        Clause::Unwind(unwind) | Clause::For(unwind) => match (&mut unwind.list, choice) {
            (Expression::List(items), 0) => {
                items.reverse();
                true
            }
            (Expression::List(items), 1) => {
                items.extend(items.first().cloned());
                true
            }
            (Expression::List(items), 2) => items.pop().is_some(),
            _ => false,
        },
        other => written::of_clause(other, choice),
    }
}

fn of_match(clause: &mut Match, choice: usize) -> bool {
    match choice {
        0 => {
            clause.optional = !clause.optional;
            true
        }
        1 => clause.predicate.take().is_some() || clause.patterns.len() > 1,
        2 if clause.patterns.len() > 1 => clause.patterns.pop().is_some(),
        _ => false,
    }
}

fn of_projection(projection: &mut Projection, choice: usize) -> bool {
    match choice {
        0 => projection.distinct = !projection.distinct,
        1 => projection.order.iter_mut().take(1).for_each(|key| key.descending = !key.descending),
        2 => projection.order.truncate(projection.order.len().saturating_sub(1)),
        3 => projection.order.reverse(),
        4 => projection.skip = None,
        5 => projection.limit = None,
        6 => one_more(projection.limit.as_mut()),
        7 => one_more(projection.skip.as_mut()),
        8 => projection.items.truncate(projection.items.len().saturating_sub(1).max(1)),
        _ => return false,
    }
    true
}

fn one_more(count: Option<&mut Expression>) {
    if let Some(Expression::Literal(Literal::Integer(count))) = count {
        *count = count.saturating_add(1);
    }
}

fn of_relationship(relationship: &mut RelationshipPattern, choice: usize) -> bool {
    let directions = [Direction::Right, Direction::Left, Direction::Either];
    match (choice, &mut relationship.length) {
        (0..=2, _) => relationship.direction = directions[choice],
        (3, _) => relationship.types = None,
        (4, _) => relationship.properties = None,
        (5, Some(length)) => length.min = Some(length.min.unwrap_or(1).saturating_add(1)),
        (6, Some(length)) => length.min = Some(length.min.unwrap_or(1).saturating_sub(1)),
        (7, Some(length)) => length.max = Some(length.max.unwrap_or(1).saturating_add(1)),
        (8, Some(length)) => length.max = length.max.map(|max| max.saturating_sub(1)),
        (9, length @ Some(_)) => *length = None,
        _ => return false,
    }
    true
}

fn of_expression(expression: &mut Expression, choice: usize) -> bool {
    match expression {
        Expression::Binary(operator, left, right) => {
            let family = family(*operator);
            match family.get(choice) {
                Some(other) => *operator = *other,
                None if choice == family.len() => std::mem::swap(left, right),
                None => return false,
            }
            true
        }
        Expression::Comparison(first, links) => match COMPARISONS.get(choice) {
            Some(other) => {
                links.iter_mut().take(1).for_each(|(operator, _)| *operator = *other);
                true
            }
            None if choice == COMPARISONS.len() => {
                links.iter_mut().take(1).for_each(|(_, second)| std::mem::swap(&mut **first, second));
                true
            }
            None => false,
        },
        Expression::Unary(operator, inner) => match (choice, *operator) {
            (0, UnaryOperator::IsNull) => replace(operator, UnaryOperator::IsNotNull),
            (0, UnaryOperator::IsNotNull) => replace(operator, UnaryOperator::IsNull),
            (0, _) | (1, UnaryOperator::Not) => {
                let inner = std::mem::replace(&mut **inner, Expression::Literal(Literal::Null));
                *expression = inner;
                true
            }
            _ => false,
        },
        Expression::Quantified(it) => {
            let all = [ListQuantifier::All, ListQuantifier::Any, ListQuantifier::None, ListQuantifier::Single];
            all.get(choice).is_some_and(|other| replace(&mut it.quantifier, *other))
        }
        Expression::Case(case) => match choice {
            0 => case.otherwise.take().is_some() || case.branches.len() > 1,
            1 if case.branches.len() > 1 => case.branches.pop().is_some(),
            2 if case.branches.len() > 1 => {
                case.branches.reverse();
                true
            }
            _ => false,
        },
        Expression::List(items) => match choice {
            0 => items.pop().is_some(),
            1 => {
                items.reverse();
                true
            }
            _ => false,
        },
        Expression::Function(call) => of_function(call, choice),
        _ => false,
    }
}

fn replace<T>(old: &mut T, new: T) -> bool {
    *old = new;
    true
}

const COMPARISONS: &[ComparisonOperator] = &[
    ComparisonOperator::Equal,
    ComparisonOperator::NotEqual,
    ComparisonOperator::Less,
    ComparisonOperator::LessOrEqual,
    ComparisonOperator::Greater,
    ComparisonOperator::GreaterOrEqual,
];

/// The operators on operands of the same sort.
fn family(operator: BinaryOperator) -> &'static [BinaryOperator] {
    use BinaryOperator as Op;
    match operator {
        Op::Or | Op::Xor | Op::And => &[Op::And, Op::Or, Op::Xor],
        Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo | Op::Power => {
            &[Op::Add, Op::Subtract, Op::Multiply, Op::Divide, Op::Modulo, Op::Power]
        }
        Op::StartsWith | Op::EndsWith | Op::Contains | Op::Matches => {
            &[Op::StartsWith, Op::EndsWith, Op::Contains, Op::Matches]
        }
        Op::Concatenate => &[Op::Add],
        Op::In => &[],
    }
}

/// Functions that take the same and are of the same sort, those first that are nearest; DISTINCT of an aggregate.
fn of_function(call: &mut FunctionCall, choice: usize) -> bool {
    let Some(function) = functions::find(&call.name) else { return false };
    if choice == 0 {
        call.distinct ^= function.is_aggregate();
        return true;
    }
    let alike = |other: &&Function| {
        let same_first = match (function.parameters.first(), other.parameters.first()) {
            (Some((one, _)), Some((another, _))) => one == another || *another == Kind::Any,
            _ => false,
        };
        other.name != function.name
            && other.is_aggregate() == function.is_aggregate()
            && other.takes(call.arguments.len())
            && other.parameters.len() == function.parameters.len()
            && other.determinism == function.determinism
            && same_first
    };
    let mut others: Vec<&Function> = TABLE.iter().filter(alike).collect();
    let first = |function: &Function| function.parameters.first().map(|(kind, _)| *kind);
    others.sort_by_key(|other| {
        (first(other) != first(function), other.result != function.result, other.making != function.making)
    });
    others.truncate(MOST_FUNCTIONS);
    match others.get(choice - 1) {
        Some(other) => {
            call.name = other.name.into();
            true
        }
        None => false,
    }
}

#[cfg(test)]
mod tests;
