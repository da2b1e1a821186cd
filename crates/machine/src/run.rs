//! The machine: it draws traversers through a program, one after the other, as far as somebody asks for them.
//!
//! Each operation draws from the one in front of it. What a nested chain is given stands in the queue of its first operation,
//! in front of which there is none. Operations keep a state between two draws; a nested chain begins anew for each object that
//! its step asks it about.

mod branches;
mod chance;
mod check;
mod choices;
mod collections;
mod dates;
mod elements;
pub(crate) mod expression;
mod filters;
mod groups;
mod maps;
mod matching;
mod merging;
mod operator;
mod produce;
mod reduce;
mod repeat;
mod results;
mod side_effects;
mod sorting;
mod state;
mod streams;
mod texts;
mod traverser;
mod writes;
mod wrong_writes;

use graphlance_gremlin::token::Operator;
use graphlance_gremlin::{Name, Scalar};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) use chance::Chance;
pub(crate) use results::{results, values};
use side_effects::SideEffects;
use state::State;
use traverser::{MOST_BULK, Queue, Telling, Traverser};

use crate::failure::Failure;
use crate::graph::PropertyGraph;
use crate::options::Options;
use crate::program::{ChainId, Kind, Op, OpId, Program};
use crate::quirk::Quirk;
use crate::rules::Rules;
use crate::value::Value;

/// Why the machine stops.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    /// There is no answer.
    Failure(Failure),
    /// Two values that cannot be compared were, in a version where that is a truth value of its own.
    Incomparable,
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Halt {
        Halt::Failure(failure)
    }
}

pub(crate) type Run<T> = Result<T, Halt>;

/// A program that runs.
pub(crate) struct Machine<'a> {
    program: &'a Program,
    graph: &'a mut PropertyGraph,
    options: &'a Options,
    rules: Rules,
    chance: &'a mut Chance,
    states: Vec<State>,
    side_effects: SideEffects,
    work: u64,
    /// The steps that order whose objects tied.
    tied: FxHashSet<OpId>,
    /// The steps that wait and brought equal objects together between which others stood.
    parted: FxHashSet<OpId>,
    /// The types of the values of keys, where each keeps one.
    key_types: FxHashMap<Name, &'static str>,
    /// What steps were given first that give something for the first object alone.
    first_given: FxHashMap<OpId, Value>,
}

