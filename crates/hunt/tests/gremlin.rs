//! Gremlin is hunted like any other language: an engine that gets a step wrong is found out, the case is reduced, reported and
//! replayed, and one that is right is not accused. The statements are simple walks.

use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Effort, Gremlin};
use graphlance_case::{Case, Claim, Dialect, Evaluator, Language, Lineage, Load, Response, Step, Verdict, judge};
use graphlance_engines::reference::ReferenceTarget;
use graphlance_engines::{Driver, Health, Identity, Target, TargetError};
use graphlance_generate::{Adaptation, Profile};
use graphlance_graph::random_graph::random_graph;
use graphlance_graph::{Graph, Random};
use graphlance_hunt::campaign::{Config, Silent};
use graphlance_hunt::store::{bug_folders, read_found};
use graphlance_hunt::{Budget, Clock, Deadlines, Progress, Session, Store, hunt};
use graphlance_oracles::{Oracle, Round, RoundContext, languages};

/// Makes walks whose answer the reference tells.
struct Walks;

struct WalkRound {
    context: RoundContext,
    graph: Arc<Graph>,
    evaluator: Arc<dyn Evaluator>,
    next: u64,
}

/// Cases of a round.
const CASES: u64 = 20;

impl Oracle for Walks {
    fn name(&self) -> &'static str {
        "walks"
    }

    fn summary(&self) -> &'static str {
        "walks through the graph, whose answer the reference tells"
    }

    fn page(&self) -> &'static str {
        "# walks"
    }

    fn objection(&self, dialect: &Dialect) -> Option<&'static str> {
        (dialect.language().name() != "gremlin").then_some("its statements are of Gremlin")
    }

    fn round(&self, context: &RoundContext) -> Box<dyn Round> {
        let mut random = Random::derive(context.seed, &[context.round]);
        let sizes = &context.profile.graph;
        let graph = random_graph(&mut random, sizes, context.dialect.values(), &context.dialect.index_support());
        let evaluator = languages().evaluator(&context.dialect, Effort::Usual);
        Box::new(WalkRound { context: context.clone(), graph: Arc::new(graph), evaluator, next: 0 })
    }
}

impl Round for WalkRound {
    fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    fn load(&self) -> &Load {
        &Load::Create
    }

    fn case_count(&self) -> u64 {
        CASES
    }

    fn next_case(&mut self, _: &Adaptation) -> Option<Case> {
        while self.next < CASES {
            let index = self.next;
            self.next += 1;
            let mut random = Random::derive(self.context.seed, &[self.context.round, index, 1]);
            let text = walk(&self.graph, &mut random);
            let statement = Gremlin.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let Ok(answer) = self.evaluator.evaluate(&self.graph, &statement) else { continue };
            let lineage = Lineage { oracle: "walks".into(), index, ..Lineage::default() };
            let claim = Claim::returns(0, answer.returns);
            let case = Case::new(&self.context.dialect, Arc::clone(&self.graph), claim, lineage);
            return Some(Case { steps: vec![Step::run(statement)], ..case });
        }
        None
    }
}

/// A walk of a few steps that ends in values.
fn walk(graph: &Graph, random: &mut Random) -> String {
    let labels: Vec<&str> = graph.nodes().flat_map(|node| &node.labels).map(|label| label.as_str()).collect();
    let mut text = "g.V()".to_owned();
    for _ in 0..random.between(1, 4) {
        text += &match random.below(6) {
            0 => ".out()".to_owned(),
            1 => ".both()".to_owned(),
            2 => ".dedup()".to_owned(),
            3 => format!(".hasLabel(\"{}\")", labels[random.below(labels.len())]),
            4 => format!(".has(\"id\", P.gt({}L))", random.below(20)),
            _ => ".where(__.outE())".to_owned(),
        };
    }
    text + [".values(\"id\")", ".count()", ".label()", ".order().by(\"id\").values(\"id\")"][random.below(4)]
}

