//! The parts of a query that are rewritten as queries of their own: what stands behind a UNION, and the bodies of `CALL { }`.
//!
//! What keeps the rows of such a part keeps those of the whole query, since nothing else of a part is seen from outside; and
//! what leaves the same graph does so for each row that a body is run for. What a body imports stands in front of it as a WITH
//! while it is rewritten, of values of which nothing is known.

use graphlance_cypher::Query;
use graphlance_cypher::ast::*;
use graphlance_graph::Name;

use super::place::item;

/// A part of a query, as a query.
pub(super) struct Body {
    place: Place,
    pub query: Query,
}

/// Where a part stands.
#[derive(Clone, Copy)]
enum Place {
    /// Behind the UNION of this number.
    Union(usize),
    /// In the `CALL { }` of a clause of the first part.
    Call(usize),
}

/// The parts of a query beside the first, in the order of the text: bodies of its clauses, then what stands behind each UNION.
/// Bodies in these are their parts in turn.
pub(super) fn bodies(query: &Query) -> Vec<Body> {
    let body = |(clause, each): (usize, &Clause)| match each {
        Clause::Subquery(call) => Some(Body { place: Place::Call(clause), query: lifted(call)? }),
        _ => None,
    };
    let union =
        |(number, union): (usize, &Union)| Body { place: Place::Union(number), query: union.query.clone().into() };
    let calls = query.first.clauses.iter().enumerate().filter_map(body);
    calls.chain(query.unions.iter().enumerate().map(union)).collect()
}

/// The query with a part in another form; none where that form cannot stand there.
pub(super) fn put_back(query: &Query, body: &Body, rewritten: Query) -> Option<Query> {
    if !rewritten.parameters.is_empty() {
        return None;
    }
    let mut query = query.clone();
    match body.place {
        Place::Union(number) => {
            if !rewritten.unions.is_empty() {
                return None;
            }
            query.unions.get_mut(number)?.query = rewritten.first;
        }
        Place::Call(clause) => match query.first.clauses.get_mut(clause)? {
            Clause::Subquery(call) => call.query = lowered(call, rewritten)?,
            _ => return None,
        },
    }
    Some(query)
}

/// The body of a `CALL { }` behind what it imports; none where that is not named, or where transactions divide what is done.
fn lifted(call: &CallSubquery) -> Option<Query> {
    if call.transactions.is_some() {
        return None;
    }
    let mut query = call.query.clone();
    match &call.imports {
        Imports::Body => {}
        Imports::All => return None,
        Imports::Names(names) if names.is_empty() => {}
        Imports::Names(names) => parts_mut(&mut query).for_each(|part| part.clauses.insert(0, given(names))),
    }
    Some(query)
}

/// A body without what was put in front of it; none where what it imports would be another thing.
fn lowered(call: &CallSubquery, mut rewritten: Query) -> Option<Query> {
    match &call.imports {
        Imports::Body => {
            // The first WITH imports, and of a new part it must be that of the first one.
            let importing =
                |part: &SingleQuery| part.clauses.first().filter(|clause| matches!(clause, Clause::With(_))).cloned();
            let before: Vec<Option<Clause>> = call.query.parts().map(importing).collect();
            let same = |(number, part): (usize, &SingleQuery)| {
                before.get(number).or(before.first()).is_some_and(|before| *before == importing(part))
            };
            let all = rewritten.parts().enumerate().all(same);
            all.then_some(rewritten)
        }
        Imports::All => None,
        Imports::Names(names) => {
            let front = (!names.is_empty()).then(|| given(names));
            for part in parts_mut(&mut rewritten) {
                if let Some(front) = &front {
                    if part.clauses.first() != Some(front) {
                        return None;
                    }
                    part.clauses.remove(0);
                }
                if part.clauses.iter().any(|clause| binds_anew(clause, names)) {
                    return None;
                }
            }
            Some(rewritten)
        }
    }
}

/// `WITH $x AS x, $y AS y`
fn given(names: &[Name]) -> Clause {
    let items = names.iter().map(|name| item(Expression::Parameter(name.clone()), name)).collect();
    Clause::With(With { projection: Projection { items, ..Projection::default() }, predicate: None })
}

/// Whether a clause binds one of some names to another value, which what is imported must not be.
fn binds_anew(clause: &Clause, names: &[Name]) -> bool {
    match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => projection.items.iter().any(|item| {
            let Some(alias) = &item.alias else { return false };
            names.contains(alias) && item.expression != Expression::Variable(alias.clone())
        }),
        Clause::Unwind(unwind) | Clause::For(unwind) => names.contains(&unwind.variable),
        _ => false,
    }
}

fn parts_mut(query: &mut Query) -> impl Iterator<Item = &mut SingleQuery> {
    std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|union| &mut union.query))
}
