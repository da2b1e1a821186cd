//! What TinkerPop does against its documents, each with a statement that shows it, and faults, each with one that it changes.

use crate::support::modern;
use graphlance_gremlin::{Version, parse};
use graphlance_machine::quirk::Sort;
use graphlance_machine::{Options, Quirk, Quirks, evaluate, value::text};

/// The answer of a version under some quirks: its values in the order of their texts, or why there is none.
fn under(quirks: Quirks, version: Version, query: &str) -> String {
    let statement = parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    match evaluate(&statement, &modern(), &Options { version, quirks, ..Options::default() }) {
        Ok(answer) => {
            let mut values: Vec<String> = answer.values.iter().map(|value| text::text(&answer.graph, value)).collect();
            values.sort_unstable();
            values.join(", ")
        }
        Err(failure) => failure.to_string(),
    }
}

/// What a version gives by its documents, and what with a quirk.
#[track_caller]
fn check_in(version: Version, quirk: Quirk, query: &str, documented: &str, done: &str) {
    assert_eq!(under(Quirks::NONE, version, query), documented, "{query}");
    assert_eq!(under(Quirks::NONE.with(quirk), version, query), done, "{query} with {}", quirk.name());
}

#[track_caller]
fn check(quirk: Quirk, query: &str, documented: &str, done: &str) {
    check_in(Version::V38, quirk, query, documented, done);
}

#[test]
fn what_tinkerpop_does_against_its_documents_is_a_switch() {
    check(Quirk::OptionalOfNothing, "g.V(1).optional(__.count())", "1", "0, 1");
    let counts = "g.V(3).groupCount('x').by('age').cap('x')";
    check(Quirk::AsideCountsNeedKeys, counts, "{}", "Argument: the by() of groupCount() gives nothing");
    check(Quirk::MergeBeginsWithFalse, "g.mergeV([:]).as('a').select(Pop.first, 'a').is(false).count()", "0", "6");
    check(Quirk::MergeBeginsWithFalse, "g.mergeV([(T.id): 1]).path().count(local)", "1", "2");
}

#[test]
fn where_it_only_may_go_wrong_the_answer_is_open() {
    let seed = "unspecified: what a seed holds where a nested fold begins anew";
    check(Quirk::FoldSharesSeed, "g.inject(1).map(__.fold([], Operator.addAll))", "[1]", seed);
    let shared = "unspecified: what goes on behind a group whose values share its traversers";
    check(Quirk::GroupSharesTraversers, "g.V(1).group('x').by().by(__.has('age')).count()", "1", shared);
    check(Quirk::GroupSharesTraversers, "g.V(1).group('x').by().by(__.identity()).count()", "1", shared);
    let nested = "g.inject(1).group('a').by().by(__.group().by().by(__.is(1))).count()";
    check(Quirk::GroupSharesTraversers, nested, "1", shared);
    let rest = "unspecified: what a match() of which only the first is taken gives next";
    check(Quirk::MatchKeepsRest, "g.V(1).or(__.match(__.as('a').values('name', 'age'))).count()", "1", rest);
    check(Quirk::MatchKeepsRest, "g.V(1).or(__.match(__.as('a').values('name'))).count()", "1", "1");
    let leaks = "unspecified: the value of a group that order() leaves nothing of";
    check(Quirk::EmptyGroupLeaks, "g.V(1).group().by().by(__.order().by(__.is(1)).max())", "{}", leaks);
    let label = "unspecified: what stands under a label that null is given";
    check(Quirk::NullsLoseLabels, "g.inject(null).as('a').select(Pop.all, 'a')", "[null]", label);
    check(Quirk::NullsLoseLabels, "g.inject(null).choose(__.barrier().as('a'), __.constant(1)).count()", "1", label);
    let equal = "unspecified: which paths with null in them are equal";
    check(Quirk::NullsEqualInPaths, "g.inject(0, null).path().dedup().count()", "2", equal);
    check(
        Quirk::NullsEqualInPaths,
        "g.inject(0, null).constant(1).barrier().path()",
        "path[0, 1], path[null, 1]",
        equal,
    );
    check(Quirk::NullsEqualInPaths, "g.inject(0, 1).path().by(__.constant(null)).dedup().count()", "1", equal);
    check(Quirk::NullsEqualInPaths, "g.V(1).project('a').path().by('name').dedup().count()", "1", equal);
    check(Quirk::NullsEqualInPaths, "g.inject(0, null).constant(1).barrier().tree().count(Scope.local)", "2", equal);
    check(Quirk::NullsEqualInPaths, "g.inject(0, null).path().count()", "2", "2");
    let again = |step: &str| {
        format!("g.V(6).outE().as('a').outV().outE().{step}.as('a').select(Pop.all, 'a').unfold().count()")
    };
    for step in ["barrier()", "order()", "dedup()", "where(__.outV())", "limit(5)", "identity()", "has('weight')"] {
        check(Quirk::EqualLabelled, &again(step), "2", "unspecified: whether equal objects under a label are one");
    }
    let other = "g.V(6).as('a').out().dedup().as('a').select(Pop.all, 'a').unfold().count()";
    check(Quirk::EqualLabelled, other, "2", "2");
    let made = "g.V(6).outE().as('a').outV().outE().as('a').select(Pop.all, 'a').unfold().count()";
    check(Quirk::EqualLabelled, made, "2", "2");
    let stops = "unspecified: whether anything goes on behind a local range that gives nothing";
    let sorted = "unspecified: the order of values of different classes";
    check_in(Version::V35, Quirk::LocalOrderCasts, "g.V().fold().order(Scope.local)", sorted, sorted);
    check_in(Version::V37, Quirk::EmptyRangeStops, "g.inject([]).tail(Scope.local).count()", "0", stops);
    check(Quirk::EmptyRangeStops, "g.inject([]).tail(Scope.local).count()", "1", "1");
}

