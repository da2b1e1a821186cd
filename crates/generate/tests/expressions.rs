//! Generated expressions have the value the generator says, and raise no error on any element of the graph.

use graphlance_cypher::functions::Kind;
use graphlance_cypher::{Dialect, Expression};
use graphlance_generate::expression::{
    Distinguish, Expressions, GraphShapes, Known, Leaf, Shape, equal_to, false_or_null_predicate, nested_access,
    true_predicate,
};
use graphlance_generate::{Adaptation, Vocabulary};
use graphlance_graph::random_graph::random_graph;
use graphlance_graph::{Graph, GraphSizes, Random, Value};
use graphlance_reference::{Failure, Options, evaluate_expression, relations};

struct Fixture {
    graph: Graph,
    shapes: GraphShapes,
    leaves: Vec<Leaf>,
    vocabulary: Vocabulary,
    options: Options,
}

impl Fixture {
    fn new(seed: u64) -> Fixture {
        let dialect = Dialect::standard();
        let sizes = GraphSizes { nodes: [3, 8], relationships: [4, 20], ..GraphSizes::default() };
        let graph = random_graph(&mut Random::new(seed), &sizes, &dialect.values, &dialect.index_support());
        let node = graph.nodes().next().cloned().expect("three nodes at least");
        let relationship = graph.relationships().next().cloned().expect("four relationships at least");
        let leaves = vec![
            Leaf::new("n".into(), Value::Node(node), Shape::Node),
            Leaf::new("r".into(), Value::Relationship(relationship), Shape::Relationship),
            Leaf::new("a".into(), Value::Integer(7), Shape::Integer(0, 50)),
        ];
        Fixture {
            shapes: GraphShapes::of(&graph),
            vocabulary: Vocabulary::new(&dialect, &Adaptation::default()),
            options: Options::default(),
            graph,
            leaves,
        }
    }

    fn make<T>(&self, seed: u64, make: impl FnOnce(&mut Expressions<'_>) -> T) -> T {
        let (mut random, mut locals) = (Random::new(seed), 0);
        make(&mut Expressions {
            random: &mut random,
            graph: &self.graph,
            shapes: &self.shapes,
            vocabulary: &self.vocabulary,
            options: &self.options,
            leaves: &self.leaves,
            locals: &mut locals,
            fuel: 40,
        })
    }

    fn value(&self, expression: &Expression, bindings: &dyn Fn(&str) -> Option<Value>) -> Result<Value, Failure> {
        evaluate_expression(&self.graph, expression, bindings, &self.options)
    }

    fn planned(&self, name: &str) -> Option<Value> {
        self.leaves.iter().find(|leaf| leaf.name == name).map(|leaf| leaf.value.clone())
    }

    /// The expression has its value on the planned elements, and some value on all others.
    fn check(&self, known: &Known, what: &str) {
        let planned = self.value(&known.expression, &|name| self.planned(name));
        assert_eq!(planned.as_ref(), Ok(&known.value), "{what}: {:?}", known.expression);
        self.check_total(&known.expression, &[]);
    }

    /// No error on any element, whatever variable it is bound to.
    fn check_total(&self, expression: &Expression, elements: &[&str]) {
        for node in self.graph.nodes() {
            for relationship in self.graph.relationships().take(6) {
                let bound = |name: &str| match name {
                    "n" => Some(Value::Node(node.clone())),
                    "r" => Some(Value::Relationship(relationship.clone())),
                    name if elements.contains(&name) => Some(Value::Node(node.clone())),
                    name => self.planned(name),
                };
                let value = self.value(expression, &bound);
                assert!(value.is_ok(), "{value:?} of {expression:?} on node {node:?}, relationship {relationship:?}");
            }
        }
    }
}

const KINDS: [Kind; 5] = [Kind::Integer, Kind::Float, Kind::String, Kind::Boolean, Kind::List];

#[test]
fn known_expressions_have_their_value_and_are_total() {
    for graph in 0..25 {
        let fixture = Fixture::new(graph);
        for seed in 0..400 {
            let kind = KINDS[seed as usize % KINDS.len()];
            let known = fixture.make(seed, |expressions| expressions.known(kind, 4));
            fixture.check(&known, "known");
        }
    }
}

#[test]
fn constrained_expressions_have_the_value_asked_for() {
    for graph in 0..25 {
        let fixture = Fixture::new(graph);
        let values = [
            Value::Integer(4),
            Value::Integer(-17),
            Value::from("abcdef"),
            Value::from(""),
            Value::Boolean(false),
            Value::Float(2.5),
        ];
        for seed in 0..300 {
            let value = &values[seed as usize % values.len()];
            let known = fixture.make(seed, |expressions| equal_to(expressions, value, 4));
            assert_eq!(&known.value, value);
            fixture.check(&known, "constrained");
        }
    }
}

#[test]
fn predicates_are_as_true_as_they_say() {
    for graph in 0..25 {
        let fixture = Fixture::new(graph);
        for seed in 0..300 {
            let known = fixture.make(seed, |expressions| true_predicate(expressions, 4));
            assert_eq!(known.value, Value::Boolean(true), "{:?}", known.expression);
            fixture.check(&known, "true predicate");
            let known = fixture.make(seed, |expressions| false_or_null_predicate(expressions, 4));
            assert_ne!(known.value, Value::Boolean(true));
            fixture.check(&known, "false predicate");
        }
    }
}

#[test]
fn nested_accesses_hold_for_the_wanted_element_alone_at_every_depth() {
    let mut depths = [0; 9];
    for graph in 0..40 {
        let fixture = Fixture::new(graph);
        let nodes: Vec<_> = fixture.graph.nodes().cloned().collect();
        for seed in 0..200 {
            let wanted = &nodes[seed as usize % nodes.len()];
            let Some((key, value)) = wanted.properties.iter().nth(seed as usize % wanted.properties.len().max(1))
            else {
                continue;
            };
            let shape = fixture.shapes.node(key);
            let others: Vec<_> = nodes.iter().filter(|node| node.key != wanted.key).collect();
            let rejected: Vec<Value> =
                others.iter().map(|node| node.properties.get(key).cloned().unwrap_or(Value::Null)).collect();
            let told = !rejected.iter().any(|other| relations::equal(value, other) == Some(true));
            if !told || matches!(shape, Shape::Any | Shape::List { .. }) {
                continue;
            }
            let access = graphlance_cypher::build::property("x", key.clone());
            let start = Distinguish { access, wanted: value.clone(), rejected, shape };
            let depth = 1 + seed as usize % 8;
            let (predicate, accepted) = fixture.make(seed, |expressions| nested_access(expressions, start, depth));
            depths[accepted] += 1;
            for node in &nodes {
                let bound =
                    |name: &str| if name == "x" { Some(Value::Node(node.clone())) } else { fixture.planned(name) };
                let holds = fixture.value(&predicate, &bound) == Ok(Value::Boolean(true));
                assert_eq!(holds, node.key == wanted.key, "{predicate:?} on {node:?}");
            }
            fixture.check_total(&predicate, &["x"]);
        }
    }
    assert!(depths[1..].iter().all(|count| *count > 10), "{depths:?}");
}
