//! Queries composed of queries, the extended CASE, and what stands behind IS.

use graphlance_cypher::ast::{CaseTest, Composed, Conditional, ExtendedCase, IsTest, Query, Wanted};
use graphlance_graph::Value;

use super::Engine;
use super::query::Start;
use super::table::{Scope, Table};
use crate::operators::{self, boolean};
use crate::{Failure, functions, relations, value_types};

impl Engine<'_> {
    pub(super) fn composed(&self, composed: &Composed, table: Table, start: &Start<'_>) -> Result<Table, Failure> {
        match composed {
            Composed::Braces(query) => self.over(query, &table, start),
            Composed::Sequence(queries) => {
                let begin = table.clone();
                let mut table = table;
                for (index, query) in queries.iter().enumerate() {
                    // Behind a query that gives no rows there is the row with which the whole began.
                    if index > 0 && !queries[index - 1].returns() {
                        table = begin.clone();
                    }
                    // Nobody says that NEXT keeps an order.
                    self.arrange(&mut table.records);
                    let imported = start.imported.clone();
                    for record in &mut table.records {
                        let own = std::mem::replace(record, imported.clone());
                        record.extend(own);
                    }
                    table = self.over(query, &table, start)?;
                }
                Ok(table)
            }
            Composed::Conditional(conditional) => self.conditional(conditional, &table, start),
        }
    }

    /// A query over all records of a table.
    fn over(&self, query: &Query, table: &Table, start: &Start<'_>) -> Result<Table, Failure> {
        let fields = table.fields.clone();
        let begin =
            Start { records: &table.records, fields, imported: start.imported, claims: false, outermost: false };
        let mut given = self.query(query, &|_| begin.clone())?;
        given.fields = given.columns.iter().cloned().collect();
        Ok(given)
    }

    /// For each record the first query whose condition is true.
    fn conditional(&self, conditional: &Conditional, table: &Table, start: &Start<'_>) -> Result<Table, Failure> {
        let first = conditional.branches.first().map(|(_, query)| query);
        let none = Table { fields: table.fields.clone(), ..Table::default() };
        // The columns are those of the first branch, also where no branch is taken.
        let mut results = first.map_or(Ok(Table::default()), |query| self.over(query, &none, start))?;
        results.records.clear();
        for record in &table.records {
            let mut taken = None;
            for (condition, query) in &conditional.branches {
                if self.holds(Some(condition), Scope::of(record))? {
                    taken = Some(query);
                    break;
                }
            }
            let Some(query) = taken.or(conditional.otherwise.as_ref()) else { continue };
            let one = Table { records: vec![record.clone()], fields: table.fields.clone(), ..Table::default() };
            results.records.extend(self.over(query, &one, start)?.records);
        }
        self.arrange(&mut results.records);
        results.ties = None;
        Ok(results)
    }

    /// The first branch one of whose tests holds of the operand.
    pub(super) fn extended_case(&self, case: &ExtendedCase, scope: Scope<'_>) -> Result<Value, Failure> {
        let operand = self.evaluate(&case.operand, scope)?;
        for branch in &case.branches {
            for test in &branch.tests {
                if self.case_test(&operand, test, scope)? == Some(true) {
                    return self.evaluate(&branch.then, scope);
                }
            }
        }
        case.otherwise.as_ref().map_or(Ok(Value::Null), |otherwise| self.evaluate(otherwise, scope))
    }

    fn case_test(&self, operand: &Value, test: &CaseTest, scope: Scope<'_>) -> Result<Option<bool>, Failure> {
        match test {
            CaseTest::Value(value) => Ok(relations::equal(operand, &self.evaluate(value, scope)?)),
            CaseTest::Comparison(operator, value) => {
                Ok(self.compared(*operator, operand, &self.evaluate(value, scope)?))
            }
            CaseTest::Predicate(operator, value) => {
                let value = self.evaluate(value, scope)?;
                boolean(&operators::binary(*operator, operand, &value, self.options)?)
            }
            CaseTest::Null(negated) => Ok(Some(operand.is_null() != *negated)),
            CaseTest::Is(test) => self.is_test(operand, test),
        }
    }

    /// `value IS :: type`, `value IS NORMALIZED`; none for null where the test has no answer.
    pub(super) fn is_test(&self, value: &Value, test: &IsTest) -> Result<Option<bool>, Failure> {
        let holds = match &test.wanted {
            Wanted::Type(wanted) => Some(value_types::conforms(value, wanted, self.options)?),
            Wanted::Normalized(form) => functions::is_normalized(value, *form),
        };
        Ok(holds.map(|holds| holds != test.negated))
    }
}
