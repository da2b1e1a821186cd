//! The TOML form of a launcher: `engine.toml` in the folder of an engine.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use thiserror::Error;

use super::client::Client;
use super::version;
use crate::bolt::Ways;
use crate::naming::printable;

/// How an engine is installed, started and spoken to. Texts of `start` and `docker` may hold `{install}`, `{data}`,
/// `{version}`, `{release}`, `{folder}` (the engine's own, with its worker), `{shared}` (what engines share), `{self}` (this
/// program), `{build}` (a local build) and `{port.NAME}`.
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
    /// The version that the name alone stands for; empty for an engine that graphlance does not start.
    #[serde(default)]
    pub default: String,
    /// The versions that are known to run, each with the release of the package it comes in.
    #[serde(default)]
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
    /// How the script of a report asks it, from which version on; the first that fits is taken.
    #[serde(default, rename = "client")]
    pub clients: Vec<Client>,
    /// For servers of Bolt, what they are asked and how they answer ([`crate::bolt::Ways`]).
    #[serde(default)]
    pub bolt: toml::Table,
    /// For engines behind Gremlin Server, what they are asked ([`crate::gremlin::Ways`]).
    #[serde(default)]
    pub gremlin: toml::Table,
    /// What the protocol needs to know: `user`, `password`, `database`, `admin` (the name of the port of HTTP).
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// The user's folder that it stands in, with all that belongs to it; none: it came with graphlance, or stands alone.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
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
    /// That of Gremlin Server, over WebSocket; the first port is its.
    Gremlin,
    /// JSON lines on standard input and output.
    Worker,
}

impl Protocol {
    /// How an engine that graphlance does not start is named on the command line.
    fn form(self) -> &'static str {
        match self {
            Protocol::Bolt => "bolt://HOST:PORT, with --use-database",
            Protocol::Falkordb => "falkordb://HOST:PORT, with --use-database",
            Protocol::Age => "postgres://HOST:PORT, with --use-database",
            Protocol::Gremlin => "gremlin://HOST:PORT, with --use-database",
            Protocol::Worker => "exec:PROGRAM",
        }
    }
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
    /// A shell script beside the launcher's file, or one of those that engines share; its arguments are the folder to make
    /// and the release.
    pub script: String,
    /// The Python packages that it fetches, whose hashes are recorded in `pip.lock`; `{release}` stands for the release.
    pub packages: Option<String>,
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

/// So long a launcher may have its engine be waited for at most.
const MOST_READY_SECONDS: u64 = 3600;

fn ready_seconds() -> u64 {
    20
}

impl Launcher {
    /// Reads a launcher from TOML. Errors name the file and the place in it.
    pub fn parse(file: &str, text: &str) -> Result<Launcher, LauncherError> {
        let error = |message: String| LauncherError { file: file.to_owned(), message };
        let launcher: Launcher = toml::from_str(text).map_err(|cause| error(cause.to_string()))?;
        launcher.check().map_err(error)?;
        Ok(launcher)
    }

    fn check(&self) -> Result<(), String> {
        Ways::of(self)?;
        crate::gremlin::Ways::of(self)?;
        if !self.is_started_here() && self.default.is_empty() && self.versions.is_empty() {
            return Ok(());
        }
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
        if !self.is_started_here() {
            return Err("neither `start` nor `docker` says how to run it".to_owned());
        }
        if let Some(seconds) = self.start.as_ref().map(|start| start.ready_seconds)
            && !(1..=MOST_READY_SECONDS).contains(&seconds)
        {
            return Err(format!("`start.ready_seconds` is {seconds}; it may be 1 to {MOST_READY_SECONDS}"));
        }
        let no_port = self.start.as_ref().is_some_and(|start| start.ports.is_empty());
        if self.protocol != Protocol::Worker && no_port {
            return Err("`start.ports` names no port".to_owned());
        }
        Ok(())
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

    /// Whether graphlance starts it; else its servers are reached by their addresses.
    pub fn is_started_here(&self) -> bool {
        self.start.is_some() || self.docker.is_some() || self.embedded.is_some()
    }

    /// The package's release that holds a version. Errors tell which versions there are, or how to reach what is not started here.
    pub fn require(&self, version: &str) -> Result<String, String> {
        if !self.is_started_here() {
            let (product, form) = (&self.product, self.protocol.form());
            return Err(format!("graphlance does not start {product}: start it yourself, and name it as {form}"));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let waits = |seconds: i64| {
            format!("{HEAD}versions = {{ '1' = '1' }}\n[start]\ncommand = ['x']\nready_seconds = {seconds}")
        };
        check_refused(&waits(0), "`start.ready_seconds` is 0");
        check_refused(&waits(i64::MAX), "1 to 3600");
    }

    fn built_in(name: &str) -> Launcher {
        let folder = graphlance_catalog::EngineFolder::of(name).expect("it comes with graphlance");
        Launcher::parse("engine.toml", folder.file("engine.toml").unwrap_or_default()).expect("a launcher")
    }

    #[track_caller]
    fn check_version(version: &str, expected: Result<&str, &str>) {
        let kuzu = built_in("kuzu");
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
        let kuzu = built_in("kuzu");
        assert_eq!(kuzu.release("0.6.1").as_deref(), Some("kuzu==0.6.1"));
        for bad in ["0.11.3 six", "-r", "..", "", "1;x", "1\n2", "\u{661}", "--index-url=x"] {
            assert_eq!(kuzu.release(bad), None, "{bad}");
        }
    }
}
