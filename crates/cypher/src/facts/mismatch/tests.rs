//! Texts that show a wrong type, and texts that show none.

use super::*;
use crate::parse;

#[track_caller]
fn check(text: &str, wanted: bool) {
    let statement = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(shows_wrong_type(&statement), wanted, "{text}");
}

#[test]
fn a_wrong_type_shows_though_nothing_computes_it() {
    check("RETURN right(null, [true]) AS x", true);
    check("RETURN true OR isNaN(true) AS x", true);
    check("RETURN elementId(CASE WHEN false THEN 'a' ELSE 1 END) AS x", true);
    check("WITH 'a' AS a RETURN CASE 1 WHEN 0 THEN tail(a) END AS x", true);
    check("RETURN reduce(x = 1, y IN [] | [true]) AS z", true);
    check("RETURN reduce(x = true, y IN [] | reduce(z = -3, u IN [] | 1 / null)) AS x", true);
    check("MATCH (a)-[r]->() RETURN reduce(x = a.k, y IN [] | r) AS z", true);
    check("RETURN reduce(x = date('2020-01-01'), y IN [] | 1) AS z", true);
    check("RETURN [x IN null WHERE datetime('2020-01-01T12:00Z')] AS y", true);
    check("RETURN [x IN [1] WHERE false | x STARTS WITH 'a'] AS y", true);
    check("MERGE () ON MATCH SET (1).k = 1", true);
    check("MATCH () REMOVE (1).k", true);
    check("REMOVE null.k", true);
    check("MATCH (n) SET n += 1", true);
    check("MERGE (n) ON MATCH SET n = 'a'", true);
    check("MATCH (n)-[r]->() SET n += {k: 1}, r = n", false);
    check("MERGE () ON CREATE SET null.k = 1", true);
    check("DETACH DELETE null", true);
    check("MATCH (n) DELETE n.k", true);
    check("MATCH p = (n)-[r]->() DELETE n, r, p", false);
    check("MATCH (n) REMOVE n.k", false);
    check("MATCH (n) WHERE 1 RETURN n", true);
    check("RETURN toIntegerList(null.k * 1) AS x", true);
    check("RETURN null / {a: 'a'}['a'] AS x", true);
    check("RETURN null / {a: 'a'}.a AS x", true);
    check("WITH {a: 1} AS m, null AS n RETURN m * n AS x", true);
    check("RETURN -duration('P1D') AS x", true);
    check("RETURN substring(null, 1.5) AS x", true);
    check("MATCH (n) RETURN right(n.k, n.l ^ n.m) AS x", true);
    check("MATCH (n) RETURN toFloat([]) + size(toString(n)) AS x", true);
    check("MATCH ()-[r]->() RETURN endNode(r.k) AS x", true);
    check("MATCH (n) RETURN toFloatList(head(n.k)) AS x", true);
    check("RETURN properties(reduce(x = true, y IN null | y)) AS z", true);
    check("RETURN toFloat(reduce(x = null, y IN [] | true)) AS z", true);
    check("RETURN -last(toBooleanList(null)) AS x", true);
    check("RETURN toIntegerList(null)[0] AND true AS x", true);
    check("RETURN single(x IN null WHERE last({k: [1.5]}.k)) AS y", true);
    check("RETURN replace('a', coalesce([], true), null) AS x", true);
    check("RETURN reduce(x = duration('P1D'), y IN [] | time(1)) = 1 AS z", true);
    check("MATCH (n) RETURN keys(n.k) AS x", true);
    check("RETURN acos(null + 'a') + acos([1][1] + 'a') AS x", true);
    check("RETURN toFloatList(1 % last([])) AS x", true);
    check("RETURN type(1 * null ^ 1) AS x", true);
    check("RETURN null + true AS x", true);
    check("RETURN datetime('2000-01-01T12:00Z') + 1.5 % null AS x", true);
    check("RETURN date('2000-01-01') + CASE WHEN false THEN 1.5 ELSE null ^ 2 END AS x", true);
    check("RETURN date('2000-01-01') - 1 AS x", true);
    check("RETURN substring('a', [1][1] * 1.5) AS x", true);
    check("RETURN substring('a', null * (1 / 1.5)) AS x", true);
    check("RETURN [coalesce(duration('P1D'), 'a')][1] - 1.5 AS x", true);
    check("RETURN [coalesce(duration('P1D'), 'a')][1] - null - 1.5 AS x", true);
    check("RETURN 1 % (CASE 'a' WHEN 1 THEN 1.5 WHEN 1 THEN 1 END + 'a') AS x", true);
    check("RETURN 1 % ('a' + CASE WHEN true THEN 1.5 ELSE [] END) AS x", false);
    check("RETURN toUpper(CASE WHEN true THEN 1.5 ELSE 1 END + 'a') AS x", false);
    check("RETURN substring(null, 1.5 + null, 1) AS x", true);
    check("RETURN substring('a', 1 ^ (1.5 / 1.5) + null, 1) AS x", true);
    check("RETURN substring('a', 1 + null) AS x", false);
    check("RETURN toUpper(1.5 + null) AS x", false);
    check("RETURN [coalesce(1, 'a')][0] - 1.5 AS x", false);
    check("RETURN [1, 'a'][0] - 1.5 AS x", false);
    check("RETURN [null][0] - 1.5 AS x", false);
    check("RETURN [][0] - 1.5 AS x", false);
    check("RETURN substring('a', 2 * 3 - 1) AS x", false);
    check("RETURN 1 + reduce(x = true, y IN null | null) AS x", true);
    check("RETURN length(reduce(x = 1, y IN null | null)) AS x", true);
    check("MATCH (n) RETURN toInteger(true) + size(n.k) + n.l AS x", false);
    check("MATCH (n) RETURN date('2020-01-01') ^ 1 AS x", true);
    check("MATCH (n) RETURN duration('P1D') * 2 AS x", false);
    check("RETURN lTrim(null, true) AS x", true);
    check("RETURN CASE WHEN false THEN point({x: 1}) END AS x", true);
    check("RETURN CASE WHEN false THEN point({x: 1, y: 'a'}) END AS x, point({latitude: 1, longitude: 2}) AS y", false);
    check("RETURN replace('a', null + duration('P1D'), 'a') AS x", true);
    check("RETURN character_length([1] + null) AS x", true);
    check("RETURN character_length([] + toStringOrNull([])) AS x", true);
    check("RETURN btrim(null, 1) AS x", true);
    check("MATCH (n) CALL { WITH n RETURN NOT n AS x } RETURN x", true);
    check("FOREACH (x IN [] | CREATE ({k: x + -true}))", true);
}

