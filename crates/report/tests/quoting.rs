//! Hostile text in every field that a server, a file or a path can fill: what graphlance writes is judged by the parsers of
//! each medium, and scripts by running them. Needs sh and python3, no network.

mod support {
    pub mod report;
}

use std::path::Path;
use std::process::{Command, Stdio};

use graphlance_case::{FailureClass, Response};
use graphlance_graph::{Graph, Name, Returns, Table, Value, is_invisible};
use graphlance_report::picture::graph_svg;
use graphlance_report::quote;
use proptest::prelude::*;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};
use support::report::Finding;

/// Pieces that mean something in some medium.
const PIECES: &[&str] = &[
    "\r",
    "\n",
    "\0",
    "\u{1b}[2J\u{7}",
    "\u{9b}31m",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{202e}",
    "\u{2066}",
    "\u{200f}",
    "\u{200b}",
    "\u{ffff}",
    "'",
    "\"",
    "`",
    "```",
    "\"\"\"",
    "'''",
    "\\",
    "\\'",
    "$(touch CANARY)",
    "`touch CANARY`",
    "; touch CANARY; ",
    "\ntouch CANARY\n",
    "'\ntouch CANARY\n'",
    "\rimport os; os.system('touch CANARY')\r",
    "\"\nimport os; os.system('touch CANARY')\n",
    "coding: utf-7\n+AAo-import os+AAo-",
    "<script>alert(1)</script>",
    "<!-- ",
    " -->",
    "]]>",
    "&amp;",
    "[a](http://example.org)",
    "![a](b)",
    "<http://example.org>",
    "www.example.org",
    "# heading",
    "\n# heading\n",
    "\n\nheading\n===\n\n",
    "\n\n- item\n\n",
    "\n````\n",
    "|",
    "\\|",
    "*",
    "_",
    "~~",
    "${HOME}",
    "{version}",
    "{packages}",
    "\n      \"\"\"\n  Scenario: other\n",
    "é",
    "😀",
    " ",
    "a",
];

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![4 => proptest::sample::select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// A finding with these texts in its fields.
fn finding(engine: &str, texts: &[String; 8], class: FailureClass) -> Finding {
    let [version, build, setting, message, name, value, plan, path] = texts;
    let name = |prefix: &str| Name::from(format!("{prefix}{name}"));
    let rows = vec![vec![Value::string(value.as_str()), Value::Null]];
    let expected = Returns::bag([name("x"), "y".into()], rows.clone());
    let dialect = if engine == "Kuzu" { "kuzu" } else { "neo4j" };
    let mut finding = Finding::new(engine, version, dialect, "MATCH (n) RETURN n.k AS x, n.l AS y", expected);
    finding.identity.build = build.clone();
    finding.identity.settings = vec![setting.clone()];
    finding.summary = message.clone();
    finding.explain = format!("plan {plan}");
    finding.commands = vec![format!("graphlance replay {}", quote::shell_word(path))];
    let mut graph = Graph::new();
    let properties = || [(name("k"), Value::string(value.as_str()))].into();
    let start = graph.add_node([name("A")], properties());
    graph.add_relationship(start, name("T"), start, properties()).expect("its ends exist");
    finding.graph = graph;
    match class {
        FailureClass::UnexpectedError => finding.with_error(message),
        FailureClass::Crash => finding.with(class, Response::Crash { how: message.clone() }),
        _ => finding.with(class, Response::Table(Table { columns: vec![name("x"), "y".into()], rows })),
    }
}

fn classes() -> impl Strategy<Value = FailureClass> {
    use FailureClass::*;
    proptest::sample::select(vec![WrongRows, UnexpectedError, Crash, WrongColumns, Load])
}

fn texts() -> impl Strategy<Value = [String; 8]> {
    proptest::array::uniform8(hostile())
}

/// The blocks of a Markdown text, without what stands in them.
fn skeleton(markdown: &str) -> Vec<String> {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let blocks = events.filter_map(|event| match event {
        Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak => None,
        other => Some(format!("{other:?}")),
    });
    blocks.collect()
}

fn check_visible(what: &str, text: &str) {
    let found = text.chars().find(|character| is_invisible(*character) && !matches!(character, '\n' | '\t'));
    assert_eq!(found, None, "{what}:\n{text}");
}

fn file(finding: &Finding, name: &str) -> String {
    finding.files().into_iter().find(|(file, _)| file == name).map(|(_, text)| text).unwrap_or_default()
}

const PLAIN: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn a_report_has_the_structure_of_a_plain_one(texts in texts(), class in classes()) {
        let report = file(&finding("my engine", &texts, class), "report.md");
        check_visible("report.md", &report);
        let plain = file(&finding("my engine", &PLAIN.map(str::to_owned), class), "report.md");
        // A build that says nothing, and a setting, are left out or not.
        let kept = |text: &str| skeleton(text).into_iter().filter(|block| !block.contains("Paragraph")).collect::<Vec<_>>();
        prop_assert_eq!(kept(&report), kept(&plain), "{}", report);
        for event in Parser::new_ext(&report, Options::ENABLE_TABLES) {
            let foreign = matches!(
                event,
                Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Link { .. } | Tag::HtmlBlock | Tag::Emphasis)
            );
            prop_assert!(!foreign, "{:?}\n{}", event, report);
            if let Event::Start(Tag::Heading { level, .. }) = event {
                prop_assert!(level <= HeadingLevel::H2);
            }
        }
    }

    #[test]
    fn statements_and_scenarios_have_the_lines_of_plain_ones(texts in texts(), class in classes()) {
        let written = finding("my engine", &texts, class);
        for name in ["repro.cypher", "scenario.feature"] {
            check_visible(name, &file(&written, name));
        }
        let steps = |text: &str| {
            let words = ["Feature:", "Scenario:", "Given ", "And ", "When ", "Then ", "\"\"\""];
            let mut inside = false;
            let mut steps = Vec::new();
            for line in text.lines().map(str::trim) {
                inside ^= line == "\"\"\"";
                steps.extend(words.iter().filter(|word| (!inside || line == "\"\"\"") && line.starts_with(**word)).copied());
            }
            steps
        };
        let plain = finding("my engine", &PLAIN.map(str::to_owned), class);
        let (feature, other) = (file(&written, "scenario.feature"), file(&plain, "scenario.feature"));
        prop_assert_eq!(steps(&feature), steps(&other), "{}", feature);
        let cypher = file(&written, "repro.cypher");
        let head: Vec<&str> = cypher.lines().take_while(|line| !line.is_empty()).collect();
        prop_assert!(head.iter().all(|line| line.starts_with("//")), "{}", cypher);
    }

    #[test]
    fn a_picture_is_xml_of_known_elements(texts in texts()) {
        let svg = graph_svg(&finding("my engine", &texts, FailureClass::WrongRows).graph);
        check_visible("graph.svg", &svg);
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
        let known = ["svg", "title", "style", "defs", "marker", "rect", "g", "circle", "path", "text", "line", "polygon"];
        for node in document.descendants().filter(|node| node.is_element()) {
            let name = node.tag_name().name();
            prop_assert!(known.contains(&name), "{}\n{}", name, svg);
            prop_assert!(node.attributes().all(|attribute| !attribute.name().starts_with("on")));
        }
    }

    #[test]
    fn a_terminal_gets_no_controls(text in hostile()) {
        check_visible("a line", &quote::line(&text));
        prop_assert!(!quote::line(&text).contains('\n'));
        check_visible("a text", &quote::visible(&text));
        let comments = quote::comment("#", &text);
        prop_assert!(comments.lines().all(|line| line.starts_with('#')), "{}", comments);
    }

    #[test]
    fn a_cell_stays_one_cell_and_says_the_text(text in hostile()) {
        let table = format!("| a | b |\n|---|---|\n| {} | x |\n", quote::cell(&text));
        let cells = skeleton(&table).iter().filter(|block| block.starts_with("Start(TableCell")).count();
        prop_assert_eq!(cells, 4, "{}", table);
        let said: String = Parser::new(&quote::markdown(&text))
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.to_string()),
                _ => None,
            })
            .collect();
        let line = quote::line(&text);
        prop_assert_eq!(said.trim_matches(' '), line.trim_matches(' '));
    }
}

