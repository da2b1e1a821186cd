//! Every function and every operator, with a value taken from a specification: the openCypher 9 reference and TCK (oC),
//! the Cypher manual's page on the function (CM), the Cypher improvement proposals (CIP).

use graphlance_cypher::functions::TABLE;
use graphlance_cypher::parse;
use graphlance_graph::{Graph, Latitude, Value};
use graphlance_reference::{OpenAnswers, Options, evaluate};

/// What is shown, the query, the value as a literal, the source.
type Example = (&'static str, &'static str, &'static str, &'static str);

/// Nodes of the manual's aggregation page: three ages.
const PEOPLE: &str = "CREATE (:Person:Human {age: 13, name: 'Alice'})-[:KNOWS {since: 1}]->(:Person {age: 33}), \
                      (:Person {age: 44})";

const FUNCTIONS: &[Example] = &[
    ("coalesce", "RETURN coalesce(null, 'a', 'b')", "'a'", "oC coalesce: the first value that is not null"),
    ("startNode", "MATCH ()-[r]->() RETURN startNode(r).age", "13", "oC startNode"),
    ("endNode", "MATCH ()-[r]->() RETURN endNode(r).age", "33", "oC endNode"),
    ("type", "MATCH ()-[r]->() RETURN type(r)", "'KNOWS'", "oC type"),
    ("labels", "MATCH (n {age: 33}) RETURN labels(n)", "['Person']", "oC labels"),
    ("keys", "MATCH (n {age: 33}) RETURN keys(n)", "['age']", "oC keys"),
    ("properties", "RETURN properties({name: 'Popeye', level: 9001})", "{name: 'Popeye', level: 9001}", "TCK Graph9"),
    ("head", "RETURN head(['one', 'two', 'three'])", "'one'", "CM head"),
    ("last", "RETURN last(['one', 'two', 'three'])", "'three'", "CM last"),
    ("tail", "RETURN tail(['one', 'two', 'three'])", "['two', 'three']", "CM tail"),
    ("size", "RETURN size(['Alice', 'Bob'])", "2", "CM size"),
    ("isEmpty", "RETURN isEmpty([])", "true", "CM isEmpty"),
    ("nullIf", "RETURN nullIf(4, 4)", "null", "CM nullIf"),
    ("range", "RETURN range(2, 18, 3)", "[2, 5, 8, 11, 14, 17]", "CM range"),
    ("length", "MATCH p = ()-[]->() RETURN length(p)", "1", "oC length"),
    ("nodes", "MATCH p = ()-[]->() RETURN size(nodes(p))", "2", "oC nodes"),
    ("relationships", "MATCH p = ()-[]->() RETURN size(relationships(p))", "1", "oC relationships"),
    ("toBoolean", "RETURN [toBoolean('true'), toBoolean('not a boolean')]", "[true, null]", "CM toBoolean"),
    ("toBooleanOrNull", "RETURN [toBooleanOrNull('true'), toBooleanOrNull(1.5)]", "[true, null]", "CM toBooleanOrNull"),
    ("toInteger", "RETURN [toInteger('42'), toInteger('not a number')]", "[42, null]", "CM toInteger"),
    ("toIntegerOrNull", "RETURN [toIntegerOrNull('42'), toIntegerOrNull(['A'])]", "[42, null]", "CM toIntegerOrNull"),
    ("toFloat", "RETURN [toFloat('11.5'), toFloat('not a number')]", "[11.5, null]", "CM toFloat"),
    ("toFloatOrNull", "RETURN [toFloatOrNull('11.5'), toFloatOrNull(true)]", "[11.5, null]", "CM toFloatOrNull"),
    (
        "toString",
        "RETURN [toString(11.5), toString('already a string'), toString(true)]",
        "['11.5', 'already a string', 'true']",
        "CM toString",
    ),
    ("toStringOrNull", "RETURN [toStringOrNull(11.5), toStringOrNull(['A'])]", "['11.5', null]", "CM toStringOrNull"),
    (
        "toBooleanList",
        "RETURN toBooleanList(['a string', true, 'false', null, ['A', 'B']])",
        "[null, true, false, null, null]",
        "CM toBooleanList",
    ),
    (
        "toIntegerList",
        "RETURN toIntegerList(['a string', 2, '5', null, ['A', 'B']])",
        "[null, 2, 5, null, null]",
        "CM toIntegerList",
    ),
    (
        "toFloatList",
        "RETURN toFloatList(['a string', 2.5, '3.14159', null, ['A', 'B']])",
        "[null, 2.5, 3.14159, null, null]",
        "CM toFloatList",
    ),
    (
        "toStringList",
        "RETURN toStringList(['already a string', 2, null, ['A', 'B']])",
        "['already a string', '2', null, null]",
        "CM toStringList",
    ),
    ("abs", "RETURN abs(-5)", "5", "oC abs"),
    ("sign", "RETURN [sign(-17), sign(0.1)]", "[-1, 1]", "CM sign"),
    ("ceil", "RETURN ceil(0.1)", "1.0", "CM ceil"),
    ("floor", "RETURN floor(0.9)", "0.0", "CM floor"),
    ("round", "RETURN round(3.141592)", "3.0", "CM round"),
    ("sqrt", "RETURN sqrt(256)", "16.0", "CM sqrt"),
    ("isNaN", "RETURN isNaN(0.0 / 0.0)", "true", "CM isNaN"),
    ("e", "RETURN e()", "2.718281828459045", "CM e"),
    ("pi", "RETURN pi()", "3.141592653589793", "CM pi"),
    ("exp", "RETURN exp(2)", "7.38905609893065", "CM exp"),
    ("log", "RETURN log(27)", "3.295836866004329", "CM log"),
    ("log10", "RETURN log10(27)", "1.4313637641589874", "CM log10"),
    ("sin", "RETURN sin(0.5)", "0.479425538604203", "CM sin"),
    ("cos", "RETURN cos(0.5)", "0.8775825618903728", "CM cos"),
    ("tan", "RETURN tan(0.5)", "0.5463024898437905", "CM tan"),
    ("cot", "RETURN cot(0.5)", "1.830487721712452", "CM cot"),
    ("asin", "RETURN asin(0.5)", "0.5235987755982989", "CM asin"),
    ("acos", "RETURN acos(0.5)", "1.0471975511965979", "CM acos"),
    ("atan", "RETURN atan(0.5)", "0.4636476090008061", "CM atan"),
    ("atan2", "RETURN atan2(0.5, 0.6)", "0.6947382761967033", "CM atan2"),
    ("degrees", "RETURN degrees(3.14159)", "179.99984796050427", "CM degrees"),
    ("radians", "RETURN radians(180)", "3.141592653589793", "CM radians"),
    ("haversin", "RETURN haversin(0.5)", "0.06120871905481362", "CM haversin"),
    ("normalize", "RETURN normalize('\\u212B') = '\\u00C5'", "true", "CM normalize"),
    (
        "point.withinBBox",
        "RETURN point.withinBBox(point({x: 1, y: 1}), point({x: 0, y: 0}), point({x: 2, y: 2}))",
        "true",
        "CM point.withinBBox",
    ),
    ("left", "RETURN left('hello', 3)", "'hel'", "CM left"),
    ("right", "RETURN right('hello', 3)", "'llo'", "CM right"),
    ("substring", "RETURN [substring('hello', 1, 3), substring('hello', 2)]", "['ell', 'llo']", "CM substring"),
    ("replace", "RETURN replace('hello', 'l', 'w')", "'hewwo'", "CM replace"),
    ("split", "RETURN split('one,two', ',')", "['one', 'two']", "CM split"),
    ("reverse", "RETURN reverse('anagram')", "'margana'", "CM reverse"),
    ("trim", "RETURN trim('   hello   ')", "'hello'", "CM trim"),
    ("lTrim", "RETURN lTrim('   hello')", "'hello'", "CM lTrim"),
    ("rTrim", "RETURN rTrim('hello   ')", "'hello'", "CM rTrim"),
    ("btrim", "RETURN [btrim('   hello    '), btrim('xxyyhelloxyxy', 'xy')]", "['hello', 'hello']", "CM btrim"),
    ("toLower", "RETURN toLower('HELLO')", "'hello'", "CM toLower"),
    ("toUpper", "RETURN toUpper('hello')", "'HELLO'", "CM toUpper"),
    ("lower", "RETURN lower('HELLO')", "'hello'", "CM lower"),
    ("upper", "RETURN upper('hello')", "'HELLO'", "CM upper"),
    ("char_length", "RETURN char_length('Alice')", "5", "CM char_length"),
    ("character_length", "RETURN character_length('Alice')", "5", "CM character_length"),
    ("count", "MATCH (n:Person) RETURN count(n.age)", "3", "CM count"),
    ("sum", "MATCH (n:Person) RETURN sum(n.age)", "90", "CM sum"),
    ("avg", "MATCH (n:Person) RETURN avg(n.age)", "30.0", "CM avg"),
    ("min", "MATCH (n:Person) RETURN min(n.age)", "13", "CM min"),
    ("max", "MATCH (n:Person) RETURN max(n.age)", "44", "CM max"),
    ("collect", "MATCH (n:Person) WITH n ORDER BY n.age RETURN collect(n.age)", "[13, 33, 44]", "CM collect"),
    ("stDev", "MATCH (n:Person) RETURN stDev(n.age)", "15.716233645501712", "CM stDev"),
    ("stDevP", "MATCH (n:Person) RETURN stDevP(n.age)", "12.832251036613439", "CM stDevP"),
    ("percentileDisc", "MATCH (n:Person) RETURN percentileDisc(n.age, 0.5)", "33", "CM percentileDisc"),
    ("percentileCont", "MATCH (n:Person) RETURN percentileCont(n.age, 0.4)", "29.0", "CM percentileCont"),
    (
        "cardinality",
        "RETURN [cardinality([1, 2, 2]), cardinality(null)]",
        "[3, null]",
        "ISO 39075, 20.22, cardinality expression",
    ),
    ("ln", "RETURN ln(1)", "0.0", "ISO 39075, natural logarithm"),
    ("sinh", "RETURN sinh(0.7)", "0.7585837018395334", "CM sinh"),
    ("cosh", "RETURN cosh(0.7)", "1.255169005630943", "CM cosh"),
    ("tanh", "RETURN tanh(0.7)", "0.6043677771171635", "CM tanh"),
    ("coth", "RETURN coth(0.7)", "1.6546216358026298", "the quotient of cosh and sinh of 0.7"),
    ("exists", "MATCH (n:Human) RETURN [exists(n.age), exists(n.none)]", "[true, false]", "oC exists"),
    ("valueType", "RETURN [valueType(1), valueType(null)]", "['INTEGER NOT NULL', 'NULL']", "CM valueType"),
    ("rels", "MATCH p = ()-[]->() RETURN size(rels(p))", "1", "oC relationships, by its old name"),
    ("point", "RETURN point({x: 3, y: 0.5}).y", "0.5", "CM point"),
    ("point.distance", "RETURN point.distance(point({x: 1, y: 2}), point({x: 4, y: 6}))", "5.0", "CM point.distance"),
    ("distance", "RETURN distance(point({x: 1, y: 2}), point({x: 4, y: 6}))", "5.0", "oC distance"),
    ("date", "RETURN toString(date({year: 1984, month: 10, day: 11}))", "'1984-10-11'", "TCK Temporal1"),
    ("date.truncate", "RETURN toString(date.truncate('month', date('1984-10-11')))", "'1984-10-01'", "TCK Temporal9"),
    ("time", "RETURN toString(time('21:40:32.142+0100'))", "'21:40:32.142+01:00'", "TCK Temporal2"),
    (
        "time.truncate",
        "RETURN toString(time.truncate('minute', time('12:31:14.645876123+01:00')))",
        "'12:31+01:00'",
        "TCK Temporal9",
    ),
    ("localtime", "RETURN toString(localtime('214032.142'))", "'21:40:32.142'", "TCK Temporal2"),
    (
        "localtime.truncate",
        "RETURN toString(localtime.truncate('second', localtime('12:31:14.645876123')))",
        "'12:31:14'",
        "TCK Temporal9",
    ),
    ("localdatetime", "RETURN toString(localdatetime('2015202T21:40:32'))", "'2015-07-21T21:40:32'", "TCK Temporal2"),
    (
        "localdatetime.truncate",
        "RETURN toString(localdatetime.truncate('hour', localdatetime('1984-10-11T12:31:14.645')))",
        "'1984-10-11T12:00'",
        "TCK Temporal9",
    ),
    (
        "datetime",
        "RETURN toString(datetime('2015-07-21T21:40:32.142+0100'))",
        "'2015-07-21T21:40:32.142+01:00'",
        "TCK Temporal2",
    ),
    (
        "datetime.truncate",
        "RETURN toString(datetime.truncate('day', datetime('1984-10-11T12:31:14+01:00')))",
        "'1984-10-11T00:00+01:00'",
        "TCK Temporal9",
    ),
    (
        "datetime.fromEpoch",
        "RETURN toString(datetime.fromEpoch(416779, 999999999))",
        "'1970-01-05T19:46:19.999999999Z'",
        "TCK Temporal1",
    ),
    (
        "datetime.fromEpochMillis",
        "RETURN toString(datetime.fromEpochMillis(237821673987))",
        "'1977-07-15T13:34:33.987Z'",
        "TCK Temporal1",
    ),
    ("duration", "RETURN toString(duration({days: 14, hours: 16, minutes: 12}))", "'P14DT16H12M'", "TCK Temporal1"),
    (
        "duration.between",
        "RETURN toString(duration.between(date('1984-10-11'), date('2015-06-24')))",
        "'P30Y8M13D'",
        "TCK Temporal10",
    ),
    (
        "duration.inMonths",
        "RETURN toString(duration.inMonths(date('1984-10-11'), date('2015-06-24')))",
        "'P30Y8M'",
        "TCK Temporal10",
    ),
    (
        "duration.inDays",
        "RETURN toString(duration.inDays(date('1984-10-11'), date('2015-06-24')))",
        "'P11213D'",
        "TCK Temporal10",
    ),
    (
        "duration.inSeconds",
        "RETURN toString(duration.inSeconds(date('1984-10-11'), date('2015-06-24')))",
        "'PT269112H'",
        "TCK Temporal10",
    ),
];

