use graphlance_graph::Random;

use super::*;
use crate::arbitrary;
use crate::token::{T, Token};

/// How many values and texts the property tests make, where `GRAPHLANCE_CASES` says no other number.
const CASES: u64 = 20_000;

fn cases() -> u64 {
    std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(CASES)
}

#[track_caller]
fn check(text: &str, expected: Value) {
    assert_eq!(decode_text(text), Ok(expected), "{text}");
}

#[track_caller]
fn check_error(text: &str, message: &str) {
    let error = decode_text(text).expect_err(text).to_string();
    assert!(error.contains(message), "{error}");
}

fn long(value: i64) -> Value {
    Value::Scalar(Scalar::Long(value))
}

#[test]
fn scalars_are_read_by_their_types() {
    check(r#"{"@type":"g:Int32","@value":-1}"#, Scalar::Integer(-1).into());
    check(r#"{"@type":"gx:Int16","@value":100}"#, Scalar::Short(100).into());
    check(r#"{"@type":"g:Double","@value":"NaN"}"#, Scalar::Double(f64::NAN).into());
    check(r#"{"@type":"g:Float","@value":1.5}"#, Scalar::Float(1.5).into());
    let digits = "123456789987654321123456789987654321";
    check(
        &format!(r#"{{"@type":"gx:BigInteger","@value":{digits}}}"#),
        digits.parse().map(Scalar::BigInteger).unwrap().into(),
    );
    check(r#"{"@type":"gx:BigDecimal","@value":1.50}"#, "1.50".parse().map(Scalar::BigDecimal).unwrap().into());
    check(
        r#"{"@type":"g:Date","@value":1481750076295}"#,
        "2016-12-14T21:14:36.295Z".parse().map(Scalar::DateTime).unwrap().into(),
    );
    check(
        r#"{"@type":"gx:OffsetDateTime","@value":"2007-12-03T10:15:30+01:00"}"#,
        "2007-12-03T10:15:30+01:00".parse().map(Scalar::DateTime).unwrap().into(),
    );
    check("null", Scalar::Null.into());
    check("5000000000", long(5_000_000_000));
    check("1.5", Scalar::Double(1.5).into());
    check(r#"{"@type":"gx:Duration","@value":"PT120H"}"#, Value::Foreign("gx:Duration".into(), Json::string("PT120H")));
    check(r#"{"@type":"g:T","@value":"id"}"#, Value::Token(Token::T(T::Id)));
}

#[test]
fn elements_are_read_with_their_properties() {
    let property = VertexProperty {
        id: long(6),
        key: "location".into(),
        value: Scalar::string("san diego").into(),
        properties: vec![Property { key: "since".into(), value: Scalar::Integer(1997).into() }],
    };
    let text = concat!(
        r#"{"@type":"g:Vertex","@value":{"id":{"@type":"g:Int32","@value":1},"label":"person","properties":{"location":["#,
        r#"{"@type":"g:VertexProperty","@value":{"id":{"@type":"g:Int64","@value":6},"value":"san diego","label":"location","#,
        r#""properties":{"since":{"@type":"g:Int32","@value":1997}}}}]}}}"#,
    );
    let vertex = Vertex { id: Scalar::Integer(1).into(), label: "person".into(), properties: vec![property] };
    check(text, Value::Vertex(Arc::new(vertex)));
    let bare = VertexProperty {
        id: Scalar::Null.into(),
        key: "w".into(),
        value: Scalar::Double(1.0).into(),
        properties: Vec::new(),
    };
    let text = r#"{"@type":"g:Vertex","@value":{"id":1,"label":"A","type":"vertex","properties":{"w":1.0}}}"#;
    let vertex = Vertex { id: Scalar::Integer(1).into(), label: "A".into(), properties: vec![bare] };
    check(text, Value::Vertex(Arc::new(vertex)));
    let text = concat!(
        r#"{"@type":"g:Edge","@value":{"id":"e","label":"knows","inVLabel":"person","inV":2,"outV":1,"#,
        r#""properties":{"w":{"@type":"g:Property","@value":{"key":"w","value":0.5}}}}}"#,
    );
    let edge = Edge {
        id: Scalar::string("e").into(),
        label: "knows".into(),
        out_vertex: End { id: Scalar::Integer(1).into(), label: None },
        in_vertex: End { id: Scalar::Integer(2).into(), label: Some("person".into()) },
        properties: vec![Property { key: "w".into(), value: Scalar::Double(0.5).into() }],
    };
    check(text, Value::Edge(Arc::new(edge)));
}

#[test]
fn what_is_no_graphson_is_an_error_that_names_it() {
    check_error("[", "byte 1");
    check_error("[1]", "expected a value with a type that is known, found [1]");
    check_error(r#"{"@type":"g:Int32","@value":2147483648}"#, "the value of a g:Int32, found 2147483648");
    check_error(r#"{"@type":"g:Int32","@value":"1"}"#, "the value of a g:Int32");
    check_error(r#"{"@type":"g:Map","@value":[1]}"#, "a value for each key");
    check_error(r#"{"@type":"g:Vertex","@value":{"id":1}}"#, "an object with `label`");
    check_error(r#"{"@type":"g:T","@value":"x"}"#, "a member of the type");
    check_error(r#"{"@type":"g:BulkSet","@value":["a"]}"#, "a number for each value");
    check_error(
        r#"{"@type":"g:Path","@value":{"labels":{"@type":"g:List","@value":[]},"objects":{"@type":"g:List","@value":[1]}}}"#,
        "as many sets of labels as objects",
    );
}

/// A random value of every sort.
fn random_value(random: &mut Random, depth: usize) -> Value {
    let sort = if depth == 0 { 0 } else { random.below(14) };
    let some = |random: &mut Random| {
        let count = random.below(3);
        (0..count).map(|_| random_value(random, depth - 1)).collect::<Vec<Value>>()
    };
    let key = |random: &mut Random| SmolStr::from(*random.pick(&["a", "b", "é\"\\"]).unwrap_or(&"a"));
    match sort {
        1 => Value::List(some(random)),
        2 => Value::Set(some(random)),
        3 => Value::Map(some(random).into_iter().map(|value| (value.clone(), value)).collect()),
        4 => Value::BulkSet(some(random).into_iter().map(|value| (value, 2)).collect()),
        5 => {
            let properties = some(random).into_iter().enumerate().map(|(index, value)| VertexProperty {
                id: long(index as i64),
                key: "k".into(),
                value: value.clone(),
                properties: vec![Property { key: "m".into(), value }],
            });
            let vertex = Vertex { id: random_value(random, 0), label: key(random), properties: properties.collect() };
            Value::Vertex(Arc::new(vertex))
        }
        6 => {
            let end = |random: &mut Random| End { id: random_value(random, 0), label: Some("v".into()) };
            let properties = some(random).into_iter().map(|value| Property { key: "p".into(), value });
            Value::Edge(Arc::new(Edge {
                id: random_value(random, 0),
                label: key(random),
                out_vertex: end(random),
                in_vertex: end(random),
                properties: properties.collect(),
            }))
        }
        7 => Value::Property(Arc::new(Property { key: key(random), value: random_value(random, depth - 1) })),
        8 => {
            let objects = some(random);
            let labels = objects.iter().map(|_| vec![key(random)]).collect();
            Value::Path(Arc::new(Path { labels, objects }))
        }
        9 => {
            let below = some(random).into_iter().map(|value| (value, Tree::default())).collect();
            Value::Tree(Tree(vec![(random_value(random, depth - 1), Tree(below))]))
        }
        10 => Value::Traverser(random.integer(1, 9), Box::new(random_value(random, depth - 1))),
        11 => {
            Value::Foreign("janusgraph:RelationIdentifier".into(), Json::Object(vec![(key(random), Json::number(1))]))
        }
        12 => Value::Token(Token::T(T::Label)),
        _ => Value::Scalar(arbitrary::scalar(random)),
    }
}

#[test]
fn every_value_reads_back_from_its_text() {
    for seed in 0..cases() {
        let mut random = Random::derive(6, &[seed]);
        let value = random_value(&mut random, 4);
        let text = encode(&value, Version::V38).to_string();
        assert_eq!(decode_text(&text), Ok(value), "{text}");
    }
}

/// What is put into mutated texts.
const PIECES: &[&str] =
    &["[", "]", "{", "}", "\"", "1", "-", "null", "g:", "\\", ",", ":", "e9", "99999999999999999999", "é"];

#[test]
fn a_mutated_text_is_a_value_or_an_error() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..cases() {
        let mut random = Random::derive(7, &[seed]);
        let value = random_value(&mut random, 3);
        let text = encode(&value, Version::V38).to_string();
        let text = arbitrary::mutated(&mut random, &text, PIECES);
        match decode_text(&text) {
            Ok(value) => {
                read += 1;
                // Whatever was read is a value that can be written and read again.
                assert_eq!(decode(&encode(&value, Version::V38)), Ok(value), "{text}");
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(read * 20 > cases() && refused * 5 > cases(), "{read} were read and {refused} refused");
}
