//! Which statements a wrong rule may change the answer to, as far as their text shows.

use graphlance_cypher::ast::{CaseTest, Clause, Expression, Projection, Query, UnaryOperator};
use graphlance_cypher::facts::query_writes;
use graphlance_cypher::functions::Aggregate;
use graphlance_cypher::walk::{Part, any};

use super::trees::with_column_names;
use super::{Computed, Departures, Effect, OfOperands, WrongRule};
use crate::{Fault, functions};

impl WrongRule {
    /// Whether it may change the answer to a query.
    pub fn touches(&'static self, query: &Query) -> bool {
        match self.effect {
            Effect::Tree(_) | Effect::ReturnedAndTree(..) | Effect::Pattern(_) | Effect::Poisoned(..) => {
                self.rereads(query)
            }
            Effect::Value(computed, _) => has(query, &|part| is_computed(part, computed)),
            Effect::Values(each) => computes_any(query, each),
            Effect::ValuesAndTree(each, _) => computes_any(query, each) || self.rereads(query),
            Effect::Compare(_) => has(query, &|part| is_compared(part)),
            Effect::Sort(_) => has(query, &|part| is_sorted(part)),
            Effect::Order(_) => has(query, &|part| is_sorted(part) || is_compared(part)),
            // What a statement writes comes back when the graph is read.
            Effect::Returned(_) => {
                has(query, &|part| matches!(part, Part::Clause(Clause::Return(_)))) || query_writes(query)
            }
            Effect::Answered(..) => has(query, &|part| matches!(part, Part::Clause(Clause::Return(_)))),
            Effect::Scan(_) | Effect::Held(_) => has(query, &|part| matches!(part, Part::Clause(Clause::Match(_)))),
            Effect::Refused(is_refused, _) => is_refused(query),
            Effect::Fault(fault) => has(query, &|part| is_executed(part, fault)),
        }
    }

    /// Whether it reads a query as another one.
    fn rereads(&'static self, query: &Query) -> bool {
        let mut named = query.clone();
        with_column_names(&mut named);
        *Departures::of([self]).read(&named, &[]) != named
    }
}

fn computes_any(query: &Query, each: &[(Computed, OfOperands)]) -> bool {
    has(query, &|part| each.iter().any(|(computed, _)| is_computed(part, *computed)))
}

fn has(query: &Query, test: &dyn Fn(&Part<'_>) -> bool) -> bool {
    any(Part::Query(query), &mut |part| test(part))
}

fn projections<'a>(part: &Part<'a>) -> Option<&'a Projection> {
    match part {
        Part::Clause(Clause::With(with)) => Some(&with.projection),
        Part::Clause(Clause::Return(projection)) => Some(projection),
        // What else sorts or cuts is read as a projection.
        _ => None,
    }
}

fn is_sorted(part: &Part<'_>) -> bool {
    projections(part).is_some_and(|it| !it.order.is_empty())
}

fn is_computed(part: &Part<'_>, computed: Computed) -> bool {
    if let Computed::Where = computed {
        return is_filter(part);
    }
    let Part::Expression(expression) = part else {
        return is_compared(part) && matches!(computed, Computed::Compare(_));
    };
    match (computed, expression) {
        (Computed::Binary(wanted), Expression::Binary(found, ..)) => wanted == *found,
        (Computed::Binary(wanted), Expression::ExtendedCase(case)) => {
            let mut tests = case.branches.iter().flat_map(|branch| &branch.tests);
            tests.any(|test| matches!(test, CaseTest::Predicate(found, _) if *found == wanted))
        }
        (Computed::Unary(wanted), Expression::Unary(found, _)) => wanted == *found,
        (Computed::Unary(UnaryOperator::IsNull | UnaryOperator::IsNotNull), Expression::ExtendedCase(_)) => true,
        (Computed::Compare(_), _) => is_compared(part),
        (Computed::Call(wanted), Expression::Function(call)) => {
            functions::find(&call.name).is_some_and(|(_, found)| found == wanted)
        }
        (Computed::CallOf(wanted), Expression::Function(call)) => {
            functions::find(&call.name).is_some_and(|(_, found)| wanted.contains(&found))
        }
        (Computed::Aggregate(wanted), Expression::Function(call)) => {
            functions::find_aggregate(&call.name) == Some(wanted)
        }
        (Computed::Aggregate(wanted), Expression::CountStar) => wanted == Aggregate::Count,
        (Computed::Index, Expression::Index(..))
        | (Computed::Slice, Expression::Slice(..))
        | (Computed::Reduce, Expression::Reduce(_))
        | (Computed::Property, Expression::Property(..))
        | (Computed::When | Computed::Switch, Expression::Case(_))
        | (Computed::List, Expression::List(_))
        | (Computed::Gathered, Expression::PatternComprehension(_) | Expression::Collect(_)) => true,
        (Computed::Quantified(wanted), Expression::Quantified(it)) => wanted == it.quantifier,
        _ => false,
    }
}

/// Whether two values are compared, in a pattern as well, or by CASE.
fn is_compared(part: &Part<'_>) -> bool {
    match part {
        Part::Expression(Expression::Comparison(..) | Expression::ExtendedCase(_)) => true,
        Part::Node(node) => node.properties.is_some(),
        Part::Relationship(relationship) => relationship.properties.is_some(),
        _ => false,
    }
}

