//! A worker process for tests: `worker grafeo` is the real one; `fake BEHAVIOUR` answers hello and then misbehaves at
//! the first statement.

use std::io::{BufRead, Write};

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
        if line.contains(r#""op":"hello""#) && behaviour != "mute" {
            let identity = r#"{"engine":"fake","version":"1"}"#;
            say(&format!(r#"{{"hello":{{"protocol":1,"identity":{identity}}}}}"#));
        } else if line.contains(r#""op":"run""#) {
            misbehave(behaviour);
        } else if behaviour != "mute" {
            say(r#""done""#);
        }
    }
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
        "garbage" => say("\u{1}\u{2} not JSON"),
        "deep" => say(&"[".repeat(1_000_000)),
        "panic" => panic!("boom"),
        "abort" => std::process::abort(),
        "exit" => std::process::exit(3),
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
        _ => std::thread::sleep(std::time::Duration::from_secs(3600)),
    }
}

#[allow(unconditional_recursion, reason = "that is the point")]
fn descend(depth: u64) -> u64 {
    let ballast = std::hint::black_box([depth; 64]);
    descend(ballast[3] + 1) + ballast[5]
}
