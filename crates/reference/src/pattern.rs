//! The regular expressions of `=~`: Java's (`java.util.regex.Pattern`, Java 17), as the Cypher manual says.

mod class;
mod translate;

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::{ErrorKind, Failure};

/// Compiled patterns that a thread keeps at most.
const KEPT: usize = 200;
/// Steps of backtracking that a match may take.
const STEPS: usize = 100_000;
/// Bytes of the longest pattern that is translated.
const LENGTH: usize = 2_000;

/// A compiled pattern, which must match the whole text.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    matcher: Matcher,
    /// What it says of characters beyond ASCII depends on the version of Unicode or of Java.
    ascii_only: bool,
}

#[derive(Clone, Debug)]
enum Matcher {
    Regular(regex::Regex),
    /// Look-around, back-references, atomic groups.
    Backtracking(Box<fancy_regex::Regex>),
}

/// Why a pattern has no translation.
enum Trouble {
    /// It is an error in Java, too.
    Invalid(String),
    Unknown(&'static str),
}

thread_local! {
    /// The patterns compiled last: a statement is tried, checked and reduced with the same ones.
    static COMPILED: RefCell<FxHashMap<Box<str>, Pattern>> = RefCell::default();
}

impl Pattern {
    /// Compiles a pattern, or takes one that was compiled before.
    ///
    /// Errors: [`Failure::Raised`] for a text that is no pattern, [`Failure::Unknown`] for what has no translation.
    pub fn new(text: &str) -> Result<Pattern, Failure> {
        if let Some(known) = COMPILED.with_borrow(|compiled| compiled.get(text).cloned()) {
            return Ok(known);
        }
        let pattern = Pattern::compiled(text)?;
        COMPILED.with_borrow_mut(|compiled| {
            if compiled.len() >= KEPT {
                compiled.clear();
            }
            compiled.insert(text.into(), pattern.clone());
        });
        Ok(pattern)
    }

    fn compiled(text: &str) -> Result<Pattern, Failure> {
        if text.len() > LENGTH {
            return Err(Failure::Unknown("so long a regular expression".into()));
        }
        let translation = translate::translate(text).map_err(|trouble| match trouble {
            Trouble::Invalid(message) => {
                let message = format!("invalid pattern: {message}");
                Failure::runtime(ErrorKind::ArgumentError, "InvalidArgumentValue", message)
            }
            Trouble::Unknown(what) => Failure::Unknown(format!("{what} in a regular expression")),
        })?;
        let whole = format!(r"\A(?:{})\z", translation.text);
        let untranslated = |error: String| Failure::Unknown(format!("a regular expression: {error}"));
        let matcher = if translation.backtracks {
            let built = fancy_regex::RegexBuilder::new(&whole).backtrack_limit(STEPS).build();
            Matcher::Backtracking(Box::new(built.map_err(|error| untranslated(error.to_string()))?))
        } else {
            Matcher::Regular(regex::Regex::new(&whole).map_err(|error| untranslated(error.to_string()))?)
        };
        Ok(Pattern { matcher, ascii_only: translation.ascii_only })
    }

