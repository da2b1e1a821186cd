//! String functions. Positions and lengths count Unicode scalar values.

use graphlance_graph::Value;

use super::{Context, bodies};
use crate::operators::{string, wrong_type};
use crate::{ErrorKind, Failure};

bodies! {
    Left: left,
    Right: right,
    Substring: substring,
    Replace: replace,
    Split: split,
    Trim: |a, _| trim(a, true, true),
    LTrim: |a, _| trim(a, true, false),
    RTrim: |a, _| trim(a, false, true),
    ToLower: |a, c| map(a, c, str::to_lowercase),
    ToUpper: |a, c| map(a, c, str::to_uppercase),
    Lower: |a, c| map(a, c, str::to_lowercase),
    Upper: |a, c| map(a, c, str::to_uppercase),
    CharLength: char_length,
    CharacterLength: char_length,
    BTrim: |a, _| trim(a, true, true),
}

fn text(value: &Value) -> Result<&str, Failure> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(wrong_type("a string", other)),
    }
}

fn count(value: &Value) -> Result<usize, Failure> {
    match value {
        Value::Integer(count) if *count > i64::from(i32::MAX) => {
            Err(Failure::Unspecified("a position beyond 2147483647 in a string".into()))
        }
        Value::Integer(count) => usize::try_from(*count).map_err(|_| {
            Failure::runtime(ErrorKind::ArgumentError, "NegativeIntegerArgument", format!("{count} is negative"))
        }),
        other => Err(wrong_type("an integer", other)),
    }
}

/// The byte position of the character at `index`, or the end.
fn position(text: &str, index: usize) -> usize {
    text.char_indices().nth(index).map_or(text.len(), |(position, _)| position)
}

/// Whether there is no text; what comes of a text without a position or length is open.
fn is_missing(subject: &Value, positions: &[Value]) -> Result<bool, Failure> {
    match subject.is_null() || !positions.iter().any(Value::is_null) {
        true => Ok(subject.is_null()),
        false => Err(Failure::Unspecified("a position that is null in a string".into())),
    }
}

fn left(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let [subject, length] = arguments else { return Ok(Value::Null) };
    if is_missing(subject, &arguments[1..])? {
        return Ok(Value::Null);
    }
    let (text, length) = (text(subject)?, count(length)?);
    Ok(Value::string(&text[..position(text, length)]))
}

fn right(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let [subject, length] = arguments else { return Ok(Value::Null) };
    if is_missing(subject, &arguments[1..])? {
        return Ok(Value::Null);
    }
    let (text, length) = (text(subject)?, count(length)?);
    let skipped = text.chars().count().saturating_sub(length);
    Ok(Value::string(&text[position(text, skipped)..]))
}

fn substring(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let (Some(subject), Some(start)) = (arguments.first(), arguments.get(1)) else { return Ok(Value::Null) };
    if is_missing(subject, &arguments[1..])? {
        return Ok(Value::Null);
    }
    let (text, start) = (text(subject)?, count(start)?);
    let rest = &text[position(text, start)..];
    let length = arguments.get(2).map(count).transpose()?;
    Ok(Value::string(length.map_or(rest, |length| &rest[..position(rest, length)])))
}

fn split(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    let [subject, delimiter] = arguments else { return Ok(Value::Null) };
    if subject.is_null() || delimiter.is_null() {
        return Ok(Value::Null);
    }
    let text = text(subject)?;
    if let Value::List(delimiters) = delimiter {
        if delimiters.iter().any(Value::is_null) {
            return Err(Failure::Unspecified("split() by a list with null".into()));
        }
        let delimiters: Vec<&str> = delimiters.iter().map(self::text).collect::<Result<_, _>>()?;
        return Ok(Value::list(split_by_any(text, &delimiters)));
    }
    let delimiter = self::text(delimiter)?;
    if text.is_empty() && delimiter.is_empty() {
        return Err(Failure::Unspecified("split('', '')".into()));
    }
    Ok(Value::list(if delimiter.is_empty() {
        text.chars().map(|c| Value::string(c.to_string())).collect()
    } else {
        text.split(delimiter).map(Value::from).collect()
    }))
}

fn split_by_any(text: &str, delimiters: &[&str]) -> Vec<Value> {
    let (mut parts, mut start, mut here) = (Vec::new(), 0, 0);
    while here < text.len() {
        let found = delimiters.iter().filter(|d| !d.is_empty() && text[here..].starts_with(**d)).map(|d| d.len()).max();
        if let Some(length) = found {
            parts.push(Value::from(&text[start..here]));
            here += length;
            start = here;
        } else {
            here += text[here..].chars().next().map_or(1, char::len_utf8);
        }
    }
    parts.push(Value::from(&text[start..]));
    parts
}

fn replace(arguments: &[Value], context: Context<'_>) -> Result<Value, Failure> {
    let [subject, search, replacement, limit @ ..] = arguments else { return Ok(Value::Null) };
    if arguments.iter().any(Value::is_null) {
        return Ok(Value::Null);
    }
    let limit = limit.first().map(count).transpose()?;
    let (subject, search, replacement) = (text(subject)?, text(search)?, text(replacement)?);
    if search.is_empty() {
        // Java inserts the replacement between all characters; engines differ.
        return Err(Failure::Unspecified("replace() of the empty string".into()));
    }
    let growth = replacement.len().saturating_mul(subject.len() / search.len().max(1) + 1);
    if growth.saturating_add(subject.len()) > context.options.budget.length.saturating_mul(4) {
        return Err(Failure::OutOfBudget("length"));
    }
    let replaced = match limit {
        None => subject.replace(search, replacement),
        Some(limit) => subject.replacen(search, replacement, limit),
    };
    string(replaced, context.options)
}

fn trim(arguments: &[Value], start: bool, end: bool) -> Result<Value, Failure> {
    if arguments.iter().any(Value::is_null) {
        return Ok(Value::Null);
    }
    let Some(subject) = arguments.first() else { return Ok(Value::Null) };
    let subject = text(subject)?;
    if let Some(set) = arguments.get(1).map(text).transpose()? {
        return Ok(Value::string(cut(subject, start, end, |c| set.contains(c))));
    }
    let plain = cut(subject, start, end, |c| c.is_ascii_whitespace());
    let widest = cut(subject, start, end, |c| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c));
    if plain.len() == widest.len() { Ok(Value::string(plain)) } else { Err(open_whitespace()) }
}

fn cut(text: &str, start: bool, end: bool, is_cut: impl Fn(char) -> bool) -> &str {
    let text = if start { text.trim_start_matches(&is_cut) } else { text };
    if end { text.trim_end_matches(&is_cut) } else { text }
}

/// The manual speaks of whitespace; some engines take that of Java for it, some that of Unicode.
pub(super) fn open_whitespace() -> Failure {
    Failure::Unspecified("whether a character beyond ASCII is whitespace".into())
}

fn map(arguments: &[Value], context: Context<'_>, by: fn(&str) -> String) -> Result<Value, Failure> {
    match arguments.first() {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(subject) => string(by(text(subject)?), context.options),
    }
}

fn char_length(arguments: &[Value], _: Context<'_>) -> Result<Value, Failure> {
    match arguments.first() {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(subject) => Ok(Value::Integer(text(subject)?.chars().count() as i64)),
    }
}
