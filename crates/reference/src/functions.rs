//! The scalar functions: their bodies, one for each row of the table of functions.

mod bodies;
mod conversion;
mod elements;
mod lists;
mod normal_forms;
mod numeric;
mod points;
mod random;
mod strings;

use std::cell::Cell;

use graphlance_cypher::functions::{self, Aggregate, Callee, Function, Scalar};
use graphlance_graph::{Graph, Value};

pub(crate) use bodies::{Body, bodies, body};
pub(crate) use elements::{deleted, entries, property};
pub(crate) use normal_forms::is_normalized;

use crate::run::Conflicts;
use crate::{CypherError, ErrorKind, Failure, Options, Phase};

/// What a function may look at beside its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Deviations and budgets.
    pub options: &'a Options,
    /// True when elements in values may be out of date or deleted: the graph decides.
    pub writing: bool,
    /// Counts random numbers drawn where a choice is wanted.
    pub draws: Option<&'a Cell<u64>>,
    /// Set when a function gives a list of several elements in no order that the language knows.
    pub unordered: Option<&'a Cell<bool>>,
    /// Where it is noted what is read of elements that other rows write to.
    pub conflicts: Option<&'a Conflicts>,
}

/// Applies a scalar function by name, in any case.
///
/// Errors: [`Failure::Raised`] as the language demands, for a wrong number of arguments and for an unknown name;
/// [`Failure::Unspecified`] for random numbers and clocks.
pub fn apply(name: &str, arguments: &[Value], graph: &Graph, options: &Options) -> Result<Value, Failure> {
    let (function, scalar) = find(name).ok_or_else(|| unknown(name))?;
    check_count(function, arguments.len())?;
    call(scalar, arguments, graph, options)
}

/// Calls a scalar function with as many arguments as its row allows.
///
/// Errors: as [`apply`].
pub fn call(scalar: Scalar, arguments: &[Value], graph: &Graph, options: &Options) -> Result<Value, Failure> {
    body(scalar)(arguments, Context { graph, options, writing: false, draws: None, unordered: None, conflicts: None })
}

/// `subject.key` of a value that is no element of the graph: an entry of a map, or a part of a temporal value or a point.
///
/// Errors: [`Failure::Raised`] for what has no such part.
pub fn component(subject: &Value, key: &str, options: &Options) -> Result<Value, Failure> {
    let graph = Graph::new();
    property(
        subject,
        key,
        Context { graph: &graph, options, writing: false, draws: None, unordered: None, conflicts: None },
    )
}

/// The scalar function of this name, in any case.
pub(crate) fn find(name: &str) -> Option<(&'static Function, Scalar)> {
    match functions::find(name)? {
        function @ Function { callee: Callee::Scalar(scalar), .. } => Some((function, *scalar)),
        _ => None,
    }
}

/// The aggregate function of this name, in any case.
pub(crate) fn find_aggregate(name: &str) -> Option<Aggregate> {
    match functions::find(name)?.callee {
        Callee::Aggregate(aggregate) => Some(aggregate),
        Callee::Scalar(_) => None,
    }
}

pub(crate) fn unknown(name: &str) -> Failure {
    if is_foreign(name) {
        return Failure::Unknown(format!("the function `{name}`"));
    }
    let message = format!("there is no function `{name}`");
    CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "UnknownFunction", message).into()
}

pub(crate) fn check_count(function: &Function, count: usize) -> Result<(), CypherError> {
    if function.takes(count) {
        return Ok(());
    }
    let message = format!("`{}` does not take {count} arguments", function.name);
    Err(CypherError::new(ErrorKind::SyntaxError, Phase::CompileTime, "InvalidNumberOfArguments", message))
}

/// Whether some Cypher may have a function of this name that is not known here.
pub(crate) fn is_foreign(name: &str) -> bool {
    name.contains('.') || functions::FOREIGN.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, arguments: &[Value], expected: Value) {
        let actual = apply(name, arguments, &Graph::new(), &Options::default());
        assert_eq!(actual, Ok(expected), "{name}({arguments:?})");
    }

    fn fails(name: &str, arguments: &[Value]) {
        let actual = apply(name, arguments, &Graph::new(), &Options::default());
        assert!(matches!(actual, Err(Failure::Raised(_))), "{name}({arguments:?}): {actual:?}");
    }

    fn list(items: impl IntoIterator<Item = i64>) -> Value {
        Value::list(items.into_iter().map(Value::Integer).collect())
    }

    #[test]
    fn names_are_found_in_any_case_and_counts_are_checked() {
        check("SIZE", &["abc".into()], 3.into());
        fails("size", &[]);
        fails("nothing", &[1.into()]);
    }

    #[test]
    fn a_null_argument_gives_null() {
        for name in ["abs", "toInteger", "size", "head", "toUpper", "labels", "keys", "sin", "reverse", "properties"] {
            check(name, &[Value::Null], Value::Null);
        }
        check("substring", &[Value::Null, 1.into()], Value::Null);
    }

    #[test]
    fn strings_are_cut_by_characters() {
        check("left", &["häuser".into(), 2.into()], "hä".into());
        check("right", &["abc".into(), 5.into()], "abc".into());
        check("substring", &["hello".into(), 1.into(), 3.into()], "ell".into());
        check("substring", &["hello".into(), 9.into()], "".into());
        check("split", &["a,b,".into(), ",".into()], Value::list(vec!["a".into(), "b".into(), "".into()]));
        check("split", &["abc".into(), "".into()], Value::list(vec!["a".into(), "b".into(), "c".into()]));
        check("replace", &["aaa".into(), "a".into(), "b".into()], "bbb".into());
        check("trim", &["  a ".into()], "a".into());
        check("ltrim", &["xxa".into(), "x".into()], "a".into());
        fails("left", &["abc".into(), (-1).into()]);
        fails("substring", &["abc".into(), 0.into(), (-1).into()]);
    }

    #[test]
    fn ranges_include_both_ends() {
        check("range", &[0.into(), 3.into()], list([0, 1, 2, 3]));
        check("range", &[3.into(), 0.into(), (-2).into()], list([3, 1]));
        check("range", &[0.into(), 1.into(), (-2).into()], list([]));
        check("range", &[i64::MAX.into(), i64::MAX.into()], list([i64::MAX]));
        fails("range", &[0.into(), 1.into(), 0.into()]);
    }

    #[test]
    fn conversions_give_null_for_texts_they_do_not_understand() {
        check("toInteger", &["12".into()], 12.into());
        check("toInteger", &["1.7".into()], 1.into());
        check("toInteger", &["x".into()], Value::Null);
        check("toInteger", &[(-1.9).into()], (-1).into());
        check("toFloat", &[1.into()], 1.0.into());
        check("toFloat", &["1e3".into()], 1000.0.into());
        check("toBoolean", &["TRUE".into()], true.into());
        check("toBoolean", &["yes".into()], Value::Null);
        check("toString", &[1.0.into()], "1.0".into());
        fails("toInteger", &[list([])]);
        check("toIntegerOrNull", &[list([])], Value::Null);
    }

    #[test]
    fn rounding_goes_half_up() {
        check("round", &[(-1.5).into()], (-1.0).into());
        check("round", &[2.5.into()], 3.0.into());
        check("round", &[1.249.into(), 1.into()], 1.2.into());
        check("ceil", &[1.2.into()], 2.0.into());
        check("sign", &[(-3).into()], (-1).into());
        fails("abs", &[i64::MIN.into()]);
    }
}
