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
            Upshot::Untold => "not foretold",
            Upshot::NoAnswer => "no answer",
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

/// Rows of the table of a report at most.
const MOST_TOLD: usize = 40;

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
            let _ = writeln!(text, "What fails has {}; variants without do not fail.\n", all.join(", "));
        }
        text.push_str("| variant | statement | answer |\n|---|---|---|\n");
        for Experiment { change, text: statement, outcome } in self.experiments.iter().take(MOST_TOLD) {
            let _ =
                writeln!(text, "| {change} | {} | {} |", quote::code(&statement.replace('|', "\\|")), outcome.words());
        }
        text
    }
}
