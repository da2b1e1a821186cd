//! What operations have in common.

use graphlance_gremlin::Name;

use super::{Kind, Reduction};
use crate::number::convert;
use crate::value::Value;

impl Kind {
    /// Whether it waits for all traversers before the first comes out, so that groups end there. Steps that only wait, such as
    /// `barrier()` and `aggregate`, are not meant.
    pub fn divides_groups(&self) -> bool {
        self.reduces()
            || matches!(
                self,
                Kind::Order(_) | Kind::Sample { .. } | Kind::Dedup { .. } | Kind::Range { .. } | Kind::Tail(_)
            )
    }

    /// Whether one object comes out of all that go in.
    pub fn reduces(&self) -> bool {
        match self {
            Kind::Reduce(_) | Kind::Fold { .. } | Kind::Cap(_) => true,
            Kind::Group(grouping) => grouping.side.is_none(),
            Kind::GroupCount { key, .. } | Kind::Tree { key, .. } => key.is_none(),
            _ => false,
        }
    }

    /// Whether it notes groups aside, under a key.
    pub fn notes_groups(&self) -> bool {
        match self {
            Kind::Group(grouping) => grouping.side.is_some(),
            Kind::GroupCount { key, .. } | Kind::Tree { key, .. } => key.is_some(),
            _ => false,
        }
    }

    /// Whether nothing comes out of it where nothing goes in although it reduces.
    pub fn needs_input(&self) -> bool {
        matches!(self, Kind::Reduce(Reduction::Sum | Reduction::Mean | Reduction::Min | Reduction::Max))
    }

    /// Whether it waits for all traversers of a stream.
    pub fn waits(&self) -> bool {
        match self {
            Kind::Aggregate { waits: true, .. } | Kind::Subgraph { waits: true, .. } => true,
            Kind::Tree { waits: true, .. } | Kind::GroupCount { waits: true, .. } => true,
            Kind::Group(grouping) if grouping.waits => true,
            Kind::Wait { .. } | Kind::WaitSack(_) => true,
            other => other.divides_groups(),
        }
    }
}

impl Kind {
    /// The key under which it notes something aside.
    pub fn noted(&self) -> Option<&Name> {
        match self {
            Kind::Aggregate { key, .. } | Kind::Subgraph { key, .. } => Some(key),
            Kind::Group(grouping) => grouping.side.as_ref(),
            Kind::GroupCount { key, .. } | Kind::Tree { key, .. } => key.as_ref(),
            _ => None,
        }
    }

    pub fn is_filter(&self) -> bool {
        matches!(
            self,
            Kind::Drop
                | Kind::Has { .. }
                | Kind::HasKeyOf { .. }
                | Kind::Is(_)
                | Kind::Filter(_)
                | Kind::Not(_)
                | Kind::And(_)
                | Kind::Or(_)
                | Kind::WhereLabels { .. }
                | Kind::WhereEnd(_)
                | Kind::Quantified { .. }
                | Kind::Discard
                | Kind::Dedup { .. }
                | Kind::Range { .. }
                | Kind::Coin(_)
                | Kind::PathFilter { .. }
        )
    }

    pub fn is_flat(&self) -> bool {
        matches!(
            self,
            Kind::Graph { .. }
                | Kind::Adjacent { .. }
                | Kind::EndOf(_)
                | Kind::Properties { .. }
                | Kind::MergeVertex(_)
                | Kind::MergeEdge(_)
                | Kind::AddVertex { .. }
                | Kind::AddEdge { .. }
                | Kind::Unfold
        )
    }

    pub fn is_branch(&self) -> bool {
        matches!(
            self,
            Kind::Repeat(_)
                | Kind::RepeatEnd
                | Kind::Branch { .. }
                | Kind::Coalesce(_)
                | Kind::Optional(_)
                | Kind::Local(_)
                | Kind::FlatMap(_)
                | Kind::Match(_)
        )
    }

    /// Whether it may compare whole objects with each other, or traversers by their paths.
    pub fn compares(&self) -> bool {
        self.is_branch()
            || matches!(
                self,
                Kind::Has { .. }
                    | Kind::Is(_)
                    | Kind::WhereLabels { .. }
                    | Kind::Quantified { .. }
                    | Kind::Dedup { .. }
                    | Kind::DedupLocal
                    | Kind::Aggregate { .. }
                    | Kind::Group(_)
                    | Kind::GroupCount { .. }
                    | Kind::Join(..)
                    | Kind::Wait { .. }
                    | Kind::WaitSack(_)
            )
    }

    /// Whether it begins a traversal.
    pub fn begins(&self) -> bool {
        match self {
            Kind::Graph { first, .. } | Kind::AddVertex { first, .. } | Kind::AddEdge { first, .. } => *first,
            Kind::MergeVertex(merging) | Kind::MergeEdge(merging) => merging.first,
            _ => false,
        }
    }

    pub fn is_map(&self) -> bool {
        !matches!(
            self,
            Kind::Inject { .. }
                | Kind::Given(_)
                | Kind::Set(_)
                | Kind::Tail(_)
                | Kind::Sample { .. }
                | Kind::SideEffect(_)
                | Kind::Tree { .. }
                | Kind::Aggregate { .. }
                | Kind::Cap(_)
                | Kind::Subgraph { .. }
                | Kind::SetSack { .. }
                | Kind::Wait { .. }
                | Kind::WaitSack(_)
                | Kind::Reduce(_)
                | Kind::Fold { .. }
                | Kind::Group(_)
                | Kind::GroupCount { .. }
                | Kind::Order(_)
        ) && !self.is_branch()
    }
}

/// A number as the argument of a step.
pub(crate) fn as_long(value: &Value) -> Option<i64> {
    let number = value.as_number()?;
    convert::integer(number).ok().and_then(|value| i64::try_from(&value).ok())
}
