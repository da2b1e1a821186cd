//! Columns of RETURN that are lost behind what writes.

use graphlance_cypher::ast::{
    Clause, Expression, Literal, Match, Pattern, Projection, SingleQuery, UnaryOperator, With,
};
use graphlance_cypher::facts::updates;
use graphlance_cypher::functions::Aggregate;
use graphlance_cypher::names::pattern_variables;
use graphlance_cypher::walk::{PartMut, for_each_expression_mut};
use graphlance_graph::Name;

use super::trees::{clauses, null};
use super::{WrongRule, tree};
use crate::functions;

pub(super) const RULES: &[WrongRule] = &[
    // In front of what is about literals alone: it explains those as well.
    tree(
        "columns-behind-unwind-and-write-null",
        "behind one UNWIND and one CREATE, or UNWINDs and one MERGE, the columns of RETURN are null, but for what they made, its properties, and \
         aggregates",
        |part| unwound(part).into_iter().for_each(|(variable, made, projection)| lose(&variable, &made, projection)),
    ),
    tree(
        "literal-columns-null-in-pipeline",
        "a literal as a column, or what an aggregate is of, is null where a statement that writes has a MERGE, WITH or UNWIND, or a CALL { } \
         has no MATCH in front of it",
        |part| {
            let PartMut::Single(single) = part else { return };
            if !is_pipeline(&single.clauses) {
                return;
            }
            let unwound = matches!(single.clauses.as_slice(), [Clause::Unwind(_), Clause::Create(_), ..]);
            if let Some(Clause::Return(projection)) = single.clauses.last_mut() {
                projection.items.iter_mut().for_each(|item| lose_literal(&mut item.expression, !unwound));
            }
        },
    ),
    tree(
        "computed-items-are-no-rows-of-writes",
        "an UNWIND in front of a CREATE, or of a MERGE at the end, leaves out items of a list as it is written that are computed",
        |part| {
            let PartMut::Single(single) = part else { return };
            let ([Clause::Unwind(unwind), Clause::Create(_), ..]
            | [Clause::Unwind(unwind), Clause::Merge(_)]
            | [Clause::Unwind(unwind), Clause::Merge(_), Clause::Return(_)]) = single.clauses.as_mut_slice()
            else {
                return;
            };
            if let Expression::List(items) = &mut unwind.list {
                items.retain(|item| is_literal(item) || matches!(item, Expression::List(_) | Expression::Map(_)));
            }
        },
    ),
    tree(
        "nameless-of-create-matched-for-return",
        "where RETURN computes a column, single nodes without a variable that the CREATEs in front of it make are looked for in the graph; so are \
         paths without variables that a CREATE makes, with which a query of a WITH, UNWIND, MERGE or FOREACH begins",
        |part| {
            let PartMut::Single(single) = part else { return };
            if let Some((at, patterns)) = looked_for(&single.clauses) {
                single.clauses.insert(at, Clause::Match(Match { patterns, ..Match::default() }));
            }
        },
    ),
    tree(
        "with-behind-write-row-by-row",
        "behind a clause that writes a WITH is done without DISTINCT, ORDER BY, SKIP and LIMIT",
        |part| {
            let Some(clauses) = clauses(part) else { return };
            let written = clauses.iter().position(updates).unwrap_or(clauses.len());
            for clause in &mut clauses[written..] {
                if let Clause::With(With { projection, .. }) = clause {
                    *projection = Projection {
                        distinct: false,
                        order: Vec::new(),
                        skip: None,
                        limit: None,
                        ..std::mem::take(projection)
                    };
                }
            }
        },
    ),
    tree(
        "return-behind-nameless-create-gives-nothing",
        "RETURN gives no row behind FOREACHs, CREATEs of nothing that has a variable and WITHs alone, unless in a UNION",
        |part| {
            let is_nothing = |single: &SingleQuery| match single.clauses.split_last() {
                Some((Clause::Return(_), before)) => is_nameless(before),
                _ => false,
            };
            match part {
                PartMut::Query(query) if query.unions.is_empty() && is_nothing(&query.first) => {
                    if let Some(Clause::Return(projection)) = query.first.clauses.last_mut() {
                        projection.limit = Some(Expression::Literal(Literal::Integer(0)));
                    }
                }
                // A CALL { } at the beginning that gives no row has one of nulls.
                PartMut::Single(SingleQuery { clauses }) => {
                    if let [Clause::Subquery(called), ..] = clauses.as_mut_slice() {
                        called.optional |= is_nothing(&called.query.first);
                    }
                }
                _ => {}
            }
        },
    ),
];

/// Whether a statement is executed clause by clause.
pub(super) fn is_pipeline(clauses: &[Clause]) -> bool {
    let is_match = |clause: &Clause| matches!(clause, Clause::Match(_));
    let written = clauses.iter().position(updates);
    let broken = clauses.iter().enumerate().any(|(at, clause)| match clause {
        Clause::Merge(_) | Clause::With(_) | Clause::Unwind(_) => true,
        Clause::Foreach(_) => at > 0,
        Clause::Match(_) => written.is_some_and(|written| written < at),
        _ => false,
    });
    let called = clauses.iter().position(|clause| matches!(clause, Clause::Subquery(_)));
    written.is_some() && broken || called.is_some_and(|at| !clauses[..at].iter().any(is_match))
}

