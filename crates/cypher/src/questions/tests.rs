use super::*;
use crate::{Dialect, parse, print};

#[track_caller]
fn check(name: &str, text: &str, expected: &[&str]) {
    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let question = QUESTIONS.iter().find(|question| question.name == name);
    let asked = (question.unwrap_or_else(|| panic!("there is no question `{name}`")).ask)(&statement);
    let asked: Vec<String> = asked.iter().map(|statement| print(statement, &Dialect::standard())).collect();
    assert_eq!(asked, expected, "{name} of {text}");
    asked.iter().for_each(|text| assert!(parse(text).is_ok(), "{text}"));
}

#[test]
fn rows_are_counted_after_each_clause_of_each_part() {
    check(
        "rows after a clause",
        "WITH 1 AS a MATCH (b) RETURN b UNION MATCH (b) RETURN b",
        &[
            "WITH 1 AS a RETURN count(*) AS rows",
            "WITH 1 AS a MATCH (b) RETURN count(*) AS rows",
            "MATCH (b) RETURN count(*) AS rows",
        ],
    );
}

#[test]
fn rows_are_counted_around_a_match_that_is_not_the_first() {
    check(
        "MATCH after the first that makes more rows",
        "MATCH (a) OPTIONAL MATCH (b) MATCH (c) RETURN 1 AS x",
        &["CALL () { MATCH (a) OPTIONAL MATCH (b) RETURN count(*) AS before } \
         CALL () { MATCH (a) OPTIONAL MATCH (b) MATCH (c) RETURN count(*) AS after } RETURN before AS before, after AS after"],
    );
}

#[test]
fn an_optional_match_is_asked_for_its_path() {
    check(
        "OPTIONAL MATCH null for some rows and not for others",
        "MATCH (a) OPTIONAL MATCH (a)-->(b) OPTIONAL MATCH p = (b), (c) RETURN 1 AS x",
        &[
            "MATCH (a) OPTIONAL MATCH `found path` = (a)-->(b) RETURN count(*) AS rows, count(`found path`) AS found",
            "MATCH (a) OPTIONAL MATCH (a)-->(b) OPTIONAL MATCH p = (b), (c) RETURN count(*) AS rows, count(p) AS found",
        ],
    );
}

#[test]
fn a_distinct_is_asked_for_the_rows_before_it() {
    check(
        "DISTINCT that drops rows",
        "MATCH (a) RETURN DISTINCT a, a.k LIMIT 1",
        &["CALL () { MATCH (a) WITH a AS a, a.k AS `column 1` RETURN count(*) AS before } \
         CALL () { MATCH (a) WITH DISTINCT a AS a, a.k AS `column 1` RETURN count(*) AS after } \
         RETURN before AS before, after AS after"],
    );
}

#[test]
fn an_aggregation_is_asked_for_its_groups_and_values() {
    let text = "MATCH (a) RETURN a.k AS x, count(*) AS y, 1 + sum(a.l) AS z, COUNT { RETURN max(1) AS n } AS w";
    check(
        "aggregation into several groups",
        text,
        &["MATCH (a) WITH a.k AS x, COUNT { RETURN max(1) AS n } AS w, count(*) AS `counted in group` \
         RETURN count(*) AS groups, max(`counted in group`) AS most"],
    );
    check(
        "aggregate over varying values",
        text,
        &["MATCH (a) WITH a.k AS x, COUNT { RETURN max(1) AS n } AS w, count(DISTINCT a.l) AS `counted in group` \
         RETURN max(`counted in group`) AS most"],
    );
}
