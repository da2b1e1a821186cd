use super::*;
use crate::dialect::Dialect;
use crate::parse::parse;
use crate::print::print;

/// The variables of a statement in the order of the walk.
#[track_caller]
fn check(text: &str, variables: &str) {
    let mut statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut found = Vec::new();
    walk(Part::of(&statement).unwrap(), &mut |part| {
        if let Part::Expression(Expression::Variable(name)) = part {
            found.push(name.to_string());
        }
    });
    assert_eq!(found.join(" "), variables, "{text}");
    // The mutable walk reaches the same places.
    let mut changed = Vec::new();
    for_each_expression_mut(PartMut::of(&mut statement).unwrap(), &mut |expression| {
        if let Expression::Variable(name) = expression {
            changed.push(name.to_string());
            *name = "_".into();
        }
    });
    assert_eq!(changed, found, "{text}");
    assert!(print(&statement, &Dialect::standard()).matches('_').count() >= found.len());
}

#[test]
fn every_expression_is_reached_in_the_order_of_the_text() {
    check(
        "MATCH ({k: a})-[{k: b} WHERE c]->(WHERE d), ((WHERE e)-->() WHERE f)+ (WHERE g) WHERE h RETURN i",
        "a b c d e f g h i",
    );
    check(
        "UNWIND a AS x WITH b AS y ORDER BY c SKIP d LIMIT e WHERE f RETURN *, g UNION RETURN h AS x",
        "a b c d e f g h",
    );
    check("CALL p(a) YIELD x WHERE b CALL { WITH c RETURN d AS y } RETURN e", "a b c d e");
    check(
        "MERGE ({k: a}) ON CREATE SET b.k = c, x = d SET e.k = f, x:A REMOVE g.k DELETE h CREATE ({k: i})",
        "a b c d e f g h i",
    );
    check("FOREACH (x IN a | SET b.k = c)", "a b c");
    check("RETURN a.k, b[c], d[e..f], [g], {k: h}, -i, j + k, l < m < n, o:A", "a b c d e f g h i j k l m n o");
    check(
        "RETURN CASE a WHEN b THEN c ELSE d END, f(e), [x IN f WHERE g | h], [({k: i})-->() WHERE j | k]",
        "a b c d e f g h i j k",
    );
    check("RETURN all(x IN a WHERE b), reduce(s = c, x IN d | e), f {.k, k: g, h}", "a b c d e f g");
    check("RETURN ({k: a})-->(), EXISTS { ({k: b}) WHERE c }, COUNT { RETURN d }, COLLECT { RETURN e }", "a b c d e");
}

/// The names of a statement in the order of the walk, with what they stand for.
#[track_caller]
fn names(text: &str, expected: &str) {
    let mut statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let mut found = Vec::new();
    for_each_name(Part::of(&statement).unwrap(), &mut |name, kind| found.push(format!("{kind:?} {name}")));
    assert_eq!(found.join(", "), expected, "{text}");
    let mut changed = Vec::new();
    for_each_name_mut(PartMut::of(&mut statement).unwrap(), &mut |name, kind| {
        changed.push(format!("{kind:?} {name}"));
        *name = "_".into();
    });
    assert_eq!(changed, found, "{text}");
    let mut left = 0;
    for_each_name(Part::of(&statement).unwrap(), &mut |name, _| left += usize::from(name != "_"));
    assert_eq!(left, 0, "{text}");
}

#[test]
fn every_name_is_reached_in_the_order_of_the_text() {
    names(
        "MATCH p = (a:A&!B {k: x})-[r:T|U]->(:C:D)",
        "Variable p, Variable a, Label A, Label B, Key k, Variable x, Variable r, Type T, Type U, Label C, Label D",
    );
    names(
        "MATCH (a:A)-[r:T]->(b) USING INDEX a:A(k, l) USING SCAN r:T USING JOIN ON a, b WHERE c",
        "Variable a, Label A, Variable r, Type T, Variable b, Variable a, Label A, Key k, Key l, Variable r, Type T, \
         Variable a, Variable b, Variable c",
    );
    names(
        "UNWIND l AS u CALL f() YIELD g, h AS i CALL (u) { WITH u AS v RETURN v.k }",
        "Variable l, Variable u, Variable g, Variable i, Variable u, Variable u, Variable v, Variable v, Key k",
    );
    names(
        "MERGE (a) ON CREATE SET a.k = 1, b = c, d:L:M REMOVE a.l, e:N FOREACH (i IN j | CREATE (:O))",
        "Variable a, Variable a, Key k, Variable b, Variable c, Variable d, Label L, Label M, Variable a, Key l, \
         Variable e, Label N, Variable j, Variable i, Label O",
    );
    names(
        "RETURN a:A, {k: 1}, [x IN l WHERE x | y] AS z, reduce(s = 0, e IN m | s), a {.k, l: b, c}",
        "Variable a, Label A, Key k, Variable x, Variable l, Variable x, Variable y, Variable z, Variable s, Variable e, \
         Variable m, Variable s, Variable a, Key k, Key l, Variable b, Variable c",
    );
}
