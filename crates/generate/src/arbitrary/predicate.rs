//! Random predicates that raise no error: comparisons of values of any types, and three-valued logic over them.

use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_graph::{Graph, Name, Random};

use super::pattern::Patterns;
use super::reading::ReadingSizes;

/// The variables that a predicate may use.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// Those of nodes.
    pub nodes: Vec<Name>,
    /// Those of single relationships.
    pub relationships: Vec<Name>,
}

/// A random predicate over variables that are in scope, within these sizes: a truth value or null, and no error.
pub fn arbitrary_predicate(
    random: &mut Random,
    graph: &Graph,
    variables: Variables,
    sizes: ReadingSizes,
) -> Expression {
    let mut patterns = Patterns::new(random, graph, sizes);
    patterns.nodes = variables.nodes;
    patterns.relationships = variables.relationships;
    patterns.predicate(sizes.depth)
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
                let count = self.random.below(4).max(usize::from(self.sizes.typed));
                let mut items = self.operands(&[vec![0; count], vec![1]].concat());
                let one = items.pop().unwrap_or_else(build::null);
                build::binary(BinaryOperator::In, one, Expression::List(items))
            }
            5 => self.exists(),
            6 => {
                let operator = [BinaryOperator::StartsWith, BinaryOperator::EndsWith, BinaryOperator::Contains]
                    [self.random.below(3)];
                let [one, other] = self.texts();
                build::binary(operator, one, other)
            }
            _ => {
                let operator = self.comparison();
                let [one, other] = self.pair(1);
                build::compare(operator, one, other)
            }
        }
    }

    fn comparison(&mut self) -> ComparisonOperator {
        use ComparisonOperator::*;
        [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual][self.random.below(6)]
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
