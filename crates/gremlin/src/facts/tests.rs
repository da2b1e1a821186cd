use super::*;
use crate::parse;

fn facts(text: &str) -> Facts {
    facts_of(&parse(text).unwrap_or_else(|error| panic!("{error}")))
}

#[track_caller]
fn check_kinds(text: &str, expected: &str) {
    let kinds: Vec<String> = facts(text).streams.iter().map(|stream| format!("{:?}", stream.kind)).collect();
    assert_eq!(kinds.join(" "), expected, "{text}");
}

#[test]
fn what_comes_out_follows_from_the_table() {
    check_kinds("g.V().outE().inV().values('a').count()", "Vertex Edge Vertex Any Number");
    check_kinds("g.V().union(out(), outE())", "Vertex Element");
    check_kinds("g.V().choose(has('a'), label(), id())", "Vertex Any");
    check_kinds("g.V().choose(has('a'), out(), in())", "Vertex Vertex");
    check_kinds("g.V().choose(label()).option('a', outE())", "Vertex Element");
    check_kinds("g.V().repeat(out()).times(2)", "Vertex Vertex");
    check_kinds("g.V().repeat(outE().inV()).emit()", "Vertex Vertex");
    check_kinds("g.V().optional(outE())", "Vertex Element");
    check_kinds("g.V().group('a').out()", "Vertex Vertex Vertex");
    check_kinds("g.V().group()", "Vertex Map");
    check_kinds("g.inject(1, 2L).fold().dedup(local)", "Number List Set");
    check_kinds("g.inject('a', 1)", "Any");
    check_kinds("g.V().constant([1]).inject({1})", "Vertex List Any");
    check_kinds("g.V().group().select(keys)", "Vertex Map Set");
    check_kinds("g.V().map(out().count())", "Vertex Number");
}

#[track_caller]
fn check_counts(text: &str, expected: &str) {
    let counts: Vec<String> = facts(text).streams.iter().map(|stream| format!("{:?}", stream.count)).collect();
    assert_eq!(counts.join(" "), expected, "{text}");
}

#[test]
fn how_many_come_out_follows_from_what_a_step_does() {
    check_counts("g.V().count().is(gt(1))", "Many One AtMostOne");
    check_counts("g.V().values('a').sum()", "Many Many AtMostOne");
    check_counts("g.addV('a').property('k', 1).out()", "One One Many");
    check_counts("g.V().limit(1).label()", "Many AtMostOne AtMostOne");
    check_counts("g.V().fold().count(local)", "Many One One");
    check_counts("g.V().groupCount('x').cap('x')", "Many Many One");
    check_counts("g.V().drop()", "Many None");
    check_counts("g.inject(1)", "One");
}

#[track_caller]
fn check_open(text: &str, expected: &str) {
    let open: Vec<String> = facts(text).open.iter().map(|reason| format!("{reason:?}")).collect();
    assert_eq!(open.join(" "), expected, "{text}");
}

#[test]
fn what_is_open_is_known() {
    check_open("g.V().out().count()", "");
    check_open("g.V().limit(2)", "Order");
    check_open("g.V().order().by('a').limit(2)", "Ties");
    check_open("g.V().order().by(shuffle).limit(2)", "Random Order");
    check_open("g.V().count().limit(1)", "");
    check_open("g.inject(1, 2, 3).limit(2)", "");
    check_open("g.V().values('a').fold()", "Lists");
    check_open("g.V().order().by('a').fold()", "");
    check_open("g.V().map(out().limit(1))", "Order");
    check_open("g.V().limit(local, 1)", "");
    check_open("g.V().dedup().by('a')", "Representative");
    check_open("g.V().coin(0.5d).property('a', UUID())", "Random");
    check_open("g.call()", "Outside");
}

#[test]
fn names_that_are_given_and_read_are_known() {
    let facts =
        facts("g.withSideEffect('s', 1).V().as('a', 'b').aggregate('x').out().where(neq('a')).select('b', 'x').by()");
    let joined = |names: &BTreeSet<SmolStr>| names.iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(joined(&facts.labels), "a b");
    assert_eq!(joined(&facts.noted), "s x");
    assert_eq!(joined(&facts.read), "a b x");
}

#[test]
fn paths_keep_equal_objects_apart() {
    let bulked = |text: &str| facts(text).last().is_some_and(|stream| stream.bulked);
    assert!(bulked("g.V().out().barrier()"));
    assert!(!bulked("g.V().out().barrier().simplePath()"));
    assert!(!bulked("g.withBulk(false).V().out().barrier()"));
    assert!(!bulked("g.V().out().count()"));
    assert!(facts("g.V().out().map(path())").reads_path);
    assert!(!facts("g.V().out()").reads_path);
}

#[test]
fn writes_are_known_wherever_they_stand() {
    assert!(facts("g.V().sideEffect(drop())").writes);
    assert!(facts("g.mergeV([:])").writes);
    assert!(!facts("g.V().out()").writes);
    assert!(facts("g.withSack(1).V().sack()").sack);
}
