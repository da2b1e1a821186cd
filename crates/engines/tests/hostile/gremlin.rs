//! A Gremlin Server that answers anything.

use std::net::TcpStream;

use graphlance_case::language::RESULT;
use graphlance_case::{ErrorClass, Response};
use graphlance_engines::Driver;
use graphlance_engines::gremlin::{Access, GremlinDriver, Ways};
use graphlance_graph::{Random, Table, Value as Cell};
use graphlance_gremlin::value::{Edge, End, Path, Property, Tree, Value, Vertex, VertexProperty};
use graphlance_gremlin::{Scalar, Version, arbitrary, cell, graphson};
use tungstenite::Message;

use super::answer::{Answer, Kind, Label, Outcome, Then};
use super::server::{Fate, Slot, play, start};
use super::{DEADLINE, Protocol};

/// The statement under test; the driver's own ones are others.
const STATEMENT: &str = "g.V().asked()";

/// What stands in an answer for the identity of the request.
const ID: &str = "11111111-2222-4333-8444-555555555555";

pub struct Gremlin {
    slot: Slot,
    driver: GremlinDriver,
    asked: u64,
}

impl Protocol for Gremlin {
    fn start(_number: u64) -> Gremlin {
        let slot = Slot::default();
        let access = Access { address: start(slot.clone(), serve), ..Access::default() };
        let ways = Ways::shared().unwrap_or_else(|error| panic!("{error}"));
        let driver = GremlinDriver::open(access, None, ways).unwrap_or_else(|error| panic!("{error}"));
        Gremlin { slot, driver, asked: 0 }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        let values: Vec<Value> = (0..random.between(1, 6)).map(|_| value(random, 3)).collect();
        let rows = values.iter().map(|value| vec![cell::cell(value)]).collect();
        let table = Table { columns: vec![RESULT.into()], rows };
        let whole = answer_of(&values, random);
        match Kind::random(random) {
            Kind::Valid => Answer::new(Label::Valid(table), "a table", whole),
            Kind::Refusal => refusal(random),
            Kind::Garbage => garbage(random),
            kind @ (Kind::CutOff | Kind::Death | Kind::Silent) => Answer::broken_off(kind, &whole, random),
            Kind::Endless => endless(random),
            Kind::Damaged => Answer::damaged(whole, random),
        }
    }

    fn ask(&mut self, answer: &Answer) -> Outcome {
        self.slot.put(answer);
        self.asked += 1;
        // Results as they came are the same, and nothing else goes another way with them.
        let outcome = match self.asked % 2 {
            0 => in_cells(self.driver.run_verbatim(STATEMENT, DEADLINE)).into(),
            _ => self.driver.run(STATEMENT, DEADLINE).into(),
        };
        self.slot.revive();
        outcome
    }
}

/// Results that came as GraphSON as the cells of a table.
fn in_cells(response: Response) -> Response {
    let Response::Table(table) = response else { return response };
    let read = |text: &Cell| match text {
        Cell::String(text) => graphson::decode_text(text).unwrap_or_else(|error| panic!("{text}: {error}")),
        other => panic!("{other:?} is no text"),
    };
    let rows = table.rows.iter().map(|row| row.iter().map(|text| cell::cell(&read(text))).collect()).collect();
    Response::Table(Table { columns: table.columns, rows })
}

/// Reads requests and answers them.
fn serve(stream: TcpStream, slot: &Slot) -> Option<Fate> {
    let mut raw = stream.try_clone().ok()?;
    let mut socket = tungstenite::accept(stream).ok()?;
    loop {
        let request = match socket.read().ok()? {
            Message::Binary(bytes) => bytes,
            Message::Close(_) => return None,
            _ => continue,
        };
        let text = String::from_utf8_lossy(request.get(1 + usize::from(*request.first()?)..)?).into_owned();
        let json: serde_json::Value = serde_json::from_str(&text).ok()?;
        let id = json["requestId"]["@value"].as_str()?.to_owned();
        let asked = json["args"]["gremlin"].as_str()?;
        if asked == STATEMENT {
            slot.rewrite(|bytes| replaced(bytes, ID.as_bytes(), id.as_bytes()));
            match play(&mut raw, slot) {
                None => continue,
                fate => return fate,
            }
        }
        let data = match asked {
            "g.V().limit(1)" | "g.E().limit(1)" | "g.V()" | "g.E()" | "g.V().drop()" => Vec::new(),
            _ => vec![Value::Scalar(Scalar::string("3.8.1"))],
        };
        let message = message(200, &data).replace(ID, &id);
        socket.send(Message::Binary(message.into_bytes().into())).ok()?;
    }
}

