//! What a version is, and the order of version numbers.

use std::cmp::Ordering;

/// What [`is_version`] asks for, in words.
pub const FORM: &str = "a letter or digit, then letters, digits, and . + _ -";

/// Whether a text has the form of a version. Anything else could be a path, or another argument of a script.
pub fn is_version(text: &str) -> bool {
    let inside = |character: char| character.is_ascii_alphanumeric() || ".+_-".contains(character);
    text.starts_with(|character: char| character.is_ascii_alphanumeric()) && text.chars().all(inside)
}

/// Compares versions part by part, numbers as numbers: 4.9 before 4.14, 5.26 before 2025.12.
pub fn compare(a: &str, b: &str) -> Ordering {
    let parts = |text: &str| text.split(['.', '-', '+']).map(part).collect::<Vec<_>>();
    parts(a).cmp(&parts(b))
}

fn part(text: &str) -> (u64, String) {
    let digits = text.len() - text.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    (text[..digits].parse().unwrap_or(0), text[digits..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_as_numbers() {
        let mut versions = ["2025.12.1", "4.14.2", "4.4.48", "5.26.30", "4.9", "5.26.30-beta", "4.14.11"];
        versions.sort_by(|a, b| compare(a, b));
        assert_eq!(versions, ["4.4.48", "4.9", "4.14.2", "4.14.11", "5.26.30", "5.26.30-beta", "2025.12.1"]);
    }
}
