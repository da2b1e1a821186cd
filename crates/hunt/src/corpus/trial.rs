//! A published bug on a target: does it show there?

use std::sync::Arc;

use graphlance_case::language::Effort;
use graphlance_case::{
    Act, Answers, Case, Claim, Dialect, Evaluator, Evidence, FailureClass, Language, Languages, Lineage, Response,
    Skip, Stated, Statement, Step, Verdict, judge,
};
use graphlance_engines::TargetError;
use graphlance_graph::{Graph, Name};

use super::Published;
use super::pair::{Answered, difference, same};
use crate::Session;
use crate::probe::{response_text, returns_text};

/// How a published bug stands on a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What came of it.
    pub shown: Shown,
    /// Which statement did what, or why nothing can be said.
    pub detail: String,
}

/// What came of a published bug on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Rows and graphs are what the reference says.
    Right,
    /// They are what the engine documents, and not what the language says.
    Deviates,
    /// The reference leaves open what must come, and both statements of the pair do the same.
    Alike,
    /// Other rows or another graph than the reference says.
    Wrong,
    /// The reference leaves open what must come, and the statements of the pair do not do the same.
    Apart,
    /// An error where the reference has an answer.
    Error,
    /// The engine says itself that something broke in it.
    Internal,
    /// The engine died.
    Crash,
    /// No answer within the deadline.
    Hang,
    /// The engine's parser does not take it, or its dialect lacks what it uses.
    Lacking,
    /// Another outcome each time.
    Flaky,
    /// The reference leaves open what must come, and there is no pair.
    Open,
    /// The target could not be used.
    Unusable,
}

impl Shown {
    /// Every outcome with its word in tables and what it means, in the order of a legend.
    pub const ALL: &'static [(Shown, &'static str, &'static str)] = &[
        (Shown::Wrong, "WRONG", "other rows or another graph than the reference says"),
        (
            Shown::Apart,
            "APART",
            "the two of a pair do not do the same, where the language leaves open what they must do",
        ),
        (Shown::Error, "ERROR", "an error where the reference has an answer"),
        (Shown::Internal, "INTERNAL", "an error that the engine itself calls internal"),
        (Shown::Crash, "CRASH", "the engine died"),
        (Shown::Hang, "HANG", "no answer within the deadline"),
        (Shown::Flaky, "flaky", "another outcome each time"),
        (Shown::Deviates, "dev", "right by a deviation that the engine documents, wrong by the language"),
        (Shown::Right, "right", "rows and graph are what the reference says"),
        (Shown::Alike, "alike", "the two of a pair do the same, and the language leaves open what"),
        (Shown::Open, "open", "the language leaves open what must come; the engine answered or refused, and lives"),
        (Shown::Lacking, "lacks", "the engine's parser does not take it, or its dialect lacks what it uses"),
        (Shown::Unusable, "-", "not tried: the target could not be used"),
    ];

    /// Its word in tables.
    pub fn name(self) -> &'static str {
        Shown::ALL.iter().find(|(shown, ..)| *shown == self).map_or("", |(_, name, _)| name)
    }

    /// Whether the bug shows.
    pub fn is_failure(self) -> bool {
        use Shown::*;
        matches!(self, Wrong | Apart | Error | Internal | Crash | Hang | Flaky)
    }

    /// Whether something was decided.
    pub fn decides(self) -> bool {
        self.is_failure() || matches!(self, Shown::Right | Shown::Deviates | Shown::Alike)
    }

    fn of_class(class: FailureClass) -> Shown {
        match class {
            FailureClass::Crash => Shown::Crash,
            FailureClass::Hang => Shown::Hang,
            FailureClass::InternalError => Shown::Internal,
            FailureClass::UnexpectedError => Shown::Error,
            // A graph that cannot be read back, such as one that gives a relationship twice, is another graph.
            _ => Shown::Wrong,
        }
    }
}

