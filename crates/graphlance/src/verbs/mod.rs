//! One file per verb.

pub mod bench;
pub mod bugs;
pub mod conform;
mod corpus;
pub mod differential;
mod dinkel;
pub mod doctor;
pub mod engines;
pub mod generate;
pub mod hunt;
pub mod known;
mod liveness;
pub mod measure;
pub mod oracles;
mod power;
pub mod probe;
pub mod reduce;
pub mod replay;
mod resume;
mod smith;
mod soundness;
pub mod versions;
pub mod worker;
