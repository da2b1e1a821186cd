//! What oracles of Gremlin stand on: the graph of a round as traversals see it, and random traversals that a target can be asked.

use std::collections::BTreeSet;
use std::sync::Arc;

use graphlance_case::language::{Effort, Gremlin, Language};
use graphlance_case::{Act, Answers, Case, Claim, Dialect, Evaluator, Lineage, NoAnswer, Statement, Step};
use graphlance_generate::Adaptation;
use graphlance_generate::traversal::{Config, World, family, traversal, writing};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Graph, Name, Random};
use graphlance_gremlin::dialect::Identities;
use graphlance_gremlin::features::{Feature, features_of};
use graphlance_gremlin::{Dialect as GremlinDialect, Statement as GremlinStatement};
use graphlance_machine::{BEYOND, Failure, Options, PropertyGraph, evaluate};

use crate::RoundContext;
use crate::adapted::SLOW;
use crate::ground::{Making, RoundGround};
use crate::oracle::not_cypher;

/// Cases on one graph.
const CASES: u64 = 120;
/// Attempts at a traversal that the target can be asked.
const ATTEMPTS: usize = 12;
/// So many begin alike.
const FAMILY: usize = 4;
/// Attempts at one of which the reference knows nothing.
const BEYOND_ATTEMPTS: usize = 200;
/// So many of them write, the last ones: the graph is loaded again behind each.
const WRITES: u64 = 8;
/// How often a case goes under a switch of the target's plans.
const SWITCHED: f64 = 0.3;
/// How often it goes under a value of a switch that makes it quick, where there is one.
const QUICK: f64 = 0.75;
/// The switch of plans by which another source of traversals is asked, the first of them without any strategy that optimises.
const SOURCE: &str = "source";
/// Streams of randomness within a round: cases, plan switches.
pub(crate) const CASE: u64 = 6;
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
        let evaluator = graphlance_machine::evaluators().evaluator(&context.dialect, Effort::Usual);
        let world = world(&ground.graph);
        Traversals { config: config(&dialect), ground, dialect, evaluator, world }
    }

    /// What is made from now on is for another graph.
    pub(crate) fn is_at(&mut self, graph: &Graph) {
        self.world = world(graph);
        // Of elements that statements made, nobody here knows the identities.
        self.config.identities = names_identities(&self.dialect) && graph.made_by_statements().is_none();
    }

    /// A statement that the target can be asked under an adaptation state, drawn from a stream; none when none of some attempts is
    /// one.
    pub(crate) fn statement(&self, writes: bool, stream: &[u64], adaptation: &Adaptation) -> Option<GremlinStatement> {
        let world = self.world.as_ref()?;
        let mut random = self.ground.random(stream);
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

    /// The switches of the target's plans for a case; as it is `held`, by one of them nothing is optimised where the target has it.
    fn switches_of(&self, index: u64, held: Held) -> Vec<(Name, Name)> {
        let mut random = self.ground.random(&[PLAN, index]);
        let mut switches = Vec::new();
        for switch in self.ground.context.dialect.plans() {
            let value = match held {
                Held::Reference if switch.name == SOURCE => switch.values.first(),
                // What nobody knows the answer to goes one way to all of them.
                Held::Targets => None,
                _ if !switch.quick.is_empty() && random.chance(QUICK) => random.pick(&switch.quick),
                Held::Reference => None,
                _ if random.chance(SWITCHED) => {
                    random.pick(&switch.values).filter(|value| !switch.slow.contains(value) || random.chance(SLOW))
                }
                _ => None,
            };
            switches.extend(value.map(|value| (switch.name.clone(), value.clone())));
        }
        switches
    }

    /// The switches of the target's plans for a case.
    pub(crate) fn switches(&self, index: u64) -> Vec<(Name, Name)> {
        self.switches_of(index, Held::Target)
    }

    /// A stream of randomness for a case.
    pub(crate) fn random(&self, stream: &[u64]) -> Random {
        self.ground.random(stream)
    }
}

/// A graph as traversals see it; none where it has a value that Gremlin does not have.
fn world(graph: &Graph) -> Option<World> {
    PropertyGraph::of(graph).ok().flatten().map(|graph| World::new(graph, Some(ID.into())))
}

/// Whether clients choose the identities of elements.
fn names_identities(dialect: &GremlinDialect) -> bool {
    dialect.deviations.identities == Identities::Longs
}