/// Runs a program with a text on its standard input, and returns its output.
fn piped(program: &mut Command, input: &str) -> String {
    use std::io::Write;
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("its end");
    assert!(output.status.success(), "{input}");
    String::from_utf8(output.stdout).expect("text")
}

/// Some hostile texts, the same ones each time.
fn many(count: usize) -> Vec<String> {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = hostile();
    (0..count).map(|_| strategy.new_tree(&mut runner).expect("a text").current()).collect()
}

#[test]
fn a_literal_of_python_has_exactly_its_value() {
    let texts = many(2000);
    let literals: Vec<String> = texts.iter().map(|text| quote::python(text)).collect();
    for literal in &literals {
        check_visible("a literal", literal);
    }
    let program = "import ast, json, sys\nfor line in sys.stdin.buffer.read().decode().split('\\n')[:-1]: print(json.dumps(ast.literal_eval(line)))";
    let said = piped(Command::new("python3").args(["-c", program]), &(literals.join("\n") + "\n"));
    let values: Vec<String> = said.lines().map(|line| serde_json::from_str(line).expect("a string")).collect();
    assert_eq!(values, texts);
}

#[test]
fn a_word_of_the_shell_has_exactly_its_value() {
    let texts = many(500);
    let script: String = texts.iter().map(|text| format!("printf '%s\\001' {}\n", quote::shell_word(text))).collect();
    check_visible("a script", &script);
    let folder = tempfile::tempdir().expect("a folder");
    let said = piped(Command::new("sh").current_dir(folder.path()), &script);
    let values: Vec<&str> = said.split_terminator('\u{1}').collect();
    let wanted: Vec<String> = texts.iter().map(|text| text.replace('\0', "")).collect();
    assert_eq!(values, wanted);
    assert!(!folder.path().join("CANARY").exists());
}

