//! The table.

use graphlance_graph::value::TemporalKind as Time;

use super::rows::*;
use super::{Callee, Domain, Draw, Filling, Function, Kind, Making, Transfer, Typing};
use Making::{Drawn, Elsewhere, Never};
use Typing::{Declared, First, FirstOrNull, ListOf, Total};

/// A parameter.
pub(super) type Parameter = (Kind, Domain);

pub(super) const ANY: Parameter = (Kind::Any, Domain::All);
const BOUND: Parameter = (Kind::Integer, Domain::Position);
const LIST: Parameter = (Kind::List, Domain::All);
const MODERATE: Parameter = (Kind::Number, Domain::Moderate);
const NODE: Parameter = (Kind::Node, Domain::All);
const NUMBER: Parameter = (Kind::Number, Domain::All);
const PATH: Parameter = (Kind::Path, Domain::All);
const POINT: Parameter = (Kind::Point, Domain::All);
const POSITIVE: Parameter = (Kind::Number, Domain::Positive);
const RELATIONSHIP: Parameter = (Kind::Relationship, Domain::All);
const SCALAR: Parameter = (Kind::Any, Domain::Ascii);
const SHARE: Parameter = (Kind::Float, Domain::Percentile);
const STABLE: Parameter = (Kind::Any, Domain::TextStable);
pub(super) const STABLE_LIST: Parameter = (Kind::List, Domain::TextStable);
pub(super) const TEXT: Parameter = (Kind::String, Domain::Ascii);
const WORD: Parameter = (Kind::String, Domain::NonEmpty);

/// Arguments of the functions that make a date, and a date and time.
const DATES: &[&str] = &["'2020-02-29'", "{year: 2020, month: 2, day: 29}", "null"];
const TIMES: &[&str] = &["'12:31:14'", "{hour: 12, minute: 31, second: 14}", "null"];
const INSTANTS: &[&str] = &["'2020-02-29T12:31:14'", "{year: 2020, month: 2, day: 29, hour: 12}", "null"];
const TRUNCATED_DATE: &[&str] = &["'month', date('2020-02-29')"];
const TRUNCATED_TIME: &[&str] = &["'hour', localtime('12:31:14')"];
const TRUNCATED_INSTANT: &[&str] = &["'day', localdatetime('2020-02-29T12:31:14')"];
const BETWEEN: &[&str] = &["date('2020-02-29'), date('2021-03-31')"];

/// Makes the enumerations of functions and their rows.
macro_rules! table {
    (scalars { $($scalar:ident: $row:expr,)* } aggregates { $($aggregate:ident: $aggregate_row:expr,)* }) => {
        /// The functions of values.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Scalar { $(#[doc = concat!("`", stringify!($scalar), "`")] $scalar,)* }

        /// The functions of groups of rows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Aggregate { $(#[doc = concat!("`", stringify!($aggregate), "`")] $aggregate,)* }

        /// How many rows come before those of aggregates.
        pub const SCALARS: usize = [$(Scalar::$scalar),*].len();

        /// Every function graphlance knows. Sources: the openCypher 9 reference, chapter "Functions", and for the later
        /// ones (`isEmpty`, `isNaN`, `nullIf`, `btrim`, `char_length`, the `..OrNull` and `..List` conversions) the
        /// Cypher manual. Random choices follow the order of the rows, so a new one comes last among its like.
        pub const TABLE: &[Function] = &[
            $(Function { callee: Callee::Scalar(Scalar::$scalar), ..$row },)*
            $(Function { callee: Callee::Aggregate(Aggregate::$aggregate), ..$aggregate_row },)*
        ];
    };
}

