//! When two findings are one bug.
//!
//! A fingerprint is a hash of what stays of a reduced case when names and values are taken away: its statements with
//! variables, labels, types and keys numbered by first use and literals replaced by their kind, and the kind of failure.
//! For errors and deaths it is the template of the text alone: the engine itself says what is one bug, unless it only
//! hands on what a standard library says, or dies without a frame that is known. The graph is left out: two reductions
//! of one bug often end at different graphs. A wrong answer that departures from the language explain, as experiments
//! showed, is known by these alone ([`crate::experiment`]).

use std::hash::{Hash, Hasher};

use graphlance_case::{Act, Case, Evidence, FailureClass, Response, TOO_LARGE};
use graphlance_engines::Identity;
use graphlance_shrink::{Family, NO_JSON};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::cause::Cause;

/// Texts of a standard library, of a decoder, of SQLite or of a limit of ours, which say nothing of what went wrong in front
/// of them: the clauses of the statement do then.
const LIBRARY_TEXTS: &[&str] = &[
    "map::at",
    "_Map_base::at",
    "_M_range_check",
    "bad_alloc",
    "bad optional access",
    "basic_string",
    "no such column: ",
    "\": syntax error",
    NO_JSON,
    TOO_LARGE,
];

/// Whether an error speaks in the words of a standard library, or a death has no frames: neither tells one bug from another.
pub(crate) fn says_nothing(family: &Family) -> bool {
    match family {
        // The frames of a death have the words of a library among them.
        Family::Text(FailureClass::Crash, how) => !how.contains(" in "),
        Family::Text(_, text) => LIBRARY_TEXTS.iter().any(|of_library| text.contains(of_library)),
        _ => false,
    }
}

/// The fingerprint of a reduced case, as 16 hexadecimal digits. `cause`: what explains it, if anything does.
pub fn fingerprint(
    case: &Case,
    evidence: &Evidence,
    responses: &[Response],
    engine: &Identity,
    cause: Option<&Cause>,
) -> String {
    let family = Family::of(case, evidence, responses);
    let mut key = match &family {
        // Whether an error shows what is inside the engine depends on the stage that it comes from.
        Family::Text(FailureClass::InternalError | FailureClass::UnexpectedError, text) => {
            format!("{}\nerror: {text}\n", engine.engine)
        }
        family => format!("{}\n{family:?}\n", engine.engine),
    };
    if let Some(Cause { sentence, root, .. }) = cause {
        // Rows, graphs and errors that come of one wrong rule, or of rules that are faces of one fault, are one bug.
        let wrong = root.as_ref().unwrap_or(sentence);
        return format!("{:016x}", xxh3_64(format!("{}\ncause: {wrong}", engine.engine).as_bytes()));
    }
    if family == Family::Other(FailureClass::WrongColumns)
        && let Some(named) = columns_named(case, evidence, responses)
    {
        return format!("{:016x}", xxh3_64(format!("{key}{named}").as_bytes()));
    }
    let steps = if matches!(family, Family::Text(..)) { &[] } else { case.steps.as_slice() };
    if says_nothing(&family) {
        case.statements().for_each(|statement| key += &format!("{}\n", statement.skeleton()));
    }
    // Whether rows are wrong or the graph that is looked at behind them, is the statement's doing in either case.
    let is_look = |act: &Act| family == Family::WrongAnswer && matches!(act, Act::Snapshot | Act::Counters);
    for step in steps.iter().filter(|step| !is_look(&step.act)) {
        if let Some(database) = &step.database {
            key += &format!("on {database}: ");
        }
        match &step.act {
            Act::Run(statement) => key += &statement.normal_text(),
            other => key += other.name(),
        }
        key.push('\n');
    }
    format!("{:016x}", xxh3_64(key.as_bytes()))
}

/// The fingerprint of a case as it is, graph and values with it: whatever explains it, a case that fails twice is one bug.
pub(crate) fn of_same_case(case: &Case, class: FailureClass, engine: &Identity) -> String {
    let mut hasher = Xxh3::new();
    (&engine.engine, class.name(), &*case.graph).hash(&mut hasher);
    for step in &case.steps {
        (&step.database, step.act.name()).hash(&mut hasher);
        step.statement().map(|statement| statement.text()).hash(&mut hasher);
    }
    format!("case {:016x}", hasher.finish())
}

