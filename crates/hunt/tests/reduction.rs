//! Reduction over many random cases: what it must never make, looked at in every candidate that is run.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use graphlance_case::Dialect;
use graphlance_case::language::{Cypher, Language};
use graphlance_case::{Case, Claim, Evidence, FailureClass, Lineage, Load, Response, Step, Verdict};
use graphlance_cypher::names::Names;
use graphlance_cypher::{Clause, Statement, parse};
use graphlance_engines::Target;
use graphlance_engines::reference::{ReferenceTarget, Script};
use graphlance_generate::Profile;
use graphlance_generate::adaptation::Adaptation;
use graphlance_graph::graph_compare::same_graph;
use graphlance_graph::{Returns, Table};
use graphlance_hunt::Clock;
use graphlance_hunt::session::{Deadlines, Session};
use graphlance_oracles::{Gqs, Oracle, RoundContext};
use graphlance_reference::Options;
use graphlance_reference::languages;
use graphlance_shrink::{Failure, Limits, OnTarget, Outcome, Reduced, Trial, reduce};

/// The cases of some rounds in a dialect.
fn cases(dialect: &Dialect, seed: u64, rounds: u64, change: impl FnOnce(&mut Profile)) -> Vec<Case> {
    let mut profile = Profile::built_in("quick").expect("a built-in profile");
    change(&mut profile);
    let context = RoundContext::new(seed, dialect.clone(), Arc::new(profile));
    let cases = (0..rounds).flat_map(|round| {
        let mut round = Gqs.round(&RoundContext { round, ..context.clone() });
        (0..3).filter_map(move |_| round.next_case(&Adaptation::default())).collect::<Vec<_>>()
    });
    cases.collect()
}

/// A number that depends on the text alone.
fn chance(text: &str) -> u64 {
    text.bytes().fold(7, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte))) >> 3
}

/// A target that answers nothing to three of four queries, so that reductions take many ways.
struct Forgetful {
    target: ReferenceTarget,
    sent: Arc<Mutex<Sent>>,
}

/// What the target was sent.
#[derive(Default)]
struct Sent {
    texts: Vec<String>,
    /// Whether the last statement was a query: what writes after it begins to load another graph.
    queried: bool,
    /// Whether the graph was loaded by more than CREATE.
    by_script: bool,
}

impl Forgetful {
    /// `by_script`: it is forgetful only where the graph was loaded by more than CREATE.
    fn new(dialect: &Dialect, by_script: bool) -> Forgetful {
        let sent: Arc<Mutex<Sent>> = Arc::default();
        let seen = Arc::clone(&sent);
        let script: Script = Arc::new(move |text, _| {
            let mut sent = seen.lock().unwrap_or_else(PoisonError::into_inner);
            sent.texts.push(text.to_owned());
            // Declarations of tables are no Cypher of ours.
            let Ok(Statement::Query(query)) = parse(text) else { return Some(Response::Table(Table::default())) };
            let clauses = query.first.clauses;
            if !matches!(clauses.last(), Some(Clause::Return(_))) {
                let plain = clauses.iter().all(|clause| matches!(clause, Clause::Create(_)));
                sent.by_script = !plain || sent.by_script && !sent.queried;
                sent.queried = false;
                return None;
            }
            sent.queried = true;
            let forgets = !chance(text).is_multiple_of(4) && (sent.by_script || !by_script);
            forgets.then(|| Response::Table(Table { columns: columns(&clauses), rows: Vec::new() }))
        });
        Forgetful { target: ReferenceTarget::new(dialect.clone(), None).with_script(script), sent }
    }

    /// The texts since the last time.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.sent.lock().unwrap_or_else(PoisonError::into_inner).texts)
    }
}

fn columns(clauses: &[Clause]) -> Vec<graphlance_graph::Name> {
    let mut names = Names::default();
    clauses.iter().for_each(|clause| names.pass(clause));
    names.iter().map(Into::into).collect()
}

/// Looks at every candidate that fails in the same way, before the reduction goes on.
struct Watched<'a, 'b> {
    trial: OnTarget<'a>,
    look: &'b mut dyn FnMut(&Case),
}

impl Trial for Watched<'_, '_> {
    fn try_case(&mut self, candidate: &Case) -> Result<Outcome, graphlance_engines::TargetError> {
        let outcome = self.trial.try_case(candidate)?;
        if let Outcome::Same(failure) | Outcome::Other(failure) = &outcome {
            (self.look)(&failure.case);
        }
        Ok(outcome)
    }

    fn evaluate(
        &self,
        graph: &graphlance_graph::Graph,
        statement: &graphlance_case::Statement,
    ) -> Option<graphlance_graph::Returns> {
        self.trial.evaluate(graph, statement)
    }

    fn after_script(&self, script: &[graphlance_case::Statement]) -> Option<graphlance_graph::Graph> {
        self.trial.after_script(script)
    }

    fn graph_before(&self, case: &Case, step: usize) -> Option<graphlance_graph::Graph> {
        self.trial.graph_before(case, step)
    }
}

/// Reduces a case on a target; none when it does not fail there.
fn reduced(case: &Case, target: &ReferenceTarget, look: &mut dyn FnMut(&Case)) -> Option<Reduced> {
    let target: Arc<dyn Target> = Arc::new(target.clone());
    let mut session =
        Session::open(&target, 0, Deadlines::default(), &Clock::endless(), &languages()).expect("it opens");
    let (responses, verdict) = session.run_case(case).expect("it runs");
    let Verdict::Fail(evidence) = verdict else { return None };
    let failure = Failure { case: case.clone(), evidence, responses };
    let mut trial = Watched { trial: OnTarget::new(&mut session, &failure, &|| false), look };
    let limits = Limits { runs: 400, time: Duration::from_secs(60) };
    Some(reduce(failure, &mut trial, limits).expect("the target stays usable"))
}

