//! Liveness: which parts of generated statements matter to their answers. A part without which the answer is the same tests
//! nothing in an engine that is blind to it.
//!
//! Each part is neutralised by itself, and the reference evaluates what is left.

mod histogram;
mod probing;

use indexmap::IndexMap;
use serde::Serialize;

use graphlance_case::language::Reading;
use graphlance_case::{Case, Languages, Stated};
use graphlance_graph::compare::{classes, has_visible_order};
use graphlance_graph::{Order, Returns, Value};

pub use histogram::{BUCKETS, Histogram};
pub use probing::{Life, Prober};

use crate::production::Production;

/// What `generate --liveness` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Liveness {
    /// Statements whose answer the reference knows; all else is about these.
    pub statements: u64,
    /// Statements that must raise an error, of which nothing else is measured.
    pub raising: u64,
    /// Statements whose answer it does not know.
    pub undecided_statements: u64,
    /// Rows of an answer.
    pub rows: Histogram,
    /// Rows of an answer that differ from each other.
    pub distinct_rows: Histogram,
    /// Cells of an answer that are null.
    pub nulls: Histogram,
    /// Answers of several rows; live where the rows are not all the same.
    pub several_rows: Tally,
    /// Answers that promise an order; live where some other order of their rows is wrong.
    pub ordered: Tally,
    /// Parts by their kinds, in the order of the language; live where neutralising the part changes the answer.
    pub parts: IndexMap<&'static str, Tally>,
    /// Questions about the rows between clauses that something holds of; live where it does.
    pub questions: IndexMap<&'static str, Tally>,
    /// Questions about the rows between clauses that a number answers.
    pub numbers: IndexMap<&'static str, Histogram>,
}

/// Counts of what may be live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All there are.
    pub all: u64,
    /// Those that are live.
    pub live: u64,
    /// Those of which the reference cannot tell.
    pub undecided: u64,
}

impl Tally {
    /// The live ones among those that are decided, 0 to 1; none when nothing is.
    pub fn share(&self) -> Option<f64> {
        let decided = self.all.saturating_sub(self.undecided);
        (decided > 0).then(|| self.live as f64 / decided as f64)
    }

    /// Counts one.
    pub fn add(&mut self, life: Life) {
        self.all += 1;
        self.live += u64::from(life == Life::Live);
        self.undecided += u64::from(life == Life::Undecided);
    }
}

impl Liveness {
    /// Measures the statements of a production: those that its claims are about.
    pub fn of(production: Production<'_>, languages: &Languages) -> Liveness {
        let prober = Prober::new(production.dialect(), languages);
        let mut liveness = Liveness::none_yet(&prober);
        for case in production {
            liveness.add(&case, &prober);
        }
        liveness
    }

    /// The share of live ones of a kind of part or question, 0 to 1; none when there is none of the kind.
    pub fn share(&self, kind: &str) -> Option<f64> {
        self.parts.get(kind).or_else(|| self.questions.get(kind))?.share()
    }

    /// Nothing yet, with every kind at 0.
    fn none_yet(prober: &Prober) -> Liveness {
        let mut liveness = Liveness::default();
        for neutralisation in prober.neutralisations() {
            liveness.parts.insert(neutralisation.name, Tally::default());
        }
        for question in prober.questions() {
            match question.reading {
                Reading::Holds(_) => {
                    liveness.questions.insert(question.name, Tally::default());
                }
                Reading::Number(_) => {
                    liveness.numbers.insert(question.name, Histogram::default());
                }
            }
        }
        liveness
    }

    fn add(&mut self, case: &Case, prober: &Prober) {
        if matches!(case.claim.stated(), Some(Stated::Error(_))) {
            self.raising += 1;
            return;
        }
        let Some(step) = case.claim.steps(case).last().copied() else { return };
        let Some(statement) = case.statement(step) else { return };
        let probed = prober.state_before(case, step).and_then(|graph| prober.probe(&graph, statement));
        let Some(probed) = probed else {
            self.undecided_statements += 1;
            return;
        };
        self.statements += 1;
        self.add_answer(&probed.returns);
        for (kind, life) in probed.parts {
            self.parts.entry(kind).or_default().add(life);
        }
        for (question, life) in probed.questions {
            self.questions.entry(question).or_default().add(life);
        }
        for (question, number) in probed.numbers {
            self.numbers.entry(question).or_default().add(number);
        }
    }

    fn add_answer(&mut self, returns: &Returns) {
        let rows = returns.rows.len().min(returns.any.unwrap_or(usize::MAX));
        let answer = &returns.rows[..rows];
        let distinct = classes(answer, &returns.columns).into_iter().max().map_or(0, |last| last + 1);
        let nulls = answer.iter().flatten().filter(|value| matches!(value, Value::Null)).count();
        self.rows.add(rows as u64);
        self.distinct_rows.add(distinct as u64);
        self.nulls.add(nulls as u64);
        if rows > 1 {
            self.several_rows.add(Life::of(distinct > 1));
        }
        if matches!(returns.order, Order::Sorted { .. }) {
            self.ordered.add(Life::of(has_visible_order(returns)));
        }
    }
}
