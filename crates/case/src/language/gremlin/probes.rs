//! The table of probes, and the dialect that probing leads to.

use graphlance_graph::Latitude;
use graphlance_gremlin::dialect::{SUSPECTED, Suspected};
use graphlance_gremlin::probes::{self, About as GremlinAbout};
use graphlance_gremlin::{Dialect, Statement as GremlinStatement, parse, versions_of};

use crate::language::{About, Outcome, Probe, Probed, Setting, Statement};

/// All rows: features, then behaviours.
pub(super) fn table() -> Vec<Probe> {
    probes::table().into_iter().map(row).collect()
}

/// A row whose texts do not all parse has none: a test sees that there is no such row.
fn row(probe: probes::Probe) -> Probe {
    let about = match probe.about {
        GremlinAbout::Feature(name) => About::Feature(name.into()),
        GremlinAbout::Behaviour => About::Behaviour,
    };
    let statements = probe.texts.iter().filter_map(|text| parse(text).ok().map(Statement::from)).collect();
    Probe { id: probe.id, about, statements, latitude: Latitude::Exact }
}

/// `base`, which holds what is known by other means, with what probing found: what the target lacks is unsupported, with its
/// message as the reason; what deviates is suspected: avoided where it is a feature, switched where a deviation explains it,
/// and listed. What the version of TinkerPop that it speaks does not have is no lack of its own.
pub(super) fn learned(base: &Dialect, version: &str, outcomes: &[Outcome], settings: &[Setting]) -> Dialect {
    let mut dialect = base.without_suspicions();
    dialect.versions = vec![version.to_owned()];
    for outcome in outcomes.iter().filter(|outcome| is_of_version(base, outcome)) {
        if let Some(suspected) = suspicion(outcome) {
            dialect.suspected.insert(outcome.probe.id.clone(), suspected);
        }
        let About::Feature(name) = &outcome.probe.about else { continue };
        let reason = match &outcome.finding {
            Probed::Lacks { message, .. } => first_line(message),
            Probed::Deviates { .. } | Probed::Dies(_) => format!("{SUSPECTED}{}", outcome.probe.id),
            Probed::Agrees | Probed::Open(_) => continue,
        };
        dialect.unsupported.entry(name.clone()).or_insert(reason);
    }
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
    dialect
}

fn is_of_version(dialect: &Dialect, outcome: &Outcome) -> bool {
    let statements = outcome.probe.statements.iter().filter_map(|statement| statement.tree::<GremlinStatement>());
    statements.into_iter().all(|statement| versions_of(statement).contains(dialect.tinkerpop))
}

fn suspicion(outcome: &Outcome) -> Option<Suspected> {
    let (expected, actual, switch) = match &outcome.finding {
        Probed::Deviates { expected, actual, switch } => (expected.clone(), actual.clone(), switch.clone()),
        Probed::Dies(how) => ("an answer or an error".to_owned(), how.clone(), None),
        // A behaviour that the target refuses is worth a look, a feature that it lacks is none.
        Probed::Lacks { message, .. } if outcome.probe.about == About::Behaviour => {
            ("an answer".to_owned(), format!("error: {}", first_line(message)), None)
        }
        _ => return None,
    };
    Some(Suspected { statement: outcome.text.clone(), expected, actual, switch })
}

fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    line.chars().take(160).collect()
}