/// Runs the scripts of a finding, and checks that nothing of what they say was taken for code.
fn check_scripts(engine: &str, texts: &[String; 8], class: FailureClass) {
    let folder = tempfile::tempdir().expect("a folder");
    let finding = finding(engine, texts, class);
    finding.write(folder.path());
    for (name, text) in finding.files() {
        check_visible(&name, &text);
    }
    let stubs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stubs/present");
    let state = serde_json::json!({ "version": texts[0], "answers": {} }).to_string();
    std::fs::write(folder.path().join("stub.json"), state).expect("a file");
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder.path()).env("PYTHONPATH", &stubs).env("STUB", "stub.json");
        let output = command.env("PYTHONDONTWRITEBYTECODE", "1").env("REPRO_SECONDS", "20").output().expect(program);
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), said)
    };
    let checked = run("sh", &["-n", "repro.sh"]);
    assert_eq!(checked.0, Some(0), "{}", checked.1);
    let compile = "import ast; ast.parse(open('repro.py', 'rb').read())";
    let checked = run("python3", &["-c", compile]);
    assert_eq!(checked.0, Some(0), "{}", checked.1);
    let ran = run("sh", &["repro.sh"]);
    assert!(matches!(ran.0, Some(1 | 2)), "{ran:?}");
    let said: String = ran.1.chars().filter(|character| *character != '\n').collect();
    check_visible("what the script says", &said);
    assert!(!folder.path().join("CANARY").exists(), "{ran:?}");
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).expect("the folder").flatten().map(|e| e.file_name()).collect();
    names.sort();
    let expected = ["graph.svg", "report.md", "repro.cypher", "repro.py", "repro.sh", "scenario.feature", "stub.json"];
    assert_eq!(names, expected);
}

#[test]
fn no_text_in_a_script_becomes_code() {
    use FailureClass::*;
    let texts = many(96);
    let classes = [UnexpectedError, WrongRows, Crash];
    for (number, texts) in texts.chunks_exact(8).enumerate() {
        let texts: [String; 8] = texts.to_vec().try_into().expect("eight");
        let engine = ["Kuzu", "Neo4j"][number % 2];
        check_scripts(engine, &texts, classes[number % 3]);
    }
}

#[test]
fn a_carriage_return_in_an_error_and_a_line_feed_in_a_version_stay_text() {
    let hostile = "\rimport os; os.system('touch CANARY')\r\ntouch CANARY\n";
    let texts = [hostile; 8].map(str::to_owned);
    check_scripts("Kuzu", &texts, FailureClass::UnexpectedError);
    check_scripts("Neo4j", &texts, FailureClass::UnexpectedError);
}

#[test]
fn a_program_in_rust_is_made_for_a_version_alone() {
    let texts = PLAIN.map(str::to_owned);
    let mut made = finding("grafeo", &texts, FailureClass::WrongRows);
    made.identity.version = "0.5.44\"\n[patch.crates-io]\nx = \"1".to_owned();
    assert_eq!(file(&made, "repro/Cargo.toml"), "");
    made.identity.version = "0.5.44".to_owned();
    let manifest: toml::Table = file(&made, "repro/Cargo.toml").parse().expect("TOML");
    assert_eq!(manifest["dependencies"]["grafeo-engine"]["version"].as_str(), Some("=0.5.44"));
}
