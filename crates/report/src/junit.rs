//! Results in the form of JUnit, which every system of continuous integration shows.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use crate::listed::BugLife;
use crate::quote;

/// What became of a bug, as a test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestOutcome {
    /// The name of its folder.
    pub name: String,
    /// The symptom in one line.
    pub title: String,
    /// Where it stands now; none where that could not be decided.
    pub life: Option<BugLife>,
    /// The kind of failure, or why it was not decided.
    pub kind: String,
    /// What came, in one line.
    pub message: String,
    /// Everything a developer needs; empty where nothing failed.
    pub text: String,
    /// How long it took, where it was run.
    pub time: Option<Duration>,
}

/// The outcomes on one target.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The target with its version.
    pub name: String,
    /// Named facts, e.g. how much was checked.
    pub facts: Vec<(String, String)>,
    /// What became of each bug.
    pub outcomes: Vec<TestOutcome>,
}

/// The XML. What somebody must look at is a failure, what is known, flaky or undecided is skipped with a word on why, what is fixed
/// passes. Errors: the XML cannot be written.
pub fn junit(suites: &[Suite]) -> Result<String, String> {
    let mut report = Report::new("graphlance");
    for Suite { name, facts, outcomes } in suites {
        let mut suite = TestSuite::new(xml(name));
        for (fact, value) in facts {
            suite.add_property((xml(fact), xml(value)));
        }
        suite.add_test_cases(outcomes.iter().map(|outcome| case(name, outcome)));
        report.add_test_suite(suite);
    }
    Ok(without_skipped(&report.to_string().map_err(|error| error.to_string())?))
}

/// Without the number of skipped tests on the outermost element, which the schema of Jenkins does not have there.
fn without_skipped(xml: &str) -> String {
    let outermost = xml.find("<testsuites").and_then(|start| Some(start..start + xml[start..].find('>')?));
    let Some(outermost) = outermost else { return xml.to_owned() };
    let attribute = xml[outermost.clone()].find(" skipped=\"").map(|at| outermost.start + at);
    let Some(start) = attribute else { return xml.to_owned() };
    let value = start + " skipped=\"".len();
    let end = xml[value..].find('"').map_or(value, |length| value + length + 1);
    format!("{}{}", &xml[..start], &xml[end..])
}

fn case(suite: &str, outcome: &TestOutcome) -> TestCase {
    let status = match outcome.life {
        Some(BugLife::Fixed) => TestCaseStatus::success(),
        Some(life) if life.alarms() => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(xml(&outcome.kind));
            status.set_message(xml(&format!("{life}: {}", outcome.message)));
            status.set_description(xml_lines(&outcome.text));
            status
        }
        Some(life) => skipped(&format!("{life}: {}", outcome.message)),
        None => skipped(&format!("not decided: {}", outcome.kind)),
    };
    let mut case = TestCase::new(xml(&format!("{} ({})", outcome.title, outcome.name)), status);
    case.set_classname(xml(suite));
    if let Some(time) = outcome.time {
        case.set_time(time);
    }
    case
}

fn skipped(why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(xml(why));
    status
}

/// A text on one line, without what XML cannot hold.
fn xml(text: &str) -> XmlString {
    XmlString::new(held(&quote::line(text)))
}

fn xml_lines(text: &str) -> XmlString {
    XmlString::new(held(&quote::visible(text)))
}

/// The two characters that XML 1.0 forbids and nothing else takes away.
fn held(text: &str) -> String {
    text.replace('\u{fffe}', "\\ufffe").replace('\u{ffff}', "\\uffff")
}
