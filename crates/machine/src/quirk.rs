//! Where an evaluation departs from the language: one table of deviations that are TinkerPop's own, each with its source, of
//! defects that engines have, and of faults that are made up. Defects are put in front of the reference to prove that oracles
//! find such, and explain what an engine gets wrong.

mod set;

pub use set::Quirks;

/// What a quirk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// What TinkerPop's step machine does against its own documents, and so each engine that is built on it; where that shows.
    TinkerPop(&'static str),
    /// A deliberate defect, made up to prove that such are found.
    Fault,
    /// A defect of an engine; of which, and by what name docs/judged.md has it.
    Engine(&'static str),
}

macro_rules! quirks {
    ($( $quirk:ident $name:literal $sentence:literal $sort:expr; )+) => {
        /// A way in which an evaluation departs from the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Quirk {
            $( #[doc = $sentence] $quirk, )+
        }

        impl Quirk {
            /// All of them.
            pub const ALL: &'static [Quirk] = &[$(Quirk::$quirk),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Quirk::$quirk => $name,)+
                }
            }

            /// What is done instead, for people: "the answer is as if ..".
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Quirk::$quirk => $sentence,)+
                }
            }

            /// What it is.
            pub const fn sort(self) -> Sort {
                use Sort::*;
                match self {
                    $(Quirk::$quirk => $sort,)+
                }
            }
        }
    };
}

