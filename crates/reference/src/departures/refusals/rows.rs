//! Rows that UNWIND, SKIP and LIMIT make.

use graphlance_cypher::ast::{Clause, Expression, Literal, Projection, Query, SetItem, SingleQuery, With};
use graphlance_cypher::facts::{aggregating, updates};
use graphlance_cypher::names::{Names, free_variables};
use graphlance_cypher::walk::{Part, any};

use super::{any_clause, is_null};

/// Whether an UNWIND of nothing stands behind a WITH or another UNWIND, or behind a MATCH and in front of what writes or reads a
/// variable of it. A MERGE takes the UNWINDs in front of it in another way.
pub(super) fn forgets_rows(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| match part {
        Part::Single(single) => {
            let clauses = &single.clauses;
            let unwinds = clauses.iter().take_while(|it| matches!(it, Clause::Unwind(_))).count();
            let merged = matches!(clauses.get(unwinds), Some(Clause::Merge(_)));
            clauses.iter().enumerate().any(|(at, clause)| {
                let (before, behind) = (&clauses[..at], &clauses[at + 1..]);
                let within = merged && at < unwinds;
                let lost = before.iter().any(|it| matches!(it, Clause::Unwind(_) | Clause::With(_)));
                let matched = before.iter().any(|it| matches!(it, Clause::Match(_)));
                let wanted = |it: &Clause| reads(it, before) || matched && updates(it);
                is_empty_unwind(clause) && !within && (lost || behind.iter().any(wanted))
            })
        }
        _ => false,
    })
}

fn is_empty_unwind(clause: &Clause) -> bool {
    let Clause::Unwind(unwind) = clause else { return false };
    is_null(&unwind.list) || matches!(&unwind.list, Expression::List(items) if items.is_empty())
}

/// Whether a clause reads a variable of those in front of it.
fn reads(clause: &Clause, before: &[Clause]) -> bool {
    let known = Names::after([], before);
    any(Part::Clause(clause), &mut |part| match part {
        Part::Expression(it) => free_variables(it, &|_| false).iter().any(|name| known.contains(name)),
        _ => false,
    })
}

/// Whether a SET directly behind the CREATE that an UNWIND, the only one, stands in front of, takes the value of that UNWIND.
pub(super) fn sets_unwound(query: &Query) -> bool {
    any_clause(query, &mut |clause, before| {
        let ([Clause::Unwind(unwind), Clause::Create(_)], Clause::Set(items)) = (before, clause) else { return false };
        let none = is_empty_unwind(&before[0]);
        let is_unwound = |value: &Expression| matches!(value, Expression::Variable(name) if *name == unwind.variable);
        !none && items.iter().any(|item| matches!(item, SetItem::Properties { value, .. } if is_unwound(value)))
    })
}

/// Whether a SET directly behind `UNWIND null` and a CREATE sets more than labels.
pub(super) fn sets_behind_null(query: &Query) -> bool {
    let more = |item: &SetItem| matches!(item, SetItem::Property { .. } | SetItem::Properties { .. });
    any_clause(query, &mut |clause, before| match (before, clause) {
        ([Clause::Unwind(unwind), Clause::Create(_)], Clause::Set(items)) => {
            is_null(&unwind.list) && items.iter().any(more)
        }
        _ => false,
    })
}

/// Whether a clause takes rows and gives others, in an order or some of them, and names none.
pub(super) fn takes_rows(clause: &Clause) -> bool {
    match clause {
        Clause::Page(_) => true,
        Clause::With(With { projection: it, .. }) => {
            it.star && (it.distinct || it.skip.is_some() || it.limit.is_some() || !it.order.is_empty())
        }
        _ => false,
    }
}

pub(super) fn is_untranslated(list: &Expression) -> bool {
    match list {
        Expression::Literal(literal) => !matches!(literal, Literal::Null),
        Expression::ListComprehension(_)
        | Expression::PatternComprehension(_)
        | Expression::Case(_)
        | Expression::Reduce(_)
        | Expression::Quantified(_)
        | Expression::Exists(_)
        | Expression::Map(_)
        | Expression::Unary(..) => true,
        _ => false,
    }
}

