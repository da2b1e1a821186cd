//! The TOML form of a launcher.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use super::version;
use crate::naming::printable;

/// How an engine is installed, started and spoken to. Texts of `start` and `docker` may hold `{install}`, `{data}`,
/// `{version}`, `{release}`, `{scripts}`, `{self}` (this program), `{build}` (a local build) and `{port.NAME}`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Launcher {
    /// Its name on the command line.
    pub name: String,
    /// The product, as it calls itself.
    pub product: String,
    /// One line for people.
    pub description: String,
    /// The query languages it has.
    pub languages: Vec<String>,
    /// What is spoken to it.
    pub protocol: Protocol,
    /// The version that the name alone stands for.
    pub default: String,
    /// The versions that are known to run, each with the release of the package it comes in.
    pub versions: BTreeMap<String, String>,
    /// The release that other versions come in, with `{version}` in it; none: there are no others.
    pub other_versions: Option<String>,
    /// The version that is part of graphlance itself; it needs no installation.
    pub embedded: Option<Embedded>,
    /// How it is installed; none: it needs no installation.
    pub install: Option<Install>,
    /// How it is started; none: in a container only.
    pub start: Option<Start>,
    /// How it is run in a container, where it cannot be installed.
    pub docker: Option<Docker>,
    /// What the protocol needs to know: `user`, `password`, `database`, `admin` (the name of the port of HTTP).
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
}

/// What is spoken to an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// Bolt; the first port is its.
    Bolt,
    /// RESP with the commands of FalkorDB; the first port is its.
    Falkordb,
    /// PostgreSQL's with Apache AGE; the first port is its.
    Age,
    /// JSON lines on standard input and output.
    Worker,
}

/// A version that is part of graphlance itself. Its process has no folder of its own and writes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Embedded {
    /// The version.
    pub version: String,
    /// Program and arguments; it runs in the foreground.
    pub command: Vec<String>,
    /// As in [`Start`].
    #[serde(default)]
    pub limit_address_space: bool,
}

/// How an engine is installed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Install {
    /// A shell script beside the launcher's file; its arguments are the folder to make and the release.
    pub script: String,
    /// Programs it needs, for advice.
    #[serde(default)]
    pub needs: Vec<String>,
}

/// How an engine is started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Program and arguments; it runs in the foreground.
    pub command: Vec<String>,
    /// The same for a local build (`NAME@/path`).
    pub build_command: Option<Vec<String>>,
    /// Names of the ports it listens on; the system chooses free ones.
    #[serde(default)]
    pub ports: Vec<String>,
    /// How long it may take until it answers, in seconds.
    #[serde(default = "ready_seconds")]
    pub ready_seconds: u64,
    /// Whether its folder lies in memory, where the system has a place for that: for engines that must write to files.
    #[serde(default)]
    pub memory_folder: bool,
    /// Whether the limit on memory is one of its address space; false for those that reserve more than they use.
    #[serde(default)]
    pub limit_address_space: bool,
    /// Environment variables.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Files to be written before the start: path (relative to `{data}`), text.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// What the first line of a crash report in its log contains.
    pub crash_report: Option<String>,
    /// The binary whose functions on the stack tell one crash from another.
    pub crash_binary: Option<String>,
}

/// How an engine is run in a container.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Docker {
    /// The image.
    pub image: String,
    /// The port inside for each name.
    pub ports: BTreeMap<String, u16>,
    /// Environment variables.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Arguments behind the image.
    #[serde(default)]
    pub arguments: Vec<String>,
}

/// Why a launcher's file was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {message}")]
pub struct LauncherError {
    /// The file.
    pub file: String,
    /// What is wrong, with line and column.
    pub message: String,
}

fn ready_seconds() -> u64 {
    20
}

/// The launchers that come with graphlance.
const BUILT_IN: &[(&str, &str)] = &[
    ("grafeo.toml", include_str!("../../../../engines/grafeo.toml")),
    ("falkordb.toml", include_str!("../../../../engines/falkordb.toml")),
    ("neo4j.toml", include_str!("../../../../engines/neo4j.toml")),
    ("arcadedb.toml", include_str!("../../../../engines/arcadedb.toml")),
    ("kuzu.toml", include_str!("../../../../engines/kuzu.toml")),
    ("ladybug.toml", include_str!("../../../../engines/ladybug.toml")),
    ("age.toml", include_str!("../../../../engines/age.toml")),
    ("graphqlite.toml", include_str!("../../../../engines/graphqlite.toml")),
    ("memgraph.toml", include_str!("../../../../engines/memgraph.toml")),
];

