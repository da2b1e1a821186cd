//! The engine `reference`: graphlance's own evaluator, with a planted fault if one is named. For demonstrations and tests of
//! graphlance. No other driver knows the evaluator.

mod databases;
mod defects;
mod target;

use graphlance_case::Dialect;
use graphlance_case::language::{Gremlin, LANGUAGES, Language};
use graphlance_machine::Quirk;
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
    let of = |language: &dyn Language| {
        ReferenceTarget::new(dialect.unwrap_or_else(|| language.standard()), None).named(name)
    };
    match (rest, rest.strip_prefix(':')) {
        ("", _) => Ok(Some(of(LANGUAGES[0]))),
        (_, Some(LEAK)) => Ok(Some(of(LANGUAGES[0]).leaking())),
        (_, Some(faults)) if faults.split(',').any(|fault| Quirk::find(fault).is_some()) => {
            let quirks = faults.split(',').map(quirk).collect::<Result<_, _>>()?;
            Ok(Some(of(&Gremlin).with_quirks(quirks)))
        }
        (_, Some(faults)) => {
            if let Some((_, defect)) = Defect::ALL.iter().find(|(name, _)| *name == faults) {
                return Ok(Some(of(LANGUAGES[0]).with_defect(*defect)));
            }
            let faults: Vec<_> = faults.split(',').map(find).collect::<Result<_, _>>()?;
            Ok(Some(of(LANGUAGES[0]).departing(Departures::of(faults))))
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

/// A wrong rule of Gremlin by its name.
fn quirk(fault: &str) -> Result<Quirk, TargetError> {
    let other =
        || TargetError::Unknown(format!("`{fault}` is no fault of Gremlin, as others that are named with it are"));
    Quirk::find(fault).ok_or_else(other)
}
