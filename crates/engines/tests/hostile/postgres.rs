//! A PostgreSQL with Apache AGE that answers anything.

use std::io::{Read, Write};
use std::net::TcpStream;

use graphlance_case::ErrorClass;
use graphlance_engines::Driver;
use graphlance_engines::age::{Access, AgeDriver};
use graphlance_graph::{Node, Properties, Random, Relationship, Table, Value};

use super::answer::{Answer, Kind, Label, Outcome};
use super::server::{Fate, Slot, play, start};
use super::values::table;
use super::{DEADLINE, Protocol};

/// An answer that ends, beyond all limits.
const LARGE: &str = "a million maps";

pub struct Postgres {
    slot: Slot,
    driver: AgeDriver,
}

impl Protocol for Postgres {
    fn start(number: u64) -> Postgres {
        let slot = Slot::default();
        let address = start(slot.clone(), serve);
        let access = Access { address, user: "u".to_owned(), database: "d".to_owned(), ..Access::default() };
        let driver = AgeDriver::open(access, None, format!("hostile_{number}"));
        Postgres { slot, driver: driver.unwrap_or_else(|error| panic!("{error}")) }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        let table = table(random);
        let whole = answer_of(&table);
        // The columns must be declared beforehand, by the statement.
        let items: Vec<String> = table.columns.iter().map(|name| format!("1 AS {name}")).collect();
        let statement = format!("RETURN {}", items.join(", "));
        let answer = match Kind::random(random) {
            Kind::Valid => Answer::new(Label::Valid(table), "a table", whole),
            Kind::Refusal => refusal(random),
            Kind::Garbage => garbage(random, &table, whole),
            kind @ (Kind::CutOff | Kind::Death | Kind::Silent) => Answer::broken_off(kind, &whole, random),
            Kind::Endless => endless(random, table.columns.len()),
            Kind::Damaged => Answer::damaged(whole, random),
        };
        Answer { statement, ..answer }
    }

    fn ask(&mut self, answer: &Answer) -> Outcome {
        self.slot.put(answer);
        let outcome = self.driver.run(&answer.statement, DEADLINE).into();
        self.slot.revive();
        outcome
    }
}

/// Reads queries and answers them.
fn serve(mut stream: TcpStream, slot: &Slot) -> Option<Fate> {
    let length = number(&mut stream)?;
    read(&mut stream, length.checked_sub(4)?)?;
    stream.write_all(&[message(b'R', &[0, 0, 0, 0]), ready()].concat()).ok()?;
    loop {
        let kind = read(&mut stream, 1)?;
        let length = number(&mut stream)?;
        let query = String::from_utf8(read(&mut stream, length.checked_sub(4)?)?).ok()?;
        if kind != b"Q" {
            return None;
        }
        let one = |text: &str| [description(1), row(&[Some(text.into())]), complete(), ready()].concat();
        let answer = if query.contains("cypher(") {
            match play(&mut stream, slot) {
                None => continue,
                fate => return fate,
            }
        } else if query.contains("extversion") {
            one("1.5.0")
        } else if query.contains("server_version") {
            one("16.1")
        } else if query.contains("count(*)") {
            one("0")
        } else {
            [complete(), ready()].concat()
        };
        stream.write_all(&answer).ok()?;
    }
}

fn read(stream: &mut TcpStream, count: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; count];
    stream.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

fn number(stream: &mut TcpStream) -> Option<usize> {
    let mut bytes = [0; 4];
    stream.read_exact(&mut bytes).ok()?;
    Some(u32::from_be_bytes(bytes) as usize)
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    [&[kind][..], &(body.len() as u32 + 4).to_be_bytes(), body].concat()
}

fn ready() -> Vec<u8> {
    message(b'Z', b"I")
}

fn complete() -> Vec<u8> {
    message(b'C', b"SELECT 1\0")
}

fn description(columns: usize) -> Vec<u8> {
    let mut body = (columns as u16).to_be_bytes().to_vec();
    for column in 0..columns {
        body.extend(format!("c{column}\0").bytes());
        body.extend([0; 18]);
    }
    message(b'T', &body)
}

fn row(cells: &[Option<Vec<u8>>]) -> Vec<u8> {
    let mut body = (cells.len() as u16).to_be_bytes().to_vec();
    for cell in cells {
        match cell {
            None => body.extend((-1_i32).to_be_bytes()),
            Some(bytes) => {
                body.extend((bytes.len() as u32).to_be_bytes());
                body.extend(bytes);
            }
        }
    }
    message(b'D', &body)
}

fn cells(row: &[Value]) -> Vec<Option<Vec<u8>>> {
    row.iter().map(|value| if value.is_null() { None } else { Some(agtype(value).into_bytes()) }).collect()
}

fn answer_of(table: &Table) -> Vec<u8> {
    let rows: Vec<u8> = table.rows.iter().flat_map(|values| row(&cells(values))).collect();
    [description(table.columns.len()), rows, complete(), ready()].concat()
}

