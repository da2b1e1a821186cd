//! Bugs that papers and issues published, as data: statements, what graph they begin on, where they come from. What they must
//! answer the reference says when they are run (`trial`), so that nothing is filled in from memory.

mod pair;
mod table;
mod trial;

use std::sync::Arc;

use graphlance_case::language::{LANGUAGES, Language, language_named};
use graphlance_case::{Evaluator, Statement};
use graphlance_graph::schema::{Index, IndexKind, PropertyKey, PropertyKind};
use graphlance_graph::{Graph, Name, Schema, Value};
use serde::Deserialize;
use thiserror::Error;

pub use table::{Tried, markdown};
pub use trial::{Shown, Standing, must_be, on_target};

/// A file of published bugs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corpus {
    /// The title of the paper.
    pub paper: String,
    /// What of it is in the file, where there are several.
    #[serde(default)]
    pub part: Option<String>,
    /// Where its authors keep what they found.
    pub link: String,
    /// The language of its statements; the first of all without it.
    #[serde(default)]
    language: Option<String>,
    /// The bugs.
    #[serde(rename = "case")]
    pub bugs: Vec<Published>,
}

/// A published bug.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Names it, e.g. `dinkel-mismatch2`.
    pub name: String,
    /// The engine on which it was reported.
    pub engine: String,
    /// The version on which it was reported, where that is told.
    #[serde(default)]
    pub version: Option<String>,
    /// The day on which it was found, where that is told.
    #[serde(default)]
    pub reported: Option<String>,
    /// The file below the paper's link that has it.
    #[serde(default)]
    pub source: Option<String>,
    /// The issue, as `owner/name#number`.
    #[serde(default)]
    pub issue: Option<String>,
    /// The commit of the engine to which its finders traced it.
    #[serde(default)]
    pub offending_commit: Option<String>,
    /// What a reader must know of it.
    #[serde(default)]
    pub note: Option<String>,
    /// The one statement that makes the graph on which it begins; an empty graph without it. The graph is loaded as each target
    /// loads graphs.
    #[serde(default)]
    pub graph: Option<String>,
    /// Indexes on nodes of the graph.
    #[serde(default)]
    pub indexes: Vec<IndexOn>,
    /// Statements that are run one after the other. They are sent letter by letter, since some bugs are about parentheses.
    pub statements: Vec<String>,
    /// Statements that must do the same on the same graph; none when the bug is no pair.
    #[serde(default)]
    pub twin: Vec<String>,
}

/// An index.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexOn {
    /// The label.
    pub label: Name,
    /// The property.
    pub key: Name,
}

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {message}")]
pub struct CorpusError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

impl Corpus {
    /// Reads a file's text. Errors name the file and the bug: its language is not known, it has no statement, shares its name, or
    /// its graph is none.
    pub fn parse(file: &str, text: &str) -> Result<Corpus, CorpusError> {
        let error = |message: String| CorpusError { file: file.to_owned(), message };
        let corpus: Corpus = toml::from_str(text).map_err(|cause| error(cause.to_string()))?;
        let language = language_named(LANGUAGES, corpus.language.as_deref()).map_err(error)?;
        for (number, bug) in corpus.bugs.iter().enumerate() {
            let of = |message: &str| Err(error(format!("`{}`: {message}", bug.name)));
            if bug.statements.is_empty() {
                return of("has no statement");
            }
            if corpus.bugs[..number].iter().any(|other| other.name == bug.name) {
                return of("there are two of this name");
            }
            if let Some(Err(cause)) = bug.graph.as_ref().map(|text| language.parse(text)) {
                return of(&format!("its graph is made by no statement: {cause}"));
            }
        }
        Ok(corpus)
    }

    /// The language of its statements.
    pub fn language(&self) -> &'static dyn Language {
        language_named(LANGUAGES, self.language.as_deref()).unwrap_or(LANGUAGES[0])
    }

    /// Those that come with graphlance, file by file.
    pub fn built_in() -> Vec<Corpus> {
        // A test parses the files, so that a failure here cannot reach a user.
        let parsed = graphlance_catalog::CORPUS.iter().map(|(file, text)| Corpus::parse(file, text));
        parsed.filter_map(Result::ok).collect()
    }
}

impl Published {
    /// The graph on which it begins. Errors: the statement that makes it has no answer.
    pub fn graph(&self, language: &dyn Language, evaluator: &dyn Evaluator) -> Result<Arc<Graph>, String> {
        let Some(text) = &self.graph else { return Ok(Arc::default()) };
        let statement: Statement = language.parse(text).map_err(|error| error.to_string())?;
        let answer = evaluator.evaluate(&Graph::new(), &statement).map_err(|none| none.to_string())?;
        let mut graph = answer.graph.unwrap_or_default();
        graph.schema = schema_of(&graph, &self.indexes);
        Ok(Arc::new(graph))
    }
}

/// The names that a graph uses, for targets that declare them.
fn schema_of(graph: &Graph, indexes: &[IndexOn]) -> Schema {
    fn add<T: PartialEq>(all: &mut Vec<T>, one: T) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    let mut schema = Schema::default();
    graph.nodes().flat_map(|node| node.labels.iter().cloned()).for_each(|label| add(&mut schema.labels, label));
    graph.relationships().map(|one| one.kind.clone()).for_each(|kind| add(&mut schema.types, kind));
    let of_nodes = graph.nodes().flat_map(|node| node.properties.iter());
    let of_relationships = graph.relationships().flat_map(|one| one.properties.iter());
    for (name, value) in of_nodes.chain(of_relationships) {
        let known = schema.keys.iter().any(|key| key.name == *name);
        if let Some(kind) = kind_of(value).filter(|_| !known) {
            schema.keys.push(PropertyKey { name: name.clone(), kind });
        }
    }
    let index = |IndexOn { label, key }: &IndexOn| Index {
        kind: IndexKind::Range,
        on_nodes: true,
        name: label.clone(),
        keys: vec![key.clone()],
    };
    Schema { indexes: indexes.iter().map(index).collect(), ..schema }
}

fn kind_of(value: &Value) -> Option<PropertyKind> {
    Some(match value {
        Value::Boolean(_) => PropertyKind::Boolean,
        Value::Integer(_) => PropertyKind::Integer,
        Value::Float(_) => PropertyKind::Float,
        Value::String(_) => PropertyKind::String,
        Value::List(_) => PropertyKind::List,
        Value::Point(_) => PropertyKind::Point,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