/// The bytes with others wherever these stand; both are as long.
fn replaced(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    let mut place = 0;
    while let Some(found) = bytes[place..].windows(from.len()).position(|window| window == from) {
        bytes[place + found..place + found + to.len()].copy_from_slice(to);
        place += found + to.len();
    }
}

/// The JSON of a message with results.
fn message(code: u32, values: &[Value]) -> String {
    let data = graphson::encode(&Value::List(values.to_vec()), Version::V38);
    with(code, "", &data.to_string(), "[]")
}

fn with(code: u32, text: &str, data: &str, attributes: &str) -> String {
    let text = serde_json::Value::from(text);
    format!(
        "{{\"requestId\":\"{ID}\",\"status\":{{\"message\":{text},\"code\":{code},\"attributes\":{{\"@type\":\"g:Map\",\
         \"@value\":{attributes}}}}},\"result\":{{\"data\":{data},\"meta\":{{\"@type\":\"g:Map\",\"@value\":[]}}}}}}"
    )
}

/// A frame of a WebSocket with a text or bytes, or the piece of one.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ 0..126 => bytes.push(length as u8),
        length @ 126..65_536 => {
            bytes.push(126);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(127);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    [bytes, payload.to_vec()].concat()
}

fn whole(payload: &str) -> Vec<u8> {
    frame(0x82, payload.as_bytes())
}

/// An answer in one message or several, in frames of any size, with pings between.
fn answer_of(values: &[Value], random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    let cut = if random.chance(0.3) { random.below(values.len()) } else { 0 };
    if cut > 0 {
        bytes.extend(framed(&message(206, &values[..cut]), random));
    }
    bytes.extend(framed(&message(200, &values[cut..]), random));
    bytes
}

fn framed(text: &str, random: &mut Random) -> Vec<u8> {
    let bytes = text.as_bytes();
    if random.chance(0.7) {
        return frame(if random.chance(0.5) { 0x82 } else { 0x81 }, bytes);
    }
    // The identity of the request is put in afterwards, in one piece.
    let front = text.find(ID).map_or(0, |place| place + ID.len());
    let middle = front + random.below(bytes.len() - front);
    [frame(0x02, &bytes[..middle]), frame(0x89, b"here"), frame(0x80, &bytes[middle..])].concat()
}

fn value(random: &mut Random, depth: usize) -> Value {
    let several =
        |random: &mut Random| -> Vec<Value> { (0..random.below(4)).map(|_| value(random, depth - 1)).collect() };
    match random.below(if depth == 0 { 5 } else { 13 }) {
        0..=4 => Value::Scalar(scalar(random)),
        5 => Value::List(several(random)),
        6 => Value::Set(several(random)),
        7 => Value::Map(several(random).into_iter().zip(several(random)).collect()),
        8 => Value::BulkSet(several(random).into_iter().map(|item| (item, random.integer(0, 3))).collect()),
        9 => Value::Vertex(vertex(random).into()),
        10 => Value::Edge(edge(random).into()),
        11 => {
            let objects = several(random);
            let labels =
                objects.iter().map(|_| if random.chance(0.3) { vec!["a".into()] } else { Vec::new() }).collect();
            Value::Path(Path { labels, objects }.into())
        }
        _ => Value::Tree(Tree(several(random).into_iter().map(|key| (key, Tree::default())).collect())),
    }
}

/// One of those whose type is read back: a character comes as a text.
fn scalar(random: &mut Random) -> Scalar {
    arbitrary::scalar(random)
}

fn vertex(random: &mut Random) -> Vertex {
    let id: Value = Scalar::Long(random.integer(0, 9)).into();
    let property = |random: &mut Random| {
        let key = ["x", "y"][random.below(2)].into();
        let value = value(random, 0);
        VertexProperty { id: Scalar::Long(1).into(), key, value, properties: Vec::new() }
    };
    let properties = (0..random.below(3)).map(|_| property(random)).collect();
    Vertex { id, label: "A".into(), properties }
}

fn edge(random: &mut Random) -> Edge {
    let end = |random: &mut Random| End { id: Scalar::Long(random.integer(0, 9)).into(), label: Some("A".into()) };
    let (out_vertex, in_vertex) = (end(random), end(random));
    let properties = (0..random.below(2)).map(|_| Property { key: "x".into(), value: value(random, 0) }).collect();
    Edge { id: Scalar::string("e").into(), label: "T".into(), out_vertex, in_vertex, properties }
}

