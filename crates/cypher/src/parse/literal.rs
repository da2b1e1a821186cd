//! The values of number, string and name tokens.

use graphlance_graph::Name;
use smol_str::{SmolStr, SmolStrBuilder};

use super::cursor::Parsed;
use super::error::Trouble;

/// The error of a number that goes on as a name does.
pub(super) fn malformed(text: &str, offset: usize) -> Trouble {
    let digits = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '_'))).unwrap_or(0);
    Trouble::new(offset + digits, "a name cannot follow a number directly").detail("InvalidNumberLiteral")
}

/// The magnitude of an integer token; at most 2^63, which only a sign makes an integer.
pub(super) fn magnitude(text: &str, offset: usize) -> Parsed<u64> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (text.get(2..).unwrap_or(""), 16),
        [b'0', b'o' | b'O', ..] => (text.get(2..).unwrap_or(""), 8),
        _ => (text, 10),
    };
    let plain = digits.replace('_', "");
    // A decimal with a leading zero was octal once; now it is nothing (openCypher 9, grammar: DecimalInteger).
    let led_by_zero = radix == 10 && digits.len() > 1 && digits.starts_with('0');
    let underscored = digits.contains("__") || digits.ends_with('_');
    if plain.is_empty() || led_by_zero || underscored || !plain.chars().all(|digit| digit.is_digit(radix)) {
        return Err(Trouble::new(offset, format!("`{text}` is no number")).detail("InvalidNumberLiteral"));
    }
    match u64::from_str_radix(&plain, radix) {
        Ok(magnitude) if magnitude <= 1 << 63 => Ok(magnitude),
        _ => Err(too_large(text, offset)),
    }
}

/// The error of an integer beyond 64 bits.
pub(super) fn too_large(text: &str, offset: usize) -> Trouble {
    Trouble::new(offset, format!("the integer {text} does not fit in 64 bits")).detail("IntegerOverflow")
}

/// The value of a float token.
pub(super) fn float(text: &str, offset: usize) -> Parsed<f64> {
    match text.replace('_', "").parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err(Trouble::new(offset, format!("the float {text} is too large")).detail("FloatingPointOverflow")),
        Err(_) => Err(Trouble::new(offset, format!("`{text}` is no number")).detail("InvalidNumberLiteral")),
    }
}

/// The name between backticks.
pub(super) fn quoted_name(text: &str) -> Name {
    let inner = inside(text);
    if inner.contains('`') { inner.replace("``", "`").into() } else { inner.into() }
}

/// The value of a string token.
pub(super) fn string(text: &str, offset: usize) -> Parsed<SmolStr> {
    let inner = inside(text);
    if !inner.contains('\\') {
        return Ok(inner.into());
    }
    let mut value = SmolStrBuilder::new();
    let mut rest = inner;
    while let Some(backslash) = rest.find('\\') {
        value.push_str(rest.get(..backslash).unwrap_or(""));
        let escape = rest.get(backslash + 1..).unwrap_or("");
        let at = offset + 1 + (inner.len() - rest.len()) + backslash;
        let (character, length) = unescape(escape).ok_or_else(|| {
            Trouble::new(at, "unknown escape in a string")
                .detail("InvalidUnicodeLiteral")
                .expecting("one of \\\\ \\' \\\" \\` \\b \\f \\n \\r \\t \\uXXXX")
        })?;
        value.push(character);
        rest = escape.get(length..).unwrap_or("");
    }
    value.push_str(rest);
    Ok(value.finish())
}

fn inside(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or("")
}

/// The character an escape stands for and the number of bytes after the backslash.
fn unescape(escape: &str) -> Option<(char, usize)> {
    let simple = match escape.as_bytes().first()? {
        b'\\' => '\\',
        b'\'' => '\'',
        b'"' => '"',
        b'`' => '`',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(escape),
        b'U' => return Some((char::from_u32(hexadecimal(escape.get(1..9)?)?)?, 9)),
        _ => return None,
    };
    Some((simple, 1))
}

/// `uXXXX`, or two of them for a surrogate pair.
fn unicode(escape: &str) -> Option<(char, usize)> {
    let unit = hexadecimal(escape.get(1..5)?)?;
    if let Some(character) = char::from_u32(unit) {
        return Some((character, 5));
    }
    let low = hexadecimal(escape.get(5..)?.strip_prefix("\\u")?.get(..4)?)?;
    if !(0xd800..0xdc00).contains(&unit) || !(0xdc00..0xe000).contains(&low) {
        return None;
    }
    Some((char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))?, 11))
}

fn hexadecimal(digits: &str) -> Option<u32> {
    if digits.bytes().all(|digit| digit.is_ascii_hexdigit()) { u32::from_str_radix(digits, 16).ok() } else { None }
}