table! {
    scalars {
        Coalesce: row("coalesce", &[ANY, ANY], Kind::Any, Typing::Union, wanted(Transfer::Joined))
            .arity(1, usize::MAX).keeps_bags(),
        StartNode: row("startNode", &[RELATIONSHIP], Kind::Node, Total, Elsewhere),
        EndNode: row("endNode", &[RELATIONSHIP], Kind::Node, Total, Elsewhere),
        Type: row("type", &[RELATIONSHIP], Kind::String, Total, Elsewhere).refuses(&[Kind::Node, Kind::Path]),
        Labels: row("labels", &[NODE], Kind::List, ListOf(Kind::String), Elsewhere)
            .refuses(&[Kind::Path, Kind::Relationship]).unordered(),
        Keys: row("keys", &[ANY], Kind::List, ListOf(Kind::String), Elsewhere).unordered(),
        Properties: row("properties", &[ANY], Kind::Map, Declared, Elsewhere)
            .refuses(&[Kind::Boolean, Kind::Integer, Kind::Float, Kind::String, Kind::List, Kind::Path]),
        Head: row("head", &[LIST], Kind::Any, Typing::Item, item()).around(&[(Kind::List, 0)]),
        Last: row("last", &[LIST], Kind::Any, Typing::Item, item()).around(&[(Kind::List, 1)]),
        Tail: row("tail", &[LIST], Kind::List, First, drawn(Transfer::SameList)).around(&[(Kind::List, 4)]),
        Size: row("size", &[LIST], Kind::Integer, Total, Drawn(Draw::OrUnordered, Transfer::Length))
            .refuses(&[Kind::Node, Kind::Relationship, Kind::Path]).ignores_order()
            .around(&[(Kind::List, 2), (Kind::String, 10)]),
        IsEmpty: row("isEmpty", &[LIST], Kind::Boolean, Total, drawn(Transfer::Boolean)).ignores_order(),
        Range: row("range", &[BOUND, BOUND, BOUND], Kind::List, ListOf(Kind::Integer), bounds())
            .optional(1).raising().open_null(),
        NullIf: row("nullIf", &[ANY, ANY], Kind::Any, FirstOrNull, wanted(Transfer::Compared)),
        Length: row("length", &[PATH], Kind::Integer, Total, drawn(Transfer::PathLength))
            .refuses(&[Kind::Node, Kind::Relationship]),
        Nodes: row("nodes", &[PATH], Kind::List, ListOf(Kind::Node), Elsewhere),
        Relationships: row("relationships", &[PATH], Kind::List, ListOf(Kind::Relationship), Elsewhere),
        ToBoolean: row("toBoolean", &[TEXT], Kind::Boolean, Declared, converted(Transfer::ToBoolean))
            .around(&[(Kind::Boolean, 1)]),
        ToBooleanOrNull: row("toBooleanOrNull", &[TEXT], Kind::Boolean, Declared, converted(Transfer::ToBoolean))
            .around(&[(Kind::Boolean, 3)]),
        ToInteger: row("toInteger", &[SCALAR], Kind::Integer, Declared, converted(Transfer::ToInteger))
            .around(&[(Kind::Integer, 3), (Kind::Float, 2)]),
        ToIntegerOrNull: row("toIntegerOrNull", &[SCALAR], Kind::Integer, Declared, converted(Transfer::ToInteger)),
        ToFloat: row("toFloat", &[SCALAR], Kind::Float, Declared, converted(Transfer::ToFloat))
            .around(&[(Kind::Integer, 1), (Kind::Float, 5)]),
        ToFloatOrNull: row("toFloatOrNull", &[SCALAR], Kind::Float, Declared, converted(Transfer::ToFloat)),
        ToString: row("toString", &[STABLE], Kind::String, Declared, written())
            .around(&[(Kind::Integer, 0), (Kind::String, 7), (Kind::Boolean, 0)]),
        ToStringOrNull: row("toStringOrNull", &[STABLE], Kind::String, Declared, written())
            .around(&[(Kind::Integer, 11), (Kind::Boolean, 2)]),
        ToBooleanList: list_of("toBooleanList", Draw::ListOf(Kind::Boolean), Kind::Boolean),
        ToIntegerList: list_of("toIntegerList", Draw::ListOf(Kind::Integer), Kind::Integer),
        ToFloatList: list_of("toFloatList", Draw::ListOf(Kind::Integer), Kind::Float),
        ToStringList: list_of("toStringList", Draw::TextStableList, Kind::String),
        Abs: row("abs", &[NUMBER], Kind::Number, First, drawn(Transfer::Magnitude)).raising()
            .around(&[(Kind::Integer, 2), (Kind::Float, 3)]),
        Sign: row("sign", &[NUMBER], Kind::Integer, Total, drawn(Transfer::Integer(-1, 1))),
        Ceil: row("ceil", &[MODERATE], Kind::Float, Declared, drawn(Transfer::Rounded)).around(&[(Kind::Float, 1)]),
        Floor: row("floor", &[MODERATE], Kind::Float, Declared, drawn(Transfer::Rounded)).around(&[(Kind::Float, 0)]),
        Round: row("round", &[(Kind::Number, Domain::NotHalf)], Kind::Float, Declared, drawn(Transfer::Rounded))
            .arity(1, 3).around(&[(Kind::Integer, 4)]),
        Sqrt: row("sqrt", &[(Kind::Number, Domain::NonNegative)], Kind::Float, Declared, drawn(Transfer::Root))
            .around(&[(Kind::Integer, 5), (Kind::Float, 4)]),
        IsNaN: row("isNaN", &[NUMBER], Kind::Boolean, Declared, Drawn(Draw::Float, Transfer::Boolean)),
        E: row("e", &[], Kind::Float, Total, drawn(Transfer::Float(2.0, 4.0))),
        Pi: row("pi", &[], Kind::Float, Total, drawn(Transfer::Float(2.0, 4.0))),
        Exp: row("exp", &[(Kind::Number, Domain::Exponent)], Kind::Float, Declared, real(0.0, 1e18))
            .within(4).around(&[(Kind::Integer, 10)]),
        Log: row("log", &[POSITIVE], Kind::Float, Declared, real(-50.0, 50.0))
            .within(4).around(&[(Kind::Integer, 6)]),
        Log10: row("log10", &[POSITIVE], Kind::Float, Declared, real(-50.0, 50.0))
            .within(4).around(&[(Kind::Float, 6)]),
        Sin: row("sin", &[MODERATE], Kind::Float, Declared, real(-1.0, 1.0)).within(4).around(&[(Kind::Integer, 7)]),
        Cos: row("cos", &[MODERATE], Kind::Float, Declared, real(-1.0, 1.0)).within(4)
            .around(&[(Kind::Integer, 9), (Kind::Float, 7)]),
        Tan: row("tan", &[(Kind::Number, Domain::Exponent)], Kind::Float, Declared, real(-1e20, 1e20))
            .within(8).around(&[(Kind::Float, 8)]),
        Cot: row("cot", &[POSITIVE], Kind::Float, Declared, real(-1e20, 1e20)).within(8).around(&[(Kind::Float, 13)]),
        Asin: row("asin", &[(Kind::Number, Domain::Unit)], Kind::Float, Declared, real(-50.0, 50.0))
            .within(4).around(&[(Kind::Float, 11)]),
        Acos: row("acos", &[(Kind::Number, Domain::Unit)], Kind::Float, Declared, real(-50.0, 50.0))
            .within(4).around(&[(Kind::Float, 12)]),
        Atan: row("atan", &[MODERATE], Kind::Float, Declared, real(-50.0, 50.0))
            .within(4).around(&[(Kind::Integer, 8)]),
        Atan2: row("atan2", &[MODERATE, (Kind::Number, Domain::NonZero)], Kind::Float, Declared, real(-50.0, 50.0))
            .within(4),
        Degrees: row("degrees", &[MODERATE], Kind::Float, Declared, real(-1e20, 1e20))
            .within(4).around(&[(Kind::Float, 10)]),
        Radians: row("radians", &[MODERATE], Kind::Float, Declared, real(-1e20, 1e20))
            .within(4).around(&[(Kind::Float, 9)]),
        Haversin: row("haversin", &[(Kind::Number, Domain::Exponent)], Kind::Float, Declared, real(-1e20, 1e20))
            .within(16)
            .around(&[(Kind::Float, 14)]),
        Left: row("left", &[TEXT, BOUND], Kind::String, Declared, drawn(Transfer::Part)).raising()
            .around(&[(Kind::String, 0)]).filled(Filling::Length),
        Right: row("right", &[TEXT, BOUND], Kind::String, Declared, drawn(Transfer::Part)).raising()
            .around(&[(Kind::String, 1)]).filled(Filling::Length),
        Substring: row("substring", &[TEXT, BOUND, BOUND], Kind::String, Declared, drawn(Transfer::Part))
            .optional(1).raising().around(&[(Kind::String, 2)]).filled(Filling::Start),
        Replace: row("replace", &[TEXT, WORD, TEXT], Kind::String, Declared, drawn(Transfer::Replaced))
            .arity(3, 4).around(&[(Kind::String, 3)]).filled(Filling::Words),
        Split: row("split", &[TEXT, WORD], Kind::List, ListOf(Kind::String), drawn(Transfer::Parts))
            .around(&[(Kind::String, 4)]).filled(Filling::Separator),
        Reverse: row("reverse", &[TEXT], Kind::String, Typing::Same, drawn(Transfer::Reversed)).keeps_bags()
            .around(&[(Kind::List, 3), (Kind::String, 2)]),
        Trim: row("trim", &[TEXT], Kind::String, Declared, drawn(Transfer::Part))
            .arity(1, 2).around(&[(Kind::String, 3)]),
        LTrim: row("lTrim", &[TEXT], Kind::String, Declared, drawn(Transfer::Part))
            .arity(1, 2).around(&[(Kind::String, 4)]),
        RTrim: row("rTrim", &[TEXT], Kind::String, Declared, drawn(Transfer::Part))
            .arity(1, 2).around(&[(Kind::String, 5)]),
        ToLower: row("toLower", &[TEXT], Kind::String, Declared, drawn(Transfer::Cased)).around(&[(Kind::String, 1)]),
        ToUpper: row("toUpper", &[TEXT], Kind::String, Declared, drawn(Transfer::Cased)).around(&[(Kind::String, 0)]),
        Lower: row("lower", &[TEXT], Kind::String, Declared, drawn(Transfer::Cased)).around(&[(Kind::String, 9)]),
        Upper: row("upper", &[TEXT], Kind::String, Declared, drawn(Transfer::Cased)).around(&[(Kind::String, 8)]),
        CharLength: row("char_length", &[TEXT], Kind::Integer, Declared, drawn(Transfer::Length))
            .around(&[(Kind::String, 11)]),
        CharacterLength: row("character_length", &[TEXT], Kind::Integer, Declared, drawn(Transfer::Length))
            .around(&[(Kind::String, 12)]),
        BTrim: row("btrim", &[TEXT], Kind::String, Declared, drawn(Transfer::Part))
            .arity(1, 2).around(&[(Kind::String, 6)]),
        Ln: row("ln", &[POSITIVE], Kind::Float, Declared, Never).within(4),
        Sinh: row("sinh", &[(Kind::Number, Domain::Exponent)], Kind::Float, Declared, Never).within(8),
        Cosh: row("cosh", &[(Kind::Number, Domain::Exponent)], Kind::Float, Declared, Never).within(8),
        Tanh: row("tanh", &[(Kind::Number, Domain::Exponent)], Kind::Float, Declared, Never).within(8),
        Coth: row("coth", &[POSITIVE], Kind::Float, Declared, Never).within(8),
        Exists: row("exists", &[ANY], Kind::Boolean, Typing::NeverNull, Never),
        ValueType: row("valueType", &[ANY], Kind::String, Typing::NeverNull, Never).raising(),
        Normalize: row("normalize", &[TEXT], Kind::String, Declared, Never).arity(1, 2)
            .samples(&["'A\\u030A'", "'\\u00C5', NFD", "'\\uFB01', NFKC", "null"]),
        PointWithinBBox: row("point.withinBBox", &[POINT, POINT, POINT], Kind::Boolean, Declared, Never).samples(&[
            "point({x: 1, y: 1}), point({x: 0, y: 0}), point({x: 2, y: 2})",
            "point({x: 3, y: 1}), point({x: 0, y: 0}), point({x: 2, y: 2})",
        ]),
        Rels: row("rels", &[PATH], Kind::List, ListOf(Kind::Relationship), Never),
        Cardinality: row("cardinality", &[LIST], Kind::Integer, Total, Never).ignores_order(),
        Point: row("point", &[(Kind::Map, Domain::All)], Kind::Point, Declared, Never).raising()
            .samples(&["{x: 1.5, y: -2}", "{longitude: 12.5, latitude: 41.5}", "{x: 1, y: 2, z: 3}"]),
        PointDistance: row("point.distance", &[POINT, POINT], Kind::Float, Declared, Never).within(4)
            .samples(&["point({x: 1, y: 2}), point({x: 4, y: 6})"]),
        Distance: row("distance", &[POINT, POINT], Kind::Float, Declared, Never).within(4)
            .samples(&["point({x: 1, y: 2}), point({x: 4, y: 6})"]),
        Date: moment("date", Time::Date).samples(DATES),
        DateTruncate: truncated("date.truncate", Time::Date).samples(TRUNCATED_DATE),
        DateTransaction: clock("date.transaction", Time::Date),
        DateStatement: clock("date.statement", Time::Date),
        DateRealtime: clock("date.realtime", Time::Date),
        Time: moment("time", Time::Time).samples(TIMES),
        TimeTruncate: truncated("time.truncate", Time::Time).samples(TRUNCATED_TIME),
        TimeTransaction: clock("time.transaction", Time::Time),
        TimeStatement: clock("time.statement", Time::Time),
        TimeRealtime: clock("time.realtime", Time::Time),
        LocalTime: moment("localtime", Time::LocalTime).samples(TIMES),
        LocalTimeTruncate: truncated("localtime.truncate", Time::LocalTime).samples(TRUNCATED_TIME),
        LocalTimeTransaction: clock("localtime.transaction", Time::LocalTime),
        LocalTimeStatement: clock("localtime.statement", Time::LocalTime),
        LocalTimeRealtime: clock("localtime.realtime", Time::LocalTime),
        LocalDateTime: moment("localdatetime", Time::LocalDateTime).samples(INSTANTS),
        LocalDateTimeTruncate: truncated("localdatetime.truncate", Time::LocalDateTime).samples(TRUNCATED_INSTANT),
        LocalDateTimeTransaction: clock("localdatetime.transaction", Time::LocalDateTime),
        LocalDateTimeStatement: clock("localdatetime.statement", Time::LocalDateTime),
        LocalDateTimeRealtime: clock("localdatetime.realtime", Time::LocalDateTime),
        DateTime: moment("datetime", Time::DateTime).samples(INSTANTS),
        DateTimeTruncate: truncated("datetime.truncate", Time::DateTime).samples(TRUNCATED_INSTANT),
        DateTimeTransaction: clock("datetime.transaction", Time::DateTime),
        DateTimeStatement: clock("datetime.statement", Time::DateTime),
        DateTimeRealtime: clock("datetime.realtime", Time::DateTime),
        DateTimeFromEpoch: row("datetime.fromEpoch", &[ANY, ANY], Kind::Temporal(Time::DateTime), Declared, Never)
            .raising()
            .samples(&["416779, 999999999"]),
        DateTimeFromEpochMillis: temporal("datetime.fromEpochMillis", &[ANY], Time::DateTime)
            .samples(&["237821673987"]),
        Duration: temporal("duration", &[ANY], Time::Duration)
            .samples(&["'P14DT16H12M'", "{days: 14, hours: 16, minutes: 12}", "null"]),
        DurationBetween: row("duration.between", &[ANY, ANY], Kind::Temporal(Time::Duration), Declared, Never)
            .raising().samples(BETWEEN),
        DurationInMonths: row("duration.inMonths", &[ANY, ANY], Kind::Temporal(Time::Duration), Declared, Never)
            .raising().samples(BETWEEN),
        DurationInDays: row("duration.inDays", &[ANY, ANY], Kind::Temporal(Time::Duration), Declared, Never)
            .raising().samples(BETWEEN),
        DurationInSeconds: row("duration.inSeconds", &[ANY, ANY], Kind::Temporal(Time::Duration), Declared, Never)
            .raising().samples(BETWEEN),
        Rand: row("rand", &[], Kind::Float, Typing::NeverNull, Never).unspecified().nondeterministic(),
        RandomUuid: row("randomUUID", &[], Kind::String, Typing::NeverNull, Never).unspecified().nondeterministic(),
        Timestamp: row("timestamp", &[], Kind::Integer, Typing::NeverNull, Never).unspecified().nondeterministic(),
        Id: row("id", &[ANY], Kind::Integer, Declared, Never).unspecified(),
        ElementId: row("elementId", &[ANY], Kind::String, Declared, Never).unspecified(),
    }
    aggregates {
        Count: row("count", &[ANY], Kind::Integer, Typing::NeverNull, Elsewhere),
        Sum: row("sum", &[NUMBER], Kind::Number, Typing::Sum, Elsewhere).raising(),
        Average: row("avg", &[NUMBER], Kind::Float, Declared, Elsewhere).within(8),
        Least: row("min", &[ANY], Kind::Any, FirstOrNull, Elsewhere),
        Greatest: row("max", &[ANY], Kind::Any, FirstOrNull, Elsewhere),
        Collect: row("collect", &[ANY], Kind::List, Typing::Collected, Elsewhere),
        SampleDeviation: row("stDev", &[NUMBER], Kind::Float, Declared, Elsewhere).within(1024),
        Deviation: row("stDevP", &[NUMBER], Kind::Float, Declared, Elsewhere).within(1024),
        PercentileDiscrete: row("percentileDisc", &[NUMBER, SHARE], Kind::Number, FirstOrNull, Elsewhere)
            .raising(),
        PercentileContinuous: row("percentileCont", &[NUMBER, SHARE], Kind::Float, Declared, Elsewhere)
            .within(8).raising(),
    }
}

/// Functions of the Cypher manual and of ISO 39075 that have no row, so that a call of one is no error; those of a namespace
/// are an engine's own.
#[rustfmt::skip]
pub const FOREIGN: &[&str] = &[
    "allreduce", "ceiling", "collect_list", "current_date", "current_timestamp", "duration_between",
    "element_id", "file", "linenumber", "local_datetime", "local_time", "local_timestamp", "mod",
    "path_length", "percentile_cont", "percentile_disc", "power", "stdev_pop", "stdev_samp", "vector",
    "vector_dimension_count", "vector_distance", "vector_norm", "zoned_datetime", "zoned_time",
];
