//! Bugs that an engine's developers know: counted when they are met again, and not reported.

use std::sync::Arc;

use graphlance_case::language::Effort;
use graphlance_case::{
    Case, Claim, Evaluator, FailureClass, Language, Languages, Lineage, Load, NoAnswer, Response, Statement, Step,
    Verdict, judge,
};
use graphlance_engines::{Target, TargetError};
use graphlance_graph::{Graph, Name, Returns};
use graphlance_shrink::Failure;
use serde::Deserialize;
use thiserror::Error;

use crate::cause::causes as explanations;
use crate::clock::Clock;
use crate::probe::response_text;
use crate::session::{Deadlines, Session};

/// Known bugs, as TOML: a list of `[[bug]]`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownBugs {
    /// The bugs.
    #[serde(default, rename = "bug")]
    pub bugs: Vec<KnownBug>,
}

/// A known bug.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownBug {
    /// Names it, e.g. `age-2473`.
    pub id: String,
    /// The language of its statements; that of case files which name none when absent.
    #[serde(default)]
    pub language: Option<Name>,
    /// The product, as it calls itself, e.g. `Apache AGE`.
    pub engine: String,
    /// Where it is discussed, or what it is.
    pub link: String,
    /// What is known of it: `open`, `fixed in ..`.
    pub state: String,
    /// Which reduced cases show it.
    pub when: When,
    /// Statements that show it, run one after the other in an empty database; the last one's answer is wrong.
    #[serde(default)]
    pub statements: Vec<String>,
    /// The wrong answer, as `graphlance known recheck` prints it.
    #[serde(default)]
    pub actual: String,
}

/// A predicate over a reduced case: everything given must hold, and something must be given.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// Features that the statement has.
    pub features: Vec<Name>,
    /// Functions that it calls, in lower case.
    pub functions: Vec<Name>,
    /// Operators that it uses, e.g. `Add`, `StartsWith`.
    pub operators: Vec<Name>,
    /// Its clauses in order, e.g. `OPTIONAL MATCH, RETURN`.
    pub skeleton: Option<String>,
    /// A part of the error's text.
    pub error: Option<String>,
    /// The kind of failure, e.g. `lost_rows`.
    pub class: Option<FailureClass>,
    /// What alone explains the wrong answer, as [`crate::cause`] names it.
    pub cause: Option<String>,
}

/// Why a file of known bugs was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {message}")]
pub struct KnownError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub message: String,
}

/// The bugs that come with graphlance.
const BUILT_IN: &str = include_str!("../../../known.toml");

impl KnownBugs {
    /// Reads a file's text. Errors name the file and the key, or the bug that matches everything.
    pub fn parse(file: &str, text: &str, languages: &Languages) -> Result<KnownBugs, KnownError> {
        let error = |message: String| KnownError { file: file.to_owned(), message };
        let known: KnownBugs = toml::from_str(text).map_err(|cause| error(cause.to_string()))?;
        for bug in &known.bugs {
            if bug.when == When::default() {
                return Err(error(format!("`{}` says nothing under `when`, and would match every case", bug.id)));
            }
            let of = |cause: String| error(format!("`{}`: {cause}", bug.id));
            let language = languages.named(bug.language.as_deref()).map_err(of)?;
            let statements: Result<Vec<Statement>, _> =
                bug.statements.iter().map(|text| language.parse(text)).collect();
            let statements = statements.map_err(|cause| error(format!("a statement of `{}`: {cause}", bug.id)))?;
            let features = language.features();
            if let Some(unknown) = bug.when.features.iter().find(|name| !features.contains(name)) {
                return Err(of(format!("there is no feature `{unknown}`")));
            }
            if statements.last().is_some_and(|last| !bug.when.holds_of(last)) {
                let message = "has features, functions, operators or a skeleton that its own last statement has not";
                return Err(error(format!("`when` of `{}` {message}", bug.id)));
            }
            let causes = causes(language, languages);
            if let Some(cause) = bug.when.cause.as_ref().filter(|cause| !causes.contains(&cause.as_str())) {
                return Err(of(format!("there is no cause \"{cause}\"; there are: {}", causes.join("; "))));
            }
        }
        Ok(known)
    }

    /// The bugs that come with graphlance, of these languages.
    pub fn built_in(languages: &Languages) -> KnownBugs {
        // A test reads the file, so that a failure here cannot reach a user.
        let mut known: KnownBugs = toml::from_str(BUILT_IN).unwrap_or_default();
        known.bugs.retain(|bug| languages.named(bug.language.as_deref()).is_ok());
        known
    }

    /// Adds those of another file.
    pub fn extend(&mut self, other: KnownBugs) {
        self.bugs.extend(other.bugs);
    }

    /// The bug that a reduced failure shows, if it is a known one of this engine.
    pub fn find(&self, engine: &str, failure: &Failure, session: &Session) -> Option<&KnownBug> {
        self.bugs.iter().filter(|bug| bug.engine == engine).find(|bug| bug.when.holds(failure, session))
    }
}

