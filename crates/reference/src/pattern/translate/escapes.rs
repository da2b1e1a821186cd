//! What follows a backslash, and what stands in brackets.

use super::{Translator, invalid};
use crate::pattern::Trouble;
use crate::pattern::class::{self};

impl Translator {
    /// What follows a backslash outside brackets.
    pub(super) fn escape(&mut self) -> Result<(String, bool), Trouble> {
        let Some(c) = self.peek() else { return Err(invalid("a backslash at the end")) };
        if let Some((ranges, negated)) = class::named(c) {
            self.at += 1;
            return Ok((class::text(ranges, negated), true));
        }
        match c {
            'b' | 'B' => {
                self.at += 1;
                // Which characters beyond ASCII make a word changed with Java 19.
                self.ascii_only = true;
                Ok((if c == 'b' { r"(?-u:\b)".into() } else { r"(?:(?-u:\B))".into() }, false))
            }
            'A' => self.anchor(r"\A"),
            'z' => self.anchor(r"\z"),
            'Z' => {
                let end = self.end();
                self.anchor(&end)
            }
            'Q' => {
                self.at += 1;
                self.quotation()
            }
            'p' | 'P' => self.property().map(|text| (text, true)),
            'k' => {
                self.at += 1;
                if !self.accept("<") {
                    return Err(invalid(r"a \k without a name"));
                }
                let name = self.name()?;
                let group = self.names.iter().find(|(known, _)| *known == name).map(|(_, group)| *group);
                self.reference(group.ok_or_else(|| invalid("there is no group of this name"))?)
            }
            '1'..='9' => {
                self.at += 1;
                if self.peek().is_some_and(|next| next.is_ascii_digit()) {
                    return Err(Trouble::Unknown("a reference of two digits"));
                }
                self.reference(c.to_digit(10).unwrap_or(0) as usize)
            }
            // What \R does between \r and \n differs between versions of Java.
            'R' | 'X' | 'G' | 'N' | 'E' => Err(Trouble::Unknown(r"\R, \X, \G, \N and a lone \E")),
            _ => self.character().map(|c| (self.literal(c), true)),
        }
    }

    fn anchor(&mut self, text: &str) -> Result<(String, bool), Trouble> {
        self.at += 1;
        Ok((text.to_owned(), false))
    }

    fn reference(&mut self, group: usize) -> Result<(String, bool), Trouble> {
        let closed = self.groups.get(group - 1).is_some_and(|group| group.closed);
        if !closed || self.flags.ignore_case {
            return Err(Trouble::Unknown("such a back-reference"));
        }
        self.backtracks = true;
        self.referenced.push(group);
        Ok((format!(r"(?:\{group})"), true))
    }

