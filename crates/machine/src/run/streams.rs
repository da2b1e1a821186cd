//! Steps that see all traversers of a stream, and those that note something aside.

use graphlance_gremlin::token::Operator;
use graphlance_gremlin::{Name, Scalar};
use indexmap::IndexMap;

use super::traverser::{Queue, Traverser};
use super::{Machine, Run, operator};
use crate::failure::{ErrorKind, raise, unknown, wrong_type};
use crate::number::{Arithmetic, convert};
use crate::program::{By, How, Kind, Op, OpId};
use crate::quirk::Quirk;
use crate::value::{Entries, Value};

impl<'a> Machine<'a> {
    /// What comes out of a step over a stream next.
    pub fn streamed(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        match &op.kind {
            Kind::Inject { values } => {
                if self.states[id].spent {
                    // Which object was the first to begin the chain decides where it came out.
                    self.chance.choose();
                }
                if !self.states[id].done {
                    self.states[id].done = true;
                    for value in values {
                        let traverser = self.generate(value.clone());
                        self.give(id, traverser)?;
                    }
                }
                self.start(id)
            }
            Kind::Given(values) => {
                if !self.states[id].done {
                    self.states[id].done = true;
                    let mut values = values.clone();
                    self.chance.arrange(&mut values);
                    for value in values {
                        let traverser = self.generate(value);
                        self.give(id, traverser)?;
                    }
                }
                self.start(id)
            }
            Kind::SideEffect(_) | Kind::Set(_) | Kind::SetSack { .. } => self.noting(id, op),
            Kind::Aggregate { waits, .. } | Kind::Subgraph { waits, .. } if !waits => self.noting(id, op),
            Kind::Tree { key: Some(_), waits, .. } | Kind::GroupCount { key: Some(_), waits, .. } if !waits => {
                self.noting(id, op)
            }
            Kind::Group(grouping) if grouping.side.is_some() && !grouping.waits => self.noting(id, op),
            kind if kind.reduces() => self.reducing(id, op),
            _ => self.waiting(id, op),
        }
    }

    /// A step that lets everything through and notes something aside.
    fn noting(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        let Some(mut traverser) = self.start(id)? else { return Ok(None) };
        if !self.note(op, &mut traverser)? {
            traverser.bulk = 0;
        }
        Ok(Some(traverser))
    }

    /// Notes something aside of a traverser; whether it goes on.
    fn note(&mut self, op: &'a Op, traverser: &mut Traverser) -> Run<bool> {
        match &op.kind {
            Kind::SideEffect(chain) => {
                self.prepare(*chain, traverser)?;
                while self.next_of(*chain)?.is_some() {}
            }
            Kind::Set(setting) => self.set(setting, traverser)?,
            Kind::SetSack { operator, by } => {
                let how = by.as_ref().map_or(&How::Itself, |by| &by.how);
                let Some(value) = self.produce(how, traverser)? else { return Ok(false) };
                let held = traverser.sack.clone().unwrap_or(Value::NULL);
                let sack = operator::apply(*operator, &held, &value, self.rules, self.graph)?;
                traverser.sack = Some(self.bounded(sack)?);
            }
            Kind::Aggregate { key, by, .. } => {
                let how = by.as_ref().map_or(&How::Itself, |by| &by.how);
                if let Some(value) = self.produce(how, traverser)? {
                    self.collect(key, vec![(value, traverser.bulk)])?;
                }
            }
            Kind::Subgraph { key, .. } => self.note_edge(key, traverser)?,
            Kind::Tree { key: Some(key), bys, .. } => {
                let branch = self.branch_of(bys, traverser)?;
                self.change_side(key, |_, tree| Ok(grown(tree, &branch)))?;
            }
            Kind::GroupCount { key: Some(key), by, .. } => {
                let how = by.as_ref().map_or(&How::Itself, |by| &by.how);
                self.change_side(key, |machine, counts| machine.counted(counts, how, traverser))?;
            }
            Kind::Group(grouping) => {
                if let (Some(key), Some((group, within))) = (&grouping.side, self.grouped(grouping, traverser)?) {
                    self.collect_group(key, group, within)?;
                }
            }
            _ => {}
        }
        Ok(true)
    }

    fn note_edge(&mut self, key: &Name, traverser: &Traverser) -> Run<()> {
        let Value::Edge(edge) = traverser.value else {
            return Err(wrong_type("subgraph()", &traverser.value).into());
        };
        let ends = [self.graph.edge(edge).out_vertex, self.graph.edge(edge).in_vertex];
        self.change_side(key, |_, held| {
            let Value::Subgraph(part) = held else {
                return Err(unknown("a key under which different steps note").into());
            };
            let mut part = (*part).clone();
            if !part.edges.contains(&edge) {
                part.edges.push(edge);
            }
            for vertex in ends {
                if !part.vertices.contains(&vertex) {
                    part.vertices.push(vertex);
                }
            }
            Ok(Value::Subgraph(part.into()))
        })
    }

