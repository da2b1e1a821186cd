//! RETURN behind MATCH and CALL { }.

use graphlance_cypher::ast::{
    CallSubquery, Clause, ComparisonOperator, Expression, Imports, Match, Projection, ProjectionItem, Query,
    SingleQuery, SortItem, Union, Unwind, With,
};
use graphlance_cypher::build::{boolean, call, compare, integer, null, variable};
use graphlance_cypher::facts::{aggregating, updates};
use graphlance_cypher::names::Names;
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Name;

use super::booleans::as_number;
use super::trees::{is_bare, names_variable};
use super::{Effect, WrongRule, tree};
use crate::compile::column_name;

pub(super) const RULES: &[WrongRule] = &[
    WrongRule::new(
        "columns-of-call-unknown",
        "the columns of a CALL { } behind a MATCH are not known where it is a UNION, or one of them reads what an UNWIND or WITH in it computes",
        Effect::Refused(reads_unknown_column, &["UndefinedVariable", "undefined variable"]),
    ),
    tree(
        "reads-behind-call-ignored",
        "a MATCH, an UNWIND or another CALL { } behind MATCH and CALL { } is ignored, and a column of RETURN that reads what it binds is null",
        |part| {
            if let PartMut::Query(query) = part
                && query.unions.is_empty()
            {
                ignore_reads(&mut query.first.clauses);
            }
        },
    ),
    tree(
        "several-calls-give-nothing",
        "a query of several CALL { }, in front of the first of which nothing is matched, does nothing and has no row",
        |part| {
            if let PartMut::Query(query) = part
                && calls_several(&query.first.clauses).is_some_and(|first| !imports(first))
            {
                do_nothing(&mut query.first.clauses);
            }
        },
    ),
    WrongRule::new(
        "several-calls-with-import-refused",
        "a query of several CALL { }, in front of the first of which nothing is matched, is refused where that imports a variable",
        Effect::Refused(|query| calls_several(&query.first.clauses).is_some_and(imports), &["no such column: "]),
    ),
    tree(
        "return-behind-call-row-by-row",
        "behind MATCH and CALL { } the RETURN is done for each row by itself, without ORDER BY, SKIP and LIMIT, a BOOLEAN that it computes is 1 or \
     0; of the rows of the CALL { } the last counts, and where there is none one all the same",
        |part| {
            if let PartMut::Query(query) = part
                && let Some(other) = row_by_row(query)
            {
                **query = other;
            }
        },
    ),
    tree(
        "call-beside-foreach-alone",
        "of a query with a CALL { } and a FOREACH the CALL { } alone is done, once",
        |part| {
            if let PartMut::Single(SingleQuery { clauses }) = part
                && clauses.iter().any(|clause| matches!(clause, Clause::Foreach(_)))
                && let Some(called) = clauses.iter().find(|clause| matches!(clause, Clause::Subquery(_)))
            {
                *clauses = vec![called.clone()];
            }
        },
    ),
    tree(
        "merge-behind-call-of-no-row",
        "behind a MATCH that finds nothing and a CALL { } a MERGE is done all the same, as though it stood alone",
        |part| {
            if let PartMut::Single(single) = part
                && let Some(merged) = merged_of_no_row(&single.clauses)
            {
                single.clauses.insert(0, Clause::Subquery(CallSubquery::new(Imports::Body, merged.into())));
            }
        },
    ),
];

