//! The documents hold together: what they name exists, links lead somewhere, and the table of findings is the one of
//! `docs/findings.toml`. `GRAPHLANCE_WRITE_DOCS=1` writes the table and the contents in place of comparing them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Findings {
    finding: Vec<Finding>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    id: String,
    also: Option<String>,
    engine: String,
    version: String,
    symptom: String,
    severity: Severity,
    upstream: String,
    script: Option<String>,
    #[serde(default)]
    section: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
enum Severity {
    A,
    B,
    #[serde(rename = "taken back")]
    TakenBack,
}

impl Finding {
    /// The heading of its section in found.md.
    fn title(&self) -> String {
        format!("{}: {}", self.id, self.symptom)
    }

    fn row(&self, places: &Places) -> String {
        let place = match self.section {
            true => format!("found.md#{}", slug(&self.title())),
            false => places.of(&self.id).to_owned(),
        };
        let script = match &self.script {
            Some(script) => format!("[{0}](repros/{0})", script.trim_start_matches("docs/repros/")),
            None => String::new(),
        };
        let severity = match self.severity {
            Severity::A => "A",
            Severity::B => "B",
            Severity::TakenBack => "taken back",
        };
        let upstream = issue().replace_all(&self.upstream, "[$0](https://github.com/$1/issues/$2)");
        let symptom = self.symptom.replace('|', "\\|");
        format!(
            "| [{}]({place}) | {} | {} | {symptom} | {severity} | {upstream} | {script} |\n",
            self.id, self.engine, self.version
        )
    }
}

/// The lines of the documents that speak of findings, each with its prose and the document and heading above it.
struct Places(Vec<(String, String, String)>);

impl Places {
    fn read() -> Places {
        let mut lines = Vec::new();
        for document in ["found.md", "judged.md"] {
            let text = read(&format!("docs/{document}"));
            let mut anchors = anchors(&text).into_iter();
            let (mut above, mut in_code) = (String::new(), false);
            for line in text.lines() {
                in_code ^= line.starts_with("```");
                if !in_code && line.starts_with('#') {
                    above = anchors.next().unwrap_or_default();
                }
                let spoken = if line.trim_start().starts_with("- [") { String::new() } else { prose(line) };
                lines.push((line.to_owned(), spoken, format!("{document}#{above}")));
            }
        }
        Places(lines)
    }

    /// The document that speaks of a finding, and there the heading above it: a row of its own before a mention.
    fn of(&self, id: &str) -> &str {
        let row = format!("| {id} |");
        let mention = pattern(&format!(r"(^|[^\w:./&|-]){id}\b"));
        let is_row = |(line, ..): &&(String, String, String)| line.starts_with(&row);
        let speaks = |(_, spoken, _): &&(String, String, String)| mention.is_match(spoken);
        let found = self.0.iter().find(is_row).or_else(|| self.0.iter().find(speaks));
        found.map_or_else(|| panic!("neither found.md nor judged.md speaks of {id}"), |(_, _, place)| place)
    }
}

/// `owner/name#number`.
fn issue() -> Regex {
    pattern(r"\b([\w-]+/[\w-]+)#(\d+)\b")
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|error| panic!("{error}"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn findings() -> Vec<Finding> {
    let read: Findings = toml::from_str(&read("docs/findings.toml")).unwrap_or_else(|error| panic!("{error}"));
    read.finding
}

/// All documents, as paths from the root.
fn documents() -> Vec<String> {
    let mut paths = Vec::new();
    for folder in ["", "docs/"] {
        let listed = std::fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
        for entry in listed.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                paths.push(format!("{folder}{name}"));
            }
        }
    }
    assert!(paths.contains(&"docs/found.md".to_owned()), "{paths:?}");
    paths
}

/// A document without its code, which names things of its own.
fn prose(text: &str) -> String {
    let without_blocks = pattern(r"(?ms)^```.*?^```").replace_all(text, "");
    pattern(r"``[^\n]*?``|`[^`\n]*`").replace_all(&without_blocks, "``").into_owned()
}

