//! The rows after each clause, for reports.

use graphlance_case::PartTrace;
use graphlance_cypher::facts::query_writes;
use graphlance_cypher::print::print_clause;
use graphlance_cypher::{Clause, Dialect, Statement};
use graphlance_graph::Graph;

use crate::compile::Compiler;
use crate::run::Runner;
use crate::{OpenAnswers, Options, explain_values};

/// The rows after each clause of a statement, part after part of a UNION, up to the clause that fails. Where the
/// language leaves the answer open, one right answer is shown. Nothing for a statement that does not compile.
pub fn explain(graph: &Graph, statement: &Statement, options: &Options) -> Vec<PartTrace> {
    let Statement::Query(query) = statement else { return Vec::new() };
    let Ok(options) = options.given(query) else { return Vec::new() };
    let options = Options { open: OpenAnswers::Choose, ..options.into_owned() };
    let mut compiler = Compiler::new(graph, &options).traced();
    let Ok(plan) = compiler.query(query) else { return Vec::new() };
    let frame = compiler.frame();
    let texts: Vec<Vec<String>> = query
        .parts()
        .map(|part| part.clauses.iter().map(|clause| print_clause(clause, &Dialect::standard())).collect())
        .collect();
    let parts: Vec<&[Clause]> = query.parts().map(|part| part.clauses.as_slice()).collect();
    let mut traces = Vec::new();
    let mut runner = Runner::new(graph, &options, frame.len(), query_writes(query));
    // The failure that ends the trace is known from `evaluate`.
    let _ = runner.run(&plan, frame, &mut |part, clause, rows| {
        let scope = &plan.parts[part].scopes[clause];
        traces.push(PartTrace {
            clause: texts[part][clause].clone(),
            columns: scope.iter().map(|(name, _)| name.clone()).collect(),
            rows: rows
                .frames
                .iter()
                .map(|frame| scope.iter().map(|(_, slot)| frame[*slot].clone()).collect())
                .collect(),
            values: explain_values(graph, &parts[part][..clause], &parts[part][clause], &options),
        });
    });
    traces
}

#[cfg(test)]
mod tests {
    use super::*;
    use graphlance_cypher::parse;

    fn check(text: &str, expected: &[(&str, usize)]) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        let traces = explain(&Graph::new(), &statement, &Options::default());
        let actual: Vec<_> = traces.iter().map(|trace| (trace.clause.as_str(), trace.rows.len())).collect();
        assert_eq!(actual, expected);
    }

    #[test]
    fn each_clause_is_shown_with_the_rows_after_it() {
        check(
            "UNWIND [1, 2, 3] AS x WITH x WHERE x > 1 RETURN x",
            &[("UNWIND [1, 2, 3] AS x", 3), ("WITH x WHERE x > 1", 2), ("RETURN x", 2)],
        );
    }

    #[test]
    fn the_trace_ends_before_the_clause_that_fails() {
        check("UNWIND [1, 0] AS x RETURN 1 / x AS y", &[("UNWIND [1, 0] AS x", 2)]);
    }
}