impl Launcher {
    /// Reads a launcher from TOML. Errors name the file and the place in it.
    pub fn parse(file: &str, text: &str) -> Result<Launcher, LauncherError> {
        let error = |message: String| LauncherError { file: file.to_owned(), message };
        let launcher: Launcher = toml::from_str(text).map_err(|cause| error(cause.to_string()))?;
        launcher.check().map_err(error)?;
        Ok(launcher)
    }

    fn check(&self) -> Result<(), String> {
        if !self.versions.contains_key(&self.default) {
            return Err(format!("the default version {} is none of `versions`", self.default));
        }
        if let Some(bad) = self.versions.keys().find(|version| !version::is_version(version)) {
            return Err(format!("`{bad}` among `versions` is no version: {}", version::FORM));
        }
        let embedded = self.embedded.as_ref().map(|embedded| &embedded.version);
        if let Some(version) = embedded.filter(|version| !self.versions.contains_key(*version)) {
            return Err(format!("the embedded version {version} is none of `versions`"));
        }
        if self.start.is_none() && self.docker.is_none() && embedded.is_none() {
            return Err("neither `start` nor `docker` says how to run it".to_owned());
        }
        let no_port = self.start.as_ref().is_some_and(|start| start.ports.is_empty());
        if self.protocol != Protocol::Worker && no_port {
            return Err("`start.ports` names no port".to_owned());
        }
        Ok(())
    }

    /// All launchers, those of the user's folder in place of built-in ones of the same name; in the order of their names.
    pub fn all(folder: Option<&Path>) -> Result<Vec<Launcher>, LauncherError> {
        let mut all = BTreeMap::new();
        let mut add = |launcher: Launcher| all.insert(launcher.name.clone(), launcher);
        for (file, text) in BUILT_IN {
            add(Launcher::parse(file, text)?);
        }
        for file in folder.map(toml_files).transpose()?.unwrap_or_default() {
            add(read(&file)?);
        }
        Ok(all.into_values().collect())
    }

    /// The name of the launcher that comes with graphlance for an engine, by its product or by that name itself.
    pub fn built_in_name(engine: &str) -> Option<String> {
        let mut all = BUILT_IN.iter().filter_map(|(file, text)| Launcher::parse(file, text).ok());
        let is = |known: &str| known.eq_ignore_ascii_case(engine);
        all.find(|launcher| is(&launcher.product) || is(&launcher.name)).map(|launcher| launcher.name)
    }

    /// The package's release that holds a version; none for what is no version, so that it never becomes a path or
    /// another argument of a script.
    pub fn release(&self, version: &str) -> Option<String> {
        if !version::is_version(version) {
            return None;
        }
        let other = || self.other_versions.as_ref().map(|template| template.replace("{version}", version));
        self.versions.get(version).cloned().or_else(other)
    }

    /// The package's release that holds a version. Errors tell which versions there are.
    pub fn require(&self, version: &str) -> Result<String, String> {
        let known = || self.ordered_versions().join(", ");
        let asked = printable(version);
        self.release(version).ok_or_else(|| format!("{} has no version `{asked}`; known are {}", self.name, known()))
    }

    /// The launcher as it is for one version: embedded, or installed and started.
    pub fn at(&self, version: &str) -> Launcher {
        let mut launcher = self.clone();
        match launcher.embedded.take_if(|embedded| embedded.version == version) {
            Some(Embedded { command, limit_address_space, .. }) => {
                let ready_seconds = ready_seconds();
                launcher.start = Some(Start { command, limit_address_space, ready_seconds, ..Start::default() });
                launcher.install = None;
                launcher.docker = None;
            }
            None => launcher.embedded = None,
        }
        launcher
    }

    /// Whether a version is part of graphlance itself.
    pub fn embeds(&self, version: &str) -> bool {
        self.embedded.as_ref().is_some_and(|embedded| embedded.version == version)
    }

    /// The name of the port that the protocol is spoken on; empty if it needs none.
    pub fn first_port(&self) -> &str {
        let ports = self.start.as_ref().map(|start| start.ports.as_slice()).unwrap_or_default();
        let docker = || self.docker.as_ref().and_then(|docker| docker.ports.keys().next());
        ports.first().or_else(docker).map(String::as_str).unwrap_or_default()
    }

    /// The versions, oldest first.
    pub fn ordered_versions(&self) -> Vec<&str> {
        let mut versions: Vec<&str> = self.versions.keys().map(String::as_str).collect();
        versions.sort_by(|a, b| version::compare(a, b));
        versions
    }
}

fn read(file: &Path) -> Result<Launcher, LauncherError> {
    let name = file.display().to_string();
    let text = std::fs::read_to_string(file)
        .map_err(|error| LauncherError { file: name.clone(), message: format!("cannot read: {error}") })?;
    Launcher::parse(&name, &text)
}

