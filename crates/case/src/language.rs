//! The seam between the languages and everything above them. A language is one trait: parse, print, features, facts,
//! measures, edits, loading, reading back, probes. Rooms above know statements and dialects only through it; its evaluator
//! stands behind
//! [`crate::Evaluator`]. This is the only file that knows how many languages there are.

mod cypher;
mod dialect;
mod edits;
mod features;
mod gremlin;
mod liveness;
mod probing;
mod statement;

use std::fmt;
use std::sync::Arc;

use graphlance_graph::{Graph, Name, Row, Value};
use thiserror::Error;

pub use cypher::Cypher;
pub use dialect::{Dialect, DialectData, DialectError, Ignored, PlanSwitch, Suspected};
pub use edits::{Bench, Pass, Run, Stage, Weight};
pub use features::{FeatureSet, Measures, Role};
pub use gremlin::{Gremlin, RESULT, SOURCE};
pub use liveness::{Compared, Make, Neutralisation, Question, Reading};
pub use probing::{About, Exercises, Outcome, Probe, Probed, SUSPECTED, Sample, Setting};
pub use statement::{Statement, Tree, Word};

use crate::{Boundary, Deriver, Evaluator, Load};

/// The languages that come with graphlance. The first is that of case files which name none.
pub const LANGUAGES: &[&dyn Language] = &[&Cypher, &Gremlin];

/// The language of this name among some; the first is that of a file which names none. Errors: none has it, in a sentence.
pub fn language_named(
    languages: &[&'static dyn Language],
    name: Option<&str>,
) -> Result<&'static dyn Language, String> {
    let found = match name {
        None => languages.first(),
        Some(name) => languages.iter().find(|language| language.name() == name),
    };
    let known = || languages.iter().map(|language| language.name()).collect::<Vec<_>>().join(", ");
    let name = name.unwrap_or_default();
    let unknown = || format!("it is in the language \"{name}\", which is not known; `language` may be {}", known());
    found.copied().ok_or_else(unknown)
}

/// A query language.
pub trait Language: Sync {
    /// Its name in case files and code blocks, in lower case, e.g. `cypher`.
    fn name(&self) -> &'static str;

    /// Reads a statement. Errors: the text is none of this language.
    fn parse(&self, text: &str) -> Result<Statement, SyntaxError>;

    /// The language as its standard has it, with no deviation.
    fn standard(&self) -> Dialect;

    /// The dialect that comes with graphlance under this name.
    fn dialect(&self, name: &str) -> Option<Dialect> {
        let standard = self.standard();
        (*standard.name() == name).then_some(standard)
    }

    /// The names of the dialects that come with graphlance.
    fn dialect_names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Reads a dialect's file. Errors name it and the place in it.
    fn read_dialect(&self, name: &str, _text: &str) -> Result<Dialect, DialectError> {
        Err(DialectError { name: name.to_owned(), message: format!("{} has no dialect files", self.name()) })
    }

    /// The names of all features.
    fn features(&self) -> Vec<Name> {
        Vec::new()
    }

    /// The names of the functions with which statements are made, in lower case.
    fn functions(&self) -> Vec<Name> {
        Vec::new()
    }

    /// A statement under switches of the engine, which are pairs of name and value.
    fn under_switches(&self, text: &str, switches: &[(Name, Name)]) -> String {
        let switches = switches.iter().map(|(name, value)| format!("{name}={value} "));
        switches.chain([text.to_owned()]).collect()
    }

    /// A text of this language as a target of the dialect takes it. Where the dialects differ in what they have alone, that is the
    /// text itself, letter by letter.
    fn as_taken(&self, text: &str, _dialect: &Dialect) -> String {
        text.to_owned()
    }

