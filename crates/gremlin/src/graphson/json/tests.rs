use graphlance_graph::Random;

use super::*;

#[track_caller]
fn check(text: &str, printed: &str) {
    let value = Json::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(value.to_string(), printed, "{text}");
    assert_eq!(Json::parse(printed), Ok(value), "{printed}");
}

#[track_caller]
fn check_error(text: &str, offset: usize, message: &str) {
    let error = Json::parse(text).expect_err(text);
    assert_eq!((error.offset, error.message), (offset, message), "{text}");
}

#[test]
fn values_are_read_and_written() {
    check(" null ", "null");
    check("[ true , false, [] ]", "[true,false,[]]");
    check("{ \"a\" : {} , \"a\": 1 }", "{\"a\":{},\"a\":1}");
    check("123456789987654321123456789987654321.50e+7", "123456789987654321123456789987654321.50e+7");
    check("-0", "-0");
    check(r#""a\"\\\/\b\f\n\r\té\u0041\uD83D\uDE00é""#, "\"a\\\"\\\\/\\u0008\\u000c\\n\\r\\téA😀é\"");
    check(r#""\ud800x\udc00""#, "\"\u{fffd}x\u{fffd}\"");
    check(r#""\ud800\u0041""#, "\"\u{fffd}A\"");
}

#[test]
fn errors_name_the_place() {
    check_error("", 0, "this begins no value");
    check_error("[1", 2, "expected `,` or `]`");
    check_error("{\"a\" 1}", 5, "expected `:`");
    check_error("{1:2}", 1, "expected a key");
    check_error("01", 2, "a number has no zero in front");
    check_error("1.", 2, "expected a digit");
    check_error("1e", 2, "expected a digit");
    check_error("-", 1, "expected a digit");
    check_error("1 2", 2, "something follows the value");
    check_error("\"a", 2, "this string is never closed");
    check_error("\"\n\"", 1, "this string is never closed");
    check_error("\"\\x\"", 2, "unknown escape");
    check_error("\"\\u12g4\"", 3, "expected four hexadecimal digits");
    check_error(&"[".repeat(100_000), NESTING_LIMIT, "this is nested too deep");
}

/// Pieces of texts that are JSON, or nearly.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"a\"",
    "\"\\u00e9\"",
    "1",
    "-1.5e3",
    "0",
    "true",
    "null",
    " ",
    "\"",
    "\\",
    "1e",
    "\n",
    "é",
    "01",
];

#[test]
fn a_text_is_json_where_serde_json_says_so() {
    let mut accepted = 0;
    for seed in 0..60_000 {
        let mut random = Random::derive(3, &[seed]);
        let length = random.between(1, 8);
        let text: String = (0..length).map(|_| *random.pick(PIECES).unwrap_or(&"1")).collect();
        let (ours, theirs) = (Json::parse(&text), serde_json::from_str::<serde_json::Value>(&text));
        if theirs.as_ref().is_err_and(|error| error.to_string().starts_with("number out of range")) {
            continue;
        }
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text:?}: {ours:?}, {theirs:?}");
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            accepted += 1;
            assert_eq!(serde_json::from_str::<serde_json::Value>(&ours.to_string()).ok(), Some(theirs));
        }
    }
    assert!(accepted > 3000, "only {accepted} texts were JSON");
}
