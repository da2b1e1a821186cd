use super::*;
use crate::ast::Statement;
use crate::dialect::Dialect;
use crate::print::{print, print_expression};

/// Parses an expression and shows its tree by printing each operator in parentheses.
#[track_caller]
fn check_same(text: &str, with_parentheses: &str) {
    let read = |text| parse_expression(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read(text), read(with_parentheses), "{text}");
}

#[track_caller]
fn check_error(text: &str, line: usize, column: usize, message: &str) {
    let error = parse(text).expect_err(text);
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[track_caller]
fn check_value(text: &str, printed: &str) {
    let tree = parse_expression(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print_expression(&tree, &Dialect::standard()), printed, "{text}");
}

#[test]
fn operators_bind_as_the_opencypher_grammar_says() {
    check_same("a OR b XOR c AND NOT d = e", "a OR (b XOR (c AND (NOT (d = e))))");
    check_same("a = b + c IN d + e", "a = ((b + c) IN (d + e))");
    check_same("a + b * c ^ -d", "a + (b * (c ^ (-d)))");
    check_same("-a.b[0] ^ c", "(-((a.b)[0])) ^ c");
    check_same("a ^ b ^ c", "(a ^ b) ^ c");
    check_same("a IS NULL = b IS NOT NULL", "(a IS NULL) = (b IS NOT NULL)");
    check_same("a STARTS WITH b + c AND d", "(a STARTS WITH (b + c)) AND d");
    check_same("NOT a IN b", "NOT (a IN b)");
    check_same("- 5 ^ 2", "(-5) ^ 2");
    check_same("-5[0]", "-(5[0])");
    check_same("n:A AND m:B|C", "(n:A) AND (m:(B|C))");
}

#[test]
fn literals_are_read_in_every_notation() {
    check_value("0x1F", "31");
    check_value("0o17", "15");
    check_value("-0x8000000000000000", "-9223372036854775808");
    check_value("1E3", "1000.0");
    check_value(".5e-1", "0.05");
    check_value("\"it's\"", "'it\\'s'");
    check_value(r"'\u00e9\uD83D\uDE00\U0001F600\n'", r"'é😀😀\n'");
    check_value("TRUE and Null", "true AND null");
}

#[test]
fn comments_and_white_space_separate_tokens() {
    let tree = parse("/* a */ MATCH // b\n(n)\u{a0}RETURN/**/n;").unwrap();
    assert_eq!(print(&tree, &Dialect::standard()), "MATCH (n) RETURN n");
}

#[test]
fn keywords_are_names_where_only_a_name_can_stand() {
    let text = "MATCH (n:Match {order: 1})-[:IN]->() RETURN n.end, count(n) AS count, {limit: 1}";
    let printed = "MATCH (n:`Match` {`order`: 1})-[:`IN`]->() RETURN n.`end`, count(n) AS `count`, {`limit`: 1}";
    assert_eq!(print(&parse(text).unwrap(), &Dialect::standard()), printed);
}

#[test]
fn a_subquery_of_one_match_is_a_pattern_subquery() {
    assert_eq!(parse("RETURN EXISTS { (a)-->(b) }"), parse("RETURN EXISTS { MATCH (a)-->(b) }"));
}

#[test]
fn errors_name_place_and_expectation() {
    check_error("RETURN 1 +", 1, 11, "the text ends too early, expected an expression");
    check_error("MATCH (n)\n  RETRUN n", 2, 3, "unexpected `RETRUN`");
    check_error("RETURN 'abc", 1, 8, "this string is never closed");
    check_error("RETURN (1", 1, 8, "this bracket is never closed");
    check_error("RETURN 1)", 1, 9, "this bracket closes nothing");
    check_error("RETURN 9223372036854775808", 1, 8, "does not fit in 64 bits");
    check_error("RETURN 1e999", 1, 8, "too large");
    check_error("RETURN 0x", 1, 8, "is no number");
    check_error("RETURN 12a", 1, 10, "a name cannot follow");
    check_error("RETURN 'a\\x'", 1, 10, "unknown escape");
    check_error("MATCH (a)-[r](b) RETURN a", 1, 10, "unexpected `-`");
    check_error("SET a + b = 1", 1, 5, "this cannot be set");
    check_error("", 1, 1, "expected a clause");
    check_error("RETURN ?", 1, 8, "has no meaning here");
}

#[test]
fn an_error_is_shown_with_its_line_and_a_caret() {
    let error = parse("RETURN 1,\n\té + ?").unwrap_err().to_string();
    assert_eq!(error, "line 2, column 6: the character '?' has no meaning here\n    \té + ?\n    \t    ^");
}

#[test]
fn nesting_beyond_the_limit_is_an_error_and_no_overflow() {
    let many = 100_000;
    let deep = [
        format!("RETURN {}1{}", "(".repeat(many), ")".repeat(many)),
        format!("RETURN {}1{}", "[".repeat(many), "]".repeat(many)),
        format!("RETURN {}1{}", "{a:".repeat(many), "}".repeat(many)),
        format!("RETURN {}1", "NOT ".repeat(many)),
        format!("RETURN {}x", "-".repeat(many)),
        format!("RETURN 1{}", " + 1".repeat(many)),
        format!("RETURN x{}", ".k".repeat(many)),
        format!("RETURN x{}", "[0]".repeat(many)),
        format!("MATCH (a:{}A) RETURN a", "!".repeat(many)),
        format!("MATCH (a:A{}) RETURN a", "|A".repeat(many)),
        format!("MATCH {}(a){} RETURN a", "(".repeat(many), ")+".repeat(many)),
        format!("RETURN {}1{}", "EXISTS { MATCH (a WHERE ".repeat(many), ") }".repeat(many)),
        format!("{}RETURN 1{}", "CALL { ".repeat(many), " }".repeat(many)),
        format!("{}SET x.k = 1{}", "FOREACH (x IN y | ".repeat(many), ")".repeat(many)),
        format!("RETURN {}1{}", "CASE WHEN ".repeat(many), " THEN 1 END".repeat(many)),
    ];
    for text in deep {
        let error = parse(&text).unwrap_err();
        assert!(error.message.contains("levels"), "{error}");
    }
}

#[test]
fn nesting_up_to_the_limit_fits_a_small_stack() {
    let many = NESTING_LIMIT - 10;
    let texts = [
        format!("RETURN {}1{}", "(1 + ".repeat(many), ")".repeat(many)),
        format!("RETURN {}true{}", "EXISTS { MATCH (a WHERE ".repeat(many / 2), ") }".repeat(many / 2)),
        format!("{}RETURN 1{}", "CALL { ".repeat(many), " }".repeat(many)),
        format!("RETURN 1{}", " + 1".repeat(HEIGHT_LIMIT - 10)),
    ];
    let round_trip = move || {
        for text in texts {
            let tree = parse(&text).unwrap_or_else(|error| panic!("{error}"));
            assert!(parse(&print(&tree, &Dialect::standard())).is_ok_and(|again| again == tree));
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(round_trip).unwrap().join().unwrap();
}

#[test]
fn a_statement_may_begin_with_values_of_parameters() {
    let parameters = |text: &str| match parse(text) {
        Ok(Statement::Query(query)) => query.parameters.len(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(parameters("CYPHER a = 1 b=-2.5 c = ['x', {k: null}] MATCH (n) RETURN $a"), 3);
    assert_eq!(parameters("cypher `a b`=null {RETURN $`a b`}"), 1);
    assert_eq!(parameters("CYPHER a = -1 {RETURN $a}"), 1);
    assert_eq!(parameters("RETURN 1"), 0);
    assert!(parse("CYPHER a = 1 + 1 RETURN $a").is_err());
    assert!(parse("CYPHER a = [n.k] RETURN $a").is_err());
    assert!(parse("CYPHER runtime=slotted RETURN 1").is_err(), "switches are none of the language");
    assert_eq!(given("CYPHER runtime=slotted RETURN 1"), None);
    let behind = given("CYPHER a = 1 CYPHER runtime=slotted RETURN $a").map(|(given, behind)| (given.len(), behind));
    assert_eq!(behind, Some((1, "CYPHER runtime=slotted RETURN $a")));
}
