//! Markdown as HTML in which nothing acts.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::quote;

/// A part of a text under a heading of the second level; the first part has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    /// The heading, as plain text.
    pub heading: String,
    /// What stands below it.
    pub markdown: String,
}

/// The parts of a text, without its heading of the first level.
pub(super) fn sections(markdown: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let mut heading: Option<HeadingLevel> = None;
    let mut done = 0;
    for (event, range) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level: level @ (HeadingLevel::H1 | HeadingLevel::H2), .. }) => {
                append(&mut sections, &markdown[done..range.start]);
                done = range.end;
                heading = Some(level);
                if level == HeadingLevel::H2 {
                    sections.push(Section::default());
                }
            }
            Event::End(TagEnd::Heading(_)) => heading = None,
            Event::Text(text) | Event::Code(text) if heading == Some(HeadingLevel::H2) => {
                if let Some(section) = sections.last_mut() {
                    section.heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    append(&mut sections, &markdown[done..]);
    sections
}

fn append(sections: &mut [Section], markdown: &str) {
    if let Some(section) = sections.last_mut() {
        section.markdown.push_str(markdown);
    }
}

/// A text as HTML. Elements of HTML in it stay text, pictures become their descriptions, and only links to the web are links: a
/// report quotes what servers said.
pub(super) fn html(markdown: &str) -> String {
    let mut events = Vec::new();
    let mut code: Option<(bool, String)> = None;
    let mut dropped_links = 0usize;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => code = Some((is_difference(&kind), String::new())),
            Event::End(TagEnd::CodeBlock) => {
                if let Some((difference, text)) = code.take() {
                    events.push(Event::Html(block(&text, difference).into()));
                }
            }
            Event::Text(text) if code.is_some() => {
                if let Some((_, block)) = &mut code {
                    block.push_str(&text);
                }
            }
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            Event::Start(Tag::Link { ref dest_url, .. }) if !leads_to_the_web(dest_url) => dropped_links += 1,
            Event::End(TagEnd::Link) if dropped_links > 0 => dropped_links -= 1,
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            other => events.push(other),
        }
    }
    let mut written = String::new();
    html::push_html(&mut written, events.into_iter());
    written
}

fn is_difference(kind: &CodeBlockKind) -> bool {
    matches!(kind, CodeBlockKind::Fenced(language) if &**language == "diff")
}

fn leads_to_the_web(address: &CowStr) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

/// A code block; in a difference, the lines that are marked `-` or `+` are.
fn block(text: &str, difference: bool) -> String {
    let line = |line: &str| {
        let escaped = quote::xml(line);
        match line.chars().next().filter(|_| difference) {
            Some('-') => format!("<del>{escaped}</del>\n"),
            Some('+') => format!("<ins>{escaped}</ins>\n"),
            _ => format!("{escaped}\n"),
        }
    };
    format!("<pre><code>{}</code></pre>\n", text.lines().map(line).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markdown: &str, wanted: &str) {
        assert_eq!(html(markdown), wanted, "{markdown}");
    }

    #[test]
    fn what_a_server_says_stays_text() {
        check("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;");
        check("a <b onclick='x'>c", "<p>a &lt;b onclick='x'&gt;c</p>\n");
        check("[a](javascript:alert(1)) b", "<p>a b</p>\n");
        check("![a](http://example.org/x.svg)", "<p>a</p>\n");
        check("[a](https://example.org)", "<p><a href=\"https://example.org\">a</a></p>\n");
        check("```text\n</code><script>\n```", "<pre><code>&lt;/code&gt;&lt;script&gt;\n</code></pre>\n");
    }

    #[test]
    fn rows_that_differ_are_marked() {
        check(
            "```diff\n  | x |\n- | 1 |\n+ | 2 |\n```",
            "<pre><code>  | x |\n<del>- | 1 |</del>\n<ins>+ | 2 |</ins>\n</code></pre>\n",
        );
    }

    #[test]
    fn a_heading_within_a_code_block_is_none() {
        let text = "# T\n\nbefore\n\n## A `b`\n\n```text\n## no\n```\n\n## C\n\nd\n";
        let of = |heading: &str, markdown: &str| (heading.to_owned(), markdown.to_owned());
        let found: Vec<_> =
            sections(text).into_iter().map(|one| (one.heading, one.markdown.trim().to_owned())).collect();
        assert_eq!(found, [of("", "before"), of("A b", "```text\n## no\n```"), of("C", "d")]);
    }
}
