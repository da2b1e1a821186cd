//! `graphlance bugs list`.

use std::io::Write;

use graphlance_report::BugLife;
use serde_json::{Value, json};

use super::shelf::{Bug, Shelf};
use crate::cli::ListBugs;
use crate::exit::{Exit, Problem};
use crate::terminal;

/// Lists the bugs of a folder.
pub fn run(arguments: &ListBugs) -> Result<Exit, Problem> {
    let mut shelf = Shelf::read(arguments.folder(), &[])?;
    if let Some(state) = arguments.state {
        shelf.bugs.retain(|bug| bug.state() == state.life());
    }
    shelf.bugs.sort_by_key(|bug| (bug.state(), bug.name.clone()));
    let mut out = terminal::out();
    if arguments.json {
        let bugs: Vec<Value> = shelf.bugs.iter().map(as_json).collect();
        writeln!(out, "{:#}", json!({ "bugs": bugs }))?;
    } else {
        for bug in &shelf.bugs {
            writeln!(out, "{}", as_text(bug))?;
        }
        writeln!(out, "{}", counted(&shelf.bugs))?;
    }
    Ok(if shelf.unreadable > 0 { Exit::Usage } else { Exit::Nothing })
}

fn as_text(bug: &Bug) -> String {
    let size = bug.found.discovery.reduced;
    let replays = match bug.found.replayed {
        [0, 0] => "not replayed".to_owned(),
        [failed, of] => format!("failed {failed} of {of} replays"),
    };
    let mut lines = vec![
        format!("{} ({})", bug.name, bug.state()),
        format!("    {}", bug.found.title),
        format!("    {} nodes, {} clauses, {replays}, fingerprint {}", size.nodes, size.clauses, bug.found.fingerprint),
    ];
    lines.extend(bug.cause().map(|cause| format!("    as if: {cause}")));
    lines.extend((bug.merged > 0).then(|| format!("    with {} merged into it", bug.merged)));
    lines.extend(Some(&bug.life.link).filter(|link| !link.is_empty()).map(|link| format!("    {link}")));
    lines.join("\n")
}

/// How many bugs there are, by their states.
fn counted(bugs: &[Bug]) -> String {
    let of = |life: &BugLife| match bugs.iter().filter(|bug| bug.state() == *life).count() {
        0 => None,
        count => Some(format!("{count} {life}")),
    };
    let states: Vec<String> = BugLife::ALL.iter().filter_map(of).collect();
    if states.is_empty() { "no bugs".to_owned() } else { states.join(", ") }
}

fn as_json(bug: &Bug) -> Value {
    json!({
        "name": bug.name, "folder": bug.path.display().to_string(), "state": bug.state(), "title": bug.found.title,
        "class": bug.found.evidence.class, "engine": bug.found.engine, "fingerprint": bug.found.fingerprint,
        "cause": bug.cause(), "findings": bug.count(), "merged": bug.merged, "link": bug.life.link, "note": bug.life.note,
        "seen": bug.life.seen, "text": bug.found.text, "summary": bug.found.evidence.summary,
    })
}
