//! `docs/open.md`: what the language leaves open, and what engines do there.
//!
//! The rows are those of the reference (`openness`), the answers of the engines stand in `docs/open.toml`.
//! `GRAPHLANCE_WRITE_DOCS=1` writes the page in place of comparing it. `GRAPHLANCE_OPEN="grafeo neo4j@5.26.30" cargo test -p graphlance
//! --test all open:: -- --ignored` asks engines and writes what they answer to `docs/open.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use graphlance_case::language::{Cypher, Effort, Language};
use graphlance_case::{Load, Response};
use graphlance_engines::Target;
use graphlance_engines::targets::{self, TargetOptions};
use graphlance_graph::{Graph, Row};
use graphlance_hunt::{Clock, Deadlines, Session};
use graphlance_reference::languages;
use graphlance_reference::openness::{CONSTRAINT, GRAPH, OPEN, Open};
use graphlance_report::{quote, value_text};

/// What engines answer to the examples: by the reason of the row, then by engine and version.
type Answers = BTreeMap<String, BTreeMap<String, String>>;

const PAGE: &str = "docs/open.md";
const ANSWERS: &str = "docs/open.toml";
/// The longest answer that the page shows, in characters.
const LONGEST: usize = 60;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn answers() -> Answers {
    let text = std::fs::read_to_string(path(ANSWERS)).unwrap_or_else(|error| panic!("{ANSWERS}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{ANSWERS}: {error}"))
}

fn row(open: &Open, answers: &Answers) -> String {
    let mut same: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (engine, answer) in answers.get(open.reason).into_iter().flatten() {
        same.entry(answer).or_default().push(engine);
    }
    let told = same.into_iter().map(|(answer, engines)| format!("{}: {}", engines.join(", "), quote::code(answer)));
    let cell = |text: &str| text.replace('|', "\\|");
    format!(
        "| {} | {} | {} | {} |\n",
        cell(&quote::code(open.reason)),
        cell(&quote::code(open.example)),
        cell(open.source),
        cell(&told.collect::<Vec<_>>().join("; "))
    )
}

fn page() -> String {
    let mut text = format!(
        "# What the language leaves open\n\n\
        Where openCypher, GQL (ISO 39075) and the manuals do not say what a statement gives, the reference says so in place of an answer:\n\
        no finding rests on what is open. A row for each reason that it gives (`*` stands for any words), with a statement, where the documents\n\
        are silent or contradict each other, and what engines answer. The statements run on the graph\n\n    {GRAPH}\n\n\
        with the constraint\n\n    {CONSTRAINT}\n\n\
        Beside these, a claimed table may leave a part of itself open: the order of rows without ORDER BY and of ties, which rows LIMIT takes,\n\
        the order of lists that `collect()` makes, the last digits of floats. And a statement whose text shows a value of a wrong type that nothing\n\
        computes (`RETURN true OR isNaN('a')`) may be refused before it runs, or not: no document asks for types to be checked then, or forbids it.\n\n\
        The table is made of `crates/reference/src/openness/table.rs`, whose examples a test evaluates, and of [open.toml](open.toml), in which\n\
        `crates/graphlance/tests/open.rs` writes what engines answer.\n\n\
        | reason | statement | source | engines |\n|---|---|---|---|\n"
    );
    let answers = answers();
    OPEN.iter().for_each(|open| text += &row(open, &answers));
    text
}

#[test]
fn the_page_is_made_of_the_table() {
    let wanted = page();
    if std::env::var_os("GRAPHLANCE_WRITE_DOCS").is_some() {
        std::fs::write(path(PAGE), wanted).unwrap_or_else(|error| panic!("{PAGE}: {error}"));
        return;
    }
    let actual = std::fs::read_to_string(path(PAGE)).unwrap_or_else(|error| panic!("{PAGE}: {error}"));
    assert!(actual == wanted, "{PAGE} is not what the table says; set GRAPHLANCE_WRITE_DOCS=1 to write it");
}

#[test]
fn answers_are_of_rows_that_there_are() {
    for reason in answers().keys() {
        assert!(OPEN.iter().any(|open| open.reason == reason), "{ANSWERS}: no row has the reason {reason:?}");
    }
}

/// An answer in a few words.
fn words(response: &Response) -> String {
    let cell = |row: &Row| row.iter().map(value_text).collect::<Vec<_>>().join(", ");
    let text = match response {
        Response::Table(table) if table.columns.is_empty() => "done".to_owned(),
        Response::Table(table) if table.rows.is_empty() => "no rows".to_owned(),
        Response::Table(table) => table.rows.iter().map(cell).collect::<Vec<_>>().join("; "),
        Response::Error(_) => "error".to_owned(),
        Response::Crash { .. } => "dies".to_owned(),
        Response::Hang { .. } => "no answer".to_owned(),
        _ => "?".to_owned(),
    };
    let text = quote::line(&text).into_owned();
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST - 1).chain(['…']).collect() }
}

#[test]
#[ignore = "asks the engines that GRAPHLANCE_OPEN names, which it installs and starts"]
fn engines_answer_the_examples() {
    let names = std::env::var("GRAPHLANCE_OPEN").expect("GRAPHLANCE_OPEN names engines");
    let mut answers: Answers = if path(ANSWERS).exists() { answers() } else { Answers::new() };
    let evaluator = languages().evaluator(&Cypher.standard(), Effort::Usual);
    let after = |graph: Graph, text: &str| {
        let made = Cypher.parse(text).expect("a statement");
        evaluator.evaluate(&graph, &made).ok().and_then(|answer| answer.graph).expect("a graph")
    };
    let graph = after(after(Graph::new(), GRAPH), CONSTRAINT);
    for name in names.split_whitespace() {
        let target =
            targets::resolve(name, &TargetOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let target: Arc<dyn Target> = target.into();
        let deadlines = Deadlines::of_query(Duration::from_secs(20));
        let clock = Clock::new(&Arc::default(), deadlines.query);
        let mut session = Session::open(&target, 0, deadlines, &clock, &languages()).expect("a session");
        let identity = session.identity().clone();
        let engine = format!("{} {}", identity.engine, identity.version);
        for open in OPEN {
            let loaded = session.prepare(&graph, &Load::Create).expect("a target");
            assert!(loaded.is_none(), "{engine}: {loaded:?}");
            let statement = Cypher.parse(open.example).expect("a statement");
            let response = session.query(&statement.print(session.dialect())).expect("a response");
            let row = answers.entry(open.reason.to_owned()).or_default();
            row.insert(engine.clone(), words(&response));
        }
    }
    std::fs::write(path(ANSWERS), toml::to_string(&answers).expect("a table")).expect("a file");
}