#[test]
fn what_a_local_traversal_that_nothing_went_into_gives_is_open() {
    let quirks = Quirks::of_tinkerpop();
    let of = |version, query| under(quirks, version, query);
    let count = |query| of(Version::V38, query);
    let open = "unspecified: what local() gives of nothing";
    assert_eq!(count("g.inject(1).is(2).optional(__.local(__.fold())).count()"), open);
    assert_eq!(count("g.inject(1).is(2).local(__.out()).count()"), "0");
    assert_eq!(count("g.inject(1).is(2).local(__.fold())"), "");
    assert_eq!(count("g.inject(1).is(2).local(__.inject(1)).count()"), open);
    assert_eq!(count("g.inject(1).is(2).local(__.fold()).count()"), open);
    assert_eq!(count("g.V(1).optional(__.local(__.count()))"), "1");
    let repeated = "g.V(1).repeat(__.local(__.count())).until(__.loops())";
    assert_eq!(of(Version::V37, repeated), open);
    assert_eq!(count(repeated), "1");
    let behind = "g.V(1).optional(__.values('none').local(__.count())).count()";
    assert_eq!(of(Version::V37, behind), open);
    assert_eq!(count("g.V(1).optional(__.values('age').local(__.count()))"), "1");
    assert_eq!(count("g.V(1).optional(__.repeat(__.local(__.count())).times(1))"), open);
}

#[test]
fn how_many_objects_a_branch_notes_in_front_of_a_limit_is_open() {
    let noted = |query| under(Quirks::NONE, Version::V36, query);
    let open = "unspecified: how many objects a branch notes or writes in front of a limit";
    assert_eq!(noted("g.V(1).union(__.store('a').limit(1).count(), __.dedup()).cap('a').count(local)"), open);
    assert_eq!(noted("g.V(1).union(__.map(__.store('a')).limit(1).count(), __.dedup()).cap('a').count(local)"), open);
    assert_eq!(noted("g.V(1).union(__.addV('x').limit(1).count(), __.dedup()).count()"), open);
    assert_eq!(noted("g.V(1).union(__.store('a').count().limit(1), __.dedup()).cap('a').count(local)"), "1");
}

#[test]
fn up_to_3_6_nobody_says_what_a_local_dedup_makes_of_what_is_no_collection() {
    let of = |version, query| under(Quirks::NONE, version, query);
    let open = "unspecified: what dedup(local) makes of what is no collection, up to 3.6";
    assert_eq!(of(Version::V36, "g.inject(1).dedup(Scope.local)"), open);
    assert_eq!(of(Version::V37, "g.inject(1).dedup(Scope.local).count(Scope.local)"), "1");
    assert_eq!(of(Version::V36, "g.inject([1, 1]).dedup(Scope.local).count(Scope.local)"), "1");
}

#[test]
fn before_3_8_what_local_makes_of_equal_objects_is_open() {
    let of = |version, query: &str| under(Quirks::of_tinkerpop(), version, query);
    let open = "unspecified: what comes out depends on an order that is open";
    for (nested, since) in [("fold()", "[a], [a]"), ("identity()", "a, a")] {
        let query = format!("g.V(1, 2).format('a').local(__.{nested})");
        assert_eq!(of(Version::V38, &query), since);
        assert_eq!(of(Version::V37, &query), if nested == "fold()" { open } else { since });
    }
}

#[test]
fn before_3_8_nobody_says_what_inject_does_in_repeat() {
    let injected = |version| under(Quirks::NONE, version, "g.V(1).repeat(__.inject(1)).times(1).count()");
    assert_eq!(injected(Version::V37), "unknown to the reference: inject() in repeat() before 3.8");
    assert!(injected(Version::V38).starts_with("Verification"), "{}", injected(Version::V38));
}

#[test]
fn up_to_3_6_an_aggregate_is_one_of_a_collection_that_holds_something() {
    let of = |version, list: &str| under(Quirks::NONE, version, &format!("g.inject({list}).max(Scope.local)"));
    let open = "unspecified: what max(local) and its like make of what is no collection, or an empty one, up to 3.6";
    for (list, since) in [("[1, 2]", "2"), ("2", "2"), ("[]", "")] {
        assert_eq!(of(Version::V37, list), since);
        assert_eq!(of(Version::V36, list), if list == "[1, 2]" { since } else { open });
    }
}

#[test]
fn no_document_says_what_null_is_unfolded_to() {
    for version in [Version::V36, Version::V37, Version::V38] {
        let unfolded = under(Quirks::NONE, version, "g.inject(null).unfold().count()");
        assert_eq!(unfolded, "unspecified: what null is unfolded to");
    }
}

