//! The oracle of arbitrary read statements, whose answer the reference tells.

mod mentions;

use std::sync::Arc;

use graphlance_case::{Act, Answers, Case, Claim, Dialect, Lineage, Step};
use graphlance_cypher::{Query, Statement};
use graphlance_generate::expression::GraphShapes;
use graphlance_generate::skeleton::{
    Expected, KeyFrequencies, Made, SkeletonContext, WIDE, attempt_budget, skeletons, wide_statements,
};
use graphlance_generate::{Adaptation, Techniques, mutant};
use graphlance_graph::{Column, Graph, Latitude, Random, Returns};
use graphlance_reference::{Experiments, Options, evaluate};

use crate::adapted::{AdaptedVocabulary, drawn_switches};
use crate::base::{can_be_said, with_references};
use crate::ground::{Making, RoundGround};
use crate::indexing::{IndexChange, refreshes};
use crate::oracle::not_cypher;
use crate::traversals::{Held, TraversalRound, is_gremlin};
use crate::{Oracle, Round, RoundContext};

use mentions::with_mentions;

/// Arbitrary statements judged by the reference, after *GDsmith: Detecting Bugs in Graph Database Engines*.
pub struct Reference;

/// The user page of the oracle.
const PAGE: &str = include_str!("reference.md");

/// Cases on one graph.
const CASES: u64 = 120;
/// Statements that begin alike.
const FAMILY: usize = 16;
/// Families in a row without a statement after which a round ends.
const BARREN: u64 = 40;
/// Of a statement that is followed so many mutants are asked.
const MUTANTS: u64 = 3;
/// The share of rounds in which an index comes or goes, the cases behind which it does, and the draws for one that matters to
/// what was asked before.
const CHANGING: f64 = 0.5;
const CHANGED: (usize, usize) = (25, 70);
const DRAWS: u64 = 6;
/// So many statements that were asked before are asked again.
const AGAIN: usize = 12;
/// Streams of randomness within a round: cases, mutants, indexes.
const CASE: u64 = 6;
const MUTANT: u64 = 13;
const INDEX: u64 = 15;

impl Reference {
    /// The first cases on the graph of a round, as many as are wanted, where a round of a hunt would have ended.
    pub fn statements(&self, context: &RoundContext, count: usize, adaptation: &Adaptation) -> Vec<Case> {
        let mut round = ReferenceRound::new(context);
        (0..).map_while(|index| round.make(index, adaptation)).take(count).collect()
    }
}

impl Oracle for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn summary(&self) -> &'static str {
        "any statement that reads: the reference evaluator tells its rows, and the engine must give the same"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        if is_gremlin(dialect) { None } else { not_cypher(dialect) }
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(TraversalRound::new(self.name(), Held::Target, context));
        }
        Box::new(ReferenceRound::new(context).with_index_change())
    }
}

/// A statement with its answer and its size class, and the hash of the state that it was made under.
type Asked = (Made, u8, String);

/// A round of statements that read, and what they answer on its graph.
pub(crate) struct ReferenceRound {
    ground: RoundGround,
    options: Options,
    /// The same with what an attempt at a clause may take.
    attempts: Options,
    shapes: GraphShapes,
    /// Families begun.
    families: u64,
    /// Those in a row without a statement.
    barren: u64,
    /// Statements made under an adaptation state, by its hash, the next one last.
    made: (String, Vec<(Made, u8)>),
    /// Statements to be followed, with their size classes, and mutants drawn.
    followed: Vec<(Query, u8)>,
    mutants: u64,
    /// How often keys were used.
    frequencies: KeyFrequencies,
    vocabulary: AdaptedVocabulary,
    techniques: Techniques,
    /// The case behind which an index comes or goes; none where none does any more.
    change_at: Option<u64>,
    /// The graph with the indexes that there are by now, and the step that made them so.
    graph: Arc<Graph>,
    way: Vec<Step>,
    /// Statements asked before the index came or went; behind it, those that are to be asked again.
    asked: Vec<Asked>,
}

impl ReferenceRound {
    pub(crate) fn new(context: &RoundContext) -> ReferenceRound {
        let ground = RoundGround::new(context);
        // Never with a planted fault: it must not choose the cases.
        let options = Options {
            deviations: ground.dialect.deviations.clone(),
            experiments: Experiments { early_errors: false, ..Experiments::default() },
            ..Options::default()
        };
        ReferenceRound {
            change_at: None,
            graph: Arc::clone(&ground.graph),
            way: Vec::new(),
            asked: Vec::new(),
            attempts: Options { budget: attempt_budget(), ..options.clone() },
            options,
            shapes: GraphShapes::of(&ground.graph),
            ground,
            families: 0,
            barren: 0,
            made: (String::new(), Vec::new()),
            followed: Vec::new(),
            mutants: 0,
            frequencies: KeyFrequencies::default(),
            vocabulary: AdaptedVocabulary::default(),
            techniques: Techniques::default(),
        }
    }

