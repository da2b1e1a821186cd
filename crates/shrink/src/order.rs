//! The pass over the order of things that have none: nodes, relationships, columns, patterns, conjuncts, items of lists.
//! Two reductions of one bug then tend to end at one text. A failure that depends on an order keeps it.

use std::sync::Arc;

use graphlance_case::language::Stage;
use graphlance_case::{Case, Load};
use graphlance_engines::TargetError;
use graphlance_graph::arrangement::{Places, arranged, keys};
use graphlance_graph::{NodeKey, RelationshipKey};

use crate::reducer::Reducer;
use crate::statement::run_passes;

/// Puts everything in the usual order at once; where that changes the failure, as much of it as can be.
pub(crate) fn sort(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    if reducer.case().load == Load::Create {
        sort_graph(reducer)?;
    }
    run_passes(reducer, Stage::Order)
}

fn sort_graph(reducer: &mut Reducer<'_>) -> Result<(), TargetError> {
    for (nodes, relationships) in [(true, true), (true, false), (false, true)] {
        reducer.attempt(|case| {
            let places = Places::of(&case.graph);
            rearrange(case, |node_keys, relationship_keys| {
                if nodes {
                    node_keys.sort_by_key(|key| places.node(*key));
                }
                if relationships {
                    relationship_keys.sort_by_key(|key| places.relationship(*key));
                }
            })
        })?;
    }
    // Neighbours change places as long as that helps.
    let mut place = 0;
    while place < reducer.case().graph.node_count().max(reducer.case().graph.relationship_count()) {
        let nodes = reducer.attempt(|case| rearrange(case, |nodes, _| swap(nodes, place)))?;
        let relationships = reducer.attempt(|case| rearrange(case, |_, relationships| swap(relationships, place)))?;
        place = if nodes || relationships { place.saturating_sub(1) } else { place + 1 };
        if reducer.is_cut_short() {
            break;
        }
    }
    Ok(())
}

fn swap<T>(items: &mut [T], place: usize) {
    if place + 1 < items.len() {
        items.swap(place, place + 1);
    }
}

/// Changes the order of a graph's elements. False when it stays as it is.
fn rearrange(case: &mut Case, change: impl FnOnce(&mut Vec<NodeKey>, &mut Vec<RelationshipKey>)) -> bool {
    let before = keys(&case.graph);
    let (mut nodes, mut relationships) = before.clone();
    change(&mut nodes, &mut relationships);
    if (&nodes, &relationships) == (&before.0, &before.1) {
        return false;
    }
    match arranged(&case.graph, &nodes, &relationships) {
        Ok(graph) => {
            case.graph = Arc::new(graph);
            true
        }
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language, LoadTexts};
    use graphlance_case::{Claim, Evidence, FailureClass, Lineage, Statement, Step};
    use graphlance_graph::graph_compare::same_graph;
    use graphlance_graph::{CompareOptions, Graph, Properties, Returns, Value};

    use super::*;
    use crate::{Failure, Limits, Outcome, Trial, Weight, reduce};

    /// Fails as long as nothing but names and order changes, and the first node has this label.
    struct Kept {
        original: Case,
        first: Option<&'static str>,
    }

    fn unordered(case: &Case) -> Weight {
        Weight { disorder: 0, ..Weight::of(case) }
    }

    impl Trial for Kept {
        fn try_case(&mut self, candidate: &Case) -> Result<Outcome, TargetError> {
            let first = candidate.graph.nodes().next().and_then(|node| node.labels.first().cloned());
            let kept = unordered(candidate) == unordered(&self.original)
                && same_graph(&self.original.graph, &candidate.graph, &CompareOptions::default()).is_ok()
                && self.first.is_none_or(|wanted| first.as_deref() == Some(wanted));
            Ok(if kept { Outcome::Same(Box::new(failure(candidate.clone()))) } else { Outcome::Gone })
        }

        fn evaluate(&self, _: &Graph, _: &Statement) -> Option<Returns> {
            None
        }

        fn after_script(&self, _: &[Statement]) -> Option<Graph> {
            None
        }

        fn graph_before(&self, _: &Case, _: usize) -> Option<Graph> {
            None
        }
    }

    fn failure(case: Case) -> Failure {
        let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
        Failure { case, evidence, responses: Vec::new() }
    }

    /// Nodes with these labels in this order, each related to the one of the next label.
    fn ordered(labels: [&'static str; 3], query: &str, first: Option<&'static str>) -> (Vec<String>, String) {
        let mut graph = Graph::new();
        let keys = labels.map(|label| graph.add_node([label.into()], Properties::new()));
        let of = |label: &str| keys[labels.iter().position(|other| *other == label).unwrap_or_default()];
        let mut edges = [("A", "B"), ("B", "C"), ("C", "A")];
        edges.rotate_left(usize::from(labels[0] == "C"));
        for (start, end) in edges {
            let number = Properties::from([("k".into(), Value::string(start))]);
            graph.add_relationship(of(start), "T".into(), of(end), number).unwrap_or_else(|error| panic!("{error}"));
        }
        let statement = Cypher.parse(query).unwrap_or_else(|error| panic!("{error}"));
        let case = Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default());
        let original = Case { steps: vec![Step::run(statement)], ..case };
        let mut trial = Kept { original: original.clone(), first };
        let mut reduced = reduce(failure(original), &mut trial, Limits::default()).expect("the trial never ends");
        let Some(Failure { case, .. }) = reduced.trail.pop() else { panic!("a reduction keeps a case") };
        let Some(statement) = case.statement(0) else { panic!("a step") };
        let load = LoadTexts::of(&case.graph, &Load::Create, &Cypher.standard()).data;
        (load, statement.text())
    }

    #[test]
    fn one_bug_ends_at_one_text_whatever_its_order() {
        let one = "MATCH (n), (m)-[r]->() WHERE n.k = 1 AND m.l IN [3, 1] RETURN n.k AS v, m.kk AS w";
        let other = "MATCH (y)-[z]->(), (x) WHERE y.l IN [1, 3] AND 1 = x.k RETURN y.kk AS w, x.k AS v";
        let wanted = ordered(["A", "B", "C"], one, None);
        assert_eq!(ordered(["C", "A", "B"], other, None), wanted);
        assert_eq!(ordered(["B", "A", "C"], one, None), wanted);
        assert_eq!(wanted.0.len(), 1);
    }

    #[test]
    fn a_failure_that_depends_on_order_keeps_it_where_it_must() {
        let (load, _) = ordered(["C", "B", "A"], "MATCH (a) RETURN 1 AS x", Some("C"));
        let places = ["C", "A", "B"].map(|label| load[0].find(&format!(":{label}")));
        assert!(places.is_sorted() && places[0].is_some(), "{load:#?}");
    }

    #[test]
    fn columns_under_union_stay_in_their_order() {
        let union = "RETURN 10 AS x, 1 AS y UNION RETURN 1 AS x, 10 AS y";
        assert_eq!(ordered(["A", "B", "C"], union, None).1, union);
    }
}
