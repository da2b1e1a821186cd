//! Patterns and queries inside expressions.

use graphlance_cypher::ast::{PathSelector, Pattern, PatternComprehension, Query, Subquery};
use graphlance_graph::Value;

use super::matching::Partial;
use super::query::{Start, distinct};
use super::table::{Record, Scope, Table};
use super::{Engine, Slip};
use crate::Failure;

impl Engine<'_> {
    /// A pattern as a value: whether it matches, or its shortest paths.
    pub(super) fn pattern_value(&self, pattern: &Pattern, scope: Scope<'_>) -> Result<Value, Failure> {
        if pattern.selector == PathSelector::All {
            let found = self.matches(std::slice::from_ref(pattern), None, scope.record)?;
            return Ok(Value::Boolean(!found.is_empty()));
        }
        let found = self.selected(pattern, Partial::new(scope.record, Vec::new()))?;
        let mut paths: Vec<Value> = found.iter().map(Partial::path).collect();
        if pattern.selector == PathSelector::AllShortestPaths {
            self.arrange(&mut paths);
            return Ok(Value::list(paths));
        }
        Ok(paths.into_iter().next().unwrap_or(Value::Null))
    }

    pub(super) fn pattern_comprehension(&self, it: &PatternComprehension, scope: Scope<'_>) -> Result<Value, Failure> {
        let found = self.matches(std::slice::from_ref(&it.pattern), it.predicate.as_ref(), scope.record)?;
        let mut values: Vec<Value> = Vec::new();
        for record in &found {
            let value = self.evaluate(&it.projection, scope.with(record))?;
            let again = self.slips(Slip::ComprehensionOnce) && values.contains(&value);
            if !again {
                values.push(value);
            }
        }
        self.arrange(&mut values);
        Ok(Value::list(values))
    }

    /// The rows of `EXISTS { }` or `COUNT { }`.
    pub(super) fn rows_of(&self, body: &Subquery, scope: Scope<'_>, exists: bool) -> Result<Vec<Record>, Failure> {
        match body {
            Subquery::Pattern { patterns, predicate } => {
                let ignores = exists && self.slips(Slip::ExistsIgnoresWhere);
                self.matches(patterns, predicate.as_ref().filter(|_| !ignores), scope.record)
            }
            Subquery::Query(query) => Ok(self.inner_query(query, scope)?.records),
        }
    }

    pub(super) fn count_of(&self, body: &Subquery, scope: Scope<'_>) -> Result<Value, Failure> {
        let mut rows = self.rows_of(body, scope, false)?;
        if self.slips(Slip::CountOfDistinctRows)
            && let Subquery::Query(_) = body
        {
            let columns: Vec<_> = rows.first().into_iter().flat_map(|row| row.keys().cloned()).collect();
            rows = distinct(rows, &columns);
        }
        Ok(Value::Integer(rows.len() as i64))
    }

    pub(super) fn collect_of(&self, query: &Query, scope: Scope<'_>) -> Result<Value, Failure> {
        let table = self.inner_query(query, scope)?;
        let Some(column) = table.columns.first() else { return Ok(Value::list(Vec::new())) };
        let values = table.records.iter().map(|record| record.get(column).cloned().unwrap_or(Value::Null));
        let dropped = self.slips(Slip::CollectedNullsDropped);
        Ok(Value::list(values.filter(|value| !(dropped && value.is_null())).collect()))
    }

    /// A query inside an expression sees all variables around it, whatever its own WITH keeps.
    fn inner_query(&self, query: &Query, scope: Scope<'_>) -> Result<Table, Failure> {
        let record = scope.record;
        self.query(query, &|_| Start::with(record, record))
    }
}
