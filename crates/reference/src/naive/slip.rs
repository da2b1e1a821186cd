//! Defects planted in the naive evaluator, to prove that comparing it with the reference finds such defects.

use graphlance_cypher::dialect::{DivisionByZero, Overflow};

use crate::{Failure, Options};

/// Makes the slips of all rows: what is done wrong, in a sentence.
macro_rules! slips {
    ($($slip:ident $sentence:literal;)*) => {
        /// A planted defect.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Slip { $(#[doc = $sentence] $slip,)* }

        impl Slip {
            /// Every slip.
            pub const ALL: &'static [Slip] = &[$(Slip::$slip),*];

            /// What is done wrong.
            pub const fn sentence(self) -> &'static str {
                match self { $(Slip::$slip => $sentence,)* }
            }
        }
    };
}

slips! {
    RelationshipUsedTwice "One MATCH uses a relationship twice.";
    UsedAgainInNextPattern "The next pattern of a MATCH uses a relationship again.";
    HopsRepeat "A variable-length relationship uses a relationship of an earlier hop.";
    LoopMatchedTwice "An undirected relationship pattern matches a self-loop twice.";
    LeftArrowIgnored "An arrow to the left matches both directions.";
    FirstTypeOnly "Of several types only the first is matched.";
    FirstLabelOnly "Of several labels only the first is checked.";
    AcyclicComesBack "An ACYCLIC path comes to a node twice.";
    ZeroHopsForgotten "A variable-length relationship of no hop is not matched.";
    UpperBoundMissed "A variable-length relationship stops before its upper bound.";
    LowerBoundIgnored "The lower bound of a quantified path is ignored.";
    LastOfGroupOnly "Of a quantified path's variables only the last values are kept.";
    PathReversed "The relationships of a path stand in reverse.";
    LongestForShortest "A shortest path is the longest one.";
    InlinePropertiesIgnored "The properties in a node pattern are not checked.";
    OptionalLosesRow "OPTIONAL MATCH loses the rows without a match.";
    OptionalFiltersRow "The WHERE of an OPTIONAL MATCH filters rows that had a match.";
    UnknownIsTrue "A WHERE keeps a row whose predicate is null.";
    AndOfNullIsFalse "true AND null is false.";
    NotOfNullIsTrue "NOT null is true.";
    InIgnoresNulls "IN takes no notice of nulls in the list.";
    AllOfNothingIsFalse "all() over an empty list is false.";
    SingleIsAny "single() is any().";
    ReduceSkipsFirst "reduce() skips the first item.";
    CaseFallsThrough "CASE takes the last branch that holds.";
    DistinctDropsNulls "DISTINCT drops rows that hold a null.";
    NullsAreNoGroup "Rows whose grouping key is null are no group.";
    CountCountsNulls "count(x) counts nulls.";
    CollectKeepsNulls "collect(x) keeps nulls.";
    DistinctInAggregateIgnored "DISTINCT inside an aggregate function is ignored.";
    MinOfNullIsNull "min(x) is null where some x is null.";
    NoRowForNothing "An aggregation of no rows gives no row.";
    DescendingIgnored "DESC sorts ascending.";
    SecondKeyIgnored "Only the first key of ORDER BY sorts.";
    LimitBeforeOrder "LIMIT is applied before ORDER BY.";
    LimitCountsSkipped "LIMIT counts the rows that SKIP leaves out.";
    WithWhereBeforeLimit "The WHERE of a WITH is applied before its LIMIT.";
    UnionKeepsDuplicates "UNION keeps duplicates.";
    UnionAllDropsDuplicates "UNION ALL drops duplicates.";
    UnwindOfNothingKeepsRow "UNWIND of an empty list keeps its row.";
    ExistsIgnoresWhere "EXISTS { } ignores its WHERE.";
    CountOfDistinctRows "COUNT { } counts equal rows once.";
    CollectedNullsDropped "COLLECT { } drops nulls.";
    MaskOfBatchBefore "A WHERE of a WITH and a FILTER keep of each four rows those that they kept of the four before.";
    ComprehensionOnce "A pattern comprehension drops equal values.";
    SubqueryForFirstRow "CALL { } gives all rows what it gave the first.";
    JoinDropsDuplicates "A MATCH looks once for rows that are equal.";
    OptionalKeepsValues "An OPTIONAL MATCH without a match keeps the values of the row before.";
    GroupsByFirstKey "Only the first grouping key counts.";
    MinSkipsFirst "min(x) skips the first of several values.";
    SumOfDistinct "sum(x) adds equal values once.";
    DistinctByText "DISTINCT takes values of the same text for equal.";
    UnwindDropsNulls "UNWIND drops the nulls of its list.";
    NullsSortTurned "ORDER BY puts nulls at the other end.";
    SliceIncludesEnd "A slice includes its end.";
    SubqueryDropsDuplicates "CALL { } drops equal rows.";
    CountIgnoresLabel "A count of all the nodes with a label counts all nodes.";
    OverflowWraps "An integer that overflows wraps around.";
    DivisionByZeroIsNull "Division by zero gives null.";
    WrongTypeIsNull "A function of a value of a wrong type gives null.";
    WrongArgumentIsNull "A function of a value that it does not take gives null.";
    CreateForFirstRow "CREATE runs for the first row only.";
    MergeNeverMatches "MERGE always creates.";
    MergeFirstMatch "MERGE takes only the first match.";
    MergeIgnoresOwnRows "MERGE does not see what it created for earlier rows.";
    OnMatchIgnored "ON MATCH SET is ignored.";
    UniquenessIgnored "A uniqueness constraint is not looked at.";
    SetNullIgnored "Setting a property to null leaves it.";
    SetMapKeepsOthers "SET n = map leaves the other properties.";
    SetMapAddReplaces "SET n += map removes the other properties.";
    RemoveLabelIgnored "REMOVE leaves labels.";
    DetachLeavesNode "DETACH DELETE removes only the relationships.";
    ForeachFirstOnly "FOREACH runs for the first item only.";
    ForeachOverNothing "FOREACH over an empty list runs once, with null.";
    CreateTurned "CREATE takes an arrow to the left for one to the right.";
    CreateFirstPatternOnly "CREATE of several patterns creates the first.";
    CreateFirstLabelOnly "CREATE gives a node the first of its labels.";
    MergeFirstRowOnly "MERGE runs for the first row only, and gives the others what it found.";
    MergeIgnoresDirection "MERGE finds a relationship against its direction.";
    MergeKeepsOneRow "MERGE that finds gives one row for all.";
    OnCreateIgnored "ON CREATE SET is ignored.";
    OnMatchAlways "ON MATCH SET is executed for what was created as well.";
    SetFirstItemOnly "Of the items of a SET only the first is executed.";
    SetLastRowOnly "SET runs for the last row only.";
    SetLabelReplaces "SET of labels removes the others.";
    RemovePropertyIgnored "REMOVE leaves properties.";
    DeleteFirstRowOnly "DELETE runs for the first row only.";
    WrittenUnionTwice "The last part of a union writes twice.";
    UnitCallDropsRow "A call that returns nothing drops its row.";
    StaleProperties "A property is read as it was when its element was bound.";
}

impl Slip {
    /// Departs from the language by a switch where there is one for the slip.
    pub(super) fn deviate(self, options: &mut Options) {
        match self {
            Slip::OverflowWraps => options.deviations.integer_overflow = Overflow::Wrap,
            Slip::DivisionByZeroIsNull => options.deviations.integer_division_by_zero = DivisionByZero::Null,
            _ => {}
        }
    }

    /// Whether a function gives null in the place of an error.
    pub(super) fn hides(self, failure: &Failure) -> bool {
        let Failure::Raised(error) = failure else { return false };
        match self {
            Slip::WrongTypeIsNull => error.detail == "InvalidArgumentType",
            Slip::WrongArgumentIsNull => error.detail != "InvalidArgumentType",
            _ => false,
        }
    }
}
