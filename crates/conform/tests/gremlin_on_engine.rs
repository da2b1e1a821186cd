//! How scenarios of the feature suite are judged on an engine: one made of the reference, which answers in GraphSON with identities
//! of its own, and which may do something wrong.
//!
//! The whole suite is read from `GRAPHLANCE_CONFORMANCE` (a folder) or from `../shared/conformance` beside the repository;
//! without it that test is skipped.

use std::path::{Path, PathBuf};

use graphlance_conform::{GremlinSubject, Ruling, Suite, Told, Unusable, run_gremlin_on};
use graphlance_gremlin::dialect::{Dialect, Identities};
use graphlance_gremlin::graphson::{Json, encode};
use graphlance_gremlin::{Scalar, Value as Result_, Version, parse};
use graphlance_machine::{Budget, Failure, Options, PropertyGraph, Value, evaluate_in, export};

/// What the engine does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    Nothing,
    /// An integer comes as a long.
    WidensIntegers,
    /// The last result is left out.
    LosesOne,
    /// The results come from the last to the first.
    TurnsOrder,
    /// An error is an answer without results.
    SwallowsErrors,
    /// Nothing that was written is there.
    LosesWrites,
    /// It dies of what is asked of it.
    Dies,
    /// It sends what is no GraphSON.
    Garbles,
    /// Edges lead the other way when they are read.
    TurnsEdges,
}

/// An engine.
struct Engine {
    graph: PropertyGraph,
    options: Options,
    slip: Slip,
    dead: bool,
    resets: usize,
}

/// Where the identities begin that it makes.
const FIRST: i64 = 7_000;

/// What a test asks, so that only this goes wrong.
const ASKED: &str = "identity()";

impl Engine {
    fn new(version: Version, slip: Slip) -> Engine {
        let budget = Budget { work: 300_000_000, ..Budget::default() };
        let options = Options { version, budget, ..Options::default() };
        Engine { graph: PropertyGraph::new(), options, slip, dead: false, resets: 0 }
    }

    fn told(&self, values: &[Value], graph: &PropertyGraph) -> Told {
        let one = |value: &Value| match value {
            Value::Subgraph(part) => {
                let all = |values: Vec<Value>| {
                    let elements = values.iter().filter_map(|value| export::result(value, graph));
                    Json::Array(elements.map(|element| encode(&element, Version::V38)).collect())
                };
                let vertices = all(part.vertices.iter().copied().map(Value::Vertex).collect());
                let edges = all(part.edges.iter().copied().map(Value::Edge).collect());
                let both = Json::Object(vec![("vertices".into(), vertices), ("edges".into(), edges)]);
                Result_::Foreign("tinker:graph".into(), both)
            }
            other => export::result(other, graph).unwrap_or_else(|| panic!("{other:?} has no form")),
        };
        Told::Results(values.iter().map(|value| encode(&one(value), Version::V38).to_string()).collect())
    }
}

impl GremlinSubject for Engine {
    fn reset(&mut self) -> Result<(), Unusable> {
        self.graph = PropertyGraph::new();
        self.graph.identities = graphlance_machine::Identities::Longs;
        self.graph.start_identities_at(FIRST);
        self.dead = false;
        self.resets += 1;
        Ok(())
    }

