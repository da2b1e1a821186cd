//! A Cypher statement as the SQL that runs it.

use graphlance_cypher::ast::ProjectionItem;
use graphlance_cypher::names::column_name;
use graphlance_cypher::{Clause, Dialect, Statement, parse, print_expression};
use graphlance_graph::Name;

/// The SQL, and the names of the columns that the answer has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sql {
    /// The text to send.
    pub text: String,
    /// As Cypher names them; none for a statement without RETURN.
    pub columns: Vec<Name>,
}

/// What brings the statistics of all tables up to date.
const ANALYZE: &str = "ANALYZE";

/// The SQL for a statement on a graph. The list of columns must have as many as RETURN has, so the statement must be
/// readable to us, and name its columns: errors say why not.
///
/// [`ANALYZE`] is SQL already.
pub fn sql(graph: &str, statement: &str) -> Result<Sql, String> {
    if statement == ANALYZE {
        return Ok(Sql { text: statement.to_owned(), columns: Vec::new() });
    }
    let columns = columns(&parse(statement).map_err(|error| error.to_string())?)?;
    // A dollar-quoted string ends at its tag, wherever that stands.
    let tag = (0..).map(|number| format!("$gl{number}$")).find(|tag| !statement.contains(tag.as_str()));
    let tag = tag.unwrap_or_default();
    let list: Vec<String> = (0..columns.len().max(1)).map(|number| format!("c{number} agtype")).collect();
    let list = list.join(", ");
    Ok(Sql { text: format!("SELECT * FROM cypher('{graph}', {tag}{statement}{tag}) AS ({list})"), columns })
}

/// How many rows the root of a plan of PostgreSQL expects: `Seq Scan on t  (cost=0.00..1.04 rows=4 width=64)`.
pub fn rows_of_plan(plan: &str) -> Option<f64> {
    let (_, behind) = plan.lines().next()?.split_once(" rows=")?;
    behind.split_whitespace().next()?.parse().ok().filter(|rows: &f64| rows.is_finite())
}

fn columns(statement: &Statement) -> Result<Vec<Name>, String> {
    let Statement::Query(query) = statement else { return Ok(Vec::new()) };
    let last = query.parts().next().and_then(|part| part.clauses.last());
    match last {
        Some(Clause::Return(projection)) if projection.star => {
            Err("the columns of RETURN * cannot be declared beforehand".to_owned())
        }
        Some(Clause::Return(projection)) => Ok(projection.items.iter().map(name).collect()),
        _ => Ok(Vec::new()),
    }
}

/// As Cypher names a column: by its alias, its variable, or the text of its expression.
fn name(item: &ProjectionItem) -> Name {
    column_name(item).cloned().unwrap_or_else(|| print_expression(&item.expression, &Dialect::standard()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_a_plan_says_how_many_rows_are_expected() {
        let check = |plan: &str, rows: Option<f64>| assert_eq!(rows_of_plan(plan), rows, "{plan}");
        check("Seq Scan on \"A\" n  (cost=0.00..22.00 rows=1200 width=32)\n  Filter: (rows=3)", Some(1200.0));
        check("Result", None);
        check("", None);
    }

    #[test]
    fn columns_are_declared_and_the_quotes_fit() {
        let made = sql("ggg", "MATCH (n) RETURN n.x AS x, '$gl0$' AS y, n").expect("SQL");
        let expected = "SELECT * FROM cypher('ggg', $gl1$MATCH (n) RETURN n.x AS x, '$gl0$' AS y, n$gl1$) \
                        AS (c0 agtype, c1 agtype, c2 agtype)";
        assert_eq!((made.text.as_str(), made.columns), (expected, vec!["x".into(), "y".into(), "n".into()]));
        let write = sql("ggg", "CREATE (n)").expect("SQL");
        assert!(write.text.ends_with("AS (c0 agtype)") && write.columns.is_empty());
        assert_eq!(sql("ggg", "ANALYZE").map(|made| made.text).as_deref(), Ok("ANALYZE"));
        assert!(sql("ggg", "MATCH (n) RETURN *").is_err());
        assert!(sql("ggg", "nonsense").is_err());
    }
}