fn headings(text: &str) -> Vec<(usize, String)> {
    let text = pattern(r"(?ms)^```.*?^```").replace_all(text, "");
    let heading = pattern(r"(?m)^(#+) (.*)$");
    heading.captures_iter(&text).map(|found| (found[1].len(), found[2].to_owned())).collect()
}

/// The anchor that GitHub makes of a heading.
fn slug(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|character| character.is_alphanumeric() || "-_".contains(*character)).collect()
}

/// The anchors of a document, from its first heading on: one that comes again gets a number.
fn anchors(text: &str) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let anchor = |(_, heading): (usize, String)| {
        let slug = slug(&heading);
        let times = seen.entry(slug.clone()).or_default();
        *times += 1;
        if *times == 1 { slug } else { format!("{slug}-{}", *times - 1) }
    };
    headings(text).into_iter().map(anchor).collect()
}

/// Compares a part of a document, between two lines, with what it must be, or writes it.
#[track_caller]
fn check_part(path: &str, start: &str, end: &str, wanted: &str) {
    let text = read(path);
    let (before, rest) = text.split_once(start).unwrap_or_else(|| panic!("{path} has no line {start:?}"));
    let (actual, after) = rest.split_once(end).unwrap_or_else(|| panic!("{path} has no {end:?} after {start:?}"));
    if std::env::var_os("GRAPHLANCE_WRITE_DOCS").is_some() {
        let written = [before, start, "\n", wanted, end, after].concat();
        std::fs::write(root().join(path), written).unwrap_or_else(|error| panic!("{path}: {error}"));
        return;
    }
    let same = actual.trim() == wanted.trim();
    assert!(
        same,
        "{path} is not what docs/findings.toml and the headings say; set GRAPHLANCE_WRITE_DOCS=1 to write it"
    );
}

