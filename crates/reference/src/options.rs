//! What an evaluation is allowed and told.

use std::borrow::Cow;
use std::collections::BTreeMap;

use graphlance_cypher::dialect::Deviations;
use graphlance_cypher::{Query, build};
use graphlance_graph::{Name, Row, Value};

use crate::Failure;
use crate::departures::Departures;

/// What an evaluation is allowed and told.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The target's departures from the language.
    pub deviations: Deviations,
    /// Whether the target has no uniqueness constraints, so that those of a graph forbid nothing there.
    pub unconstrained: bool,
    /// Limits.
    pub budget: Budget,
    /// Values of parameters.
    pub parameters: BTreeMap<Name, Value>,
    /// Wrong rules to follow: planted, to prove that an oracle can find them, or to see what they would give.
    pub departures: Departures,
    /// What to do where the language leaves the answer open.
    pub open: OpenAnswers,
    /// Procedures beside the built-in ones, by name.
    pub procedures: BTreeMap<Name, Procedure>,
    /// How an answer that the language leaves open is found where no rule says so.
    pub experiments: Experiments,
}

impl Options {
    /// The same with the parameters that a query gives values itself.
    ///
    /// Errors: what is given is no value.
    pub(crate) fn given(&self, query: &Query) -> Result<Cow<'_, Options>, Failure> {
        if query.parameters.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let mut options = self.clone();
        for (name, expression) in &query.parameters {
            let value = build::written(expression)
                .ok_or_else(|| Failure::Unknown(format!("the parameter `${name}` is given no value")))?;
            options.parameters.insert(name.clone(), value);
        }
        Ok(Cow::Owned(options))
    }
}

/// How an answer that the language leaves open is found where no rule says so: a statement whose answer may depend on the
/// order of execution is executed in several orders, and what differs is open. Nothing of it where an open answer is
/// chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experiments {
    /// In how many orders beside the natural one.
    pub orders: u32,
    /// Whether a statement counts as one whose answer may depend on the order because one of its expressions may raise
    /// an error that another order comes upon. Not needed where expressions are known to raise none anywhere.
    pub early_errors: bool,
}

impl Default for Experiments {
    fn default() -> Experiments {
        Experiments { orders: 4, early_errors: true }
    }
}

/// What to do where the language leaves the answer open: rand(), clocks, LIMIT without an order, `head(collect(x))`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenAnswers {
    /// Say so: [`crate::Failure::Unspecified`], or a claim that allows every right answer.
    #[default]
    Refuse,
    /// Give one right answer: rows in the order in which they arise, a fixed clock, seeded random numbers.
    Choose,
}

/// A procedure given as a table: a call yields the outputs of the rows whose inputs equal the arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Procedure {
    /// Input columns with their types (`STRING?`, `INTEGER?`, `FLOAT?`, `NUMBER?`).
    pub inputs: Vec<(Name, Name)>,
    /// Output columns with their types.
    pub outputs: Vec<(Name, Name)>,
    /// Rows of input values followed by output values.
    pub rows: Vec<Row>,
}

/// Limits of one evaluation. Running out is [`crate::Failure::OutOfBudget`].
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Rows of all intermediate tables together.
    pub rows: u64,
    /// Relationships looked at while matching, and expressions evaluated.
    pub work: u64,
    /// Length of a list and bytes of a string.
    pub length: usize,
    /// Depth of nested expressions and subqueries.
    pub depth: usize,
    /// Bytes of the rows between clauses and of long lists, as estimated.
    pub memory: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { rows: 200_000, work: 5_000_000, length: 1_000_000, depth: 300, memory: 100 << 20 }
    }
}
