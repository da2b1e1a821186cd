//! A found failure as a file: the case with what the target answered, everything a replay needs.

use std::fmt;

use graphlance_case::{Case, Evidence, Languages, Response, Statement};
use graphlance_engines::Identity;
use graphlance_graph::{Graph, Name};
use graphlance_shrink::cut_short_note;
use serde::{Deserialize, Serialize};

use crate::arbiter::SecondOpinion;
use crate::bounds;
use crate::measured::Measured;

/// Databases that a case may name.
const MOST_DATABASES: usize = 16;

/// The version of the JSON form of [`Found`].
pub const FOUND_VERSION: u32 = 1;

/// `case.json` (the reduced case) and `original.json` (the case as generated) of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found<S = Statement> {
    /// [`FOUND_VERSION`].
    pub version: u32,
    /// The symptom in one line.
    pub title: String,
    /// The target's name on the command line.
    pub target: String,
    /// What exactly answered.
    pub engine: Identity,
    /// The bug it belongs to.
    pub fingerprint: String,
    /// The case.
    pub case: Case<S>,
    /// The text that was sent, in the target's dialect; empty when the claim is about no statement.
    #[serde(default)]
    pub text: String,
    /// Why it failed.
    pub evidence: Evidence,
    /// What the target answered, step by step.
    pub responses: Vec<Response>,
    /// What is left out of answers and evidence, in words; nothing in most cases. The case itself is whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<String>,
    /// How often it failed out of how many replays on a fresh database.
    pub replayed: [u32; 2],
    /// What the language's other evaluator says of it, when it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<SecondOpinion>,
    /// When and how it was found.
    pub discovery: Discovery,
}

/// When and how a failure was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discovery {
    /// The hunt's seed.
    pub seed: u64,
    /// The profile's name.
    pub profile: Name,
    /// Seconds from the hunt's beginning.
    pub seconds: f64,
    /// Checks before it.
    pub checks: u64,
    /// The size of the case as generated.
    pub original: Measured,
    /// The size of the reduced case.
    pub reduced: Measured,
    /// Cases run to reduce it.
    pub reduction_runs: u64,
    /// Seconds spent to reduce it.
    pub reduction_seconds: f64,
    /// Whether the reduction ended before it had tried everything.
    #[serde(default)]
    pub reduction_cut_short: bool,
}

impl Discovery {
    /// Says that the reduction did not try everything. None when it did.
    pub fn cut_short_note(&self) -> Option<String> {
        cut_short_note(self.reduction_cut_short, self.reduction_runs, self.reduction_seconds)
    }
}

/// The most nodes and relationships of a case, or of an answer.
const MOST_ELEMENTS: usize = 100_000;

/// The most rows of a claim or an answer.
const MOST_ROWS: usize = 100_000;

impl Found<String> {
    /// The finding with its statements parsed. Errors: a text is no statement.
    fn parsed(self, languages: &Languages) -> Result<Found, String> {
        Ok(Found {
            case: self.case.parsed(languages)?,
            version: self.version,
            title: self.title,
            target: self.target,
            engine: self.engine,
            fingerprint: self.fingerprint,
            text: self.text,
            evidence: self.evidence,
            responses: self.responses,
            cut: self.cut,
            replayed: self.replayed,
            second: self.second,
            discovery: self.discovery,
        })
    }
}

impl Found {
    /// The finding as it is stored: long answers are cut, and `cut` says so.
    pub fn stored(&self) -> Found {
        bounds::stored(self)
    }

    /// Reads the JSON form. A failure says what is wrong, without the file's name.
    pub fn parse(text: &str, languages: &Languages) -> Result<Found, String> {
        let wrong = |error: &dyn fmt::Display| format!("this is no case file: {error}");
        let written: Found<String> = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        let found = written.parsed(languages).map_err(|error| wrong(&error))?;
        let version = graphlance_case::case::CASE_VERSION;
        if found.case.version != version {
            return Err(format!(
                "its case has version {}; this graphlance reads version {version}: use the release that wrote it",
                found.case.version
            ));
        }
        found.check()?;
        Ok(found)
    }

