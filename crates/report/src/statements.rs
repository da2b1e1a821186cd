//! The statements of a case as text for people and for clients.

use graphlance_case::language::LoadTexts;
use graphlance_case::{Case, Dialect, Statement, Step};

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

/// The statements of the steps up to and including `last`.
pub(super) fn steps(case: &Case, last: usize) -> impl Iterator<Item = &Statement> {
    case.steps.iter().take(last.saturating_add(1)).filter_map(Step::statement)
}

/// A text with a part on a line; as it is when graphlance does not understand it.
fn pretty_text(text: &str, dialect: &Dialect) -> String {
    dialect.language().parse(text).map_or_else(|_| text.to_owned(), |statement| statement.print_lines(dialect))
}

/// The statements of a report, for people.
pub(super) struct Texts {
    /// Those that load the graph.
    pub load: Vec<String>,
    /// Those of the steps; the last one fails.
    pub queries: Vec<String>,
}

/// All statements, for people. They are printed as they are sent: whoever shows them takes them through
/// [`crate::quote`].
pub(super) fn texts(input: &ReportInput) -> Texts {
    let shown = |statement: &Statement| input.case.prefixed(statement, &statement.print_lines(input.dialect));
    let queries = steps(input.case, input.evidence.step).map(shown).collect();
    Texts { load: pretty_texts(&load_texts(input.case, input.dialect), input.dialect), queries }
}

impl Texts {
    /// What has to be said when a statement is not shown as it is sent.
    pub fn note(&self) -> Option<&'static str> {
        let mut all = self.load.iter().chain(&self.queries);
        let hides = all.any(|text| quote::visible(text) != text.as_str());
        hides.then_some("Where \\uXXXX or \\r stands here, the character itself is sent: this engine does not read such an escape there.")
    }
}