const OPERATORS: &[Example] = &[
    ("OR", "RETURN [true OR null, false OR null, false OR true]", "[true, null, true]", "TCK Boolean2"),
    ("XOR", "RETURN [true XOR true, true XOR false, true XOR null]", "[false, true, null]", "TCK Boolean3"),
    ("AND", "RETURN [true AND null, false AND null, true AND false]", "[null, false, false]", "TCK Boolean1"),
    ("NOT", "RETURN [NOT true, NOT null]", "[false, null]", "TCK Boolean4"),
    (
        "+",
        "RETURN [1 + 2, 'a' + 'b', [1] + [2], [1] + 2]",
        "[3, 'ab', [1, 2], [1, 2]]",
        "TCK List, String; oC operators",
    ),
    ("-", "RETURN [1 - 3, -(2)]", "[-2, -2]", "oC operators"),
    ("*", "RETURN 3 * 4", "12", "oC operators"),
    ("/", "RETURN [7 / 2, 7 / 2.0, -7 / 2]", "[3, 3.5, -3]", "oC operators: division of integers truncates"),
    ("%", "RETURN [7 % 3, -7 % 3]", "[1, -1]", "oC operators: the sign of the dividend"),
    ("^", "RETURN 2 ^ 3", "8.0", "oC operators: always a float"),
    ("IN", "RETURN [1 IN [1, null], 2 IN [1, null], 2 IN []]", "[true, null, false]", "TCK List5"),
    ("STARTS WITH", "RETURN ['abc' STARTS WITH 'ab', 1 STARTS WITH 'a']", "[true, null]", "TCK String8"),
    ("ENDS WITH", "RETURN ['abc' ENDS WITH 'bc', null ENDS WITH 'a']", "[true, null]", "TCK String9"),
    ("CONTAINS", "RETURN ['abc' CONTAINS 'd', 'abc' CONTAINS '']", "[false, true]", "TCK String10"),
    ("=~", "RETURN ['Andy' =~ 'And', 'Andy' =~ 'And.*']", "[false, true]", "CM =~: the whole text must match"),
    ("=", "RETURN [1 = 1.0, [1, null] = [1, 2], 1 = '1', null = null]", "[true, null, false, null]", "TCK Comparison1"),
    ("<>", "RETURN [1 <> 2, 1 <> '1', null <> 1]", "[true, true, null]", "TCK Comparison1"),
    ("<", "RETURN [1 < 2.5, 'a' < 'b', 1 < 'a', 1 < 2 < 2]", "[true, true, null, false]", "TCK Comparison2, 3"),
    ("<=", "RETURN [2 <= 2, true <= false]", "[true, false]", "TCK Comparison2"),
    (">", "RETURN [2 > 1, [1, 2] > [1]]", "[true, true]", "TCK Comparison2"),
    (">=", "RETURN [2 >= 3, 0.0 / 0.0 >= 1]", "[false, false]", "TCK Comparison2: NaN is in no order"),
    ("IS NULL", "RETURN [null IS NULL, 1 IS NULL]", "[true, false]", "TCK Null1"),
    ("IS NOT NULL", "RETURN [null IS NOT NULL, 1 IS NOT NULL]", "[false, true]", "TCK Null2"),
    ("[i]", "RETURN [[1, 2, 3][0], [1, 2, 3][-1], [1, 2, 3][5]]", "[1, 3, null]", "TCK List1"),
    ("[a..b]", "RETURN [[1, 2, 3, 4, 5][1..3], [1, 2, 3][-2..]]", "[[2, 3], [2, 3]]", "TCK List2"),
    (".", "RETURN [{a: 1}.a, {a: 1}.b, null.a]", "[1, null, null]", "TCK Map1, 2"),
    (":", "MATCH (n {age: 33}) RETURN [n:Person, n:Human]", "[true, false]", "TCK Graph5"),
];

