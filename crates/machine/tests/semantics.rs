//! The semantics of steps on the graph `modern`, each with the version in which it holds.

use crate::support::{modern, values};
use graphlance_gremlin::Version;

const LATEST: Version = Version::V38;

#[track_caller]
fn check(query: &str, expected: &str) {
    check_in(LATEST, query, expected);
}

#[track_caller]
fn check_in(version: Version, query: &str, expected: &str) {
    assert_eq!(values(query, &modern(), version), expected, "{query} in {version}");
}

#[test]
fn both_meets_a_loop_twice() {
    let graph = modern();
    let looped =
        "g.addV('a').as('a').addE('self').from('a').to('a').inV().union(__.both(), __.bothE(), __.out()).count()";
    assert_eq!(values(looped, &graph, LATEST), "5");
}

#[test]
fn steps_walk_and_return_without_remembering_edges() {
    check("g.V(1).out().in().count()", "5");
    check("g.V(1).outE('created').inV().values('name')", "lop");
    check("g.V(1).outE('created').otherV().values('name')", "lop");
    check("g.V(1).as('a').out('created').in('created').where(P.neq('a')).values('name')", "josh, peter");
    check("g.V(1).out('created').in('created').simplePath().values('name')", "josh, peter");
    check("g.V(1).out('created').in('created').cyclicPath().values('name')", "marko");
    check("g.V(1).outE().otherV().path().from('x')", "Argument: no object of the path has the label x");
}

#[test]
fn an_unproductive_by_filters() {
    check("g.V().order().by('age').values('name')", "vadas, marko, josh, peter");
    check("g.V().project('n', 'a').by('name').by('age').count()", "6");
    check("g.V(3).project('n', 'a').by('name').by('age')", "{n=lop}");
    check("g.V().out().path().by('age').count()", "2");
    check("g.V().dedup().by('age').count()", "4");
    check("g.V().groupCount().by('age').unfold().count()", "4");
}

#[test]
fn reducing_nothing_gives_zero_or_nothing() {
    check("g.V(99).count()", "0");
    check("g.V(99).values('age').sum()", "");
    check("g.V(99).fold()", "[]");
    check("g.V(99).group()", "{}");
    check("g.inject(1, null, 2).sum()", "3");
    check("g.inject(1, null, 2).mean()", "1.5");
    check("g.inject(null, null).max()", "null");
}

#[test]
fn numbers_have_the_widest_type_that_goes_in() {
    check("g.inject(1b, 2s).sum().is(P.typeOf(GType.SHORT))", "3");
    check("g.inject(100b, 100b).sum().is(P.typeOf(GType.SHORT))", "200");
    check_in(Version::V37, "g.inject(1, 2).sum().count()", "1");
    check("g.inject([2147483647, 1]).sum(Scope.local)", "2147483648");
    // As TinkerGraph 3.6.2 and 3.7.5 answer.
    check_in(Version::V37, "g.inject([2147483647, 1]).sum(Scope.local)", "-2147483648");
    check_in(Version::V37, "g.inject([100b, 100b]).sum(Scope.local)", "-56");
    check_in(Version::V37, "g.inject([2147483647, 1]).mean(Scope.local)", "-1.073741824E9");
    check_in(Version::V37, "g.inject(2147483647, 1).sum()", "2147483648");
    check_in(Version::V37, "g.inject(['x']).sum(Scope.local)", "Type: arithmetic does not take a string");
    check("g.inject(9223372036854775807L, 1L).sum()", "Arithmetic: long overflow");
    check_in(Version::V37, "g.inject(9223372036854775807L, 1L).sum()", "-9223372036854775808");
    check("g.inject(1, 2.5d).max()", "2.5");
    check("g.inject(1, 'a').max()", "Type: a int and a string have no order");
}

#[test]
fn equality_ignores_types_and_equivalence_does_not() {
    check("g.inject(1, 1L, 1.0d).dedup().count()", "3");
    check("g.inject(1, 1L, 1.0d).is(1).count()", "3");
    check("g.inject(1).is(P.within(1L, 2L))", "1");
    check("g.inject(NaN, NaN).dedup().count()", "1");
    check("g.inject(NaN).is(P.eq(NaN)).count()", "0");
}

#[test]
fn what_cannot_be_compared_is_false_or_a_third_truth_value() {
    check("g.inject('a').is(P.gt(1)).count()", "0");
    check("g.inject('a').not(__.is(P.gt(1))).count()", "1");
    check_in(Version::V37, "g.inject('a').not(__.is(P.gt(1))).count()", "0");
    check("g.inject(NaN).is(P.not(P.lt(1))).count()", "1");
    check_in(Version::V37, "g.inject(NaN).is(P.not(P.lt(1))).count()", "0");
    check_in(Version::V37, "g.inject(NaN).or(__.is(P.lt(1)), __.identity()).count()", "1");
    check_in(Version::V37, "g.inject(NaN).and(__.is(P.lt(1)), __.is('a')).count()", "0");
}

