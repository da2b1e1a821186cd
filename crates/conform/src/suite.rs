//! Scenarios as data.

use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use thiserror::Error;

use crate::feature;

/// Scenarios with what belongs to them.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The scenarios, outline rows expanded.
    pub scenarios: Vec<Scenario>,
    errata: Vec<Erratum>,
    folder: PathBuf,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The feature file.
    pub path: String,
    /// The scenario's name.
    pub name: String,
    /// The row of an outline; 0 for others.
    pub row: u64,
    /// Its tags, each with its `@`.
    pub tags: Vec<String>,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A step: its text with a query or a table.
#[derive(Clone, Debug)]
pub struct Step {
    /// The words after Given, When, Then.
    pub text: String,
    /// The query.
    pub doc: Option<String>,
    /// The table with its header.
    pub table: Vec<Vec<String>>,
}

/// What a scenario is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An error must be raised.
    Error,
    /// Temporal values.
    Temporal,
    /// Other expressions.
    Expression,
    /// Reading clauses.
    Read,
    /// Writing clauses.
    Write,
    /// Procedures.
    Call,
}

/// Why a suite cannot be read.
#[derive(Debug, Error)]
#[error("{path}: {message}")]
pub struct SuiteError {
    /// The file.
    pub path: String,
    /// What is wrong with it, with the line.
    pub message: String,
}

/// Errors that count as well as the one a scenario names.
#[derive(Clone, Debug)]
struct Erratum {
    path: String,
    scenario: String,
    error: [String; 3],
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Kind::Error => "error",
            Kind::Temporal => "temporal",
            Kind::Expression => "expression",
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::Call => "call",
        })
    }
}

impl Suite {
    /// The scenarios of a text, one on each line, with no errata and no graphs. Errors name the line.
    pub fn parse(text: &str) -> Result<Suite, String> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read =
            lines.map(|(number, line)| Scenario::read(line).map_err(|why| format!("line {}: {why}", number + 1)));
        Ok(Suite { scenarios: read.collect::<Result<_, _>>()?, ..Suite::default() })
    }

    /// Reads a file of scenarios, with the errata and graphs in the folders `cypher` and `graphs` beside it, where there
    /// are any; or all feature files in a folder and those within it, which are called by their paths from there, or from its
    /// folder `features` where it has one.
    pub fn read(path: &Path) -> Result<Suite, SuiteError> {
        if path.is_dir() {
            return Suite::read_features(path);
        }
        let text = std::fs::read_to_string(path).map_err(|error| problem(path, error))?;
        let Suite { scenarios, .. } = Suite::parse(&text).map_err(|why| problem(path, why))?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let beside = folder.join("cypher/ERRATA.json");
        let errata = match std::fs::read_to_string(&beside) {
            Ok(text) => errata(&text).map_err(|why| problem(&beside, why))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(problem(&beside, error)),
        };
        Ok(Suite { scenarios, errata, folder })
    }

    fn read_features(path: &Path) -> Result<Suite, SuiteError> {
        let within = path.join("features");
        let folder = if within.is_dir() { within } else { path.to_owned() };
        let mut files = Vec::new();
        feature_files(&folder, &mut files)?;
        files.sort();
        let mut scenarios = Vec::new();
        for file in files {
            let text = std::fs::read_to_string(&file).map_err(|error| problem(&file, error))?;
            let name = file.strip_prefix(&folder).unwrap_or(&file).display().to_string();
            scenarios.extend(feature::scenarios(&name, &text).map_err(|why| problem(&file, why))?);
        }
        if scenarios.is_empty() {
            return Err(problem(path, "no feature file with a scenario is in this folder"));
        }
        let folder = folder.parent().map(Path::to_owned).unwrap_or_default();
        Ok(Suite { scenarios, errata: Vec::new(), folder })
    }

    /// The errors, as type, phase and detail, that count as well as the one a scenario names.
    pub(super) fn also_accepted<'s>(&'s self, scenario: &'s Scenario) -> impl Iterator<Item = &'s [String; 3]> {
        let of = move |erratum: &&Erratum| erratum.path == scenario.path && erratum.scenario == scenario.name;
        self.errata.iter().filter(of).map(|erratum| &erratum.error)
    }

    /// The folder of the file of scenarios.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The statements that make a named graph.
    pub(super) fn graph(&self, name: &str) -> Result<String, String> {
        let of = |folder: &str| self.folder.join(format!("{folder}/{name}/{name}.cypher"));
        let path = Some(of("graphs/cypher")).filter(|path| path.is_file()).unwrap_or_else(|| of("graphs"));
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }
}

impl Scenario {
    fn read(line: &str) -> Result<Scenario, String> {
        let json: Json = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let member = |name: &str| json[name].as_str().map(str::to_owned).ok_or(format!("no string `{name}`"));
        let steps = json["steps"].as_array().ok_or("no list `steps`")?;
        let steps = steps.iter().map(|step| Step {
            text: string(&step["t"]),
            doc: step["doc"].as_str().map(str::to_owned),
            table: cells(&step["table"]),
        });
        Ok(Scenario {
            path: member("path")?,
            name: member("name")?,
            tags: json["tags"].as_array().into_iter().flatten().map(string).collect(),
            row: json["row"].as_u64().unwrap_or_default(),
            steps: steps.collect(),
        })
    }

    /// File, name and row: stable from run to run.
    pub fn id(&self) -> String {
        format!("{} {} #{}", self.path, self.name, self.row)
    }

    /// The folder of its feature file.
    pub fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// What it is about.
    pub fn kind(&self) -> Kind {
        let folder = self.folder();
        let writes = ["create", "delete", "merge", "remove", "set"];
        if self.steps.iter().any(|step| step.text.contains("should be raised")) {
            Kind::Error
        } else if folder.starts_with("expressions/temporal") {
            Kind::Temporal
        } else if folder.starts_with("expressions") {
            Kind::Expression
        } else if folder == "clauses/call" {
            Kind::Call
        } else if writes.iter().any(|clause| folder == format!("clauses/{clause}")) {
            Kind::Write
        } else {
            Kind::Read
        }
    }
}

/// Adds the feature files in a folder and those within it.
fn feature_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), SuiteError> {
    let failed = |error| problem(folder, error);
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            feature_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "feature") {
            files.push(path);
        }
    }
    Ok(())
}

fn problem(path: &Path, message: impl ToString) -> SuiteError {
    SuiteError { path: path.display().to_string(), message: message.to_string() }
}

fn string(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn cells(table: &Json) -> Vec<Vec<String>> {
    let row = |row: &Json| row.as_array().map(|cells| cells.iter().map(string).collect()).unwrap_or_default();
    table.as_array().map(|rows| rows.iter().map(row).collect()).unwrap_or_default()
}

fn errata(text: &str) -> Result<Vec<Erratum>, String> {
    let json: Json = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut errata = Vec::new();
    for entry in json.as_array().into_iter().flatten() {
        for error in entry["accept_errors"].as_array().into_iter().flatten() {
            let error = [string(&error[0]), string(&error[1]), string(&error[2])];
            errata.push(Erratum { path: string(&entry["path"]), scenario: string(&entry["scenario"]), error });
        }
    }
    Ok(errata)
}