fn is_filter(part: &Part<'_>) -> bool {
    match part {
        Part::Clause(Clause::Match(clause)) => clause.predicate.is_some(),
        Part::Clause(Clause::With(with)) => with.predicate.is_some(),
        Part::Clause(Clause::Filter(_)) => true,
        Part::Node(node) => node.predicate.is_some() || node.properties.is_some(),
        Part::Relationship(relationship) => relationship.predicate.is_some() || relationship.properties.is_some(),
        Part::Pattern(_) | Part::Path(_) | Part::Expression(Expression::Exists(_) | Expression::Count(_)) => true,
        Part::Expression(Expression::PatternComprehension(it)) => it.predicate.is_some(),
        _ => false,
    }
}

fn is_executed(part: &Part<'_>, fault: Fault) -> bool {
    let clause = match part {
        Part::Clause(clause) => Some(*clause),
        _ => None,
    };
    match fault {
        Fault::UnwindFirstRowAfterMatch
        | Fault::UnwindOfNullMakesRow
        | Fault::UnwindOfEmptyMakesRow
        | Fault::UnwindDropsNulls
        | Fault::UnwindFlattens
        | Fault::UnwindOnlyFirstItem => matches!(clause, Some(Clause::Unwind(_) | Clause::For(_))),
        Fault::OptionalMatchLosesRow => matches!(clause, Some(Clause::Match(clause)) if clause.optional),
        Fault::DistinctDropsNulls => projections(part).is_some_and(|it| it.distinct),
        Fault::CommaPatternsWithFilterEmpty => matches!(clause, Some(Clause::Match(it)) if it.patterns.len() > 1),
        Fault::WritingToNullFails => {
            matches!(clause, Some(Clause::Set(_) | Clause::Remove(_) | Clause::Delete { .. } | Clause::Merge(_)))
        }
        Fault::MapProjectionOfNullIsMap => matches!(part, Part::Expression(Expression::MapProjection(..))),
        Fault::ReduceEndsAtNull => matches!(part, Part::Expression(Expression::Reduce(_))),
        Fault::SkipOneFewer => projections(part).is_some_and(|it| it.skip.is_some()),
        Fault::WhereBeforeCut => matches!(clause, Some(Clause::With(it)) if it.predicate.is_some()),
        Fault::LimitOneMore | Fault::LimitBeforeSort => projections(part).is_some_and(|it| it.limit.is_some()),
        Fault::EmptySubqueryKeepsRow
        | Fault::UnitSubqueryTakesRow
        | Fault::UnitSubqueryMultipliesRows
        | Fault::SubqueryOnlyFirstRow
        | Fault::CallDeletesOnce
        | Fault::SubqueryFirstOfRows => matches!(clause, Some(Clause::Subquery(_))),
        Fault::UnionDropsNulls => matches!(part, Part::Query(query) if !query.unions.is_empty()),
        Fault::CreatesOnce => matches!(clause, Some(Clause::Create(_) | Clause::Insert(_))),
        Fault::SetKeepsOnNull | Fault::SetOfMapKeepsOnNull | Fault::SetKeepsOnNan => {
            matches!(clause, Some(Clause::Set(_) | Clause::Merge(_)))
        }
        Fault::MergeOnMatchAsCreate
        | Fault::MergeMissesOwn
        | Fault::MergeWithoutLabelMissesOwn
        | Fault::MergePartsApart
        | Fault::MergeAloneTakesFirst
        | Fault::MergeOfNewTypeLosesRows
        | Fault::MergeNeverCreates => {
            matches!(clause, Some(Clause::Merge(_)))
        }
        Fault::ForeachFirstItem | Fault::ForeachLastItem => matches!(clause, Some(Clause::Foreach(_))),
        Fault::NotOfNullIsTrue => is_computed(part, Computed::Unary(UnaryOperator::Not)),
        Fault::IntegersComparedByDifference => {
            let of = |aggregate: Aggregate| is_computed(part, Computed::Aggregate(aggregate));
            is_compared(part) || is_sorted(part) || of(Aggregate::Least) || of(Aggregate::Greatest)
        }
        Fault::QuantifierNullIsFalse | Fault::QuantifierNullIsTrue => {
            matches!(part, Part::Expression(Expression::Quantified(_)))
        }
        Fault::NullsVanishFromLists | Fault::ComputedNullsVanish => is_computed(part, Computed::List),
        Fault::VariableLengthLoopTwice | Fault::LengthLoopTwiceFirst => {
            matches!(part, Part::Relationship(it) if it.length.is_some())
        }
        Fault::PercentileDiscBelow => is_computed(part, Computed::Aggregate(Aggregate::PercentileDiscrete)),
        Fault::CountCountsNulls | Fault::CollectKeepsNulls | Fault::ExtremeOfNull | Fault::SumOfNull => {
            matches!(part, Part::Expression(Expression::Function(call)) if functions::find_aggregate(&call.name).is_some())
        }
        // What a group is, what is bound already and how nodes hang together, no single part shows.
        _ => true,
    }
}
