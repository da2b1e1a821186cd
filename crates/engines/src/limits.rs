//! How much of what a target sends is taken: every driver has its limits from here.
//!
//! An answer beyond a limit is an error of class protocol that says so, neither a crash nor a wrong answer. Whatever is
//! sent, a driver needs less than [`RESPONSE_BYTES`] and twice [`MEMORY`] (for the answer as the protocol has it, and for
//! the table made of it).

use graphlance_case::TOO_LARGE;
use graphlance_graph::{Name, Value};
use thiserror::Error;

use crate::driver::Identity;

/// Bytes of one answer on the wire, over all its messages.
pub const RESPONSE_BYTES: usize = 16 << 20;

/// Bytes that one answer may take in memory when it is decoded: compact encodings make kilobytes of a few bytes.
pub const MEMORY: usize = 64 << 20;

/// Bytes of one string.
pub const STRING_BYTES: usize = 4 << 20;

/// Rows of one answer.
pub const ROWS: usize = 500_000;

/// Columns of one answer.
pub const COLUMNS: usize = 4_096;

/// Lists, maps and structures within one another.
pub const DEPTH: usize = 200;

/// Bytes that are kept of an error's text, a crash's or a plan's; the rest is cut off, and the text says so.
pub const TEXT: usize = 64 << 10;

/// Bytes that are kept of what a server calls itself, and of each of its settings.
pub const IDENTITY_TEXT: usize = 200;

/// Settings that are kept of a server.
pub const SETTINGS: usize = 200;

/// Bytes of an answer over HTTP.
pub const HTTP_BODY: u64 = 1 << 20;

/// Distinct elements, or distinct names of one kind, that a driver keeps numbers of.
pub const NUMBERED: usize = 500_000;

/// Bytes of a line of an engine's log; what is longer becomes several lines.
pub const LOG_LINE: usize = 16 << 10;

/// Lines that are kept of an engine's log.
pub const LOG_LINES: usize = 1_000;

/// What a map takes that has an entry: a tree is allocated in nodes of eleven.
const TREE_NODE: usize = 11 * (size_of::<Name>() + size_of::<Value>()) + 16;

/// An answer is beyond a limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{TOO_LARGE}: more than {limit} {what}")]
pub struct TooLarge {
    /// What there is too much of, with its unit.
    pub what: &'static str,
    /// How much of it is taken.
    pub limit: usize,
}

/// Counts what one answer takes, before it is allocated.
#[derive(Debug)]
pub struct Meter {
    bytes: usize,
    memory: usize,
    rows: usize,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter { bytes: RESPONSE_BYTES, memory: MEMORY, rows: ROWS }
    }
}

impl Meter {
    /// Counts bytes that came.
    pub fn received(&mut self, bytes: usize) -> Result<(), TooLarge> {
        less(&mut self.bytes, bytes, "bytes", RESPONSE_BYTES)
    }

    /// Counts bytes of memory.
    pub fn memory(&mut self, bytes: usize) -> Result<(), TooLarge> {
        less(&mut self.memory, bytes, "bytes in memory", MEMORY)
    }

    /// Counts a row.
    pub fn row(&mut self) -> Result<(), TooLarge> {
        less(&mut self.rows, 1, "rows", ROWS)?;
        self.memory(2 * size_of::<Vec<Value>>())
    }

    /// Counts a list's or row's items of this size each; a list that grows has up to twice the room that it needs.
    pub fn items(&mut self, count: usize, size: usize) -> Result<(), TooLarge> {
        self.memory(count.saturating_mul(2).saturating_mul(size).saturating_add(64))
    }

    /// Counts a string.
    pub fn text(&mut self, bytes: usize) -> Result<(), TooLarge> {
        string(bytes)?;
        // Short ones are stored in place.
        self.memory(if bytes > 23 { bytes + 32 } else { 0 })
    }

    /// Counts a map or set of so many entries.
    pub fn tree(&mut self, entries: usize) -> Result<(), TooLarge> {
        // Nodes of a tree are half full at least.
        self.memory(entries.div_ceil(5).saturating_mul(TREE_NODE).saturating_add(64))
    }

    /// Counts an element without its labels and properties.
    pub fn element(&mut self) -> Result<(), TooLarge> {
        self.memory(160)
    }
}

fn less(left: &mut usize, bytes: usize, what: &'static str, limit: usize) -> Result<(), TooLarge> {
    *left = left.checked_sub(bytes).ok_or(TooLarge { what, limit })?;
    Ok(())
}

/// Whether a string of this length is taken.
pub fn string(bytes: usize) -> Result<(), TooLarge> {
    at_most(bytes, STRING_BYTES, "bytes of one string")
}

/// Whether so many columns are taken.
pub fn columns(count: usize) -> Result<(), TooLarge> {
    at_most(count, COLUMNS, "columns")
}

/// Whether numbers are kept of so many elements or names.
pub fn numbered(count: usize) -> Result<(), TooLarge> {
    at_most(count, NUMBERED, "different elements or names")
}

/// Whether `count` is within `limit`; `what` it counts.
pub(crate) fn at_most(count: usize, limit: usize, what: &'static str) -> Result<(), TooLarge> {
    if count > limit { Err(TooLarge { what, limit }) } else { Ok(()) }
}

