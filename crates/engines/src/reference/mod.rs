//! The engine `reference`: graphlance's own evaluator, with a planted fault if one is named. For demonstrations and tests of
//! graphlance. No other driver knows the evaluator.

mod databases;
mod defects;
mod target;

use graphlance_case::Dialect;
use graphlance_case::language::LANGUAGES;
use graphlance_reference::{Departures, Fault, WrongRule};

pub use defects::Defect;
pub use target::{ReferenceTarget, Script};

use crate::driver::TargetError;

/// What it is called.
pub const NAME: &str = "reference";

/// The planted fault of the driver itself: what the first statement of a transaction wrote stays when it is rolled back.
pub const LEAK: &str = "rolled-back-write-stays";

/// Its form on the command line, and what that means.
pub const FORM: (&str, &str) =
    ("reference[:FAULT,..]", "the evaluator itself, with planted faults if some are named: for tests of graphlance");

/// The target of this name; none if it is another engine's. Errors: there is no such fault.
pub fn of_name(name: &str, dialect: Option<Dialect>) -> Result<Option<ReferenceTarget>, TargetError> {
    let Some(rest) = name.strip_prefix(NAME) else { return Ok(None) };
    let target = || ReferenceTarget::new(dialect.unwrap_or_else(|| LANGUAGES[0].standard()), None).named(name);
    match (rest, rest.strip_prefix(':')) {
        ("", _) => Ok(Some(target())),
        (_, Some(LEAK)) => Ok(Some(target().leaking())),
        (_, Some(faults)) => {
            if let Some((_, defect)) = Defect::ALL.iter().find(|(name, _)| *name == faults) {
                return Ok(Some(target().with_defect(*defect)));
            }
            let faults: Vec<_> = faults.split(',').map(find).collect::<Result<_, _>>()?;
            Ok(Some(target().departing(Departures::of(faults))))
        }
        (_, None) => Ok(None),
    }
}

/// A departure of the catalogue by its name; a few of them are listed where there is none.
fn find(fault: &str) -> Result<&'static WrongRule, TargetError> {
    let own = || Defect::ALL.iter().map(|(name, _)| *name).chain([LEAK]);
    let known = || Fault::PLANTED.iter().map(|fault| fault.name()).chain(own()).collect::<Vec<_>>().join(", ");
    let unknown = || {
        let more = "and all others of docs/departures.md";
        TargetError::Unknown(format!("unknown fault `{fault}`; known are {} {more}", known()))
    };
    WrongRule::find(fault).ok_or_else(unknown)
}
