//! Reading clauses and queries.

use std::sync::Arc;

use graphlance_graph::Value;

use super::Runner;
use super::bags::{self, Use};
use super::projection::After;
use super::rows::{Rows, has_near_rows};
use crate::plan::{ClausePlan, MatchPlan, PartPlan, ProcedurePlan, QueryPlan, SubqueryPlan};
use crate::term::{Frame, Slot, Term};
use crate::{Failure, Fault, OpenAnswers, procedures, shared};

impl Runner<'_> {
    /// Executes a reading query for one row; the rows that come back hold its outputs beside the row's values.
    pub(super) fn query(&self, plan: &QueryPlan, rows: &Rows, template: &Frame) -> Result<Rows, Failure> {
        let mut results = Vec::with_capacity(plan.parts.len());
        for part in &plan.parts {
            results.push(self.part(part, rows.clone(), template)?);
        }
        self.unite(plan, results)
    }

    /// Joins the results of the parts of a UNION.
    pub(super) fn unite(&self, plan: &QueryPlan, mut results: Vec<Rows>) -> Result<Rows, Failure> {
        if results.len() == 1 {
            return Ok(results.pop().unwrap_or_default());
        }
        let mut united = Rows::default();
        for (part, rows) in plan.parts.iter().zip(results) {
            for mut frame in rows.frames {
                for ((_, from), (_, to)) in part.columns.iter().zip(&plan.outputs) {
                    frame[*to] = frame[*from].clone();
                }
                united.frames.push(frame);
            }
            for ((_, from), (_, to)) in part.columns.iter().zip(&plan.outputs) {
                if rows.bags.contains(from) {
                    united.bags.push(*to);
                }
            }
        }
        if plan.distinct {
            let slots: Vec<Slot> = plan.outputs.iter().map(|(_, slot)| *slot).collect();
            if slots.iter().any(|slot| united.bags.contains(slot)) {
                return Err(Failure::Unspecified("UNION depends on the order of a collected list".into()));
            }
            if self.refuses() && has_near_rows(&united.frames, &slots, &plan.inexact) {
                return Err(Failure::Unspecified("UNION depends on the last digits of a number".into()));
            }
            united.frames = self.distinct(united.frames, &slots);
            if self.departs(Fault::UnionDropsNulls) {
                united.frames.retain(|frame| slots.iter().all(|slot| !frame[*slot].is_null()));
            }
        }
        Ok(united)
    }

    /// Executes the clauses of a reading query one after the other.
    pub fn part(&self, part: &PartPlan, mut rows: Rows, template: &Frame) -> Result<Rows, Failure> {
        let before = self.held();
        for (index, clause) in part.clauses.iter().enumerate() {
            rows = match clause {
                ClausePlan::Project(plan) => {
                    let rows = self.project(plan, rows, template, After::Clause(part.clauses.get(index + 1)))?.0;
                    self.spend_rows(rows.frames.len())?;
                    rows
                }
                clause => self.read(clause, rows, template)?,
            };
            self.hold_only(before, &rows.frames)?;
        }
        Ok(rows)
    }

    /// Executes a reading clause.
    pub(super) fn read(&self, clause: &ClausePlan, rows: Rows, template: &Frame) -> Result<Rows, Failure> {
        let rows = match clause {
            ClausePlan::Match(plan) => self.match_clause(plan, rows)?,
            ClausePlan::Unwind { list, slot, after_match } => self.unwind(list, *slot, *after_match, rows)?,
            ClausePlan::Project(plan) => self.project(plan, rows, template, After::Clause(None))?.0,
            ClausePlan::Procedure(plan) => self.procedure(plan, rows)?,
            ClausePlan::Subquery(plan) => self.subquery(plan, rows)?,
            ClausePlan::Sequence(plans) => self.sequence(plans, rows, template)?,
            ClausePlan::Conditional(branches) => self.conditional(branches, rows)?,
            ClausePlan::Finish => Rows::bag(Vec::new(), rows.bags),
            _ => return Err(Failure::Unknown("a writing clause inside an expression".into())),
        };
        self.spend_rows(rows.frames.len())?;
        Ok(rows)
    }

    fn match_clause(&self, plan: &MatchPlan, rows: Rows) -> Result<Rows, Failure> {
        if !rows.bags.is_empty() && bags::of_pattern(&plan.pattern, &rows.bags) != Use::Clean {
            return Err(Failure::Unspecified("a pattern depends on the order of a collected list".into()));
        }
        if plan.commas_and_filter && self.options.departures.has(Fault::CommaPatternsWithFilterEmpty) {
            return Ok(Rows::bag(Vec::new(), rows.bags));
        }
        let mut found = Vec::new();
        for mut frame in rows.frames {
            let before = found.len();
            self.matches(&plan.pattern, &mut frame, &mut |frame| {
                self.spend_rows(1)?;
                self.hold_row(frame, &plan.pattern.introduces)?;
                let mut row = frame.clone();
                // Lists of relationships that have no name are long, and nothing asks for them any more.
                plan.pattern.unnamed.iter().for_each(|slot| row[*slot] = Value::Null);
                found.push(row);
                Ok(true)
            })?;
            let loses = self.options.departures.has(Fault::OptionalMatchLosesRow) && !plan.pattern.filters.is_empty();
            if plan.optional && found.len() == before && !loses {
                plan.pattern.introduces.iter().for_each(|slot| frame[*slot] = Value::Null);
                found.push(frame);
            }
        }
        Ok(Rows::bag(found, rows.bags))
    }

    fn unwind(&self, list: &Term, slot: Slot, after_match: bool, rows: Rows) -> Result<Rows, Failure> {
        let open = bags::of_term(list, &rows.bags);
        if open == Use::Open && !rows.bags.is_empty() {
            return Err(Failure::Unspecified("UNWIND depends on the order of a collected list".into()));
        }
        let mut unwound = Vec::with_capacity(rows.frames.len());
        let mut nested = false;
        for mut frame in rows.frames {
            let value = self.evaluate(list, &mut frame)?;
            let refuses = self.unordered.replace(false) && self.options.open == OpenAnswers::Refuse;
            if refuses && bags::of_term(list, &rows.bags) == Use::Open {
                return Err(Failure::Unspecified("UNWIND depends on an open order".into()));
            }
            match value {
                Value::Null if !self.departs(Fault::UnwindOfNullMakesRow) => {}
                Value::Null => {
                    frame[slot] = Value::Null;
                    unwound.push(frame);
                }
                Value::List(items) if items.is_empty() && self.departs(Fault::UnwindOfEmptyMakesRow) => {
                    frame[slot] = Value::Null;
                    unwound.push(frame);
                }
                Value::List(items) => {
                    let items = self.unwound(items);
                    self.spend_rows(items.len())?;
                    for item in items.iter() {
                        nested |= matches!(item, Value::List(_));
                        frame[slot] = item.clone();
                        self.hold_row(&frame, &[])?;
                        unwound.push(frame.clone());
                    }
                }
                // openCypher has no word on it; Neo4j makes a list of it, others refuse.
                single if self.options.open == OpenAnswers::Refuse => {
                    return Err(Failure::Unspecified(format!("UNWIND of {}, which is no list", single.type_name())));
                }
                single => {
                    frame[slot] = single;
                    unwound.push(frame);
                }
            }
        }
        if after_match && self.options.departures.has(Fault::UnwindFirstRowAfterMatch) {
            unwound.truncate(1);
        }
        let mut bags = rows.bags;
        if open == Use::Bag && nested {
            bags.push(slot);
        }
        Ok(Rows::bag(unwound, bags))
    }

    /// What UNWIND goes through of a list.
    fn unwound(&self, items: Arc<Vec<Value>>) -> Arc<Vec<Value>> {
        if self.options.departures.is_empty() {
            return items;
        }
        let mut items = (*items).clone();
        if self.departs(Fault::UnwindDropsNulls) {
            items.retain(|item| !item.is_null());
        }
        if self.departs(Fault::UnwindFlattens) {
            let inside = |item: Value| match item {
                Value::List(inner) => inner.as_ref().clone(),
                item => vec![item],
            };
            items = items.into_iter().flat_map(inside).collect();
        }
        if self.departs(Fault::UnwindOnlyFirstItem) {
            items.truncate(1);
        }
        Arc::new(items)
    }

    fn procedure(&self, plan: &ProcedurePlan, rows: Rows) -> Result<Rows, Failure> {
        let mut results = Vec::new();
        for mut frame in rows.frames {
            let arguments = plan.arguments.iter().map(|argument| self.evaluate(argument, &mut frame));
            let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
            let yielded = procedures::call(&plan.name, &arguments, &self.graph, self.options)?;
            if plan.void {
                results.push(frame);
                continue;
            }
            let before = results.len();
            for row in yielded {
                for (index, slot) in &plan.outputs {
                    frame[*slot] = row.get(*index).cloned().unwrap_or(Value::Null);
                }
                let keeps = match &plan.predicate {
                    Some(predicate) => self.condition(predicate, &mut frame)? == Some(true),
                    None => true,
                };
                if keeps {
                    self.spend_rows(1)?;
                    self.hold_row(&frame, &[])?;
                    results.push(frame.clone());
                }
            }
            if plan.optional && results.len() == before {
                plan.outputs.iter().for_each(|(_, slot)| frame[*slot] = Value::Null);
                results.push(frame);
            }
        }
        Ok(Rows::bag(results, rows.bags))
    }

    fn subquery(&self, plan: &SubqueryPlan, rows: Rows) -> Result<Rows, Failure> {
        let mut results = Rows::bag(Vec::new(), rows.bags.clone());
        for (row, frame) in rows.frames.into_iter().enumerate() {
            if row > 0 && self.departs(Fault::SubqueryOnlyFirstRow) {
                break;
            }
            let input = Rows::bag(vec![frame.clone()], rows.bags.clone());
            let output = self.query(&plan.query, &input, &frame)?;
            self.merge_subquery(plan, frame, output, &mut results);
        }
        Ok(results)
    }

    /// Adds what a subquery gave for one row.
    pub(super) fn merge_subquery(&self, plan: &SubqueryPlan, mut frame: Frame, mut output: Rows, results: &mut Rows) {
        if !plan.query.returns {
            let times = match () {
                () if self.departs(Fault::UnitSubqueryTakesRow) => 0,
                () if self.departs(Fault::UnitSubqueryMultipliesRows) => output.frames.len(),
                () => 1,
            };
            results.frames.extend(std::iter::repeat_n(frame, times));
            return;
        }
        if self.departs(Fault::SubqueryFirstOfRows) {
            output.frames.truncate(1);
        }
        for (from, to) in &plan.copies {
            output.frames.iter_mut().for_each(|frame| frame[*to] = frame[*from].clone());
            if output.bags.contains(from) {
                output.bags.push(*to);
            }
        }
        if (plan.optional || self.departs(Fault::EmptySubqueryKeepsRow)) && output.frames.is_empty() {
            plan.query.outputs.iter().for_each(|(_, slot)| frame[*slot] = Value::Null);
            results.frames.push(frame);
        }
        results.frames.extend(output.frames);
        for slot in output.bags {
            if !results.bags.contains(&slot) {
                results.bags.push(slot);
            }
        }
    }

    /// Counts rows of intermediate tables.
    pub(super) fn spend_rows(&self, count: usize) -> Result<(), Failure> {
        let left = self.rows.get().checked_sub(count as u64).ok_or(Failure::OutOfBudget("rows"))?;
        self.rows.set(left);
        Ok(())
    }

    /// The values that `COLLECT { }` gathers.
    pub(super) fn collected(&self, plan: &QueryPlan, frame: &Frame) -> Result<Vec<Value>, Failure> {
        let rows = self.local(plan, frame)?;
        let Some((_, slot)) = plan.outputs.first() else { return Ok(Vec::new()) };
        let mut values: Vec<Value> = rows.frames.iter().map(|frame| frame[*slot].clone()).collect();
        let tied = |at: usize| rows.ties.as_ref().is_none_or(|ties| ties[at - 1] == ties[at]);
        let open = (1..values.len()).any(|at| tied(at) && !shared::identical(&values[at - 1], &values[at]));
        if rows.bags.contains(slot) && self.refuses() {
            return Err(Failure::Unspecified("COLLECT { } of lists in no order".into()));
        }
        if open {
            if rows.ties.is_none() {
                self.arrange(&mut values);
            }
            self.unordered.set(true);
        }
        Ok(values)
    }
}