    fn ask(&mut self, text: &str) -> Result<Told, Unusable> {
        let slip = if text.contains(ASKED) { self.slip } else { Slip::Nothing };
        if self.dead {
            return Ok(Told::Nothing("the engine is gone".to_owned()));
        }
        match slip {
            Slip::Dies => {
                self.dead = true;
                return Ok(Told::Nothing("the engine died".to_owned()));
            }
            Slip::Garbles => return Ok(Told::Results(vec!["{\"@type\":\"g:Int32\"".to_owned()])),
            _ => {}
        }
        let statement = match parse(text) {
            Ok(statement) => statement,
            Err(error) => return Ok(Told::Error(error.to_string())),
        };
        let (mut values, graph) = match evaluate_in(0, &statement, &self.graph, &self.options) {
            Ok(came) => came,
            Err(Failure::Raised(_)) if slip == Slip::SwallowsErrors => (Vec::new(), self.graph.clone()),
            Err(Failure::Raised(raised)) => return Ok(Told::Error(raised.to_string())),
            Err(other) => return Ok(Told::Nothing(other.to_string())),
        };
        match slip {
            Slip::WidensIntegers => {
                for value in &mut values {
                    if let Value::Scalar(Scalar::Integer(number)) = value {
                        *value = Value::long(i64::from(*number));
                    }
                }
            }
            Slip::LosesOne => drop(values.pop()),
            Slip::TurnsOrder => values.reverse(),
            _ => {}
        }
        let told = self.told(&values, &graph);
        if slip != Slip::LosesWrites {
            self.graph = graph;
        }
        Ok(match told {
            Told::Results(texts) if self.slip == Slip::TurnsEdges => {
                let turned = |text: &String| text.replace("inV", "\0").replace("outV", "inV").replace('\0', "outV");
                Told::Results(texts.iter().map(turned).collect())
            }
            told => told,
        })
    }
}

fn dialect(version: Version, identities: Identities) -> Dialect {
    let mut dialect = Dialect::of(version);
    dialect.deviations.identities = identities;
    dialect
}

/// A scenario as a line of a suite: its tags, and its steps.
fn line(tags: &[&str], steps: &[Json]) -> String {
    let tags = tags.iter().map(|tag| Json::string(*tag)).collect();
    let members = [("path", Json::string("map/A.feature")), ("name", Json::string("it")), ("tags", Json::Array(tags))];
    let steps = ("steps", Json::Array(steps.to_vec()));
    Json::Object(members.into_iter().chain([steps]).map(|(key, value)| (key.into(), value)).collect()).to_string()
}

fn step(words: &str, text: &str) -> Json {
    Json::Object(vec![("t".into(), Json::string(words)), ("doc".into(), Json::string(text))])
}

fn results(words: &str, cells: &[&str]) -> Json {
    let rows = ["result"].iter().chain(cells).map(|cell| Json::Array(vec![Json::string(*cell)])).collect();
    Json::Object(vec![("t".into(), Json::string(words)), ("table".into(), Json::Array(rows))])
}

/// Two people who know each other, and what is asked of them.
fn asking(traversal: &str, rest: &[Json]) -> Vec<Json> {
    const PEOPLE: &str = "g.addV('person').property('name', 'ann').property('age', 30).as('a').
      addV('person').property('name', 'bob').property('age', 20).addE('knows').from('a').property('since', 1)";
    let before = [
        step("the empty graph", ""),
        step("the graph initializer of", PEOPLE),
        step("using the parameter v1 defined as \"v[ann].id\"", ""),
        step("using the parameter e1 defined as \"e[ann-knows->bob]\"", ""),
        step("the traversal of", traversal),
        step("iterated to list", ""),
    ];
    before.into_iter().chain(rest.iter().cloned()).collect()
}

/// What comes of a scenario on an engine that slips.
fn verdict(version: Version, tags: &[&str], steps: &[Json], slip: Slip) -> Ruling {
    let suite = Suite::parse(&line(tags, steps)).unwrap_or_else(|error| panic!("{error}"));
    let dialect = dialect(version, Identities::Own).into();
    let came = run_gremlin_on(&suite, &mut Engine::new(version, slip), &dialect, |_| {});
    let came = came.unwrap_or_else(|error| panic!("{error}"));
    came.outcomes.into_iter().next().map(|scored| scored.verdict).unwrap_or_else(|| panic!("nothing was run"))
}

/// A scenario passes on an engine that is right, and fails on one that slips, with a part of the reason.
#[track_caller]
fn check(traversal: &str, rest: &[Json], slip: Slip, reason: &str) {
    let steps = asking(traversal, rest);
    assert_eq!(verdict(Version::V38, &[], &steps, Slip::Nothing), Ruling::Passed, "{traversal}");
    match verdict(Version::V38, &[], &steps, slip) {
        Ruling::Failed(why) => assert!(why.contains(reason), "{traversal}: {why}"),
        other => panic!("{slip:?} goes unnoticed by {traversal}: {other:?}"),
    }
}

