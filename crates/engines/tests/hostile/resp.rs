//! A FalkorDB that answers anything.

use std::io::{Read, Write};
use std::net::TcpStream;

use graphlance_case::ErrorClass;
use graphlance_engines::Driver;
use graphlance_engines::falkordb::FalkorDriver;
use graphlance_engines::falkordb::session::Access;
use graphlance_engines::resp::Frame;
use graphlance_graph::{Properties, Random, Relationship, Table, Value};

use super::answer::{Answer, Kind, Label, Outcome};
use super::server::{Fate, Slot, play, start};
use super::values::{KEYS, LABELS, TYPES, table};
use super::{DEADLINE, Protocol};

/// An answer that ends, beyond all limits.
const LARGE: &str = "millions of empty arrays";

pub struct Resp {
    slot: Slot,
    driver: FalkorDriver,
}

impl Protocol for Resp {
    fn start(number: u64) -> Resp {
        let slot = Slot::default();
        let address = start(slot.clone(), serve);
        let mut access = Access { address, ..Access::default() };
        access.run_id = "abcdefgh".to_owned();
        let driver = FalkorDriver::open(access, None, number as usize).unwrap_or_else(|error| panic!("{error}"));
        Resp { slot, driver }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        let table = table(random);
        let whole = bytes(&answer_of(&table));
        match Kind::random(random) {
            Kind::Valid => Answer::new(Label::Valid(table), "a table", whole),
            Kind::Refusal => refusal(random, &table),
            Kind::Garbage => garbage(random, &table),
            kind @ (Kind::CutOff | Kind::Death | Kind::Silent) => Answer::broken_off(kind, &whole, random),
            Kind::Endless => endless(random),
            Kind::Damaged => Answer::damaged(whole, random),
        }
    }

    fn ask(&mut self, answer: &Answer) -> Outcome {
        self.slot.put(answer);
        let outcome = self.driver.run("RETURN 1 AS c0", DEADLINE).into();
        self.slot.revive();
        outcome
    }
}

/// Reads commands and answers them.
fn serve(mut stream: TcpStream, slot: &Slot) -> Option<Fate> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        let request = String::from_utf8_lossy(&buffer[..count]).into_owned();
        let has = |word: &str| request.contains(&format!("\r\n{word}\r\n"));
        let names = |names: &[&str]| {
            let columns = vec!["name".into()];
            let rows = names.iter().map(|name| vec![Value::string(*name)]).collect();
            bytes(&answer_of(&Table { columns, rows }))
        };
        let answer: Vec<u8> = if has("CALL db.labels()") {
            names(&LABELS)
        } else if has("CALL db.relationshipTypes()") {
            names(&TYPES)
        } else if has("CALL db.propertyKeys()") {
            names(&KEYS)
        } else if has("GRAPH.QUERY") {
            match play(&mut stream, slot) {
                None => continue,
                fate => return fate,
            }
        } else if has("PING") {
            b"+PONG\r\n".into()
        } else if has("MODULE") {
            b"*1\r\n*4\r\n$4\r\nname\r\n$5\r\ngraph\r\n$3\r\nver\r\n:41803\r\n".into()
        } else if has("INFO") {
            b"$36\r\nredis_version:8.6.2\r\nrun_id:abcdefgh\r\n".into()
        } else if has("TIMEOUT_MAX") {
            b"*2\r\n$11\r\nTIMEOUT_MAX\r\n:0\r\n".into()
        } else if has("GRAPH.CONFIG") || has("GRAPH.LIST") {
            b"*0\r\n".into()
        } else if has("EXISTS") {
            b":0\r\n".into()
        } else {
            b"+OK\r\n".into()
        };
        stream.write_all(&answer).ok()?;
    }
}

fn list(items: Vec<Frame>) -> Frame {
    Frame::Array(items)
}

fn int(number: usize) -> Frame {
    Frame::Integer(number as i64)
}

fn text(text: &str) -> Frame {
    Frame::Bulk(text.as_bytes().to_vec())
}

/// The frames of a compact result set.
fn answer_of(table: &Table) -> Frame {
    let header = table.columns.iter().map(|name| list(vec![int(1), text(name)])).collect();
    let rows = table.rows.iter().map(|row| list(row.iter().map(cell).collect())).collect();
    list(vec![list(header), list(rows), list(vec![text("Cached execution: 0")])])
}

fn cell(value: &Value) -> Frame {
    let (kind, content) = content(value);
    list(vec![int(kind), content])
}

