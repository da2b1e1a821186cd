//! What one predicate reads, updates and deletes: a third of what `norec` asks.

use graphlance_case::{Act, Bag, Case, Claim, Related, Relation, Statement, Step};
use graphlance_cypher::ast::*;
use graphlance_cypher::functions::Kind;
use graphlance_cypher::walk::{Part, any};
use graphlance_cypher::{Query, Statement as CypherStatement, build};
use graphlance_generate::Adaptation;
use graphlance_graph::graph_compare::ID;
use graphlance_graph::{Column, Graph, Name, Random};
use graphlance_reference::{Options, evaluate};

use crate::RoundContext;
use crate::base::{base_query, can_be_said};
use crate::ground::{Making, RoundGround, unconstrained};
use crate::partition::with_predicate;
use crate::rewrites::{scopes_of, without_types};

/// Cases on one graph, and attempts at each.
const CASES: u64 = 20;
const ATTEMPTS: u64 = 20;
/// The share of predicates that reach nothing and are asked all the same.
const EMPTY: f64 = 0.05;
/// The stream of randomness that cases take.
const CASE: u64 = 31;
/// The property by which what was updated is known.
const MARK: &str = "marked";

/// A graph, and cases that leave nothing as it is.
pub(super) struct AccessRound {
    oracle: &'static str,
    ground: RoundGround,
    options: Options,
}

impl AccessRound {
    /// The round of an oracle.
    pub(super) fn new(oracle: &'static str, context: &RoundContext) -> AccessRound {
        let mut ground = RoundGround::new(context);
        ground.graph = unconstrained(ground.graph);
        // Never with a planted fault: it must not choose the cases.
        let options = Options { deviations: ground.dialect.deviations.clone(), ..Options::default() };
        AccessRound { oracle, ground, options }
    }

    fn attempt(&self, index: u64, attempt: u64, adaptation: &Adaptation) -> Option<Case> {
        let mut random = self.ground.random(&[CASE, index, attempt]);
        let ground = self.ground.ground();
        let whole = base_query(&mut random, ground, adaptation)?;
        let (query, _) = with_predicate(&whole, ground, &mut random)?;
        let matched = first_match(&query)?;
        let (element, is_relationship) = element_of(&matched, ground.graph, &mut random)?;
        let read = access(&matched, returned(&element));
        let update = access(&matched, marking(&element));
        let delete = access(&matched, deleting(&element, is_relationship));
        if ![&read, &update, &delete].into_iter().all(|query| can_be_said(query, ground, adaptation)) {
            return None;
        }
        let answer = evaluate(&self.ground.graph, &CypherStatement::Query(read.clone()), &self.options).ok()?;
        if answer.returns.rows.is_empty() && !random.chance(EMPTY) {
            return None;
        }
        let run = |query: Query| Step::run(Statement::from(CypherStatement::Query(query)));
        let steps = vec![run(read), run(update), Act::Snapshot.into(), run(delete), Act::Snapshot.into()];
        let marked = Bag::Marked { graph: 2, key: MARK.into() };
        let gone = Bag::Gone { before: 2, after: 4, relationships: is_relationship };
        let relation = Relation::Same(vec![Bag::Rows(0), marked, gone]);
        let claim = Claim::Related(Related { columns: vec![Column::exact(ID)], relation });
        let lineage = self.ground.lineage(self.oracle, index, adaptation.hash());
        Some(self.ground.case(claim, lineage, steps))
    }
}

/// The first clause, where it is a MATCH that finds something or nothing, with nothing in it that would see the mark.
fn first_match(query: &Query) -> Option<Match> {
    let Clause::Match(clause) = query.first.clauses.first()? else { return None };
    let sees_all = |part: &Part<'_>| match part {
        Part::Expression(Expression::Function(call)) => {
            ["keys", "properties"].contains(&call.name.to_ascii_lowercase().as_str())
        }
        Part::Expression(Expression::MapProjection(..)) => true,
        _ => false,
    };
    let first = Part::Clause(query.first.clauses.first()?);
    (!clause.optional && !any(first, &mut |part| sees_all(part))).then(|| clause.clone())
}

/// A node or a relationship that a MATCH binds, and whether it is a relationship.
fn element_of(matched: &Match, graph: &Graph, random: &mut Random) -> Option<(Name, bool)> {
    let alone = Query::from(SingleQuery { clauses: vec![Clause::Match(matched.clone())] });
    let untyped = without_types(graph);
    let scopes = scopes_of(&alone, &untyped);
    let elements: Vec<(Name, bool)> = scopes
        .get(1)?
        .bindings()
        .iter()
        .filter(|binding| matches!(binding.of.kind, Kind::Node | Kind::Relationship))
        .map(|binding| (binding.name.clone(), binding.of.kind == Kind::Relationship))
        .collect();
    random.pick(&elements).cloned()
}

/// What is done with what a MATCH finds.
fn access(matched: &Match, then: Clause) -> Query {
    SingleQuery { clauses: vec![Clause::Match(matched.clone()), then] }.into()
}

/// `RETURN DISTINCT element.id AS id`
fn returned(element: &Name) -> Clause {
    let item = ProjectionItem { expression: build::property(element.clone(), ID), alias: Some(ID.into()) };
    Clause::Return(Projection { distinct: true, items: vec![item], ..Projection::default() })
}

/// `SET element.marked = 1`
fn marking(element: &Name) -> Clause {
    let target = build::variable(element.clone());
    Clause::Set(vec![SetItem::Property { target, key: MARK.into(), value: build::integer(1) }])
}

/// `DETACH DELETE element`
fn deleting(element: &Name, is_relationship: bool) -> Clause {
    let expressions = vec![build::variable(element.clone())];
    Clause::Delete(Delete { detach: !is_relationship, nodetach: false, expressions })
}

impl Making for AccessRound {
    fn ground(&self) -> &RoundGround {
        &self.ground
    }

    fn ground_mut(&mut self) -> &mut RoundGround {
        &mut self.ground
    }

    fn cases(&self) -> u64 {
        CASES
    }

    fn make(&mut self, index: u64, adaptation: &Adaptation) -> Option<Case> {
        (0..ATTEMPTS).find_map(|attempt| self.attempt(index, attempt, adaptation))
    }
}
