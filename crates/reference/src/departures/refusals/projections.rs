//! What stands in RETURN and WITH.

use std::collections::BTreeMap;

use graphlance_cypher::ast::{
    CaseExpression, Clause, Expression, Literal, PathPattern, Pattern, ProjectionItem, Query, Segment, SetItem,
    UnaryOperator, With,
};
use graphlance_cypher::facts::{aggregating, updates};
use graphlance_cypher::functions::Aggregate;
use graphlance_cypher::names::{Names, column_name, free_variables, pattern_variables};
use graphlance_cypher::walk::{Part, PartMut, any, for_each_expression_mut, walk_mut};
use graphlance_graph::Name;

use super::{any_clause, any_expression, any_projection};
use crate::departures::trees::{null, projection};
use crate::functions;

/// Whether an item beside an aggregate is a number that no column has, or that of an aggregate. The columns of RETURN come twice,
/// and most values that a WITH hands on are two columns; behind a clause that writes nothing is grouped by number, nor where a
/// RETURN is alone.
pub(super) fn groups_by_number(query: &Query) -> bool {
    any_projection(query, &mut |projection, before, returns| {
        let items = &projection.items;
        let mut aggregates: Vec<bool> = Vec::new();
        for item in items {
            let width = if returns { 1 } else { width(&item.expression, before) };
            aggregates.extend(std::iter::repeat_n(aggregating(&item.expression), width));
        }
        if returns {
            aggregates.extend_from_within(..);
        }
        let is_bad = |item: &ProjectionItem| {
            number(&item.expression).or_else(|| length_of_path(&item.expression, before)).is_some_and(|number| {
                let place = usize::try_from(number - 1).ok();
                place.and_then(|place| aggregates.get(place)).is_none_or(|aggregates| *aggregates)
            })
        };
        let reads = !(before.iter().any(updates) || returns && before.is_empty());
        reads && items.iter().any(|item| aggregating(&item.expression)) && items.iter().any(is_bad)
    })
}

/// The columns that a value is which a WITH hands on: itself and, but for numbers and elements, its type.
fn width(expression: &Expression, before: &[Clause]) -> usize {
    match expression {
        Expression::Literal(Literal::Integer(_) | Literal::Float(_) | Literal::Null) | Expression::CountStar => 1,
        Expression::Function(call) if call.name.eq_ignore_ascii_case("count") => 1,
        Expression::Variable(name) => width_of_variable(name, before),
        _ => 2,
    }
}

fn width_of_variable(name: &Name, clauses: &[Clause]) -> usize {
    let Some((last, before)) = clauses.split_last() else { return 1 };
    match last {
        Clause::Unwind(unwind) if unwind.variable == *name => 2,
        Clause::With(With { projection, .. }) => {
            let item = projection.items.iter().find(|item| column_name(item) == Some(name));
            item.map_or_else(|| width_of_variable(name, before), |item| width(&item.expression, before))
        }
        _ => width_of_variable(name, before),
    }
}

/// The number of a column that an expression is taken for.
fn number(expression: &Expression) -> Option<i64> {
    match expression {
        Expression::Literal(Literal::Integer(number)) => Some(*number).filter(|it| i32::try_from(*it).is_ok()),
        Expression::Literal(Literal::Boolean(holds)) => Some(i64::from(*holds)),
        _ => None,
    }
}

/// The number of relationships of a path that is asked for its length, where its pattern says it: it is written in its place.
fn length_of_path(expression: &Expression, before: &[Clause]) -> Option<i64> {
    let Expression::Function(call) = expression else { return None };
    let [Expression::Variable(path)] = call.arguments.as_slice() else { return None };
    let since = before.iter().rev().take_while(|clause| !matches!(clause, Clause::With(_)));
    let mut patterns = since.flat_map(|clause| match clause {
        Clause::Match(matched) => matched.patterns.as_slice(),
        _ => &[],
    });
    let Pattern { path: PathPattern { segments, .. }, .. } =
        patterns.find(|pattern| pattern.variable.as_ref() == Some(path))?;
    let is_one =
        |segment: &Segment| matches!(segment, Segment::Hop { relationship, .. } if relationship.length.is_none());
    let is_told = call.name.eq_ignore_ascii_case("length") && segments.iter().all(is_one);
    is_told.then(|| i64::try_from(segments.len()).ok())?
}

/// What sum(), avg(), min() or max() is asked of.
pub(super) fn extreme_or_sum_of(expression: &Expression) -> Option<&Expression> {
    let Expression::Function(call) = expression else { return None };
    let asked = [Aggregate::Sum, Aggregate::Average, Aggregate::Least, Aggregate::Greatest];
    functions::find_aggregate(&call.name).filter(|it| asked.contains(it)).and(call.arguments.first())
}

