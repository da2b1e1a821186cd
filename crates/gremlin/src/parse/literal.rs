//! The values of tokens of numbers and strings.

use std::ops::Range;

use smol_str::{SmolStr, SmolStrBuilder};

use super::cursor::Parsed;
use super::error::Trouble;
use crate::scalar::{BigInt, Scalar};

fn no_number(text: &str, span: &Range<usize>) -> Trouble {
    let short: String = text.chars().take(60).collect();
    Trouble::new(span.clone(), format!("`{short}` is no number"))
}

fn out_of_range(text: &str, span: &Range<usize>, what: &str) -> Trouble {
    let short: String = text.chars().take(60).collect();
    Trouble::new(span.clone(), format!("{short} is out of the range of {what}"))
}

/// The integer of a token: of the type of its suffix, without one of the narrowest of 32 bits, 64 bits and any length.
pub(super) fn integer(text: &str, span: &Range<usize>) -> Parsed<Scalar> {
    let plain = text.replace('_', "").to_ascii_lowercase();
    let is_hexadecimal = plain.trim_start_matches(['+', '-']).starts_with("0x");
    // As TinkerPop reads it, a `b` at the end is the suffix of a byte in hexadecimal, too.
    let suffix = plain.chars().last().filter(|last| matches!(last, 'b' | 's' | 'i' | 'l' | 'n'));
    let digits = if suffix.is_some() { plain.get(..plain.len() - 1).unwrap_or("") } else { plain.as_str() };
    let underscored = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() && !is_hexadecimal).ends_with('_');
    let value = magnitude(digits).filter(|_| !underscored).ok_or_else(|| no_number(text, span))?;
    let range = |what| out_of_range(text, span, what);
    Ok(match suffix {
        Some('b') => Scalar::Byte(i8::try_from(&value).map_err(|_| range("a byte"))?),
        Some('s') => Scalar::Short(i16::try_from(&value).map_err(|_| range("a short"))?),
        Some('i') => Scalar::Integer(i32::try_from(&value).map_err(|_| range("an int"))?),
        Some('l') => Scalar::Long(i64::try_from(&value).map_err(|_| range("a long"))?),
        Some('n') if !is_hexadecimal => Scalar::BigInteger(value),
        Some(_) => return Err(no_number(text, span)),
        None => match (i32::try_from(&value), i64::try_from(&value)) {
            (Ok(value), _) => Scalar::Integer(value),
            (_, Ok(value)) => Scalar::Long(value),
            _ => Scalar::BigInteger(value),
        },
    })
}

/// The value of digits behind a sign: hexadecimal behind `0x`, octal behind another zero.
fn magnitude(text: &str) -> Option<BigInt> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let (digits, radix) = match digits.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None if digits.len() > 1 && digits.starts_with('0') => (digits, 8),
        None => (digits, 10),
    };
    let value = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    // A second sign is none of the digits.
    let is_plain = digits.bytes().all(|byte| char::from(byte).is_digit(radix));
    is_plain.then(|| if negative { -value } else { value })
}

/// The number of a token with a fraction, an exponent or a suffix: a double without a suffix.
pub(super) fn float(text: &str, span: &Range<usize>) -> Parsed<Scalar> {
    let plain = text.replace('_', "").to_ascii_lowercase();
    let number = plain.trim_end_matches(['f', 'd', 'm']);
    let fails = || no_number(text, span);
    Ok(match plain.as_bytes().last() {
        Some(b'm') => Scalar::BigDecimal(number.parse().map_err(|_| fails())?),
        Some(b'f') => match number.parse::<f32>().map_err(|_| fails())? {
            value if value.is_finite() => Scalar::Float(value),
            _ => return Err(out_of_range(text, span, "a float")),
        },
        _ => Scalar::Double(number.parse().map_err(|_| fails())?),
    })
}

/// The character of a token of one.
pub(super) fn character(text: &str, span: &Range<usize>) -> Parsed<char> {
    let value = string(text.strip_suffix('c').unwrap_or(text), span)?;
    let mut characters = value.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(Trouble::new(span.clone(), "this is not one character")),
    }
}

/// The value of a string token.
pub(super) fn string(text: &str, span: &Range<usize>) -> Parsed<SmolStr> {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    if !inner.contains('\\') {
        return Ok(inner.into());
    }
    let mut value = SmolStrBuilder::new();
    let mut rest = inner;
    while let Some(backslash) = rest.find('\\') {
        value.push_str(rest.get(..backslash).unwrap_or(""));
        let escape = rest.get(backslash + 1..).unwrap_or("");
        let at = span.start + 1 + (inner.len() - rest.len()) + backslash;
        let (character, length) = unescape(escape).ok_or_else(|| {
            Trouble::new(at..at + 2, "unknown escape in a string")
                .expecting("one of \\\\ \\' \\\" \\b \\f \\n \\r \\t \\uXXXX or up to three octal digits")
        })?;
        value.push(character);
        rest = escape.get(length..).unwrap_or("");
    }
    value.push_str(rest);
    Ok(value.finish())
}

/// The character an escape stands for and the number of bytes behind the backslash.
fn unescape(escape: &str) -> Option<(char, usize)> {
    let simple = match escape.as_bytes().first()? {
        b'\\' => '\\',
        b'\'' => '\'',
        b'"' => '"',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        // The end of a line stays what it is.
        b'\n' => '\n',
        b'0'..=b'7' => return octal(escape),
        b'u' => return unicode(escape),
        _ => return None,
    };
    Some((simple, 1))
}

/// Up to three octal digits, up to 377.
fn octal(escape: &str) -> Option<(char, usize)> {
    let longest = if escape.starts_with(['0', '1', '2', '3']) { 3 } else { 2 };
    let length = escape.bytes().take(longest).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    let code = u32::from_str_radix(escape.get(..length)?, 8).ok()?;
    Some((char::from_u32(code)?, length))
}

/// `uXXXX` with any number of `u`, or two of them for a surrogate pair.
fn unicode(escape: &str) -> Option<(char, usize)> {
    let (unit, length) = unit(escape)?;
    if let Some(character) = char::from_u32(unit) {
        return Some((character, length));
    }
    let (low, more) = self::unit(escape.get(length..)?.strip_prefix('\\')?)?;
    if !(0xd800..0xdc00).contains(&unit) || !(0xdc00..0xe000).contains(&low) {
        return None;
    }
    Some((char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))?, length + 1 + more))
}

fn unit(escape: &str) -> Option<(u32, usize)> {
    let marks = escape.bytes().take_while(|byte| *byte == b'u').count();
    let digits = escape.get(marks..marks + 4).filter(|_| marks > 0)?;
    let all_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    Some((u32::from_str_radix(digits, 16).ok().filter(|_| all_digits)?, marks + 4))
}
