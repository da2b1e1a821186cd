//! The oracle of relations between answers on graphs of which something is known.

use std::borrow::Cow;

use graphlance_case::{Answer, Case, Claim, Dialect, Evaluator, Related, Response, Statement, Step, Verdict, judge};
use graphlance_cypher::ast::{LabelExpression, Literal, NodePattern};
use graphlance_cypher::walk::{PartMut, walk_mut};
use graphlance_cypher::{Expression, Query, Statement as CypherStatement, parse};
use graphlance_generate::skeleton::attempt_budget;
use graphlance_generate::{Adaptation, Techniques};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::random_graph::{Formula, Topology};
use graphlance_graph::{Column, Random, Table};
use graphlance_reference::Options;

use crate::base::{can_be_said, with_references};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::oracle::not_cypher;
use crate::relations::{Asked, Asking, GraphRelation, Need, RELATIONS};
use crate::{Oracle, Round, RoundContext};

/// Relations between answers, on graphs that have what each relation needs.
pub struct Gamera;

/// The user page of the oracle.
const PAGE: &str = include_str!("gamera.md");

/// Groups of statements on one graph: of those that only read, and of those that write, after each of which it is loaded again.
const READING: u64 = 240;
const WRITING: u64 = 24;
/// One round of so many writes, where the target takes that.
const WRITES: u64 = 4;
/// Attempts at one group.
const ATTEMPTS: u64 = 30;
/// The share of graphs of the size that the paper has, and that size; the others are of the profile's.
const LARGE: f64 = 0.1;
const LARGE_SIZE: [usize; 2] = [100, 200];
/// Streams of randomness within a round: the graph, a case, whether one that says nothing is asked, and its relation.
const GRAPH: u64 = 32;
const CASE: u64 = 33;
const EMPTINESS: u64 = 34;
const RELATION: u64 = 35;
/// The share of attempts with nothing on either side that are asked all the same.
const EMPTY: f64 = 0.003;
/// Nodes of a graph at most on which the reference looks whether there is something.
const LOOKED_AT: usize = 1_000;
/// Groups of statements on a graph by a formula, which takes long to load.
const READING_LARGE: u64 = 2_400;
/// Topologies of which some node has relationships to most of the others: what begins there is not cheap.
const HUBS: &[Topology] = &[Topology::Star, Topology::PowerLaw];

impl Oracle for Gamera {
    fn name(&self) -> &'static str {
        "gamera"
    }

    fn summary(&self) -> &'static str {
        "relations between answers about paths, neighbours and changes, on trees, grids, rings and other graphs that have what they need"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let large = context.profile.graph.by_formula > 0;
        let writes = context.round % WRITES == WRITES - 1 && context.cypher().tables.is_none() && !large;
        Box::new(GameraRound::new(context, writes, None))
    }
}

/// Cases of relations on one graph.
pub struct GameraRound {
    ground: RoundGround,
    relations: Vec<&'static GraphRelation>,
    writes: bool,
    options: Options,
    techniques: Techniques,
}

impl GameraRound {
    /// The round of a context. `left_out`: a need that relations are asked without, for tests that show what it is needed for.
    pub fn new(context: &RoundContext, writes: bool, left_out: Option<Need>) -> GameraRound {
        let mut random = Random::derive(context.seed, &[context.round, GRAPH]);
        let large = context.profile.graph.by_formula;
        let topologies = Topology::ALL.iter().filter(|topology| large == 0 || !HUBS.contains(topology));
        let topology = random.pick(&topologies.collect::<Vec<_>>()).map_or(Topology::Tree, |topology| **topology);
        let formula = (large > 0).then(|| Formula::new(topology, large, random.word())).flatten();
        let [nodes, relationships] = match random.chance(LARGE) {
            true => LARGE_SIZE,
            false => {
                let [least, most] = context.profile.graph.nodes;
                let nodes = random.between(least.max(topology.least_nodes()), most.max(topology.least_nodes()));
                [nodes, random.between(nodes, 2 * nodes)]
            }
        };
        let mut ground = match formula {
            Some(formula) => RoundGround::by(context, formula),
            None => RoundGround::of(context, topology, nodes, relationships),
        };
        if writes {
            ground.graph = unconstrained(ground.graph);
        }
        let fits = |relation: &&GraphRelation| {
            let cheap = relation.anchored || formula.is_none();
            cheap && relation.writes == writes && relation.fits(topology, &ground.dialect, left_out)
        };
        let relations = RELATIONS.iter().copied().filter(fits).collect();
        // Never with a planted fault: it must not choose the cases.
        let options =
            Options { deviations: ground.dialect.deviations.clone(), budget: attempt_budget(), ..Options::default() };
        GameraRound { ground, relations, writes, options, techniques: Techniques::default() }
    }