pub(super) fn is_property_of_no_variable(expression: &Expression) -> bool {
    matches!(expression, Expression::Property(of, _) if !matches!(**of, Expression::Variable(_)))
}

/// Whether an item of a WITH, what SET sets a property to, or what sum(), avg(), min() or max() is of, is a property with a minus
/// in front of it.
pub(super) fn negates_property(query: &Query) -> bool {
    let negates = |expression: &Expression| match expression {
        Expression::Unary(UnaryOperator::Minus, of) => matches!(**of, Expression::Property(..)),
        _ => false,
    };
    let sets = |item: &SetItem| matches!(item, SetItem::Property { value, .. } if negates(value));
    any(Part::Query(query), &mut |part| match part {
        Part::Clause(Clause::With(With { projection, .. })) => {
            projection.items.iter().any(|item| negates(&item.expression))
        }
        Part::Clause(Clause::Set(items)) => items.iter().any(sets),
        Part::Expression(expression) => extreme_or_sum_of(expression).is_some_and(negates),
        _ => false,
    })
}

/// Whether a property of a call is read, but for startNode() and endNode(), of which it can be, and in an ORDER BY, where nothing
/// is read.
pub(super) fn reads_property_of_call(query: &Query) -> bool {
    let of_call = |expression: &Expression| match expression {
        Expression::Property(of, _) => match &**of {
            Expression::Function(call) => !["startnode", "endnode"].contains(&call.name.to_lowercase().as_str()),
            _ => false,
        },
        _ => false,
    };
    let mut unsorted = query.clone();
    walk_mut(PartMut::Query(&mut unsorted), &mut |part| {
        projection(part).into_iter().for_each(|projection| projection.order.clear());
    });
    any_expression(&unsorted, &mut |it| of_call(it))
}

/// The same where the property has a minus in front of it.
pub(super) fn projects_property_of_no_variable(with: &With) -> bool {
    with.projection.items.iter().any(|item| match &item.expression {
        Expression::Unary(UnaryOperator::Minus, of) => is_property_of_no_variable(of),
        column => is_property_of_no_variable(column),
    })
}

/// Whether a column, the list of an UNWIND, a WHERE or an ORDER BY reads a node or relationship in some way that a WITH or UNWIND
/// in front of it handed on, as for an ORDER BY its own WITH does; in the WHERE of a MATCH, a pattern does, too.
pub(super) fn reads_carried(query: &Query) -> bool {
    any_clause(query, &mut |clause, before| {
        let mut read: Vec<&Expression> = Vec::new();
        match clause {
            Clause::With(With { projection, predicate }) => {
                let carried = carried(before.iter().chain([clause]));
                if projection.order.iter().any(|item| reads_any(&item.expression, &carried, false)) {
                    return true;
                }
                read.extend(projection.items.iter().map(|item| &item.expression).chain(predicate));
            }
            Clause::Return(projection) => {
                read.extend(projection.items.iter().map(|item| &item.expression));
                read.extend(projection.order.iter().map(|item| &item.expression));
            }
            Clause::Unwind(unwind) => read.push(&unwind.list),
            Clause::Match(clause) => read.extend(&clause.predicate),
            _ => return false,
        }
        let (carried, filters) = (carried(before), matches!(clause, Clause::Match(_)));
        read.into_iter().any(|it| reads_any(it, &carried, filters))
    })
}

/// Whether an expression reads one of some nodes and relationships in the ways that are refused, as a `pattern`, too.
fn reads_any(expression: &Expression, carried: &[Name], pattern: bool) -> bool {
    let has_carried = |pattern: &Pattern| {
        let mut has = false;
        pattern_variables(pattern, &mut |name| has = has || carried.contains(name));
        has
    };
    let is_carried = |of: &Expression| matches!(of, Expression::Variable(name) if carried.contains(name));
    let reads = |it: &Expression| {
        let property = extreme_or_sum_of(it).or_else(|| argument_of(it, &["exists"]));
        let of_property = matches!(property, Some(Expression::Property(of, _)) if is_carried(of));
        let of_pattern = pattern && matches!(it, Expression::Pattern(pattern) if has_carried(pattern));
        of_property || of_pattern || argument_of(it, &["properties", "keys", "labels"]).is_some_and(is_carried)
    };
    any(Part::Expression(expression), &mut |part| matches!(part, Part::Expression(it) if reads(it)))
}

/// The first argument of a call of one of these functions.
fn argument_of<'a>(expression: &'a Expression, names: &[&str]) -> Option<&'a Expression> {
    let Expression::Function(call) = expression else { return None };
    names.contains(&call.name.to_lowercase().as_str()).then(|| call.arguments.first())?
}

