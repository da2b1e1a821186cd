//! Texts of errors without what varies from one run to the next.

/// What engines call types of values in their errors.
pub(crate) const TYPES: &[&str] = &[
    "array",
    "bigdecimal",
    "biginteger",
    "bool",
    "boolean",
    "byte",
    "double",
    "edge",
    "float",
    "int",
    "integer",
    "list",
    "long",
    "map",
    "node",
    "null",
    "numeric",
    "path",
    "relationship",
    "short",
    "string",
    "vertex",
];

/// Stands in a text for a name of the case.
pub(crate) const NAME: &str = "NAME";

/// A text without what varies from one run to the next: numbers, quoted text but for words and signs of a language, addresses.
pub fn template(text: &str) -> String {
    let mut result = String::new();
    let mut characters = text.chars().take(400).peekable();
    while let Some(character) = characters.next() {
        match character {
            '\'' | '"' | '`' => {
                // An apostrophe inside a word opens no quotation.
                let inside_word = character == '\'' && result.ends_with(char::is_alphabetic);
                result.push(character);
                if !inside_word {
                    let rest: String = characters.clone().collect();
                    if let Some(end) = rest.find(character) {
                        result.push_str(Some(&rest[..end]).filter(|quoted| is_token(quoted)).unwrap_or_default());
                        for _ in 0..rest[..end].chars().count() + 1 {
                            characters.next();
                        }
                        result.push(character);
                    }
                }
            }
            digit if digit.is_ascii_digit() => {
                while characters.next_if(|next| next.is_ascii_alphanumeric() || *next == '.').is_some() {}
                result.push('#');
            }
            space if space.is_whitespace() => {
                while characters.next_if(|next| next.is_whitespace()).is_some() {}
                result.push(' ');
            }
            other => result.push(other),
        }
    }
    without_met_types(&result)
}

/// Says in a text which type the value had that was met, not which was wanted: as a number does, it depends on the case alone.
const MET: &[&str] = &["but was ", "got "];

/// A text without the types of the values that were met.
fn without_met_types(text: &str) -> String {
    let mut result = text.to_owned();
    for met in MET {
        let pieces = result.split(met).enumerate().map(|(place, piece)| {
            let word = piece.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            let is_type = place > 0 && TYPES.iter().any(|name| name.eq_ignore_ascii_case(word));
            if is_type { format!("TYPE{}", &piece[word.len()..]) } else { piece.to_owned() }
        });
        result = pieces.collect::<Vec<_>>().join(met);
    }
    result
}

/// Whether what is quoted is a word or a sign of a language, as parsers cite them, and none of the data's.
fn is_token(quoted: &str) -> bool {
    let is_word = quoted != NAME && quoted.len() > 1 && quoted.bytes().all(|byte| byte.is_ascii_uppercase());
    is_word || !quoted.is_empty() && quoted.bytes().all(|byte| byte.is_ascii_punctuation())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(template(text), expected);
    }

    #[test]
    fn a_template_has_no_numbers_and_no_quoted_text() {
        check(
            "index out of bounds: the len is 3 but the index is 7",
            "index out of bounds: the len is # but the index is #",
        );
        check("unknown variable 'abc' at 0x7ff3a2", "unknown variable '' at #");
        check("can't  do\nthat, it won't work", "can't do that, it won't work");
        check("open 'quote", "open 'quote");
        check("expected Integer but was Null at 3", "expected Integer but was TYPE at #");
        check("got forgotten, wants a list, got Double", "got forgotten, wants a list, got TYPE");
        check("near \"AND\": syntax error", "near \"AND\": syntax error");
        check("near \")\": syntax error at 'L' of 'abc'", "near \")\": syntax error at '' of ''");
    }
}
