//! What a case does, step by step, and in which of its databases.

mod written;

use std::collections::BTreeSet;
use std::fmt;

use graphlance_graph::Name;
use serde::{Deserialize, Serialize};

use crate::Statement;

/// A step of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<S = Statement> {
    /// The database that it acts on; none: the one into which the graph is loaded. Those with names are empty at first.
    pub database: Option<Name>,
    /// What it does there.
    pub act: Act<S>,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act<S = Statement> {
    /// Run a statement, which may write.
    Run(S),
    /// Read the whole graph.
    Snapshot,
    /// Bring the statistics up to date by which the target plans; nothing where it has no statement for that.
    Refresh,
    /// Ask what the target says the last statement has changed.
    Counters,
    /// Run the statements again that came before it and only read, several times in turns, and tell how long each took.
    Race,
    /// Ask how many rows the target's plan for the last statement expects.
    Estimate,
    /// Begin or end a transaction.
    Boundary(Boundary),
}

/// Where a transaction begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// It begins: the steps that follow belong to it until it ends.
    Begin,
    /// It ends, and what it wrote stays.
    Commit,
    /// It ends, and nothing of what it wrote stays.
    RollBack,
    /// The connection is made as new: a transaction that is open ends as by [`Boundary::RollBack`]. What is stored stays.
    Reset,
}

impl<S> From<Act<S>> for Step<S> {
    fn from(act: Act<S>) -> Step<S> {
        Step { database: None, act }
    }
}

impl<S> Step<S> {
    /// Runs a statement in the database of the graph.
    pub fn run(statement: S) -> Step<S> {
        Act::Run(statement).into()
    }

    /// The same in the database of this name.
    pub fn on(self, database: impl Into<Name>) -> Step<S> {
        Step { database: Some(database.into()), ..self }
    }

    /// The statement; none when it runs none.
    pub fn statement(&self) -> Option<&S> {
        match &self.act {
            Act::Run(statement) => Some(statement),
            _ => None,
        }
    }

    /// The statement, to be edited.
    pub fn statement_mut(&mut self) -> Option<&mut S> {
        match &mut self.act {
            Act::Run(statement) => Some(statement),
            _ => None,
        }
    }

    /// The step with another form of its statement.
    pub(crate) fn map<T, E>(&self, map: impl FnOnce(&S) -> Result<T, E>) -> Result<Step<T>, E> {
        let act = match &self.act {
            Act::Run(statement) => Act::Run(map(statement)?),
            Act::Snapshot => Act::Snapshot,
            Act::Refresh => Act::Refresh,
            Act::Counters => Act::Counters,
            Act::Race => Act::Race,
            Act::Estimate => Act::Estimate,
            Act::Boundary(boundary) => Act::Boundary(*boundary),
        };
        Ok(Step { database: self.database.clone(), act })
    }

    /// What a target must be able to do for it, beside running statements and reading its graph.
    fn needs(&self) -> impl Iterator<Item = Ability> {
        let named = self.database.is_some().then_some(Ability::Databases);
        let other = match &self.act {
            Act::Boundary(boundary) => Some(boundary.ability()),
            Act::Counters => Some(Ability::Counters),
            Act::Estimate => Some(Ability::Estimates),
            Act::Run(_) | Act::Snapshot | Act::Refresh | Act::Race => None,
        };
        named.into_iter().chain(other)
    }
}

impl From<Boundary> for Step {
    fn from(boundary: Boundary) -> Step {
        Act::Boundary(boundary).into()
    }
}

impl<S> Act<S> {
    /// What it is called in files and reports.
    pub fn name(&self) -> &'static str {
        match self {
            Act::Run(_) => "run",
            Act::Snapshot => "snapshot",
            Act::Refresh => "refresh",
            Act::Counters => "counters",
            Act::Race => "race",
            Act::Estimate => "estimate",
            Act::Boundary(boundary) => boundary.name(),
        }
    }

    /// Whether a transaction ends with it and leaves nothing.
    pub fn undoes(&self) -> bool {
        matches!(self, Act::Boundary(Boundary::RollBack | Boundary::Reset))
    }
}

impl Boundary {
    /// Every one.
    pub const ALL: &'static [Boundary] = &[Boundary::Begin, Boundary::Commit, Boundary::RollBack, Boundary::Reset];

    /// What it is called in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Boundary::Begin => "begin",
            Boundary::Commit => "commit",
            Boundary::RollBack => "roll_back",
            Boundary::Reset => "reset",
        }
    }

    /// What a target must be able to do for it.
    pub fn ability(self) -> Ability {
        match self {
            Boundary::Begin | Boundary::Commit | Boundary::RollBack => Ability::Transactions,
            Boundary::Reset => Ability::Reset,
        }
    }
}

/// Something that not every target can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Several databases at a time, made as they are named.
    Databases,
    /// Transactions of several statements.
    Transactions,
    /// A reset of the connection.
    Reset,
    /// Counters of what a statement changed.
    Counters,
    /// Estimates of how many rows a statement has.
    Estimates,
}

impl Ability {
    /// Every ability.
    pub const ALL: &'static [Ability] =
        &[Ability::Databases, Ability::Transactions, Ability::Reset, Ability::Counters, Ability::Estimates];

    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Ability::Databases => "several databases",
            Ability::Transactions => "transactions of several statements",
            Ability::Reset => "a reset of the connection",
            Ability::Counters => "counters of what a statement changed",
            Ability::Estimates => "estimates of how many rows a statement has",
        }
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What a target must be able to do for these steps.
pub fn needs<S>(steps: &[Step<S>]) -> BTreeSet<Ability> {
    steps.iter().flat_map(Step::needs).collect()
}

/// The transactions of these steps: where each begins and where it ends. Errors: one begins within another, ends without a
/// beginning, never ends, or a step within it acts on another database.
pub fn transactions<S>(steps: &[Step<S>]) -> Result<Vec<[usize; 2]>, String> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    for (number, step) in steps.iter().enumerate() {
        let told = |what: &str| Err(format!("step {} {what}", number + 1));
        if open.is_some_and(|begun| steps[begun].database != step.database) {
            return told("acts on another database than the transaction that is open");
        }
        let Act::Boundary(boundary) = step.act else { continue };
        match (boundary, open) {
            (Boundary::Begin, Some(_)) => return told("begins a transaction within another one"),
            (Boundary::Begin, None) => open = Some(number),
            (Boundary::Commit | Boundary::RollBack, None) => return told("ends a transaction, and none is open"),
            (Boundary::Commit | Boundary::RollBack | Boundary::Reset, Some(begun)) => {
                found.push([begun, number]);
                open = None;
            }
            (Boundary::Reset, None) => {}
        }
    }
    match open {
        Some(begun) => Err(format!("the transaction that step {} begins never ends", begun + 1)),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests;