#[test]
fn what_an_engine_does_wrong_fails_the_scenario_that_asks_for_it() {
    let unordered = "the result should be unordered";
    let names = [results(unordered, &["bob", "ann"])];
    check("g.V().values('name').identity()", &names, Slip::LosesOne, "these came");
    check("g.V().values('name').identity()", &names, Slip::Garbles, "");
    check("g.V().values('name').identity()", &names, Slip::Dies, "the engine died");
    let ages = [results(unordered, &["d[30].i", "d[20].i"])];
    check("g.V().values('age').identity()", &ages, Slip::WidensIntegers, "30:");
    let sorted = [results("the result should be ordered", &["bob", "ann"])];
    check("g.V().order().by('age').values('name').identity()", &sorted, Slip::TurnsOrder, "these came");
    let count = [step("the result should have a count of 2", "")];
    check("g.V().identity()", &count, Slip::LosesOne, "1 came");
    let error = [step("the traversal will raise an error with message containing text of \"x\"", "")];
    check("g.V().values('name').identity().sum()", &error, Slip::SwallowsErrors, "no error");
    check("g.V().values('name').identity().sum()", &error, Slip::Dies, "the engine died");
    let afterwards = [step("the graph should return 1 for count of \"g.V().has(\\\"name\\\", \\\"eve\\\")\"", "")];
    check("g.addV().property('name', 'eve').identity()", &afterwards, Slip::LosesWrites, "there are 0");
    check("g.V(v1).out().identity()", &[results(unordered, &["v[bob]"])], Slip::LosesOne, "these came");
    check("g.V(v1).outE().identity()", &[results(unordered, &["e[ann-knows->bob]"])], Slip::TurnsEdges, "");
    check("g.V().limit(0).identity()", &[step("the result should be empty", "")], Slip::Dies, "the engine died");
}

#[test]
fn elements_are_known_by_the_identities_that_the_engine_gave_them() {
    let unordered = "the result should be unordered";
    for (traversal, cells) in [
        ("g.V(v1).out()", vec!["v[bob]"]),
        ("g.V(v1).id()", vec!["v[ann].id"]),
        ("g.V(v1).outE()", vec!["e[ann-knows->bob]"]),
        ("g.V(v1).outE().inV().path()", vec!["p[v[ann],e[ann-knows->bob],v[bob]]"]),
        ("g.V(v1).properties('name')", vec!["vp[ann-name->ann]"]),
        ("g.V().group().by('name')", vec!["m[{\"ann\":\"l[v[ann]]\",\"bob\":\"l[v[bob]]\"}]"]),
        (
            "g.V(v1).elementMap()",
            vec!["m[{\"t[id]\":\"v[ann].id\",\"t[label]\":\"person\",\"name\":\"ann\",\"age\":\"d[30].i\"}]"],
        ),
        ("g.V().aggregate('x').cap('x')", vec!["l[v[bob],v[ann]]"]),
    ] {
        let steps = asking(traversal, &[results(unordered, &cells)]);
        assert_eq!(verdict(Version::V38, &[], &steps, Slip::Nothing), Ruling::Passed, "{traversal}");
    }
    let wrong = asking("g.V(v1).out()", &[results(unordered, &["v[ann]"])]);
    assert!(matches!(verdict(Version::V38, &[], &wrong, Slip::Nothing), Ruling::Failed(_)));
}

