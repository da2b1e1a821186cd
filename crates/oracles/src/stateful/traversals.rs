//! Sequences of traversals that write, each on the graph that the last one left.

use std::sync::Arc;

use graphlance_case::{Act, Answer, Answers, Boundary, Case, Claim, Lineage, Stated, Statement, Step};
use graphlance_generate::{Adaptation, Techniques};
use graphlance_graph::{Graph, Returns};

use super::{
    ASKED, CASES, COMMITTED, END, MOST_ELEMENTS, MOST_IN_ONE, OF_STATEMENT, QUESTION, QUESTIONS, STATEMENT, Stateful,
    TRANSACTION,
};
use crate::ground::{Making, RoundGround};
use crate::traversals::Traversals;
use crate::{Oracle, RoundContext};

/// A round of such sequences.
pub(super) struct TraversalSequences {
    traversals: Traversals,
    /// Where the sequence is.
    graph: Arc<Graph>,
    /// The steps that led there.
    written: Vec<Step>,
    /// Traversals that are asked there.
    questions: Vec<(Statement, Returns)>,
    /// The case with which the sequence began.
    begun: u64,
    /// Whether nothing more is made until the next sequence begins.
    abandoned: bool,
    techniques: Techniques,
}

impl TraversalSequences {
    pub(super) fn new(context: &RoundContext) -> TraversalSequences {
        let traversals = Traversals::new(context);
        TraversalSequences {
            graph: Arc::clone(&traversals.ground.graph),
            traversals,
            written: Vec::new(),
            questions: Vec::new(),
            begun: 0,
            abandoned: false,
            techniques: Techniques::default(),
        }
    }

    /// The sequence is at a graph from now on.
    fn is_at(&mut self, graph: Arc<Graph>) {
        if !Arc::ptr_eq(&graph, &self.graph) {
            self.traversals.is_at(&graph);
            self.graph = graph;
        }
    }

    fn begin(&mut self) {
        self.written.clear();
        self.questions.clear();
        self.is_at(Arc::clone(&self.traversals.ground.graph));
    }

    /// A traversal that has an answer where the sequence is, with what it gives and the graph that it leaves.
    fn statement(
        &self,
        writes: bool,
        stream: &[u64],
        adaptation: &Adaptation,
    ) -> Option<(Statement, Returns, Option<Graph>)> {
        let traversals = &self.traversals;
        let statement = Statement::from(traversals.statement(writes, stream, adaptation)?);
        let Answer { returns, graph } = traversals.evaluator.evaluate(&self.graph, &statement).ok()?;
        let may_be = graph.as_ref().is_none_or(|graph| self.may_be(graph));
        may_be.then_some((statement, returns, graph))
    }

    /// Whether a sequence may go on from a graph.
    fn may_be(&self, graph: &Graph) -> bool {
        let size = |graph: &Graph| graph.node_count() + graph.relationship_count();
        let most = MOST_ELEMENTS.max(size(&self.traversals.ground.graph) * 3 / 2);
        graph.node_count() > 0 && size(graph) <= most
    }

    /// Traversals that read where the sequence is, as a rule none.
    fn questions(&self, index: u64, adaptation: &Adaptation) -> Vec<(Statement, Returns)> {
        if !self.traversals.random(&[QUESTION, index]).chance(ASKED) {
            return Vec::new();
        }
        let ask = |number: usize| self.reading(&[QUESTION, index, number as u64], adaptation);
        (0..QUESTIONS).filter_map(ask).collect()
    }

    fn reading(&self, stream: &[u64], adaptation: &Adaptation) -> Option<(Statement, Returns)> {
        self.statement(false, stream, adaptation).map(|(statement, returns, _)| (statement, returns))
    }

    /// The case of a traversal that reads where the sequence is.
    fn asking(&self, (statement, returns): (Statement, Returns), lineage: Lineage) -> Case {
        let claim = Claim::returns(self.written.len(), returns);
        let steps = self.written.iter().cloned().chain([Step::run(statement)]).collect();
        self.traversals.ground.case(claim, lineage, steps)
    }

