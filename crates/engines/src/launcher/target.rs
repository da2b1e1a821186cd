//! Targets `NAME`, `NAME@VERSION` and `NAME@/path/to/build`: engines of graphlance's own, one for each worker, so that a
//! crash costs one worker's case.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use graphlance_case::Dialect;
use graphlance_case::language::{Gremlin, LANGUAGES, Language};
use graphlance_gremlin::Version;

use super::engines::Engines;
use super::file::{Launcher, Protocol};
use super::folder::{self, PrivateFolder};
use super::install::{Installation, Places};
use super::server::{Ports, Server, Startup};
#[cfg(feature = "age")]
use crate::age;
use crate::bolt::{self, BoltDriver, Home, Ways, Who};
use crate::dialects::DialectChoice;
use crate::driver::{Driver, Identity, Target, TargetError};
use crate::falkordb::{self, FalkorDriver};
use crate::gremlin::{self, GremlinDriver};
use crate::worker::{WorkerCommand, WorkerDriver};

/// How long one attempt to reach a starting server may take.
const KNOCK: Duration = Duration::from_secs(2);

/// What is said of a launcher that names a port of HTTP, and not what it is for.
const NO_HTTP: &str =
    "`settings.admin` names a port of HTTP, but there is no [bolt.http] that says what is asked there";

/// An engine that a launcher installs and starts.
#[derive(Debug)]
pub struct LaunchedTarget {
    name: String,
    dialect: DialectChoice,
    launcher: Launcher,
    wanted: Wanted,
    places: Places,
    memory: Option<u64>,
}

#[derive(Debug)]
enum Wanted {
    Version { version: String, release: String },
    Build(PathBuf),
}

impl LaunchedTarget {
    /// `wanted`: what stands behind the `@`; none: the default version. `dialect`: the one to use in place of the engine's
    /// own. Errors: no such version or build.
    pub fn new(
        launcher: Launcher,
        wanted: Option<&str>,
        places: Places,
        memory: Option<u64>,
        dialect: impl Into<Option<Dialect>>,
    ) -> Result<LaunchedTarget, TargetError> {
        let name = wanted.map_or(launcher.name.clone(), |wanted| format!("{}@{wanted}", launcher.name));
        let wanted = match wanted {
            Some(path) if path.contains('/') => {
                let path =
                    std::path::absolute(path).map_err(|error| TargetError::Unknown(format!("{path}: {error}")))?;
                if !path.exists() {
                    return Err(TargetError::Unknown(format!(
                        "there is no build of {} at {}",
                        launcher.product,
                        path.display()
                    )));
                }
                Wanted::Build(path)
            }
            _ => {
                let version = wanted.unwrap_or(&launcher.default).to_owned();
                let release = launcher.require(&version).map_err(TargetError::Unknown)?;
                Wanted::Version { version, release }
            }
        };
        let launcher = match &wanted {
            Wanted::Version { version, .. } => launcher.at(version),
            Wanted::Build(_) => Launcher { embedded: None, ..launcher },
        };
        Ok(LaunchedTarget { name, dialect: DialectChoice::new(dialect.into()), launcher, wanted, places, memory })
    }

    /// The engines among which the one of a local build is looked for; without this those that come with graphlance.
    pub fn among(self, engines: &Engines) -> LaunchedTarget {
        LaunchedTarget { dialect: self.dialect.among(engines), ..self }
    }

    fn plan(&self) -> Result<Startup, TargetError> {
        let install = |version: &str, release: &str| self.places.install(&self.launcher, version, release);
        let (version, release, installation) = match &self.wanted {
            Wanted::Version { version, release } => (version.clone(), release.clone(), install(version, release)?),
            Wanted::Build(build) => {
                let version = self.launcher.default.clone();
                let release = self.launcher.release(&version).unwrap_or_default();
                // The rest of what it needs may come from an installed version.
                let uses = |words: &Vec<String>| words.iter().any(|word| word.contains("{install}"));
                let start = self.launcher.start.as_ref();
                let needed = start.and_then(|start| start.build_command.as_ref()).is_some_and(uses);
                let installed = match needed.then(|| install(&version, &release)).transpose()? {
                    Some(Installation::Native(folder)) => Some(folder),
                    _ => None,
                };
                (version, release, Installation::Build { build: build.clone(), installed })
            }
        };
        let (launcher, places) = (self.launcher.clone(), self.places.clone());
        Ok(Startup { launcher, version, release, installation, places, memory: self.memory })
    }

    fn setting(&self, name: &str) -> Option<String> {
        self.launcher.settings.get(name).cloned()
    }

    fn open_bolt(&self, plan: Startup) -> Result<Box<dyn Driver>, TargetError> {
        let access = bolt::Access {
            user: self.setting("user"),
            password: self.setting("password"),
            database: self.setting("database"),
            ..bolt::Access::default()
        };
        let (admin, first) = (self.setting("admin"), self.first_port());
        // With an admin the database does not exist yet: a connection without one is enough.
        let knocked = bolt::Access { database: None, ..access.clone() };
        let ways = Ways::of(&self.launcher).map_err(TargetError::Unknown)?;
        let (admin_port, http) = (admin.clone(), ways.http.clone());
        let answers = move |ports: &Ports| {
            let access = bolt::Access { address: address(ports, &first), ..knocked.clone() };
            bolt::Session::open(&access, KNOCK)?;
            let Some(port) = &admin_port else { return Ok(()) };
            let Some(http) = &http else { return Err(TargetError::Start(NO_HTTP.to_owned())) };
            bolt::Admin::new(address(ports, port), &access, http).version(KNOCK).map(drop)
        };
        let server = Server::start(plan, Box::new(answers))?;
        let home = match admin {
            Some(port) => Home::OwnWithAdmin(Box::new(server), port),
            None => Home::Own(Box::new(server)),
        };
        Ok(Box::new(BoltDriver::open(access, home, Who::Engine(Box::new(ways)))?))
    }