/// Takes a literal that a column is, or an aggregate is of, for null.
fn lose_literal(column: &mut Expression, aggregated: bool) {
    if is_literal(column) {
        *column = null();
    } else if aggregated
        && let Expression::Function(call) = column
        && functions::find_aggregate(&call.name).is_some()
    {
        call.arguments.iter_mut().take(1).filter(|it| is_literal(it)).for_each(|it| *it = null());
    }
}

fn is_literal(expression: &Expression) -> bool {
    match expression {
        Expression::Literal(_) => true,
        Expression::Unary(UnaryOperator::Minus, of) => matches!(**of, Expression::Literal(_)),
        _ => false,
    }
}

/// Whether clauses are FOREACHs and CREATEs of nothing that has a variable, with WITHs behind the first of them.
fn is_nameless(clauses: &[Clause]) -> bool {
    let makes_nothing = |clause: &Clause| match clause {
        Clause::Create(patterns) => patterns.iter().all(|pattern| variables(pattern).is_empty()),
        other => matches!(other, Clause::Foreach(_)),
    };
    let is_with = |clause: &Clause| matches!(clause, Clause::With(_));
    // Behind a WITH of CREATEs alone the row is there.
    let has_foreach = clauses.iter().any(|clause| matches!(clause, Clause::Foreach(_)));
    clauses.first().is_some_and(makes_nothing)
        && clauses.iter().all(|clause| makes_nothing(clause) || has_foreach && is_with(clause))
}

/// Whether a column is more than a literal, or a variable, or what is read of one.
pub(super) fn is_computed(column: &Expression) -> bool {
    let is_variable = |it: &Expression| matches!(it, Expression::Variable(_));
    match column {
        Expression::Property(of, _) => !is_variable(of),
        Expression::Function(call) => {
            functions::find_aggregate(&call.name).is_some() || !call.arguments.iter().all(is_variable)
        }
        other => !is_variable(other) && !is_literal(other),
    }
}

fn is_named(pattern: &Pattern) -> bool {
    !variables(pattern).is_empty()
}

/// What clauses have made without a variable and are looking for, and where.
fn looked_for(clauses: &[Clause]) -> Option<(usize, Vec<Pattern>)> {
    let goes_on =
        |it: &Clause| matches!(it, Clause::With(_) | Clause::Unwind(_) | Clause::Merge(_) | Clause::Foreach(_));
    let (at, patterns) = match clauses {
        [Clause::Create(made), rest @ ..] if rest.iter().any(goes_on) => {
            (1, made.iter().filter(|pattern| !is_named(pattern)).cloned().collect())
        }
        [before @ .., Clause::Return(projection)]
            if projection.items.iter().any(|item| is_computed(&item.expression))
                && before.iter().any(|it| matches!(it, Clause::Create(made) if made.iter().any(is_named))) =>
        {
            (before.len(), nameless_nodes(before)?)
        }
        _ => return None,
    };
    (!patterns.is_empty()).then_some((at, patterns))
}

/// The patterns of one node without a variable that clauses create; none where they are other clauses.
fn nameless_nodes(clauses: &[Clause]) -> Option<Vec<Pattern>> {
    let mut nameless = Vec::new();
    for clause in clauses {
        let Clause::Create(patterns) = clause else { return None };
        nameless.extend(patterns.iter().filter(|it| it.path.segments.is_empty() && !is_named(it)).cloned());
    }
    Some(nameless)
}

/// The variables of the nodes and relationships of a pattern.
fn variables(pattern: &Pattern) -> Vec<Name> {
    let mut variables = Vec::new();
    pattern_variables(pattern, &mut |name| variables.push(name.clone()));
    variables.retain(|name| pattern.variable.as_ref() != Some(name));
    variables
}

/// The variable of an UNWIND, those of what the CREATE or MERGE behind it makes, and the RETURN behind that.
fn unwound<'a>(part: &'a mut PartMut<'_>) -> Option<(Name, Vec<Name>, &'a mut Projection)> {
    let PartMut::Single(SingleQuery { clauses }) = part else { return None };
    let [Clause::Unwind(unwind), between @ .., write, Clause::Return(projection)] = clauses.as_mut_slice() else {
        return None;
    };
    // A MERGE may have several in front of it.
    let several = matches!(write, Clause::Merge(_)) && between.iter().all(|it| matches!(it, Clause::Unwind(_)));
    if !between.is_empty() && !several {
        return None;
    }
    let made = match write {
        Clause::Create(patterns) => patterns.iter().flat_map(variables).collect(),
        Clause::Merge(merge) => variables(&merge.pattern),
        _ => return None,
    };
    Some((unwind.variable.clone(), made, projection))
}

fn lose(variable: &Name, made: &[Name], projection: &mut Projection) {
    let is_made = |expression: &Expression| matches!(expression, Expression::Variable(name) if made.contains(name));
    for item in &mut projection.items {
        let expression = &mut item.expression;
        let kept = match &*expression {
            Expression::Property(of, _) => is_made(of),
            Expression::CountStar => true,
            Expression::Function(call) => {
                functions::find_aggregate(&call.name).is_some_and(|it| it != Aggregate::Collect)
            }
            other => is_made(other),
        };
        if !kept {
            *expression = null();
            continue;
        }
        for_each_expression_mut(PartMut::Expression(expression), &mut |inner| {
            if matches!(inner, Expression::Variable(name) if name == variable) {
                *inner = null();
            }
        });
    }
}
