//! What experiments on a failure showed, for the bug's folder and its report.

use std::collections::BTreeSet;
use std::fmt::Write;

use graphlance_report::quote;
use serde::{Deserialize, Serialize};

use super::Condition;
use crate::cause::Cause;

/// How an experiment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Upshot {
    /// The answer is right, as it was foretold, where there is a cause.
    Right,
    /// The answer is wrong, and just so as it was foretold.
    WrongAsForetold,
    /// The answer is wrong, and no cause foretold it.
    Wrong,
    /// The answer is wrong, though not in the way of the failure: rows where that is an error, no columns where that is a row.
    WrongOtherwise,
    /// An answer came of which nothing was foretold.
    Untold,
    /// No answer: an error, or a breakdown.
    NoAnswer,
}

impl Upshot {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Upshot::Right => "right",
            Upshot::WrongAsForetold => "wrong, as foretold",
            Upshot::Wrong => "wrong",
            Upshot::WrongOtherwise => "wrong in another way",
            Upshot::Untold => "not foretold",
            Upshot::NoAnswer => "no answer",
        }
    }

    /// Whether the answer is wrong; none where that is not known.
    fn is_wrong(self) -> Option<bool> {
        match self {
            Upshot::Right => Some(false),
            Upshot::WrongAsForetold | Upshot::Wrong | Upshot::WrongOtherwise => Some(true),
            Upshot::Untold | Upshot::NoAnswer => None,
        }
    }
}

/// A variant that was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    /// What it changes.
    pub change: String,
    /// The statement, in the standard of its language.
    pub text: String,
    /// What came of it.
    pub outcome: Upshot,
}

/// What experiments showed of a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The cause whose foretelling held, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Another departure, which holds beside the cause in variants that show both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Cause>,
    /// Other departures that foretold the same of every experiment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<Cause>,
    /// The one that foretold most wrong answers, where there is no cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Near>,
    /// How many of those that explained the case alone an experiment refuted.
    pub refuted: usize,
    /// Answers that the cause foretold.
    pub foretold: u32,
    /// Wrong ones among them.
    pub foretold_wrong: u32,
    /// The features, functions and operators without which the case does not fail, as far as variants show: each failing one has
    /// them, and some that does not fail lacks them.
    pub necessary: BTreeSet<String>,
    /// Where it comes, when there is no cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// What was asked.
    pub experiments: Vec<Experiment>,
}

/// A rule that explains a failure and not all variants of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Near {
    /// The rule, for people.
    pub rule: String,
    /// Answers that it foretold.
    pub foretold: u32,
    /// Wrong ones among them.
    pub foretold_wrong: u32,
    /// Statements that were answered otherwise.
    pub against: Vec<String>,
}

impl Near {
    /// What it tells, as a paragraph of a report.
    fn report(&self) -> String {
        let against: Vec<String> = self.against.iter().map(|text| quote::code(text)).collect();
        let against = match against.as_slice() {
            [] => "No answer is against it, but too few are for it.".to_owned(),
            texts => format!("Against it are: {}.", texts.join(", ")),
        };
        format!(
            "The rule that comes nearest foretells {} of the answers, {} of them wrong: {}. {against}\n\n",
            self.foretold,
            self.foretold_wrong,
            quote::markdown(&self.rule),
        )
    }
}

/// Wrong answers, and right ones, that a report tells of at most.
const MOST_TOLD: usize = 6;

impl Findings {
    /// What they tell, as a section of a report.
    pub fn report(&self) -> String {
        let mut text = String::new();
        match &self.cause {
            Some(cause) => {
                let _ = writeln!(
                    text,
                    "Of {} variants of the case, {} were answered just as this rule foretells, {} of them wrongly: {}.\n",
                    self.experiments.len(),
                    self.foretold,
                    self.foretold_wrong,
                    quote::markdown(&cause.told())
                );
                if let Some(root) = &cause.root {
                    let _ =
                        writeln!(text, "It is one of several ways in which this shows: {}.\n", quote::markdown(root));
                }
            }
            None => {
                let _ = writeln!(
                    text,
                    "{} variants of the case were asked; no known rule explains the answers.\n",
                    self.experiments.len()
                );
            }
        }
        if let Some(beside) = &self.beside {
            let rule = quote::markdown(&beside.told());
            let _ = writeln!(text, "Of variants that show another bug as well this was foretold beside it: {rule}.\n");
        }
        if !self.alike.is_empty() {
            let told: Vec<String> = self.alike.iter().map(|cause| quote::markdown(&cause.told())).collect();
            let _ = writeln!(text, "The same is foretold by: {}.\n", told.join("; "));
        }
        text.push_str(&self.nearest.as_ref().map(Near::report).unwrap_or_default());
        if let Some(condition) = &self.condition {
            let _ = writeln!(
                text,
                "What the first of them showed foretold the {} others that tell, {} of them wrong: {}.\n",
                condition.foretold,
                condition.foretold_wrong,
                condition.told(),
            );
        } else if !self.necessary.is_empty() {
            let all: Vec<String> = self.necessary.iter().map(|feature| quote::code(feature)).collect();
            let _ = writeln!(text, "What fails in this way has {}; no variant without fails so.\n", all.join(", "));
        }
        text.push_str(&table(&self.experiments));
        text
    }
}