/// What traversals may be made of in a dialect.
fn config(dialect: &GremlinDialect) -> Config {
    let mut config = Config::of(dialect.tinkerpop);
    let Options { budget, arrangements, .. } = config.options;
    config.options = Options { budget, arrangements, ..Options::of(dialect) };
    config.identities = names_identities(dialect);
    let lacks = |feature: &Feature| !dialect.has(&feature.name());
    config.lacks = Feature::all().into_iter().filter(lacks).collect::<BTreeSet<Feature>>();
    config
}

/// What the traversals of a round are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// The target against the reference: it optimises as it likes.
    Target,
    /// The reference against the target's own machine, which optimises as little as it can.
    Reference,
    /// Several targets against each other, also in what is beyond the reference.
    Targets,
}

/// A round of random traversals.
pub(crate) struct TraversalRound {
    traversals: Traversals,
    oracle: &'static str,
    held: Held,
    /// Statements that begin as one that was asked does.
    alike: Vec<GremlinStatement>,
}

impl TraversalRound {
    pub(crate) fn new(oracle: &'static str, held: Held, context: &RoundContext) -> TraversalRound {
        let mut traversals = Traversals::new(context);
        traversals.config.beyond = held == Held::Targets;
        TraversalRound { traversals, oracle, held, alike: Vec::new() }
    }

    /// A statement that is asked. Of several targets it is one that the reference cannot decide: the others other oracles ask them.
    fn statement(&mut self, writes: bool, index: u64, adaptation: &Adaptation) -> Option<GremlinStatement> {
        let traversals = &self.traversals;
        if writes {
            return traversals.statement(writes, &[CASE, index], adaptation);
        }
        while let Some(alike) = self.alike.pop() {
            if traversals.can_be_asked(&alike, adaptation) {
                return Some(alike);
            }
        }
        let world = traversals.world.as_ref()?;
        let mut random = traversals.random(&[CASE, index]);
        let beyond = self.held == Held::Targets;
        let attempts = if beyond { BEYOND_ATTEMPTS } else { ATTEMPTS };
        self.alike = (0..attempts).find_map(|_| {
            let made = family(&mut random, &traversals.config, world, FAMILY).into_iter();
            let outcome = |made: &GremlinStatement| evaluate(made, &world.graph, &traversals.config.options);
            let wanted = made.filter(|made| !beyond || matches!(outcome(made), Err(Failure::Unknown(_))));
            let statements: Vec<GremlinStatement> = wanted.collect();
            statements.iter().any(|made| traversals.can_be_asked(made, adaptation)).then_some(statements)
        })?;
        self.statement(writes, index, adaptation)
    }

    /// What is claimed of a case that states nothing yet. None where it is not asked.
    fn claim(&self, case: &Case, writes: bool) -> Option<Claim> {
        let evaluator = &*self.traversals.evaluator;
        let answers = || Claim::Answers(Answers::of(case, 0, evaluator));
        match (evaluator.evaluate(&case.graph, case.statement(0)?), self.held) {
            (Err(NoAnswer::Undecided(why)), Held::Targets) if why.starts_with(BEYOND) => Some(answers()),
            (Err(NoAnswer::Undecided(_)), _) => None,
            (_, Held::Reference) => Some(answers()),
            (Ok(answer), _) if !writes => Some(Claim::returns(0, answer.returns)),
            (Err(NoAnswer::Raised(error)), _) if !writes => Some(Claim::Answers(Answers::error(0, error))),
            _ => Some(answers()),
        }
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
        // Another target is asked only what reads.
        let writes = self.held != Held::Targets && index >= CASES - WRITES;
        let statement = self.statement(writes, index, adaptation)?;
        let traversals = &self.traversals;
        let steps_of = statement.traversal.steps.len();
        let ground = &traversals.ground;
        let lineage = Lineage { plan_steps: steps_of, ..ground.lineage(self.oracle, index, adaptation.hash()) };
        let run = Step::run(Statement::from(statement));
        let steps = if writes { vec![run, Act::Snapshot.into()] } else { vec![run] };
        let mut case = ground.case(Claim::Survives, lineage, steps);
        case.claim = self.claim(&case, writes)?;
        Some(Case { plan: traversals.switches_of(index, self.held), ..case })
    }
}
