//! Cases, claims, verdicts, and the oracles that make them. An oracle never talks to a driver.

pub mod case;
pub mod gqs;
pub mod judge;
pub mod oracle;
pub mod response;
pub mod verdict;

pub use case::{Case, Claim, Lineage, Load, Step};
pub use gqs::Gqs;
pub use judge::judge;
pub use oracle::{Oracle, Round, RoundContext};
pub use response::{EngineError, ErrorClass, Response};
pub use verdict::{Evidence, FailureClass, Verdict};
