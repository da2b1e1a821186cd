//! The ground-truth oracle: queries synthesised around values chosen first.

use graphlance_case::{Case, Claim, Dialect, Lineage, Step};
use graphlance_cypher::Statement;
use graphlance_generate::expression::GraphShapes;
use graphlance_generate::synthesis::{Element, ResultSet, SynthesisContext, Synthesised, synthesise};
use graphlance_generate::{Adaptation, Techniques};
use graphlance_graph::{Graph, Name, Random};
use graphlance_reference::Options;

use crate::adapted::{AdaptedVocabulary, drawn_switches};
use crate::ground::{Making, RoundGround};
use crate::oracle::not_cypher;
use crate::{Oracle, Round, RoundContext};

/// Ground-truth synthesis, after *Testing Graph Databases with Synthesized Queries* (GQS, ETH Zurich).
pub struct Gqs;

/// The user page of the oracle.
const PAGE: &str = include_str!("gqs.md");

/// Attempts at one case before the next smaller size class is tried.
const ATTEMPTS: u64 = 6;

impl Oracle for Gqs {
    fn name(&self) -> &'static str {
        "gqs"
    }

    fn summary(&self) -> &'static str {
        "ground truth: a query is synthesised around property values chosen first; the answer must be those values"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        not_cypher(dialect)
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        Box::new(GqsRound::new(context))
    }
}

struct GqsRound {
    ground: RoundGround,
    options: Options,
    shapes: GraphShapes,
    /// For each case of the round, the number of its result set.
    results: Vec<u64>,
    vocabulary: AdaptedVocabulary,
    techniques: Techniques,
}

/// Streams of randomness within a round, beside the graph's. Cases take `[round, 3, index, attempt]`, plan
/// switches 4.
const COURSE: u64 = 1;
const RESULT: u64 = 2;
const CASE: u64 = 3;

impl GqsRound {
    fn new(context: &RoundContext) -> GqsRound {
        let ground = RoundGround::new(context);
        let deviations = ground.dialect.deviations.clone();
        GqsRound {
            options: Options { deviations, departures: context.fault.into(), ..Options::default() },
            shapes: GraphShapes::of(&ground.graph),
            results: course(&mut ground.random(&[COURSE]), context),
            ground,
            vocabulary: AdaptedVocabulary::default(),
            techniques: Techniques::default(),
        }
    }

    fn synthesise(&mut self, index: u64, adaptation: &Adaptation) -> Option<(Synthesised, u8)> {
        let RoundGround { graph, dialect, .. } = &self.ground;
        let profile = &self.ground.context.profile;
        let vocabulary = self.vocabulary.get()?;
        let epoch = *self.results.get(index as usize)?;
        let mut random = self.ground.random(&[CASE, index]);
        let weights: Vec<f64> = profile
            .sizes
            .iter()
            .enumerate()
            .map(|(class, size)| {
                let steered = if profile.techniques.size_steering { adaptation.size_weight(class as u8) } else { 1.0 };
                size.weight * steered
            })
            .collect();
        let drawn = random.weighted(&weights)?;
        for class in (0..=drawn).rev() {
            let size = &profile.sizes[class];
            let result = result_set(&mut self.ground.random(&[RESULT, epoch]), graph, size.result);
            let context = SynthesisContext {
                graph,
                shapes: &self.shapes,
                dialect,
                vocabulary,
                options: &self.options,
                profile,
                size,
            };
            for attempt in 0..ATTEMPTS {
                let mut random = self.ground.random(&[CASE, index, class as u64, attempt]);
                if let Some(made) = synthesise(context, &mut random, &result) {
                    return Some((made, class as u8));
                }
            }
        }
        None
    }
}

impl Making for GqsRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        self.results.len() as u64
    }

    fn counted(&self) -> Option<&Techniques> {
        Some(&self.techniques)
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let hash = self.vocabulary.adapt(&self.ground.dialect, adaptation);
        let (made, size_class) = self.synthesise(index, adaptation)?;
        self.techniques.merge(&made.techniques);
        let lineage = Lineage { size_class, plan_steps: made.steps, ..self.ground.lineage(Gqs.name(), index, hash) };
        let steps = vec![Step::run(Statement::Query(made.query).into())];
        let case = self.ground.case(Claim::returns(0, made.returns), lineage, steps);
        Some(Case { plan: drawn_switches(&self.ground.context, &self.ground.dialect, index), ..case })
    }
}

/// What follows each query (section 3.1): the same result set, another one, or, at the end, a new graph.
fn course(random: &mut Random, context: &RoundContext) -> Vec<u64> {
    let weights = &context.profile.round;
    let mut results = vec![0];
    while results.len() < weights.most_queries.max(1) {
        let last = results[results.len() - 1];
        match random.weighted(&[weights.same_result, weights.new_result, weights.new_graph]) {
            Some(0) => results.push(last),
            Some(1) => results.push(last + 1),
            _ => break,
        }
    }
    results
}

/// Properties of elements, present and of a kind that every engine returns alike; never empty.
fn result_set(random: &mut Random, graph: &Graph, [least, most]: [usize; 2]) -> ResultSet {
    let elements: Vec<Element> = graph
        .nodes()
        .map(|node| Element::Node(node.key))
        .chain(graph.relationships().map(|relationship| Element::Relationship(relationship.key)))
        .collect();
    let mut result = ResultSet::new();
    for _ in 0..random.between(least.max(1), most.max(1)) {
        let Some(element) = random.pick(&elements) else { break };
        let properties = match element {
            Element::Node(key) => graph.node(*key).map(|node| &node.properties),
            Element::Relationship(key) => graph.relationship(*key).map(|relationship| &relationship.properties),
        };
        let keys: Vec<&Name> = properties.map(|properties| properties.keys().collect()).unwrap_or_default();
        // A missing property is a value to expect as well: null.
        let key = match random.pick(&keys) {
            Some(key) if !random.chance(0.05) => (*key).clone(),
            _ => random.pick(&graph.schema.keys).map_or_else(|| Name::from("id"), |key| key.name.clone()),
        };
        result.push((*element, key));
    }
    result
}
