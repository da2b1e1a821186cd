//! Dialects: which version a target speaks, what it can say and store, and where it departs from the language on purpose. Data,
//! read from TOML.

mod deviations;
mod file_text;
mod schema;

use std::collections::BTreeMap;

pub use graphlance_graph::dialect::{DialectError, Ignored, PlanSwitch, SUSPECTED, Suspected};
use graphlance_graph::{Name, ValueDomain};
use serde::{Deserialize, Serialize};

pub use deviations::*;
pub use schema::{Declarations, Placeholders};

use crate::features::features_of;
use crate::spoken::versions_of;
use crate::version::Version;
use crate::{Statement, print, print_groovy, print_plain};

/// The language that a file of this crate may name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spoken {
    /// Gremlin.
    #[default]
    Gremlin,
}

/// In which form statements are written for a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// gremlin-lang.
    #[default]
    Lang,
    /// gremlin-groovy.
    Groovy,
    /// gremlin-lang in which numbers say nothing of their types, and tokens nothing of their classes.
    Plain,
}

/// The dialect of a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// Its name, as used by `--dialect`.
    pub name: Name,
    /// The language of which it is a dialect: this one. A file says so, since one that names none is of another.
    pub language: Spoken,
    /// One line for people.
    #[serde(default)]
    pub description: String,
    /// The versions of the target it was written for, as text.
    #[serde(default)]
    pub versions: Vec<String>,
    /// The version of TinkerPop whose rules hold.
    pub tinkerpop: Version,
    /// In which form statements are written.
    #[serde(default)]
    pub form: Form,
    /// Features that the target lacks, by name, each with the reason or source.
    #[serde(default)]
    pub unsupported: BTreeMap<Name, String>,
    /// Departures from the language that its documentation or maintainers state.
    #[serde(default)]
    pub deviations: Deviations,
    /// What values it can store, send and write as literals.
    #[serde(default)]
    pub values: ValueDomain,
    /// What its graphs do not have, by the tags of TinkerPop's feature suite, each with the source.
    #[serde(default)]
    pub graphs_lack: BTreeMap<Name, String>,
    /// What it is told about a graph before that is loaded.
    #[serde(default)]
    pub declarations: Declarations,
    /// Sizes beyond which it is not asked.
    #[serde(default)]
    pub limits: Limits,
    /// Switches of the target that change the plan of a statement and not its answer.
    #[serde(default)]
    pub plans: Vec<PlanSwitch>,
    /// Answers that are listed on purpose and not reported, each with a reason.
    #[serde(default)]
    pub ignored: Vec<Ignored>,
    /// What probing found to differ from the reference, by the probe's id.
    #[serde(default)]
    pub suspected: BTreeMap<String, Suspected>,
}

/// Sizes beyond which a target is not asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Longest statement, in bytes.
    pub statement_bytes: usize,
    /// Most steps of one traversal that loads a part of a graph.
    pub load_steps: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { statement_bytes: 60_000, load_steps: 400 }
    }
}

impl Dialect {
    /// Reads a dialect from TOML. Errors name the file and the place in it.
    pub fn parse(name: &str, text: &str) -> Result<Dialect, DialectError> {
        let failed = |message: String| DialectError { name: name.to_owned(), message };
        let dialect: Dialect = toml::from_str(text).map_err(|error| failed(error.to_string()))?;
        match PlanSwitch::twice(&dialect.plans) {
            Some(twice) => Err(failed(format!("the switch of plans `{twice}` is there twice"))),
            None => Ok(dialect),
        }
    }

    /// The language as TinkerPop has it in a version.
    pub fn of(version: Version) -> Dialect {
        Dialect {
            name: format!("tinkerpop{version}").into(),
            language: Spoken::Gremlin,
            description: format!("Gremlin of Apache TinkerPop {version}"),
            versions: Vec::new(),
            tinkerpop: version,
            form: Form::Lang,
            unsupported: BTreeMap::new(),
            deviations: Deviations::default(),
            values: values(),
            graphs_lack: BTreeMap::new(),
            declarations: Declarations::default(),
            limits: Limits::default(),
            plans: Vec::new(),
            ignored: Vec::new(),
            suspected: BTreeMap::new(),
        }
    }

