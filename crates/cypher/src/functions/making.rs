//! How random calls of a function come about: where their arguments come from, and what is known of their result.

use super::Kind;

/// Whether and how generated statements call a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Making {
    /// Never.
    Never,
    /// Only in places of their own: aggregates, and functions of elements.
    Elsewhere,
    /// As any expression of its result's kind.
    Drawn(Draw, Transfer),
}

/// Where the arguments of a random call come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// As kinds and domains of the parameters say.
    Declared,
    /// Each what is wanted of the result.
    Wanted,
    /// A list of what is wanted of the result.
    Items,
    /// A list, now and then one of those that have no order.
    OrUnordered,
    /// What every engine converts alike: plain words, and the text forms of simple values.
    Convertible,
    /// What has the same text everywhere.
    TextStable,
    /// A list of a kind.
    ListOf(Kind),
    /// A list of what has the same text everywhere.
    TextStableList,
    /// A float.
    Float,
    /// Constants that keep the result short.
    Bounds,
}

/// What is known of a result, given what is known of the arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transfer {
    /// A truth value.
    Boolean,
    /// An integer of a range.
    Integer(i64, i64),
    /// A float of a range.
    Float(f64, f64),
    /// What holds of both arguments.
    Joined,
    /// The first argument, where engines agree on comparing it with the second.
    Compared,
    /// An item of the list.
    Item,
    /// A list of the same items, no longer.
    SameList,
    /// The number of items or characters.
    Length,
    /// The number of a path's relationships.
    PathLength,
    /// The list that [`Draw::Bounds`] makes.
    Range,
    /// A truth value, where the argument is convertible.
    ToBoolean,
    /// An integer, where the argument is convertible.
    ToInteger,
    /// A float, where the argument is convertible.
    ToFloat,
    /// The text of what has the same text everywhere.
    ToText,
    /// A part of the text.
    Part,
    /// The characters or items in another order.
    Reversed,
    /// The text in another case.
    Cased,
    /// The text with parts replaced.
    Replaced,
    /// The parts of the text.
    Parts,
    /// The items converted to a kind.
    Converted(Kind),
    /// The magnitude of a number.
    Magnitude,
    /// A number next to the argument.
    Rounded,
    /// The square root.
    Root,
}

/// A place among the templates that are put around a property access of a kind: among those that need no filling, or
/// among those that do. What a seed makes depends on the order of the templates, so a new one comes last.
pub type Around = (Kind, u8);

/// What fills the other parameters of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// It has none, or leaves them out.
    None,
    /// How many characters to keep.
    Length,
    /// How many characters to skip.
    Start,
    /// Two short words.
    Words,
    /// A character of the text.
    Separator,
}
