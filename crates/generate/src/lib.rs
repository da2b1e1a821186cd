//! Random statements with known answers. Does no IO; all randomness comes from the argument.

pub mod adaptation;
pub mod arbitrary;
pub mod coverage;
pub mod expression;
pub mod load;
pub mod profile;
pub mod synthesis;
pub mod vocabulary;

pub use adaptation::Adaptation;
pub use coverage::Coverage;
pub use profile::Profile;
pub use vocabulary::Vocabulary;
