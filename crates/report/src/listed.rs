//! A bug among others: in lists, in the page of a hunt, in what other programs read.

use std::fmt;

use graphlance_case::FailureClass;
use graphlance_engines::Identity;
use graphlance_graph::Graph;
use serde::{Deserialize, Serialize};

/// Where a bug stands in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BugLife {
    /// It was right once, and fails again.
    Regressed,
    /// Nobody has said anything of it.
    #[default]
    New,
    /// It fails sometimes.
    Flaky,
    /// The engine's developers know it.
    Known,
    /// It does not fail any more.
    Fixed,
}

impl BugLife {
    /// Every one, from what matters most.
    pub const ALL: &'static [BugLife] =
        &[BugLife::Regressed, BugLife::New, BugLife::Flaky, BugLife::Known, BugLife::Fixed];

    /// Its name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            BugLife::Regressed => "regressed",
            BugLife::New => "new",
            BugLife::Flaky => "flaky",
            BugLife::Known => "known",
            BugLife::Fixed => "fixed",
        }
    }

    /// Whether somebody must look at it: a nightly job fails for it.
    pub const fn alarms(self) -> bool {
        matches!(self, BugLife::Regressed | BugLife::New)
    }
}

impl fmt::Display for BugLife {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What lists tell of a bug.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The name of its folder.
    pub name: &'a str,
    /// The symptom in one line.
    pub title: &'a str,
    /// Where it stands.
    pub life: BugLife,
    /// Where it is discussed, or what is known of it; empty where nothing is.
    pub link: &'a str,
    /// The kind of failure.
    pub class: FailureClass,
    /// What is wrong, in one line.
    pub summary: &'a str,
    /// What exactly answered.
    pub engine: &'a Identity,
    /// Equal for findings that are one bug.
    pub fingerprint: &'a str,
    /// The departure from the language that explains it, in a sentence.
    pub cause: Option<&'a str>,
    /// How many findings are this bug.
    pub count: u64,
    /// The statement as it was sent; empty where the claim is about none.
    pub text: &'a str,
    /// The graph of the reduced case.
    pub graph: &'a Graph,
    /// `report.md`.
    pub report: &'a str,
}