/// Which columns have the names of which others, whatever is in them: `2, 2` where the first of two is called as the second. None
/// where none has another's name.
fn columns_named(case: &Case, evidence: &Evidence, responses: &[Response]) -> Option<String> {
    let (_, expected) = case.claim.table()?;
    let Some(Response::Table(table)) = responses.get(evidence.step) else { return None };
    let places = table.columns.iter().map(|name| expected.columns.iter().position(|other| other.name == *name));
    let places: Vec<usize> = places.map(|place| place.map(|at| at + 1)).collect::<Option<_>>()?;
    let named = places.iter().map(usize::to_string).collect::<Vec<_>>();
    (places.len() == expected.columns.len()).then(|| named.join(", "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use graphlance_case::language::{Cypher, Language};
    use graphlance_case::{Claim, EngineError, ErrorClass, Lineage, Step};
    use graphlance_graph::{Graph, Properties, Returns, Table, Value};

    use super::*;

    /// The fingerprint of a statement that ends in an error of this text.
    fn of_error(text: &str, message: &str) -> String {
        of_class(FailureClass::InternalError, text, message)
    }

    fn of_class(class: FailureClass, text: &str, message: &str) -> String {
        let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let case = Case {
            steps: vec![Step::run(statement)],
            ..Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default())
        };
        let summary = message.to_owned();
        let evidence = Evidence { class, step: 0, summary, difference: None };
        let error = Response::Error(EngineError { class: ErrorClass::Internal, message: message.to_owned() });
        fingerprint(&case, &evidence, &[error], &Identity::default(), None)
    }

    #[test]
    fn a_case_is_the_same_with_the_same_graph_and_statements_alone() {
        let of = |value: i64, text: &str| {
            let mut graph = Graph::new();
            graph.add_node([], Properties::from([("k".into(), Value::Integer(value))]));
            let run = Step::run(Cypher.parse(text).expect("a statement"));
            let case = Case::new(&Cypher.standard(), Arc::new(graph), Claim::Survives, Lineage::default());
            of_same_case(&Case { steps: vec![run], ..case }, FailureClass::WrongRows, &Identity::default())
        };
        let same = of(1, "RETURN 1 AS x");
        assert_eq!(of(1, "RETURN  1 AS x"), same);
        assert_ne!(of(2, "RETURN 1 AS x"), same);
        assert_ne!(of(1, "RETURN 2 AS x"), same);
    }

    #[test]
    fn an_error_is_known_by_its_text_whatever_the_statement() {
        let of = |text| of_error(text, "no plan for this operator");
        assert_eq!(of("MATCH (n) RETURN n"), of("UNWIND [1] AS x WITH x RETURN x"));
        assert_ne!(of("RETURN 1 AS x"), of_error("RETURN 1 AS x", "another text"));
    }

    #[test]
    fn an_error_is_known_by_its_text_whatever_stage_it_comes_from() {
        let refused = |message| of_class(FailureClass::UnexpectedError, "CREATE ()", message);
        assert_eq!(refused("SQL prepare failed: no table: a"), of_error("RETURN 1 AS x", "no table: a"));
        assert_ne!(refused("no table: a"), of_class(FailureClass::Crash, "CREATE ()", "no table: a"));
    }

    #[test]
    fn a_death_without_frames_is_known_by_the_clauses_as_well() {
        let died = |text, how| of_class(FailureClass::Crash, text, how);
        let (of_union, of_one) = ("RETURN 1 AS x UNION RETURN 1 AS x", "RETURN 1 AS x");
        assert_ne!(died(of_union, "signal 11 (SIGSEGV)"), died(of_one, "signal 11 (SIGSEGV)"));
        assert_eq!(died(of_one, "signal 11 (SIGSEGV)"), died("RETURN 2 AS y", "signal 11 (SIGSEGV)"));
        let with_frames = "signal 11 (SIGSEGV) in GraphContext_GetSchema < ExecutionPlan_New";
        assert_eq!(died(of_union, with_frames), died(of_one, with_frames));
    }

    #[test]
    fn columns_under_wrong_names_are_known_by_the_names() {
        let of = |text: &str, returned: [&str; 2]| {
            let statement = Cypher.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let claim = Claim::returns(0, Returns::bag(["x".into(), "y".into()], Vec::new()));
            let steps = vec![Step::run(statement)];
            let case = Case { steps, ..Case::new(&Cypher.standard(), Arc::default(), claim, Lineage::default()) };
            let class = FailureClass::WrongColumns;
            let evidence = Evidence { class, step: 0, summary: String::new(), difference: None };
            let table = Table { columns: returned.map(Into::into).to_vec(), rows: Vec::new() };
            fingerprint(&case, &evidence, &[Response::Table(table)], &Identity::default(), None)
        };
        let (of_nodes, of_values) = ("MATCH (n) RETURN n AS x, n AS y", "UNWIND [] AS z RETURN z AS x, z AS y");
        assert_eq!(of(of_nodes, ["y", "y"]), of(of_values, ["y", "y"]));
        assert_ne!(of(of_nodes, ["y", "y"]), of(of_values, ["y", "x"]));
        assert_ne!(of(of_nodes, ["z", "y"]), of(of_values, ["z", "y"]));
    }

    #[test]
    fn what_rules_explain_that_are_faces_of_one_fault_is_one_bug() {
        let of = |name: &str, root: Option<&str>| {
            let cause = Cause { sentence: name.to_owned(), root: root.map(str::to_owned), ..Cause::default() };
            let case = Case::new(&Cypher.standard(), Arc::default(), Claim::Survives, Lineage::default());
            let (class, summary) = (FailureClass::WrongRows, String::new());
            let evidence = Evidence { class, step: 0, summary, difference: None };
            fingerprint(&case, &evidence, &[], &Identity::default(), Some(&cause))
        };
        assert_eq!(of("minus is lost", Some("minus")), of("minus is refused", Some("minus")));
        assert_ne!(of("minus is lost", None), of("minus is refused", None));
    }

    #[test]
    fn an_error_in_the_words_of_a_standard_library_is_known_by_the_clauses_as_well() {
        let of = |text| of_error(text, "unordered_map::at");
        assert_ne!(of("MATCH (n) RETURN n"), of("MATCH (n) WITH n MATCH (m) RETURN m"));
        assert_eq!(of("MATCH (n) RETURN n"), of("MATCH (m:A) RETURN 1 AS x"));
        let of_sqlite = |text| of_error(text, "SQL prepare failed: no such column: _prev.value");
        assert_ne!(
            of_sqlite("UNWIND [] AS x UNWIND [] AS y RETURN 1 AS z"),
            of_sqlite("MATCH (n) UNWIND [] AS x RETURN n")
        );
        let too_large = |text, what| of_class(FailureClass::Garbage, text, &format!("{TOO_LARGE}: {what}"));
        assert_eq!(too_large("MATCH (n) RETURN n", "12 values"), too_large("MATCH (m) RETURN m", "more than 64 bytes"));
        assert_ne!(too_large("MATCH (n) RETURN n", "12 values"), too_large("UNWIND [1] AS n RETURN n", "12 values"));
    }
}
