//! The files by which an engine's developer understands a finding and reproduces it without graphlance.
//!
//! `report.md` leads from the symptom to the reason and ends with a test; `graph.svg` shows the graph; `repro.LANGUAGE`
//! (`repro.cypher`) is all statements as plain text; `repro.sh` runs them by the engine's own client (`repro.py`, or the
//! small program in
//! `repro/`) and exits with 0 when the answer is right, 1 when the bug shows and 2 when it cannot tell;
//! `scenario.feature` is a test in the form of the openCypher TCK.
//!
//! Of many bugs: one page of HTML, issues, JUnit and SARIF ([`Listed`]).

mod feature;
mod group;
mod issue;
pub mod junit;
mod listed;
mod markdown;
mod page;
pub mod picture;
mod prose;
pub mod quote;
mod repro;
mod rows;
mod sarif;
mod statements;
mod title;
mod value_text;

use graphlance_case::{Case, Dialect, Evidence, FailureClass, PartTrace, Response};
use graphlance_engines::Identity;
use graphlance_graph::Returns;

pub use issue::issue;
pub use junit::junit;
pub use listed::{BugLife, Listed};
pub use page::{Page, page};
pub use sarif::sarif;
pub use title::{of_rule, slug, title};
pub use value_text::value_text;

/// Everything a report tells.
#[derive(Clone, Debug)]
pub struct ReportInput<'a> {
    /// The reduced case.
    pub case: &'a Case,
    /// The dialect in which statements were sent.
    pub dialect: &'a Dialect,
    /// Why it failed.
    pub evidence: &'a Evidence,
    /// What the target answered, step by step.
    pub responses: &'a [Response],
    /// What it should have answered to the step that failed, when there is one answer.
    pub expected: Option<&'a Returns>,
    /// The rows after each clause of that step, by the reference.
    pub traces: &'a [PartTrace],
    /// The engine's plan for that step.
    pub explain: Option<&'a str>,
    /// What may change the engine's plan, and whether the case fails under it.
    pub plans: &'a [(String, bool)],
    /// What exactly answered.
    pub identity: &'a Identity,
    /// How often it failed out of how many replays on a fresh database.
    pub replayed: [u32; 2],
    /// What a second evaluator says of the expected answer, in a sentence; none when none was asked.
    pub second: Option<&'a str>,
    /// The bug's fingerprint.
    pub fingerprint: &'a str,
    /// Sizes of the reduced case and of the case as generated: name, reduced, original.
    pub sizes: &'a [(&'a str, u64, u64)],
    /// A word on a reduction that did not try everything; none when it did.
    pub cut_short: Option<&'a str>,
    /// How it stands on other targets, as a table in Markdown; none where no other was asked.
    pub elsewhere: Option<&'a str>,
    /// The wrong rule that explains it, in a sentence; it is the title then.
    pub rule: Option<&'a str>,
    /// What experiments showed, as a section in Markdown; none where none were made.
    pub experiments: Option<&'a str>,
    /// The rewrites that took part in what it was made of, by name, each with a sentence on what it does and why that is right.
    pub rewrites: &'a [(String, &'static str)],
    /// For a claim that does not say which answer is wrong: the step whose answer is, by the reference, and what it must return.
    pub accused: Option<(usize, &'a Returns)>,
    /// Command lines of graphlance that replay and reduce it, each with a word on what it does.
    pub commands: &'a [(&'a str, String)],
}

impl ReportInput<'_> {
    /// The answer to the step that failed.
    fn answer(&self) -> Option<&Response> {
        self.responses.get(self.evidence.step)
    }

    /// The last step that it takes: what was measured stands in the steps behind the statement that is slow.
    fn last_step(&self) -> usize {
        if self.evidence.class.is_of_right_answers() { usize::MAX } else { self.evidence.step }
    }

    /// The language of its statements, as code blocks and files name it.
    fn language(&self) -> &'static str {
        self.dialect.language().name()
    }

    /// The symptom in one line.
    fn title(&self) -> String {
        if let Some(rule) = self.rule {
            return of_rule(rule);
        }
        title(self.case, self.evidence, self.responses, self.expected)
    }

    /// The same as Markdown.
    fn markdown_title(&self) -> String {
        if let Some(rule) = self.rule {
            return quote::markdown(&of_rule(rule));
        }
        title::markdown_title(self.case, self.evidence, self.responses, self.expected)
    }
}

/// The files of a report: names, relative to the finding's folder, and contents. A name that ends in `.sh` is a program.
pub fn files(input: &ReportInput) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![
        ("report.md".to_owned(), markdown::report(input)),
        ("graph.svg".to_owned(), picture::graph_svg(&input.case.graph)),
        (format!("repro.{}", input.language()), repro::plain(input)),
    ];
    files.extend(feature::scenario(input).map(|text| ("scenario.feature".to_owned(), text)));
    files.extend(repro::programs(input));
    files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect()
}

/// The severity of a failure, in words.
pub fn severity(class: FailureClass) -> &'static str {
    match class {
        FailureClass::Crash => "crash",
        FailureClass::Hang => "hang",
        FailureClass::Load => "wrong data: the database does not hold what was written",
        FailureClass::State => "wrong data: the database does not hold what it must",
        FailureClass::Counters => "wrong counters: the engine says that it changed something else than it did",
        FailureClass::LostRows => "lost rows",
        FailureClass::ExtraRows => "extra rows",
        FailureClass::WrongRows => "wrong rows",
        FailureClass::WrongOrder => "wrong order",
        FailureClass::WrongColumns => "wrong columns",
        FailureClass::MissingError => "an answer where an error is due",
        FailureClass::Disagreement => "answers that contradict each other",
        FailureClass::InternalError => "internal error",
        FailureClass::UnexpectedError => "unexpected error",
        FailureClass::Garbage => "undecodable answer",
        FailureClass::Slow => {
            "slow: the answer is right, and takes ever longer than that of a statement with the same rows"
        }
        FailureClass::Estimate => {
            "estimate: the answer is right, and the plan expects more rows of a statement that demands more"
        }
    }
}

#[cfg(test)]
mod tests;
