//! Facts about a statement that follow from its text: what comes out of each step, how many, in which order; what is noted aside
//! and read again; what the language leaves open.
//!
//! All are cautious: a kind is `Any`, a count is `Many` and an order is `Open` unless the table of steps says otherwise.

mod keys;
mod kinds;
mod openness;

use std::collections::BTreeSet;

use smol_str::SmolStr;

use crate::ast::{Argument, Statement, Step, Traversal};
use crate::scalar::Scalar;
use crate::table::{Kind, Output, StepName, Trait};
use crate::token::{self, Scope, Token};
use crate::walk::{Part, walk};

pub use kinds::{join, kind_of};
pub use openness::Openness;

/// How many objects come out of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Count {
    /// None.
    None,
    /// One.
    One,
    /// None or one.
    AtMostOne,
    /// Any number.
    Many,
}

/// What is known of the order in which objects come out of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// Nothing.
    Open,
    /// They are sorted; those that are equal in it come in any order.
    Sorted,
    /// All of it.
    Known,
}

/// What is known of the objects between two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// What they are.
    pub kind: Kind,
    /// How many they are.
    pub count: Count,
    /// How they are ordered.
    pub order: Order,
    /// Whether equal ones may be one traverser that counts for several.
    pub bulked: bool,
}

/// What is known of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What comes out of each of its steps, nested ones aside.
    pub streams: Vec<Stream>,
    /// Whether it may change the graph.
    pub writes: bool,
    /// Whether a step reads the paths of traversers: they are kept then, and equal objects are not merged.
    pub reads_path: bool,
    /// The labels that `as(..)` gives.
    pub labels: BTreeSet<SmolStr>,
    /// The keys under which something is noted aside.
    pub noted: BTreeSet<SmolStr>,
    /// The names that steps read: labels, keys of what is noted aside, keys of maps.
    pub read: BTreeSet<SmolStr>,
    /// Whether it has a sack.
    pub sack: bool,
    /// What the language leaves open, so that two right answers may differ.
    pub open: BTreeSet<Openness>,
}

/// The facts about a statement.
pub fn facts_of(statement: &Statement) -> Facts {
    let mut facts = Facts {
        streams: Vec::new(),
        writes: false,
        reads_path: false,
        labels: BTreeSet::new(),
        noted: BTreeSet::new(),
        read: BTreeSet::new(),
        sack: false,
        open: BTreeSet::new(),
    };
    walk(Part::Statement(statement), &mut |part| facts.part(part));
    let bulk = !facts.reads_path && !is_unbulked(statement);
    let mut reading = Reading { bulk, open: &mut facts.open };
    facts.streams = reading.streams(&statement.traversal, None);
    facts
}

/// What comes out of an anonymous traversal into which one object of a kind goes.
pub fn nested(traversal: &Traversal, input: Kind) -> Stream {
    let mut open = BTreeSet::new();
    Reading { bulk: false, open: &mut open }.nested(traversal, input)
}

/// Whether a source keeps equal objects apart.
fn is_unbulked(statement: &Statement) -> bool {
    let no = [Argument::Scalar(Scalar::Boolean(false))];
    statement
        .source
        .iter()
        .any(|it| it.name == StepName::WithPath || (it.name == StepName::WithBulk && it.arguments == no))
}

impl Facts {
    /// What comes out at the end.
    pub fn last(&self) -> Option<&Stream> {
        self.streams.last()
    }

    fn part(&mut self, part: Part<'_>) {
        keys::collect(part, self);
        self.open.extend(openness::of_part(part));
        let row = match part {
            Part::Step(step, _) => step.row(),
            Part::Modulator(modulator, _) => modulator.name.row(),
            _ => return,
        };
        self.writes |= row.is(Trait::Writes);
        self.reads_path |= row.is(Trait::ReadsPath) || row.name == StepName::WithPath;
        self.sack |= row.is(Trait::Sack) && row.name != StepName::Barrier;
    }
}

/// Follows objects through a traversal.
struct Reading<'f> {
    /// Whether equal objects may be merged at all.
    bulk: bool,
    open: &'f mut BTreeSet<Openness>,
}

