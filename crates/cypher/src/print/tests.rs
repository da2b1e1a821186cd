use super::*;
use crate::ast::*;
use crate::build::*;
use crate::dialect::{IndexForm, IndexNames};
use crate::parse::parse;

/// Parses `text` and prints it in the dialect.
#[track_caller]
fn check_in(dialect: &Dialect, text: &str, printed: &str) {
    let tree = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print(&tree, dialect), printed);
}

#[track_caller]
fn check(text: &str, printed: &str) {
    check_in(&Dialect::standard(), text, printed);
}

#[track_caller]
fn check_expression(tree: Expression, printed: &str) {
    assert_eq!(print_expression(&tree, &Dialect::standard()), printed);
}

fn guarded() -> Dialect {
    let mut dialect = Dialect::standard();
    dialect.printing.parentheses = Parentheses::Guarded;
    dialect
}

#[test]
fn only_the_parentheses_that_precedence_needs_are_written() {
    check("RETURN ((((a) + (b)) + c) * (d))", "RETURN (a + b + c) * d");
    check("RETURN a + (b + c), (a ^ b) ^ c, a ^ (b ^ c)", "RETURN a + (b + c), a ^ b ^ c, a ^ (b ^ c)");
    check("RETURN (NOT (a = b)) AND (c OR d)", "RETURN NOT a = b AND (c OR d)");
    check("RETURN (a + b) IN (c + d), a + (b IN c)", "RETURN a + b IN c + d, a + (b IN c)");
    check("RETURN (a = b) = c, a = b = c", "RETURN (a = b) = c, a = b = c");
    check("RETURN (a + b).k, (-a)[0], -(a[0])", "RETURN (a + b).k, (-a)[0], -a[0]");
    check("RETURN NOT (NOT a), -(-a), -(+a)", "RETURN NOT NOT a, -(-a), -(+a)");
}

#[test]
fn a_guarded_dialect_gets_parentheses_where_grammars_disagree() {
    let dialect = guarded();
    check_in(&dialect, "RETURN a + b IN c + d", "RETURN (a + b) IN (c + d)");
    check_in(&dialect, "RETURN -1 IS NULL, a.b IS NULL", "RETURN (-1) IS NULL, a.b IS NULL");
    check_in(&dialect, "RETURN a IN b[0], a IN b[0].c, a IN b.c", "RETURN a IN (b[0]), a IN (b[0].c), a IN b.c");
    check_in(&dialect, "RETURN a = b IS NULL", "RETURN a = (b IS NULL)");
    check_in(&dialect, "RETURN a ^ b ^ c", "RETURN (a ^ b) ^ c");
    check_in(&dialect, "RETURN NOT a IN b AND c", "RETURN NOT a IN b AND c");
}

#[test]
fn numbers_read_back_as_the_same_bits_and_floats_look_like_floats() {
    let float = |value| Expression::Literal(Literal::Float(value));
    check_expression(float(1.0), "1.0");
    check_expression(float(-0.0), "-0.0");
    check_expression(float(1e300), "1.0e300");
    check_expression(float(1.5e-300), "1.5e-300");
    check_expression(float(0.1 + 0.2), "0.30000000000000004");
    check_expression(float(f64::NAN), "(0.0 / 0.0)");
    check_expression(float(f64::NEG_INFINITY), "(-1.0 / 0.0)");
    check_expression(integer(i64::MIN), "-9223372036854775808");
    let mut dialect = Dialect::standard();
    dialect.values.least_integer_literal = false;
    assert_eq!(print_expression(&integer(i64::MIN), &dialect), "(-9223372036854775807 - 1)");
}

#[test]
fn a_negated_number_is_kept_apart_from_a_negative_number() {
    let negated = |inner| Expression::Unary(UnaryOperator::Minus, Box::new(inner));
    check_expression(integer(-5), "-5");
    check_expression(negated(integer(5)), "-(5)");
    check_expression(negated(integer(-5)), "-(-5)");
    check_expression(binary(BinaryOperator::Power, integer(-3), integer(-2)), "-3 ^ -2");
    check_expression(Expression::Property(Box::new(integer(-5)), "k".into()), "(-5).k");
}

