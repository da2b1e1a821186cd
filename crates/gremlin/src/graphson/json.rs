//! JSON whose numbers keep all their digits: a `BigInteger` of a server has as many as it likes, and a number of `serde_json` has
//! those of a double unless the whole program is built otherwise.

use std::fmt::{self, Write as _};

use smol_str::{SmolStr, SmolStrBuilder};

/// The deepest nesting of arrays and objects.
const NESTING_LIMIT: usize = 300;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number as it is written.
    Number(SmolStr),
    /// A string.
    String(SmolStr),
    /// An array.
    Array(Vec<Json>),
    /// An object, with its keys in order; a key may occur more than once.
    Object(Vec<(SmolStr, Json)>),
}

/// Why a text is no JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset}: {message}")]
pub struct JsonError {
    /// Where, in bytes from 0.
    pub offset: usize,
    /// What is wrong.
    pub message: &'static str,
}

impl Json {
    /// A string.
    pub fn string(text: impl Into<SmolStr>) -> Json {
        Json::String(text.into())
    }

    /// A number.
    pub fn number(number: impl fmt::Display) -> Json {
        let mut text = SmolStrBuilder::new();
        // Writing to a builder does not fail.
        let _ = write!(text, "{number}");
        Json::Number(text.finish())
    }

    /// The value of a key of an object; none where it is no object or has no such key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(entries) => entries.iter().find(|entry| entry.0 == key).map(|entry| &entry.1),
            _ => None,
        }
    }

    /// Reads a text. Errors name the place in it.
    pub fn parse(text: &str) -> Result<Json, JsonError> {
        let mut reader = Reader { text, at: 0, nesting: 0 };
        let value = reader.value()?;
        reader.skip_blank();
        if reader.at == text.len() { Ok(value) } else { Err(reader.error("something follows the value")) }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    nesting: usize,
}

