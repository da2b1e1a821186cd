//! A RESP server under the control of a test.

pub mod bolt;

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the server does when `GRAPH.QUERY` comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// Sends these bytes and keeps the connection.
    Send(&'static [u8]),
    /// Sends this byte for ever.
    Flood(u8),
    /// Sends these bytes and closes the connection.
    SendAndClose(&'static [u8]),
    /// Closes the connection and stops listening.
    Die,
    /// Says nothing.
    Silence,
}

/// A password that the server wants; everything else it refuses.
pub const PASSWORD: &str = "open sesame";

/// Starts a server that passes for a FalkorDB until a query comes; its address. `secret`: it wants [`PASSWORD`].
/// `taken`: every key exists already.
pub fn start(behaviour: Behaviour, secret: bool, taken: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let (dead, door) = (Arc::new(AtomicBool::new(false)), address.clone());
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            if dead.load(Ordering::SeqCst) {
                return;
            }
            let (dead, door) = (Arc::clone(&dead), door.clone());
            std::thread::spawn(move || {
                if serve(&mut stream, behaviour, secret, taken) == Some(Behaviour::Die) {
                    dead.store(true, Ordering::SeqCst);
                    // Nobody is let in any more when the connection ends.
                    while TcpStream::connect(&door).is_ok() {}
                }
            });
        }
    });
    address
}

fn serve(stream: &mut TcpStream, behaviour: Behaviour, secret: bool, taken: bool) -> Option<Behaviour> {
    let mut open = !secret;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        let request = String::from_utf8_lossy(&buffer[..count]).into_owned();
        let has = |word: &str| request.contains(&format!("\r\n{word}\r\n"));
        if has("AUTH") {
            open = has(PASSWORD);
            let answer: &[u8] = if open { b"+OK\r\n" } else { b"-WRONGPASS invalid username-password pair\r\n" };
            stream.write_all(answer).ok()?;
        } else if !open {
            stream.write_all(b"-NOAUTH Authentication required.\r\n").ok()?;
        } else if has("GRAPH.QUERY") {
            misbehave(stream, behaviour)?;
            if behaviour != Behaviour::Silence && !matches!(behaviour, Behaviour::Send(_)) {
                return Some(behaviour);
            }
        } else {
            stream.write_all(greeting(&has, taken)).ok()?;
        }
    }
}

fn greeting(has: &dyn Fn(&str) -> bool, taken: bool) -> &'static [u8] {
    if has("PING") {
        b"+PONG\r\n"
    } else if has("MODULE") {
        b"*1\r\n*4\r\n$4\r\nname\r\n$5\r\ngraph\r\n$3\r\nver\r\n:41803\r\n"
    } else if has("INFO") {
        b"$36\r\nredis_version:8.6.2\r\nrun_id:abcdefgh\r\n"
    } else if has("TIMEOUT_MAX") {
        b"*2\r\n$11\r\nTIMEOUT_MAX\r\n:0\r\n"
    } else if has("GRAPH.CONFIG") {
        b"*1\r\n*2\r\n$10\r\nCACHE_SIZE\r\n:25\r\n"
    } else if has("GRAPH.LIST") {
        b"*0\r\n"
    } else if has("EXISTS") && taken {
        b":1\r\n"
    } else if has("EXISTS") {
        b":0\r\n"
    } else {
        b"+OK\r\n"
    }
}

fn misbehave(stream: &mut TcpStream, behaviour: Behaviour) -> Option<()> {
    match behaviour {
        Behaviour::Send(bytes) | Behaviour::SendAndClose(bytes) => stream.write_all(bytes).ok(),
        Behaviour::Flood(byte) => loop {
            stream.write_all(&[byte; 1 << 16]).ok()?;
        },
        Behaviour::Die => Some(()),
        Behaviour::Silence => {
            std::thread::sleep(Duration::from_millis(100));
            Some(())
        }
    }
}

/// Starts a server with these graphs; its address, and the names of the graphs that it is told to delete.
pub fn start_with_graphs(graphs: &[String]) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let items: String = graphs.iter().map(|name| format!("${}\r\n{name}\r\n", name.len())).collect();
    let (list, deleted) = (format!("*{}\r\n{items}", graphs.len()), Arc::new(Mutex::new(Vec::new())));
    let seen = deleted.clone();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let mut buffer = vec![0; 1 << 16];
            while let Some(count) = stream.read(&mut buffer).ok().filter(|count| *count > 0) {
                let request = String::from_utf8_lossy(&buffer[..count]).into_owned();
                let has = |word: &str| request.contains(&format!("\r\n{word}\r\n"));
                let answer = if has("GRAPH.LIST") { list.as_bytes() } else { greeting(&has, false) };
                if has("GRAPH.DELETE") {
                    let name = request.trim_end().rsplit("\r\n").next().unwrap_or_default();
                    seen.lock().expect("no panic").push(name.to_owned());
                }
                if stream.write_all(answer).is_err() {
                    break;
                }
            }
        }
    });
    (address, deleted)
}