    /// The values of parameters that a text begins with, and what is behind them, for protocols that send them apart; none where it
    /// begins with none.
    fn given<'t>(&self, _text: &'t str) -> Option<(Vec<(Name, Value)>, &'t str)> {
        None
    }

    /// What a client of people is told so that parameters have these values, where it is not told by the statement itself.
    fn parameter_command(&self, _parameters: &[(Name, Value)], _dialect: &Dialect) -> Option<String> {
        None
    }

    /// The queries that return all nodes and all relationships, each with the name of its column, for a test in the form of the
    /// openCypher TCK; none where the language has no such tests.
    fn scenario_queries(&self) -> Option<[(&'static str, &'static str); 2]> {
        None
    }

    /// What a client of people is told to begin or end a transaction; a comment where it has no word for it.
    fn boundary_command(&self, boundary: Boundary) -> String {
        match boundary {
            Boundary::Begin => "// A transaction begins.",
            Boundary::Commit => "// The transaction is committed.",
            Boundary::RollBack => "// The transaction is rolled back.",
            Boundary::Reset => "// The connection is reset.",
        }
        .to_owned()
    }

    /// What a client of people is told to go to a database; none: to the one of the graph.
    fn database_command(&self, database: Option<&str>) -> String {
        match database {
            Some(database) => format!("// In the database {database}:"),
            None => "// In the database of the graph:".to_owned(),
        }
    }

    /// The passes over statements that make them smaller, in the order they are run. Without any, statements stay as they are.
    fn passes(&self) -> Vec<Pass> {
        Vec::new()
    }

    /// The kinds of parts of a statement that can be neutralised, so that it shows whether a part matters to the answer.
    fn neutralisations(&self) -> Vec<Neutralisation> {
        Vec::new()
    }

    /// What can be asked about the rows between the parts of a statement.
    fn questions(&self) -> Vec<Question> {
        Vec::new()
    }

    /// A value as text; none when it cannot be written.
    fn literal(&self, _value: &Value, _dialect: &Dialect) -> Option<String> {
        None
    }

    /// The texts that load a graph into an empty database.
    fn load(&self, graph: &Graph, dialect: &Dialect) -> LoadTexts;

    /// Texts that load the same and whose data a target has planned before, where planning is dear: they differ from graph to graph
    /// in parameters alone. None where there are no such.
    fn planned_load(&self, _graph: &Graph, _dialect: &Dialect) -> Option<LoadTexts> {
        None
    }

    /// The one statement that creates a graph in an empty database; none where one cannot.
    fn creation(&self, _graph: &Graph) -> Option<Statement> {
        None
    }

    /// Queries that read a graph back, part by part, with the rows each must return in any order. They look for what only
    /// `found` has as well, the graph that is there.
    fn read_back(&self, _graph: &Graph, _found: &Graph, _dialect: &Dialect) -> Vec<ReadBack> {
        Vec::new()
    }

    /// The statement that counts the nodes and the one that counts the relationships, for graphs that are too large to be read
    /// back.
    fn counting(&self) -> Option<[Statement; 2]> {
        None
    }

    /// The table by which a dialect is learned.
    fn probes(&self) -> Vec<Probe> {
        Vec::new()
    }

    /// What a target is asked to see whether it can be hunted; none where nobody knows.
    fn exercises(&self) -> Option<Exercises> {
        None
    }

    /// The graph that probes run on.
    fn probe_graph(&self) -> Graph {
        Graph::new()
    }

    /// The dialect to which probing leads: `base` with what probing found on an engine of this version. `settings`: the
    /// deviations that explain some of it.
    fn learned(&self, base: &Dialect, _version: &str, _outcomes: &[Outcome], _settings: &[Setting]) -> Dialect {
        base.clone()
    }
}

/// Why a text is no statement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SyntaxError(pub String);

/// The texts that load a graph: schema first, then data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadTexts {
    /// One per table, index or constraint that the dialect has.
    pub schema: Vec<String>,
    /// Those that create all nodes and relationships.
    pub data: Vec<String>,
}

impl LoadTexts {
    /// The texts that bring a graph into an empty database by way of `load`.
    pub fn of(graph: &Graph, load: &Load, dialect: &Dialect) -> LoadTexts {
        let LoadTexts { schema, data } = dialect.language().load(graph, dialect);
        let data = match load {
            Load::Create => data,
            Load::Script(script) => script.iter().map(|statement| statement.print(dialect)).collect(),
        };
        LoadTexts { schema, data }
    }

    /// The same as a hunt sends them: what a person would read in one text may be several that the target has planned.
    pub fn sent(graph: &Graph, load: &Load, dialect: &Dialect) -> LoadTexts {
        let planned = match load {
            Load::Create => dialect.language().planned_load(graph, dialect),
            Load::Script(_) => None,
        };
        planned.unwrap_or_else(|| LoadTexts::of(graph, load, dialect))
    }

