//! A found case on other targets: on which does it fail, and with whose answer?

use std::sync::Arc;

use graphlance_case::{Case, Claim, Dialect, Languages, Response, Stated, Statement, Verdict};
use graphlance_engines::{Target, TargetError};
use graphlance_graph::table::CompareOptions;
use graphlance_graph::{Column, Order, Returns, Table, compare};

use crate::clock::Clock;
use crate::found::Found;
use crate::guarded::dialect_of;
use crate::session::{Deadlines, Session};
use graphlance_report::quote;

/// How a found case stands on a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The target's name.
    pub target: String,
    /// What answered; empty when nothing did.
    pub engine: String,
    /// What came of it.
    pub state: State,
    /// A word on it: the answer, or why there is none.
    pub detail: String,
}

/// What came of a found case on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It answers as the case claims.
    Right,
    /// It answers exactly as the accused target did.
    SameWrong,
    /// It answers otherwise, or dies.
    OtherWrong,
    /// It lacks what the statement uses, or refuses it.
    Refused,
    /// Sometimes right, sometimes not.
    Flaky,
    /// It cannot be installed, started or reached.
    Unusable,
}

impl State {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            State::Right => "right",
            State::SameWrong => "fails",
            State::OtherWrong => "fails otherwise",
            State::Refused => "lacks it",
            State::Flaky => "flaky",
            State::Unusable => "not tried",
        }
    }
}

/// Runs a found case `times` times on fresh databases of a target. The claim is the reference's under the target's
/// deviations; nothing is run when the target lacks a feature or function of the statement. Errors: the clock ran out.
pub fn standing(
    found: &Found,
    target: &Arc<dyn Target>,
    times: u32,
    deadlines: Deadlines,
    clock: &Clock,
    languages: &Languages,
) -> Result<Standing, TargetError> {
    let name = target.name().to_owned();
    let of = |engine: String, state, detail: String| Ok(Standing { target: name.clone(), engine, state, detail });
    let dialect = match dialect_of(target, clock) {
        Ok(dialect) => dialect,
        Err(TargetError::Stopped) => return Err(TargetError::Stopped),
        Err(error) => return of(String::new(), State::Unusable, first_line(&error.to_string())),
    };
    if let Some(lacking) = lacking(&found.case, &dialect) {
        return of(String::new(), State::Refused, lacking);
    }
    match Session::open_in(target, dialect, 0, deadlines, clock, languages) {
        Ok(mut session) => standing_on(&found.case, &found.responses, &mut session, times),
        Err(TargetError::Stopped) => Err(TargetError::Stopped),
        Err(error) => of(String::new(), State::Unusable, first_line(&error.to_string())),
    }
}

/// The same on a session with a target. `theirs`: what the accused target answered. Errors: the clock ran out.
pub(crate) fn standing_on(
    case: &Case,
    theirs: &[Response],
    session: &mut Session,
    times: u32,
) -> Result<Standing, TargetError> {
    let target = session.target().to_owned();
    let identity = session.identity();
    let engine = format!("{} {}", identity.engine, identity.version);
    let of = |state, detail: String| Ok(Standing { target, engine, state, detail });
    let (case, left_out) = match on_another(case, session) {
        Ok(found) => found,
        Err(why) => return of(State::Refused, why),
    };
    let mut seen: Option<(State, String)> = None;
    for _ in 0..times.max(1) {
        session.clock().check()?;
        let one = match session.run_case(&case) {
            Ok((responses, verdict)) => judged(theirs, &case.claim, &responses, &verdict),
            Err(TargetError::Stopped) => return Err(TargetError::Stopped),
            Err(error) => (State::Unusable, first_line(&error.to_string())),
        };
        if seen.as_ref().is_some_and(|before| before.0 != one.0) {
            return of(State::Flaky, one.1);
        }
        seen = Some(one);
    }
    let (state, mut detail) = seen.unwrap_or((State::Unusable, String::new()));
    if !left_out.is_empty() {
        detail = format!("without {}: {detail}", left_out.join(" ")).trim_end_matches([':', ' ']).to_owned();
    }
    of(state, detail)
}

/// A case as a session's target is asked it, with the switches that it does not have: as it stands where it was made for the same
/// dialect. Errors say what the target lacks, or why there is no claim.
pub fn as_asked_of(case: &Case, session: &Session) -> Result<(Case, Vec<String>), String> {
    let dialect = session.dialect().name();
    if case.dialect != *dialect {
        let untold = |why| format!("whether it fails cannot be told under the dialect {dialect}: {why}");
        return on_another(case, session).map_err(untold);
    }
    let mut case = case.clone();
    let left_out = case.keep_switches_of(session.dialect());
    Ok((case, left_out))
}

/// A case of one target as another is asked it, with the switches that the other does not have: the claim is the reference's under
/// its dialect. Errors say what it lacks, or why there is no claim.
pub(crate) fn on_another(case: &Case, session: &Session) -> Result<(Case, Vec<String>), String> {
    let dialect = session.dialect();
    if let Some(lacking) = lacking(case, dialect) {
        return Err(lacking);
    }
    // A step of both may have a form that only one of them has; an error that is due may be one of the form.
    let says = |statement: &Statement| session.evaluator().is_valid(statement);
    if !matches!(case.claim.stated(), Some(Stated::Error(_))) && !case.statements().all(says) {
        return Err("a statement that it cannot say".to_owned());
    }
    let mut case = Case { dialect: dialect.name().clone(), ..case.clone() };
    let left_out = case.keep_switches_of(dialect);
    let follows = session.languages().deriver(dialect).is_some_and(|deriver| case.follows(deriver.as_ref(), dialect));
    case.claim = case
        .claim
        .stated_anew(&case, session.evaluator().as_ref(), follows)
        .map_err(|failure| format!("no claim: {failure}"))?;
    Ok((case, left_out))
}

