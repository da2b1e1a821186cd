//! WITH and RETURN: DISTINCT, ORDER BY, SKIP and LIMIT.

use std::cmp::Ordering;

use graphlance_cypher::ast::{
    CaseExpression, Clause, ComparisonOperator, Expression, Literal, Projection, ProjectionItem, SortItem, With,
};
use graphlance_cypher::build;
use graphlance_cypher::names::{Names, free_variables};
use graphlance_cypher::walk::{Part, PartMut, any, for_each_expression_mut, walk_mut};
use graphlance_graph::{Name, Value};

use super::trees::{clauses, projection, written};
use super::{WrongRule, sort, tree};
use crate::compile::column_name;
use crate::{functions, text};

pub(super) const RULES: &[WrongRule] = &[
    tree("cuts-of-32-bits", "SKIP and LIMIT are cut to 32 bits", |part| {
        let Some(projection) = projection(part) else { return };
        for cut in [&mut projection.skip, &mut projection.limit].into_iter().flatten() {
            if let Some(number @ 0..) = written(cut) {
                *cut = Expression::Literal(Literal::Integer(number % (1 << 32)));
            }
        }
    }),
    tree(
        "cuts-of-return-32-bits",
        "SKIP and LIMIT of a RETURN are cut to 32 bits with their sign, and not done below 0",
        |part| {
            let PartMut::Clause(Clause::Return(projection)) = part else { return };
            for cut in [&mut projection.skip, &mut projection.limit] {
                if let Some(number) = cut.as_ref().and_then(written) {
                    let kept = number as i32;
                    *cut = (kept >= 0).then(|| Expression::Literal(Literal::Integer(i64::from(kept))));
                }
            }
        },
    ),
    tree(
        "alias-of-aggregate-shadows-key",
        "a variable as a column has the value of the aggregate that is called as the variable in the same projection",
        |part| {
            let Some(projection) = projection(part) else { return };
            let aggregates: Vec<(Name, Expression)> = projection
                .items
                .iter()
                .filter(|item| is_bare_aggregate(&item.expression))
                .filter_map(|item| Some((item.alias.clone()?, item.expression.clone())))
                .collect();
            for item in &mut projection.items {
                if let Expression::Variable(name) = &item.expression
                    && let Some((_, aggregate)) = aggregates.iter().find(|(alias, _)| alias == name)
                {
                    item.alias.get_or_insert_with(|| name.clone());
                    item.expression = aggregate.clone();
                }
            }
        },
    ),
    tree(
        "with-order-goes-first",
        "rows that a WITH in front of RETURN sorts are sorted by its ORDER BY first, and by that of the RETURN where they are equal by it",
        |part| {
            if let Some([.., Clause::With(with), Clause::Return(returned)]) = clauses(part).map(|it| it.as_mut_slice())
                && !returned.order.is_empty()
                && with.predicate.is_none()
            {
                let with_itself = Clause::With(with.clone());
                let handed = Names::after([], std::slice::from_ref(&with_itself));
                let is_handed =
                    |key: &SortItem| free_variables(&key.expression, &|name| handed.contains(name)).is_empty();
                if with.projection.order.iter().all(is_handed) {
                    returned.order.splice(0..0, with.projection.order.clone());
                }
            }
        },
    ),
    tree("with-distinct-of-constants-ignored", "DISTINCT of a WITH of constants is ignored", |part| {
        if let PartMut::Clause(Clause::With(with)) = part
            && !with.projection.star
            && with.projection.items.iter().all(|item| reads_nothing(&item.expression))
        {
            with.projection.distinct = false;
        }
    }),
    tree("with-distinct-star-counts-nameless", "`WITH DISTINCT *` tells elements apart that have no name", |part| {
        let Some(clauses) = clauses(part) else { return };
        let is_cut =
            |clause: &Clause| matches!(clause, Clause::With(it) if it.projection.star && it.projection.distinct);
        let Some(at) = clauses.iter().rposition(is_cut) else { return };
        let mut count = 0;
        for clause in clauses[..at].iter_mut().filter(|clause| matches!(clause, Clause::Match(_))) {
            walk_mut(PartMut::Clause(clause), &mut |part| {
                let variable = match part {
                    PartMut::Node(node) => &mut node.variable,
                    PartMut::Relationship(relationship) => &mut relationship.variable,
                    _ => return,
                };
                count += 1;
                // No variable can be called this.
                variable.get_or_insert_with(|| Name::new(format!("  element{count}")));
            });
        }
    }),
    tree("with-distinct-ignored", "DISTINCT of a WITH is ignored", |part| {
        if let PartMut::Clause(Clause::With(with)) = part {
            with.projection.distinct = false;
        }
    }),
    tree("return-distinct-ignored", "DISTINCT of a RETURN is ignored", |part| {
        if let PartMut::Clause(Clause::Return(projection)) = part {
            projection.distinct = false;
        }
    }),
    tree("desc-ignored", "DESC is ignored", |part| {
        each_key(part, |descending, _| *descending = false);
    }),
    tree("desc-of-later-keys-ignored", "DESC is ignored behind the first key", |part| {
        each_key(part, |descending, at| *descending &= at == 0);
    }),
    tree("desc-of-first-key-for-all", "DESC of the first key holds for all keys", |part| {
        let Some(projection) = projection(part) else { return };
        let first = projection.order.first().is_some_and(|key| key.descending);
        projection.order.iter_mut().for_each(|key| key.descending = first);
    }),
    tree("order-by-first-key-only", "ORDER BY looks at its first key only", |part| {
        projection(part).into_iter().for_each(|projection| projection.order.truncate(1));
    }),
    tree("order-by-last-key-only", "ORDER BY looks at its last key only", |part| {
        let Some(projection) = projection(part) else { return };
        let last = projection.order.len().saturating_sub(1);
        projection.order.drain(..last);
    }),
    tree("order-by-keys-reversed", "ORDER BY looks at its last key first", |part| {
        projection(part).into_iter().for_each(|projection| projection.order.reverse());
    }),
    tree("skip-ignored", "SKIP is ignored", |part| {
        projection(part).into_iter().for_each(|projection| projection.skip = None);
    }),
    tree("limit-ignored", "LIMIT is ignored", |part| {
        projection(part).into_iter().for_each(|projection| projection.limit = None);
    }),
    tree("limit-0-ignored", "LIMIT 0 gives all rows", |part| {
        let Some(projection) = projection(part) else { return };
        if projection.limit.as_ref().and_then(written) == Some(0) {
            projection.limit = None;
        }
    }),
    tree("limit-of-with-ignored", "LIMIT of a WITH is ignored", |part| {
        if let PartMut::Clause(Clause::With(with)) = part {
            with.projection.limit = None;
        }
    }),
    tree("skip-of-with-ignored", "SKIP of a WITH is ignored", |part| {
        if let PartMut::Clause(Clause::With(with)) = part {
            with.projection.skip = None;
        }
    }),
    tree("skip-beside-limit-ignored", "SKIP is ignored beside a LIMIT", |part| {
        projection(part).filter(|it| it.limit.is_some()).into_iter().for_each(|projection| projection.skip = None);
    }),
    tree("limit-counts-skipped", "LIMIT counts the rows that SKIP leaves out", |part| {
        let Some(Projection { skip: Some(skip), limit: Some(limit), .. }) = projection(part) else { return };
        if let (Some(skipped), Some(taken)) = (written(skip), written(limit)) {
            *limit = Expression::Literal(Literal::Integer((taken - skipped).max(0)));
        }
    }),
    tree(
        "max-of-sorted-is-first",
        "max() of what the rows are sorted by, descending, is that of the first row: null where there is one",
        |part| {
            let Some(clauses) = clauses(part) else { return };
            for at in 1..clauses.len() {
                if let (before, [Clause::With(With { projection, .. }) | Clause::Return(projection), ..]) =
                    clauses.split_at_mut(at)
                    && let Some(Clause::With(sorted)) = before.last()
                {
                    take_first_of_sorted(&sorted.projection, projection);
                }
            }
        },
    ),
    tree("alias-hides-variable", "an item of a WITH reads the alias of an item before it", |part| {
        if let PartMut::Clause(Clause::With(with)) = part {
            one_after_the_other(&mut with.projection.items);
        }
    }),
    sort("strings-sorted-without-case", "ORDER BY takes no notice of the case of letters", |a, b| match (a, b) {
        (Value::String(a), Value::String(b)) => Some(a.to_lowercase().cmp(&b.to_lowercase())),
        _ => None,
    }),
    sort("strings-sorted-by-length", "ORDER BY sorts strings by their length first", |a, b| match (a, b) {
        (Value::String(a), Value::String(b)) => Some(a.chars().count().cmp(&b.chars().count()).then_with(|| a.cmp(b))),
        _ => None,
    }),
    sort("true-sorted-first", "ORDER BY puts true before false", |a, b| match (a, b) {
        (Value::Boolean(a), Value::Boolean(b)) => Some(b.cmp(a)),
        _ => None,
    }),
    sort("numbers-sorted-as-text", "ORDER BY sorts numbers by their text", |a, b| {
        let number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
        (number(a) && number(b)).then(|| as_text(a).cmp(&as_text(b)))
    }),
    sort("integers-sorted-by-magnitude", "ORDER BY sorts numbers without their sign", |a, b| match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Some(a.unsigned_abs().cmp(&b.unsigned_abs())),
        (Value::Float(a), Value::Float(b)) => Some(a.abs().total_cmp(&b.abs())),
        _ => None,
    }),
    sort("nan-sorted-first", "ORDER BY puts NaN before other numbers", |a, b| {
        let nan = |value: &Value| matches!(value, Value::Float(float) if float.is_nan());
        let number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
        match (nan(a), nan(b)) {
            (true, false) if number(b) => Some(Ordering::Less),
            (false, true) if number(a) => Some(Ordering::Greater),
            _ => None,
        }
    }),
    sort("lists-sorted-by-length", "ORDER BY sorts lists by their length", |a, b| match (a, b) {
        (Value::List(a), Value::List(b)) if a.len() != b.len() => Some(a.len().cmp(&b.len())),
        _ => None,
    }),
];

