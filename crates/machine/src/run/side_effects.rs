//! What traversers note aside, under keys.

use graphlance_gremlin::Name;
use graphlance_gremlin::token::Operator;
use indexmap::IndexMap;

use super::traverser::Traverser;
use super::{Halt, Machine, Run, operator};
use crate::failure::{ErrorKind, Failure, raise, unknown};
use crate::program::{Kind, OpId, Program, Reduction};
use crate::quirk::Quirk;
use crate::value::{Entries, Subgraph, Value};

/// Everything noted aside.
#[derive(Debug, Default)]
pub(crate) struct SideEffects(IndexMap<Name, Side>);

/// What is noted under one key.
#[derive(Debug)]
struct Side {
    held: Held,
    /// How something more is added.
    reducer: Option<Operator>,
    /// Whether it was read. What is read and changed afterwards is open: it is read as it is in the end where the reader holds the
    /// collection itself, and how far it is depends on how eagerly traversers are drawn.
    is_read: bool,
    /// Whether groups were made of it, which TinkerPop makes anew of what they are whenever they are asked for.
    is_finished: bool,
}

/// What is held under a key.
#[derive(Clone, Debug)]
enum Held {
    Value(Value),
    /// A bag that grows, and its value where somebody asked for it.
    Bag(Vec<Value>, Option<Value>),
    /// The traversers of each group, by the `group` that made them.
    Groups(OpId, IndexMap<Value, Vec<Traverser>>),
}

impl SideEffects {
    /// What there is before a program runs: what the source gives, and nothing yet under the keys of its steps.
    pub fn of(program: &Program) -> SideEffects {
        let mut sides = IndexMap::default();
        for (key, value, reducer) in &program.source.side_effects {
            sides.insert(
                key.clone(),
                Side { held: Held::Value(value.clone()), reducer: *reducer, is_read: false, is_finished: false },
            );
        }
        let mut register = |key: &Name, held: Held, reducer: Option<Operator>| {
            let side: &mut Side =
                sides.entry(key.clone()).or_insert(Side { held, reducer: None, is_read: false, is_finished: false });
            side.reducer = side.reducer.or(reducer);
        };
        for (id, op) in program.ops.iter().enumerate() {
            match &op.kind {
                Kind::Aggregate { key, .. } => register(key, Held::Bag(Vec::new(), None), Some(Operator::AddAll)),
                Kind::Group(grouping) => {
                    if let Some(key) = &grouping.side {
                        register(key, Held::Groups(id, IndexMap::default()), None);
                    }
                }
                Kind::GroupCount { key: Some(key), .. } => {
                    register(key, Held::Value(Value::map(Entries::default())), None);
                }
                Kind::Tree { key: Some(key), .. } => register(key, Held::Value(Value::tree(Entries::default())), None),
                Kind::Subgraph { key, .. } => {
                    register(key, Held::Value(Value::Subgraph(Subgraph::default().into())), None);
                }
                _ => {}
            }
        }
        SideEffects(sides)
    }

    /// What stands under a key; none where nothing has it.
    pub fn get(&mut self, key: &Name) -> Run<Option<Value>> {
        if self.0.get(key).is_some_and(|side| side.is_finished) {
            return Err(unknown("groups that are read again behind cap()").into());
        }
        match self.0.get_mut(key).map(|side| &mut side.held) {
            None => Ok(None),
            Some(Held::Value(value)) => Ok(Some(value.clone())),
            Some(Held::Bag(values, value)) => Ok(Some(value.get_or_insert_with(|| Value::bag(values.clone())).clone())),
            Some(Held::Groups(..)) => Err(unknown("groups that are read before cap()").into()),
        }
    }

    fn finish(&mut self, key: &Name) {
        if let Some(side) = self.0.get_mut(key) {
            side.is_finished = true;
        }
    }

    fn set(&mut self, key: &Name, value: Value) {
        if let Some(side) = self.0.get_mut(key) {
            side.held = Held::Value(value);
        }
    }
}