impl Reader<'_> {
    fn error(&self, message: &'static str) -> JsonError {
        JsonError { offset: self.at, message }
    }

    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn skip_blank(&mut self) {
        while matches!(self.byte(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    fn accept(&mut self, byte: u8) -> bool {
        self.skip_blank();
        let found = self.byte() == byte;
        self.at += usize::from(found);
        found
    }

    fn value(&mut self) -> Result<Json, JsonError> {
        self.skip_blank();
        match self.byte() {
            b'{' => self.nested(Reader::object),
            b'[' => self.nested(Reader::array),
            b'"' => self.string().map(Json::String),
            b'-' | b'0'..=b'9' => self.number(),
            _ => {
                let rest = self.text.get(self.at..).unwrap_or("");
                let words = [("null", Json::Null), ("true", Json::Boolean(true)), ("false", Json::Boolean(false))];
                let word = words.into_iter().find(|(word, _)| rest.starts_with(word));
                let (word, value) = word.ok_or_else(|| self.error("this begins no value"))?;
                self.at += word.len();
                Ok(value)
            }
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json, JsonError>) -> Result<Json, JsonError> {
        if self.nesting >= NESTING_LIMIT {
            return Err(self.error("this is nested too deep"));
        }
        self.nesting += 1;
        self.at += 1;
        let read = read(self);
        self.nesting -= 1;
        read
    }

    fn array(&mut self) -> Result<Json, JsonError> {
        let mut items = Vec::new();
        if self.accept(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value()?);
            if self.accept(b']') {
                return Ok(Json::Array(items));
            }
            if !self.accept(b',') {
                return Err(self.error("expected `,` or `]`"));
            }
        }
    }

    fn object(&mut self) -> Result<Json, JsonError> {
        let mut entries = Vec::new();
        if self.accept(b'}') {
            return Ok(Json::Object(entries));
        }
        loop {
            self.skip_blank();
            if self.byte() != b'"' {
                return Err(self.error("expected a key"));
            }
            let key = self.string()?;
            if !self.accept(b':') {
                return Err(self.error("expected `:`"));
            }
            entries.push((key, self.value()?));
            if self.accept(b'}') {
                return Ok(Json::Object(entries));
            }
            if !self.accept(b',') {
                return Err(self.error("expected `,` or `}`"));
            }
        }
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { Err(self.error("expected a digit")) }
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let start = self.at;
        self.at += usize::from(self.byte() == b'-');
        let leads_with_zero = self.byte() == b'0';
        let first = self.at;
        self.digits()?;
        if leads_with_zero && self.at > first + 1 {
            return Err(self.error("a number has no zero in front"));
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if self.byte() | 0x20 == b'e' {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            self.digits()?;
        }
        Ok(Json::Number(self.text.get(start..self.at).unwrap_or("0").into()))
    }

    fn string(&mut self) -> Result<SmolStr, JsonError> {
        self.at += 1;
        let start = self.at;
        let plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | 0..0x20);
        let mut built: Option<SmolStrBuilder> = None;
        let mut from = start;
        loop {
            let bytes = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
            self.at += bytes.iter().take_while(|byte| plain(byte)).count();
            let piece = self.text.get(from..self.at).unwrap_or("");
            match self.byte() {
                b'"' => {
                    self.at += 1;
                    return Ok(match built {
                        None => piece.into(),
                        Some(mut builder) => {
                            builder.push_str(piece);
                            builder.finish()
                        }
                    });
                }
                b'\\' => {
                    let builder = built.get_or_insert_with(SmolStrBuilder::new);
                    builder.push_str(piece);
                    self.at += 1;
                    let character = self.escape()?;
                    if let Some(builder) = &mut built {
                        builder.push(character);
                    }
                    from = self.at;
                }
                _ => return Err(self.error("this string is never closed")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let byte = self.byte();
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => {
                self.at -= 1;
                return Err(self.error("unknown escape"));
            }
        })
    }

    /// Four digits of a UTF-16 unit; two such escapes of a surrogate pair. Half a pair is the replacement character, since Java's
    /// strings may have one.
    fn unicode(&mut self) -> Result<char, JsonError> {
        let unit = self.unit()?;
        if let Some(character) = char::from_u32(unit) {
            return Ok(character);
        }
        let behind = self.at;
        if (0xd800..0xdc00).contains(&unit) && self.text.get(self.at..).is_some_and(|rest| rest.starts_with("\\u")) {
            self.at += 2;
            let low = self.unit()?;
            if (0xdc00..0xe000).contains(&low) {
                let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = behind;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn unit(&mut self) -> Result<u32, JsonError> {
        let digits =
            self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or_else(|| self.error("expected four hexadecimal digits"))?;
        self.at += 4;
        Ok(unit)
    }
}

impl fmt::Display for Json {
    /// The text without blanks.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => formatter.write_str("null"),
            Json::Boolean(value) => write!(formatter, "{value}"),
            Json::Number(text) => formatter.write_str(text),
            Json::String(text) => quoted(text, formatter),
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    formatter.write_char(if index == 0 { '[' } else { ',' })?;
                    item.fmt(formatter)?;
                }
                formatter.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Json::Object(entries) => {
                for (index, (key, value)) in entries.iter().enumerate() {
                    formatter.write_char(if index == 0 { '{' } else { ',' })?;
                    quoted(key, formatter)?;
                    formatter.write_char(':')?;
                    value.fmt(formatter)?;
                }
                formatter.write_str(if entries.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn quoted(text: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    formatter.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => formatter.write_str("\\\"")?,
            '\\' => formatter.write_str("\\\\")?,
            '\n' => formatter.write_str("\\n")?,
            '\r' => formatter.write_str("\\r")?,
            '\t' => formatter.write_str("\\t")?,
            other if u32::from(other) < 0x20 => write!(formatter, "\\u{:04x}", u32::from(other))?,
            other => formatter.write_char(other)?,
        }
    }
    formatter.write_char('"')
}

#[cfg(test)]
mod tests;
