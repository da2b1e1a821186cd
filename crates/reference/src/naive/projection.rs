//! WITH and RETURN: items, grouping, DISTINCT, ORDER BY, SKIP, LIMIT, WHERE, in this order.

use graphlance_cypher::Expression;
use graphlance_cypher::ast::{GroupBy, Projection, ProjectionItem};
use graphlance_cypher::dialect::NullOrder;
use graphlance_graph::{Name, Value};

use super::aggregates::aggregates;
use super::order::{by_key, equivalent};
use super::query::{Start, same};
use super::scope::{column_name, columns};
use super::table::{Record, Scope, Table, over};
use super::{Engine, Slip};
use crate::{CypherError, ErrorKind, Failure, Phase};

/// A row of a projection, with what its ORDER BY and WHERE see.
struct Line {
    /// The columns.
    row: Record,
    /// The variables before the projection that are still seen: all, or, where rows were grouped or made distinct, those of
    /// the items alone.
    before: Record,
    /// The records of the group.
    group: Option<Vec<Record>>,
}

impl Engine<'_> {
    pub(super) fn project(
        &self,
        projection: &Projection,
        predicate: Option<&Expression>,
        table: Table,
        start: &Start<'_>,
        last: bool,
    ) -> Result<Table, Failure> {
        // RETURN gives back nothing that was imported.
        let imported = start.imported.keys().filter(|_| last).cloned().collect();
        let columns = columns(projection, &table.fields, &imported);
        let grouped = projection.group.is_some() || projection.items.iter().any(|item| aggregates(&item.expression));
        let mut lines = if grouped {
            self.group(projection, &columns, table.records, start.imported)?
        } else {
            self.compute(projection, &columns, table.records)?
        };
        if projection.distinct {
            lines = self.distinct_lines(lines, &columns, start.imported);
        }
        if self.slips(Slip::LimitBeforeOrder) && !projection.order.is_empty() {
            lines.truncate(self.count(projection.limit.as_ref(), start.imported, usize::MAX)?);
        }
        self.arrange(&mut lines);
        let ties = self.sort(projection, &mut lines)?;
        if self.slips(Slip::WithWhereBeforeLimit) {
            lines = self.filter(projection, predicate, lines)?;
        }
        let skip = self.count(projection.skip.as_ref(), start.imported, 0)?;
        let limit = self.count(projection.limit.as_ref(), start.imported, usize::MAX)?;
        let limit = if self.slips(Slip::LimitCountsSkipped) { limit.saturating_sub(skip) } else { limit };
        let (mut lines, ties, any) = cut(lines, ties, (skip, limit), &columns, last && start.claims);
        if predicate.is_some() && !self.slips(Slip::WithWhereBeforeLimit) {
            lines = self.filter(projection, predicate, lines)?;
        }
        let records = lines.into_iter().map(|line| if last { line.row } else { over(start.imported, &line.row) });
        let records = records.collect();
        if last {
            return Ok(Table { fields: table.fields, records, columns, ties, any });
        }
        Ok(Table { fields: table.fields, records, ..Table::default() })
    }

    /// A line for each record.
    fn compute(&self, projection: &Projection, columns: &[Name], records: Vec<Record>) -> Result<Vec<Line>, Failure> {
        let stars = columns.len() - projection.items.len();
        let mut lines = Vec::with_capacity(records.len());
        for record in records {
            let mut row = starred(&record, &columns[..stars]);
            for (name, item) in columns[stars..].iter().zip(&projection.items) {
                row.insert(name.clone(), self.evaluate(&item.expression, Scope::of(&record))?);
            }
            lines.push(Line { row, before: record, group: None });
        }
        Ok(lines)
    }

    /// A line for each group of records whose keys are equivalent.
    fn group(
        &self,
        projection: &Projection,
        columns: &[Name],
        records: Vec<Record>,
        imported: &Record,
    ) -> Result<Vec<Line>, Failure> {
        let stars = columns.len() - projection.items.len();
        let items = || columns[stars..].iter().zip(&projection.items);
        let keys = keys(projection, &columns[..stars]);
        let counting = if self.slips(Slip::GroupsByFirstKey) { keys.len().min(1) } else { keys.len() };
        let mut groups: Vec<(Vec<Value>, Vec<Record>)> = Vec::new();
        for record in records {
            let key = keys.iter().map(|key| self.evaluate(key, Scope::of(&record))).collect::<Result<Vec<_>, _>>()?;
            if self.slips(Slip::NullsAreNoGroup) && key.iter().any(Value::is_null) {
                continue;
            }
            self.spend()?;
            let alike = |known: &[Value]| known.iter().zip(&key).take(counting).all(|(a, b)| equivalent(a, b));
            match groups.iter_mut().find(|(known, _)| alike(known)) {
                Some((_, members)) => members.push(record),
                None => groups.push((key, vec![record])),
            }
        }
        if groups.is_empty() && keys.is_empty() && !self.slips(Slip::NoRowForNothing) {
            if !projection.items.iter().any(|item| aggregates(&item.expression)) {
                self.leave_open("GROUP BY () of no rows, without an aggregate function")?;
            }
            groups.push((Vec::new(), Vec::new()));
        }
        let mut lines = Vec::with_capacity(groups.len());
        for (key, members) in groups {
            let before = members.first().cloned().unwrap_or_else(|| imported.clone());
            let known: Vec<(&Expression, Value)> = keys.iter().zip(key).collect();
            let mut row = starred(&before, &columns[..stars]);
            for (name, item) in items() {
                let scope = Scope { record: &before, group: Some(&members), known: &known };
                row.insert(name.clone(), self.evaluate(&item.expression, scope)?);
            }
            lines.push(Line { row, before, group: Some(members) });
        }
        Ok(lines)
    }

    /// The lines without those whose row is equivalent to an earlier one. What is behind the row cannot be seen any more.
    fn distinct_lines(&self, lines: Vec<Line>, columns: &[Name], imported: &Record) -> Vec<Line> {
        let mut kept: Vec<Line> = Vec::new();
        for mut line in lines {
            let dropped = self.slips(Slip::DistinctDropsNulls) && line.row.values().any(Value::is_null);
            let alike = |earlier: &Line| match self.slips(Slip::DistinctByText) {
                true => columns.iter().all(|name| text(earlier.row.get(name)) == text(line.row.get(name))),
                false => same(&earlier.row, &line.row, columns),
            };
            if dropped || kept.iter().any(alike) {
                continue;
            }
            if line.group.is_none() {
                line.before = imported.clone();
            }
            kept.push(line);
        }
        kept
    }

    /// Sorts the lines; the lengths of groups that tie.
    fn sort(&self, projection: &Projection, lines: &mut Vec<Line>) -> Result<Option<Vec<usize>>, Failure> {
        if projection.order.is_empty() {
            return Ok(None);
        }
        let mut keyed = Vec::with_capacity(lines.len());
        for line in lines.drain(..) {
            let mut keys = Vec::new();
            for item in &projection.order {
                keys.push(self.seen(projection, &line, |scope| self.evaluate(&item.expression, scope))?);
            }
            keyed.push((keys, line));
        }
        let nulls = match (self.options.deviations.null_order, self.slips(Slip::NullsSortTurned)) {
            (NullOrder::Greatest, true) => NullOrder::Least,
            (NullOrder::Least | NullOrder::AlwaysLast, true) => NullOrder::Greatest,
            (nulls, false) => nulls,
        };
        let least = if self.slips(Slip::SecondKeyIgnored) { 1 } else { usize::MAX };
        let compare = |a: &[Value], b: &[Value]| {
            let by_keys = a.iter().zip(b).zip(&projection.order).take(least);
            let mut orders = by_keys
                .map(|((a, b), item)| by_key(a, b, item.descending && !self.slips(Slip::DescendingIgnored), nulls));
            orders.find(|ordering| ordering.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        };
        keyed.sort_by(|(a, _), (b, _)| compare(a, b));
        let ties = keyed.chunk_by(|(a, _), (b, _)| compare(a, b).is_eq()).map(<[_]>::len).collect();
        lines.extend(keyed.into_iter().map(|(_, line)| line));
        Ok(Some(ties))
    }

    /// Evaluates something in the scope of ORDER BY and WHERE: the columns, which hide variables before the projection.
    fn seen<T>(
        &self,
        projection: &Projection,
        line: &Line,
        of: impl FnOnce(Scope<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let record = over(&line.before, &line.row);
        let restricted = line.group.is_some() || projection.distinct;
        let column = |item: &ProjectionItem| line.row.get(&column_name(item)).cloned().unwrap_or(Value::Null);
        let known: Vec<(&Expression, Value)> = match restricted {
            true => projection.items.iter().map(|item| (&item.expression, column(item))).collect(),
            false => Vec::new(),
        };
        of(Scope { record: &record, group: line.group.as_deref(), known: &known })
    }

    fn filter(
        &self,
        projection: &Projection,
        predicate: Option<&Expression>,
        lines: Vec<Line>,
    ) -> Result<Vec<Line>, Failure> {
        let mask = lines.iter().map(|line| self.seen(projection, line, |scope| self.holds(predicate, scope)));
        let mask = mask.collect::<Result<Vec<bool>, Failure>>()?;
        Ok(self.masked(lines, &mask))
    }

    /// The value of SKIP or LIMIT.
    fn count(&self, of: Option<&Expression>, imported: &Record, without: usize) -> Result<usize, Failure> {
        let Some(expression) = of else { return Ok(without) };
        let error = |detail: &str, message: String| {
            Failure::Raised(CypherError::new(ErrorKind::SyntaxError, Phase::Runtime, detail, message))
        };
        match self.evaluate(expression, Scope::of(imported))? {
            Value::Integer(count) => usize::try_from(count)
                .map_err(|_| error("NegativeIntegerArgument", format!("SKIP or LIMIT of {count}"))),
            other => Err(error("InvalidArgumentType", format!("SKIP or LIMIT of a {}", other.type_name()))),
        }
    }
}

/// The expressions by which rows are grouped: those that GROUP BY names, or all columns without aggregate functions.
fn keys(projection: &Projection, starred: &[Name]) -> Vec<Expression> {
    if let Some(GroupBy::Keys(keys)) = &projection.group {
        let column = |key: &Expression| {
            let is_called = |item: &&ProjectionItem| *key == Expression::Variable(column_name(item));
            projection.items.iter().find(is_called).map_or_else(|| key.clone(), |item| item.expression.clone())
        };
        return keys.iter().map(column).collect();
    }
    let items = projection.items.iter().map(|item| &item.expression).filter(|item| !aggregates(item));
    starred.iter().cloned().map(Expression::Variable).chain(items.cloned()).collect()
}

/// The text of a value as one who takes text for the value would have it.
fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.to_string(),
        Some(Value::Integer(integer)) => integer.to_string(),
        Some(Value::Boolean(boolean)) => boolean.to_string(),
        value => format!("{value:?}"),
    }
}