#[test]
fn strings_and_names_are_escaped() {
    check_expression(string("it's \\ \n\t\u{8}\u{0}é😀"), "'it\\'s \\\\ \\n\\t\\b\\u0000é😀'");
    check_expression(string("\u{202e}a\u{2028}\u{9b}é\u{feff}"), r"'\u202ea\u2028\u009bé\ufeff'");
    check_expression(property("a b", "k`k"), "`a b`.`k``k`");
    check_expression(variable("match"), "`match`");
    check_expression(call("count", vec![variable("count")]), "count(`count`)");
    check_expression(call("duration.between", vec![]), "duration.between()");
    check_expression(call("all", vec![null()]), "`all`(null)");
}

#[test]
fn a_list_that_would_read_as_a_comprehension_is_written_otherwise() {
    let membership = binary(BinaryOperator::In, variable("x"), variable("xs"));
    check_expression(Expression::List(vec![membership.clone()]), "[(x IN xs)]");
    let disjunction = binary(BinaryOperator::Or, membership, boolean(true));
    check_expression(Expression::List(vec![disjunction]), "[(x IN xs OR true)]");
}

#[test]
fn patterns_are_written_in_their_shortest_form() {
    check("MATCH (a)-[]->()<-[]-(b)-[]-(c) RETURN 1", "MATCH (a)-->()<--(b)--(c) RETURN 1");
    check("MATCH (a:A:B {k:1})-[r:T|:S*1..]->($p) RETURN 1", "MATCH (a:A:B {k: 1})-[r:T|S*1..]->($p) RETURN 1");
    check("MATCH (a:(A|B)&!C&%) RETURN a:(A|B)", "MATCH (a:(A|B)&!C&%) RETURN a:(A|B)");
    check("MATCH p=shortestPath((a)-[*..3]-(b)) RETURN 1", "MATCH p = shortestPath((a)-[*..3]-(b)) RETURN 1");
    check("MATCH (a WHERE a.k>1)-[*2..2]-(WHERE true) RETURN 1", "MATCH (a WHERE a.k > 1)-[*2]-(WHERE true) RETURN 1");
    check("MATCH ALL SHORTEST (a)-->+(b) RETURN 1", "MATCH ALL SHORTEST (a) (()-->())+ (b) RETURN 1");
    check(
        "MATCH ((a)-->(b) WHERE a.k = b.k){1,3}(c) ((x))* (y) RETURN 1",
        "MATCH ((a)-->(b) WHERE a.k = b.k){1,3} (c) ((x))* (y) RETURN 1",
    );
    check("MATCH all trail paths (a)-->(b) RETURN 1", "MATCH TRAIL (a)-->(b) RETURN 1");
    check(
        "MATCH p = SHORTEST ACYCLIC PATHS GROUPS (a)-->(b) RETURN 1",
        "MATCH p = SHORTEST 1 ACYCLIC GROUPS (a)-->(b) RETURN 1",
    );
    check(
        "MATCH (seek:A) using text index SEEK seek:A(k,l) USING INDEX seek:A(k) USING JOIN ON seek,b WHERE true RETURN 1",
        "MATCH (seek:A) USING TEXT INDEX SEEK seek:A(k, l) USING INDEX seek:A(k) USING JOIN ON seek, b WHERE true RETURN 1",
    );
    check("MATCH (a) WHERE NOT ((a)-->()) RETURN 1", "MATCH (a) WHERE NOT (a)-->() RETURN 1");
}

