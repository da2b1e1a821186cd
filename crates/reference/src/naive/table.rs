//! What clauses take and give.

use std::collections::{BTreeMap, BTreeSet};

use graphlance_cypher::Expression;
use graphlance_graph::{Name, Value};

/// A row: the values of the variables in scope.
pub(super) type Record = BTreeMap<Name, Value>;

/// A table of records.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// The variables in scope, also where there is no record.
    pub fields: BTreeSet<Name>,
    /// The records.
    pub records: Vec<Record>,
    /// After RETURN: the columns in order.
    pub columns: Vec<Name>,
    /// Directly after ORDER BY: the lengths of groups of records that tie.
    pub ties: Option<Vec<usize>>,
    /// Any so many of the records are right.
    pub any: Option<usize>,
}

/// What an expression sees.
#[derive(Clone, Copy)]
pub(super) struct Scope<'e> {
    /// The variables.
    pub record: &'e Record,
    /// In a projection that groups: the records of the group, over which aggregate functions go.
    pub group: Option<&'e [Record]>,
    /// Expressions whose values stand already: the items of a projection, as its ORDER BY sees them.
    pub known: &'e [(&'e Expression, Value)],
}

impl<'e> Scope<'e> {
    /// A record alone.
    pub fn of(record: &'e Record) -> Scope<'e> {
        Scope { record, group: None, known: &[] }
    }

    /// The same with other variables.
    pub fn with<'f>(self, record: &'f Record) -> Scope<'f>
    where
        'e: 'f,
    {
        Scope { record, ..self }
    }
}

/// A record with the variables of another put over its own.
pub(super) fn over(below: &Record, above: &Record) -> Record {
    let mut both = below.clone();
    both.extend(above.iter().map(|(name, value)| (name.clone(), value.clone())));
    both
}