#[test]
fn every_relative_link_leads_somewhere() {
    let link = pattern(r"\]\(([^)\s]+)\)");
    let mut dead = Vec::new();
    for path in documents() {
        let text = read(&path);
        for found in link.captures_iter(&prose(&text)) {
            let target = &found[1];
            if target.starts_with("http") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let folder = Path::new(&path).parent().unwrap_or(Path::new(""));
            let file = if file.is_empty() { PathBuf::from(&path) } else { folder.join(file) };
            let there = root().join(&file);
            let has_anchor =
                || std::fs::read_to_string(&there).is_ok_and(|text| anchors(&text).iter().any(|known| known == anchor));
            if !there.exists() || !(anchor.is_empty() || has_anchor()) {
                dead.push(format!("{path}: {target}"));
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

#[test]
fn every_file_that_a_document_names_exists() {
    let path = pattern(
        r"\b(?:docs|repros|dialects|engines|examples|profiles|crates|fuzz)/[\w./*-]*\.(?:py|rs|md|toml|sh|txt)\b",
    );
    let script = pattern(r"[\w/.-]*\w\.py\b");
    let mut missing = Vec::new();
    for document in ["README", "found", "judged", "published", "engines"].map(|name| format!("docs/{name}.md")) {
        let text = read(&document);
        let names = path.find_iter(&text).chain(script.find_iter(&text)).map(|found| found.as_str());
        for name in names {
            let ours = [root().join(name), root().join("docs").join(name), root().join("docs/repros").join(name)];
            // What graphlance writes beside a report, and workers of one's own.
            let written = ["repro.py", "worker.py"].contains(&name);
            if !written && !ours.iter().any(|path| path.exists()) {
                missing.push(format!("{document}: {name}"));
            }
        }
    }
    assert!(missing.is_empty(), "named and not there:\n{}", missing.join("\n"));
}

#[test]
fn every_letter_has_an_entry_and_every_entry_a_place() {
    let findings = findings();
    let known: BTreeSet<&str> = findings
        .iter()
        .flat_map(|finding| [Some(&finding.id), finding.also.as_ref()])
        .flatten()
        .map(|id| id.as_str())
        .collect();
    assert_eq!(known.len(), findings.len() + findings.iter().filter(|finding| finding.also.is_some()).count(), "twice");
    // A label in a cell, `:L1`, is no letter.
    let letter = pattern(r"(^|[^\w:./&|-])([ADFGJKLNOPQRSUV]\d{1,3})\b");
    let mut used: BTreeSet<String> = BTreeSet::new();
    for document in ["found", "judged", "published", "engines"].map(|name| format!("docs/{name}.md")) {
        for found in letter.captures_iter(&prose(&read(&document))) {
            assert!(
                known.contains(&found[2]),
                "{document} names {}, which docs/findings.toml does not have",
                &found[2]
            );
            used.insert(found[2].to_owned());
        }
    }
    let unused: Vec<&&str> = known.iter().filter(|id| !used.contains(**id)).collect();
    assert!(unused.is_empty(), "no document speaks of {unused:?}");
}

#[test]
fn the_index_is_the_table_of_findings() {
    let places = Places::read();
    let current: String = findings().iter().map(|finding| finding.row(&places)).collect();
    let head = "| cause | engine | version | symptom | severity | upstream | script |\n|---|---|---|---|---|---|---|\n";
    check_part("docs/README.md", "<!-- findings -->", "<!-- end of findings -->", &format!("\n{head}{current}\n"));
}

#[test]
fn the_contents_of_found_are_its_headings() {
    let listed =
        headings(&read("docs/found.md")).into_iter().filter(|(level, title)| *level > 1 && title != "Contents");
    let entry = |(level, title): (usize, String)| format!("{}- [{title}](#{})\n", "  ".repeat(level - 2), slug(&title));
    check_part(
        "docs/found.md",
        "<!-- contents -->",
        "<!-- end of contents -->",
        &format!("\n{}\n", listed.map(entry).collect::<String>()),
    );
}

#[test]
fn found_has_a_section_of_each_finding_that_says_so_with_its_script_and_reports() {
    let text = read("docs/found.md");
    let mut sections: BTreeMap<String, &str> = BTreeMap::new();
    for part in text.split("\n### ").skip(1) {
        let (title, body) = part.split_once('\n').unwrap_or((part, ""));
        sections.insert(title.to_owned(), body.split("\n## ").next().unwrap_or(body));
    }
    let titles: BTreeSet<String> = findings().iter().filter(|finding| finding.section).map(Finding::title).collect();
    let lettered = pattern(r"^[A-Z]\d+: ");
    let written: BTreeSet<String> = sections.keys().filter(|title| lettered.is_match(title)).cloned().collect();
    assert_eq!(written, titles, "sections of found.md against docs/findings.toml");
    for finding in findings().iter().filter(|finding| finding.section) {
        let body = sections[&finding.title()];
        let script = finding.script.as_deref().unwrap_or_else(|| panic!("{} has a section and no script", finding.id));
        assert!(body.contains(&format!("Script: {script}")), "the section of {} does not name {script}", finding.id);
        for report in issue().captures_iter(&finding.upstream) {
            let link = format!("https://github.com/{}/issues/{}", &report[1], &report[2]);
            assert!(body.contains(&link), "the section of {} does not cite {link}", finding.id);
        }
    }
}

#[test]
fn scripts_of_findings_exist_and_each_finding_says_what_is_known_upstream() {
    for finding in findings() {
        if let Some(script) = &finding.script {
            assert!(root().join(script).is_file(), "{}: {script}", finding.id);
        }
        assert!(!finding.upstream.is_empty(), "{} says nothing of what is known upstream", finding.id);
    }
}

#[test]
fn scripts_of_findings_are_python() {
    let listed = std::fs::read_dir(root().join("docs/repros")).unwrap_or_else(|error| panic!("{error}"));
    let scripts =
        listed.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "py"));
    let parses = "import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path, encoding='utf-8').read(), path)";
    let parsed = std::process::Command::new("python3").args(["-c", parses]).args(scripts).output();
    let parsed = parsed.unwrap_or_else(|error| panic!("python3: {error}"));
    assert!(parsed.status.success(), "{}", String::from_utf8_lossy(&parsed.stderr));
}

#[test]
fn anchors_are_those_of_github() {
    assert_eq!(slug("N1: -0.0 equals 0.0, is not >= 0.0"), "n1--00-equals-00-is-not--00");
    assert_eq!(slug("Kuzu 0.11.3"), "kuzu-0113");
}
