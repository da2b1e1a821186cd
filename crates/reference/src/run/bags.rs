//! What an expression makes of lists whose order is open.

use graphlance_cypher::ast::{BinaryOperator, UnaryOperator};
use graphlance_cypher::functions::OfBag;
use graphlance_graph::Value;

use super::Runner;
use crate::Failure;
use crate::plan::{EachHop, MatchStep, PatternPlan};
use crate::term::{Frame, LoopTerm, ProjectionTerm, Slot, Term};

/// What becomes of lists whose order is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// The value does not depend on it.
    Clean,
    /// The value is or holds a list whose order is open.
    Bag,
    /// The value depends on it.
    Open,
}

impl Runner<'_> {
    /// The value of a term. Errors: [`Failure::Unspecified`] where it made a list in no known order that shows.
    pub fn settled_value(&self, term: &Term, frame: &mut Frame) -> Result<Value, Failure> {
        let value = self.evaluate(term, frame)?;
        if self.unordered.replace(false) {
            self.refuse_unordered(term, &[])?;
        }
        Ok(value)
    }
}

/// What a term makes of the lists in these slots.
pub(super) fn of_term(term: &Term, bags: &[Slot]) -> Use {
    match term {
        Term::Slot(slot) if bags.contains(slot) => Use::Bag,
        Term::Open(_) => Use::Open,
        Term::List(_) | Term::Map(_) => children(term, bags),
        Term::Binary(BinaryOperator::In, item, list) => match (of_term(item, bags), of_term(list, bags)) {
            (Use::Clean, Use::Clean | Use::Bag) => Use::Clean,
            _ => Use::Open,
        },
        Term::Binary(BinaryOperator::Add | BinaryOperator::Concatenate, ..) => children(term, bags),
        Term::Unary(UnaryOperator::IsNull | UnaryOperator::IsNotNull, inner) if of_term(inner, bags) == Use::Bag => {
            Use::Clean
        }
        // Labels are a set.
        Term::HasDynamicLabels(_) if children(term, bags) == Use::Bag => Use::Clean,
        Term::Is(inner, _) if of_term(inner, bags) == Use::Bag => Use::Clean,
        Term::Function(call) => match (children(term, bags), call.scalar.function()) {
            (Use::Clean, function) if function.unordered => Use::Bag,
            (Use::Clean, _) => Use::Clean,
            (Use::Bag, function) => match function.of_bag {
                OfBag::Clean => Use::Clean,
                OfBag::Bag => Use::Bag,
                OfBag::Open => Use::Open,
            },
            (Use::Open, _) => Use::Open,
        },
        Term::ListComprehension(it) => of_loop(it, bags),
        Term::Quantified(_, it) => match of_loop(it, bags) {
            Use::Bag => Use::Clean,
            other => other,
        },
        Term::Case { operand, branches, otherwise } => {
            let conditions = operand.iter().map(|operand| &**operand).chain(branches.iter().map(|(when, _)| when));
            if conditions.into_iter().any(|condition| of_term(condition, bags) != Use::Clean) {
                return Use::Open;
            }
            let results = branches.iter().map(|(_, then)| then).chain(otherwise.iter().map(|otherwise| &**otherwise));
            results.map(|result| of_term(result, bags)).max().unwrap_or(Use::Clean)
        }
        Term::Switch(it) => {
            let mut conditions = it.branches.iter().flat_map(|(tests, _)| tests).chain([&it.operand]);
            if conditions.any(|condition| of_term(condition, bags) != Use::Clean) {
                return Use::Open;
            }
            let results = it.branches.iter().map(|(_, then)| then).chain(&it.otherwise);
            results.map(|result| of_term(result, bags)).max().unwrap_or(Use::Clean)
        }
        Term::MapProjection(subject, items) => {
            let items = items.iter().filter_map(|item| match item {
                ProjectionTerm::Entry(_, value) => Some(of_term(value, bags)),
                _ => None,
            });
            items.chain([of_term(subject, bags)]).max().unwrap_or(Use::Clean)
        }
        Term::Exists(plan) | Term::Count(plan) | Term::Paths(plan, _, false) => of_pattern(plan, bags),
        Term::Paths(plan, _, true) => of_pattern(plan, bags).max(Use::Bag),
        Term::PatternComprehension(plan, projection) => {
            of_pattern(plan, bags).max(of_term(projection, bags)).max(Use::Bag)
        }
        // Which of its clauses reads such a list is not looked at; lists of its own are settled inside.
        Term::ExistsQuery(_) | Term::CountQuery(_) | Term::CollectQuery(_) if !bags.is_empty() => Use::Open,
        Term::ExistsQuery(_) | Term::CountQuery(_) => Use::Clean,
        Term::CollectQuery(_) => Use::Bag,
        _ if children(term, bags) == Use::Clean => Use::Clean,
        _ => Use::Open,
    }
}

/// Whether matching a pattern depends on the lists in these slots.
pub(super) fn of_pattern(plan: &PatternPlan, bags: &[Slot]) -> Use {
    let of_each = |each: &EachHop| {
        let values = each.properties.iter().map(|(_, value)| value);
        values.chain(&each.property_map).chain(&each.predicate).any(|term| of_term(term, bags) != Use::Clean)
    };
    // The filters that make such lists themselves are looked at when they are evaluated.
    let open = !bags.is_empty() && plan.filters.iter().any(|filter| of_term(filter, bags) != Use::Clean)
        || plan.steps.iter().any(|step| match step {
            MatchStep::Variable(step) => (step.bound && bags.contains(&step.slot)) || of_each(&step.each),
            MatchStep::Shortest(step) => of_each(&step.each),
            MatchStep::Quantified(step) => of_pattern(&step.inner, bags) != Use::Clean,
            MatchStep::Selected(step) => of_pattern(&step.inner, bags) != Use::Clean,
            _ => false,
        });
    if open { Use::Open } else { Use::Clean }
}

fn children(term: &Term, bags: &[Slot]) -> Use {
    let mut result = Use::Clean;
    term.for_each_child(&mut |child| result = result.max(of_term(child, bags)));
    result
}

fn of_loop(it: &LoopTerm, bags: &[Slot]) -> Use {
    let inner = it.predicate.iter().chain(&it.projection).map(|term| of_term(term, bags)).max();
    match (of_term(&it.list, bags), inner.unwrap_or(Use::Clean)) {
        (list, Use::Clean) => list,
        (Use::Clean, Use::Bag) => Use::Bag,
        _ => Use::Open,
    }
}
