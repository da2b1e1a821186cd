//! The table by which a dialect is learned: tiny traversals over a small graph, each about one feature of the language or one
//! behaviour in which engines are known to differ. The expected answers are the reference's; asking and judging is not done
//! here.

mod rows;

use graphlance_graph::{Graph, Properties, Value};

use crate::features::Feature;

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Names it in dialect files: `feature step_out`, `behaviour null`.
    pub id: String,
    /// What it is about.
    pub about: About,
    /// Traversals, run one after the other on [`probe_graph`]; the last one's answer counts.
    pub texts: Vec<&'static str>,
}

/// What a probe is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A feature, by its name.
    Feature(String),
    /// A behaviour; a deviation may explain it.
    Behaviour,
}

/// All rows: features, then behaviours.
pub fn table() -> Vec<Probe> {
    let feature = |(name, text): &(&str, &'static str)| Probe {
        id: format!("feature {name}"),
        about: About::Feature((*name).to_owned()),
        texts: vec![*text],
    };
    let behaviour = |(name, texts): &(&str, &'static [&'static str])| Probe {
        id: format!("behaviour {name}"),
        about: About::Behaviour,
        texts: texts.to_vec(),
    };
    rows::FEATURES.iter().map(feature).chain(rows::BEHAVIOURS.iter().map(behaviour)).collect()
}

/// Features that no row is about: what is part of all that others ask for, what is random or outside of the language's core, and
/// what no literal says in any version.
pub fn is_probed(feature: Feature) -> bool {
    let name = feature.name();
    rows::FEATURES.iter().any(|(probed, _)| *probed == name)
}

/// The graph that probes run on: TinkerPop's modern graph, in which all elements have an `id` of their own.
pub fn probe_graph() -> Graph {
    let mut graph = Graph::new();
    let with = |keys: &'static str, values: [Value; 3]| {
        keys.split(' ').map(graphlance_graph::Name::from).zip(values).collect::<Properties>()
    };
    let person = |id: i64, name: &str, age: i64| {
        ("person", with("id name age", [Value::Integer(id), Value::string(name), Value::Integer(age)]))
    };
    let software = |id: i64, name: &str| {
        ("software", with("id name lang", [Value::Integer(id), Value::string(name), Value::string("java")]))
    };
    let vertices = [
        person(0, "marko", 29),
        person(1, "vadas", 27),
        software(2, "lop"),
        person(3, "josh", 32),
        software(4, "ripple"),
        person(5, "peter", 35),
    ];
    let keys = vertices.map(|(label, properties)| graph.add_node([label.into()], properties));
    let edges = [(0, 1, "knows", 0.5), (0, 3, "knows", 1.0), (0, 2, "created", 0.4)];
    let others = [(3, 4, "created", 1.0), (3, 2, "created", 0.4), (5, 2, "created", 0.2)];
    for ((from, to, label, weight), id) in edges.into_iter().chain(others).zip(6..) {
        let own = Properties::from([("id".into(), Value::Integer(id)), ("weight".into(), Value::Float(weight))]);
        // The vertices are there, so that the graph cannot refuse.
        let _ = graph.add_relationship(keys[from], label.into(), keys[to], own);
    }
    graph
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::features::features_of;
    use crate::parse;
    use crate::table::{StepName, Trait};

    #[test]
    fn every_row_parses_and_has_the_feature_that_it_is_about() {
        let known: BTreeSet<String> = Feature::all().into_iter().map(Feature::name).collect();
        let mut ids = BTreeSet::new();
        for probe in table() {
            assert!(ids.insert(probe.id.clone()), "{} is there twice", probe.id);
            let statements: Vec<_> =
                probe.texts.iter().map(|text| parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).collect();
            let About::Feature(name) = &probe.about else { continue };
            assert!(known.contains(name), "there is no feature {name}");
            let has = statements.iter().any(|statement| features_of(statement).iter().any(|one| one.name() == *name));
            assert!(has, "{name} is not in {:?}", probe.texts);
        }
    }

    #[test]
    fn every_step_and_test_that_a_hunt_may_use_is_asked_for() {
        let outside = |name: StepName| {
            name.row().is(Trait::Outside) || name.row().is(Trait::Random) || name.row().is(Trait::Fails)
        };
        let wanted = Feature::all().into_iter().filter(|feature| match feature {
            Feature::Step(name) => !outside(*name),
            Feature::Test(_) | Feature::Local(_) => true,
            _ => false,
        });
        let missing: Vec<String> = wanted.filter(|feature| !is_probed(*feature)).map(Feature::name).collect();
        assert_eq!(missing, rows::NOT_ASKED, "features that no probe is about");
    }
}
