//! Exit codes: one table for all verbs.

use std::io;
use std::process::ExitCode;

use graphlance_engines::TargetError;
use graphlance_hunt::{HuntError, StoreError};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Nothing found; replay: it no longer fails.
    Nothing,
    /// Wrong usage, or a file or folder that cannot be used.
    Usage,
    /// New bugs; replay: it still fails.
    New,
    /// Only known or flaky findings; replay: it fails sometimes.
    KnownOrFlaky,
    /// The target cannot be used, or nothing was checked on it.
    Target,
    /// Every run was undecided.
    Undecided,
    /// A defect of graphlance, any claim that the reference denies included.
    Internal,
    /// Interrupted with nothing found.
    Interrupted,
}

/// The table of exit codes, in the words of `--help`.
pub const TABLE: &[(Exit, &str)] = &[
    (Exit::Nothing, "nothing found (replay: no longer fails)"),
    (Exit::Usage, "wrong usage, or a file or folder that cannot be used"),
    (Exit::New, "new bugs found (replay: still fails), or findings that are still to be reduced"),
    (
        Exit::KnownOrFlaky,
        "only known or flaky ones, failures that there was no time to look into, or differences between targets that nobody can decide (replay: fails sometimes)",
    ),
    (Exit::Target, "the target cannot be used, or nothing could be checked on it"),
    (Exit::Undecided, "nothing was decided: the case was refused, not loaded or not answered each time"),
    (Exit::Internal, "a defect of graphlance, such as a claim that its reference denies"),
    (Exit::Interrupted, "interrupted with nothing found"),
];

impl Exit {
    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Nothing => 0,
            Exit::Usage => 1,
            Exit::New => 2,
            Exit::KnownOrFlaky => 3,
            Exit::Target => 4,
            Exit::Undecided => 5,
            Exit::Internal => 70,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// The table as text, for `--help`.
pub fn table() -> String {
    let lines: Vec<String> = TABLE.iter().map(|(exit, meaning)| format!("  {:>3}  {meaning}", exit.code())).collect();
    format!("Exit codes:\n{}", lines.join("\n"))
}

/// Why a verb could not do its work, with the exit code that says so.
#[derive(Debug)]
pub struct Problem {
    /// The exit code.
    pub exit: Exit,
    /// What is wrong and what to do.
    pub error: anyhow::Error,
}

impl Problem {
    /// Wrong usage.
    pub fn usage(message: impl Into<String>) -> Problem {
        Problem { exit: Exit::Usage, error: anyhow::anyhow!(message.into()) }
    }

    /// Nothing was done that would show anything.
    pub fn undecided(message: impl Into<String>) -> Problem {
        Problem { exit: Exit::Undecided, error: anyhow::anyhow!(message.into()) }
    }

    /// A defect of graphlance.
    pub fn internal(message: impl Into<String>) -> Problem {
        Problem { exit: Exit::Internal, error: anyhow::anyhow!(message.into()) }
    }
}

impl From<TargetError> for Problem {
    fn from(error: TargetError) -> Problem {
        match error {
            TargetError::Stopped => Problem { exit: Exit::Interrupted, error: anyhow::anyhow!("interrupted") },
            TargetError::Unknown(_) | TargetError::NoDialect(_) => Problem { exit: Exit::Usage, error: error.into() },
            _ => Problem { exit: Exit::Target, error: error.into() },
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem { exit: Exit::Usage, error: error.into() }
    }
}

impl From<HuntError> for Problem {
    fn from(error: HuntError) -> Problem {
        match error {
            HuntError::Target(error) => error.into(),
            HuntError::Store(error) => error.into(),
            wrong @ HuntError::Oracle(_) => Problem::usage(wrong.to_string()),
            defect @ (HuntError::Denied { .. } | HuntError::Panicked { .. }) => {
                Problem { exit: Exit::Internal, error: defect.into() }
            }
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        // The reader of a pipe has seen enough: no problem of anybody's.
        let exit = if error.kind() == io::ErrorKind::BrokenPipe { Exit::Nothing } else { Exit::Usage };
        Problem { exit, error: error.into() }
    }
}
