use super::*;

#[test]
fn a_star_stands_for_any_words() {
    assert!(matches("week 53 of *", "week 53 of 2021") && matches("*depend* on it*", "the rows depend on it, so"));
    assert!(!matches("week 53 of *", "week 52 of 2021") && !matches("a", "ab") && !matches("a*b", "ac"));
}
