//! The expression that stands for a value evaluates to it, also after it was printed and parsed.

use graphlance_cypher::functions::{COMPONENTS, Kind};
use graphlance_cypher::{Dialect, build, parse_expression, print_expression};
use graphlance_graph::random_graph::random_value;
use graphlance_graph::schema::PropertyKind;
use graphlance_graph::value::TemporalKind;
use graphlance_graph::{Graph, Random, Value, ValueDomain};
use graphlance_reference::{Options, evaluate_expression, functions};

/// Values of each kind.
const VALUES: u64 = 2_000;

fn kinds() -> Vec<PropertyKind> {
    use PropertyKind as P;
    let temporal = TemporalKind::ALL.iter().map(|kind| P::Temporal(*kind));
    [P::Boolean, P::Integer, P::Float, P::String, P::List, P::Point].into_iter().chain(temporal).collect()
}

fn values(kind: PropertyKind) -> impl Iterator<Item = Value> {
    (0..VALUES).map(move |seed| random_value(&mut Random::new(seed), kind, 0.3, &ValueDomain::full()))
}

#[test]
fn the_constant_of_a_value_evaluates_to_it() {
    for value in kinds().into_iter().flat_map(values) {
        let constant = build::constant(&value).unwrap_or_else(|| panic!("{value:?} has no constant"));
        let text = print_expression(&constant, &Dialect::standard());
        let parsed = parse_expression(&text).unwrap_or_else(|error| panic!("{error}"));
        for expression in [constant, parsed] {
            let actual = evaluate_expression(&Graph::new(), &expression, &|_| None, &Options::default());
            assert_eq!(actual.as_ref(), Ok(&value), "{text}");
        }
    }
}

#[test]
fn every_component_of_the_table_is_a_part_of_the_values_of_its_kind() {
    for kind in kinds() {
        for component in COMPONENTS.iter().filter(|component| component.of == kind.into()) {
            for value in values(kind) {
                let part = functions::component(&value, component.name, &Options::default());
                let [low, high] = component.range;
                let fits = match (&part, component.kind) {
                    (Ok(Value::Integer(part)), Kind::Integer) => (low..=high).contains(part),
                    (Ok(Value::Float(part)), Kind::Float) => (low as f64..=high as f64).contains(part),
                    _ => false,
                };
                assert!(fits, "{value:?}.{}: {part:?}", component.name);
            }
        }
    }
    assert!(COMPONENTS.iter().all(|component| kinds().iter().any(|kind| component.of == (*kind).into())));
}
