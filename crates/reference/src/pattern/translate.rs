//! From Java's syntax to that of the crates that match: every character and class written out, one construct by one.

use super::Trouble;
use super::class::{self, LINE_END};

/// A pattern in the syntax of the crates.
pub(super) struct Translation {
    pub text: String,
    /// It needs backtracking.
    pub backtracks: bool,
    pub ascii_only: bool,
}

/// Groups within groups.
const DEPTH: usize = 50;
/// The greatest number of repetitions written.
const REPETITIONS: u32 = 1_000;

#[derive(Clone, Copy, Default)]
struct Flags {
    ignore_case: bool,
    dot_all: bool,
    unix_lines: bool,
}

struct Translator {
    input: Vec<char>,
    at: usize,
    flags: Flags,
    depth: usize,
    backtracks: bool,
    ascii_only: bool,
    /// Capturing groups opened, and whether each is closed and repeated.
    groups: Vec<Group>,
    names: Vec<(String, usize)>,
    referenced: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct Group {
    closed: bool,
    repeated: bool,
}

/// Translates a pattern.
pub(super) fn translate(text: &str) -> Result<Translation, Trouble> {
    let mut translator = Translator {
        input: text.chars().collect(),
        at: 0,
        flags: Flags::default(),
        depth: 0,
        backtracks: false,
        ascii_only: false,
        groups: Vec::new(),
        names: Vec::new(),
        referenced: Vec::new(),
    };
    let text = translator.alternatives()?;
    if translator.at < translator.input.len() {
        return Err(invalid("a `)` that closes nothing"));
    }
    let repeated = |group: &usize| translator.groups.get(group - 1).is_some_and(|group| group.repeated);
    if translator.referenced.iter().any(repeated) {
        // Java keeps what such a group matched before a step back.
        return Err(Trouble::Unknown("a reference to a repeated group"));
    }
    Ok(Translation { text, backtracks: translator.backtracks, ascii_only: translator.ascii_only })
}

fn invalid(message: &str) -> Trouble {
    Trouble::Invalid(message.to_owned())
}

impl Translator {
    fn peek(&self) -> Option<char> {
        self.input.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = text.chars().enumerate().all(|(index, c)| self.input.get(self.at + index) == Some(&c));
        if found {
            self.at += text.chars().count();
        }
        found
    }

    /// What stands up to a `)` or the end.
    fn alternatives(&mut self) -> Result<String, Trouble> {
        let mut out = String::new();
        while let Some(next) = self.peek() {
            match next {
                ')' => break,
                '|' => {
                    self.at += 1;
                    out.push('|');
                }
                _ => {
                    let groups = self.groups.len();
                    let (atom, repeatable) = self.atom()?;
                    self.quantified(&atom, repeatable, groups, &mut out)?;
                }
            }
        }
        Ok(out)
    }

    /// Writes an atom with the quantifier behind it. `groups`: how many groups there were before it.
    fn quantified(&mut self, atom: &str, repeatable: bool, groups: usize, out: &mut String) -> Result<(), Trouble> {
        let quantifier = match self.peek() {
            Some(mark @ ('*' | '+' | '?')) => {
                self.at += 1;
                mark.to_string()
            }
            Some('{') => self.repetitions()?,
            _ => {
                out.push_str(atom);
                return Ok(());
            }
        };
        if !repeatable {
            return Err(Trouble::Unknown("a quantifier behind what matches nothing"));
        }
        self.groups[groups..].iter_mut().for_each(|group| group.repeated = true);
        let (lazy, possessive) = (self.accept("?"), self.peek() == Some('+'));
        if possessive && !lazy {
            self.at += 1;
            self.backtracks = true;
            out.push_str(&format!("(?>(?:{atom}){quantifier})"));
        } else {
            out.push_str(&format!("(?:{atom}){quantifier}{}", if lazy { "?" } else { "" }));
        }
        match self.peek() {
            Some(mark @ ('*' | '+' | '?')) => Err(Trouble::Invalid(format!("a dangling `{mark}`"))),
            _ => Ok(()),
        }
    }

    /// `{n}`, `{n,}` or `{n,m}`
    fn repetitions(&mut self) -> Result<String, Trouble> {
        self.at += 1;
        let least = self.count()?.ok_or_else(|| invalid("a `{` without a number"))?;
        let text = if !self.accept(",") {
            format!("{{{least}}}")
        } else {
            match self.count()? {
                None => format!("{{{least},}}"),
                Some(most) if most < least => return Err(invalid("repetitions from more to less")),
                Some(most) => format!("{{{least},{most}}}"),
            }
        };
        if self.accept("}") { Ok(text) } else { Err(invalid("a `{` that is never closed")) }
    }

    fn count(&mut self) -> Result<Option<u32>, Trouble> {
        let mut count: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.at += 1;
            let value = count.unwrap_or(0).saturating_mul(10).saturating_add(digit);
            if value > REPETITIONS {
                return Err(Trouble::Unknown("so many repetitions"));
            }
            count = Some(value);
        }
        Ok(count)
    }

