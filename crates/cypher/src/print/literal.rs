//! Names, strings and numbers.

use graphlance_graph::is_invisible;
use smol_str::format_smolstr;

use super::{Out, Printer};
use crate::ast::Literal;
use crate::keywords::{Keyword, Reservation, needs_quotes};

/// A name, in backticks where it would read as something else.
pub(super) fn name_text(name: &str) -> String {
    if needs_quotes(name) { quoted(name) } else { name.to_owned() }
}

fn quoted(name: &str) -> String {
    format!("`{}`", name.replace('`', "``"))
}

impl<O: Out> Printer<'_, O> {
    /// A name, in backticks where it would read as something else.
    pub(super) fn name(&mut self, name: &str) {
        if needs_quotes(name) { self.push(&quoted(name)) } else { self.push(name) }
    }

    /// The dotted name of a function or procedure.
    pub(super) fn dotted_name(&mut self, name: &str) {
        for (index, part) in name.split('.').enumerate() {
            if index > 0 {
                self.out.push('.');
            }
            // Most keywords are fine before a parenthesis; `count` in backticks would even be another function to some.
            let quotes = match Keyword::find(part) {
                Some(
                    Keyword::All
                    | Keyword::Any
                    | Keyword::None
                    | Keyword::Single
                    | Keyword::Reduce
                    | Keyword::ShortestPath
                    | Keyword::AllShortestPaths,
                ) => true,
                Some(keyword) => keyword.reservation() == Reservation::Reserved,
                None => needs_quotes(part),
            };
            if quotes { self.push(&quoted(part)) } else { self.push(part) }
        }
    }

    /// `$name` or `$1`
    pub(super) fn parameter(&mut self, name: &str) {
        self.out.push('$');
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            self.push(name);
        } else {
            self.name(name);
        }
    }

    pub(super) fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Null => self.push("null"),
            Literal::Boolean(true) => self.push("true"),
            Literal::Boolean(false) => self.push("false"),
            Literal::Integer(value) => self.integer(*value),
            Literal::Float(value) => self.float(*value),
            Literal::String(text) => self.string(text),
        }
    }

    fn integer(&mut self, value: i64) {
        if value == i64::MIN && !self.dialect.values.least_integer_literal {
            return self.push("(-9223372036854775807 - 1)");
        }
        self.count(value);
    }

    /// A number without fraction.
    pub(super) fn count(&mut self, value: impl std::fmt::Display) {
        // Writing a text does not fail.
        let _ = write!(self.out, "{value}");
    }

    /// The shortest text that reads back as the same bits, with a point so that it always looks like a float.
    fn float(&mut self, value: f64) {
        if value.is_nan() {
            return self.push("(0.0 / 0.0)");
        }
        if value.is_infinite() {
            return self.push(if value > 0.0 { "(1.0 / 0.0)" } else { "(-1.0 / 0.0)" });
        }
        // Short enough to need no memory of its own.
        let text = format_smolstr!("{value:?}");
        if text.contains('.') {
            return self.push(&text);
        }
        let (digits, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
        self.push(digits);
        self.push(".0");
        self.push(exponent);
    }

    /// A string in single quotes. What nobody can see, or what turns the text around it, is escaped where the dialect
    /// can say it.
    pub(super) fn string(&mut self, text: &str) {
        self.out.push('\'');
        let mut plain = 0;
        for (at, byte) in text.bytes().enumerate() {
            let escape = match byte {
                b'\\' => "\\\\",
                b'\'' => "\\'",
                b'\n' | b'\r' | b'\t' | 0x08 | 0x0c if !self.dialect.printing.control_escapes => continue,
                b'\n' => "\\n",
                b'\r' => "\\r",
                b'\t' => "\\t",
                0x08 => "\\b",
                0x0c => "\\f",
                0..=0x1f | 0x7f | 0xc2.. if self.dialect.printing.unicode_escapes => "",
                _ => continue,
            };
            let mut length = 1;
            if escape.is_empty() {
                let character = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or_default();
                if !is_invisible(character) {
                    continue;
                }
                length = character.len_utf8();
                self.push(text.get(plain..at).unwrap_or(""));
                let _ = write!(self.out, "\\u{:04x}", u32::from(character));
            } else {
                self.push(text.get(plain..at).unwrap_or(""));
                self.push(escape);
            }
            plain = at + length;
        }
        self.push(text.get(plain..).unwrap_or(""));
        self.out.push('\'');
    }
}
