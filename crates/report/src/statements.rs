//! The statements of a case as text for people and for clients.

use graphlance_case::language::LoadTexts;
use graphlance_case::{Case, Dialect, Line};

use super::ReportInput;
use crate::quote;

/// The texts that bring a case's graph into an empty database, as they are sent: indexes first.
pub(super) fn load_texts(case: &Case, dialect: &Dialect) -> LoadTexts {
    LoadTexts::of(&case.graph, &case.load, dialect)
}

/// All of them, for people.
pub(super) fn pretty_texts(texts: &LoadTexts, dialect: &Dialect) -> Vec<String> {
    texts.schema.iter().cloned().chain(texts.data.iter().map(|text| pretty_text(text, dialect))).collect()
}

/// A text with a part on a line; as it is when graphlance does not understand it.
fn pretty_text(text: &str, dialect: &Dialect) -> String {
    dialect.language().parse(text).map_or_else(|_| text.to_owned(), |statement| statement.print_lines(dialect))
}

/// The statements of a report, for people.
pub(super) struct Texts {
    /// Those that load the graph.
    pub load: Vec<String>,
    /// The steps; the last one fails. None when all that is done is to read the graph back.
    pub steps: Vec<Line>,
}

/// All statements, for people. They are printed as they are sent: whoever shows them takes them through
/// [`crate::quote`].
pub(super) fn texts(input: &ReportInput) -> Texts {
    let mut steps =
        input.case.lines(input.last_step(), input.dialect, |statement| statement.print_lines(input.dialect));
    if input.case.claim.is_about_loading() {
        steps.clear();
    }
    Texts { load: pretty_texts(&load_texts(input.case, input.dialect), input.dialect), steps }
}

impl Texts {
    /// What has to be said when a statement is not shown as it is sent.
    pub fn note(&self) -> Option<&'static str> {
        let mut all = self.load.iter().map(String::as_str).chain(self.steps.iter().map(Line::text));
        let hides = all.any(|text| quote::visible(text) != text);
        hides.then_some("Where \\uXXXX or \\r stands here, the character itself is sent: this engine does not read such an escape there.")
    }
}
