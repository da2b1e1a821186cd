//! What a case is made of, by all names that there are: what its claimed statement has, what stands in what there, and what its
//! graph has.

use std::collections::BTreeSet;

use graphlance_case::Case;
use graphlance_graph::Graph;

use super::names;

/// Of a graph that has an index or a constraint.
pub(super) const INDEX: &str = "an index in the graph";

/// The names.
pub(super) fn made_of(case: &Case) -> BTreeSet<String> {
    let mut made = names(case);
    let claimed = case.claimed_statement();
    made.extend(claimed.map(|statement| statement.nestings()).unwrap_or_default());
    let others = case.statements().filter(|statement| claimed != Some(*statement));
    made.extend(others.flat_map(|statement| statement.nestings()).map(|name| format!("{name}, in another statement")));
    made.extend(of_graph(&case.graph).into_iter().map(str::to_owned));
    made
}

/// What a graph has that wrong answers are wont to depend on.
fn of_graph(graph: &Graph) -> Vec<&'static str> {
    let mut ends: Vec<_> = graph.relationships().map(|relationship| (relationship.start, relationship.end)).collect();
    ends.sort_unstable();
    let facts = [
        ("a node in the graph", graph.nodes().next().is_some()),
        ("several nodes in the graph", graph.nodes().nth(1).is_some()),
        ("a relationship in the graph", !ends.is_empty()),
        ("several relationships in the graph", ends.len() > 1),
        ("a relationship from a node to itself in the graph", ends.iter().any(|(start, end)| start == end)),
        ("parallel relationships in the graph", ends.windows(2).any(|pair| pair[0] == pair[1])),
        ("a node without labels in the graph", graph.nodes().any(|node| node.labels.is_empty())),
        ("a node of several labels in the graph", graph.nodes().any(|node| node.labels.len() > 1)),
        ("a property of a node in the graph", graph.nodes().any(|node| !node.properties.is_empty())),
        ("a property of a relationship in the graph", graph.relationships().any(|it| !it.properties.is_empty())),
        (INDEX, !graph.schema.indexes.is_empty()),
    ];
    facts.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse;
    use graphlance_reference::{Options, evaluate};

    use super::*;

    #[track_caller]
    fn check(script: &str, wanted: &[&str]) {
        let made = evaluate(&Graph::new(), &parse(script).expect("a statement"), &Options::default());
        let graph = made.expect("an answer").graph.unwrap_or_default();
        let told: Vec<_> = of_graph(&graph).into_iter().map(|name| name.trim_end_matches(" in the graph")).collect();
        assert_eq!(told, wanted, "{script}");
    }

    #[test]
    fn what_a_graph_has_is_told() {
        check("RETURN 1 AS x", &[]);
        check("CREATE (:A:B {k: 1})", &["a node", "a node of several labels", "a property of a node"]);
        let two = ["a node", "several nodes", "a relationship", "several relationships"];
        let both = |last: &[&'static str]| [&two, last].concat();
        check("CREATE (a:A)-[:T]->(b:A)-[:T]->(a)", &both(&[]));
        check(
            "CREATE (a:A)-[:T]->(b:A), (a)-[:U {k: 1}]->(b)",
            &both(&["parallel relationships", "a property of a relationship"]),
        );
        check(
            "CREATE (a)-[:T]->(:A), (a)-[:T]->(a)",
            &both(&["a relationship from a node to itself", "a node without labels"]),
        );
    }
}