impl Reading<'_> {
    /// What comes out of each step of a traversal. Into a statement's first step goes nothing.
    fn streams(&mut self, traversal: &Traversal, input: Option<Stream>) -> Vec<Stream> {
        let nothing = Stream { kind: Kind::Nothing, count: Count::One, order: Order::Known, bulked: false };
        let mut stream = input.unwrap_or(nothing);
        let mut streams = Vec::with_capacity(traversal.steps.len());
        for (index, step) in traversal.steps.iter().enumerate() {
            let begins = index == 0 && input.is_none();
            stream = self.step(step, stream, begins);
            streams.push(stream);
        }
        streams
    }

    fn nested(&mut self, traversal: &Traversal, kind: Kind) -> Stream {
        let one = Stream { kind, count: Count::One, order: Order::Known, bulked: self.bulk };
        self.streams(traversal, Some(one)).pop().unwrap_or(one)
    }

    fn step(&mut self, step: &Step, input: Stream, begins: bool) -> Stream {
        let row = step.row();
        self.open.extend(openness::of_step(step, &input));
        let local = step.scope() == Scope::Local;
        let aside = row.is(Trait::Notes) && keys::noted(step).is_some();
        let reduces = row.is(Trait::Reducing) && !local && !aside;
        let kind = self.kind(step, input.kind, begins, aside);
        let count = if aside || local { input.count } else { count(step, input.count, begins, reduces) };
        let single = matches!(count, Count::None | Count::One | Count::AtMostOne);
        let order = match () {
            () if single => Order::Known,
            () if step.name == StepName::Inject && begins => Order::Known,
            () if step.name == StepName::Order && !local => sorted(step),
            () if row.is(Trait::Unordered) || row.is(Trait::Branch) || step.name == StepName::Inject => Order::Open,
            () => input.order,
        };
        let merges = (row.is(Trait::Barrier) || row.is(Trait::Branch) || row.is(Trait::FlatMap)) && !local;
        Stream { kind, count, order, bulked: self.bulk && !single && !reduces && (input.bulked || merges) }
    }

    fn kind(&mut self, step: &Step, input: Kind, begins: bool, aside: bool) -> Kind {
        if aside {
            return input;
        }
        match step.row().output {
            Output::Same => input,
            Output::Is(_) if step.name == StepName::Inject => {
                let given = step.arguments.iter().map(kind_of);
                let before = (!begins).then_some(input);
                given.chain(before).reduce(join).unwrap_or(Kind::Nothing)
            }
            Output::Is(_) if step.name == StepName::Constant => step.arguments.first().map_or(Kind::Any, kind_of),
            Output::Is(kind) => kind,
            Output::SameOrLocal(kind) if step.scope() == Scope::Local && kind != Kind::Any => kind,
            Output::SameOrLocal(_) => input,
            Output::Nested => self.branches(step, input).reduce(join).unwrap_or(Kind::Any),
            Output::NestedOrSame if step.name == StepName::Repeat => {
                let once = self.branches(step, input).reduce(join).unwrap_or(input);
                self.branches(step, join(once, input)).fold(join(once, input), join)
            }
            Output::NestedOrSame => self.branches(step, input).fold(input, join),
            Output::Open => match step.arguments.first() {
                Some(Argument::Token(Token::Column(token::Column::Keys))) => Kind::Set,
                Some(Argument::Token(Token::Column(token::Column::Values))) => Kind::List,
                _ => Kind::Any,
            },
        }
    }

    /// What comes out of the traversals among which a step chooses.
    fn branches(&mut self, step: &Step, input: Kind) -> impl Iterator<Item = Kind> + use<> {
        // The first argument of a choice is a question.
        let asked = matches!(step.name, StepName::Choose | StepName::Branch) as usize;
        let options = step.modulators_named(StepName::Option).filter_map(|option| option.arguments.last());
        let branches = step.arguments.iter().skip(asked).chain(options).filter_map(Argument::as_traversal);
        let kinds: Vec<Kind> = branches.map(|branch| self.nested(branch, input).kind).collect();
        kinds.into_iter()
    }
}

fn sorted(step: &Step) -> Order {
    let shuffles = step.modulators.iter().flat_map(|modulator| &modulator.arguments);
    let shuffle = Argument::Token(Token::Order(token::Order::Shuffle));
    if shuffles.into_iter().any(|argument| *argument == shuffle) { Order::Open } else { Order::Sorted }
}

/// How many objects come out of a step, in the global scope.
fn count(step: &Step, input: Count, begins: bool, reduces: bool) -> Count {
    let row = step.row();
    let at_most_one = if input == Count::None { Count::None } else { Count::AtMostOne };
    match step.name {
        StepName::Sum | StepName::Mean | StepName::Min | StepName::Max => Count::AtMostOne,
        StepName::Drop | StepName::Discard => Count::None,
        StepName::AddV | StepName::AddE if begins => Count::One,
        StepName::Inject if begins && step.arguments.len() == 1 => Count::One,
        StepName::Inject if begins && step.arguments.is_empty() => Count::None,
        StepName::Limit | StepName::Tail if is_one(step) => at_most_one,
        _ if reduces => Count::One,
        _ if begins || step.name == StepName::Inject => Count::Many,
        _ if input == Count::None => Count::None,
        _ if row.is(Trait::FlatMap) || row.is(Trait::Branch) => Count::Many,
        _ if input == Count::Many => Count::Many,
        _ if row.is(Trait::SideEffect) || matches!(step.name, StepName::Identity | StepName::Constant) => input,
        _ => Count::AtMostOne,
    }
}

/// Whether a limit lets one object through.
fn is_one(step: &Step) -> bool {
    match step.arguments.as_slice() {
        [] => step.name == StepName::Tail,
        [.., Argument::Scalar(scalar)] => scalar.as_long() == Some(1),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
