//! Cases as data: graph, steps, claim and lineage; what a target answered; the verdict on it.

pub mod case;
pub mod judge;
pub mod response;
pub mod verdict;

pub use case::{CASE_VERSION, Case, Claim, Lineage, Load, Step};
pub use judge::judge;
pub use response::{EngineError, ErrorClass, Response};
pub use verdict::{Evidence, FailureClass, Verdict};
