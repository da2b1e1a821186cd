//! Characters that a text must not carry raw where people read it, and texts without them.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character shows nothing by itself, or acts on what stands around it: controls (C0, C1, DEL), separators of
/// lines and paragraphs, what turns the direction of text (U+200E, U+202A to U+202E, U+2066 to U+2069), joiners and
/// fillers without width, and the two that are no characters of XML (U+FFFE, U+FFFF).
///
/// Line feed and tab are among them. All lie in the basic plane, so that `\uXXXX` can stand for each.
pub fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{0}'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
    )
}

/// A text for people, of several lines: nothing invisible but line feeds and tabs; the rest comes out as `\uXXXX`. This is also
/// what a terminal is sent: no escape sequence survives.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |character| is_invisible(character) && !matches!(character, '\n' | '\t'))
}

/// A text for people on one line.
pub fn visible_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_invisible)
}

fn escaped(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            _ if !hidden(character) => shown.push(character),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            // Writing to a string cannot fail.
            other => {
                let _ = write!(shown, "\\u{:04x}", u32::from(other));
            }
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_turns_or_ends_a_line_is_invisible_and_letters_are_not() {
        for character in "\u{0}\u{1b}\r\n\t\u{7f}\u{85}\u{9b}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202e}\u{2066}\u{2069}\u{feff}".chars() {
            assert!(is_invisible(character), "{character:?}");
        }
        for character in " ~éß日😀\u{301}\u{a0}\u{fffd}".chars() {
            assert!(!is_invisible(character), "{character:?}");
        }
    }
}
