use std::sync::Arc;

use graphlance_case::language::Cypher;
use graphlance_case::{EngineError, ErrorClass, Languages, Response};
use graphlance_engines::Target;
use graphlance_engines::reference::{ReferenceTarget, Script};
use graphlance_graph::Table;
use graphlance_oracles::languages;

use super::*;
use crate::{Clock, Deadlines, Session};

#[test]
fn every_file_is_read_and_no_name_occurs_twice() {
    let mut names = Vec::new();
    for (file, text) in graphlance_catalog::CORPUS {
        let corpus = Corpus::parse(file, text).unwrap_or_else(|error| panic!("{error}"));
        names.extend(corpus.bugs.into_iter().map(|bug| bug.name));
    }
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(names.len() > 140, "only {} published bugs", names.len());
}

/// What must come of every statement, by the reference. A statement of which nobody knows it is listed with the reason.
#[test]
fn the_reference_says_what_each_published_statement_must_do() {
    let languages = languages();
    let mut text = String::new();
    for corpus in Corpus::built_in() {
        let language = corpus.language();
        for bug in corpus.bugs {
            let [statements, twin] = must_be(&bug, language, &languages);
            text.push_str(&format!("{}\n", bug.name));
            let asked = bug.statements.iter().chain(&bug.twin).zip(statements.iter().chain(&twin));
            for (statement, line) in asked {
                text.push_str(&format!("    {statement}\n        {line}\n"));
            }
        }
    }
    insta::assert_snapshot!(text);
}

fn of(fields: &str) -> Published {
    let text = format!("paper = 'P'\nlink = 'L'\n[[case]]\nname = 'x'\nengine = 'E'\n{fields}");
    let corpus = Corpus::parse("mine.toml", &text).unwrap_or_else(|error| panic!("{error}"));
    corpus.bugs.into_iter().next().expect("a bug")
}

/// How a bug stands on the reference, which answers some texts as it is told.
#[track_caller]
fn check(fields: &str, told: &[(&str, Response)], shown: Shown, part: &str) {
    let told: Vec<(String, Response)> = told.iter().map(|(text, one)| ((*text).to_owned(), one.clone())).collect();
    let script: Script =
        Arc::new(move |text, _| told.iter().find(|(other, _)| other == text).map(|(_, response)| response.clone()));
    let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(Cypher.standard(), None).with_script(script));
    let languages: Languages = languages();
    let mut session = Session::open(&target, 0, Deadlines::default(), &Clock::endless(), &languages)
        .unwrap_or_else(|error| panic!("{error}"));
    let standing = on_target(&of(fields), &mut session, 2).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(standing.shown, shown, "{fields}: {}", standing.detail);
    assert!(standing.detail.contains(part), "{fields}: {}", standing.detail);
}

fn table(value: i64) -> Response {
    Response::Table(Table { columns: vec!["any name".into()], rows: vec![vec![Value::Integer(value)]] })
}

fn error(class: ErrorClass) -> Response {
    Response::Error(EngineError { class, message: "no such thing".to_owned() })
}

#[test]
fn a_wrong_answer_an_error_and_a_refusal_are_told_apart() {
    let one = "statements = ['RETURN 7']";
    check(one, &[], Shown::Right, "");
    check(one, &[("RETURN 7", table(7))], Shown::Right, "");
    check(one, &[("RETURN 7", table(8))], Shown::Wrong, "any name: 8");
    check(one, &[("RETURN 7", error(ErrorClass::Runtime))], Shown::Error, "no such thing");
    check(one, &[("RETURN 7", error(ErrorClass::Syntax))], Shown::Lacking, "no such thing");
    check(one, &[("RETURN 7", error(ErrorClass::Internal))], Shown::Internal, "no such thing");
    check(one, &[("RETURN 7", Response::Crash { how: "signal 11".to_owned() })], Shown::Crash, "signal 11");
    check(one, &[("RETURN 7", Response::Hang { deadline_ms: 5 })], Shown::Hang, "5 ms");
}

#[test]
fn an_answer_without_rows_needs_no_names() {
    let none = "statements = ['UNWIND [] AS x RETURN 7']";
    check(none, &[("UNWIND [] AS x RETURN 7", Response::Table(Table::default()))], Shown::Right, "");
    check(none, &[("UNWIND [] AS x RETURN 7", table(7))], Shown::Wrong, "any name: 7");
    check("statements = ['RETURN 7']", &[("RETURN 7", Response::Table(Table::default()))], Shown::Wrong, "");
}

#[test]
fn the_graph_that_is_left_is_looked_at_behind_each_statement() {
    let two = "graph = 'CREATE ({k: 1})'\nstatements = ['MATCH (n) SET n.k = 2', 'MATCH (n) RETURN n.k AS x']";
    check(two, &[], Shown::Right, "");
    check(two, &[("MATCH (n) SET n.k = 2", Response::Table(Table::default()))], Shown::Wrong, "statement 1");
}

#[test]
fn an_error_that_is_due_is_right_and_an_answer_in_its_place_is_not() {
    let due = "statements = ['RETURN 1 / 0 AS x']";
    check(due, &[], Shown::Right, "");
    check(due, &[("RETURN 1 / 0 AS x", table(1))], Shown::Wrong, "an answer in place of");
}

#[test]
fn where_the_language_leaves_the_answer_open_the_two_of_a_pair_must_agree() {
    let open = "graph = 'CREATE (), ()'\nstatements = ['MATCH (n) WITH n LIMIT 1 RETURN rand() AS x']";
    check(open, &[], Shown::Open, "");
    let pair = format!("{open}\ntwin = ['MATCH (m) WITH m LIMIT 1 RETURN rand() AS x']");
    let texts = ["MATCH (n) WITH n LIMIT 1 RETURN rand() AS x", "MATCH (m) WITH m LIMIT 1 RETURN rand() AS x"];
    check(&pair, &[(texts[0], table(1)), (texts[1], table(1))], Shown::Alike, "");
    check(&pair, &[(texts[0], table(1)), (texts[1], table(2))], Shown::Apart, "any name: 1");
}

#[test]
fn a_file_that_is_none_is_refused_with_its_name_and_the_bug() {
    let check = |text: &str, parts: &[&str]| {
        let error = Corpus::parse("mine.toml", text).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    let head = "paper = 'P'\nlink = 'L'\n[[case]]\nname = 'x'\nengine = 'E'\n";
    check(head, &["mine.toml", "statements"]);
    check(&format!("{head}statements = []"), &["mine.toml", "`x`", "no statement"]);
    check(&format!("{head}graph = 'CREATE'\nstatements = ['RETURN 1']"), &["mine.toml", "`x`", "graph"]);
    check(&format!("language = 'sparql'\n{head}statements = ['RETURN 1']"), &["mine.toml", "sparql", "gremlin"]);
    let other = "[[case]]\nname = 'x'\nengine = 'E'\nstatements = ['RETURN 1']";
    check(&format!("{head}statements = ['RETURN 1']\n{other}"), &["mine.toml", "two of this name"]);
}