/// Runs a bug so many times on emptied databases. Errors: the clock ran out, or the target is not usable.
pub fn on_target(bug: &Published, session: &mut Session, times: u32) -> Result<Standing, TargetError> {
    let mut seen: Option<Standing> = None;
    for _ in 0..times.max(1) {
        session.clock().check()?;
        let one = once(bug, session)?;
        if let Some(before) = seen.as_ref().filter(|before| before.shown != one.shown) {
            let detail =
                format!("{} ({}), then {} ({})", before.shown.name(), before.detail, one.shown.name(), one.detail);
            return Ok(Standing { shown: Shown::Flaky, detail });
        }
        seen = Some(one);
    }
    Ok(seen.unwrap_or(Standing { shown: Shown::Unusable, detail: String::new() }))
}

/// What each statement of a bug must do by the language, in a line each.
pub fn must_be(bug: &Published, language: &dyn Language, languages: &Languages) -> [Vec<String>; 2] {
    let standard = language.standard();
    let evaluator = languages.evaluator(&standard, Effort::Thorough);
    let of = |texts: &[String]| match bug.graph(language, evaluator.as_ref()) {
        Ok(graph) => stated(texts, &graph, language, &standard, evaluator.as_ref()).iter().map(line).collect(),
        Err(why) => vec![why],
    };
    [of(&bug.statements), of(&bug.twin)]
}

fn line(stated: &Asked) -> String {
    let after = |graph: &Graph| format!("{} nodes, {} relationships", graph.node_count(), graph.relationship_count());
    match &stated.answers {
        Ok(Answers { stated: Stated::Rows(returns), graph, .. }) => {
            let rows = if returns.columns.is_empty() { "no rows".to_owned() } else { returns_text(returns) };
            format!("{rows}; then {}", graph.as_deref().map(after).unwrap_or_default())
        }
        Ok(Answers { stated: Stated::Error(error), .. }) => format!("error: {error}"),
        Ok(Answers { stated: Stated::Nothing(why), .. }) | Err(why) => format!("open: {why}"),
    }
}

fn once(bug: &Published, session: &mut Session) -> Result<Standing, TargetError> {
    let dialect = session.dialect().clone();
    let language = dialect.language();
    let languages = session.languages().clone();
    let evaluators = [dialect.clone(), language.standard()].map(|of| languages.evaluator(&of, Effort::Thorough));
    // What makes the graph is no part of the bug: it is loaded as the target loads graphs.
    let graph = match bug.graph(language, evaluators[1].as_ref()) {
        Ok(graph) => graph,
        Err(detail) => return Ok(Standing { shown: Shown::Unusable, detail }),
    };
    let mut answers: Vec<Answered> = Vec::new();
    let sides: Vec<&[String]> =
        [&bug.statements, &bug.twin].into_iter().map(Vec::as_slice).filter(|side| !side.is_empty()).collect();
    for side in &sides {
        match run(side, &graph, session)? {
            Ok(answered) => answers.push(answered),
            Err(detail) => return Ok(Standing { shown: Shown::Lacking, detail }),
        }
    }
    let judged = |evaluator: &Arc<dyn Evaluator>| -> Vec<Told> {
        let told = |(side, answered): (&&[String], &Answered)| {
            told(&stated(side, &graph, language, &dialect, evaluator.as_ref()), answered, &dialect)
        };
        sides.iter().zip(&answers).map(told).collect()
    };
    let outcome = together(&judged(&evaluators[0]), &answers, &dialect);
    if outcome.shown == Shown::Right {
        let by_the_language = together(&judged(&evaluators[1]), &answers, &dialect);
        if by_the_language.shown.is_failure() {
            return Ok(Standing { shown: Shown::Deviates, ..by_the_language });
        }
    }
    Ok(outcome)
}

