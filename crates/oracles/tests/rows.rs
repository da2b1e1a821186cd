//! What loads a graph by rows leaves that graph, by texts that do not depend on it.

use std::collections::BTreeSet;

use graphlance_case::language::{Cypher, Language, LoadTexts};
use graphlance_case::{Dialect, Evaluator, Load};
use graphlance_cypher::given;
use graphlance_generate::Profile;
use graphlance_graph::graph_compare::same_graph;
use graphlance_graph::random_graph::random_graph;
use graphlance_graph::{CompareOptions, Graph, Random};
use graphlance_reference::Options;

const GRAPHS: u64 = 40;

fn neo4j() -> Dialect {
    graphlance_cypher::Dialect::built_in("neo4j").expect("a dialect that comes with graphlance").into()
}

/// A graph of so many nodes and twice as many relationships, as the dialect can hold it.
fn graph(seed: u64, nodes: usize) -> Graph {
    let mut profile = Profile::built_in("default").expect("a built-in profile");
    (profile.graph.nodes, profile.graph.relationships) = ([nodes; 2], [2 * nodes; 2]);
    let dialect = neo4j();
    random_graph(&mut Random::derive(seed, &[]), &profile.graph, dialect.values(), &dialect.index_support())
}

fn evaluated(texts: &[String]) -> Graph {
    let mut state = Graph::new();
    for text in texts {
        let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let answer = Options::default().evaluate(&state, &statement);
        state = answer.unwrap_or_else(|none| panic!("{text}: {none}")).graph.expect("it writes");
    }
    state
}

#[test]
fn what_loads_a_graph_by_rows_leaves_that_graph_and_is_planned_once() {
    let (mut planned, mut texts_of_values) = (BTreeSet::new(), 0);
    for seed in 0..GRAPHS {
        let graph = graph(seed, 30);
        let texts = LoadTexts::sent(&graph, &Load::Create, &neo4j()).data;
        let compared = same_graph(&graph, &evaluated(&texts), &CompareOptions::default());
        compared.unwrap_or_else(|difference| panic!("seed {seed}: {difference}"));
        let behind = texts.iter().map(|text| given(text).unwrap_or_else(|| panic!("{text}")).1);
        let (values, rows): (Vec<&str>, Vec<&str>) = behind.partition(|text| text.starts_with("UNWIND $rows AS id"));
        texts_of_values += values.len();
        planned.extend(rows.into_iter().map(str::to_owned));
    }
    assert_eq!(planned.len(), 2, "{planned:#?}");
    assert!(texts_of_values > 0, "no graph has NaN");
}

#[test]
fn a_graph_that_a_person_reads_is_created_by_one_text() {
    let small = LoadTexts::sent(&graph(1, 8), &Load::Create, &neo4j()).data;
    for texts in [small, LoadTexts::of(&graph(1, 30), &Load::Create, &neo4j()).data] {
        assert!(matches!(texts.as_slice(), [text] if text.starts_with("CREATE (n0")), "{texts:#?}");
    }
}
