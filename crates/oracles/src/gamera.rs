//! The oracle of relations between answers on graphs of which something is known.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use graphlance_case::{
    Answer, Case, Claim, Dialect, Evaluator, Related, Relation, Response, Statement, Step, Verdict, judge,
};
use graphlance_cypher::ast::{LabelExpression, Literal, NodePattern};
use graphlance_cypher::walk::{Part, PartMut, walk, walk_mut};
use graphlance_cypher::{Expression, Feature, Query, Statement as CypherStatement, parse};
use graphlance_generate::{Adaptation, Profile, Techniques};
use graphlance_graph::graph_compare::ID;
use graphlance_graph::random_graph::{Formula, Topology};
use graphlance_graph::{Column, Graph, NodeKey, Random, Table};
use graphlance_reference::{Experiments, Options};

use crate::base::{can_be_said, with_references};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::relations::{Asked, Asking, GraphRelation, Need, PlannedGroup, RELATIONS};
use crate::rewriting::BUDGET;
use crate::traversal_relations::RelationRound;
use crate::traversals::{is_gremlin, neither};
use crate::{Oracle, Round, RoundContext};

/// Relations between answers, on graphs that have what each relation needs.
pub struct Gamera;

/// The user page of the oracle.
const PAGE: &str = include_str!("gamera.md");

/// One round of so many writes, where the target takes that: usually, and where planning is dear.
const WRITES: u64 = 4;
const WRITES_WHERE_DEAR: u64 = 12;
/// Attempts at one group.
const ATTEMPTS: u64 = 30;
/// The share of groups that were asked before, of other nodes, in texts that the target has planned: usually, and where planning is
/// dear. So many are kept for that.
const AGAIN: f64 = 0.25;
const AGAIN_WHERE_DEAR: f64 = 0.95;
const MOST_PLANNED: usize = 16;
/// The share of new groups that name elements by parameters where planning is not that dear.
const BY_PARAMETERS: f64 = 0.5;
/// The share of graphs of the size that the paper has, usually and where planning is dear, and that size; the others are of the
/// profile's. A large graph has more nodes that a planned text can be asked of.
pub(crate) const LARGE: f64 = 0.1;
const LARGE_WHERE_DEAR: f64 = 0.8;
const LARGE_SIZE: [usize; 2] = [100, 200];
/// Streams of randomness within a round: the graph, a case, whether one that says nothing is asked, its relation, and the nodes of
/// one that was asked before.
const GRAPH: u64 = 32;
const CASE: u64 = 33;
const EMPTINESS: u64 = 34;
const RELATION: u64 = 35;
const OTHER_NODES: u64 = 37;
/// The share of attempts with nothing on either side that are asked all the same.
const EMPTY: f64 = 0.001;
/// Nodes of a graph at most on which the reference looks whether there is something.
const LOOKED_AT: usize = 1_000;
/// Nodes around those that are named, of a graph by a formula, among which the reference looks.
const AROUND: usize = 300;
/// Nodes of such a graph at most where neither an index finds the ends of its relationships while it is loaded, nor rows are
/// copied into tables.
const WITHOUT_INDEX: usize = 10_000;
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
        neither(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        if is_gremlin(&context.dialect) {
            return Box::new(RelationRound::new(self.name(), context, None));
        }
        let large = context.profile.graph.by_formula > 0;
        let dialect = context.cypher();
        let turns = if dialect.limits.planning_is_dear { WRITES_WHERE_DEAR } else { WRITES };
        let writes = context.round % turns == turns - 1 && dialect.tables.is_none() && !large;
        Box::new(GameraRound::new(context, writes, None))
    }
}

/// Statements, what must hold of their answers, and what is kept of them to be asked again.
struct Group {
    relation: &'static GraphRelation,
    queries: Vec<Query>,
    holds: Relation,
    planned: Option<PlannedGroup>,
}

impl Group {
    /// What tells its statements, values of parameters included, from those of others.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.queries.hash(&mut hasher);
        hasher.finish()
    }
}

/// Cases of relations on one graph.
pub struct GameraRound {
    ground: RoundGround,
    relations: Vec<&'static GraphRelation>,
    /// Groups that were asked, the last ones.
    planned: Vec<PlannedGroup>,
    /// The keys of all that were asked.
    asked: BTreeSet<u64>,
    writes: bool,
    options: Options,
    techniques: Techniques,
}