/// Runs statements one after the other, up to the one that ends the target. Err: the graph cannot be loaded, in a sentence.
fn run(texts: &[String], graph: &Graph, session: &mut Session) -> Result<Result<Answered, String>, TargetError> {
    if let Some(failure) = session.prepare(graph, &graphlance_case::Load::Create)? {
        return Ok(Err(format!("the graph is not loaded: {}", response_text(&failure))));
    }
    let mut answered = Vec::new();
    let dialect = session.dialect().clone();
    for text in texts {
        let response = session.query(&dialect.language().as_taken(text, &dialect))?;
        let ended = session.is_dead();
        let after = if ended { response.clone() } else { session.snapshot()? };
        answered.push([response, after]);
        if ended || session.is_dead() {
            break;
        }
    }
    Ok(Ok(answered))
}

/// A statement with what is stated of it.
struct Asked {
    /// The case of it alone, on the graph that those before it leave.
    case: Case,
    /// What it must do. Err: why nobody knows.
    answers: Result<Answers, String>,
    statement: Option<Statement>,
}

/// What an evaluator says of each statement. Behind one of which it does not know what it leaves, nothing.
fn stated(
    texts: &[String],
    graph: &Arc<Graph>,
    language: &dyn Language,
    dialect: &Dialect,
    evaluator: &dyn Evaluator,
) -> Vec<Asked> {
    let mut state: Result<Arc<Graph>, String> = Ok(Arc::clone(graph));
    let mut asked = Vec::new();
    for text in texts {
        let statement = language.parse(text);
        let on = state.clone().unwrap_or_default();
        let mut case = Case::new(dialect, on, Claim::Survives, Lineage::default());
        let answers = match (&state, &statement) {
            (Err(why), _) => Err(why.clone()),
            (_, Err(error)) => Err(format!("the reference does not read it: {error}")),
            (Ok(_), Ok(statement)) => {
                case.steps = vec![Step::run(statement.clone()), Act::Snapshot.into()];
                let answers = Answers::of(&case, 0, evaluator);
                // What a statement without RETURN answers is not looked at. An error proves nothing where nothing is known.
                let may_lack = !matches!(answers.stated, Stated::Nothing(_));
                Ok(Answers { may_lack, ..answers })
            }
        };
        state = match &answers {
            Ok(Answers { stated: Stated::Nothing(why), .. }) => Err(why.clone()),
            Ok(Answers { graph: Some(after), .. }) => Ok(Arc::clone(after)),
            Ok(_) => state,
            Err(why) => Err(why.clone()),
        };
        if let Ok(answers) = &answers {
            case.claim = Claim::Answers(answers.clone());
        }
        asked.push(Asked { case, answers, statement: statement.ok() });
    }
    asked
}

/// What is to be said of one side.
enum Told {
    Right,
    Open(String),
    Lacks(String),
    Fails(Shown, String),
}

fn told(asked: &[Asked], answered: &[[Response; 2]], dialect: &Dialect) -> Told {
    let mut open = None;
    for (number, (one, responses)) in asked.iter().zip(answered).enumerate() {
        let place = if asked.len() > 1 { format!("statement {}: ", number + 1) } else { String::new() };
        let verdict = judge(&one.case, &named_alike(responses, one), dialect);
        match verdict {
            Verdict::Pass { .. } => {}
            Verdict::Fail(Evidence { class, summary, .. }) => {
                let refusal = class == FailureClass::UnexpectedError;
                if let Some(lacking) = one.statement.as_ref().filter(|_| refusal).and_then(|it| it.lacking_in(dialect))
                {
                    return Told::Lacks(format!("{place}{lacking}: {summary}"));
                }
                let shown = if counts_unreferenced(one, &responses[0], dialect) {
                    Shown::Deviates
                } else {
                    Shown::of_class(class)
                };
                return Told::Fails(shown, format!("{place}{}", with_answer(summary, &responses[0])));
            }
            Verdict::Skipped(Skip::Refused | Skip::WrongType) => {
                return Told::Lacks(format!("{place}{}", response_text(&responses[0])));
            }
            Verdict::Skipped(_) | Verdict::Inconclusive(_) => open = Some(format!("{place}{verdict}")),
        }
        match &one.answers {
            Err(why) => open = Some(format!("{place}{why}")),
            Ok(Answers { stated: Stated::Nothing(why), .. }) => open = Some(format!("{place}{why}")),
            Ok(_) => {}
        }
    }
    open.map_or(Told::Right, Told::Open)
}

