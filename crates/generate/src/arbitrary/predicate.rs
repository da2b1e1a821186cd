//! Random predicates that raise no error: comparisons of values of any types, and three-valued logic over them.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_cypher::functions::Scalar;
use graphlance_graph::{Graph, Name, Random};

use super::pattern::Patterns;
use super::reading::ReadingSizes;

/// A random predicate over variables of nodes and relationships that are in scope: a truth value or null, and no error.
pub fn arbitrary_predicate(
    random: &mut Random,
    graph: &Graph,
    nodes: Vec<Name>,
    relationships: Vec<Name>,
    depth: usize,
) -> Expression {
    let mut patterns = Patterns::new(random, graph, ReadingSizes::default());
    patterns.nodes = nodes;
    patterns.relationships = relationships;
    patterns.predicate(depth)
}

impl Patterns<'_> {
    /// A truth value or null.
    pub fn predicate(&mut self, depth: usize) -> Expression {
        if depth > 0 && self.random.chance(0.6) {
            let left = self.predicate(depth - 1);
            return match self.random.below(6) {
                0 => build::not(left),
                1 => Expression::Unary(UnaryOperator::IsNull, Box::new(left)),
                2 => build::binary(BinaryOperator::Xor, left, self.predicate(depth - 1)),
                3 => build::binary(BinaryOperator::Or, left, self.predicate(depth - 1)),
                _ => build::binary(BinaryOperator::And, left, self.predicate(depth - 1)),
            };
        }
        match self.random.below(12) {
            0 => build::boolean(self.random.chance(0.5)),
            1 => build::null(),
            2 => Expression::Unary(UnaryOperator::IsNotNull, Box::new(self.operand(1))),
            3 => match (self.random.pick(&self.nodes).cloned(), self.label()) {
                (Some(node), Some(label)) => Expression::HasLabels(Box::new(build::variable(node)), label),
                _ => build::boolean(true),
            },
            4 => {
                let items = (0..self.random.below(4)).map(|_| self.operand(0)).collect();
                build::binary(BinaryOperator::In, self.operand(1), Expression::List(items))
            }
            5 => self.exists(),
            6 => {
                let operator = [BinaryOperator::StartsWith, BinaryOperator::EndsWith, BinaryOperator::Contains]
                    [self.random.below(3)];
                build::binary(operator, self.operand(0), self.operand(0))
            }
            _ => build::compare(self.comparison(), self.operand(1), self.operand(1)),
        }
    }

    fn comparison(&mut self) -> ComparisonOperator {
        use ComparisonOperator::*;
        [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual][self.random.below(6)]
    }

    /// A value of any type, or null.
    pub fn operand(&mut self, depth: usize) -> Expression {
        if depth > 0 && self.random.chance(0.3) {
            let other = self.operand(depth - 1);
            return match self.random.below(3) {
                0 => build::call(Scalar::Coalesce.name(), vec![self.operand(depth - 1), other]),
                1 => Expression::Index(
                    Box::new(Expression::List(vec![other, self.operand(depth - 1)])),
                    Box::new(build::integer(self.random.integer(-1, 2))),
                ),
                _ => Expression::Case(Box::new(CaseExpression {
                    operand: None,
                    branches: vec![(self.predicate(0), self.operand(depth - 1))],
                    otherwise: self.random.chance(0.5).then_some(other),
                })),
            };
        }
        let element = if self.random.chance(0.6) { &self.nodes } else { &self.relationships };
        let element = self.random.pick(element).cloned();
        match (element, self.key()) {
            (Some(element), Some(key)) if self.random.chance(0.75) => build::property(element, key),
            _ => build::constant(&self.value()).unwrap_or_else(build::null),
        }
    }

    /// `EXISTS { (n)-[..]-(..) WHERE .. }` around a node in scope.
    fn exists(&mut self) -> Expression {
        let Some(node) = self.random.pick(&self.nodes).cloned() else { return build::boolean(false) };
        let (far, relationship): (Name, Name) = (self.fresh('m'), self.fresh('s'));
        let direction = [Direction::Right, Direction::Left, Direction::Either][self.random.below(3)];
        let end = |variable| NodePattern { variable: Some(variable), ..NodePattern::default() };
        let relationship = RelationshipPattern {
            variable: Some(relationship),
            types: None,
            length: None,
            properties: None,
            predicate: None,
            direction,
        };
        let segments = vec![Segment::Hop { relationship, node: end(far) }];
        let pattern = Pattern::from(PathPattern { start: end(node), segments });
        Expression::Exists(Box::new(Subquery::Pattern { patterns: vec![pattern], predicate: None }))
    }
}
