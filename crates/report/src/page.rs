//! A whole hunt as one page of HTML: its causes, their pictures, tables and plans. It opens without a server, loads nothing, and
//! holds no script.

use minijinja::value::Serde;
use minijinja::{Environment, Value, context};
use serde::Serialize;

use crate::listed::{BugLife, Listed};
use crate::{of_rule, picture, prose, quote, severity};

/// What the page of a hunt, or of any folder of bugs, tells.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// Its heading, e.g. the engine and its version.
    pub heading: &'a str,
    /// What is to be known of the hunt: name and value of each.
    pub facts: &'a [(String, String)],
    /// A sentence more on it.
    pub note: &'a str,
    /// The bugs.
    pub bugs: &'a [Listed<'a>],
}

/// The style sheet and the frame.
const TEMPLATE: &str = include_str!("page/page.html");

/// Sections of a report that stand beside each other, each with the one that follows it.
const BESIDE: &[[&str; 2]] = &[["Graph", "Quer"], ["Graph", "Step"], ["Expected", "Actual"], ["Why", "Plan"]];
/// Sections that are folded away.
const FOLDED: &[&str] = &["Engine", "Reproduce", "Size", "Test"];

/// The page. Bugs that somebody must look at come first.
pub fn page(page: &Page) -> String {
    let mut bugs: Vec<&Listed> = page.bugs.iter().collect();
    bugs.sort_by_key(|bug| (bug.life, bug.class, bug.name));
    let counted = |life: &BugLife| (life.name(), bugs.iter().filter(|bug| bug.life == *life).count());
    let lives: Vec<(&str, usize)> = BugLife::ALL.iter().map(counted).filter(|(_, count)| *count > 0).collect();
    let bugs: Vec<Shown> = bugs.into_iter().map(Shown::of).collect();
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::Html);
    let content = context! {
        heading => quote::line(page.heading).into_owned(),
        facts => Value::from(Serde(page.facts)),
        note => page.note,
        lives => Value::from(Serde(lives)),
        bugs => Value::from(Serde(bugs)),
    };
    let rendered = environment.render_str(TEMPLATE, content);
    // The template comes with the program and a test renders it.
    rendered.unwrap_or_else(|error| format!("<pre>{}</pre>", quote::xml(&error.to_string())))
}

/// A bug as the template takes it. Values that are HTML already are marked as such.
#[derive(Debug, Serialize)]
struct Shown {
    anchor: String,
    name: String,
    title: Value,
    life: &'static str,
    link: String,
    severity: &'static str,
    cause: Option<String>,
    /// Whether the title is the cause already.
    titled_by_cause: bool,
    count: u64,
    nodes: usize,
    fingerprint: String,
    summary: Value,
    rows: Vec<Vec<Part>>,
    folded: Vec<Part>,
}

/// A section of a report.
#[derive(Debug, Serialize)]
struct Part {
    heading: String,
    picture: Option<Value>,
    html: Value,
}

impl Shown {
    fn of(bug: &Listed) -> Shown {
        let mut sections = prose::sections(bug.report).into_iter();
        let summary = sections.next().unwrap_or_default();
        let (folded, shown): (Vec<_>, Vec<_>) =
            sections.partition(|section| FOLDED.iter().any(|name| section.heading == *name));
        let part = |section: prose::Section| Part {
            picture: (section.heading == "Graph" && bug.graph.node_count() > 0)
                .then(|| Value::from_safe_string(picture::graph_svg(bug.graph))),
            html: Value::from_safe_string(prose::html(&without_picture(&section.markdown))),
            heading: section.heading,
        };
        let mut rows: Vec<Vec<Part>> = Vec::new();
        for part in shown.into_iter().map(part) {
            match rows.last_mut() {
                Some(row) if row.len() == 1 && beside(&row[0].heading, &part.heading) => row.push(part),
                _ => rows.push(vec![part]),
            }
        }
        Shown {
            anchor: format!("bug-{}", bug.name),
            name: bug.name.to_owned(),
            title: Value::from_safe_string(coded(bug.title)),
            life: bug.life.name(),
            link: if bug.link.starts_with("https://") { bug.link.to_owned() } else { String::new() },
            severity: severity(bug.class).split(':').next().unwrap_or_default(),
            cause: bug.cause.map(str::to_owned),
            titled_by_cause: bug.cause.is_some_and(|cause| of_rule(cause) == bug.title),
            count: bug.count,
            nodes: bug.graph.node_count(),
            fingerprint: bug.fingerprint.to_owned(),
            summary: Value::from_safe_string(prose::html(&summary.markdown)),
            rows,
            folded: folded.into_iter().map(part).collect(),
        }
    }
}

/// A title as HTML, in which what stands between backticks is code.
fn coded(title: &str) -> String {
    let parts: Vec<&str> = title.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return quote::xml(title);
    }
    let part = |(place, part): (usize, &&str)| match place % 2 {
        0 => quote::xml(part),
        _ => format!("<code>{}</code>", quote::xml(part)),
    };
    parts.iter().enumerate().map(part).collect()
}

fn beside(left: &str, right: &str) -> bool {
    BESIDE.iter().any(|[one, other]| left.starts_with(one) && right.starts_with(other))
}

/// The picture is drawn into the page.
fn without_picture(markdown: &str) -> String {
    markdown.replace("![the graph](graph.svg)", "")
}

#[cfg(test)]
mod tests;
