//! How published bugs stand on several targets, as a table for people.

use std::collections::BTreeMap;

use graphlance_report::quote;

use super::{Corpus, Published, Shown, Standing};

/// The bugs on one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The target's name.
    pub target: String,
    /// What answered: product and version; the target's name when nothing did.
    pub engine: String,
    /// How each bug stands, file by file in their order; of a file in another language than the target's nothing.
    pub standings: Vec<Vec<Standing>>,
}

/// A table in Markdown for each file, a column per target; below it what the words mean, and what was wrong where.
pub fn markdown(files: &[Corpus], tried: &[Tried]) -> String {
    let mut text = String::new();
    for (number, corpus) in files.iter().enumerate() {
        let tried: Vec<&Tried> = tried.iter().filter(|one| !one.standings[number].is_empty()).collect();
        if tried.is_empty() {
            continue;
        }
        let part = corpus.part.as_ref().map(|part| format!(" ({part})")).unwrap_or_default();
        text.push_str(&format!("### {}{part}\n\n{}\n\n", corpus.paper, corpus.link));
        let engines = tried.iter().map(|one| format!(" {} |", quote::cell(&one.engine)));
        let ruler = tried.iter().map(|_| "---|");
        text.push_str(&format!("| case | reported of |{}\n", engines.collect::<String>()));
        text.push_str(&format!("|---|---|{}\n", ruler.collect::<String>()));
        for (place, bug) in corpus.bugs.iter().enumerate() {
            let word = |one: &&Tried| format!(" {} |", one.standings[number][place].shown.name());
            text.push_str(&format!("| {} | {} |", bug.name, reported(bug)));
            text.push_str(&format!("{}\n", tried.iter().map(word).collect::<String>()));
        }
        text.push('\n');
    }
    text.push_str(&legend(tried));
    let mut shown = String::new();
    for (number, corpus) in files.iter().enumerate() {
        for (place, bug) in corpus.bugs.iter().enumerate() {
            shown.push_str(&seen(bug, tried.iter().filter_map(|one| Some((one, one.standings[number].get(place)?)))));
        }
    }
    if !shown.is_empty() {
        text.push_str(&format!("\n### What was seen\n\n{shown}"));
    }
    text
}

/// The engine of the report, with its version and the issue where they are known.
fn reported(bug: &Published) -> String {
    let version = bug.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    let engine = quote::cell(&format!("{}{version}", bug.engine));
    match &bug.issue {
        None => engine,
        Some(issue) => format!("{engine}, {}", linked(issue)),
    }
}

/// `owner/name#number` as a link; other texts as they are.
fn linked(issue: &str) -> String {
    let plain = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_./".contains(letter));
    match issue.split_once('#') {
        Some((place, number)) if plain(place) && number.chars().all(|digit| digit.is_ascii_digit()) => {
            format!("[{issue}](https://github.com/{place}/issues/{number})")
        }
        _ => quote::cell(issue),
    }
}

/// What the words mean that occur.
fn legend(tried: &[Tried]) -> String {
    let occurs =
        |shown: Shown| tried.iter().flat_map(|one| one.standings.iter().flatten()).any(|one| one.shown == shown);
    let lines = Shown::ALL.iter().filter(|(shown, ..)| occurs(*shown));
    lines.map(|(_, name, meaning)| format!("- **{name}**: {meaning}\n")).collect()
}

/// What is wrong with a bug where, with its statements; nothing when it shows nowhere.
fn seen<'a>(bug: &Published, standings: impl Iterator<Item = (&'a Tried, &'a Standing)>) -> String {
    let mut where_told: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    let shows = |standing: &Standing| standing.shown.is_failure() || standing.shown == Shown::Deviates;
    for (one, standing) in standings.filter(|(_, standing)| shows(standing)) {
        where_told.entry((standing.shown.name(), &standing.detail)).or_default().push(&one.engine);
    }
    if where_told.is_empty() {
        return String::new();
    }
    let mut text = format!("- **{}**: ", bug.name);
    let codes = |texts: &[String]| texts.iter().map(|text| quote::code(text)).collect::<Vec<_>>().join("; ");
    if let Some(graph) = &bug.graph {
        text.push_str(&format!("on {}, ", quote::code(graph)));
    }
    text.push_str(&codes(&bug.statements));
    if !bug.twin.is_empty() {
        text.push_str(&format!(" and {}", codes(&bug.twin)));
    }
    text.push('\n');
    for ((shown, detail), engines) in where_told {
        text.push_str(&format!("  - {shown} on {}: {}\n", engines.join(", "), quote::markdown(detail)));
    }
    text
}
