//! MATCH, UNWIND, FILTER, LET and CALL { }.

use std::collections::BTreeSet;

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{CallSubquery, Imports, Match, MatchMode, Unwind};
use graphlance_graph::{Name, Value};

use super::query::{Start, distinct, with_nulls};
use super::scope::{takes_in, variables};
use super::table::{Record, Scope, Table, over};
use super::{Engine, Slip, nothing};
use crate::Failure;
use crate::check::is_unclear;

/// Rows of a batch, for the slip of a mask that is late.
const BATCH: usize = 4;

impl Engine<'_> {
    /// For each record, the record extended by each way in which the patterns match and the predicate is true.
    pub(super) fn match_clause(&self, clause: &Match, mut table: Table) -> Result<Table, Failure> {
        if is_unclear(clause) {
            return Err(Failure::Unknown("a hint that the planner may refuse".into()));
        }
        let repeats = clause.mode == Some(MatchMode::RepeatableElements);
        let introduced = variables(&clause.patterns);
        let mut found = Vec::new();
        for (place, record) in table.records.iter().enumerate() {
            if self.slips(Slip::JoinDropsDuplicates) && table.records[..place].contains(record) {
                continue;
            }
            let within = !(clause.optional && self.slips(Slip::OptionalFiltersRow));
            let predicate = clause.predicate.as_ref();
            let matches = self.matches_in_mode(&clause.patterns, predicate.filter(|_| within), record, repeats)?;
            if matches.is_empty() && clause.optional && !self.slips(Slip::OptionalLosesRow) {
                let stale = found.last().filter(|_| self.slips(Slip::OptionalKeepsValues));
                let stale = stale.map_or_else(nothing, |last: &Record| only(last, &introduced));
                found.push(with_nulls(over(&stale, record), &introduced));
            }
            for matched in matches {
                if within || self.holds(predicate, Scope::of(&matched))? {
                    found.push(matched);
                }
            }
            self.bound(found.len())?;
        }
        table.records = found;
        Ok(table)
    }

    /// For each record, the record extended by each item of the list.
    pub(super) fn unwind(&self, unwind: &Unwind, mut table: Table) -> Result<Table, Failure> {
        let mut unwound = Vec::new();
        for record in &table.records {
            let items = match self.evaluate(&unwind.list, Scope::of(record))? {
                Value::Null => continue,
                Value::List(items) => items.to_vec(),
                single => {
                    self.leave_open("UNWIND of what is no list")?;
                    vec![single]
                }
            };
            if items.is_empty() && self.slips(Slip::UnwindOfNothingKeepsRow) {
                unwound.push(over(record, &Record::from([(unwind.variable.clone(), Value::Null)])));
            }
            for item in items {
                if item.is_null() && self.slips(Slip::UnwindDropsNulls) {
                    continue;
                }
                self.spend()?;
                unwound.push(over(record, &Record::from([(unwind.variable.clone(), item)])));
            }
            self.bound(unwound.len())?;
        }
        table.records = unwound;
        Ok(table)
    }

    /// The records for which the predicate is true.
    pub(super) fn filter_clause(&self, predicate: &Expression, mut table: Table) -> Result<Table, Failure> {
        let mask = table.records.iter().map(|record| self.holds(Some(predicate), Scope::of(record)));
        let mask = mask.collect::<Result<Vec<bool>, Failure>>()?;
        table.records = self.masked(table.records, &mask);
        Ok(table)
    }

    /// The rows whose place in a mask is true.
    pub(super) fn masked<T>(&self, rows: Vec<T>, mask: &[bool]) -> Vec<T> {
        let late = if self.slips(Slip::MaskOfBatchBefore) { BATCH } else { 0 };
        let kept = |place: usize| mask.get(place.checked_sub(late).unwrap_or(place)).copied().unwrap_or(false);
        rows.into_iter().enumerate().filter(|(place, _)| kept(*place)).map(|(_, row)| row).collect()
    }

    /// Each record with more variables. None of the expressions sees another one's.
    pub(super) fn let_clause(&self, variables: &[(Name, Expression)], mut table: Table) -> Result<Table, Failure> {
        for record in &mut table.records {
            let value =
                |(name, value): &(Name, Expression)| Ok((name.clone(), self.evaluate(value, Scope::of(record))?));
            let more = variables.iter().map(value).collect::<Result<Record, Failure>>()?;
            record.extend(more);
        }
        Ok(table)
    }

    /// For each record, the record extended by each row that the subquery gives for it.
    pub(super) fn subquery(&self, call: &CallSubquery, mut table: Table) -> Result<Table, Failure> {
        let columns = self.columns_of_call(call, &table.fields);
        let mut results = Vec::new();
        let mut first: Option<Table> = None;
        for record in &table.records {
            let mut rows = match &first {
                Some(rows) if self.slips(Slip::SubqueryForFirstRow) => rows.clone(),
                _ => self.body(call, record)?,
            };
            if self.slips(Slip::SubqueryDropsDuplicates) {
                rows.records = distinct(rows.records, &rows.columns);
            }
            match &columns {
                None if self.slips(Slip::UnitCallDropsRow) => {}
                None => results.push(record.clone()),
                Some(columns) if rows.records.is_empty() && call.optional => {
                    results.push(with_nulls(record.clone(), columns));
                }
                Some(_) => results.extend(rows.records.iter().map(|row| over(record, row))),
            }
            self.bound(results.len())?;
            first.get_or_insert(rows);
        }
        table.records = results;
        Ok(table)
    }

    /// What a subquery gives for one record.
    fn body(&self, call: &CallSubquery, record: &Record) -> Result<Table, Failure> {
        let visible: Record = match &call.imports {
            Imports::Body => nothing(),
            Imports::All => record.clone(),
            Imports::Names(names) => {
                record.iter().filter(|(name, _)| names.contains(name)).map(|(n, v)| (n.clone(), v.clone())).collect()
            }
        };
        let by_with = matches!(call.imports, Imports::Body);
        self.query(&call.query, &|part| {
            let record = if by_with && takes_in(part, &|name| record.contains_key(name)) { record } else { &visible };
            Start::with(record, &visible)
        })
    }
}

/// The values that a record has under some names.
fn only(record: &Record, names: &BTreeSet<Name>) -> Record {
    record.iter().filter(|(name, _)| names.contains(*name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}