/// Type and content, as FalkorDB's client specification has them.
fn content(value: &Value) -> (usize, Frame) {
    match value {
        Value::Null => (1, Frame::Null),
        Value::String(content) => (2, text(content)),
        Value::Integer(number) => (3, Frame::Integer(*number)),
        Value::Boolean(content) => (4, text(if *content { "true" } else { "false" })),
        Value::Float(number) if number.is_nan() => (5, text("-nan")),
        Value::Float(number) => (5, text(&format!("{number:e}"))),
        Value::List(items) => (6, list(items.iter().map(cell).collect())),
        Value::Relationship(one) => (7, relationship(one)),
        Value::Node(node) => {
            let labels = node.labels.iter().map(|label| int(place(&LABELS, label))).collect();
            (8, list(vec![int(node.key.0 as usize), list(labels), properties(&node.properties)]))
        }
        Value::Path(path) => {
            let nodes = path.nodes.iter().map(|node| cell(&Value::Node(node.clone()))).collect();
            let relationships = path.relationships.iter().map(|one| list(vec![int(7), relationship(one)])).collect();
            (9, list(vec![list(vec![int(6), list(nodes)]), list(vec![int(6), list(relationships)])]))
        }
        Value::Map(entries) => (10, list(entries.iter().flat_map(|(key, value)| [text(key), cell(value)]).collect())),
        other => panic!("no table has {other:?}"),
    }
}

fn relationship(one: &Relationship) -> Frame {
    let kind = int(place(&TYPES, &one.kind));
    let ends = [one.start, one.end].map(|key| int(key.0 as usize));
    let [start, end] = ends;
    list(vec![int(one.key.0 as usize), kind, start, end, properties(&one.properties)])
}

fn properties(properties: &Properties) -> Frame {
    let property = |(key, value): (&graphlance_graph::Name, &Value)| {
        let (kind, content) = content(value);
        list(vec![int(place(&KEYS, key)), int(kind), content])
    };
    list(properties.iter().map(property).collect())
}

fn place(names: &[&str], name: &str) -> usize {
    names.iter().position(|known| *known == name).expect("a known name")
}

/// The lines of a frame, each with its end; a string is two of them.
fn lines(frame: &Frame, lines: &mut Vec<Vec<u8>>) {
    let mut line = |text: String| lines.push(format!("{text}\r\n").into_bytes());
    match frame {
        Frame::Simple(text) => line(format!("+{text}")),
        Frame::Error(text) => line(format!("-{text}")),
        Frame::Integer(number) => line(format!(":{number}")),
        Frame::Null => line("$-1".to_owned()),
        Frame::Bulk(bytes) => {
            line(format!("${}", bytes.len()));
            lines.push([bytes, &b"\r\n"[..]].concat());
        }
        Frame::Array(items) => {
            line(format!("*{}", items.len()));
            items.iter().for_each(|item| self::lines(item, lines));
        }
    }
}

fn bytes(frame: &Frame) -> Vec<u8> {
    let mut all = Vec::new();
    lines(frame, &mut all);
    all.concat()
}

fn refusal(random: &mut Random, table: &Table) -> Answer {
    let long = format!("Type mismatch: {}", "x".repeat(random.below(1_000_000)));
    let (message, class) = match random.below(40) {
        0 => (long.as_str(), ErrorClass::Runtime),
        1..14 => ("errMsg: Invalid input 'O'", ErrorClass::Syntax),
        14..27 => ("Query timed out", ErrorClass::Timeout),
        _ => ("Division by zero", ErrorClass::Runtime),
    };
    let error = Frame::Error(message.to_owned());
    let frame = match answer_of(table) {
        Frame::Array(mut parts) if random.chance(0.5) => {
            parts[1] = list(vec![error]);
            list(parts)
        }
        _ => error,
    };
    Answer::new(Label::Refusal(class), "an error", bytes(&frame))
}

