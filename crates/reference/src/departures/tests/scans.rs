//! What indexes answer otherwise.

use super::*;

#[test]
fn an_index_serves_no_inequality_no_other_property_and_no_element_without_its_label() {
    for condition in ["n.y <> 'a'", "NOT n.y = 'a'", "NOT n.y IN ['a']", "n.y < 'a' OR n.z IS NULL", "n.y <= n.y"] {
        check_unchanged("index-lacks-empty-string", &format!("MATCH (n:I) WHERE {condition} RETURN n.y"));
    }
    check_unchanged("index-lacks-empty-string", "MATCH (n) WHERE n.y <= 'a' RETURN n.y");
    check_unchanged("index-lacks-empty-string", "MATCH (n:I|A) WHERE n.y <= 'a' RETURN n.y");
    check_unchanged("index-of-relationships-one-way", "MATCH (n)-[r]-() WHERE r.w = 1 RETURN r.v");
}

#[test]
fn an_index_holds_and_orders_strings_in_its_own_way() {
    let found = |condition: &str| format!("MATCH (n:I) WHERE {condition} RETURN n.y AS x");
    let name = "index-has-ascii-last";
    check_as(name, &found("n.y < 'b'"), "UNWIND ['', 'é'] AS x RETURN x");
    check_as(name, &found("n.y > 'é'"), "UNWIND ['b', 'c '] AS x RETURN x");
    check_unchanged(name, &found("n.y IN ['b', 'é', 'x']"));
    let name = "index-ignores-case";
    check_as(name, &found("'B' >= n.y"), "UNWIND ['', 'b'] AS x RETURN x");
    check_unchanged(name, &found("n.y = 'B' OR n.y <= 'É'"));
    let name = "index-trims-strings";
    check_as(name, &found("n.y <= 'c'"), "UNWIND ['', 'b', 'c '] AS x RETURN x");
    check_unchanged(name, &found("n.y = ' b'"));
    // In whichever order they are named.
    let mut names = ["index-has-ascii-last", "index-lacks-empty-string", "index-trims-strings", "index-ignores-case"];
    let right = outcome(&Graph::new(), "UNWIND ['é', 'c '] AS x RETURN x", Departures::default());
    for _ in 0..names.len() {
        names.rotate_left(1);
        let all = Departures::of(names.map(|name| WrongRule::find(name).expect("a departure")));
        assert_eq!(outcome(&indexed(), &found("n.y <= 'é' OR n.y = 'c'"), all), right, "{names:?}");
    }
}

#[test]
fn an_index_serves_the_condition_of_a_with_that_only_hands_variables_on() {
    let name = "index-lacks-empty-string";
    check_as(name, "MATCH (n:I) WITH n WHERE n.y <= 'a' RETURN n.y AS x", "UNWIND [] AS x RETURN x");
    check_as(name, "MATCH (n:I) WITH * WHERE n.y <= 'a' RETURN n.y AS x", "UNWIND [] AS x RETURN x");
    let both = "MATCH (n:I) WHERE n.y <> 'b' WITH n WHERE n.y IN ['b', true] RETURN n.y AS x";
    check_as(name, both, "UNWIND [true] AS x RETURN x");
    for with in ["WITH n AS m WHERE m.y <= 'a'", "WITH DISTINCT n WHERE n.y <= 'a'", "WITH n LIMIT 9 WHERE n.y <= 'a'"]
    {
        check_unchanged(name, &format!("MATCH (n:I) {with} RETURN 1 AS x"));
    }
}
