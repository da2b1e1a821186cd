//! An engine that nobody has heard of, on a protocol that is spoken already, is a folder outside of the tree: it is found, its
//! dialect is taken, and its server is asked in its own ways.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use graphlance_case::Response;
use graphlance_cypher::Feature;
use graphlance_engines::bolt::packstream::Pack;
use graphlance_engines::launcher::Engines;
use graphlance_engines::{Target, TargetError, TargetOptions, resolve};

use crate::support::bolt::{failure, failure_of, message, receive, rows, success};

const DEADLINE: Duration = Duration::from_secs(5);

const ENGINE: &str = r#"
name = "newcomer"
product = "Newcomer"
description = "of a test"
languages = ["cypher"]
protocol = "bolt"

[bolt]
version = "CALL newcomer.version()"
await_indexes = [{ call = "CALL newcomer.wait({seconds})" }]
indexes = { list = "LIST INDEXES", drop = "REMOVE INDEX {place}" }
constraints = { list = "LIST CONSTRAINTS", drop = "REMOVE CONSTRAINT {place}" }
"#;

const DIALECT: &str = "name = 'newcomer'\nversions = ['1.0']\n[unsupported]\ninline_where = 'its manual'\n";

/// A folder with the engine, below which it is found.
fn folder() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let home = place.path().join("newcomer");
    std::fs::create_dir_all(home.join("dialects")).expect("a folder");
    std::fs::write(home.join("engine.toml"), ENGINE).expect("a file");
    std::fs::write(home.join("dialects/newcomer.toml"), DIALECT).expect("a file");
    place
}

/// A server that greets so; its address, and what it is asked.
fn start(greeting: &'static str) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            serve(stream, greeting, &log);
        }
    });
    (address, asked)
}

fn serve(mut stream: TcpStream, greeting: &str, log: &Mutex<Vec<String>>) -> Option<()> {
    stream.read_exact(&mut [0; 20]).ok()?;
    stream.write_all(&[0, 0, 8, 5]).ok()?;
    loop {
        let (tag, fields) = receive(&mut stream)?;
        let answer = match tag {
            0x10 => {
                receive(&mut stream)?;
                let text = fields.first().and_then(Pack::text).unwrap_or_default();
                let mut log = log.lock().ok()?;
                log.push(text.to_owned());
                answer(text, log.iter().any(|text| text.starts_with("CREATE INDEX")))
            }
            _ => success(Pack::map([("server", Pack::string(greeting))])),
        };
        stream.write_all(&answer).ok()?;
    }
}

/// `indexed`: there is an index.
fn answer(text: &str, indexed: bool) -> Vec<u8> {
    let texts = |column: &str, text: &str| {
        let fields = Pack::List(vec![Pack::string(column)]);
        let row = message(0x71, vec![Pack::List(vec![Pack::string(text)])]);
        [success(Pack::map([("fields", fields)])), row, success(Pack::Map(Vec::new()))].concat()
    };
    match text {
        "CALL newcomer.version()" => texts("version", "1.2.3"),
        "LIST INDEXES" if indexed => texts("place", "on `A`"),
        "LIST INDEXES" | "LIST CONSTRAINTS" => rows(&["place"], &[]),
        text if text.contains("count(n)") => rows(&["nodes"], &[0]),
        text if text.starts_with("RETURN") => rows(&["x"], &[1]),
        // No class tells that it lacks them.
        text if text.starts_with("CALL db.") => failure_of("Neo.DatabaseError.General.UnknownError", "what is that?"),
        text if text.starts_with("SHOW") => failure("what is that?"),
        _ => rows(&[], &[]),
    }
}

fn target(name: &str, folder: &Path) -> Box<dyn Target> {
    let options = TargetOptions { launchers: Some(folder.to_owned()), use_database: true, ..TargetOptions::default() };
    resolve(name, &options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn it_is_known_by_its_name() {
    let folder = folder();
    let engines = Engines::with(Some(folder.path())).unwrap_or_else(|error| panic!("{error}"));
    let dialect = engines.dialect("newcomer").ok().flatten().expect("its dialect");
    assert!(!dialect.has(Feature::InlineWhere.name()));
    // Nobody says how it is started.
    let options = TargetOptions { launchers: Some(folder.path().to_owned()), ..TargetOptions::default() };
    let refused = resolve("newcomer", &options).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("does not start Newcomer") && refused.contains("bolt://"), "{refused}");
}

#[test]
fn its_server_is_recognised_by_its_greeting_and_asked_in_its_own_ways() {
    let folder = folder();
    let (address, asked) = start("Neo4j/5.0.0 compatible (Newcomer 1.2)");
    let server = target(&format!("bolt://{address}"), folder.path());
    assert_eq!(server.dialect().map(|dialect| dialect.name().to_string()).ok().as_deref(), Some("newcomer"));
    let mut driver = server.open(0).expect("it is empty");
    assert_eq!((driver.identity().engine.as_str(), driver.identity().version.as_str()), ("Newcomer", "1.2.3"));
    assert!(matches!(driver.run("RETURN 1 AS x", DEADLINE), Response::Table(table) if table.rows.len() == 1));
    assert!(matches!(driver.run("CREATE INDEX i FOR (n:A) ON (n.x)", DEADLINE), Response::Table(_)));
    driver.await_indexes(DEADLINE).expect("it waits");
    driver.wipe(DEADLINE).expect("it drops its index");
    let asked = asked.lock().expect("no panic").clone();
    for wanted in ["CALL newcomer.wait(5)", "REMOVE INDEX `on ``A```"] {
        assert!(asked.iter().any(|text| text == wanted), "{wanted}: {asked:?}");
    }
    assert!(asked.iter().all(|text| !text.contains("SHOW") && !text.contains("db.")), "{asked:?}");
}

#[test]
fn a_server_that_nobody_knows_is_not_blamed_for_what_it_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let (address, asked) = start("Neo4j/5.0.0 compatible (Newcomer 1.2)");
    let server = target(&format!("bolt://{address}"), folder.path());
    assert!(matches!(server.dialect(), Err(TargetError::NoDialect(_))));
    let mut driver = server.open(0).expect("it is empty");
    assert!(matches!(driver.run("CREATE INDEX i FOR (n:A) ON (n.x)", DEADLINE), Response::Table(_)));
    driver.await_indexes(DEADLINE).expect("nobody knows how to wait for it");
    let asked = asked.lock().expect("no panic").clone();
    assert!(asked.iter().any(|text| text.starts_with("CALL db.awaitIndexes")), "{asked:?}");
    let wiped = driver.wipe(DEADLINE).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(wiped.contains("[bolt.indexes]"), "{wiped}");
}