/// An engine of Gremlin that is another one, but for a part of each statement that it leaves out.
struct Forgetful(ReferenceTarget, &'static str);

struct Forgetting(Box<dyn Driver>, &'static str);

impl Target for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn dialect(&self) -> Result<Dialect, TargetError> {
        self.0.dialect()
    }

    fn open(&self, worker: usize) -> Result<Box<dyn Driver>, TargetError> {
        Ok(Box::new(Forgetting(self.0.open(worker)?, self.1)))
    }
}

impl Driver for Forgetting {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }

    fn wipe(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.0.wipe(deadline)
    }

    fn run(&mut self, text: &str, deadline: Duration) -> Response {
        let left = text.replace(self.1, "");
        self.0.run(if self.1.is_empty() { text } else { &left }, deadline)
    }

    fn await_indexes(&mut self, deadline: Duration) -> Result<(), TargetError> {
        self.0.await_indexes(deadline)
    }

    fn read_graph(&mut self, deadline: Duration) -> Result<Graph, TargetError> {
        self.0.read_graph(deadline)
    }

    fn explain(&mut self, _: &str, _: Duration) -> Option<String> {
        None
    }

    fn health(&mut self) -> Health {
        self.0.health()
    }

    fn restart(&mut self) -> Result<(), TargetError> {
        self.0.restart()
    }

    fn log_tail(&mut self, _: usize) -> Vec<String> {
        Vec::new()
    }
}

fn target(forgets: &'static str) -> Arc<dyn Target> {
    Arc::new(Forgetful(ReferenceTarget::new(Gremlin.standard(), None), forgets))
}

/// The counts of a hunt, and the folder of what it found.
fn hunted(forgets: &'static str) -> (graphlance_hunt::progress::Counts, tempfile::TempDir) {
    let config = Config {
        languages: languages(),
        budget: Budget::Queries(400),
        adapt: false,
        ..Config::new(Profile::built_in("quick").expect("a built-in profile"))
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Store::create(place.path()).expect("a fresh folder");
    let summary = hunt(&target(forgets), &Walks, &config, &store, &Silent, &Progress::start(), &Arc::default());
    (summary.expect("a hunt to its end").counts, place)
}

#[test]
fn an_engine_that_is_right_is_not_accused() {
    let (counts, _) = hunted("");
    assert_eq!((counts.new_bugs, counts.denied, counts.flaky, counts.unconfirmed), (0, 0, 0, 0));
    assert!(counts.checks > 300, "{counts:?}");
}

#[test]
fn a_step_that_an_engine_leaves_out_is_found_reduced_reported_and_replayed() {
    let (counts, place) = hunted(".dedup()");
    assert_eq!((counts.denied, counts.flaky, counts.unconfirmed), (0, 0, 0), "{counts:?}");
    let folders = bug_folders(place.path()).expect("a bug");
    let texts: Vec<String> =
        folders.iter().map(|folder| read_found(folder, &languages()).expect("a whole finding").text).collect();
    assert_eq!(texts, ["g.V().both().dedup()"]);
    let found = read_found(&folders[0], &languages()).expect("a whole finding");
    assert_eq!(found.case.language, "gremlin");
    assert!(found.case.graph.node_count() <= 2, "{:?}", found.case.graph);
    let read =
        |file: &str| std::fs::read_to_string(folders[0].join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (report, console) = (read("report.md"), read("repro.gremlin"));
    assert!(report.contains("```gremlin") && report.contains("g.addV("), "{report}");
    assert!(console.contains("g.addV(") && console.contains(&found.text), "{console}");
    assert!(report.starts_with("# `g.V().both().dedup()` returns extra rows: 4 instead of 2\n"), "{report}");
    let again = |forgets: &'static str| {
        let clock = Clock::endless();
        let opened = Session::open(&target(forgets), 0, Deadlines::default(), &clock, &languages());
        let mut session = opened.expect("a session");
        assert_eq!(session.prepare(&found.case.graph, &found.case.load).expect("it loads"), None);
        let response = session.query(&found.text).expect("an answer");
        judge(&found.case, &[response], session.dialect())
    };
    assert!(matches!(again(".dedup()"), Verdict::Fail(_)));
    assert!(matches!(again(""), Verdict::Pass { .. }));
}
