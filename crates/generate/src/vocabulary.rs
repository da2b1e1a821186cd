//! What may be said: the dialect's features and functions under the weights of an adaptation state.

use std::collections::BTreeMap;

use graphlance_cypher::functions::{Filling, Function, Kind, Scalar, TABLE};
use graphlance_cypher::{Dialect, Feature};
use graphlance_graph::Random;

use crate::Adaptation;
use crate::adaptation::Reliance;

/// Features and functions with their weights, prepared for drawing.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    features: Vec<f64>,
    scalars: Vec<(&'static Function, f64)>,
    /// The scalar functions by what they may give; where nothing is named, those that may give anything.
    by_result: BTreeMap<Kind, Vec<(&'static Function, f64)>>,
    aggregates: Vec<(&'static Function, f64)>,
    /// Whether a row of the table may be called.
    usable: Vec<bool>,
    templates: Templates,
    reliances: Vec<Reliance>,
}

impl Vocabulary {
    /// What `dialect` can say under `adaptation`.
    pub fn new(dialect: &Dialect, adaptation: &Adaptation) -> Vocabulary {
        let weight = |feature: &Feature| if dialect.has(*feature) { adaptation.weight(feature.name()) } else { 0.0 };
        let usable: Vec<_> = TABLE
            .iter()
            .filter(|function| function.is_made() && dialect.has_function(function.name))
            .map(|function| (function, adaptation.function_weight(function.name)))
            .filter(|(_, weight)| *weight > 0.0)
            .collect();
        let may_be_called = |function: &Function| usable.iter().any(|(known, _)| known.callee == function.callee);
        let callable = TABLE.iter().map(may_be_called).collect();
        let (aggregates, scalars): (Vec<_>, Vec<_>) =
            usable.into_iter().partition(|(function, _)| function.is_aggregate());
        let right = |reliance: &Reliance| reliance.holds(&dialect.deviations) && !adaptation.avoided.contains(reliance);
        Vocabulary {
            features: Feature::ALL.iter().map(weight).collect(),
            by_result: by_result(&scalars),
            scalars,
            aggregates,
            usable: callable,
            templates: templates(),
            reliances: Reliance::ALL.iter().copied().filter(right).collect(),
        }
    }

    /// Whether a case may rely on a target doing this right.
    pub fn relies_on(&self, reliance: Reliance) -> bool {
        self.reliances.contains(&reliance)
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
    pub fn has_function(&self, scalar: Scalar) -> bool {
        self.usable.get(scalar as usize).copied().unwrap_or(false)
    }

    /// The templates around a property access of a kind, in the order of their places: those whose other parameters
    /// are to be filled, or those that have none. Whether they may be used is not said here.
    pub fn templates(&self, around: Kind, filled: bool) -> &[&'static Function] {
        self.templates.get(&(around, filled)).map_or(&[], Vec::as_slice)
    }

    /// A scalar function whose result may be of `kind`.
    pub fn scalar(&self, random: &mut Random, kind: Kind) -> Option<&'static Function> {
        let candidates = self.by_result.get(&kind).or_else(|| self.by_result.get(&Kind::Any));
        draw(candidates.map_or(&[], Vec::as_slice), random, |_| true)
    }

    /// The scalar functions that may be used, in the order of the table.
    pub fn scalars(&self) -> impl Iterator<Item = &'static Function> + '_ {
        self.scalars.iter().map(|(function, _)| *function)
    }

    /// An aggregate of those wanted.
    pub fn aggregate(&self, random: &mut Random, wanted: impl Fn(&Function) -> bool) -> Option<&'static Function> {
        draw(&self.aggregates, random, wanted)
    }

    fn weight(&self, feature: Feature) -> f64 {
        self.features.get(feature as usize).copied().unwrap_or(0.0)
    }
}

/// Functions by the kinds that their results may be of.
fn by_result(scalars: &[(&'static Function, f64)]) -> BTreeMap<Kind, Vec<(&'static Function, f64)>> {
    let gives = |function: &Function, kind: Kind| match function.result {
        Kind::Any => true,
        Kind::Number => matches!(kind, Kind::Integer | Kind::Float),
        result => result == kind,
    };
    let named = scalars.iter().map(|(function, _)| function.result).filter(|kind| *kind != Kind::Number);
    let kinds = named.chain([Kind::Integer, Kind::Float, Kind::Any]);
    let giving = |kind| scalars.iter().copied().filter(|(function, _)| gives(function, kind)).collect();
    kinds.map(|kind| (kind, giving(kind))).collect()
}

/// The functions that are put around an access of a kind, with and without filling.
type Templates = BTreeMap<(Kind, bool), Vec<&'static Function>>;

fn templates() -> Templates {
    let rows = TABLE.iter().flat_map(|function| function.around.iter().map(move |around| (function, around)));
    let mut placed: Vec<_> = rows.collect();
    placed.sort_by_key(|(_, (_, place))| *place);
    let mut templates = Templates::new();
    for (function, (kind, _)) in placed {
        templates.entry((*kind, function.filling != Filling::None)).or_default().push(function);
    }
    templates
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_a_target_refused_is_called_no_more() {
        // Statements are measured in lower case.
        let refused = Adaptation { functions_switched_off: ["toupper".into()].into(), ..Adaptation::default() };
        let check = |adaptation: &Adaptation, expected: bool| {
            let vocabulary = Vocabulary::new(&Dialect::standard(), adaptation);
            assert_eq!(vocabulary.has_function(Scalar::ToUpper), expected);
        };
        check(&Adaptation::default(), true);
        check(&refused, false);
        let rarer = Adaptation { function_weights: [("toupper".into(), 0.25)].into(), ..Adaptation::default() };
        assert_eq!(rarer.function_weight("toUpper"), 0.25);
    }

    #[test]
    fn every_kind_of_access_has_templates() {
        let vocabulary = Vocabulary::new(&Dialect::standard(), &Adaptation::default());
        for kind in [Kind::Boolean, Kind::Integer, Kind::Float, Kind::String, Kind::List] {
            assert!(vocabulary.templates(kind, false).len() >= 4, "{kind:?}");
        }
        assert_eq!(vocabulary.templates(Kind::String, true).len(), 5);
        assert!(vocabulary.templates(Kind::Node, false).is_empty());
    }
}
