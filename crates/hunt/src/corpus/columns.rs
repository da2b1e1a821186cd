//! The order of columns, where the language leaves it open.

use graphlance_graph::{Name, Table};

/// Puts the columns of a table in the order of these names, where it has each of them once.
pub(super) fn in_order(table: &mut Table, names: &[Name]) {
    let place = |name: &Name| table.columns.iter().position(|column| column == name);
    let places: Option<Vec<usize>> = names.iter().map(place).collect();
    let Some(places) = places.filter(|places| (0..names.len()).all(|place| places.contains(&place))) else { return };
    for row in table.rows.iter_mut().filter(|row| row.len() == places.len()) {
        *row = places.iter().map(|place| row[*place].clone()).collect();
    }
}

#[cfg(test)]
mod tests {
    use graphlance_graph::Value;

    use super::*;

    #[test]
    fn the_columns_of_a_star_are_put_in_order_where_each_is_there_once() {
        let check = |columns: [&str; 2], expected: [i64; 2]| {
            let row = [1, 2].map(Value::Integer).to_vec();
            let mut table = Table { columns: columns.map(Name::from).to_vec(), rows: vec![row] };
            in_order(&mut table, &["a", "b"].map(Name::from));
            assert_eq!(table.rows, [expected.map(Value::Integer).to_vec()], "{columns:?}");
        };
        check(["a", "b"], [1, 2]);
        check(["b", "a"], [2, 1]);
        check(["b", "c"], [1, 2]);
        check(["a", "a"], [1, 2]);
    }
}
