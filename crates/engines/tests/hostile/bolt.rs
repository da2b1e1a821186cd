//! A Bolt server that answers anything.

use std::io::{Read, Write};
use std::net::TcpStream;

use graphlance_case::ErrorClass;
use graphlance_engines::Driver;
use graphlance_engines::bolt::packstream::Pack;
use graphlance_engines::bolt::{Access, BoltDriver, Home, Who};
use graphlance_graph::{Node, Path, Properties, Random, Relationship, Table, Value};

use super::answer::{Answer, Kind, Label, Outcome};
use super::server::{Fate, Slot, play, start};
use super::values::table;
use super::{DEADLINE, Protocol};

const SUCCESS: u8 = 0x70;
const RECORD: u8 = 0x71;
const IGNORED: u8 = 0x7E;
const FAILURE: u8 = 0x7F;

/// The statement under test; the driver's own ones are others.
const STATEMENT: &str = "RETURN 1 AS c0";

/// An answer that ends, beyond all limits.
const LARGE: &str = "millions of nulls";

pub struct Bolt {
    slot: Slot,
    driver: BoltDriver,
}

impl Protocol for Bolt {
    fn start(_number: u64) -> Bolt {
        let slot = Slot::default();
        let access = Access { address: start(slot.clone(), serve), ..Access::default() };
        let driver = BoltDriver::open(access, Home::Foreign, Who::default()).unwrap_or_else(|error| panic!("{error}"));
        Bolt { slot, driver }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        let table = table(random);
        let whole = answer_of(&table, random);
        match Kind::random(random) {
            Kind::Valid => Answer::new(Label::Valid(table), "a table", whole),
            Kind::Refusal => refusal(random),
            Kind::Garbage => garbage(random, &table, whole),
            kind @ (Kind::CutOff | Kind::Death | Kind::Silent) => Answer::broken_off(kind, &whole, random),
            Kind::Endless => endless(random),
            Kind::Damaged => Answer::damaged(whole, random),
        }
    }

    fn ask(&mut self, answer: &Answer) -> Outcome {
        self.slot.put(answer);
        let outcome = self.driver.run(STATEMENT, DEADLINE).into();
        self.slot.revive();
        outcome
    }
}

/// Reads messages and answers them.
fn serve(mut stream: TcpStream, slot: &Slot) -> Option<Fate> {
    let mut hello = [0; 20];
    stream.read_exact(&mut hello).ok()?;
    stream.write_all(&[0, 0, 8, 5]).ok()?;
    loop {
        let (tag, fields) = receive(&mut stream)?;
        let answer = match tag {
            0x01 | 0x6A | 0x0F => message(SUCCESS, &[Pack::map([("server", Pack::string("Neo4j/5.0.0"))])]),
            0x10 => {
                receive(&mut stream)?;
                match fields.first().and_then(Pack::text).unwrap_or_default() {
                    STATEMENT => match play(&mut stream, slot) {
                        None => continue,
                        fate => return fate,
                    },
                    text if text.contains("count(n)") => {
                        [header(&["nodes"]), record(vec![Pack::Integer(0)]), end()].concat()
                    }
                    text if text.contains("DELETE") => [header(&[]), end()].concat(),
                    _ => failure("Neo.ClientError.Statement.SyntaxError", "no such thing"),
                }
            }
            _ => return None,
        };
        stream.write_all(&answer).ok()?;
    }
}

