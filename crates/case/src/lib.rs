//! Cases as data: graph, steps, claim and lineage; what a target answered; the verdict on it; the languages of statements.

pub mod case;
pub mod claim;
pub mod evaluator;
pub mod judge;
pub mod language;
pub mod lineage;
pub mod opinion;
pub mod response;
pub mod step;
pub mod verdict;

pub use case::{CASE_VERSION, Case, Line, Load};
pub use claim::{
    Answers, Bag, Claim, Estimated, IndexAgrees, KeepsPace, Merge, Number, Related, Relation, SameGraph, SameGroups,
    SameRows, SameState, Stated,
};
pub use evaluator::{Answer, Departure, Evaluator, LEFT_OPEN, NoAnswer, PartTrace, ValueTrace};
pub use judge::judge;
pub use language::{Dialect, Language, Languages, Statement};
pub use lineage::{Applied, Derivation, Derived, Deriver, Lineage};
pub use opinion::{Opinion, sample};
pub use response::{EngineError, ErrorClass, Response, TOO_LARGE};
pub use step::{Ability, Act, Boundary, Step};
pub use verdict::{Doubt, Evidence, FailureClass, Skip, Verdict};
