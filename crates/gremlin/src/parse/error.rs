//! Parse errors: where, what was found, what was expected.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// What kind of obstacle a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Obstacle {
    /// It is no statement.
    #[default]
    Syntax,
    /// It is nested deeper than the parser goes.
    Nesting,
    /// Its steps are none, or take no such arguments, in any version.
    Unknown,
}

/// Why a text is no statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What kind of obstacle it is.
    pub obstacle: Obstacle,
    /// What is wrong.
    pub message: String,
    /// What would have been right there; empty when nothing in particular.
    pub expected: String,
    /// The place of what is wrong, in bytes of the whole text.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The text of that line.
    pub text: String,
}

/// An error on its way out of the parser: it knows its place in bytes only.
#[derive(Debug)]
pub(super) struct Trouble(Box<Inner>);

#[derive(Debug)]
struct Inner {
    span: Range<usize>,
    message: Cow<'static, str>,
    expected: Cow<'static, str>,
    obstacle: Obstacle,
}

impl Trouble {
    pub(super) fn new(span: Range<usize>, message: impl Into<Cow<'static, str>>) -> Trouble {
        let (message, expected) = (message.into(), Cow::Borrowed(""));
        Trouble(Box::new(Inner { span, message, expected, obstacle: Obstacle::Syntax }))
    }

    /// An error at a place of one byte.
    pub(super) fn at(offset: usize, message: impl Into<Cow<'static, str>>) -> Trouble {
        Trouble::new(offset..offset + 1, message)
    }

    /// The obstacle, in place of an error of the text.
    pub(super) fn obstacle(mut self, obstacle: Obstacle) -> Trouble {
        self.0.obstacle = obstacle;
        self
    }

    pub(super) fn expecting(mut self, expected: impl Into<Cow<'static, str>>) -> Trouble {
        self.0.expected = expected.into();
        self
    }

    pub(super) fn locate(self, text: &str) -> ParseError {
        let Inner { span, message, expected, obstacle } = *self.0;
        let whole = |offset: usize| (offset.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at));
        let offset = whole(span.start).unwrap_or(text.len());
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let rest = text.get(start..).unwrap_or("");
        ParseError {
            obstacle,
            message: message.into_owned(),
            expected: expected.into_owned(),
            span: offset..whole(span.end.max(offset)).unwrap_or(text.len()),
            line: before.matches('\n').count() + 1,
            column: before.get(start..).unwrap_or("").chars().count() + 1,
            text: rest.lines().next().unwrap_or("").to_owned(),
        }
    }
}

/// How many characters of a long line are shown on either side of the error.
const CONTEXT: usize = 60;

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: {}", self.line, self.column, self.message)?;
        if !self.expected.is_empty() {
            write!(formatter, ", expected {}", self.expected)?;
        }
        let skipped = self.column.saturating_sub(1 + CONTEXT);
        let shown: String = self.text.chars().skip(skipped).take(2 * CONTEXT).collect();
        let indent = self.column.saturating_sub(1 + skipped);
        // A tab keeps its width, so the caret stands below the right character.
        let blank: String = shown.chars().take(indent).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        write!(formatter, "\n    {shown}\n    {blank}^")
    }
}

impl std::error::Error for ParseError {}