fn receive(stream: &mut TcpStream) -> Option<(u8, Vec<Pack>)> {
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

/// A message in chunks of at most so many bytes.
fn chunked(body: &[u8], size: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for chunk in body.chunks(size.clamp(1, 0xFFFF)) {
        bytes.extend((chunk.len() as u16).to_be_bytes());
        bytes.extend(chunk);
    }
    bytes.extend([0, 0]);
    bytes
}

fn body(tag: u8, fields: &[Pack]) -> Vec<u8> {
    let mut body = Vec::new();
    Pack::Structure { tag, fields: fields.to_vec() }.encode(&mut body);
    body
}

fn message(tag: u8, fields: &[Pack]) -> Vec<u8> {
    chunked(&body(tag, fields), 0xFFFF)
}

fn header(columns: &[&str]) -> Vec<u8> {
    let columns = columns.iter().map(|name| Pack::string(*name)).collect();
    message(SUCCESS, &[Pack::map([("fields", Pack::List(columns))])])
}

fn record(cells: Vec<Pack>) -> Vec<u8> {
    message(RECORD, &[Pack::List(cells)])
}

fn end() -> Vec<u8> {
    message(SUCCESS, &[Pack::Map(Vec::new())])
}

/// After its answer to RUN a server ignores PULL.
fn failure(code: &str, text: &str) -> Vec<u8> {
    let metadata = Pack::map([("code", Pack::string(code)), ("message", Pack::string(text))]);
    [message(FAILURE, &[metadata]), message(IGNORED, &[])].concat()
}

fn columns(table: &Table) -> Vec<u8> {
    header(&table.columns.iter().map(|name| name.as_str()).collect::<Vec<_>>())
}

/// A table, in chunks of any size, with empty messages between, which keep a connection alive.
fn answer_of(table: &Table, random: &mut Random) -> Vec<u8> {
    let mut bytes = columns(table);
    for row in &table.rows {
        let body = body(RECORD, &[Pack::List(row.iter().map(pack).collect())]);
        let size = if random.chance(0.8) { 0xFFFF } else { random.between(1, 20) };
        bytes.extend(chunked(&body, size));
        if random.chance(0.1) {
            bytes.extend([0, 0]);
        }
    }
    [bytes, end()].concat()
}

fn structure(tag: u8, fields: Vec<Pack>) -> Pack {
    Pack::Structure { tag, fields }
}

fn pack(value: &Value) -> Pack {
    match value {
        Value::Null => Pack::Null,
        Value::Boolean(value) => Pack::Boolean(*value),
        Value::Integer(number) => Pack::Integer(*number),
        Value::Float(number) => Pack::Float(*number),
        Value::String(text) => Pack::string(text.as_str()),
        Value::List(items) => Pack::List(items.iter().map(pack).collect()),
        Value::Map(entries) => map(entries),
        Value::Node(it) => node(it),
        Value::Relationship(one) => {
            let ids = [one.key.0, one.start.0, one.end.0].map(|id| Pack::Integer(i64::from(id)));
            let names = ids.clone().map(|id| Pack::string(id.kind()));
            structure(b'R', [&ids[..], &[Pack::string(one.kind.as_str()), map(&one.properties)], &names].concat())
        }
        Value::Path(it) => path(it),
        other => panic!("no table has {other:?}"),
    }
}

fn map(entries: &Properties) -> Pack {
    Pack::Map(entries.iter().map(|(key, value)| (key.as_str().into(), pack(value))).collect())
}

fn node(node: &Node) -> Pack {
    let labels = node.labels.iter().map(|label| Pack::string(label.as_str())).collect();
    let (id, name) = (Pack::Integer(i64::from(node.key.0)), Pack::string(node.key.0.to_string()));
    structure(b'N', vec![id, Pack::List(labels), map(&node.properties), name])
}

fn path(path: &Path) -> Pack {
    let unbound = |one: &std::sync::Arc<Relationship>| {
        let (id, name) = (Pack::Integer(i64::from(one.key.0)), Pack::string(one.key.0.to_string()));
        structure(b'r', vec![id, Pack::string(one.kind.as_str()), map(&one.properties), name])
    };
    let mut turns = Vec::new();
    for (step, one) in path.relationships.iter().enumerate() {
        let forward = one.start == path.nodes[step].key;
        let number = step as i64 + 1;
        turns.extend([if forward { number } else { -number }, number].map(Pack::Integer));
    }
    let nodes = path.nodes.iter().map(|it| node(it)).collect();
    structure(
        b'P',
        vec![Pack::List(nodes), Pack::List(path.relationships.iter().map(unbound).collect()), Pack::List(turns)],
    )
}

fn refusal(random: &mut Random) -> Answer {
    let long = "x".repeat(random.below(1_000_000));
    let (code, text, class) = match random.below(40) {
        0 => ("Neo.ClientError.Statement.ArithmeticError", long.as_str(), ErrorClass::Runtime),
        1..14 => ("Neo.ClientError.Statement.SyntaxError", "Invalid input", ErrorClass::Syntax),
        14..27 => ("Neo.DatabaseError.Statement.ExecutionFailed", "a bug", ErrorClass::Internal),
        _ => ("Neo.ClientError.Statement.ArithmeticError", "/ by zero", ErrorClass::Runtime),
    };
    let metadata = Pack::map([("code", Pack::string(code)), ("message", Pack::string(text))]);
    let bytes = match random.chance(0.5) {
        true => [chunked(&body(FAILURE, &[metadata]), 0xFFFF), message(IGNORED, &[])].concat(),
        false => [header(&["x"]), record(vec![Pack::Null]), message(FAILURE, &[metadata])].concat(),
    };
    Answer::new(Label::Refusal(class), "an error", bytes)
}

/// Bytes in place of a value that are none, or a value that no statement makes.
const BROKEN: &[(&str, &[u8])] = &[
    ("an unknown marker", &[0xC7]),
    ("a list that claims to be huge", &[0xD6, 0xFF, 0xFF, 0xFF, 0xFF]),
    ("a map that claims to be huge", &[0xDA, 0xFF, 0xFF, 0xFF, 0xFF]),
    ("a string that claims to be huge", &[0xD2, 0x7F, 0xFF, 0xFF, 0xFF]),
    ("bytes that claim to be many", &[0xCE, 0x7F, 0xFF, 0xFF, 0xFF]),
    ("a string that is no UTF-8", &[0x82, b'a', 0xFF]),
    ("bytes", &[0xCC, 2, 1, 2]),
    ("a key that is no string", &[0xA1, 0x01, 0x01]),
    ("an unknown structure", &[0xB0, b'Z']),
    ("a node of one field", &[0xB1, b'N', 0x01]),
    ("a node without a list of labels", &[0xB3, b'N', 0x01, 0x01, 0xA0]),
    ("a node whose properties are no map", &[0xB3, b'N', 0x01, 0x90, 0x01]),
    ("a path of nothing", &[0xB3, b'P', 0x90, 0x90, 0x90]),
    ("a path along what is not there", &[0xB3, b'P', 0x91, 0xB3, b'N', 0x01, 0x90, 0xA0, 0x90, 0x92, 0x01, 0x00]),
    ("an id that is null", &[0xB3, b'N', 0xC0, 0x90, 0xA0]),
    ("a date without a day", &[0xB0, b'D']),
    ("lists in lists", &[0x91; 1_000]),
];

fn garbage(random: &mut Random, table: &Table, whole: Vec<u8>) -> Answer {
    // What is large may also be late.
    let label = |how| if how == LARGE { Label::Endless } else { Label::Garbage };
    let made = |how, bytes| Answer::new(label(how), how, bytes);
    let begin = columns(table);
    let row = || table.rows[0].iter().map(pack).collect::<Vec<_>>();
    if random.chance(0.6) {
        let (how, broken) = BROKEN[random.below(BROKEN.len())];
        let mut body = vec![0xB1, RECORD, 0x90 | table.columns.len() as u8];
        let place = random.below(table.columns.len());
        for (number, cell) in row().iter().enumerate() {
            if number == place { body.extend(broken) } else { cell.encode(&mut body) }
        }
        return made(how, [begin, chunked(&body, 0xFFFF), end()].concat());
    }
    let mut longer = row();
    longer.push(Pack::Null);
    let trailing = [body(RECORD, &[Pack::List(row())]), vec![0x01]].concat();
    let (how, bytes) = match random.below(301) {
        0 => (LARGE, {
            let many = 3_000_000_u32;
            let body = [&[0xB1, RECORD, 0xD6][..], &many.to_be_bytes(), &vec![0xC0; many as usize]].concat();
            [begin, chunked(&body, 0xFFFF), end()].concat()
        }),
        1..30 => ("an unknown message", message(0x55, &[])),
        30..60 => ("a row that is too long", [begin, record(longer), end()].concat()),
        60..90 => ("a row that is too short", [begin, record(row()[1..].to_vec()), end()].concat()),
        90..120 => ("a record that is no list", [begin, message(RECORD, &[Pack::Integer(1)]), end()].concat()),
        120..150 => ("a value behind a message", [begin, chunked(&trailing, 0xFFFF), end()].concat()),
        150..180 => ("a message that is no structure", chunked(&[0x01], 1)),
        180..210 => {
            ("names of columns that are none", { message(SUCCESS, &[Pack::map([("fields", Pack::Integer(5))])]) })
        }
        210..240 => ("columns without names", {
            let names = Pack::List(vec![Pack::Integer(1); table.columns.len()]);
            [message(SUCCESS, &[Pack::map([("fields", names)])]), record(row()), end()].concat()
        }),
        240..270 => ("success where nothing was to be done", {
            let metadata = Pack::map([("code", Pack::string("x")), ("message", Pack::string("y"))]);
            [message(FAILURE, &[metadata]), end()].concat()
        }),
        _ => ("two answers", [whole, end()].concat()),
    };
    made(how, bytes)
}

fn endless(random: &mut Random) -> Answer {
    let row = record(vec![Pack::Integer(1)]);
    let node =
        record(vec![structure(b'N', vec![Pack::Integer(1), Pack::List(vec![]), Pack::map([("x", Pack::Integer(1))])])]);
    match random.below(5) {
        0 => Answer::endless("rows", header(&["c0"]), &row),
        1 => Answer::endless("nodes", header(&["c0"]), &node),
        2 => Answer::endless("chunks of one message", Vec::new(), &[&[0x01, 0x00][..], &[0x90; 256]].concat()),
        3 => Answer::endless("empty messages", header(&["c0"]), &[0, 0]),
        // Each turn of a path gives its relationship again, with all that it has.
        _ => {
            let node = || structure(b'N', vec![Pack::Integer(1), Pack::List(vec![]), Pack::Map(vec![])]);
            let large = Pack::Map((0..1_000).map(|key| (key.to_string().into(), Pack::Integer(1))).collect());
            let unbound = structure(b'r', vec![Pack::Integer(1), Pack::string("T"), large]);
            let turns = Pack::List((0..10_000).flat_map(|_| [1, 0]).map(Pack::Integer).collect());
            let path = structure(b'P', vec![Pack::List(vec![node()]), Pack::List(vec![unbound]), turns]);
            let bytes = [header(&["c0"]), record(vec![path]), end()].concat();
            Answer::new(Label::Garbage, "a path that is a thousand times its text", bytes)
        }
    }
}
