//! MATCH, CALL and UNION.

use std::collections::BTreeSet;

use graphlance_cypher::ast::{
    BinaryOperator, CallSubquery, CaseExpression, Clause, Expression, Imports, Literal, Match, Merge, Pattern,
    Projection, ProjectionItem, Query, SetItem, SingleQuery, Subquery, Unwind, With, Yield,
};
use graphlance_cypher::names::{free_variables, pattern_variables};
use graphlance_cypher::walk::{NameKind, Part, PartMut, for_each_expression_mut, for_each_name};
use graphlance_graph::Name;

use super::trees::{change, clauses, matching, null, optional};
use super::{WrongRule, pieces, tree};
use crate::compile::column_name;

pub(super) const RULES: &[WrongRule] = &[
    tree("optional-match-as-match", "OPTIONAL MATCH gives no row where nothing matches", |part| {
        optional(part).into_iter().for_each(|clause| clause.optional = false);
    }),
    tree("first-optional-match-as-match", "OPTIONAL MATCH as the first clause makes no row of nulls", |part| {
        let first = clauses(part).and_then(|clauses| clauses.first_mut());
        if let Some(Clause::Match(clause)) = first {
            clause.optional = false;
        }
    }),
    tree("first-match-as-optional", "MATCH as the first clause makes a row of nulls where nothing matches", |part| {
        let first = clauses(part).and_then(|clauses| clauses.first_mut());
        if let Some(Clause::Match(clause)) = first {
            clause.optional = true;
        }
    }),
    tree("match-as-optional-match", "MATCH behind another clause keeps the row where nothing matches", |part| {
        for clause in clauses(part).into_iter().flat_map(|clauses| clauses.iter_mut().skip(1)) {
            if let Clause::Match(clause) = clause {
                clause.optional = true;
            }
        }
    }),
    tree(
        "yielded-is-null-in-optional-where",
        "what a CALL behind another clause yields is null in the WHERE of an OPTIONAL MATCH",
        |part| clauses(part).into_iter().for_each(|clauses| forget_yielded(clauses)),
    ),
    tree("where-of-optional-match-ignored", "the WHERE of an OPTIONAL MATCH is ignored", |part| {
        optional(part).into_iter().for_each(|clause| clause.predicate = None);
    }),
    tree("where-of-match-ignored", "the WHERE of a MATCH is ignored", |part| {
        matching(part).filter(|clause| !clause.optional).into_iter().for_each(|clause| clause.predicate = None);
    }),
    tree("where-of-with-ignored", "the WHERE of a WITH is ignored", |part| {
        if let PartMut::Clause(Clause::With(with)) = part {
            with.predicate = None;
        }
    }),
    tree("optional-match-filters", "the WHERE of an OPTIONAL MATCH takes rows away", |part| {
        replace(part, |clause, _| match clause {
            Clause::Match(clause) if clause.optional => filtered_afterwards(clause, |_| false),
            clause => vec![clause],
        });
    }),
    tree(
        "outer-where-of-optional-match-filters",
        "a condition in the WHERE of an OPTIONAL MATCH that is not about its pattern takes rows away",
        |part| {
            replace(part, |clause, before| match clause {
                Clause::Match(clause) if clause.optional => outer_filtered_afterwards(clause, before),
                clause => vec![clause],
            });
        },
    ),
    tree("optional-patterns-apart", "an OPTIONAL MATCH of several patterns is bound in part", |part| {
        replace(part, |clause, _| match clause {
            Clause::Match(clause) if clause.optional && clause.patterns.len() > 1 => patterns_apart(clause),
            clause => vec![clause],
        });
    }),
    tree("optional-hops-apart", "an OPTIONAL MATCH is bound up to the hop that has no match", |part| {
        replace(part, |clause, _| match clause {
            Clause::Match(clause) if clause.optional => pieces::hops_apart(clause),
            clause => vec![clause],
        });
    }),
    tree(
        "optional-match-in-pieces",
        "behind another clause an OPTIONAL MATCH binds its first node, its relationship and its other node as far as they are there",
        pieces::in_pieces,
    ),
    tree("optional-match-of-bound-filters", "OPTIONAL MATCH of a node that is bound already takes rows away", |part| {
        replace(part, |mut clause, before| {
            if let Clause::Match(clause) = &mut clause
                && is_of_known_node(clause, before)
            {
                clause.optional = false;
            }
            vec![clause]
        });
    }),
    tree("optional-call-as-call", "OPTIONAL CALL gives no row where its query gives none", |part| {
        if let PartMut::Clause(Clause::Subquery(call)) = part {
            call.optional = false;
        }
    }),
    tree(
        "first-unit-clause-takes-row",
        "CALL { } that returns nothing, or FOREACH, as the first clause takes the row away",
        |part| {
            let Some(clauses) = clauses(part) else { return };
            if clauses.first().is_some_and(is_unit) && clauses.len() > 1 {
                let nothing = Unwind { list: Expression::Literal(Literal::Null), variable: "nothing".into() };
                clauses.insert(1, Clause::Unwind(nothing));
            }
        },
    ),
    tree(
        "first-unit-clause-stills-next",
        "behind a CALL { } that returns nothing, or a FOREACH, that is the first clause FOREACH does nothing, and MERGE of a path, or with an \
         action that sets all properties, takes the row away",
        |part| {
            let Some(clauses) = clauses(part).filter(|clauses| clauses.first().is_some_and(is_unit)) else { return };
            let idle = clauses[1..].iter().take_while(|clause| matches!(clause, Clause::Foreach(_))).count();
            clauses.drain(1..=idle);
            let replaces = |item: &SetItem| matches!(item, SetItem::Properties { merge: false, .. });
            let is_stilled = |merge: &Merge| {
                !merge.pattern.path.segments.is_empty() || merge.actions.iter().any(|it| it.items.iter().any(replaces))
            };
            if matches!(clauses.get(1), Some(Clause::Merge(merge)) if is_stilled(merge)) {
                let nothing = Unwind { list: Expression::Literal(Literal::Null), variable: "nothing".into() };
                clauses.insert(1, Clause::Unwind(nothing));
            }
        },
    ),
    tree("union-all-merges", "UNION ALL merges equal rows", |part| all_unions(part, false)),
    tree("union-keeps-duplicates", "UNION keeps equal rows", |part| all_unions(part, true)),
    tree("union-first-part-only", "of a UNION the first part alone is executed", |part| {
        if let PartMut::Query(query) = part {
            query.unions.clear();
        }
    }),
    tree("union-last-part-only", "of a UNION the last part alone is executed", |part| {
        if let PartMut::Query(query) = part
            && let Some(last) = std::mem::take(&mut query.unions).pop()
        {
            query.first = last.query;
        }
    }),
    tree("limit-of-last-part-cuts-union", "LIMIT of the last part cuts the whole UNION", |part| {
        if let PartMut::Query(query) = part {
            cut_by_last_part(query);
        }
    }),
    tree(
        "filter-goes-into-first-optional-match",
        "the WHERE of a WITH is asked within an OPTIONAL MATCH that is the first clause, where it reads variables of that alone",
        |part| {
            clauses(part).into_iter().for_each(|clauses| filter_within_first(clauses));
        },
    ),
    tree("count-subquery-is-one", "COUNT { } is 1 at most", |part| {
        if matches!(part, PartMut::Expression(Expression::Count(_))) {
            change(part, at_most_one);
        }
    }),
    tree("exists-where-ignored", "the WHERE of EXISTS { } is ignored", |part| {
        if let PartMut::Expression(Expression::Exists(body)) = part {
            without_filter(body);
        }
    }),
    tree("count-subquery-where-ignored", "the WHERE of COUNT { } is ignored", |part| {
        if let PartMut::Expression(Expression::Count(body)) = part {
            without_filter(body);
        }
    }),
    tree("unwind-drops-duplicates", "UNWIND of a list that is written drops its duplicates", |part| {
        if let PartMut::Clause(Clause::Unwind(unwind)) = part
            && let Expression::List(items) = &mut unwind.list
        {
            let mut kept: Vec<Expression> = Vec::new();
            std::mem::take(items).into_iter().for_each(|item| {
                if !kept.contains(&item) {
                    kept.push(item);
                }
            });
            *items = kept;
        }
    }),
];

