//! Wrong rules about how clauses are executed, for which the evaluator looks by itself.

use serde::{Deserialize, Serialize};

use crate::departures::{self, WrongRule};

/// Makes the faults of all rows: whether it is planted to prove that oracles find faults, its name on the command line and in
/// files, whether a wrong answer of an engine may be explained by it, and what then happens, for people.
macro_rules! faults {
    (
        planted { $($(#[$doc:meta])* $fault:ident $name:literal $explains:literal $sentence:literal;)* }
        others { $($other:ident $other_name:literal $other_sentence:literal;)* }
    ) => {
        /// A wrong rule about how clauses are executed, as reported of real engines.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Fault {
            $($(#[$doc])* #[serde(rename = $name)] $fault,)*
            $(#[doc = $other_sentence] #[serde(rename = $other_name)] $other,)*
        }

        impl Fault {
            /// The faults that are planted in front of the reference, to prove that oracles can find them.
            pub const PLANTED: &'static [Fault] = &[$(Fault::$fault),*];

            /// The row of each in the catalogue of departures.
            pub(crate) const RULES: &'static [WrongRule] =
                &[$(departures::of_fault(Fault::$fault),)* $(departures::of_fault(Fault::$other)),*];

            /// Its name on the command line and in files.
            pub const fn name(self) -> &'static str {
                match self { $(Fault::$fault => $name,)* $(Fault::$other => $other_name,)* }
            }

            /// What happens, for people: "the answer is as if ..".
            pub const fn sentence(self) -> &'static str {
                match self { $(Fault::$fault => $sentence,)* $(Fault::$other => $other_sentence,)* }
            }

            /// Whether a wrong answer of an engine may be explained by it.
            pub const fn explains(self) -> bool {
                match self { $(Fault::$fault => $explains,)* $(Fault::$other => true,)* }
            }
        }
    };
}

faults! {
    planted {
        /// UNWIND yields only its first row when it comes after a MATCH.
        UnwindFirstRowAfterMatch "unwind-first-row-after-match" true "UNWIND after MATCH yields only its first row";
        /// OPTIONAL MATCH loses its row when its WHERE is never true.
        OptionalMatchLosesRow "optional-match-loses-row" true "OPTIONAL MATCH loses its row when its WHERE is never true";
        /// DISTINCT drops rows that hold a null.
        DistinctDropsNulls "distinct-drops-nulls" true "DISTINCT drops rows that hold a null";
        /// After an UNWIND, a property in RETURN is read from another element (GQS, Figure 7). Which element that is,
        /// differs between engines, so that it explains none of their answers.
        PropertyOfWrongElement "property-of-wrong-element" false
            "a property is read from another element after an UNWIND";
        /// A MATCH of several comma-separated patterns with a WHERE comes back empty (GQS, Figure 8).
        CommaPatternsWithFilterEmpty "comma-patterns-with-filter-empty" true
            "a MATCH of several patterns with a WHERE has no match";
        /// Only the first of several labels in a pattern is checked.
        SecondLabelIgnored "second-label-ignored" true "only the first of several labels is checked";
        /// An undirected pattern matches a self-loop twice. The deviation of this name explains such answers.
        SelfLoopTwice "self-loop-twice" false "an undirected pattern matches a self-loop twice";
        /// Parallel relationships of one type between the same nodes count once.
        ParallelRelationshipsCollapsed "parallel-relationships-collapsed" true
            "parallel relationships of one type count once";
        /// LIMIT is applied before ORDER BY.
        LimitBeforeSort "limit-before-sort" true "LIMIT is applied before ORDER BY";
        /// WITH .. WHERE loses rows: the last of several that pass (GQS, Figure 16). Which row is lost, differs between
        /// engines, so that it explains none of their answers.
        WithWhereLosesRows "with-where-loses-rows" false "WITH with a WHERE loses the last of several rows";
        /// Integers are compared by the sign of their difference, which wraps around, by ORDER BY, min() and max() as well.
        IntegersComparedByDifference "integers-compared-by-difference" true
            "integers are compared by their difference, which wraps around";
        /// A list literal drops its nulls.
        NullsVanishFromLists "nulls-vanish-from-lists" true "a list drops its nulls";
        /// The negation of null is true, as in a logic of two values.
        NotOfNullIsTrue "not-of-null-is-true" true "NOT of null is true";
    }
    others {
        BoundLabelIgnored "label-of-bound-node-ignored" "the label of a variable that is bound already is ignored";
        NullNodeMatches "null-node-matches" "MATCH of a variable that is null gives a row";
        BoundNodeScannedAgain "bound-node-scanned-again" "MATCH of a node that is bound already is a scan of all nodes";
        VariableLengthLoopTwice "variable-length-loop-twice" "a variable length without direction, but for that of 1, takes a self-loop twice";
        LengthLoopTwiceFirst "length-loop-twice-at-first" "a variable length without direction takes a self-loop twice as its first relationship";
        ShortestPathFirstFound "shortest-path-is-first-found"
            "shortestPath() gives the path that a search which goes deep first comes to";
        ShortestPathOfTwo "shortest-path-of-two-at-most" "shortestPath() looks no further than two relationships";
        UnwindOfNullMakesRow "unwind-of-null-makes-row" "UNWIND of null makes a row";
        UnwindOfEmptyMakesRow "unwind-of-empty-makes-row" "UNWIND of an empty list makes a row";
        UnwindDropsNulls "unwind-drops-nulls" "UNWIND drops the nulls of its list";
        ComputedNullsVanish "computed-nulls-vanish-from-lists" "a list drops the nulls that operators and functions give";
        UnwindFlattens "unwind-flattens" "UNWIND takes lists in its list apart as well";
        UnwindOnlyFirstItem "unwind-only-first-item" "UNWIND yields only the first item of each list";
        NoGroupGivesNoRow "aggregate-of-nothing-gives-no-row" "an aggregate of no rows gives no row";
        NullGroupLost "group-of-null-lost" "a group whose key is null is lost";
        NullGroupsApart "nulls-grouped-apart" "nulls are no group: each is one of its own";
        NansApart "nans-kept-apart" "DISTINCT and grouping keep every NaN";
        CountCountsNulls "count-counts-nulls" "count() counts nulls";
        CollectKeepsNulls "collect-keeps-nulls" "collect() keeps nulls";
        ExtremeOfNull "extreme-of-null-is-null" "min() and max() of values with a null are null";
        SumOfNull "sum-of-null-is-null" "sum() and avg() of values with a null are null";
        EmptySubqueryKeepsRow "empty-subquery-keeps-row" "CALL { } that gives no row keeps the row outside, with nulls";
        UnitSubqueryTakesRow "unit-subquery-takes-row" "CALL { } that returns nothing takes the row away";
        UnitSubqueryMultipliesRows "unit-subquery-multiplies-rows"
            "CALL { } that returns nothing gives as many rows as there are inside it";
        SubqueryOnlyFirstRow "subquery-only-for-first-row" "CALL { } gives rows for the first row outside only";
        CallDeletesOnce "call-deletes-once"
            "a CALL { } with a DELETE or MERGE is done for the first row outside only, and gives no rows for the others where it has a RETURN";
        SubqueryFirstOfRows "subquery-gives-one-row" "CALL { } gives one row at most";
        UnionDropsNulls "union-drops-nulls" "UNION drops rows that hold a null";
        CreatesOnce "create-for-first-row" "CREATE creates for the first row only";
        SetKeepsOnNull "set-to-null-keeps" "SET of a property to null keeps the old value";
        SetOfMapKeepsOnNull "set-plus-null-keeps" "SET += of a null keeps the old value";
        SetKeepsOnNan "set-to-nan-keeps" "SET of a property to NaN leaves the old value";
        SetKeepsEqual "set-of-equal-number-keeps" "SET leaves a number that is neither less nor greater than the new one";
        MergeOnMatchAsCreate "merge-always-creates" "MERGE creates though there is a match";
        MergeWithoutLabelMissesOwn "merge-without-label-misses-own-creations"
            "MERGE of a node without a label does not see what its statement created";
        MergeMissesOwn "merge-misses-own-creations" "MERGE does not see what its statement created";
        PercentileDiscBelow "percentile-disc-below"
            "percentileDisc() is the last value that is not above what percentileCont() gives";
        MergePartsApart "merge-parts-apart"
            "MERGE of a path takes the first match of each of its nodes and relationships, or creates it, each by itself";
        MergeAloneTakesFirst "merge-alone-takes-first-match"
            "MERGE takes the first of several matches in a FOREACH, at the end of a query that begins with it or one UNWIND, and between UNWIND \
             and RETURN";
        MergeOfNewTypeLosesRows "merge-of-new-type-loses-rows"
            "a MERGE from a node without a label to one with a label that there is, by a type that there is not yet, loses the rows that would \
             find what the last of them created";
        MergeNeverCreates "merge-never-creates" "MERGE creates nothing where there is no match";
        ForeachFirstItem "foreach-first-item" "FOREACH goes through the first item only";
        ForeachLastItem "foreach-last-item" "FOREACH goes through the last item only";
        SkipOneFewer "skip-one-fewer" "SKIP skips a row too few";
        LimitOneMore "limit-one-more" "LIMIT gives a row too many";
        MapProjectionOfNullIsMap "map-projection-of-null-is-map" "a map projection of null is a map";
        ReduceEndsAtNull "reduce-ends-at-null" "reduce() is null as soon as one of its steps is";
        WritingToNullFails "writing-to-null-is-error" "SET and REMOVE of null, and DELETE of null, are errors";
        WhereBeforeCut "where-before-cut" "the WHERE of a WITH is applied before its ORDER BY, SKIP and LIMIT";
        QuantifierNullIsFalse "quantifiers-take-null-for-false"
            "all(), any(), none() and single() take a condition that is null for false";
        QuantifierNullIsTrue "quantifiers-take-null-for-true"
            "all(), any(), none() and single() take a condition that is null for true";
        TypeErrorIsNull "type-error-is-null"
            "what is computed of a value of another type than can be taken is null, and no error";
    }
}

impl Fault {
    /// The planted fault of this name.
    pub fn find(name: &str) -> Option<Fault> {
        Fault::PLANTED.iter().copied().find(|fault| fault.name() == name)
    }

    /// Its row in the catalogue of departures.
    pub fn rule(self) -> &'static WrongRule {
        &Fault::RULES[self as usize]
    }
}
