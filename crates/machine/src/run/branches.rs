//! Steps that send traversers through nested chains.

use graphlance_gremlin::token::Pick;

use super::traverser::{Queue, Traverser};
use super::{Halt, Machine, Run};
use crate::failure::{ErrorKind, Failure, raise};
use crate::program::{ChainId, Choice, Kind, Op, OpId, Pattern};
use crate::quirk::Quirk;
use crate::value::Value;

/// What `local` counts: that it was asked and nothing had gone in, and that something has.
const ASKED: u64 = 1;
const BEGUN: u64 = 2;

impl<'a> Machine<'a> {
    /// What comes out of a branch next.
    pub fn branched(&mut self, id: OpId, op: &'a Op) -> Run<Option<Traverser>> {
        if self.chance.lumps() && !self.states[id].lumped && self.program.reduces_bulks(op, self.options.version) {
            self.lump(id)?;
        }
        match &op.kind {
            Kind::Repeat(repeat) => self.repeated(id, repeat),
            Kind::RepeatEnd => self.round_ended(id, op),
            Kind::Branch { choice, options, first_only, first, waits } => {
                self.branch(id, choice, options, *first_only, *first, *waits)
            }
            Kind::Coalesce(chains) => self.coalesced(id, chains),
            Kind::Optional(chain) => self.optional(id, *chain),
            Kind::Local(chain) => self.local(id, *chain),
            Kind::FlatMap(chain) => self.flat_mapped(id, *chain),
            Kind::Match(parts) => self.matched(id, parts),
            _ => Ok(None),
        }
    }

    /// Makes one of equal objects that go into a step, as strategies may by barriers of their own; they drop the paths that nobody
    /// reads any more before.
    fn lump(&mut self, id: OpId) -> Run<()> {
        self.states[id].lumped = true;
        let (mut queue, telling) = (Queue::default(), self.telling(id, false));
        while let Some(traverser) = self.start(id)? {
            self.enqueue_by(Some(telling), &mut queue, traverser)?;
        }
        self.states[id].starts = queue;
        Ok(())
    }

    /// What comes out of a chain next.
    pub fn next_of(&mut self, chain: ChainId) -> Run<Option<Traverser>> {
        match self.program.last(chain) {
            Some(last) => self.next(last),
            None => Ok(None),
        }
    }

    fn has_next_of(&mut self, chain: ChainId) -> Run<bool> {
        match self.program.last(chain) {
            Some(last) => self.has_next(last),
            None => Ok(false),
        }
    }

    fn branch(
        &mut self,
        id: OpId,
        choice: &Choice,
        options: &[(Pattern, ChainId)],
        first_only: bool,
        first: bool,
        waits: bool,
    ) -> Run<Option<Traverser>> {
        if first && !self.states[id].done {
            self.states[id].done = true;
            let mut ghost = self.generate(Value::NULL);
            ghost.ghost = true;
            self.give(id, ghost)?;
        }
        loop {
            // The option that was begun is drawn from until nothing is left.
            let begun = usize::try_from(self.states[id].count).unwrap_or(0);
            if let Some((_, option)) = begun.checked_sub(1).and_then(|place| options.get(place)) {
                match self.next_of(*option)? {
                    Some(traverser) if first && traverser.ghost => return Ok(Some(Traverser { bulk: 0, ..traverser })),
                    Some(traverser) => return Ok(Some(traverser)),
                    None => self.states[id].count = 0,
                }
            }
            if let Some(place) = self.given_option(choice, options)? {
                self.states[id].count = place as u64 + 1;
                continue;
            }
            if waits {
                if !self.has_start(id)? {
                    return Ok(None);
                }
                while let Some(traverser) = self.start(id)? {
                    self.send(choice, options, first_only, traverser)?;
                }
            } else {
                let Some(traverser) = self.start(id)? else { return Ok(None) };
                self.send(choice, options, first_only, traverser)?;
            }
        }
    }

