//! The clients by which engines are asked from Python. Another one is a file in `python/` that defines a class `Client`, and
//! an entry here.
//!
//! `Client(arguments)` reaches the engine or raises `Unavailable` (or `ImportError`, when its package is missing);
//! `version()` is the version in the words of the report; `open(name)` makes a database, which has that name where it needs
//! one; `run(statement, width)` is a pair of column names (`None` where the engine does not tell them) and rows of plain
//! values and those of `values.py`, raises `Lost` when the connection broke and anything else when the engine refuses. A
//! server's client has `clean(name)`, too, which undoes `open`.

/// How an engine is asked from Python.
pub(super) struct Client {
    /// What the engine calls itself.
    pub engine: &'static str,
    /// Whether it is for this version: major and minor.
    pub since: (u32, u32),
    /// Python packages to install; `{version}` stands for the engine's.
    pub packages: &'static [&'static str],
    /// The module that `Client` imports, where several packages share one class.
    pub module: &'static str,
    /// The oldest minor version of Python 3 that has the packages.
    pub python: u32,
    /// Arguments of the script: how to find the server.
    pub arguments: &'static str,
    /// What must run first; none for an engine that lives in the client. `{version}` stands for the engine's.
    pub start: &'static [&'static str],
    /// The code that defines `Client`.
    pub code: &'static [&'static str],
}

impl Client {
    /// The client for an engine and its version.
    pub fn of(engine: &str, version: &str) -> Option<&'static Client> {
        let is_old = |client: &Client| release(version).is_some_and(|release| release < client.since);
        CLIENTS.iter().find(|client| client.engine.eq_ignore_ascii_case(engine) && !is_old(client))
    }
}

/// Major and minor number of a version.
fn release(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.').map(|part| part.parse().ok());
    Some((parts.next()??, parts.next()??))
}

const EMBEDDED: Client =
    Client { engine: "", since: (0, 0), packages: &[], module: "", python: 8, arguments: "", start: &[], code: &[] };

const CLIENTS: &[Client] = &[
    Client {
        engine: "kuzu",
        packages: &["kuzu=={version}"],
        module: "kuzu",
        code: &[include_str!("python/kuzu.py")],
        ..EMBEDDED
    },
    Client {
        engine: "ladybug",
        packages: &["ladybug=={version}"],
        module: "ladybug",
        code: &[include_str!("python/kuzu.py")],
        ..EMBEDDED
    },
    Client {
        engine: "grafeo",
        since: (0, 6),
        packages: &["grafeo=={version}"],
        module: "grafeo",
        python: 12,
        code: &[include_str!("python/grafeo.py")],
        ..EMBEDDED
    },
    Client {
        engine: "graphqlite",
        packages: &["graphqlite=={version}", "pysqlite3-binary"],
        module: "graphqlite",
        code: &[include_str!("python/graphqlite.py")],
        ..EMBEDDED
    },
    Client {
        engine: "falkordb",
        arguments: "[HOST [PORT [PASSWORD]]]",
        start: &[
            "Start FalkorDB {version} first, for instance:",
            "  docker run --rm -p 6379:6379 falkordb/falkordb-server:v{version}",
        ],
        code: &[include_str!("python/falkordb.py")],
        ..EMBEDDED
    },
    Client {
        engine: "neo4j",
        packages: &["neo4j"],
        arguments: "[bolt://HOST:PORT [USER PASSWORD [DATABASE]]]",
        start: &[
            "Start Neo4j {version} first, with an empty database, for instance:",
            "  docker run --rm -p 7687:7687 -e NEO4J_AUTH=none neo4j:{version}-community",
        ],
        code: &[include_str!("python/bolt.py"), include_str!("python/neo4j.py")],
        ..EMBEDDED
    },
    Client {
        engine: "arcadedb",
        packages: &["neo4j"],
        arguments: "[bolt://HOST:PORT [USER PASSWORD [HTTP_PORT]]]",
        start: &[
            "Start ArcadeDB {version} first, with its plugin for Bolt and the password that is given here (or graphlance):",
            "  -Darcadedb.server.plugins=Bolt:com.arcadedb.bolt.BoltProtocolPlugin -Darcadedb.server.rootPassword=graphlance",
        ],
        code: &[include_str!("python/bolt.py"), include_str!("python/arcadedb.py")],
        ..EMBEDDED
    },
    Client {
        engine: "apache age",
        packages: &["psycopg[binary]"],
        arguments: "['host=.. port=.. user=.. dbname=..']",
        start: &["Start a PostgreSQL with Apache AGE {version} first, and CREATE EXTENSION age in the database."],
        code: &[include_str!("python/age.py")],
        ..EMBEDDED
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_asked_by_the_client_of_its_version() {
        let module = |engine, version| Client::of(engine, version).map(|client| client.module);
        assert_eq!(module("Kuzu", "0.11.3"), Some("kuzu"));
        assert_eq!(module("Ladybug", "0.22.0"), Some("ladybug"));
        assert_eq!(module("grafeo", "0.5.44"), None);
        assert_eq!(module("grafeo", "0.6.0"), Some("grafeo"));
        assert_eq!(module("Memgraph", "3.0"), None);
    }
}
