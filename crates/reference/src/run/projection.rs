//! WITH and RETURN: projection, grouping, DISTINCT, ORDER BY, SKIP, LIMIT, WHERE.

use std::cmp::Ordering;

use graphlance_cypher::functions::Aggregate;
use graphlance_graph::Value;

use super::aggregate::Accumulator;
use super::bags::{self, Use};
use super::rows::{Groups, Rows};
use super::sorting::{compare_keys, is_order_open, open_order, sort};
use super::{Runner, memory};
use crate::plan::{ClausePlan, ProjectPlan};
use crate::schedule::Schedule;
use crate::term::{Frame, Slot, Term};
use crate::{CypherError, ErrorKind, Failure, Fault, OpenAnswers, Phase, shared};

/// A table to choose from: any so many of the rows.
pub(super) type AnyOf = Option<usize>;

/// What reads the rows of a projection.
#[derive(Clone, Copy)]
pub(super) enum After<'p> {
    /// Nothing: a choice that the language leaves open is handed back as the number of rows to take of those returned.
    Answer,
    /// The next clause, if it is known: a choice is refused unless that clause sees no difference.
    Clause(Option<&'p ClausePlan>),
}

impl Runner<'_> {
    /// Executes a projection.
    pub(super) fn project(
        &self,
        plan: &ProjectPlan,
        rows: Rows,
        template: &Frame,
        after: After<'_>,
    ) -> Result<(Rows, AnyOf), Failure> {
        let mut rows = if plan.grouped { self.group(plan, rows, template)? } else { self.compute(plan, rows)? };
        rows.bags.retain(|slot| plan.outputs.contains(slot));
        if plan.distinct {
            refuse_bags(&plan.outputs, &rows.bags, "DISTINCT")?;
            rows.frames = self.distinct(std::mem::take(&mut rows.frames), &plan.outputs);
            if self.options.departures.has(Fault::DistinctDropsNulls) {
                rows.frames.retain(|frame| plan.outputs.iter().all(|slot| !frame[*slot].is_null()));
            }
            rows.ties = None;
        }
        let filters_first = self.options.departures.has(Fault::WhereBeforeCut);
        if filters_first {
            self.filter_projected(plan, &mut rows)?;
        }
        if self.options.departures.has(Fault::LimitBeforeSort)
            && !plan.order.is_empty()
            && let Some(limit) = &plan.limit
        {
            rows.frames.truncate(self.count_of(limit)?);
        }
        if !plan.order.is_empty() {
            rows = self.sort(plan, rows)?;
        } else {
            rows.ties = None;
        }
        let any = self.cut(plan, &mut rows, after)?;
        if !filters_first {
            self.filter_projected(plan, &mut rows)?;
        }
        Ok((rows, any))
    }

    /// The WHERE of a WITH.
    fn filter_projected(&self, plan: &ProjectPlan, rows: &mut Rows) -> Result<(), Failure> {
        let Some(predicate) = &plan.predicate else { return Ok(()) };
        self.refuse_open(predicate, &rows.bags)?;
        let before = rows.frames.len();
        rows.retain(|frame| Ok::<_, Failure>(self.lets_through(self.condition(predicate, frame)?)))?;
        if self.unordered.replace(false) {
            self.refuse_unordered(predicate, &rows.bags)?;
        }
        if self.options.departures.has(Fault::WithWhereLosesRows) && rows.frames.len() > 1 && before > 1 {
            rows.frames.pop();
            rows.ties = None;
        }
        Ok(())
    }

    fn compute(&self, plan: &ProjectPlan, mut rows: Rows) -> Result<Rows, Failure> {
        let wrong_element =
            self.options.departures.has(Fault::PropertyOfWrongElement) && plan.after_unwind && plan.last;
        let mut unordered = Vec::new();
        for frame in &mut rows.frames {
            for (index, (slot, term)) in plan.items.iter().enumerate() {
                let held = self.held();
                frame[*slot] =
                    if wrong_element { self.evaluate_on_other(term, frame)? } else { self.evaluate(term, frame)? };
                self.release_to(held);
                self.hold(memory::weight(&frame[*slot]))?;
                if self.unordered.replace(false) && !unordered.contains(&index) {
                    unordered.push(index);
                }
            }
        }
        let bags = rows.bags.clone();
        for (index, (slot, term)) in plan.items.iter().enumerate() {
            if !bags.is_empty() || unordered.contains(&index) {
                rows.bags.extend(self.bag_of(*slot, term, &bags)?);
            }
        }
        Ok(rows)
    }

    fn group(&self, plan: &ProjectPlan, mut rows: Rows, template: &Frame) -> Result<Rows, Failure> {
        if rows.ties.is_none() {
            self.arrange(&mut rows.frames);
        }
        let mut group_bags = rows.bags.clone();
        for (slot, term) in &plan.key_items {
            group_bags.extend(self.bag_of(*slot, term, &rows.bags)?);
        }
        refuse_bags(&plan.keys, &group_bags, "a grouping key")?;
        let mut groups = Groups::default();
        let mut frames: Vec<Frame> = Vec::new();
        let mut accumulators: Vec<Vec<Accumulator>> = Vec::new();
        let mut unordered = Vec::new();
        let fresh = || plan.aggregates.iter().map(|_| Accumulator::default()).collect::<Vec<_>>();
        for (row, mut frame) in rows.frames.drain(..).enumerate() {
            let tie = rows.ties.as_ref().map(|ties| ties[row]);
            for (slot, term) in &plan.key_items {
                frame[*slot] = self.evaluate(term, &mut frame)?;
                if self.unordered.replace(false) {
                    self.refuse_unordered(term, &rows.bags)?;
                }
            }
            let key: Vec<&Value> = plan.keys.iter().map(|slot| &frame[*slot]).collect();
            let apart = self.are_apart(&key);
            let found = groups.find(&key, frames.len(), |group, at| &frames[group][plan.keys[at]]).filter(|_| !apart);
            let group = found.unwrap_or_else(|| {
                frames.push(frame.clone());
                accumulators.push(fresh());
                frames.len() - 1
            });
            if found.is_some() && self.replaces(plan.keys.iter().map(|key| (&frames[group][*key], &frame[*key]))) {
                plan.keys.iter().for_each(|key| frames[group][*key] = frame[*key].clone());
            }
            for (index, (aggregate, accumulator)) in plan.aggregates.iter().zip(&mut accumulators[group]).enumerate() {
                self.accumulate(aggregate, accumulator, &mut frame, tie)?;
                if self.unordered.replace(false) && !unordered.contains(&index) {
                    unordered.push(index);
                }
            }
        }
        if frames.is_empty() && plan.keys.is_empty() && !self.departs(Fault::NoGroupGivesNoRow) {
            if plan.aggregates.is_empty() && self.refuses() {
                return Err(Failure::Unspecified("GROUP BY () of no rows, without an aggregate function".into()));
            }
            frames.push(template.clone());
            accumulators.push(fresh());
        }
        self.lose_groups(plan, &mut frames, &mut accumulators);
        if self.schedule == Schedule::Reversed {
            // The groups as they would come, so that what is written for them is in the other order.
            frames.reverse();
            accumulators.reverse();
        }
        let mut bags: Vec<Slot> = Vec::new();
        for (frame, accumulators) in frames.iter_mut().zip(accumulators) {
            for (aggregate, accumulator) in plan.aggregates.iter().zip(accumulators) {
                let open = aggregate.kind == Aggregate::Collect && accumulator.is_unordered();
                frame[aggregate.slot] = self.finish(aggregate, accumulator)?;
                if open && self.refuses() && !bags.contains(&aggregate.slot) {
                    bags.push(aggregate.slot);
                }
            }
        }
        let is_unordered = |index: usize| !rows.bags.is_empty() || unordered.contains(&index);
        bags.extend(gathered_bags(plan, &rows.bags, &is_unordered)?);
        for (slot, term) in &plan.items {
            for frame in &mut frames {
                frame[*slot] = self.evaluate(term, frame)?;
            }
            if self.unordered.replace(false) || !bags.is_empty() {
                let found = self.bag_of(*slot, term, &bags)?;
                bags.extend(found);
            }
        }
        bags.extend(group_bags);
        Ok(Rows::bag(frames, bags))
    }

    /// The slot, when the term makes it hold a list whose order is open.
    fn bag_of(&self, slot: Slot, term: &Term, bags: &[Slot]) -> Result<Option<Slot>, Failure> {
        match bags::of_term(term, bags) {
            _ if self.options.open == OpenAnswers::Choose => Ok(None),
            Use::Clean => Ok(None),
            Use::Bag => Ok(Some(slot)),
            Use::Open => Err(open_list("an expression")),
        }
    }

    /// Refuses a term that made a list in no known order, unless its value does not depend on it.
    pub(super) fn refuse_unordered(&self, term: &Term, bags: &[Slot]) -> Result<(), Failure> {
        let refuses = self.options.open == OpenAnswers::Refuse;
        if refuses && bags::of_term(term, bags) != Use::Clean { Err(open_list("an expression")) } else { Ok(()) }
    }

    /// Refuses a term whose value depends on an open order.
    pub fn refuse_open(&self, term: &Term, bags: &[Slot]) -> Result<(), Failure> {
        if bags.is_empty() || bags::of_term(term, bags) == Use::Clean {
            Ok(())
        } else {
            Err(open_list("an expression"))
        }
    }

    fn sort(&self, plan: &ProjectPlan, rows: Rows) -> Result<Rows, Failure> {
        for (term, _) in &plan.order {
            self.refuse_open(term, &rows.bags)?;
        }
        let mut keyed = Vec::with_capacity(rows.frames.len());
        for mut frame in rows.frames {
            let keys = plan.order.iter().map(|(term, _)| self.evaluate(term, &mut frame));
            keyed.push((keys.collect::<Result<Vec<_>, _>>()?, frame));
        }
        if self.unordered.replace(false) {
            plan.order.iter().try_for_each(|(term, _)| self.refuse_unordered(term, &rows.bags))?;
        }
        let nulls = self.options.deviations.null_order;
        let departures = &self.options.departures;
        let compared = |a: &[Value], b: &[Value]| compare_keys(a, b, (&plan.order, nulls), departures);
        sort(&mut keyed, departures, |(a, _), (b, _)| compared(a, b));
        let mut ties = Vec::with_capacity(keyed.len());
        let mut group = 0;
        for (index, (keys, _)) in keyed.iter().enumerate() {
            if index > 0 && compared(&keyed[index - 1].0, keys) != Ordering::Equal {
                group += 1;
            }
            ties.push(group);
        }
        if self.refuses() && keyed.windows(2).any(|pair| is_order_open(&pair[0].0, &pair[1].0)) {
            return Err(open_order());
        }
        Ok(Rows { frames: keyed.into_iter().map(|(_, frame)| frame).collect(), ties: Some(ties), bags: rows.bags })
    }

    /// SKIP and LIMIT.
    fn cut(&self, plan: &ProjectPlan, rows: &mut Rows, after: After<'_>) -> Result<AnyOf, Failure> {
        if plan.skip.is_none() && plan.limit.is_none() {
            return Ok(None);
        }
        let total = rows.frames.len();
        let skip = plan.skip.as_ref().map_or(Ok(0), |skip| self.count_of(skip))?.min(total);
        let skip = skip.saturating_sub(usize::from(self.departs(Fault::SkipOneFewer)));
        let limit = plan.limit.as_ref().map_or(Ok(usize::MAX), |limit| self.count_of(limit))?;
        let limit = limit.saturating_add(usize::from(self.departs(Fault::LimitOneMore)));
        let taken = limit.min(total - skip);
        if skip == 0 && taken == total {
            return Ok(None);
        }
        if self.options.open == OpenAnswers::Choose {
            keep(rows, skip, skip + taken);
            return Ok(None);
        }
        let (from, to) = self.window(plan, rows, skip, skip + taken);
        if (from, to) == (skip, skip + taken) {
            keep(rows, from, to);
            return Ok(None);
        }
        // With the first group of ties cut, only one group that is cut on both sides has a simple claim.
        let one_group = rows.ties.as_ref().is_none_or(|ties| ties[from] == ties[to - 1]);
        match after {
            After::Answer if from == skip || one_group => {
                keep(rows, from, to);
                return Ok(Some(taken));
            }
            After::Clause(Some(next))
                if plan.predicate.is_none() && !sees_difference(next, plan, &rows.frames[from..to]) =>
            {
                keep(rows, skip, skip + taken);
                return Ok(None);
            }
            _ => {}
        }
        Err(Failure::Unspecified("SKIP or LIMIT chooses among rows that no ORDER BY tells apart".into()))
    }

    /// The rows that SKIP and LIMIT may take, `from..to`: more than they take where rows that differ tie at a cut.
    fn window(&self, plan: &ProjectPlan, rows: &Rows, skip: usize, end: usize) -> (usize, usize) {
        if skip == end {
            return (skip, end);
        }
        let total = rows.frames.len();
        let tie = |index: usize| rows.ties.as_ref().map_or(0, |ties| ties[index]);
        let group = |index: usize| {
            let first = (0..index).rev().take_while(|other| tie(*other) == tie(index)).last().unwrap_or(index);
            let last = (index..total).take_while(|other| tie(*other) == tie(index)).last().unwrap_or(index);
            (first, last + 1)
        };
        // A WHERE of the same clause may read more than what the clause gives.
        let filtered = plan.predicate.iter().flat_map(|it| (0..self.width).filter(|slot| it.may_read(&[*slot])));
        let read: Vec<Slot> = plan.outputs.iter().copied().chain(filtered).collect();
        let alike = |(first, end): (usize, usize)| {
            let same = |slot: &Slot, frame: &Frame| shared::identical(&frame[*slot], &rows.frames[first][*slot]);
            rows.frames[first..end].iter().all(|frame| read.iter().all(|slot| same(slot, frame)))
        };
        let (mut from, mut to) = (skip, end);
        let first = group(skip);
        if first.0 < skip && !alike(first) {
            from = first.0;
        }
        let last = group(end - 1);
        if last.1 > end && !alike(last) {
            to = last.1;
        }
        if from < skip && first == last {
            to = last.1;
        }
        (from, to)
    }

    /// The value of SKIP or LIMIT.
    fn count_of(&self, term: &Term) -> Result<usize, Failure> {
        let error = |detail: &str, message: String| {
            Failure::Raised(CypherError::new(ErrorKind::SyntaxError, Phase::Runtime, detail, message))
        };
        match self.evaluate(term, &mut vec![Value::Null; self.width])? {
            Value::Integer(count) => usize::try_from(count)
                .map_err(|_| error("NegativeIntegerArgument", format!("SKIP or LIMIT of {count}"))),
            other => Err(error("InvalidArgumentType", format!("SKIP or LIMIT of a {}", other.type_name()))),
        }
    }
}

