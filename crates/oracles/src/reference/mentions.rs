//! Second mentions of relationships, for targets that count parallel ones once where nothing refers to them.

use graphlance_cypher::Statement;
use graphlance_generate::skeleton::{Expected, Made};
use graphlance_graph::Graph;
use graphlance_reference::{Options, evaluate, raises_surely};

use crate::base::with_references;

/// The statement with a second mention of each relationship of a pattern. What stands in a subquery has none. It may have other
/// rows than without, and what was an error of so many rows need be none.
pub(super) fn with_mentions(made: Made, graph: &Graph, options: &Options) -> Option<Made> {
    let query = with_references(made.query)?;
    let expected = match (made.expected, evaluate(graph, &Statement::Query(query.clone()), options)) {
        (_, Ok(answer)) => Expected::Rows(answer.returns),
        (Expected::Rows(_), Err(_)) => return None,
        (Expected::Error(_), Err(_)) => Expected::Error(raises_surely(graph, &query, options)?.to_string()),
    };
    Some(Made { query, expected, ..made })
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::dialect::Deviations;
    use graphlance_cypher::parse;
    use graphlance_generate::Techniques;
    use graphlance_graph::Value;

    use super::*;

    /// What is expected of a statement that was to raise an error, with its mentions, on two parallel relationships.
    fn expected(text: &str) -> Option<Expected> {
        let two = parse("CREATE (a)-[:T]->(b), (a)-[:T]->(b)").expect("a statement");
        let graph = evaluate(&Graph::new(), &two, &Options::default()).expect("an answer").graph.expect("a graph");
        let Ok(Statement::Query(query)) = parse(text) else { panic!("{text}") };
        let deviations = Deviations { unreferenced_relationships_once: true, ..Deviations::default() };
        let options = Options { deviations, ..Options::default() };
        let error = Expected::Error("some error".into());
        let made = Made { query, expected: error, clauses: 1, techniques: Techniques::default() };
        with_mentions(made, &graph, &options).map(|made| made.expected)
    }

    #[test]
    fn an_error_of_how_many_rows_there_are_is_none_where_mentions_make_others() {
        let counted = "MATCH (a)-[r]->(b) WITH count(*) AS c RETURN 2 / (c - 1) AS x";
        match expected(counted) {
            Some(Expected::Rows(returns)) => assert_eq!(returns.rows, [[Value::Integer(2)]]),
            other => panic!("{other:?}"),
        }
        match expected("MATCH (a)-[r]->(b) WITH count(*) AS c RETURN 2 / (c - 2) AS x") {
            Some(Expected::Error(error)) => assert!(error.contains("DivisionByZero"), "{error}"),
            other => panic!("{other:?}"),
        }
    }
}
