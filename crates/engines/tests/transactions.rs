//! Transactions and databases as a scripted server of Bolt sees them: which messages come, for which database, and what is made
//! of its answers.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use graphlance_case::{Ability, Boundary, ErrorClass, Response};
use graphlance_engines::bolt::packstream::Pack;
use graphlance_engines::bolt::{Access, Admin, BoltDriver, BoltTarget, Home, Ways, Who};
use graphlance_engines::launcher::Engines;
use graphlance_engines::{Driver, Target};
use graphlance_graph::Table;

use crate::support::bolt::{failure, message, receive, rows, success};

const DEADLINE: Duration = Duration::from_secs(5);

type Seen = Arc<Mutex<Vec<String>>>;

/// A server that writes down what it is told: a statement, `BEGIN`, `COMMIT`, `ROLLBACK` or `RESET`, with the database behind it
/// where one is named. A statement with `1 / 0` in it fails; so does the end of a transaction with `refuses`.
fn start(refuses: bool) -> (String, Seen) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let seen = Seen::default();
    let log = Arc::clone(&seen);
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            let _ = serve(stream, refuses, &log);
        }
    });
    (address, seen)
}

fn serve(mut stream: TcpStream, refuses: bool, seen: &Seen) -> Option<()> {
    let mut hello = [0; 20];
    stream.read_exact(&mut hello).ok()?;
    stream.write_all(&[0, 0, 8, 5]).ok()?;
    loop {
        let (tag, fields) = receive(&mut stream)?;
        let extra = fields.iter().rev().find(|field| matches!(field, Pack::Map(_)));
        let on = extra.and_then(|extra| extra.get("db")).and_then(Pack::text).map(|db| format!(" on {db}"));
        let bounded = extra.is_some_and(|extra| extra.get("tx_timeout").is_some());
        let told = |what: &str| {
            let within = if bounded { "" } else { " (within)" };
            let within = if tag == 0x10 { within } else { "" };
            seen.lock().expect("no panic").push(format!("{what}{}{within}", on.clone().unwrap_or_default()));
        };
        let answer = match tag {
            0x10 => {
                receive(&mut stream)?;
                let text = fields.first().and_then(Pack::text).unwrap_or_default();
                match text {
                    text if text.contains("count(n)") => rows(&["nodes"], &[0]),
                    text if text.starts_with("SHOW") || text.starts_with("CALL") => failure("no such thing"),
                    text if text.contains("DELETE") => rows(&[], &[]),
                    text => {
                        told(text);
                        if text.contains("1 / 0") { failure("/ by zero") } else { rows(&[], &[]) }
                    }
                }
            }
            0x11..=0x13 => {
                told(["BEGIN", "COMMIT", "ROLLBACK"][usize::from(tag - 0x11)]);
                let refused = Pack::map([("code", Pack::string("Neo.Other")), ("message", Pack::string("not now"))]);
                if refuses && tag != 0x11 { message(0x7F, vec![refused]) } else { success(Pack::map([])) }
            }
            0x0F => {
                told("RESET");
                success(Pack::map([]))
            }
            _ => success(Pack::map([("server", Pack::string("Neo4j/5.0.0"))])),
        };
        stream.write_all(&answer).ok()?;
    }
}

