//! Power: how many cases it takes an oracle, and each of its relations and rewrites, until wrong rules of the catalogue show.
//!
//! One wrong rule at a time holds in the reference, for every statement of a case, as it would in an engine. A case under which
//! some statement has no answer then, an error among them, or takes long, says nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Claim, Dialect, Verdict, judge};
use graphlance_cypher::{Query, Statement};
use graphlance_generate::Profile;
use graphlance_reference::{Budget, Departures, Options, WrongRule};

use crate::planted::answered;
use crate::produced::produced;
use crate::{Oracle, RoundContext};

/// What a statement may cost under a wrong rule: a few tell as much in the time of one that takes long.
const BUDGET: Budget = Budget { rows: 5_000, work: 50_000, length: 10_000, depth: 300, memory: 10 << 20 };

/// Wrong rules, each with the number of the case that found it, a number for every seed that did.
pub type Found = BTreeMap<&'static str, Vec<u64>>;

/// What an oracle finds.
#[derive(Clone, Debug, Default)]
pub struct Power {
    /// Whether cases say what an answer must be, and not only how answers are related.
    pub states: bool,
    /// All of its cases.
    pub whole: Part,
    /// The cases in which a relation or rewrite of this name takes part, numbered by themselves.
    pub parts: BTreeMap<String, Part>,
}

/// What some cases find.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// How many there were.
    pub cases: u64,
    /// What they find.
    pub found: Found,
}

impl Power {
    /// Asks so many cases of an oracle under a seed, and adds what they find of some wrong rules.
    pub fn measure(
        &mut self,
        oracle: &dyn Oracle,
        profile: &Arc<Profile>,
        seed: u64,
        cases: u64,
        rules: &[&'static WrongRule],
    ) {
        let dialect = Cypher.standard();
        let mut seeded = Power::default();
        let context = RoundContext::new(seed, dialect.clone(), Arc::clone(profile));
        for case in produced(oracle, context).take(usize::try_from(cases).unwrap_or(usize::MAX)) {
            seeded.take(&case, &dialect, rules);
        }
        self.add(seeded);
    }

    /// Takes a case of a seed.
    fn take(&mut self, case: &Case, dialect: &Dialect, rules: &[&'static WrongRule]) {
        let names: Vec<String> = case.lineage.rewrite_names().iter().map(ToString::to_string).collect();
        self.whole.cases += 1;
        for name in &names {
            self.parts.entry(name.clone()).or_default().cases += 1;
        }
        let queries: Vec<&Query> = case.statements().filter_map(|statement| query(statement.tree()?)).collect();
        self.states |= matches!(case.claim, Claim::Returns(_) | Claim::Answers(_) | Claim::IndexAgrees(_));
        for rule in rules.iter().copied() {
            let known = self.whole.found.contains_key(rule.name)
                && names.iter().all(|name| self.parts[name].found.contains_key(rule.name));
            if known || !queries.iter().any(|query| rule.touches(query)) || !fails(case, dialect, rule) {
                continue;
            }
            self.whole.finds(rule);
            for name in &names {
                self.parts.entry(name.clone()).or_default().finds(rule);
            }
        }
    }

    /// Adds what another seed gave.
    fn add(&mut self, seeded: Power) {
        self.states |= seeded.states;
        self.whole.add(seeded.whole);
        for (name, part) in seeded.parts {
            self.parts.entry(name).or_default().add(part);
        }
    }
}

impl Part {
    /// The last case found a wrong rule.
    fn finds(&mut self, rule: &'static WrongRule) {
        self.found.entry(rule.name).or_insert_with(|| vec![self.cases]);
    }

    fn add(&mut self, other: Part) {
        self.cases += other.cases;
        for (rule, numbers) in other.found {
            self.found.entry(rule).or_default().extend(numbers);
        }
    }
}

/// The query of a statement; none of one that is an administrator's.
fn query(statement: &Statement) -> Option<&Query> {
    match statement {
        Statement::Query(query) => Some(query),
        _ => None,
    }
}

/// Whether a case fails where a wrong rule holds.
fn fails(case: &Case, dialect: &Dialect, rule: &'static WrongRule) -> bool {
    let options = Options { departures: Departures::of([rule]), budget: BUDGET, ..Options::default() };
    let answered = answered(case, case.steps.len(), &|_| options.clone());
    answered.is_some_and(|answered| matches!(judge(case, &answered.responses, dialect), Verdict::Fail(_)))
}
