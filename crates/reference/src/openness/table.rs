//! The rows of what is left open.

use super::Open;

/// Every one, in the order of the page: order, choice, errors, writing, then functions and values.
pub const OPEN: &[Open] = &[
    row(
        "SKIP or LIMIT chooses among rows that no ORDER BY tells apart",
        "MATCH (n) WITH n ORDER BY 1 LIMIT 1 MATCH (n)-->(m) RETURN m.id AS x",
        "openCypher 9, LIMIT: no order is promised without ORDER BY; ISO 39075, US001 and US006",
    ),
    row(
        "*depend* on the order of execution*",
        "UNWIND [1, 2] AS i MATCH (n:A) SET n.v = i",
        "CIP2015-10-27, state visibility between clauses: no order of rows within a clause; ISO 39075, IA017 and UV009: of several \
        values written to one property, an error or an arbitrary one",
    ),
    row(
        "* depends on the order of a collected list",
        "MATCH (n) WITH collect(n.id) AS l RETURN l[0] AS x",
        "openCypher 9, aggregating functions: collect() promises no order",
    ),
    row(
        "UNWIND depends on an open order",
        "WITH {a: 1, b: 2} AS m UNWIND tail(keys(m)) AS x RETURN x",
        "openCypher 9, list functions: keys() and labels() promise no order",
    ),
    row(
        "COLLECT { } of lists in no order",
        "RETURN COLLECT { MATCH (n) RETURN collect(n.id) AS y } AS x",
        "Cypher manual, COLLECT subqueries: no order without ORDER BY",
    ),
    row(
        "the sum depends on the order of its terms",
        "UNWIND [1e100, 1.0, -1e100] AS v RETURN sum(v) AS x",
        "openCypher 9, aggregating functions: silent on the order of additions",
    ),
    row(
        "the standard deviation of no values",
        "MATCH (n:None) RETURN stDev(n.v) AS x",
        "Cypher manual, stDev(): 0 until 2026.07, null since; openCypher 9 is silent",
    ),
    row(
        "a standard deviation that is small beside its values",
        "UNWIND [1e9 + 0.5, 1e9] AS v RETURN stDev(v) AS x",
        "openCypher 9, aggregating functions: silent on how it is computed; Neo4j 2026.08.1 has 0.4999999999999952 of 379.75 and three times 378.75",
    ),
    row(
        "names of a procedure that no element has, or that the statement changes",
        "CALL db.labels() YIELD label AS x WHERE x IN ['A', 'None'] RETURN x",
        "no document says whether db.labels() lists what elements once had, or what is not committed; grafeo 0.6.0 lists the former",
    ),
    row(
        "UNION depends on the last digits of a number",
        "UNWIND [1, 2, 2] AS v RETURN stDev(v) AS x UNION UNWIND [2, 2, 1] AS v RETURN stDev(v) AS x",
        "openCypher 9, aggregating functions: silent on how and in which order they add up",
    ),
    row(
        "GROUP BY () of no rows, without an aggregate function",
        "UNWIND [] AS v RETURN 1 AS x GROUP BY ()",
        "no document has GROUP BY; Neo4j 2026.08.1 gives no row, but one where ORDER BY aggregates",
    ),
    row(
        "what is not returned, behind DISTINCT with GROUP BY",
        "UNWIND [1, 2] AS v RETURN DISTINCT count(*) AS x GROUP BY v ORDER BY v",
        "no document has GROUP BY; Neo4j 2026.08.1 knows the keys, and forgets DISTINCT",
    ),
    row(
        "what transactions leave behind before an error: *",
        "UNWIND [1, 0] AS v CALL (v) { CREATE ({v: 1 / v}) } IN TRANSACTIONS OF 1 ROWS",
        "Cypher manual, CALL subqueries in transactions: what was committed stays; the order of rows is open",
    ),
    row(
        "what a transaction is called",
        "CALL () { RETURN 1 AS x } IN TRANSACTIONS ON ERROR BREAK REPORT STATUS AS s RETURN s",
        "Cypher manual, CALL subqueries in transactions: `transactionId`, a string",
    ),
    row(
        "transactions that write at the same time",
        "UNWIND [1, 2] AS v CALL (v) { MERGE (:M {v: 1}) } IN 2 CONCURRENT TRANSACTIONS OF 1 ROWS",
        "Cypher manual, CALL subqueries in transactions: concurrent transactions come in any order, and may be in each other's way",
    ),
    row(
        "the order of nodes, relationships, paths and maps",
        "MATCH (n) RETURN n.id AS x ORDER BY n",
        "CIP2016-06-14, orderability: the order of two nodes is the implementation's",
    ),
    row(
        "whether an element is less than another",
        "MATCH (a:A), (b:B) RETURN a < b AS x",
        "CIP2016-06-14, comparability: the implementation's, as of maps",
    ),
    row(
        "`*` after DISTINCT or aggregation, which renames it",
        "UNWIND [2, 1] AS x RETURN x AS y, count(*) AS c ORDER BY x",
        "Cypher manual, ORDER BY: what is not projected is out of scope after an aggregation; engines take it",
    ),
    row(
        "a UNION of the same columns in another order",
        "RETURN 1 AS a, 2 AS b UNION ALL RETURN 3 AS b, 4 AS a",
        "Cypher manual, UNION: the names must match; silent on their order",
    ),
    row(
        "a path selector may choose among several paths",
        "MATCH p = ANY (:A)-[:R]->(:B) RETURN [r IN relationships(p) | r.id] AS x",
        "ISO 39075, path search prefixes: ANY chooses one, and which one is the implementation's (UA005)",
    ),
    row(
        "shortestPath() may choose among several paths",
        "MATCH p = shortestPath((:A)-[*]->(:B)) RETURN [r IN relationships(p) | r.id] AS x",
        "Cypher manual, shortest paths: one of several, which is not said",
    ),
    row(
        "the shortest path from a node to itself",
        "MATCH p = shortestPath((a:A)-[*]->(a)) RETURN length(p) AS x",
        "no document says; Neo4j refuses it by a setting",
    ),
    row(
        "a shortest path with a lower bound above 1",
        "MATCH p = shortestPath((:A)-[*2..]->(:B)) RETURN length(p) AS x",
        "no document says; Neo4j refuses it",
    ),
    row(
        "an error behind what decides the value",
        "RETURN coalesce(1, 1 / 0) AS x",
        "openCypher 9 is silent; ISO 39075, UA004: whether an inessential part of an expression raises its error is the \
        implementation's",
    ),
    row(
        "not every order of execution comes upon the error: *",
        "MATCH (n) WHERE n.v <> 2 AND 10 / (n.v - 2) < 0 RETURN n.id AS x",
        "openCypher 9, boolean operators: silent on the order in which operands are evaluated; ISO 39075, US008: the \
        implementation's",
    ),
    row(
        "what comes back of an element that was deleted",
        "MATCH (n:A) DETACH DELETE n RETURN n AS x",
        "CIP2018-10-19: null; the TCK (Return2) lets labels and properties of it raise an error, and ids and types not",
    ),
    row(
        "what is written to an element that was deleted",
        "MATCH (n:A) DETACH DELETE n SET n.v = 1",
        "CIP2018-10-19: as to null, nothing; the TCK is silent on writing",
    ),
    row(
        "a subquery that mentions what the same CREATE binds",
        "CREATE (c:C)-[:R]->(:D {k: EXISTS { (c:A) }})",
        "Cypher manual, CREATE and EXISTS subqueries: silent on whether the variable is that of the CREATE",
    ),
    row(
        "all properties set to null",
        "MATCH (n:A) SET n = null",
        "Cypher manual, SET: a map, node or relationship; silent on null",
    ),
    row(
        "DETACH DELETE of what a clause before it deleted",
        "MATCH (n:A) DELETE n DETACH DELETE n",
        "CIP2018-10-19: what was deleted is null; openCypher 9 is silent on relationships that it leaves",
    ),
    row(
        "MERGE of a property that is NaN",
        "MERGE (n:N {v: 0.0 / 0.0})",
        "openCypher 9, MERGE: an error for null; silent on NaN, which equals nothing either",
    ),
    row(
        "whether a uniqueness constraint is broken on the way",
        "CREATE (a:U {u: 1}) SET a.u = 2 CREATE (b:U {u: 1})",
        "Cypher manual, constraints: silent on whether they are looked at after each write or after the statement",
    ),
    row(
        "a property of integers and floats",
        "MATCH (n:A) SET n.w = [1, 2.0]",
        "Cypher manual, property types: lists of one type; silent on numbers that could be made one",
    ),
    row(
        "whether something has the label null",
        "MATCH (n:A) WITH n, null AS l RETURN n:$(l) AS x",
        "Cypher manual, dynamic labels: silent on null where labels are tested",
    ),
    row(
        "UNWIND of *, which is no list",
        "UNWIND 1 AS x RETURN x",
        "openCypher 9, UNWIND: takes a list; CIP2015-11-09 has no such coercion",
    ),
    row(
        "FOREACH of *, which is no list",
        "MATCH (n:A) FOREACH (x IN 1 | SET n.v = x)",
        "openCypher 9, FOREACH: takes a list; CIP2015-11-09 has no such coercion",
    ),
    row(
        "a string plus a number",
        "RETURN 'a' + 1 AS x",
        "openCypher 9, string operators: of strings; CIP2017-05-18 was never settled",
    ),
    row(
        "null concatenated with a value of a wrong type",
        "WITH null AS n, 1 AS i RETURN n || i AS x",
        "Cypher manual, concatenation: null beside strings and lists; silent on null beside others",
    ),
    row(
        "a float divided by the integer 0",
        "WITH 1.5 AS f, 0 AS i RETURN f / i AS x",
        "ISO 39075, arithmetic: an error; IEEE 754: infinity; openCypher 9 is silent",
    ),
    row(
        "one to a power that is infinite or not a number",
        "RETURN 1 ^ (1 / 0.0) AS x",
        "IEEE 754, pow: 1; Java's Math.pow(): NaN; openCypher 9, `^`: silent",
    ),
    row(
        "a string plus a truth value, a temporal value or a point",
        "WITH true AS t RETURN t + 'a' AS x",
        "openCypher 9, string operators: of strings; CIP2017-05-18 was never settled",
    ),
    row(
        "a position beyond 2147483647 in a string",
        "RETURN left('a', 2147483648) AS x",
        "Cypher manual, left(): an error since 2026.07, and nothing of it before; openCypher 9 is silent",
    ),
    row(
        "a position that is null in a string",
        "RETURN substring('a', 1, null) AS x",
        "Cypher manual, left(), right() and substring(): an error is raised; openCypher 9 is silent",
    ),
    row("range() of null", "RETURN range(1, null) AS x", "openCypher 9, list functions: silent"),
    row("sign() of NaN", "RETURN sign(0.0 / 0.0) AS x", "openCypher 9, numeric functions: -1, 0 or 1; silent on NaN"),
    row(
        "the rounding mode * in small letters",
        "RETURN round(1.25, 1, 'half_even') AS x",
        "Cypher manual, round(): names in capitals; silent on others",
    ),
    row(
        "toInteger() of *",
        "RETURN toInteger(1e300) AS x",
        "openCypher 9, toInteger(): silent on floats beyond its range",
    ),
    row(
        "a text of a number to another base than ten, or with underscores",
        "RETURN [toInteger('0x1F'), toInteger('6_4')] AS x",
        "openCypher 9, toInteger() and toFloat(): null for what is no number; silent on other bases and underscores",
    ),
    row(
        "toFloat('*')",
        "RETURN toFloat('NaN') AS x",
        "openCypher 9, toFloat(): null for what is no number; silent on words for numbers",
    ),
    row("split('', '')", "RETURN split('', '') AS x", "openCypher 9, split(): silent on empty texts"),
    row(
        "split() by a list with null",
        "RETURN split('a b', [' ', null]) AS x",
        "manual of Cypher 25, split(): null for a null delimiter; silent on one among several",
    ),
    row(
        "replace() of the empty string",
        "RETURN replace('ab', '', 'c') AS x",
        "openCypher 9, replace(): silent on an empty search",
    ),
    row(
        "whether a character beyond ASCII is whitespace",
        "RETURN size(trim('\\u2003a')) AS x",
        "openCypher 9, trim(): \"whitespace\", which is not said to be Unicode's",
    ),
    row(
        "a class of characters beyond ASCII in a regular expression",
        "RETURN 'é' =~ '\\\\p{L}' AS x",
        "openCypher 9, =~: regular expressions are the implementation's",
    ),
    row(
        "the text of a point",
        "RETURN toString(point({x: 1.0, y: 2.0})) AS x",
        "Cypher manual, toString(): takes points; silent on the text",
    ),
    row(
        "the distance of geographic points",
        "RETURN point.distance(point({longitude: 0.0, latitude: 0.0}), point({longitude: 1.0, latitude: 0.0})) AS x",
        "Cypher manual, point.distance(): on a sphere whose radius is not said",
    ),
    row(
        "point() of a null and no coordinates",
        "RETURN point({k: null}) AS x",
        "Cypher manual, point(): null when a part is null; silent on maps that describe no point",
    ),
    row("the clock", "RETURN date() AS x", "CIP2015-08-06, getting the current temporal instant value"),
    row("timestamp() reads a clock", "RETURN timestamp() AS x", "openCypher 9, timestamp()"),
    row("rand() gives any number", "RETURN rand() AS x", "openCypher 9, rand()"),
    row("randomUUID() gives any text", "RETURN randomUUID() AS x", "Cypher manual, randomUUID()"),
    row("id() gives any number", "MATCH (n:A) RETURN id(n) AS x", "openCypher 9, id(): the implementation's"),
    row(
        "elementId() gives any text",
        "MATCH (n:A) RETURN elementId(n) AS x",
        "Cypher manual, elementId(): the implementation's",
    ),
    row(
        "week 53 of *",
        "RETURN date({year: 2021, week: 53}) AS x",
        "CIP2015-08-06: weeks 1 to 53; silent on years of 52",
    ),
    row(
        "whether * before 1970 is rounded down",
        "RETURN datetime('1969-12-31T23:59:58.5Z').epochSeconds AS x",
        "CIP2015-08-06, epochSeconds and epochMillis: silent on rounding",
    ),
    row(
        "day * of quarter * of *",
        "RETURN date({year: 2019, quarter: 1, dayOfQuarter: 92}) AS x",
        "CIP2015-08-06: days 1 to 92; silent on shorter quarters",
    ),
    row(
        "months that end on the last day of a shorter month",
        "RETURN duration.between(date('2020-01-31'), date('2020-02-29')) AS x",
        "CIP2015-08-06, duration.between(): silent on months that end early",
    ),
    row(
        "the days or months between two times of day",
        "RETURN duration.inMonths(time('12:00Z'), time('13:00Z')) AS x",
        "CIP2015-08-06 is silent; the TCK (Temporal10) has them where one of the two has a date",
    ),
    row(
        "a part of a duration that has to be rounded",
        "RETURN duration('P35.65W') AS x",
        "CIP2015-08-06: silent on rounding",
    ),
    row("a duration of no part", "RETURN duration({}) AS x", "CIP2015-08-06: silent"),
    row(
        "truncation or an epoch of null",
        "RETURN date.truncate('day', null) AS x",
        "CIP2015-08-06 and the Cypher manual: silent on null",
    ),
    row(
        "a date taken for a value with a time of day",
        "RETURN localdatetime(date('2020-01-01')) AS x",
        "CIP2015-08-06: midnight where a map selects the date; silent on the date alone",
    ),
    row(
        "a duration written as a date, in another form than the documents'",
        "RETURN duration('P20001104T125720') AS x",
        "CIP2015-08-06: `P<date>T<time>` with separators; ISO 8601 has more forms",
    ),
    row(
        "a year of few digits with a sign",
        "RETURN date('+2020-01-01') AS x",
        "CIP2015-08-06 and ISO 8601: a sign for years beyond four digits; silent on others",
    ),
    row(
        "a time of day in a named zone, whose offset depends on the day",
        "RETURN time('12:00[Europe/Stockholm]') AS x",
        "CIP2015-08-06: a time has an offset; silent on the day of a named zone",
    ),
    row(
        "the offset of a named zone in a year beyond 9000",
        "RETURN datetime('9885-04-18T15:24-05:30[America/New_York]') AS x",
        "CIP2015-08-06: silent on zones in years for which no rules are made",
    ),
    row(
        "a datetime selected beside a date or a time",
        "WITH datetime('2020-01-01T12:00:00Z') AS d RETURN datetime({datetime: d, date: d}) AS x",
        "CIP2015-08-06: silent on parts that are selected twice",
    ),
    row(
        "a datetime selected for a date or a time of day",
        "RETURN localtime({datetime: datetime('2020-01-01T12:00:00Z')}) AS x",
        "CIP2015-08-06 selects `date` and `time` there; silent on `datetime`",
    ),
    row(
        "an offset without a colon as a time zone",
        "RETURN time({hour: 1, timezone: '+0100'}) AS x",
        "CIP2015-08-06 and the TCK write offsets of components with a colon; silent on others, which they read in a text",
    ),
    row(
        "a temporal value with a part that is null",
        "RETURN datetime({year: 2020, month: null}) AS x",
        "CIP2015-08-06: silent on nulls among parts",
    ),
    row(
        "an index is created that is there, or dropped that is not",
        "DROP INDEX FOR (n:A) ON (n.none)",
        "openCypher 9 has no indexes; Cypher manual, indexes: an error without IF EXISTS, which not every engine has",
    ),
    row(
        "whether the text of a time of day ends with seconds of zero",
        "RETURN toString(localtime('12:00')) AS x",
        "CIP2015-08-06, string representation: by ISO 8601, which lets them be left out",
    ),
];

const fn row(reason: &'static str, example: &'static str, source: &'static str) -> Open {
    Open { reason, example, source }
}
