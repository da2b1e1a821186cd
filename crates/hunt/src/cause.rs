//! What alone would make the reference give the engine's wrong answer: one departure from the language, or one of the
//! faults that engines are known for. Two findings of one cause are one bug, whatever their statements look like.

use graphlance_case::{Case, Response};
use graphlance_cypher::dialect::{Deviations, DivisionByZero, Overflow, RelationshipUniqueness};
use graphlance_generate::adaptation::Reliance;
use graphlance_graph::compare::CompareOptions;
use graphlance_graph::table::compare;
use graphlance_reference::{Fault, Options, evaluate};

const REPEATED_RELATIONSHIP: &str = "one MATCH may use a relationship twice";
const SELF_LOOP_TWICE: &str = "an undirected pattern matches a self-loop twice";

/// What further cases should not rely on once a bug of this cause is known: else the bug would hide the next.
pub fn reliance(cause: &str) -> Option<Reliance> {
    match cause {
        REPEATED_RELATIONSHIP => Some(Reliance::RelationshipUniqueness),
        SELF_LOOP_TWICE => Some(Reliance::SelfLoopOnce),
        _ => None,
    }
}

/// Sets one departure.
type Depart = fn(&mut Deviations);

/// Departures to try, with a name for people: "the answer is as if ...".
const DEPARTURES: &[(&str, Depart)] = &[
    (REPEATED_RELATIONSHIP, |deviations| {
        deviations.relationship_uniqueness = RelationshipUniqueness::Off;
    }),
    ("relationships differ only within a variable-length relationship", |deviations| {
        deviations.relationship_uniqueness = RelationshipUniqueness::VariableLengthOnly;
    }),
    (SELF_LOOP_TWICE, |deviations| deviations.undirected_self_loop_twice = true),
    ("integers wrap around on overflow", |deviations| deviations.integer_overflow = Overflow::Wrap),
    ("integers become floats on overflow", |deviations| deviations.integer_overflow = Overflow::Float),
    ("division by zero gives null", |deviations| {
        deviations.integer_division_by_zero = DivisionByZero::Null;
    }),
];

/// Faults to try, with a name for people.
const FAULTS: &[(&str, Fault)] = &[
    ("UNWIND after MATCH yields only its first row", Fault::UnwindFirstRowAfterMatch),
    ("OPTIONAL MATCH loses its row when its WHERE is never true", Fault::OptionalMatchLosesRow),
    ("DISTINCT drops rows that hold a null", Fault::DistinctDropsNulls),
    ("a MATCH of several patterns with a WHERE has no match", Fault::CommaPatternsWithFilterEmpty),
    ("only the first of several labels is checked", Fault::SecondLabelIgnored),
    ("parallel relationships of one type count once", Fault::ParallelRelationshipsCollapsed),
    ("LIMIT is applied before ORDER BY", Fault::LimitBeforeSort),
    ("integers are compared by their difference, which wraps around", Fault::IntegersComparedByDifference),
    ("a list drops its nulls", Fault::NullsVanishFromLists),
];

/// The names of all causes.
pub fn causes() -> impl Iterator<Item = &'static str> {
    DEPARTURES.iter().map(|(name, _)| *name).chain(FAULTS.iter().map(|(name, _)| *name))
}

/// The one departure that explains a wrong table; none when no departure does, or when the claim is of another kind.
pub fn cause(case: &Case, responses: &[Response], options: &Options) -> Option<&'static str> {
    let (step, returns) = case.claim.table()?;
    let Some(Response::Table(actual)) = responses.get(step) else { return None };
    let statement = case.statement(step)?;
    let comparison = CompareOptions { float_digits: options.deviations.float_digits, ..CompareOptions::default() };
    if step > 0 || compare(returns, actual, &comparison).is_ok() {
        return None;
    }
    let explains = |options: &Options| {
        evaluate(&case.graph, statement, options)
            .is_ok_and(|answer| compare(&answer.returns, actual, &comparison).is_ok())
    };
    let departures = DEPARTURES.iter().map(|(name, depart)| {
        let mut options = options.clone();
        depart(&mut options.deviations);
        (*name, options)
    });
    let faults = FAULTS.iter().map(|(name, fault)| (*name, Options { fault: Some(*fault), ..options.clone() }));
    departures.chain(faults).find(|(_, options)| explains(options)).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::{Claim, Lineage, Load, Step, case::CASE_VERSION};
    use graphlance_cypher::parse;
    use graphlance_graph::{Graph, Properties, Returns, Table, Value};

    use super::*;

    /// One node with a self-loop; `returned` rows of 1 instead of `expected`.
    fn check(text: &str, expected: usize, returned: usize, cause_wanted: Option<&str>) {
        let mut graph = Graph::new();
        let node = graph.add_node([], Properties::new());
        graph.add_relationship(node, "T".into(), node, Properties::new()).unwrap();
        let rows = |count| vec![vec![Value::Integer(1)]; count];
        let case = Case {
            version: CASE_VERSION,
            dialect: "opencypher9".into(),
            graph: Arc::new(graph),
            load: Load::Create,
            plan: Vec::new(),
            steps: vec![Step::Run(parse(text).unwrap())],
            claim: Claim::returns(0, Returns::bag(["x".into()], rows(expected))),
            lineage: Lineage::default(),
        };
        let table = Table { columns: vec!["x".into()], rows: rows(returned) };
        assert_eq!(cause(&case, &[Response::Table(table)], &Options::default()), cause_wanted, "{text}");
    }

    #[test]
    fn a_wrong_answer_is_named_by_the_departure_that_explains_it() {
        check("MATCH ()-->()-->() RETURN 1 AS x", 0, 1, Some("one MATCH may use a relationship twice"));
        check("MATCH ()--() RETURN 1 AS x", 1, 2, Some("an undirected pattern matches a self-loop twice"));
        check(
            "MATCH (n) OPTIONAL MATCH (n)-->(m) WHERE false RETURN 1 AS x",
            1,
            0,
            Some("OPTIONAL MATCH loses its row when its WHERE is never true"),
        );
    }

    #[test]
    fn a_right_answer_and_an_unexplained_one_have_no_cause() {
        check("MATCH ()-->() RETURN 1 AS x", 1, 1, None);
        check("MATCH ()-->() RETURN 1 AS x", 1, 7, None);
    }
}