#[test]
fn right_types_nulls_and_unknown_ones_show_nothing() {
    check("RETURN right(null, null) + 1 AS x", false);
    check("RETURN size('a') + size([1]) AS x", false);
    check("WITH $p AS p RETURN NOT p AND isNaN(p + 1) AS x", false);
    check("MATCH (n) WHERE n.k SET n.l = n.m[1] + 'a' RETURN -n.k AS x", false);
    check("RETURN reduce(x = 1, y IN [2] | x + y) AS z", false);
    check("RETURN reduce(x = 1, y IN [2] | x - y * 2) AS z", false);
    check("MATCH (a) RETURN reduce(x = a.k, y IN [] | date('2020-01-01')) AS z", false);
    check("MATCH (a) RETURN reduce(x = a.k, y IN [] | 1) + reduce(x = null, y IN [] | 1) AS z", false);
    check("MATCH (a) RETURN [x IN [true] WHERE x] AS y, [x IN [] WHERE a.k] AS z", false);
    check("RETURN reduce(x = 1, y IN [] | reduce(z = -3, u IN [] | 1 / null)) AS x", false);
    check("RETURN date('2020-01-01') - duration('P1D') AS x", false);
    check("RETURN toFloat(reduce(x = null, y IN [] | 1)) AS x", false);
    check("MATCH (n) WITH n, {k: n} AS m RETURN keys(n) + keys(m) + keys(m.k) + keys(null) AS x", false);
    check("RETURN reduce(x = date('2020-01-01'), y IN [] | x + duration('P1D')) AS z", false);
    check("RETURN replace('a', coalesce([], 'b', true), null) + replace('a', coalesce(true, null), 'b') AS x", false);
    check("RETURN single(x IN null WHERE last({k: [true], l: [1]}.k)) AS y", false);
    check("RETURN -last(toIntegerList(null)) + toFloatList(null)[0] AS x", false);
    check("RETURN duration('P1D') + date('2020-01-01') AS x", false);
    check("RETURN (null + duration('P1D')).days + size(null + 'a') AS x", false);
    check("MATCH (n) RETURN n.k - duration('P1D') + 1 * null AS x", false);
    check("MATCH (n) RETURN date('2020-01-01') + n.k * 2 AS x, toInteger(n.k / 2) AS y", false);
    check("RETURN null / {a: 1}['a'] + {a: 1}['b'] AS x", false);
}

#[test]
fn unwind_takes_lists() {
    check("MATCH () UNWIND 1 AS x RETURN 1 AS y", true);
    check("MATCH (n) UNWIND n.k AS x RETURN 1 AS y", false);
    check("UNWIND null AS x RETURN 1 AS y", false);
}
