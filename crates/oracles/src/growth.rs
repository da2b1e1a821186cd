//! Statements that make a graph larger without making it another one: what they add looks like what is there.

use graphlance_case::{Case, Statement, Step};
use graphlance_cypher::ast::*;
use graphlance_cypher::build;
use graphlance_generate::Adaptation;
use graphlance_graph::{Name, Node, Properties, Random, Relationship, Value};
use graphlance_reference::Options;

use crate::RoundContext;
use crate::base::can_be_said;
use crate::ground::{Making, RoundGround};
use crate::rewrites::Ground;
use crate::rewriting::{Grouping, RewritingRound};

/// A round of cases of two statements, each made a case on a graph that grows.
pub(crate) struct GrowingRound {
    statements: RewritingRound,
    options: Options,
    cases: u64,
    grown: Growing,
}

/// Makes of a case of two statements one on a graph that grows; none where it cannot. The stream is the growth's own.
pub(crate) type Growing = fn(&GrowingRound, Case, &mut Random, &Adaptation) -> Option<Case>;

impl GrowingRound {
    /// So many cases of statements that `group` makes.
    pub(crate) fn new(
        oracle: &'static str,
        group: impl Grouping,
        context: &RoundContext,
        cases: u64,
        grown: Growing,
    ) -> GrowingRound {
        let statements = RewritingRound::new(oracle, group, context).unconstrained();
        let options = Options { deviations: context.cypher().deviations.clone(), ..Options::default() };
        GrowingRound { statements, options, cases, grown }
    }

    /// A statement that adds to the graph, as [`growth`] makes it, as a step.
    pub(crate) fn growth(&self, random: &mut Random, number: i64, times: i64, adaptation: &Adaptation) -> Option<Step> {
        let query = growth(self.ground().ground(), random, number, times, adaptation)?;
        Some(Step::run(Statement::from(graphlance_cypher::Statement::Query(query))))
    }

    /// Whether what a case claims of rows holds behind its steps that grow the graph, as far as the evaluator can tell, and no
    /// statement has too many.
    pub(crate) fn holds(&self, case: &Case, most_rows: usize) -> bool {
        let few =
            |step: &usize| case.answer(*step, &self.options).is_ok_and(|answer| answer.returns.rows.len() <= most_rows);
        case.claim.steps(case).iter().all(few) && case.claim.restated(case, &self.options).is_ok()
    }
}

impl Making for GrowingRound {
    fn ground(&self) -> &RoundGround {
        self.statements.ground()
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        self.statements.ground_mut()
    }

    fn cases(&self) -> u64 {
        self.cases
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        let case = self.statements.make(index, adaptation)?;
        let mut random = self.ground().random(&[GROWN, index]);
        (self.grown)(self, case, &mut random, adaptation)
    }
}

/// The stream of randomness that the growth of a case takes.
const GROWN: u64 = 6;
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
fn growth(ground: Ground<'_>, random: &mut Random, number: i64, times: i64, adaptation: &Adaptation) -> Option<Query> {
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