    /// The objects of a traverser's path as a branch of a tree.
    fn branch_of(&mut self, bys: &[By], traverser: &Traverser) -> Run<Vec<Value>> {
        self.spend(traverser.path_cost())?;
        let mut branch = Vec::new();
        for (turn, place) in traverser.places().into_iter().enumerate() {
            branch.extend(self.produce_of(Self::turn(bys, turn), &place.value)?);
        }
        Ok(branch)
    }

    /// A step out of which one object comes.
    fn reducing(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        if self.states[id].done && !self.has_start(id)? {
            return Ok(None);
        }
        self.states[id].done = true;
        let value = match &op.kind {
            Kind::Reduce(reduction) => {
                let mut reduced = None;
                while let Some(traverser) = self.start(id)? {
                    let bulk = self.bulk_of(&traverser);
                    reduced = Some(self.reduce_one(*reduction, reduced, &traverser.value, Some(bulk))?);
                }
                match reduced {
                    None if op.kind.needs_input() => return Ok(None),
                    None => Value::long(0),
                    Some(reduced) => self.reduced(*reduction, reduced)?,
                }
            }
            Kind::Fold { seed: None } => {
                let mut values = Vec::new();
                while let Some(traverser) = self.start(id)? {
                    let bulk = usize::try_from(self.bulk_of(&traverser)).unwrap_or(usize::MAX);
                    self.spend(bulk)?;
                    values.extend(std::iter::repeat_n(traverser.value, bulk));
                }
                if self.has_quirk(Quirk::FoldDropsNulls) {
                    values.retain(|value| !value.is_null());
                }
                Value::list(values)
            }
            Kind::Fold { seed: Some((seed, operator)) } => {
                let depends = matches!(operator, Operator::Minus | Operator::Div | Operator::Assign);
                let mut folded = seed.clone();
                while let Some(traverser) = self.start(id)? {
                    let value = if folded.collection().is_some() {
                        let bulk = usize::try_from(traverser.bulk).unwrap_or(usize::MAX);
                        self.spend(bulk)?;
                        Value::list(vec![traverser.value; bulk])
                    } else {
                        traverser.value
                    };
                    if depends && self.states[id].count > 0 {
                        self.left_out(id);
                    }
                    self.states[id].count = 1;
                    folded = operator::apply(*operator, &folded, &value, self.rules, self.graph)?;
                    folded = self.bounded(folded)?;
                }
                folded
            }
            Kind::Group(grouping) => {
                let mut groups: IndexMap<Value, Vec<Traverser>> = IndexMap::default();
                while let Some(traverser) = self.start(id)? {
                    if let Some((key, within)) = self.grouped(grouping, &traverser)? {
                        groups.entry(key).or_default().extend(within);
                    }
                }
                self.finish_groups(id, groups)?
            }
            Kind::GroupCount { by, .. } => self.group_counts(id, by.as_ref())?,
            Kind::Tree { bys, .. } => {
                let mut tree = Value::tree(Entries::default());
                while let Some(traverser) = self.start(id)? {
                    let branch = self.branch_of(bys, &traverser)?;
                    tree = grown(tree, &branch);
                }
                tree
            }
            Kind::Cap(keys) => {
                while self.start(id)?.is_some() {}
                self.cap(keys)?
            }
            _ => Value::NULL,
        };
        let value = self.bounded(value)?;
        Ok(Some(self.generate(value)))
    }

    /// How often a traverser counts.
    pub fn bulk_of(&self, traverser: &Traverser) -> u64 {
        if self.program.source.without_bulk { 1 } else { traverser.bulk }
    }

