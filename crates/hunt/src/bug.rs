//! The files of a bug's folder.

use std::path::Path;

use crate::found::Found;
use crate::session::{Session, loading_statements};
use crate::store::FindingFolder;

/// The title and files of a bug.
#[derive(Clone, Debug, PartialEq)]
pub struct BugFiles {
    /// The symptom in one line.
    pub title: String,
    /// The files.
    pub folder: FindingFolder,
}

/// Lines of the engine's log that are kept.
const LOG_LINES: usize = 200;

impl BugFiles {
    /// Writes up a bug: `reduced` and `original` with their titles still empty. Asks the target for its plan and log.
    /// `root` is the output folder, for the replay command.
    pub fn make(mut reduced: Found, mut original: Found, session: &mut Session, _root: &Path) -> BugFiles {
        let title = title(&reduced);
        reduced.title = title.clone();
        original.title = title.clone();
        let log = session.driver().log_tail(LOG_LINES).join("\n");
        let mut files = vec![
            ("case.json".to_owned(), json(&reduced)),
            ("original.json".to_owned(), json(&original)),
            ("repro.cypher".to_owned(), repro(&reduced, session).into_bytes()),
        ];
        if !log.is_empty() {
            files.push(("engine.log".to_owned(), (log + "\n").into_bytes()));
        }
        BugFiles { folder: FindingFolder { slug: slug(&title), files }, title }
    }
}

/// A folder name from a text: lower-case words joined by hyphens, at most 60 characters.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(60);
    let trimmed = slug.trim_end_matches('-');
    if trimmed.is_empty() { "finding".to_owned() } else { trimmed.to_owned() }
}

fn title(found: &Found) -> String {
    let clauses: Vec<&str> =
        ["OPTIONAL MATCH", "MATCH", "UNWIND", "WITH", "UNION", "CALL", "ORDER BY", "DISTINCT", "LIMIT"]
            .into_iter()
            .filter(|clause| found.text.contains(clause))
            .collect();
    format!("{}: {}", clauses.join(", "), found.evidence.summary)
}

fn json(found: &Found) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(found).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

fn repro(found: &Found, session: &Session) -> String {
    let dialect = session.dialect();
    let mut lines = loading_statements(&found.case.graph, &found.case.load, dialect);
    if !found.text.is_empty() {
        lines.push(found.text.clone());
    }
    lines.into_iter().map(|line| line + ";\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(slug(text), expected);
    }

    #[test]
    fn a_slug_is_a_folder_name_everywhere() {
        check("`UNWIND` after `MATCH` loses rows: 1 of 3", "unwind-after-match-loses-rows-1-of-3");
        check("../../etc", "etc");
        check("é", "finding");
        check(&"a".repeat(100), &"a".repeat(60));
    }
}
