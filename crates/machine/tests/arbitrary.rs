//! Random statements: none breaks the machine, and what an answer promises holds in arrangements that it was not made from.
//! `GRAPHLANCE_CASES` says how many.

use crate::support::modern;
use graphlance_graph::Random;
use graphlance_gremlin::{Version, arbitrary, parse};
use graphlance_machine::value::text;
use graphlance_machine::{Budget, Failure, Options, Promise, evaluate, evaluate_in};

fn cases(usual: u64) -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

#[test]
fn any_tree_has_an_answer_or_a_failure_within_the_budget_and_the_same_twice() {
    let graph = modern();
    let (mut answers, mut raised) = (0, 0);
    for case in 0..cases(4_000) {
        let mut random = Random::derive(7, &[case]);
        let statement = arbitrary::statement(&mut random, 4 + (case % 20) as usize);
        let version = Version::ALL[1 + (case % 3) as usize];
        let budget = Budget { work: 20_000, ..Budget::default() };
        let options = Options { version, budget, ..Options::default() };
        let shown = || match evaluate(&statement, &graph, &options) {
            Ok(answer) => format!("{:?}", answer.values),
            Err(failure) => failure.to_string(),
        };
        assert_eq!(shown(), shown(), "{}", graphlance_gremlin::print(&statement));
        match evaluate(&statement, &graph, &options) {
            Ok(_) => answers += 1,
            Err(Failure::Raised(_)) => raised += 1,
            Err(_) => {}
        }
    }
    println!("{answers} answers, {raised} errors");
    assert!(answers > 0 && raised > 0, "{answers} answers, {raised} errors");
}

const BEGINS: &[&str] =
    &["g.V()", "g.E()", "g.V(1)", "g.V(1, 3, 4)", "g.inject(3, 1, 2, 1)", "g.V().hasLabel('person')"];

const STEPS: &[&str] = &[
    "out()",
    "in('created')",
    "both()",
    "outE()",
    "inV()",
    "otherV()",
    "values('name')",
    "values('age')",
    "values()",
    "has('age', P.gt(28))",
    "hasLabel('person')",
    "where(__.out())",
    "not(__.in())",
    "dedup()",
    "dedup().by(T.label)",
    "order()",
    "order().by('name')",
    "order().by(T.label)",
    "order().by('age', Order.desc)",
    "limit(2)",
    "tail(2)",
    "range(1, 3)",
    "count()",
    "fold()",
    "unfold()",
    "group().by(T.label)",
    "groupCount().by(T.label)",
    "group().by(T.label).by(__.out().values('name'))",
    "project('a', 'b').by(T.label).by(__.out().count())",
    "project('a').by(__.out().values('name'))",
    "repeat(__.both()).times(2)",
    "repeat(__.out()).emit()",
    "repeat(__.out().limit(1)).times(2)",
    "union(__.out(), __.in())",
    "coalesce(__.out('knows'), __.in())",
    "optional(__.out())",
    "local(__.out().limit(1))",
    "choose(__.hasLabel('person'), __.out(), __.in())",
    "path()",
    "simplePath()",
    "as('a')",
    "select('a')",
    "aggregate('x')",
    "cap('x')",
    "label()",
    "id()",
    "valueMap()",
    "elementMap('name')",
    "sum()",
    "max()",
    "mean()",
    "identity()",
    "map(__.both())",
    "flatMap(__.both())",
    "limit(Scope.local, 1)",
    "order(Scope.local)",
    "count(Scope.local)",
    "sample(1)",
    "reverse()",
    "dedup(Scope.local)",
    "match(__.as('p').out().as('q'))",
    "properties()",
    "constant(1)",
    "is(P.neq(1))",
    "barrier()",
    "tree()",
];

/// A value as text, in which lists are sorted where their order is not promised.
fn form(
    values: &[graphlance_machine::Value],
    graph: &graphlance_machine::PropertyGraph,
    sequence: bool,
) -> Vec<String> {
    let mut forms: Vec<String> = values.iter().map(|value| sorted(&text::text(graph, value))).collect();
    if !sequence {
        forms.sort_unstable();
    }
    forms
}

/// The characters of a text in order: what is the same in every order of lists, sets and maps.
fn sorted(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    characters.sort_unstable();
    characters.into_iter().collect()
}

#[test]
fn what_an_answer_promises_holds_in_other_arrangements() {
    let graph = modern();
    let (mut held, mut ordered, mut open) = (0, 0, 0);
    for case in 0..cases(4_000) {
        let mut random = Random::derive(11, &[case]);
        let mut query = (*random.pick(BEGINS).expect("there are beginnings")).to_owned();
        for _ in 0..random.between(1, 6) {
            query += &format!(".{}", random.pick(STEPS).expect("there are steps"));
        }
        let statement = parse(&query).unwrap_or_else(|error| panic!("{query}: {error}"));
        let budget = Budget { work: 50_000, ..Budget::default() };
        let options = Options { budget, ..Options::default() };
        let answer = match evaluate(&statement, &graph, &options) {
            Ok(answer) if !answer.inexact => answer,
            Err(Failure::Unspecified(_)) => {
                open += 1;
                continue;
            }
            _ => continue,
        };
        held += 1;
        let sequence = answer.promise == Promise::Sequence;
        ordered += u64::from(sequence);
        for arrangement in 3..12 {
            let (values, after) = evaluate_in(arrangement, &statement, &graph, &options)
                .unwrap_or_else(|failure| panic!("{query} in arrangement {arrangement}: {failure}"));
            let expected = form(&answer.values, &answer.graph, sequence);
            assert_eq!(form(&values, &after, sequence), expected, "{query} in arrangement {arrangement}");
        }
    }
    println!("{held} answers held, {ordered} of them in order; {open} were open");
    assert!(held > 500 && ordered > 50 && open > 100, "{held} answers held, {ordered} in order; {open} open");
}