impl<'a> Machine<'a> {
    fn new(
        program: &'a Program,
        options: &'a Options,
        rules: Rules,
        graph: &'a mut PropertyGraph,
        chance: &'a mut Chance,
    ) -> Machine<'a> {
        let states = program.ops.iter().map(|_| State::default()).collect();
        let side_effects = SideEffects::of(program);
        let key_types = if options.typed_keys { writes::key_types(graph) } else { FxHashMap::default() };
        let (tied, parted) = (FxHashSet::default(), FxHashSet::default());
        let first_given = FxHashMap::default();
        Machine {
            program,
            graph,
            options,
            rules,
            chance,
            states,
            side_effects,
            work: 0,
            tied,
            parted,
            key_types,
            first_given,
        }
    }

    /// All that comes out, or so much of it.
    fn all(&mut self, amount: Option<usize>) -> Run<Vec<Value>> {
        let (mut values, mut held) = (Vec::new(), 0);
        let Some(last) = self.program.last(self.program.root) else { return Ok(values) };
        while amount.is_none_or(|amount| values.len() < amount) {
            let Some(traverser) = self.next(last)? else { break };
            let bulk = if self.program.source.without_bulk { 1 } else { traverser.bulk };
            let most = self.options.budget.held;
            let times = usize::try_from(bulk).unwrap_or(usize::MAX);
            held = traverser.value.held().saturating_mul(times).saturating_add(held);
            if held > most {
                return Err(Failure::OutOfBudget("objects in the answer").into());
            }
            let wanted = amount.map_or(u64::MAX, |amount| (amount - values.len()) as u64);
            for _ in 0..bulk.min(wanted) {
                if values.len() >= self.options.budget.rows {
                    return Err(Failure::OutOfBudget("objects of the answer").into());
                }
                values.push(traverser.value.clone());
            }
        }
        Ok(values)
    }

    /// Counts work against the budget.
    fn spend(&mut self, amount: usize) -> Run<()> {
        self.work = self.work.saturating_add(amount as u64);
        if self.work > self.options.budget.work {
            return Err(Failure::OutOfBudget("work").into());
        }
        Ok(())
    }

    /// A value that a step made, if it is within the budget.
    fn bounded(&mut self, value: Value) -> Run<Value> {
        if value.depth() > self.options.budget.depth {
            return Err(Failure::OutOfBudget("depth of values").into());
        }
        let length = match &value {
            Value::Scalar(Scalar::String(text)) => text.len(),
            other => other.size().unwrap_or(0),
        };
        if length > self.options.budget.length {
            return Err(Failure::OutOfBudget("length of a value").into());
        }
        // What holds little may hold much: a list of two lists, each of which is the same list of two.
        let held = value.held();
        if held > self.options.budget.held {
            return Err(Failure::OutOfBudget("objects held in one another").into());
        }
        self.spend(held.max(length) / 8)?;
        Ok(value)
    }

    /// Whether the evaluation does not follow the language in one way.
    fn has_quirk(&self, quirk: Quirk) -> bool {
        self.options.quirks.has(quirk)
    }

    fn op(&self, id: OpId) -> &'a Op {
        self.program.op(id)
    }

    /// The next traverser that comes out of an operation.
    fn next(&mut self, id: OpId) -> Run<Option<Traverser>> {
        if !self.has_next(id)? {
            return Ok(None);
        }
        let mut traverser = self.states[id].ended.take();
        if let Some(traverser) = &mut traverser {
            if traverser.value.is_null() && self.program.tracks_paths {
                self.allow_null_in_path()?;
            }
            traverser.add_labels(&self.op(id).labels, &self.program.readers);
        }
        Ok(traverser)
    }

    /// Whether another traverser comes out of an operation.
    fn has_next(&mut self, id: OpId) -> Run<bool> {
        while self.states[id].ended.is_none() {
            self.spend(1)?;
            match self.process(id)? {
                Some(traverser) if traverser.bulk > MOST_BULK => {
                    return Err(Failure::OutOfBudget("equal objects").into());
                }
                Some(traverser) if traverser.bulk > 0 => {
                    self.allow_label(id, &traverser)?;
                    self.states[id].ended = Some(traverser);
                }
                Some(_) => {}
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The next traverser that goes into an operation.
    fn start(&mut self, id: OpId) -> Run<Option<Traverser>> {
        if let Some(traverser) = self.states[id].starts.pop() {
            return Ok(Some(traverser));
        }
        match self.op(id).previous {
            Some(previous) => self.next(previous),
            None => Ok(None),
        }
    }

    /// Whether another traverser goes into an operation.
    fn has_start(&mut self, id: OpId) -> Run<bool> {
        if !self.states[id].starts.is_empty() {
            return Ok(true);
        }
        match self.op(id).previous {
            Some(previous) => self.has_next(previous),
            None => Ok(false),
        }
    }

    /// Gives an operation a traverser.
    fn give(&mut self, id: OpId, traverser: Traverser) -> Run<()> {
        // Where nothing asks for it, equal traversers need not become one; that shows in what becomes of sacks, and in the
        // order of what a traversal begins with.
        let shows = self.program.source.sack.is_some() || matches!(self.op(id).kind, Kind::Inject { .. });
        // Where a nested step notes something aside or waits, it shows as well: such a step counts an object of a bulk once.
        let apart = self.chance.keeps_apart() && self.program.shows_bulks;
        let merges = self.chance.is_first() || !(shows || apart);
        let mut queue = std::mem::take(&mut self.states[id].starts);
        let given = self.enqueue(id, &mut queue, traverser, merges);
        self.states[id].starts = queue;
        given
    }

    /// Gives a chain a traverser.
    fn give_chain(&mut self, chain: ChainId, traverser: Traverser) -> Run<()> {
        match self.program.first(chain) {
            Some(first) => self.give(first, traverser),
            None => Ok(()),
        }
    }

    /// Adds a traverser to a queue, as a part of one that is the same where such become one.
    fn enqueue(&mut self, id: OpId, queue: &mut Queue, traverser: Traverser, merges: bool) -> Run<()> {
        let telling = merges.then(|| self.telling(id, self.program.tracks_paths));
        self.enqueue_by(telling, queue, traverser)
    }

    /// What tells traversers apart that go into an operation, their paths among it or not.
    fn telling(&self, id: OpId, paths: bool) -> Telling {
        Telling { paths, labels_from: id, sacks: self.merger().is_some() }
    }

    fn merger(&self) -> Option<Operator> {
        self.program.source.sack.as_ref().and_then(|sack| sack.merge)
    }

    /// The same by what tells traversers apart; none where no two become one.
    fn enqueue_by(&mut self, telling: Option<Telling>, queue: &mut Queue, traverser: Traverser) -> Run<()> {
        let merger = self.merger();
        self.spend(if telling.is_some() { traverser.path_cost() } else { 0 })?;
        if let Some(telling) = telling
            && let Some(same) = queue.find(&traverser, telling)
        {
            self.allow_merging(telling)?;
            same.bulk = same.bulk.saturating_add(traverser.bulk);
            if let (Some(operator), Some(mine), Some(other)) = (merger, same.sack.clone(), traverser.sack) {
                same.sack = Some(operator::apply(operator, &mine, &other, self.rules, self.graph)?);
            }
            return Ok(());
        }
        queue.push(traverser);
        Ok(())
    }

    /// Makes a chain begin anew.
    fn reset(&mut self, chain: ChainId) {
        for id in &self.program.chains[chain].ops {
            // What a traversal injects comes out once, however often it begins anew.
            let done = self.states[*id].done && matches!(self.op(*id).kind, Kind::Inject { .. });
            self.states[*id].begin_anew(done);
            for child in &self.op(*id).children {
                self.reset(*child);
            }
        }
    }

    /// A new traverser with an object, as at the beginning of a traversal.
    fn generate(&self, value: Value) -> Traverser {
        let tracked = self.program.tracks_paths || self.program.tracks_labels;
        let path = tracked.then(|| std::rc::Rc::new(traverser::Place::next(None, value.clone())));
        let sack = self.program.source.sack.as_ref().map(|sack| sack.initial.clone());
        Traverser { value, bulk: 1, sack, loops: Vec::new(), path, ghost: false }
    }

    /// What comes out of an operation next; a traverser with a bulk of zero is none.
    fn process(&mut self, id: OpId) -> Run<Option<Traverser>> {
        let op = self.op(id);
        if let Some(output) = self.states[id].pending.pop_front() {
            return Ok(Some(output));
        }
        match &op.kind {
            Kind::Start | Kind::Identity => self.start(id),
            kind if kind.is_filter() => self.filtered(id, op),
            kind if kind.is_flat() => self.flattened(id, op),
            kind if kind.is_map() => self.mapped(id, op),
            kind if kind.is_branch() => self.branched(id, op),
            _ => self.streamed(id, op),
        }
    }

    /// The next object that a step makes of another.
    fn mapped(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        loop {
            let Some(traverser) = self.start(id)? else { return Ok(None) };
            if let Some(value) = self.map(id, op, &traverser)? {
                let value = self.bounded(value)?;
                return Ok(Some(traverser.split(value)));
            }
            self.spend(1)?;
        }
    }

    /// The next of the objects that a step makes of another.
    fn flattened(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        loop {
            if let Some(value) = self.states[id].outputs.pop_front() {
                // No document says whether what is read step by step is found where it was removed in between.
                if self.chance.misses() && !matches!(op.kind, Kind::Unfold) && self.graph.is_removed(&value) {
                    continue;
                }
                let current = self.states[id].current.as_ref();
                return Ok(current.map(|current| current.split(value)));
            }
            let Some(traverser) = self.begin(id, op)? else { return Ok(None) };
            let outputs = self.flat(id, op, &traverser)?;
            self.spend(outputs.len())?;
            let state = &mut self.states[id];
            state.outputs = outputs.into();
            state.current = Some(traverser);
        }
    }

    /// What goes into an operation next; one that begins a traversal is given something that is no object.
    fn begin(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        if op.kind.begins() && !self.states[id].done {
            self.states[id].done = true;
            let merges = matches!(op.kind, Kind::MergeVertex(_) | Kind::MergeEdge(_));
            if merges && self.has_quirk(Quirk::MergeBeginsWithFalse) {
                let mut traverser = self.generate(Value::from(false));
                traverser.add_labels(&op.labels, &self.program.readers);
                return Ok(Some(traverser));
            }
            let mut traverser = self.generate(Value::NULL);
            traverser.ghost = true;
            return Ok(Some(traverser));
        }
        self.start(id)
    }
}
