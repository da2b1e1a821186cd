//! The lexer: tokens are slices of the text; their values are read when the parser takes them.

use super::cursor::Parsed;
use super::error::Trouble;
use crate::keywords::Keyword;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name that is no keyword.
    Name,
    /// A name in backticks.
    Quoted,
    /// A keyword; still a name where the grammar allows it.
    Word(Keyword),
    /// A string in single or double quotes.
    String,
    /// Decimal, hexadecimal or octal digits.
    Integer,
    /// A number with a fraction or an exponent.
    Float,
    /// A number that goes on as a name does.
    Malformed,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Dot,
    DotDot,
    Colon,
    Semicolon,
    Bar,
    BarBar,
    Plus,
    PlusEqual,
    Minus,
    Star,
    Slash,
    Percent,
    Caret,
    Equal,
    Matches,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Dollar,
    Ampersand,
    Exclamation,
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
    /// For an opening bracket the index of the closing one; otherwise the token's own index.
    pub(super) partner: usize,
}

/// All tokens of the text, closed by one `End`. Brackets are matched here, so the parser can look past them.
pub(super) fn tokens(text: &str) -> Parsed<Vec<Token>> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0 };
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 3 + 2);
    let mut open: Vec<usize> = Vec::new();
    loop {
        lexer.skip_blank()?;
        let start = lexer.at;
        let kind = lexer.next()?;
        let index = tokens.len();
        match kind {
            Kind::OpenParen | Kind::OpenBracket | Kind::OpenBrace => open.push(index),
            Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace => {
                let opening = open.pop().and_then(|opening| tokens.get_mut(opening));
                match opening {
                    Some(opening) if closes(opening.kind, kind) => opening.partner = index,
                    _ => return Err(Trouble::new(start, "this bracket closes nothing")),
                }
            }
            _ => {}
        }
        tokens.push(Token { kind, start, end: lexer.at, partner: index });
        if kind == Kind::End {
            break;
        }
    }
    match open.last().and_then(|unclosed| tokens.get(*unclosed)) {
        Some(unclosed) => Err(Trouble::new(unclosed.start, "this bracket is never closed")),
        None => Ok(tokens),
    }
}

