//! What an answer says: its table, and behind the last row what the statement changed.

use graphlance_graph::{Count, Counters, Name, Table};

use super::packstream::Pack;
use super::values::Elements;

/// The names of what is counted, as servers send them.
const COUNTED: &[(&str, Count)] = &[
    ("nodes-created", Count::NodesCreated),
    ("nodes-deleted", Count::NodesDeleted),
    ("relationships-created", Count::RelationshipsCreated),
    ("relationships-deleted", Count::RelationshipsDeleted),
    ("labels-added", Count::LabelsAdded),
    ("labels-removed", Count::LabelsRemoved),
    ("properties-set", Count::PropertiesSet),
];

/// The counters in the metadata behind the last row; what is not there, or is no number, there is none of.
pub fn counters(summary: &Pack) -> Counters {
    let Some(stats) = summary.get("stats") else { return Counters::default() };
    let told = |(name, count): &(&str, Count)| {
        let number = stats.get(name)?.integer()?;
        Some((*count, u64::try_from(number).ok()?))
    };
    COUNTED.iter().filter_map(told).collect()
}

/// The table of columns and rows.
pub fn decode(elements: &mut Elements, columns: &[Pack], rows: &[Vec<Pack>]) -> Result<Table, String> {
    elements.begin_answer();
    let name =
        |column: &Pack| column.text().map(Name::from).ok_or_else(|| format!("{} as a column's name", column.kind()));
    let columns = columns.iter().map(name).collect::<Result<_, _>>()?;
    let mut row =
        |row: &Vec<Pack>| row.iter().map(|cell| elements.value(cell).map_err(|error| error.to_string())).collect();
    Ok(Table { columns, rows: rows.iter().map(&mut row).collect::<Result<_, _>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stand_among_the_statistics() {
        let stats = Pack::map([
            ("contains-updates", Pack::Boolean(true)),
            ("nodes-created", Pack::Integer(2)),
            ("properties-set", Pack::Integer(3)),
            ("labels-added", Pack::Integer(-1)),
            ("constraints-added", Pack::Integer(1)),
        ]);
        let told = counters(&Pack::map([("type", Pack::string("w")), ("stats", stats)]));
        assert_eq!(told.to_string(), "nodes created: 2, properties set: 3");
        assert_eq!(counters(&Pack::Null), Counters::default());
    }
}
