//! A case on its way: its texts, and what a target plans of it.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use graphlance_case::{Act, Case, Dialect, Step};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A case that is ready to be sent.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) case: Arc<Case>,
    /// The claimed statement in the target's dialect, without switches.
    pub(crate) text: String,
    /// Whether the reference was asked about the claim.
    pub(crate) asked: bool,
    /// What is sent, step by step, once the database is where the case begins to read; none when the case cannot be in flight with
    /// others: it reads the whole graph, or ends with changing it.
    pub(super) texts: Option<Vec<String>>,
    /// How many of its first steps lead there; 0 for one that is run as a whole.
    pub(super) approach: usize,
    /// A hash of the text without the values of its parameters: what a target plans.
    pub(super) planned: u64,
    /// Whether it goes out by itself, because the target died when it was among others.
    pub(super) alone: bool,
}

impl Made {
    /// A case whose claimed statement is printed already. `asked`: whether the reference was asked about its claim.
    pub(crate) fn new(case: Arc<Case>, text: String, asked: bool, dialect: &Dialect) -> Made {
        let claimed = case.claim.steps(&case).last().copied();
        let sent = |(number, step): (usize, &Step)| {
            let statement = step.statement()?;
            let printed = (Some(number) != claimed).then(|| statement.print(dialect));
            Some(case.prefixed(statement, printed.as_ref().unwrap_or(&text)))
        };
        let approach = case.approach();
        let asks = case.only_asks_from(approach);
        let texts = asks.then(|| case.steps.iter().enumerate().skip(approach).map(sent).collect()).flatten();
        let given = case.claimed_statement().and_then(|statement| statement.language().given(&text));
        let planned = xxh3_64(given.map_or(text.as_str(), |(_, behind)| behind).as_bytes());
        Made { approach, planned, case, text, asked, texts, alone: false }
    }

    pub(super) fn has_parameters(&self) -> bool {
        self.planned != xxh3_64(self.text.as_bytes())
    }

    /// A hash of what a target plans and of the steps on its way that make it plan anew.
    pub(super) fn planned_with(&self) -> u64 {
        let replans = |step: &&Step| match &step.act {
            Act::Run(statement) => statement.changes_schema(),
            act => matches!(act, Act::Refresh),
        };
        let mut hasher = Xxh3::new();
        self.planned.hash(&mut hasher);
        self.way().iter().enumerate().filter(|(_, step)| replans(step)).for_each(|(place, _)| place.hash(&mut hasher));
        hasher.finish()
    }

    /// The steps that lead the database to where the case begins to read.
    pub(super) fn way(&self) -> &[Step] {
        &self.case.steps[..self.approach]
    }
}
