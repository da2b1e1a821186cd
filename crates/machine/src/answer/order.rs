//! Which operations depend on an order, and which keep the one in which objects go in.

use graphlance_gremlin::token::Direction;

use crate::program::{By, How, Kind, Reduction};

impl Kind {
    /// Whether what comes out of it as a whole depends on no order: neither which objects nor what is in them.
    pub(super) fn is_order_free(&self) -> bool {
        let plain = |bys: &[By]| bys.iter().all(|by| !matches!(by.how, How::Chain(_)));
        match self {
            Kind::Start
            | Kind::Identity
            | Kind::Given(_)
            | Kind::Graph { .. }
            | Kind::Adjacent { .. }
            | Kind::EndOf(_)
            | Kind::OtherEnd
            | Kind::Properties { .. }
            | Kind::ElementMap { .. }
            | Kind::Id
            | Kind::Label
            | Kind::Key
            | Kind::Value
            | Kind::Element
            | Kind::Has { .. }
            | Kind::HasKeyOf { .. }
            | Kind::Is(_)
            | Kind::Filter(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::WhereStart(_)
            | Kind::WhereEnd(_)
            | Kind::Quantified { .. }
            | Kind::Discard
            | Kind::Constant(_)
            | Kind::Reduce(Reduction::Count)
            | Kind::Repeat(_)
            | Kind::RepeatEnd
            | Kind::Coalesce(_)
            | Kind::Optional(_)
            | Kind::FlatMap(_)
            | Kind::Loops(_) => true,
            Kind::Dedup { labels, by } => labels.is_empty() && by.is_none(),
            Kind::WhereLabels { bys, .. }
            | Kind::Select { bys, .. }
            | Kind::Project { bys, .. }
            | Kind::Path { bys, .. }
            | Kind::PathFilter { bys, .. } => plain(bys),
            Kind::Branch { options, .. } => !options.is_empty(),
            _ => false,
        }
    }

    /// Whether what comes out of it is in the order in which it goes in.
    pub(crate) fn keeps_order(&self) -> bool {
        match self {
            Kind::Properties { values, keys } => *values && keys.len() == 1,
            Kind::EndOf(direction) => *direction != Direction::Both,
            Kind::Id
            | Kind::Label
            | Kind::Key
            | Kind::Value
            | Kind::Element
            | Kind::ElementMap { .. }
            | Kind::PropertyMap { .. }
            | Kind::OtherEnd
            | Kind::Identity
            | Kind::Has { .. }
            | Kind::HasKeyOf { .. }
            | Kind::Is(_)
            | Kind::Filter(_)
            | Kind::Not(_)
            | Kind::And(_)
            | Kind::Or(_)
            | Kind::WhereLabels { .. }
            | Kind::Quantified { .. }
            | Kind::PathFilter { .. }
            | Kind::Range { .. }
            | Kind::Tail(_)
            | Kind::Dedup { .. }
            | Kind::Select { .. }
            | Kind::SelectColumn(_)
            | Kind::SelectBy { .. }
            | Kind::Project { .. }
            | Kind::Path { .. }
            | Kind::MapTo(_)
            | Kind::Constant(_)
            | Kind::Math { .. }
            | Kind::Text { .. }
            | Kind::Concat(_)
            | Kind::Format { .. } => true,
            Kind::Fold { .. } | Kind::Unfold => true,
            _ => false,
        }
    }
}
