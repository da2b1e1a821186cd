//! Random values to compare: of any types, or, where tables are typed, of one.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Scalar;
use graphlance_graph::Value;
use graphlance_graph::schema::PropertyKind;

use super::pattern::Patterns;

/// Kinds of which two values can be compared on every engine.
const COMPARABLE: [PropertyKind; 4] =
    [PropertyKind::Boolean, PropertyKind::Integer, PropertyKind::Float, PropertyKind::String];

impl Patterns<'_> {
    /// A value, or null.
    pub fn operand(&mut self, depth: usize) -> Expression {
        let kind = self.kind();
        self.operand_of(kind, depth)
    }

    /// Two values that may be compared.
    pub fn pair(&mut self, depth: usize) -> [Expression; 2] {
        let kind = self.kind();
        [self.operand_of(kind, depth), self.operand_of(kind, depth)]
    }

    /// Values that may stand in one list, of these depths at most.
    pub fn operands(&mut self, depths: &[usize]) -> Vec<Expression> {
        let kind = self.kind();
        depths.iter().map(|depth| self.operand_of(kind, *depth)).collect()
    }

    /// Two values of which one may be asked whether it begins with the other.
    pub fn texts(&mut self) -> [Expression; 2] {
        let kind = self.sizes.typed.then_some(PropertyKind::String);
        [self.operand_of(kind, 0), self.operand_of(kind, 0)]
    }

    /// The one kind of values that may meet; none where any may.
    pub fn kind(&mut self) -> Option<PropertyKind> {
        if !self.sizes.typed {
            return None;
        }
        let keys = self.graph.schema.keys.iter().map(|key| key.kind);
        let stored: Vec<PropertyKind> = keys.filter(|kind| COMPARABLE.contains(kind)).collect();
        Some(self.random.pick(&stored).copied().unwrap_or(PropertyKind::Integer))
    }

    /// A value of a kind, or of any, or null.
    fn operand_of(&mut self, kind: Option<PropertyKind>, depth: usize) -> Expression {
        if depth > 0 && self.random.chance(0.3) {
            let other = self.operand_of(kind, depth - 1);
            return match self.random.below(3) {
                0 => build::call(Scalar::Coalesce.name(), vec![self.operand_of(kind, depth - 1), other]),
                1 => Expression::Index(
                    Box::new(Expression::List(vec![other, self.operand_of(kind, depth - 1)])),
                    Box::new(build::integer(self.random.integer(-1, 2))),
                ),
                _ => Expression::Case(Box::new(CaseExpression {
                    operand: None,
                    branches: vec![(self.predicate(0), self.operand_of(kind, depth - 1))],
                    otherwise: self.random.chance(0.5).then_some(other),
                })),
            };
        }
        let element = if self.random.chance(0.6) { &self.nodes } else { &self.relationships };
        let element = self.random.pick(element).cloned();
        match (element, self.key(kind)) {
            (Some(element), Some(key)) if self.random.chance(0.75) => build::property(element, key),
            _ => build::constant(&self.value(kind)).unwrap_or_else(build::null),
        }
    }

    /// A value that some element has, or a small one; of a kind, or of any.
    pub fn value(&mut self, kind: Option<PropertyKind>) -> Value {
        let nodes = self.graph.node_count();
        let node = self.graph.nodes().nth(self.random.below(nodes.max(1)));
        let fits = |value: &&Value| kind.is_none_or(|kind| is_of(value, kind));
        let properties: Vec<Value> =
            node.map(|node| node.properties.values().filter(fits).cloned().collect()).unwrap_or_default();
        match self.random.pick(&properties) {
            Some(value) if build::constant(value).is_some() && self.random.chance(0.8) => value.clone(),
            _ => self.small(kind),
        }
    }

    fn small(&mut self, kind: Option<PropertyKind>) -> Value {
        let number = self.random.integer(-3, 5);
        match kind {
            Some(PropertyKind::Boolean) => Value::Boolean(number > 0),
            Some(PropertyKind::Float) => Value::Float(number as f64 / 2.0),
            Some(PropertyKind::String) => Value::string(["", "a", "b", "ab"][number.unsigned_abs() as usize % 4]),
            _ => Value::Integer(number),
        }
    }
}

fn is_of(value: &Value, kind: PropertyKind) -> bool {
    matches!(
        (value, kind),
        (Value::Boolean(_), PropertyKind::Boolean)
            | (Value::Integer(_), PropertyKind::Integer)
            | (Value::Float(_), PropertyKind::Float)
            | (Value::String(_), PropertyKind::String)
    )
}
