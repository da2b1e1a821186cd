//! `group`.

use graphlance_gremlin::{Name, Step, StepName};

use super::Compiler;
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::program::{ChainId, Grouping, How, Kind, OpId};
use crate::quirk::Quirk;

impl Compiler<'_> {
    /// `group`: how its keys and values are made.
    pub(super) fn group(&mut self, step: &Step) -> Result<Grouping, Failure> {
        let side = step.arguments.first().map(|key| self.name(key)).transpose()?;
        let mut bys = self.bys(step)?.into_iter();
        let (by, value) = (bys.next(), bys.next());
        if bys.next().is_some() {
            return Err(raise(ErrorKind::State, "group() takes two by()"));
        }
        let values = match value.map(|value| value.how) {
            Some(How::Chain(chain)) => chain,
            how => {
                let around = std::mem::take(&mut self.made);
                let chain = self.new_chain();
                if let Some(how) = how {
                    self.push(chain, StepName::Map, Kind::MapBy(how), Vec::new())?;
                }
                self.push(chain, StepName::Fold, Kind::Fold { seed: None }, Vec::new())?;
                self.made = around;
                self.made.push(chain);
                chain
            }
        };
        if side.is_some() && self.notes_within(values, side.as_ref()) {
            return Err(unknown("a group whose values are noted under its own key"));
        }
        let ops: Vec<OpId> = self.program.chains[values].ops.clone();
        if ops.iter().any(|op| self.orders_by_what_notes(*op)) {
            return Err(unknown("how often an order() in a group asks what notes something aside"));
        }
        if side.is_some() && self.options.quirks.has(Quirk::GroupSharesTraversers) && !self.begins_apart(&ops) {
            return Err(Failure::Unspecified(
                "what goes on behind a group whose values share its traversers".to_owned(),
            ));
        }
        let barrier = ops.iter().position(|op| self.program.op(*op).kind.divides_groups());
        let behind = || ops.iter().skip(barrier.unwrap_or(ops.len())).map(|op| self.program.op(*op));
        if behind().any(|op| op.kind.noted().is_some() || op.children.iter().any(|it| self.notes_something(*it))) {
            return Err(unknown("when a group notes something aside of its values"));
        }
        if barrier.is_some_and(|place| matches!(self.program.op(ops[place]).kind, Kind::Fold { seed: Some(_) })) {
            return Err(Failure::Unspecified("how often a group begins with the seed of fold()".to_owned()));
        }
        let reduces_later = |place: usize| ops[place + 1..].iter().any(|op| self.program.op(*op).kind.reduces());
        let keeps_empty = barrier.is_some_and(|place| {
            let kind = &self.program.op(ops[place]).kind;
            if kind.reduces() { !kind.needs_input() } else { self.rules.empty_groups && reduces_later(place) }
        });
        let waits = side.is_some() && self.rules.side_effects_wait;
        Ok(Grouping { side, by, values, barrier: barrier.map(|place| ops[place]), keeps_empty, waits })
    }

    /// Whether the first step makes new traversers, or values of those it is given. `identity()` does not.
    fn begins_apart(&self, ops: &[OpId]) -> bool {
        let makes = |kind: &Kind| !kind.is_filter() && (kind.is_map() || kind.is_flat() || kind.reduces());
        ops.first().is_some_and(|first| match &self.program.op(*first).kind {
            Kind::Identity => self.begins_apart(&ops[1..]),
            Kind::Group(inner) if inner.side.is_none() => self.begins_apart(&self.program.chains[inner.values].ops),
            kind => makes(kind),
        })
    }

    fn notes_within(&self, chain: ChainId, key: Option<&Name>) -> bool {
        self.program.chains[chain].ops.iter().any(|op| {
            let op = self.program.op(*op);
            op.kind.noted() == key || op.children.iter().any(|child| self.notes_within(*child, key))
        })
    }

    fn orders_by_what_notes(&self, op: OpId) -> bool {
        let Kind::Order(bys) = &self.program.op(op).kind else { return false };
        bys.iter().any(|by| matches!(by.how, How::Chain(chain) if self.notes_something(chain)))
    }

    fn notes_something(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().any(|op| {
            let op = self.program.op(*op);
            op.kind.noted().is_some() || op.children.iter().any(|child| self.notes_something(*child))
        })
    }
}
