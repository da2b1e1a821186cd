//! Results in the form of JUnit, which every system of continuous integration shows.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use crate::listed::BugLife;
use crate::quote;

/// A test with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What it belongs to.
    pub class: String,
    /// Its name.
    pub name: String,
    /// What came of it.
    pub result: TestResult,
    /// How long it took, where it was run.
    pub time: Option<Duration>,
}

/// What came of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestResult {
    /// It passed.
    Passed,
    /// Somebody must look at it.
    Failed {
        /// The kind of failure; empty where there is one kind alone.
        kind: String,
        /// What came, in one line.
        message: String,
        /// Everything a developer needs; empty where the message says it all.
        text: String,
    },
    /// It was not run, or says nothing: why.
    Skipped(String),
}

/// What became of a bug.
#[derive(Clone, Debug, PartialEq)]
pub struct BugOutcome {
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

impl BugOutcome {
    /// As a test of a target: what somebody must look at is a failure, what is known, flaky or undecided is skipped with a word on
    /// why, what is fixed passes.
    pub fn test(self, target: &str) -> Test {
        let BugOutcome { name, title, life, kind, message, text, time } = self;
        let result = match life {
            Some(BugLife::Fixed) => TestResult::Passed,
            Some(life) if life.alarms() => TestResult::Failed { kind, message: format!("{life}: {message}"), text },
            Some(life) => TestResult::Skipped(format!("{life}: {message}")),
            None => TestResult::Skipped(format!("not decided: {kind}")),
        };
        Test { class: target.to_owned(), name: format!("{title} ({name})"), result, time }
    }
}

/// Tests of one target.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The target with its version.
    pub name: String,
    /// Named facts, e.g. how much was checked.
    pub facts: Vec<(String, String)>,
    /// The tests.
    pub tests: Vec<Test>,
}

/// The XML. Errors: it cannot be written.
pub fn junit(suites: &[Suite]) -> Result<String, String> {
    let mut report = Report::new("graphlance");
    for Suite { name, facts, tests } in suites {
        let mut suite = TestSuite::new(xml(name));
        for (fact, value) in facts {
            suite.add_property((xml(fact), xml(value)));
        }
        suite.add_test_cases(tests.iter().map(case));
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

fn case(test: &Test) -> TestCase {
    let status = match &test.result {
        TestResult::Passed => TestCaseStatus::success(),
        TestResult::Failed { kind, message, text } => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(xml(message));
            if !kind.is_empty() {
                status.set_type(xml(kind));
            }
            if !text.is_empty() {
                status.set_description(xml_lines(text));
            }
            status
        }
        TestResult::Skipped(why) => skipped(why),
    };
    let mut case = TestCase::new(xml(&test.name), status);
    case.set_classname(xml(&test.class));
    if let Some(time) = test.time {
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