quirks! {
    OptionalOfNothing "optional_of_nothing"
        "optional() gives once what its traversal gives of nothing, such as a count of 0, before anything goes in"
        TinkerPop("OptionalStep asks its traversal before it has a start, 3.6.2 to 3.8.1");
    LocalOrderCasts "local_order_casts"
        "order(local) raises an error where it compares what Java does not, such as vertices, lists and entries of maps"
        TinkerPop("OrderLocalStep casts what it sorts by to Comparable, 3.6.2 to 3.8.1, though any two values have an order");
    AsideCountsNeedKeys "aside_counts_need_keys"
        "groupCount(x) raises an error where its by() gives nothing, and does not leave the object out"
        TinkerPop("GroupCountSideEffectStep asks its by() for a value in any case, 3.6.2 to 3.8.1");
    GroupSharesTraversers "group_shares_traversers"
        "what group(x) lets through is open where its values begin with a step that changes nothing or lets pass"
        TinkerPop("GroupSideEffectStep gives its values the traverser itself, 3.6.2 to 3.8.1, which such a step uses up");
    NullsLoseLabels "nulls_lose_labels"
        "what stands under a label that null is given is open: it stands there twice, or an error is raised"
        TinkerPop("LP_O_OB_S_SE_SL_Traverser compares its object with the end of its path, 3.6.2 to 3.8.1");
    EqualLabelled "equal_labelled"
        "whether an object stands under a label twice is open where an equal one has it, the last with a label in front, and a step that makes nothing gives it"
        TinkerPop("LP_O_OB_S_SE_SL_Traverser compares its object with the last that has a label, 3.6.2 to 3.8.1 (P35)");
    NullsEqualInPaths "nulls_equal_in_paths"
        "where paths with null in them may be compared the answer is open: null in one is taken for whatever the other has there"
        TinkerPop("ImmutablePath and MutablePath compare only objects that are both something, 3.6.2 to 3.8.1");
    EmptyRangeStops "empty_range_stops"
        "what comes behind a local range of one that gives nothing is open: it stops the whole traversal"
        TinkerPop("RangeLocalStep says that nothing more comes where it has nothing to give, 3.6.2 and 3.7.5");
    FoldSharesSeed "fold_shares_seed"
        "a collection that a nested fold() begins with keeps what was added for objects before; here that is open"
        TinkerPop("FoldStep adds to its seed itself, 3.6.2 to 3.8.1");
    LocalOfNothing "local_of_nothing"
        "what local() gives is open where it makes one object of all and may be asked although nothing went in"
        TinkerPop("LocalStep asks its traversal without a start the second time, 3.6.2 to 3.8.1; repeat() asks it first up to 3.7.5, and so does optional() with a repeat() in it");
    EmptyGroupLeaks "empty_group_leaks"
        "the value of a group is open where order() keeps none of its objects and nothing comes of them: a set of TinkerPop's own shows"
        TinkerPop("GroupStep gives what its barrier holds where there is nothing behind it, 3.8.1");
    MatchKeepsRest "match_keeps_rest"
        "what a nested match() gives is open behind an object of which only the first of several was taken"
        TinkerPop("MatchStep does not reset its patterns: what is left of one object is given to the next, 3.6.2 to 3.8.1");
    MergeBeginsWithFalse "merge_begins_with_false"
        "a traversal that begins with mergeV() or mergeE() has false as the first object of its paths"
        TinkerPop("MergeElementStep makes a traverser of false to begin with, 3.6.2 to 3.8.1");
    HasLabelChainIsOr "has_label_chain_is_or"
        "labels of several hasLabel() in a row are alternatives" Fault;
    FilterBeforeRange "filter_before_range"
        "a filter behind limit(), range() or tail() is asked in front of it" Fault;
    CountDropsBy "count_drops_by"
        "dedup().by(..) in front of count() forgets its by(..)" Fault;
    DedupLostBeforeFold "dedup_lost_before_fold"
        "dedup() in front of fold() or count() is left out" Fault;
    EdgeFilterLost "edge_filter_lost"
        "a filter between the step to edges and that to their ends is left out" Fault;
    CountIsExists "count_is_exists"
        "count().is(..) at the end of a nested traversal asks only whether anything comes" Fault;
    UnrollLosesEmit "unroll_loses_emit"
        "repeat() with times() forgets its emit()" Fault;
    RoundLess "round_less"
        "times(n) makes a round less where there are several" Fault;
    UntilAskedFirst "until_asked_first"
        "until() behind repeat() is asked before the first round, too" Fault;
    OptionalIsInner "optional_is_inner"
        "optional() gives nothing where its traversal does not" Fault;
    CoalesceTakesAll "coalesce_takes_all"
        "coalesce() gives what all of its traversals give" Fault;
    UnionDropsDuplicates "union_drops_duplicates"
        "union() gives each object once" Fault;
    LocalRunsGlobally "local_runs_globally"
        "local() sees all objects at once" Fault;
    SelectTakesFirst "select_takes_first"
        "select(a) takes the first object under a label" Fault;
    OrIsAnd "or_is_and"
        "or() asks for all of its traversals" Fault;
    SecondKeyIgnored "second_key_ignored"
        "order() looks at the first of its by(..) alone" Fault;
    DescendingIgnored "descending_ignored"
        "by(.., desc) orders from the least on" Fault;
    TailIsLimit "tail_is_limit"
        "tail() gives the first objects" Fault;
    SimplePathIsDedup "simple_path_is_dedup"
        "simplePath() lets each object through once" Fault;
    BothLosesLabels "both_loses_labels"
        "both() and bothE() look at edges of all labels" Fault;
    OtherIsIn "other_is_in"
        "otherV() gives the end of an edge that it comes in at" Fault;
    NeqToLabelHolds "neq_to_label_holds"
        "where(P.neq(a)) lets everything through" Fault;
    BetweenIsInside "between_is_inside"
        "P.between() leaves its lower bound out" Fault;
    GtIsGte "gt_is_gte"
        "P.gt() takes what is equal" Fault;
    WithinTakesFirst "within_takes_first"
        "P.within() compares with the first of its values alone" Fault;
    DedupKeepsBulk "dedup_keeps_bulk"
        "dedup() lets an object through as often as it is bulked" Fault;
    CountIgnoresBulk "count_ignores_bulk"
        "count() counts a bulk once" Fault;
    EmitTwice "emit_twice"
        "repeat() emits objects twice" Fault;
    LoopMetOnce "loop_met_once"
        "both() meets an edge from a vertex to itself once" Fault;
    FoldDropsNulls "fold_drops_nulls"
        "fold() leaves null out" Fault;
    AggregateIgnoresBulk "aggregate_ignores_bulk"
        "aggregate() notes a bulk once" Fault;
    InLosesParallel "in_loses_parallel"
        "in() and inE() meet one of several edges that come from one vertex" Fault;
    SecondRepeatLosesEmit "second_repeat_loses_emit"
        "a repeat() behind another one forgets its emit()" Fault;
    SecondRepeatLosesSimplePath "second_repeat_loses_simple_path"
        "simplePath() in a repeat() behind another one is left out" Fault;
    SimplePathAllowsRings "simple_path_allows_rings"
        "simplePath() lets an object through that comes twice in a row" Fault;
    LaterHasReplaces "later_has_replaces"
        "of several has() that ask for a value, one behind the other, the last is asked alone" Fault;
    NegationIsStrict "negation_is_strict"
        "the negation of lt() and gt() leaves out what is equal, and that of lte() and gte() does not" Fault;
    DropLeavesFirst "drop_leaves_first"
        "drop() leaves the first edge of the graph" Fault;
    DropLeavesConnected "drop_leaves_connected"
        "drop() leaves a vertex that has edges" Fault;
    DropMovesEdges "drop_moves_edges"
        "the edges of a vertex that is dropped go to and from the first one" Fault;
    PropertyKeepsNumbers "property_keeps_numbers"
        "property() leaves a number that is there" Fault;
    AddEdgeTurned "add_edge_turned"
        "addE() of which from(..) alone tells an end leads to that" Fault;
    AddEdgeReplaces "add_edge_replaces"
        "addE() takes the place of the last edge that leaves its vertex" Fault;
    AddVertexTakesLabel "add_vertex_takes_label"
        "addV() takes the label of the first vertex" Fault;
    NotCountIsZero "not_count_is_zero"
        "not() around count().is(0) keeps what has none of it, as not() of what is counted does"
        Engine("TinkerPop 3.6.2 to 3.8.1, CountStrategy (P1)");
    CountTakesItsStep "count_takes_its_step"
        "a filter or repeat() around nothing but count().is(P.gte(1)), or such another one, does nothing, and its label is lost"
        Engine("TinkerPop 3.6.2 to 3.8.1, CountStrategy (P25)");
    ListsOfCountsFail "lists_of_counts_fail"
        "is(..) behind count() of several values that are not of one type, or of none, is an error"
        Engine("TinkerPop 3.7.5 and 3.8.1, CountStrategy (P2)");
    CountsCutOff "counts_cut_off"
        "count() in front of is(..) counts no further than what it is compared with takes to decide"
        Engine("TinkerPop 3.6.2 to 3.8.1, CountStrategy (P9)");
    NegatedCountsCutOff "negated_counts_cut_off"
        "count() in front of is(P.not(P.lte(..))) counts no further than what it is compared with"
        Engine("TinkerPop 3.8.1, CountStrategy (P15)");
    CountsWithoutCutOff "counts_without_cut_off"
        "count() in front of is(P.without(..)) counts no further than the greatest of its values"
        Engine("TinkerPop 3.7.5 and 3.8.1, CountStrategy (P16)");
    FirstBoundDecides "first_bound_decides"
        "of several comparisons of a count with 0 or 1 in a filter one alone is asked, as the furthest"
        Engine("TinkerPop 3.6.2 to 3.8.1, CountStrategy (P27)");
    CountsInByAreAsked "counts_in_by_are_asked"
        "count().is(P.gte(1)), or another such one, in property() or in by() of dedup() or where() gives what is counted, as in a filter"
        Engine("TinkerPop 3.6.2 to 3.8.1, CountStrategy (P30)");
    NotAroundLastStep "not_around_last_step"
        "until() or emit() of count().is(0) asks the last step alone for nothing, and all in front of it for something"
        Engine("TinkerPop 3.6.2 to 3.8.1, CountStrategy (P31)");
    IdentitiesTwice "identities_twice"
        "hasId() behind V() or E() gives an element once for each time that it names its identity"
        Engine("TinkerPop 3.7.5 and 3.8.1, a look-up by identities (P3)");
    IndexedNumbersByClass "indexed_numbers_by_class"
        "has(key, number) behind V() or E() finds numbers of the same class alone, as 1 and not 1L"
        Engine("TinkerPop 3.6.2 to 3.8.1, an index of TinkerGraph (P11)");
    LabelsTwice "labels_twice"
        "hasLabel() behind a step to edges gives an edge once for each time that it names its label"
        Engine("TinkerPop 3.7.5 and 3.8.1, InlineFilterStrategy (P5)");
    LaterLabelsAdd "later_labels_add"
        "hasLabel() of several labels behind hasLabel() of some of them and a step to edges gives an edge once for each label of both"
        Engine("TinkerPop 3.6.2 to 3.8.1, InlineFilterStrategy (P8)");
    LabelsMoveBehindFilters "labels_move_behind_filters"
        "a label in front of a filter stands behind it, though a path(), simplePath() or cyclicPath() in the filter begins or ends at it"
        Engine("TinkerPop 3.6.2 to 3.8.1, FilterRankingStrategy (P6)");
    RangesBeforeSideEffects "ranges_before_side_effects"
        "what a range cuts off has no side effect in front of it either"
        Engine("TinkerPop 3.7.5 and 3.8.1, EarlyLimitStrategy (P7)");
    MatchOfFilterIsFilter "match_of_filter_is_filter"
        "match() of patterns that only filter gives the object, and no map"
        Engine("TinkerPop 3.8.1, InlineFilterStrategy (P13) and IdentityRemovalStrategy (P10)");
    EmptyRangesEndAll "empty_ranges_end_all"
        "ranges that together leave nothing end the traversal: no count() behind them gives 0"
        Engine("TinkerPop 3.6.2 to 3.8.1, EarlyLimitStrategy (P32)");
    SecondSkipIsRefused "second_skip_is_refused"
        "skip() behind a skip() that leaves something out is an error, and so is range() without an end"
        Engine("TinkerPop 3.6.2 to 3.8.1, EarlyLimitStrategy (P26)");
    GroupByIdentityLists "group_by_identity_lists"
        "group().by(..).by(identity()) has lists of all objects as its values"
        Engine("TinkerPop 3.6.2 to 3.8.1, ByModulatorOptimizationStrategy (P22)");
    GroupByIdentitiesIsEmpty "group_by_identities_is_empty"
        "group().by(..).by(identity().identity()) has no groups"
        Engine("TinkerPop 3.6.2 to 3.8.1, IdentityRemovalStrategy (P23)");
    ScansOrderMissingLast "scans_order_missing_last"
        "order().by(key) behind V() or E() keeps what has no such key behind all others, where another element has it"
        Engine("JanusGraph 1.1.0 (JanusGraph/janusgraph#3269)");
    OrderPutsMissingLast "order_puts_missing_last"
        "order().by(key) keeps what has no such key behind all others"
        Engine("grafeo 0.6.0 in Gremlin (V21)");
    MissingKeysAreNull "missing_keys_are_null"
        "by(key) gives null of what has no such key where another element with its label has it, and does not leave it out; order() behind V() fails where none has"
        Engine("Sqlg 3.1.6 (S2)");
    SecondOrderOfKeyIsRefused "second_order_of_key_is_refused"
        "order() behind V() or E() by one key twice is an error where an element has the key"
        Engine("JanusGraph 1.1.0 (J1)");
    NotOfEdgesIsFalse "not_of_edges_is_false"
        "not() of one step over edges behind V() lets nothing through"
        Engine("Sqlg 3.1.6 (S1)");
    MapsNeedKeys "maps_need_keys"
        "valueMap(), propertyMap() and elementMap() of keys that no element of that label has give nothing, and no map without them"
        Engine("Sqlg 3.1.6 (S4)");
    FoldOfBarrierIsOnce "fold_of_barrier_is_once"
        "fold() behind barrier() takes each of equal objects once"
        Engine("Sqlg 3.1.6 (S9)");
    LastUnionGivesOnce "last_union_gives_once"
        "union() at the end gives an object once that several of its traversals let through"
        Engine("Sqlg 3.1.6 (S16)");
    PropertiesDropElements "properties_drop_elements"
        "drop() of properties drops the elements that have them"
        Engine("Sqlg 3.1.6 (S12)");
    LabelPredicatesAreLabels "label_predicates_are_labels"
        "hasLabel() of a predicate behind V() or E() scans the label that the predicate names, and nothing for or(hasLabel(a), hasLabel(b))"
        Engine("OrientDB 3.2.30 (D1)");
    LaterElementsOnce "later_elements_once"
        "V().hasLabel(..) in the middle of a traversal gives its vertices once, and not for each object"
        Engine("ArcadeDB 25.3.1 in Gremlin (A13)");
    AdjacentPropertyReplaces "adjacent_property_replaces"
        "property() of a vertex that was reached over an edge erases its other properties"
        Engine("HugeGraph 1.7.0 (U1)");
    SecondTestOfKeyIsFalse "second_test_of_key_is_false"
        "two comparisons of one key, one behind the other, let nothing through"
        Engine("HugeGraph 1.7.0 with a range index (U4)");
    AlternativesOverlap "alternatives_overlap"
        "has() gives an element once for each alternative of its predicate that holds"
        Engine("HugeGraph 1.7.0 with an index (U6)");
    WithoutNothingIsFalse "without_nothing_is_false"
        "has() with without() of no values lets nothing through"
        Engine("HugeGraph 1.7.0 with an index (U9)");
    EndsOfBothBySide "ends_of_both_by_side"
        "behind bothE() inV() gives the vertex that it goes to, and outV() the one that it comes from, whichever way the edge points"
        Engine("grafeo 0.6.0 in Gremlin (V3)");
    CoalesceDecidesOnce "coalesce_decides_once"
        "coalesce() takes the first of its traversals that gives anything for any object, for all of them"
        Engine("grafeo 0.6.0 in Gremlin (V4)");
    OptionalCrosses "optional_crosses"
        "optional() gives for each object what its traversal gives for all of them, where that is anything; what only filters filters all; and elements come as numbers"
        Engine("grafeo 0.6.0 in Gremlin (V5)");
    UnionOfNothing "union_of_nothing"
        "union() asks traversals that reduce although nothing goes in"
        Engine("grafeo 0.6.0 in Gremlin (V37)");
    ChooseLosesUndecided "choose_loses_undecided"
        "choose() gives nothing of what its comparison is null of: that it has not the key, or a value that has no order with another"
        Engine("grafeo 0.6.0 in Gremlin (V38)");
    LabelsInBranches "labels_in_branches"
        "as() within union(), coalesce(), optional() or choose() raises an error"
        Engine("grafeo 0.6.0 in Gremlin (V40)");
    RepeatGoesOneStep "repeat_goes_one_step"
        "repeat() goes the first out(), in() or both() of its traversal, else out(), and asks nothing else; with times(0) it goes nowhere"
        Engine("grafeo 0.6.0 in Gremlin (V7)");
    UnionLosesEnds "union_loses_ends"
        "union() gives the edges of a traversal that goes from them to vertices"
        Engine("grafeo 0.6.0 in Gremlin (V8)");
    LabelledHasOfEdges "labelled_has_of_edges"
        "has(label, key, value) lets no edge through"
        Engine("grafeo 0.6.0 in Gremlin (V10)");
    GroupKeysAreTexts "group_keys_are_texts"
        "keys of groups are texts, that of an element its number, and what has no key falls into a group under the text NULL"
        Engine("grafeo 0.6.0 in Gremlin (V12, V13)");
    GroupsHoldNumbers "groups_hold_numbers"
        "group() with by(..) gives the numbers of vertices and edges in place of them"
        Engine("grafeo 0.6.0 in Gremlin (V35)");
    GroupedLabelsAreNull "grouped_labels_are_null"
        "by(label) of a group of edges gives nothing, right behind the step that gave them as well"
        Engine("grafeo 0.6.0 in Gremlin (V41)");
    CountedCountsThemselves "counted_counts_themselves"
        "groupCount().by() behind count() takes the number in front of it for its own count"
        Engine("grafeo 0.6.0 in Gremlin (V42)");
    ByGoesInFront "by_goes_in_front"
        "by(..) of aggregate(), store(), path() or select() is one of the group(), groupCount() or order() in front, and fails behind what reduces"
        Engine("grafeo 0.6.0 in Gremlin (V43)");
    BranchesGiveNumbers "branches_give_numbers"
        "where a branch of union() or coalesce() gives values, the elements of the others come as numbers"
        Engine("grafeo 0.6.0 in Gremlin (V44)");
    GroupsWithoutKeys "groups_without_keys"
        "group() and groupCount() without by(..) give the values of their groups one by one, without the keys"
        Engine("grafeo 0.6.0 in Gremlin (V14)");
    CountsAsideReplace "counts_aside_replace"
        "groupCount(x) gives what groupCount() does in place of what goes through it: without by(..) its counts one by one, else a map whose keys are texts"
        Engine("grafeo 0.6.0 in Gremlin (V9)");
    AggregatesOfNothing "aggregates_of_nothing"
        "sum(), min(), max() and mean() of nothing give null, which fold() leaves out"
        Engine("grafeo 0.6.0 in Gremlin (V15)");
    EdgesAreForgotten "edges_are_forgotten"
        "inV(), outV(), bothV() and otherV() give the edge where they do not follow the step that gave it, and behind property(), dedup(), aggregate(), order() and ranges it has no label"
        Engine("grafeo 0.6.0 in Gremlin (V11, V16)");
    LabelsAreLost "labels_are_lost"
        "select() of a label behind a step that makes values raises an error"
        Engine("grafeo 0.6.0 in Gremlin (V17)");
    SelectedIsLost "selected_is_lost"
        "what reads behind select() of several labels, or with first, last or all, raises an error"
        Engine("grafeo 0.6.0 in Gremlin (V34)");
    SelectIgnoresPop "select_ignores_pop"
        "select() takes the last object under a label, whether first, last or all is asked for"
        Engine("grafeo 0.6.0 in Gremlin (V39)");
    WhereTakesTexts "where_takes_texts"
        "where() of a predicate compares with the names of labels, and not with what has them, which is an error of elements"
        Engine("grafeo 0.6.0 in Gremlin (V18)");
    DedupDropsBy "dedup_drops_by"
        "dedup().by(..) tells apart whole objects"
        Engine("grafeo 0.6.0 in Gremlin (V19)");
    LastOrderKeyAlone "last_order_key_alone"
        "order() looks at the last of its by(..) alone"
        Engine("grafeo 0.6.0 in Gremlin (V20)");
    PathIsItsEnd "path_is_its_end"
        "path() gives the last object of the path"
        Engine("grafeo 0.6.0 in Gremlin (V23)");
    PropertiesAreElements "properties_are_elements"
        "properties() gives the elements themselves, and by(..) of aggregate() asks nothing of them"
        Engine("grafeo 0.6.0 in Gremlin (V24)");
    UnknownLabelPasses "unknown_label_passes"
        "select() of a label that nothing has lets the object through"
        Engine("grafeo 0.6.0 in Gremlin (V25)");
    ToGoesNowhere "to_goes_nowhere"
        "to() of a direction gives the vertices themselves"
        Engine("grafeo 0.6.0 in Gremlin (V26)");
    UnfoldNeedsList "unfold_needs_list"
        "unfold() gives nothing of what is no list"
        Engine("grafeo 0.6.0 in Gremlin (V27)");
    SideEffectsWriteNothing "side_effects_write_nothing"
        "sideEffect() does not do what its traversal writes"
        Engine("grafeo 0.6.0 in Gremlin (V28)");
    SelectDropsBy "select_drops_by"
        "select() forgets its by(..)"
        Engine("grafeo 0.6.0 in Gremlin (V29)");
    NewEdgesHaveNoLabel "new_edges_have_no_label"
        "the label of an edge is null behind the step that makes it"
        Engine("grafeo 0.6.0 in Gremlin (V30)");
    LocalDedupDoesNothing "local_dedup_does_nothing"
        "dedup(local) leaves a collection as it is"
        Engine("grafeo 0.6.0 in Gremlin (V32)");
    ValueMapsHoldValues "value_maps_hold_values"
        "valueMap() has the values themselves and no lists of them, null for those that are not there, and of one key gives the value and no map"
        Engine("grafeo 0.6.0 in Gremlin (V33)");
    BooleansHaveNoOrder "booleans_have_no_order"
        "no comparison by order of booleans holds in has() of an edge, and in not()"
        Engine("grafeo 0.6.0 in Gremlin (V36)");
}
