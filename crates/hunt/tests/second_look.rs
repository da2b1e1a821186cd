//! A bug of which nothing explained the answers to all variants has a cause once the causes of others are known.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Case, Claim, Dialect, Lineage, Load, Step};
use graphlance_cypher::parse;
use graphlance_engines::Target;
use graphlance_engines::reference::ReferenceTarget;
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::Graph;
use graphlance_hunt::bug_file::{BUG_FILE, BugFile};
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::event::Event;
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Deadlines, Progress, Store, hunt};
use graphlance_oracles::{Oracle, Round, RoundContext};
use graphlance_reference::departures::WrongRule;
use graphlance_reference::{Departures, Options, evaluate, languages};

/// Asks these statements, and claims what the reference says.
struct Told(&'static [&'static str]);

struct ToldRound {
    context: RoundContext,
    graph: Arc<Graph>,
    texts: &'static [&'static str],
    next: usize,
}

impl Oracle for Told {
    fn name(&self) -> &'static str {
        "told"
    }

    fn summary(&self) -> &'static str {
        "statements that are told, whose answers the reference tells"
    }

    fn page(&self) -> &'static str {
        "# told"
    }

    fn objection(&self, _: &Dialect) -> Option<&'static str> {
        None
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let made = parse("CREATE (:A {k: 1}), (:A {k: 2}), (:B), (:B {k: 2})").expect("a statement");
        let made = evaluate(&Graph::new(), &made, &Options::default()).expect("an answer");
        let graph = Arc::new(made.graph.expect("a graph"));
        Box::new(ToldRound { context: context.clone(), graph, texts: self.0, next: 0 })
    }
}

impl Round for ToldRound {
    fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn load(&self) -> &Load {
        &Load::Create
    }

    fn case_count(&self) -> u64 {
        self.texts.len() as u64
    }

    fn next_case(&mut self, _: &Adaptation) -> Option<Case> {
        let (index, text) = (self.next, self.texts.get(self.next)?);
        self.next += 1;
        let statement = Cypher.parse(text).expect("a statement");
        let evaluator = languages().evaluator(&self.context.dialect, Effort::Usual);
        let claim = Claim::returns(0, evaluator.evaluate(&self.graph, &statement).expect("an answer").returns);
        let lineage = Lineage { oracle: "told".into(), index: index as u64, ..Lineage::default() };
        let case = Case::new(&self.context.dialect, Arc::clone(&self.graph), claim, lineage);
        Some(Case { steps: vec![Step::run(statement)], ..case })
    }
}

/// What a hunt that asks these statements files of an engine that takes NOT of null for true and unwinds the first item of a list
/// alone, and what happened.
fn hunted(texts: &'static [&'static str]) -> (Vec<BugFile>, Vec<Event>) {
    let rules = ["not-of-null-is-true", "unwind-only-first-item"];
    let rules = rules.map(|name| WrongRule::find(name).expect("a departure"));
    let target: Arc<dyn Target> =
        Arc::new(ReferenceTarget::new(Cypher.standard(), None).departing(Departures::of(rules)));
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let config = Config {
        budget: Budget::Queries(texts.len() as u64),
        deadlines: Deadlines::of_query(Duration::from_secs(5)),
        ..Config::new(Profile::built_in("default").expect("a built-in profile"))
    };
    let summary = hunt(&target, &Told(texts), &config, &store, &Silent, &Progress::start(), &Arc::default());
    let counts = summary.expect("a hunt").counts;
    let folders = bug_folders(store.root()).expect("bugs");
    assert_eq!((counts.denied, counts.flaky, counts.new_bugs), (0, 0, folders.len() as u64), "{counts:?}");
    let bugs = folders.iter().map(|folder| {
        let text = std::fs::read_to_string(folder.join(BUG_FILE)).expect("a file of the bug");
        let bug: BugFile = serde_json::from_str(&text).expect("a bug");
        assert_eq!(read_found(folder, &languages()).expect("a whole finding").fingerprint, bug.fingerprint);
        bug
    });
    let bugs = bugs.collect();
    (bugs, store.read_events().expect("events").into_iter().map(|entry| entry.event).collect())
}

fn causes(bugs: &[BugFile]) -> Vec<Option<String>> {
    let cause = |bug: &BugFile| bug.findings.as_ref().and_then(|findings| findings.cause.as_ref()).map(|it| it.told());
    bugs.iter().map(cause).collect()
}

const NOT: &str = "MATCH (n) WHERE NOT n.k = 1 RETURN n.k AS x";
const UNWIND: &str = "UNWIND [1, 2, 3] AS y RETURN y";

#[test]
fn a_bug_without_a_cause_is_filed_anew_when_what_hid_its_cause_is_known() {
    let (bugs, _) = hunted(&[NOT]);
    assert_eq!(causes(&bugs), [None]);
    let was = bugs[0].fingerprint.clone();
    let (bugs, events) = hunted(&[NOT, UNWIND]);
    let both = ["NOT of null is true", "UNWIND yields only the first item of each list"];
    assert_eq!(causes(&bugs), both.map(|cause| Some(cause.to_owned())));
    let anew: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::FiledAnew { fingerprint, was, .. } => Some((fingerprint.as_str(), was.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(anew, [(bugs[0].fingerprint.as_str(), was.as_str())]);
}
