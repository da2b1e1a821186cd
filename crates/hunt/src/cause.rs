//! What alone would make the reference give the engine's wrong answer: one departure from the language, or one of the
//! faults that engines are known for. Two findings of one cause are one bug, whatever their statements look like.

use graphlance_case::{Case, Departure, Dialect, Evaluator, Response, Verdict, judge};

/// The one departure that explains a wrong answer: under it the claim would be what came. None when no departure does, when no
/// table came (errors have words of their own), or when the claim is about several statements.
pub fn cause(case: &Case, responses: &[Response], dialect: &Dialect, evaluator: &dyn Evaluator) -> Option<Departure> {
    let [step] = case.claim.steps(case)[..] else { return None };
    let stated = case.claim.table().is_some() || case.claim.stated().is_some();
    let answered = matches!(responses.get(step), Some(Response::Table(_)));
    let holds = |claim| {
        let case = Case { claim, ..case.clone() };
        matches!(judge(&case, responses, dialect), Verdict::Pass { .. })
    };
    if !stated || !answered || step > 0 || holds(case.claim.clone()) {
        return None;
    }
    let explains = |departure: &Departure| case.claim.restated(case, departure.evaluator.as_ref()).is_ok_and(holds);
    evaluator.departures().into_iter().find(explains)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Effort, Language};
    use graphlance_case::{Act, Answers, Claim, Lineage, Step};
    use graphlance_graph::{Graph, Properties, Returns, Table, Value};

    use super::*;

    /// One node with a self-loop; `returned` rows of 1 instead of `expected`.
    fn check(text: &str, expected: usize, returned: usize, cause_wanted: Option<&str>) {
        let mut graph = Graph::new();
        let node = graph.add_node([], Properties::new());
        graph.add_relationship(node, "T".into(), node, Properties::new()).unwrap();
        let rows = |count| vec![vec![Value::Integer(1)]; count];
        let claim = Claim::returns(0, Returns::bag(["x".into()], rows(expected)));
        let standard = Cypher.standard();
        let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
        let case = Case { steps, ..Case::new(&standard, Arc::new(graph), claim, Lineage::default()) };
        let table = Table { columns: vec!["x".into()], rows: rows(returned) };
        let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
        let found = cause(&case, &[Response::Table(table)], &standard, evaluator.as_ref());
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
    fn a_wrong_graph_and_an_error_that_did_not_come_are_named_so_as_well() {
        let standard = Cypher.standard();
        let evaluator = graphlance_reference::languages().evaluator(&standard, Effort::Usual);
        let named = |text: &str, left: Graph, wanted: Option<&str>| {
            let case = Case::new(&standard, Arc::default(), Claim::Survives, Lineage::default());
            let steps = vec![Step::run(Cypher.parse(text).expect("a statement")), Act::Snapshot.into()];
            let mut case = Case { steps, ..case };
            case.claim = Claim::Answers(Answers::of(&case, 0, evaluator.as_ref()));
            let responses = [Response::Table(Table::default()), Response::Graph(Box::new(left))];
            let found = cause(&case, &responses, &standard, evaluator.as_ref());
            assert_eq!(found.map(|departure| departure.sentence), wanted, "{text}");
        };
        let lost = Some("OPTIONAL MATCH loses its row when its WHERE is never true");
        named("OPTIONAL MATCH (n) WHERE false CREATE ()", Graph::new(), lost);
        named("OPTIONAL MATCH (n) WHERE false CREATE (n)-[:T]->()", Graph::new(), lost);
        named("CREATE ()", Graph::new(), None);
    }

    #[test]
    fn a_right_answer_and_an_unexplained_one_have_no_cause() {
        check("MATCH ()-->() RETURN 1 AS x", 1, 1, None);
        check("MATCH ()-->() RETURN 1 AS x", 1, 7, None);
    }
}