/// Leaves out what only reads between MATCHes with a CALL { } and a RETURN, and columns that read what it binds.
fn ignore_reads(clauses: &mut Vec<Clause>) {
    let matches = clauses.iter().take_while(|it| matches!(it, Clause::Match(it) if !it.optional)).count();
    let reads = |it: &Clause| matches!(it, Clause::Match(_) | Clause::Unwind(_) | Clause::Subquery(_)) && !updates(it);
    let end = clauses.len().saturating_sub(1);
    let (Some(Clause::Subquery(_)), Some(Clause::Return(_)), true) =
        (clauses.get(matches), clauses.last(), matches > 0 && matches + 1 < end)
    else {
        return;
    };
    if !clauses[matches + 1..end].iter().all(reads) {
        return;
    }
    let known = Names::after([], &clauses[..=matches]);
    let bound = Names::after(known.iter(), &clauses[matches + 1..end]);
    let unknown: Vec<Name> = bound.iter().filter(|name| !known.contains(name)).map(Name::from).collect();
    clauses.drain(matches + 1..end);
    if let Some(Clause::Return(returned)) = clauses.last_mut() {
        for item in &mut returned.items {
            if names_variable(Part::Expression(&item.expression), &|name| unknown.contains(name)) {
                item.alias = Some(column_name(item));
                item.expression = null();
            }
        }
    }
}

/// The first of several CALL { }, where nothing is matched in front of it.
fn calls_several(clauses: &[Clause]) -> Option<&CallSubquery> {
    let mut calls = clauses.iter().filter_map(|clause| match clause {
        Clause::Subquery(called) => Some(called),
        _ => None,
    });
    let first = calls.next()?;
    let before = clauses.iter().take_while(|clause| !matches!(clause, Clause::Subquery(_)));
    (calls.next().is_some() && !before.into_iter().any(|it| matches!(it, Clause::Match(_)))).then_some(first)
}

/// Whether a CALL { } imports variables.
fn imports(called: &CallSubquery) -> bool {
    match &called.imports {
        Imports::Body => matches!(called.query.first.clauses.first(), Some(Clause::With(_))),
        Imports::Names(names) => !names.is_empty(),
        Imports::All => true,
    }
}

/// Takes all rows away, in front and at the end.
fn do_nothing(clauses: &mut Vec<Clause>) {
    // No variable can be called this.
    let nothing = Unwind { list: Expression::List(Vec::new()), variable: Name::new_static("  nothing") };
    clauses.insert(0, Clause::Unwind(nothing));
    if let Some(Clause::Return(returned)) = clauses.last_mut() {
        returned.limit = Some(integer(0));
    }
}

/// What is merged behind MATCHes and a CALL { } where there is no row.
fn merged_of_no_row(clauses: &[Clause]) -> Option<SingleQuery> {
    let matches = clauses.iter().take_while(|it| matches!(it, Clause::Match(it) if !it.optional)).count();
    let calls = clauses[matches..].iter().any(|it| matches!(it, Clause::Subquery(_)));
    let merge = clauses[matches..].iter().find(|it| matches!(it, Clause::Merge(_)))?;
    let (true, true) = (matches > 0, calls) else { return None };
    let mut merged = clauses[..matches].to_vec();
    merged.extend([counted_none(), merge.clone()]);
    Some(SingleQuery { clauses: merged })
}

/// One row where there was none, and none otherwise.
fn counted_none() -> Clause {
    let count = Name::new_static("  rows");
    let items = vec![ProjectionItem { expression: call("count", vec![integer(1)]), alias: Some(count.clone()) }];
    Clause::With(With {
        projection: Projection { items, ..Projection::default() },
        predicate: Some(compare(ComparisonOperator::Equal, variable(count), integer(0))),
    })
}

/// Whether columns of a CALL { } behind a MATCH that are not known are read.
fn reads_unknown_column(query: &Query) -> bool {
    any(Part::Query(query), &mut |part| {
        let Part::Single(SingleQuery { clauses }) = part else { return false };
        (1..clauses.len()).any(|at| {
            let (before, behind) = (&clauses[..at], &clauses[at + 1..]);
            let Clause::Subquery(called) = &clauses[at] else { return false };
            let columns = unknown_columns(called);
            let is_read = |name: &Name| columns.contains(name);
            before.iter().any(|clause| matches!(clause, Clause::Match(_)))
                && behind.iter().any(|clause| names_variable(Part::Clause(clause), &is_read))
        })
    })
}

