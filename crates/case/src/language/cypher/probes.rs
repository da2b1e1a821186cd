//! The table of probes, and the dialect that probing leads to.

use std::collections::BTreeMap;

use graphlance_cypher::dialect::{SUSPECTED, Suspected};
use graphlance_cypher::probes::{self, About as CypherAbout};
use graphlance_cypher::{Dialect, Feature, functions, parse};
use graphlance_graph::{Latitude, Name};

use crate::language::{About, Outcome, Probe, Probed, Setting, Statement};

/// All rows: features, functions, values, behaviours.
pub(super) fn table() -> Vec<Probe> {
    probes::table().into_iter().map(row).collect()
}

/// A row whose statements do not all parse has none: a test sees that there is no such row.
fn row(probe: probes::Probe) -> Probe {
    let (about, latitude) = match probe.about {
        CypherAbout::Feature(feature) => (About::Feature(feature.name().into()), Latitude::Exact),
        CypherAbout::Function(name) => {
            let latitude = functions::find(name).map_or(Latitude::Exact, |function| function.latitude);
            (About::Function(name.into()), latitude)
        }
        CypherAbout::Value(field) => (About::Value(field.into()), Latitude::Exact),
        CypherAbout::Behaviour => (About::Behaviour, Latitude::Exact),
    };
    let statements = probe.statements.iter().filter_map(|text| parse(text).ok().map(Statement::from)).collect();
    Probe { id: probe.id, about, statements, latitude }
}

/// `base`, which holds what is known by other means (how it is printed, limits, documented deviations), with what
/// probing found. What the target lacks is unsupported, with its message as the reason. What deviates is suspected:
/// avoided where a feature or function can be, switched where a deviation explains it, and listed.
pub(super) fn learned(base: &Dialect, version: &str, outcomes: &[Outcome], settings: &[Setting]) -> Dialect {
    let mut dialect = base.without_suspicions();
    dialect.versions = vec![version.to_owned()];
    let mut by_function: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        if let Some(suspected) = suspicion(outcome) {
            dialect.suspected.insert(outcome.probe.id.clone(), suspected);
        }
        match &outcome.probe.about {
            About::Feature(name) => {
                if let Ok(feature) = name.parse() {
                    feature_learned(&mut dialect, feature, outcome);
                }
            }
            About::Function(name) => by_function.entry(name).or_default().push(outcome),
            // The fields of the table are those of the domain, which a test holds.
            About::Value(_) if matches!(outcome.finding, Probed::Agrees) => {}
            About::Value(name) => {
                dialect.values.lacks(name);
            }
            About::Behaviour => {}
        }
    }
    switch(&mut dialect, outcomes, settings);
    for (name, outcomes) in by_function {
        if let Some(reason) = function_reason(&outcomes) {
            dialect.unsupported_functions.entry(Name::from(name.to_ascii_lowercase())).or_insert(reason);
        }
    }
    dialect
}

fn suspicion(outcome: &Outcome) -> Option<Suspected> {
    let (expected, actual, switch) = match &outcome.finding {
        Probed::Deviates { expected, actual, switch } => (expected.clone(), actual.clone(), switch.clone()),
        Probed::Dies(how) => ("an answer or an error".to_owned(), how.clone(), None),
        _ => return None,
    };
    Some(Suspected { statement: outcome.text.clone(), expected, actual, switch })
}

fn feature_learned(dialect: &mut Dialect, feature: Feature, outcome: &Outcome) {
    let reason = match &outcome.finding {
        Probed::Lacks { message, .. } => first_line(message),
        Probed::Deviates { .. } | Probed::Dies(_) => format!("{SUSPECTED}{}", outcome.probe.id),
        Probed::Agrees | Probed::Open(_) => return,
    };
    dialect.unsupported.entry(feature).or_insert(reason);
}

/// Why a function is not to be used; none if all its probes agree.
fn function_reason(outcomes: &[&Outcome]) -> Option<String> {
    let lacks = |outcome: &&&Outcome| matches!(outcome.finding, Probed::Lacks { .. });
    let wrong = |outcome: &&&Outcome| matches!(outcome.finding, Probed::Deviates { .. } | Probed::Dies(_));
    let first = outcomes.iter().find(lacks);
    if let Some(Probed::Lacks { message, .. }) = first.map(|outcome| &outcome.finding)
        && outcomes.iter().filter(lacks).count() * 2 > outcomes.len()
    {
        return Some(first_line(message));
    }
    let wrong: Vec<&str> = outcomes.iter().filter(wrong).map(|outcome| outcome.probe.id.as_str()).collect();
    if !wrong.is_empty() {
        return Some(format!("{SUSPECTED}{}", wrong.join("; ")));
    }
    match &first?.finding {
        Probed::Lacks { message, .. } => {
            let id = &first?.probe.id;
            Some(format!("{id}: {}", first_line(message)))
        }
        _ => None,
    }
}

/// Switches what explains behaviours, and names them in place of a source.
fn switch(dialect: &mut Dialect, outcomes: &[Outcome], settings: &[Setting]) {
    for Setting { field, value } in settings {
        let setting = format!("{field} = {value}");
        let explained = |outcome: &&Outcome| match &outcome.finding {
            Probed::Deviates { switch: Some(switch), .. } => switch.split(", ").any(|one| one == setting),
            _ => false,
        };
        let ids: Vec<&str> = outcomes.iter().filter(explained).map(|outcome| outcome.probe.id.as_str()).collect();
        if dialect.deviations.set(field, value) {
            dialect.deviations.sources.insert(field.clone(), format!("{SUSPECTED}{}", ids.join("; ")));
        }
    }
}

fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.chars().take(160).collect()
}
