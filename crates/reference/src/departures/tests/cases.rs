//! CASE.

use super::*;

#[test]
fn a_case_of_a_case_that_reads_a_variable_takes_else() {
    let name = "case-of-case-takes-else";
    let of = |when: &str| format!("WITH 5 AS k RETURN CASE WHEN {when} THEN 1 ELSE 2 END AS x");
    check_as(name, &of("CASE k WHEN 5 THEN true ELSE false END"), "RETURN 2 AS x");
    check_as(name, &of("CASE WHEN k = 4 THEN false ELSE k = 5 END"), "RETURN 2 AS x");
    for when in ["CASE WHEN true THEN true END", "NOT CASE k WHEN 4 THEN true ELSE false END", "k = 5"] {
        check_unchanged(name, &of(when));
    }
}
