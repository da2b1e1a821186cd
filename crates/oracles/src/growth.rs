//! Statements that make a graph larger without making it another one: what they add looks like what is there.

use graphlance_case::{Case, Evaluator, Statement, Step};
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_generate::Adaptation;
use graphlance_graph::{Name, Node, Properties, Random, Relationship, Value};

use crate::base::can_be_said;
use crate::rewrites::Ground;

/// The variable that counts.
const COUNTER: &str = "i";
/// Relationships whose like is added, at most.
const MOST_PATTERNS: usize = 3;
/// Identities of what one statement adds begin so far from those of another.
const APART: i64 = 1_000_000;
/// Some values come again so often.
const OFTEN: i64 = 7;

/// A statement that adds the like of some relationships with their nodes, each so many times; the nodes alone where there are no
/// relationships. `number` tells such statements of one case apart. None where the dialect cannot say it.
pub(crate) fn growth(
    ground: Ground<'_>,
    random: &mut Random,
    number: i64,
    times: i64,
    adaptation: &Adaptation,
) -> Option<Query> {
    let relationships: Vec<_> = ground.graph.relationships().collect();
    let nodes: Vec<_> = ground.graph.nodes().collect();
    let patterns = random.between(1, MOST_PATTERNS);
    let mut paths: Vec<PathPattern> = Vec::new();
    for place in 0..patterns {
        let start = APART * (number * MOST_PATTERNS as i64 + place as i64 + 1);
        // What one pattern adds has identities of its own.
        let mut like = Like { random, offset: start, step: APART / 4 };
        paths.push(match (like.random.pick(&relationships), like.random.pick(&nodes)) {
            (Some(one), _) => {
                let (from, to) = (ground.graph.node(one.start)?, ground.graph.node(one.end)?);
                let (start, relationship, node) = (like.node(from)?, like.relationship(one)?, like.node(to)?);
                PathPattern { start, segments: vec![Segment::Hop { relationship, node }] }
            }
            (None, Some(one)) => PathPattern { start: like.node(one)?, segments: Vec::new() },
            (None, None) => return None,
        });
    }
    let list = build::call("range", vec![build::integer(1), build::integer(times)]);
    let unwind = Clause::Unwind(Unwind { list, variable: COUNTER.into() });
    let create = Clause::Create(paths.into_iter().map(Pattern::from).collect());
    let query = Query::from(SingleQuery { clauses: vec![unwind, create] });
    can_be_said(&query, ground, adaptation).then_some(query)
}

/// Whether two statements have the same rows, or the first's among the second's, on the graph that some steps leave, as far as the
/// evaluator can tell, and not too many of them.
pub(crate) fn holds_behind(case: &Case, most_rows: usize, evaluator: &dyn Evaluator) -> bool {
    let few = |step: &usize| case.answer(*step, evaluator).is_ok_and(|answer| answer.returns.rows.len() <= most_rows);
    case.claim.steps(case).iter().all(few) && case.claim.restated(case, evaluator).is_ok()
}

/// The step of a query.
pub(crate) fn step(query: Query) -> Step {
    Step::run(Statement::from(graphlance_cypher::Statement::Query(query)))
}

/// Makes elements like others.
struct Like<'a> {
    random: &'a mut Random,
    offset: i64,
    step: i64,
}

impl Like<'_> {
    fn node(&mut self, node: &Node) -> Option<NodePattern> {
        let properties = self.properties(&node.properties)?;
        Some(NodePattern { properties, ..NodePattern::default() }.with_labels(node.labels.iter().cloned()))
    }

    fn relationship(&mut self, relationship: &Relationship) -> Option<RelationshipPattern> {
        let properties = self.properties(&relationship.properties)?;
        let types = LabelExpression::any_of([relationship.kind.clone()]);
        Some(RelationshipPattern { types, properties, ..RelationshipPattern::default() })
    }

    fn properties(&mut self, properties: &Properties) -> Option<Option<Expression>> {
        self.offset += self.step;
        let mut map = Vec::new();
        for (key, value) in properties.iter() {
            map.push((key.clone(), self.value(key, value)?));
        }
        Some((!map.is_empty()).then_some(Expression::Map(map)))
    }

    /// A value of the same type: an identity of its own, else the same, one that comes again, or one for each element.
    fn value(&mut self, key: &Name, value: &Value) -> Option<Expression> {
        let counter = || build::variable(COUNTER);
        let kind = self.random.below(3);
        match (value, kind) {
            (Value::Integer(_), _) if key == "id" => {
                Some(build::binary(BinaryOperator::Add, counter(), build::integer(self.offset)))
            }
            (Value::Integer(_), 0) => Some(counter()),
            (Value::Integer(_), 1) => Some(build::binary(BinaryOperator::Modulo, counter(), build::integer(OFTEN))),
            (Value::String(_), 0) => Some(build::call("toString", vec![counter()])),
            _ => build::constant(value),
        }
    }
}
