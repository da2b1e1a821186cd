//! Transactions as a scripted Gremlin Server sees them: on which connection a request comes, and whether it belongs to a session.

use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use graphlance_case::{Boundary, Response};
use graphlance_engines::Driver;
use graphlance_engines::gremlin::{Access, GremlinDriver, Ways};
use tungstenite::Message;

const DEADLINE: Duration = Duration::from_secs(5);

type Seen = Arc<Mutex<Vec<String>>>;

/// A server that writes down what it is asked: the number of the connection, whether it is of a session, the text. `fail()` is an
/// error, and with `die()` the connection ends.
fn start() -> (String, Seen) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let seen = Seen::default();
    let log = Arc::clone(&seen);
    std::thread::spawn(move || {
        let mut number = 0;
        while let Ok((stream, _)) = listener.accept() {
            number += 1;
            let log = Arc::clone(&log);
            std::thread::spawn(move || serve(stream, number, &log));
        }
    });
    (address, seen)
}

fn serve(stream: TcpStream, connection: usize, seen: &Seen) -> Option<()> {
    let mut socket = tungstenite::accept(stream).ok()?;
    loop {
        let Message::Binary(bytes) = socket.read().ok()? else { continue };
        let text = String::from_utf8_lossy(bytes.get(1 + usize::from(*bytes.first()?)..)?).into_owned();
        let json: serde_json::Value = serde_json::from_str(&text).ok()?;
        let (id, asked) = (json["requestId"]["@value"].as_str()?, json["args"]["gremlin"].as_str()?);
        let session = json["processor"] == "session";
        assert_eq!(session, json["args"]["session"].is_string(), "{json}");
        assert_eq!(session, json["args"]["manageTransaction"] == false, "{json}");
        let within = if session { " in a session" } else { "" };
        seen.lock().expect("no panic").push(format!("{connection}{within}: {asked}"));
        if asked.contains("die()") {
            return None;
        }
        let code = if asked.contains("fail()") { 500 } else { 200 };
        let data = if asked.contains("version") || asked.contains("getClass") { "\"3.8.1\"" } else { "" };
        let answer = format!(
            "{{\"requestId\":\"{id}\",\"status\":{{\"code\":{code},\"message\":\"\",\"attributes\":{{}}}},\
             \"result\":{{\"data\":{{\"@type\":\"g:List\",\"@value\":[{data}]}},\"meta\":{{}}}}}}"
        );
        socket.send(Message::Binary(answer.into_bytes().into())).ok()?;
    }
}

/// Takes the steps; `refused` are the numbers of those that end in an error, `told` is what the server is asked.
#[track_caller]
fn check(steps: &[&str], refused: &[usize], told: &[&str]) {
    let (address, seen) = start();
    let ways = Ways::shared().unwrap_or_else(|error| panic!("{error}"));
    let access = Access { address, ..Access::default() };
    let mut driver = GremlinDriver::open(access, None, ways).unwrap_or_else(|error| panic!("{error}"));
    seen.lock().expect("no panic").clear();
    let run = |driver: &mut GremlinDriver, step: &str| match Boundary::ALL.iter().find(|it| it.name() == step) {
        Some(boundary) => driver.transact(*boundary, DEADLINE),
        None => driver.run(step, DEADLINE),
    };
    let answers: Vec<Response> = steps.iter().map(|step| run(&mut driver, step)).collect();
    let errors = answers.iter().enumerate().filter(|(_, answer)| !matches!(answer, Response::Table(_)));
    assert_eq!(errors.map(|(number, _)| number).collect::<Vec<_>>(), refused, "{answers:?}");
    assert_eq!(*seen.lock().expect("no panic"), told);
}

#[test]
fn a_transaction_is_a_session_on_a_connection_of_its_own() {
    check(
        &["g.addV()", "begin", "g.addV(\"a\")", "commit", "g.V()", "begin", "g.V().drop()", "roll_back", "g.E()"],
        &[],
        &[
            "1: g.addV()",
            "2 in a session: (g).getGraph().tx().open(); true",
            "2 in a session: g.addV(\"a\")",
            "2 in a session: (g).getGraph().tx().commit(); true",
            "1: g.V()",
            "3 in a session: (g).getGraph().tx().open(); true",
            "3 in a session: g.V().drop()",
            "3 in a session: (g).getGraph().tx().rollback(); true",
            "1: g.E()",
        ],
    );
}

#[test]
fn an_error_ends_no_transaction() {
    check(
        &["begin", "g.inject(1).fail()", "g.V()", "commit", "g.E()"],
        &[1],
        &[
            "2 in a session: (g).getGraph().tx().open(); true",
            "2 in a session: g.inject(1).fail()",
            "2 in a session: g.V()",
            "2 in a session: (g).getGraph().tx().commit(); true",
            "1: g.E()",
        ],
    );
}

#[test]
fn nothing_is_asked_by_itself_where_the_connection_of_a_transaction_was_lost() {
    let begun = "2 in a session: (g).getGraph().tx().open(); true";
    let died = "2 in a session: g.V().die()";
    check(&["begin", "g.V().die()", "g.addV()", "commit", "g.V()"], &[1, 2, 3], &[begun, died, "1: g.V()"]);
    check(&["begin", "g.V().die()", "roll_back", "g.V()"], &[1], &[begun, died, "1: g.V()"]);
}
