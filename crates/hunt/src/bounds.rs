//! What is kept of what a target says has an end, whatever it sends: a bug's folder stays below a megabyte beside the case
//! itself. What a driver takes at all is bounded by [`limits`]; this is less. The case is never cut, so that what is kept can
//! always be replayed.

use std::io::{self, Write};

use graphlance_case::{Case, EngineError, Response};
use graphlance_engines::{Driver, Identity, limits};
use graphlance_graph::Graph;
use serde::Serialize;

use crate::found::Found;
use graphlance_report::quote;

/// Bytes of an error, of the words on a death, of a plan.
const LONGEST_TEXT: usize = 16 << 10;
/// Bytes of the answers in a case file, as JSON.
const MOST_ANSWERS: usize = 96 << 10;
/// Places of a difference between tables.
const MOST_PLACES: usize = 1000;
/// Bytes of a report beside the graph and statements.
const LONGEST_REPORT: usize = 256 << 10;
/// Lines and bytes of an engine's log.
const LOG_LINES: usize = 200;
const LONGEST_LOG: usize = 128 << 10;
/// How far the lines of an answer are indented in a case file, about.
const INDENT: usize = 14;

/// A text, or its beginning with a note on what is left out.
pub fn text(text: &str) -> String {
    beginning(text, LONGEST_TEXT)
}

/// A response with texts that have an end.
pub fn response(response: Response) -> Response {
    let long = |text: &String| text.len() > LONGEST_TEXT;
    match response {
        Response::Error(EngineError { class, message }) if long(&message) => {
            Response::Error(EngineError { class, message: text(&message) })
        }
        Response::Crash { how } if long(&how) => Response::Crash { how: text(&how) },
        other => other,
    }
}

/// What an engine says of itself, with an end.
pub fn identity(identity: &Identity) -> Identity {
    let short = |text: &String| beginning(text, limits::IDENTITY_TEXT);
    Identity {
        engine: short(&identity.engine),
        version: short(&identity.version),
        build: short(&identity.build),
        settings: identity.settings.iter().take(limits::SETTINGS).map(short).collect(),
    }
}

/// The text of a report about a case with an end.
pub fn report(text: &str, case: &Case) -> String {
    beginning(text, LONGEST_REPORT.saturating_add(json_size(case, usize::MAX / 2).unwrap_or_default()))
}

/// The bytes of `engine.log`: the last lines of an engine's log.
pub fn log_file(driver: &mut dyn Driver) -> Vec<u8> {
    log_text(&driver.log_tail(LOG_LINES))
}

fn log_text(lines: &[String]) -> Vec<u8> {
    let mut kept: Vec<&str> = Vec::new();
    let mut room = LONGEST_LOG;
    for line in lines.iter().rev() {
        match room.checked_sub(line.len() + 1) {
            Some(left) => room = left,
            None => {
                kept.push("(earlier lines are left out)");
                break;
            }
        }
        kept.push(line);
    }
    kept.reverse();
    (quote::visible(&kept.join("\n")).into_owned() + "\n").into_bytes()
}

/// The bytes of `case.json`.
pub fn case_file(found: &Found) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(&stored(found)).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// The same without line breaks, for what few will read.
pub fn compact_case_file(found: &Found) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(&stored(found)).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// A finding as it is stored: answers that are long are cut, and `cut` says so.
pub fn stored(found: &Found) -> Found {
    let mut found = found.clone();
    found.engine = identity(&found.engine);
    let mut room = MOST_ANSWERS;
    for (step, response) in found.responses.iter_mut().enumerate() {
        if let Some(note) = cut(response, &mut room) {
            found.cut.push(format!("answer {}: {note}", step + 1));
        }
    }
    if let Some(difference) = &mut found.evidence.difference {
        let places = difference.missing.len().max(difference.superfluous.len());
        if places > MOST_PLACES {
            difference.missing.truncate(MOST_PLACES);
            difference.superfluous.truncate(MOST_PLACES);
            found.cut.push(format!("the first {MOST_PLACES} of {places} rows that differ are named"));
        }
        if let Some(columns) = difference.columns.as_mut().filter(|columns| json_size(columns, LONGEST_TEXT).is_none())
        {
            found.cut.push(format!("the names of {} columns are left out", columns.len()));
            columns.clear();
        }
    }
    found
}

/// Makes an answer fit into the room, which it takes; a note when something is left out.
fn cut(response: &mut Response, room: &mut usize) -> Option<String> {
    if let Some(size) = json_size(response, *room) {
        *room -= size;
        return None;
    }
    match response {
        Response::Table(table) => {
            let (columns, all) = (table.columns.len(), table.rows.len());
            match json_size(&table.columns, *room) {
                Some(size) => *room -= size,
                None => {
                    (table.columns, table.rows) = (Vec::new(), Vec::new());
                    return Some(format!("its {columns} columns and {all} rows are left out"));
                }
            }
            let mut kept = 0;
            while let Some(size) = table.rows.get(kept).and_then(|row| json_size(row, *room)) {
                *room -= size;
                kept += 1;
            }
            table.rows.truncate(kept);
            Some(format!("the first {kept} of {all} rows are kept"))
        }
        Response::Graph(graph) => {
            let note = format!(
                "the graph of {} nodes and {} relationships is left out",
                graph.node_count(),
                graph.relationship_count()
            );
            **graph = Graph::new();
            Some(note)
        }
        Response::Error(EngineError { message: words, .. }) | Response::Crash { how: words } => {
            let all = words.len();
            *words = beginning(words, *room / 2);
            Some(format!("the beginning of a text of {all} bytes is kept"))
        }
        Response::Hang { .. }
        | Response::Counters(_)
        | Response::Times(_)
        | Response::Estimate(_)
        | Response::Unsupported(_) => None,
    }
}

