//! What names on the command line stand for: profiles, dialects, targets, oracles.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use graphlance_cypher::Dialect;
use graphlance_engines::Target;
use graphlance_engines::targets::{self, TargetOptions};
use graphlance_generate::Profile;
use graphlance_hunt::known::KnownBugs;
use graphlance_hunt::mock::ReferenceTarget;
use graphlance_oracles::{Gqs, Oracle};
use graphlance_reference::Fault;

use crate::exit::Problem;

/// The oracles, in the order they are listed.
pub const ORACLES: &[&dyn Oracle] = &[&Gqs];

/// The profile of this name, or in this file.
pub fn profile(name: &str) -> Result<Profile, Problem> {
    if let Some(profile) = Profile::built_in(name) {
        return Ok(profile);
    }
    let known: Vec<&str> = Profile::built_in_names().collect();
    let text = read_named("profile", name, &known)?;
    Profile::parse(name, &text).map_err(|error| Problem::usage(error.to_string()))
}

/// The dialect of this name, or in this file.
pub fn dialect(name: &str) -> Result<Dialect, Problem> {
    if let Some(dialect) = Dialect::built_in(name) {
        return Ok(dialect);
    }
    let known: Vec<&str> = Dialect::built_in_names().collect();
    let text = read_named("dialect", name, &known)?;
    Dialect::parse(name, &text).map_err(|error| Problem::usage(error.to_string()))
}

/// The dialect that a flag names, if it is given.
pub fn dialect_of(flag: &Option<String>) -> Result<Option<Dialect>, Problem> {
    flag.as_deref().map(dialect).transpose()
}

/// The target of this name, with a dialect in place of its own if there is one. Beside the engines there is
/// `reference`, the evaluator itself, and `reference:FAULT`, the evaluator with a planted fault: for demonstrations and
/// tests of graphlance. `use_database`: whether a database that graphlance did not make may be written to.
pub fn target(name: &str, dialect: Option<Dialect>, use_database: bool) -> Result<Box<dyn Target>, Problem> {
    if let Some(rest) = name.strip_prefix("reference") {
        let fault = match rest.strip_prefix(':') {
            Some(fault) => Some(self::fault(fault)?),
            None if rest.is_empty() => None,
            None => return Err(Problem::usage(format!("unknown target `{name}`; did you mean reference:FAULT?"))),
        };
        return Ok(Box::new(ReferenceTarget::new(dialect.unwrap_or_else(Dialect::standard), fault).named(name)));
    }
    Ok(targets::resolve(name, &TargetOptions { dialect, use_database, ..TargetOptions::default() })?)
}

fn fault(name: &str) -> Result<Fault, Problem> {
    serde_json::from_value(serde_json::Value::from(name)).map_err(|_| {
        let known: Vec<String> = Fault::ALL
            .iter()
            .filter_map(|fault| serde_json::to_value(fault).ok()?.as_str().map(str::to_owned))
            .collect();
        Problem::usage(format!("unknown fault `{name}`; known are {}", known.join(", ")))
    })
}

/// The bugs that come with graphlance, and those of these files.
pub fn known_bugs(files: &[PathBuf]) -> Result<KnownBugs, Problem> {
    let mut known = KnownBugs::built_in();
    for file in files {
        let parsed = KnownBugs::parse(&file.display().to_string(), &read(file)?);
        known.extend(parsed.map_err(|error| Problem::usage(error.to_string()))?);
    }
    Ok(known)
}

/// The oracle of this name.
pub fn oracle(name: &str) -> Result<&'static dyn Oracle, Problem> {
    ORACLES.iter().copied().find(|oracle| oracle.name() == name).ok_or_else(|| {
        let known: Vec<&str> = ORACLES.iter().map(|oracle| oracle.name()).collect();
        Problem::usage(format!("unknown oracle `{name}`; known are {}", known.join(", ")))
    })
}

/// A number of seconds as a duration. Refuses what is no positive number.
pub fn seconds(name: &str, seconds: f64) -> Result<Duration, Problem> {
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| Problem::usage(format!("--{name} must be a number above zero, not {seconds}")))
}

/// The text of a file. The error names it.
pub fn read(path: &Path) -> Result<String, Problem> {
    fs::read_to_string(path).map_err(|error| Problem::usage(format!("{}: cannot read: {error}", path.display())))
}

fn read_named(what: &str, name: &str, known: &[&str]) -> Result<String, Problem> {
    if !Path::new(name).exists() {
        return Err(Problem::usage(format!(
            "there is no {what} `{name}`: it is neither a file nor one of {}",
            known.join(", ")
        )));
    }
    read(Path::new(name))
}