/// Takes what procedures yield, behind another clause, for null in the WHERE of each OPTIONAL MATCH up to a WITH that names
/// columns.
fn forget_yielded(clauses: &mut [Clause]) {
    let mut yielded: Vec<Name> = Vec::new();
    for (at, clause) in clauses.iter_mut().enumerate() {
        match clause {
            Clause::Call(call) if at > 0 => {
                if let Yield::Items(items) = &call.results {
                    yielded
                        .extend(items.iter().map(|item| item.variable.clone().unwrap_or_else(|| item.field.clone())));
                }
            }
            Clause::With(with) if !with.projection.star => yielded.clear(),
            Clause::Match(Match { optional: true, predicate: Some(predicate), .. }) => {
                for_each_expression_mut(PartMut::Expression(predicate), &mut |expression| {
                    if matches!(expression, Expression::Variable(name) if yielded.contains(name)) {
                        *expression = null();
                    }
                });
            }
            _ => {}
        }
    }
}

/// Puts other clauses in the place of each clause of a single query; told the names that those before it mention.
pub(super) fn replace(part: &mut PartMut<'_>, mut by: impl FnMut(Clause, &[Name]) -> Vec<Clause>) {
    let Some(clauses) = clauses(part) else { return };
    let mut before = Vec::new();
    for clause in std::mem::take(clauses) {
        let mut names = Vec::new();
        for_each_name(Part::Clause(&clause), &mut |name, kind| {
            if kind == NameKind::Variable {
                names.push(name.clone());
            }
        });
        clauses.extend(by(clause, &before));
        before.extend(names);
    }
}

