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

#[track_caller]
fn check_groovy(text: &str, version: Version, expected: &str) {
    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print_groovy(&statement, version), expected, "{text}");
}

#[test]
fn groovy_says_the_type_of_every_literal() {
    let text = "g.inject(1, 2L, 3b, 4s, 5n, 1.5f, 2.5d, 3.5m, NaN, -Infinity, 'a$b', true, 'x'c)";
    let expected = concat!(
        "g.inject((int) 1, 2L, (byte) 3, (short) 4, new BigInteger(\"5\"), 1.5f, 2.5d, new BigDecimal(\"3.5\"), Double.NaN, ",
        "Double.NEGATIVE_INFINITY, \"a\\$b\", true, (char) \"x\")"
    );
    check_groovy(text, Version::V37, expected);
    let zeros = "g.inject(0.0d, Double.valueOf(\"-0.0\"), Float.valueOf(\"-0.0\"))";
    check_groovy("g.inject(0.0d, -0.0d, -0.0f)", Version::V37, zeros);
}

#[test]
fn plain_text_says_no_types_and_no_classes() {
    let text =
        "g.V().has('a', P.gt(2L)).has('b', 2.5d).order().by(T.label, Order.desc).dedup(Scope.local).values('$c')";
    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let plain = "g.V().has(\"a\", P.gt(2)).has(\"b\", 2.5).order().by(label, desc).dedup(local).values(\"$c\")";
    assert_eq!(print_plain(&statement), plain);
    // It is gremlin-lang all the same.
    assert!(parse(plain).is_ok());
}

#[test]
fn a_null_says_which_overload_is_meant() {
    check_groovy(
        "g.mergeV(null).out(null).hasLabel(null).has(null, null).inject(1, null, [null]).is(eq(null))",
        Version::V36,
        "g.mergeV((Map) null).out((String) null).hasLabel((String) null).has((String) null, (Object) null)\
         .inject((int) 1, (Object) null, [null]).is(P.eq((Object) null))",
    );
}

#[test]
fn groovy_has_its_own_collections_dates_and_classes() {
    check_groovy(
        "g.inject({1}, [(T.id): 1, 2: 'a', b: {}], UUID('f47af10b-58cc-4372-a567-0f02b2f3d479'))",
        Version::V38,
        "g.inject(([(int) 1] as Set), [(T.id): (int) 1, ((int) 2): \"a\", \"b\": ([] as Set)], \
         UUID.fromString(\"f47af10b-58cc-4372-a567-0f02b2f3d479\"))",
    );
    check_groovy("g.inject(datetime('1970-01-01T00:00:01Z'))", Version::V37, "g.inject(new Date(1000L))");
    check_groovy(
        "g.inject(datetime('1970-01-01T00:00:01Z'))",
        Version::V38,
        "g.inject(OffsetDateTime.parse(\"1970-01-01T00:00:01Z\"))",
    );
    check_groovy(
        "g.V().property(list, 'a', 1).barrier(normSack).property([a: set(1)])",
        Version::V38,
        "g.V().property(VertexProperty.Cardinality.list, \"a\", (int) 1).barrier(SackFunctions.Barrier.normSack)\
         .property([\"a\": VertexProperty.Cardinality.set((int) 1)])",
    );
    let package = "org.apache.tinkerpop.gremlin.process.traversal.strategy";
    check_groovy(
        "g.withStrategies(ReadOnlyStrategy, OptionsStrategy, new SeedStrategy(seed: 1L)).withoutStrategies(CountStrategy, X).V()",
        Version::V38,
        &format!(
            "g.withStrategies({package}.verification.ReadOnlyStrategy.instance(), \
             {package}.decoration.OptionsStrategy.build().create(), new {package}.decoration.SeedStrategy(seed: 1L))\
             .withoutStrategies({package}.optimization.CountStrategy, X).V()"
        ),
    );
}

#[test]
fn a_number_is_of_the_type_that_the_method_takes() {
    let text = "g.V().limit(1b).substring(5000000000n).coin(1).coin(0.5m).times(2L)";
    let expected = "g.V().limit((int) 1).substring(5000000000L).coin(1.0d).coin(0.5d).times((int) 2)";
    check_groovy(text, Version::V38, expected);
}