#[test]
fn each_fault_changes_an_answer() {
    let shown = [
        (Quirk::HasLabelChainIsOr, "g.V().hasLabel('person').hasLabel('software').count()", "0", "6"),
        (Quirk::FilterBeforeRange, "g.inject(1, 2, 3).order().limit(1).is(P.gt(1))", "", "2"),
        (Quirk::CountDropsBy, "g.V().dedup().by(T.label).count()", "2", "6"),
        (Quirk::DedupLostBeforeFold, "g.inject(1, 1).dedup().count()", "1", "2"),
        (Quirk::EdgeFilterLost, "g.V(1).outE().has('weight', 0.4d).inV().count()", "1", "3"),
        (Quirk::CountIsExists, "g.V(1, 2).filter(__.out().count().is(0)).values('name')", "vadas", "marko"),
        (Quirk::UnrollLosesEmit, "g.V(1).repeat(__.out()).emit().times(2).count()", "5", "2"),
        (Quirk::RoundLess, "g.V(1).repeat(__.out()).times(2).count()", "2", "3"),
        (Quirk::UntilAskedFirst, "g.V(1).repeat(__.out()).until(__.hasLabel('person')).count()", "2", "1"),
        (Quirk::OptionalIsInner, "g.V(2).optional(__.out()).count()", "1", "0"),
        (Quirk::CoalesceTakesAll, "g.V(1).coalesce(__.out('knows'), __.out()).count()", "2", "5"),
        (Quirk::UnionDropsDuplicates, "g.V(1).union(__.out(), __.out()).count()", "6", "3"),
        (Quirk::LocalRunsGlobally, "g.V().local(__.count()).count()", "6", "1"),
        (Quirk::SelectTakesFirst, "g.inject(1).as('a').constant(2).as('a').select('a')", "2", "1"),
        (Quirk::OrIsAnd, "g.V().or(__.has('age'), __.has('lang')).count()", "6", "0"),
        (Quirk::SecondKeyIgnored, "g.V(1, 2).order().by(T.label).by('age').limit(1).values('name')", "vadas", OPEN),
        (Quirk::DescendingIgnored, "g.inject(1, 2).order().by(Order.desc).limit(1)", "2", "1"),
        (Quirk::TailIsLimit, "g.inject(1, 2).order().tail(1)", "2", "1"),
        (Quirk::SimplePathIsDedup, "g.V(1).out().in().simplePath().count()", "2", "3"),
        (Quirk::BothLosesLabels, "g.V(1).both('knows').count()", "2", "3"),
        (Quirk::OtherIsIn, "g.V(3).inE().otherV().dedup().count()", "3", "1"),
        (Quirk::NeqToLabelHolds, "g.V(1).as('a').out().in().where(P.neq('a')).count()", "2", "5"),
        (Quirk::BetweenIsInside, "g.inject(1, 2).is(P.between(1, 3))", "1, 2", "2"),
        (Quirk::GtIsGte, "g.inject(1, 2).is(P.gt(1))", "2", "1, 2"),
        (Quirk::WithinTakesFirst, "g.inject(1, 2).is(P.within(1, 2))", "1, 2", "1"),
        (Quirk::DedupKeepsBulk, "g.inject(1, 1).barrier().dedup().count()", "1", "2"),
        (Quirk::CountIgnoresBulk, "g.inject(1, 1).barrier().count()", "2", "1"),
        (Quirk::EmitTwice, "g.V(1).repeat(__.out()).emit().times(2).count()", "5", "8"),
        (Quirk::LoopMetOnce, "g.addV('a').as('a').addE('e').from('a').to('a').inV().both().count()", "2", "1"),
        (Quirk::FoldDropsNulls, "g.inject(1, null).fold().count(local)", "2", "1"),
        (Quirk::AggregateIgnoresBulk, "g.inject(1, 1).barrier().aggregate('x').cap('x').count(local)", "2", "1"),
        (Quirk::InLosesParallel, "g.V(1).as('a').V(3).addE('e').from('a').V(3).in().count()", "4", "3"),
        (
            Quirk::SecondRepeatLosesEmit,
            "g.V(1).repeat(__.out()).times(1).repeat(__.out()).times(2).emit().count()",
            "2",
            "0",
        ),
        (
            Quirk::SecondRepeatLosesSimplePath,
            "g.V(1).repeat(__.out()).times(1).repeat(__.in().simplePath()).times(1).count()",
            "2",
            "5",
        ),
        (
            Quirk::SimplePathAllowsRings,
            "g.V(1).as('a').addE('e').from('a').to('a').fold().V(1).out('e').simplePath().count()",
            "0",
            "1",
        ),
        (Quirk::LaterHasReplaces, "g.V().has('age', 29).has('name', 'josh').count()", "0", "1"),
        (Quirk::NegationIsStrict, "g.inject(1, 2).is(P.not(P.lt(2)))", "2", ""),
        (Quirk::DropLeavesFirst, "g.E().sideEffect(__.drop()).fold().V().outE().count()", "0", "1"),
        (Quirk::DropLeavesConnected, "g.V(1).sideEffect(__.drop()).V().count()", "5", "6"),
        (Quirk::DropMovesEdges, "g.V(4).sideEffect(__.drop()).V().outE().count()", "3", "6"),
        (Quirk::PropertyKeepsNumbers, "g.V(1).property('age', 1).values('age')", "1", "29"),
        (Quirk::AddEdgeTurned, "g.V(1).as('a').V(2).addE('e').from('a').inV().id()", "2", "1"),
        (Quirk::AddEdgeReplaces, "g.V(1).as('a').V(2).addE('e').from('a').outV().out().count()", "4", "3"),
        (Quirk::AddVertexTakesLabel, "g.addV('a').label()", "a", "person"),
    ];
    assert_eq!(shown.map(|(quirk, ..)| quirk).to_vec(), Quirk::faults().collect::<Vec<_>>(), "each fault has a row");
    shown.into_iter().for_each(check_alone);
}