/// Whether a query is UNWINDs, of which the first is of no list as it is written, a MERGE and perhaps a RETURN.
pub(super) fn merges_behind_computed(query: &Query) -> bool {
    query.parts().any(|part| {
        let unwinds = part.clauses.iter().take_while(|it| matches!(it, Clause::Unwind(_))).count();
        let computed = match part.clauses.first() {
            Some(Clause::Unwind(it)) => !matches!(it.list, Expression::List(_) | Expression::Parameter(_)),
            _ => false,
        };
        computed && matches!(part.clauses[unwinds..], [Clause::Merge(_)] | [Clause::Merge(_), Clause::Return(_)])
    })
}

/// Whether a MATCH has a loop over a list in its WHERE, and all rows are handed on as they are by an UNWIND, a `WITH *` or a
/// `RETURN *` behind it, no other WITH in between; or such a WITH has one.
pub(super) fn loops_before_all(query: &Query) -> bool {
    let loops = |predicate: &Option<Expression>| {
        predicate.as_ref().is_some_and(|predicate| {
            any(Part::Expression(predicate), &mut |part| {
                let Part::Expression(it) = part else { return false };
                matches!(it, Expression::Quantified(_) | Expression::ListComprehension(_) | Expression::Reduce(_))
            })
        })
    };
    let is_all = |it: &Projection| it.star && it.items.is_empty();
    any_clause(query, &mut |clause, before| {
        let since = before.iter().rposition(|it| matches!(it, Clause::With(_))).map_or(0, |at| at + 1);
        let (hands_on, itself) = match clause {
            Clause::Unwind(_) => (true, false),
            Clause::Return(projection) => (is_all(projection), false),
            Clause::With(With { projection, predicate }) => (is_all(projection), loops(predicate)),
            _ => (false, false),
        };
        let matched = |it: &Clause| matches!(it, Clause::Match(it) if loops(&it.predicate));
        let grouped = |it: &Clause| matches!(it, Clause::With(it) if aggregates(&it.projection) && loops_over_columns(&it.predicate));
        let grouped = since.checked_sub(1).is_some_and(|at| grouped(&before[at]));
        hands_on && (itself || grouped || before[since..].iter().any(matched))
    })
}

/// Whether a condition has a loop over a list that reads a variable.
fn loops_over_columns(predicate: &Option<Expression>) -> bool {
    predicate.as_ref().is_some_and(|predicate| {
        any(Part::Expression(predicate), &mut |part| {
            let Part::Expression(it) = part else { return false };
            let loops =
                matches!(it, Expression::Quantified(_) | Expression::ListComprehension(_) | Expression::Reduce(_));
            loops && !free_variables(it, &|_| false).is_empty()
        })
    })
}

fn aggregates(projection: &Projection) -> bool {
    projection.items.iter().any(|item| aggregating(&item.expression))
}

/// Whether a MATCH with a variable length stands in front of a CALL { }.
pub(super) fn has_length_before_call(query: &Query) -> bool {
    let is_long = |part: &Part<'_>| matches!(part, Part::Relationship(it) if it.length.is_some());
    let has_length = |clause: &Clause| match clause {
        Clause::Match(it) => it.patterns.iter().any(|pattern| any(Part::Pattern(pattern), &mut { is_long })),
        _ => false,
    };
    any_clause(query, &mut |clause, before| matches!(clause, Clause::Subquery(_)) && before.iter().any(has_length))
}

/// Whether a WITH behind a CALL { } or MERGE has an aggregate, and is sorted, cut or distinct.
pub(super) fn cuts_aggregate_behind_write(query: &Query) -> bool {
    any_clause(query, &mut |clause, before| {
        let Clause::With(With { projection, .. }) = clause else { return false };
        let writes = before.iter().any(|it| matches!(it, Clause::Subquery(_) | Clause::Merge(_)));
        let Projection { distinct, order, skip, limit, .. } = projection;
        writes && aggregates(projection) && (*distinct || !order.is_empty() || skip.is_some() || limit.is_some())
    })
}