#[test]
fn any_two_values_have_an_order() {
    check("g.inject('b', 1, null, true, NaN, [1], 'a', -1.5d).order()", "null, true, -1.5, 1, NaN, a, b, [1]");
    check("g.inject(1, 2, 3).order().by(Order.desc)", "3, 2, 1");
}

#[test]
fn repeat_asks_before_or_behind_its_body() {
    check("g.V(1).repeat(__.out()).times(2).values('name')", "ripple, lop");
    check("g.V(1).repeat(__.out()).emit().values('name')", "vadas, josh, lop, ripple, lop");
    check("g.V(1).emit().repeat(__.out()).times(1).values('name')", "marko, vadas, josh, lop");
    check("g.V(1).until(__.hasLabel('person')).repeat(__.out()).values('name')", "marko");
    check("g.V(1).repeat(__.out()).until(__.hasLabel('software')).values('name')", "lop, ripple, lop");
    check("g.V(1).repeat(__.out()).emit().loops()", "0, 0, 0, 0, 0");
    check("g.V(1).repeat(__.out()).until(__.loops().is(2)).values('name')", "ripple, lop");
}

#[test]
fn limits_in_repeat_count_by_rounds_since_3_8() {
    let query = "g.V().repeat(__.both().limit(2)).times(2).count()";
    check(query, "2");
    check_in(Version::V37, query, "0");
}

#[test]
fn choose_takes_the_first_way_and_lets_through_what_has_none_since_3_8() {
    let query = "g.V().hasLabel('person').choose(__.values('age')).option(P.gt(28), __.constant('a')).option(P.gt(30), __.constant('b'))";
    check(query, "a, v[2], a, a");
    check_in(Version::V37, query, "a, a, b, a, b");
    check("g.V(3).choose(__.values('age')).option(1, __.constant('x'))", "v[3]");
    check("g.V(3).choose(__.values('age')).option(Pick.unproductive, __.constant('x'))", "x");
    check_in(
        Version::V37,
        "g.V(3).choose(__.values('age')).option(1, __.constant('x'))",
        "Argument: the choice of a branch gives nothing",
    );
    check("g.V(1, 3).choose(__.hasLabel('person'), __.constant('p'), __.constant('s'))", "p, s");
}

#[test]
fn a_local_range_is_a_collection_since_3_8() {
    check("g.inject([1, 2, 3]).limit(Scope.local, 1)", "[1]");
    check_in(Version::V37, "g.inject([1, 2, 3]).limit(Scope.local, 1)", "1");
    check("g.inject([1]).range(Scope.local, 5, 6)", "[]");
    check_in(Version::V37, "g.inject([1]).range(Scope.local, 5, 6)", "");
    check("g.inject([1, 2, 3]).tail(Scope.local, 2)", "[2, 3]");
}

#[test]
fn local_works_on_each_object_of_a_bulk_since_3_8() {
    let query = "g.inject(1, 1, 1).barrier().local(__.count())";
    check(query, "1, 1, 1");
    check_in(Version::V37, query, "3");
}

#[test]
fn aggregate_waits_and_store_does_not() {
    check("g.V().aggregate('x').limit(1).cap('x').count(Scope.local)", "6");
    // A limit looks at one more before it ends.
    check("g.V().local(__.aggregate('x')).limit(1).cap('x').count(Scope.local)", "2");
    check_in(Version::V37, "g.V().store('x').limit(1).cap('x').count(Scope.local)", "2");
    check("g.V(1).aggregate('x').out().where(P.without('x')).values('name')", "vadas, josh, lop");
    check("g.V().groupCount('x').by(T.label).limit(1).cap('x')", "{person=4, software=2}");
    check_in(Version::V37, "g.V().groupCount('x').by(T.label).limit(1).cap('x')", "{person=2}");
}

#[test]
fn groups_have_lists_or_what_their_values_reduce_to() {
    check("g.V().group().by(T.label).by('name')", "{person=[marko, vadas, josh, peter], software=[lop, ripple]}");
    check("g.V().group().by(T.label).by(__.count())", "{person=4, software=2}");
    check("g.V().group().by(T.label).by(__.values('age').sum())", "{person=123}");
    check("g.V().group().by(T.label).by(__.values('age').order().fold())", "{person=[27, 29, 32, 35], software=[]}");
    check_in(
        Version::V37,
        "g.V().group().by(T.label).by(__.values('age').order().fold())",
        "{person=[27, 29, 32, 35]}",
    );
}

#[test]
fn select_looks_in_the_map_then_aside_then_in_the_path() {
    check("g.V(1).as('a').out().as('a').select(Pop.all, 'a').count(Scope.local)", "2, 2, 2");
    check("g.V(1).as('a').out('created').as('b').select('a', 'b').by('name')", "{a=marko, b=lop}");
    check("g.V(1).as('a').select('b')", "");
    check("g.inject(['a': 1]).as('a').select('a')", "1");
    check("g.withSideEffect('a', 7).V(1).as('a').select('a')", "7");
}

