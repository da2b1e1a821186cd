//! What alone would make the reference give the engine's wrong answer: one departure from the language, or one of the
//! faults that engines are known for. Two findings of one cause are one bug, whatever their statements look like.

use graphlance_case::{Case, Response};
use graphlance_generate::adaptation::Reliance;
use graphlance_graph::compare::CompareOptions;
use graphlance_graph::table::compare;
use graphlance_reference::{Departure, Options, evaluate};

/// What further cases should not rely on once a bug of this cause is known: else the bug would hide the next.
pub fn reliance(cause: &Departure, options: &Options) -> Option<Reliance> {
    let lost = |reliance: &Reliance| reliance.holds(&options.deviations) && !reliance.holds(&cause.options.deviations);
    Reliance::ALL.iter().copied().find(lost)
}

/// The names of all causes.
pub fn causes() -> Vec<&'static str> {
    Options::default().departures().map(|departure| departure.sentence).collect()
}

/// The one departure that explains a wrong table; none when no departure does, or when the claim is of another kind.
pub fn cause(case: &Case, responses: &[Response], options: &Options) -> Option<Departure> {
    let (step, returns) = case.claim.table()?;
    let Some(Response::Table(actual)) = responses.get(step) else { return None };
    let statement = case.statement(step)?;
    let comparison = CompareOptions { float_digits: options.deviations.float_digits, ..CompareOptions::default() };
    if step > 0 || compare(returns, actual, &comparison).is_ok() {
        return None;
    }
    let explains = |departure: &Departure| {
        evaluate(&case.graph, statement, &departure.options)
            .is_ok_and(|answer| compare(&answer.returns, actual, &comparison).is_ok())
    };
    options.departures().find(explains)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::{Claim, Lineage, Load, Step, case::CASE_VERSION};
    use graphlance_cypher::parse;
    use graphlance_graph::{Graph, Properties, Returns, Table, Value};

    use super::*;

    /// One node with a self-loop; `returned` rows of 1 instead of `expected`.
    fn check(text: &str, expected: usize, returned: usize, cause_wanted: Option<&str>) {
        let mut graph = Graph::new();
        let node = graph.add_node([], Properties::new());
        graph.add_relationship(node, "T".into(), node, Properties::new()).unwrap();
        let rows = |count| vec![vec![Value::Integer(1)]; count];
        let case = Case {
            version: CASE_VERSION,
            dialect: "opencypher9".into(),
            graph: Arc::new(graph),
            load: Load::Create,
            plan: Vec::new(),
            steps: vec![Step::Run(parse(text).unwrap())],
            claim: Claim::returns(0, Returns::bag(["x".into()], rows(expected))),
            lineage: Lineage::default(),
        };
        let table = Table { columns: vec!["x".into()], rows: rows(returned) };
        let found = cause(&case, &[Response::Table(table)], &Options::default());
        assert_eq!(found.map(|departure| departure.sentence), cause_wanted, "{text}");
    }

    #[test]
    fn a_wrong_answer_is_named_by_the_departure_that_explains_it() {
        check("MATCH ()-->()-->() RETURN 1 AS x", 0, 1, Some("one MATCH may use a relationship twice"));
        check("MATCH ()--() RETURN 1 AS x", 1, 2, Some("an undirected pattern matches a self-loop twice"));
        check(
            "MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE false RETURN 1 AS x",
            1,
            0,
            Some("OPTIONAL MATCH loses its row when its WHERE is never true"),
        );
    }

    #[test]
    fn what_a_departure_breaks_is_relied_on_no_more() {
        let options = Options::default();
        let check = |sentence: &str, expected: Option<Reliance>| {
            let departure = options.departures().find(|departure| departure.sentence == sentence).unwrap();
            assert_eq!(reliance(&departure, &options), expected, "{sentence}");
            // What the target is known to do wrong, nobody relies on.
            assert_eq!(reliance(&departure, &departure.options), None, "{sentence}");
        };
        check("one MATCH may use a relationship twice", Some(Reliance::RelationshipUniqueness));
        check("an undirected pattern matches a self-loop twice", Some(Reliance::SelfLoopOnce));
        check("LIMIT is applied before ORDER BY", None);
    }

    #[test]
    fn a_right_answer_and_an_unexplained_one_have_no_cause() {
        check("MATCH ()-->() RETURN 1 AS x", 1, 1, None);
        check("MATCH ()-->() RETURN 1 AS x", 1, 7, None);
    }
}