    /// Whether the pattern matches the whole text.
    ///
    /// Errors: [`Failure::OutOfBudget`] after too many steps, [`Failure::Unspecified`] where versions of Java differ.
    pub fn is_match(&self, text: &str) -> Result<bool, Failure> {
        if self.ascii_only && !text.is_ascii() {
            return Err(Failure::Unspecified("a class of characters beyond ASCII in a regular expression".into()));
        }
        match &self.matcher {
            Matcher::Regular(regex) => Ok(regex.is_match(text)),
            Matcher::Backtracking(regex) => {
                regex.is_match(text).map_err(|_| Failure::OutOfBudget("steps of a regular expression"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, matches: &[&str], others: &[&str]) {
        let compiled = Pattern::new(pattern).unwrap_or_else(|failure| panic!("{pattern}: {failure}"));
        for text in matches {
            assert_eq!(compiled.is_match(text), Ok(true), "{text:?} =~ {pattern}");
        }
        for text in others {
            assert_eq!(compiled.is_match(text), Ok(false), "{text:?} =~ {pattern}");
        }
    }

    /// `java.util.regex.Pattern`, "Predefined character classes", "Line terminators", `CASE_INSENSITIVE`.
    #[test]
    fn classes_and_cases_are_those_of_ascii_and_a_dot_stops_at_every_line_end() {
        check(r"\w", &["a", "_", "0"], &["é", "-"]);
        check(r"\d+", &["012"], &["٣"]);
        check(r"[\s\d]", &[" ", "\t", "\u{b}", "7"], &["\u{a0}", "\u{85}"]);
        check(r"\W", &["é", "-"], &["a"]);
        check(r"(?i)é", &["é"], &["É"]);
        check(r"(?i)straße[a-c]", &["STRAßEB"], &["STRASSEb"]);
        check(r"a(?i)b|c", &["aB", "C"], &["AB"]);
        check(r"(?i:a)b", &["Ab"], &["AB"]);
        check(r"(?i)[^a]", &["b"], &["A", "a"]);
        check(r"(?i)[Z-a]", &["A", "z", "Z"], &["b"]);
        check(r"(?i)k", &["K"], &["\u{212a}"]);
        check(".", &["a", "é", "😀"], &["\n", "\r", "\u{85}", "\u{2028}", "ab"]);
        check("(?s).", &["\n", "\r"], &[]);
        check("(?d).", &["\r"], &["\n"]);
        check(r"\h\v", &["\u{a0}\n", "\t\u{2028}"], &["a\n"]);
        check(r"\p{Lower}\p{Punct}", &["a!"], &["A!", "é!"]);
    }

    /// `java.util.regex.Pattern`, "Possessive quantifiers", "Special constructs", "Back references", "Quotation".
    #[test]
    fn possessive_quantifiers_look_around_and_back_references_are_understood() {
        check("a++a", &[], &["aaa"]);
        check("a*+b", &["aab"], &["aa"]);
        check("(?>a|ab)c", &["ac"], &["abc"]);
        check("(?=a)..", &["ab"], &["ba"]);
        check("(?!a)..", &["ba"], &["ab"]);
        check(".(?<=a)b", &["ab"], &["bb"]);
        check(r"(a|b)\1", &["aa", "bb"], &["ab"]);
        check(r"(?<x>a|b)\k<x>", &["bb"], &["ba"]);
        check(r"\Qa.b\E.", &["a.bc"], &["axbc"]);
        check(r"\Qa.b", &["a.b"], &["axb"]);
        check(r"a$", &["a"], &["a\n"]);
        check(r"(?s)a$.*", &["a", "a\n", "a\r\n"], &["a\n\n", "ab"]);
        check(r"^a{2}|b{1,2}?|c{2,}", &["aa", "bb", "ccc"], &["a", "c"]);
        check(r"\x41\u0042\x{43}\t\e\cA\012", &["ABC\t\u{1b}\u{1}\n"], &[]);
        check("[a-]|[-b]|[]]|x]}".replace("|[]]", "").as_str(), &["-", "b", "x]}"], &["c"]);
        check(r"[\].\-&]", &["]", ".", "-", "&"], &["\\"]);
        check("", &[""], &["a"]);
        check("a||b", &["", "a", "b"], &[]);
    }

    #[test]
    fn what_java_calls_an_error_is_one() {
        for pattern in
            ["(", "a)", "a)|(?:b", "[a", "[]", "*a", "a**", "(?", "a{2,1}", "a{,2}", "{a}", r"\y", "[b-a]", "\\"]
        {
            let result = Pattern::new(pattern);
            assert!(matches!(result, Err(Failure::Raised(_))), "{pattern}: {result:?}");
        }
    }

    #[test]
    fn what_cannot_be_translated_is_unknown() {
        for pattern in [
            r"(?m)^a$",
            "(?x) a",
            r"(?u)a",
            r"[a-z&&[^b]]",
            r"\X",
            r"\R",
            r"\G",
            r"(\1a)",
            r"((a)|b)*\2",
            r"(?i)\p{Lu}",
        ] {
            let result = Pattern::new(pattern);
            assert!(matches!(result, Err(Failure::Unknown(_))), "{pattern}: {result:?}");
        }
        let letter = Pattern::new(r"\p{L}\b").unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(letter.is_match("a"), Ok(true));
        assert!(matches!(letter.is_match("é"), Err(Failure::Unspecified(_))));
    }

    #[test]
    fn a_match_takes_no_more_steps_than_it_may() {
        let pattern = Pattern::new(r"(?:(?=(a+))a+)+b").unwrap_or_else(|failure| panic!("{failure}"));
        let result = pattern.is_match(&"a".repeat(60));
        assert!(matches!(result, Err(Failure::OutOfBudget(_)) | Ok(false)), "{result:?}");
    }
}