/// Whether `WITH *` stands where there is no variable, and no relationship without one.
pub(super) fn takes_all_of_nothing(query: &Query) -> bool {
    any_clause(query, &mut |clause, before| {
        let Clause::With(With { projection, .. }) = clause else { return false };
        let has_hop = |clause: &Clause| any(Part::Clause(clause), &mut |part| matches!(part, Part::Relationship(_)));
        let is_bare = projection.star && projection.items.is_empty();
        is_bare && Names::after([], before).iter().next().is_none() && !before.iter().any(has_hop)
    })
}

/// Whether a CALL { } stands behind a MATCH in a single query that has a WITH, or in a UNION.
pub(super) fn calls_beside_with(query: &Query) -> bool {
    let calls = |part: &SingleQuery| part.clauses.iter().any(|it| matches!(it, Clause::Subquery(_)));
    any(Part::Query(query), &mut |part| match part {
        Part::Query(query) => !query.unions.is_empty() && query.parts().any(calls),
        Part::Single(single) => {
            let clauses = &single.clauses;
            let call = clauses.iter().rposition(|it| matches!(it, Clause::Subquery(_)));
            let matches = |at: usize| clauses[..at].iter().any(|it| matches!(it, Clause::Match(_)));
            call.is_some_and(matches) && clauses.iter().any(|it| matches!(it, Clause::With(_)))
        }
        _ => false,
    })
}

/// Whether a part of a UNION is sorted at its end, or one that is not the last is cut there.
pub(super) fn sorts_part_of_union(query: &Query) -> bool {
    let cuts = |part: &SingleQuery| match part.clauses.last() {
        Some(Clause::Return(it)) => it.skip.is_some() || it.limit.is_some(),
        _ => false,
    };
    // The order of a WITH stays that of what is matched behind it.
    let sorts = |part: &SingleQuery| {
        let last = part.clauses.iter().rev().find_map(|clause| match clause {
            Clause::Return(it) if it.order.is_empty() => None,
            Clause::Return(it) => Some(it.order.len()),
            Clause::With(it) => Some(it.projection.order.len()),
            Clause::Unwind(_) => Some(0),
            _ => None,
        });
        last.is_some_and(|keys| keys > 0)
    };
    any_before_union(query, &cuts)
        || any(Part::Query(query), &mut |part| match part {
            Part::Query(it) => !it.unions.is_empty() && it.parts().any(sorts),
            _ => false,
        })
}

/// Whether a part of a UNION has an EXISTS { } behind its last WITH or UNWIND, and a later part is a RETURN alone.
pub(super) fn asks_before_union(query: &Query) -> bool {
    let asks = |part: &SingleQuery| {
        let hides = |clause: &Clause| matches!(clause, Clause::With(_) | Clause::Unwind(_));
        let behind = part.clauses.iter().rposition(hides).map_or(0, |at| at + 1);
        let is_exists = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Exists(_)));
        part.clauses[behind..].iter().any(|clause| any(Part::Clause(clause), &mut { is_exists }))
    };
    any(Part::Query(query), &mut |part| match part {
        Part::Query(query) => {
            let mut behind = query.parts().skip_while(|part| !asks(part)).skip(1);
            behind.any(|part| matches!(part.clauses[..], [Clause::Return(_)]))
        }
        _ => false,
    })
}

/// Whether a part of a UNION is so that is not the last.
fn any_before_union(query: &Query, test: &dyn Fn(&SingleQuery) -> bool) -> bool {
    any(Part::Query(query), &mut |part| match part {
        Part::Query(query) => query.parts().take(query.unions.len()).any(test),
        _ => false,
    })
}

/// Whether a part of a UNION has a MERGE, or a CREATE and a RETURN with no MATCH in front of them.
pub(super) fn unites_writes(query: &Query) -> bool {
    let refuses = |part: &SingleQuery| {
        let merges = part.clauses.iter().any(|it| matches!(it, Clause::Merge(_)));
        let create = part.clauses.iter().position(|it| matches!(it, Clause::Create(_)));
        let alone = |at: usize| !part.clauses[..at].iter().any(|it| matches!(it, Clause::Match(_)));
        merges || create.is_some_and(alone) && matches!(part.clauses.last(), Some(Clause::Return(_)))
    };
    any(Part::Query(query), &mut |part| match part {
        Part::Query(it) => !it.unions.is_empty() && it.parts().any(refuses),
        _ => false,
    })
}
