//! A connection that is logged in to a FalkorDB.

use std::fmt;
use std::time::{Duration, Instant};

use crate::driver::{Health, Identity, TargetError};
use crate::limits;
use crate::resp::{Connection, ConnectionError, Frame};
use crate::socket::{SocketError, left};

/// How to reach a server. Its `Debug` form hides the password.
#[derive(Clone, Default)]
pub struct Access {
    /// `host:port`
    pub address: String,
    /// The user; none for the default user.
    pub user: Option<String>,
    /// The password, never printed.
    pub password: Option<String>,
    /// The server's run id when it was first reached: another one means that it was restarted.
    pub run_id: String,
}

impl fmt::Debug for Access {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Access { address, user, .. } = self;
        formatter.debug_struct("Access").field("address", address).field("user", user).finish_non_exhaustive()
    }
}

impl Access {
    /// Access to `address` with the password of the environment, if there is one.
    pub fn new(address: impl Into<String>, user: Option<String>) -> Access {
        Access { address: address.into(), user, password: crate::targets::password(), run_id: String::new() }
    }

    /// The target's name for people.
    pub fn name(&self) -> String {
        format!("falkordb://{}", self.address)
    }
}

/// A connection that is logged in.
#[derive(Debug)]
pub struct Session {
    connection: Connection,
    name: String,
    run_id: String,
    graph_version: u64,
    redis_version: String,
    /// The longest time-out that the server accepts with a query, in milliseconds; 0: any.
    longest_timeout: u128,
}

impl Session {
    /// Connects, logs in and checks that a FalkorDB answers, all within `deadline`.
    pub fn open(access: &Access, deadline: Duration) -> Result<Session, TargetError> {
        let end = Instant::now() + deadline;
        let name = access.name();
        let connection = Connection::open(&access.address, deadline).map_err(|error| {
            TargetError::Unreachable(format!("cannot reach {name}: {error}; is the server running there?"))
        })?;
        let mut session = Session {
            connection,
            name,
            run_id: String::new(),
            graph_version: 0,
            redis_version: String::new(),
            longest_timeout: 0,
        };
        session.log_in(access, end)?;
        session.inspect(end)?;
        Ok(session)
    }

    /// The server's run id: a new one at each start.
    pub fn run_id(&self) -> &str {
        &self.run_id
    }

    /// Sends a command of the housekeeping kind.
    pub fn command(&mut self, words: &[&str], deadline: Duration) -> Result<Frame, TargetError> {
        self.ask(words, deadline).map_err(|error| match error {
            ConnectionError::Socket(SocketError::Deadline(_)) => {
                TargetError::Timeout(format!("{}: {error}", self.name))
            }
            ConnectionError::Socket(SocketError::Lost(_)) => {
                TargetError::Unreachable(format!("{}: {error}", self.name))
            }
            _ => TargetError::Protocol(format!("{}: {error}", self.name)),
        })
    }

    /// Sends a command; the error says how the connection failed.
    pub fn ask(&mut self, words: &[&str], deadline: Duration) -> Result<Frame, ConnectionError> {
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        self.connection.command(&words, deadline)
    }

    /// Runs a statement. The server gets `deadline` as its time-out, the connection waits until `end`.
    pub fn query(
        &mut self,
        graph: &str,
        statement: &str,
        deadline: Duration,
        end: Instant,
    ) -> Result<Frame, ConnectionError> {
        self.queue(graph, statement, deadline)?;
        self.flush(left(end))?;
        self.receive(end, left(end))
    }

    /// Puts a statement into the next [`Session::flush`], which may come before others are answered.
    pub fn queue(&mut self, graph: &str, statement: &str, deadline: Duration) -> Result<(), ConnectionError> {
        let mut timeout = deadline.as_millis().max(1);
        if self.longest_timeout > 0 {
            timeout = timeout.min(self.longest_timeout);
        }
        let timeout = timeout.to_string();
        let words = ["GRAPH.QUERY", graph, statement, "--compact", "TIMEOUT", &timeout].map(str::as_bytes);
        self.connection.queue(&words)
    }

    /// Sends what was queued.
    pub fn flush(&mut self, patience: Duration) -> Result<(), ConnectionError> {
        self.connection.flush(patience)
    }

    /// The answer to the first statement that waits for one.
    pub fn receive(&mut self, end: Instant, patience: Duration) -> Result<Frame, ConnectionError> {
        self.connection.receive(end, patience)
    }

    /// How many statements wait for their answers.
    pub fn in_flight(&self) -> usize {
        self.connection.in_flight()
    }

