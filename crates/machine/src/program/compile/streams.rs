//! Steps over streams: filters, branches, barriers, what is noted aside.

use graphlance_gremlin::token::{Pick, Pop, Scope, Token};
use graphlance_gremlin::{Argument, Modulator, Step, StepName};

use super::{Compiler, traversal_of};
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::number::convert;
use crate::program::{ChainId, Choice, How, Kind, OpId, Pattern, Reduction, Repeat, Stop};
use crate::quirk::Quirk;
use crate::rules::Choosing;
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn filter_step(&mut self, step: &Step, _: bool) -> Result<Option<Kind>, Failure> {
        let local = step.scope() == Scope::Local;
        let unscoped = |argument: &&Argument| !matches!(argument, Argument::Token(Token::Scope(_)));
        let arguments: Vec<Argument> = step.arguments.iter().filter(unscoped).cloned().collect();
        let arguments = arguments.as_slice();
        let quantified = |check, every, negated| Kind::Quantified { every, negated, check };
        Ok(Some(match (step.name, arguments) {
            (StepName::Is, [argument]) => Kind::Is(self.check(argument)?),
            (StepName::Filter, [Argument::Predicate(predicate)]) => Kind::Is(self.predicate(predicate)?),
            (StepName::Filter, [Argument::Traversal(traversal)]) => Kind::Filter(self.child(traversal)?),
            (StepName::Where, _) => self.where_step(step)?,
            (StepName::And | StepName::Or, _) if has_empty_side(arguments) => {
                return Err(unknown("and() or or() between steps with nothing on one side"));
            }
            (StepName::And, _) => Kind::And(self.children(arguments)?),
            (StepName::Or, _) => Kind::Or(self.children(arguments)?),
            (StepName::Not, [Argument::Traversal(traversal)]) => Kind::Not(self.child(traversal)?),
            (StepName::All, [argument]) => quantified(self.check(argument)?, true, false),
            (StepName::Any, [argument]) => quantified(self.check(argument)?, false, false),
            (StepName::None, [argument]) => quantified(self.check(argument)?, false, true),
            (StepName::None | StepName::Discard, _) => Kind::Discard,
            (StepName::Dedup, labels) if !local => Kind::Dedup { labels: self.names(labels)?, by: self.one_by(step)? },
            (StepName::Dedup, _) => Kind::DedupLocal,
            (StepName::Range, [low, high]) => self.range_step(local, low, Some(high))?,
            (StepName::Limit, [high]) => {
                let low = Argument::from(0);
                self.range_step(local, &low, Some(high))?
            }
            (StepName::Skip, [low]) => self.range_step(local, low, None)?,
            (StepName::Tail, amount) => {
                let amount = amount.first().map_or(Ok(1), |amount| self.long(amount))?;
                if local { Kind::TailLocal(amount) } else { Kind::Tail(amount) }
            }
            (StepName::Coin, [probability]) => {
                let value = self.value(probability)?;
                let number = value.as_number().ok_or_else(|| raise(ErrorKind::Argument, "coin() takes a number"))?;
                Kind::Coin(convert::double(number))
            }
            (StepName::Sample, [amount]) if local => Kind::SampleLocal(self.long(amount)?),
            (StepName::Sample, [amount]) => Kind::Sample { amount: self.long(amount)?, by: self.one_by(step)? },
            (StepName::SimplePath | StepName::CyclicPath, _) => {
                let (from, to) = self.ends(step)?;
                Kind::PathFilter { simple: step.name == StepName::SimplePath, from, to, bys: self.bys(step)? }
            }
            _ => return Ok(None),
        }))
    }

    fn range_step(&mut self, local: bool, low: &Argument, high: Option<&Argument>) -> Result<Kind, Failure> {
        let low = self.long(low)?;
        let high = high.map_or(Ok(-1), |high| self.long(high))?;
        if low != -1 && high != -1 && low > high {
            return Err(raise(ErrorKind::Argument, format!("{low} to {high} is no range")));
        }
        Ok(if local { Kind::RangeLocal { low, high } } else { Kind::Range { low, high } })
    }

    pub(super) fn branch_step(&mut self, step: &Step, first: bool) -> Result<Option<Kind>, Failure> {
        let arguments = step.arguments.as_slice();
        Ok(Some(match (step.name, arguments) {
            (StepName::Repeat, _) => Kind::Repeat(Box::new(self.repeat(step)?)),
            (StepName::Union, _) => {
                let options = self.children(arguments)?;
                if first && options.iter().any(|option| !self.makes_its_own(*option)) {
                    return Err(unknown("what a union() at the beginning gives its traversals"));
                }
                let options = options.into_iter().map(|option| (Pattern::Pick(Pick::Any), option)).collect();
                self.branch(Choice::All, options, false, first)
            }
            (StepName::Coalesce, _) => Kind::Coalesce(self.children(arguments)?),
            (StepName::Optional, [traversal]) => Kind::Optional(self.child(traversal_of(traversal)?)?),
            (StepName::Choose, _) => self.choose(step)?,
            (StepName::Branch, [traversal]) => {
                let choice = Choice::Chain(self.child(traversal_of(traversal)?)?);
                let options = self.options(step)?;
                self.branch(choice, options, false, false)
            }
            (StepName::Local, [traversal]) => Kind::Local(self.child(traversal_of(traversal)?)?),
            (StepName::Map, [traversal]) => Kind::MapTo(self.child(traversal_of(traversal)?)?),
            (StepName::FlatMap, [traversal]) => Kind::FlatMap(self.child(traversal_of(traversal)?)?),
            (StepName::SideEffect, [traversal]) => Kind::SideEffect(self.child(traversal_of(traversal)?)?),
            (StepName::Match, _) => Kind::Match(self.match_parts(arguments)?),
            _ => return Ok(None),
        }))
    }

    /// Whether what a chain is given first does not show in what it gives.
    fn makes_its_own(&self, chain: ChainId) -> bool {
        let Some(first) = self.program.first(chain) else { return true };
        match &self.program.op(first).kind {
            Kind::Branch { choice: Choice::All, options, .. } => {
                options.iter().all(|(_, option)| self.makes_its_own(*option))
            }
            Kind::Graph { .. }
            | Kind::Inject { .. }
            | Kind::AddVertex { .. }
            | Kind::AddEdge { .. }
            | Kind::MergeVertex(_)
            | Kind::MergeEdge(_)
            | Kind::Select { .. }
            | Kind::Cap(_)
            | Kind::Constant(_) => true,
            _ => false,
        }
    }

    fn branch(&self, choice: Choice, options: Vec<(Pattern, ChainId)>, first_only: bool, first: bool) -> Kind {
        let waits = options.iter().any(|(_, option)| self.waits_within(*option));
        Kind::Branch { choice, options, first_only, first, waits }
    }

    /// Whether a step in a chain, however deep, waits for all traversers.
    fn waits_within(&self, chain: ChainId) -> bool {
        self.program.chains[chain].ops.iter().any(|op| {
            let op = self.program.op(*op);
            op.kind.waits() || op.children.iter().any(|child| self.waits_within(*child))
        })
    }

    fn options(&mut self, step: &Step) -> Result<Vec<(Pattern, ChainId)>, Failure> {
        step.modulators_named(StepName::Option).map(|modulator| self.option(step, modulator)).collect()
    }

    fn option(&mut self, step: &Step, modulator: &Modulator) -> Result<(Pattern, ChainId), Failure> {
        let chooses = step.name == StepName::Choose;
        let strict = chooses && self.rules.choosing == Choosing::First;
        let any = [Argument::Token(Token::Pick(Pick::Any))];
        let arguments: Vec<&Argument> = match modulator.arguments.as_slice() {
            [traversal] => any.iter().chain([traversal]).collect(),
            several => several.iter().collect(),
        };
        Ok(match arguments.as_slice() {
            [pattern, traversal] => {
                let pattern = match pattern {
                    Argument::Token(Token::Pick(Pick::Any)) if chooses => {
                        return Err(raise(ErrorKind::Argument, "choose() takes one option for each traverser"));
                    }
                    Argument::Token(Token::Pick(pick)) => Pattern::Pick(*pick),
                    Argument::Predicate(predicate) => Pattern::Check(self.predicate(predicate)?),
                    Argument::Traversal(_) if strict => {
                        return Err(raise(ErrorKind::Argument, "a traversal is no value to choose by"));
                    }
                    Argument::Traversal(traversal) => Pattern::Chain(self.child(traversal)?),
                    other => Pattern::Equal(self.value(other)?),
                };
                (pattern, self.child(traversal_of(traversal)?)?)
            }
            _ => return Err(unknown("an option of a branch of this form")),
        })
    }

    fn choose(&mut self, step: &Step) -> Result<Kind, Failure> {
        let first_only = self.rules.choosing == Choosing::First;
        let given = self.options(step)?;
        let identity = |compiler: &mut Self| {
            compiler.child(&graphlance_gremlin::Traversal::new(vec![Step::new(StepName::Identity, Vec::new())]))
        };
        let (choice, branches) = match step.arguments.as_slice() {
            [Argument::Token(Token::T(token))] => (Choice::By(How::Token(*token)), None),
            [Argument::Token(Token::Column(column))] => (Choice::By(How::Column(*column)), None),
            [Argument::Traversal(traversal)] => (Choice::Chain(self.child(traversal)?), None),
            [Argument::Predicate(predicate), rest @ ..] => {
                let asks = Step::new(StepName::Is, vec![Argument::Predicate(predicate.clone())]);
                let chain = self.child(&graphlance_gremlin::Traversal::new(vec![asks]))?;
                (Choice::Productive(chain), Some(rest))
            }
            [Argument::Traversal(traversal), rest @ ..] => (Choice::Productive(self.child(traversal)?), Some(rest)),
            _ => return Err(unknown("this form of choose()")),
        };
        let mut options = Vec::new();
        if let Some(branches) = branches {
            let mut ways = self.children(branches)?;
            if ways.len() == 1 {
                ways.push(identity(self)?);
            }
            let truths = [true, false].map(|truth| Pattern::Equal(Value::from(truth)));
            options.extend(truths.into_iter().zip(ways));
        }
        if first_only {
            for pick in [Pick::Unproductive, Pick::None] {
                let is_pick = |pattern: &Pattern| matches!(pattern, Pattern::Pick(other) if *other == pick);
                if !given.iter().any(|(pattern, _)| is_pick(pattern)) {
                    options.push((Pattern::Pick(pick), identity(self)?));
                }
            }
        }
        let is_picked = |pattern: &Pattern, pick: Pick| matches!(pattern, Pattern::Pick(other) if *other == pick);
        let times = |pick: Pick| given.iter().filter(|(pattern, _)| is_picked(pattern, pick)).count();
        if !first_only && [Pick::None, Pick::Unproductive].into_iter().any(|pick| times(pick) > 1) {
            return Err(raise(ErrorKind::Argument, "choose() takes one option for each token"));
        }
        options.extend(given);
        Ok(self.branch(choice, options, first_only, false))
    }

    fn repeat(&mut self, step: &Step) -> Result<Repeat, Failure> {
        let (name, body) = match step.arguments.as_slice() {
            [body] => (None, body),
            [name, body] => (Some(self.name(name)?), body),
            _ => return Err(unknown("this form of repeat()")),
        };
        self.in_repeat += 1;
        let body = self.child(traversal_of(body)?)?;
        self.in_repeat -= 1;
        let forbidden = |op: &OpId| match &self.program.op(*op).kind {
            Kind::Cap(_) => self.rules.strict_repeat,
            kind => kind.reduces(),
        };
        let ops = &self.program.chains[body].ops;
        if ops.iter().any(forbidden) {
            return Err(raise(ErrorKind::Verification, "a step that reduces cannot stand in repeat()"));
        }
        // From 3.8 on it is an error wherever it stands in it.
        if ops.iter().any(|op| matches!(self.program.op(*op).kind, Kind::Inject { .. })) {
            return Err(unknown("inject() in repeat() before 3.8"));
        }
        // The end of a round belongs to the body; it is no step of the tree.
        let around = std::mem::take(&mut self.made);
        self.push(body, StepName::Repeat, Kind::RepeatEnd, Vec::new())?;
        self.made = around;
        let waits = self.rules.rounds_apart && self.waits_within(body);
        let mut repeat = Repeat { body, until: None, emit: None, until_first: false, emit_first: false, name, waits };
        for (is_before, modulator) in
            step.before.iter().map(|it| (true, it)).chain(step.modulators.iter().map(|it| (false, it)))
        {
            let stop = |compiler: &mut Self| match modulator.arguments.as_slice() {
                [] => Ok(Stop::Always),
                [Argument::Traversal(traversal)] => compiler.child(traversal).map(Stop::Chain),
                [Argument::Predicate(predicate)] => {
                    let asks = Step::new(StepName::Is, vec![Argument::Predicate(predicate.clone())]);
                    compiler.child(&graphlance_gremlin::Traversal::new(vec![asks])).map(Stop::Chain)
                }
                [rounds] => compiler.long(rounds).map(Stop::Rounds),
                _ => Err(unknown("a modulator of repeat() of this form")),
            };
            let (place, is_first) = match modulator.name {
                StepName::Emit => (&mut repeat.emit, &mut repeat.emit_first),
                StepName::Until | StepName::Times => (&mut repeat.until, &mut repeat.until_first),
                _ => continue,
            };
            if place.is_some() {
                return Err(raise(ErrorKind::State, format!("repeat() has its {}() already", modulator.name.text())));
            }
            self.in_repeat += 1;
            let stop = stop(self);
            self.in_repeat -= 1;
            *place = Some(stop?);
            *is_first = is_before;
        }
        Ok(repeat)
    }

    pub(super) fn stream_step(&mut self, step: &Step, _: bool) -> Result<Option<Kind>, Failure> {
        let local = step.scope() == Scope::Local;
        let side_effects_wait = self.rules.side_effects_wait;
        let arguments = step.arguments.as_slice();
        let reduce = |reduction| if local { Kind::ReduceLocal(reduction) } else { Kind::Reduce(reduction) };
        if self.rules.strict_repeat && self.in_repeat > 0 && step.name == StepName::Inject {
            return Err(raise(ErrorKind::Verification, format!("{}() inside of repeat()", step.name.text())));
        }
        Ok(Some(match (step.name, arguments) {
            (StepName::Select, _) => self.select(step)?,
            (StepName::Project, keys) => {
                let keys = self.names(keys)?;
                if keys.iter().collect::<std::collections::BTreeSet<_>>().len() < keys.len() {
                    return Err(raise(ErrorKind::Argument, "the keys of project() are different"));
                }
                Kind::Project { keys, bys: self.bys(step)? }
            }
            (StepName::Path, _) => {
                let (from, to) = self.ends(step)?;
                Kind::Path { from, to, bys: self.bys(step)? }
            }
            (StepName::Tree, key) => {
                let key = key.first().map(|key| self.name(key)).transpose()?;
                Kind::Tree { waits: key.is_some() && side_effects_wait, key, bys: self.bys(step)? }
            }
            (StepName::Aggregate, [.., key]) => {
                Kind::Aggregate { key: self.name(key)?, waits: !local, by: self.one_by(step)? }
            }
            (StepName::Store, [key]) => Kind::Aggregate { key: self.name(key)?, waits: false, by: self.one_by(step)? },
            (StepName::Cap, keys) => Kind::Cap(self.names(keys)?),
            (StepName::Subgraph, [key]) => Kind::Subgraph { key: self.name(key)?, waits: side_effects_wait },
            (StepName::Sack, []) => Kind::Sack,
            (StepName::Sack, [operator]) => {
                Kind::SetSack { operator: self.operator(operator)?, by: self.one_by(step)? }
            }
            (StepName::Loops, name) => Kind::Loops(name.first().map(|name| self.name(name)).transpose()?),
            (StepName::Barrier, [Argument::Token(Token::Barrier(barrier))]) => Kind::WaitSack(*barrier),
            (StepName::Barrier, size) => {
                let size = size.first().map(|size| self.long(size)).transpose()?;
                Kind::Wait { size: size.and_then(|size| usize::try_from(size).ok()), written: true }
            }
            (StepName::Count, _) => reduce(Reduction::Count),
            (StepName::Sum, _) => reduce(Reduction::Sum),
            (StepName::Mean, _) => reduce(Reduction::Mean),
            (StepName::Min, _) => reduce(Reduction::Min),
            (StepName::Max, _) => reduce(Reduction::Max),
            (StepName::Fold, []) => Kind::Fold { seed: None },
            (StepName::Fold, [seed, operator]) => {
                let seed = self.value(seed)?;
                if self.nesting > 1 && seed.size().is_some() && self.options.quirks.has(Quirk::FoldSharesSeed) {
                    return Err(Failure::Unspecified("what a seed holds where a nested fold begins anew".to_owned()));
                }
                Kind::Fold { seed: Some((seed, self.operator(operator)?)) }
            }
            (StepName::Unfold, _) => Kind::Unfold,
            (StepName::Group, _) => Kind::Group(Box::new(self.group(step)?)),
            (StepName::GroupCount, key) => {
                let key = key.first().map(|key| self.name(key)).transpose()?;
                Kind::GroupCount { waits: key.is_some() && side_effects_wait, key, by: self.one_by(step)? }
            }
            (StepName::Order, _) if local => Kind::OrderLocal(self.bys(step)?),
            (StepName::Order, _) => Kind::Order(self.bys(step)?),
            (StepName::Inject, values) => Kind::Inject { values: self.values(values)? },
            _ => return Ok(None),
        }))
    }

    fn select(&mut self, step: &Step) -> Result<Kind, Failure> {
        let (pop, arguments) = match step.arguments.as_slice() {
            [Argument::Token(Token::Pop(pop)), rest @ ..] => (*pop, rest),
            rest => (Pop::Last, rest),
        };
        let bys = self.bys(step)?;
        Ok(match arguments {
            [Argument::Token(Token::Column(column))] => Kind::SelectColumn(*column),
            [Argument::Traversal(traversal)] => {
                let key = self.child(traversal)?;
                Kind::SelectBy { pop, key, by: bys.into_iter().last() }
            }
            keys => Kind::Select { pop, keys: self.names(keys)?, bys },
        })
    }
}

/// Whether one of several conditions has nothing in it, as on a side of an `and()` between steps on which nothing stands.
fn has_empty_side(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| argument.as_traversal().is_some_and(|traversal| traversal.is_empty()))
}
