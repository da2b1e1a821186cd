//! The oracle of statements that write, one after the other: the reference tells rows and graph of each.

mod lookup;
mod transaction;
mod traversals;

use std::sync::Arc;

use graphlance_case::{Act, Answers, Case, Claim, Dialect, Lineage, Stated, Statement, Step};
use graphlance_cypher::{Query, Statement as CypherStatement};
use graphlance_generate::expression::GraphShapes;
use graphlance_generate::skeleton::{Expected, KeyFrequencies, Made, SkeletonContext, attempt_budget, skeletons};
use graphlance_generate::stateful::{Wanted, Written, writing_statement};
use graphlance_generate::{Adaptation, Techniques};
use graphlance_graph::{Graph, Random, Returns};
use graphlance_reference::{Experiments, Options, counters};

use crate::adapted::{AdaptedVocabulary, drawn_switches};
use crate::atomicity::TYPED;
use crate::base::{can_be_said, with_references};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::reference::{are_settled, is_settled};
use crate::traversals::{is_gremlin, neither};
use crate::{Oracle, Round, RoundContext};

use lookup::Lookup;
use traversals::TraversalSequences;

/// Statements that write, judged by the reference, after *Dinkel: Testing Graph Database Engines via State-Aware Query Generation*.
pub struct Stateful;

/// The user page of the oracle.
const PAGE: &str = include_str!("stateful.md");

/// Cases on one graph.
const CASES: u64 = 80;
/// Cases behind a statement that writes, on average: itself, and what is asked behind it.
const OF_STATEMENT: f64 = 1.8;
/// Attempts at a statement; where none succeeds the sequence ends.
const ATTEMPTS: u64 = 40;
/// The share of statements behind which the graph is asked by statements that read, and how many.
const ASKED: f64 = 0.3;
const QUESTIONS: usize = 2;
/// The share of statements behind which an index is asked for what they changed, of those that changed something it knows, and of
/// transactions.
const LOOKED_UP: f64 = 0.5;
/// Statements of a transaction at most, and the shares of those that are committed and, of the others, of those that end with
/// their connection.
const MOST_IN_ONE: usize = 4;
const COMMITTED: f64 = 0.5;
const CUT_OFF: f64 = 0.25;
/// The share of rounds whose graph keeps its uniqueness constraints, which statements may break.
const CONSTRAINED: f64 = 0.5;
/// A graph of a sequence has so many elements at most, or half as many again as at the beginning.
const MOST_ELEMENTS: usize = 120;
/// Streams of randomness within a round: statements, questions, the ends of sequences, transactions.
const STATEMENT: u64 = 6;
const QUESTION: u64 = 11;
const END: u64 = 12;
const TRANSACTION: u64 = 15;
const CONSTRAINTS: u64 = 16;
const LOOKUP: u64 = 17;

impl Oracle for Stateful {
    fn name(&self) -> &'static str {
        "stateful"
    }

    fn summary(&self) -> &'static str {
        "sequences of statements that write: the reference tells the rows of each, and the graph that it leaves"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        neither(dialect).or_else(|| dialect.has_tables().then_some(TYPED))
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(TraversalSequences::new(context));
        }
        let constrained = Random::derive(context.seed, &[context.round, CONSTRAINTS]).chance(CONSTRAINED);
        Box::new(StatefulRound::new(context, constrained))
    }
}

pub(crate) struct StatefulRound {
    pub(crate) ground: RoundGround,
    /// What statements are evaluated with: an error that another order of execution comes upon leaves the outcome open.
    pub(crate) options: Options,
    /// What those that read are evaluated with: their expressions raise none.
    reading: Options,
    /// Where the sequence is, and what is known of it.
    pub(crate) graph: Arc<Graph>,
    shapes: GraphShapes,
    /// The steps that led there.
    written: Vec<Step>,
    /// Statements that are asked there.
    questions: Vec<Made>,
    /// A question for an index that is asked there.
    lookup: Option<Lookup>,
    /// The case with which the sequence began.
    begun: u64,
    /// Whether nothing more is made until the next sequence begins.
    abandoned: bool,
    pub(crate) vocabulary: AdaptedVocabulary,
    techniques: Techniques,
}