#[test]
fn match_solves_patterns_in_any_order() {
    check(
        "g.V().match(__.as('a').out('created').as('b'), __.as('b').in('created').as('c'), __.where('a', P.neq('c'))).\
         select('a', 'c').by('name').order().by(__.select('a')).by(__.select('c')).select(Column.values)",
        "[josh, marko], [josh, peter], [marko, josh], [marko, peter], [peter, josh], [peter, marko]",
    );
    check("g.V().match(__.as('a').out('knows').count().as('n')).select('n').sum()", "2");
    check("g.V().match(__.as('a').not(__.out())).count()", "3");
}

#[test]
fn sacks_split_and_merge() {
    check("g.withSack(0).V(1).outE().sack(Operator.sum).by('weight').inV().sack()", "0.5, 1.0, 0.4");
    check("g.withSack(1, Operator.sum).V(1, 2).constant('x').barrier().sack()", "2, 2");
    check("g.withSack(1, Operator.sum).withBulk(false).V(1, 2).constant('x').barrier().sack()", "2");
}

#[test]
fn texts_and_dates_are_those_of_java() {
    check("g.inject(1.0d, 1e10d, null).order().asString()", "Argument: null is no text");
    check_in(Version::V37, "g.inject(null).asString()", "null");
    check("g.inject('abc').substring(1, -1)", "b");
    check("g.inject('a,b').split(',')", "[a, b]");
    check("g.inject('ab').split('')", "[a, b]");
    check("g.inject('2020-02-28').asDate().dateAdd(DT.day, 2)", "2020-03-01T00:00Z");
    check("g.inject(datetime('2020-01-02')).dateDiff(datetime('2020-01-01'))", "86400000");
    check_in(Version::V37, "g.inject(datetime('2020-01-02')).dateDiff(datetime('2020-01-01'))", "86400");
    check("g.V(1).format('%{name} is %{age}, %{_}').by(__.constant('x'))", "marko is 29, x");
    check("g.inject('3.5').asNumber(GType.INT)", "3");
    check("g.inject(128).asNumber(GType.BYTE)", "Arithmetic: a int does not fit into byte: 128");
    check("g.V(1).math('_ * 2 + 1').by('age')", "59.0");
}

#[test]
fn what_writes_changes_the_graph_at_once() {
    check("g.addV('a').property('x', 1).property(Cardinality.list, 'x', 2).values('x')", "1, 2");
    check("g.addV('a').property('x', 1).property(Cardinality.single, 'x', 2).values('x')", "2");
    check(
        "g.addV('a').property(Cardinality.set, 'x', 1).property(Cardinality.set, 'x', 1).properties('x').count()",
        "1",
    );
    check("g.V(1).property('name', null).values('name').count()", "0");
    check("g.V(1).property(T.id, 9)", "Argument: a token is no key, or not this one");
    check("g.V(1).drop().V().count()", "0");
    check("g.inject(-0.0002520690974336998d).is(P.lt(1n)).count()", "1");
    check("g.inject(-0.0002520690974336998d).is(P.gte(1n)).count()", "0");
    check("g.V(1).sideEffect(__.drop()).V().count()", "5");
    check("g.addV('a').property(T.id, 1)", "Argument: there is an element with the identity Integer(1) already");
    check("g.addE('a').from(__.V(1)).to(__.V(99))", "State: an end of an edge is nothing");
}

#[test]
fn merging_finds_or_makes() {
    check("g.mergeV([(T.label): 'person', 'name': 'marko']).id()", "1");
    check("g.mergeV(['name': 'x']).option(Merge.onCreate, ['age': 1]).valueMap()", "{age=[1], name=[x]}");
    check("g.mergeV(['name': 'marko']).option(Merge.onMatch, ['age': 1]).values('age')", "1");
    check(
        "g.mergeV(['name': 'marko']).option(Merge.onCreate, ['name': 'x'])",
        "Argument: onCreate has another value than what the merge looks for",
    );
    check("g.mergeE([(Direction.OUT): 1, (Direction.IN): 2, (T.label): 'knows']).id()", "7");
    check("g.mergeE([(Direction.OUT): 2, (Direction.IN): 1, (T.label): 'knows']).outV().id()", "2");
    check("g.mergeE([(T.label): 'likes'])", "Argument: an edge that is made has two ends");
}

#[test]
fn and_and_or_may_stand_between_steps() {
    check("g.V().has('age', P.gt(30)).or().has('name', 'lop').values('name')", "v[3], v[4], v[6]");
    check("g.V().where(__.has('age').and().out('created')).values('name')", "marko, josh, peter");
}