fn starred(record: &Record, names: &[Name]) -> Record {
    names.iter().map(|name| (name.clone(), record.get(name).cloned().unwrap_or(Value::Null))).collect()
}

/// SKIP and LIMIT. With `claims`, rows that tie at the cut are all kept, with how many of them all are wanted, as long as
/// that says which answers are right.
fn cut(
    mut lines: Vec<Line>,
    ties: Option<Vec<usize>>,
    (skip, limit): (usize, usize),
    columns: &[Name],
    claims: bool,
) -> (Vec<Line>, Option<Vec<usize>>, Option<usize>) {
    let total = lines.len();
    let from = skip.min(total);
    let to = from.saturating_add(limit).min(total);
    if (from, to) == (0, total) {
        return (lines, ties, None);
    }
    // Where each group of ties ends; without ORDER BY all rows tie.
    let mut ends = Vec::new();
    for length in ties.clone().unwrap_or_else(|| vec![total]) {
        ends.push(ends.last().copied().unwrap_or(0) + length);
    }
    let starts = |place: usize| ends.iter().copied().rfind(|end| *end <= place).unwrap_or(0);
    let stops = |place: usize| ends.iter().copied().find(|end| *end >= place).unwrap_or(total);
    let alike = |from: usize, to: usize| {
        lines[from..to].windows(2).all(|pair| columns.iter().all(|name| pair[0].row.get(name) == pair[1].row.get(name)))
    };
    let (mut first, mut end) = (from, to);
    if claims && from < to {
        let (group, after) = (starts(from), stops(to));
        if after > to && !alike(starts(to - 1), after) {
            end = after;
        }
        // With the first group cut, only one group that is cut on both sides has a simple claim.
        if group < from && stops(from + 1) >= to && !alike(group, stops(from + 1)) {
            (first, end) = (group, stops(to));
        }
    }
    let any = ((first, end) != (from, to)).then_some(to - from);
    let kept: Vec<Line> = lines.drain(first..end).collect();
    let mut lengths = Vec::new();
    let mut start = 0;
    for stop in &ends {
        let length = (*stop).min(end).saturating_sub(start.max(first));
        lengths.extend((length > 0).then_some(length));
        start = *stop;
    }
    (kept, ties.map(|_| lengths), any)
}
