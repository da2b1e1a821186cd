//! Conditions of WHERE that are left out, or ask for more than they say.

use graphlance_cypher::ast::{
    BinaryOperator, Clause, ComparisonOperator, Expression, Match, NodePattern, PathPattern, Pattern, Subquery,
    UnaryOperator, With,
};
use graphlance_cypher::build;
use graphlance_cypher::names::free_variables;
use graphlance_cypher::walk::{NameKind, Part, PartMut, any, for_each_child, for_each_name, walk};
use graphlance_graph::{Graph, Name, Value};

use super::clauses::{conjunction, conjuncts, filtered_afterwards, replace};
use super::logic::negations_pushed_down;
use super::scans::with_filters_in_match;
use super::trees::{clauses, matching};
use super::{WrongRule, cuts, tree};
use crate::relations::equal;
use crate::{Options, evaluate_expression};

pub(super) const RULES: &[WrongRule] = &[
    tree(
        "filters-before-cuts",
        "a filter behind SKIP or LIMIT is applied before them, as early as its variables are there",
        |part| {
            clauses(part).into_iter().for_each(cuts::filter_before_cuts);
        },
    ),
    tree(
        "outer-null-empties-subqueries",
        "an OPTIONAL MATCH, COUNT { } or EXISTS { } finds nothing where its WHERE reads a null of the rows outside",
        |part| {
            empty_optional_matches(part);
            if let PartMut::Expression(Expression::Count(body) | Expression::Exists(body)) = part {
                empty_subquery(body);
            }
        },
    ),
    tree(
        "outer-null-empties-optional-match",
        "an OPTIONAL MATCH finds nothing where its WHERE reads a null of the rows before it",
        empty_optional_matches,
    ),
    tree(
        "subquery-where-of-optional-match-filters",
        "a pattern, EXISTS { } or COUNT { } in the WHERE of an OPTIONAL MATCH takes rows away",
        |part| {
            replace(part, |clause, before| match clause {
                Clause::Match(clause) if clause.optional => {
                    filtered_afterwards(clause, |condition| !asks_graph(condition, before))
                }
                clause => vec![clause],
            });
        },
    ),
    tree("map-of-optional-start-filters", "a map in the first node of an OPTIONAL MATCH takes rows away", |part| {
        replace(part, |clause, before| match clause {
            Clause::Match(clause) if clause.optional => start_apart(clause, before),
            clause => vec![clause],
        });
    }),
    tree(
        "not-of-order-is-opposite",
        "in a WHERE, NOT of `<`, `<=`, `>` or `>=` is read as the opposite, which NaN tells apart",
        |part| {
            if let PartMut::Clause(clause) = part
                && let Clause::Match(Match { predicate: Some(predicate), .. })
                | Clause::With(With { predicate: Some(predicate), .. }) = &mut **clause
            {
                *predicate = negations_pushed_down(predicate, &turn_negated);
            }
        },
    ),
    tree(
        "bounds-that-meet-exclude",
        "a WHERE of a MATCH with `e >= c AND e <= c`, or one of these beside `e = c`, is false, but for `e = c AND e <= c` written so, where `e` is \
         a property of an element without label or type",
        |part| {
            with_filters_in_match(part);
            if let Some(clause) = matching(part)
                && bounds_meet(clause)
            {
                clause.predicate = Some(build::boolean(false));
            }
        },
    ),
    tree(
        "constant-quantifier-in-where-ignored",
        "a condition of a MATCH with a quantifier, which reads no variable, is left out",
        |part| {
            if let Some(clause) = matching(part)
                && let Some(predicate) = clause.predicate.take()
            {
                let kept = conjuncts(predicate).into_iter().filter(|it| !is_constant_quantifier(it));
                clause.predicate = conjunction(kept.collect());
            }
        },
    ),
];

/// Whether what is read of an element that has no label must be no less than a value, and no more, or be it.
fn bounds_meet(clause: &Match) -> bool {
    use ComparisonOperator::{Equal, GreaterOrEqual, LessOrEqual};
    let mut labelled: Vec<&Name> = Vec::new();
    for pattern in &clause.patterns {
        walk(Part::Pattern(pattern), &mut |part| match part {
            Part::Node(node) if node.labels.is_some() => labelled.extend(&node.variable),
            Part::Relationship(relationship) if relationship.types.is_some() => labelled.extend(&relationship.variable),
            _ => {}
        });
    }
    let conditions = clause.predicate.clone().map(|predicate| plain(conjuncts(predicate))).unwrap_or_default();
    let of_unlabelled = |bound: &Bound<'_>| !labelled.contains(&&bound.variable);
    let bounds: Vec<Bound<'_>> = conditions.iter().flat_map(bounds_of).filter(of_unlabelled).collect();
    let meets = |one: &Bound<'_>, other: &Bound<'_>| {
        let is_bound = match (one.operator, other.operator) {
            (GreaterOrEqual, Equal | LessOrEqual) => true,
            (Equal, LessOrEqual) => one.is_turned || other.is_turned,
            _ => false,
        };
        is_bound && other.of == one.of && equal(&other.value, &one.value) == Some(true)
    };
    bounds.iter().any(|one| bounds.iter().any(|other| meets(one, other)))
}