fn refusal(random: &mut Random) -> Answer {
    let long = "x".repeat(random.below(1_000_000));
    let (code, exception, text, class) = match random.below(40) {
        0 => (597, "java.lang.IllegalArgumentException", long.as_str(), ErrorClass::Runtime),
        1..10 => (597, "org.apache.tinkerpop.GremlinParserException", "no", ErrorClass::Syntax),
        10..20 => (598, "java.util.concurrent.TimeoutException", "too late", ErrorClass::Timeout),
        20..25 => (597, "java.lang.StackOverflowError", "", ErrorClass::Internal),
        25..30 => (499, "", "no such alias", ErrorClass::Other),
        30..35 => (500, "java.lang.OutOfMemoryError", "heap", ErrorClass::Memory),
        _ => (595, "", "fail", ErrorClass::Runtime),
    };
    let names =
        format!("[\"exceptions\",{{\"@type\":\"g:List\",\"@value\":[\"{exception}\"]}},\"stackTrace\",\"at x\"]");
    let message = with(code, text, "null", if exception.is_empty() { "[]" } else { &names });
    let partial = if random.chance(0.3) { whole(&self::message(206, &[value(random, 1)])) } else { Vec::new() };
    Answer::new(Label::Refusal(class), "an error", [partial, whole(&message)].concat())
}

/// Results in the place of data that are none.
const BROKEN: &[(&str, &str)] = &[
    ("no list", "1"),
    ("a text", "\"x\""),
    ("a list of another type", "{\"@type\":\"g:Set2\",\"@value\":[1]}"),
    ("an integer that is none", "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Int32\",\"@value\":\"x\"}]}"),
    (
        "an integer of 40 bits as one of 32",
        "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Int32\",\"@value\":1099511627776}]}",
    ),
    ("a map of three", "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Map\",\"@value\":[1,2,3]}]}"),
    (
        "a vertex without identity",
        "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Vertex\",\"@value\":{\"label\":\"x\"}}]}",
    ),
    ("a vertex that is a number", "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Vertex\",\"@value\":5}]}"),
    (
        "an edge without ends",
        "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Edge\",\"@value\":{\"id\":1,\"label\":\"x\"}}]}",
    ),
    ("a path without objects", "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Path\",\"@value\":{\"labels\":1}}]}"),
    ("a UUID that is none", "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:UUID\",\"@value\":\"x\"}]}"),
    (
        "a traverser that counts too often",
        "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:Traverser\",\"@value\":{\"bulk\":{\"@type\":\"g:Int64\",\"@value\":9000000000000},\"value\":1}}]}",
    ),
    (
        "bags in bags that count too often",
        "{\"@type\":\"g:List\",\"@value\":[{\"@type\":\"g:BulkSet\",\"@value\":[{\"@type\":\"g:BulkSet\",\"@value\":[\"x\",\
         {\"@type\":\"g:Int64\",\"@value\":90000}]},{\"@type\":\"g:Int64\",\"@value\":90000}]}]}",
    ),
];

fn garbage(random: &mut Random) -> Answer {
    let made = |how, bytes| Answer::new(Label::Garbage, how, bytes);
    if random.chance(0.5) {
        let (how, data) = BROKEN[random.below(BROKEN.len())];
        return made(how, whole(&with(200, "", data, "[]")));
    }
    let good = message(200, &[]);
    let (how, bytes) = match random.below(11) {
        0 => ("no JSON", whole("{")),
        1 => ("no object", whole("[]")),
        2 => ("no status", whole(&format!("{{\"requestId\":\"{ID}\"}}"))),
        3 => ("a status without a code", whole(&good.replace("\"code\":200,", ""))),
        4 => ("an answer to another request", whole(&good.replace(ID, "00000000-0000-4000-8000-00000000ffff"))),
        5 => ("an answer to no request", whole(&good.replace(&format!("\"{ID}\""), "null"))),
        6 => ("a code that is none", whole(&good.replace("\"code\":200", "\"code\":299"))),
        7 => ("lists in lists", whole(&with(200, "", &"[".repeat(100_000), "[]"))),
        8 => ("no text", frame(0x82, &[0xff, 0xfe, 0x00])),
        9 => ("a reserved kind of frame", frame(0x83, good.as_bytes())),
        _ => ("a frame that claims to be huge", vec![0x82, 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    };
    made(how, bytes)
}

fn endless(random: &mut Random) -> Answer {
    let row = whole(&message(206, &[value(random, 1)]));
    match random.below(4) {
        0 => Answer::endless("messages of results", Vec::new(), &row),
        1 => Answer::endless("pieces of one message", frame(0x02, b"{"), &frame(0x00, &[b' '; 256])),
        2 => Answer::endless("pings", Vec::new(), &frame(0x89, b"x")),
        _ => {
            let nothing = whole(&message(206, &[]));
            Answer { then: Then::Repeat(nothing.repeat(200)), ..Answer::new(Label::Endless, "no results", nothing) }
        }
    }
}