    /// The language as the newest version has it.
    pub fn standard() -> Dialect {
        Dialect::of(Version::V38)
    }

    /// The text of a statement, on one line.
    pub fn print(&self, statement: &Statement) -> String {
        match self.form {
            Form::Lang => print(statement),
            Form::Groovy => print_groovy(statement, self.tinkerpop),
            Form::Plain => print_plain(statement),
        }
    }

    /// Whether the target has the feature of this name.
    pub fn has(&self, feature: &str) -> bool {
        !self.unsupported.contains_key(feature)
    }

    /// Whether the target has all that a statement is made of, in the version that it speaks.
    pub fn can_say(&self, statement: &Statement) -> bool {
        let known = self.form == Form::Groovy || versions_of(statement).contains(self.tinkerpop);
        known && features_of(statement).iter().all(|feature| self.has(&feature.name()))
    }

    /// Without anything that probing wrote: what is known by other means.
    pub fn without_suspicions(&self) -> Dialect {
        let mut known = self.clone();
        known.suspected.clear();
        known.unsupported.retain(|_, reason| !reason.starts_with(SUSPECTED));
        let sources = known.deviations.sources.clone();
        for (field, _) in sources.iter().filter(|(_, source)| source.starts_with(SUSPECTED)) {
            known.deviations.take(&Deviations::default(), field);
            known.deviations.sources.remove(field);
        }
        known
    }
}

/// What values the language has: a vertex has one label.
fn values() -> ValueDomain {
    ValueDomain { node_labels: [1, 1], ..ValueDomain::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[track_caller]
    fn check(dialect: &Dialect, text: &str, expected: bool) {
        let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(dialect.can_say(&statement), expected, "{text}");
    }

    #[test]
    fn a_dialect_can_say_what_its_version_has_and_what_it_does_not_lack() {
        let mut dialect = Dialect::of(Version::V36);
        check(&dialect, "g.V().math('_ + 1')", true);
        check(&dialect, "g.V().values('name').toUpper()", false);
        dialect.unsupported.insert("step_math".into(), "not there".to_owned());
        check(&dialect, "g.V().math('_ + 1')", false);
        check(&dialect, "g.V().where(__.math('_ + 1'))", false);
    }

    #[test]
    fn an_unknown_field_and_a_missing_version_are_errors_that_name_them() {
        let check = |text: &str, part: &str| {
            let error = Dialect::parse("x.toml", text).unwrap_err().to_string();
            assert!(error.contains("x.toml") && error.contains(part), "{error}");
        };
        check("name = 'x'\nlanguage = 'gremlin'\ntinkerpop = '3.8'\nspeling = 1", "speling");
        check("name = 'x'\nlanguage = 'gremlin'", "tinkerpop");
        check("name = 'x'\nlanguage = 'gremlin'\ntinkerpop = '3.9'", "3.9");
        let switch = "[[plans]]\nname = 'source'\nvalues = ['gno']\n";
        check(
            &format!("name = 'x'\nlanguage = 'gremlin'\ntinkerpop = '3.8'\n{switch}{switch}"),
            "`source` is there twice",
        );
    }

    #[test]
    fn what_probing_suspected_can_be_taken_back() {
        let mut dialect = Dialect::standard();
        dialect.unsupported.insert("step_coin".into(), format!("{SUSPECTED}feature step_coin"));
        assert!(dialect.deviations.set("null_properties", "true"));
        dialect.deviations.sources.insert("null_properties".into(), format!("{SUSPECTED}behaviour null"));
        assert_ne!(dialect, Dialect::standard());
        assert_eq!(dialect.without_suspicions(), Dialect::standard());
    }
}