/// The conjuncts of some conditions, those within two negations as well.
fn plain(conditions: Vec<Expression>) -> Vec<Expression> {
    let within = |condition: Expression| match condition {
        Expression::Unary(UnaryOperator::Not, negated) => match *negated {
            Expression::Unary(UnaryOperator::Not, inner) => plain(conjuncts(*inner)),
            other => vec![build::not(other)],
        },
        other => vec![other],
    };
    conditions.into_iter().flat_map(within).collect()
}

/// What is read of a variable, and compared with a value.
struct Bound<'e> {
    of: &'e Expression,
    variable: Name,
    operator: ComparisonOperator,
    value: Value,
    /// Whether the value is written first.
    is_turned: bool,
}

/// What a comparison, or a chain of some, compares with values.
fn bounds_of(condition: &Expression) -> Vec<Bound<'_>> {
    let Expression::Comparison(first, links) = condition else { return Vec::new() };
    let lefts = std::iter::once(first.as_ref()).chain(links.iter().map(|(_, right)| right));
    lefts.zip(links).filter_map(|(left, (operator, right))| bound(left, *operator, right)).collect()
}

fn bound<'e>(left: &'e Expression, operator: ComparisonOperator, right: &'e Expression) -> Option<Bound<'e>> {
    let (of, operator, value, is_turned) = match (folded(left), folded(right)) {
        (Some(value), None) => (right, operator.turned(), value, true),
        (None, Some(value)) => (left, operator, value, false),
        _ => return None,
    };
    let reads = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Property(..)));
    let is_read = any(Part::Expression(of), &mut |part| reads(part)) && !calculates(of);
    let mut variables = free_variables(of, &|_| false).into_iter();
    let variable = variables.next().filter(|_| is_read && variables.next().is_none())?;
    Some(Bound { of, variable, operator, value, is_turned })
}

/// The value of an expression without variables in which nothing is calculated.
fn folded(expression: &Expression) -> Option<Value> {
    if calculates(expression) || !free_variables(expression, &|_| false).is_empty() {
        return None;
    }
    evaluate_expression(&Graph::new(), expression, &|_| None, &Options::default()).ok()
}

/// Whether an expression has `+`, `-`, `*`, `/`, `%` or `^` in it.
fn calculates(expression: &Expression) -> bool {
    use BinaryOperator::{Add, Divide, Modulo, Multiply, Power, Subtract};
    any(Part::Expression(expression), &mut |part| {
        matches!(part, Part::Expression(Expression::Binary(Add | Subtract | Multiply | Divide | Modulo | Power, ..)))
    })
}

/// A negated order as its opposite.
fn turn_negated(condition: &Expression, negated: bool, _: bool) -> Expression {
    let turned = match condition {
        Expression::Comparison(first, links) => match links.as_slice() {
            [(operator, second)] => opposite(*operator)
                .map(|operator| Expression::Comparison(first.clone(), vec![(operator, second.clone())])),
            _ => None,
        },
        _ => None,
    };
    match turned.filter(|_| negated) {
        Some(turned) => turned,
        None if negated => build::not(condition.clone()),
        None => condition.clone(),
    }
}

/// The order that holds of two values where the one given does not, but for NaN.
fn opposite(operator: ComparisonOperator) -> Option<ComparisonOperator> {
    match operator {
        ComparisonOperator::Less => Some(ComparisonOperator::GreaterOrEqual),
        ComparisonOperator::LessOrEqual => Some(ComparisonOperator::Greater),
        ComparisonOperator::Greater => Some(ComparisonOperator::LessOrEqual),
        ComparisonOperator::GreaterOrEqual => Some(ComparisonOperator::Less),
        ComparisonOperator::Equal | ComparisonOperator::NotEqual => None,
    }
}

fn empty_optional_matches(part: &mut PartMut<'_>) {
    replace(part, |mut clause, before| {
        if let Clause::Match(Match { optional: true, predicate, .. }) = &mut clause {
            ask_for_no_nulls(predicate, before);
        }
        vec![clause]
    });
}

