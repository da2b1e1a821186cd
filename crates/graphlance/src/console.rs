//! What people see while a hunt runs: findings as they come, one status line, a summary at the end.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use graphlance_hunt::campaign::{Observer, Summary};
use graphlance_hunt::event::Event;
use graphlance_hunt::progress::Counts;
use graphlance_hunt::{Progress, cpu};
use graphlance_report::quote;
use graphlance_shrink::cut_short_note;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const ALARM: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Yellow.on_default();

/// Where a hunt reports to: standard error.
pub struct Console {
    line: Option<ProgressBar>,
    workers: usize,
    out: PathBuf,
    /// What a finding is called.
    finding: &'static str,
    refused: AtomicU64,
    listed: Mutex<BTreeSet<String>>,
}

/// Refused statements shown; the rest are in `events.jsonl`.
const MOST_REFUSED: u64 = 3;

impl Console {
    /// A console with a status line when standard error is a terminal. `out`: the output folder.
    pub fn new(workers: usize, out: &Path) -> Console {
        let line = std::io::stderr().is_terminal().then(|| {
            let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                line.set_style(style);
            }
            line
        });
        Console {
            line,
            workers,
            out: out.to_owned(),
            finding: "NEW BUG",
            refused: AtomicU64::new(0),
            listed: Mutex::default(),
        }
    }

    /// The console with another word for findings.
    pub fn calling(self, finding: &'static str) -> Console {
        Console { finding, ..self }
    }

    /// How long to wait between two calls of [`Console::show`].
    pub fn interval(&self) -> Duration {
        if self.line.is_some() { Duration::from_millis(200) } else { Duration::from_secs(10) }
    }

    /// Shows where the hunt stands.
    pub fn show(&self, progress: &Progress) {
        let text = status(&progress.read(), self.workers);
        match &self.line {
            Some(line) => {
                line.set_message(text);
                line.tick();
            }
            None => self.print(&text),
        }
    }

    /// Takes the status line away.
    pub fn end(&self) {
        if let Some(line) = &self.line {
            line.finish_and_clear();
        }
    }

    /// Prints lines above the status line. They may hold colours of ours: what others said has gone through
    /// [`quote`] before.
    pub fn print(&self, text: &str) {
        let print = || {
            // Nobody is left to tell when standard error is gone.
            let _ = writeln!(anstream::stderr(), "{text}");
        };
        match &self.line {
            Some(line) => line.suspend(print),
            None => print(),
        }
    }
}

impl Observer for Console {
    fn event(&self, event: &Event) {
        match event {
            Event::NewBug { title, folder, reduction_runs, reduction_seconds, reduction_cut_short, .. } => {
                let note = cut_short_note(*reduction_cut_short, *reduction_runs, *reduction_seconds);
                self.print(&finding(self.finding, title, &self.out.join(folder), note.as_deref()));
            }
            Event::KnownBug { title, .. } => self.print(&format!("known bug: {}", quote::line(title))),
            Event::ListedBug { id, link } => {
                let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
                if listed.insert(id.clone()) {
                    self.print(&format!("known bug: {} ({})", quote::line(id), quote::line(link)));
                }
            }
            Event::Flaky { summary } => self.print(&format!("{NOTE}flaky:{NOTE:#} {}", quote::line(summary))),
            Event::Denied { why, .. } => {
                self.print(&format!("{ALARM}a claim is denied by the reference:{ALARM:#} {}", quote::visible(why)));
            }
            Event::Defect { message, .. } => self.print(&format!("{ALARM}graphlance failed:{ALARM:#} {message}")),
            Event::Refused { text, message } => {
                if self.refused.fetch_add(1, Ordering::Relaxed) < MOST_REFUSED {
                    let (message, text) = (quote::visible(message), quote::visible(text));
                    self.print(&format!("{NOTE}refused by the target:{NOTE:#} {message}\n    {text}"));
                }
            }
            Event::Withdrawn { cause, explained, .. } => {
                let cause = quote::line(cause);
                self.print(&format!(
                    "{NOTE}no cause after all:{NOTE:#} {cause} ({explained} findings are looked into again)"
                ));
            }
            Event::Merged { title, cause, folder, .. } => {
                let (title, cause) = (quote::line(title), quote::line(cause));
                self.print(&format!(
                    "{NOTE}no bug of its own:{NOTE:#} {title}\n    cause:   {cause}\n    report:  {folder}"
                ));
            }
            Event::FiledAnew { title, folder, .. } => {
                let title = quote::line(title);
                self.print(&format!("{NOTE}a bug from before has a cause:{NOTE:#} {title}\n    report:  {folder}"));
            }
            Event::BugAgain { .. } | Event::Explained { .. } | Event::Adapted { .. } | Event::NewPlan { .. } => {}
        }
    }
}