    /// The first option that was given something and gives something. One that was given nothing is not asked, since a chain that
    /// reduces always has an answer.
    fn given_option(&mut self, choice: &Choice, options: &[(Pattern, ChainId)]) -> Run<Option<usize>> {
        let mut places: Vec<usize> = (0..options.len()).collect();
        // The traversals of `union` come in their order, as the feature suite has it (`g_unionXselectXmapX_.._mergeE`); of which
        // option of several comes first no document speaks.
        if !matches!(choice, Choice::All) {
            self.chance.arrange(&mut places);
        }
        for place in places {
            let option = &options[place].1;
            let given = self.program.first(*option).is_some_and(|begin| !self.states[begin].starts.is_empty());
            if given && self.has_next_of(*option)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Sends a traverser into the options that its choice picks.
    fn send(
        &mut self,
        choice: &Choice,
        options: &[(Pattern, ChainId)],
        first_only: bool,
        traverser: Traverser,
    ) -> Run<()> {
        let chosen = match choice {
            Choice::All => Some(Value::Token(Pick::Any.into())),
            Choice::Chain(chain) => self.first_of(*chain, &traverser)?,
            Choice::Productive(chain) => Some(Value::from(self.is_productive(*chain, &traverser)?)),
            Choice::By(how) => self.produce(how, &traverser)?,
        };
        if chosen.is_none() && self.rules.choosing == crate::rules::Choosing::Every {
            return Err(raise(ErrorKind::Argument, "the choice of a branch gives nothing").into());
        }
        let mut picked = self.picked(chosen.as_ref(), options)?;
        let picks = |wanted: Pick| {
            let those =
                options.iter().filter(move |(pattern, _)| matches!(pattern, Pattern::Pick(pick) if *pick == wanted));
            those.map(|(_, chain)| *chain)
        };
        if picked.is_empty() {
            picked.extend(picks(Pick::None));
        }
        if first_only {
            picked.truncate(1);
        }
        let every = chosen == Some(Value::Token(Pick::Any.into()));
        if !every {
            picked.extend(picks(Pick::Any));
        }
        for chain in picked {
            self.give_chain(chain, traverser.clone())?;
        }
        Ok(())
    }

    fn picked(&mut self, chosen: Option<&Value>, options: &[(Pattern, ChainId)]) -> Run<Vec<ChainId>> {
        let pick = match chosen {
            None => Some(Pick::Unproductive),
            Some(Value::Token(graphlance_gremlin::Token::Pick(pick))) => Some(*pick),
            Some(_) => None,
        };
        if let (None, Some(chosen)) = (pick, chosen) {
            self.compared(chosen);
        }
        let mut picked = Vec::new();
        for (pattern, chain) in options {
            let fits = match (pattern, pick, chosen) {
                (Pattern::Pick(wanted), Some(pick), _) => *wanted == pick,
                (Pattern::Equal(value), None, Some(chosen)) => self.equals(chosen, value)?,
                (Pattern::Check(check), None, Some(chosen)) => match self.holds(check, chosen) {
                    Err(Halt::Incomparable) => {
                        let why = "whether an option takes what cannot be compared with it";
                        return Err(Failure::Unspecified(why.to_owned()).into());
                    }
                    holds => holds?,
                },
                (Pattern::Chain(asks), None, Some(chosen)) => {
                    let traverser = self.generate(chosen.clone());
                    self.is_productive(*asks, &traverser)?
                }
                _ => false,
            };
            if fits {
                picked.push(*chain);
            }
        }
        Ok(picked)
    }

    fn coalesced(&mut self, id: OpId, chains: &[ChainId]) -> Run<Option<Traverser>> {
        loop {
            if let Some(current) = self.states[id].current.clone() {
                let place = usize::try_from(self.states[id].count).unwrap_or(0);
                if let Some(chain) = chains.get(place)
                    && let Some(found) = self.next_of(*chain)?
                {
                    return Ok(Some(current.split_as(found)));
                }
                self.states[id].current = None;
            }
            let Some(traverser) = self.start(id)? else { return Ok(None) };
            for (place, chain) in chains.iter().enumerate() {
                self.prepare(*chain, &traverser)?;
                if self.has_next_of(*chain)? {
                    self.states[id].count = place as u64;
                    self.states[id].current = Some(traverser);
                    break;
                }
            }
        }
    }

    fn flat_mapped(&mut self, id: OpId, chain: ChainId) -> Run<Option<Traverser>> {
        loop {
            if let Some(current) = self.states[id].current.clone() {
                if let Some(found) = self.next_of(chain)? {
                    return Ok(Some(current.split_as(found)));
                }
                self.states[id].current = None;
            }
            let Some(traverser) = self.start(id)? else { return Ok(None) };
            self.prepare(chain, &traverser)?;
            self.states[id].current = Some(traverser);
        }
    }

    fn optional(&mut self, id: OpId, chain: ChainId) -> Run<Option<Traverser>> {
        // It asks its traversal before it has a start, which a repeat() in it does not forget, nor did local() up to 3.7.
        let forgets = self.rules.local_by_object || !self.has_giving_local(chain);
        if !self.states[id].done && (!forgets || self.repeats_giving_local(chain)) {
            self.insist_on_starts()?;
        }
        if (self.states[id].done || self.has_quirk(Quirk::OptionalOfNothing))
            && let Some(found) = self.next_of(chain)?
        {
            return Ok(Some(found));
        }
        self.states[id].done = true;
        let Some(traverser) = self.start(id)? else { return Ok(None) };
        self.reset(chain);
        self.give_chain(chain, traverser.clone())?;
        match self.next_of(chain)? {
            Some(found) => Ok(Some(found)),
            None => Ok(Some(traverser)),
        }
    }

    /// Whether something comes out of a chain though nothing goes in.
    fn gives_of_nothing(&self, chain: ChainId) -> bool {
        let gives = |kind: &Kind| kind.reduces() || matches!(kind, Kind::Inject { .. });
        self.program.chains[chain].ops.iter().any(|op| gives(&self.op(*op).kind))
    }

    /// Fails where a local() that gives something of nothing may be asked although nothing went in.
    pub fn insist_on_starts(&self) -> Run<()> {
        match self.has_quirk(Quirk::LocalOfNothing) {
            true => Err(Failure::Unspecified("what local() gives of nothing".to_owned()).into()),
            false => Ok(()),
        }
    }

    /// Whether a local() that gives something of nothing is in a chain, however deep.
    pub fn has_giving_local(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().map(|op| self.op(*op)).any(|op| match op.kind {
            Kind::Local(inner) if self.gives_of_nothing(inner) => true,
            _ => op.children.iter().any(|child| self.has_giving_local(*child)),
        })
    }

    /// Whether such a local() is in a repeat() in a chain, however deep.
    fn repeats_giving_local(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().map(|op| self.op(*op)).any(|op| match &op.kind {
            Kind::Repeat(repeat) => self.has_giving_local(repeat.body),
            _ => op.children.iter().any(|child| self.repeats_giving_local(*child)),
        })
    }

    fn local(&mut self, id: OpId, chain: ChainId) -> Run<Option<Traverser>> {
        loop {
            if self.states[id].done
                && let Some(found) = self.next_of(chain)?
            {
                return Ok(Some(found));
            }
            // Where it was asked before and there was no start, older versions ask the traversal without one, and so does 3.8 where
            // that gives something of nothing.
            if self.rules.local_by_object && self.states[id].count == ASKED && self.gives_of_nothing(chain) {
                self.insist_on_starts()?;
            }
            self.states[id].done = !self.rules.local_by_object;
            // Objects of a bulk go in one by one, or all at once in older versions.
            let mut traverser = match self.states[id].current.take() {
                Some(rest) => rest,
                None => match self.start(id)? {
                    Some(traverser) => traverser,
                    None => {
                        self.states[id].count = self.states[id].count.max(ASKED);
                        return Ok(None);
                    }
                },
            };
            (self.states[id].done, self.states[id].count) = (true, BEGUN);
            if self.rules.local_by_object && traverser.bulk > 1 {
                let mut rest = traverser.clone();
                rest.bulk -= 1;
                traverser.bulk = 1;
                self.states[id].current = Some(rest);
            }
            self.reset(chain);
            self.give_chain(chain, traverser)?;
        }
    }
}
