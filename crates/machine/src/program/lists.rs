//! What a program leaves open by how its steps follow on each other: lists without an order, and keys that are read while they
//! are written.

use graphlance_gremlin::table::Trait;
use graphlance_gremlin::token::Column;
use graphlance_gremlin::{Name, StepName};

use super::{By, How, Kind, Op, OpId, Program};

impl Program {
    /// Whether it makes lists of what nothing has put into an order.
    pub fn makes_open_lists(&self) -> bool {
        (0..self.ops.len()).any(|id| match &self.op(id).kind {
            Kind::Fold { seed: None } => !self.is_sorted_before(id),
            // An order of the maps is none of what is in them.
            kind => (matches!(kind, Kind::SelectColumn(_)) || takes_values(self.op(id))) && !self.is_ordered_within(id),
        })
    }

    /// Whether a step that orders stands somewhere in front of another, or in front of a step that it is nested in, and those in
    /// between keep the order. One that stands further on leaves what is in a list as it was, and so does one in a chain beside.
    pub fn is_sorted_before(&self, id: OpId) -> bool {
        self.comes_behind(id, |kind| matches!(kind, Kind::Order(_) | Kind::OrderLocal(_)))
    }

    /// The same of a step that orders what is in each object.
    fn is_ordered_within(&self, id: OpId) -> bool {
        self.comes_behind(id, |kind| matches!(kind, Kind::OrderLocal(_)))
    }

    fn comes_behind(&self, id: OpId, orders: impl Fn(&Kind) -> bool) -> bool {
        let chain_of = |op: OpId| &self.chains[self.op(op).chain];
        // What gives several of one object, each chain by itself, leaves nothing of the order of what goes in.
        let decided = std::iter::successors(Some(id), |op| chain_of(*op).parent).find_map(|around| {
            let before = chain_of(around).ops.iter().take_while(|op| **op != around).map(|op| &self.op(*op).kind);
            let before: Vec<&Kind> = before.collect();
            before.iter().rev().find(|kind| orders(kind) || !kind.keeps_order()).map(|kind| orders(kind))
        });
        decided.unwrap_or(false)
    }
}

impl Program {
    /// Whether a step orders by keys what comes from a step that writes, one object after the other, or by what is noted aside
    /// while the objects come, or has not been when inject() gives its own.
    pub fn orders_by_what_changes(&self) -> bool {
        self.chains.iter().any(|chain| {
            let (mut writes, mut noted, mut notes) = (false, false, false);
            chain.ops.iter().any(|id| {
                let op = self.op(*id);
                let orders = matches!(&op.kind, Kind::Order(bys) if !bys.is_empty());
                let changes = orders && (writes || notes && self.reads_aside(*id));
                let (waits, aside) = (op.kind.waits(), op.kind.noted().is_some());
                writes = (writes && !waits) || self.writes_at(*id);
                noted |= aside;
                notes = !waits && (notes || aside || noted && matches!(op.kind, Kind::Inject { .. }));
                changes
            })
        })
    }

    /// Whether one of several branches notes something aside, or writes, in front of a step that takes only so many objects.
    pub fn notes_before_a_cut(&self) -> bool {
        let branches = self.ops.iter().filter(|op| matches!(op.kind, Kind::Branch { .. }));
        branches.flat_map(|op| &op.children).any(|chain| {
            let mut notes = false;
            self.chains[*chain].ops.iter().any(|id| {
                let kind = &self.op(*id).kind;
                let cuts = notes && matches!(kind, Kind::Range { .. });
                notes = !kind.waits() && (notes || self.notes_at(*id) || self.writes_at(*id));
                cuts
            })
        })
    }

    /// Whether a step within another one and one elsewhere note under the same key, one a map and the other a collection.
    pub fn notes_two_kinds(&self) -> bool {
        let noted = |op: &Op| op.kind.noted().cloned().map(|key| (key, op.kind.notes_groups(), op.chain != self.root));
        let noted: Vec<(Name, bool, bool)> = self.ops.iter().filter_map(noted).collect();
        noted.iter().any(|(key, groups, nested)| {
            *nested && noted.iter().any(|(other, others, _)| other == key && others != groups)
        })
    }

    /// Whether a step notes something aside, or one within it does.
    fn notes_at(&self, id: OpId) -> bool {
        let op = self.op(id);
        let mut nested = op.children.iter().flat_map(|chain| &self.chains[*chain].ops);
        op.kind.noted().is_some() || nested.any(|op| self.notes_at(*op))
    }

    /// Whether a traversal within a step reads labels or what is noted aside, of which it does not say which it is.
    fn reads_aside(&self, id: OpId) -> bool {
        let mut nested = self.op(id).children.iter().flat_map(|chain| &self.chains[*chain].ops);
        nested.any(|id| self.op(*id).name == StepName::Cap || self.reads_labels(*id))
    }

    fn reads_labels(&self, id: OpId) -> bool {
        let op = self.op(id);
        let mut nested = op.children.iter().flat_map(|chain| &self.chains[*chain].ops);
        op.name == StepName::AddE || op.name.row().is(Trait::ReadsLabels) || nested.any(|op| self.reads_labels(*op))
    }

    fn writes_at(&self, id: OpId) -> bool {
        let op = self.op(id);
        op.name.row().is(Trait::Writes)
            || op.children.iter().any(|child| self.chains[*child].ops.iter().any(|op| self.writes_at(*op)))
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
