//! The statements of a case as text for people and for clients.

use graphlance_cypher::print::{print_lines, print_pattern};
use graphlance_cypher::{Clause, Dialect, Statement, parse, print};
use graphlance_engines::load::{LoadStatements, statements};
use graphlance_oracles::{Case, Load, Step};

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