    /// `\Q..\E`; a quantifier behind it is for its last character.
    pub(super) fn quotation(&mut self) -> Result<(String, bool), Trouble> {
        let mut text = String::new();
        while self.peek().is_some() && !self.accept(r"\E") {
            if let Some(c) = self.next() {
                text.push_str(&self.literal(c));
            }
        }
        if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
            return Err(Trouble::Unknown("a quantifier behind a quotation"));
        }
        Ok((text, true))
    }

    /// `\p{..}` and `\P{..}`
    fn property(&mut self) -> Result<String, Trouble> {
        let negated = self.next() == Some('P');
        let mut name = String::new();
        if self.accept("{") {
            while let Some(c) = self.next().filter(|c| *c != '}') {
                name.push(c);
            }
        } else {
            name.extend(self.next());
        }
        let cased = matches!(name.as_str(), "Lower" | "Upper" | "Lu" | "Ll" | "Lt");
        if cased && self.flags.ignore_case {
            return Err(Trouble::Unknown("a class of one case where case is ignored"));
        }
        if let Some(ranges) = class::posix(&name) {
            return Ok(class::text(ranges, negated));
        }
        const CATEGORIES: [&str; 10] = ["L", "Lu", "Ll", "N", "Nd", "P", "S", "Z", "Zs", "M"];
        if CATEGORIES.contains(&name.as_str()) {
            self.ascii_only = true;
            return Ok(format!(r"\{}{{{name}}}", if negated { 'P' } else { 'p' }));
        }
        Err(Trouble::Unknown("such a class of Unicode"))
    }

    /// The character that an escape stands for; the backslash is behind.
    pub(super) fn character(&mut self) -> Result<char, Trouble> {
        let Some(c) = self.next() else { return Err(invalid("a backslash at the end")) };
        let code = match c {
            't' => 9,
            'n' => 10,
            'r' => 13,
            'f' => 12,
            'a' => 7,
            'e' => 27,
            'c' => u32::from(self.next().filter(char::is_ascii).ok_or_else(|| invalid(r"a \c without a letter"))?) ^ 64,
            '0' => self.digits(8, 1, 3)?,
            'u' => self.digits(16, 4, 4)?,
            'x' if self.accept("{") => {
                let code = self.digits(16, 1, 6)?;
                if !self.accept("}") {
                    return Err(invalid(r"a \x{ that is never closed"));
                }
                code
            }
            'x' => self.digits(16, 2, 2)?,
            c if c.is_ascii_alphanumeric() => return Err(Trouble::Invalid(format!(r"the escape \{c}"))),
            c => u32::from(c),
        };
        char::from_u32(code).ok_or(Trouble::Unknown("half a pair of surrogates"))
    }

    /// A number of `least` to `most` digits; an octal one is at most 0377.
    pub(super) fn digits(&mut self, radix: u32, least: usize, most: usize) -> Result<u32, Trouble> {
        let (mut value, mut count) = (0, 0);
        while count < most
            && let Some(digit) = self.peek().and_then(|c| c.to_digit(radix))
            && !(radix == 8 && value * 8 + digit > 0o377)
        {
            self.at += 1;
            value = value * radix + digit;
            count += 1;
        }
        if count < least { Err(invalid("an escape with too few digits")) } else { Ok(value) }
    }

    /// What follows a `[`.
    pub(super) fn bracketed(&mut self) -> Result<String, Trouble> {
        let negated = self.accept("^");
        let mut ranges = Vec::new();
        loop {
            let Some(c) = self.next() else { return Err(invalid("a `[` that is never closed")) };
            match c {
                ']' if ranges.is_empty() => {
                    return Err(if self.input[self.at..].contains(&']') {
                        Trouble::Unknown("a class that begins with a bracket")
                    } else {
                        invalid("a `[` that is never closed")
                    });
                }
                ']' => break,
                '[' => return Err(Trouble::Unknown("classes within classes")),
                '&' if self.peek() == Some('&') => return Err(Trouble::Unknown("an intersection of classes")),
                _ => self.class_item(c, &mut ranges)?,
            }
        }
        if self.flags.ignore_case {
            class::with_other_case(&mut ranges);
        }
        Ok(class::text(&ranges, negated))
    }

    /// A character, a range or a named class inside brackets.
    fn class_item(&mut self, c: char, ranges: &mut Vec<(char, char)>) -> Result<(), Trouble> {
        let mut first = c;
        if c == '\\' {
            match self.peek().and_then(class::named) {
                Some((_, true)) => return Err(Trouble::Unknown("a complement inside a class")),
                Some((named, false)) => {
                    self.at += 1;
                    ranges.extend(named);
                    return Ok(());
                }
                None => {}
            }
            if matches!(self.peek(), Some('p' | 'P' | 'Q' | 'E' | 'b' | 'B' | 'R' | 'X' | 'N' | 'k' | '1'..='9')) {
                return Err(Trouble::Unknown("such an escape inside a class"));
            }
            first = self.character()?;
        }
        let is_range = self.peek() == Some('-') && !matches!(self.input.get(self.at + 1), Some(']') | None);
        if !is_range {
            ranges.push((first, first));
            return Ok(());
        }
        self.at += 1;
        let last = match self.next() {
            Some('\\') if self.peek().and_then(class::named).is_some() => {
                return Err(Trouble::Unknown("a range that ends in a class"));
            }
            Some('\\') => self.character()?,
            Some('[') | None => return Err(Trouble::Unknown("a class behind a dash")),
            Some(c) => c,
        };
        ranges.push(class::range(first, last)?);
        Ok(())
    }
}