    /// Product, version and settings.
    pub fn identity(&mut self, deadline: Duration) -> Result<Identity, TargetError> {
        let version = self.graph_version;
        let mut settings = vec![format!("redis={}", self.redis_version)];
        if let Frame::Array(pairs) = self.command(&["GRAPH.CONFIG", "GET", "*"], deadline)? {
            settings.extend(pairs.iter().filter_map(setting));
        }
        Ok(limits::cut_identity(Identity {
            engine: "FalkorDB".to_owned(),
            version: format!("{}.{}.{}", version / 10_000, version / 100 % 100, version % 100),
            build: format!("graph module {version}"),
            settings,
        }))
    }

    /// Memory and CPU by the server's own account.
    pub fn health(&mut self, deadline: Duration) -> Option<Health> {
        let info = self.info("everything", deadline).ok()?;
        let seconds = |name| field(&info, name).and_then(|text| text.parse::<f64>().ok());
        Some(Health {
            alive: true,
            memory_bytes: field(&info, "used_memory_rss").and_then(|text| text.parse().ok()),
            cpu_seconds: seconds("used_cpu_user").zip(seconds("used_cpu_sys")).map(|(user, system)| user + system),
        })
    }

    fn log_in(&mut self, access: &Access, end: Instant) -> Result<(), TargetError> {
        if let Some(password) = &access.password {
            let answer = match &access.user {
                Some(user) => self.command(&["AUTH", user, password], left(end))?,
                None => self.command(&["AUTH", password], left(end))?,
            };
            if let Frame::Error(message) = answer {
                // A server without a password says so; the password is then not needed.
                if !message.contains("without any password configured") {
                    return Err(TargetError::Refused(format!(
                        "{} refuses the password of GRAPHLANCE_PASSWORD: {message}",
                        self.name
                    )));
                }
            }
        }
        match self.command(&["PING"], left(end))? {
            Frame::Simple(pong) if pong == "PONG" => Ok(()),
            Frame::Error(message) if message.starts_with("NOAUTH") => Err(TargetError::Refused(format!(
                "{} wants a password; put it into the environment variable GRAPHLANCE_PASSWORD",
                self.name
            ))),
            Frame::Error(message) => Err(TargetError::Refused(format!("{} refuses PING: {message}", self.name))),
            _ => Err(TargetError::Protocol(format!("{} does not answer PING with PONG", self.name))),
        }
    }

    fn inspect(&mut self, end: Instant) -> Result<(), TargetError> {
        let modules = self.command(&["MODULE", "LIST"], left(end))?;
        self.graph_version = graph_module(&modules).ok_or_else(|| {
            TargetError::Unreachable(format!("{} is no FalkorDB: it has not loaded the module `graph`", self.name))
        })?;
        let info = self.info("server", left(end))?;
        self.run_id = field(&info, "run_id").unwrap_or_default().to_owned();
        self.redis_version = field(&info, "redis_version").unwrap_or_default().to_owned();
        if let Frame::Array(pair) = self.command(&["GRAPH.CONFIG", "GET", "TIMEOUT_MAX"], left(end))?
            && let [_, Frame::Integer(milliseconds)] = pair.as_slice()
        {
            self.longest_timeout = u128::try_from(*milliseconds).unwrap_or(0);
        }
        Ok(())
    }

    fn info(&mut self, section: &str, deadline: Duration) -> Result<String, TargetError> {
        match self.command(&["INFO", section], deadline)? {
            Frame::Bulk(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            _ => Err(TargetError::Protocol(format!("{} gives no INFO", self.name))),
        }
    }
}

fn field<'a>(info: &'a str, name: &str) -> Option<&'a str> {
    info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim)
}

fn setting(pair: &Frame) -> Option<String> {
    let Frame::Array(pair) = pair else { return None };
    let [Frame::Bulk(name), value] = pair.as_slice() else { return None };
    let value = match value {
        Frame::Integer(number) => number.to_string(),
        Frame::Bulk(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => return None,
    };
    Some(format!("{}={value}", String::from_utf8_lossy(name)))
}

/// The version number of the module `graph` in the answer to MODULE LIST.
fn graph_module(modules: &Frame) -> Option<u64> {
    let Frame::Array(modules) = modules else { return None };
    modules.iter().find_map(|module| {
        let Frame::Array(fields) = module else { return None };
        let value = |name: &[u8]| {
            let named = |pair: &&[Frame]| matches!(&pair[0], Frame::Bulk(bytes) if bytes == name);
            fields.chunks_exact(2).find(named).map(|pair| &pair[1])
        };
        match (value(b"name")?, value(b"ver")?) {
            (Frame::Bulk(name), Frame::Integer(version)) if name == b"graph" => u64::try_from(*version).ok(),
            _ => None,
        }
    })
}
