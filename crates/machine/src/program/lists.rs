//! Whether a program makes lists whose order is open.

use graphlance_gremlin::token::Column;

use super::{By, How, Kind, Op, OpId, Program};

impl Program {
    /// Whether it makes lists of what nothing has put into an order.
    pub fn makes_open_lists(&self) -> bool {
        let makes = |op: &Op| matches!(op.kind, Kind::Fold { seed: None } | Kind::SelectColumn(_)) || takes_values(op);
        (0..self.ops.len()).any(|id| makes(self.op(id)) && !self.is_sorted_before(id))
    }

    /// Whether a step that orders stands somewhere in front of another, or in front of a step that it is nested in. One that
    /// stands further on leaves what is in a list as it was, and so does one in a chain beside.
    fn is_sorted_before(&self, id: OpId) -> bool {
        let orders = |op: &OpId| matches!(self.op(*op).kind, Kind::Order(_) | Kind::OrderLocal(_));
        let chain_of = |op: OpId| &self.chains[self.op(op).chain];
        std::iter::successors(Some(id), |op| chain_of(*op).parent)
            .any(|around| chain_of(around).ops.iter().take_while(|op| **op != around).any(orders))
    }
}

/// Whether a modulator takes the values of a map, which have no order, as a list.
fn takes_values(op: &Op) -> bool {
    let bys: &[By] = match &op.kind {
        Kind::MapBy(How::Column(Column::Values)) => return true,
        Kind::Project { bys, .. } | Kind::Select { bys, .. } | Kind::Path { bys, .. } | Kind::Order(bys) => bys,
        Kind::Dedup { by, .. } | Kind::Aggregate { by, .. } | Kind::GroupCount { by, .. } => by.as_slice(),
        Kind::Group(grouping) => grouping.by.as_slice(),
        _ => &[],
    };
    bys.iter().any(|by| matches!(by.how, How::Column(Column::Values)))
}
