//! Steps that choose among objects, and whether the order by which they choose is open.
//!
//! Evaluating in several arrangements shows most of what is open, but not an object among many that none of them happens to
//! meet. So a step that leaves something out by its order says so.

use graphlance_gremlin::Name;

use super::traverser::{Telling, Traverser, same_places};
use super::{Machine, Run};
use crate::failure::Failure;
use crate::program::{ChainId, Kind, OpId, Reduction};
use crate::quirk::Quirk;
use crate::value::Value;

impl Machine<'_> {
    /// Notes that a step left something out, unless what comes of it is the same whatever it left out.
    pub fn left_out(&mut self, id: OpId) {
        let ops = &self.program.chains[self.op(id).chain].ops;
        let place = ops.iter().position(|op| *op == id).unwrap_or(0);
        // Only how many are left matters to a count.
        let counts =
            ops.get(place + 1).is_some_and(|next| matches!(self.op(*next).kind, Kind::Reduce(Reduction::Count)));
        if !counts && !self.has_order(id) {
            self.chance.choose();
        }
    }

    /// Notes a choice where a step compares a list whose order is open with others.
    pub fn compared(&mut self, key: &Value) {
        if self.program.lists_open && key.holds_several() {
            self.chance.choose();
        }
    }

    /// Whether what goes into a step of the outermost chain has an order: that of a step in front of it without ties, or that
    /// in which a traversal gave its objects.
    fn has_order(&self, id: OpId) -> bool {
        let op = self.op(id);
        if op.chain != self.program.root {
            return false;
        }
        let mut previous = op.previous;
        while let Some(before) = previous {
            let kind = &self.op(before).kind;
            match kind {
                Kind::Order(_) => return !self.tied.contains(&before),
                Kind::Inject { .. } => return self.op(before).previous.is_none(),
                Kind::Wait { written: false, .. } if !self.parted.contains(&before) => {}
                kind if !kind.keeps_order() => return false,
                _ => {}
            }
            previous = self.op(before).previous;
        }
        false
    }

    /// Whether a step of the outermost chain that comes behind an operation orders what comes out of all.
    pub fn is_ordered_behind(&self, id: OpId) -> bool {
        let ops = &self.program.chains[self.program.root].ops;
        ops.iter().any(|op| *op > id && matches!(self.op(*op).kind, Kind::Order(_)))
    }

    /// Notes a choice where a second object comes out of a chain of which only the first is taken.
    pub fn first_taken(&mut self, chain: ChainId) -> Run<()> {
        if self.chance.chose() || !self.gives_several(chain) {
            return Ok(());
        }
        match self.program.last(chain) {
            // What a chain that writes or notes would do further on must not be done.
            Some(_) if self.changes_something(chain) => self.chance.choose(),
            Some(last) if self.has_next(last)? => self.chance.choose(),
            _ => {}
        }
        Ok(())
    }

    /// Notes a choice where nobody asks for a second object of a chain, and what that one would change must not be changed.
    pub fn first_seen(&mut self, chain: ChainId) {
        if self.gives_several(chain) && self.changes_something(chain) {
            self.chance.choose();
        }
    }

    /// Whether more than one object may come out of a chain for one.
    fn gives_several(&self, chain: ChainId) -> bool {
        let several = |kind: &Kind| match kind {
            Kind::Properties { values, keys } => !*values || keys.len() != 1,
            Kind::Start | Kind::PropertyMap { .. } => false,
            Kind::Aggregate { .. } | Kind::SideEffect(_) | Kind::Set(_) | Kind::SetSack { .. } => false,
            Kind::GroupCount { key, .. } => key.is_none(),
            kind => !kind.keeps_order() || matches!(kind, Kind::Unfold),
        };
        let ops = self.program.chains[chain].ops.iter().rev();
        // What reduces gives one object whatever stands in front of it.
        let mut behind = ops.take_while(|op| !self.op(**op).kind.reduces());
        behind.any(|op| several(&self.op(*op).kind))
    }

    pub fn changes_something(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().any(|op| {
            let op = self.op(*op);
            op.kind.notes_groups()
                || op.name.row().is(graphlance_gremlin::table::Trait::Writes)
                || op.name.row().is(graphlance_gremlin::table::Trait::SideEffect)
                || op.children.iter().any(|child| self.changes_something(*child))
        })
    }

    /// Fails where an operation gives a label to null, which the machine of TinkerPop loses, or where it lets an object pass and
    /// gives it one that an equal object has: where paths are not read their objects stand one behind the other, and so are one.
    pub fn allow_label(&self, id: OpId, traverser: &Traverser) -> Run<()> {
        let op = self.op(id);
        if op.labels.is_empty() {
            return Ok(());
        }
        if traverser.value.is_null() && self.has_quirk(Quirk::NullsLoseLabels) {
            return Err(Failure::Unspecified("what stands under a label that null is given".to_owned()).into());
        }
        let passes = op.kind.is_filter() || matches!(op.kind, Kind::Identity);
        let makes = op.kind.is_flat() || op.kind.is_map() && !passes;
        if !makes
            && !self.program.tracks_paths
            && self.has_quirk(Quirk::EqualLabelled)
            && traverser.is_labelled_before(&op.labels)
        {
            return Err(Failure::Unspecified("whether equal objects under a label are one".to_owned()).into());
        }
        Ok(())
    }

    /// Fails where null in a path may decide what is equal.
    pub fn allow_null_in_path(&self) -> Run<()> {
        if self.program.compares && self.has_quirk(Quirk::NullsEqualInPaths) {
            return Err(Failure::Unspecified("which paths with null in them are equal".to_owned()).into());
        }
        Ok(())
    }

    /// Fails where sacks would become one of objects that may differ in labels which nobody reads.
    pub fn allow_merging(&self, telling: Telling) -> Run<()> {
        let is_lost = |label: &Name| self.program.readers.last(label).is_none_or(|last| last < telling.labels_from);
        if telling.sacks && self.program.ops.iter().flat_map(|op| &op.labels).any(is_lost) {
            let what = "whether sacks become one where only labels that nobody reads differ";
            return Err(Failure::Unspecified(what.to_owned()).into());
        }
        Ok(())
    }

    /// Notes a choice where one of two traversers that are alike to a step is left out and they are not the same.
    pub fn one_of_two(&mut self, id: OpId, kept: &Traverser, left: &Traverser) {
        if !self.is_same(kept, left) {
            self.left_out(id);
        }
    }

    /// Whether nothing that the program reads tells two traversers apart.
    pub fn is_same(&self, one: &Traverser, other: &Traverser) -> bool {
        let labels_from = if self.program.tracks_paths { None } else { Some(0) };
        one.value == other.value && one.sack == other.sack && same_places(one, other, labels_from)
    }

    /// Notes a choice where a step keeps only some of what is in a collection without an order, or shows its order. Maps are
    /// arranged where they are made.
    pub fn chosen_within(&mut self, id: OpId, value: &Value) {
        let open = match value {
            Value::Set(_) | Value::Bag(_) => true,
            Value::List(_) => self.program.lists_open && !self.program.is_sorted_before(id),
            _ => false,
        };
        let mut items = value.iterated().into_iter();
        let first = items.next();
        if open && items.any(|item| Some(&item) != first.as_ref()) {
            self.chance.choose();
        }
    }
}
