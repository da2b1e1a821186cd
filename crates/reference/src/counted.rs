//! What a statement must be said to have changed, as far as the graphs before and behind it tell.
//!
//! Engines count what happens, and not what is left of it: a node that a statement makes and deletes is counted twice by those that
//! were asked (FalkorDB 4.22.1, Neo4j 2026.08.1), and no document says that it must be. So nothing is said of a kind of change of
//! which the statement may have taken something back.

use graphlance_cypher::Statement;
use graphlance_cypher::ast::{Clause, RemoveItem, SetItem};
use graphlance_cypher::walk::{Part, any};
use graphlance_graph::{Count, Counters, Graph};

/// The counters of a statement that led from one graph to the other.
pub fn counters(before: &Graph, statement: &Statement, after: &Graph) -> Counters {
    let mut counted = Counters::between(before, after);
    let made = |next: u32, had: u32| u64::from(next.saturating_sub(had));
    // A key is used once, so that more keys than new elements tell of some that are gone.
    if made(after.next_node_key().0, before.next_node_key().0) != counted.of(Count::NodesCreated) {
        counted.forget(Count::NodesCreated);
        counted.forget(Count::NodesDeleted);
    }
    let relationships = made(after.next_relationship_key().0, before.next_relationship_key().0);
    if relationships != counted.of(Count::RelationshipsCreated) {
        counted.forget(Count::RelationshipsCreated);
        counted.forget(Count::RelationshipsDeleted);
    }
    let has = |is: fn(&Clause) -> bool| {
        Part::of(statement).is_some_and(|part| {
            any(part, &mut |part| match part {
                Part::Clause(clause) => is(clause),
                _ => false,
            })
        })
    };
    let deletes = has(|clause| matches!(clause, Clause::Delete(_)));
    let (adds, removes) = (has(adds_labels), has(removes_labels));
    if deletes || removes {
        counted.forget(Count::LabelsAdded);
    }
    if deletes || adds && removes {
        counted.forget(Count::LabelsRemoved);
    }
    counted
}

fn adds_labels(clause: &Clause) -> bool {
    let labels = |item: &SetItem| !matches!(item, SetItem::Property { .. } | SetItem::Properties { .. });
    match clause {
        Clause::Create(_) | Clause::Insert(_) | Clause::Merge(_) => true,
        Clause::Set(items) => items.iter().any(labels),
        _ => false,
    }
}

fn removes_labels(clause: &Clause) -> bool {
    let labels = |item: &RemoveItem| !matches!(item, RemoveItem::Property { .. });
    matches!(clause, Clause::Remove(items) if items.iter().any(labels))
}

#[cfg(test)]
mod tests {
    use graphlance_cypher::parse;

    use super::*;
    use crate::{Options, evaluate};

    /// Runs a statement behind others, and compares what it must be said to have changed.
    #[track_caller]
    fn check(before: &[&str], text: &str, told: &[(Count, u64)]) {
        let options = Options::default();
        let after = |graph: &Graph, text: &str| {
            let statement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let answer = evaluate(graph, &statement, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
            (statement, answer.graph.unwrap_or_else(|| graph.clone()))
        };
        let graph = before.iter().fold(Graph::new(), |graph, text| after(&graph, text).1);
        let (statement, left) = after(&graph, text);
        let counted: Vec<(Count, u64)> = counters(&graph, &statement, &left).iter().collect();
        assert_eq!(counted, told, "{text}");
    }

    use Count::{
        LabelsAdded as Added, LabelsRemoved as Removed, NodesCreated as Nodes, NodesDeleted as Deleted,
        RelationshipsCreated as Related, RelationshipsDeleted as Unrelated,
    };

    #[test]
    fn what_a_statement_makes_and_deletes_is_counted() {
        let [made, a, b] = ["CREATE (:A:B)-[:T]->(:A)", "CREATE (:A)-[:T]->(:B)", "CREATE (:B)"];
        let all = |nodes, gone, related, unrelated, added, removed| {
            [
                (Nodes, nodes),
                (Deleted, gone),
                (Related, related),
                (Unrelated, unrelated),
                (Added, added),
                (Removed, removed),
            ]
        };
        check(&[], made, &all(2, 0, 1, 0, 3, 0));
        check(&[a], "MERGE (n:B) ON MATCH SET n.k = 1", &all(0, 0, 0, 0, 0, 0));
        check(&[b], "MATCH (n:B) SET n:B:C", &all(0, 0, 0, 0, 1, 0));
        check(&[b], "MATCH (n) REMOVE n:B:C", &[(Nodes, 0), (Deleted, 0), (Related, 0), (Unrelated, 0), (Removed, 1)]);
        check(&[a, b], "MATCH (n:A) DETACH DELETE n", &all(0, 1, 0, 1, 0, 0)[..4]);
        check(&[a, b], "MATCH (n:B) WHERE NOT (n)--() DELETE n CREATE (:C)", &all(1, 1, 0, 0, 0, 0)[..4]);
    }

    #[test]
    fn nothing_is_said_of_what_may_have_been_taken_back() {
        let none = [(Related, 0), (Unrelated, 0)];
        check(&[], "CREATE (n:A) DELETE n", &none);
        let nodes = [(Nodes, 2), (Deleted, 0)];
        check(&[], "CREATE (:A)-[r:T]->(:B) DELETE r", &nodes);
        let both = [(Nodes, 1), (Deleted, 0), (Related, 0), (Unrelated, 0)];
        check(&[], "CREATE (n:A:B) REMOVE n:B", &both);
        check(&[], "INSERT (n:A) REMOVE n:A", &both);
        check(&[], "FOREACH (i IN [1] | CREATE (n:A) REMOVE n:A)", &both);
    }
}