fn lacking(case: &Case, dialect: &Dialect) -> Option<String> {
    case.claimed_statement()?.lacking_in(dialect)
}

fn judged(accused: &[Response], claim: &Claim, responses: &[Response], verdict: &Verdict) -> (State, String) {
    match verdict {
        Verdict::Pass { .. } => (State::Right, String::new()),
        Verdict::Skipped(_) | Verdict::Inconclusive(_) => {
            let refusal = responses.iter().find_map(|response| match response {
                Response::Error(error) => Some(first_line(&error.message)),
                _ => None,
            });
            (State::Refused, refusal.unwrap_or_else(|| verdict.to_string()))
        }
        Verdict::Fail(evidence) => {
            let same = match (accused.get(evidence.step), responses.get(evidence.step)) {
                (Some(theirs), Some(these)) => same_answer(theirs, these, claim),
                _ => false,
            };
            (if same { State::SameWrong } else { State::OtherWrong }, evidence.summary.clone())
        }
    }
}

/// Tables are the same as bags; errors and deaths are the same whatever their words.
fn same_answer(one: &Response, other: &Response, claim: &Claim) -> bool {
    match (one, other) {
        (Response::Table(one), Response::Table(other)) => {
            let columns = match claim.table() {
                Some((_, returns)) => returns.columns.clone(),
                None => one.columns.iter().map(|name| Column::exact(name.clone())).collect(),
            };
            let Table { rows, .. } = one.clone();
            let returns = Returns { columns, rows, order: Order::Bag, any: None };
            compare(&returns, other, &CompareOptions::default()).is_ok()
        }
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(120).collect()
}

/// The standings as a table in Markdown.
pub fn table(standings: &[Standing]) -> String {
    let mut text = "| target | engine | the case | |\n|---|---|---|---|\n".to_owned();
    for Standing { target, engine, state, detail } in standings {
        let cell = |text: &str| if text.is_empty() { String::new() } else { quote::cell(text) };
        text.push_str(&format!("| {} | {} | {} | {} |\n", cell(target), cell(engine), state.name(), cell(detail)));
    }
    text
}

/// Since when a case fails, of standings on the versions of one engine, oldest first. A version is called the first bad
/// one only when an older one was seen to be right, and the first good one only when it comes after a bad one.
pub fn since_when(standings: &[Standing]) -> String {
    let fails = |one: &Standing| matches!(one.state, State::SameWrong | State::OtherWrong | State::Flaky);
    let decides = |one: &Standing| fails(one) || one.state == State::Right;
    let tried: Vec<&Standing> = standings.iter().filter(|one| decides(one)).collect();
    let Some(first) = tried.iter().position(|one| fails(one)) else {
        return match tried.as_slice() {
            [] => "No version could be tried.".to_owned(),
            [only] => format!("It does not fail in {}, the only version that could be tried.", only.target),
            [oldest, .., newest] => format!("It fails in no version from {} to {}.", oldest.target, newest.target),
        };
    };
    let last = tried.iter().rposition(|one| fails(one)).unwrap_or(first);
    let since = match tried[..first].last() {
        Some(good) => format!("First bad version: {}; {} is right.", tried[first].target, good.target),
        None if tried.len() == 1 => {
            return format!("It fails in {}, the only version that could be tried.", tried[0].target);
        }
        None => format!("It fails in the oldest version that could be tried, {}.", tried[first].target),
    };
    let until = match tried.get(last + 1) {
        Some(good) => format!("First good version after the last bad one: {}.", good.target),
        None => format!("It still fails in the newest one, {}.", tried[last].target),
    };
    format!("{since} {until}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(target: &str, state: State) -> Standing {
        Standing { target: target.to_owned(), engine: "X 1".to_owned(), state, detail: "a | b".to_owned() }
    }

    /// Versions 1, 2, .. in these states: r(ight), w(rong), l(acks it), n(ot tried).
    #[track_caller]
    fn check(states: &str, said: &str) {
        let state = |letter| match letter {
            'r' => State::Right,
            'w' => State::SameWrong,
            'l' => State::Refused,
            _ => State::Unusable,
        };
        let all: Vec<Standing> =
            (1..).zip(states.chars()).map(|(number, letter)| one(&format!("x@{number}"), state(letter))).collect();
        assert_eq!(since_when(&all), said, "{states}");
    }

    #[test]
    fn a_version_is_the_first_bad_one_only_after_a_good_one() {
        check("rwwr", "First bad version: x@2; x@1 is right. First good version after the last bad one: x@4.");
        check("rnw", "First bad version: x@3; x@1 is right. It still fails in the newest one, x@3.");
        check(
            "wwr",
            "It fails in the oldest version that could be tried, x@1. First good version after the last bad one: x@3.",
        );
        check("lww", "It fails in the oldest version that could be tried, x@2. It still fails in the newest one, x@3.");
        check("w", "It fails in x@1, the only version that could be tried.");
        check("r", "It does not fail in x@1, the only version that could be tried.");
        check("rlr", "It fails in no version from x@1 to x@3.");
        check("nl", "No version could be tried.");
    }

    #[test]
    fn the_table_is_markdown() {
        assert!(table(&[one("x@1", State::SameWrong)]).ends_with("| `x@1` | X 1 | fails | `a \\| b` |\n"));
    }
}