/// Whether a text of JSON is taken. Its values are counted by its punctuation, before any of them is allocated.
pub fn json(text: &[u8]) -> Result<(), TooLarge> {
    // A map or element, as large as it can be by its first entry.
    counted(text, TREE_NODE + 160)
}

/// Whether a text of GraphSON is taken, of whose objects most are a scalar with its type.
pub fn graphson(text: &[u8]) -> Result<(), TooLarge> {
    counted(text, 160 + 2 * (size_of::<Name>() + size_of::<Value>()))
}

/// Counts the values of a text of JSON in which each object takes so many bytes beside its further entries.
fn counted(text: &[u8], object: usize) -> Result<(), TooLarge> {
    at_most(text.len(), RESPONSE_BYTES, "bytes")?;
    let mut meter = Meter::default();
    let mut quoted_since = None;
    let mut escaped = false;
    for (position, byte) in text.iter().enumerate() {
        if let Some(start) = quoted_since {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    quoted_since = None;
                    meter.text(position - start)?;
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => quoted_since = Some(position + 1),
            b'[' => meter.items(1, size_of::<Value>())?,
            b'{' if text[position..].starts_with(br#"{"float""#) => meter.memory(size_of::<Value>())?,
            b'{' => meter.memory(object)?,
            b',' => meter.memory(2 * (size_of::<Name>() + size_of::<Value>()))?,
            _ => {}
        }
    }
    Ok(())
}

/// A text of which no more than [`TEXT`] bytes are kept.
pub fn cut(text: impl Into<String>) -> String {
    cut_to(text.into(), TEXT)
}

/// An identity of which no more is kept than a report can show.
pub fn cut_identity(identity: Identity) -> Identity {
    let short = |text: String| cut_to(text, IDENTITY_TEXT);
    Identity {
        engine: short(identity.engine),
        version: short(identity.version),
        build: short(identity.build),
        settings: identity.settings.into_iter().take(SETTINGS).map(short).collect(),
    }
}

fn cut_to(mut text: String, limit: usize) -> String {
    if text.len() > limit {
        let all = text.len();
        text.truncate(text.floor_char_boundary(limit));
        text.push_str(&format!(" [cut here: {all} bytes in all]"));
        text.shrink_to_fit();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters_and_says_so() {
        assert_eq!(cut("short"), "short");
        let long = cut("é".repeat(TEXT));
        assert!(long.starts_with("éé") && long.ends_with("é [cut here: 131072 bytes in all]"), "{}", long.len());
        assert!(long.len() < TEXT + 100);
    }

    #[track_caller]
    fn check_json(text: &str, expected: Result<(), &str>) {
        let outcome = json(text.as_bytes()).map_err(|error| error.to_string());
        assert_eq!(outcome.is_ok(), expected.is_ok(), "{outcome:?}");
        if let (Err(error), Err(part)) = (outcome, expected) {
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn json_is_counted_by_what_it_becomes() {
        check_json(r#"{"table":{"columns":["x"],"rows":[[1],[{"map":{"a":1}}]]}}"#, Ok(()));
        check_json(&"[".repeat(1 << 20), Err("bytes in memory"));
        check_json(&format!("[{}0]", "0,".repeat(1 << 20)), Err("bytes in memory"));
        check_json(&format!("[{}0]", r#"{"map":{"":1}},"#.repeat(1 << 16)), Err("bytes in memory"));
        check_json(&format!("\"{}\"", "[{,".repeat(100_000)), Ok(()));
        check_json(&format!(r#""{}\"{}""#, ",".repeat(1 << 20), ",".repeat(1 << 20)), Ok(()));
        check_json(&format!("\"{}\"", "x".repeat(STRING_BYTES + 1)), Err("bytes of one string"));
        check_json(&" ".repeat(RESPONSE_BYTES + 1), Err("bytes"));
    }

    #[test]
    fn graphson_may_have_more_objects_than_other_json_and_not_any_number() {
        let numbers = |count: usize| format!("[{}0]", r#"{"@type":"g:Int64","@value":1},"#.repeat(count));
        assert_eq!(graphson(numbers(1 << 16).as_bytes()), Ok(()));
        assert_eq!(json(numbers(1 << 16).as_bytes()).map_err(|error| error.limit), Err(MEMORY));
        assert_eq!(graphson(numbers(1 << 18).as_bytes()).map_err(|error| error.limit), Err(MEMORY));
    }

    #[test]
    fn a_meter_ends_at_its_limit() {
        let mut meter = Meter::default();
        assert_eq!(meter.memory(MEMORY), Ok(()));
        assert_eq!(meter.memory(1).map_err(|error| error.limit), Err(MEMORY));
        assert!(meter.items(usize::MAX, usize::MAX).is_err());
        assert!(Meter::default().received(RESPONSE_BYTES + 1).is_err());
        assert!((0..=ROWS).try_for_each(|_| Meter::default().row()).is_ok());
        let mut meter = Meter::default();
        assert!((0..=ROWS).try_for_each(|_| meter.row()).is_err_and(|error| error.what == "rows"));
    }
}
