use super::*;
use crate::resp::{Decoder, Limits};

fn names() -> Listed {
    let mut names = Listed::default();
    names.set(NameKind::Label, vec!["A".into(), "B".into()]);
    names.set(NameKind::Type, vec!["T".into()]);
    names.set(NameKind::Key, vec!["x".into(), "y".into()]);
    names
}

fn int(number: i64) -> Frame {
    Frame::Integer(number)
}

fn bulk(text: &str) -> Frame {
    Frame::Bulk(text.as_bytes().to_vec())
}

fn list(items: Vec<Frame>) -> Frame {
    Frame::Array(items)
}

fn cell(kind: i64, content: Frame) -> Frame {
    list(vec![int(kind), content])
}

fn a_node() -> Frame {
    list(vec![int(7), list(vec![int(0), int(1)]), list(vec![list(vec![int(0), int(3), int(42)])])])
}

#[track_caller]
fn check(frame: Frame, expected: Value) {
    assert_eq!(value(&frame, &names()), Ok(expected));
}

#[track_caller]
fn check_error(frame: Frame, part: &str) {
    let error = value(&frame, &names()).expect_err("garbage").to_string();
    assert!(error.contains(part), "{error}");
}

#[test]
fn scalars_keep_their_types() {
    check(cell(1, Frame::Null), Value::Null);
    check(cell(2, bulk("é")), Value::string("é"));
    check(cell(3, int(-5)), Value::Integer(-5));
    check(cell(4, bulk("true")), Value::Boolean(true));
    check(cell(5, bulk("1")), Value::Float(1.0));
    check(cell(5, bulk("-0")), Value::Float(-0.0));
    check(cell(5, bulk("-nan")), Value::Float(f64::NAN));
    check(cell(5, bulk("-inf")), Value::Float(f64::NEG_INFINITY));
    check(cell(12, list(vec![bulk("1.5")])), Value::list(vec![Value::Float(1.5)]));
}

#[test]
fn collections_and_elements_decode() {
    check(cell(6, list(vec![cell(3, int(1)), cell(1, Frame::Null)])), Value::list(vec![1.into(), Value::Null]));
    let entries = Properties::from([("k".into(), Value::Integer(1))]);
    check(cell(10, list(vec![bulk("k"), cell(3, int(1))])), Value::map(entries));
    let node = Node {
        key: NodeKey(7),
        labels: ["A".into(), "B".into()].into(),
        properties: [("x".into(), Value::Integer(42))].into(),
    };
    check(cell(8, a_node()), Value::Node(Arc::new(node.clone())));
    let path = Path { nodes: vec![Arc::new(node)], relationships: vec![] };
    let frame = cell(9, list(vec![cell(6, list(vec![cell(8, a_node())])), cell(6, list(vec![]))]));
    check(frame, Value::Path(Arc::new(path)));
}

#[test]
fn columns_of_the_first_redisgraph_hold_bare_elements() {
    let header = list(vec![list(vec![int(2), bulk("a")]), list(vec![int(1), bulk("x")])]);
    let rows = list(vec![list(vec![a_node(), cell(3, int(1))])]);
    let decoded = table(&list(vec![header, rows, list(vec![])]), &names()).expect("a table");
    assert!(matches!(decoded.rows[0].as_slice(), [Value::Node(_), Value::Integer(1)]), "{decoded:?}");
    let header = list(vec![list(vec![int(4), bulk("a")])]);
    let error = table(&list(vec![header, list(vec![]), list(vec![])]), &names()).unwrap_err().to_string();
    assert!(error.contains("a column of type 4"), "{error}");
}

#[test]
fn a_wrong_shape_is_an_error_that_says_which() {
    check_error(int(1), "a value is no array");
    check_error(cell(99, int(1)), "unknown type of value 99");
    check_error(cell(3, bulk("1")), "no integer");
    check_error(cell(4, bulk("maybe")), "maybe");
    check_error(cell(5, bulk("1,5")), "1,5");
    check_error(cell(2, Frame::Bulk(vec![0xff])), "not UTF-8");
    check_error(cell(10, list(vec![bulk("k")])), "without a value");
    check_error(cell(8, list(vec![int(1)])), "a node is not");
    check_error(cell(9, list(vec![cell(6, list(vec![])), cell(6, list(vec![]))])), "one node more");
    check_error(cell(8, list(vec![int(-1), list(vec![]), list(vec![])])), "element id of -1");
}

#[test]
fn an_unknown_number_asks_for_fresh_names() {
    let frame = cell(8, list(vec![int(0), list(vec![int(5)]), list(vec![])]));
    assert_eq!(value(&frame, &names()), Err(CompactError::UnknownName(NameKind::Label, 5)));
}

#[test]
fn an_error_between_rows_is_the_servers() {
    let rows = list(vec![Frame::Error("Division by zero".into())]);
    let answer = list(vec![list(vec![list(vec![int(1), bulk("x")])]), rows, list(vec![])]);
    assert_eq!(table(&answer, &names()), Err(CompactError::Server("Division by zero".into())));
}

#[test]
fn any_message_decodes_or_fails_without_a_panic() {
    let mut random = graphlance_graph::Random::new(7);
    let words: &[&[u8]] =
        &[b"*2\r\n", b"*3\r\n", b":6\r\n", b":8\r\n", b":9\r\n", b":1\r\n", b"$1\r\nx\r\n", b"$-1\r\n", b"*0\r\n"];
    for _ in 0..20_000 {
        let mut decoder = Decoder::new(Limits::default());
        for _ in 0..12 {
            let word = words[random.below(words.len())];
            decoder.feed(word);
        }
        while let Ok(Some(frame)) = decoder.message() {
            let _ = table(&frame, &names());
            let _ = value(&frame, &names());
        }
    }
}
