//! What may be said: the dialect's features and functions under the weights of an adaptation state.

use graphlance_cypher::dialect::RelationshipUniqueness;
use graphlance_cypher::functions::{Function, Kind, TABLE};
use graphlance_cypher::{Dialect, Feature};
use graphlance_graph::{Latitude, Random};

use crate::Adaptation;
use crate::adaptation::Reliance;

/// Features and functions with their weights, prepared for drawing.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    features: Vec<f64>,
    scalars: Vec<(&'static Function, f64)>,
    aggregates: Vec<(&'static Function, f64)>,
    relies_on_uniqueness: bool,
    relies_on_loops: bool,
}

impl Vocabulary {
    /// What `dialect` can say under `adaptation`.
    pub fn new(dialect: &Dialect, adaptation: &Adaptation) -> Vocabulary {
        let weight = |feature: &Feature| if dialect.has(*feature) { adaptation.weight(*feature) } else { 0.0 };
        let usable: Vec<_> = TABLE
            .iter()
            .filter(|function| function.latitude != Latitude::Unspecified && dialect.has_function(function.name))
            .map(|function| (function, adaptation.function_weight(function.name)))
            .filter(|(_, weight)| *weight > 0.0)
            .collect();
        let (aggregates, scalars) = usable.into_iter().partition(|(function, _)| function.aggregate);
        let unique = dialect.deviations.relationship_uniqueness == RelationshipUniqueness::Clause;
        let loops_once = !dialect.deviations.undirected_self_loop_twice;
        Vocabulary {
            features: Feature::ALL.iter().map(weight).collect(),
            scalars,
            aggregates,
            relies_on_uniqueness: unique && !adaptation.avoided.contains(&Reliance::RelationshipUniqueness),
            relies_on_loops: loops_once && !adaptation.avoided.contains(&Reliance::SelfLoopOnce),
        }
    }

    /// Whether a case may rely on a target doing this right.
    pub fn relies_on(&self, reliance: Reliance) -> bool {
        match reliance {
            Reliance::RelationshipUniqueness => self.relies_on_uniqueness,
            Reliance::SelfLoopOnce => self.relies_on_loops,
        }
    }

    /// Whether the feature may be used at all.
    pub fn has(&self, feature: Feature) -> bool {
        self.weight(feature) > 0.0
    }

    /// True with probability `p`, scaled down by the feature's weight; false when it is switched off.
    pub fn chance(&self, random: &mut Random, feature: Feature, p: f64) -> bool {
        let weight = self.weight(feature);
        weight > 0.0 && random.chance(p * weight.min(1.0))
    }

    /// Whether the function may be used.
    pub fn has_function(&self, name: &str) -> bool {
        self.scalars.iter().any(|(function, _)| function.name.eq_ignore_ascii_case(name))
    }

    /// A scalar function whose result may be of `kind`.
    pub fn scalar(&self, random: &mut Random, kind: Kind) -> Option<&'static Function> {
        let gives = |function: &Function| match function.result {
            Kind::Any => true,
            Kind::Number => matches!(kind, Kind::Integer | Kind::Float),
            result => result == kind,
        };
        draw(&self.scalars, random, |function| gives(function))
    }

    /// An aggregate of those wanted.
    pub fn aggregate(&self, random: &mut Random, wanted: impl Fn(&Function) -> bool) -> Option<&'static Function> {
        draw(&self.aggregates, random, wanted)
    }

    fn weight(&self, feature: Feature) -> f64 {
        self.features.get(feature as usize).copied().unwrap_or(0.0)
    }
}

fn draw(
    functions: &[(&'static Function, f64)],
    random: &mut Random,
    wanted: impl Fn(&Function) -> bool,
) -> Option<&'static Function> {
    let total: f64 = functions.iter().filter(|(function, _)| wanted(function)).map(|(_, weight)| weight).sum();
    let mut rest = random.unit() * total;
    let mut last = None;
    for (function, weight) in functions.iter().filter(|(function, _)| wanted(function)) {
        last = Some(*function);
        if rest < *weight {
            break;
        }
        rest -= weight;
    }
    last
}
