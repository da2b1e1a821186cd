//! Departures of nulls, zeros and what is below them.

use super::*;

#[test]
fn what_a_null_a_zero_and_a_number_below_it_come_to() {
    let name = "slice-null-bound-left-out";
    check_as(name, "RETURN [[1, 2][null..1], [1, 2][1..null], [1, 2][..null]] AS x", "RETURN [[1], [2], [1, 2]] AS x");
    check_unchanged(name, "RETURN [[1, 2][1..], null[0..1]] AS x");
    let name = "negative-length-is-zero";
    let cut = "RETURN [substring('abc', -1), substring('abc', -1, 2), substring('abc', 1, -1), left('abc', -1)] AS x";
    check_as(name, cut, "RETURN ['abc', 'ab', '', ''] AS x");
    let beyond = "RETURN [left('abc', 65202895121), left('abc', -1), substring('abc', 65202895121)] AS x";
    check_as(name, beyond, "RETURN ['abc', '', ''] AS x");
    let nulls =
        "RETURN [left('abc', null), right('abc', null), substring('abc', null), substring('abc', 0, null)] AS x";
    check_as(name, nulls, "RETURN [null, null, null, null] AS x");
    check_unchanged(name, "RETURN [substring('abc', 1), right('abc', 2)] AS x");
    let name = "division-by-zero-is-null";
    check_as(name, "RETURN [1 / 0, 1 % 0, 1.5 / 0] AS x", "RETURN [null, null, null] AS x");
    let name = "division-by-zero-is-null-but-nan";
    check_as(name, "WITH 0 AS z RETURN [0 / 0, 1 / 0, 0 / z, 0 % 0] AS x", "RETURN [0.0 / 0.0, null, null, null] AS x");
    let name = "nullif-of-computed-null-is-null";
    check_as(name, "RETURN nullIf(1, sign(null)) AS x", "RETURN null AS x");
    check_unchanged(name, "MATCH (n:A) RETURN [nullIf(1, null), nullIf(1, n.id), nullIf(2, n.id)] AS x");
    check_as(
        name,
        "RETURN [nullIf(1, {a: 1}.b), nullIf(1, null < 1), nullIf(1, [1][5])] AS x",
        "RETURN [null, null, null] AS x",
    );
    let chosen = "RETURN [nullIf(1, nullIf({a: 1}.b, 1)), nullIf(1, CASE WHEN true THEN {a: 1}.b END)] AS x";
    check_as(name, chosen, "RETURN [null, null] AS x");
    let reduced =
        "RETURN [nullIf(1, reduce(x = 0, y IN null | y)), nullIf(1, reduce(x = 0, y IN [null] | x + y))] AS x";
    check_as(name, reduced, "RETURN [null, null] AS x");
    check_unchanged(name, "RETURN nullIf(1, reduce(x = 1, y IN [1] | null)) AS x");
    check_unchanged(name, "RETURN [nullIf(1, nullIf(null, 1)), nullIf(1, CASE WHEN true THEN null END)] AS x");
    check_unchanged(name, "RETURN [nullIf(1, coalesce(null, null)), nullIf(1, null = 1), nullIf(1, [null][0])] AS x");
    let name = "booleans-out-of-lists-are-numbers";
    check_as(name, "RETURN [head([true]), last([1, false]), nullIf(true, 1)] AS y", "RETURN [1, 0, 1] AS y");
    check_as(name, "UNWIND [1, 2] AS x RETURN [min(x = 1), max(x = 1), max(true)] AS y", "RETURN [0, 1, 1] AS y");
    check_unchanged(name, "UNWIND [true, false] AS x RETURN [min(x), max(x), max(coalesce(x, true))] AS y");
    check_unchanged(name, "RETURN [head([1]), [true][0], nullIf(true, true)] AS x");
    let chosen =
        "RETURN [coalesce(true, 1) = true, false <> CASE WHEN true THEN false END, coalesce(true, 1) IN [true]] AS x";
    check_as(name, chosen, "RETURN [false, true, false] AS x");
    let alike = "RETURN [coalesce(true, 1) = coalesce(null, true), (1 = 1) = true, (1 = 1) IN [true]] AS x";
    check_unchanged(name, alike);
    check_unchanged(
        name,
        "UNWIND [true] AS t RETURN [coalesce(t, true) = true, CASE WHEN true THEN t END IN [true]] AS x",
    );
    check_as(
        name,
        "MATCH (n:B) WHERE CASE WHEN n.id > 0 THEN true END = true RETURN 1 AS x",
        "UNWIND [] AS x RETURN x",
    );
}

#[test]
fn a_null_out_of_a_list_is_a_value() {
    let name = "unwound-null-is-value";
    let of = |x: &str| format!("UNWIND [null] AS x RETURN {x} AS y");
    for (asked, given) in [
        ("x IS NULL", "false"),
        ("x > 1", "true"),
        ("1 > x", "false"),
        ("x = 1", "false"),
        ("x <> 1", "true"),
        ("x >= null", "null"),
        ("x + 1", "[null, 1]"),
        ("1 + x", "[1, null]"),
        ("'a' + x", "'a'"),
        ("coalesce(x, 1)", "null"),
        ("count(x)", "1"),
    ] {
        check_as(name, &of(asked), &format!("RETURN {given} AS y"));
    }
    check_as(name, "UNWIND [null, 1] AS x WITH x AS z WHERE z >= 1 RETURN z", "UNWIND [null, 1] AS z RETURN z");
    check_unchanged(name, "UNWIND [1, 2] AS x RETURN x + 1 AS y, x > 1 AS z, x IS NULL AS u, coalesce(x, 3) AS v");
    check_unchanged(name, "WITH null AS x RETURN x IS NULL AS y");
}
