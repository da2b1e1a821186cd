//! A server that gives the answer that it is told to give.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use super::answer::{Answer, Then};

/// The answer to the next question, shared with the server's thread.
#[derive(Clone, Default)]
pub struct Slot(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    answer: Option<Answer>,
    life: Life,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Life {
    #[default]
    Listens,
    Dead,
    /// It is to listen again.
    Wanted,
}

impl Slot {
    /// Sets the answer.
    pub fn put(&self, answer: &Answer) {
        self.lock().answer = Some(answer.clone());
    }

    /// Changes what is sent of the answer.
    pub fn rewrite(&self, change: impl Fn(&mut [u8])) {
        if let Some(answer) = &mut self.lock().answer {
            change(&mut answer.bytes);
            if let Then::Repeat(piece) = &mut answer.then {
                change(piece);
            }
        }
    }

    /// Lets a server that died listen again; returns when it does.
    pub fn revive(&self) {
        let mut state = self.lock();
        if state.life == Life::Dead {
            state.life = Life::Wanted;
            self.0.1.notify_all();
            while state.life != Life::Listens {
                state = self.0.1.wait(state).expect("no panic");
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.0.lock().expect("no panic")
    }

    fn die(&self) {
        self.lock().life = Life::Dead;
    }

    fn await_revival(&self) {
        let mut state = self.lock();
        while state.life == Life::Dead {
            state = self.0.1.wait(state).expect("no panic");
        }
    }

    fn listens(&self) {
        self.lock().life = Life::Listens;
        self.0.1.notify_all();
    }

    fn answer(&self) -> Option<Answer> {
        self.lock().answer.clone()
    }
}

/// What is to become of a server after a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes on.
    Lives,
    /// It accepts no connection until it is revived.
    Dies,
}

/// Serves connections one after the other with `serve`, which returns when one has ended; the address.
pub fn start(slot: Slot, serve: impl Fn(TcpStream, &Slot) -> Option<Fate> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let place = address.clone();
    std::thread::spawn(move || {
        let mut listener = listener;
        loop {
            let Ok((stream, _)) = listener.accept() else { return };
            // The greeting of a small answer must not wait for more.
            let _ = stream.set_nodelay(true);
            if serve(stream, &slot) == Some(Fate::Dies) {
                drop(listener);
                slot.await_revival();
                listener = bind_again(&place);
                slot.listens();
            }
        }
    });
    address
}

/// Another program may use the port for a moment.
fn bind_again(place: &str) -> TcpListener {
    loop {
        match TcpListener::bind(place) {
            Ok(listener) => return listener,
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Gives the answer that it was told to give. None: the connection is to be served on.
pub fn play(stream: &mut TcpStream, slot: &Slot) -> Option<Fate> {
    let Some(answer) = slot.answer() else { return Some(Fate::Lives) };
    if stream.write_all(&answer.bytes).is_err() {
        return Some(Fate::Lives);
    }
    match answer.then {
        Then::Serve => return None,
        Then::Mute => {
            let mut piece = [0; 1024];
            while matches!(stream.read(&mut piece), Ok(1..)) {}
        }
        Then::Close => drop(stream.shutdown(Shutdown::Both)),
        Then::Die => {
            // Before anybody can see that the connection ends.
            slot.die();
            return Some(Fate::Dies);
        }
        Then::Repeat(piece) => while stream.write_all(&piece).is_ok() {},
    }
    Some(Fate::Lives)
}
