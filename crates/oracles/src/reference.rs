//! The oracle of arbitrary read statements, whose answer the reference tells.

use graphlance_case::{Answers, Case, Claim, Dialect, Lineage, Step};
use graphlance_cypher::Statement;
use graphlance_generate::expression::GraphShapes;
use graphlance_generate::skeleton::{
    Expected, KeyFrequencies, Made, SkeletonContext, WIDE, attempt_budget, skeletons, wide_statements,
};
use graphlance_generate::{Adaptation, Techniques};
use graphlance_graph::{Column, Graph, Latitude, Returns};
use graphlance_reference::{Experiments, Options, evaluate};

use crate::adapted::{AdaptedVocabulary, drawn_switches};
use crate::base::{can_be_said, with_references};
use crate::ground::{Making, RoundGround};
use crate::oracle::not_cypher;
use crate::{Oracle, Round, RoundContext};

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
/// The stream of randomness that cases take.
const CASE: u64 = 6;

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
        not_cypher(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(ReferenceRound::new(context))
    }
}

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
    /// How often keys were used.
    frequencies: KeyFrequencies,
    vocabulary: AdaptedVocabulary,
    techniques: Techniques,
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
            attempts: Options { budget: attempt_budget(), ..options.clone() },
            options,
            shapes: GraphShapes::of(&ground.graph),
            ground,
            families: 0,
            barren: 0,
            made: (String::new(), Vec::new()),
            frequencies: KeyFrequencies::default(),
            vocabulary: AdaptedVocabulary::default(),
            techniques: Techniques::default(),
        }
    }

    /// The next statement with its answer and its size class, and the hash of the state that it is made under; none where none
    /// can be made.
    pub(crate) fn statement(&mut self, adaptation: &Adaptation) -> Option<(Made, u8, String)> {
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
        let RoundGround { graph, dialect, .. } = &self.ground;
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
        let made = made.filter_map(|made| if once { self.with_references(made) } else { Some(made) });
        let asked = |made: &Made| is_settled(&made.expected) && can_be_said(&made.query, ground, adaptation);
        Some(made.filter(asked).map(|made| (made, class as u8)).collect())
    }

    /// The statement with a second mention of each element of a pattern. What stands in a subquery has none.
    fn with_references(&self, made: Made) -> Option<Made> {
        let statement = Statement::Query(with_references(made.query)?);
        let expected = match made.expected {
            Expected::Rows(_) => Expected::Rows(evaluate(&self.ground.graph, &statement, &self.options).ok()?.returns),
            // What is mentioned once more raises nothing.
            error @ Expected::Error(_) => error,
        };
        let Statement::Query(query) = statement else { return None };
        Some(Made { query, expected, ..made })
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

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let (made, size_class, hash) = self.statement(adaptation)?;
        let lineage =
            Lineage { size_class, plan_steps: made.clauses, ..self.ground.lineage(Reference.name(), index, hash) };
        let steps = vec![Step::run(Statement::Query(made.query).into())];
        let claim = match made.expected {
            Expected::Rows(returns) => Claim::returns(0, returns),
            Expected::Error(error) => Claim::Answers(Answers::error(0, error)),
        };
        let case = self.ground.case(claim, lineage, steps);
        Some(Case { plan: drawn_switches(&self.ground.context, &self.ground.dialect, index), ..case })
    }
}