impl StatefulRound {
    /// `constrained`: statements may break uniqueness constraints of the graph, which they never do where it has none.
    pub(crate) fn new(context: &RoundContext, constrained: bool) -> StatefulRound {
        let mut ground = RoundGround::new(context);
        if !constrained {
            ground.graph = unconstrained(ground.graph);
        }
        // Never with a planted fault: it must not choose the cases.
        let options =
            Options { deviations: ground.dialect.deviations.clone(), budget: attempt_budget(), ..Options::default() };
        let reading =
            Options { experiments: Experiments { early_errors: false, ..options.experiments }, ..options.clone() };
        StatefulRound {
            graph: Arc::clone(&ground.graph),
            shapes: GraphShapes::of(&ground.graph),
            options,
            reading,
            ground,
            written: Vec::new(),
            questions: Vec::new(),
            lookup: None,
            begun: 0,
            abandoned: false,
            vocabulary: AdaptedVocabulary::default(),
            techniques: Techniques::default(),
        }
    }

    /// The sequence is at a graph from now on.
    pub(crate) fn is_at(&mut self, graph: Arc<Graph>) {
        if !Arc::ptr_eq(&graph, &self.graph) {
            self.shapes = GraphShapes::of(&graph);
            self.graph = graph;
        }
    }

    /// Another sequence begins.
    pub(crate) fn begin(&mut self) {
        self.written.clear();
        self.ask_nothing();
        self.is_at(Arc::clone(&self.ground.graph));
    }

    /// What was to be asked where the sequence is is not.
    fn ask_nothing(&mut self) {
        self.questions.clear();
        self.lookup = None;
    }

    /// What a statement is made of, with the size class.
    fn context<'a>(
        &'a self,
        options: &'a Options,
        frequencies: &'a KeyFrequencies,
        random: &mut Random,
    ) -> Option<(SkeletonContext<'a>, u8)> {
        let profile = &self.ground.context.profile;
        let weights: Vec<f64> = profile.sizes.iter().map(|size| size.weight).collect();
        let class = random.weighted(&weights)?;
        let context = SkeletonContext {
            graph: &self.graph,
            shapes: &self.shapes,
            dialect: &self.ground.dialect,
            vocabulary: self.vocabulary.get()?,
            options,
            attempts: options,
            size: &profile.sizes[class],
            shares: &profile.skeletons,
            frequencies,
        };
        Some((context, class as u8))
    }

    /// A statement that writes, with its size class; none where none of some attempts has an outcome. `place`: which one of its
    /// case.
    pub(crate) fn statement(&self, index: u64, place: u64, adaptation: &Adaptation) -> Option<(Written, u8)> {
        let frequencies = KeyFrequencies::default();
        (place * ATTEMPTS..(place + 1) * ATTEMPTS).find_map(|attempt| {
            let mut random = self.ground.random(&[STATEMENT, index, attempt]);
            let (context, class) = self.context(&self.options, &frequencies, &mut random)?;
            let shares = &self.ground.context.profile.stateful;
            let form = |query: Query| self.asked_form(query, adaptation);
            let outcome = |returns: &Returns, graph: &Graph| are_settled(returns) && self.may_be(graph);
            let wanted = Wanted { form: &form, outcome: &outcome };
            writing_statement(context, shares, &wanted, &mut random).map(|written| (written, class))
        })
    }

    /// The form in which a statement is asked: where the target matches what nothing refers to only once, with a second mention of
    /// each relationship of a pattern. None where the target cannot say it.
    fn asked_form(&self, query: Query, adaptation: &Adaptation) -> Option<Query> {
        let query = match self.ground.dialect.deviations.unreferenced_relationships_once {
            true => with_references(query)?,
            false => query,
        };
        can_be_said(&query, self.ground.ground(), adaptation).then_some(query)
    }

    /// Whether a sequence may go on from a graph.
    fn may_be(&self, graph: &Graph) -> bool {
        let size = |graph: &Graph| graph.node_count() + graph.relationship_count();
        let most = MOST_ELEMENTS.max(size(&self.ground.graph) * 3 / 2);
        graph.node_count() > 0 && size(graph) <= most
    }

    /// Statements that read the graph where the sequence is, as a rule none.
    fn questions(&self, index: u64, adaptation: &Adaptation) -> Vec<Made> {
        let mut random = self.ground.random(&[QUESTION, index]);
        if random.chance(ASKED) { self.reading(&mut random, adaptation) } else { Vec::new() }
    }

    /// Statements that read the graph where the sequence is.
    fn reading(&self, random: &mut Random, adaptation: &Adaptation) -> Vec<Made> {
        let frequencies = KeyFrequencies::default();
        let Some((context, _)) = self.context(&self.reading, &frequencies, random) else { return Vec::new() };
        let once = self.ground.dialect.deviations.unreferenced_relationships_once;
        let asked = |made: &Made| {
            let said = !once || with_references(made.query.clone()).is_some_and(|query| query == made.query);
            said && is_settled(&made.expected) && can_be_said(&made.query, self.ground.ground(), adaptation)
        };
        skeletons(context, QUESTIONS, random).into_iter().filter(asked).collect()
    }

    /// The case of a statement that reads where the sequence is.
    fn asking(&self, made: Made, index: u64, hash: String) -> Case {
        let step = self.written.len();
        let claim = match made.expected {
            Expected::Rows(returns) => Claim::returns(step, returns),
            Expected::Error(error) => Claim::Answers(Answers::error(step, error)),
        };
        let lineage = Lineage { plan_steps: made.clauses, ..self.ground.lineage(Stateful.name(), index, hash) };
        let asked = Step::run(Statement::from(CypherStatement::Query(made.query)));
        let steps = self.written.iter().cloned().chain([asked]).collect();
        self.ground.case(claim, lineage, steps)
    }

    /// The case of a statement that writes, behind which the sequence goes on.
    fn writing(&mut self, made: Written, index: u64, size_class: u8, hash: String) -> Case {
        let step = self.written.len();
        let (stated, after) = match made.outcome {
            Ok((returns, graph)) => (Stated::Rows(returns), Some(Arc::new(graph))),
            Err(error) => (Stated::Error(error.to_string()), None),
        };
        let left = after.clone().unwrap_or_else(|| Arc::clone(&self.graph));
        // An error is claimed where each order of execution comes upon one.
        let sure = after.is_none();
        let statement = CypherStatement::Query(made.query);
        let told = after.is_some() && !self.ground.dialect.counters.is_empty();
        let counters = told.then(|| counters(&self.graph, &statement, &left));
        let run = Step::run(Statement::from(statement));
        let asked = counters.is_some().then(|| Act::Counters.into());
        let answers = Answers { graph: Some(left), may_lack: true, sure, counters, ..Answers::of_step(step, stated) };
        let lineage =
            Lineage { size_class, plan_steps: made.clauses, ..self.ground.lineage(Stateful.name(), index, hash) };
        let written = self.written.iter().cloned();
        let steps = written.chain([run.clone(), Act::Snapshot.into()]).chain(asked).collect();
        if let Some(after) = after {
            self.written.push(run);
            self.is_at(after);
        }
        self.ground.case(Claim::Answers(answers), lineage, steps)
    }
}