    /// The same with an index that comes or goes on the way, in a share of rounds: a target plans what it is asked behind it
    /// anew, and in another way.
    fn with_index_change(self) -> ReferenceRound {
        let mut random = self.ground.random(&[INDEX]);
        let change_at = random.chance(CHANGING).then(|| random.between(CHANGED.0, CHANGED.1) as u64);
        ReferenceRound { change_at, ..self }
    }

    /// An index comes or goes: of some draws the one that matters to most of the statements so far. They are asked again, those
    /// first to which it matters. The statistics are refreshed then or not, where the target can. Nothing where the dialect has
    /// neither.
    fn change_index(&mut self, adaptation: &Adaptation) {
        let (asked, dialect) = (std::mem::take(&mut self.asked), &self.ground.dialect);
        let draw = |number| {
            let mut random = self.ground.random(&[INDEX, number]);
            let change = IndexChange::draw(&mut random, &self.graph, dialect, adaptation)?;
            let matters: Vec<bool> = asked.iter().map(|(made, ..)| change.matters_to(&made.query)).collect();
            Some((matters, change))
        };
        let count = |matters: &[bool]| matters.iter().filter(|matters| **matters).count();
        let change = (0..DRAWS).filter_map(draw).max_by_key(|(matters, _)| count(matters));
        let refreshes = refreshes(&mut self.ground.random(&[INDEX, DRAWS]), dialect);
        let mut again = match change {
            Some((matters, change)) => {
                self.techniques.count(if change.creates { "round.index_created" } else { "round.index_dropped" });
                self.graph = Arc::new(change.graph);
                self.way.push(Step::run(change.statement.into()));
                let (first, others): (Vec<_>, Vec<_>) =
                    asked.into_iter().zip(matters).partition(|(_, matters)| *matters);
                first.into_iter().chain(others).map(|(asked, _)| asked).collect()
            }
            None => asked,
        };
        if refreshes {
            self.techniques.count("round.refreshed");
            self.way.push(Act::Refresh.into());
        }
        again.retain(|(made, ..)| can_be_said(&made.query, self.ground.ground(), adaptation));
        again.truncate(AGAIN);
        again.reverse();
        self.asked = again;
    }

    /// The next statement of the round's cases.
    fn next_asked(&mut self, adaptation: &Adaptation) -> Option<Asked> {
        if !self.way.is_empty()
            && let Some(again) = self.asked.pop()
        {
            return Some(again);
        }
        let asked = self.statement(adaptation)?;
        if self.change_at.is_some() {
            self.asked.push(asked.clone());
        }
        Some(asked)
    }

    /// The next statement with its answer and its size class, and the hash of the state that it is made under; none where none
    /// can be made.
    pub(crate) fn statement(&mut self, adaptation: &Adaptation) -> Option<Asked> {
        let hash = self.vocabulary.adapt(&self.ground.dialect, adaptation);
        let (made, size_class) = self.next_made(&hash, adaptation)?;
        self.techniques.merge(&made.techniques);
        Some((made, size_class, hash))
    }

    /// What the statement answers on another graph, when the language says so.
    pub(crate) fn answer(&self, graph: &Graph, statement: &Statement) -> Option<Returns> {
        let returns = evaluate(graph, statement, &self.options).ok()?.returns;
        are_settled(&returns).then_some(returns)
    }

    /// Whether the values of a graph are in the ranges of those for which the statements were made.
    pub(crate) fn suits(&self, graph: &Graph) -> bool {
        self.shapes.covers(&GraphShapes::of(graph))
    }

    /// The graph after a statement that writes, when the language says so.
    pub(crate) fn graph_after(&self, graph: &Graph, statement: &Statement) -> Option<Graph> {
        evaluate(graph, statement, &self.options).ok()?.graph
    }

    /// The next statement of the latest family, or of a new one; none where no family has any.
    fn next_made(&mut self, hash: &str, adaptation: &Adaptation) -> Option<(Made, u8)> {
        if self.made.0 != hash {
            self.made = (hash.to_owned(), Vec::new());
        }
        while self.barren < BARREN {
            if let Some(next) = self.made.1.pop() {
                self.barren = 0;
                return Some(next);
            }
            if let Some((query, size_class)) = self.followed.pop() {
                self.made.1 = self.mutants(&query, size_class, adaptation);
                continue;
            }
            self.barren += 1;
            self.made.1 = self.family(adaptation)?;
            for (made, _) in &self.made.1 {
                if matches!(&made.expected, Expected::Rows(returns) if !returns.rows.is_empty()) {
                    self.frequencies.count(&made.query);
                }
            }
            self.families += 1;
        }
        None
    }