/// A finding, with the two lines to copy, and a note on its reduction if there is one.
fn finding(word: &str, title: &str, folder: &Path, note: Option<&str>) -> String {
    let folder = quote::shell_word(&folder.display().to_string());
    let title = quote::line(title);
    let note = note.map(|note| format!("\n    {NOTE}note:{NOTE:#}    {note}")).unwrap_or_default();
    format!(
        "{ALARM}{word}{ALARM:#} {title}\n    report:  {folder}\n    replay:  graphlance replay {folder}\n    reduce:  graphlance reduce {folder}{note}"
    )
}

/// The status line.
pub fn status(counts: &Counts, workers: usize) -> String {
    let mut parts = vec![
        format!("{} checks", counts.checks),
        format!("{:.0}/s", counts.checks_per_second(workers)),
        format!("{:.1} % valid", counts.valid_percent()),
        format!("{:.1} % non-empty", counts.non_empty_percent()),
        format!("bugs {} new, {} known, {} flaky", counts.new_bugs, counts.known_hits, counts.flaky),
        format!("{} crashes", counts.crashes),
    ];
    if counts.hangs > 0 {
        parts.push(format!("{} hangs", counts.hangs));
    }
    if counts.denied > 0 {
        parts.push(format!("{} DENIED", counts.denied));
    }
    if counts.planned > 0 {
        let minutes = (counts.elapsed_ms as f64 / 60_000.0).max(1.0 / 60.0);
        parts.push(format!("{} plans, {:.0} a minute", counts.plans, counts.plans as f64 / minutes));
    }
    parts.push(match counts.last_new_bug_ms {
        0 => "no new bug yet".to_owned(),
        at => format!("last new bug {} ago", span(counts.elapsed_ms.saturating_sub(at))),
    });
    format!("{} | {}", span(counts.elapsed_ms), parts.join(" | "))
}

fn span(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, seconds) => format!("{minutes}m{seconds:02}s"),
        (hours, minutes, _) => format!("{hours}h{minutes:02}m"),
    }
}

/// The summary at the end.
pub fn summary(summary: &Summary, workers: usize) -> String {
    let counts = &summary.counts;
    let engine = &summary.engine;
    let mut lines = vec![
        quote::line(format!("{} {} {}", engine.engine, engine.version, engine.build).trim_end()).into_owned(),
        status(counts, workers),
        format!(
            "graphs {}, cases {}, invalid {}, vacuous {}, unconfirmed {}, denied {}, restarts {}, reductions {}",
            counts.graphs,
            counts.cases,
            counts.invalid,
            counts.vacuous,
            counts.unconfirmed,
            counts.denied,
            counts.restarts,
            counts.reductions
        ),
    ];
    let means: Vec<String> = summary.means.named().iter().map(|(name, mean)| format!("{name} {mean:.1}")).collect();
    lines.push(format!("means: {}", means.join(", ")));
    if summary.means.cases > 0 {
        let share = 100.0 * summary.means.at_paper_averages as f64 / summary.means.cases as f64;
        lines.push(format!("at or above the GQS paper's averages: {share:.2} % of the checks"));
    }
    lines.push(effort(summary));
    if summary.memory.readings > 0 {
        let memory = &summary.memory;
        lines.push(format!(
            "engine memory: {:.0} MB at first, {:.0} MB at last, {:+.2} MB a minute{}",
            memory.first_bytes as f64 / 1e6,
            memory.last_bytes as f64 / 1e6,
            memory.slope * 60.0 / 1e6,
            if memory.grows() { " - IT GROWS" } else { "" }
        ));
    }
    if !summary.switched_off.is_empty() {
        lines.push(format!("switched off, for the target refused it each time: {}", summary.switched_off.join(", ")));
    }
    if counts.unreduced > 0 {
        lines.push(format!(
            "{} findings were not reduced: graphlance reduce --all, with the output folder",
            counts.unreduced
        ));
    }
    if counts.compared > 0 {
        let (compared, differences) = (counts.compared, counts.differences);
        lines.push(format!(
            "other targets: {compared} answers compared, {differences} differences that nobody can decide"
        ));
        lines.extend(summary.elsewhere.iter().map(|line| quote::line(line).into_owned()));
    }
    for (reason, count) in &counts.skipped {
        lines.push(format!("skipped {count}: {reason}"));
    }
    quote::visible(&lines.join("\n")).into_owned()
}

