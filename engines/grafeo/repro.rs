use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use grafeo_common::types::{PropertyKey, Value};
use grafeo_engine::{Config, GrafeoDB};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("--part") {
        let (code, message) = ask();
        message.lines().for_each(|line| println!("  {}", shown(line)));
        println!("verdict {code}");
        return ExitCode::SUCCESS;
    }
    ExitCode::from(wait().unwrap_or_else(|error| {
        println!("cannot tell: {error}");
        2
    }))
}

/// Runs this program a second time, which asks, and waits for its end. Its own words are indented.
fn wait() -> std::io::Result<u8> {
    let mut command = Command::new(std::env::current_exe()?);
    let mut child = command.arg("--part").stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().ok_or_else(|| std::io::Error::other("no output"))?;
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let seconds = std::env::var("REPRO_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SECONDS);
    let (mut phase, mut late) = (String::from("starting"), false);
    loop {
        match lines.recv_timeout(Duration::from_secs(seconds)) {
            Ok(line) => match line.strip_prefix("  ") {
                Some(said) => println!("{said}"),
                None => phase = line,
            },
            Err(RecvTimeoutError::Timeout) => {
                late = true;
                child.kill()?;
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = child.wait()?;
    if let Some(code) = phase.strip_prefix("verdict ") {
        return Ok(code.parse().unwrap_or(2));
    }
    match late {
        true => println!("no answer within {seconds} s while {phase}"),
        false => println!("the engine dies while {phase}: {status}"),
    }
    Ok(if phase == "asking" || phase == "loading" && FAILS_LOADING { 1 } else { 2 })
}

/// A line in which nothing acts on the terminal.
fn shown(line: &str) -> String {
    let hides = |c: char| {
        c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    line.chars().map(|c| if hides(c) { c.escape_unicode().to_string() } else { c.to_string() }).collect()
}

/// Asks, and says which exit code is right.
fn ask() -> (u8, String) {
    let database = match GrafeoDB::with_config(Config::in_memory().with_threads(1)) {
        Ok(database) => database,
        Err(error) => return (2, format!("cannot tell: {error}")),
    };
    println!("loading");
    for statement in BEFORE {
        if let Err(error) = database.execute_cypher(statement) {
            let error = error.to_string();
            let code = if FAILS_LOADING && is_reported(&error) { 1 } else { 2 };
            return (code, format!("this statement is refused: {statement}\n{error}"));
        }
    }
    for check in CHECKS {
        println!("asking");
        if let Err(told) = compare(&database, check) {
            return told;
        }
    }
    (0, "the answer is right".to_owned())
}

struct Check {
    query: &'static str,
    /// None when any answer will do.
    table: Option<Table>,
}

struct Table {
    columns: &'static [&'static str],
    /// How many rows must come, out of how many.
    count: usize,
    total: usize,
    /// Lengths of groups of rows that tie, in order; none when the order does not matter.
    ties: &'static [usize],
    /// None when they cannot be compared as text.
    rows: Option<&'static [&'static str]>,
}

fn is_reported(error: &str) -> bool {
    // Numbers are other ones each time.
    let plain = |text: &str| -> String {
        let line = text.lines().next().unwrap_or_default();
        line.chars().filter(|character| !character.is_ascii_digit()).collect()
    };
    ERROR.is_some_and(|reported| !reported.is_empty() && plain(error).contains(&plain(reported)))
}

fn compare(database: &GrafeoDB, check: &Check) -> Result<(), (u8, String)> {
    let result = match database.execute_cypher(check.query) {
        Ok(result) => result,
        Err(error) => {
            let error = error.to_string();
            return Err(match is_reported(&error) {
                true => (1, format!("the error comes that was reported: {error}")),
                false => (2, format!("cannot tell: an error comes that was not reported: {error}")),
            });
        }
    };
    let Some(table) = &check.table else {
        return if ROWS_COUNT { Err((2, "cannot tell: compare the rows with the report by eye".to_owned())) } else { Ok(()) };
    };
    if COLUMNS_COUNT && result.columns.iter().map(|name| name.as_str()).ne(table.columns.iter().copied()) {
        return Err((1, format!("right columns: {:?}\nactual ones: {:?}", table.columns, result.columns)));
    }
    let rows = result.into_rows();
    let actual: Vec<String> =
        rows.iter().map(|row| row.iter().map(text).collect::<Vec<_>>().join(" | ")).collect();
    let shown = actual.join("\n");
    let Some(expected) = table.rows else {
        return Err(match actual.len() == table.count {
            true => (2, format!("{} rows came, as is right; compare them by eye:\n{shown}", table.count)),
            false => (1, format!("right are {} rows, not these:\n{shown}", table.count)),
        });
    };
    match right(table, expected, &actual) {
        true => Ok(()),
        false => Err((1, format!("right (any {} of):\n{}\nactual:\n{shown}", table.count, expected.join("\n")))),
    }
}

/// Whether each group of rows holds only rows that may stand there.
fn right(table: &Table, expected: &[&str], actual: &[String]) -> bool {
    let mut start = 0;
    let whole = [table.total];
    for length in table.ties.iter().chain(&whole) {
        let end = (start + length).min(table.total);
        let mut may = expected[start..end].to_vec();
        let came = actual.get(start.min(actual.len())..end.min(table.count).min(actual.len())).unwrap_or_default();
        for row in came {
            let Some(place) = may.iter().position(|other| other == row) else { return false };
            may.remove(place);
        }
        start = end;
    }
    actual.len() == table.count
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(boolean) => boolean.to_string(),
        Value::Int64(integer) => integer.to_string(),
        // Zeros of either sign are alike.
        Value::Float64(float) => format!("{:?}", float + 0.0),
        Value::String(string) => format!("{:?}", string.as_str()),
        Value::List(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) => map(entries),
        Value::Path { nodes, edges } => path(nodes, edges),
        other => format!("{other:?}"),
    }
}

/// A map, or the element that it stands for.
fn map(entries: &BTreeMap<PropertyKey, Value>) -> String {
    let rest = |element: bool| {
        let kept = entries.iter().filter(|(key, value)| {
            let own = ["_id", "_labels", "_type", "_source", "_target"].contains(&key.as_str());
            !element || !own && !matches!(value, Value::Null)
        });
        let kept: Vec<String> = kept.map(|(key, value)| format!("{:?}: {}", key.as_str(), text(value))).collect();
        format!("{{{}}}", kept.join(", "))
    };
    match (entries.get(&PropertyKey::new("_labels")), entries.get(&PropertyKey::new("_type"))) {
        (Some(Value::List(labels)), _) => {
            let mut labels: Vec<String> = labels.iter().map(text).collect();
            labels.sort();
            format!("([{}] {})", labels.join(", "), rest(true))
        }
        (_, Some(Value::String(kind))) if id(entries, "_source").is_some() => {
            format!("[{:?} {}]", kind.as_str(), rest(true))
        }
        _ => rest(false),
    }
}

fn id(entries: &BTreeMap<PropertyKey, Value>, name: &str) -> Option<i64> {
    match entries.get(&PropertyKey::new(name)) {
        Some(Value::Int64(id)) => Some(*id),
        _ => None,
    }
}

/// Elements, and for each node where it was first visited, for each relationship whether it is walked forwards.
fn path(nodes: &[Value], edges: &[Value]) -> String {
    let of = |value: &Value, name: &str| match value {
        Value::Map(entries) => id(entries, name),
        _ => None,
    };
    let visits: Vec<_> = nodes
        .iter()
        .map(|node| nodes.iter().position(|other| of(other, "_id") == of(node, "_id")))
        .collect();
    let forwards: Vec<_> = edges
        .iter()
        .zip(nodes)
        .map(|(edge, node)| {
            let (start, end) = (of(edge, "_source"), of(edge, "_target"));
            (start != end).then_some(start == of(node, "_id"))
        })
        .collect();
    let texts = |values: &[Value]| values.iter().map(text).collect::<Vec<_>>();
    format!("<{:?} {:?} {visits:?} {forwards:?}>", texts(nodes), texts(edges))
}