#[test]
fn each_defect_of_an_engine_changes_an_answer_as_it_does_there() {
    let of_engines = [
        (Quirk::NotCountIsZero, "g.V(1, 2).not(__.out().count().is(0)).values('name')", "marko", "vadas"),
        (Quirk::CountTakesItsStep, "g.V(1).repeat(__.out()).until(__.count().is(P.gte(1))).count()", "3", "1"),
        (Quirk::ListsOfCountsFail, "g.V().count().is(P.within(6, 7L))", "6", REFUSED),
        (Quirk::CountsCutOff, "g.V().count().is(P.gte(1))", "6", "1"),
        (Quirk::NegatedCountsCutOff, "g.V().count().is(P.not(P.lte(1)))", "6", ""),
        (Quirk::CountsWithoutCutOff, "g.V().count().is(P.without(0.5d))", "6", "0"),
        (Quirk::FirstBoundDecides, "g.V().where(__.out().count().is(P.eq(0).or(P.gte(1)))).count()", "6", "3"),
        (
            Quirk::CountsInByAreAsked,
            "g.V(2).property('k', __.in().label().count().is(P.gt(0))).values('k')",
            "1",
            "person",
        ),
        (Quirk::NotAroundLastStep, "g.V(2).until(__.out().out().count().is(0)).repeat(__.out()).count()", "1", "0"),
        (Quirk::IdentitiesTwice, "g.V().hasId(1, 1, 2).count()", "2", "3"),
        (Quirk::IndexedNumbersByClass, "g.V().has('age', 29L).count()", "1", "0"),
        (Quirk::LabelsTwice, "g.V(1).outE().hasLabel('knows', 'knows').count()", "2", "4"),
        (Quirk::LaterLabelsAdd, "g.V(1).outE().hasLabel('knows').hasLabel('created', 'knows').count()", "2", "5"),
        (Quirk::LabelsMoveBehindFilters, "g.V(1).as('a').and(__.path().from('a')).count()", "1", NO_LABEL),
        (Quirk::RangesBeforeSideEffects, "g.inject(1).groupCount('a').skip(1).count().cap('a')", "{1=1}", "{}"),
        (Quirk::MatchOfFilterIsFilter, "g.V(1).match(__.as('a').hasLabel('person'))", "{a=v[1]}", "v[1]"),
        (Quirk::EmptyRangesEndAll, "g.inject(1, 2).order().limit(1).range(1, 1).count()", "0", ""),
        (Quirk::SecondSkipIsRefused, "g.inject(1, 2, 3).order().skip(1).skip(1)", "3", REFUSED),
        (Quirk::GroupByIdentityLists, "g.inject(1).group().by(__.constant('a')).by(__.identity())", "{a=1}", "{a=[1]}"),
        (Quirk::GroupByIdentitiesIsEmpty, "g.inject(1).group().by().by(__.identity().identity())", "{1=1}", "{}"),
        (Quirk::ScansOrderMissingLast, "g.V().order().by('age').count()", "4", "6"),
        (Quirk::OrderPutsMissingLast, "g.V(1, 3).order().by('age', Order.desc).id().fold()", "[1]", "[1, 3]"),
        (Quirk::MissingKeysAreNull, "g.V(1).property('z', 1).V(2).groupCount().by('z').unfold().count()", "0", "1"),
        (Quirk::SecondOrderOfKeyIsRefused, "g.V().order().by('age').by('age').count()", "4", FAILED),
        (Quirk::NotOfEdgesIsFalse, "g.V().not(__.out()).count()", "3", "0"),
        (Quirk::MapsNeedKeys, "g.V().valueMap('none').count()", "6", "0"),
        (Quirk::FoldOfBarrierIsOnce, "g.union(__.V(), __.V()).barrier().fold().count(local)", "12", "6"),
        (
            Quirk::LastUnionGivesOnce,
            "g.inject(1, 2).union(__.order(), __.is(1), __.identity())",
            "1, 1, 1, 2, 2",
            "1, 2",
        ),
        (Quirk::PropertiesDropElements, "g.V(1).properties('age').drop().fold().V().count()", "6", "5"),
        (Quirk::LabelPredicatesAreLabels, "g.E().order().by('weight').hasLabel(P.neq('knows')).count()", "4", "0"),
        (Quirk::LaterElementsOnce, "g.inject(1, null).V().hasLabel('person').count()", "8", "4"),
        (Quirk::AdjacentPropertyReplaces, "g.V(1).out('created').property('age', 5).properties().count()", "3", "1"),
        (Quirk::SecondTestOfKeyIsFalse, "g.V().has('age', P.gt(0)).has('age', P.lt(30)).count()", "2", "0"),
        (Quirk::AlternativesOverlap, "g.V().has('age', P.outside(33, 20)).count()", "4", "7"),
        (Quirk::WithoutNothingIsFalse, "g.V().has('age', P.without()).count()", "4", "0"),
        (Quirk::EndsOfBothBySide, "g.V(4).bothE('knows').outV().id()", "1", "4"),
        (Quirk::CoalesceDecidesOnce, "g.V(1, 4).coalesce(__.out('knows'), __.out()).count()", "4", "2"),
        (Quirk::OptionalCrosses, "g.V(1, 2).optional(__.values('name')).count()", "2", "4"),
        (Quirk::UnionOfNothing, "g.V().has('none').union(__.count())", "", "0"),
        (Quirk::ChooseLosesUndecided, "g.V().choose(__.has('age', 29), __.out()).count()", "8", "6"),
        (Quirk::LabelsInBranches, "g.V(1).union(__.out('created').as('a')).count()", "1", FAILED),
        (Quirk::RepeatGoesOneStep, "g.V(1).repeat(__.out().has('age')).times(1).count()", "2", "3"),
        (Quirk::UnionLosesEnds, "g.V(1).union(__.outE('created').inV()).id()", "3", "9"),
        (Quirk::LabelledHasOfEdges, "g.E().has('knows', 'weight', 0.5d).count()", "1", "0"),
        (Quirk::GroupKeysAreTexts, "g.E().groupCount().by('weight').select(keys).unfold().is('1').count()", "0", "1"),
        (Quirk::GroupsHoldNumbers, "g.V(1).group().by('name')", "{marko=[v[1]]}", "{marko=[1]}"),
        (Quirk::GroupedLabelsAreNull, "g.V(1).outE().groupCount().by(T.label).unfold().count()", "2", "0"),
        (Quirk::CountedCountsThemselves, "g.V().count().groupCount().by()", "{6=1}", "{6=6}"),
        (Quirk::ByGoesInFront, "g.V(1).group().by('age').path().by(__.constant('x'))", "path[x]", "path[{29=x}]"),
        (Quirk::BranchesGiveNumbers, "g.V(1).union(__.values('age'), __.out('created'))", "29, v[3]", "29, 3"),
        (Quirk::GroupsWithoutKeys, "g.inject(5, 5, 5).groupCount()", "{5=3}", "3"),
        (Quirk::CountsAsideReplace, "g.V().groupCount('a').by(T.label).count()", "6", "1"),
        (Quirk::AggregatesOfNothing, "g.V().has('none').values('age').sum()", "", "null"),
        (Quirk::EdgesAreForgotten, "g.V(1).outE('created').dedup().inV().id()", "3", "9"),
        (Quirk::LabelsAreLost, "g.V(1).as('a').values('age').select('a').id()", "1", FAILED),
        (Quirk::SelectedIsLost, "g.V(1).as('a').select(Pop.last, 'a').count()", "1", FAILED),
        (Quirk::SelectIgnoresPop, "g.V(1).as('a').out('created').as('a').select(Pop.all, 'a')", "[v[1], v[3]]", "v[3]"),
        (Quirk::WhereTakesTexts, "g.V(1).values('age').as('a').where(P.eq('a')).count()", "1", "0"),
        (Quirk::DedupDropsBy, "g.V().dedup().by(T.label).count()", "2", "6"),
        (
            Quirk::LastOrderKeyAlone,
            "g.V(1, 2, 3).order().by(T.label).by('name').values('name').fold()",
            "[marko, vadas, lop]",
            "[lop, marko, vadas]",
        ),
        (Quirk::PathIsItsEnd, "g.V(1).out('created').path().by('name')", "path[marko, lop]", "v[3]"),
        (Quirk::PropertiesAreElements, "g.V(3).properties('age').count()", "0", "1"),
        (Quirk::UnknownLabelPasses, "g.V(1).select('a').count()", "0", "1"),
        (Quirk::ToGoesNowhere, "g.V(1).to(Direction.OUT).count()", "3", "1"),
        (Quirk::UnfoldNeedsList, "g.V().unfold().count()", "6", "0"),
        (Quirk::SideEffectsWriteNothing, "g.V(1).sideEffect(__.property('z', 1)).values('z')", "1", ""),
        (Quirk::SelectDropsBy, "g.V(1).as('a').select('a').by('name')", "marko", "v[1]"),
        (Quirk::NewEdgesHaveNoLabel, "g.V(1).as('a').addE('e').to('a').label()", "e", "null"),
        (Quirk::LocalDedupDoesNothing, "g.V().label().fold().dedup(local).count(local)", "2", "6"),
        (Quirk::ValueMapsHoldValues, "g.V(1).valueMap('age')", "{age=[29]}", "29"),
        (
            Quirk::BooleansHaveNoOrder,
            "g.V(1).outE('created').property('k', true).fold().E().has('k', P.gte(true)).count()",
            "1",
            "0",
        ),
    ];
    let defects = Quirk::defects().filter(|quirk| matches!(quirk.sort(), Sort::Engine(_))).collect::<Vec<_>>();
    assert_eq!(of_engines.map(|(quirk, ..)| quirk).to_vec(), defects, "each defect has a row");
    of_engines.into_iter().for_each(check_alone);
}

