//! Cases as data: graph, steps, claim and lineage; what a target answered; the verdict on it.

pub mod case;
pub mod claim;
pub mod evaluator;
pub mod judge;
pub mod opinion;
pub mod response;
pub mod verdict;

pub use case::{CASE_VERSION, Case, Lineage, Load, Step};
pub use claim::{Claim, SameRows};
pub use evaluator::{Answer, Evaluator, NoAnswer};
pub use judge::judge;
pub use opinion::Opinion;
pub use response::{EngineError, ErrorClass, Response};
pub use verdict::{Evidence, FailureClass, Verdict};
