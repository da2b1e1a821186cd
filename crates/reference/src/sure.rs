//! Errors that no order of execution avoids.

use graphlance_cypher::Statement;
use graphlance_cypher::ast::*;
use graphlance_cypher::facts::query_writes;
use graphlance_graph::Graph;

use crate::{CypherError, Experiments, Failure, Options, Phase, evaluate};

/// The error that a query must raise during execution, in whatever order an engine executes it. Of one that reads: a value of its
/// last RETURN raises it, which returns every row, and nothing before it raises any. Of one that writes: each of several orders
/// comes upon an error, also those that look at more than the natural one. None for other queries.
pub fn raises_surely(graph: &Graph, query: &Query, options: &Options) -> Option<CypherError> {
    let options = Options { experiments: Experiments { early_errors: true, ..options.experiments }, ..options.clone() };
    if query_writes(query) {
        return match evaluate(graph, &Statement::Query(query.clone()), &options) {
            Err(Failure::Raised(error)) if error.phase == Phase::Runtime => Some(error),
            _ => None,
        };
    }
    let Some((Clause::Return(last), before)) = query.first.clauses.split_last() else { return None };
    if !query.unions.is_empty() || last.skip.is_some() || last.limit.is_some() || !last.order.is_empty() {
        return None;
    }
    let Err(Failure::Raised(error)) = evaluate(graph, &Statement::Query(query.clone()), &options) else { return None };
    // Rows that are counted are as good as returned.
    let count = ProjectionItem { expression: Expression::CountStar, alias: Some("rows".into()) };
    let counted = Clause::Return(Projection { items: vec![count], ..Projection::default() });
    let mut without = query.clone();
    without.first.clauses = before.iter().cloned().chain([counted]).collect();
    let raises_nothing = evaluate(graph, &Statement::Query(without), &options).is_ok();
    (error.phase == Phase::Runtime && raises_nothing).then_some(error)
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse_query;

    use super::*;

    #[track_caller]
    fn check(text: &str, raises: bool) {
        let query = parse_query(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(raises_surely(&Graph::new(), &query, &Options::default()).is_some(), raises, "{text}");
    }

    #[test]
    fn an_error_is_sure_where_a_value_that_every_row_returns_raises_it() {
        check("UNWIND [1, 0] AS x RETURN 1 / x AS y", true);
        check("UNWIND [1, 0] AS x RETURN x, collect(1 / x) AS y", true);
        check("UNWIND [1, 2] AS x RETURN x + 9223372036854775807 AS y", true);
        check("UNWIND [1, 2] AS x RETURN 1 / x AS y", false);
        check("UNWIND [1, 0] AS x RETURN 1 / x AS y LIMIT 1", false);
        check("UNWIND [1, 0] AS x RETURN 1 / x AS y ORDER BY y", false);
        check("UNWIND [1, 0] AS x WITH 1 / x AS y RETURN 1 / 0 AS z", false);
        check("UNWIND [] AS x RETURN 1 / 0 AS y", false);
        check("UNWIND [1, 0] AS x RETURN CASE WHEN x > 0 THEN 1 / x END AS y", false);
        check("RETURN 1 / 0 AS y UNION RETURN 1 AS y", false);
        check("RETURN y", false);
        check("UNWIND [1, 0] AS x CREATE ({k: 1 / x})", true);
        check("CREATE (a) SET a.k = 1 / 0 RETURN a", true);
        check("UNWIND [1, 0] AS x WITH x WHERE 1 / x > 0 AND x = 1 CREATE ({k: 1})", false);
        check("CREATE (a {k: 1})", false);
    }
}
