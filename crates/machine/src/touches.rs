//! Which statements a quirk can change, as far as their texts show.

use graphlance_gremlin::walk::{Part, walk};
use graphlance_gremlin::{Statement, StepName, Test, TestName};

use crate::Quirk;

/// What a statement must have, any of it, for a quirk to show.
enum Sign {
    /// One of these steps, or modulators.
    Steps(&'static [StepName]),
    /// One of these tests.
    Tests(&'static [TestName]),
}

impl Quirk {
    /// Whether a statement has what the quirk is about.
    pub fn touches(self, statement: &Statement) -> bool {
        let sign = self.sign();
        let mut found = false;
        walk(Part::Statement(statement), &mut |part| {
            found |= match (part, &sign) {
                (Part::Step(step, _), Sign::Steps(names)) => names.contains(&step.name),
                (Part::Modulator(modulator, _), Sign::Steps(names)) => names.contains(&modulator.name),
                (Part::Predicate(predicate), Sign::Tests(names)) => {
                    matches!(&predicate.test, Test::Named { name, .. } if names.contains(name))
                }
                _ => false,
            };
        });
        found
    }

    fn sign(self) -> Sign {
        use StepName::*;
        let steps: &'static [StepName] = match self {
            Quirk::OptionalOfNothing | Quirk::OptionalIsInner => &[Optional],
            Quirk::LocalOrderCasts | Quirk::SecondKeyIgnored | Quirk::DescendingIgnored => &[Order],
            Quirk::AsideCountsNeedKeys => &[GroupCount],
            Quirk::GroupSharesTraversers | Quirk::EmptyGroupLeaks => &[Group],
            Quirk::NullsLoseLabels | Quirk::EqualLabelled => &[As],
            Quirk::NullsEqualInPaths => &[Path, Tree, SimplePath, CyclicPath],
            Quirk::EmptyRangeStops => &[Range, Limit, Skip, Tail],
            Quirk::FoldSharesSeed | Quirk::FoldDropsNulls => &[Fold],
            Quirk::MatchKeepsRest => &[Match],
            Quirk::LocalOfNothing => &[Local],
            Quirk::MergeBeginsWithFalse => &[MergeV, MergeE],
            Quirk::HasLabelChainIsOr => &[HasLabel],
            Quirk::FilterBeforeRange => &[Range, Limit, Tail],
            Quirk::CountDropsBy | Quirk::DedupLostBeforeFold | Quirk::DedupKeepsBulk => &[Dedup],
            Quirk::EdgeFilterLost => &[OutE, InE, BothE],
            Quirk::CountIsExists => &[Is],
            Quirk::CountIgnoresBulk => &[Count],
            Quirk::UnrollLosesEmit | Quirk::RoundLess | Quirk::UntilAskedFirst | Quirk::EmitTwice => &[Repeat],
            Quirk::CoalesceTakesAll => &[Coalesce],
            Quirk::UnionDropsDuplicates => &[Union],
            Quirk::LocalRunsGlobally => &[Local],
            Quirk::SelectTakesFirst => &[Select],
            Quirk::OrIsAnd => &[Or],
            Quirk::TailIsLimit => &[Tail],
            Quirk::SimplePathIsDedup => &[SimplePath],
            Quirk::BothLosesLabels => &[Both, BothE],
            Quirk::LoopMetOnce => &[Both, BothE, To, ToE],
            Quirk::OtherIsIn => &[OtherV],
            Quirk::AggregateIgnoresBulk => &[Aggregate, Store],
            Quirk::InLosesParallel => &[In, InE, Both, BothE, To, ToE],
            Quirk::SecondRepeatLosesEmit | Quirk::SecondRepeatLosesSimplePath => &[Repeat],
            Quirk::SimplePathAllowsRings => &[SimplePath, CyclicPath],
            Quirk::LaterHasReplaces => &[Has],
            Quirk::DropLeavesFirst | Quirk::DropLeavesConnected | Quirk::DropMovesEdges => &[Drop],
            Quirk::PropertyKeepsNumbers => &[Property, MergeV],
            Quirk::AddEdgeTurned | Quirk::AddEdgeReplaces => &[AddE],
            Quirk::AddVertexTakesLabel => &[AddV, MergeV],
            Quirk::NegationIsStrict | Quirk::BooleansHaveNoOrder => {
                return Sign::Tests(&[TestName::Lt, TestName::Lte, TestName::Gt, TestName::Gte]);
            }
            Quirk::NeqToLabelHolds => return Sign::Tests(&[TestName::Neq]),
            Quirk::BetweenIsInside => return Sign::Tests(&[TestName::Between]),
            Quirk::GtIsGte => return Sign::Tests(&[TestName::Gt]),
            Quirk::WithinTakesFirst => return Sign::Tests(&[TestName::Within]),
            of_engine => return of_engine.sign_in_engine(),
        };
        Sign::Steps(steps)
    }

    /// That of a defect of an engine; a test holds that each has one.
    fn sign_in_engine(self) -> Sign {
        use StepName::*;
        let steps: &'static [StepName] = match self {
            Quirk::NotCountIsZero | Quirk::NotOfEdgesIsFalse => &[Not],
            Quirk::FirstBoundDecides
            | Quirk::CountsInByAreAsked
            | Quirk::NotAroundLastStep
            | Quirk::CountTakesItsStep
            | Quirk::ListsOfCountsFail
            | Quirk::CountsCutOff
            | Quirk::NegatedCountsCutOff
            | Quirk::CountsWithoutCutOff => &[Count],
            Quirk::IdentitiesTwice => &[HasId],
            Quirk::IndexedNumbersByClass => &[Has],
            Quirk::LabelsMoveBehindFilters => &[Path, SimplePath, CyclicPath],
            Quirk::LabelPredicatesAreLabels => &[HasLabel, Or],
            Quirk::LabelsTwice | Quirk::LaterLabelsAdd | Quirk::LaterElementsOnce => &[HasLabel],
            Quirk::RangesBeforeSideEffects => &[Range, Limit, Skip],
            Quirk::DedupDropsBy | Quirk::LocalDedupDoesNothing => &[Dedup],
            Quirk::MatchOfFilterIsFilter => &[Match],
            Quirk::GroupByIdentityLists | Quirk::GroupByIdentitiesIsEmpty => &[Group],
            Quirk::ScansOrderMissingLast | Quirk::OrderPutsMissingLast | Quirk::LastOrderKeyAlone => &[Order],
            Quirk::MissingKeysAreNull => &[By, Format],
            Quirk::EmptyRangesEndAll => &[Limit, Range, Skip],
            Quirk::SecondSkipIsRefused => &[Skip, Range],
            Quirk::SecondOrderOfKeyIsRefused => &[Order],
            Quirk::MapsNeedKeys => &[ValueMap, PropertyMap, ElementMap],
            Quirk::FoldOfBarrierIsOnce => &[Barrier],
            Quirk::PropertiesDropElements => &[Drop],
            Quirk::AdjacentPropertyReplaces => &[Property],
            Quirk::SecondTestOfKeyIsFalse | Quirk::AlternativesOverlap | Quirk::LabelledHasOfEdges => &[Has],
            Quirk::EndsOfBothBySide => &[InV, OutV],
            Quirk::CoalesceDecidesOnce => &[Coalesce],
            Quirk::OptionalCrosses => &[Optional],
            Quirk::ChooseLosesUndecided => &[Choose],
            Quirk::LabelsInBranches => &[As],
            Quirk::RepeatGoesOneStep => &[Repeat],
            Quirk::UnionLosesEnds | Quirk::UnionOfNothing | Quirk::LastUnionGivesOnce => &[Union],
            Quirk::CountsAsideReplace => &[GroupCount],
            Quirk::GroupKeysAreTexts | Quirk::GroupsWithoutKeys => &[Group, GroupCount],
            Quirk::GroupsHoldNumbers => &[Group],
            Quirk::ByGoesInFront => &[Aggregate, Store, Path, Select],
            Quirk::GroupedLabelsAreNull => &[Group, GroupCount],
            Quirk::CountedCountsThemselves => &[GroupCount],
            Quirk::BranchesGiveNumbers => &[Union, Coalesce],
            Quirk::AggregatesOfNothing => &[Sum, Min, Max, Mean],
            Quirk::EdgesAreForgotten => &[InV, OutV, BothV, OtherV, Label, HasLabel],
            Quirk::WhereTakesTexts => &[Where],
            Quirk::PathIsItsEnd => &[Path],
            Quirk::PropertiesAreElements => &[Properties],
            Quirk::UnknownLabelPasses
            | Quirk::SelectDropsBy
            | Quirk::LabelsAreLost
            | Quirk::SelectedIsLost
            | Quirk::SelectIgnoresPop => &[Select],
            Quirk::ToGoesNowhere => &[To],
            Quirk::UnfoldNeedsList => &[Unfold],
            Quirk::SideEffectsWriteNothing => &[SideEffect],
            Quirk::NewEdgesHaveNoLabel => &[Label],
            Quirk::ValueMapsHoldValues => &[ValueMap],
            Quirk::WithoutNothingIsFalse => return Sign::Tests(&[TestName::Without]),
            _ => &[],
        };
        Sign::Steps(steps)
    }
}
