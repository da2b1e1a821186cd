//! The usual order of things that have none: columns, patterns, conjuncts, items of lists. Two reductions of one bug then
//! tend to end at one text.

use std::cmp::Ordering;
use std::sync::LazyLock;

use graphlance_graph::arrangement::inversions;

use super::Bench;
use super::conjuncts::{conjuncts_of, edit_conjuncts};
use super::nth::{each_part, nth_clause, nth_expression, nth_projection};
use super::scratch::attempt;
use crate::ast::*;
use crate::dialect::Dialect;
use crate::print::{Length, expression_length, pattern_length, print_expression, print_pattern};
use crate::walk::{Part, PartMut, any, walk_mut};

/// Puts everything in the usual order at once; where that will not do, as much of it as can be.
pub(super) fn sort(bench: &mut dyn Bench) {
    attempt(bench, |statement| {
        sort_all(statement);
        true
    });
    each_part(
        bench,
        &[
            &|statement, index| {
                let free = !has_unions(statement);
                nth_projection(statement, index, |projection| free && sort_columns(projection))
            },
            &|statement, index| nth_clause(statement, index, sort_clause),
            &|statement, index| nth_expression(statement, index, sort_expression),
        ],
    );
}

/// Whether there is a UNION: its parts must have their columns in one order.
fn has_unions(statement: &Statement) -> bool {
    let with_unions = |part: &Part<'_>| matches!(part, Part::Query(query) if !query.unions.is_empty());
    Part::of(statement).is_some_and(|root| any(root, &mut |part| with_unions(part)))
}

fn sort_all(statement: &mut Statement) {
    let columns = !has_unions(statement);
    let Some(root) = PartMut::of(statement) else { return };
    walk_mut(root, &mut |part| match part {
        PartMut::Clause(clause) => {
            if let Clause::Match(Match { predicate, .. }) | Clause::With(With { predicate, .. }) = &mut **clause {
                // Parentheses around operands of AND go too.
                edit_conjuncts(predicate, |_| ());
            }
            sort_clause(clause);
            if let (true, Clause::With(With { projection, .. }) | Clause::Return(projection)) = (columns, &mut **clause)
            {
                sort_columns(projection);
            }
        }
        PartMut::Expression(expression) => drop(sort_expression(expression)),
        _ => {}
    });
}

fn sort_columns(projection: &mut Projection) -> bool {
    sort_items(&mut projection.items, |one, other| by_text(&one.expression, &other.expression))
}

fn sort_clause(clause: &mut Clause) -> bool {
    let predicate = match clause {
        Clause::Match(part) => {
            let patterns = sort_items(&mut part.patterns, |one, other| pattern_key(one).cmp(&pattern_key(other)));
            return sort_conjuncts(&mut part.predicate) || patterns;
        }
        Clause::With(part) => &mut part.predicate,
        _ => return false,
    };
    sort_conjuncts(predicate)
}

fn sort_conjuncts(predicate: &mut Option<Expression>) -> bool {
    let in_order = |whole: &Expression| conjuncts_of(whole).is_sorted_by(|one, other| by_text(one, other).is_le());
    if predicate.as_ref().is_none_or(in_order) {
        return false;
    }
    edit_conjuncts(predicate, |parts| sort_items(parts, by_text)) == Some(true)
}

fn sort_expression(expression: &mut Expression) -> bool {
    match expression {
        Expression::List(items) if items.iter().all(is_literal) => sort_items(items, by_text),
        Expression::Comparison(left, links) if is_turned(left, links) => {
            if let Some((_, right)) = links.first_mut() {
                std::mem::swap(left.as_mut(), right);
            }
            true
        }
        _ => false,
    }
}

/// `1 = a.k` for `a.k = 1`.
fn is_turned(left: &Expression, links: &[(ComparisonOperator, Expression)]) -> bool {
    match links {
        [(ComparisonOperator::Equal | ComparisonOperator::NotEqual, right)] => {
            matches!(left, Expression::Literal(_)) && !matches!(right, Expression::Literal(_))
        }
        _ => false,
    }
}

/// Sorts; false when it stays as it is.
fn sort_items<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> bool {
    let sorted = items.is_sorted_by(|one, other| compare(one, other) != Ordering::Greater);
    if !sorted {
        items.sort_by(compare);
    }
    !sorted
}

/// How many pairs of a statement's parts stand in the wrong order, where the order means nothing.
#[derive(Default)]
pub(super) struct Disorder {
    pairs: usize,
    columns: usize,
    unions: bool,
}

impl Disorder {
    /// The pairs. Under UNION, columns have an order.
    pub(super) fn pairs(&self) -> usize {
        self.pairs + if self.unions { 0 } else { self.columns }
    }

    /// Counts in a part, not below it.
    pub(super) fn part(&mut self, part: &Part<'_>) {
        match part {
            Part::Query(query) => self.unions |= !query.unions.is_empty(),
            Part::Clause(Clause::Match(Match { patterns, predicate, .. })) => {
                self.pairs += inverted(patterns.iter().map(pattern_key));
                self.predicate(predicate.as_ref());
            }
            Part::Clause(Clause::With(With { projection, predicate })) => {
                self.projection(projection);
                self.predicate(predicate.as_ref());
            }
            Part::Clause(Clause::Return(projection)) => self.projection(projection),
            Part::Expression(Expression::List(items)) if items.iter().all(is_literal) => {
                self.pairs += inverted(items.iter().map(expression_key));
            }
            Part::Expression(Expression::Comparison(left, links)) => self.pairs += usize::from(is_turned(left, links)),
            _ => {}
        }
    }

    fn projection(&mut self, projection: &Projection) {
        self.columns += inverted(projection.items.iter().map(|item| expression_key(&item.expression)));
    }

    fn predicate(&mut self, predicate: Option<&Expression>) {
        if let Some(predicate @ Expression::Binary(BinaryOperator::And, ..)) = predicate {
            self.pairs += inverted(conjuncts_of(predicate).into_iter().map(expression_key));
        }
    }
}

/// Pairs in the wrong order. One item alone needs no key.
fn inverted<K: Ord>(keys: impl ExactSizeIterator<Item = K>) -> usize {
    if keys.len() < 2 { 0 } else { inversions(&keys.collect::<Vec<_>>()) }
}

static STANDARD: LazyLock<Dialect> = LazyLock::new(Dialect::standard);

/// What decides the place of a part among its like: how many steps it has, how long its text is, and last the text,
/// which is made only where it decides.
struct Key<'a, T> {
    steps: usize,
    length: Length,
    of: &'a T,
    text: fn(&T, &Dialect) -> String,
}

/// Short ones first.
fn expression_key(of: &Expression) -> Key<'_, Expression> {
    Key { steps: 0, length: expression_length(of, &STANDARD), of, text: print_expression }
}

fn by_text(one: &Expression, other: &Expression) -> Ordering {
    expression_key(one).cmp(&expression_key(other))
}

fn is_literal(expression: &Expression) -> bool {
    matches!(expression, Expression::Literal(_))
}

fn pattern_key(of: &Pattern) -> Key<'_, Pattern> {
    Key { steps: of.path.segments.len(), length: pattern_length(of, &STANDARD), of, text: print_pattern }
}

impl<T> Ord for Key<'_, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        let text = |key: &Self| (key.text)(key.of, &STANDARD);
        (self.steps, self.length.bytes)
            .cmp(&(other.steps, other.length.bytes))
            .then_with(|| text(self).cmp(&text(other)))
    }
}

impl<T> PartialOrd for Key<'_, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Key<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for Key<'_, T> {}