/// The variants that tell most, as a table, and where the others are.
fn table(experiments: &[Experiment]) -> String {
    let told = telling(experiments);
    if told.is_empty() {
        return String::new();
    }
    let mut text = "| variant | statement | answer |\n|---|---|---|\n".to_owned();
    for Experiment { change, text: statement, outcome } in &told {
        let _ = writeln!(text, "| {change} | {} | {} |", quote::code(&statement.replace('|', "\\|")), outcome.words());
    }
    if told.len() < experiments.len() {
        let _ = writeln!(text, "\n`bug.json` has all {}.", experiments.len());
    }
    text
}

/// The shortest that are answered wrongly, those in the way of the failure first, then those that differ least from a wrong one
/// and are answered rightly. What a statement alone does not tell, since it is answered in two ways on two graphs, is left out.
fn telling(experiments: &[Experiment]) -> Vec<&Experiment> {
    let of = |wrong: bool| {
        let mut seen = BTreeSet::new();
        let all = experiments.iter().filter(|one| one.outcome.is_wrong() == Some(wrong));
        all.filter(|one| seen.insert(one.text.as_str())).collect::<Vec<&Experiment>>()
    };
    let (mut wrong, mut right) = (of(true), of(false));
    let failing: BTreeSet<&str> = wrong.iter().map(|one| one.text.as_str()).collect();
    let passing: BTreeSet<&str> = right.iter().map(|one| one.text.as_str()).collect();
    let otherwise = |one: &Experiment| one.outcome == Upshot::WrongOtherwise;
    wrong.sort_by_key(|one| (passing.contains(one.text.as_str()), otherwise(one), one.text.len()));
    right.retain(|one| !failing.contains(one.text.as_str()));
    right.sort_by_cached_key(|one| wrong.iter().map(|failing| apart(&one.text, &failing.text)).min());
    wrong.truncate(MOST_TOLD);
    right.truncate(MOST_TOLD);
    [wrong, right].concat()
}

/// How many bytes of two texts lie between what they begin and end with alike.
fn apart(one: &str, other: &str) -> usize {
    let begins = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one.as_bytes()[begins..], &other.as_bytes()[begins..]);
    let ends = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    one.len() + other.len() - 2 * ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(experiments: &[(&str, Upshot)], told: &[&str]) {
        let asked = |(text, outcome): &(&str, Upshot)| Experiment {
            change: "a value".to_owned(),
            text: (*text).to_owned(),
            outcome: *outcome,
        };
        let experiments: Vec<Experiment> = experiments.iter().map(asked).collect();
        let texts: Vec<&str> = telling(&experiments).iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, told);
    }

    #[test]
    fn short_wrong_ones_are_told_then_right_ones_that_differ_least_from_them() {
        let (wrong, right) = (Upshot::WrongAsForetold, Upshot::Right);
        check(
            &[
                ("RETURN 1 + 1 + 1", wrong),
                ("MATCH (a) RETURN a", right),
                ("RETURN 1 - 1", right),
                ("RETURN 1 + 1", wrong),
                ("RETURN 1 + 1", wrong),
                ("RETURN 1 / 0", Upshot::NoAnswer),
            ],
            &["RETURN 1 + 1", "RETURN 1 + 1 + 1", "RETURN 1 - 1", "MATCH (a) RETURN a"],
        );
    }

    #[test]
    fn a_statement_that_is_answered_in_two_ways_on_two_graphs_is_no_right_one() {
        check(&[("MATCH (a) RETURN a", Upshot::Wrong), ("MATCH (a) RETURN a", Upshot::Right)], &["MATCH (a) RETURN a"]);
        check(&[("RETURN 1", Upshot::Untold)], &[]);
        let wrong = [("RETURN 1", Upshot::WrongOtherwise), ("RETURN 1 + 1", Upshot::Wrong)];
        check(&wrong, &["RETURN 1 + 1", "RETURN 1"]);
    }
}
