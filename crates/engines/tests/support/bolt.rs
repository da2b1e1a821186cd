//! What a scripted server of Bolt needs: messages, and how they are read.

use std::io::Read;
use std::net::TcpStream;

use graphlance_engines::bolt::packstream::Pack;

/// A message in one chunk.
pub fn message(tag: u8, fields: Vec<Pack>) -> Vec<u8> {
    let mut body = Vec::new();
    Pack::Structure { tag, fields }.encode(&mut body);
    [&(body.len() as u16).to_be_bytes()[..], &body, &[0, 0]].concat()
}

/// SUCCESS with its metadata.
pub fn success(metadata: Pack) -> Vec<u8> {
    message(0x70, vec![metadata])
}

/// The answer to RUN and PULL: one column of integers.
pub fn rows(names: &[&str], rows: &[i64]) -> Vec<u8> {
    let names = names.iter().map(|name| Pack::string(*name)).collect();
    let record = |value: &i64| message(0x71, vec![Pack::List(vec![Pack::Integer(*value)])]);
    let records = rows.iter().flat_map(record).collect();
    [success(Pack::map([("fields", Pack::List(names))])), records, success(Pack::Map(Vec::new()))].concat()
}

/// The failure of a statement, and what follows it.
pub fn failure(text: &str) -> Vec<u8> {
    failure_of("Neo.ClientError.Statement.ArithmeticError", text)
}

/// The same with a code.
pub fn failure_of(code: &str, text: &str) -> Vec<u8> {
    let metadata = Pack::map([("code", Pack::string(code)), ("message", Pack::string(text))]);
    [message(0x7F, vec![metadata]), message(0x7E, Vec::new())].concat()
}

/// The next message: tag, fields.
pub fn receive(stream: &mut TcpStream) -> Option<(u8, Vec<Pack>)> {
    let mut body = Vec::new();
    loop {
        let mut size = [0; 2];
        stream.read_exact(&mut size).ok()?;
        let size = usize::from(u16::from_be_bytes(size));
        if size == 0 {
            break;
        }
        let mut chunk = vec![0; size];
        stream.read_exact(&mut chunk).ok()?;
        body.extend(chunk);
    }
    match Pack::decode(&body).ok()? {
        Pack::Structure { tag, fields } => Some((tag, fields)),
        _ => None,
    }
}
