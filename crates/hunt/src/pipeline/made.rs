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

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, Lineage};
    use graphlance_graph::{Column, Order, Returns};

    use super::*;

    /// What a target plans of a statement behind others.
    fn planned(before: &[&str], text: &str) -> u64 {
        let run = |text: &&str| Step::run(Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        let steps: Vec<Step> = before.iter().chain([&text]).map(run).collect();
        let column = Column { name: "x".into(), latitude: Default::default(), unordered_lists: false };
        let returns = Returns { columns: vec![column], rows: Vec::new(), order: Order::default(), any: None };
        let claim = Claim::returns(before.len(), returns);
        let case = Case { steps, ..Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default()) };
        Made::new(Arc::new(case), text.to_owned(), false, &Cypher.standard()).planned_with()
    }

    #[test]
    fn a_target_plans_anew_behind_an_index_and_not_behind_data() {
        let (text, index, data) = ("MATCH (a:A) RETURN a.k AS x", "CREATE INDEX FOR (a:A) ON (a.k)", "CREATE (:A)");
        assert_eq!(planned(&[data], text), planned(&[], text));
        assert_ne!(planned(&[index], text), planned(&[], text));
        assert_eq!(planned(&[index, data], text), planned(&[index], text));
    }
}