#[test]
fn a_defect_of_an_engine_shows_wherever_the_engine_has_it() {
    let wrong = [
        (Quirk::GroupKeysAreTexts, "g.V(3).groupCount().by('age')", "{}", "{NULL=1}"),
        (Quirk::GroupKeysAreTexts, "g.V(3).groupCount()", "{v[3]=1}", "{3=1}"),
        (
            Quirk::GroupsHoldNumbers,
            "g.V(1).union(__.out('created')).group().by('lang').by()",
            "{java=[v[3]]}",
            "{java=[3]}",
        ),
        (Quirk::CountsAsideReplace, "g.V(1, 2).groupCount('a')", "v[1], v[2]", "1, 1"),
        (Quirk::CountsAsideReplace, "g.V(1).groupCount('a').valueMap().count(local)", "2", "1"),
        (Quirk::RepeatGoesOneStep, "g.V(1).repeat(__.outE('knows').inV()).times(1).count()", "2", "3"),
        (Quirk::RepeatGoesOneStep, "g.V(1).repeat(__.out()).times(0).count()", "3", "1"),
        (Quirk::LabelsAreLost, "g.V(1).as('a').select('a').select('a').id()", "1", FAILED),
        (Quirk::SelectedIsLost, "g.V(1).valueMap('name', 'age').count()", "1", FAILED),
        (Quirk::ByGoesInFront, "g.V().count().aggregate('a').by(__.constant(1))", "6", FAILED),
        (Quirk::UnfoldNeedsList, "g.V(1).valueMap().unfold().count()", "2", "0"),
        (Quirk::WhereTakesTexts, "g.V(1).as('a').has('none').where(P.eq('a'))", "", FAILED),
        (Quirk::EdgesAreForgotten, "g.V(1).outE('created').dedup().inV().label()", "software", "null"),
        (Quirk::CountsCutOff, "g.V(1).project('a').by(__.out().count().is(P.gt(0))).select('a')", "3", "1"),
        (Quirk::CountsCutOff, "g.V().count().is(P.gt(-2))", "6", "0"),
        (Quirk::CountsCutOff, "g.V().count().is(P.lte('a').or(P.gte(1)))", "6", "1"),
        (Quirk::NotCountIsZero, "g.V(1, 2).not(__.out().count().is(P.lt(0.5d))).values('name')", "marko", "vadas"),
        (Quirk::FirstBoundDecides, "g.V().not(__.fold().count().is(P.between(1, 1))).count()", "6", "0"),
        (Quirk::FirstBoundDecides, "g.V().and(__.out().count().is(P.between(1, 1))).count()", "0", "3"),
        (Quirk::IdentitiesTwice, "g.V().where(__.hasId(1, 1)).as('a').count()", "1", "2"),
        (Quirk::IdentitiesTwice, "g.V().hasId(1, 1L).count()", "1", "2"),
        (Quirk::IdentitiesTwice, "g.V().barrier().hasId(1, 1).count()", "1", "2"),
        (Quirk::IdentitiesTwice, "g.V().and(__.hasId(1, 1), __.hasLabel('person')).count()", "1", "2"),
        (Quirk::ByGoesInFront, "g.V(1).group().by('age').by('name').path().by(__.constant(1)).count()", "1", FAILED),
        (
            Quirk::MatchOfFilterIsFilter,
            "g.V().match(__.as('b').out().as('b'), __.as('a').identity().as('b')).count()",
            "0",
            FAILED,
        ),
        (Quirk::IdentitiesTwice, "g.V().or(__.hasId(P.within(1, 1))).count()", "1", "2"),
        (Quirk::IndexedNumbersByClass, "g.V().hasNot('x').has('age', P.eq(29.0d)).count()", "1", "0"),
        (
            Quirk::LabelPredicatesAreLabels,
            "g.V().or(__.filter(__.hasLabel('person')), __.hasLabel('x')).count()",
            "4",
            "0",
        ),
        (Quirk::LabelPredicatesAreLabels, "g.V().hasLabel(P.neq('PERSON')).count()", "6", "4"),
        (Quirk::IdentitiesTwice, "g.V().hasNot('x').hasId(P.not(P.not(P.within(1, 1)))).count()", "1", "2"),
        (Quirk::LabelsTwice, "g.V(1).bothE().as('x').hasNot('x').hasLabel('knows', 'knows').count()", "2", "4"),
        (Quirk::LabelsTwice, "g.V(1).outE().or(__.hasLabel('knows'), __.hasLabel('knows')).count()", "2", "4"),
        (
            Quirk::LaterLabelsAdd,
            "g.V(1).outE().hasId(7).hasLabel('knows').hasLabel(P.within('knows')).count()",
            "1",
            "2",
        ),
        (Quirk::MatchOfFilterIsFilter, MATCH_OF_TWO, "{a=v[1]}", "v[1]"),
        (
            Quirk::MatchOfFilterIsFilter,
            "g.V().match(__.as('a').identity().as('c'), __.as('a').label().as('b')).select('c').count()",
            "6",
            "0",
        ),
        (
            Quirk::LabelsMoveBehindFilters,
            "g.V().as('a').identity().filter(__.simplePath().from('a')).count()",
            "6",
            NO_LABEL,
        ),
        (
            Quirk::SecondSkipIsRefused,
            "g.inject(1, 2, 3).order().range(1, -1).constant(1).skip(0).count()",
            "2",
            REFUSED,
        ),
        (Quirk::MissingKeysAreNull, "g.V(1).property('z', 1).V(2).format('%{z}.')", "", "null."),
        (Quirk::MissingKeysAreNull, "g.V().order().by('age').count()", "4", FAILED),
        (Quirk::MapsNeedKeys, "g.V().valueMap('age').count()", "6", "4"),
        (Quirk::LaterElementsOnce, "g.V(1, 2).optional(__.V().hasLabel('person')).count()", "8", "5"),
        (Quirk::LaterElementsOnce, "g.V(1, 2).values('name').V().hasLabel('person').path().count()", "8", "4"),
        (Quirk::LaterElementsOnce, "g.V().as('a').values('lang').V().hasLabel('software').count()", "4", "2"),
        (Quirk::MapsNeedKeys, "g.V().elementMap('none').count()", "6", "0"),
        (Quirk::MapsNeedKeys, "g.V().valueMap(null).count()", "6", "0"),
        (Quirk::LaterElementsOnce, "g.V(1).values('name', 'age').as('a').V().hasLabel('person').count()", "8", "4"),
        (Quirk::CountsInByAreAsked, "g.V(2, 5).dedup().by(__.in().id().count().is(P.gt(0))).count()", "1", "2"),
        (Quirk::CountsInByAreAsked, "g.V(2, 3).dedup().by(__.out().count().is(0)).count()", "1", "2"),
        (Quirk::CountsInByAreAsked, "g.V(2, 3).dedup().by(__.count().is(P.gt(0))).count()", "1", "2"),
        (
            Quirk::NotAroundLastStep,
            "g.V(2).emit(__.out().in().count().is(0)).repeat(__.out()).times(1).count()",
            "1",
            "0",
        ),
        (Quirk::CountsAsideReplace, "g.V(1).groupCount('a').by('age').values()", "29, marko", ""),
        (Quirk::AggregatesOfNothing, "g.V().has('none').values('age').sum().fold()", "[]", "[]"),
        (Quirk::LabelsAreLost, "g.V(1).as('a').valueMap().select('a')", "v[1]", FAILED),
        (Quirk::SelectedIsLost, "g.V(1).as('a').out('created').as('b').select('a', 'b').count()", "1", FAILED),
        (Quirk::WhereTakesTexts, "g.V(1).as('a').union(__.out('created')).where(P.neq('a'))", "v[3]", FAILED),
        (Quirk::OptionalCrosses, "g.V(1, 2).optional(__.has('name', 'marko'))", "v[1], v[2]", "v[1]"),
        (Quirk::OptionalCrosses, "g.V(2).optional(__.values('none'))", "v[2]", "2"),
        (Quirk::OptionalCrosses, "g.V(2).optional(__.out())", "v[2]", "2"),
        (Quirk::OptionalCrosses, "g.V(1, 2).optional(__.constant(1).fold())", "[1], [1]", "[1, 1], [1, 1]"),
        (Quirk::ChooseLosesUndecided, "g.V().choose(__.has('age', P.gt(29)), __.out()).count()", "7", "5"),
        (Quirk::ChooseLosesUndecided, "g.V().choose(__.has('name', P.outside(1, 2)), __.out()).count()", "6", "0"),
        (Quirk::PropertiesAreElements, "g.V(3).properties('none').aggregate('a').by(T.key).count()", "0", "1"),
        (Quirk::ValueMapsHoldValues, "g.V(1).valueMap('none')", "{}", "null"),
        (Quirk::ValueMapsHoldValues, "g.V(1).valueMap('none').fold()", "[{}]", "[]"),
        (Quirk::ValueMapsHoldValues, "g.V(1).valueMap('age', 'none')", "{age=[29]}", "{age=29, none=null}"),
    ];
    wrong.into_iter().for_each(|(quirk, query, right, wrong)| check(quirk, query, right, wrong));
}