fn open(address: String) -> BoltDriver {
    let access = Access { address, ..Access::default() };
    BoltDriver::open(access, Home::Foreign, Who::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// What comes of the steps: nothing, or an error.
fn run(driver: &mut dyn Driver, step: &str) -> Result<(), String> {
    let boundary = Boundary::ALL.iter().find(|boundary| boundary.name() == step);
    let response = match (boundary, step.strip_prefix("enter ")) {
        (Some(boundary), _) => driver.transact(*boundary, DEADLINE),
        (None, Some(name)) => {
            let name = Some(name).filter(|name| *name != "own");
            return driver.enter(name, DEADLINE).map_err(|error| error.to_string());
        }
        (None, None) => driver.run(step, DEADLINE),
    };
    match response {
        Response::Table(table) if table == Table::default() => Ok(()),
        Response::Error(error) if error.class == ErrorClass::Protocol => panic!("{error:?}"),
        Response::Error(error) => Err(error.message),
        other => panic!("{other:?}"),
    }
}

/// Takes the steps; `refused` are the numbers of those that end in an error.
#[track_caller]
fn check(refuses: bool, steps: &[&str], refused: &[usize], told: &[&str]) {
    let (address, seen) = start(refuses);
    let mut driver = open(address);
    seen.lock().expect("no panic").clear();
    let answers: Vec<_> = steps.iter().map(|step| run(&mut driver, step)).collect();
    let errors = answers.iter().enumerate().filter(|(_, answer)| answer.is_err()).map(|(number, _)| number);
    assert_eq!(errors.collect::<Vec<_>>(), refused, "{answers:?}");
    assert_eq!(*seen.lock().expect("no panic"), told);
}

#[test]
fn a_transaction_is_messages_of_its_own_and_its_statements_name_no_time_out() {
    check(
        false,
        &["CREATE ()", "begin", "CREATE (:A)", "roll_back", "begin", "CREATE (:B)", "commit", "CREATE (:C)", "reset"],
        &[],
        &[
            "CREATE ()",
            "BEGIN",
            "CREATE (:A) (within)",
            "ROLLBACK",
            "BEGIN",
            "CREATE (:B) (within)",
            "COMMIT",
            "CREATE (:C)",
            "RESET",
        ],
    );
}

#[test]
fn a_failed_statement_ends_its_transaction_which_can_be_rolled_back_and_not_committed() {
    let failing = "RETURN 1 / 0";
    let told = ["BEGIN", "RETURN 1 / 0 (within)", "RESET", "CREATE ()"];
    check(false, &["begin", failing, "roll_back", "CREATE ()"], &[1], &told);
    check(false, &["begin", failing, "commit", "CREATE ()"], &[1, 2], &told);
}

#[test]
fn a_server_that_refuses_the_end_of_a_transaction_is_told_as_it_is_and_the_connection_goes_on() {
    let told = ["BEGIN", "ROLLBACK", "RESET", "CREATE ()"];
    check(true, &["begin", "roll_back", "CREATE ()"], &[1], &told);
}

#[test]
fn without_a_way_to_make_databases_there_is_one() {
    check(false, &["enter own", "enter b", "CREATE ()"], &[1], &["CREATE ()"]);
    let abilities = open(start(false).0).abilities();
    let all = [Ability::Transactions, Ability::Reset, Ability::Counters, Ability::Estimates];
    assert_eq!(abilities.into_iter().collect::<Vec<_>>(), all);
}

/// An HTTP server that makes databases, answers with this status where one is to be dropped, lists these, and writes down what it is
/// sent.
fn http(seen: Seen, dropping: &'static str, listed: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let (mut asked, mut piece) = (String::new(), [0; 4096]);
            // The body of a request may come after its head.
            while asked.is_empty() || asked.starts_with("POST") && !asked.ends_with('}') {
                let count = stream.read(&mut piece).unwrap_or_default();
                asked += &String::from_utf8_lossy(&piece[..count]);
                if count == 0 {
                    break;
                }
            }
            if let Some((_, command)) = asked.split_once("\"command\":\"") {
                seen.lock().expect("no panic").push(command.split('"').next().unwrap_or_default().to_owned());
            }
            let status = if asked.contains("drop database") { dropping } else { "200 OK" };
            let body = format!(r#"{{"version": "26.10.2", "result": {listed}}}"#);
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    port
}

#[test]
fn a_database_that_is_not_there_any_more_is_dropped() {
    let engines = Engines::default();
    let ways = engines.named("arcadedb").map(Ways::of).expect("it comes with graphlance").expect("ways");
    let ways = ways.http.expect("its databases are made over HTTP");
    let is_dropped = |status, listed| {
        let address = format!("127.0.0.1:{}", http(Seen::default(), status, listed));
        Admin::new(address, &Access::default(), &ways).drop("own", DEADLINE).is_ok()
    };
    assert!(is_dropped("200 OK", r#"["own"]"#));
    assert!(is_dropped("400 Bad Request", r#"["another"]"#));
    assert!(!is_dropped("400 Bad Request", r#"["own"]"#));
}

#[test]
fn a_named_database_is_made_once_and_dropped_and_every_message_names_its_own() {
    let (address, seen) = start(false);
    let port = http(Arc::clone(&seen), "200 OK", "[]");
    let engines = Engines::default();
    let engine = engines.named("arcadedb").expect("it comes with graphlance");
    let target = BoltTarget::of_engine(engine, None, &format!("{address}?http={port}")).expect("an address");
    let mut driver = target.open(3).unwrap_or_else(|error| panic!("{error}"));
    assert!(driver.abilities().contains(&Ability::Databases));
    for step in
        ["CREATE ()", "enter b", "begin", "CREATE (:B)", "commit", "enter own", "CREATE ()", "enter b", "CREATE ()"]
    {
        run(driver.as_mut(), step).unwrap_or_else(|error| panic!("{step}: {error}"));
    }
    drop(driver);
    let seen = seen.lock().expect("no panic").clone();
    let own = seen[0].strip_prefix("create database ").expect("it is made first").to_owned();
    let other = format!("{own}_1");
    let wanted = [
        format!("create database {own}"),
        format!("CREATE () on {own}"),
        format!("create database {other}"),
        format!("BEGIN on {other}"),
        "CREATE (:B) (within)".to_owned(),
        "COMMIT".to_owned(),
        format!("CREATE () on {own}"),
        format!("CREATE () on {other}"),
    ];
    assert_eq!(seen[..wanted.len()], wanted);
    let mut dropped = seen[wanted.len()..].to_vec();
    dropped.sort();
    assert_eq!(dropped, [format!("drop database {own}"), format!("drop database {other}")]);
}
