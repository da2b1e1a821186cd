//! Rulings: what a statement gives, that it raises an error, or that no document says what it gives, each with the source
//! that decides.
//!
//! `manual/rules.tsv`: statement, outcome, source. The outcome is the rows as a list in any order, `error` (with the TCK's
//! detail where it has one), or `open`. Answers that the language leaves open are refused, so that rows are definite.
//! `manual/cypher25.tsv` has the same for what Cypher has had since openCypher 9. `manual/rules.cypher` makes the graph.

use graphlance_cypher::parse;
use graphlance_graph::{Graph, Properties, Value};
use graphlance_reference::{Budget, Failure, OpenAnswers, Options, evaluate};

const RULES: &str = include_str!("manual/rules.tsv");
const CYPHER_25: &str = include_str!("manual/cypher25.tsv");
const GRAPH: &str = include_str!("manual/rules.cypher");

fn run(graph: &Graph, text: &str, open: OpenAnswers) -> Result<(Vec<Value>, Option<Graph>), Failure> {
    let answer = evaluate(graph, &parse(text)?, &Options { open, ..Options::default() })?;
    Ok((answer.returns.rows.into_iter().flatten().collect(), answer.graph))
}

fn rows(text: &str) -> Vec<Value> {
    let listed = run(&Graph::new(), &format!("UNWIND {text} AS row RETURN row"), OpenAnswers::Choose);
    listed.unwrap_or_else(|failure| panic!("{text}: {failure}")).0
}

/// What is wrong with a line, if anything.
fn check(graph: &Graph, line: &str) -> Option<String> {
    let [text, outcome, source] = line.split('\t').collect::<Vec<_>>()[..] else {
        return Some(format!("not three columns: {line}"));
    };
    let actual = run(graph, text, OpenAnswers::Refuse).map(|(rows, _)| rows);
    let agrees = match (outcome.split_once(' '), &actual) {
        (None, Err(Failure::Unspecified(_) | Failure::Unknown(_))) => outcome == "open",
        (None, Err(Failure::Raised(_))) => outcome == "error",
        (Some(("error", detail)), Err(Failure::Raised(error))) => error.detail == detail,
        (_, Ok(actual)) if outcome.starts_with('[') => {
            let mut left = actual.clone();
            let expected = rows(outcome);
            expected.iter().all(|value| {
                let place = left.iter().position(|other| other == value);
                place.map(|place| left.swap_remove(place)).is_some()
            }) && left.is_empty()
        }
        _ => false,
    };
    (!agrees).then(|| format!("{text}\n  gives {actual:?}\n  {source}: {outcome}"))
}

#[test]
fn statements_give_what_the_sources_rule() {
    let made = run(&Graph::new(), GRAPH, OpenAnswers::Refuse).unwrap_or_else(|failure| panic!("{failure}"));
    let graph = made.1.unwrap_or_default();
    let wrong: Vec<String> = RULES.lines().chain(CYPHER_25.lines()).filter_map(|line| check(&graph, line)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Where the language leaves the answer open, the one that is chosen on request.
#[test]
fn an_open_answer_is_chosen_on_request() {
    let chosen = [
        ("RETURN toString(duration.between(date('2020-01-31'), date('2020-02-29')))", "['P29D']"),
        ("RETURN coalesce(1, 1 / 0)", "[1]"),
        ("RETURN any(x IN [1, 0] WHERE 1 / x > 0)", "[true]"),
        ("UNWIND [2, 1] AS x RETURN x AS y, count(*) AS c ORDER BY x", "[1, 1, 2, 1]"),
        ("UNWIND [1, 2] AS a WITH DISTINCT a AS b WHERE a = 1 RETURN b", "[1]"),
        ("RETURN 1 AS a, 2 AS b UNION ALL RETURN 3 AS b, 4 AS a", "[1, 2, 4, 3]"),
    ];
    for (text, expected) in chosen {
        let actual =
            run(&Graph::new(), text, OpenAnswers::Choose).unwrap_or_else(|failure| panic!("{text}: {failure}"));
        assert_eq!(actual.0, rows(expected), "{text}");
    }
}

/// What would cost more than a statement may: it runs out of budget, or is answered quickly, and never out of stack.
#[test]
fn deep_long_and_shared_values_run_out_of_budget_and_not_of_stack() {
    let shared = "reduce(m = {a: 1}, i IN range(1, 40) | {a: m, b: m})";
    let lists = "reduce(l = [1], i IN range(1, 40) | [l, l])";
    let answered = [
        format!("WITH {shared} AS m RETURN m = m"),
        format!("UNWIND [1, 2] AS x WITH {shared} AS m RETURN count(DISTINCT m) = 1"),
        format!("UNWIND [1, 2] AS x WITH {lists} AS m, count(*) AS c RETURN c = 2"),
        format!("UNWIND [1, 2] AS x WITH {lists} AS m ORDER BY m LIMIT 1 RETURN m <= m"),
        format!("UNWIND [1, 2] AS x WITH collect({shared}) AS ms RETURN ms[0] = ms[1]"),
    ];
    for text in answered {
        assert_eq!(run(&Graph::new(), &text, OpenAnswers::Refuse).map(|(rows, _)| rows), Ok(rows("[true]")), "{text}");
    }
    let refused = [
        format!("RETURN {shared} AS m"),
        "RETURN reduce(l = [], i IN range(1, 1000000) | [l]) = []".to_owned(),
        "RETURN size(reduce(l = {}, i IN range(1, 100000) | {k: [l]}))".to_owned(),
        format!("WITH [] AS l {}RETURN 1", "WITH [[[[[l]]]]] AS l ".repeat(500)),
        format!("RETURN {}1{}", "[".repeat(300), "]".repeat(300)),
        format!("RETURN 1{}", " + 1".repeat(2_000)),
    ];
    for text in refused {
        let result = run(&Graph::new(), &text, OpenAnswers::Refuse);
        let start: String = text.chars().take(80).collect();
        assert!(matches!(result, Err(Failure::OutOfBudget(_))), "{start}: {result:?}");
    }
}

#[test]
fn a_long_chain_is_walked_without_a_deep_stack() {
    let mut graph = Graph::new();
    let mut before = graph.add_node(["First".into()], Properties::new());
    for index in 1..4_000 {
        let label = if index == 3_999 { "Last" } else { "Inner" };
        let node = graph.add_node([label.into()], Properties::new());
        assert!(graph.add_relationship(before, "R".into(), node, Properties::new()).is_ok());
        before = node;
    }
    let options = Options { budget: Budget { work: 100_000_000, ..Budget::default() }, ..Options::default() };
    for pattern in ["((x)-[r]->(y))+", "-[*]->", "-[r]->+", "(()-->()-->()-->())+"] {
        let query = format!("MATCH p = (:First) {pattern} (:Last) RETURN length(p)");
        let answer = evaluate(&graph, &parse(&query).unwrap_or_else(|error| panic!("{error}")), &options);
        let rows = answer.map(|answer| answer.returns.rows.concat());
        assert_eq!(rows, Ok(vec![Value::Integer(3_999)]), "{query}");
    }
}