    fn attempt(&self, index: u64, attempt: u64, adaptation: &Adaptation) -> Option<(Case, &'static str)> {
        // The relation is that of the index, so that those that are rarely of use are asked as often as others.
        let relation = *self.ground.random(&[RELATION, index]).pick(&self.relations)?;
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let ground = self.ground.ground();
        let asking = &mut Asking { graph: ground.graph, dialect: ground.dialect, random: &mut random };
        let Asked { texts, relation: holds } = (relation.make)(asking)?;
        let mut steps = Vec::new();
        for text in texts {
            let query = self.query(&text)?;
            if !can_be_said(&query, ground, adaptation) {
                return None;
            }
            steps.push(Step::run(Statement::from(CypherStatement::Query(query))));
        }
        let columns = vec![Column::exact(ID)];
        let mut lineage = self.ground.lineage(Gamera.name(), index, adaptation.hash());
        lineage.rewrites.push(relation.name.into());
        let claim = Claim::Related(Related { columns, relation: holds });
        Some((self.ground.case(claim, lineage, steps), relation.name))
    }

    /// Whether the reference has nothing on either side. Where it does not know, or the graph is large, that is left to the target.
    fn is_vacuous(&self, case: &Case) -> bool {
        if self.ground.graph.node_count() > LOOKED_AT {
            return false;
        }
        let responses = self.responses(case);
        let verdict = responses.map(|responses| judge(case, &responses, &self.ground.context.dialect));
        matches!(verdict, Some(Verdict::Pass { vacuous: true }))
    }

    /// What the reference answers, step by step.
    fn responses(&self, case: &Case) -> Option<Vec<Response>> {
        let mut state = Cow::Borrowed(&*case.graph);
        let mut responses = Vec::new();
        for statement in case.statements() {
            let Answer { returns, graph } = self.options.evaluate(&state, statement).ok()?;
            if let Some(after) = graph {
                state = Cow::Owned(after);
            }
            let columns = returns.columns.into_iter().map(|column| column.name).collect();
            responses.push(Response::Table(Table { columns, rows: returns.rows }));
        }
        Some(responses)
    }

    /// A statement as it is asked: on a target that takes relationships together which nothing refers to, with references.
    fn query(&self, text: &str) -> Option<Query> {
        let statement = parse(text);
        debug_assert!(statement.is_ok(), "{text}: {:?}", statement.err());
        let Ok(CypherStatement::Query(mut query)) = parse(text) else { return None };
        if self.ground.graph.formula().is_some() {
            write_labels(&mut query);
        }
        match self.ground.dialect.deviations.unreferenced_relationships_once {
            true => with_references(query),
            false => Some(query),
        }
    }
}

impl Making for GameraRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        match (self.writes, self.ground.graph.formula()) {
            (true, _) => WRITING,
            (false, None) => READING,
            (false, Some(_)) => READING_LARGE,
        }
    }

    fn counted(&self) -> Option<&Techniques> {
        Some(&self.techniques)
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let (case, name) = (0..ATTEMPTS).find_map(|attempt| {
            let made = self.attempt(index, attempt, adaptation)?;
            let is_asked = !self.is_vacuous(&made.0) || self.ground.random(&[EMPTINESS, index, attempt]).chance(EMPTY);
            is_asked.then_some(made)
        })?;
        self.techniques.count(name);
        Some(case)
    }
}

/// Writes the label beside each node of a graph by a formula that is named by its `id`, for the index on it.
fn write_labels(query: &mut Query) {
    walk_mut(PartMut::Query(query), &mut |part| {
        let PartMut::Node(NodePattern { labels: labels @ None, properties: Some(Expression::Map(entries)), .. }) = part
        else {
            return;
        };
        if let [(key, Expression::Literal(Literal::Integer(id)))] = entries.as_slice()
            && *key == *ID
        {
            *labels = Some(LabelExpression::Name(Formula::label(*id)));
        }
    });
}