/// Whether a query ends in RETURN.
fn returns(query: &Query) -> bool {
    matches!(query.first.clauses.last(), Some(Clause::Return(_)))
}

/// Those conditions of the WHERE of an OPTIONAL MATCH that do not stay as a clause of their own.
pub(super) fn filtered_afterwards(mut clause: Match, stays: impl Fn(&Expression) -> bool) -> Vec<Clause> {
    let Some(predicate) = clause.predicate.take() else { return vec![Clause::Match(clause)] };
    let (inner, outer): (Vec<_>, Vec<_>) = conjuncts(predicate).into_iter().partition(stays);
    clause.predicate = conjunction(inner);
    let projection = Projection { star: true, ..Projection::default() };
    let filter = conjunction(outer).map(|outer| Clause::With(With { projection, predicate: Some(outer) }));
    [Clause::Match(clause)].into_iter().chain(filter).collect()
}

/// Those that use nothing it binds.
fn outer_filtered_afterwards(clause: Match, before: &[Name]) -> Vec<Clause> {
    let mut own: BTreeSet<Name> = BTreeSet::new();
    for pattern in &clause.patterns {
        for_each_name(Part::Pattern(pattern), &mut |name, kind| {
            if kind == NameKind::Variable && !before.contains(name) {
                own.insert(name.clone());
            }
        });
    }
    filtered_afterwards(clause, |condition| !free_variables(condition, &|name| !own.contains(name)).is_empty())
}

