//! Classes of characters.

use super::Trouble;

/// Ranges of characters, both ends included.
pub(super) type Ranges = &'static [(char, char)];

pub(super) const DIGIT: Ranges = &[('0', '9')];
pub(super) const WORD: Ranges = &[('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
pub(super) const SPACE: Ranges = &[(' ', ' '), ('\t', '\r')];
pub(super) const HORIZONTAL: Ranges = &[
    (' ', ' '),
    ('\t', '\t'),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{180e}', '\u{180e}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
];
pub(super) const VERTICAL: Ranges = &[('\n', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')];
/// What a dot does not match.
pub(super) const LINE_END: Ranges = &[('\n', '\n'), ('\r', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')];

/// A POSIX class of ASCII (`\p{Lower}`).
pub(super) fn posix(name: &str) -> Option<Ranges> {
    Some(match name {
        "Lower" => &[('a', 'z')],
        "Upper" => &[('A', 'Z')],
        "ASCII" => &[('\0', '\u{7f}')],
        "Alpha" => &[('a', 'z'), ('A', 'Z')],
        "Digit" => DIGIT,
        "Alnum" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
        "Punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "Graph" => &[('!', '~')],
        "Print" => &[(' ', '~')],
        "Blank" => &[(' ', ' '), ('\t', '\t')],
        "Cntrl" => &[('\0', '\u{1f}'), ('\u{7f}', '\u{7f}')],
        "XDigit" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
        "Space" => SPACE,
        _ => return None,
    })
}

/// The class that a letter behind a backslash names, and whether it is the complement.
pub(super) fn named(letter: char) -> Option<(Ranges, bool)> {
    let ranges = match letter.to_ascii_lowercase() {
        'd' => DIGIT,
        'w' => WORD,
        's' => SPACE,
        'h' => HORIZONTAL,
        'v' => VERTICAL,
        _ => return None,
    };
    Some((ranges, letter.is_ascii_uppercase()))
}

/// The text of ranges inside brackets.
pub(super) fn push(ranges: &[(char, char)], out: &mut String) {
    for (from, to) in ranges {
        out.push_str(&format!(r"\x{{{:x}}}-\x{{{:x}}}", u32::from(*from), u32::from(*to)));
    }
}

/// The text of a class.
pub(super) fn text(ranges: &[(char, char)], negated: bool) -> String {
    let mut out = String::from(if negated { "[^" } else { "[" });
    push(ranges, &mut out);
    out.push(']');
    out
}

/// The ranges with the other case of the ASCII letters in them.
pub(super) fn with_other_case(ranges: &mut Vec<(char, char)>) {
    let letters = ('a'..='z').chain('A'..='Z');
    let inside = |letter: &char| ranges.iter().any(|(from, to)| (from..=to).contains(&letter));
    let other = |letter: char| {
        if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let others: Vec<(char, char)> = letters.filter(inside).map(|letter| (other(letter), other(letter))).collect();
    ranges.extend(others);
}

/// A range as written. Errors: [`Trouble::Invalid`] for one that runs backwards.
pub(super) fn range(from: char, to: char) -> Result<(char, char), Trouble> {
    if from <= to { Ok((from, to)) } else { Err(Trouble::Invalid(format!("the range {from}-{to}"))) }
}