    /// Statements that begin alike.
    fn family(&self, adaptation: &Adaptation) -> Option<Vec<(Made, u8)>> {
        let (graph, dialect) = (&self.graph, &self.ground.dialect);
        let profile = &self.ground.context.profile;
        let mut random = self.ground.random(&[CASE, self.families]);
        let weights: Vec<f64> = profile.sizes.iter().map(|size| size.weight).collect();
        let class = random.weighted(&weights)?;
        let context = SkeletonContext {
            graph,
            shapes: &self.shapes,
            dialect,
            vocabulary: self.vocabulary.get()?,
            options: &self.options,
            attempts: &self.attempts,
            size: &profile.sizes[class],
            shares: &profile.skeletons,
            frequencies: &self.frequencies,
        };
        let ground = self.ground.ground();
        let once = dialect.deviations.unreferenced_relationships_once;
        let make = if graph.node_count() < WIDE { skeletons } else { wide_statements };
        let made = make(context, FAMILY, &mut random).into_iter();
        let mentioned = |made| with_mentions(made, &self.ground.graph, &self.options);
        let made = made.filter_map(|made| if once { mentioned(made) } else { Some(made) });
        let asked = |made: &Made| is_settled(&made.expected) && can_be_said(&made.query, ground, adaptation);
        Some(made.filter(asked).map(|made| (made, class as u8)).collect())
    }

    /// A mutant of a query that the dialect can say; what it answers is not known.
    pub(crate) fn mutant(
        &self,
        query: &Query,
        graph: &Graph,
        adaptation: &Adaptation,
        random: &mut Random,
    ) -> Option<Query> {
        let ground = self.ground.ground();
        let mutant = mutant(query, graph, ground.dialect, random)?;
        let mutant = match ground.dialect.deviations.unreferenced_relationships_once {
            true => with_references(mutant)?,
            false => mutant,
        };
        can_be_said(&mutant, ground, adaptation).then_some(mutant)
    }

    /// Mutants of a query with what they answer.
    fn mutants(&mut self, query: &Query, size_class: u8, adaptation: &Adaptation) -> Vec<(Made, u8)> {
        let graph = Arc::clone(&self.graph);
        let mut made = Vec::new();
        for _ in 0..MUTANTS {
            self.mutants += 1;
            let mut random = self.ground.random(&[MUTANT, self.mutants]);
            let Some(mutant) = self.mutant(query, &graph, adaptation, &mut random) else { continue };
            let statement = Statement::Query(mutant);
            let Some(returns) = self.answer(&graph, &statement) else { continue };
            let Statement::Query(query) = statement else { continue };
            let clauses = query.parts().map(|part| part.clauses.len()).sum();
            let mut techniques = Techniques::default();
            techniques.count("mutation.plan");
            made.push((Made { query, expected: Expected::Rows(returns), clauses, techniques }, size_class));
        }
        made
    }
}

/// The query that a case of statements that read makes a claim about.
pub(crate) fn claimed_query(case: &Case) -> Option<&Query> {
    match case.claimed_statement()?.tree::<Statement>()? {
        Statement::Query(query) => Some(query),
        _ => None,
    }
}

/// Whether the language says what must come.
pub(crate) fn is_settled(expected: &Expected) -> bool {
    match expected {
        Expected::Rows(returns) => are_settled(returns),
        Expected::Error(_) => true,
    }
}

/// Whether the language says which rows come.
pub(crate) fn are_settled(returns: &Returns) -> bool {
    let open = |column: &Column| column.latitude == Latitude::Unspecified;
    returns.any.is_none() && !returns.columns.iter().any(open)
}

impl Making for ReferenceRound {
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

    fn follow(&mut self, case: &Case) {
        let queries = claimed_query(case).map(|query| (query.clone(), case.lineage.size_class));
        self.followed.extend(queries);
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        if self.change_at.is_some_and(|at| index >= at) {
            self.change_at = None;
            self.change_index(adaptation);
        }
        let (made, size_class, hash) = self.next_asked(adaptation)?;
        let lineage =
            Lineage { size_class, plan_steps: made.clauses, ..self.ground.lineage(Reference.name(), index, hash) };
        let asked = self.way.len();
        let steps = self.way.iter().cloned().chain([Step::run(Statement::Query(made.query).into())]).collect();
        let claim = match made.expected {
            Expected::Rows(returns) => Claim::returns(asked, returns),
            Expected::Error(error) => Claim::Answers(Answers::error(asked, error)),
        };
        let case = self.ground.case(claim, lineage, steps);
        Some(Case { plan: drawn_switches(&self.ground.context, &self.ground.dialect, index), ..case })
    }
}
