//! Bugs in SARIF 2.1.0 (OASIS), the form in which code hosts take the findings of analysers.

use std::collections::BTreeSet;

use graphlance_case::FailureClass;
use serde_json::{Value, json};

use crate::listed::{BugLife, Listed};
use crate::{quote, severity};

/// The log: one run with a rule for each kind of failure that came up and a result for each bug. `folder` leads from the root of
/// what is analysed to the folder of the bugs, with `/` between names.
pub fn sarif(bugs: &[Listed], folder: &str) -> Value {
    let kinds: BTreeSet<FailureClass> = bugs.iter().map(|bug| bug.class).collect();
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(*kind)).collect();
    let results: Vec<Value> = bugs.iter().map(|bug| result(bug, folder)).collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "graphlance", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(kind: FailureClass) -> Value {
    json!({
        "id": kind.name(),
        "shortDescription": { "text": severity(kind) },
        "defaultConfiguration": { "level": level(kind) },
    })
}

fn result(bug: &Listed, folder: &str) -> Value {
    let engine = format!("{} {}", bug.engine.engine, bug.engine.version);
    let mut text = format!("{}: {}", quote::line(engine.trim_end()), quote::line(bug.title));
    if let Some(cause) = bug.cause {
        text = format!("{text}. The answer is as if: {cause}.");
    }
    let mut result = json!({
        "ruleId": bug.class.name(),
        "level": if bug.life.alarms() { level(bug.class) } else { "note" },
        "message": { "text": text },
        "baselineState": baseline(bug.life),
        "partialFingerprints": { "graphlance/v1": bug.fingerprint },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": address(folder, bug.name) },
                "region": { "startLine": 1 },
            },
        }],
        "properties": { "state": bug.life.name(), "findings": bug.count, "statement": bug.text },
    });
    if bug.link.starts_with("https://") {
        result["workItemUris"] = json!([bug.link]);
    }
    result
}

/// Wrong answers and deaths are errors; what the engine itself says is wrong, or is slow, is a warning.
fn level(kind: FailureClass) -> &'static str {
    match kind {
        FailureClass::Hang | FailureClass::InternalError | FailureClass::UnexpectedError => "warning",
        _ => "error",
    }
}

fn baseline(life: BugLife) -> &'static str {
    match life {
        BugLife::New | BugLife::Regressed => "new",
        BugLife::Known | BugLife::Flaky => "unchanged",
        BugLife::Fixed => "absent",
    }
}

/// The address of a bug's report, relative, with what no address may hold written as `%XX`.
fn address(folder: &str, name: &str) -> String {
    let path = format!("{}/{name}/report.md", folder.trim_end_matches('/'));
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(byte);
    path.trim_start_matches('/')
        .bytes()
        .map(|byte| if plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
