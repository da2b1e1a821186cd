//! Departures by their names, as judges of answers ask for them: the settings of deviations and the wrong rules of the catalogue.

use std::sync::Arc;

use graphlance_case::{Departure, Evaluator};
use graphlance_cypher::dialect::{Deviations, Role};
use graphlance_cypher::{Statement, ast};

use crate::Options;
use crate::departures::{WrongRule, catalogue, root_of};

impl Options {
    /// Each single departure from these options that may explain a wrong answer: deviations before wrong rules, and of one
    /// deviation the widest first, so that findings of one cause are not told apart by how much of it shows.
    pub(crate) fn single_departures(&self) -> impl Iterator<Item = Departure> + '_ {
        let deviations = Deviations::FIELDS.iter().flat_map(|(field, _)| {
            let of_field = Deviations::SETTINGS.iter().rev().filter(move |setting| setting.field == *field);
            of_field.filter(|setting| setting.role == Role::Explains).map(|setting| Departure {
                root: root_of(&format!("{} = {}", setting.field, setting.value)),
                name: format!("{} = {}", setting.field, setting.value),
                sentence: setting.sentence,
            })
        });
        let rules = catalogue().filter(|rule| rule.explains);
        deviations.chain(rules.map(|rule| Departure {
            name: rule.name.to_owned(),
            sentence: rule.sentence,
            root: root_of(rule.name),
        }))
    }

    /// These options with departures of these names; none where one is unknown.
    pub fn departing_by(&self, names: &[&str]) -> Option<Options> {
        let mut options = self.clone();
        let mut rules = Vec::new();
        for name in names {
            match name.split_once(" = ") {
                Some((field, value)) => options.deviations.set(field, value).then_some(())?,
                None => rules.push(WrongRule::find(name)?),
            }
        }
        options.departures = options.departures.and(rules);
        Some(options)
    }
}

/// The evaluator under departures.
pub(crate) fn departing(options: &Options, names: &[&str]) -> Option<Arc<dyn Evaluator>> {
    options.departing_by(names).map(|options| Arc::new(options) as Arc<dyn Evaluator>)
}

/// Whether a departure may change the answer to a statement; of those that no text shows, yes.
pub(crate) fn is_touched(statement: &Statement, name: &str) -> bool {
    match (statement, WrongRule::find(name)) {
        (ast::Statement::Query(query), Some(rule)) => rule.touches(query),
        _ => true,
    }
}

/// Whether an answer may come of a departure: an error of this text, or rows. A deviation gives no error of its own words.
pub(crate) fn may_give(name: &str, error: Option<&str>) -> bool {
    WrongRule::find(name).map_or(error.is_none(), |rule| rule.may_give(error))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Fault;

    #[test]
    fn an_error_comes_of_a_rule_with_its_words_and_rows_of_one_that_does_not_always_refuse() {
        let refused = "quantifier-with-null-refused";
        assert!(may_give(refused, Some("Trying to a create a vector with ANY type. This should not happen")));
        assert!(!may_give(refused, Some("another error")) && !may_give(refused, None));
        assert!(may_give("path-passed-over", None) && may_give("path-passed-over", Some("Column not found: Column 5")));
        for name in ["abs-is-float", "not-of-null-is-true", "integer_overflow = wrap"] {
            assert!(may_give(name, None) && !may_give(name, Some("an error")), "{name}");
        }
    }

    #[test]
    fn departures_have_names_and_sentences_of_their_own() {
        let all: Vec<Departure> = Options::default().single_departures().collect();
        let names: BTreeSet<&str> = all.iter().map(|departure| departure.name.as_str()).collect();
        let sentences: BTreeSet<&str> = all.iter().map(|departure| departure.sentence).collect();
        assert_eq!((names.len(), sentences.len()), (all.len(), all.len()));
        for name in names {
            assert!(Options::default().departing_by(&[name]).is_some(), "{name}");
        }
        assert!(Options::default().departing_by(&["no such departure"]).is_none());
        assert!(Options::default().departing_by(&["no_such_field = true"]).is_none());
    }

    #[test]
    fn the_widest_departure_of_a_kind_is_tried_first_and_wrong_rules_last() {
        let names: Vec<String> = Options::default().single_departures().map(|departure| departure.name).collect();
        assert_eq!(names[..2], ["relationship_uniqueness = off", "relationship_uniqueness = variable_length_only"]);
        let first_rule = names.iter().position(|name| !name.contains(" = ")).expect("a wrong rule");
        assert!(names[first_rule..].iter().all(|name| !name.contains(" = ")));
        assert!(!names.iter().any(|name| name.contains("unreferenced") || name.ends_with("self-loop-twice")));
    }

    #[test]
    fn each_planted_fault_is_found_by_its_name() {
        for fault in Fault::PLANTED {
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
        let options = Options::default().departing_by(&["relationship_uniqueness = off"]).expect("a departure");
        let statement = graphlance_cypher::parse("MATCH ()-[r*]->() RETURN 1 AS x").expect("a statement");
        let answer = crate::evaluate(&graph, &statement, &options);
        assert!(matches!(answer, Err(crate::Failure::OutOfBudget(_))), "{answer:?}");
    }
}
