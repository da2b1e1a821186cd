//! What relations between traversals ask for, as parts of their texts.

use graphlance_generate::traversal::{traversal, vertex_filter};
use graphlance_graph::{Properties, Value};
use graphlance_gremlin::facts::facts_of;
use graphlance_gremlin::table::Kind;
use graphlance_gremlin::{Argument, Scalar, Statement, Step, StepName, print};

use super::Walking;
use crate::relations::Types;

/// The chance that only vertices of one label go in.
const LABELLED: f64 = 0.4;
/// The chance that a filter is asked of what a random traversal gives, and not of all vertices.
const DRAWN: f64 = 0.4;

impl Walking<'_> {
    /// `g.V().has("id", 3L)`
    pub(super) fn at(id: i64) -> String {
        format!("g.V().{}", Walking::is(id))
    }

    /// `has("id", 3L)`
    pub(super) fn is(id: i64) -> String {
        format!("has(\"id\", {id}L)")
    }

    /// A step along edges: `out("T0")`, or the same by way of the edges.
    pub(super) fn forth(&mut self, types: &Types) -> String {
        let types = listed(types);
        match self.random.chance(0.5) {
            true => format!("out({types})"),
            false => format!("outE({types}).inV()"),
        }
    }

    /// A step against them.
    pub(super) fn back(&mut self, types: &Types) -> String {
        let types = listed(types);
        match self.random.chance(0.5) {
            true => format!("in({types})"),
            false => format!("inE({types}).outV()"),
        }
    }

    /// `.hasLabel("L0")` or nothing.
    pub(super) fn labelled(&mut self) -> String {
        let label = if self.random.chance(LABELLED) { self.random.pick(&self.graph.schema.labels) } else { None };
        label.map(|label| format!(".hasLabel({})", quoted(label))).unwrap_or_default()
    }

    /// A filter of vertices, without the point in front of it.
    pub(super) fn filter(&mut self) -> Option<String> {
        self.filter_of(false)
    }

    /// One that looks at the label and the properties of a vertex alone.
    pub(super) fn own_filter(&mut self) -> Option<String> {
        self.filter_of(true)
    }

    fn filter_of(&mut self, own: bool) -> Option<String> {
        let world = self.dialect.world.as_ref()?;
        Some(text_of(vec![vertex_filter(self.random, &self.dialect.config, world, own)?]))
    }

    /// A traversal out of which vertices come: all of them, those of a label, or those of a random one.
    pub(super) fn vertices(&mut self) -> Option<String> {
        if !self.random.chance(DRAWN) {
            return Some(format!("g.V(){}", self.labelled()));
        }
        let world = self.dialect.world.as_ref()?;
        let drawn = traversal(self.random, &self.dialect.config, world)?.statement;
        let vertices = facts_of(&drawn).last().is_some_and(|last| last.kind == Kind::Vertex);
        (vertices && drawn.source.is_empty()).then(|| print(&drawn))
    }

    /// A condition on a property of elements, of which some meet it: `has("k0", P.gte(3L))`.
    pub(super) fn condition(&mut self, of: &[&Properties]) -> Option<String> {
        let (key, value) = self.integer_of(of)?;
        let test = *self.random.pick(&["eq", "lte", "gte", "neq"])?;
        Some(format!("has({}, P.{test}({value}L))", quoted(&key)))
    }
}

/// The labels of edges that are gone along: `"T0", "T1"`.
pub(super) fn listed(types: &Types) -> String {
    types.0.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

/// A string as a literal.
pub(super) fn quoted(text: &str) -> String {
    literal(Argument::string(text))
}

/// A value of a property as a literal; none where nobody could write it.
pub(super) fn written(value: &Value) -> Option<String> {
    let scalar = match value {
        Value::Integer(value) => Scalar::Long(*value),
        Value::String(text) => Scalar::string(text.as_str()),
        Value::Boolean(value) => Scalar::Boolean(*value),
        _ => return None,
    };
    Some(literal(Argument::Scalar(scalar)))
}

fn literal(argument: Argument) -> String {
    let text = text_of(vec![Step::new(StepName::Constant, vec![argument])]);
    text.strip_prefix("constant(").and_then(|text| text.strip_suffix(')')).unwrap_or_default().to_owned()
}

/// Steps without the source in front of them.
fn text_of(steps: Vec<Step>) -> String {
    let text = print(&Statement::new(steps));
    text.strip_prefix("g.").unwrap_or(&text).to_owned()
}
