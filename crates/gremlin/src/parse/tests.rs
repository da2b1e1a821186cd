use super::*;
use crate::print::{print, print_traversal};

/// Parses a statement and compares its canonical text, which must read back as the same tree.
#[track_caller]
fn check(text: &str, printed: &str) {
    let tree = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print(&tree), printed, "{text}");
    assert_eq!(parse(printed), Ok(tree), "{printed}");
}

/// The same of one value.
#[track_caller]
fn check_value(text: &str, printed: &str) {
    check(&format!("g.inject({text})"), &format!("g.inject({printed})"));
}

#[track_caller]
fn check_error(text: &str, line: usize, column: usize, message: &str) {
    let error = parse(text).expect_err(text);
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn a_statement_is_a_source_with_steps() {
    check("g.V()", "g.V()");
    check("g . V ( 1 , 'a' ) . out ( 'knows' ) ;", "g.V(1, \"a\").out(\"knows\")");
    check("g.withSack(1.0,sum).V().sack()", "g.withSack(1.0d, Operator.sum).V().sack()");
    check("g.V().toList()", "g.V().toList()");
    check("g.V(). // all of them\n  count()", "g.V().count()");
}

#[test]
fn literals_of_every_type_are_read() {
    check_value("1", "1");
    check_value("1i", "1");
    check_value("3000000000", "3000000000L");
    check_value("9223372036854775808", "9223372036854775808n");
    check_value("-5b, 5S, +5, -5L, 5n", "-5b, 5s, 5, -5L, 5n");
    check_value("0x1F, 017, 1_000", "31, 15, 1000");
    check_value("1.5, 1f, 1e3, 1.50m, -0.0", "1.5d, 1.0f, 1000.0d, 1.50m, -0.0d");
    check_value("NaN, Infinity, -Infinity, +Infinity", "NaN, Infinity, -Infinity, Infinity");
    check_value("true, false, null", "true, false, null");
    check_value(r#"'"', "\u00e9\uD83D\uDE00\n\101", 'a\'b'"#, r#""\"", "é😀\nA", "a'b""#);
    check_value("'a'c", "\"a\"c");
    check_value(
        "datetime('2018-03-22T00:35:44.741+16:00'), DateTime()",
        "datetime(\"2018-03-22T00:35:44.741+16:00\"), datetime()",
    );
    check_value(
        "UUID('f47af10b-58cc-4372-a567-0f02b2f3d479'), UUID()",
        "UUID(\"f47af10b-58cc-4372-a567-0f02b2f3d479\"), UUID()",
    );
}

#[test]
fn collections_hold_arguments() {
    check_value("[], [:], {}", "[], [:], {}");
    check_value("[1, [2]], {'a'}", "[1, [2]], {\"a\"}");
    check_value("1..3, 'a'..'c'", "1..3, \"a\"..\"c\"");
    check_value("[a: 1, 'b': 2, all: 3, 4: x]", "[\"a\": 1, \"b\": 2, \"all\": 3, 4: x]");
    check_value(
        "[(T.id): 1, T.label: 2, (IN): 3, ([1]): 4, {2}: 5]",
        "[(T.id): 1, (T.label): 2, (Direction.IN): 3, ([1]): 4, ({2}): 5]",
    );
    check_value("[__.out()]", "[__.out()]");
    check_value("g.V().next()", "g.V().next()");
}

#[test]
fn a_bare_word_is_what_the_step_takes_there() {
    check("g.V().order().by(desc).by(label, shuffle)", "g.V().order().by(Order.desc).by(T.label, Order.shuffle)");
    check("g.V().count(local).select(values)", "g.V().count(Scope.local).select(Column.values)");
    check("g.V().local(count(local))", "g.V().local(__.count(Scope.local))");
    check("g.V().select(all, 'a').values()", "g.V().select(Pop.all, \"a\").values()");
    check(
        "g.V().branch(id()).option(any, out()).option(none, in())",
        "g.V().branch(__.id()).option(Pick.any, __.out()).option(Pick.none, __.in())",
    );
    check("g.V().property(list, 'a', 1)", "g.V().property(Cardinality.list, \"a\", 1)");
    check("g.V().property([a: list('x')])", "g.V().property([\"a\": Cardinality.list(\"x\")])");
    check(
        "g.V().values().is(typeOf(list)).asNumber(INT)",
        "g.V().values().is(P.typeOf(GType.LIST)).asNumber(GType.INT)",
    );
    check("g.V().to(OUT, 'a').to(from)", "g.V().to(Direction.OUT, \"a\").to(Direction.OUT)");
    check("g.V().fold(0, sum).barrier(normSack)", "g.V().fold(0, Operator.sum).barrier(Barrier.normSack)");
    check("g.V(x).has('a', y)", "g.V(x).has(\"a\", y)");
    check(
        "g.V().valueMap().with(WithOptions.tokens, WithOptions.labels)",
        "g.V().valueMap().with(WithOptions.tokens, WithOptions.labels)",
    );
}

#[test]
fn predicates_are_joined_from_left_to_right() {
    check("g.V().is(gt(1).and(lt(3)).or(eq(5)).negate())", "g.V().is(P.gt(1).and(P.lt(3)).or(P.eq(5)).negate())");
    check("g.V().is(not(not(within(1,2))))", "g.V().is(P.not(P.not(P.within(1, 2))))");
    check("g.V().not(not(out()))", "g.V().not(__.not(__.out()))");
    check("g.V().is(TextP.containing('a'))", "g.V().is(TextP.containing(\"a\"))");
    check("g.V().where(without())", "g.V().where(P.without())");
}

#[test]
fn rounds_belong_to_the_repeat_in_front_or_else_to_the_next() {
    let tree = parse("g.V().repeat(out()).times(2).until(out()).repeat(in()).emit()").unwrap();
    let [_, first, second] = tree.traversal.steps.as_slice() else { panic!("{tree:?}") };
    assert_eq!((first.before.len(), first.modulators.len()), (0, 2));
    assert_eq!((second.before.len(), second.modulators.len()), (0, 1));
    let tree = parse("g.V().as('a').emit().times(2).as('b').repeat(out())").unwrap();
    let [first, second] = tree.traversal.steps.as_slice() else { panic!("{tree:?}") };
    assert_eq!((first.modulators.len(), second.before.len()), (1, 3));
    let tree = parse("g.V().times(2).out()").unwrap();
    assert_eq!(tree.traversal.steps.first().map(|step| step.modulators.len()), Some(1));
    check("g.V().match(__.as('a').out().as('b'))", "g.V().match(__.as(\"a\").out().as(\"b\"))");
}

#[test]
fn strategies_and_vertices_are_read() {
    check(
        "g.withStrategies(ReadOnlyStrategy, new SeedStrategy(seed: 1)).withoutStrategies(A, B).V()",
        "g.withStrategies(ReadOnlyStrategy, new SeedStrategy(seed: 1)).withoutStrategies(A, B).V()",
    );
    check(
        "g.addE('a').from(new Vertex(1,'x')).to(new ReferenceVertex(2,'x'))",
        "g.addE(\"a\").from(new Vertex(1, \"x\")).to(new Vertex(2, \"x\"))",
    );
}

#[test]
fn an_anonymous_traversal_stands_alone_too() {
    let tree = parse_traversal("out('a').count()").unwrap();
    assert_eq!(print_traversal(&tree), "__.out(\"a\").count()");
    assert_eq!(parse_traversal("__.out('a').count()"), Ok(tree));
    assert!(parse_traversal("g.V()").is_err());
}

#[test]
fn errors_name_place_and_expectation() {
    check_error("", 1, 1, "expected `g`");
    check_error("g", 1, 2, "expected `.` and a step");
    check_error("g.withPath()", 1, 13, "a step that begins");
    check_error("g.out()", 1, 3, "no statement begins with `out`");
    check_error("g.V().\n  ouut()", 2, 3, "there is no step `ouut`");
    check_error("g.V().withSack(1)", 1, 7, "no place for `withSack`");
    check_error("g.V().range(1)", 1, 7, "`range` takes no such arguments, expected an integer, an integer; or a Scope");
    check_error("g.V().out(1)", 1, 7, "takes no such arguments, expected strings");
    check_error("g.V().count(globl", 1, 18, "the text ends too early");
    check_error("g.V().has('a', Order.up)", 1, 22, "Order has no `up`");
    check_error("g.V().is(P.like(1))", 1, 12, "P has no test `like`");
    check_error("g.V().is(eq(1).xor(eq(2)))", 1, 16, "expected `and`, `or` or `negate`");
    check_error("g.V('abc)", 1, 5, "this string is never closed");
    check_error("g.V('a\\x')", 1, 7, "unknown escape");
    check_error("g.V(12a)", 1, 7, "`12a` is no number");
    check_error("g.V(300b)", 1, 5, "out of the range of a byte");
    check_error("g.V(1e99f)", 1, 5, "out of the range of a float");
    check_error("g.V(datetime('x'))", 1, 14, "is no date and time");
    check_error("g.V(UUID('x'))", 1, 10, "is no UUID");
    check_error("g.inject([(true): 1])", 1, 11, "this is no key of a map");
    check_error("g.inject([(1), 2])", 1, 11, "this is the key of a map");
    check_error("g.inject(g.V())", 1, 10, "a traversal from a source is no value");
    check_error("g.inject(out)", 1, 10, "unexpected `out`, expected values");
    check_error("g.V() g.V()", 1, 7, "expected the end of the text");
    check_error("g.V().next().out()", 1, 14, "expected the end of the statement");
    check_error("g.V().has('a' #)", 1, 15, "'#' has no meaning here");
}

#[test]
fn an_error_has_its_place_in_bytes() {
    let error = parse("g.V().has('é', Order.up)").unwrap_err();
    assert_eq!((error.span, error.column), (22..24, 22));
}

#[test]
fn nesting_beyond_the_limit_is_an_error_and_no_overflow() {
    let many = 100_000;
    let deep = [
        format!("g.inject({}1{})", "[".repeat(many), "]".repeat(many)),
        format!("g.inject({}1{})", "{".repeat(many), "}".repeat(many)),
        format!("g.inject({}1{})", "[a:".repeat(many), "]".repeat(many)),
        format!("g.inject({}1{})", "[(".repeat(many), "):1]".repeat(many)),
        format!("g.V().{}out(){}", "local(".repeat(many), ")".repeat(many)),
        format!("g.V().is({}eq(1){})", "not(".repeat(many), ")".repeat(many)),
        format!("g.V().is({}eq(1){})", "eq(1).and(".repeat(many), ")".repeat(many)),
        format!("g.V().is({}1{})", "P.eq(".repeat(many), ")".repeat(many)),
        format!("g.inject({}1{})", "list(".repeat(many), ")".repeat(many)),
        format!("{}1{}", "g.inject(".repeat(many), ").next()".repeat(many)),
        format!("g.addE('a').from({}1{})", "new Vertex(".repeat(many), ",'a')".repeat(many)),
    ];
    for text in deep {
        let error = parse(&text).unwrap_err();
        assert!(error.message.contains("levels"), "{error}");
        assert_eq!(error.obstacle, Obstacle::Nesting);
    }
}

#[test]
fn nesting_up_to_the_limit_fits_a_small_stack() {
    let many = NESTING_LIMIT - 10;
    let texts = [
        format!("g.inject({}1{})", "[".repeat(many), "]".repeat(many)),
        format!("g.V().{}out(){}", "local(".repeat(many), ")".repeat(many)),
        format!("g.V().is({}eq(1){})", "eq(1).and(".repeat(many), ")".repeat(many)),
        format!("{}1{}", "g.inject(".repeat(many / 2), ").next()".repeat(many / 2)),
        format!("g.V(){}", ".out()".repeat(100_000)),
        format!("g.V().is(eq(1){})", ".or(eq(1))".repeat(100_000)),
    ];
    let round_trip = move || {
        for text in texts {
            let tree = parse(&text).unwrap_or_else(|error| panic!("{error}"));
            assert!(parse(&print(&tree)).is_ok_and(|again| again == tree));
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(round_trip).unwrap().join().unwrap();
}
