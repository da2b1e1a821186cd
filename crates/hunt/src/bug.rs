//! The files of a bug's folder.

use std::path::Path;
use std::sync::Arc;

use graphlance_case::language::PlanSwitch;
use graphlance_case::{Case, FailureClass, PartTrace, Verdict};
use graphlance_graph::Graph;

use crate::arbiter::SecondOpinion;
use crate::bounds;
use crate::found::{Discovery, Found};
use crate::session::Session;
use crate::standing::{self, Standing};
use crate::store::FindingFolder;
use graphlance_report::quote;
use graphlance_report::{self as report, ReportInput};

/// The title and files of a bug.
#[derive(Clone, Debug, PartialEq)]
pub struct BugFiles {
    /// The symptom in one line.
    pub title: String,
    /// The files.
    pub folder: FindingFolder,
}

impl BugFiles {
    /// Writes up a bug: `reduced` and `original` with their titles still empty. Asks the target for its plan and log.
    /// `elsewhere`: how it stands on other targets. `root` is the output folder, for the commands.
    pub fn make(
        mut reduced: Found,
        mut original: Found,
        elsewhere: &[Standing],
        session: &mut Session,
        root: &Path,
    ) -> BugFiles {
        reduced.engine = bounds::identity(&reduced.engine);
        let expected = reduced.case.claim.table().map(|(_, returns)| returns);
        let title = report::title(&reduced.case, &reduced.evidence, &reduced.responses, expected);
        let name = free_name(&root.join("bugs"), &report::slug(&title));
        let traces = traces(&reduced, session);
        let plan = explain(&reduced, session);
        let plans = plans(&reduced, session);
        let log = bounds::log_file(session.driver());
        let sizes = sizes(&reduced);
        let cut_short = reduced.discovery.cut_short_note();
        let rewrites = rewrites(&reduced.case, session);
        let accused = accused(&reduced, session);
        let second = reduced.second.as_ref().map(SecondOpinion::sentence);
        let folder = quote::shell_word(&root.join("bugs").join(&name).display().to_string());
        let elsewhere = (!elsewhere.is_empty()).then(|| standing::table(elsewhere));
        let input = ReportInput {
            case: &reduced.case,
            dialect: session.dialect(),
            evidence: &reduced.evidence,
            responses: &reduced.responses,
            expected,
            traces: &traces,
            explain: plan.as_deref(),
            plans: &plans,
            identity: &reduced.engine,
            replayed: reduced.replayed,
            second: second.as_deref(),
            fingerprint: &reduced.fingerprint,
            sizes: &sizes,
            cut_short: cut_short.as_deref(),
            elsewhere: elsewhere.as_deref(),
            rewrites: &rewrites,
            accused: accused.as_ref().and_then(|case| case.claim.table()),
            commands: &[
                ("replay", format!("graphlance replay {folder}")),
                ("reduce", format!("graphlance reduce {folder}")),
            ],
        };
        let mut files = report::files(&input);
        for (_, bytes) in files.iter_mut().filter(|(name, _)| name == "report.md") {
            *bytes = bounds::report(&String::from_utf8_lossy(bytes), &reduced.case).into_bytes();
        }
        reduced.title = title.clone();
        original.title = title.clone();
        files.push(("case.json".to_owned(), bounds::case_file(&reduced)));
        files.push(("original.json".to_owned(), bounds::case_file(&original)));
        if log != b"\n" {
            files.push(("engine.log".to_owned(), log));
        }
        BugFiles { folder: FindingFolder { slug: name, files }, title }
    }
}

/// The name of a folder that does not exist yet, so that the report's commands name the right one.
fn free_name(parent: &Path, slug: &str) -> String {
    let numbered = (2u32..).map(|number| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(numbered).find(|name| !parent.join(name).exists()).unwrap_or_default()
}

/// The rewrites of a case with their sentences.
fn rewrites(case: &Case, session: &Session) -> Vec<(String, &'static str)> {
    let deriver = session.languages().deriver(session.dialect());
    let sentence = |name: &str| deriver.as_ref().and_then(|deriver| deriver.sentence(name)).unwrap_or_default();
    case.lineage.rewrite_names().into_iter().map(|name| (name.to_string(), sentence(name))).collect()
}

/// The case of the wrong answer among several, by the reference; none where the claim says it, or nobody can tell.
fn accused(found: &Found, session: &Session) -> Option<Case> {
    let case = &found.case;
    case.claim.accused(case, &found.responses, session.dialect(), session.evaluator().as_ref()).pop()
}

/// The rows after each clause of the step that failed, by the reference.
fn traces(found: &Found, session: &Session) -> Vec<PartTrace> {
    let Some(statement) = found.case.claimed_statement() else { return Vec::new() };
    session.evaluator().trace(&found.case.graph, statement)
}

/// The engine's plan, unless the statement kills or hangs it.
fn explain(found: &Found, session: &mut Session) -> Option<String> {
    let deadly = matches!(found.evidence.class, FailureClass::Crash | FailureClass::Hang);
    if deadly || session.is_dead() || found.text.is_empty() {
        return None;
    }
    session.explain(&found.text).map(|plan| bounds::text(&plan))
}

/// Under what the case fails that may change the engine's plan and must not change its answer: as it is, under each value
/// of each switch alone, and without indexes. Nothing where there is neither switch nor index, or where each try would
/// cost a restart.
fn plans(found: &Found, session: &mut Session) -> Vec<(String, bool)> {
    let deadly = matches!(found.evidence.class, FailureClass::Crash | FailureClass::Hang);
    let dialect = session.dialect().clone();
    if deadly {
        return Vec::new();
    }
    let plain = Case { plan: Vec::new(), ..found.case.clone() };
    let mut variants: Vec<(String, Case)> = Vec::new();
    for PlanSwitch { name, values, .. } in dialect.plans() {
        variants.extend(values.iter().map(|value| {
            let case = Case { plan: vec![(name.clone(), value.clone())], ..plain.clone() };
            (PlanSwitch::written(name, value), case)
        }));
    }
    if !plain.graph.schema.indexes.is_empty() {
        let mut graph = Graph::clone(&plain.graph);
        graph.schema.indexes.clear();
        variants.push(("without indexes".to_owned(), Case { graph: Arc::new(graph), ..plain.clone() }));
    }
    if variants.is_empty() {
        return Vec::new();
    }
    variants.insert(0, ("as it is".to_owned(), plain));
    let mut outcomes = Vec::with_capacity(variants.len());
    for (what, case) in variants {
        let Ok((_, verdict)) = session.run_case(&case) else { break };
        outcomes.push((what, matches!(verdict, Verdict::Fail(_))));
    }
    outcomes
}

fn sizes(found: &Found) -> Vec<(&'static str, u64, u64)> {
    let Discovery { reduced, original, .. } = &found.discovery;
    reduced.named().into_iter().zip(original.named()).map(|((name, small), (_, large))| (name, small, large)).collect()
}