#[test]
fn what_an_engine_cannot_be_asked_is_skipped_with_the_reason() {
    let any = [step("the result should have a count of 1", "")];
    for (version, tags, traversal, reason) in [
        (Version::V37, &[][..], "g.inject('a').asNumber(GType.INT)", "cannot be said in TinkerPop 3.7"),
        (Version::V36, &[], "g.inject('a').toUpper()", "cannot be said in TinkerPop 3.6"),
        (Version::V38, &["@GraphComputerOnly"], "g.V().pageRank()", "graph computers (OLAP)"),
        (
            Version::V38,
            &["@UserSuppliedVertexIds"],
            "g.addV()",
            "graphs of the engine have none of @UserSuppliedVertexIds",
        ),
        (
            Version::V38,
            &["@AllowNullPropertyValues"],
            "g.addV()",
            "graphs of the engine have none of @AllowNullPropertyValues",
        ),
        (Version::V38, &[], "g.E(e1)", "parameters that have no literal"),
    ] {
        match verdict(version, tags, &asking(traversal, &any), Slip::Nothing) {
            Ruling::Skipped(why) => assert_eq!(why, reason, "{traversal}"),
            other => panic!("{traversal}: {other:?}"),
        }
    }
}

#[test]
fn an_answer_that_only_a_later_version_gives_is_not_demanded() {
    let steps = asking("g.inject(5).sum()", &[results("the result should be unordered", &["d[5].i"])]);
    assert_eq!(verdict(Version::V38, &[], &steps, Slip::Nothing), Ruling::Passed);
    let why = "has another answer under the rules of TinkerPop 3.7";
    assert_eq!(verdict(Version::V37, &[], &steps, Slip::Nothing), Ruling::Skipped(why.to_owned()));
    let never = asking("g.inject(5).sum()", &[results("the result should be unordered", &["d[6].i"])]);
    assert!(matches!(verdict(Version::V37, &[], &never, Slip::Nothing), Ruling::Failed(_)));
}

#[test]
fn an_engine_that_died_is_started_anew_for_the_next_scenario() {
    let asks = |traversal: &str, cell: &str| {
        line(&[], &asking(traversal, &[results("the result should be unordered", &[cell])]))
    };
    let suite = [asks("g.V().count().identity()", "d[2].l"), asks("g.V().count()", "d[2].l")].join("\n");
    let suite = Suite::parse(&suite).unwrap_or_else(|error| panic!("{error}"));
    let mut engine = Engine::new(Version::V38, Slip::Dies);
    let came = run_gremlin_on(&suite, &mut engine, &dialect(Version::V38, Identities::Own).into(), |_| {});
    let verdicts: Vec<Ruling> =
        came.unwrap_or_else(|error| panic!("{error}")).outcomes.into_iter().map(|it| it.verdict).collect();
    assert!(matches!(verdicts.as_slice(), [Ruling::Failed(_), Ruling::Passed]), "{verdicts:?}");
    assert_eq!(engine.resets, 2);
}

/// The reference as an engine passes what the reference itself passes.
#[test]
fn the_whole_suite_is_judged_on_an_engine_as_on_the_reference() {
    let named = std::env::var_os("GRAPHLANCE_CONFORMANCE").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/conformance");
    let file = named.unwrap_or(beside).join("gremlin-public.jsonl");
    if !file.is_file() {
        println!("THE FEATURE SUITE IS SKIPPED");
        return;
    }
    let mut suite = Suite::read(&file).unwrap_or_else(|error| panic!("{error}"));
    // Strategies that change what is asked are no part of the reference.
    suite
        .scenarios
        .retain(|scenario| !scenario.tags.iter().any(|tag| tag.starts_with("@With") && tag.ends_with("Strategy")));
    for identities in [Identities::Longs, Identities::Own] {
        let mut engine = Engine::new(Version::V38, Slip::Nothing);
        let dialect = dialect(Version::V38, identities).into();
        let came = run_gremlin_on(&suite, &mut engine, &dialect, |_| {}).unwrap_or_else(|error| panic!("{error}"));
        println!("{}", came.tables());
        let failed: Vec<(&str, &str)> = came.failed().collect();
        for (id, why) in &failed {
            println!("FAILED {id}\n       {why}");
        }
        let ids: Vec<&str> = failed.iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, ["integrated/Paths.feature g_V_shortestpath #0"], "{identities:?}");
    }
}