    /// The case of a traversal that writes, behind which the sequence goes on.
    fn writing(&mut self, lineage: Lineage, adaptation: &Adaptation) -> Option<Case> {
        let (statement, returns, graph) = self.statement(true, &[STATEMENT, lineage.index], adaptation)?;
        let (step, after) = (self.written.len(), Arc::new(graph?));
        let run = Step::run(statement);
        let answers = Answers { graph: Some(Arc::clone(&after)), ..Answers::of_step(step, Stated::Rows(returns)) };
        let steps = self.written.iter().cloned().chain([run.clone(), Act::Snapshot.into()]).collect();
        self.written.push(run);
        self.is_at(after);
        Some(self.traversals.ground.case(Claim::Answers(answers), lineage, steps))
    }

    /// The case of a transaction of several traversals that write: behind it a traversal reads what was committed, or what was
    /// there before where it was rolled back, and so does whoever reads the whole graph. The sequence goes on from there.
    fn transaction(&mut self, lineage: Lineage, adaptation: &Adaptation) -> Option<Case> {
        let index = lineage.index;
        let mut random = self.traversals.random(&[TRANSACTION, index, 1]);
        let before = Arc::clone(&self.graph);
        let mut run = Vec::new();
        for place in 1..=random.between(1, MOST_IN_ONE) as u64 {
            let made = self.statement(true, &[TRANSACTION, index, 1, place], adaptation);
            let Some((statement, _, Some(graph))) = made else { continue };
            run.push(Step::run(statement));
            self.is_at(Arc::new(graph));
        }
        let end = if random.chance(COMMITTED) { Boundary::Commit } else { Boundary::RollBack };
        if end == Boundary::RollBack {
            self.is_at(Arc::clone(&before));
        }
        let asked = self.reading(&[TRANSACTION, index, 2], adaptation).filter(|_| !run.is_empty());
        let Some((statement, returns)) = asked else {
            self.is_at(before);
            return None;
        };
        let bounded = std::iter::once(Step::from(Boundary::Begin)).chain(run.iter().cloned()).chain([Step::from(end)]);
        let asked = [Step::run(statement), Act::Snapshot.into()];
        let steps: Vec<Step> = self.written.iter().cloned().chain(bounded).chain(asked).collect();
        let graph = Some(Arc::clone(&self.graph));
        let answers = Answers { graph, ..Answers::of_step(steps.len() - 2, Stated::Rows(returns)) };
        if end == Boundary::Commit {
            self.written.extend(run);
        }
        self.techniques.count("transaction");
        Some(self.traversals.ground.case(Claim::Answers(answers), lineage, steps))
    }
}

impl Making for TraversalSequences {
    fn ground(&self) -> &RoundGround {
        &self.traversals.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.traversals.ground
    }

    fn cases(&self) -> u64 {
        CASES
    }

    fn counted(&self) -> Option<&Techniques> {
        Some(&self.techniques)
    }

    fn abandon(&mut self, case: &Case) {
        if case.lineage.index >= self.begun {
            self.abandoned = true;
            self.questions.clear();
        }
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let shares = &self.traversals.ground.context.profile.stateful;
        let (ends, transactions) = (1.0 / (shares.statements * OF_STATEMENT), shares.transactions);
        // Where sequences end depends on nothing that is made of them: one may be abandoned, and the next is the same.
        if self.traversals.random(&[END, index]).chance(ends) {
            self.begin();
            (self.begun, self.abandoned) = (index, false);
        }
        if self.abandoned {
            return None;
        }
        let lineage = self.traversals.ground.lineage(Stateful.name(), index, adaptation.hash());
        if let Some(question) = self.questions.pop() {
            return Some(self.asking(question, lineage));
        }
        if self.traversals.random(&[TRANSACTION, index]).chance(transactions) {
            return self.transaction(lineage, adaptation);
        }
        let case = self.writing(lineage, adaptation)?;
        self.questions = self.questions(index, adaptation);
        Some(Case { plan: self.traversals.switches(index), ..case })
    }
}
