//! The engine `reference`: graphlance's own evaluator, with a planted fault if one is named. For demonstrations and tests of
//! graphlance. No other driver knows the evaluator.

mod databases;
mod target;

use graphlance_case::Dialect;
use graphlance_case::language::LANGUAGES;
use graphlance_reference::Fault;

pub use target::{ReferenceTarget, Script};

use crate::driver::TargetError;

/// What it is called.
pub const NAME: &str = "reference";

/// The planted fault of the driver itself: what the first statement of a transaction wrote stays when it is rolled back.
pub const LEAK: &str = "rolled-back-write-stays";

/// Its form on the command line, and what that means.
pub const FORM: (&str, &str) =
    ("reference[:FAULT]", "the evaluator itself, with a planted fault if one is named: for tests of graphlance");

/// The target of this name; none if it is another engine's. Errors: there is no such fault.
pub fn of_name(name: &str, dialect: Option<Dialect>) -> Result<Option<ReferenceTarget>, TargetError> {
    let Some(rest) = name.strip_prefix(NAME) else { return Ok(None) };
    let target = |fault| ReferenceTarget::new(dialect.unwrap_or_else(|| LANGUAGES[0].standard()), fault).named(name);
    match (rest, rest.strip_prefix(':')) {
        ("", _) => Ok(Some(target(None))),
        (_, Some(LEAK)) => Ok(Some(target(None).leaking())),
        (_, Some(fault)) => Ok(Some(target(Some(find(fault)?)))),
        (_, None) => Ok(None),
    }
}

fn find(fault: &str) -> Result<Fault, TargetError> {
    let known = || Fault::ALL.iter().map(|fault| fault.name()).chain([LEAK]).collect::<Vec<_>>().join(", ");
    let unknown = || TargetError::Unknown(format!("unknown fault `{fault}`; known are {}", known()));
    Fault::find(fault).ok_or_else(unknown)
}
