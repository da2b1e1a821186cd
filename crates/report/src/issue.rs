//! A bug as an issue of a code host: a title, and a body that needs no other file.

use crate::listed::Listed;
use crate::prose;

/// Sections that mean nothing outside of the bug's folder.
const LEFT_OUT: &[&str] = &["Size", "Reproduce"];
/// Sections that are folded away, because they are long and wanted later.
const FOLDED: &[&str] = &["Why", "Plan", "Test"];

/// The issue: its title on the first line, an empty line, and its body in Markdown.
pub fn issue(bug: &Listed) -> String {
    let mut body = String::new();
    let mut sections = prose::sections(bug.report).into_iter();
    sections.next();
    if let Some(cause) = bug.cause {
        body.push_str(&format!("The answer is as if: {cause}.\n\n"));
    }
    for section in sections.filter(|section| !LEFT_OUT.iter().any(|name| section.heading == *name)) {
        let text = section.markdown.replace("![the graph](graph.svg)\n\n", "");
        let (heading, text) = (section.heading, text.trim());
        body.push_str(&match FOLDED.iter().any(|name| heading == *name) {
            true => format!("<details><summary>{heading}</summary>\n\n{text}\n\n</details>\n\n"),
            false => format!("## {heading}\n\n{text}\n\n"),
        });
    }
    format!("{}\n\n{body}Found by graphlance (fingerprint `{}`).\n", bug.title, bug.fingerprint)
}