fn is_bare_aggregate(expression: &Expression) -> bool {
    match expression {
        Expression::CountStar => true,
        Expression::Function(call) => functions::find_aggregate(&call.name).is_some(),
        _ => false,
    }
}

/// Changes whether each key of ORDER BY is descending; told the number of the key.
fn each_key(part: &mut PartMut<'_>, change: impl Fn(&mut bool, usize)) {
    let Some(projection) = projection(part) else { return };
    projection.order.iter_mut().enumerate().for_each(|(at, key)| change(&mut key.descending, at));
}

/// Reads max(), where it is alone, of the first key of ORDER BY before it as null if there is a null, which is sorted first.
fn take_first_of_sorted(sorted: &Projection, projection: &mut Projection) {
    let (Some(key), [item]) = (sorted.order.first(), projection.items.as_mut_slice()) else { return };
    let Expression::Function(call) = &item.expression else { return };
    if key.descending && call.name.eq_ignore_ascii_case("max") && call.arguments == [key.expression.clone()] {
        let count = build::call("count", call.arguments.clone());
        let has_null = build::compare(ComparisonOperator::Greater, Expression::CountStar, count);
        let otherwise = Some(item.expression.clone());
        let branches = vec![(has_null, build::null())];
        item.expression = Expression::Case(Box::new(CaseExpression { operand: None, branches, otherwise }));
    }
}

fn as_text(value: &Value) -> String {
    let mut written = String::new();
    text::write(value, &mut written);
    written
}

/// Puts in the place of an alias of an item what that item is, in the items behind it.
fn one_after_the_other(items: &mut [ProjectionItem]) {
    for at in 1..items.len() {
        let (before, behind) = items.split_at_mut(at);
        let Some(item) = before.last() else { return };
        let (name, expression) = (column_name(item), item.expression.clone());
        if expression == Expression::Variable(name.clone()) {
            continue;
        }
        for item in behind {
            let alias = column_name(item);
            for_each_expression_mut(PartMut::Expression(&mut item.expression), &mut |inner| {
                if *inner == Expression::Variable(name.clone()) {
                    *inner = expression.clone();
                }
            });
            item.alias = Some(alias);
        }
    }
}

/// Whether an expression has the same value in all rows, as its text shows.
fn reads_nothing(expression: &Expression) -> bool {
    !any(Part::Expression(expression), &mut |part| matches!(part, Part::Expression(Expression::Variable(_))))
}
