//! Rounds of cases of relations between traversals.

use graphlance_case::language::RESULT;
use graphlance_case::{Answer, Case, Claim, Related, Statement, Step, Verdict, judge};
use graphlance_generate::{Adaptation, Techniques};
use graphlance_graph::random_graph::Topology;
use graphlance_graph::{Column, Graph, Latitude, Random};
use graphlance_gremlin::{Statement as GremlinStatement, parse};

use super::{TRAVERSAL_RELATIONS, TraversalNeed, TraversalRelation};
use crate::RoundContext;
use crate::gamera::{LARGE, sizes};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::planted::answered_by;
use crate::relations::{Asked, Asking};
use crate::traversals::Traversals;

/// The oracle whose graphs have declared properties.
const ON_TOPOLOGIES: &str = "gamera";
/// One round of so many writes, where an oracle has relations that do.
const WRITES: u64 = 4;
/// Attempts at one group.
const ATTEMPTS: u64 = 30;
/// The share of attempts with nothing on either side that are asked all the same.
const EMPTY: f64 = 0.001;
/// Streams of randomness within a round: the graph, a case, whether one that says nothing is asked, its relation.
const GRAPH: u64 = 32;
const CASE: u64 = 33;
const EMPTINESS: u64 = 34;
const RELATION: u64 = 35;

/// Cases of relations of one oracle, on one graph.
pub struct RelationRound {
    oracle: &'static str,
    traversals: Traversals,
    relations: Vec<&'static TraversalRelation>,
    writes: bool,
    techniques: Techniques,
}

impl RelationRound {
    /// The round of an oracle. `left_out`: a need that relations are asked without, for tests that show what it is needed for.
    pub fn new(oracle: &'static str, context: &RoundContext, left_out: Option<TraversalNeed>) -> RelationRound {
        let of_oracle: Vec<&TraversalRelation> =
            TRAVERSAL_RELATIONS.iter().copied().filter(|relation| relation.oracle == oracle).collect();
        let may_write = of_oracle.iter().any(|relation| relation.writes);
        let writes = may_write && context.round % WRITES == WRITES - 1;
        let (topology, mut ground) = ground(oracle, context);
        if writes {
            ground.graph = unconstrained(ground.graph);
        }
        let traversals = Traversals::on(ground);
        let fits = |relation: &&TraversalRelation| {
            let drawn = relation.writes == writes && context.profile.rewrites.draws(relation.name);
            drawn && relation.fits(topology, &traversals.dialect, left_out)
        };
        let relations = of_oracle.into_iter().filter(fits).collect();
        RelationRound { oracle, traversals, relations, writes, techniques: Techniques::default() }
    }

    /// A group of a relation; none where it cannot be said, or says nothing though it must.
    fn attempt(&self, relation: &TraversalRelation, at: [u64; 2], adaptation: &Adaptation) -> Option<Case> {
        let [index, attempt] = at;
        let mut random = self.traversals.random(&[CASE, index, attempt]);
        let ground = &self.traversals.ground;
        let asking = &mut Asking { graph: &ground.graph, dialect: &self.traversals, random: &mut random };
        let Asked { texts, relation: holds } = (relation.make)(asking)?;
        let statements = texts.iter().map(|text| self.statement(text, adaptation)).collect::<Option<Vec<Step>>>()?;
        let mut lineage = ground.lineage(self.oracle, index, adaptation.hash());
        lineage.rewrites.push(relation.name.into());
        let claim = Claim::Related(Related { columns: vec![Column::exact(RESULT)], relation: holds });
        let case = ground.case(claim, lineage, statements);
        let answered = answered_by(&case, case.steps.len(), &|graph, statement| self.answer(graph, statement))?;
        let verdict = judge(&case, &answered.responses, &ground.context.dialect);
        let empty = || self.traversals.random(&[EMPTINESS, index, attempt]).chance(EMPTY);
        (!matches!(verdict, Verdict::Pass { vacuous: true }) || empty())
            .then(|| Case { plan: self.traversals.switches(index), ..case })
    }

    /// A statement as a step; none where the target cannot be asked it.
    fn statement(&self, text: &str, adaptation: &Adaptation) -> Option<Step> {
        let parsed: Result<GremlinStatement, _> = parse(text);
        debug_assert!(parsed.is_ok(), "{text}: {:?}", parsed.err());
        let statement = parsed.ok()?;
        self.traversals.can_be_asked(&statement, adaptation).then(|| Step::run(Statement::from(statement)))
    }

    /// What the reference answers to a statement; none where it does not know, or the language leaves it open.
    fn answer(&self, graph: &Graph, statement: &Statement) -> Option<Answer> {
        let answer = self.traversals.evaluator.evaluate(graph, statement).ok()?;
        let open = |column: &Column| column.latitude == Latitude::Unspecified;
        (answer.returns.any.is_none() && !answer.returns.columns.iter().any(open)).then_some(answer)
    }
}

/// The graph of a round: one of a topology, where the oracle is about ways, and any other else.
fn ground(oracle: &str, context: &RoundContext) -> (Option<Topology>, RoundGround) {
    if oracle != ON_TOPOLOGIES {
        return (None, RoundGround::plain(context));
    }
    let mut random = Random::derive(context.seed, &[context.round, GRAPH]);
    let topology = random.pick(Topology::ALL).copied().unwrap_or(Topology::Tree);
    let [nodes, relationships] = sizes(&mut random, &context.profile, topology, LARGE);
    (Some(topology), RoundGround::plain_of(context, topology, nodes, relationships))
}

impl Making for RelationRound {
    fn ground(&self) -> &RoundGround {
        &self.traversals.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.traversals.ground
    }

    fn cases(&self) -> u64 {
        let [reading, writing] = self.traversals.ground.context.profile.round.groups;
        (if self.writes { writing } else { reading }) as u64
    }

    fn counted(&self) -> Option<&Techniques> {
        Some(&self.techniques)
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        // The relation is that of the index, so that those that are rarely of use are asked as often as others.
        let relation = *self.traversals.random(&[RELATION, index]).pick(&self.relations)?;
        let case = (0..ATTEMPTS).find_map(|attempt| self.attempt(relation, [index, attempt], adaptation))?;
        self.techniques.count(relation.name);
        Some(case)
    }
}