/// The columns of a CALL { } that are not known; none where they are.
fn unknown_columns(called: &CallSubquery) -> Vec<Name> {
    let Query { first, unions, .. } = &called.query;
    let Some((Clause::Return(returned), body)) = first.clauses.split_last() else { return Vec::new() };
    let mut computed: Vec<Name> = Vec::new();
    for clause in body {
        match clause {
            Clause::Unwind(unwind) => computed.push(unwind.variable.clone()),
            Clause::With(With { projection, .. }) => {
                let is_computed = |item: &&ProjectionItem| match &item.expression {
                    Expression::Variable(name) => computed.contains(name),
                    _ => true,
                };
                let items: Vec<Name> = projection.items.iter().filter(is_computed).map(column_name).collect();
                computed.extend(items);
            }
            _ => {}
        }
    }
    let reads =
        |item: &ProjectionItem| names_variable(Part::Expression(&item.expression), &|name| computed.contains(name));
    let unknown = !unions.is_empty() || returned.items.iter().any(reads);
    if unknown { returned.items.iter().map(column_name).collect() } else { Vec::new() }
}

/// The query with its RETURN in a subquery. Where no row comes, an aggregate of all rows is of none.
fn row_by_row(query: &Query) -> Option<Query> {
    let clauses = &query.first.clauses;
    let matches = clauses.iter().take_while(|it| matches!(it, Clause::Match(it) if !it.optional)).count();
    let (matched, [Clause::Subquery(called), behind @ ..]) = clauses.split_at(matches) else { return None };
    if matches == 0 || !query.unions.is_empty() || behind.is_empty() {
        return None;
    }
    let [Clause::Return(returned)] = behind else {
        let last = CallSubquery { query: last_row(called)?.into(), ..called.clone() };
        let written = [matched, &[Clause::Subquery(last)], behind].concat();
        let first = SingleQuery { clauses: written };
        return behind.iter().all(updates).then(|| Query { first, ..query.clone() });
    };
    if returned.star {
        return None;
    }
    let (inner, outer): (Vec<_>, Vec<_>) = returned.items.iter().enumerate().map(renamed).unzip();
    let last = CallSubquery { query: last_row(called)?.into(), ..called.clone() };
    let once = uncut(&Projection { items: inner, ..returned.clone() });
    let body = SingleQuery { clauses: vec![Clause::Subquery(last), Clause::Return(once.clone())] };
    let all = Clause::Return(Projection { items: outer, ..Projection::default() });
    let mut rows = matched.to_vec();
    rows.extend([Clause::Subquery(CallSubquery::new(Imports::All, body.into())), all.clone()]);
    let mut other = Query { first: SingleQuery { clauses: rows }, ..query.clone() };
    if returned.items.iter().all(|item| aggregating(&item.expression)) {
        let known = Names::after([], &clauses[..=matches]);
        other.unions.push(Union { all: true, query: of_no_rows(matched, &known, once, all) });
    }
    Some(other)
}

/// A column under a name that no variable has, and what gives it its own.
fn renamed((at, item): (usize, &ProjectionItem)) -> (ProjectionItem, ProjectionItem) {
    let inner = Name::from(format!("  column {at}"));
    let outer = ProjectionItem { expression: variable(inner.clone()), alias: Some(column_name(item)) };
    let mut expression = item.expression.clone();
    if !matches!(expression, Expression::Property(..)) {
        as_number(&mut expression);
    }
    (ProjectionItem { expression, alias: Some(inner) }, outer)
}

