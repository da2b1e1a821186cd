//! A worker process for tests: `worker grafeo` is the real one; `fake BEHAVIOUR` answers hello and then misbehaves at
//! the first statement, or writes what each statement says.

use std::io::{BufRead, Write};
use std::os::fd::{FromRawFd, OwnedFd};

use serde_json::{Value as Json, json};

/// Stands in an answer for the number of its request.
const ID: &[u8] = b"\"@ID@\"";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["worker", "grafeo"] => std::process::exit(graphlance_engines::grafeo::worker_main()),
        ["fake", behaviour] => fake(behaviour),
        _ => std::process::exit(2),
    }
}

fn fake(behaviour: &str) {
    let mut lines = std::io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let request: Json = serde_json::from_str(&line).unwrap_or_default();
        let op = request.get("op").and_then(Json::as_str).unwrap_or_default();
        match (op, behaviour) {
            ("hello", "mute") => {}
            ("hello", _) => {
                let identity = json!({ "engine": "fake", "version": "1" });
                let ahead = behaviour.starts_with("ahead");
                let ids = ahead || behaviour == "numbered";
                let hello = json!({ "protocol": 1, "identity": identity, "ids": ids, "ahead": ahead });
                say(&json!({ "hello": hello }).to_string());
            }
            ("run", "scripted" | "numbered") => follow(&request),
            ("run", _) if behaviour.starts_with("ahead") => count(&request, behaviour),
            ("run", _) => misbehave(behaviour),
            (_, "mute") => {}
            _ => match request.get("id") {
                Some(id) => say(&json!({ "id": id, "done": true }).to_string()),
                None => say(r#""done""#),
            },
        }
    }
}

/// Answers `RETURN n AS x` with n, but for one: `ahead-die-3` dies at 3.
fn count(request: &Json, behaviour: &str) {
    let text = request.get("statement").and_then(Json::as_str).unwrap_or_default();
    let number = text.split(' ').nth(1).unwrap_or_default();
    let mut words = behaviour.split('-').skip(1);
    let (act, at) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let id = request.get("id").cloned().unwrap_or_default();
    match act {
        "die" if at == number => std::process::abort(),
        "hang" if at == number => sleep(),
        "garbage" if at == number => say("what?"),
        "fail" if at == number => {
            say(&json!({ "id": id, "error": { "class": "runtime", "message": "Division by zero" } }).to_string());
        }
        _ => {
            let number: i64 = number.parse().unwrap_or_default();
            say(&json!({ "id": id, "table": { "columns": ["x"], "rows": [[number]] } }).to_string());
        }
    }
}

/// The statement says what to write, and what to do then.
fn follow(request: &Json) {
    let script = request.get("statement").and_then(Json::as_str).unwrap_or_default();
    let script: Json = serde_json::from_str(script).unwrap_or_default();
    // A character stands for a byte.
    let bytes = |value: Option<&Json>| -> Vec<u8> {
        value.and_then(Json::as_str).unwrap_or_default().chars().map(|character| character as u8).collect()
    };
    let mut answer = bytes(script.get("bytes"));
    let id = request.get("id").map(Json::to_string).unwrap_or_default();
    if let Some(place) = answer.windows(ID.len()).position(|part| part == ID) {
        answer.splice(place..place + ID.len(), id.into_bytes());
    }
    let mut out = std::io::stdout().lock();
    // When the parent is gone there is nobody to tell.
    let _ = out.write_all(&answer).and_then(|()| out.flush());
    match script.get("then").and_then(Json::as_str) {
        Some("serve") => {}
        Some("die") => std::process::exit(0),
        Some("close") => {
            // SAFETY: nothing reads or writes these two any more; the process only sleeps from here on.
            unsafe { drop((OwnedFd::from_raw_fd(0), OwnedFd::from_raw_fd(1))) };
            sleep();
        }
        Some(_) => sleep(),
        None => {
            let again = bytes(script.get("then").and_then(|then| then.get("repeat")));
            while out.write_all(&again).is_ok() {}
        }
    }
}

fn sleep() {
    std::thread::sleep(std::time::Duration::from_secs(3600));
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // When the parent is gone there is nobody to tell.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}

fn misbehave(behaviour: &str) {
    match behaviour {
        "right" => say(r#"{"table":{"columns":["x"],"rows":[[1]]}}"#),
        "error" => say(r#"{"error":{"class":"runtime","message":"Division by zero"}}"#),
        "late" => {
            say(r#"{"table":{"columns":["x"],"rows":[[1]]}}"#);
            std::thread::sleep(std::time::Duration::from_millis(100));
            say(r#"{"table":{"columns":["x"],"rows":[[2]]}}"#);
        }
        "garbage" => say("\u{1}\u{2} not JSON"),
        "deep" => say(&"[".repeat(1_000_000)),
        "panic" => panic!("boom"),
        "abort" => std::process::abort(),
        "exit" => std::process::exit(3),
        "two" => {
            let lines = b"{\"table\":{\"columns\":[\"x\"],\"rows\":[[1]]}}\n\"done\"\n";
            let mut out = std::io::stdout().lock();
            let _ = out.write_all(lines).and_then(|()| out.flush());
        }
        "overflow" => {
            std::hint::black_box(descend(1));
        }
        "memory" => {
            let mut hoard: Vec<Vec<u8>> = Vec::new();
            loop {
                hoard.push(vec![1; 16 << 20]);
                std::hint::black_box(&hoard);
            }
        }
        "endless" => loop {
            let mut out = std::io::stdout().lock();
            if out.write_all(&[b'x'; 1 << 16]).is_err() {
                return;
            }
        },
        "half" => {
            let mut out = std::io::stdout().lock();
            let _ = out.write_all(br#"{"table":{"col"#).and_then(|()| out.flush());
            std::process::exit(0);
        }
        // "silent" and "mute"
        _ => sleep(),
    }
}

#[allow(unconditional_recursion, reason = "that is the point")]
fn descend(depth: u64) -> u64 {
    let ballast = std::hint::black_box([depth; 64]);
    descend(ballast[3] + 1) + ballast[5]
}
