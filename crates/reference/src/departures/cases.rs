//! CASE, and what stands around it.

use graphlance_cypher::ast::{BinaryOperator, CaseExpression, Clause, Expression};
use graphlance_cypher::walk::{Part, PartMut, any};
use graphlance_graph::Value;

use super::Computed::Switch;
use super::trees::{change, names_variable, null};
use super::{WrongRule, tree, value};

pub(super) const RULES: &[WrongRule] = &[
    value("case-null-when-null", "CASE null WHEN null takes the branch", Switch, |it| match it {
        [Value::Null, Value::Null] => Some(Value::Boolean(true)),
        _ => None,
    }),
    value("case-of-null-takes-first", "CASE of a null takes the first branch", Switch, |it| match it {
        [Value::Null, _] => Some(Value::Boolean(true)),
        _ => None,
    }),
    value("when-of-null-in-case-taken", "CASE takes a branch whose WHEN is null", Switch, |it| match it {
        [_, Value::Null] => Some(Value::Boolean(true)),
        _ => None,
    }),
    value("case-by-type", "CASE takes an INTEGER and a FLOAT for different", Switch, |it| match it {
        [Value::Integer(_), Value::Float(_)] | [Value::Float(_), Value::Integer(_)] => Some(Value::Boolean(false)),
        _ => None,
    }),
    tree(
        "case-loses-comparison-operand",
        "an operand of a comparison that contains a CASE is replaced by the CASE, and so is a list right of IN that is a CASE alone",
        |part| match part {
            PartMut::Expression(Expression::Comparison(first, links)) => {
                for operand in std::iter::once(&mut **first).chain(links.iter_mut().map(|(_, operand)| operand)) {
                    collapse(operand, is_case);
                }
            }
            PartMut::Expression(Expression::Binary(BinaryOperator::In, _, list)) => {
                if let Expression::List(items) = &mut **list
                    && let [case] = items.as_mut_slice()
                    && is_case(case)
                {
                    **list = std::mem::replace(case, null());
                }
            }
            _ => {}
        },
    ),
    tree("case-loses-operand-before", "CASE loses the operand before it", |part| {
        if let PartMut::Expression(expression) = part {
            let behind = match &mut **expression {
                Expression::Binary(_, _, right) => is_case(right).then(|| std::mem::replace(&mut **right, null())),
                Expression::Comparison(_, links) => links
                    .last_mut()
                    .filter(|(_, right)| is_case(right))
                    .map(|(_, right)| std::mem::replace(right, null())),
                _ => None,
            };
            if let Some(case) = behind {
                **expression = case;
            }
        }
    }),
    tree("case-loses-operand-behind", "CASE loses what stands behind it", |part| {
        if let PartMut::Expression(expression) = part {
            let before = match &mut **expression {
                Expression::Binary(_, left, _) | Expression::Comparison(left, _) => {
                    is_case(left).then(|| std::mem::replace(&mut **left, null()))
                }
                _ => None,
            };
            if let Some(case) = before {
                **expression = case;
            }
        }
    }),
    tree("case-of-case-takes-else", "CASE WHEN of another CASE that reads a variable takes ELSE", |part| {
        let is_read = |when: &Expression| is_case(when) && names_variable(Part::Expression(when), &|_| true);
        if let Some(case) = case(part).filter(|case| case.operand.is_none()) {
            case.branches.retain(|(when, _)| !is_read(when));
            keep_a_branch(case);
        }
    }),
    tree("case-without-else-takes-last", "CASE without ELSE gives its last branch", |part| {
        if let Some(case) = case(part)
            && case.otherwise.is_none()
        {
            case.otherwise = case.branches.last().map(|(_, then)| then.clone());
        }
    }),
    tree("case-else-ignored", "the ELSE of a CASE is ignored", |part| {
        case(part).into_iter().for_each(|case| case.otherwise = None);
    }),
    tree("case-first-branch-only", "of several branches of a CASE the first alone is looked at", |part| {
        case(part).into_iter().for_each(|case| case.branches.truncate(1));
    }),
    tree("case-branches-backwards", "CASE takes the last branch that holds", |part| {
        case(part).into_iter().for_each(|case| case.branches.reverse());
    }),
    tree("case-always-else", "CASE always takes ELSE", |part| {
        if let Some(case) = case(part) {
            case.branches.clear();
            keep_a_branch(case);
        }
    }),
    tree("case-always-first", "CASE always takes its first branch", |part| {
        if matches!(part, PartMut::Expression(Expression::Case(_))) {
            change(part, |expression| match expression {
                Expression::Case(mut case) if !case.branches.is_empty() => case.branches.swap_remove(0).1,
                expression => expression,
            });
        }
    }),
    tree("where-of-quantifier-is-quantifier", "a WHERE that contains a quantifier is replaced by it", |part| {
        if let Some(predicate) = predicate(part) {
            collapse(predicate, |it| matches!(it, Expression::Quantified(_)));
        }
    }),
    tree("where-of-exists-is-exists", "a WHERE that contains exists() of a pattern is replaced by it", |part| {
        if let Some(predicate) = predicate(part) {
            collapse(predicate, |it| matches!(it, Expression::Exists(_) | Expression::Pattern(_)));
        }
    }),
    tree("where-keeps-first-of-and", "of several conditions of a WHERE the first alone is looked at", |part| {
        use graphlance_cypher::ast::BinaryOperator::And;
        if let Some(predicate) = predicate(part) {
            while let Expression::Binary(And, left, _) = predicate {
                *predicate = std::mem::replace(&mut **left, null());
            }
        }
    }),
    tree("where-keeps-last-of-and", "of several conditions of a WHERE the last alone is looked at", |part| {
        use graphlance_cypher::ast::BinaryOperator::And;
        if let Some(predicate) = predicate(part) {
            while let Expression::Binary(And, _, right) = predicate {
                *predicate = std::mem::replace(&mut **right, null());
            }
        }
    }),
    tree("not-in-where-ignored", "a NOT around the whole of a WHERE is ignored", |part| {
        use graphlance_cypher::ast::UnaryOperator::Not;
        if let Some(predicate) = predicate(part)
            && let Expression::Unary(Not, inner) = predicate
        {
            *predicate = std::mem::replace(&mut **inner, null());
        }
    }),
];

fn case<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut CaseExpression> {
    match part {
        PartMut::Expression(Expression::Case(case)) => Some(case),
        _ => None,
    }
}

fn is_case(expression: &Expression) -> bool {
    matches!(expression, Expression::Case(_) | Expression::ExtendedCase(_))
}

/// A CASE has a branch at least: one that is never taken.
fn keep_a_branch(case: &mut CaseExpression) {
    if case.branches.is_empty() {
        case.operand = None;
        case.branches.push((null(), null()));
    }
}

/// Puts the first wanted expression inside another one into its place.
fn collapse(expression: &mut Expression, wanted: fn(&Expression) -> bool) {
    if wanted(expression) {
        return;
    }
    let mut found = None;
    any(Part::Expression(expression), &mut |part| {
        if let Part::Expression(inner) = part
            && wanted(inner)
        {
            found = Some((*inner).clone());
        }
        found.is_some()
    });
    if let Some(found) = found {
        *expression = found;
    }
}

fn predicate<'a>(part: &'a mut PartMut<'_>) -> Option<&'a mut Expression> {
    match part {
        PartMut::Clause(Clause::Match(clause)) => clause.predicate.as_mut(),
        PartMut::Clause(Clause::With(with)) => with.predicate.as_mut(),
        PartMut::Clause(Clause::Filter(predicate)) => Some(predicate),
        _ => None,
    }
}