/// The aggregates that gather lists whose order is open. Errors: [`Failure::Unspecified`] for those that depend on it.
fn gathered_bags(
    plan: &ProjectPlan,
    bags: &[Slot],
    is_unordered: &dyn Fn(usize) -> bool,
) -> Result<Vec<Slot>, Failure> {
    let mut gathered = Vec::new();
    for (_, aggregate) in plan.aggregates.iter().enumerate().filter(|(index, _)| is_unordered(*index)) {
        let inner = aggregate.argument.iter().map(|argument| bags::of_term(argument, bags)).max();
        match (aggregate.kind, inner.unwrap_or(Use::Clean)) {
            (_, Use::Clean) => {}
            (Aggregate::Count, Use::Bag) if !aggregate.distinct => {}
            (Aggregate::Collect, Use::Bag) if !aggregate.distinct => gathered.push(aggregate.slot),
            _ => return Err(open_list("an aggregate function")),
        }
    }
    Ok(gathered)
}

fn keep(rows: &mut Rows, from: usize, to: usize) {
    rows.frames.truncate(to);
    rows.frames.drain(..from);
    if let Some(ties) = &mut rows.ties {
        ties.truncate(to);
        ties.drain(..from);
    }
}

/// Whether a clause reads what differs between some rows of a projection. One that is no projection of its own keeps
/// all for those after it.
fn sees_difference(next: &ClausePlan, plan: &ProjectPlan, rows: &[Frame]) -> bool {
    let ClausePlan::Project(next) = next else { return true };
    let varies = |slot: &Slot| rows.windows(2).any(|pair| !shared::identical(&pair[0][*slot], &pair[1][*slot]));
    let varying: Vec<Slot> = plan.outputs.iter().copied().filter(varies).collect();
    let aggregated = next.aggregates.iter().flat_map(|it| it.argument.iter().chain(&it.percentile));
    let items = next.items.iter().chain(&next.key_items).map(|(_, term)| term);
    let terms = items.chain(next.order.iter().map(|(term, _)| term)).chain(&next.predicate).chain(aggregated);
    next.outputs.iter().chain(&next.keys).any(|slot| varying.contains(slot))
        || terms.into_iter().any(|term| term.may_read(&varying))
}

fn refuse_bags(slots: &[Slot], bags: &[Slot], by: &str) -> Result<(), Failure> {
    if slots.iter().any(|slot| bags.contains(slot)) { Err(open_list(by)) } else { Ok(()) }
}

fn open_list(by: &str) -> Failure {
    Failure::Unspecified(format!("{by} depends on the order of a collected list"))
}