fn closes(open: Kind, close: Kind) -> bool {
    matches!(
        (open, close),
        (Kind::OpenParen, Kind::CloseParen)
            | (Kind::OpenBracket, Kind::CloseBracket)
            | (Kind::OpenBrace, Kind::CloseBrace)
    )
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

    /// Skips white space and comments.
    fn skip_blank(&mut self) -> Parsed<()> {
        loop {
            match self.byte(0) {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1c..=0x1f => self.at += 1,
                b'/' if self.byte(1) == b'/' => self.skip_while(|byte| byte != b'\n'),
                b'/' if self.byte(1) == b'*' => {
                    let rest = self.text.get(self.at + 2..).unwrap_or("");
                    let length =
                        rest.find("*/").ok_or_else(|| Trouble::new(self.at, "this comment is never closed"))?;
                    self.at += length + 4;
                }
                byte if !byte.is_ascii() => match self.character() {
                    Some(blank) if blank.is_whitespace() => self.at += blank.len_utf8(),
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    fn next(&mut self) -> Parsed<Kind> {
        if self.at >= self.bytes.len() {
            return Ok(Kind::End);
        }
        let byte = self.byte(0);
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Ok(self.word()),
            b'0'..=b'9' => Ok(self.number()),
            b'.' if self.byte(1).is_ascii_digit() => Ok(self.number()),
            b'\'' | b'"' => self.string(byte),
            b'`' => self.quoted(),
            _ if !byte.is_ascii() => match self.character() {
                Some(first) if first.is_alphabetic() => Ok(self.word()),
                other => Err(self.unknown(other)),
            },
            _ => self.symbol(byte),
        }
    }

    fn unknown(&self, character: Option<char>) -> Trouble {
        let character = character.unwrap_or('\u{fffd}');
        let trouble = Trouble::new(self.at, format!("the character {character:?} has no meaning here"));
        if character.is_ascii() { trouble } else { trouble.detail("InvalidUnicodeCharacter") }
    }

    fn symbol(&mut self, byte: u8) -> Parsed<Kind> {
        let (kind, length) = match (byte, self.byte(1)) {
            (b'(', _) => (Kind::OpenParen, 1),
            (b')', _) => (Kind::CloseParen, 1),
            (b'[', _) => (Kind::OpenBracket, 1),
            (b']', _) => (Kind::CloseBracket, 1),
            (b'{', _) => (Kind::OpenBrace, 1),
            (b'}', _) => (Kind::CloseBrace, 1),
            (b',', _) => (Kind::Comma, 1),
            (b'.', b'.') => (Kind::DotDot, 2),
            (b'.', _) => (Kind::Dot, 1),
            (b':', _) => (Kind::Colon, 1),
            (b';', _) => (Kind::Semicolon, 1),
            (b'|', b'|') => (Kind::BarBar, 2),
            (b'|', _) => (Kind::Bar, 1),
            (b'+', b'=') => (Kind::PlusEqual, 2),
            (b'+', _) => (Kind::Plus, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'*', _) => (Kind::Star, 1),
            (b'/', _) => (Kind::Slash, 1),
            (b'%', _) => (Kind::Percent, 1),
            (b'^', _) => (Kind::Caret, 1),
            (b'=', b'~') => (Kind::Matches, 2),
            (b'=', _) => (Kind::Equal, 1),
            (b'<', b'>') => (Kind::NotEqual, 2),
            (b'<', b'=') => (Kind::LessOrEqual, 2),
            (b'<', _) => (Kind::Less, 1),
            (b'>', b'=') => (Kind::GreaterOrEqual, 2),
            (b'>', _) => (Kind::Greater, 1),
            (b'$', _) => (Kind::Dollar, 1),
            (b'&', _) => (Kind::Ampersand, 1),
            (b'!', _) => (Kind::Exclamation, 1),
            _ => return Err(self.unknown(char::from_u32(u32::from(byte)))),
        };
        self.at += length;
        Ok(kind)
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        self.skip_name();
        match self.text.get(start..self.at).and_then(Keyword::find) {
            Some(keyword) => Kind::Word(keyword),
            None => Kind::Name,
        }
    }

    fn skip_name(&mut self) {
        loop {
            self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            match self.character() {
                Some(part) if !part.is_ascii() && part.is_alphanumeric() => self.at += part.len_utf8(),
                _ => return,
            }
        }
    }

    fn quoted(&mut self) -> Parsed<Kind> {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip_while(|byte| byte != b'`');
            if self.at >= self.bytes.len() {
                return Err(Trouble::new(start, "this quoted name is never closed"));
            }
            // Two backticks are one backtick of the name, except that the empty name is two backticks alone.
            if self.byte(1) == b'`' {
                self.at += 2;
            } else {
                self.at += 1;
                return Ok(Kind::Quoted);
            }
        }
    }

    fn string(&mut self, quote: u8) -> Parsed<Kind> {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip_while(|byte| byte != quote && byte != b'\\');
            if self.at >= self.bytes.len() {
                return Err(Trouble::new(start, "this string is never closed"));
            }
            if self.byte(0) == b'\\' {
                self.at += 2;
            } else {
                self.at += 1;
                return Ok(Kind::String);
            }
        }
    }

    fn number(&mut self) -> Kind {
        let start = self.at;
        let radix = self.byte(1) | 0x20;
        let kind = if self.byte(0) == b'0' && (radix == b'x' || radix == b'o') {
            self.at += 2;
            Kind::Integer
        } else {
            self.decimal()
        };
        let digits_end = self.at;
        self.skip_name();
        // Hexadecimal digits are letters, too; the parser checks them.
        if self.at > digits_end && !(kind == Kind::Integer && self.at > start + 2 && matches!(radix, b'x' | b'o')) {
            return Kind::Malformed;
        }
        kind
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
        kind
    }

    /// Skips digits and the single underscores between them.
    fn skip_digits(&mut self) {
        self.skip_while(|byte| byte.is_ascii_digit());
        while self.byte(0) == b'_' && self.byte(1).is_ascii_digit() {
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
    }
}