/// Whether an answer depends on how often a target takes what nothing refers to, where its documents say that it does so once.
fn counts_unreferenced(asked: &Asked, response: &Response, dialect: &Dialect) -> bool {
    let Response::Table(table) = response else { return false };
    let due = match &asked.answers {
        Ok(Answers { stated: Stated::Rows(returns), .. }) => returns.rows.len(),
        _ => 0,
    };
    let rows = due.max(table.rows.len());
    dialect.matches_unreferenced_once()
        && asked.statement.as_ref().is_some_and(|statement| statement.counts_what_is_unreferenced(rows))
}

fn with_answer(summary: String, response: &Response) -> String {
    match response {
        Response::Table(table) if !table.rows.is_empty() && table.rows.len() < 4 => {
            format!("{summary} ({})", response_text(response))
        }
        _ => summary,
    }
}

/// The responses with columns of the names that are due: what an item without an alias is called is the engine's business,
/// whether an answer without rows has any name at all, and in which order the columns of `*` stand.
fn named_alike(responses: &[Response; 2], asked: &Asked) -> Vec<Response> {
    let mut responses = responses.to_vec();
    if let (Response::Table(table), Ok(Answers { stated: Stated::Rows(returns), .. })) =
        (&mut responses[0], &asked.answers)
        && (table.columns.len() == returns.columns.len() || table.rows.is_empty() && returns.rows.is_empty())
    {
        let due: Vec<Name> = returns.columns.iter().map(|column| column.name.clone()).collect();
        let is_open = asked.statement.as_ref().is_some_and(|statement| statement.has_columns_in_any_order());
        if is_open && let Some(ordered) = table.in_order(&due) {
            *table = ordered;
        }
        table.columns = due;
    }
    responses
}

/// What is to be said of both sides.
fn together(told: &[Told], answers: &[Answered], dialect: &Dialect) -> Standing {
    let pair = match answers {
        [one, other] => Some(same(one, other, dialect)),
        _ => None,
    };
    let said = |number: usize, detail: &str| match (pair, number) {
        (None, _) => detail.to_owned(),
        (Some(same), side) => {
            let who = if side == 0 { "the statement" } else { "its twin" };
            format!("{who}: {detail}{}", if same { "; both do the same" } else { "" })
        }
    };
    for (number, one) in told.iter().enumerate() {
        if let Told::Fails(shown, detail) = one {
            return Standing { shown: *shown, detail: said(number, detail) };
        }
    }
    for (number, one) in told.iter().enumerate() {
        if let Told::Lacks(detail) = one {
            return Standing { shown: Shown::Lacking, detail: said(number, detail) };
        }
    }
    let open = told.iter().find_map(|one| match one {
        Told::Open(why) => Some(why.clone()),
        _ => None,
    });
    let (shown, detail) = match (open, pair) {
        (None, _) => (Shown::Right, String::new()),
        (Some(why), None) => (Shown::Open, why),
        // Two refusals show nothing.
        (Some(_), Some(true)) if answers.iter().flatten().any(|[one, _]| matches!(one, Response::Error(_))) => {
            (Shown::Open, difference(answers))
        }
        (Some(why), Some(true)) => (Shown::Alike, why),
        (Some(why), Some(false)) => (Shown::Apart, format!("{}; {why}", difference(answers))),
    };
    Standing { shown, detail }
}