impl When {
    fn holds(&self, failure: &Failure, session: &Session) -> bool {
        let Failure { case, evidence, responses } = failure;
        let said = |part: &String| match responses.get(evidence.step) {
            Some(Response::Error(error)) => error.message.contains(part.as_str()),
            Some(Response::Crash { how }) => how.contains(part.as_str()),
            _ => false,
        };
        let of_statement = match case.claimed_statement() {
            Some(statement) => self.holds_of(statement),
            None => self.says_nothing_of_statements(),
        };
        of_statement
            && self.error.as_ref().is_none_or(said)
            && self.class.is_none_or(|class| class == evidence.class)
            && self.cause.as_deref().is_none_or(|wanted| {
                let found = explanations(case, responses, session.dialect(), session.evaluator().as_ref());
                found.iter().any(|cause| cause.sentence == wanted)
            })
    }

    fn holds_of(&self, statement: &Statement) -> bool {
        let has = statement.feature_set();
        self.features.iter().all(|feature| has.features.contains_key(feature))
            && self.functions.iter().all(|name| has.functions.contains(name))
            && self.operators.iter().all(|name| has.operators.contains(name))
            && self.skeleton.as_ref().is_none_or(|wanted| statement.skeleton() == *wanted)
    }

    fn says_nothing_of_statements(&self) -> bool {
        self.features.is_empty() && self.functions.is_empty() && self.operators.is_empty() && self.skeleton.is_none()
    }
}

/// The names of what may explain a wrong answer in a language.
fn causes(language: &'static dyn Language, languages: &Languages) -> Vec<&'static str> {
    let evaluator = languages.evaluator(&language.standard(), Effort::Usual);
    evaluator.departures().iter().map(|departure| departure.sentence).collect()
}

/// What became of a known bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recheck {
    /// The answer is right now.
    Fixed,
    /// The answer is the wrong one that is known.
    StillThere,
    /// The answer is wrong otherwise: what came.
    Changed(String),
    /// It cannot be told: why.
    Untold(String),
}

/// Runs a known bug's statements on a target. Errors: the target is not usable, or the clock ran out.
pub fn recheck(
    bug: &KnownBug,
    target: &Arc<dyn Target>,
    clock: &Clock,
    languages: &Languages,
) -> Result<Recheck, TargetError> {
    let Ok(language) = languages.named(bug.language.as_deref()) else {
        return Ok(Recheck::Untold("its language is unknown".to_owned()));
    };
    let statements: Vec<Statement> = bug.statements.iter().filter_map(|text| language.parse(text).ok()).collect();
    if statements.is_empty() {
        return Ok(Recheck::Untold("its entry has no statements".to_owned()));
    }
    clock.check()?;
    let mut session = Session::open(target, 0, Deadlines::default(), clock, languages)?;
    let dialect = session.dialect().clone();
    if let Some(response) = session.prepare(&Graph::new(), &Load::Create)? {
        return Ok(Recheck::Untold(format!("the database cannot be emptied: {}", response_text(&response))));
    }
    let answers = statements.iter().map(|one| session.query(&one.print(&dialect)));
    let responses = answers.collect::<Result<Vec<Response>, _>>()?;
    let last = responses.last();
    let actual = last.map(response_text).unwrap_or_default();
    let right = match (expected(&statements, session.evaluator().as_ref()), last) {
        (Expected::Answer(returns), Some(answer @ Response::Table(_))) => {
            let case = Case::new(&dialect, Arc::default(), Claim::returns(0, returns), Lineage::default());
            let case = Case { steps: statements.last().cloned().map(Step::run).into_iter().collect(), ..case };
            matches!(judge(&case, std::slice::from_ref(answer), &dialect), Verdict::Pass { .. })
        }
        (Expected::Answer(_), _) => false,
        (Expected::AnError, last) => matches!(last, Some(Response::Error(_))),
        (Expected::Unknown, _) => return Ok(Recheck::Untold("the reference has no answer".to_owned())),
    };
    Ok(match right {
        // What is recorded is wrong, also where the comparison is lenient.
        _ if bug.actual == actual => Recheck::StillThere,
        true => Recheck::Fixed,
        false => Recheck::Changed(actual),
    })
}

/// What the reference says of the last statement.
enum Expected {
    /// It returns this.
    Answer(Returns),
    /// It must be refused.
    AnError,
    /// The reference does not know it, or the language does not say.
    Unknown,
}

