//! Graphs by a formula: what loads one leaves exactly it, and the relations that are asked on it hold and begin at nodes that they name.
//! `GRAPHLANCE_CASES` sets the number of groups.

use std::sync::Arc;

use graphlance_case::language::{Cypher, Language, LoadTexts};
use graphlance_case::{Case, Evaluator, Load, Response, Statement, Verdict, judge};
use graphlance_cypher::Dialect;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::graph_compare::same_graph;
use graphlance_graph::random_graph::{Formula, Topology};
use graphlance_graph::{CompareOptions, Graph, Node, Properties, Table, Value};
use graphlance_oracles::{Gamera, Oracle, RoundContext};
use graphlance_reference::Options;

const CASES: u64 = 600;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES)
}

/// The rounds of a profile with graphs of so many nodes by a formula.
fn context(nodes: usize, number: u64) -> RoundContext {
    let mut profile = Profile::built_in("huge").expect("a built-in profile");
    assert_eq!(profile.graph.by_formula, 1_000_000);
    profile.graph.by_formula = nodes;
    RoundContext { round: number, ..RoundContext::new(1, Cypher.standard(), Arc::new(profile)) }
}

#[test]
fn what_loads_a_graph_leaves_that_graph() {
    for topology in Topology::ALL {
        for nodes in [16, 64, 112] {
            let graph = Graph::by(Formula::new(*topology, nodes, 5).expect("a formula"));
            let mut state = Graph::new();
            for text in LoadTexts::of(&graph, &Load::Create, &Cypher.standard()).data {
                let statement = Cypher.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                let answer = Options::default().evaluate(&state, &statement);
                state = answer.unwrap_or_else(|none| panic!("{text}: {none}")).graph.expect("it writes");
            }
            let compared = same_graph(&graph, &state, &CompareOptions::default());
            compared.unwrap_or_else(|difference| panic!("{topology:?} of {nodes} nodes: {difference}"));
        }
    }
}

/// The rows that a text copies into a table, each as text with the name of the table, and the labels of the ends if it has any.
fn copied(text: &str) -> Vec<String> {
    let (table, rest) = text.strip_prefix("COPY ").and_then(|rest| rest.split_once(" FROM (")).expect("a COPY");
    let (query, ends) = match rest.rsplit_once(") (") {
        Some((query, ends)) => (query, ends.trim_end_matches(')')),
        None => (rest.trim_end_matches(')'), ""),
    };
    let statement = Cypher.parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let answer = Options::default().evaluate(&Graph::new(), &statement);
    let rows = answer.unwrap_or_else(|none| panic!("{query}: {none}")).returns.rows;
    rows.iter().map(|row| format!("{table} {ends} {row:?}")).collect()
}

#[test]
fn what_is_copied_into_typed_tables_are_the_elements_of_that_graph() {
    let dialect = Dialect::built_in("ladybug").expect("a dialect that comes with graphlance").into();
    for topology in Topology::ALL {
        let graph = Graph::by(Formula::new(*topology, 64, 5).expect("a formula"));
        let texts = LoadTexts::of(&graph, &Load::Create, &dialect);
        let mut rows: Vec<String> = texts.data.iter().flat_map(|text| copied(text)).collect();
        let values = |properties: &Properties| {
            let value = |key| properties.get(key).cloned().unwrap_or(Value::Null);
            ["id", "k0", "k1"].map(value).to_vec()
        };
        let node = |key| graph.node(key).expect("an end");
        let label = |node: &Node| node.labels.iter().next().expect("a label").clone();
        let nodes = graph.nodes().map(|node| format!("{}  {:?}", label(node), values(&node.properties)));
        let relationships = graph.relationships().map(|relationship| {
            let [start, end] = [relationship.start, relationship.end].map(node);
            let ids = [start, end].map(|node| node.properties["id"].clone());
            let row = [&ids[..], &values(&relationship.properties)].concat();
            format!("{} from='{}', to='{}' {row:?}", relationship.kind, label(start), label(end))
        });
        let mut elements: Vec<String> = nodes.chain(relationships).collect();
        rows.sort();
        elements.sort();
        assert_eq!(rows, elements, "{topology:?}");
    }
}

#[test]
fn a_hundred_thousand_nodes_are_loaded_by_some_dozens_of_short_texts() {
    let graph = Graph::by(Formula::new(Topology::Cyclic, 100_000, 5).expect("a formula"));
    let texts = LoadTexts::of(&graph, &Load::Create, &Cypher.standard());
    assert_eq!(texts.schema.len(), 4);
    assert!(texts.data.len() <= 40, "{}", texts.data.len());
    assert!(texts.data.iter().all(|text| text.len() < 400), "{:?}", texts.data);
}

#[test]
fn whether_it_is_loaded_is_told_by_counts() {
    let context = context(48, 0);
    let round = Gamera.round(&context);
    let case = context.loading(&Gamera, round.as_ref());
    assert_eq!(case.statements().count(), 2);
    let counts = [round.graph().node_count(), round.graph().relationship_count()].map(|count| count as i64);
    let told = |counts: [i64; 2]| {
        let table = |count| Table { columns: vec!["size".into()], rows: vec![vec![Value::Integer(count)]] };
        judge(&case, &counts.map(|count| Response::Table(table(count))), &Cypher.standard())
    };
    assert!(matches!(told(counts), Verdict::Pass { vacuous: false }));
    for wrong in [[counts[0] - 1, counts[1]], [counts[0], counts[1] + 1]] {
        assert!(matches!(told(wrong), Verdict::Fail(_)), "{wrong:?}");
    }
}

/// What the reference answers to the steps of a case, one after the other on the graph as it is.
fn responses(case: &Case) -> Vec<Response> {
    let answer = |statement: &Statement| {
        let answer = Options::default().evaluate(&case.graph, statement);
        let returns = answer.unwrap_or_else(|none| panic!("{}: {none}", statement.text())).returns;
        let columns = returns.columns.into_iter().map(|column| column.name).collect();
        Response::Table(Table { columns, rows: returns.rows })
    };
    case.statements().map(answer).collect()
}

#[test]
fn what_is_asked_holds_says_something_and_begins_at_a_node_that_is_named() {
    let (mut asked, mut vacuous) = (0, 0);
    for number in 0.. {
        let mut round = Gamera.round(&context(1_600, number));
        assert!(round.graph().formula().is_some());
        for case in std::iter::from_fn(|| round.next_case(&Adaptation::default())).take(40) {
            let texts: Vec<String> = case.statements().map(|statement| statement.text().to_string()).collect();
            assert!(texts.iter().all(|text| text.contains("{id: ") && text.contains(":L")), "{texts:?}");
            match judge(&case, &responses(&case), &Cypher.standard()) {
                Verdict::Pass { vacuous: nothing } => vacuous += u64::from(nothing),
                other => panic!("{other}: {texts:?} on {:?}", case.graph.formula()),
            }
            asked += 1;
        }
        if asked >= cases() {
            break;
        }
    }
    assert!(vacuous * 10 <= asked, "{vacuous} of {asked} say nothing");
}
