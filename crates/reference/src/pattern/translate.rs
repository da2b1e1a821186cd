//! From Java's syntax to that of the crates that match: every character and class written out, one construct by one.

mod escapes;

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
}
