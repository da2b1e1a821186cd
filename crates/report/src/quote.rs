//! Foreign text in every medium that graphlance writes: one function for each.
//!
//! Names, versions, error messages, values, plans and log lines come from servers, files and paths, and any of them may
//! hold anything. Whoever writes such a text into a script, a report, a picture or to a terminal takes it through here. What
//! nobody can see, or what turns the text around it ([`is_invisible`]), comes out as `\uXXXX` everywhere; shell words and
//! literals of programming languages keep the value exactly.

use std::fmt::Write;

use graphlance_graph::is_invisible;
pub use graphlance_graph::{visible, visible_line as line};

/// A text as one word of the shell, with exactly this value (but for U+0000, which no word can hold). It may have several
/// lines; what is invisible is written by `printf`.
pub fn shell_word(text: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "/._-+=:@%,".contains(character);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    let mut word = String::from("'");
    for character in text.chars() {
        match character {
            '\'' => word.push_str(r"'\''"),
            '\0' => {}
            character if is_invisible(character) && character != '\n' => {
                let octal: String =
                    character.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect();
                let _ = write!(word, "'\"$(printf '{octal}')\"'");
            }
            other => word.push(other),
        }
    }
    word.push('\'');
    word
}

/// A text as a string literal of Python, on one line.
pub fn python(text: &str) -> String {
    literal(text, |character| format!("\\u{:04x}", u32::from(character)))
}

/// A text as a string literal of Rust, on one line.
pub fn rust(text: &str) -> String {
    literal(text, |character| format!("\\u{{{:x}}}", u32::from(character)))
}

fn literal(text: &str, escape: impl Fn(char) -> String) -> String {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            other if is_invisible(other) => literal.push_str(&escape(other)),
            other => literal.push(other),
        }
    }
    literal.push('"');
    literal
}

/// A text as comment lines, each behind `mark`; every line of it, whatever ends it, stays a comment.
pub fn comment(mark: &str, text: &str) -> String {
    visible(text).lines().map(|line| format!("{} {line}", mark).trim_end().to_owned() + "\n").collect()
}

/// A text as inline code of Markdown, in which nothing has a meaning.
pub fn code(text: &str) -> String {
    let text = line(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let edge = |found: Option<char>| found.is_none_or(|edge| edge == '`' || edge == ' ');
    let space = if edge(text.chars().next()) || edge(text.chars().last()) { " " } else { "" };
    // Longer fences than one need no care: a run of another length does not close them.
    format!("{fence}{space}{text}{space}{fence}")
}

/// A text inside a line of Markdown: as it is when it is made of plain words, as inline code otherwise.
pub fn markdown(text: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || " .,+-()".contains(character);
    let begins = text.chars().next().is_some_and(|first| first.is_ascii_alphanumeric());
    // Some renderers make a link of `www.` even inside of words.
    let is_plain =
        begins && text.chars().all(plain) && !text.ends_with(' ') && !text.to_ascii_lowercase().contains("www.");
    if is_plain { text.to_owned() } else { code(text) }
}

/// A text in a cell of a table of Markdown.
pub fn cell(text: &str) -> String {
    let text = markdown(text);
    // The table is taken apart before the code is: a bar needs its backslash there, too.
    text.replace('|', "\\|")
}

/// A code block of Markdown, whose fence is longer than any in the text.
pub fn fenced(language: &str, text: &str) -> String {
    let text = visible(text);
    let fence = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

/// A text as character data or the value of an attribute of XML, on one line.
pub fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in line(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A cell of a table of Gherkin.
pub fn gherkin_cell(text: &str) -> String {
    line(&text.replace('\\', "\\\\").replace('|', "\\|")).into_owned()
}

/// The text between the marks of a doc string of Gherkin, without indentation.
pub fn gherkin_doc(text: &str) -> String {
    visible(text).replace("\"\"\"", "\\\"\\\"\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plain_stays_as_it_is() {
        assert_eq!(visible("a\n\tb é"), "a\n\tb é");
        assert_eq!(shell_word("graphlance.out/bugs/a"), "graphlance.out/bugs/a");
        assert_eq!(markdown("FalkorDB 4.18.3"), "FalkorDB 4.18.3");
        assert_eq!(comment("#", "a\n\nb"), "# a\n#\n# b\n");
    }

    #[test]
    fn each_medium_has_its_own_escapes() {
        assert_eq!(visible("\u{1b}[2J\r\u{202e}x"), r"\u001b[2J\r\u202ex");
        assert_eq!(line("a\nb\tc"), r"a\nb\tc");
        assert_eq!(shell_word("my out/it's"), r"'my out/it'\''s'");
        assert_eq!(shell_word("a\u{1b}b"), r#"'a'"$(printf '\033')"'b'"#);
        assert_eq!(shell_word(""), "''");
        assert_eq!(python("a\"\\\r\u{2028}é"), r#""a\"\\\r\u2028é""#);
        assert_eq!(rust("\u{2028}"), r#""\u{2028}""#);
        assert_eq!(comment("#", "a\rb\u{85}c\u{2028}d"), "# a\\rb\\u0085c\\u2028d\n");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(markdown("<b>"), "`<b>`");
        assert_eq!(markdown("www.example.org"), "`www.example.org`");
        assert_eq!(cell("a|b"), r"`a\|b`");
        assert_eq!(fenced("text", "```\n# x"), "````text\n```\n# x\n````\n");
        assert_eq!(xml("<a b=\"'&\u{0}"), r"&lt;a b=&quot;&#39;&amp;\u0000");
        assert_eq!(gherkin_cell("a|\\\n"), r"a\|\\\n");
        assert_eq!(gherkin_doc("\"\"\"\"x"), r#"\"\"\""x"#);
    }
}
