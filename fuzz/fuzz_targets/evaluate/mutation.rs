//! Mutations of Cypher texts that keep most of them statements: parts of a kind take each other's places.

use std::ops::Range;
use std::sync::LazyLock;

use graphlance_graph::Random;

/// Statements of every feature, a line each; in the tables they are the first column.
const TEXTS: [&str; 4] = [
    include_str!("../../seeds/evaluate.cypher"),
    include_str!("../../../crates/reference/tests/manual/cypher25.tsv"),
    include_str!("../../../crates/reference/tests/manual/rules.tsv"),
    include_str!("../../../crates/reference/tests/manual/values.tsv"),
];

static STATEMENTS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let lines = TEXTS.iter().flat_map(|text| text.lines());
    lines.map(|line| tokens(line.split('\t').next().unwrap_or_default())).filter(|tokens| !tokens.is_empty()).collect()
});

/// Words with which a clause, or a part of one, begins.
const BEGINNINGS: &[&str] = &[
    "MATCH", "OPTIONAL", "WITH", "RETURN", "UNWIND", "FOR", "CREATE", "INSERT", "MERGE", "SET", "REMOVE", "DELETE",
    "DETACH", "NODETACH", "FOREACH", "CALL", "UNION", "NEXT", "WHEN", "LET", "FILTER", "FINISH", "ORDER", "SKIP",
    "LIMIT", "WHERE", "ON", "THEN", "ELSE", "END",
];

/// What a mutation moves.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Token,
    /// What stands between two brackets, with these.
    Bracket(char),
    /// From the word that begins a clause to the next one.
    Clause,
    /// From a comma or an opening bracket to the next comma or the closing bracket.
    Item,
}

/// The text with one to three parts taken out, put in or replaced by parts of other statements.
pub fn mutated(text: &str, random: &mut Random) -> String {
    let mut own: Vec<&str> = tokens(text);
    for _ in 0..random.between(1, 3) {
        let Some(donor) = random.pick(&STATEMENTS) else { break };
        if own.is_empty() || random.chance(0.02) {
            own.clone_from(donor);
            continue;
        }
        let kind = [
            Kind::Token,
            Kind::Token,
            Kind::Item,
            Kind::Item,
            Kind::Item,
            Kind::Clause,
            Kind::Clause,
            Kind::Bracket('('),
            Kind::Bracket('('),
            Kind::Bracket('['),
            Kind::Bracket('{'),
        ][random.below(11)];
        let Some(at) = random.pick(&parts(&own, kind)).cloned() else { continue };
        let from = if random.chance(0.25) { own.clone() } else { donor.clone() };
        let given = random.pick(&parts(&from, kind)).map(|range| from[range.clone()].to_vec());
        match (random.below(6), given) {
            (0, _) => drop(own.splice(at, [])),
            (1 | 2, Some(given)) if matches!(kind, Kind::Clause) => drop(own.splice(at.start..at.start, given)),
            (_, Some(given)) => drop(own.splice(at, given)),
            (_, None) => {}
        }
    }
    joined(&own)
}

/// The ranges of tokens of a kind.
fn parts(tokens: &[&str], kind: Kind) -> Vec<Range<usize>> {
    match kind {
        Kind::Token => (0..tokens.len()).map(|at| at..at + 1).collect(),
        Kind::Bracket(open) => {
            let opening = |at: &usize| tokens[*at].starts_with(open);
            (0..tokens.len()).filter(opening).map(|at| at..closing(tokens, at) + 1).collect()
        }
        Kind::Clause => {
            let begins = |at: &usize| BEGINNINGS.contains(&tokens[*at].trim_end());
            let starts = (0..tokens.len()).filter(begins);
            starts.map(|at| at..until(tokens, at + 1, |token| BEGINNINGS.contains(&token))).collect()
        }
        Kind::Item => {
            let separates = |token: &str| matches!(token, "," | "|" | "=" | "+" | "-" | "<" | ">" | "AND" | "OR" | "IN");
            let opens = |at: &usize| matches!(tokens[*at].trim_end(), "(" | "[" | "{" | "," | "RETURN" | "WHERE" | ":" | "=");
            let starts = (0..tokens.len().saturating_sub(1)).filter(opens).map(|at| at + 1);
            starts.map(|at| at..until(tokens, at, separates)).filter(|range| !range.is_empty()).collect()
        }
    }
}

/// The place of the first token outside of brackets, from `at` on, that ends a part or closes the bracket around it.
fn until(tokens: &[&str], mut at: usize, ends: impl Fn(&str) -> bool) -> usize {
    while at < tokens.len() {
        let token = tokens[at].trim_end();
        if ends(token) || matches!(token, ")" | "]" | "}") {
            break;
        }
        at = if matches!(token, "(" | "[" | "{") { closing(tokens, at) + 1 } else { at + 1 };
    }
    at.min(tokens.len())
}

/// The place of the token that closes the bracket at a place, or the last one.
fn closing(tokens: &[&str], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match token.as_bytes()[0] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 1 => return at,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
    }
    tokens.len() - 1
}

/// Words, texts in quotes and single signs, each with the blanks behind it.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let mut end = match first {
            '\'' | '"' | '`' => end_of_quoted(rest, first),
            _ if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        end += rest[end..].len() - rest[end..].trim_start().len();
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

fn end_of_quoted(text: &str, quote: char) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            _ if c == quote && !escaped => return at + c.len_utf8(),
            _ => escaped = false,
        }
    }
    text.len()
}

fn joined(tokens: &[&str]) -> String {
    let mut text = String::new();
    for token in tokens {
        let glued = text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '}' | ')' | ']'));
        if glued && token.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\'')) {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}