/// The nodes and relationships that a WITH or UNWIND handed on.
pub(super) fn carried<'a>(clauses: impl IntoIterator<Item = &'a Clause>) -> Vec<Name> {
    let (mut elements, mut carried): (Vec<Name>, Vec<Name>) = (Vec::new(), Vec::new());
    for clause in clauses {
        match clause {
            Clause::Match(it) => it.patterns.iter().for_each(|pattern| {
                // The variable of a path is none of an element.
                let of_path = pattern.variable.as_ref();
                pattern_variables(pattern, &mut |name| {
                    if of_path != Some(name) {
                        elements.push(name.clone());
                    }
                });
            }),
            // One of nothing as it is written forgets what stands in front of it.
            Clause::Unwind(unwind) if is_nothing(&unwind.list) => {
                elements.clear();
                carried.clear();
            }
            Clause::Unwind(_) => carried.clone_from(&elements),
            Clause::With(With { projection, .. }) => {
                let kept = |item: &ProjectionItem| match &item.expression {
                    Expression::Variable(name) if elements.contains(name) => column_name(item).cloned(),
                    _ => None,
                };
                let mut next: Vec<Name> = projection.items.iter().filter_map(kept).collect();
                if projection.star {
                    next.append(&mut elements);
                }
                elements = next;
                carried.clone_from(&elements);
            }
            _ => {}
        }
    }
    carried
}

fn is_nothing(list: &Expression) -> bool {
    match list {
        Expression::List(items) => items.is_empty(),
        other => matches!(other, Expression::Literal(Literal::Null)),
    }
}

pub(super) fn lists_aggregate(expression: &Expression) -> bool {
    match expression {
        Expression::Reduce(it) => aggregating(&it.list) || aggregating(&it.initial),
        Expression::ListComprehension(it) => aggregating(&it.list),
        Expression::Quantified(it) => aggregating(&it.list),
        Expression::List(items) => items.iter().any(aggregating),
        Expression::Map(entries) => entries.iter().any(|(_, value)| aggregating(value)),
        Expression::Index(of, at) => aggregating(of) || aggregating(at),
        Expression::Slice(of, ..) => aggregating(of),
        _ => false,
    }
}

/// Whether a projection gives an aggregate that a WITH hands on another name, and reads it again behind that, where what it is of
/// is not handed on.
pub(super) fn reads_aggregate_twice(query: &Query) -> bool {
    any_projection(query, &mut |projection, before, _| {
        let known = Names::after([], before);
        let gone = |needs: &[Name]| !needs.iter().all(|name| known.contains(name));
        let aggregates = aggregates(before);
        let items = &projection.items;
        items.iter().enumerate().any(|(at, item)| {
            let Expression::Variable(name) = &item.expression else { return false };
            let is_renamed = item.alias.as_ref().is_some_and(|alias| alias != name);
            let reads = |item: &ProjectionItem| free_variables(&item.expression, &|_| false).contains(name);
            is_renamed && aggregates.get(name).is_some_and(|needs| gone(needs)) && items[at + 1..].iter().any(reads)
        })
    })
}

/// The aggregates that are known behind clauses, each with the variables that it is of; those of literals alone are left out.
fn aggregates(clauses: &[Clause]) -> BTreeMap<Name, Vec<Name>> {
    let mut known: BTreeMap<Name, Vec<Name>> = BTreeMap::new();
    for clause in clauses {
        let Clause::With(With { projection, .. }) = clause else { continue };
        let needs = |item: &ProjectionItem| match &item.expression {
            Expression::Variable(name) => known.get(name).cloned(),
            other if aggregating(other) => Some(free_variables(other, &|_| false).into_iter().collect())
                .filter(|needs: &Vec<Name>| !needs.is_empty()),
            _ => None,
        };
        known = projection.items.iter().filter_map(|item| Some((column_name(item)?.clone(), needs(item)?))).collect();
    }
    known
}

/// Puts poison in the place of what is negated, where that has a subscript and neither of the two is null. In a UNION such a part
/// ends without an error.
pub(super) fn poison_negated_subscripts(part: &mut PartMut<'_>, poison: &Expression) {
    let PartMut::Query(query) = part else { return };
    if !query.unions.is_empty() {
        return;
    }
    for_each_expression_mut(PartMut::Query(query), &mut |expression| {
        let Expression::Unary(UnaryOperator::Minus, of) = expression else { return };
        let Expression::Index(of, at) = &mut **of else { return };
        let is_null = |of: &mut Expression| {
            let of = Box::new(std::mem::replace(of, null()));
            (Expression::Unary(UnaryOperator::IsNull, of), null())
        };
        let branches = vec![is_null(of), is_null(at)];
        let otherwise = Some(poison.clone());
        *expression = Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise }));
    });
}