#[test]
fn strategies_are_those_of_the_version() {
    let (v36, v37, v38) = (Version::V36, Version::V37, Version::V38);
    let shown = [
        // Before 3.8 a negation is resolved.
        (v37, Quirk::LabelsTwice, "g.V(1).outE().hasLabel(P.not(P.without('knows', 'knows'))).count()", "2", "4"),
        (v38, Quirk::LabelsTwice, "g.V(1).outE().hasLabel(P.not(P.without('knows', 'knows'))).count()", "2", "2"),
        (v36, Quirk::IdentitiesTwice, "g.V().hasId(P.not(P.without(1, 1))).count()", "1", "2"),
        (v38, Quirk::IdentitiesTwice, "g.V().hasId(P.not(P.without(1, 1))).count()", "1", "1"),
        (v37, Quirk::CountTakesItsStep, "g.V().not(__.count().is(P.not(P.lt(1)))).count()", "0", "6"),
        (v38, Quirk::CountTakesItsStep, "g.V().not(__.count().is(P.not(P.lt(1)))).count()", "0", "0"),
        (v37, Quirk::NegatedCountsCutOff, "g.V().count().is(P.not(P.lte(1)))", "6", "6"),
        // Before 3.7 a bound may be below 0.
        (v36, Quirk::CountsCutOff, "g.V().count().is(P.not(P.gte(-2)))", "", REFUSED),
        (v37, Quirk::CountsCutOff, "g.V().count().is(P.not(P.gte(-2)))", "", ""),
        (v36, Quirk::CountsCutOff, "g.V().count().is(P.gt(-2))", "6", "6"),
        (v37, Quirk::CountsCutOff, "g.V().count().is(P.gt(-2))", "6", "0"),
        (v36, Quirk::NotCountIsZero, "g.V().not(__.out().count().is(P.lt(-1))).count()", "6", "3"),
        (v37, Quirk::NotCountIsZero, "g.V().not(__.out().count().is(P.lt(-1))).count()", "6", "6"),
        // and() and or() are filters of their own since 3.7, and steps that note aside are none since 3.8.
        (v36, Quirk::NotAroundLastStep, "g.V(2).and(__.out().out().count().is(0)).count()", "1", "0"),
        (v37, Quirk::NotAroundLastStep, "g.V(2).and(__.out().out().count().is(0)).count()", "1", "1"),
        (
            v37,
            Quirk::CountsInByAreAsked,
            "g.V(6).aggregate(local, 'a').by(__.out().id().count().is(P.gt(0))).cap('a')",
            "[1]",
            "[3]",
        ),
        (
            v38,
            Quirk::CountsInByAreAsked,
            "g.V(6).aggregate(local, 'a').by(__.out().id().count().is(P.gt(0))).cap('a')",
            "[1]",
            "[1]",
        ),
    ];
    shown.into_iter().for_each(|(version, quirk, query, right, done)| check_in(version, quirk, query, right, done));
}