fn empty_subquery(body: &mut Subquery) {
    match body {
        Subquery::Pattern { patterns, predicate } => {
            let outer = read_from_outside(patterns, predicate.as_ref());
            ask_for_no_nulls(predicate, &outer);
        }
        Subquery::Query(query) => {
            if let Some(Clause::Match(clause)) = query.first.clauses.first_mut() {
                let outer = read_from_outside(&clause.patterns, clause.predicate.as_ref());
                ask_for_no_nulls(&mut clause.predicate, &outer);
            }
        }
    }
}

/// The variables that a condition reads and its patterns do not bind.
fn read_from_outside(patterns: &[Pattern], predicate: Option<&Expression>) -> Vec<Name> {
    let mut bound: Vec<Name> = Vec::new();
    for pattern in patterns {
        for_each_name(Part::Pattern(pattern), &mut |name, kind| {
            if kind == NameKind::Variable {
                bound.push(name.clone());
            }
        });
    }
    let free = predicate.map(|it| free_variables(it, &|name| bound.iter().any(|own| own == name))).unwrap_or_default();
    free.into_iter().collect()
}

/// Adds conditions that nothing is null which a WHERE reads of variables from outside.
fn ask_for_no_nulls(predicate: &mut Option<Expression>, outside: &[Name]) {
    let Some(wanted) = predicate.take() else { return };
    let is_outer = |read: &Expression| matches!(read, Expression::Variable(name) if outside.contains(name));
    let mut known: Vec<Expression> = Vec::new();
    any(Part::Expression(&wanted), &mut |part| {
        if let Part::Expression(read) = part
            && (is_outer(read) || matches!(read, Expression::Property(subject, _) if is_outer(subject)))
            && !known.contains(read)
        {
            known.push((*read).clone());
        }
        false
    });
    let is_known = |read| Expression::Unary(UnaryOperator::IsNotNull, Box::new(read));
    *predicate = conjunction(known.into_iter().map(is_known).chain([wanted]).collect());
}

/// A MATCH of the first node of an OPTIONAL MATCH, where that has a map and is not bound before, in front of it.
fn start_apart(mut clause: Match, before: &[Name]) -> Vec<Clause> {
    let Some(start) = clause.patterns.first_mut().map(|pattern| &mut pattern.path.start) else {
        return vec![Clause::Match(clause)];
    };
    let is_bound = start.variable.as_ref().is_some_and(|name| before.contains(name));
    if start.properties.is_none() || is_bound {
        return vec![Clause::Match(clause)];
    }
    // No variable can be called this.
    let variable = start.variable.clone().unwrap_or_else(|| Name::new_static("  start"));
    let start = std::mem::replace(start, NodePattern::variable(variable.clone()));
    let start = NodePattern { variable: Some(variable), ..start };
    let path = PathPattern { start, segments: Vec::new() };
    let first =
        Match { optional: false, mode: clause.mode, patterns: vec![path.into()], hints: Vec::new(), predicate: None };
    vec![Clause::Match(first), Clause::Match(clause)]
}

/// Whether a condition asks for a pattern or a subquery, and reads no variable beside it but those that are bound.
fn asks_graph(condition: &Expression, bound: &[Name]) -> bool {
    let asks = |part: &Part<'_>| matches!(part, Part::Expression(it) if is_subquery(it));
    any(Part::Expression(condition), &mut |part| asks(part)) && !reads_beside(Part::Expression(condition), bound)
}

fn is_subquery(expression: &Expression) -> bool {
    matches!(expression, Expression::Pattern(_) | Expression::Exists(_) | Expression::Count(_))
}

/// Whether a variable is read outside of patterns and subqueries that is not bound.
fn reads_beside(part: Part<'_>, bound: &[Name]) -> bool {
    match part {
        Part::Expression(it) if is_subquery(it) => false,
        Part::Expression(Expression::Variable(name)) => !bound.contains(name),
        part => {
            let mut reads = false;
            for_each_child(part, &mut |child| reads |= reads_beside(child, bound));
            reads
        }
    }
}

/// Whether a quantifier stands in a condition that reads no variable, not even that of the quantifier.
fn is_constant_quantifier(condition: &Expression) -> bool {
    let has = |wanted: fn(&Expression) -> bool| {
        any(Part::Expression(condition), &mut |part| matches!(part, Part::Expression(it) if wanted(it)))
    };
    has(|it| matches!(it, Expression::Quantified(_))) && !has(|it| matches!(it, Expression::Variable(_)))
}