fn expected(statements: &[Statement], evaluator: &dyn Evaluator) -> Expected {
    let mut graph = Graph::new();
    let mut last = Expected::Unknown;
    for statement in statements {
        match evaluator.evaluate(&graph, statement) {
            Ok(answer) => {
                graph = answer.graph.unwrap_or(graph);
                last = Expected::Answer(answer.returns);
            }
            Err(NoAnswer::Raised(_)) => last = Expected::AnError,
            Err(_) => return Expected::Unknown,
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use graphlance_case::language::{Cypher, Gremlin};
    use graphlance_case::{EngineError, ErrorClass};
    use graphlance_graph::Table;
    use graphlance_reference::languages;

    use super::*;
    use graphlance_engines::reference::ReferenceTarget;

    #[test]
    fn the_shipped_file_is_read_and_each_bug_can_be_rechecked() {
        let all = languages().with(&Gremlin, graphlance_machine::evaluators());
        let known = KnownBugs::parse("known.toml", BUILT_IN, &all).unwrap_or_else(|error| panic!("{error}"));
        let of_cypher = known.bugs.iter().filter(|bug| bug.language.is_none()).count();
        assert_eq!(KnownBugs::built_in(&all), known);
        assert!(of_cypher < known.bugs.len());
        assert_eq!(KnownBugs::built_in(&languages()).bugs.len(), of_cypher);
        for bug in &known.bugs {
            assert!(!bug.statements.is_empty() && !bug.actual.is_empty(), "{}", bug.id);
        }
    }

    #[track_caller]
    fn check_refused(text: &str, part: &str) {
        let error = KnownBugs::parse("mine.toml", text, &languages()).unwrap_err().to_string();
        assert!(error.starts_with("mine.toml: ") && error.contains(part), "{error}");
    }

    fn table(numbers: &[i64]) -> Response {
        let rows = numbers.iter().map(|number| vec![graphlance_graph::Value::Integer(*number)]).collect();
        Response::Table(Table { columns: vec!["x".into()], rows })
    }

    /// Rechecks a bug whose engine answers 7 to RETURN, 8 and 7 to UNWIND, and refuses `refused`.
    #[track_caller]
    fn check_recheck(statement: &str, refused: &str, actual: &str, wanted: Recheck) {
        let text = format!(
            "[[bug]]\nid = 'x'\nengine = 'reference'\nlink = ''\nstate = 'open'\nwhen = {{ error = 'x' }}\n\
             statements = ['{statement}']\nactual = '{actual}'"
        );
        let known = KnownBugs::parse("mine.toml", &text, &languages()).unwrap_or_else(|error| panic!("{error}"));
        let refused = refused.to_owned();
        let script: graphlance_engines::reference::Script = Arc::new(move |text, _| match text {
            text if text == refused => {
                Some(Response::Error(EngineError { class: ErrorClass::Runtime, message: "no".to_owned() }))
            }
            text if text.starts_with("RETURN") => Some(table(&[7])),
            text if text.starts_with("UNWIND") => Some(table(&[8, 7])),
            _ => None,
        });
        let target: Arc<dyn Target> = Arc::new(ReferenceTarget::new(Cypher.standard(), None).with_script(script));
        let outcome = recheck(&known.bugs[0], &target, &Clock::endless(), &languages());
        assert_eq!(outcome.unwrap_or_else(|error| panic!("{error}")), wanted, "{statement}");
    }

    #[test]
    fn a_statement_that_must_be_refused_is_wrong_as_long_as_it_has_an_answer() {
        let overflow = "RETURN 9223372036854775807 + 1 AS x";
        check_recheck(overflow, "", "x: 7", Recheck::StillThere);
        check_recheck(overflow, "", "x: 8", Recheck::Changed("x: 7".to_owned()));
        check_recheck(overflow, overflow, "x: 7", Recheck::Fixed);
        check_recheck("RETURN 7 AS x", "", "x: 8", Recheck::Fixed);
        check_recheck("RETURN 6 AS x", "", "x: 7", Recheck::StillThere);
        check_recheck("UNWIND [7, 8] AS x RETURN x", "", "x: 8", Recheck::Fixed);
        check_recheck("UNWIND [7, 8] AS x RETURN x ORDER BY x", "", "x: 8; 7", Recheck::StillThere);
    }

    #[test]
    fn bad_files_are_refused_by_name_and_key() {
        let head = "[[bug]]\nid = 'x'\nengine = 'X'\nlink = ''\nstate = 'open'\n";
        check_refused(&format!("{head}when = {{}}"), "would match every case");
        check_refused(&format!("{head}when = {{ feature = ['match'] }}"), "feature");
        check_refused(&format!("{head}when = {{ error = 'x' }}\nstatements = ['RETURN']"), "a statement of `x`");
        let plus = "when = { operators = ['+'] }\nstatements = ['RETURN 1 + 1 AS x']";
        check_refused(&format!("{head}{plus}"), "`when` of `x`");
        check_refused(&format!("{head}when = {{ cause = 'magic' }}"), "no cause \"magic\"");
    }

    #[test]
    fn a_skeleton_is_the_clauses_in_order() {
        let of = |text: &str| Cypher.parse(text).map(|statement| statement.skeleton()).unwrap_or_default();
        assert_eq!(of("OPTIONAL MATCH (n) WITH n RETURN n"), "OPTIONAL MATCH, WITH, RETURN");
        assert_eq!(of("RETURN 1 AS x UNION RETURN 2 AS x"), "RETURN, UNION, RETURN");
    }
}