/// Changes of a line that holds a number, each of which leaves no message.
type Breakage = (&'static str, fn(&[u8]) -> Vec<u8>);
const BREAKAGES: &[Breakage] = &[
    ("an unknown marker", |line| [b"!", &line[1..]].concat()),
    ("a letter in a number", |line| [&line[..line.len() - 2], b"x\r\n"].concat()),
    ("a line without a carriage return", |line| [&line[..line.len() - 2], b"\n"].concat()),
    ("an array that claims to be huge", |_| b"*9223372036854775807\r\n".into()),
    ("an array of a billion", |_| b"*1000000000\r\n".into()),
    ("a string that claims to be huge", |_| b"$4294967296\r\n".into()),
    ("a negative length", |_| b"*-7\r\n".into()),
    ("an integer of more than 64 bits", |_| b":99999999999999999999\r\n".into()),
    ("HTTP", |_| b"HTTP/1.1 400 Bad Request\r\n\r\n".into()),
    ("arrays in arrays", |_| b"*1\r\n".repeat(1_000)),
];

/// Cells that no value has.
fn broken_cell(random: &mut Random) -> (&'static str, Frame) {
    let node = |id, labels| list(vec![Frame::Integer(id), list(labels), list(Vec::new())]);
    let cells = [
        ("an unknown type", list(vec![int(99), int(1)])),
        ("a string in place of an integer", list(vec![int(3), text("1")])),
        ("an integer in place of a string", list(vec![int(2), int(1)])),
        ("a string that is no UTF-8", list(vec![int(2), Frame::Bulk(vec![b'a', 0xff])])),
        ("a boolean that is none", list(vec![int(4), text("maybe")])),
        ("a float that is none", list(vec![int(5), text("1,5")])),
        ("a cell of three parts", list(vec![int(3), int(1), int(1)])),
        ("a cell that is no array", int(3)),
        ("a map with a key alone", list(vec![int(10), list(vec![text("x")])])),
        ("a negative id", list(vec![int(8), node(-1, Vec::new())])),
        ("an unknown label", list(vec![int(8), node(1, vec![int(99)])])),
        ("a node of one part", list(vec![int(8), list(vec![int(1)])])),
        ("a relationship of one part", list(vec![int(7), list(vec![int(1)])])),
        (
            "an empty path",
            list(vec![int(9), list(vec![list(vec![int(6), list(vec![])]), list(vec![int(6), list(vec![])])])]),
        ),
        ("a point of one coordinate", list(vec![int(11), list(vec![text("1")])])),
    ];
    cells[random.below(cells.len())].clone()
}

fn garbage(random: &mut Random, table: &Table) -> Answer {
    let Frame::Array(mut parts) = answer_of(table) else { unreachable!("an answer is an array") };
    // What is large may also be late.
    let label = |how| if how == LARGE { Label::Endless } else { Label::Garbage };
    let made = |how, bytes| Answer::new(label(how), how, bytes);
    match random.below(8) {
        0..3 => {
            let mut all = Vec::new();
            lines(&list(parts), &mut all);
            // The first lines are the sizes of the answer, of its header and of a column, and the column's type.
            let place = random.below(4);
            let (how, change) = BREAKAGES[random.below(BREAKAGES.len())];
            all[place] = change(&all[place]);
            made(how, all.concat())
        }
        3..6 => {
            let (how, broken) = broken_cell(random);
            if let Frame::Array(rows) = &mut parts[1] {
                let row = random.below(rows.len());
                if let Frame::Array(cells) = &mut rows[row] {
                    let place = random.below(cells.len());
                    cells[place] = broken;
                }
            }
            made(how, bytes(&list(parts)))
        }
        6 => {
            if let Frame::Array(rows) = &mut parts[1] {
                let row = random.below(rows.len());
                if let Frame::Array(cells) = &mut rows[row] {
                    if random.chance(0.5) { cells.push(cell(&Value::Null)) } else { drop(cells.pop()) }
                }
            }
            made("a row that is too long or too short", bytes(&list(parts)))
        }
        _ => {
            let whole = list(parts.clone());
            let more = [bytes(&whole), b"+OK\r\n".into()].concat();
            let (how, bytes) = match random.below(400) {
                0 => (LARGE, [&b"*3000000\r\n"[..], &b"*0\r\n".repeat(3_000_000)].concat()),
                1..80 => ("an integer", b":1\r\n".into()),
                80..160 => ("null", b"$-1\r\n".into()),
                160..240 => ("two parts", bytes(&list(parts[..2].to_vec()))),
                240..320 => ("a column of an unknown type", {
                    parts[0] = list(vec![list(vec![int(7), text("x")])]);
                    bytes(&list(parts))
                }),
                _ => ("two answers", more),
            };
            made(how, bytes)
        }
    }
}

fn endless(random: &mut Random) -> Answer {
    let row = bytes(&list(vec![cell(&Value::Integer(1))]));
    let node = bytes(&list(vec![list(vec![int(8), list(vec![int(1), list(vec![int(0)]), list(vec![])])])]));
    let header = b"*3\r\n*1\r\n*2\r\n:1\r\n$2\r\nc0\r\n*4000000\r\n";
    match random.below(5) {
        0 => Answer::endless("rows", header.into(), &row),
        1 => Answer::endless("nodes", header.into(), &node),
        2 => Answer::endless("an error", b"-".into(), b"x"),
        3 => Answer::endless("strings", b"*4000000\r\n".into(), &[&b"$1000\r\n"[..], &[b'x'; 1000], b"\r\n"].concat()),
        _ => Answer::endless("nothing much", b"*4000000\r\n".into(), b"*0\r\n"),
    }
}
