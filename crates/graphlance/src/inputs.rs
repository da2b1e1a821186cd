//! What names on the command line stand for: profiles, dialects, targets, oracles.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use graphlance_case::language::LANGUAGES;
use graphlance_case::{Dialect, Language};
use graphlance_engines::naming::check_named_by_file;
use graphlance_engines::targets::{self, TargetOptions};
use graphlance_engines::{Target, TargetError};
use graphlance_generate::Profile;
use graphlance_graph::Name;
use graphlance_hunt::Found;
use graphlance_hunt::Oracles;
use graphlance_hunt::known::KnownBugs;
use graphlance_hunt::store::is_output_folder;
use graphlance_hunt::store::reading::LARGEST_FILE;
use graphlance_oracles::languages;
use graphlance_oracles::soundness::drawn_names;
use graphlance_oracles::{ORACLES, Oracle};

use crate::cli::Leave;
use crate::exit::Problem;

/// The profile of this name, or in this file.
pub fn profile(name: &str) -> Result<Profile, Problem> {
    if let Some(profile) = Profile::built_in(name) {
        return Ok(profile);
    }
    let known: Vec<&str> = Profile::built_in_names().collect();
    let text = read_named("profile", name, &known)?;
    let profile = Profile::parse(name, &text).map_err(|error| Problem::usage(error.to_string()))?;
    check_drawn(&profile)?;
    Ok(profile)
}

/// Errors: a profile names a relation or rewrite that there is not.
pub fn check_drawn(profile: &Profile) -> Result<(), Problem> {
    let unknown = |name: &&Name| drawn_names().all(|known| *known != ***name);
    match profile.rewrites.only.iter().find(unknown) {
        None => Ok(()),
        Some(name) => Err(Problem::usage(format!(
            "there is no relation or rewrite `{name}`; `graphlance oracles soundness` prints their names"
        ))),
    }
}

/// The dialect of this name, which may lie in the folder of a user's engine, or in this file.
pub fn dialect(name: &str) -> Result<Dialect, Problem> {
    if let Some(dialect) = LANGUAGES.iter().find_map(|language| language.dialect(name)) {
        return Ok(dialect);
    }
    if !Path::new(name).exists()
        && let Some(dialect) = targets::engines(&TargetOptions::default())?.dialect(name).map_err(TargetError::from)?
    {
        return Ok(dialect);
    }
    let known: Vec<&str> = LANGUAGES.iter().flat_map(|language| language.dialect_names()).collect();
    let text = read_named("dialect", name, &known)?;
    Dialect::read(name, &text).map_err(|error| Problem::usage(error.to_string()))
}

/// The language of files and queries that name none.
pub fn first_language() -> &'static dyn Language {
    LANGUAGES[0]
}

/// The dialect that a flag names, if it is given.
pub fn dialect_of(flag: &Option<String>) -> Result<Option<Dialect>, Problem> {
    flag.as_deref().map(dialect).transpose()
}

/// The dialect that a hunt learned from a target for which there was none, in its output folder.
pub const LEARNED: &str = "dialect.toml";

/// The target that is hunted when none is named: the engine that is part of graphlance.
pub fn default_target() -> Result<String, Problem> {
    let engines = targets::engines(&TargetOptions::default())?;
    let embedded = engines.iter().find(|engine| engine.embeds(&engine.default)).map(|engine| engine.name.clone());
    embedded.ok_or_else(|| Problem::usage("no engine is part of this build: name a target".to_owned()))
}

/// The target that the command line names, with a dialect in place of its own if there is one.
pub fn target(name: &str, dialect: Option<Dialect>, leave: Leave) -> Result<Box<dyn Target>, Problem> {
    targets::remove_leftovers();
    let use_database = leave.use_database;
    Ok(targets::resolve(name, &TargetOptions { dialect, use_database, ..TargetOptions::default() })?)
}

/// The target of a name in `file`, which may come from anybody. Errors: the name is none that a file may choose.
pub fn target_of_file(name: &str, file: &Path, dialect: Option<Dialect>) -> Result<Box<dyn Target>, Problem> {
    check_named_by_file(name, &targets::launchers()?)
        .map_err(|error| Problem::usage(format!("{}: {error}", file.display())))?;
    target(name, dialect, Leave { use_database: false })
}

/// The target of a found case: the one that the command line names, else the case's own as far as a file may choose it.
pub fn target_of_case(
    named: Option<&String>,
    found: &Found,
    file: &Path,
    dialect: Option<Dialect>,
    leave: Leave,
) -> Result<Box<dyn Target>, Problem> {
    let dialect = match dialect {
        // Another target is another matter.
        None if named.is_none_or(|name| *name == found.target) => learned_beside(file)?,
        dialect => dialect,
    };
    match named {
        Some(name) => target(name, dialect, leave),
        None => target_of_file(&found.target, file, dialect),
    }
}

/// The dialect in which a found case was asked, where the hunt that found it had to learn it.
fn learned_beside(file: &Path) -> Result<Option<Dialect>, Problem> {
    let file = std::path::absolute(file)?;
    let folder = file.ancestors().find(|folder| is_output_folder(folder) && folder.join(LEARNED).is_file());
    let Some(path) = folder.map(|folder| folder.join(LEARNED)) else { return Ok(None) };
    let parsed = Dialect::read(&path.display().to_string(), &read(&path)?);
    parsed.map(Some).map_err(|error| Problem::usage(error.to_string()))
}

/// The bugs that come with graphlance, and those of these files.
pub fn known_bugs(files: &[PathBuf]) -> Result<KnownBugs, Problem> {
    let mut known = KnownBugs::built_in(&languages());
    for file in files {
        let parsed = KnownBugs::parse(&file.display().to_string(), &read(file)?, &languages());
        known.extend(parsed.map_err(|error| Problem::usage(error.to_string()))?);
    }
    Ok(known)
}

/// The oracles of these names, all that do not wait to be named when there are none, but for some. Where all were meant, those
/// stay away that the target cannot be asked.
pub fn oracles(names: &[String], without: &[String]) -> Result<Oracles<'static>, Problem> {
    let named = |names: &[String]| names.iter().map(|name| oracle(name)).collect::<Result<Vec<_>, _>>();
    let without = named(without)?;
    let usual = || ORACLES.iter().copied().filter(|oracle| !oracle.waits_to_be_named()).collect();
    let mut oracles = if names.is_empty() { usual() } else { named(names)? };
    oracles.retain(|oracle| without.iter().all(|other| other.name() != oracle.name()));
    Oracles::new(oracles, names.is_empty())
        .ok_or_else(|| Problem::usage("no oracle is left: --without takes away all that --oracle names"))
}

/// The oracle of this name.
pub fn oracle(name: &str) -> Result<&'static dyn Oracle, Problem> {
    ORACLES.iter().copied().find(|oracle| oracle.name() == name).ok_or_else(|| {
        let known: Vec<&str> = ORACLES.iter().map(|oracle| oracle.name()).collect();
        Problem::usage(format!("unknown oracle `{name}`; known are {}", known.join(", ")))
    })
}

/// The text of a file or pipe. The error names it. At most so much is read as of files that come from anybody.
pub fn read(path: &Path) -> Result<String, Problem> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_string(&mut text));
    match read {
        Ok(bytes) if bytes as u64 > LARGEST_FILE => Err(Problem::usage(format!(
            "{}: larger than {} MiB, the most that is read",
            path.display(),
            LARGEST_FILE >> 20
        ))),
        Ok(_) => Ok(text),
        Err(error) => Err(Problem::usage(format!("{}: cannot read: {error}", path.display()))),
    }
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
