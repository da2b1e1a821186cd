//! The order of version numbers.

use std::cmp::Ordering;

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
