use std::sync::Arc;

use graphlance_case::language::{Cypher, Language};
use graphlance_cypher::Dialect as CypherDialect;
use graphlance_cypher::dialect::{DivisionByZero, RelationshipUniqueness};
use graphlance_engines::Target;
use graphlance_reference::{Fault, languages};

use super::*;
use crate::clock::Clock;
use crate::session::Deadlines;
use graphlance_engines::reference::ReferenceTarget;

/// Probes the reference under the deviations and fault of `target`, as if nothing was known of it.
fn probing(target: &ReferenceTarget) -> Probing {
    let target: Arc<dyn Target> = Arc::new(target.clone());
    let session =
        Session::open(&target, 0, Deadlines::default(), &Clock::endless(), &languages()).expect("the reference");
    let mut session = session.with_dialect(Cypher.standard());
    probe(&mut session, |_, _| {}).expect("the reference takes the graph")
}

#[test]
fn the_reference_agrees_with_itself_and_leaves_little_open() {
    let probing = probing(&ReferenceTarget::new(Cypher.standard(), None));
    let mut open = Vec::new();
    for outcome in &probing.outcomes {
        match &outcome.finding {
            Probed::Agrees => {}
            Probed::Open(why) => open.push(format!("{}: {why}", outcome.probe.id)),
            other => panic!("{}: {other:?}", outcome.probe.id),
        }
    }
    assert!(open.len() <= 8, "{open:#?}");
}

#[test]
fn a_deviation_is_found_out_and_switched_under_suspicion() {
    let mut dialect = CypherDialect::standard();
    dialect.deviations.integer_division_by_zero = DivisionByZero::Null;
    dialect.deviations.relationship_uniqueness = RelationshipUniqueness::Off;
    dialect.deviations.undirected_self_loop_twice = true;
    let learned = probing(&ReferenceTarget::new(dialect.clone().into(), None)).learned(&Cypher.standard());
    let learned = learned.data::<CypherDialect>().expect("a dialect of Cypher");
    let (found, wanted) = (&learned.deviations, &dialect.deviations);
    assert_eq!(found.integer_division_by_zero, wanted.integer_division_by_zero);
    assert_eq!(found.relationship_uniqueness, wanted.relationship_uniqueness);
    assert_eq!(found.undirected_self_loop_twice, wanted.undirected_self_loop_twice);
    assert_eq!(learned.suspected["behaviour 1 / 0"].switch.as_deref(), Some("integer_division_by_zero = null"));
    assert!(found.sources.values().all(|source| source.starts_with("suspected: ")), "{:?}", found.sources);
    assert_eq!(learned.without_suspicions().deviations, CypherDialect::standard().deviations);
}

#[test]
fn a_fault_is_suspected_and_its_feature_avoided() {
    let target = ReferenceTarget::new(Cypher.standard(), Some(Fault::DistinctDropsNulls));
    let learned = probing(&target).learned(&Cypher.standard());
    let suspected = &learned.suspected()["behaviour DISTINCT of nulls"];
    assert_eq!((suspected.expected.as_str(), suspected.actual.as_str()), ("x: null; 1", "x: 1"));
}