    /// All texts in the order in which they are sent.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.schema.iter().chain(&self.data)
    }
}

/// A query that reads a part of a graph back.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBack {
    /// Its text.
    pub query: String,
    /// The rows it must return, in any order.
    pub rows: Vec<Row>,
}

/// Makes the evaluators of a language.
pub trait Evaluators: Send + Sync {
    /// The evaluator under the deviations of a dialect.
    fn evaluator(&self, dialect: &Dialect, effort: Effort) -> Arc<dyn Evaluator>;

    /// Another evaluator under the same deviations, which shares with the first as little as can be: for a second opinion on
    /// what the first alone says. None where there is none.
    fn second(&self, _dialect: &Dialect) -> Option<Arc<dyn Evaluator>> {
        None
    }
}

/// How much an evaluation may cost before it is given up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// What the confirmation of a generated case may take. Its expressions are made so that none raises an error, whenever
    /// and on whichever element it is evaluated, and reduction keeps them so: no order of execution is looked for that
    /// comes upon one.
    #[default]
    Usual,
    /// What an arbitrary statement may take, whose expressions may raise errors.
    Thorough,
    /// What one of thousands of candidates of a reduction may take.
    Small,
}

/// The languages, each with its evaluators, and with what makes derived statements again where its statements have rewrites.
#[derive(Clone)]
pub struct Languages(Vec<Spoken>);

#[derive(Clone)]
struct Spoken {
    language: &'static dyn Language,
    evaluators: Arc<dyn Evaluators>,
    deriver: Option<Arc<dyn Deriver>>,
}

impl Languages {
    /// None yet.
    pub fn none() -> Languages {
        Languages(Vec::new())
    }

    /// With one more.
    pub fn with(mut self, language: &'static dyn Language, evaluators: Arc<dyn Evaluators>) -> Languages {
        self.0.push(Spoken { language, evaluators, deriver: None });
        self
    }

    /// With what makes the derived statements of a language again, when the language is one of them.
    pub fn deriving(mut self, language: &'static dyn Language, deriver: Arc<dyn Deriver>) -> Languages {
        for spoken in self.0.iter_mut().filter(|spoken| spoken.language.name() == language.name()) {
            spoken.deriver = Some(Arc::clone(&deriver));
        }
        self
    }

    /// The language of a name; the first one for a case file that names none. Errors: there is no such language.
    pub fn named(&self, name: Option<&str>) -> Result<&'static dyn Language, String> {
        let known = |language: &&'static dyn Language| name.is_none_or(|name| language.name() == name);
        let names = || self.0.iter().map(|spoken| spoken.language.name()).collect::<Vec<_>>().join(", ");
        let found = self.0.iter().map(|spoken| spoken.language).find(known);
        found.ok_or_else(|| format!("there is no language `{}`; there are {}", name.unwrap_or_default(), names()))
    }

    fn of(&self, dialect: &Dialect) -> Option<&Spoken> {
        let name = dialect.language().name();
        self.0.iter().find(|spoken| spoken.language.name() == name)
    }

    /// The evaluator under the deviations of a dialect. One of a language without evaluator decides nothing.
    pub fn evaluator(&self, dialect: &Dialect, effort: Effort) -> Arc<dyn Evaluator> {
        match self.of(dialect) {
            Some(spoken) => spoken.evaluators.evaluator(dialect, effort),
            None => Arc::new(crate::evaluator::Undecided),
        }
    }

    /// What makes derived statements of a dialect's language again; none where nothing does.
    pub fn deriver(&self, dialect: &Dialect) -> Option<Arc<dyn Deriver>> {
        self.of(dialect)?.deriver.clone()
    }

    /// The other evaluator under the deviations of a dialect, for a second opinion; none where the language has none.
    pub fn second(&self, dialect: &Dialect) -> Option<Arc<dyn Evaluator>> {
        self.of(dialect)?.evaluators.second(dialect)
    }

    /// The dialect that comes with graphlance under this name, in whichever language.
    pub fn dialect(&self, name: &str) -> Option<Dialect> {
        self.0.iter().find_map(|spoken| spoken.language.dialect(name))
    }
}

impl fmt::Debug for Languages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.0.iter().map(|spoken| spoken.language.name())).finish()
    }
}

impl fmt::Debug for dyn Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
