//! What claims that compare the answers of steps share: rows of several answers, and the one answer that is wrong.

use graphlance_graph::{Column, Latitude, Name, Returns, Row, Table};

use super::returns::judge_table;
use super::{Answers, Reread, Stated, moved};
use crate::{
    Act, Case, Claim, Dialect, Doubt, Evaluator, Evidence, FailureClass, NoAnswer, Opinion, Response, Step, Verdict,
};

/// The rows that came for some steps, put together; the verdict that an answer forces which is no table or has other columns.
pub(super) fn gathered(steps: &[usize], columns: &[Column], responses: &[Response]) -> Result<Vec<Row>, Verdict> {
    let mut rows = Vec::new();
    for step in steps {
        let Some(Response::Table(Table { columns: names, rows: these })) = responses.get(*step) else {
            return Err(Verdict::Inconclusive(Doubt::NotCompared));
        };
        let nameless = names.is_empty() && these.is_empty();
        if !nameless && !names.iter().eq(columns.iter().map(|column| &column.name)) {
            return Err(Verdict::Fail(Evidence {
                class: FailureClass::WrongColumns,
                step: *step,
                summary: "other columns than asked for".to_owned(),
                difference: None,
            }));
        }
        rows.extend(these.iter().cloned());
    }
    Ok(rows)
}

/// What the evaluator says of several sides of some steps each: the rows of each side, put together, under columns that allow
/// what any of them may differ in. Errors: why it does not say.
pub(super) fn evaluated<const SIDES: usize>(
    sides: [&[usize]; SIDES],
    case: &Case,
    evaluator: &dyn Evaluator,
) -> Result<(Vec<Column>, [Vec<Row>; SIDES]), NoAnswer> {
    let mut columns: Option<Vec<Column>> = None;
    let mut all = [const { Vec::new() }; SIDES];
    for (steps, rows) in sides.iter().zip(&mut all) {
        for step in *steps {
            let returns = case.answer(*step, evaluator)?.returns;
            let open = |column: &Column| column.latitude == Latitude::Unspecified;
            if returns.any.is_some() || returns.columns.iter().any(open) {
                return Err(NoAnswer::Undecided(format!("the language leaves rows of step {} open", step + 1)));
            }
            columns = Some(widened(columns.take(), returns.columns)?);
            rows.extend(returns.rows);
        }
    }
    Ok((columns.unwrap_or_default(), all))
}

pub(super) fn widened(before: Option<Vec<Column>>, these: Vec<Column>) -> Result<Vec<Column>, NoAnswer> {
    let names = |columns: &[Column]| columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    match before {
        None => Ok(these),
        Some(before) if names(&before) == names(&these) => {
            Ok(before.into_iter().zip(&these).map(|(one, other)| one.wider(other)).collect())
        }
        Some(_) => Err(NoAnswer::Undecided("the columns of the statements differ".to_owned())),
    }
}

/// The case with the statements of some steps as their texts are read again.
pub(super) fn reread_case<'a>(
    steps: impl Iterator<Item = &'a usize>,
    case: &Case,
    reread: &Reread<'_>,
) -> Result<Case, Opinion> {
    let mut copy = case.clone();
    for step in steps {
        match reread(*step) {
            Ok(statement) => copy.steps[*step].act = Act::Run(statement),
            Err(error) => return Err(Opinion::Denied(format!("the printed statement does not parse: {error}"))),
        }
    }
    Ok(copy)
}

/// The cases of the one step of some whose answer is wrong: alone, then after the steps before it.
pub(super) fn accused<'a>(
    mut steps: impl Iterator<Item = &'a usize>,
    case: &Case,
    responses: &[Response],
    dialect: &Dialect,
    evaluator: &dyn Evaluator,
) -> Vec<Case> {
    // What dies or breaks does so by itself, most often; the case is run again before anything is said of it.
    let broken = responses.iter().position(Response::is_breakdown).map(|step| (step, Claim::Survives));
    let wrong = || {
        steps.find_map(|step| {
            let answer = evaluator.evaluate(&case.graph, case.statement(*step)?).ok()?;
            let Response::Table(actual) = responses.get(*step)? else { return None };
            let wrong = matches!(judge_table(*step, &answer.returns, actual, dialect), Verdict::Fail(_));
            (wrong && answer.graph.is_none()).then(|| (*step, Claim::returns(*step, answer.returns)))
        })
    };
    let Some((step, claim)) = broken.or_else(wrong) else { return Vec::new() };
    let mut after = Case { claim, ..case.clone() };
    for later in (step + 1..case.steps.len()).rev() {
        after.remove_step(later);
    }
    let mut alone = after.clone();
    for earlier in (0..step).rev() {
        alone.remove_step(earlier);
    }
    if step == 0 { vec![alone] } else { vec![alone, after] }
}

/// The case of a statement of a sequence, behind those before it: it answers what the evaluator says, and leaves that graph.
pub(super) fn up_to(sequence: &[usize], last: usize, case: &Case, evaluator: &dyn Evaluator) -> Option<Case> {
    let run = |step: &usize| case.statement(*step).cloned().map(Step::run);
    let mut steps: Vec<Step> = sequence.iter().take(last + 1).map(run).collect::<Option<_>>()?;
    steps.push(Act::Snapshot.into());
    let alone = Case { steps, claim: Claim::Survives, lineage: case.lineage.loosened(), ..case.clone() };
    let answers = Answers { may_lack: true, ..Answers::of(&alone, last, evaluator) };
    let known = matches!(answers.stated, Stated::Rows(_));
    known.then_some(Case { claim: Claim::Answers(answers), ..alone })
}

/// Where some steps stand after another one is gone; none when it is one of them.
pub(super) fn all_moved(steps: &[usize], gone: usize) -> Option<Vec<usize>> {
    steps.iter().map(|own| moved(*own, gone)).collect()
}

/// The numbers of some steps, counted from 1, as a report names them.
pub(super) fn together(steps: &[usize]) -> String {
    let numbers: Vec<String> = steps.iter().map(|step| (step + 1).to_string()).collect();
    match numbers.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            format!("statements {} and {last}, put together", first.join(", "))
        }
        _ => format!("statement {}", numbers.concat()),
    }
}

/// The claim's columns as a table of rows that may come in any order.
pub(super) fn bag(columns: &[Column], rows: Vec<Row>) -> Returns {
    Returns { columns: columns.to_vec(), ..Returns::bag([], rows) }
}

/// The same rows as they would come from a target.
pub(super) fn table(columns: &[Column], rows: Vec<Row>) -> Table {
    let names: Vec<Name> = columns.iter().map(|column| column.name.clone()).collect();
    Table { columns: names, rows }
}