impl GameraRound {
    /// The round of a context. `left_out`: a need that relations are asked without, for tests that show what it is needed for.
    pub fn new(context: &RoundContext, writes: bool, left_out: Option<Need>) -> GameraRound {
        let mut random = Random::derive(context.seed, &[context.round, GRAPH]);
        let copies = context.cypher().tables.as_ref().is_some_and(|tables| tables.copy.is_some());
        let large = match context.dialect.index_support().range || copies {
            true => context.profile.graph.by_formula,
            false => context.profile.graph.by_formula.min(WITHOUT_INDEX),
        };
        let topologies = Topology::ALL.iter().filter(|topology| large == 0 || !HUBS.contains(topology));
        let topology = random.pick(&topologies.collect::<Vec<_>>()).map_or(Topology::Tree, |topology| **topology);
        let formula = (large > 0).then(|| Formula::new(topology, large, random.word())).flatten();
        let dear = context.cypher().limits.planning_is_dear;
        let large_share = if dear { LARGE_WHERE_DEAR } else { LARGE };
        let [nodes, relationships] = sizes(&mut random, &context.profile, topology, large_share);
        let mut ground = match formula {
            Some(formula) => RoundGround::by(context, formula),
            None => RoundGround::of(context, topology, nodes, relationships),
        };
        if writes {
            ground.graph = unconstrained(ground.graph);
        }
        let fits = |relation: &&GraphRelation| {
            let cheap = relation.anchored || formula.is_none();
            let drawn = relation.writes == writes && context.profile.rewrites.draws(relation.name);
            cheap && drawn && relation.fits(topology, &ground.dialect, left_out)
        };
        let relations = RELATIONS.iter().copied().filter(fits).collect();
        // Never with a planted fault: it must not choose the cases.
        let options = Options {
            deviations: ground.dialect.deviations.clone(),
            budget: BUDGET,
            experiments: Experiments { early_errors: false, ..Experiments::default() },
            ..Options::default()
        };
        GameraRound {
            ground,
            relations,
            planned: Vec::new(),
            asked: BTreeSet::new(),
            writes,
            options,
            techniques: Techniques::default(),
        }
    }

    /// A group of a relation that was not asked before, where it is known by parameters.
    fn new_group(&self, index: u64, attempt: u64, adaptation: &Adaptation) -> Option<Group> {
        // The relation is that of the index, so that those that are rarely of use are asked as often as others.
        let relation = *self.ground.random(&[RELATION, index]).pick(&self.relations)?;
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let ground = self.ground.ground();
        let asking = &mut Asking { graph: ground.graph, dialect: ground.dialect, random: &mut random };
        let Asked { texts, relation: holds } = (relation.make)(asking)?;
        let queries = texts.iter().map(|text| self.query(text)).collect::<Option<Vec<Query>>>()?;
        let takes_parameters =
            ground.dialect.has(Feature::Parameter) && adaptation.weight(Feature::Parameter.name()) > 0.0;
        let planned = ground.dialect.limits.planning_is_dear || random.chance(BY_PARAMETERS);
        let planned = (planned && takes_parameters && self.ground.graph.formula().is_none())
            .then(|| PlannedGroup::of(relation, queries.clone(), &holds))
            .flatten();
        let queries = planned.as_ref().map_or(queries, PlannedGroup::first);
        Some(Group { relation, queries, holds, planned })
    }

    /// A group to be asked again at this index; none where it is the turn of a new one.
    fn planned_again(&self, index: u64) -> Option<&PlannedGroup> {
        let dear = self.ground.dialect.limits.planning_is_dear;
        let mut random = self.ground.random(&[OTHER_NODES, index]);
        match random.chance(if dear { AGAIN_WHERE_DEAR } else { AGAIN }) {
            true => random.pick(&self.planned),
            false => None,
        }
    }

    /// The same of other nodes.
    fn group_again(&self, planned: &PlannedGroup, index: u64, attempt: u64) -> Option<Group> {
        let mut random = self.ground.random(&[OTHER_NODES, index, attempt]);
        let ground = self.ground.ground();
        let asking = &mut Asking { graph: ground.graph, dialect: ground.dialect, random: &mut random };
        let queries = planned.again(asking)?;
        Some(Group { relation: planned.relation, queries, holds: planned.holds.clone(), planned: None })
    }

    /// The case of a group; none where it cannot be said, or says nothing though it must.
    fn case(&self, group: &Group, index: u64, empty: bool, adaptation: &Adaptation) -> Option<Case> {
        let mut named = BTreeSet::new();
        for query in &group.queries {
            if !can_be_said(query, self.ground.ground(), adaptation) {
                return None;
            }
            collect_integers(query, &mut named);
        }
        let columns = vec![Column::exact(ID)];
        let mut lineage = self.ground.lineage(Gamera.name(), index, adaptation.hash());
        lineage.rewrites.push(group.relation.name.into());
        let claim = Claim::Related(Related { columns, relation: group.holds.clone() });
        let run = |query: &Query| Step::run(Statement::from(CypherStatement::Query(query.clone())));
        let case = self.ground.case(claim, lineage, group.queries.iter().map(run).collect());
        (empty || !self.is_vacuous(&case, &named)).then_some(case)
    }