/// The size of something as JSON; none when it is larger than the room.
fn json_size(content: &impl Serialize, room: usize) -> Option<usize> {
    let mut counter = Counter { left: room };
    serde_json::to_writer_pretty(&mut counter, content).ok()?;
    Some(room - counter.left)
}

/// Counts down, and refuses what does not fit.
struct Counter {
    left: usize,
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // In the file the lines are indented further than by themselves.
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        self.left = self.left.checked_sub(bytes.len() + lines * INDENT).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A text that is at most so long (and its note), cut between characters.
fn beginning(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(most);
    format!("{} ... ({} bytes more)", &text[..end], text.len() - end)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Act, Claim, ErrorClass, Evidence, FailureClass, Lineage, Step};
    use graphlance_graph::table::Difference;
    use graphlance_graph::{Table, Value};

    use super::*;
    use crate::found::{Discovery, FOUND_VERSION};

    fn found(responses: Vec<Response>, superfluous: usize) -> Found {
        let standard = Cypher.standard();
        let case = Case::new(&standard, Arc::new(Graph::new()), Claim::Survives, Lineage::default());
        let case = Case { steps: vec![Step::from(Act::Snapshot); responses.len()], ..case };
        let difference = Difference { superfluous: (0..superfluous).collect(), ..Difference::default() };
        Found {
            version: FOUND_VERSION,
            title: String::new(),
            target: "x".to_owned(),
            engine: Identity { settings: vec!["a".repeat(5000); 5000], ..Identity::default() },
            fingerprint: String::new(),
            case,
            text: String::new(),
            evidence: Evidence {
                class: FailureClass::ExtraRows,
                step: 0,
                summary: String::new(),
                difference: Some(difference),
            },
            responses,
            cut: Vec::new(),
            replayed: [1, 1],
            second: None,
            discovery: Discovery::default(),
        }
    }

    /// A case file with these answers is small, reads back, and says what is left out.
    #[track_caller]
    fn check(responses: Vec<Response>, superfluous: usize, said: &[&str]) {
        let found = found(responses, superfluous);
        let bytes = case_file(&found);
        assert!(bytes.len() < 250 << 10, "{} bytes", bytes.len());
        let back = Found::parse(std::str::from_utf8(&bytes).expect("text"), &graphlance_reference::languages())
            .expect("a case file");
        assert_eq!(back.case, found.case);
        assert_eq!(back.cut.len(), said.len(), "{:?}", back.cut);
        for (note, part) in back.cut.iter().zip(said) {
            assert!(note.contains(part), "{note}");
        }
    }

    fn table(rows: usize, cell: Value) -> Response {
        Response::Table(Table { columns: vec!["x".into()], rows: vec![vec![cell]; rows] })
    }

    #[test]
    fn long_answers_are_cut_and_short_ones_are_not() {
        check(vec![table(20, Value::Integer(1))], 20, &[]);
        check(vec![table(200_000, Value::Integer(1))], 200_000, &["rows are kept", "200000 rows that differ"]);
        check(vec![table(3, Value::string("y".repeat(1 << 20)))], 0, &["the first 0 of 3 rows"]);
        let wide = Table { columns: vec!["column".into(); 100_000], rows: vec![vec![Value::Null; 100_000]] };
        check(vec![Response::Table(wide)], 0, &["100000 columns and 1 rows"]);
        let error = EngineError { class: ErrorClass::Other, message: "\u{e9}".repeat(1 << 20) };
        check(vec![Response::Error(error)], 0, &["a text of 2097152 bytes"]);
        let mut graph = Graph::new();
        for _ in 0..5000 {
            graph.add_node(["Label".into()], Default::default());
        }
        check(vec![Response::Graph(Box::new(graph)), table(2, Value::Null)], 0, &["5000 nodes"]);
    }

    #[test]
    fn texts_end_between_characters_with_a_note() {
        let long = text(&"\u{e9}".repeat(LONGEST_TEXT));
        assert!(
            long.len() < LONGEST_TEXT + 40 && long.ends_with("... (16384 bytes more)"),
            "{}",
            &long[LONGEST_TEXT..]
        );
        assert_eq!(text("short"), "short");
        let error = Response::Error(EngineError { class: ErrorClass::Other, message: "x".repeat(1 << 24) });
        assert!(matches!(response(error), Response::Error(error) if error.message.len() < LONGEST_TEXT + 40));
    }

    #[test]
    fn a_log_keeps_its_end() {
        let lines: Vec<String> = (0..200).map(|number| format!("{number} {}", "z".repeat(4000))).collect();
        let log = String::from_utf8(log_text(&lines)).expect("text");
        assert!(log.len() <= LONGEST_LOG + 40 && log.starts_with("(earlier lines") && log.contains("\n199 z"));
        assert_eq!(log_text(&["one".to_owned()]), b"one\n");
    }
}