    fn open_falkordb(&self, plan: Startup, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        let first = self.first_port();
        let server = Server::start(
            plan,
            Box::new(move |ports: &Ports| {
                let access = falkordb::session::Access { address: address(ports, &first), ..Default::default() };
                falkordb::session::Session::open(&access, KNOCK).map(drop)
            }),
        )?;
        let access = falkordb::session::Access { address: server.address(), ..Default::default() };
        Ok(Box::new(FalkorDriver::open(access, Some(server), worker)?))
    }

    fn open_gremlin(&self, plan: Startup) -> Result<Box<dyn Driver>, TargetError> {
        let first = self.first_port();
        let server = Server::start(
            plan,
            Box::new(move |ports: &Ports| {
                let access = gremlin::Access { address: address(ports, &first), ..Default::default() };
                gremlin::Session::open(&access, Version::V38, KNOCK).map(drop)
            }),
        )?;
        let ways = gremlin::Ways::of(&self.launcher).map_err(TargetError::Unknown)?;
        let access = gremlin::Access { address: server.address(), ..Default::default() };
        Ok(Box::new(GremlinDriver::open(access, Some(Box::new(server)), ways)?))
    }

    #[cfg(feature = "age")]
    fn open_age(&self, plan: Startup) -> Result<Box<dyn Driver>, TargetError> {
        let first = self.first_port();
        let user = self.setting("user").unwrap_or_default();
        let database = self.setting("database").unwrap_or_default();
        let access = age::Access { user, database, ..age::Access::default() };
        let knocked = access.clone();
        let server = Server::start(
            plan,
            Box::new(move |ports: &Ports| {
                let access = age::Access { address: address(ports, &first), ..knocked.clone() };
                age::Connection::open(&access, KNOCK).map(drop)
            }),
        )?;
        let access = age::Access { address: server.address(), ..access };
        Ok(Box::new(age::AgeDriver::open(access, Some(server), "graphlance".to_owned())?))
    }

    #[cfg(not(feature = "age"))]
    fn open_age(&self, _plan: Startup) -> Result<Box<dyn Driver>, TargetError> {
        Err(TargetError::Unknown("this build of graphlance does not speak to Apache AGE (feature `age`)".to_owned()))
    }

    fn open_worker(&self, plan: &Startup) -> Result<Box<dyn Driver>, TargetError> {
        let fail = |error: io::Error| TargetError::Start(format!("cannot start {}: {error}", self.launcher.product));
        // What is part of graphlance writes nothing.
        let folder = match plan.installation {
            Installation::BuiltIn if !self.uses("{data}") => None,
            _ if self.launcher.start.as_ref().is_some_and(|start| start.memory_folder) => {
                Some(PrivateFolder::in_memory().map_err(fail)?)
            }
            _ => Some(PrivateFolder::new().map_err(fail)?),
        };
        let data = folder.as_ref().map(PrivateFolder::path);
        let (program, arguments) = plan.words(data, &BTreeMap::new())?;
        let limited = self.launcher.start.as_ref().is_some_and(|start| start.limit_address_space);
        let memory = self.memory.filter(|_| limited);
        let seconds = self.launcher.start.as_ref().map(|start| start.ready_seconds);
        let ready = WorkerCommand::READY.max(seconds.map(Duration::from_secs).unwrap_or_default());
        let command = WorkerCommand { program: program.into(), arguments, memory, ready };
        Ok(Box::new(WorkerDriver::open_in(command, folder)?))
    }

    /// Whether the command that starts it has this place in it.
    fn uses(&self, place: &str) -> bool {
        let command = self.launcher.start.as_ref().map(|start| start.command.as_slice()).unwrap_or_default();
        command.iter().any(|word| word.contains(place))
    }

    fn first_port(&self) -> String {
        self.launcher.first_port().to_owned()
    }
}

fn address(ports: &Ports, name: &str) -> String {
    format!("127.0.0.1:{}", ports.get(name).copied().unwrap_or_default())
}

impl Target for LaunchedTarget {
    fn name(&self) -> &str {
        &self.name
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        let engine = || self.launcher.name.clone();
        self.dialect.make(&self.name, || match &self.wanted {
            Wanted::Version { version, .. } => {
                Ok(Identity { engine: engine(), version: version.clone(), ..Identity::default() })
            }
            // Only a build itself knows its version.
            Wanted::Build(_) => Ok(Identity { engine: engine(), ..self.open(0)?.identity().clone() }),
        })
    }

    fn standard(&self) -> Dialect {
        match self.launcher.languages.first() {
            Some(language) if language == Gremlin.name() => gremlin::standard(),
            _ => LANGUAGES[0].standard(),
        }
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        folder::remove_leftovers();
        self.places.remove_leftovers();
        let plan = self.plan()?;
        match self.launcher.protocol {
            Protocol::Bolt => self.open_bolt(plan),
            Protocol::Falkordb => self.open_falkordb(plan, worker),
            Protocol::Worker => self.open_worker(&plan),
            Protocol::Age => self.open_age(plan),
            Protocol::Gremlin => self.open_gremlin(plan),
        }
    }
}
