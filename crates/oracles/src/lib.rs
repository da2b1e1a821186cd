//! The oracles: they make cases, and never talk to a driver.

pub mod gqs;
pub mod oracle;

pub use gqs::Gqs;
pub use graphlance_case::{
    Case, Claim, EngineError, ErrorClass, Evidence, FailureClass, Lineage, Load, Opinion, Response, SameRows, Step,
    Verdict, case, judge,
};
pub use oracle::{Oracle, Round, RoundContext};