    /// One construct, and whether it may be repeated.
    fn atom(&mut self) -> Result<(String, bool), Trouble> {
        let Some(next) = self.next() else { return Err(invalid("it ends too early")) };
        match next {
            '(' => self.group(),
            '[' => self.bracketed().map(|text| (text, true)),
            '.' if self.flags.dot_all => Ok(("(?s:.)".into(), true)),
            '.' if self.flags.unix_lines => Ok((r"[^\n]".into(), true)),
            '.' => Ok((class::text(LINE_END, true), true)),
            '^' => Ok((r"\A".into(), false)),
            '$' => Ok((self.end(), false)),
            '\\' => self.escape(),
            '*' | '+' | '?' => Err(Trouble::Invalid(format!("a dangling `{next}`"))),
            // Java repeats nothing then.
            '{' if self.peek().is_some_and(|c| c.is_ascii_digit()) => Err(Trouble::Unknown("a `{` behind nothing")),
            '{' => Err(invalid("a `{` behind nothing")),
            other => Ok((self.literal(other), true)),
        }
    }

    /// `$`: the end, or before the line end that is the last thing in the text.
    fn end(&mut self) -> String {
        self.backtracks = true;
        if self.flags.unix_lines {
            return r"(?=\n?\z)".into();
        }
        r"(?:(?=\z)|(?=\r\n\z)|(?=[\r\x{85}\x{2028}\x{2029}]\z)|(?<!\r)(?=\n\z))".into()
    }

    fn literal(&self, c: char) -> String {
        if self.flags.ignore_case && c.is_ascii_alphabetic() {
            return format!("[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase());
        }
        regex::escape(c.encode_utf8(&mut [0; 4]))
    }

    /// What follows a `(`.
    fn group(&mut self) -> Result<(String, bool), Trouble> {
        if self.depth >= DEPTH {
            return Err(Trouble::Unknown("groups within groups"));
        }
        let before = self.flags;
        let (open, repeatable) = if !self.accept("?") {
            self.groups.push(Group::default());
            ("(", true)
        } else if self.accept(":") {
            ("(?:", true)
        } else if let Some(look) = ["=", "!", "<=", "<!", ">"].into_iter().find(|mark| self.accept(mark)) {
            self.backtracks = true;
            let open = match look {
                "=" => "(?=",
                "!" => "(?!",
                "<=" => "(?<=",
                "<!" => "(?<!",
                _ => "(?>",
            };
            (open, look == ">")
        } else if self.accept("<") {
            let name = self.name()?;
            self.groups.push(Group::default());
            self.names.push((name, self.groups.len()));
            ("(", true)
        } else {
            self.switches()?;
            if self.accept(")") {
                return Ok((String::new(), false));
            }
            if !self.accept(":") {
                return Err(invalid("an unknown kind of group"));
            }
            ("(?:", true)
        };
        let number = self.groups.len();
        self.depth += 1;
        let inner = self.alternatives()?;
        self.depth -= 1;
        self.flags = before;
        if !self.accept(")") {
            return Err(invalid("a `(` that is never closed"));
        }
        if open == "(" {
            self.groups[number - 1].closed = true;
        }
        Ok((format!("{open}{inner})"), repeatable))
    }

    /// The name of a group, with its `>`.
    fn name(&mut self) -> Result<String, Trouble> {
        let mut name = String::new();
        while let Some(c) = self.next() {
            match c {
                '>' if !name.is_empty() => return Ok(name),
                c if c.is_ascii_alphabetic() || (c.is_ascii_digit() && !name.is_empty()) => name.push(c),
                _ => break,
            }
        }
        Err(invalid("the name of a group"))
    }

    /// `(?i-s`: flags on and off.
    fn switches(&mut self) -> Result<(), Trouble> {
        let mut on = true;
        while let Some(c) = self.peek() {
            match c {
                '-' if on => on = false,
                'i' => self.flags.ignore_case = on,
                's' => self.flags.dot_all = on,
                'd' => self.flags.unix_lines = on,
                'm' | 'u' | 'x' | 'U' => return Err(Trouble::Unknown("the flags m, u, x and U")),
                ')' | ':' => return Ok(()),
                _ => return Err(invalid("an unknown flag")),
            }
            self.at += 1;
        }
        Err(invalid("a `(` that is never closed"))
    }

    /// What follows a backslash outside brackets.
    fn escape(&mut self) -> Result<(String, bool), Trouble> {
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
    fn quotation(&mut self) -> Result<(String, bool), Trouble> {
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
    fn character(&mut self) -> Result<char, Trouble> {
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
    fn digits(&mut self, radix: u32, least: usize, most: usize) -> Result<u32, Trouble> {
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
    fn bracketed(&mut self) -> Result<String, Trouble> {
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
