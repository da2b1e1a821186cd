use super::*;
use crate::ast::Argument;
use crate::table::StepName;
use crate::{Scalar, parse};

#[track_caller]
fn check(scalar: Scalar, expected: &str) {
    let statement = Statement::new(vec![Step::new(StepName::Inject, vec![Argument::Scalar(scalar)])]);
    let text = print(&statement);
    assert_eq!(text, format!("g.inject({expected})"));
    assert_eq!(parse(&text), Ok(statement));
}

#[test]
fn numbers_say_their_type() {
    check(Scalar::Byte(i8::MIN), "-128b");
    check(Scalar::Short(1), "1s");
    check(Scalar::Integer(i32::MIN), "-2147483648");
    check(Scalar::Long(i64::MIN), "-9223372036854775808L");
    check(Scalar::Float(1e20), "1e20f");
    check(Scalar::Double(5e-324), "5e-324d");
    check(Scalar::Double(1e16), "1e16d");
    check(Scalar::Double(-0.0), "-0.0d");
}

#[test]
fn strings_are_written_so_that_they_read_back() {
    check(Scalar::string("a\"b'\\\n\u{0}\u{85}$é😀"), "\"a\\\"b'\\\\\\n\\u0000\\u0085$é😀\"");
}

#[test]
fn a_statement_is_serialised_as_its_text() {
    let statement = parse("g.V().has('a', gt(1)).out()").unwrap();
    let json = serde_json::to_string(&statement).unwrap();
    assert_eq!(json, r#""g.V().has(\"a\", P.gt(1)).out()""#);
    assert_eq!(serde_json::from_str::<Statement>(&json).unwrap(), statement);
    assert!(serde_json::from_str::<Statement>("\"g.X()\"").is_err());
}