impl Machine<'_> {
    /// Adds values, each as often as its bulk says, to what `aggregate` collects under a key.
    pub fn collect(&mut self, key: &Name, values: Vec<(Value, u64)>) -> Run<()> {
        let mut all = Vec::new();
        for (value, bulk) in values {
            let times = match self.has_quirk(Quirk::AggregateIgnoresBulk) {
                true => 1,
                false => usize::try_from(bulk).unwrap_or(usize::MAX),
            };
            self.spend(times)?;
            all.extend(std::iter::repeat_n(value, times));
        }
        if !all.is_empty() {
            self.changes(key);
        }
        let (rules, length) = (self.rules, self.options.budget.length);
        let Some(side) = self.side_effects.0.get_mut(key) else { return Ok(()) };
        let reducer = side.reducer.unwrap_or(Operator::Assign);
        match (&mut side.held, reducer) {
            (Held::Bag(values, cached), Operator::AddAll) => {
                if values.len() + all.len() > length {
                    return Err(crate::Failure::OutOfBudget("length of a value").into());
                }
                values.extend(all);
                *cached = None;
            }
            (Held::Value(held), Operator::AddAll | Operator::Assign) => {
                *held = operator::apply(reducer, held, &Value::bag(all), rules, self.graph)?;
            }
            (Held::Value(held), reducer) => {
                for value in all {
                    *held = operator::apply(reducer, held, &value, rules, self.graph)?;
                }
            }
            _ => return Err(unknown("a key under which different steps note").into()),
        }
        Ok(())
    }

    /// Fails where groups that nobody reads would raise an error: TinkerPop does some of what makes them at once.
    pub fn finish_unread(&mut self) -> Run<()> {
        let mut unread = Vec::new();
        for side in self.side_effects.0.values().filter(|side| !side.is_read) {
            let Held::Groups(id, groups) = &side.held else { continue };
            let Kind::Group(grouping) = &self.op(*id).kind else { continue };
            // What it would do must not be done.
            if !self.changes_something(grouping.values) {
                unread.push((*id, groups.clone()));
            }
        }
        let chose = self.chance.chose();
        for (id, groups) in unread {
            let finished = self.finish_groups(id, groups);
            // What is open of it nobody sees.
            self.chance.forget_choices_since(chose);
            match finished {
                Err(Halt::Failure(Failure::Raised(_))) => {
                    let why = "whether an error in what nobody reads is raised";
                    return Err(Failure::Unspecified(why.to_owned()).into());
                }
                Err(Halt::Failure(Failure::OutOfBudget(what))) => return Err(Failure::OutOfBudget(what).into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// What stands under a key; none where nothing has it. Groups are read as far as they are.
    pub fn side_effect(&mut self, key: &Name) -> Run<Option<Value>> {
        if let Some(side) = self.side_effects.0.get_mut(key) {
            side.is_read = true;
        }
        if let Some(Held::Groups(id, groups)) = self.side_effects.0.get(key).map(|side| &side.held) {
            let Kind::Group(grouping) = &self.op(*id).kind else { return Ok(None) };
            // What a step behind the one that waits makes of a group is not known before the end, nor what a mean is so far.
            let whole = grouping.barrier.is_none_or(|barrier| {
                let kind = &self.op(barrier).kind;
                let is_mean = matches!(kind, Kind::Reduce(Reduction::Mean));
                self.program.last(grouping.values) == Some(barrier) && kind.reduces() && !is_mean
            });
            if !whole {
                return Err(unknown("groups that are read before cap()").into());
            }
            let (id, groups) = (*id, groups.clone());
            return self.finish_groups(id, groups).map(Some);
        }
        self.side_effects.get(key)
    }

    /// Notes that what stands under a key changes.
    fn changes(&mut self, key: &Name) {
        if self.side_effects.0.get(key).is_some_and(|side| side.is_read) {
            self.chance.choose();
        }
    }

    /// Changes what stands under a key.
    pub fn change_side(&mut self, key: &Name, change: impl FnOnce(&mut Self, Value) -> Run<Value>) -> Run<()> {
        self.changes(key);
        let Some(held) = self.side_effects.get(key)? else { return Ok(()) };
        let changed = change(self, held)?;
        let changed = self.bounded(changed)?;
        self.side_effects.set(key, changed);
        Ok(())
    }

    /// Adds traversers to a group under a key.
    pub fn collect_group(&mut self, key: &Name, group: Value, traversers: Vec<Traverser>) -> Run<()> {
        self.changes(key);
        match self.side_effects.0.get_mut(key).map(|side| &mut side.held) {
            Some(Held::Groups(_, groups)) => {
                groups.entry(group).or_default().extend(traversers);
                Ok(())
            }
            _ => Err(unknown("a key under which different steps note").into()),
        }
    }

    /// What `cap` gives for its keys.
    pub fn cap(&mut self, keys: &[Name]) -> Run<Value> {
        if let [key] = keys {
            return self.capped(key);
        }
        let mut entries: Vec<(Value, Value)> = Vec::new();
        for key in keys {
            entries.push((Value::string(key.clone()), self.capped(key)?));
        }
        self.chance.arrange(&mut entries);
        Ok(Value::map(entries.into_iter().collect()))
    }

    /// What `cap` gives for a key.
    pub fn capped(&mut self, key: &Name) -> Run<Value> {
        if let Some(side) = self.side_effects.0.get_mut(key) {
            side.is_read = true;
        }
        let Some(side) = self.side_effects.0.get(key) else {
            return Err(raise(ErrorKind::Argument, format!("nothing is noted under {key}")).into());
        };
        if let Held::Groups(id, groups) = &side.held {
            let (id, groups) = (*id, groups.clone());
            let value = self.finish_groups(id, groups)?;
            self.side_effects.set(key, value.clone());
            self.side_effects.finish(key);
            return Ok(value);
        }
        Ok(self.side_effects.get(key)?.unwrap_or(Value::NULL))
    }
}
