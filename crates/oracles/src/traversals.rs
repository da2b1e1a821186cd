//! What oracles of Gremlin stand on: the graph of a round as traversals see it, and random traversals that a target can be asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::language::{Effort, Gremlin, Language};
use graphlance_case::{Act, Answers, Case, Claim, Dialect, Evaluator, Lineage, NoAnswer, Statement, Step};
use graphlance_generate::Adaptation;
use graphlance_generate::traversal::{Config, World, traversal, writing};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Name, Random};
use graphlance_gremlin::dialect::Identities;
use graphlance_gremlin::features::{Feature, features_of};
use graphlance_gremlin::{Dialect as GremlinDialect, Statement as GremlinStatement};
use graphlance_machine::{Options, PropertyGraph};

use crate::RoundContext;
use crate::adapted::SLOW;
use crate::ground::{Making, RoundGround};
use crate::oracle::not_cypher;

/// Cases on one graph.
const CASES: u64 = 120;
/// Attempts at a traversal that the target can be asked.
const ATTEMPTS: usize = 12;
/// One case of so many writes.
const WRITES: u64 = 6;
/// How often a case goes under a switch of the target's plans.
const SWITCHED: f64 = 0.3;
/// The switch of plans by which another source of traversals is asked, the first of them without any strategy that optimises.
const SOURCE: &str = "source";
/// Streams of randomness within a round: cases, plan switches.
const CASE: u64 = 6;
const PLAN: u64 = 4;

/// Whether a dialect is one of Gremlin.
pub(crate) fn is_gremlin(dialect: &Dialect) -> bool {
    dialect.language().name() == Gremlin.name()
}

/// Why neither statements of Cypher nor traversals can be asked in a dialect.
pub(crate) fn neither(dialect: &Dialect) -> Option<&'static str> {
    if is_gremlin(dialect) { None } else { not_cypher(dialect) }
}

/// The graph of a round as traversals see it, with what a target can be asked about it.
pub(crate) struct Traversals {
    pub(crate) ground: RoundGround,
    pub(crate) dialect: Arc<GremlinDialect>,
    pub(crate) evaluator: Arc<dyn Evaluator>,
    pub(crate) config: Config,
    /// None where the graph has a value that Gremlin does not have.
    pub(crate) world: Option<World>,
}

impl Traversals {
    pub(crate) fn new(context: &RoundContext) -> Traversals {
        Traversals::on(RoundGround::plain(context))
    }

    /// The same on the graph of a round.
    pub(crate) fn on(ground: RoundGround) -> Traversals {
        let context = &ground.context;
        let dialect = context.dialect.shared().unwrap_or_else(|| Arc::new(GremlinDialect::standard()));
        let world = PropertyGraph::of(&ground.graph).ok().flatten().map(|graph| World::new(graph, Some(ID.into())));
        let evaluator = graphlance_machine::evaluators().evaluator(&context.dialect, Effort::Usual);
        Traversals { config: config(&dialect), ground, dialect, evaluator, world }
    }

    /// A statement that the target can be asked under an adaptation state; none when none of some attempts is one.
    pub(crate) fn statement(&self, writes: bool, index: u64, adaptation: &Adaptation) -> Option<GremlinStatement> {
        let world = self.world.as_ref()?;
        let mut random = self.ground.random(&[CASE, index]);
        let make = if writes { writing } else { traversal };
        (0..ATTEMPTS).find_map(|_| {
            let statement = make(&mut random, &self.config, world)?.statement;
            self.can_be_asked(&statement, adaptation).then_some(statement)
        })
    }

    /// Whether the dialect can say a statement, and the hunt has not switched off a feature of it.
    pub(crate) fn can_be_asked(&self, statement: &GremlinStatement, adaptation: &Adaptation) -> bool {
        let wanted = |feature: Feature| adaptation.weight(&feature.name()) > 0.0;
        self.dialect.can_say(statement) && features_of(statement).into_iter().all(wanted)
    }

    /// The switches of the target's plans for a case.
    pub(crate) fn switches(&self, index: u64) -> Vec<(Name, Name)> {
        let mut random = self.ground.random(&[PLAN, index]);
        let mut switches = Vec::new();
        for switch in self.ground.context.dialect.plans() {
            if random.chance(SWITCHED)
                && let Some(value) = random.pick(&switch.values)
                && (!switch.slow.contains(value) || random.chance(SLOW))
            {
                switches.push((switch.name.clone(), value.clone()));
            }
        }
        switches
    }

    /// The switch of the target by which nothing is optimised, where it has one.
    fn unoptimised(&self) -> Vec<(Name, Name)> {
        let sources = self.ground.context.dialect.plans().iter().filter(|switch| switch.name == SOURCE);
        sources.filter_map(|switch| Some((switch.name.clone(), switch.values.first()?.clone()))).collect()
    }

    /// A stream of randomness for a case.
    pub(crate) fn random(&self, stream: &[u64]) -> Random {
        self.ground.random(stream)
    }
}

/// What traversals may be made of in a dialect.
fn config(dialect: &GremlinDialect) -> Config {
    let mut config = Config::of(dialect.tinkerpop);
    let Options { budget, arrangements, .. } = config.options;
    config.options = Options { budget, arrangements, ..Options::of(dialect) };
    config.identities = dialect.deviations.identities == Identities::Longs;
    let lacks = |feature: &Feature| !dialect.has(&feature.name());
    config.lacks = Feature::all().into_iter().filter(lacks).collect::<BTreeSet<Feature>>();
    config
}

/// A round of traversals whose answer the reference tells.
pub(crate) struct TraversalRound {
    traversals: Traversals,
    oracle: &'static str,
    /// Whether the target optimises as it likes, or as little as it can.
    optimised: bool,
}

impl TraversalRound {
    pub(crate) fn new(oracle: &'static str, context: &RoundContext) -> TraversalRound {
        TraversalRound { traversals: Traversals::new(context), oracle, optimised: true }
    }

    /// A round that holds the reference against the target's own machine: nothing is optimised where the target can be told so.
    pub(crate) fn unoptimised(oracle: &'static str, context: &RoundContext) -> TraversalRound {
        TraversalRound { optimised: false, ..TraversalRound::new(oracle, context) }
    }
}

impl Making for TraversalRound {
    fn ground(&self) -> &RoundGround {
        &self.traversals.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.traversals.ground
    }

    fn cases(&self) -> u64 {
        CASES
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let traversals = &self.traversals;
        let writes = index % WRITES == WRITES - 1;
        let statement = traversals.statement(writes, index, adaptation)?;
        let steps_of = statement.traversal.steps.len();
        let ground = &traversals.ground;
        let lineage = Lineage { plan_steps: steps_of, ..ground.lineage(self.oracle, index, adaptation.hash()) };
        let run = Step::run(Statement::from(statement));
        let steps = if writes { vec![run, Act::Snapshot.into()] } else { vec![run] };
        let mut case = ground.case(Claim::Survives, lineage, steps);
        case.claim = match (writes, traversals.evaluator.evaluate(&ground.graph, case.statement(0)?)) {
            (_, Err(NoAnswer::Undecided(_))) => return None,
            (false, Ok(answer)) if self.optimised => Claim::returns(0, answer.returns),
            (false, Err(NoAnswer::Raised(error))) if self.optimised => Claim::Answers(Answers::error(0, error)),
            _ => Claim::Answers(Answers::of(&case, 0, &*traversals.evaluator)),
        };
        let plan = if self.optimised { traversals.switches(index) } else { traversals.unoptimised() };
        Some(Case { plan, ..case })
    }
}