/// The body of a CALL { } for the last of its rows alone, or one where it has none; none where it writes, is a UNION, or reads
/// what is neither matched nor handed on by its one WITH.
fn last_row(called: &CallSubquery) -> Option<SingleQuery> {
    let CallSubquery { optional: false, query: Query { first, unions, .. }, transactions: None, .. } = called else {
        return None;
    };
    let clauses = match first.clauses.as_slice() {
        [Clause::Return(returned)] => vec![Clause::Return(uncut(returned))],
        [with @ Clause::With(With { predicate: None, .. }), Clause::Return(returned)] => {
            vec![with.clone(), Clause::Return(uncut(returned))]
        }
        [Clause::With(with), clause @ Clause::Match(matched), Clause::Return(returned)] => {
            let own = Names::after([], std::slice::from_ref(clause));
            // What is matched is matched anew, and what is handed on is known to the RETURN alone.
            let (anew, known): (Vec<_>, Vec<_>) =
                with.projection.items.iter().cloned().partition(|item| own.contains(&column_name(item)));
            let handed: Vec<Name> = anew.iter().chain(&known).map(column_name).collect();
            let reads = |it: &Expression| names_variable(Part::Expression(it), &|name| handed.contains(name));
            let (false, true) = (with.projection.star, with.projection.items.iter().all(is_bare)) else { return None };
            if matched.predicate.as_ref().is_some_and(reads) {
                return None;
            }
            let projection = Projection { items: known, ..with.projection.clone() };
            let known: Vec<Name> = projection.items.iter().map(column_name).collect();
            let handed = (!known.is_empty()).then(|| Clause::With(With { projection, ..with.clone() }));
            handed.into_iter().chain(last_matched(clause, matched, known, returned)).collect()
        }
        [clause @ Clause::Match(matched), Clause::Return(returned)] => {
            last_matched(clause, matched, Vec::new(), returned)
        }
        // What the columns do not read is not done.
        [before @ .., Clause::Return(returned)] if !returned.star && !before.iter().any(updates) => {
            let reads = |item: &ProjectionItem| names_variable(Part::Expression(&item.expression), &|_| true);
            if returned.items.iter().any(reads) {
                return None;
            }
            vec![Clause::Return(uncut(returned))]
        }
        _ => return None,
    };
    unions.is_empty().then_some(SingleQuery { clauses })
}

/// A MATCH and a RETURN of the last of its rows, with what is known of before.
fn last_matched(clause: &Clause, matched: &Match, known: Vec<Name>, returned: &Projection) -> Vec<Clause> {
    let own = Names::after([], std::slice::from_ref(clause));
    let own: Vec<Name> = own.iter().map(Name::from).collect();
    let optional = Clause::Match(Match { optional: true, ..matched.clone() });
    let behind = (!own.is_empty()).then(|| [optional, last_of(own, known)]);
    behind.into_iter().flatten().chain([Clause::Return(uncut(returned))]).collect()
}

/// Hands on the row with the last of some nodes and relationships, and others with them.
pub(super) fn last_of(names: Vec<Name>, others: Vec<Name>) -> Clause {
    let by = |name: &Name| SortItem { expression: variable(name.clone()), descending: true };
    let order = names.iter().map(by).collect();
    let item = |name: Name| ProjectionItem { expression: variable(name.clone()), alias: Some(name) };
    let items = names.into_iter().chain(others).map(item).collect();
    let projection = Projection { items, order, limit: Some(integer(1)), ..Projection::default() };
    Clause::With(With { projection, predicate: None })
}

fn uncut(returned: &Projection) -> Projection {
    Projection { order: Vec::new(), skip: None, limit: None, ..returned.clone() }
}

/// What is returned of no rows, where nothing is matched.
fn of_no_rows(matched: &[Clause], known: &Names<'_>, once: Projection, all: Clause) -> SingleQuery {
    let item = |name: &str| ProjectionItem { expression: null(), alias: Some(Name::from(name)) };
    let items = known.iter().map(item).chain([item("  nothing")]).collect();
    let nothing = Clause::With(With {
        projection: Projection { items, ..Projection::default() },
        predicate: Some(boolean(false)),
    });
    let body = SingleQuery { clauses: vec![nothing, Clause::Return(once)] };
    let mut clauses = matched.to_vec();
    clauses.extend([counted_none(), Clause::Subquery(CallSubquery::new(Imports::Body, body.into())), all]);
    SingleQuery { clauses }
}