#[track_caller]
fn cell(graph: &Graph, query: &str) -> Value {
    let statement = parse(query).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { open: OpenAnswers::Choose, ..Options::default() };
    let answer = evaluate(graph, &statement, &options).unwrap_or_else(|failure| panic!("{query}: {failure}"));
    answer.returns.rows.concat().pop().unwrap_or_else(|| panic!("{query}: no row"))
}

fn close(a: &Value, b: &Value, ulps: u32) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => (a - b).abs() <= f64::from(ulps.max(1)) * f64::EPSILON * a.abs().max(1.0),
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| close(a, b, ulps))
        }
        _ => a == b,
    }
}

fn check(examples: &[Example]) {
    let statement = parse(PEOPLE).unwrap_or_else(|error| panic!("{error}"));
    let people = evaluate(&Graph::new(), &statement, &Options::default()).ok().and_then(|answer| answer.graph);
    let people = people.expect("a graph");
    for (name, query, expected, source) in examples {
        let ulps = match graphlance_cypher::functions::find(name).map(|function| function.latitude) {
            Some(Latitude::Ulps(ulps)) => ulps,
            _ => 0,
        };
        let (actual, expected) = (cell(&people, query), cell(&Graph::new(), &format!("RETURN {expected}")));
        assert!(close(&actual, &expected, ulps), "{query} gives {actual:?}, but by {source} {expected:?}");
    }
}

#[test]
fn every_function_has_the_value_that_its_specification_gives() {
    check(FUNCTIONS);
    let shown: Vec<&str> = FUNCTIONS.iter().map(|(name, ..)| *name).collect();
    let specified = TABLE.iter().filter(|function| function.latitude != Latitude::Unspecified);
    let missing: Vec<&str> = specified.map(|function| function.name).filter(|name| !shown.contains(name)).collect();
    assert!(missing.is_empty(), "without an example: {missing:?}");
}

#[test]
fn every_operator_has_the_value_that_its_specification_gives() {
    check(OPERATORS);
}
