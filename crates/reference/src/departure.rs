//! Single departures from what an engine is known to do, each of which may explain a wrong answer.

use std::sync::Arc;

use graphlance_case::Departure;
use graphlance_cypher::dialect::{Deviations, Role};

use crate::{Fault, Options};

impl Options {
    /// Each single departure from these options that may explain a wrong answer: deviations before faults, and of one
    /// deviation the widest first, so that findings of one cause are not told apart by how much of it shows.
    pub(crate) fn single_departures(&self) -> impl Iterator<Item = Departure> + '_ {
        let deviations = Deviations::FIELDS.iter().flat_map(|(field, _)| {
            let of_field = Deviations::SETTINGS.iter().rev().filter(move |setting| setting.field == *field);
            of_field.filter(|setting| setting.role == Role::Explains).map(|setting| {
                let mut options = self.clone();
                (setting.set)(&mut options.deviations);
                let name = format!("{} = {}", setting.field, setting.value);
                Departure { name, sentence: setting.sentence, evaluator: Arc::new(options) }
            })
        });
        let faults = Fault::ALL.iter().filter(|fault| fault.explains()).map(|fault| Departure {
            name: format!("fault {}", fault.name()),
            sentence: fault.sentence(),
            evaluator: Arc::new(Options { fault: Some(*fault), ..self.clone() }),
        });
        deviations.chain(faults)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn departures_have_names_and_sentences_of_their_own() {
        let all: Vec<Departure> = Options::default().single_departures().collect();
        let names: BTreeSet<&str> = all.iter().map(|departure| departure.name.as_str()).collect();
        let sentences: BTreeSet<&str> = all.iter().map(|departure| departure.sentence).collect();
        assert_eq!((names.len(), sentences.len()), (all.len(), all.len()));
    }

    #[test]
    fn the_widest_departure_of_a_kind_is_tried_first_and_faults_last() {
        let names: Vec<String> = Options::default().single_departures().map(|departure| departure.name).collect();
        assert_eq!(names[..2], ["relationship_uniqueness = off", "relationship_uniqueness = variable_length_only"]);
        let first_fault = names.iter().position(|name| name.starts_with("fault ")).expect("a fault");
        assert!(names[first_fault..].iter().all(|name| name.starts_with("fault ")));
        assert!(!names.iter().any(|name| name.contains("unreferenced") || name.ends_with("self-loop-twice")));
    }

    #[test]
    fn each_fault_is_found_by_its_name() {
        for fault in Fault::ALL {
            assert_eq!(Fault::find(fault.name()), Some(*fault));
            assert_eq!(serde_json::to_value(fault).ok().as_ref().and_then(|name| name.as_str()), Some(fault.name()));
        }
        assert_eq!(Fault::find("no such fault"), None);
    }

    #[test]
    fn walks_that_grow_without_end_run_out_of_budget() {
        let mut graph = graphlance_graph::Graph::new();
        let node = graph.add_node([], Default::default());
        graph.add_relationship(node, "T".into(), node, Default::default()).expect("a relationship");
        let mut options = Options::default();
        assert!(options.deviations.set("relationship_uniqueness", "off"));
        let statement = graphlance_cypher::parse("MATCH ()-[r*]->() RETURN 1 AS x").expect("a statement");
        let answer = crate::evaluate(&graph, &statement, &options);
        assert!(matches!(answer, Err(crate::Failure::OutOfBudget(_))), "{answer:?}");
    }
}
