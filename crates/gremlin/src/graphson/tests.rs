use graphlance_graph::Random;

use super::*;
use crate::{Statement, Version, arbitrary, parse, print};

/// How many trees the property test makes, where `GRAPHLANCE_CASES` says no other number.
const TREES: u64 = 20_000;

fn read(text: &str) -> Statement {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares the bytecode of a statement for a version, without blanks; what is read back prints as another text.
#[track_caller]
fn check(text: &str, version: Version, expected: &str, again: &str) {
    let code = bytecode(&read(text), version).unwrap_or_else(|error| panic!("{error}"));
    let steps = typing(&code).map(|(_, code)| code.to_string()).unwrap_or_default();
    assert_eq!(steps, expected, "{text}");
    let back = statement_of(&code).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print(&back), again, "{text}");
    assert_eq!(bytecode(&back, version), Ok(code), "{text}");
}

/// The same where what is read back is the same statement.
#[track_caller]
fn check_same(text: &str, expected: &str) {
    check(text, Version::V38, expected, &print(&read(text)));
}

#[test]
fn steps_are_lists_of_names_and_arguments() {
    check_same(
        "g.V(1L).as('a').repeat(out('knows')).times(2).has('age',gt(1b)).by()",
        concat!(
            r#"{"step":[["V",{"@type":"g:Int64","@value":1}],["as","a"],"#,
            r#"["repeat",{"@type":"g:Bytecode","@value":{"step":[["out","knows"]]}}],["times",{"@type":"g:Int32","@value":2}],"#,
            r#"["has","age",{"@type":"g:P","@value":{"predicate":"gt","value":{"@type":"gx:Byte","@value":1}}}],["by"]]}"#,
        ),
    );
}

#[test]
fn tokens_have_the_names_of_their_classes() {
    check_same(
        "g.V().order(local).by(T.id,desc).barrier(normSack).property([a: single(1)])",
        concat!(
            r#"{"step":[["V"],["order",{"@type":"g:Scope","@value":"local"}],"#,
            r#"["by",{"@type":"g:T","@value":"id"},{"@type":"g:Order","@value":"desc"}],"#,
            r#"["barrier",{"@type":"g:Barrier","@value":"normSack"}],"#,
            r#"["property",{"@type":"g:Map","@value":["a",{"@type":"g:Bytecode","@value":{"source":"#,
            r#"[["CardinalityValueTraversal","single",{"@type":"g:Int32","@value":1}]]}}]}]]}"#,
        ),
    );
}

#[test]
fn what_is_between_is_two_comparisons() {
    check(
        "g.V().is(between(1,2).or(outside(3,4)))",
        Version::V38,
        concat!(
            r#"{"step":[["V"],["is",{"@type":"g:P","@value":{"predicate":"or","value":["#,
            r#"{"@type":"g:P","@value":{"predicate":"and","value":["#,
            r#"{"@type":"g:P","@value":{"predicate":"gte","value":{"@type":"g:Int32","@value":1}}},"#,
            r#"{"@type":"g:P","@value":{"predicate":"lt","value":{"@type":"g:Int32","@value":2}}}]}},"#,
            r#"{"@type":"g:P","@value":{"predicate":"or","value":["#,
            r#"{"@type":"g:P","@value":{"predicate":"lt","value":{"@type":"g:Int32","@value":3}}},"#,
            r#"{"@type":"g:P","@value":{"predicate":"gt","value":{"@type":"g:Int32","@value":4}}}]}}]}}]]}"#,
        ),
        "g.V().is(P.gte(1).and(P.lt(2)).or(P.lt(3).or(P.gt(4))))",
    );
}

#[test]
fn strategies_are_written_as_each_version_reads_them() {
    let text = "g.with('x', 1).withStrategies(ReadOnlyStrategy).withoutStrategies(CountStrategy).V()";
    let again = "g.with(\"x\", 1).withStrategies(ReadOnlyStrategy).withoutStrategies(CountStrategy).V()";
    let strategy = "org.apache.tinkerpop.gremlin.process.traversal.strategy";
    check(
        text,
        Version::V38,
        &format!(
            r#"{{"source":[["withStrategies",{{"@type":"g:OptionsStrategy","@value":{{"fqcn":"{strategy}.decoration.OptionsStrategy","conf":{{"x":{{"@type":"g:Int32","@value":1}}}}}}}}],["withStrategies",{{"@type":"g:ReadOnlyStrategy","@value":{{"fqcn":"{strategy}.verification.ReadOnlyStrategy","conf":{{}}}}}}],["withoutStrategies",{{"@type":"g:Class","@value":"{strategy}.optimization.CountStrategy"}}]],"step":[["V"]]}}"#
        ),
        again,
    );
    check(
        text,
        Version::V37,
        &format!(
            r#"{{"source":[["withStrategies",{{"@type":"g:OptionsStrategy","@value":{{"x":{{"@type":"g:Int32","@value":1}}}}}}],["withStrategies",{{"@type":"g:ReadOnlyStrategy","@value":{{}}}}],["withoutStrategies",{{"@type":"g:Class","@value":"{strategy}.optimization.CountStrategy"}}]],"step":[["V"]]}}"#
        ),
        again,
    );
}

#[test]
fn a_date_is_an_instant_before_3_8() {
    let text = "g.inject(datetime('1970-01-01T01:00:01+01:00'))";
    check(
        text,
        Version::V37,
        r#"{"step":[["inject",{"@type":"g:Date","@value":1000}]]}"#,
        "g.inject(datetime(\"1970-01-01T00:00:01Z\"))",
    );
    check_same(text, r#"{"step":[["inject",{"@type":"gx:OffsetDateTime","@value":"1970-01-01T01:00:01+01:00"}]]}"#);
}

#[test]
fn what_a_client_must_do_is_unsayable() {
    let check = |text, expected| assert_eq!(bytecode(&read(text), Version::V38), Err(expected), "{text}");
    check("g.inject(g.V().next())", Unsayable::Terminated);
    check("g.inject(UUID())", Unsayable::Drawn("UUID()"));
    check("g.withStrategies(XStrategy).V()", Unsayable::Strategy("XStrategy".into()));
    check("g.inject('a'..'bc')", Unsayable::Range);
    check("g.inject(1..2000000)", Unsayable::Range);
}

#[test]
fn bytecode_that_is_read_back_is_the_same() {
    let mut said = 0_u64;
    let trees = std::env::var("GRAPHLANCE_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(TREES);
    for seed in 0..trees {
        let mut random = Random::derive(4, &[seed]);
        let size = random.below(40);
        let tree = arbitrary::statement(&mut random, size);
        let Ok(code) = bytecode(&tree, Version::V38) else { continue };
        said += 1;
        let again = Json::parse(&code.to_string()).unwrap_or_else(|error| panic!("{error}: {code}"));
        assert_eq!(again, code);
        let back = statement_of(&again).unwrap_or_else(|error| panic!("{error}\n{code}"));
        assert_eq!(
            bytecode(&back, Version::V38).map(|code| code.to_string()),
            Ok(code.to_string()),
            "{}",
            print(&tree)
        );
        // A character has no literal in any version: all else can be said as text.
        assert_eq!(parse(&print(&back)).as_ref(), Ok(&back));
    }
    assert!(said * 4 > trees, "only {said} trees could be said");
}