/// Moves conditions of the first WITH, UNWINDs aside, into an OPTIONAL MATCH in front of it whose variables alone they read.
fn filter_within_first(clauses: &mut [Clause]) {
    let Some((Clause::Match(first), behind)) = clauses.split_first_mut() else { return };
    let Some(Clause::With(with)) = behind.iter_mut().find(|it| !matches!(it, Clause::Unwind(_))) else { return };
    if !first.optional {
        return;
    }
    let mut matched: Vec<Name> = Vec::new();
    first.patterns.iter().for_each(|it| pattern_variables(it, &mut |name| matched.push(name.clone())));
    let is_other = |item: &ProjectionItem, name: &Name| {
        column_name(item) == *name && !matches!(&item.expression, Expression::Variable(it) if it == name)
    };
    matched.retain(|name| !with.projection.items.iter().any(|item| is_other(item, name)));
    let goes_in = |condition: &Expression| {
        let read = free_variables(condition, &|_| false);
        !read.is_empty() && read.iter().all(|name| matched.contains(name))
    };
    let conditions = with.predicate.take().map(conjuncts).unwrap_or_default();
    let (within, stays): (Vec<_>, Vec<_>) = conditions.into_iter().partition(goes_in);
    with.predicate = conjunction(stays);
    first.predicate = conjunction(first.predicate.take().into_iter().chain(within).collect());
}

pub(super) fn conjuncts(predicate: Expression) -> Vec<Expression> {
    match predicate {
        Expression::Binary(BinaryOperator::And, left, right) => [conjuncts(*left), conjuncts(*right)].concat(),
        other => vec![other],
    }
}

pub(super) fn conjunction(conditions: Vec<Expression>) -> Option<Expression> {
    conditions
        .into_iter()
        .reduce(|left, right| Expression::Binary(BinaryOperator::And, Box::new(left), Box::new(right)))
}

fn patterns_apart(clause: Match) -> Vec<Clause> {
    let last = clause.patterns.len() - 1;
    let alone = |(at, pattern): (usize, Pattern)| {
        let predicate = if at == last { clause.predicate.clone() } else { None };
        Clause::Match(Match {
            optional: true,
            mode: clause.mode,
            patterns: vec![pattern],
            hints: Vec::new(),
            predicate,
        })
    };
    clause.patterns.iter().cloned().enumerate().map(alone).collect()
}

/// Whether it is an OPTIONAL MATCH of one node that is bound already.
fn is_of_known_node(clause: &Match, before: &[Name]) -> bool {
    let [Pattern { path, .. }] = clause.patterns.as_slice() else { return false };
    path.segments.is_empty() && path.start.variable.as_ref().is_some_and(|name| before.contains(name))
}

/// Whether a clause gives the row that it was given.
fn is_unit(clause: &Clause) -> bool {
    match clause {
        Clause::Subquery(call) => !returns(&call.query),
        Clause::Foreach(_) => true,
        _ => false,
    }
}

fn all_unions(part: &mut PartMut<'_>, all: bool) {
    if let PartMut::Query(query) = part {
        query.unions.iter_mut().for_each(|union| union.all = all);
    }
}

/// LIMIT of the last part behind all parts.
fn cut_by_last_part(query: &mut Query) {
    let last = query.unions.last_mut().and_then(|union| union.query.clauses.last_mut());
    let Some(Clause::Return(projection)) = last else { return };
    let Some(limit) = projection.limit.take() else { return };
    let names: Vec<Name> = projection.items.iter().map(column_name).collect();
    let item = |name: &Name| ProjectionItem { expression: Expression::Variable(name.clone()), alias: None };
    let items = names.iter().map(item).collect();
    let parameters = std::mem::take(&mut query.parameters);
    let inner = std::mem::replace(query, SingleQuery::default().into());
    let call = CallSubquery::new(Imports::Body, inner);
    let returned = Projection { items, limit: Some(limit), ..Projection::default() };
    let first = SingleQuery { clauses: vec![Clause::Subquery(call), Clause::Return(returned)] };
    *query = Query { parameters, first, unions: Vec::new() };
}

fn at_most_one(expression: Expression) -> Expression {
    let Expression::Count(body) = expression else { return expression };
    let number = |number| Expression::Literal(Literal::Integer(number));
    let branches = vec![(Expression::Exists(body), number(1))];
    Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise: Some(number(0)) }))
}

fn without_filter(body: &mut Subquery) {
    match body {
        Subquery::Pattern { predicate, .. } => *predicate = None,
        Subquery::Query(query) => query.first.clauses.iter_mut().for_each(|clause| {
            if let Clause::Match(clause) = clause {
                clause.predicate = None;
            }
        }),
    }
}
