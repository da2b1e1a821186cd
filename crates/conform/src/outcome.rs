//! What came of a suite: tables for people, JSON and JUnit for programs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::suite::Kind;
use graphlance_report::junit::{Suite, Test, TestResult, junit};

/// What came of one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// As the suite demands.
    Passed,
    /// Otherwise; with the step and what came.
    Failed(String),
    /// Not run; with the reason.
    Skipped(String),
}

/// A scenario with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// File, name and row.
    pub id: String,
    /// The folder of the file.
    pub folder: String,
    /// What it is about.
    pub kind: Kind,
    /// What came of it.
    pub verdict: Ruling,
}

/// What came of a suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conformance {
    /// One for each scenario, in the suite's order.
    pub outcomes: Vec<Scored>,
}

/// Passed, failed, skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Count {
    fn add(&mut self, verdict: &Ruling) {
        match verdict {
            Ruling::Passed => self.passed += 1,
            Ruling::Failed(_) => self.failed += 1,
            Ruling::Skipped(_) => self.skipped += 1,
        }
    }

    fn line(self, name: &str) -> String {
        let total = self.passed + self.failed + self.skipped;
        let run = self.passed + self.failed;
        let share = if run == 0 { "-".to_owned() } else { format!("{:.1}", 100.0 * self.passed as f64 / run as f64) };
        let Count { passed, failed, skipped } = self;
        format!("{name:<40} {total:>6} {passed:>7} {failed:>7} {skipped:>8} {share:>8}\n")
    }
}

impl Conformance {
    /// Failed scenarios with the reason.
    pub fn failed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.outcomes.iter().filter_map(|outcome| match &outcome.verdict {
            Ruling::Failed(why) => Some((outcome.id.as_str(), why.as_str())),
            _ => None,
        })
    }

    /// Failures that a baseline (one id a line, `#` begins a comment) does not list.
    pub fn not_in<'c>(&'c self, baseline: &str) -> Vec<(&'c str, &'c str)> {
        let listed: BTreeSet<&str> = lines_of(baseline).collect();
        self.failed().filter(|(id, _)| !listed.contains(id)).collect()
    }

    /// Scenarios that a baseline lists and that pass.
    pub fn passing_of<'b>(&self, baseline: &'b str) -> Vec<&'b str> {
        let passed = |id: &&str| self.outcomes.iter().any(|o| o.id == **id && o.verdict == Ruling::Passed);
        lines_of(baseline).filter(passed).collect()
    }

    /// Whether any scenario was run to an end.
    pub fn is_decided(&self) -> bool {
        self.outcomes.iter().any(|outcome| !matches!(outcome.verdict, Ruling::Skipped(_)))
    }

    /// The tables: by kind, by folder, and the reasons of what was skipped.
    pub fn tables(&self) -> String {
        let mut kinds: BTreeMap<Kind, Count> = BTreeMap::new();
        let mut folders: BTreeMap<&str, Count> = BTreeMap::new();
        let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
        let mut all = Count::default();
        for Scored { folder, kind, verdict, .. } in &self.outcomes {
            kinds.entry(*kind).or_default().add(verdict);
            folders.entry(folder).or_default().add(verdict);
            all.add(verdict);
            if let Ruling::Skipped(why) = verdict {
                *skipped.entry(why).or_default() += 1;
            }
        }
        let head = |name: &str| format!("{name:<40}  total  passed  failed  skipped  passed %\n");
        let mut text = head("kind");
        for (kind, count) in kinds {
            text += &count.line(&kind.to_string());
        }
        text += &format!("\n{}", head("folder"));
        for (folder, count) in folders {
            text += &count.line(folder);
        }
        text += &format!("\n{}", all.line("all"));
        for (why, count) in skipped {
            text += &format!("skipped {count}: {why}\n");
        }
        text
    }

    /// `{"total", "passed", "failed", "skipped", "failed_ids", "skipped_ids"}`
    pub fn json(&self) -> Json {
        let mut count = Count::default();
        self.outcomes.iter().for_each(|outcome| count.add(&outcome.verdict));
        let skipped = self.outcomes.iter().filter(|outcome| matches!(outcome.verdict, Ruling::Skipped(_)));
        json!({
            "total": self.outcomes.len(),
            "passed": count.passed,
            "failed": count.failed,
            "skipped": count.skipped,
            "failed_ids": self.failed().map(|(id, _)| id).collect::<Vec<_>>(),
            "skipped_ids": skipped.map(|outcome| &outcome.id).collect::<Vec<_>>(),
        })
    }

    /// The form that systems of continuous integration read. Errors: it cannot be written.
    pub fn junit(&self, name: &str) -> Result<String, String> {
        let test = |Scored { id, folder, verdict, .. }: &Scored| {
            let result = match verdict {
                Ruling::Passed => TestResult::Passed,
                Ruling::Failed(why) => {
                    TestResult::Failed { kind: String::new(), message: why.clone(), text: String::new() }
                }
                Ruling::Skipped(why) => TestResult::Skipped(why.clone()),
            };
            Test { class: folder.clone(), name: id.clone(), result, time: None }
        };
        let tests = self.outcomes.iter().map(test).collect();
        junit(&[Suite { name: name.to_owned(), facts: Vec::new(), tests }])
    }
}

fn lines_of(baseline: &str) -> impl Iterator<Item = &str> {
    baseline.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Conformance {
        let outcome = |id: &str, folder: &str, kind, verdict| Scored {
            id: id.to_owned(),
            folder: folder.to_owned(),
            kind,
            verdict,
        };
        Conformance {
            outcomes: vec![
                outcome("a [1] #0", "clauses/match", Kind::Read, Ruling::Passed),
                outcome("a [2] #0", "clauses/match", Kind::Read, Ruling::Failed("1 < 2 & \"x\"".to_owned())),
                outcome("b [1] #0", "clauses/call", Kind::Call, Ruling::Skipped("procedures".to_owned())),
            ],
        }
    }

    #[test]
    fn tables_count_by_kind_and_by_folder() {
        insta::assert_snapshot!(sample().tables());
    }

    #[test]
    fn a_baseline_tells_new_failures_from_old_ones() {
        assert_eq!(sample().not_in("# none\n"), [("a [2] #0", "1 < 2 & \"x\"")]);
        assert!(sample().not_in("a [2] #0\n").is_empty());
        assert_eq!(sample().passing_of("a [2] #0\na [1] #0\n"), ["a [1] #0"]);
    }

    #[test]
    fn scenarios_are_tests_by_folder() {
        insta::assert_snapshot!(sample().junit("tck").expect("XML"));
    }

    #[test]
    fn json_has_the_ids_of_what_did_not_pass() {
        insta::assert_snapshot!(sample().json().to_string());
    }
}