    /// A step that waits for all traversers and lets them, or some of them, through.
    fn waiting(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        let mut queue = Queue::default();
        let mut aggregated = Vec::new();
        let size = match &op.kind {
            Kind::Wait { size, .. } => size.unwrap_or(usize::MAX).max(1),
            _ => usize::MAX,
        };
        // `barrier()` is there to make one of equal traversers, and merges their sacks; but no document says that what is nested
        // behind it sees them as one, which behind other steps is open wherever it shows.
        let merges = match op.kind {
            Kind::Wait { .. } | Kind::WaitSack(_) if self.program.source.sack.is_some() => true,
            Kind::Wait { .. } => !(self.chance.keeps_apart() && self.program.shows_bulks),
            Kind::Tail(_) | Kind::Sample { .. } => false,
            _ => !self.chance.keeps_apart(),
        };
        while queue.len() < size {
            let Some(mut traverser) = self.start(id)? else { break };
            if let Kind::Aggregate { by, .. } = &op.kind {
                let how = by.as_ref().map_or(&How::Itself, |by| &by.how);
                aggregated.extend(self.produce(how, &traverser)?.map(|value| (value, traverser.bulk)));
            } else {
                self.note(op, &mut traverser)?;
            }
            self.spend(1)?;
            let before = queue.end();
            self.enqueue(id, &mut queue, traverser, merges)?;
            if queue.end() == before {
                self.parted.insert(id);
            }
        }
        let mut traversers = queue.drain();
        if let Kind::Aggregate { key, .. } = &op.kind
            && !traversers.is_empty()
        {
            self.collect(key, aggregated)?;
        }
        match &op.kind {
            Kind::Order(bys) => traversers = self.ordered(id, bys, traversers)?,
            Kind::Tail(amount) => {
                let bulk = |traversers: &[Traverser]| traversers.iter().map(|it| it.bulk).sum::<u64>();
                let before = bulk(&traversers);
                traversers = last_of(traversers, *amount);
                if bulk(&traversers) < before {
                    self.left_out(id);
                }
            }
            Kind::Sample { amount, by } => {
                traversers = self.sampled(traversers, *amount, by.as_ref())?;
                self.left_out(id);
            }
            Kind::WaitSack(_) => self.normalize(&mut traversers)?,
            _ => {}
        }
        let state = &mut self.states[id];
        state.pending = traversers.into();
        Ok(state.pending.pop_front())
    }

    fn sampled(&mut self, traversers: Vec<Traverser>, amount: i64, by: Option<&By>) -> Run<Vec<Traverser>> {
        let amount = usize::try_from(amount).unwrap_or(0);
        let mut left = Vec::new();
        for traverser in traversers {
            let weight = match by {
                None => 1.0,
                Some(by) => match self.produce(&by.how, &traverser)? {
                    Some(weight) => convert::double(operator::number_of(&weight)?),
                    None => continue,
                },
            };
            let bulk = usize::try_from(traverser.bulk).unwrap_or(usize::MAX);
            self.spend(bulk)?;
            left.extend(std::iter::repeat_n((weight, Traverser { bulk: 1, ..traverser }), bulk));
        }
        let mut drawn = Vec::new();
        while drawn.len() < amount && !left.is_empty() {
            let total: f64 = left.iter().map(|(weight, _)| weight.max(0.0)).sum();
            let mut rest = self.chance.unit() * total;
            let place = left.iter().position(|(weight, _)| {
                rest -= weight.max(0.0);
                rest < 0.0
            });
            let place = place.unwrap_or_else(|| self.chance.below(left.len()));
            drawn.push(left.swap_remove(place).1);
        }
        Ok(drawn)
    }

    /// Divides the sacks so that they sum to one.
    fn normalize(&mut self, traversers: &mut [Traverser]) -> Run<()> {
        let mut sum = Value::Scalar(Scalar::Double(0.0));
        for traverser in traversers.iter_mut() {
            let sack = traverser.sack.as_ref().ok_or_else(|| raise(ErrorKind::State, "there is no sack"))?;
            operator::number_of(sack)?;
            let bulk = Value::long(i64::try_from(traverser.bulk).unwrap_or(i64::MAX));
            let all = operator::compute(Arithmetic::Multiply, sack, &bulk, self.rules)?;
            sum = operator::compute(Arithmetic::Add, &sum, &all, self.rules)?;
            traverser.sack = Some(all);
        }
        for traverser in traversers {
            if let Some(sack) = &traverser.sack {
                traverser.sack = Some(operator::compute(Arithmetic::Divide, sack, &sum, self.rules)?);
            }
        }
        Ok(())
    }
}

/// The last of traversers, so many as an amount says, by their bulks.
fn last_of(mut traversers: Vec<Traverser>, amount: i64) -> Vec<Traverser> {
    let mut left = u64::try_from(amount).unwrap_or(0);
    let mut kept = Vec::new();
    while left > 0
        && let Some(mut last) = traversers.pop()
    {
        last.bulk = last.bulk.min(left);
        left -= last.bulk;
        kept.push(last);
    }
    kept.reverse();
    kept
}

/// A tree with one more branch.
fn grown(tree: Value, branch: &[Value]) -> Value {
    let Value::Map(mapping) = tree else { return tree };
    let Some((root, rest)) = branch.split_first() else { return Value::Map(mapping) };
    let mut entries = mapping.entries.clone();
    let below = entries.get(root).cloned().unwrap_or_else(|| Value::tree(Entries::default()));
    entries.insert(root.clone(), grown(below, rest));
    Value::tree(entries)
}
