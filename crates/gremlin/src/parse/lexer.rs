//! The lexer: text to tokens. Tokens are places of the text; their values are read when the parser takes them.

use super::cursor::Parsed;
use super::error::Trouble;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name: of a step, a token, a variable.
    Word,
    /// A string in single or double quotes.
    String,
    /// A character: a string of one character with a `c` behind it.
    Character,
    /// An integer, with its sign and its suffix.
    Integer,
    /// A number with a fraction, an exponent or the suffix of such a number.
    Float,
    /// `+Infinity` or `-Infinity`.
    SignedInfinity,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Dot,
    Colon,
    Semicolon,
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Byte offsets in the text.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All tokens of the text, closed by one `End`.
pub(super) fn tokens(text: &str) -> Parsed<Vec<Token>> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0 };
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 3 + 2);
    loop {
        lexer.skip_blank();
        let start = lexer.at;
        let kind = lexer.next()?;
        tokens.push(Token { kind, start, end: lexer.at });
        if kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn character(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.at < self.bytes.len() && wanted(self.byte(0)) {
            self.at += 1;
        }
    }

    /// Skips white space and comments, which go on to the end of a line.
    fn skip_blank(&mut self) {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0c => self.at += 1,
                b'/' if self.byte(1) == b'/' => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
                _ => return,
            }
        }
    }

    fn next(&mut self) -> Parsed<Kind> {
        if self.at >= self.bytes.len() {
            return Ok(Kind::End);
        }
        let byte = self.byte(0);
        let kind = match byte {
            b'(' => Kind::OpenParen,
            b')' => Kind::CloseParen,
            b'[' => Kind::OpenBracket,
            b']' => Kind::CloseBracket,
            b'{' => Kind::OpenBrace,
            b'}' => Kind::CloseBrace,
            b',' => Kind::Comma,
            b'.' => Kind::Dot,
            b':' => Kind::Colon,
            b';' => Kind::Semicolon,
            b'\'' | b'"' => return self.string(byte),
            b'0'..=b'9' => return self.number(),
            b'+' | b'-' if self.byte(1).is_ascii_digit() => return self.number(),
            b'+' | b'-' if self.text.get(self.at + 1..).is_some_and(|rest| rest.starts_with("Infinity")) => {
                self.at += 1;
                self.skip_name();
                return Ok(Kind::SignedInfinity);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                self.skip_name();
                return Ok(Kind::Word);
            }
            _ => match self.character() {
                Some(first) if !first.is_ascii() && first.is_alphabetic() => {
                    self.skip_name();
                    return Ok(Kind::Word);
                }
                other => {
                    let character = other.unwrap_or('\u{fffd}');
                    let end = self.at + character.len_utf8();
                    return Err(Trouble::new(self.at..end, format!("the character {character:?} has no meaning here")));
                }
            },
        };
        self.at += 1;
        Ok(kind)
    }

    fn skip_name(&mut self) {
        loop {
            self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$');
            match self.character() {
                Some(part) if !part.is_ascii() && part.is_alphanumeric() => self.at += part.len_utf8(),
                _ => return,
            }
        }
    }

    fn string(&mut self, quote: u8) -> Parsed<Kind> {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip_while(|byte| byte != quote && byte != b'\\');
            if self.at >= self.bytes.len() {
                return Err(Trouble::at(start, "this string is never closed"));
            }
            if self.byte(0) == b'\\' {
                self.at += 2;
                continue;
            }
            self.at += 1;
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if self.byte(0) == b'c' && !is_name(self.byte(1)) {
                self.at += 1;
                return Ok(Kind::Character);
            }
            return Ok(Kind::String);
        }
    }

    fn number(&mut self) -> Parsed<Kind> {
        let start = self.at;
        if matches!(self.byte(0), b'+' | b'-') {
            self.at += 1;
        }
        let kind = if self.byte(0) == b'0' && self.byte(1) | 0x20 == b'x' {
            self.at += 2;
            self.skip_while(|byte| byte.is_ascii_hexdigit() || byte == b'_');
            self.skip_one_of(b"sSnNiIlL");
            Kind::Integer
        } else {
            self.decimal()
        };
        if self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
            let from = self.at;
            self.skip_name();
            let text = self.text.get(start..self.at).unwrap_or("");
            return Err(Trouble::new(from..self.at, format!("`{text}` is no number")));
        }
        Ok(kind)
    }

    fn decimal(&mut self) -> Kind {
        let mut kind = Kind::Integer;
        self.skip_digits();
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            kind = Kind::Float;
            self.at += 1;
            self.skip_digits();
        }
        if self.byte(0) | 0x20 == b'e' {
            let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
            if self.byte(1 + sign).is_ascii_digit() {
                kind = Kind::Float;
                self.at += 1 + sign;
                self.skip_digits();
            }
        }
        if self.skip_one_of(b"fFdDmM") {
            return Kind::Float;
        }
        if kind == Kind::Integer {
            self.skip_one_of(b"bBsSnNiIlL");
        }
        kind
    }

    fn skip_one_of(&mut self, bytes: &[u8]) -> bool {
        let found = self.at < self.bytes.len() && bytes.contains(&self.byte(0));
        self.at += usize::from(found);
        found
    }

    /// Skips digits and the underscores between them.
    fn skip_digits(&mut self) {
        self.skip_while(|byte| byte.is_ascii_digit() || byte == b'_');
    }
}
