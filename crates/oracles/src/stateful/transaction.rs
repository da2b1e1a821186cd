//! Transactions within a sequence.

use std::sync::Arc;

use graphlance_case::{Act, Answers, Boundary, Case, Claim, Lineage, Stated, Statement, Step};
use graphlance_cypher::Statement as CypherStatement;
use graphlance_generate::Adaptation;
use graphlance_generate::skeleton::{Expected, Made};

use super::{COMMITTED, CUT_OFF, LOOKED_UP, MOST_IN_ONE, Stateful, StatefulRound, TRANSACTION};
use crate::Oracle;

impl StatefulRound {
    /// The case of a transaction of several statements that write: behind it a statement reads what was committed, or what was
    /// there before where it was rolled back, and so does whoever reads the whole graph. The sequence goes on from there.
    pub(super) fn transaction(&mut self, index: u64, adaptation: &Adaptation, hash: String) -> Option<Case> {
        let mut random = self.ground.random(&[TRANSACTION, index, 1]);
        let before = Arc::clone(&self.graph);
        let mut run = Vec::new();
        for place in 1..=random.between(1, MOST_IN_ONE) as u64 {
            let Some((made, _)) = self.statement(index, place, adaptation) else { break };
            // An error ends the transaction on some targets and not on others.
            let Ok((_, graph)) = made.outcome else { continue };
            run.push(Step::run(Statement::from(CypherStatement::Query(made.query))));
            self.is_at(Arc::new(graph));
        }
        let end = match random.chance(COMMITTED) {
            true => Boundary::Commit,
            false if random.chance(CUT_OFF) => Boundary::Reset,
            false => Boundary::RollBack,
        };
        let since = match end {
            Boundary::Commit => Arc::clone(&before),
            _ => Arc::clone(&self.graph),
        };
        if end != Boundary::Commit {
            self.is_at(Arc::clone(&before));
        }
        let rows = |made: Made| match made.expected {
            Expected::Rows(returns) => Some((made.query, returns)),
            Expected::Error(_) => None,
        };
        let begun = self.written.iter().cloned().chain([Step::from(Boundary::Begin)]);
        let mut steps: Vec<Step> = begun.chain(run.iter().cloned()).chain([Step::from(end)]).collect();
        let lineage = Lineage { plan_steps: run.len(), ..self.ground.lineage(Stateful.name(), index, hash) };
        let looks = !run.is_empty() && random.chance(LOOKED_UP);
        let lookup = looks.then(|| self.lookup(&since, &mut random, adaptation)).flatten();
        let case = if let Some(lookup) = lookup {
            self.techniques.count("lookup");
            self.looking_up(lookup, steps, lineage)
        } else {
            let asked = self.reading(&mut random, adaptation).into_iter().find_map(rows).filter(|_| !run.is_empty());
            let Some((query, returns)) = asked else {
                self.is_at(before);
                return None;
            };
            steps.extend([Step::run(Statement::from(CypherStatement::Query(query))), Act::Snapshot.into()]);
            let graph = Some(Arc::clone(&self.graph));
            let answers = Answers { graph, may_lack: true, ..Answers::of_step(steps.len() - 2, Stated::Rows(returns)) };
            self.ground.case(Claim::Answers(answers), lineage, steps)
        };
        if end == Boundary::Commit {
            self.written.extend(run);
        }
        self.techniques.count("transaction");
        Some(case)
    }
}