    /// Whether the reference has nothing on either side. Where it does not know, or the graph is large, that is left to the target.
    /// Of a graph by a formula it sees what lies around the nodes that are named: what is asked about begins there.
    fn is_vacuous(&self, case: &Case, named: &BTreeSet<i64>) -> bool {
        let graph = match self.ground.graph.formula() {
            Some(_) => Cow::Owned(around(&self.ground.graph, named)),
            None if self.ground.graph.node_count() > LOOKED_AT => return false,
            None => Cow::Borrowed(&*case.graph),
        };
        let responses = self.responses(case, graph);
        let verdict = responses.map(|responses| judge(case, &responses, &self.ground.context.dialect));
        matches!(verdict, Some(Verdict::Pass { vacuous: true }))
    }

    /// What the reference answers on a graph, step by step.
    fn responses(&self, case: &Case, graph: Cow<'_, Graph>) -> Option<Vec<Response>> {
        let mut state = graph;
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

/// How many nodes and relationships a graph of a topology has. `large`: the share of graphs of the size that the paper has.
pub(crate) fn sizes(random: &mut Random, profile: &Profile, topology: Topology, large: f64) -> [usize; 2] {
    if random.chance(large) {
        return LARGE_SIZE;
    }
    let [least, most] = profile.graph.nodes;
    let nodes = random.between(least.max(topology.least_nodes()), most.max(topology.least_nodes()));
    let [fewest, most] = profile.graph.relationships;
    let fewest = fewest.max(nodes);
    [nodes, random.between(fewest, most.min(2 * nodes).max(fewest))]
}

impl Making for GameraRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        let [reading, writing] = self.ground.context.profile.round.groups;
        (if self.writes { writing } else { reading }) as u64
    }

    fn counted(&self) -> Option<&Techniques> {
        Some(&self.techniques)
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let planned = self.planned_again(index);
        let again = planned.and_then(|planned| {
            (0..ATTEMPTS).find_map(|attempt| {
                let group = self.group_again(planned, index, attempt)?;
                let is_new = !self.asked.contains(&group.key());
                Some((is_new.then(|| self.case(&group, index, false, adaptation)).flatten()?, group))
            })
        });
        // Where planning is dear nothing takes the place of a group whose nodes have all been asked about.
        if planned.is_some() && again.is_none() && self.ground.dialect.limits.planning_is_dear {
            return None;
        }
        let new = || {
            (0..ATTEMPTS).find_map(|attempt| {
                let group = self.new_group(index, attempt, adaptation)?;
                let empty = self.ground.random(&[EMPTINESS, index, attempt]).chance(EMPTY);
                Some((self.case(&group, index, empty, adaptation)?, group))
            })
        };
        let (case, group) = again.or_else(new)?;
        self.techniques.count(group.relation.name);
        self.asked.insert(group.key());
        self.planned.extend(group.planned);
        if self.planned.len() > MOST_PLANNED {
            self.planned.remove(0);
        }
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

/// The integers that stand in a query, among them the `id`s of the nodes that it names.
fn collect_integers(query: &Query, found: &mut BTreeSet<i64>) {
    walk(Part::Query(query), &mut |part| {
        if let Part::Expression(Expression::Literal(Literal::Integer(number))) = part {
            found.insert(*number);
        }
    });
}

/// What lies around some nodes of a graph by a formula, near ones first.
fn around(graph: &Graph, named: &BTreeSet<i64>) -> Graph {
    let mut found: Vec<NodeKey> = named.iter().filter_map(|id| u32::try_from(*id).ok().map(NodeKey)).collect();
    found.retain(|key| graph.node(*key).is_some());
    let mut seen: BTreeSet<NodeKey> = found.iter().copied().collect();
    let mut relationships = BTreeSet::new();
    let mut at = 0;
    while let Some(key) = found.get(at).copied()
        && found.len() < AROUND
    {
        at += 1;
        for key in graph.outgoing(key).iter().chain(graph.incoming(key)) {
            let Some(relationship) = graph.relationship(*key) else { continue };
            relationships.insert(*key);
            found.extend([relationship.start, relationship.end].into_iter().filter(|end| seen.insert(*end)));
        }
    }
    // Numbered anew: a graph has a place for each number up to the greatest. Elements are told apart by their `id`.
    let mut part = Graph::new();
    let mut keys = BTreeMap::new();
    for node in seen.iter().filter_map(|key| graph.node(*key)) {
        keys.insert(node.key, part.add_node(node.labels.iter().cloned(), node.properties.clone()));
    }
    for relationship in relationships.iter().filter_map(|key| graph.relationship(*key)) {
        let (Some(start), Some(end)) = (keys.get(&relationship.start), keys.get(&relationship.end)) else { continue };
        // Both ends are in the part, so that it is not refused.
        let _ = part.add_relationship(*start, relationship.kind.clone(), *end, relationship.properties.clone());
    }
    part
}
