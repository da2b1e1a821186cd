//! Whole queries, clause by clause.

use std::collections::BTreeSet;

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{Clause, Query, SingleQuery, With};
use graphlance_graph::{Name, Value};

use super::order::equivalent;
use super::table::{Record, Table};
use super::{Engine, Slip, nothing};
use crate::Failure;

/// What a single query begins with.
#[derive(Clone)]
pub(super) struct Start<'s> {
    /// What its first clause sees.
    pub records: &'s [Record],
    /// The variables of these records.
    pub fields: BTreeSet<Name>,
    /// What stays in scope after WITH, and what `RETURN *` does not return.
    pub imported: &'s Record,
    /// True for a statement that is one single query: it may leave open which of its last rows come.
    pub claims: bool,
    /// True for the statement itself.
    pub outermost: bool,
}

impl<'s> Start<'s> {
    /// A query inside of another that begins with one record.
    pub fn with(record: &'s Record, imported: &'s Record) -> Start<'s> {
        let fields = record.keys().cloned().collect();
        Start { records: std::slice::from_ref(record), fields, imported, claims: false, outermost: false }
    }
}

impl Engine<'_> {
    /// The table of a statement.
    pub(super) fn statement(&self, query: &Query) -> Result<Table, Failure> {
        let empty = nothing();
        let claims = query.unions.is_empty();
        let start = Start { claims, outermost: true, ..Start::with(&empty, &empty) };
        let table = self.query(query, &|_| start.clone())?;
        self.settle_deletions(Some(&[]))?;
        Ok(table)
    }

    /// The table of a query; `start` says what each of its parts begins with.
    pub(super) fn query<'s>(&self, query: &Query, start: &dyn Fn(&SingleQuery) -> Start<'s>) -> Result<Table, Failure> {
        let mut united = self.single(&query.first, start(&query.first))?;
        if query.unions.is_empty() {
            return Ok(united);
        }
        for union in &query.unions {
            if self.slips(Slip::WrittenUnionTwice) && self.writing {
                self.single(&union.query, start(&union.query))?;
            }
            let part = self.single(&union.query, start(&union.query))?;
            if part.columns != united.columns {
                self.leave_open("a UNION of the same columns in another order")?;
            }
            united.records.extend(part.records);
        }
        united.ties = None;
        let all = query.unions.iter().all(|union| union.all);
        if self.slips(if all { Slip::UnionAllDropsDuplicates } else { Slip::UnionKeepsDuplicates }) == all {
            united.records = distinct(united.records, &united.columns);
        }
        self.arrange(&mut united.records);
        Ok(united)
    }

    /// The table of a single query.
    fn single(&self, part: &SingleQuery, start: Start<'_>) -> Result<Table, Failure> {
        let mut table = Table { records: start.records.to_vec(), fields: start.fields.clone(), ..Table::default() };
        let imported = start.imported.keys().cloned().collect();
        for (index, clause) in part.clauses.iter().enumerate() {
            let later = &part.clauses[index..];
            if !matches!(clause, Clause::Delete(_)) {
                self.settle_deletions(start.outermost.then_some(later))?;
            }
            let fields = self.fields_after(clause, &table.fields, &imported);
            let without_label = counted(later).filter(|_| self.slips(Slip::CountIgnoresLabel));
            table = self.clause(without_label.as_ref().unwrap_or(clause), table, &start, later.len() == 1)?;
            table.fields = fields;
            self.bound(table.records.len())?;
        }
        Ok(table)
    }

    fn clause(&self, clause: &Clause, table: Table, start: &Start<'_>, last: bool) -> Result<Table, Failure> {
        let mut table = match clause {
            Clause::Match(clause) => self.match_clause(clause, table)?,
            Clause::Unwind(unwind) | Clause::For(unwind) => self.unwind(unwind, table)?,
            Clause::With(with) => {
                return self.project(&with.projection, with.predicate.as_ref(), table, start, false);
            }
            Clause::Page(page) => return self.project(&page.as_projection(), None, table, start, false),
            Clause::Return(projection) => return self.project(projection, None, table, start, true),
            Clause::Filter(predicate) => self.filter_clause(predicate, table)?,
            Clause::Let(variables) => self.let_clause(variables, table)?,
            Clause::Finish => Table { fields: table.fields, ..Table::default() },
            Clause::Composed(composed) => return self.composed(composed, table, start),
            Clause::Call(call) => return self.procedure(call, table, last && start.outermost && start.claims),
            Clause::Subquery(call) => self.subquery(call, table)?,
            Clause::Create(patterns) | Clause::Insert(patterns) => self.create_clause(patterns, table)?,
            Clause::Merge(merge) => self.merge(merge, table)?,
            Clause::Set(items) => self.set_clause(items, table)?,
            Clause::Remove(items) => self.remove_clause(items, table)?,
            Clause::Delete(delete) => self.delete(delete, table)?,
            Clause::Foreach(foreach) => self.foreach(foreach, table)?,
        };
        // None of these clauses promises an order of its rows.
        self.arrange(&mut table.records);
        table.ties = None;
        Ok(table)
    }

    /// Runs a writing clause of FOREACH for its one row.
    pub(super) fn clause_of_loop(&self, clause: &Clause, table: Table) -> Result<Table, Failure> {
        let empty = nothing();
        self.clause(clause, table, &Start::with(&empty, &empty), false)
    }
}

/// The MATCH of one node without its labels, where what follows counts its rows and does nothing else.
fn counted(clauses: &[Clause]) -> Option<Clause> {
    let [Clause::Match(clause), Clause::With(With { projection, .. }) | Clause::Return(projection), ..] = clauses
    else {
        return None;
    };
    let counts = |expression: &Expression| match expression {
        Expression::CountStar => true,
        Expression::Function(call) => call.name.eq_ignore_ascii_case("count") && !call.distinct,
        _ => false,
    };
    let alone = clause.predicate.is_none() && !clause.optional && clause.patterns.len() == 1;
    if !alone || !projection.items.iter().all(|item| counts(&item.expression)) {
        return None;
    }
    let mut clause = clause.clone();
    let node = clause.patterns.first_mut().filter(|pattern| pattern.path.segments.is_empty())?;
    node.path.start.labels = None;
    Some(Clause::Match(clause))
}

/// The records without those that are equivalent to an earlier one in these columns.
pub(super) fn distinct(records: Vec<Record>, columns: &[Name]) -> Vec<Record> {
    let mut kept: Vec<Record> = Vec::new();
    for record in records {
        if !kept.iter().any(|earlier| same(earlier, &record, columns)) {
            kept.push(record);
        }
    }
    kept
}

/// Whether two records are equivalent in these columns.
pub(super) fn same<'n>(a: &Record, b: &Record, columns: impl IntoIterator<Item = &'n Name>) -> bool {
    columns.into_iter().all(|name| {
        let of = |record: &Record| record.get(name).cloned().unwrap_or(Value::Null);
        equivalent(&of(a), &of(b))
    })
}

/// The record with null for each of these names that it lacks.
pub(super) fn with_nulls(mut record: Record, names: &BTreeSet<Name>) -> Record {
    for name in names {
        record.entry(name.clone()).or_insert(Value::Null);
    }
    record
}