/// The text form of a value, as AGE's documentation has it.
fn agtype(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) if number.is_nan() => "NaN".to_owned(),
        Value::Float(number) if number.is_infinite() => format!("{}Infinity", if *number < 0.0 { "-" } else { "" }),
        Value::Float(number) => format!("{number:?}"),
        Value::String(text) => quoted(text),
        Value::List(items) => format!("[{}]", items.iter().map(agtype).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => map(entries),
        Value::Node(it) => vertex(it),
        Value::Relationship(one) => edge(one),
        Value::Path(path) => {
            let mut parts = vec![vertex(&path.nodes[0])];
            for (one, next) in path.relationships.iter().zip(&path.nodes[1..]) {
                parts.extend([edge(one), vertex(next)]);
            }
            format!("[{}]::path", parts.join(", "))
        }
        other => panic!("no table has {other:?}"),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn map(entries: &Properties) -> String {
    let entries: Vec<_> = entries.iter().map(|(key, value)| format!("{}: {}", quoted(key), agtype(value))).collect();
    format!("{{{}}}", entries.join(", "))
}

fn vertex(node: &Node) -> String {
    let label = node.labels.iter().next().map(|label| label.as_str()).unwrap_or_default();
    let properties = map(&node.properties);
    format!("{{\"id\": {}, \"label\": {}, \"properties\": {properties}}}::vertex", node.key.0, quoted(label))
}

fn edge(one: &Relationship) -> String {
    let (id, start, end) = (one.key.0, one.start.0, one.end.0);
    let (label, properties) = (quoted(&one.kind), map(&one.properties));
    format!(
        "{{\"id\": {id}, \"label\": {label}, \"end_id\": {end}, \"start_id\": {start}, \"properties\": {properties}}}::edge"
    )
}

fn refusal(random: &mut Random) -> Answer {
    let long = "x".repeat(random.below(1_000_000));
    let (state, text, class) = match random.below(40) {
        0 => ("22012", long.as_str(), ErrorClass::Runtime),
        1..14 => ("42601", "syntax error", ErrorClass::Syntax),
        14..27 => ("57014", "canceling statement", ErrorClass::Timeout),
        _ => ("XX000", "a bug", ErrorClass::Internal),
    };
    let error = message(b'E', format!("SERROR\0C{state}\0M{text}\0\0").as_bytes());
    let before = if random.chance(0.5) { [description(1), row(&[None])].concat() } else { Vec::new() };
    Answer::new(Label::Refusal(class), "an error", [before, error, ready()].concat())
}

/// Texts that are no agtype.
const BROKEN: &[&str] = &[
    "",
    "[1, 2",
    "{1: 2}",
    "{\"a\" 1}",
    "\"abc",
    "\"\\x\"",
    "1 2",
    "1.5::numeric",
    "[]::vertex",
    "{\"id\": 1}::vertex",
    "{\"id\": \"1\", \"label\": \"A\", \"properties\": {}}::vertex",
    "{\"id\": 1, \"label\": \"A\", \"properties\": []}::vertex",
    "{\"id\": 1, \"label\": \"T\", \"properties\": {}}::edge",
    "[]::path",
    "[1]::path",
    "99999999999999999999",
    "nonsense",
    "1e",
    "{\"a\": 1,}",
];

fn garbage(random: &mut Random, table: &Table, whole: Vec<u8>) -> Answer {
    // What is large may also be late.
    let label = |how| if how == LARGE { Label::Endless } else { Label::Garbage };
    let made = |how, bytes| Answer::new(label(how), how, bytes);
    let width = table.columns.len();
    let around = |rows: Vec<u8>| [description(width), rows, complete(), ready()].concat();
    let mut whole_row = cells(&table.rows[0]);
    if random.chance(0.5) {
        let deep = "[".repeat(1_000);
        let many = format!("[{}1]", "{\"\":1},".repeat(1_000_000));
        let (how, text): (_, Vec<u8>) = match random.below(200) {
            0 => (LARGE, many.into()),
            1..10 => ("lists in lists", deep.into()),
            10..20 => ("a text that is no UTF-8", vec![b'"', 0xFF, b'"']),
            _ => ("a text that is no agtype", BROKEN[random.below(BROKEN.len())].into()),
        };
        whole_row[random.below(width)] = Some(text);
        return made(how, around(row(&whole_row)));
    }
    let raw = |kind: u8, length: u32, body: &[u8]| [&[kind][..], &length.to_be_bytes(), body].concat();
    let claims = |cells: u16| [&cells.to_be_bytes()[..], &[0, 0, 0, 9]].concat();
    let (how, bytes) = match random.below(12) {
        0 => ("an unknown message", around(message(b'q', b"what"))),
        1 => ("a length below that of itself", raw(b'D', 3, &[0; 8])),
        2 => ("a message that claims to be huge", raw(b'D', 0x7FFF_FFFF, &[0; 8])),
        3 => ("a message that claims to be more than huge", raw(b'D', 0xFFFF_FFFF, &[0; 8])),
        4 => ("a row that is too long", {
            whole_row.push(None);
            around(row(&whole_row))
        }),
        5 => ("a row that is too short", around(row(&whole_row[1..]))),
        6 => ("a row without a description", [row(&whole_row), complete(), ready()].concat()),
        7 => ("a row that claims cells that are not there", around(message(b'D', &claims(width as u16)))),
        8 => ("a greeting in the middle", around(message(b'R', &[0, 0, 0, 0]))),
        9 => ("a copy that nobody asked for", around(message(b'G', &[0, 0, 0]))),
        10 => ("an end without a state", [description(width), message(b'Z', b"")].concat()),
        _ => ("two answers", [whole, ready()].concat()),
    };
    made(how, bytes)
}

fn endless(random: &mut Random, width: usize) -> Answer {
    let nulls = row(&vec![None; width]);
    let node = row(&vec![Some(b"{\"id\": 1, \"label\": \"A\", \"properties\": {\"a\": 1}}::vertex".to_vec()); width]);
    match random.below(4) {
        0 => Answer::endless("rows of nulls", description(width), &nulls),
        1 => Answer::endless("nodes", description(width), &node),
        2 => Answer::endless("a text", [&b"D\x00\xFF\xFF\xFF"[..], &[0, 1, 0, 0xFF, 0xFF, 0]].concat(), b"x"),
        _ => Answer::endless("notices", Vec::new(), &message(b'N', b"SNOTICE\0Mhello\0\0")),
    }
}