#[test]
fn clauses_are_written_in_capitals_on_one_line() {
    for text in [
        "OPTIONAL MATCH (a), (b) WHERE a.k = b.k RETURN DISTINCT *, a AS b ORDER BY a DESC, b SKIP 1 LIMIT 2",
        "UNWIND [1, 2] AS x WITH x WHERE x > 1 RETURN x UNION ALL RETURN 1 AS x UNION RETURN 2 AS x",
        "CALL db.labels() YIELD label AS l WHERE l = 'A' RETURN l",
        "OPTIONAL CALL (*) { RETURN 1 AS x } CALL (a, b) { RETURN 2 AS y } CALL { RETURN 3 AS z } RETURN x",
        "WITH a, count(*) AS c GROUP BY a, `all`, a.k + 1 ORDER BY c RETURN DISTINCT *, sum(c) AS s GROUP BY ALL",
        "WITH 1 AS x GROUP BY `all` RETURN count(*) AS c GROUP BY () LIMIT 1",
        "CALL (a) { RETURN 1 AS x } IN TRANSACTIONS OF 2 ROWS ON ERROR CONTINUE REPORT STATUS AS s RETURN s",
        "CALL { RETURN 1 AS x } IN CONCURRENT TRANSACTIONS ON ERROR RETRY FOR 2.5 SECONDS THEN BREAK RETURN x",
        "CALL { RETURN 1 AS x } IN concurrent CONCURRENT TRANSACTIONS ON ERROR RETRY RETURN x",
        "CREATE (a:A {k: 1})-[:T]->(b) MERGE (c) ON CREATE SET c.k = 1 ON MATCH SET c += {k: 2}, c:A:B",
        "MATCH (a) SET a = {}, (CASE WHEN true THEN a END).k = 1 REMOVE a.k, a:A DETACH DELETE a, b DELETE c",
        "FOREACH (x IN [1] | CREATE (:A {k: x}) FOREACH (y IN xs | SET y.k = 1))",
        "RETURN EXISTS { MATCH (a) WHERE true }, COUNT { MATCH (a) RETURN a }, COLLECT { RETURN 1 AS x }",
        "RETURN [x IN xs WHERE x:A | x.k], [p = (a)-->(b) WHERE true | p], all(x IN xs WHERE x), reduce(s = 0, x IN xs | s + x)",
        "RETURN a {.k, .*, v: 1, b}, CASE a WHEN 1 THEN 2 ELSE 3 END, xs[1..], xs[..2], xs[..], $p, $1",
    ] {
        check(text, text);
    }
}

#[test]
fn what_stands_behind_transactions_is_written_in_one_order() {
    check(
        "CALL {CREATE ()} IN 2 CONCURRENT TRANSACTIONS REPORT STATUS AS s ON ERROR RETRY 1 SEC THEN FAIL OF 1 ROW",
        "CALL { CREATE () } IN 2 CONCURRENT TRANSACTIONS OF 1 ROWS ON ERROR RETRY FOR 1 SECONDS THEN FAIL REPORT STATUS AS s",
    );
    check("RETURN 1 AS x GROUP BY all(y IN [1] WHERE y), (z)", "RETURN 1 AS x GROUP BY all(y IN [1] WHERE y), z");
}

#[test]
fn schema_commands_take_the_form_of_the_target() {
    let standard = Dialect::standard();
    let mut other = Dialect::standard();
    other.printing.index_names = IndexNames::Never;
    other.printing.index_form = IndexForm::OnLabel;
    other.printing.text_index = "FULLTEXT".into();
    let mut named = Dialect::standard();
    named.printing.index_names = IndexNames::Required;
    let text = "CREATE INDEX i IF NOT EXISTS FOR (n:L) ON (n.a, n.b)";
    check_in(&standard, text, "CREATE INDEX i IF NOT EXISTS FOR (e:L) ON (e.a, e.b)");
    check_in(&other, "CREATE INDEX i FOR (n:L) ON (n.a)", "CREATE INDEX ON :L(a)");
    check_in(&other, "CREATE TEXT INDEX FOR (n:L) ON (n.a)", "CREATE FULLTEXT INDEX FOR (e:L) ON (e.a)");
    check_in(&named, "CREATE INDEX FOR ()-[r:T]-() ON (r.a)", "CREATE INDEX range_of_T_a FOR ()-[e:T]-() ON (e.a)");
    check_in(
        &named,
        "CREATE CONSTRAINT ON (n:L) ASSERT n.a IS UNIQUE",
        "CREATE CONSTRAINT unique_L_a FOR (e:L) REQUIRE e.a IS UNIQUE",
    );
    check_in(&named, "DROP INDEX ON :L(a)", "DROP INDEX range_L_a");
    check_in(
        &named,
        "DROP CONSTRAINT IF EXISTS FOR (n:L) REQUIRE n.a IS UNIQUE",
        "DROP CONSTRAINT unique_L_a IF EXISTS",
    );
    check_in(&standard, "DROP INDEX ON :L(a)", "DROP INDEX FOR (e:L) ON (e.a)");
    check_in(&standard, "drop constraint c if exists;", "DROP CONSTRAINT c IF EXISTS");
}

#[test]
fn lines_break_at_the_clauses_of_the_outermost_query_only() {
    let tree = parse("MATCH (a) CALL { MATCH (b) RETURN b } RETURN a UNION RETURN 1 AS a").unwrap();
    let lines = print_lines(&tree, &Dialect::standard());
    assert_eq!(lines, "MATCH (a)\nCALL { MATCH (b) RETURN b }\nRETURN a\nUNION\nRETURN 1 AS a");
}