/// Own and the engine's effort.
fn effort(summary: &Summary) -> String {
    let counts = &summary.counts;
    let own = cpu::process_seconds();
    let checks = counts.checks.max(1) as f64;
    let mut text = format!(
        "own work {:.0} CPU microseconds a check, engine {:.0} microseconds a check",
        counts.own_micros as f64 / checks,
        counts.engine_micros as f64 / checks
    );
    if let Some(engine) = summary.engine_cpu.filter(|engine| *engine > 0.0) {
        text += &format!(
            "; CPU {own:.1} s of ours, {engine:.1} s of the engine: own share {:.0} %",
            100.0 * own / (own + engine)
        );
    }
    if counts.known_micros > 0 && counts.hunting_micros > 0 {
        let share = 100.0 * counts.known_micros as f64 / counts.hunting_micros as f64;
        text += &format!("; {share:.1} % of the time holding answers against known causes");
    }
    if let Some(bytes) = cpu::resident_bytes() {
        text += &format!("; own memory {:.0} MB", bytes as f64 / 1e6);
    }
    text
}

/// Says why a verb could not do its work.
pub fn complain(error: &anyhow::Error) {
    let broken_pipe =
        error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe);
    if !broken_pipe {
        let _ = writeln!(anstream::stderr(), "{ALARM}graphlance:{ALARM:#} {}", quote::visible(&format!("{error:#}")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_line_says_what_matters() {
        let counts = Counts {
            checks: 1234,
            invalid: 0,
            non_empty: 1222,
            new_bugs: 2,
            hunting_micros: 2_000_000,
            elapsed_ms: 3_723_000,
            last_new_bug_ms: 3_661_000,
            ..Counts::default()
        };
        insta::assert_snapshot!(status(&counts, 1), @"1h02m | 1234 checks | 617/s | 100.0 % valid | 99.0 % non-empty | bugs 2 new, 0 known, 0 flaky | 0 crashes | last new bug 1m02s ago");
        let planned = Counts { plans: 6_205, planned: 40_000, ..counts };
        assert!(status(&planned, 1).contains(" | 6205 plans, 100 a minute | "), "{}", status(&planned, 1));
    }

    #[test]
    fn a_finding_says_when_its_reduction_was_cut_short() {
        let said = |note: Option<String>| {
            let text = finding("NEW BUG", "`MATCH` loses rows", Path::new("out/bugs/a"), note.as_deref());
            anstream::adapter::strip_str(&text).to_string()
        };
        insta::assert_snapshot!(said(cut_short_note(true, 300, 20.04)), @r"
        NEW BUG `MATCH` loses rows
            report:  out/bugs/a
            replay:  graphlance replay out/bugs/a
            reduce:  graphlance reduce out/bugs/a
            note:    reduction was cut short after 300 runs, 20.0 s
        ");
        assert!(!said(cut_short_note(false, 300, 20.04)).contains("cut short"));
    }

    #[test]
    fn a_finding_shows_two_lines_to_copy_and_nothing_acts_on_the_terminal() {
        let text = finding("NEW BUG", "`RETURN` is refused: \u{1b}[2J\nNEW BUG", Path::new("my out/it's\u{1b}"), None);
        let own = anstream::adapter::strip_str(&text).to_string();
        insta::assert_snapshot!(own, @r#"
        NEW BUG `RETURN` is refused: \u001b[2J\nNEW BUG
            report:  'my out/it'\''s'"$(printf '\033')"''
            replay:  graphlance replay 'my out/it'\''s'"$(printf '\033')"''
            reduce:  graphlance reduce 'my out/it'\''s'"$(printf '\033')"''
        "#);
    }
}