    /// A file may come from anybody: it must not cost more than a case does, and sends nothing that is no statement.
    fn check(&self) -> Result<(), String> {
        let of_graph = |graph: &Graph| graph.node_count() + graph.relationship_count();
        let of_answer = |response: &Response| match response {
            Response::Graph(graph) => of_graph(graph),
            _ => 0,
        };
        let elements = self.responses.iter().map(of_answer).chain([of_graph(&self.case.graph)]).max();
        if elements > Some(MOST_ELEMENTS) {
            return Err(format!("it has a graph of more than {MOST_ELEMENTS} nodes and relationships"));
        }
        let claimed = self.case.claim.table().map_or(0, |(_, returns)| returns.rows.len());
        let of_answer = |response: &Response| match response {
            Response::Table(table) => table.rows.len(),
            _ => 0,
        };
        let rows = self.responses.iter().map(of_answer).chain([claimed]).max();
        if rows > Some(MOST_ROWS) {
            return Err(format!("it has a table of more than {MOST_ROWS} rows"));
        }
        let word = |text: &Name| text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
        if self.case.plan.iter().any(|(name, value)| !word(name) || !word(value)) {
            return Err("a switch of its plan is no pair of words".to_owned());
        }
        let databases = self.case.databases();
        if databases.len() > MOST_DATABASES || databases.iter().any(|name| name.is_empty() || !word(name)) {
            return Err(format!("its databases are more than {MOST_DATABASES}, or the name of one is no word"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The JSON form of a case with one part of it replaced.
    fn with(pointer: &str, part: serde_json::Value) -> String {
        let mut json = serde_json::json!({
            "version": 1, "title": "", "target": "grafeo", "engine": {"engine": "", "version": ""}, "fingerprint": "",
            "case": {
                "version": 1, "dialect": "opencypher9", "graph": {"schema": {}, "nodes": [], "relationships": []},
                "load": "create", "plan": [["runtime", "slotted"]], "steps": [{"run": "RETURN 1 AS x"}],
                "claim": {"returns": {"step": 0, "returns": {
                    "columns": [{"name": "x"}], "rows": [], "order": "bag"
                }}},
                "lineage": {"oracle": "gqs"},
            },
            "evidence": {"class": "lost_rows", "step": 0, "summary": ""}, "responses": [], "replayed": [1, 1],
            "discovery": serde_json::to_value(Discovery::default()).unwrap_or_default(),
        });
        if let Some(place) = json.pointer_mut(pointer) {
            *place = part;
        }
        json.to_string()
    }

    #[track_caller]
    fn check(pointer: &str, part: serde_json::Value, said: Option<&str>) {
        match (Found::parse(&with(pointer, part), &graphlance_reference::languages()), said) {
            (Ok(_), None) => {}
            (Err(error), Some(said)) => assert!(error.contains(said), "{error}"),
            (outcome, _) => panic!("{pointer}: {:?}", outcome.map(drop)),
        }
    }

    #[test]
    fn a_case_within_the_limits_is_read() {
        check("/title", "a title".into(), None);
        check("/case/claim/returns/returns/rows", vec![vec![1]; 1000].into(), None);
    }

    #[test]
    fn what_costs_more_than_a_case_is_refused() {
        check("/case/claim/returns/returns/rows", vec![vec![1]; MOST_ROWS + 1].into(), Some("100000 rows"));
        let table = serde_json::json!([{"table": {"columns": ["x"], "rows": vec![vec![1]; MOST_ROWS + 1]}}]);
        check("/responses", table, Some("100000 rows"));
        let nodes: Vec<_> = (0..=MOST_ELEMENTS).map(|key| serde_json::json!({"key": key, "labels": []})).collect();
        check("/case/graph/nodes", nodes.into(), Some("100000 nodes"));
        let steps = vec![serde_json::json!({"run": format!("RETURN '{}' AS x", "x".repeat(300_000))}); 4];
        check("/case/steps", steps.into(), Some("its statements are longer than"));
        let script = vec![format!("CREATE (:A {{x: '{}'}})", "x".repeat(300_000)); 4];
        check("/case/load", serde_json::json!({"script": script}), Some("its statements are longer than"));
    }

    #[test]
    fn a_plan_is_words_and_nothing_that_is_sent_unread() {
        let hostile = serde_json::json!([["runtime", "slotted MATCH (n) DETACH DELETE n //"]]);
        check("/case/plan", hostile, Some("no pair of words"));
        check("/case/plan", serde_json::json!([["a\nb", "c"]]), Some("no pair of words"));
    }
}