impl Making for StatefulRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
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
            self.ask_nothing();
        }
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let hash = self.vocabulary.adapt(&self.ground.dialect, adaptation);
        let shares = &self.ground.context.profile.stateful;
        let (ends, transactions) = (1.0 / (shares.statements * OF_STATEMENT), shares.transactions);
        // Where sequences end depends on nothing that is made of them: one may be abandoned, and the next is the same.
        if self.ground.random(&[END, index]).chance(ends) {
            self.begin();
            (self.begun, self.abandoned) = (index, false);
        }
        if self.abandoned {
            return None;
        }
        if let Some(made) = self.questions.pop() {
            self.techniques.merge(&made.techniques);
            return Some(self.asking(made, index, hash));
        }
        if let Some(lookup) = self.lookup.take() {
            self.techniques.count("lookup");
            let lineage = self.ground.lineage(Stateful.name(), index, hash);
            return Some(self.looking_up(lookup, self.written.clone(), lineage));
        }
        if self.ground.random(&[TRANSACTION, index]).chance(transactions) {
            return self.transaction(index, adaptation, hash);
        }
        let (written, class) = self.statement(index, 0, adaptation)?;
        self.techniques.merge(&written.techniques);
        let changes = written.outcome.is_ok();
        let before = Arc::clone(&self.graph);
        let case = self.writing(written, index, class, hash);
        if changes {
            self.questions = self.questions(index, adaptation);
            let mut random = self.ground.random(&[LOOKUP, index]);
            let looks = random.chance(LOOKED_UP);
            self.lookup = looks.then(|| self.lookup(&before, &mut random, adaptation)).flatten();
        }
        let switches = drawn_switches(&self.ground.context, &self.ground.dialect, index);
        Some(Case { plan: switches, ..case })
    }
}

#[cfg(test)]
mod tests;
