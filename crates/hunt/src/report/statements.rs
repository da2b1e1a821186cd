//! The statements of a case as text for people and for clients.

use graphlance_case::{Case, Load, Step};
use graphlance_cypher::print::{print_lines, print_pattern};
use graphlance_cypher::{Clause, Dialect, Statement, parse, print};
use graphlance_engines::load::{LoadStatements, statements};

use super::ReportInput;
use crate::quote;

/// The texts that bring a case's graph into an empty database, as they are sent: indexes first.
pub(super) struct LoadTexts {
    pub schema: Vec<String>,
    pub data: Vec<String>,
}

impl LoadTexts {
    pub fn of(case: &Case, dialect: &Dialect) -> LoadTexts {
        let LoadStatements { schema, data } = statements(&case.graph, dialect);
        let data = match &case.load {
            Load::Create => data,
            Load::Script(script) => script.iter().map(|statement| print(statement, dialect)).collect(),
        };
        LoadTexts { schema, data }
    }

    /// All texts, for people.
    pub fn pretty(&self, dialect: &Dialect) -> Vec<String> {
        self.schema.iter().cloned().chain(self.data.iter().map(|text| pretty_text(text, dialect))).collect()
    }

    /// All texts, as sent.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.schema.iter().chain(&self.data)
    }
}

/// The statements of the steps up to and including `last`.
pub(super) fn steps(case: &Case, last: usize) -> impl Iterator<Item = &Statement> {
    case.steps.iter().take(last.saturating_add(1)).filter_map(|step| match step {
        Step::Run(statement) => Some(statement),
        Step::Snapshot => None,
    })
}

/// A statement with a clause, and each pattern of a long CREATE, on a line of its own.
pub(super) fn pretty(statement: &Statement, dialect: &Dialect) -> String {
    let Statement::Query(query) = statement else { return print(statement, dialect) };
    if let ([Clause::Create(patterns)], true) = (query.first.clauses.as_slice(), query.unions.is_empty()) {
        let patterns: Vec<String> = patterns.iter().map(|pattern| print_pattern(pattern, dialect)).collect();
        return format!("CREATE {}", patterns.join(",\n       "));
    }
    print_lines(statement, dialect)
}

/// The same for a text; as it is when graphlance does not understand it.
fn pretty_text(text: &str, dialect: &Dialect) -> String {
    parse(text).map_or_else(|_| text.to_owned(), |statement| pretty(&statement, dialect))
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
    let queries = steps(input.case, input.evidence.step).map(|s| input.case.prefixed(&pretty(s, input.dialect)));
    Texts { load: LoadTexts::of(input.case, input.dialect).pretty(input.dialect), queries: queries.collect() }
}

impl Texts {
    /// What has to be said when a statement is not shown as it is sent.
    pub fn note(&self) -> Option<&'static str> {
        let mut all = self.load.iter().chain(&self.queries);
        let hides = all.any(|text| quote::visible(text) != text.as_str());
        hides.then_some("Where \\uXXXX or \\r stands here, the character itself is sent: this engine does not read such an escape there.")
    }
}
