use super::refusals::check;
use super::*;

#[test]
fn what_reads_behind_match_and_call_is_ignored() {
    let name = "reads-behind-call-ignored";
    let rows = "MATCH (a:A) CALL { RETURN 1 AS x }";
    let right = format!("{rows} RETURN a.id AS y, x, null AS z");
    for read in
        ["MATCH (b)", "MATCH (b) WHERE false", "OPTIONAL MATCH (b)", "UNWIND [1, 2] AS b", "CALL { RETURN 1 AS b }"]
    {
        check_as(name, &format!("{rows} {read} RETURN a.id AS y, x, coalesce(b, 1) AS z"), &right);
    }
    check_unchanged(name, "CALL { RETURN 1 AS x } MATCH (b) RETURN b.id AS y");
    check_unchanged(name, &format!("{rows} WITH a MATCH (b) RETURN b.id AS y"));
}

#[test]
fn rules_follow_each_other_in_the_order_of_the_catalogue() {
    let names = ["return-behind-call-row-by-row", "reads-behind-call-ignored"];
    let rules = names.map(|name| WrongRule::find(name).unwrap_or_else(|| panic!("no departure is called {name}")));
    let text = "MATCH (a:A {id: 1}) CALL { RETURN 1 AS x } MATCH (b) RETURN true AS y";
    let right = outcome(&indexed(), "RETURN 1 AS y", Departures::default());
    for rules in [rules, [rules[1], rules[0]]] {
        assert_eq!(outcome(&indexed(), text, Departures::of(rules)), right);
    }
}

#[test]
fn of_several_calls_none_is_done_where_nothing_is_matched_in_front() {
    let name = "several-calls-give-nothing";
    let calls = "CALL { RETURN 1 AS x } CALL { RETURN 2 AS y }";
    for text in [format!("{calls} RETURN x"), format!("UNWIND [1] AS u {calls} RETURN count(*) AS x")] {
        check_as(name, &text, "UNWIND [] AS x RETURN x");
    }
    check_unchanged(name, "CALL { RETURN 1 AS x } RETURN x");
    check_unchanged(name, &format!("MATCH (a) {calls} RETURN x"));
    check(
        "several-calls-with-import-refused",
        &["UNWIND [1] AS u CALL { WITH u RETURN 1 AS x } CALL { RETURN 2 AS y } RETURN u"],
        &[
            "UNWIND [1] AS u CALL { RETURN 1 AS x } CALL { WITH u RETURN 2 AS y } RETURN u",
            "MATCH (a) CALL { WITH a RETURN 1 AS x } CALL { RETURN 2 AS y } RETURN x",
        ],
    );
}