#[test]
fn a_range_beyond_all_integers_is_no_error_of_a_rule() {
    let most = i64::MAX;
    for query in [
        format!("g.inject(1).skip({most}L).skip({most}L).count()"),
        format!("g.inject(1).range(1, {most}L).limit({most}L).count()"),
    ] {
        assert_eq!(under(Quirks::NONE.with(Quirk::EmptyRangesEndAll), Version::V38, &query), "0", "{query}");
    }
}

#[test]
fn a_defect_of_an_engine_does_not_show_where_the_engine_is_right() {
    let right = [
        (Quirk::NotCountIsZero, "g.V(1, 2).not(__.out().count().is(P.lt(0))).count()", "2"),
        (Quirk::NotCountIsZero, "g.V(1, 2).not(__.out().limit(1).count().is(0)).count()", "1"),
        (Quirk::CountTakesItsStep, "g.V().not(__.out().count().is(P.gte(1))).count()", "3"),
        (Quirk::CountTakesItsStep, "g.V().not(__.count().is(P.inside(0, 2))).count()", "0"),
        (Quirk::ListsOfCountsFail, "g.V().count().is(P.within(6L, 7L))", "6"),
        (Quirk::ListsOfCountsFail, "g.V().count().is(P.within('a', 'b'))", ""),
        (Quirk::CountsWithoutCutOff, "g.V().count().is(P.without(7))", "6"),
        (Quirk::CountsWithoutCutOff, "g.V().limit(5).count().is(P.without(1))", "5"),
        (Quirk::ListsOfCountsFail, "g.V().fold().count(local).is(P.within(6, 7L))", "6"),
        (Quirk::FirstBoundDecides, "g.V().where(__.out().count().is(P.not(P.gte(1)).or(P.gt(0)))).count()", "6"),
        (Quirk::FirstBoundDecides, "g.V().where(__.out().count().is(P.lt(1).or(P.eq(1)))).count()", "4"),
        (Quirk::FirstBoundDecides, "g.V().where(__.out().count().is(P.gte(1).and(P.lt(0)))).count()", "0"),
        (Quirk::CountsInByAreAsked, "g.V(2, 3).dedup().by(__.count().is(1)).count()", "1"),
        (Quirk::NotAroundLastStep, "g.V(2).until(__.out().count().is(0)).repeat(__.out()).count()", "1"),
        (Quirk::NotAroundLastStep, "g.V(2).until(__.out().hasLabel('x').count().is(0)).repeat(__.out()).count()", "1"),
        (Quirk::CountsCutOff, "g.V().where(__.out().count().is(P.gte(2))).count()", "2"),
        (Quirk::NegatedCountsCutOff, "g.V().count().is(P.not(P.gt(6)))", "6"),
        (Quirk::IdentitiesTwice, "g.V(1).out().hasId(2, 2).count()", "1"),
        (Quirk::LabelsTwice, "g.V(1).outE('knows').hasLabel('knows', 'knows').count()", "2"),
        (Quirk::LaterLabelsAdd, "g.V(1).outE().hasLabel('knows').hasLabel('created', 'x').count()", "0"),
        (Quirk::IndexedNumbersByClass, "g.V().has('age', 29).count()", "1"),
        (Quirk::IndexedNumbersByClass, "g.V(1).out().has('age', 32L).count()", "1"),
        (Quirk::LabelsTwice, "g.V(1).outE().barrier().hasLabel('knows', 'knows').count()", "2"),
        (Quirk::LaterLabelsAdd, "g.V(1).outE().hasLabel('knows').identity().hasLabel('created', 'knows').count()", "2"),
        (Quirk::IdentitiesTwice, "g.V().is(P.neq(1)).hasId(P.without(1, 1)).count()", "5"),
        (Quirk::MatchOfFilterIsFilter, "g.V().local(__.match(__.as('a').hasLabel('person'))).select('a').count()", "4"),
        (Quirk::LabelsMoveBehindFilters, "g.V(1).as('a').and(__.path().from('a'), __.select('a')).count()", "1"),
        (Quirk::LaterElementsOnce, "g.V(1, 2).values('name').V().hasLabel('person').count()", "8"),
        (Quirk::GroupByIdentityLists, "g.inject(1).group().by().by(__.identity().identity())", "{1=1}"),
        (Quirk::ScansOrderMissingLast, "g.V().order().by('none').count()", "0"),
        (Quirk::ScansOrderMissingLast, "g.V(1).out().order().by('age').count()", "2"),
        (Quirk::MissingKeysAreNull, "g.V(3).groupCount().by('none')", "{}"),
        (Quirk::MissingKeysAreNull, "g.V().hasLabel('person').order().by('age').count()", "4"),
        (Quirk::MissingKeysAreNull, "g.V().identity().order().by('age').count()", "4"),
        (Quirk::SecondSkipIsRefused, "g.inject(1, 2, 3).order().skip(0).skip(1).count()", "2"),
        (Quirk::EmptyRangesEndAll, "g.V().limit(0).count()", "0"),
        (Quirk::EmptyRangesEndAll, "g.inject(1, 2).order().limit(1).is(P.gt(0)).range(1, 1).count()", "0"),
        (Quirk::EmptyRangesEndAll, "g.V().order().limit(3).skip(1).limit(1).count()", "1"),
        (Quirk::SecondSkipIsRefused, "g.inject(1, 2, 3).order().skip(1).is(P.gt(0)).skip(1).count()", "1"),
        (Quirk::MissingKeysAreNull, "g.V(1, 3).groupCount().by('age').unfold().count()", "1"),
        (Quirk::NotOfEdgesIsFalse, "g.V(1).out().not(__.out()).count()", "2"),
        (Quirk::MapsNeedKeys, "g.V(1).valueMap('age').count()", "1"),
        (Quirk::MapsNeedKeys, "g.V().barrier().valueMap('none').count()", "6"),
        (Quirk::SecondOrderOfKeyIsRefused, "g.V().order().by('none').by('none').count()", "0"),
        (Quirk::NotOfEdgesIsFalse, "g.V().identity().not(__.out()).count()", "3"),
        (Quirk::LabelPredicatesAreLabels, "g.V().barrier().hasLabel(P.neq('person')).count()", "2"),
        (Quirk::LabelPredicatesAreLabels, "g.V(1).out().hasLabel(P.neq('person')).count()", "1"),
        (Quirk::LaterElementsOnce, "g.V().hasLabel('person').count()", "4"),
        (Quirk::AdjacentPropertyReplaces, "g.V(1).property('x', 1).properties().count()", "3"),
        (Quirk::EndsOfBothBySide, "g.V(4).inE('knows').outV().id()", "1"),
        (Quirk::GroupKeysAreTexts, "g.V(1).groupCount().by('name')", "{marko=1}"),
        (Quirk::GroupsHoldNumbers, "g.V(1).group()", "{v[1]=[v[1]]}"),
        (Quirk::GroupsHoldNumbers, "g.V(1).values('age').group().by()", "{29=[29]}"),
        (Quirk::CountsAsideReplace, "g.V(1, 2).values('name').dedup().count()", "2"),
        (Quirk::OptionalCrosses, "g.V(1, 2).optional(__.out()).count()", "4"),
        (Quirk::UnionOfNothing, "g.V().has('none').union(__.out())", ""),
        (Quirk::UnionOfNothing, "g.V().union(__.count())", "6"),
        (Quirk::ChooseLosesUndecided, "g.V().choose(__.has('age'), __.out()).count()", "8"),
        (Quirk::SelectedIsLost, "g.V(1).as('a').select('a').values('age')", "29"),
        (Quirk::SelectedIsLost, "g.V(1).as('a').select(Pop.last, 'a').has('age')", "v[1]"),
        (Quirk::EdgesAreForgotten, "g.V(1).outE('created').has('weight').inV().label()", "software"),
        (Quirk::LabelsAreLost, "g.V(1).as('a').out('created').select('a').id()", "1"),
        (Quirk::WhereTakesTexts, "g.V(1).as('a').where(P.eq('a')).has('none')", ""),
        (Quirk::WhereTakesTexts, "g.V(1).as('a').has('none').dedup().where(P.eq('a'))", ""),
        (Quirk::GroupedLabelsAreNull, "g.V(1).out().groupCount().by(T.label).unfold().count()", "2"),
        (Quirk::CountedCountsThemselves, "g.V(1, 2).values('age').sum().groupCount().by()", "{56=1}"),
        (Quirk::ByGoesInFront, "g.V(1).values('age').path().by(__.constant(1))", "path[1, 1]"),
        (Quirk::BranchesGiveNumbers, "g.V(1).union(__.out('created'), __.outE('none'))", "v[3]"),
        (Quirk::UnknownLabelPasses, "g.V(1).as('a').select('a').id()", "1"),
        (Quirk::BooleansHaveNoOrder, "g.addV().property('k', true).has('k', P.gte(true)).count()", "1"),
    ];
    for (quirk, query, answer) in right {
        check(quirk, query, answer, answer);
    }
}

const MATCH_OF_TWO: &str = "g.V(1).match(__.as('a').hasLabel('person'), __.as('a').has('age', 29))";

/// A statement whose answer a defect changes, and nothing else does that is not about what the statement has.
#[track_caller]
fn check_alone((quirk, query, right, wrong): (Quirk, &str, &str, &str)) {
    assert_ne!(right, wrong, "{query}");
    check(quirk, query, right, wrong);
    let statement = parse(query).expect("a statement");
    for other in Quirk::ALL {
        let changes = under(Quirks::NONE.with(*other), Version::V38, query) != right;
        assert!(other.touches(&statement) || !changes, "{query} with {}", other.name());
    }
}

/// Where no traversal is made.
const REFUSED: &str = "Verification: identity() takes no by()";

/// Where a path does not begin at a label.
const NO_LABEL: &str = "Argument: no object of the path has the label a";

/// Where a rule raises an error.
const FAILED: &str = "Fail: fail() step triggered";

/// Where the order decides which object is let through.
const OPEN: &str = "unspecified: which objects a step lets through is open";
