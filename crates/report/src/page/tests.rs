use graphlance_case::FailureClass;
use graphlance_engines::Identity;
use graphlance_graph::Graph;

use super::*;
use crate::junit::{BugOutcome, Suite, junit};
use crate::{issue, sarif};

const REPORT: &str = "# `MATCH` returns <b>1 row</b>\n\n- Severity: lost rows\n\n## Graph\n\n![the graph](graph.svg)\n\n\
    ```cypher\nCREATE (n0)\n```\n\n## Query\n\n```cypher\nMATCH (n) RETURN n\n```\n\n## Expected: 1 row\n\n```diff\n- | 1 |\n```\n\n\
    ## Actual: no rows\n\n```diff\n  (no rows)\n```\n\n## Plan\n\n```text\n<script>alert(1)</script>\n```\n\n## Size\n\nsmall\n";

fn graph() -> Graph {
    let mut graph = Graph::new();
    graph.add_node(["A".into()], Default::default());
    graph
}

/// Two bugs, with names and texts that mean something in HTML, XML and addresses.
fn with_bugs(check: impl FnOnce(&[Listed])) {
    let engine = Identity { engine: "FalkorDB".to_owned(), version: "4.18.3".to_owned(), ..Identity::default() };
    let graph = graph();
    let known = Listed {
        name: "known-one",
        title: "`MATCH` loses a row",
        life: BugLife::Known,
        link: "https://example.org/issues/7",
        class: FailureClass::LostRows,
        summary: "1 row is missing",
        engine: &engine,
        fingerprint: "00ff",
        cause: None,
        count: 12,
        text: "MATCH (n) RETURN n",
        graph: &graph,
        report: REPORT,
    };
    let new = Listed {
        name: "new one & <b>",
        title: "a < b & \u{1b}[31m \u{ffff} \"c\"",
        life: BugLife::New,
        link: "javascript:alert(1)",
        class: FailureClass::Crash,
        cause: Some("<i>CASE</i> loses the operand before it"),
        ..known
    };
    check(&[known, new]);
}

#[test]
fn the_page_of_a_hunt_shows_what_matters_first() {
    with_bugs(|bugs| {
        let facts = [("checks".to_owned(), "1,234 <".to_owned())];
        let html = page(&Page { heading: "FalkorDB 4.18.3 <", facts: &facts, note: "All oracles.", bugs });
        let body = html.split_once("<body>").map(|(_, body)| body).unwrap_or_default();
        insta::assert_snapshot!(body);
    });
}

#[test]
fn nothing_on_the_page_acts_or_is_loaded() {
    with_bugs(|bugs| {
        let html = page(&Page { heading: "x", facts: &[], note: "", bugs });
        for forbidden in ["<script", "<b>", "<i>CASE", "javascript:", "src=", "@import", "url("] {
            assert!(!html.contains(forbidden), "{forbidden} in {html}");
        }
    });
}

#[test]
fn a_page_without_bugs_says_so() {
    assert!(page(&Page { heading: "x", facts: &[], note: "", bugs: &[] }).contains("<p>No bugs.</p>"));
}

#[test]
fn an_issue_stands_alone() {
    with_bugs(|bugs| insta::assert_snapshot!(issue(&bugs[0])));
}

#[test]
fn bugs_are_results_of_an_analyser() {
    with_bugs(|bugs| {
        let log = sarif(bugs, "out dir/bugs/");
        insta::assert_snapshot!(serde_json::to_string_pretty(&log).expect("JSON"));
    });
}

#[test]
fn outcomes_are_tests_of_which_only_what_alarms_fails() {
    let outcome = |life: Option<BugLife>| BugOutcome {
        name: format!("bug-{}", life.map_or("undecided", BugLife::name)),
        title: "a <b> & \u{fffe}".to_owned(),
        life,
        kind: "lost_rows".to_owned(),
        message: "1 row is missing".to_owned(),
        text: "]]> <a>\n\u{0}line".to_owned(),
        time: Some(std::time::Duration::from_millis(1500)),
    };
    let name = "FalkorDB 4.18.3";
    let lives = BugLife::ALL.iter().copied().map(Some).chain([None]);
    let tests = lives.map(|life| outcome(life).test(name)).collect();
    let facts = vec![("checks".to_owned(), "1234".to_owned())];
    let xml = junit(&[Suite { name: name.to_owned(), facts, tests }]).expect("XML");
    let parsed = roxmltree::Document::parse(&xml).expect("well-formed XML");
    let failures = parsed.descendants().filter(|node| node.has_tag_name("failure")).count();
    assert_eq!(failures, 2);
    insta::assert_snapshot!(xml);
}