/// Whether each node that a loading statement makes has a label, by its text alone: made patterns begin with `(` and a
/// variable that is new, or none.
fn labels_all(text: &str) -> bool {
    let Ok(Statement::Query(query)) = parse(text) else { return true };
    let mut known = BTreeSet::new();
    query.first.clauses.iter().all(|clause| {
        let Clause::Create(patterns) = clause else { return true };
        patterns.iter().all(|pattern| {
            let nodes =
                std::iter::once(&pattern.path.start).chain(pattern.path.segments.iter().map(|segment| match segment {
                    graphlance_cypher::ast::Segment::Hop { node, .. }
                    | graphlance_cypher::ast::Segment::Quantified { node, .. } => node,
                }));
            nodes.into_iter().all(|node| {
                let bound = node.variable.as_ref().is_some_and(|name| !known.insert(name.clone()));
                bound || node.labels.is_some()
            })
        })
    })
}

#[test]
fn typed_tables_keep_a_label_for_each_node_in_every_candidate() {
    let mut looked = 0;
    for engine in ["kuzu", "ladybug", "kuzu-0.4.2"] {
        let dialect = Cypher.dialect(engine).expect("a dialect");
        assert_eq!(dialect.values().node_labels, [1, 1], "{engine}");
        let target = Forgetful::new(&dialect, false);
        for case in cases(&dialect, 7, 8, |_| {}) {
            let mut look = |candidate: &Case| {
                looked += 1;
                assert!(candidate.graph.nodes().all(|node| node.labels.len() == 1), "{:#?}", candidate.graph);
            };
            reduced(&case, &target.target, &mut look);
            for text in target.take() {
                assert!(labels_all(&text), "{engine}: {text}");
            }
        }
    }
    assert!(looked > 500, "{looked}");
}

#[test]
fn a_script_leaves_exactly_the_graph_in_every_candidate() {
    let dialect = Cypher.standard();
    let target = Forgetful::new(&dialect, true);
    let (mut looked, mut shorter) = (0, 0);
    for case in cases(&dialect, 3, 12, |profile| profile.graph.script_load = 1.0) {
        let Load::Script(before) = &case.load else { panic!("a script") };
        let mut look = |candidate: &Case| {
            let Load::Script(script) = &candidate.load else { return };
            looked += 1;
            shorter += usize::from(script.len() < before.len());
            let left = graphlance_case::claim::after_script(script, &Options::default()).expect("a graph");
            let same = same_graph(&candidate.graph, &left, &graphlance_graph::CompareOptions::default());
            same.unwrap_or_else(|error| panic!("{error}\n{script:#?}"));
        };
        reduced(&case, &target.target, &mut look);
    }
    assert!(looked > 50 && shorter > 20, "{looked}, {shorter}");
}

#[test]
fn a_graph_that_was_written_to_is_loaded_anew_for_the_next_case() {
    let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(Cypher.standard(), None));
    let mut session =
        Session::open(&target, 0, Deadlines::default(), &Clock::endless(), &languages()).expect("it opens");
    let case = |text: &str| {
        let claim = Claim::returns(0, Returns::bag(["x".into()], Vec::new()));
        let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
        Case { steps, ..Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default()) }
    };
    let count = case("MATCH (n) RETURN count(n) AS x");
    let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
    let failure = Failure { case: count.clone(), evidence, responses: Vec::new() };
    let mut trial = OnTarget::new(&mut session, &failure, &|| false);
    let mut passes = |case: &Case| {
        let asked = trial.ask(case).expect("it answers").expect("a claim");
        matches!(asked.verdict, Verdict::Pass { .. })
    };
    assert!(passes(&count));
    assert!(passes(&case("CREATE (n) RETURN 1 AS x")));
    assert!(passes(&count), "the node of the case before is there");
}

#[test]
fn a_target_is_asked_nothing_that_it_has_not_unless_the_failure_has_it() {
    let dialect = Cypher.dialect("falkordb").expect("a built-in dialect");
    let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(dialect.clone(), None));
    let case = |text: &str| {
        let claim = Claim::returns(0, Returns::bag(["x".into()], Vec::new()));
        let steps = vec![Step::run(Cypher.parse(text).expect("a statement"))];
        Case { steps, ..Case::new(&dialect, Arc::default(), claim, Lineage::default()) }
    };
    let is_asked = |failed: &str, text: &str| {
        let mut session =
            Session::open(&target, 0, Deadlines::default(), &Clock::endless(), &languages()).expect("it opens");
        let evidence = Evidence { class: FailureClass::WrongRows, step: 0, summary: String::new(), difference: None };
        let failure = Failure { case: case(failed), evidence, responses: Vec::new() };
        OnTarget::new(&mut session, &failure, &|| false).ask(&case(text)).expect("it answers").is_some()
    };
    let (plain, regex) = ("RETURN 'a' CONTAINS 'a' AS x", "RETURN 'a' =~ 'a' AS x");
    assert!(is_asked(plain, plain) && is_asked(regex, regex) && is_asked(regex, plain));
    assert!(!is_asked(plain, regex), "FalkorDB has no regular expressions");
}
