//! The steps of a case as a person types them.

use super::Case;
use crate::{Act, Dialect, Statement};

/// A line for a client of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A statement, without what ends it.
    Statement(String),
    /// A command of the client, or a comment where it has none for it.
    Command(String),
}

impl Line {
    /// The text, without what ends it.
    pub fn text(&self) -> &str {
        match self {
            Line::Statement(text) | Line::Command(text) => text,
        }
    }

    /// What stands behind the text.
    pub fn end(&self) -> &'static str {
        match self {
            Line::Statement(_) => ";",
            Line::Command(_) => "",
        }
    }
}

impl Case {
    /// The steps up to and including `last`; `print` gives the text of a statement without switches.
    pub fn lines(&self, last: usize, dialect: &Dialect, print: impl Fn(&Statement) -> String) -> Vec<Line> {
        let language = dialect.language();
        let (mut lines, mut database) = (Vec::new(), None);
        for step in self.steps.iter().take(last.saturating_add(1)) {
            if step.database != database {
                database = step.database.clone();
                lines.push(Line::Command(language.database_command(database.as_deref())));
            }
            let line = match &step.act {
                Act::Run(statement) => {
                    let text = self.prefixed(statement, &print(statement));
                    let given = language.given(&text);
                    let command =
                        given.as_ref().and_then(|(parameters, _)| language.parameter_command(parameters, dialect));
                    match (given, command) {
                        (Some((_, behind)), Some(command)) => {
                            lines.push(Line::Command(command));
                            Line::Statement(behind.to_owned())
                        }
                        _ => Line::Statement(text),
                    }
                }
                Act::Snapshot => Line::Command("// The whole graph is read.".to_owned()),
                Act::Counters => {
                    Line::Command("// What the statement is said to have changed is looked at.".to_owned())
                }
                Act::Race => {
                    Line::Command("// The statements above that only read are timed, five times in turns.".to_owned())
                }
                Act::Estimate => Line::Command("// The rows that the plan expects are looked at.".to_owned()),
                Act::Refresh => match dialect.statistics() {
                    Some(text) => Line::Statement(text.to_owned()),
                    None => Line::Command("// The statistics are brought up to date.".to_owned()),
                },
                Act::Boundary(boundary) => Line::Command(language.boundary_command(*boundary)),
            };
            lines.push(line);
        }
        lines
    }
}