/// The TOML files of a folder by name; none if there is no such folder.
fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, LauncherError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LauncherError { file: folder.display().to_string(), message: error.to_string() }),
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_launchers_are_named_after_their_files() {
        for (file, text) in BUILT_IN {
            let launcher = Launcher::parse(file, text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(format!("{}.toml", launcher.name), *file);
        }
    }

    #[test]
    fn no_path_becomes_code_of_a_shell() {
        for (file, text) in BUILT_IN {
            let launcher = Launcher::parse(file, text).unwrap_or_else(|error| panic!("{error}"));
            let Some(start) = launcher.start else { continue };
            for command in start.build_command.iter().chain([&start.command]) {
                let code = command.iter().skip_while(|word| *word != "-c").nth(1);
                assert!(code.is_none_or(|code| !code.contains('{')), "{file}: {command:?}");
            }
        }
    }

    #[track_caller]
    fn check_refused(text: &str, part: &str) {
        let error = Launcher::parse("my.toml", text).unwrap_err().to_string();
        assert!(error.starts_with("my.toml: ") && error.contains(part), "{error}");
    }

    const HEAD: &str = "name='x'\nproduct='X'\ndescription=''\nlanguages=['cypher']\nprotocol='bolt'\ndefault='1'\n";

    #[test]
    fn bad_files_are_refused_by_name_and_key() {
        check_refused("name = 'x'\nspeling = 1\n", "speling");
        check_refused(&format!("{HEAD}versions = {{ '2' = '2' }}"), "default version 1");
        check_refused(&format!("{HEAD}versions = {{ '1' = '1', '../x' = '1' }}"), "`../x` among `versions`");
        check_refused(&format!("{HEAD}versions = {{ '1' = '1' }}"), "neither `start` nor `docker`");
        check_refused(&format!("{HEAD}versions = {{ '1' = '1' }}\n[start]\ncommand = ['x']"), "names no port");
        check_refused(&format!("{HEAD}versions = {{ '1' = '1' }}\n[start]\ncommand = ['x']\nport = 1"), "port");
    }

    #[track_caller]
    fn check_version(version: &str, expected: Result<&str, &str>) {
        let kuzu = Launcher::parse("kuzu.toml", include_str!("../../../../engines/kuzu.toml")).expect("a launcher");
        match (kuzu.require(version), expected) {
            (Ok(release), Ok(expected)) => assert_eq!(release, expected),
            (Err(message), Err(part)) => {
                assert!(message.contains(part) && message.contains("known are 0.4.2"), "{message}")
            }
            (other, _) => panic!("{version}: {other:?}"),
        }
    }

    #[test]
    fn what_is_no_version_is_told() {
        check_version("0.8.0", Ok("kuzu==0.8.0"));
        check_version("", Err("kuzu has no version ``"));
        check_version("0.11.3 six", Err("no version `0.11.3 six`"));
    }

    #[test]
    fn one_version_may_be_embedded_beside_others_that_are_installed() {
        let embedded = "[embedded]\nversion = '1'\ncommand = ['{self}']\n";
        let text = format!(
            "{HEAD}versions = {{ '1' = '1', '2' = '2' }}\n{embedded}[install]\nscript = 'x.sh'\n[start]\ncommand = ['y']\nports = ['one']"
        );
        let launcher = Launcher::parse("my.toml", &text).expect("a launcher");
        let (one, two) = (launcher.at("1"), launcher.at("2"));
        assert!(one.install.is_none() && one.start.is_some_and(|start| start.command == ["{self}"]));
        assert!(two.install.is_some() && two.start.is_some_and(|start| start.command == ["y"]));
        check_refused(&text.replace("version = '1'", "version = '3'"), "embedded version 3");
    }

    #[test]
    fn a_version_is_a_word_and_nothing_else() {
        let launchers = Launcher::all(None).expect("launchers");
        let kuzu = launchers.iter().find(|launcher| launcher.name == "kuzu").expect("Kuzu's");
        assert_eq!(kuzu.release("0.6.1").as_deref(), Some("kuzu==0.6.1"));
        for bad in ["0.11.3 six", "-r", "..", "", "1;x", "1\n2", "\u{661}", "--index-url=x"] {
            assert_eq!(kuzu.release(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_users_folder_adds_and_replaces() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!("{HEAD}versions = {{ '1' = '1' }}\n[docker]\nimage = 'x'\nports = {{ bolt = 7687 }}");
        std::fs::write(folder.path().join("mine.toml"), &text).expect("a file");
        std::fs::write(folder.path().join("neo4j.toml"), text.replace("'x'\nproduct", "'neo4j'\nproduct"))
            .expect("a file");
        let all = Launcher::all(Some(folder.path())).expect("launchers");
        assert_eq!(all.len(), BUILT_IN.len() + 1);
        assert!(all.iter().any(|launcher| launcher.name == "neo4j" && launcher.product == "X"));
    }
}
